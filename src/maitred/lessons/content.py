"""What a game's `lessons.toml` says: lessons made of steps, each a decision of the learner. Checked when it is read.

A *pattern* names actions: `roll` is every action of that verb, `roll: 4★ food` only those whose label contains the text
after the colon, and `*` is any action. Events are named likewise, by their kind and a part of their sentence.
"""

from __future__ import annotations

import functools
from typing import Any, Final

import msgspec
from msgspec import Struct

from maitred.kernel.cardfile import parse
from maitred.kernel.errors import Refused
from maitred.kernel.game import Game
from maitred.kernel.state import State

FILE: Final = "lessons.toml"
LONGEST_TEXT: Final = 260
LONGEST_ASK: Final = 90
LONGEST_TITLE: Final = 40
SCORE: Final = "score"
CHANCE: Final = "chance"
ANY: Final = "*"


class BadLesson(Refused):
    """A lesson that cannot be taught, with the file, the lesson, the step and the reason."""


class Strict(Struct, forbid_unknown_fields=True):
    """A table that has no other keys than these."""


class Mistake(Strict):
    """Actions that a learner may well take, and what that costs."""

    does: list[str]
    text: str
    cost: str = ""
    """What is compared with the better action: `score`, the `chance` to win, or a number that actions are described by
    (see `label`)."""
    label: str = ""
    """What that number is called."""
    unit: str = ""


class After(Strict):
    """What is said if the learner's own move has led to one of these events."""

    heard: list[str]
    text: str
    title: str = ""


class Step(Strict):
    """A decision of the learner: what is said before it, asked for, and said of it."""

    id: str
    title: str
    say: list[tuple[str, str]] = []
    """Pages, each with the place on the board that it speaks of (may be empty) and its text."""
    ask: str = ""
    at: str = ""
    """The place on the board where it is done."""
    does: list[str] = []
    """Patterns of the actions that are asked for: the first that fits counts."""
    when: list[str] = []
    """Shown when one of these can be done; by default, when what is asked for can be."""
    heard: list[str] = []
    """Shown only if one of these events was heard with the learner's last move, or since."""
    latest: int = 0
    """A step that waits for nothing comes after all those before it; at the latest when the learner has made so many
    moves."""
    well: str = ""
    """Said when the learner has done it."""
    after: list[After] = []
    mistakes: list[Mistake] = []
    covers: list[str] = []
    """The clauses of the rules that it teaches."""


class Script(Strict):
    """What another seat does: its first decision, its second, and so on. What is not possible is left to the bot."""

    seat: int
    moves: list[str]


class Lesson(Strict):
    """A prepared game, or a position to try something in."""

    id: str
    title: str
    about: str
    minutes: int
    seed: int
    position: dict[str, Any]
    steps: list[Step]
    whole: bool = False
    """Whether it goes on to the end of the game; otherwise it is over when its steps are."""
    seat: int = 0
    options: dict[str, str] = {}
    others: str = "easy"
    """The level of the bots."""
    scripts: list[Script] = []
    won: str = ""
    lost: str = ""
    end: str = ""
    """Said at the end of a lesson that is not a whole game."""


class Course(Strict):
    """All that a game teaches."""

    rules: dict[str, str]
    """The clauses that a beginner meets, each in a few words: the first lesson covers them all."""
    places: list[str]
    """The places on the board that steps speak of."""
    lessons: list[Lesson]

    def lesson(self, id: str) -> Lesson | None:
        """The lesson with that id."""
        return next((each for each in self.lessons if each.id == id), None)


NOTHING: Final = Course({}, [], [])
"""The course of a game without lessons."""


@functools.cache
def course_of(game: Game) -> Course:
    """The lessons of a game, read and checked once; a wrong file is refused."""
    folder = game.files()
    file = folder.joinpath(FILE) if folder is not None else None
    if file is None or not file.is_file():
        return NOTHING
    return read(file.read_bytes(), game)


def read(raw: bytes, game: Game) -> Course:
    """The lessons in a file, checked."""
    where = f"{game.id}/{FILE}"
    tables = parse(raw, where)
    try:
        course = msgspec.convert(tables, Course)
    except msgspec.ValidationError as problem:
        raise BadLesson(f"{where}: {problem}.") from None
    check(course, game, where)
    return course


def check(course: Course, game: Game, where: str) -> None:
    """Refuse lessons that cannot be taught."""
    ids = [lesson.id for lesson in course.lessons]
    if len(set(ids)) < len(ids):
        raise BadLesson(f"{where}: two lessons have the same id.")
    for lesson in course.lessons:
        at = f"{where}: lesson {lesson.id!r}"
        state = start(lesson, game, at)
        if not 0 <= lesson.seat < state.players:
            raise BadLesson(f"{at}: there is no seat {lesson.seat} in its position.")
        if lesson.seat not in state.actors():
            raise BadLesson(f"{at}: it does not begin with a decision of the learner's seat {lesson.seat}.")
        if len({step.id for step in lesson.steps}) < len(lesson.steps):
            raise BadLesson(f"{at}: two steps have the same id.")
        for text in (lesson.about, lesson.won, lesson.lost, lesson.end):
            must_be_short(at, text, LONGEST_TEXT)
        for step in lesson.steps:
            check_step(course, step, f"{at}, step {step.id!r}")
    if course.lessons:
        taught = {clause for step in course.lessons[0].steps for clause in step.covers}
        missing = [clause for clause in course.rules if clause not in taught]
        if missing:
            raise BadLesson(f"{where}: lesson {ids[0]!r} does not cover {', '.join(missing)}.")


def start(lesson: Lesson, game: Game, at: str) -> State:
    """The state that a lesson begins with."""
    try:
        state = game.load(lesson.position, lesson.seed)
        game.check_options(lesson.options, state.players)
    except Refused as refusal:
        raise BadLesson(f"{at}: {refusal}") from refusal
    return state


def check_step(course: Course, step: Step, at: str) -> None:
    """Refuse a step that cannot be shown."""
    must_be_short(at, step.title, LONGEST_TITLE)
    must_be_short(at, step.ask, LONGEST_ASK)
    if step.latest and (step.when or step.does or step.heard):
        raise BadLesson(f"{at}: only a step that waits for nothing has a `latest` moment.")
    if bool(step.ask) != bool(step.does):
        raise BadLesson(f"{at}: what is asked for needs both `ask` and `does`.")
    if not step.say and not step.ask:
        raise BadLesson(f"{at}: it says nothing.")
    texts = [text for _, text in step.say]
    texts += [step.well, *[after.text for after in step.after], *[mistake.text for mistake in step.mistakes]]
    for text in texts:
        must_be_short(at, text, LONGEST_TEXT)
    for place in [step.at, *[place for place, _ in step.say]]:
        if place and place not in course.places:
            raise BadLesson(f"{at}: {place!r} is not among the `places`.")
    for clause in step.covers:
        if clause not in course.rules:
            raise BadLesson(f"{at}: it covers {clause!r}, which is not among the `rules`.")
    for mistake in step.mistakes:
        if not step.does:
            raise BadLesson(f"{at}: a mistake needs something better in `does`.")
        if mistake.cost not in ("", SCORE, CHANCE) and not mistake.label:
            raise BadLesson(f"{at}: the cost {mistake.cost!r} needs a `label`.")


def must_be_short(at: str, text: str, most: int) -> None:
    """Refuse a text that nobody would read."""
    if len(text) > most:
        raise BadLesson(f"{at}: a text has {len(text)} characters, {most} are enough: {text[:40]!r}.")


def fitting(game: Game, state: State, seat: int, patterns: list[str]) -> list[int]:
    """The legal actions of a seat that one of the patterns names, by the order of the patterns."""
    legal = {action: game.describe(state, seat, action) for action in state.legal(seat)}
    found: list[int] = []
    for pattern in patterns:
        verb, _, text = pattern.partition(": ")
        for action, words in legal.items():
            named = pattern == ANY or (words["verb"] == verb and text in words["label"])
            if named and action not in found:
                found.append(action)
    return found

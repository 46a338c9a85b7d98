"""A lesson in this terminal: a prepared game, with what the lesson says above the prompt."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Group

import maitred
from maitred.cli.local.game import LocalGame
from maitred.cli.local.prompt import LocalPrompt
from maitred.cli.local.seating import Player, seat_players
from maitred.cli.local.session import Session
from maitred.cli.terminal.interrupts import Interrupts
from maitred.cli.terminal.terminal import Terminal
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.record import PREPARED, Record
from maitred.kernel.words import named
from maitred.lessons.content import Lesson, course_of
from maitred.lessons.teaching import Note, pupil, scripted

NOTED = "lesson"
"""Where the notes of a saved game name the lesson that it belongs to."""


def listed(id: str) -> list[str]:
    """The lessons of a game, a line each."""
    lessons = course_of(maitred.game(id)).lessons
    wide = max([len(lesson.id) for lesson in lessons], default=0)
    return [f"{lesson.id:{wide}}  {lesson.title}: {lesson.about}" for lesson in lessons] or ["There are no lessons."]


def all_listed() -> list[str]:
    """The lessons of all games that have some, under the names of the games."""
    taught = [game for game in maitred.all_games() if course_of(game).lessons]
    lines = [
        line for game in taught for line in (f"{game.id}  {game.title}", *[f"  {each}" for each in listed(game.id)])
    ]
    return [*lines, "", "maitred learn GAME teaches the first lesson of a game, maitred learn GAME LESSON another."]


def learn_here(id: str, wanted: str | None, terminal: Terminal) -> int:
    """Teach a lesson, by default the first game."""
    game = maitred.game(id)
    course = course_of(game)
    lesson = course.lesson(wanted) if wanted is not None else next(iter(course.lessons), None)
    if lesson is None:
        known = ", ".join(each.id for each in course.lessons)
        raise BadSetup(
            f"{game.title} has no such lesson; it has: {known}." if known else f"{game.title} has no lessons."
        )
    players = game.load(lesson.position, lesson.seed).players
    chance = {"kind": PREPARED, "position": lesson.position, "seed": lesson.seed}
    record = Record(game, players, chance, lesson.options)
    record.notes = {NOTED: lesson.id}
    seated = seat_players(game, players, [lesson.seat], lesson.others, [])
    with Interrupts() as interrupts:
        session = TaughtSession(lesson, record, seated, interrupts)
        return TaughtGame(session, terminal, interrupts, None).play()


def saved_lesson(record: Record, players: list[Player]) -> Lesson | None:
    """The lesson that a saved game belongs to; None if there is none, or its learner does not play alone with bots."""
    id = record.notes.get(NOTED)
    lesson = course_of(record.game).lesson(id) if isinstance(id, str) else None
    if lesson is None or not record.prepared or record.facts["chance"]["position"] != lesson.position:
        return None
    people = [seat for seat, player in enumerate(players) if player.level is None]
    return lesson if people == [lesson.seat] else None


class TaughtSession(Session):
    """A session whose bots keep to the script of a lesson."""

    def __init__(
        self, lesson: Lesson, record: Record, players: list[Player], interrupts: Interrupts, with_hints: bool = True
    ) -> None:
        self.lesson = lesson
        super().__init__(record, players, interrupts.deferred, with_hints=with_hints)

    def bot_move(self, seat: int) -> int:
        """What the lesson lets this bot do, or what it likes."""
        planned = scripted(self.lesson, self.record, seat)
        return super().bot_move(seat) if planned is None else planned


class TaughtPrompt(LocalPrompt):
    """Says what the lesson says, before it asks."""

    def __init__(self, session: TaughtSession, terminal: Terminal, save: Callable[[], str]) -> None:
        self.taught = session
        super().__init__(session, terminal, save)

    def greeting(self) -> str:
        """What the last move has led to, what the step says, and what is asked."""
        lesson = self.taught.lesson
        facts = pupil(lesson, self.taught.record).facts(len(self.taught.table.undone))
        told: list[str] = []
        title = ""
        for note in facts.notes:
            words = note_words(note, title)
            if note.title and note.title == title:
                told[-1] += f" {words}"
            else:
                told.append(words)
            title = note.title
        if facts.ask:
            told.append(f"→ {facts.ask}")
        if facts.done:
            told.append(onward(self.session.game, lesson, over=not self.session.state.actors()))
        return named("\n".join(told), self.session.names)


class TaughtGame(LocalGame):
    """A lesson from its first step to the end."""

    def make_prompt(self) -> LocalPrompt:
        """The prompt, which teaches."""
        assert isinstance(self.session, TaughtSession)
        return TaughtPrompt(self.session, self.terminal, self.save)

    def finish(self) -> None:
        """The end of the game, and what the lesson says of it."""
        super().finish()
        lines = self.renderer.lines(self.prompt.greeting())
        self.terminal.draw(Group("", *lines))  # drawn, so that it is wrapped between words


def onward(game: Game, lesson: Lesson, over: bool) -> str:
    """What to do after a lesson."""
    lessons = course_of(game).lessons
    at = [each.id for each in lessons].index(lesson.id)
    play = f"maitred play {game.id}"
    after = lessons[at + 1 :]
    what = (
        f"The next one, {after[0].title!r}: maitred learn {game.id} {after[0].id}. A game of your own: {play}."
        if after
        else f"It was the last one. A game of your own: {play}."
    )
    return f"That was this lesson. {what}" if over else f"That was this lesson: play on as you like, or quit. {what}"


def note_words(note: Note, before: str) -> str:
    """A note as a line; a title that was said before is not repeated."""
    head = f"{note.title}: " if note.title not in ("", before) else ""
    cost = "".join(f" ({label}: {now}, otherwise {other}; undo takes it back)" for label, now, other in note.rows)
    return f"{head}{note.text}{cost}"

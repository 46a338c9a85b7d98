"""Where a learner stands in a lesson, what is said now, and what the others do: all a function of the moves made.

Nothing is stored besides the game itself, so a lesson goes on wherever its table does, and a move that is taken back
takes the learner back too. Every legal move leads on: a step is passed when what it asks for was done, when a mistake
was made in it, or after a few decisions of another kind; what never came up is told at the end.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from maitred.kernel.chance import Stream
from maitred.kernel.game import Game, Words
from maitred.kernel.record import Record
from maitred.kernel.state import Event, State
from maitred.lessons.content import CHANCE, SCORE, Lesson, Mistake, Step, fitting

PATIENCE: Final = 3
"""After so many decisions of another kind a step is passed."""
COST: Final = "What that cost"
MEANS: Final = "What that means"
"""Said of a mistake, the first if it has cost something, the second if nothing can be seen to be lost."""
WORLDS: Final = 24
"""How many ways the hidden cards may lie are looked at to estimate a chance."""

NoteKind = Literal["say", "well", "cost", "end"]


class Note(Struct):
    """Something that the learner is told."""

    key: str
    """Names it within the lesson: what was read once need not be read again."""
    kind: NoteKind
    title: str
    text: str
    at: str
    """The place on the board that it speaks of; empty: none."""
    rows: list[tuple[str, str, str]] = []
    """What a mistake cost: what is compared, as it is now, and as it would be."""


class LessonFacts(Struct):
    """Where the learner stands."""

    lesson: str
    title: str
    step: int
    """How many steps have been passed …"""
    steps: int
    """… of how many."""
    notes: list[Note]
    ask: str
    """What is asked for now; empty: nothing in particular."""
    at: str
    actions: list[int]
    """The actions that are asked for."""
    done: bool
    """Whether the lesson is over."""


class Pupil:
    """A learner who goes through a lesson move by move."""

    def __init__(self, lesson: Lesson, game: Game, state: State) -> None:
        self.lesson = lesson
        self.game = game
        self.state = state
        self.seat = lesson.seat
        self.passed: dict[str, bool] = {}
        """The steps that have been passed, and whether they were shown."""
        self.tries: dict[str, int] = {}
        self.heard: list[Words] = []
        """The events of the learner's last move, and since."""
        self.moves = 0
        self.decisions = 0
        """How many moves the learner has made."""
        self.last: tuple[int, Step | None, State, int, list[Words]] | None = None
        """The learner's last move: its number, the step it was made in, the state before it, the action, and what it
        led to."""

    def step(self) -> Step | None:
        """The step of the decision that the learner has to make now."""
        if self.seat not in self.state.actors():
            return None
        return next((step for step in self.lesson.steps if step.id not in self.passed and self.fits(step)), None)

    def fits(self, step: Step) -> bool:
        """Whether a step that has not been passed yet can be shown."""
        if step.heard and not any_heard(self.heard, step.heard):
            return False
        when = step.when or step.does
        if when:
            return bool(fitting(self.game, self.state, self.seat, when))
        if step.heard:
            return True
        if step.latest and self.decisions >= step.latest:
            return True
        earlier = self.lesson.steps[: self.lesson.steps.index(step)]
        return all(each.id in self.passed for each in earlier)

    def play(self, seat: int, action: int) -> None:
        """Somebody moves."""
        step = self.step() if seat == self.seat else None
        before, state = self.state, self.state.clone()
        events: list[Event] = []
        state.events = events
        state.apply(seat, action)
        state.events = None
        self.state = state
        self.moves += 1
        told = [self.game.hear(state, event, self.seat) for event in events]
        heard = [words for words in told if words is not None]
        if seat != self.seat:
            self.heard += heard
            return
        self.decisions += 1
        self.heard = list(heard)
        self.last = self.moves, step, before, action, heard
        if step is not None:
            self.pass_by(step, before, action)

    def pass_by(self, step: Step, before: State, action: int) -> None:
        """The learner has moved: the step is passed, unless it was a move of another kind."""
        known = [*step.does, *[pattern for mistake in step.mistakes for pattern in mistake.does]]
        self.tries[step.id] = self.tries.get(step.id, 0) + 1
        if not step.does or action in fitting(self.game, before, self.seat, known) or self.tries[step.id] >= PATIENCE:
            self.passed[step.id] = True

    def asked(self, step: Step, state: State) -> list[int]:
        """The actions that a step asks for: those of its first pattern that fits."""
        for pattern in step.does:
            found = fitting(self.game, state, self.seat, [pattern])
            if found:
                return found
        return []

    # What is said

    def outcome(self, undone: int) -> list[Note]:
        """What is said of the learner's last move."""
        if self.last is None or self.last[1] is None:
            return []
        move, step, before, action, heard = self.last
        assert step is not None
        key = f"{undone}.{move}"
        if action in self.asked(step, before):
            told = [(after.title, after.text) for after in step.after if any_heard(heard, after.heard)]
            title, text = (told or [("", step.well)])[0]
            return [Note(f"{key}.well", "well", title, text, "")] if text else []
        for mistake in step.mistakes:
            if action in fitting(self.game, before, self.seat, mistake.does):
                rows = self.cost(step, mistake, before, action)
                title = MEANS if rows is None else COST
                return [Note(f"{key}.cost", "cost", title, mistake.text, "", rows or [])]
        return []

    def cost(self, step: Step, mistake: Mistake, before: State, action: int) -> list[tuple[str, str, str]] | None:
        """What a mistake is compared by; None if the comparison finds it as good as what was asked."""
        better = self.asked(step, before)
        if not mistake.cost or not better:
            return []
        if mistake.cost == SCORE:
            label = str(self.game.sheet(before)["total"]["label"])
            return worse(label, self.score(before, action), self.score(before, better[0]), "")
        if mistake.cost == CHANCE:
            chances = [round(100 * self.chance(before, each)) for each in (action, better[0])]
            return worse("Your chance to win, about", chances[0], chances[1], " %")
        told = [self.game.describe(before, self.seat, each).get(mistake.cost) for each in (action, better[0])]
        if None in told:
            return []
        return [(mistake.label, f"{told[0]}{mistake.unit}", f"{told[1]}{mistake.unit}")]

    def score(self, before: State, action: int) -> int:
        """The learner's score right after an action."""
        after = before.determinize(self.seat, Stream(0))  # what is hidden must not show
        after.apply(self.seat, action)
        return after.scores()[self.seat]

    def chance(self, before: State, action: int) -> float:
        """The learner's chance to win after an action, as a good player guesses it from what the learner knows."""
        total = 0.0
        for world in range(WORLDS):
            after = before.determinize(self.seat, Stream(world))
            after.apply(self.seat, action)
            total += self.game.sense.win_chances(after)[self.seat]
        return total / WORLDS

    def facts(self, undone: int = 0) -> LessonFacts:
        """Where the learner stands. `undone`: how often moves were taken back before."""
        lesson, step = self.lesson, self.step()
        over = not self.state.actors()
        passed = len(self.passed)
        done = over or (not lesson.whole and passed == len(lesson.steps))
        notes = self.outcome(undone)
        if done:
            notes += self.last_words(over)
        elif step is not None:
            for at, (place, text) in enumerate(step.say):
                notes.append(Note(f"{step.id}.{at}", "say", step.title, text, place))
        asked = step if step is not None and not done else None
        return LessonFacts(
            lesson.id,
            lesson.title,
            passed,
            len(lesson.steps),
            notes,
            asked.ask if asked is not None else "",
            asked.at if asked is not None else "",
            self.asked(asked, self.state) if asked is not None else [],
            done,
        )

    def last_words(self, over: bool) -> list[Note]:
        """What is said at the end, with the rules that never came up; what a step says of a move made no sense now."""
        lesson = self.lesson
        text = lesson.end
        if over and lesson.whole:
            text = lesson.won if self.seat in self.state.ranking()[0] else lesson.lost
        notes = [Note("end", "end", lesson.title, text, "")] if text else []
        for step in lesson.steps:
            if step.id not in self.passed and step.say and step.covers and not step.heard:
                text = f"{step.title}. {step.say[0][1]}"
                notes.append(Note(f"{step.id}.late", "say", "What did not come up this time", text, ""))
        return notes


def worse(label: str, now: int, otherwise: int, unit: str) -> list[tuple[str, str, str]] | None:
    """What is compared, as it is now and as it would be; None if that is no better."""
    return [(label, f"{now}{unit}", f"{otherwise}{unit}")] if now < otherwise else None


def any_heard(heard: list[Words], patterns: list[str]) -> bool:
    """Whether one of the patterns names one of these events."""
    for pattern in patterns:
        kind, _, text = pattern.partition(": ")
        if any([words["event"] == kind and text in words["text"] for words in heard]):
            return True
    return False


def pupil(lesson: Lesson, record: Record) -> Pupil:
    """The learner of a lesson after the moves of its record."""
    learner = Pupil(lesson, record.game, record.dealt())
    for seat, action, _ in record.moves:
        learner.play(seat, action)
    return learner


def scripted(lesson: Lesson, record: Record, seat: int) -> int | None:
    """What the lesson lets another seat do now; None: whatever its bot likes."""
    for script in lesson.scripts:
        if script.seat == seat:
            made = sum(mover == seat for mover, _, _ in record.moves)
            wanted = script.moves[made : made + 1]
            found = fitting(record.game, record.state, seat, wanted)
            return found[0] if found else None
    return None

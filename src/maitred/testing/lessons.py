"""Lessons: every step is reached by whoever does what is asked, and nothing that a learner does breaks one."""

from __future__ import annotations

from collections.abc import Callable

from maitred.bots.levels import bot
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.record import PREPARED, Record
from maitred.lessons.content import Lesson, Step, course_of, fitting
from maitred.lessons.teaching import COST, LessonFacts, Pupil, pupil, scripted

MOST_MOVES = 3_000
FREE_LEARNERS = 3
FINISHES = 12

Choose = Callable[[Pupil], int | None]


class Walk:
    """A lesson that somebody goes through."""

    def __init__(self, game: Game, lesson: Lesson, seed: int = 0) -> None:
        players = game.load(lesson.position, lesson.seed).players
        chance = {"kind": PREPARED, "position": lesson.position, "seed": lesson.seed}
        self.game = game
        self.lesson = lesson
        self.record = Record(game, players, chance, lesson.options)
        self.learner = Pupil(lesson, game, self.record.state)
        self.bot = bot(lesson.others, game)
        self.chance = Stream(seed)
        self.off_script: list[str] = []
        """The moves of a script that were not possible."""

    def facts(self) -> LessonFacts:
        """Where the learner stands."""
        return self.learner.facts()

    def play(self, seat: int, action: int) -> None:
        """Somebody moves."""
        self.record.play(seat, action)
        self.learner.play(seat, action)

    def others(self) -> bool:
        """Let one of the others move, if one may; False if only the learner may, or nobody."""
        seats = [seat for seat in self.record.state.actors() if seat != self.lesson.seat]
        if not seats:
            return False
        planned = scripted(self.lesson, self.record, seats[0])
        if planned is None:
            made = sum(mover == seats[0] for mover, _, _ in self.record.moves)
            self.off_script += [
                script.moves[made]
                for script in self.lesson.scripts
                if script.seat == seats[0] and made < len(script.moves)
            ]
            planned = self.bot.decide(self.record.state, seats[0], self.chance)
        self.play(seats[0], planned)
        return True

    def until_asked(self) -> bool:
        """Let the others move until the learner has to; False if the lesson is over before."""
        for _ in range(MOST_MOVES):
            if self.facts().done:
                return False
            if not self.others():
                return True
        raise AssertionError(f"{self.lesson.id}: the others go on for ever")

    def walk(self, choose: Choose) -> None:
        """Go on to the end; where `choose` gives None, the learner plays like the bots."""
        for _ in range(MOST_MOVES):
            if not self.until_asked():
                return
            action = choose(self.learner)
            if action is None:
                action = self.bot.decide(self.record.state, self.lesson.seat, self.chance)
            self.play(self.lesson.seat, action)
        raise AssertionError(f"{self.lesson.id}: the lesson does not end")


def obedient(learner: Pupil) -> int | None:
    """Do what is asked."""
    return next(iter(learner.facts().actions), None)


def clever(game: Game, chance: Stream) -> Choose:
    """Do what is asked if it is one thing, and otherwise what a fair player would do."""
    fair = bot("medium", game)

    def choose(learner: Pupil) -> int | None:
        asked = learner.facts().actions
        return asked[0] if len(asked) == 1 else fair.decide(learner.state, learner.seat, chance)

    return choose


def careless(chance: Stream) -> Choose:
    """Do anything."""

    def choose(learner: Pupil) -> int | None:
        legal = learner.state.legal(learner.seat)
        return legal[chance.below(len(legal))]

    return choose


def steps_met(game: Game, lesson: Lesson) -> dict[str, Record]:
    """The record at the decision of each step, for somebody who does what is asked."""
    walk = Walk(game, lesson)
    met: dict[str, Record] = {}

    def note(learner: Pupil) -> int | None:
        step = learner.step()
        if step is not None and step.id not in met:
            met[step.id] = Record.from_told(walk.record.told(), game)
        return obedient(learner)

    walk.walk(note)
    assert not walk.off_script, f"{lesson.id}: the script is not possible: {walk.off_script}"
    return met


def test_every_step_is_met_by_who_does_what_is_asked(game: Game) -> None:
    for lesson in course_of(game).lessons:
        met = steps_met(game, lesson)
        missed = [step for step in lesson.steps if step.id not in met]
        later = after_mistakes(lesson, met) if missed else set()
        never = [step.id for step in missed if step.id not in later or step.covers]
        assert not never, f"{game.id}, {lesson.id}: nobody gets to {never}"


def after_mistakes(lesson: Lesson, met: dict[str, Record]) -> set[str]:
    """The steps that come right after one of the mistakes: what is still right then may be asked for nowhere else."""
    found: set[str] = set()
    for step in lesson.steps:
        record = met.get(step.id)
        for mistake in step.mistakes if record is not None else []:
            assert record is not None
            for action in fitting(record.game, record.state, lesson.seat, mistake.does):
                learner = pupil(lesson, record)
                learner.play(lesson.seat, action)
                after = learner.step()
                found |= {after.id} if after is not None else set()
    return found


def test_every_mistake_can_be_made_is_told_and_taken_back(game: Game) -> None:
    for lesson in course_of(game).lessons:
        for id, record in steps_met(game, lesson).items():
            step = next(each for each in lesson.steps if each.id == id)
            for at, mistake in enumerate(step.mistakes):
                make_mistake(lesson, step, at, record, bool(mistake.cost))


def make_mistake(lesson: Lesson, step: Step, at: int, record: Record, costs: bool) -> None:
    """Make a mistake at a step, read what it cost, and take it back."""
    where = f"{record.game.id}, {lesson.id}, {step.id}, mistake {at + 1}"
    before = pupil(lesson, record)
    asked = before.asked(step, record.state)
    earlier = [pattern for mistake in step.mistakes[:at] for pattern in mistake.does]
    taken = fitting(record.game, record.state, lesson.seat, earlier)
    wrong = fitting(record.game, record.state, lesson.seat, step.mistakes[at].does)
    made = [action for action in wrong if action not in asked and action not in taken]
    assert made, f"{where}: nobody can make it"
    before.play(lesson.seat, made[0])
    told = [note for note in before.facts().notes if note.kind == "cost"]
    assert [note.text for note in told] == [step.mistakes[at].text], where
    assert bool(told[0].rows) == (costs and told[0].title == COST), f"{where}: what it cost is not told"
    again = pupil(lesson, record)
    assert again.step() == step, f"{where}: taken back, the step is there again"


def test_nothing_that_a_learner_does_breaks_a_lesson(game: Game) -> None:
    for lesson in course_of(game).lessons:
        for seed in range(FREE_LEARNERS):
            walk = Walk(game, lesson, seed)
            walk.walk(careless(Stream(seed, 1)))
            assert walk.facts().done
            again = pupil(lesson, walk.record)
            assert again.facts() == walk.facts(), "where a learner stands follows from the moves alone"


def test_a_first_game_can_be_won_and_lost(game: Game) -> None:
    for lesson in course_of(game).lessons:
        if lesson.whole:
            assert lesson.won
            assert lesson.lost
            won: set[bool] = set()
            for seed in range(FINISHES):
                walk, chance = Walk(game, lesson, seed), Stream(seed, 1)
                walk.walk(clever(game, chance) if seed % 2 else careless(chance))
                won.add(lesson.seat in walk.record.state.ranking()[0])
                if len(won) > 1:
                    break
            assert won == {True, False}, f"{game.id}, {lesson.id}: it always ends the same"

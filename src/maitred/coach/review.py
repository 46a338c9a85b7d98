"""A review of a finished game for one seat: rough at first, then finer, the same whoever does the work.

Work is cut into jobs, plain data that any process can carry out (`perform`). They hold nothing but what the reviewed
seat knew, unless the outlook is asked for with all cards open.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import Any, Final, NamedTuple

from maitred.coach import telling
from maitred.coach.course import Course, Place, place_of
from maitred.coach.judging import GRADES, Judged, judge, rounds
from maitred.coach.playouts import Outlook, stream_of
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.state import State

FORMAT: Final = 1
BUDGET: Final = 4_224
"""How many worlds a decision is judged in, if that is needed."""
MOST_BUDGET: Final = 1 << 16
OUTLOOKS: Final = (12, 36, 48)
"""In how many worlds the outlook is estimated, round by round; later rounds add nothing to it."""
MOST_POINTS: Final = 160
"""At how many moments of a game the outlook is estimated at most."""


class Job(NamedTuple):
    """One round of a decision, or of an outlook."""

    move: int
    place: Place
    seat: int | None
    """Whose knowledge it is; None: all cards are open."""
    played: int | None
    """What was decided; None: an outlook."""
    worlds: int
    round: int
    others: Sequence[int] = ()
    long: bool = False


class Seen(NamedTuple):
    """An outlook: sums over worlds of the chance of every seat, and of their squares."""

    worlds: int
    sums: tuple[float, ...]
    squares: tuple[float, ...]

    def plus(self, more: Seen) -> Seen:
        """With the worlds of another round."""
        sums = tuple([a + b for a, b in zip(self.sums, more.sums, strict=True)])
        squares = tuple([a + b for a, b in zip(self.squares, more.squares, strict=True)])
        return Seen(self.worlds + more.worlds, sums, squares)

    def chances(self) -> list[float]:
        """The chance of every seat."""
        return [total / self.worlds for total in self.sums]

    def error(self, seat: int) -> float:
        """The standard error of one seat's chance."""
        mean = self.sums[seat] / self.worlds
        return sqrt(max(0.0, self.squares[seat] / self.worlds - mean * mean) / max(1, self.worlds - 1))


def perform(job: Job) -> Judged | Seen:
    """Do a job, in any process."""
    state = job.place.state()
    game = state.game
    name = (job.place.game, job.seat, job.move, job.round)
    if job.played is not None:
        assert job.seat is not None
        return judge(game, state, job.seat, job.played, job.worlds, ("judge", *name), job.others, job.long)
    outlook = Outlook(game, state, job.seat, stream_of("outlook", *name))
    found = [outlook.chances(outlook.world()) for _ in range(job.worlds)]
    columns = list(zip(*found, strict=True))
    return Seen(job.worlds, tuple(map(sum, columns)), tuple([sum([x * x for x in column]) for column in columns]))


class Review:
    """What has been found so far."""

    def __init__(
        self, course: Course, seat: int, names: Sequence[str] = (), budget: int = BUDGET, open_cards: bool = False
    ) -> None:
        """`budget`: worlds for each decision; `open_cards`: the outlook is that of somebody who sees all cards."""
        if not 0 <= seat < course.end.players:
            raise BadSetup(f"There is no seat {seat + 1} in this game of {course.end.players}.")
        if not 1 <= budget <= MOST_BUDGET:
            raise BadSetup(f"The budget of a review is from 1 to {MOST_BUDGET} worlds a decision, not {budget}.")
        self.course = course
        self.seat = seat
        self.names = [*names] or [f"Seat {at + 1}" for at in range(course.end.players)]
        self.open_cards = open_cards
        self.rounds = rounds(budget)
        self.round = 0
        """How many rounds are done."""
        self.judged: dict[int, Judged] = {}
        self.seen: dict[int, Seen] = {}
        self.plain: set[int] = set()
        """Decisions with an obvious answer, which was taken."""
        for move in course.decisions(seat):
            known = course.known(move, seat)
            if course.game.sense.obvious(known, seat, known.legal(seat)) == course.moments[move].action:
                self.plain.add(move)

    # The work

    def is_done(self) -> bool:
        """Whether all rounds are done."""
        return self.round >= len(self.rounds)

    def points(self) -> list[int]:
        """The moments at which the outlook is estimated: where somebody else comes to act."""
        turns = self.course.turns()
        step = -(-len(turns) // MOST_POINTS)
        return turns[::step]

    def jobs(self) -> list[Job]:
        """What is to be done in the next round."""
        told: list[Job] = []
        worlds, long = self.rounds[self.round]
        if self.round < len(OUTLOOKS):
            for move in self.points():
                seat = None if self.open_cards else self.seat
                state = self.course.moments[move].state if seat is None else self.course.known(move, seat)
                told.append(Job(move, place_of(state), seat, None, OUTLOOKS[self.round], self.round))
        for move in self.course.decisions(self.seat):
            before = self.judged.get(move)
            others = before.to_try(long) if before is not None else []
            if move not in self.plain and (before is None or (others and not before.settled)):
                known = place_of(self.course.known(move, self.seat))
                action = self.course.moments[move].action
                told.append(Job(move, known, self.seat, action, worlds, self.round, others, long))
        return told

    def take(self, done: Sequence[tuple[Job, Judged | Seen]]) -> None:
        """Add the results of a whole round."""
        for job, found in done:
            if isinstance(found, Judged):
                before = self.judged.get(job.move)
                self.judged[job.move] = found if before is None else before.merged(found)
            else:
                seen = self.seen.get(job.move)
                self.seen[job.move] = found if seen is None else seen.plus(found)
        self.round += 1

    # Results

    def told(self) -> dict[str, Any]:
        """The review as data: numbers, and the sentences for them."""
        course = self.course
        outlook = self.outlook()
        decisions = [self.decision(move) for move in course.decisions(self.seat)]
        counts: dict[str, int] = {grade: sum([each["grade"] == grade for each in decisions]) for grade in GRADES}
        luck = self.luck(outlook, decisions)
        return {
            "format": FORMAT,
            "game": course.game.id,
            "title": course.game.title,
            "players": course.end.players,
            "names": self.names,
            "seat": self.seat,
            "moves": len(course.moments),
            "open_cards": self.open_cards,
            "worlds": sum([each.worlds for each in self.rounds[: self.round]]),
            "rounds": [self.round, len(self.rounds)],
            "result": {"scores": course.end.scores(), "ranking": course.end.ranking()},
            "outlook": outlook,
            "turning_points": self.turning_points(outlook),
            "decisions": decisions,
            "counts": counts,
            "luck": luck,
            "words": telling.verdict(luck, counts),
        }

    def outlook(self) -> list[dict[str, Any]]:
        """The chance of every seat over time, from the deal to the result."""
        told = []
        for move, seen in sorted(self.seen.items()):
            chances = [round(chance, 4) for chance in seen.chances()]
            told.append({"move": move, "chances": chances, "error": round(seen.error(self.seat), 4)})
        winners = self.course.end.ranking()[0]
        firsts = [round(1 / len(winners), 4) if at in winners else 0.0 for at in range(self.course.end.players)]
        return [*told, {"move": len(self.course.moments), "chances": firsts, "error": 0.0}]

    def decision(self, move: int) -> dict[str, Any]:
        """One decision of the seat: what was played, what would have been best, and why."""
        known = self.course.known(move, self.seat)
        played = self.course.moments[move].action
        prompt = self.course.game.prompt(known, self.seat)
        judged = self.judged.get(move)
        best = played if judged is None else judged.best().action
        told = {
            "move": move,
            "prompt": self.in_words(prompt),
            "grade": "best" if judged is None else judged.grade(),
            "loss": [0.0] * 3 if judged is None else [round(part, 4) for part in judged.loss()],
            "worlds": 0 if judged is None else judged.played.worlds,
            "played": self.action(known, played, None if judged is None else judged.played.chance()),
            "best": self.action(known, best, None if judged is None else judged.best().chance()),
        }
        return {**told, "words": telling.judgement(told)}

    def action(self, known: State, action: int, chance: float | None) -> dict[str, Any]:
        """An action in words: its label, its chance, what speaks for it."""
        game: Game = self.course.game
        return {
            "action": action,
            "label": self.in_words(game.describe(known, self.seat, action)["label"]),
            "chance": None if chance is None else round(chance, 4),
            "reason": self.in_words(game.sense.reason(known, self.seat, action)),
        }

    def in_words(self, text: str) -> str:
        """A text of the game with everybody's names, told to the reviewed seat."""
        return telling.named(text, self.names, self.seat)

    def turning_points(self, outlook: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Where the reviewed seat's chance changed most, the largest change first."""
        told = []
        for before, after in pairwise(outlook):
            change = after["chances"][self.seat] - before["chances"][self.seat]
            doubt = 2 * sqrt(before["error"] ** 2 + after["error"] ** 2)
            if abs(change) >= max(telling.TURNING, doubt):
                seat = self.course.moments[before["move"]].seat
                told.append({"move": before["move"], "until": after["move"], "seat": seat, "change": round(change, 4)})
        told.sort(key=lambda point: (-abs(point["change"]), point["move"]))
        return told[: telling.MOST_TURNING]

    def luck(self, outlook: list[dict[str, Any]], decisions: list[dict[str, Any]]) -> dict[str, Any]:
        """What the deal, the others and chance gave and took, and what the seat's own decisions cost.

        The result is an even share, plus the deal, plus luck, less what the decisions cost.
        """
        fair = 1 / self.course.end.players
        first, last = outlook[0], outlook[-1]
        start, result = first["chances"][self.seat], last["chances"][self.seat]
        sure = [each["loss"] for each in decisions if each["loss"][1] > 0]
        cost = [round(sum([loss[at] for loss in sure]), 4) for at in range(3)]
        own = others = 0.0
        for before, after in pairwise(outlook):
            change = after["chances"][self.seat] - before["chances"][self.seat]
            if self.course.moments[before["move"]].seat == self.seat:
                own += change
            else:
                others += change
        spread = 1.96 * first["error"]
        luck = result - start + cost[0]
        return {
            "fair": round(fair, 4),
            "deal": round(start - fair, 4),
            "own_moves": round(own + cost[0], 4),
            "others": round(others, 4),
            "luck": [
                round(part, 4)
                for part in (luck, luck - spread - (cost[0] - cost[1]), luck + spread + (cost[2] - cost[0]))
            ],
            "cost": cost,
            "result": result,
        }

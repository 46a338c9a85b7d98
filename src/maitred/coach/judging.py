"""How good a decision was, by what its seat could know: the action that was played beside its best alternatives.

All are played in the same worlds, so that what is measured is the difference that the decision made. Work is cut into
*rounds*, each in fresh worlds from a stream of its own: who does a round, and when, changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist
from typing import Final, Literal, NamedTuple

from maitred.coach.playouts import Trials, stream_of
from maitred.kernel.game import Game
from maitred.kernel.state import State

Grade = Literal["best", "good", "inaccuracy", "mistake"]
GRADES: Final[tuple[Grade, ...]] = ("best", "good", "inaccuracy", "mistake")

DOUBT: Final = 0.01
"""How often an interval may miss, all alternatives of a decision together."""
MISTAKE: Final = 0.03
"""A mistake has cost this much of the chance to win, beyond doubt …"""
INACCURACY: Final = 0.01
"""… and an inaccuracy this much."""
AS_GOOD: Final = 0.005
"""Below this two actions are as good as each other."""
RARE: Final = 0.25
"""What has not been seen in n worlds may still happen in some: no standard error is below this divided by n."""
ENOUGH: Final = 256
"""A mistake is not settled in fewer worlds than these: what looks bad at first sight often is not."""
BLOCK: Final = 32
"""A search knows what it has learned in so many worlds and no more: a larger budget measures the same, only finer."""
FIRST: Final = 32
"""How many worlds the first round has; each round after it has as many as all before it together."""


class Tried(NamedTuple):
    """The results of one action: sums over worlds, of its chance and of its lead over what was played."""

    action: int
    worlds: int
    total: float
    better: float
    squares: float

    def plus(self, more: Tried) -> Tried:
        """With the worlds of another round."""
        return Tried(
            self.action,
            self.worlds + more.worlds,
            self.total + more.total,
            self.better + more.better,
            self.squares + more.squares,
        )

    def chance(self) -> float:
        """The chance to win by it."""
        return self.total / self.worlds

    def difference(self) -> float:
        """How much better than what was played."""
        return self.better / self.worlds

    def error(self) -> float:
        """The standard error of that difference."""
        n, mean = self.worlds, self.difference()
        variance = max(0.0, self.squares / n - mean * mean) / max(1, n - 1)
        return max(sqrt(variance), RARE / n)


class Judged(NamedTuple):
    """What is known of a decision so far."""

    played: Tried
    others: tuple[Tried, ...]
    """The alternatives, in the order of judgement before anything was played."""
    settled: bool = False
    """Whether more worlds could not change the grade."""

    def sureness(self) -> float:
        """How many standard errors wide an interval is to either side, whichever alternative it is about."""
        return NormalDist().inv_cdf(1 - DOUBT / 2 / max(1, len(self.others)))

    def best(self) -> Tried:
        """The best action as far as is known; what was played if nothing is better."""
        best = self.played
        for other in self.others:
            if other.difference() > max(0.0, best.difference()):
                best = other
        return best

    def loss(self) -> tuple[float, float, float]:
        """What the decision cost of the chance to win: the estimate, and from where to where the truth may lie."""
        rivals = [other for other in self.others if other.worlds == self.played.worlds]
        if not rivals:
            return 0.0, 0.0, 0.0
        width = self.sureness()
        low = max(0.0, *[other.difference() - width * other.error() for other in rivals])
        high = max(0.0, *[other.difference() + width * other.error() for other in rivals])
        return max(0.0, self.best().difference()), low, high

    def grade(self) -> Grade:
        """The decision in one word. It is called a mistake or an inaccuracy only beyond doubt."""
        loss, low, _ = self.loss()
        if low >= MISTAKE:
            return "mistake"
        if low >= INACCURACY:
            return "inaccuracy"
        return "best" if loss < AS_GOOD else "good"

    def merged(self, more: Judged) -> Judged:
        """With another round; alternatives that are far behind are not tried again."""
        found = {tried.action: tried for tried in more.others}
        others = tuple([other.plus(found[other.action]) if other.action in found else other for other in self.others])
        return Judged(self.played.plus(more.played), others).narrowed()

    def narrowed(self) -> Judged:
        """The same, marked as settled if it is."""
        _, low, high = self.loss()
        return self._replace(settled=high < INACCURACY or (low >= MISTAKE and self.played.worlds >= ENOUGH))

    def to_try(self) -> list[int]:
        """The alternatives that may still be the best, for the next round."""
        rivals = [other for other in self.others if other.worlds == self.played.worlds]
        width = self.sureness()
        least = max([0.0, *[other.difference() - width * other.error() for other in rivals]])
        return [other.action for other in rivals if other.difference() + width * other.error() >= least]


def rounds(budget: int) -> list[int]:
    """How many worlds each round has, for a budget of so many worlds in all."""
    told, done = [], 0
    while done < budget:
        told.append(min(budget - done, max(FIRST, done)))
        done += told[-1]
    return told


def judge(
    game: Game,
    known: State,
    seat: int,
    played: int,
    worlds: int,
    name: Sequence[object],
    others: Sequence[int] = (),
) -> Judged:
    """One round: what was played and `others` (by default all that is worth comparing), in so many fresh worlds.

    `name` says which round of which decision it is, for its stream of chance.
    """
    trials = Trials(game, known, seat, stream_of(*name))
    rivals = [action for action in others or trials.candidates(played) if action != played]
    mine = 0.0
    sums = [[0.0, 0.0, 0.0] for _ in rivals]
    for number in range(worlds):
        if number and number % BLOCK == 0:
            trials = Trials(game, known, seat, stream_of(*name, number))
        reached = trials.chance(played)
        mine += reached
        for at, action in enumerate(rivals):
            chance = trials.chance(action)
            better = chance - reached
            sums[at][0] += chance
            sums[at][1] += better
            sums[at][2] += better * better
    tried = tuple([Tried(action, worlds, *sums[at]) for at, action in enumerate(rivals)])
    return Judged(Tried(played, worlds, mine, 0.0, 0.0), tried).narrowed()

"""How good a decision was, by what its seat could know: the action that was played beside its best alternatives.

All are played in the same worlds, so that what is measured is the difference that the decision made. Work is cut into
*rounds*, each in fresh worlds from a stream of its own: who does a round, and when, changes nothing.

It takes two stages to call something a mistake. Short searches sort out what cannot be one; whatever is left is tried
again by long searches, which alone count then: they look further ahead, and in fresh worlds nothing is the best only
because it was lucky. Several of them have to agree, for what one search learns another may not.
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
"""A mistake has cost this much of the chance to win, in all likelihood, and more than an inaccuracy beyond doubt."""
LIKELY: Final = 1.645
"""How many standard errors make that likely: 95 % are on this side."""
INACCURACY: Final = 0.01
"""An inaccuracy has cost this much, beyond doubt."""
AS_GOOD: Final = 0.005
"""Below this two actions are as good as each other."""
RARE: Final = 0.25
"""What has not been seen in n worlds may still happen in some: no standard error is below this divided by n."""
SHORT: Final = 32
"""How many worlds a short search learns from. A larger budget means more searches, not longer ones: it measures the
same, only finer."""
LONG: Final = 16 * SHORT
"""How many worlds a long search learns from."""
FIRST: Final = 32
"""How many worlds the first round has …"""
SCREENED: Final = 4 * FIRST
"""… and all rounds of short searches together, each with as many as all before it."""
ENOUGH: Final = 2
"""How many long searches it takes to call something a mistake."""
MOST_RIVALS: Final = 4
"""How many alternatives long searches try at most."""


class Tried(NamedTuple):
    """The results of one action: sums over worlds, of its chance and of its lead over what was played."""

    action: int
    worlds: int
    total: float
    better: float
    squares: float
    searches: int = 0
    """How many long searches tried it …"""
    between: float = 0.0
    """… and the sum over them of the squared lead that each found, times its worlds."""

    def plus(self, more: Tried) -> Tried:
        """With the worlds of another round."""
        return Tried(
            self.action,
            self.worlds + more.worlds,
            self.total + more.total,
            self.better + more.better,
            self.squares + more.squares,
            self.searches + more.searches,
            self.between + more.between,
        )

    def chance(self) -> float:
        """The chance to win by it."""
        return self.total / self.worlds

    def difference(self) -> float:
        """How much better than what was played."""
        return self.better / self.worlds

    def error(self) -> float:
        """The standard error of that difference: by how far worlds differ, or searches if that is more."""
        n, mean = self.worlds, self.difference()
        variance = max(0.0, self.squares / n - mean * mean) / max(1, n - 1)
        if self.searches > 1:
            variance = max(variance, (self.between / n - mean * mean) / (self.searches - 1))
        return max(sqrt(variance), RARE / n)


class Judged(NamedTuple):
    """What is known of a decision so far."""

    played: Tried
    others: tuple[Tried, ...]
    """The alternatives, in the order of judgement before anything was played."""
    long: bool = False
    """Whether this was found by long searches."""
    settled: bool = False
    """Whether more worlds could not change whether it was a mistake."""

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
        rivals = self.rivals()
        if not rivals:
            return 0.0, 0.0, 0.0
        width = self.sureness()
        low = max(0.0, *[other.difference() - width * other.error() for other in rivals])
        high = max(0.0, *[other.difference() + width * other.error() for other in rivals])
        return max(0.0, self.best().difference()), low, high

    def grade(self) -> Grade:
        """The decision in one word. It is called a mistake or an inaccuracy only if it was wrong beyond doubt."""
        loss, low, _ = self.loss()
        if low >= INACCURACY:
            agreed = all([other.searches >= ENOUGH for other in self.rivals()])
            much = any([other.difference() - LIKELY * other.error() >= MISTAKE for other in self.rivals()])
            return "mistake" if agreed and much else "inaccuracy"
        return "best" if loss < AS_GOOD else "good"

    def merged(self, more: Judged) -> Judged:
        """With another round; alternatives that are far behind are not tried again."""
        if more.long != self.long:
            return more
        found = {tried.action: tried for tried in more.others}
        others = tuple([other.plus(found[other.action]) if other.action in found else other for other in self.others])
        return Judged(self.played.plus(more.played), others, self.long).narrowed()

    def narrowed(self) -> Judged:
        """The same, marked as settled if it cannot be a mistake, or if long searches agree that it was one."""
        _, _, high = self.loss()
        return self._replace(settled=high < MISTAKE or self.grade() == "mistake")

    def rivals(self) -> list[Tried]:
        """The alternatives that are not far behind."""
        return [other for other in self.others if other.worlds == self.played.worlds]

    def to_try(self, long: bool = False) -> list[int]:
        """The alternatives that may still be the best, and a mistake to miss; only the likeliest in a long round."""
        rivals = self.rivals()
        width = self.sureness()
        least = max([MISTAKE, *[other.difference() - width * other.error() for other in rivals]])
        rivals = [other for other in rivals if other.difference() + width * other.error() >= least]
        return likeliest(rivals) if long else [other.action for other in rivals]


def likeliest(rivals: Sequence[Tried]) -> list[int]:
    """The alternatives that long searches try."""
    best = sorted(rivals, key=Tried.difference, reverse=True)
    return [other.action for other in best[:MOST_RIVALS]]


class Round(NamedTuple):
    """Some of the worlds that a decision is judged in."""

    worlds: int
    long: bool


def rounds(budget: int) -> list[Round]:
    """The rounds of a budget of so many worlds in all."""
    told: list[Round] = []
    done = 0
    while done < budget:
        long = done >= SCREENED
        worlds = max(LONG, done - SCREENED) if long else max(FIRST, done)
        told.append(Round(min(budget - done, worlds), long))
        done += worlds
    return told


def judge(
    game: Game,
    known: State,
    seat: int,
    played: int,
    worlds: int,
    name: Sequence[object],
    others: Sequence[int] = (),
    long: bool = False,
) -> Judged:
    """One round: what was played and `others` (by default all that is worth comparing), in so many fresh worlds.

    `name` says which round of which decision it is, for its stream of chance. `long`: by long searches.
    """
    rivals: list[int] = []
    tried: list[Tried] = []
    mine = 0.0
    for first in range(0, worlds, LONG if long else SHORT):
        of = min(LONG if long else SHORT, worlds - first)
        trials = Trials(game, known, seat, stream_of(*name, *([first] if first else [])))
        if not tried:
            rivals = [action for action in others or trials.candidates(played) if action != played]
            tried = [Tried(action, 0, 0.0, 0.0, 0.0) for action in rivals]
        reached = [trials.chance(played) for _ in range(of)]
        mine += sum(reached)
        for at, action in enumerate(rivals):
            tried[at] = tried[at].plus(compared(trials, action, reached, long))
    return Judged(Tried(played, worlds, mine, 0.0, 0.0), tuple(tried), long).narrowed()


def compared(trials: Trials, action: int, reached: Sequence[float], long: bool) -> Tried:
    """An alternative in the worlds in which some chances were reached by what was played."""
    chances = [trials.chance(action) for _ in reached]
    leads = [chance - before for chance, before in zip(chances, reached, strict=True)]
    better = sum(leads)
    squares = sum([lead * lead for lead in leads])
    return Tried(
        action, len(leads), sum(chances), better, squares, int(long), better * better / len(leads) if long else 0.0
    )

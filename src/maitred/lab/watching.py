"""What is seen of a game that is watched closely: choices, turns, and how the chances to win change."""

from __future__ import annotations

from copy import copy
from itertools import pairwise
from typing import Final, NamedTuple

from maitred.kernel.game import Game
from maitred.kernel.state import State

CLEAR: Final = 0.8
"""Somebody is the clear winner from when on their chance to win stays above this."""
MOMENTS: Final = 21
"""At so many moments of a game, from its beginning to its end, the chances to win are kept."""
THINKS_MS: Final = 3000
PER_OFFER_MS: Final = 400
MOST_MS: Final = 9000
TOGETHER: Final = 2
"""How long people think about a decision, for what each choice adds, at most, and how much longer all of it takes at a
table where people watch and talk: assumptions, the same as in `benchmarks/pace.py`, not measured with people."""


class Watched(NamedTuple):
    """What was seen of a game that was watched closely."""

    turns: int
    """How often somebody else was to act."""
    idle: int
    """Turns without a single choice."""
    choices: int
    """How many actions there were to choose from, over all decisions."""
    forced: int
    """Decisions with one action only."""
    thought_ms: int
    """How long people would have thought."""
    verbs: dict[str, list[int]]
    """How often each seat used each verb."""
    leads: int
    """How often somebody else had the best chance to win."""
    clear: float
    """After which part of the game it was clear who would win."""
    swings: float
    """How far the winner's chance went up and down, beyond the way from its beginning to its end."""
    course: list[float]
    """The winner's chance to win at `MOMENTS` moments."""


class Watcher:
    """Looks at every decision of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.last = -1
        self.asked = -1
        self.turns = 0
        self.idle = 0
        self.is_idle = True
        self.choices = 0
        self.forced = 0
        self.thought_ms = 0
        self.verbs: dict[str, list[int]] = {}
        self.outlook: list[list[float]] = []

    def see(self, state: State, seat: int, action: int) -> None:
        """Note a decision, before it is carried out."""
        if seat != self.last:
            self.idle += self.turns > 0 and self.is_idle
            self.turns += 1
            self.last = seat
            self.is_idle = True
        offers = len(state.legal(seat))
        self.choices += offers
        self.forced += offers == 1
        self.is_idle = self.is_idle and offers == 1
        if offers > 1 and state.asked != self.asked:
            self.thought_ms += min(MOST_MS, THINKS_MS + PER_OFFER_MS * offers)
            self.asked = state.asked
        verb = self.game.describe(state, seat, action)["verb"]
        self.verbs.setdefault(verb, [0] * state.players)[seat] += 1
        self.outlook.append(self.game.sense.win_chances(state))

    def copy(self) -> Watcher:
        """One that has seen the same, and goes on to see another game."""
        twin = copy(self)
        twin.verbs = {verb: uses[:] for verb, uses in self.verbs.items()}
        twin.outlook = self.outlook[:]
        return twin

    def sum_up(self, winners: list[int]) -> Watched:
        """What was seen, once it is known who won."""
        chances = [sum([outlook[seat] for seat in winners]) for outlook in self.outlook]
        best = [outlook.index(max(outlook)) for outlook in self.outlook]
        leads = sum([one != other for one, other in pairwise(best)])
        unclear = [at for at, chance in enumerate(chances) if chance < CLEAR]
        clear = (unclear[-1] + 1) / len(chances) if unclear else 0.0
        moved = sum([abs(after - before) for before, after in pairwise([*chances, 1.0])])
        last = len(chances) - 1
        course = [round(chances[last * at // (MOMENTS - 1)], 3) for at in range(MOMENTS)]
        return Watched(
            self.turns,
            self.idle + self.is_idle,
            self.choices,
            self.forced,
            self.thought_ms,
            self.verbs,
            leads,
            round(clear, 4),
            round(max(0.0, moved - (1.0 - chances[0])), 3),
            course,
        )

"""Hints: the best actions of a seat, how likely each is to win, and why, in words."""

from __future__ import annotations

from typing import Any, NamedTuple

from maitred.bots.clock import WAIT
from maitred.bots.search import Search
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.state import State

MOST_HINTS = 3
TO_WAIT = "Nothing here is better than to see first what the others do."


class Hint(NamedTuple):
    """An action (or WAIT) with the estimated chance to come first by it, and the reason."""

    action: int
    chance: float
    reason: str

    def words(self) -> dict[str, Any]:
        """The hint for whoever shows it."""
        return {"action": self.action, "chance": round(self.chance, 3), "reason": self.reason}


def hints(
    game: Game, state: State, seat: int, chance: Stream, iterations: int = 0, ms: int = 0, may_wait: bool = False
) -> list[Hint]:
    """The best actions of a seat that may act, the best first, from nothing but what the seat knows.

    There are at most three, each for a reason of its own: of several actions that serve the same end only the best is
    told. The budget is that of `maitred.bots.levels.bot`; `may_wait`: waiting is an answer too, where the game allows
    it.
    """
    known = state.determinize(seat, chance)
    search = Search(game.sense, known, seat, chance, may_wait and state.may_wait(seat))
    search.run(iterations or game.sense.iterations, ms)
    told: list[Hint] = []
    likely = 1.0
    for candidate in search.ranked():
        # An estimate of few visits is unsure, but what was dropped earlier was not better.
        likely = min(likely, candidate.chance())
        reason = TO_WAIT if candidate.action == WAIT else game.sense.reason(known, seat, candidate.action)
        if all([reason != hint.reason for hint in told]):
            told.append(Hint(candidate.action, likely, reason))
        if len(told) == MOST_HINTS:
            break
    return told

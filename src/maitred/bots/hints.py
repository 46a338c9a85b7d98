"""Hints: the best actions of a seat, how likely each is to win, and why, in words."""

from __future__ import annotations

from typing import Any, NamedTuple

from maitred.bots.clock import WAIT
from maitred.bots.search import Candidate, Search
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.state import State
from maitred.kernel.words import counted

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
    told. Each says what speaks for it and against it. The budget is that of `maitred.bots.levels.bot`; `may_wait`:
    waiting is an answer too, where the game allows it.
    """
    known = state.determinize(seat, chance)
    search = Search(game.sense, known, seat, chance, may_wait and state.may_wait(seat))
    search.run(iterations or game.sense.iterations, ms)
    told: list[Hint] = []
    likely = 1.0
    at_first_sight = max(search.candidates, key=worth_of).action
    for candidate in search.ranked():
        # An estimate of few visits is unsure, but what was dropped earlier was not better.
        likely = min(likely, candidate.chance())
        reason = TO_WAIT if candidate.action == WAIT else game.sense.reason(known, seat, candidate.action)
        if all([reason != hint.reason for hint in told]):
            told.append(Hint(candidate.action, likely, reason))
        if len(told) == MOST_HINTS:
            break
    labels = [label_of(game, known, seat, hint.action) for hint in told]
    return [
        hint._replace(reason=f"{hint.reason} {against(told, at, labels, at_first_sight)}".rstrip())
        for at, hint in enumerate(told)
    ]


def worth_of(candidate: Candidate) -> float:
    """What an action is worth by judgement alone, before anything is tried."""
    return candidate.worth


def label_of(game: Game, known: State, seat: int, action: int) -> str:
    """An action in words."""
    label: str = "Wait" if action == WAIT else game.describe(known, seat, action)["label"]
    return f"“{label}”"


def against(hints: list[Hint], at: int, labels: list[str], at_first_sight: int) -> str:
    """What speaks against one of some hints, or how little does; empty if there is nothing to compare it with."""
    if len(hints) == 1:
        return ""
    tempting = hints[at].action == at_first_sight
    less = round(100 * (hints[0].chance - hints[max(1, at)].chance))
    if at > 0:
        told = (
            f"it wins {counted(less, 'game')} in 100 fewer than {labels[0]}"
            if less
            else f"hardly anything beside {labels[0]}"
        )
        return f"It looks best at first sight, but against it: {told}." if tempting else f"Against it: {told}."
    if not less:
        return f"Against it: {labels[1]} is hardly worse."
    others = [hint.action for hint in hints]
    if not tempting and at_first_sight in others:
        return f"Against it: {labels[others.index(at_first_sight)]} looks better at first sight, but wins less often."
    return f"Little speaks against it: {labels[1]} wins {counted(less, 'game')} in 100 fewer."

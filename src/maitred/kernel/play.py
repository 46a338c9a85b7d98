"""Playing a game out at random, as fast as possible."""

from __future__ import annotations

from maitred.kernel.chance import Stream
from maitred.kernel.state import NOBODY, State


def play_out(state: State, chance: Stream) -> int:
    """Play random legal moves to the end of the game, and return how many there were."""
    decisions = 0
    while (seat := state.random_actor(chance)) != NOBODY:
        state.apply(seat, chance.choice(state.legal(seat)))
        decisions += 1
    return decisions

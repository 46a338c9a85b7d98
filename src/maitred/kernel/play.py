"""Playing a game out at random, as fast as possible."""

from __future__ import annotations

from maitred.kernel.chance import Stream
from maitred.kernel.state import State


def play_out(state: State, chance: Stream) -> int:
    """Play random legal moves to the end of the game, and return how many there were."""
    decisions = 0
    while True:
        actors = state.actors()
        if not actors:
            return decisions
        seat = actors[0] if len(actors) == 1 else actors[chance.below(len(actors))]
        actions = state.legal(seat)
        state.apply(seat, actions[chance.below(len(actions))])
        decisions += 1

"""Play-outs for judging, in worlds that a seat thinks possible: those of the search that hard bots think with.

Two actions that are tried in the same worlds give paired samples, so that their difference has an interval.
"""

from __future__ import annotations

import hashlib

from maitred.bots.clock import Clock
from maitred.bots.search import NO_LIMIT, PACE, Search
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.state import State


def stream_of(*facts: object) -> Stream:
    """A stream of chance named by some facts, which must not include anything hidden."""
    named = hashlib.sha256("|".join(map(str, facts)).encode()).digest()
    return Stream(int.from_bytes(named[:8], "big") >> 1, int.from_bytes(named[8:12], "big"))


class Trials:
    """What the actions of a seat that may act lead to, in worlds numbered from 0 and the same for all of them."""

    def __init__(self, game: Game, known: State, seat: int, chance: Stream) -> None:
        """`known`: what the seat knows; in real time what was done is judged, not when."""
        self.search = Search(game.sense, known, seat, chance, False)
        self.by_action = {candidate.action: candidate for candidate in self.search.candidates}

    def candidates(self, played: int) -> list[int]:
        """The actions worth comparing, the best by judgement first, and among them the one that was played.

        Where the game says that judgement sees further than a search, only those that it prefers are compared.
        """
        compared = self.search.remaining
        if not self.search.is_needed():
            least = self.by_action[played].worth
            compared = [candidate for candidate in compared if candidate.worth > least]
        actions = [candidate.action for candidate in compared]
        return actions if played in actions else [*actions, played]

    def chance(self, action: int) -> float:
        """The chance to win by an action in its next world."""
        candidate = self.by_action[action]
        before = candidate.total
        self.search.iterate(candidate)
        return candidate.total - before


class Outlook:
    """The chance of every seat to win from a moment on, if everybody plays by judgement."""

    def __init__(self, game: Game, state: State, seat: int | None, chance: Stream, to_the_end: bool = False) -> None:
        """`seat`: from what that seat knows; None: all cards are open, also those of the deck."""
        self.state = state
        self.seat = seat
        self.chance = chance
        self.search = Search(game.sense, state, state.actors()[0], chance, False)
        self.search.root = None  # without a tree
        self.sense = self.search.sense
        if to_the_end:
            self.search.horizon = NO_LIMIT

    def world(self) -> State:
        """A world that may be the true one."""
        if self.seat is not None:
            return self.sense.sample_world(self.state, self.seat, self.chance)
        world = self.state.clone()
        world.chance = self.chance.fork()
        return world

    def chances(self, world: State) -> list[float]:
        """The chance of every seat, having played a world to the horizon."""
        clock = Clock([PACE] * world.players, [self.chance.fork()] * world.players)
        self.search.play_on(None, world, clock, self.sense.stage(world))
        return self.sense.win_chances(world)

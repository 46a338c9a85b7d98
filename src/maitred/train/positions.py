"""Positions to learn from: what a seat knew, what odds the game's own judgement gave everybody, and who won."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from maitred.bots.clock import Clock
from maitred.bots.levels import Bot, next_move
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.observation import BYTES, no_words
from maitred.kernel.state import NOBODY

MOST_ROWS: Final = 8
"""How many positions of one game are drawn, evenly: more of them would say little more about who wins."""
WITHIN: Final = 6
"""One in so many of the positions within a stage may be drawn; at the beginning of a stage every one."""
STRAYS: Final = 30
"""One decision in so many is made at random, to reach positions that good players do not get into."""
LOTS: Final = 1_000
"""The branch of a seed that decides who sits where, what is kept and who strays."""


class Positions(NamedTuple):
    """A row for each position; seats are counted from the observer."""

    observations: NDArray[np.uint8]
    judged: NDArray[np.float32]
    """The odds by the game's own judgement …"""
    shares: NDArray[np.float32]
    """… and each seat's share of the first place."""


class Table:
    """A game between bots drawn by lot for every seat."""

    def __init__(self, game: Game, players: int, dealt: int, bots: list[Bot]) -> None:
        self.lots = Stream(dealt, branch=LOTS)
        self.state = game.new(players, dealt)
        self.seated = [self.lots.choice(bots) for _ in range(players)]
        self.chances = [Stream(dealt, branch=1 + seat) for seat in range(players)]
        self.clock: Clock | None = None

    def decision(self, actor: int) -> tuple[int, int]:
        """Who acts next, and how; `actor` is the first who may."""
        state = self.state
        if self.clock is None and state.may_wait(actor) and len(state.actors()) > 1:
            self.clock = Clock([bot.pace for bot in self.seated], self.chances)
        if self.clock is not None:
            return next_move(state, self.seated, self.chances, self.clock)
        return actor, self.seated[actor].decide(state, actor, self.chances[actor])


def positions(game: Game, players: int, seed: int, games: int, bots: list[Bot]) -> Positions:
    """Positions of some games between bots drawn by lot for every seat; game g has seed `seed` + g."""
    observer = game.observer(players)
    width = observer.words * BYTES
    words = no_words(observer.words * MOST_ROWS)
    memory: Any = words
    written = np.frombuffer(memory, np.uint8).reshape(MOST_ROWS, width)
    rows: list[NDArray[np.uint8]] = []
    judged: list[list[float]] = []
    shares: list[list[float]] = []
    for dealt in range(seed, seed + games):
        table = Table(game, players, dealt, bots)
        state, lots = table.state, table.lots
        seats: list[int] = []
        odds: list[list[float]] = []
        drawn = 0
        stage = game.sense.stage(state)
        while (actor := state.first_actor()) != NOBODY:
            actor, action = table.decision(actor)
            if strays := lots.below(STRAYS) == 0:
                action = lots.choice(state.legal(actor))
            state.apply(actor, action)
            now = game.sense.stage(state)
            if state.actors() and (strays or now != stage or lots.below(WITHIN) == 0):
                at = drawn if drawn < MOST_ROWS else lots.below(drawn + 1)
                drawn += 1
                if at < MOST_ROWS:
                    seat = lots.below(players)
                    observer.forget()
                    observer.write(state, seat, words, observer.words * at)
                    chances_now = game.sense.for_search(state, seat).win_chances(state)
                    seats[at : at + 1] = [seat]
                    odds[at : at + 1] = [chances_now[seat:] + chances_now[:seat]]
            stage = now
        winners = state.ranking()[0]
        won = [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]
        judged += odds
        shares += [won[seat:] + won[:seat] for seat in seats]
        rows.append(written[: len(seats)].copy())
    return Positions(np.concatenate(rows), np.array(judged, np.float32), np.array(shares, np.float32))

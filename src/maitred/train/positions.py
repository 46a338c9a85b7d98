"""Positions to learn from: what a seat knew, and what came of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import maitred
from maitred.bots.clock import Clock
from maitred.bots.levels import Bot, Greedy, next_move
from maitred.kernel.chance import Stream
from maitred.kernel.observation import BYTES, Observer, no_words
from maitred.kernel.state import NOBODY

MOST_ROWS = 100


class Positions(NamedTuple):
    """A row for each position: an observation, and each seat's share of the first place, the observer's first."""

    observations: NDArray[np.uint8]
    shares: NDArray[np.float32]
    judged: NDArray[np.float32]

    def save(self, file: str) -> None:
        np.savez(file, observations=self.observations, shares=self.shares, judged=self.judged)


EPSILONS = (0, 0, 0, 3)


def played(game_id: str, players: int, first: int, games: int, often: int, bots: list[Bot] | None = None) -> Positions:
    """Positions of some games, every so many decisions one, seen by a seat drawn by lot."""
    game = maitred.game(game_id)
    seated = bots or [Greedy(game.sense, epsilon) for epsilon in EPSILONS]
    rows: list[NDArray[np.uint8]] = []
    shares: list[list[float]] = []
    judged: list[list[float]] = []
    observer: Observer | None = None
    for seed in range(first, first + games):
        lots = Stream(seed, branch=99)
        state = game.new(players, seed)
        if observer is None:
            observer = game.observer(players, state.cards)
            words = no_words(observer.words * MOST_ROWS)
        seats: list[int] = []

        seats_bots = [seated[lots.below(len(seated))] for _ in range(players)]
        chances = [Stream(seed, branch=1 + seat) for seat in range(players)]
        clock = None
        while (actor := state.first_actor()) != NOBODY:
            if clock is None and state.may_wait(actor) and len(state.actors()) > 1:
                clock = Clock([bot.pace for bot in seats_bots], chances)
            if clock is None:
                action = seats_bots[actor].decide(state, actor, chances[actor])
            else:
                actor, action = next_move(state, seats_bots, chances, clock)
            strays = lots.below(often) == 0
            if strays:
                action = lots.choice(state.legal(actor))
            state.apply(actor, action)
            if (strays or lots.below(often) == 0) and len(seats) < MOST_ROWS and state.actors():
                seat = actor if lots.below(2) else lots.below(players)
                observer.forget()
                observer.write(state, seat, words, observer.words * len(seats))
                seats.append(seat)
                chances_ = game.sense.for_search(state, seat).win_chances(state)
                judged.append(chances_[seat:] + chances_[:seat])
        winners = state.ranking()[0]
        won = [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]
        width = observer.words * BYTES
        rows.append(np.frombuffer(words, np.uint8)[: width * len(seats)].reshape(-1, width).copy())
        shares += [won[seat:] + won[:seat] for seat in seats]
    return Positions(np.concatenate(rows), np.array(shares, np.float32), np.array(judged, np.float32))

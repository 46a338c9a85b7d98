"""A finished game as the coach goes through it: every moment, what a seat knew there, and what was decided."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import maitred
from maitred.coach.playouts import stream_of
from maitred.kernel.errors import BadRecord
from maitred.kernel.game import Game
from maitred.kernel.record import Record
from maitred.kernel.state import State

RUNNING = "The game is not over yet: a game that is still running is never reviewed."


class Moment(NamedTuple):
    """The state before a move, with the move."""

    state: State
    seat: int
    action: int


class Course(NamedTuple):
    """A finished game, move by move."""

    game: Game
    moments: list[Moment]
    end: State

    def known(self, move: int, seat: int) -> State:
        """What a seat knows before a move (counted from 0), with all the rest dealt anew."""
        state = self.moments[move].state if move < len(self.moments) else self.end
        return state.determinize(seat, stream_of("known", self.game.id, seat, move))

    def decisions(self, seat: int) -> list[int]:
        """The moves of a seat that had more than one legal answer."""
        return [
            at for at, moment in enumerate(self.moments) if moment.seat == seat and len(moment.state.legal(seat)) > 1
        ]

    def turns(self) -> list[int]:
        """The moves at which another seat comes to act, beginning with the first."""
        moments = self.moments
        return [at for at in range(len(moments)) if at == 0 or moments[at - 1].seat != moments[at].seat]


def course_of(record: Record) -> Course:
    """The course of a record, which must be of a finished game."""
    if record.state.actors():
        raise BadRecord(RUNNING)
    state = record.dealt()
    moments: list[Moment] = []
    for seat, action, _ in record.moves:
        moments.append(Moment(state, seat, action))
        state = state.clone()
        state.apply(seat, action)
    if not moments:
        raise BadRecord("Nobody has decided anything in this game.")
    return Course(record.game, moments, state)


class Place(NamedTuple):
    """A state as it travels to another process."""

    game: str
    ints: list[int]
    own: Mapping[str, Any] | None
    old_rules: int

    def state(self) -> State:
        """The state again."""
        game = maitred.game(self.game)
        if self.old_rules:
            return game.unpack_old(self.ints, self.own, self.old_rules)
        return game.unpack(self.ints, self.own)


def place_of(state: State) -> Place:
    """A state, made ready to travel."""
    return Place(state.game.id, state.pack(), state.cards.own, state.old_rules)

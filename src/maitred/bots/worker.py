"""Thinking in another process: a question that travels, and its answer.

Compiled states do not pickle, so a question carries ints. It holds nothing but what the seat knows: whoever asks deals
the rest anew first, and the live game's secrets and chance never leave its process.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import maitred
from maitred.bots.levels import bot
from maitred.kernel.chance import Stream, unpack_chance
from maitred.kernel.game import Game
from maitred.kernel.state import State


class Question(NamedTuple):
    """What a bot of a level would do in a seat, within a budget (see `bot`)."""

    game: str
    own: Mapping[str, Any] | None
    known: list[int]
    seat: int
    chance: list[int]
    level: str
    iterations: int
    ms: int
    may_wait: bool


def question(
    game: Game,
    state: State,
    seat: int,
    chance: Stream,
    level: str,
    iterations: int = 0,
    ms: int = 0,
    may_wait: bool = False,
) -> Question:
    """The question as it travels; `may_wait`: WAIT is an answer too, where `State.may_wait` allows it."""
    known = state.determinize(seat, chance)
    waits = may_wait and state.may_wait(seat)
    thoughts = chance.fork().pack()
    return Question(game.id, state.cards.own, known.pack(), seat, thoughts, level, iterations, ms, waits)


def answer(asked: Question) -> int:
    """The action (or WAIT), worked out wherever this is called."""
    game = maitred.game(asked.game)
    known = game.unpack(asked.known, asked.own)
    thinker = bot(asked.level, game, asked.iterations, asked.ms)
    chance = unpack_chance(asked.chance)
    if asked.may_wait:
        return thinker.decide_or_wait(known, asked.seat, chance)
    return thinker.decide(known, asked.seat, chance)

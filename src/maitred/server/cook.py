"""A worker process: reads errands line by line, thinks, and answers line by line, until nobody is there to ask."""

from __future__ import annotations

import os
import signal
import sys

import msgspec

import maitred
from maitred.bots.hints import Hint, hints
from maitred.bots.worker import Question, answer
from maitred.kernel.chance import unpack_chance

GIVES_WAY = 10
"""By how much a worker stands back for the house, which people wait for."""


class Errand(msgspec.Struct, array_like=True):
    """What to do, or which hints to give."""

    question: Question
    wants_hints: bool


def cook(errand: Errand) -> int | list[Hint]:
    """An action (or WAIT), or hints."""
    asked = errand.question
    if not errand.wants_hints:
        return answer(asked)
    game = maitred.game(asked.game)
    known = game.unpack(asked.known, asked.own)
    chance = unpack_chance(asked.chance)
    return hints(game, known, asked.seat, chance, asked.iterations, asked.ms, asked.may_wait)


def main() -> None:
    """Cook until the house closes the door."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)
    decoder = msgspec.json.Decoder(Errand)
    sys.stdout.buffer.write(b"\n")  # ready: from now on time is taken
    sys.stdout.buffer.flush()
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(cook(decoder.decode(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()

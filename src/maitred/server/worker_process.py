"""A worker process: reads requests line by line and answers each with a line, until its input ends."""

from __future__ import annotations

import logging
import os
import signal
import sys

import msgspec

import maitred
from maitred import plugins
from maitred.bots.hints import Hint, hints
from maitred.bots.policies import recall
from maitred.bots.worker import Question, answer
from maitred.kernel.chance import unpack_chance

NICENESS = 10
"""Lower priority than the house, which people wait for."""


class Request(msgspec.Struct, array_like=True):
    """A question to a bot: what to do, or which hints to give."""

    question: Question
    wants_hints: bool


def perform(request: Request) -> int | list[Hint]:
    """An action (or WAIT), or hints."""
    asked = request.question
    if not request.wants_hints:
        return answer(asked)
    game = maitred.game(asked.game)
    known = game.unpack(asked.known, asked.own)
    chance = unpack_chance(asked.chance)
    return hints(game, known, asked.seat, chance, asked.iterations, asked.ms, asked.may_wait)


def main() -> None:
    """Answer requests until the house closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    logging.getLogger(plugins.__name__).setLevel(logging.ERROR)  # the house has named what is broken already
    decoder = msgspec.json.Decoder(Request)
    recall()
    maitred.all_games()  # imports them, which can take longer than a thought may
    sys.stdout.buffer.write(b"\n")  # ready: from now on thinking time counts
    sys.stdout.buffer.flush()
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(perform(decoder.decode(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()

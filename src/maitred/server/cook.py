"""A worker process: reads orders line by line, thinks, and answers line by line, until nobody is there to read.

It is only ever sent states in which all that the seat cannot know has been dealt anew.
"""

from __future__ import annotations

import signal
import sys

import msgspec

import maitred
from maitred.bots.levels import bot
from maitred.kernel.chance import Stream


class Order(msgspec.Struct):
    """What a bot is to decide, from the packed state that its seat knows."""

    game: str
    known: list[int]
    seat: int
    level: str
    seed: int
    may_wait: bool


class Dish(msgspec.Struct):
    """What the bot decided: an action, or WAIT."""

    action: int


def cook(order: Order) -> Dish:
    """Think about one order."""
    game = maitred.game(order.game)
    known = game.unpack(order.known)
    thinker = bot(order.level, game)
    chance = Stream(order.seed)
    decide = thinker.decide_or_wait if order.may_wait else thinker.decide
    return Dish(decide(known, order.seat, chance))


def main() -> None:
    """Cook until the house closes the door."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    decoder = msgspec.json.Decoder(Order)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(cook(decoder.decode(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()

"""Replaying finished games move by move."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

from msgspec import Raw

from maitred.server import showing
from maitred.server.http_messages import Frame, Reel
from maitred.server.socket import ENCODER
from maitred.table import lines
from maitred.table.presence import Presence
from maitred.table.table import Table

BLOCK = 60
"""How many frames are made at a time."""
MOST_BYTES = 8 << 20
"""How many bytes of frames are cached."""


class Reels:
    """A cache of frames: a finished game does not change, so each frame is made once."""

    def __init__(self) -> None:
        self.blocks: OrderedDict[tuple[str, int | None, int], list[bytes]] = OrderedDict()
        self.making: dict[tuple[str, int | None, int], asyncio.Task[list[bytes]]] = {}
        self.size = 0

    async def frames(self, table: Table, first: int, count: int, eyes: int | None, apart: Apart) -> list[Raw]:
        """The positions from the one after `first` moves on, encoded."""
        told: list[bytes] = []
        start = first - first % BLOCK
        for at in range(start, first + count, BLOCK):
            told += await self.block(table, at, eyes, apart)
        return [Raw(frame) for frame in told[first - start : first - start + count]]

    async def block(self, table: Table, first: int, eyes: int | None, apart: Apart) -> list[bytes]:
        """Some frames, from the cache or made now."""
        key = (table.was_set.table, eyes, first)
        kept = self.blocks.get(key)
        if kept is not None:
            self.blocks.move_to_end(key)
            return kept
        making = self.making.get(key)
        if making is None:
            making = self.making[key] = asyncio.create_task(apart(encoded, table, first, eyes))
            making.add_done_callback(lambda made: self.keep(key, made))
        return await asyncio.shield(making)

    def keep(self, key: tuple[str, int | None, int], made: asyncio.Task[list[bytes]]) -> None:
        """Cache frames, and drop those that were not used for longest."""
        del self.making[key]
        if made.cancelled() or made.exception() is not None:
            return
        self.blocks[key] = made.result()
        self.size += sum(map(len, made.result()))
        while self.size > MOST_BYTES:
            _, gone = self.blocks.popitem(last=False)
            self.size -= sum(map(len, gone))


Apart = Callable[..., Coroutine[Any, Any, Any]]


def encoded(table: Table, first: int, eyes: int | None) -> list[bytes]:
    """A block of frames, as they are sent."""
    return [ENCODER.encode(frame) for frame in frames(table, first, BLOCK, eyes)]


def reel(table: Table) -> Reel:
    """What a replay needs before it starts."""
    assert table.record is not None
    moves = [(seat, ms) for seat, _, ms in table.record.moves]
    turns = [at for at, (seat, _) in enumerate(moves) if at == 0 or moves[at - 1][0] != seat]
    facts = showing.facts(table, Presence(len(table.seats)), table.ms)
    return Reel(facts, [seat.name for seat in table.seats], moves, turns)


def frames(table: Table, first: int, count: int, eyes: int | None) -> list[Frame]:
    """The positions from the one after `first` moves on, each with what was heard on the way to it."""
    assert table.record is not None
    moves = [lines.Played(seat, action, ms, None) for seat, action, ms in table.record.moves]
    again = Table(table.was_set, lambda _: table.game)
    again.attempt = table.attempt
    chance = table.record.facts["chance"]
    if table.prepared:
        news = again.take(lines.DealtFrom(chance, table.was_set.cards, table.was_set.rules_version))
    else:
        news = again.take(lines.Dealt(chance["nonces"], table.transcript, table.signature))
    shown: list[Frame] = []
    for at in range(min(first + count, len(moves) + 1)):
        if at > 0:
            news = again.take(moves[at - 1])
        if at >= first:
            heard = [line for line in again.hear(news, eyes) if line.kind == "game"]
            seen = showing.position(again, eyes, again.ms, zones=True)
            seen.moves = at
            seen.offers = []
            shown.append(Frame(heard, seen))
    return shown

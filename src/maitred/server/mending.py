"""Damaged tables: what is wrong with one, and the way back to its last good line."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import msgspec

from maitred.kernel.game import Game
from maitred.server import showing
from maitred.server.store import EventStore
from maitred.table import lines
from maitred.table.lines import Damaged, WasSet
from maitred.table.presence import Presence
from maitred.table.table import Table, from_lines, hashed

Stored = Sequence[tuple[int, bytes]]
FindGame = Callable[[str], Game]


def hosts(stored: Stored, token: str) -> bool:
    """Whether a token is that of the table's host, which the first line says."""
    try:
        first = lines.DECODER.decode(stored[0][1]) if stored else None
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    return isinstance(first, WasSet) and first.host == hashed(token)


def must_show(table: Table) -> None:
    """Refuse a table that cannot be shown to everybody who may see it."""
    try:
        showing.facts(table, Presence(len(table.seats)), table.ms)
        showing.table_card(table, 0)
        for eyes in [None, *range(len(table.seats))] if table.record is not None else []:
            showing.position(table, eyes, table.ms, zones=True)
    except Exception as problem:
        raise Damaged(table.lines, f"its result cannot be shown ({type(problem).__name__})") from problem


def examine(stored: Stored, find_game: FindGame) -> tuple[Damaged | None, Table | None]:
    """What is wrong with a table, and the table after its last good line; None if no line is good."""
    damage: Damaged | None = None
    good = stored
    while good:
        try:
            table = from_lines(lines.read(good), find_game)
            must_show(table)
        except Damaged as found:
            damage = found
            good = good[: found.line - 1]
        else:
            return damage, table
    return damage, None


async def mend(store: EventStore, table: str, find_game: FindGame) -> tuple[Damaged, str] | None:
    """Cut a table back to its last good line; returns what was wrong and where the removed lines are kept, None if
    nothing was wrong."""
    stored = await store.read(table)
    damage, good = examine(stored, find_game)
    if damage is None:
        return None
    summary = showing.summary(good, time.time_ns() // 1_000_000) if good is not None else None
    return damage, await store.cut(table, stored[-1][0], damage.line - 1, summary)

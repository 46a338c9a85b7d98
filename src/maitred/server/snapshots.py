"""Snapshots: a table in the middle of its game, so that waking it need not play all its moves again.

A snapshot is a shortcut and never the truth. It holds the chained hash of the lines that it stands for; if it is of
other lines, other rules or another format, or damaged, the table is read from its lines alone.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from maitred.kernel.game import Game
from maitred.kernel.state import State
from maitred.server.store import EventStore, StoreFailed
from maitred.table import lines
from maitred.table.seat import Seat
from maitred.table.table import Table, from_lines

FORMAT: Final = 1
EVERY: Final = 64
"""After so many lines a new snapshot is made."""
SEAT: Final = ("level", "name", "token", "ready", "muted", "out_of_time", "wants_pause", "held_for", "ids")
PLAIN: Final = ("lines", "seq", "hushed", "shut", "removed", "ms", "paused", "pace", "rematch", "undone", "counts")
"""What is kept of a seat and of a table as it is."""
DIGEST_BYTES: Final = 32

Stored = Sequence[tuple[int, bytes]]
log = logging.getLogger(__name__)


class Snapshot(msgspec.Struct):
    """A table after so many of its lines."""

    format: int
    rules_version: int
    dealt: int
    """The line with which the cards were dealt: up to there the lines are read."""
    chain: bytes
    """The chained hash of the lines."""
    plain: dict[str, Any]
    seats: list[dict[str, Any]]
    lent: dict[str, lines.Lent]
    moves: list[tuple[int, int, int]]
    states: list[list[int]]
    """The states that can be gone back to, then those before the last grabs, then the current one."""
    grabs: list[int]
    """Who grabbed last, in real time."""
    clocks: tuple[list[int | None], int] | None
    """How much time each seat has left, and when that was."""


def chained(stored: Stored) -> bytes:
    """The chained hash of lines."""
    chain = b""
    for _, line in stored:
        chain = hashlib.sha256(chain + line).digest()
    return chain


def make(table: Table, stored: Stored) -> bytes | None:
    """A snapshot of a table whose lines these are; None if it has to be read from its lines."""
    record = table.record
    if record is None or record.whole or table.was_set.rules_version != table.game.rules_version:
        return None
    states = [*record.trail, *[state for _, state in table.grabs], record.state]
    dealt = next(at for at, (_, line) in enumerate(stored, 1) if isinstance(lines.DECODER.decode(line), DEALING))
    snapshot = Snapshot(
        FORMAT,
        table.was_set.rules_version,
        dealt,
        chained(stored),
        {name: getattr(table, name) for name in PLAIN},
        [{name: getattr(seat, name) for name in SEAT} for seat in table.seats],
        {str(seat): lent for seat, lent in table.lent.items()},
        record.moves,
        [state.pack() for state in states],
        [seat for seat, _ in table.grabs],
        None if table.clocks is None else (table.clocks.left, table.clocks.at),
    )
    body = msgspec.msgpack.encode(snapshot)
    return hashlib.sha256(body).digest() + body


DEALING: Final = (lines.Dealt, lines.DealtFrom)


def table_from(stored: Stored, kept: bytes | None, find_game: Callable[[str], Game]) -> Table:
    """The table of these lines, from a snapshot and the lines after it if possible."""
    if kept is not None:
        try:
            found = restored(stored, kept, find_game)
        except Exception as problem:  # whatever is wrong with it, the lines are still there
            log.warning("a snapshot cannot be used", extra={"problem": type(problem).__name__})
        else:
            if found is not None:
                return found
    return from_lines(lines.read(stored), find_game)


def restored(stored: Stored, kept: bytes, find_game: Callable[[str], Game]) -> Table | None:
    """The table from a snapshot and the lines after it; None if the snapshot is not of these lines."""
    digest, body = kept[:DIGEST_BYTES], kept[DIGEST_BYTES:]
    if hashlib.sha256(body).digest() != digest:
        return None
    snapshot = msgspec.msgpack.decode(body, type=Snapshot)
    count = snapshot.plain["lines"]
    if snapshot.format != FORMAT or count > len(stored) or chained(stored[:count]) != snapshot.chain:
        return None
    table = from_lines(lines.read(stored[: snapshot.dealt]), find_game)
    record = table.record
    if record is None or not snapshot.rules_version == table.was_set.rules_version == table.game.rules_version:
        return None
    fill(table, snapshot, [unpacked(table, ints) for ints in snapshot.states])
    for line in lines.read([(at, line) for at, (_, line) in enumerate(stored[count:], 1)]):
        table.take(line)
    return table


def unpacked(table: Table, ints: list[int]) -> State:
    """A state of the table's game."""
    state = table.game.unpack(ints, table.was_set.cards)
    if state.pack() != ints:
        raise ValueError("the state does not come out as it went in")
    return state


def fill(table: Table, snapshot: Snapshot, states: list[State]) -> None:
    """Bring a table whose cards are just dealt to where a snapshot has it."""
    record = table.record
    assert record is not None
    for name in PLAIN:
        setattr(table, name, snapshot.plain[name])
    table.undone = [(left, [(seat, action, ms) for seat, action, ms in gone]) for left, gone in table.undone]
    for at, told in enumerate(snapshot.seats):
        table.seats[at] = Seat()
        for name in SEAT:
            setattr(table.seats[at], name, told[name])
    table.lent = {int(seat): lent for seat, lent in snapshot.lent.items()}
    *earlier, record.state = states
    trail = len(earlier) - len(snapshot.grabs)
    record.trail = earlier[:trail]
    record.moves = snapshot.moves
    table.grabs.extend(zip(snapshot.grabs, earlier[trail:], strict=True))
    if snapshot.clocks is not None and table.clocks is not None:
        table.clocks.left, table.clocks.at = snapshot.clocks


async def keep(store: EventStore, table: Table) -> None:
    """Make a snapshot of a table as it is now, and store it; if that fails, there is an older one or none."""
    now = table.copy()
    try:
        stored = (await store.read(now.was_set.table))[: now.lines]
        body = make(now, stored)
        if body is not None:
            await store.keep_snapshot(now.was_set.table, now.lines, body)
    except StoreFailed as failure:
        log.info("a snapshot was not kept", extra={"problem": str(failure)})

"""Live tables in one SQLite file.

One thread writes, another reads, and neither ever holds up the event loop.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import tempfile
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeVar

from maitred.server.publishing import to_keep
from maitred.server.sqlite_file import DamagedFile, Lock, check_whole, connect, copy, open_writer, speaking_of
from maitred.server.sqlite_writer import REPLACE_SUMMARY, SUMMARY, Change, Check, Writer, summary_row
from maitred.server.store import (
    ENDED,
    FIRST_PAGE,
    PHASES,
    Append,
    EventStore,
    Overtaken,
    Page,
    StoreFailed,
    Summary,
    in_batches,
)

T = TypeVar("T")

CLOSING: Final = "The house is closing: nothing more is written."

# The whole file is checked at most this often (in seconds), and takes at most this share of the time.
LOOK_SECONDS: Final = 10
LOOK_SHARE: Final = 50

# Tables deleted in one transaction, so that games can continue in between.
PRUNED_AT_ONCE: Final = 50


class SqliteStore(EventStore):
    """Live tables in one SQLite file, for the event loop that opened it."""

    def __init__(self, path: Path, lock: Lock, writer: Writer, reader: sqlite3.Connection) -> None:
        self._path = path
        self._lock = lock
        self._writer = writer
        self._loop = writer.loop
        self._reader = reader
        self._reading = ThreadPoolExecutor(1, "store-reader")
        self._closing: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None
        self._look_again = 0.0

    @classmethod
    async def open(cls, path: Path) -> SqliteStore:
        """Open a store or make a new one, in a folder and file that only their owner can read, since they contain
        keys."""
        loop = asyncio.get_running_loop()

        def in_thread() -> SqliteStore:
            with speaking_of(path):
                if not path.parent.is_dir():
                    path.parent.mkdir(mode=0o700, parents=True)
                lock = Lock(path)
                try:
                    connection = open_writer(path)
                    try:
                        reader = connect(path, "ro")
                    except BaseException:
                        connection.close()
                        raise
                except BaseException:
                    lock.release()
                    raise
                return cls(path, lock, Writer(connection, path, loop), reader)

        return await asyncio.to_thread(in_thread)

    @property
    def commits(self) -> int:
        """How many transactions were written: fewer than appends, which share them."""
        return self._writer.commits

    async def acquire(self, table: str) -> None:
        """Nothing to do: nobody else can write to the file as long as it is locked."""

    def release(self, table: str) -> None:
        """Nothing to do, as for `acquire`."""

    async def append(self, table: str, expected: int, lines: Sequence[bytes], summary: Summary | None = None) -> int:
        """Write lines after line `expected`, with the summary; returns the table's last line once everything is on
        disk."""
        if summary is not None and summary.table != table:
            raise ValueError(f"the summary of table {summary.table} does not belong to table {table}")
        self._check_open()
        done: asyncio.Future[int] = self._loop.create_future()
        self._writer.orders.put(Append(table, expected, lines, summary, done))
        return await done

    async def read(self, table: str, after: int = 0) -> list[tuple[int, bytes]]:
        """The lines after line `after` with their numbers, in order; none for an unknown table."""
        return await self._read('SELECT seq, line FROM line WHERE "table" = ? AND seq > ? ORDER BY seq', (table, after))

    async def summary(self, table: str) -> Summary | None:
        """The table's summary, if it has one."""
        rows = await self._read(f'SELECT {SUMMARY} FROM summary WHERE "table" = ?', (table,))
        return summary_from(rows[0]) if rows else None

    async def summaries(self, wanted: Page = FIRST_PAGE) -> list[Summary]:
        """Summaries, last changed first."""
        # A short list from the index for each phase and visibility, then the first of all of these.
        order = f'ORDER BY changed DESC, "table" DESC LIMIT {max(wanted.limit, 0)}'
        earlier = "" if wanted.before is None else 'AND (changed, "table") < (?, ?)'
        some = f"SELECT * FROM (SELECT {SUMMARY} FROM summary WHERE phase = ? AND public = ? {earlier} {order})"
        kinds = [
            (each, shown, *(wanted.before or ()))
            for each in ([wanted.phase] if wanted.phase is not None else PHASES)
            for shown in ([wanted.public] if wanted.public is not None else [False, True])
        ]
        query = f"{' UNION ALL '.join([some] * len(kinds))} {order}"
        return [summary_from(row) for row in await self._read(query, [value for kind in kinds for value in kind])]

    async def forget(self, table: str) -> None:
        """Remove a table with its summary; what is published of its key stays."""
        await self._send(lambda connection: self._remove(connection, [table]))

    async def cut(self, table: str, expected: int, after: int, summary: Summary | None) -> str:
        """Remove the lines after line `after` from a table, once they are saved in a file beside the store."""

        def work(connection: sqlite3.Connection) -> str:
            found = connection.execute(
                'SELECT seq, line FROM line WHERE "table" = ? AND seq > ? ORDER BY seq', (table, after)
            ).fetchall()
            last = found[-1][0] if found else after
            if last != expected:
                raise Overtaken(table, expected, last)
            kept = keep_beside(self._path, table, found)
            connection.execute('DELETE FROM line WHERE "table" = ? AND seq > ?', (table, after))
            connection.execute('DELETE FROM summary WHERE "table" = ?', (table,))
            if summary is not None:
                connection.execute(REPLACE_SUMMARY, summary_row(summary))
            self._writer.lasts.pop(table, None)
            return kept

        return await self._send(work)

    async def prune(self, changed_before: int, phases: Sequence[str] = ENDED, but: Collection[str] = ()) -> int:
        """Delete tables of these phases that last changed before that millisecond, except some; returns how many."""

        def some(connection: sqlite3.Connection) -> int:
            found = connection.execute(
                f'SELECT "table" FROM summary WHERE phase IN ({", ".join("?" * len(phases))}) AND public IN (0, 1)'
                " AND changed < ? LIMIT ?",
                (*phases, changed_before, PRUNED_AT_ONCE + len(but)),
            ).fetchall()
            gone = [table for (table,) in found if table not in but]
            self._remove(connection, gone)
            return len(gone)

        return await in_batches(lambda: self._send(some))

    def used(self) -> int:
        """How many bytes the tables use."""
        return self._writer.used

    def traffic(self) -> tuple[int, int]:
        """How many transactions were written since the store was opened, and how many failed."""
        return self._writer.commits, self._writer.failures

    async def check(self) -> None:
        """Raise if the file is gone, damaged or not writable; now and then it is read completely."""
        await self._check_files()
        if self._looking is None and self._loop.time() >= self._look_again:
            self._looking = self._loop.create_task(self._look())
        if self._looking is not None:
            await asyncio.shield(self._looking)
            await self._check_files()
        if self._writer.problem is not None:
            raise self._writer.problem

    async def _check_files(self) -> None:
        """Have the writer check the files, as nothing may be written meanwhile."""
        self._check_open()
        done: asyncio.Future[StoreFailed | None] = self._loop.create_future()
        self._writer.orders.put(Check(done))
        problem = await done
        if problem is not None:
            raise problem

    async def _look(self) -> None:
        def in_thread() -> None:
            with speaking_of(self._path), closing(connect(self._path, "ro")) as fresh:
                check_whole(fresh, self._path)

        begun = self._loop.time()
        try:
            await asyncio.to_thread(in_thread)
        except DamagedFile as found:
            self._writer.damaged = found
        finally:
            ended = self._loop.time()
            self._look_again = ended + max(LOOK_SECONDS, LOOK_SHARE * (ended - begun))
            self._looking = None

    async def published(self, table: str) -> bytes | None:
        """What was kept of a table that was deleted after its cards were dealt."""
        rows = await self._read('SELECT told FROM published WHERE "table" = ?', (table,))
        return rows[0][0] if rows else None

    async def backup(self, path: Path) -> None:
        """Write a copy of the current state to a new file, while tables continue."""
        self._check_open()
        await asyncio.to_thread(copy, self._path, path)

    async def close(self) -> None:
        """Finish pending work and close; later calls are refused."""
        if self._closing is None:
            self._closing = self._loop.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        # The writer goes last: the last to close the file cleans up its log.
        await self._loop.run_in_executor(self._reading, self._reader.close)
        self._reading.shutdown()
        self._writer.orders.put(None)
        await asyncio.to_thread(self._writer.thread.join)
        self._lock.release()

    def _check_open(self) -> None:
        if self._closing is not None:
            raise StoreFailed(CLOSING, CLOSING)

    def _remove(self, connection: sqlite3.Connection, tables: list[str]) -> None:
        for table in tables:
            stored = connection.execute('SELECT line FROM line WHERE "table" = ? ORDER BY seq', (table,)).fetchall()
            told = to_keep([line for (line,) in stored])
            if told is not None:
                connection.execute('INSERT OR REPLACE INTO published ("table", told) VALUES (?, ?)', (table, told))
            connection.execute('DELETE FROM line WHERE "table" = ?', (table,))
            connection.execute('DELETE FROM summary WHERE "table" = ?', (table,))
            self._writer.lasts.pop(table, None)

    async def _send(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Let the writer make a change."""
        self._check_open()
        done: asyncio.Future[T] = self._loop.create_future()
        self._writer.orders.put(Change(work, done))
        return await done

    async def _read(self, query: str, values: Sequence[object]) -> list[Any]:
        """Let the reader run a query."""
        self._check_open()

        def in_thread() -> list[Any]:
            try:
                with speaking_of(self._path):
                    return self._reader.execute(query, values).fetchall()
            except DamagedFile as found:
                self._writer.damaged = found
                raise

        return await self._loop.run_in_executor(self._reading, in_thread)


def keep_beside(path: Path, table: str, found: list[tuple[int, bytes]]) -> str:
    """Write removed lines to a new file beside the store, one JSON object each; returns the file's name."""
    with speaking_of(path):
        handle, name = tempfile.mkstemp(prefix="cut-", suffix=".jsonl", dir=path.absolute().parent)
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            for seq, line in found:
                told = json.dumps({"table": table, "seq": seq, "line": line.decode("utf-8", "backslashreplace")})
                out.write(f"{told}\n")
            out.flush()
            os.fsync(out.fileno())
    return name


def summary_from(row: tuple[str, str, str, int, int, bytes]) -> Summary:
    """The summary in a row of the file."""
    table, game, phase, public, changed, card = row
    return Summary(table, game, phase, bool(public), changed, card)

"""Live tables in PostgreSQL.

One connection writes: while a transaction is on its way, appends gather for the next one, so that they share the cost
of a commit. Every append carries the epoch of the table's lease, and the database refuses one that is out of date.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final, TypeVar

import asyncpg

from maitred.postgres.connection import ANSWER_SECONDS, AWAY, OUT_OF_REACH, failure
from maitred.postgres.copying import database_content, write_file
from maitred.postgres.listening import LEASES, LISTS, Listener, notify
from maitred.postgres.membership import Membership
from maitred.postgres.orders import Append, Change, Release, as_row, columns, fail, is_of_the_database, succeed
from maitred.postgres.schema import connect_to_write
from maitred.postgres.writable import Writable
from maitred.server.publishing import to_keep
from maitred.server.sqlite import CLOSING, PRUNED_AT_ONCE
from maitred.server.store import (
    ENDED,
    FIRST_PAGE,
    EventStore,
    OutcomeUnknown,
    Overtaken,
    OwnedElsewhere,
    Page,
    StoreFailed,
    Summary,
    in_batches,
)

T = TypeVar("T")
log = logging.getLogger(__name__)

MOST_IN_A_BATCH: Final = 500
READERS: Final = 4
SUMMARY: Final = '"table", game, phase, public, changed, card'
LISTS_KEPT: Final = 100
MEASURED_EVERY: Final = 30.0
"""How often the size of the tables is measured, in seconds."""
AGAIN_SECONDS: Final = 0.1

SIZE: Final = """
    SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class
    WHERE relnamespace = 'maitred'::regnamespace AND relkind = 'r'
"""
APPEND: Final = "SELECT outcome, last FROM maitred.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
GIVE_BACK: Final = """
    DELETE FROM maitred.lease USING unnest($1::text[], $2::bigint[]) AS given ("table", epoch)
    WHERE lease."table" = given."table" AND lease.epoch = given.epoch
"""
ANOTHER_LAST, STALE = 1, 2
LONGEST_END: Final = 5.0
"""How long a store that closes waits for what was asked of it, in seconds; a database that is away must not keep it."""
LONGEST_CLOSE: Final = 1.0


class PostgresStore(EventStore):
    """Live tables in one database, for one of the servers that share it."""

    shared = True

    def __init__(self, url: str, pool: Any, membership: Membership) -> None:
        self.url = url
        self.pool = pool
        self.membership = membership
        self.epochs: dict[str, int] = {}
        """The tables that this server has a lease of."""
        self.commits = 0
        self.failures = 0
        self.orders: asyncio.Queue[Append | Change | Release | None] = asyncio.Queue()
        self.under_way: list[Append | Change | Release | None] = []
        """The orders that are being carried out."""
        self.writer: Any = None
        self.size = 0
        self.measured_at = 0.0
        self.writable = Writable(self.query, membership)
        self.listed: dict[Page, list[Summary]] = {}
        """Lists that somebody has asked for; forgotten when the lists change."""
        self.news: set[str] = set()
        """What the other servers have to be told after this batch."""
        self.listener = Listener(membership.url)
        self.listener.hearers.append(self.heard)
        self.ending: asyncio.Task[None] | None = None
        self.task = asyncio.create_task(self.run())

    @classmethod
    async def open(cls, url: str, membership: Membership) -> PostgresStore:
        """Open the tables of a house; the schema is up to date and the server is one of its members."""
        try:
            pool = await asyncpg.create_pool(
                url, min_size=1, max_size=READERS, timeout=ANSWER_SECONDS, command_timeout=ANSWER_SECONDS
            )
        except (*AWAY, asyncpg.PostgresError, ValueError) as problem:
            raise failure(problem, url) from problem
        store = cls(url, pool, membership)
        await store.measure()
        return store

    # Writing

    async def append(self, table: str, expected: int, lines: Sequence[bytes], summary: Summary | None = None) -> int:
        """Write lines after line `expected`, with the summary; returns the table's last line once everything is on
        disk."""
        if summary is not None and summary.table != table:
            raise ValueError(f"the summary of table {summary.table} does not belong to table {table}")
        self.check_open()
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.orders.put_nowait(Append(table, expected, lines, summary, done))
        return await done

    async def run(self) -> None:
        """Carry out orders until told to stop."""
        while True:
            group = self.under_way = [await self.orders.get()]
            while not self.orders.empty() and len(group) < MOST_IN_A_BATCH:
                group.append(self.orders.get_nowait())
            for kind, some in groupby(group, type):
                if kind is Append:
                    await self.write([order for order in some if isinstance(order, Append)])
                    continue
                if kind is Release:
                    await self.give_back([order.table for order in some if isinstance(order, Release)])
                    continue
                for order in some:
                    if order is None:
                        await self.tell_others()
                        return
                    if isinstance(order, Change):
                        await self.perform(order)
            await self.tell_others()
            if time.monotonic() > self.measured_at + MEASURED_EVERY:
                with contextlib.suppress(StoreFailed):
                    await self.measure()

    def changed(self, *news: str) -> None:
        """Something has changed that others may be waiting for."""
        self.news.update(news)
        self.heard(news)

    def heard(self, news: Collection[str]) -> None:
        """Forget the lists if they may have changed."""
        if LISTS in news:
            self.listed = {}

    async def tell_others(self) -> None:
        """Tell the other servers what has changed: one NOTIFY for the whole batch, since each takes a lock that all
        commits of the database share."""
        if self.news and self.writer is not None:
            news, self.news = self.news, set()
            with contextlib.suppress(*AWAY, asyncpg.PostgresError):  # the others look for themselves now and then
                await notify(self.writer, news)

    async def write(self, orders: list[Append]) -> None:
        """Append in one transaction; each caller gets its own outcome."""
        try:
            await self.take({order.table for order in orders} - self.epochs.keys())
        except StoreFailed as problem:
            for order in orders:
                fail(order.done, problem)
            return
        ready: list[Append] = []
        for order in orders:
            order.epoch = self.epochs.get(order.table, 0)
            if order.epoch:
                ready.append(order)
            else:
                fail(order.done, OwnedElsewhere(order.table))
        if ready:
            await self.write_ready(ready)

    async def write_ready(self, orders: list[Append]) -> None:
        """Append to tables that this server has leases of."""
        try:
            connection = await self.connected()
        except StoreFailed as problem:
            for order in orders:
                fail(order.done, problem)
            return
        try:
            rows = await connection.fetch(APPEND, *columns(orders))
        except AWAY as problem:
            log.warning("the outcome of a commit is unknown", extra={"problem": type(problem).__name__})
            self.failures += 1
            await self.drop_writer()
            await self.settle(orders)
        except (asyncpg.PostgresError, ValueError, OverflowError) as problem:
            self.failures += 1
            if len(orders) > 1 and not is_of_the_database(problem):
                # One of them cannot be written at all, but the others can.
                for order in orders:
                    await self.write_ready([order])
                return
            told = failure(problem, self.url) if is_of_the_database(problem) else problem
            for order in orders:
                fail(order.done, told)
        else:
            self.commits += 1
            if any(order.summary is not None for order in orders):
                self.changed(LISTS)
            for order, (outcome, last) in zip(orders, rows, strict=True):
                if outcome == STALE:
                    self.epochs.pop(order.table, None)
                if outcome in (STALE, ANOTHER_LAST):
                    fail(order.done, Overtaken(order.table, order.expected, last))
                else:
                    succeed(order.done, last)

    async def settle(self, orders: list[Append]) -> None:
        """Find out which of these appends were written, before anybody is answered.

        A new epoch for their leases waits for a transaction that is still under way and refuses one that comes later.
        """
        while self.membership.holds():
            try:
                connection = await self.connected()
                await connection.execute(
                    "UPDATE maitred.lease SET epoch = nextval('maitred.epoch') "
                    'WHERE server = $1 AND "table" = ANY($2::text[])',
                    self.membership.id,
                    [order.table for order in orders],
                )
                found = await connection.fetch(
                    'SELECT "table", epoch FROM maitred.lease WHERE server = $1 AND "table" = ANY($2::text[])',
                    self.membership.id,
                    [order.table for order in orders],
                )
                self.epochs.update({row["table"]: row["epoch"] for row in found})
                for order in orders:
                    await self.settle_one(connection, order)
                return
            except (*AWAY, asyncpg.PostgresError, StoreFailed):
                await self.drop_writer()
                await asyncio.sleep(AGAIN_SECONDS)
        for order in orders:
            self.epochs.pop(order.table, None)
            fail(order.done, OutcomeUnknown(order.table))

    async def settle_one(self, connection: Any, order: Append) -> None:
        """Give one append its outcome, from what the database holds."""
        if order.done.done():
            return
        rows = await connection.fetch(
            'SELECT line FROM maitred.line WHERE "table" = $1 AND seq > $2 ORDER BY seq LIMIT $3',
            order.table,
            order.expected,
            len(order.lines),
        )
        if not order.lines or [row["line"] for row in rows] != [bytes(line) for line in order.lines]:
            fail(order.done, StoreFailed(f"{OUT_OF_REACH} (The last append was not written.)", OUT_OF_REACH))
        else:
            succeed(order.done, order.expected + len(order.lines))

    async def perform(self, change: Change) -> None:
        """Make a change; its caller gets the result or the error."""
        try:
            connection = await self.connected()
            async with connection.transaction():
                result = await change.work(connection)
        except (StoreFailed, Overtaken) as problem:
            fail(change.done, problem)
        except (*AWAY, asyncpg.PostgresError) as problem:
            self.failures += 1
            await self.drop_writer()
            fail(change.done, failure(problem, self.url))
        else:
            self.commits += 1
            self.heard(self.news)  # a list that was read meanwhile is from before the change
            succeed(change.done, result)

    async def connected(self) -> Any:
        """The writing connection, made anew if it was lost."""
        if self.writer is None or self.writer.is_closed():
            try:
                self.writer = await connect_to_write(self.url)
            except (*AWAY, asyncpg.PostgresError) as problem:
                raise failure(problem, self.url) from problem
        return self.writer

    async def drop_writer(self) -> None:
        """Close the writing connection without waiting for anybody."""
        if self.writer is not None:
            self.writer.terminate()
            self.writer = None

    # Leases

    async def acquire(self, table: str) -> None:
        """Make this server the only one that may write to a table; refused if it is awake in another."""
        self.check_open()
        if table not in self.epochs or not self.membership.holds():
            await self.take({table})
            if table not in self.epochs:
                raise OwnedElsewhere(table)

    async def take(self, tables: Collection[str]) -> None:
        """Take the leases of these tables, where nobody else has them or their server is gone."""
        if not self.membership.holds():
            self.epochs.clear()
            if not await self.membership.is_back():
                raise StoreFailed("This server has lost its lease in the database.", OUT_OF_REACH)
        if not tables:
            return

        async def work(connection: Any) -> list[Any]:
            rows: list[Any] = await connection.fetch(
                """
                INSERT INTO maitred.lease AS had ("table", server, epoch)
                SELECT wanted, $2, nextval('maitred.epoch') FROM unnest($1::text[]) AS wanted ORDER BY wanted
                ON CONFLICT ("table") DO UPDATE SET server = excluded.server,
                    epoch = CASE WHEN had.server = excluded.server THEN had.epoch ELSE excluded.epoch END
                WHERE had.server = excluded.server OR maitred.is_gone(had.server, $3, $4)
                RETURNING "table", epoch, xmax <> 0 AS had_a_server
                """,
                list(tables),
                self.membership.id,
                *self.membership.grace(),
            )
            return rows

        for row in await self.query(work):
            if self.epochs.get(row["table"]) != row["epoch"]:
                self.membership.taken += 1
                self.membership.taken_over += row["had_a_server"]
            self.epochs[row["table"]] = row["epoch"]

    def release(self, table: str) -> None:
        """Let another server wake a table, once everything that was asked for is written."""
        self.orders.put_nowait(Release(table))

    async def give_back(self, tables: list[str]) -> None:
        """Return the leases of these tables, all at once: a server that closes may have thousands."""
        epochs = {table: self.epochs.pop(table) for table in tables if table in self.epochs}
        if not epochs:
            return
        try:
            connection = await self.connected()
            await connection.execute(GIVE_BACK, list(epochs), list(epochs.values()))
        except (*AWAY, asyncpg.PostgresError, StoreFailed) as problem:  # a lease that is not returned runs out
            log.warning("leases were not returned", extra={"problem": type(problem).__name__})
            await self.drop_writer()
        else:
            self.commits += 1
            self.changed(LEASES)

    # Reading

    async def read(self, table: str, after: int = 0) -> list[tuple[int, bytes]]:
        """The lines after line `after` with their numbers, in order; none for an unknown table."""
        rows = await self.fetch(
            'SELECT seq, line FROM maitred.line WHERE "table" = $1 AND seq > $2 ORDER BY seq', table, after
        )
        return [(row["seq"], row["line"]) for row in rows]

    async def summary(self, table: str) -> Summary | None:
        """The table's summary, if it has one."""
        rows = await self.fetch(f'SELECT {SUMMARY} FROM maitred.summary WHERE "table" = $1', table)
        return Summary(*rows[0]) if rows else None

    async def summaries(self, wanted: Page = FIRST_PAGE) -> list[Summary]:
        """Summaries, last changed first; those of other servers may be a few seconds behind."""
        known, lists = self.listed.get(wanted), self.listed
        if known is None:
            known = lists[wanted] = await self.read_summaries(wanted)
            if len(lists) > LISTS_KEPT:
                lists.clear()
        return known[:]

    async def read_summaries(self, wanted: Page) -> list[Summary]:
        """Summaries from the database."""
        before = wanted.before
        rows = await self.fetch(
            f"""
            SELECT {SUMMARY} FROM maitred.summary
            WHERE ($1::text IS NULL OR phase = $1) AND ($2::boolean IS NULL OR public = $2)
                AND ($3::bigint IS NULL OR (changed, "table") < ($3, $4 COLLATE "C"))
            ORDER BY changed DESC, "table" DESC LIMIT $5
            """,
            wanted.phase,
            wanted.public,
            before[0] if before is not None else None,
            before[1] if before is not None else None,
            max(wanted.limit, 0),
        )
        return [Summary(*row) for row in rows]

    async def published(self, table: str) -> bytes | None:
        """What was kept of a table that was deleted after its cards were dealt."""
        rows = await self.fetch('SELECT told FROM maitred.published WHERE "table" = $1', table)
        return rows[0]["told"] if rows else None

    async def snapshot(self, table: str) -> bytes | None:
        """The last snapshot of a table."""
        rows = await self.fetch('SELECT body FROM maitred.snapshot WHERE "table" = $1', table)
        return rows[0]["body"] if rows else None

    async def keep_snapshot(self, table: str, lines: int, body: bytes) -> bool:
        """Keep the snapshot of a table after so many lines, in place of an older one."""
        await self.fetch(
            """
            INSERT INTO maitred.snapshot AS had ("table", lines, body) VALUES ($1, $2, $3)
            ON CONFLICT ("table") DO UPDATE SET lines = excluded.lines, body = excluded.body
            WHERE had.lines < excluded.lines
            """,
            table,
            lines,
            body,
        )
        return True

    async def fetch(self, query: str, *values: object) -> list[Any]:
        """Let a reader run a query."""

        async def work(connection: Any) -> list[Any]:
            rows: list[Any] = await connection.fetch(query, *values)
            return rows

        self.check_open()
        return await self.query(work)

    async def query(self, work: Callable[[Any], Awaitable[T]]) -> T:
        """Use one of the reading connections."""
        try:
            async with self.pool.acquire(timeout=ANSWER_SECONDS) as connection:
                return await work(connection)
        except (*AWAY, asyncpg.PostgresError) as problem:
            raise failure(problem, self.url) from problem

    # Everything else

    async def forget(self, table: str) -> None:
        """Remove a table with its summary; what is published of its key stays."""
        await self.change(lambda connection: self.remove(connection, [table]))

    async def remove(self, connection: Any, tables: list[str]) -> None:
        """Remove tables with their summaries and leases."""
        for table in tables:
            rows = await connection.fetch('SELECT line FROM maitred.line WHERE "table" = $1 ORDER BY seq', table)
            told = to_keep([row["line"] for row in rows])
            if told is not None:
                await connection.execute(
                    'INSERT INTO maitred.published ("table", told) VALUES ($1, $2) '
                    'ON CONFLICT ("table") DO UPDATE SET told = excluded.told',
                    table,
                    told,
                )
            for name in ("line", "summary", "lease", "snapshot"):
                await connection.execute(f'DELETE FROM maitred.{name} WHERE "table" = $1', table)
            self.epochs.pop(table, None)
            self.changed(LISTS)

    async def cut(self, table: str, expected: int, after: int, summary: Summary | None) -> str:
        """Remove the lines after line `after` from a table; they are kept in the table maitred.cut."""
        await self.acquire(table)

        async def work(connection: Any) -> str:
            await connection.execute('SELECT FROM maitred.lease WHERE "table" = $1 FOR UPDATE', table)
            last = await connection.fetchval('SELECT coalesce(max(seq), 0) FROM maitred.line WHERE "table" = $1', table)
            if last != expected:
                raise Overtaken(table, expected, last)
            gone = await connection.fetch(
                'WITH gone AS (DELETE FROM maitred.line WHERE "table" = $1 AND seq > $2 RETURNING "table", seq, line) '
                'INSERT INTO maitred.cut ("table", seq, line) SELECT "table", seq, line FROM gone RETURNING id',
                table,
                after,
            )
            for name in ("summary", "snapshot"):
                await connection.execute(f'DELETE FROM maitred.{name} WHERE "table" = $1', table)
            if summary is not None:
                await connection.execute(
                    f"INSERT INTO maitred.summary ({SUMMARY}) VALUES ($1, $2, $3, $4, $5, $6)", *as_row(summary)
                )
            self.changed(LISTS)
            ids = [row["id"] for row in gone]
            return f"the table maitred.cut of the database, rows {min(ids)} to {max(ids)}" if ids else "nothing"

        return await self.change(work)

    async def prune(self, changed_before: int, phases: Sequence[str] = ENDED, but: Collection[str] = ()) -> int:
        """Delete tables of these phases that last changed before that millisecond, except some and those that are
        awake in other servers; returns how many."""

        async def some(connection: Any) -> int:
            rows = await connection.fetch(
                """
                SELECT "table" FROM maitred.summary LEFT JOIN maitred.lease USING ("table")
                    LEFT JOIN maitred.server ON server.id = lease.server AND server.until > clock_timestamp()
                WHERE phase = ANY($1::text[]) AND changed < $2 AND NOT "table" = ANY($3::text[])
                    AND (server.id IS NULL OR server.id = $4)
                LIMIT $5
                """,
                list(phases),
                changed_before,
                list(but),
                self.membership.id,
                PRUNED_AT_ONCE,
            )
            await self.remove(connection, [row["table"] for row in rows])
            return len(rows)

        return await in_batches(lambda: self.change(some))

    def used(self) -> int:
        """How many bytes the tables use."""
        return self.size

    def traffic(self) -> tuple[int, int]:
        """How many transactions were written since the store was opened, and how many failed."""
        return self.commits, self.failures

    async def measure(self) -> None:
        """Measure how many bytes the tables use."""
        self.size = (await self.fetch(SIZE))[0][0] or 0
        self.measured_at = time.monotonic()

    async def check(self) -> None:
        """Raise StoreFailed if the database is away or cannot be written to, or this server has lost its lease."""
        self.check_open()
        if self.membership.problem is not None:  # a lease is renewed by writing
            raise self.membership.problem
        await self.writable.check()
        if not self.membership.holds():
            raise StoreFailed("This server has lost its lease in the database.", OUT_OF_REACH)

    async def backup(self, path: Path) -> None:
        """Write a copy of the current state to a new SQLite file, while tables continue."""
        self.check_open()
        await write_file(path, database_content(self.url))

    async def change(self, work: Callable[[Any], Awaitable[T]]) -> T:
        """Let the writer make a change, in its turn."""
        self.check_open()
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.orders.put_nowait(Change(work, done))
        return await done

    def check_open(self) -> None:
        """Refuse when the store is closing."""
        if self.ending is not None:
            raise StoreFailed(CLOSING, CLOSING)

    async def close(self) -> None:
        """Finish pending work, return all leases and close; later calls are refused."""
        if self.ending is None:
            self.ending = asyncio.create_task(self.end())
        await asyncio.shield(self.ending)

    def give_up(self) -> None:
        """Answer all who still wait: of an append that is under way nobody knows whether it was written."""
        self.task.cancel()
        for order in self.under_way:
            if isinstance(order, Append):
                fail(order.done, OutcomeUnknown(order.table))
        waiting = [*self.under_way, *[self.orders.get_nowait() for _ in range(self.orders.qsize())]]
        for order in waiting:
            if isinstance(order, (Append, Change)):
                fail(order.done, StoreFailed(CLOSING, CLOSING))

    async def end(self) -> None:
        """Finish pending work, return all leases and close."""
        self.orders.put_nowait(None)
        done, _ = await asyncio.wait([self.task], timeout=LONGEST_END)
        if not done:
            self.give_up()
        await self.listener.close()
        await self.membership.leave()
        if self.writer is not None and not self.writer.is_closed():
            with contextlib.suppress(*AWAY):
                await self.writer.close(timeout=LONGEST_CLOSE)
        try:
            await asyncio.wait_for(self.pool.close(), LONGEST_CLOSE)
        except AWAY:
            self.pool.terminate()

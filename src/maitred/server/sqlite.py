"""Live tables in one SQLite file.

One thread writes, another reads, and neither ever holds up the event loop. While a transaction is on its way to the
disk, appends gather for the next one, so that the price of a commit is shared by all who wait for it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from maitred.server.publishing import to_keep
from maitred.server.store import ENDED, PHASES, EventStore, Overtaken, StoreFailed, Summary
from maitred.server.wal import damage

log = logging.getLogger(__name__)
T = TypeVar("T")
Outcome = tuple[asyncio.Future[Any], Any]

CLOSING: Final = "The house is closing: nothing is written any more."
APPLICATION: Final = int.from_bytes(b"mait", "big")

# One script per version of the schema; the file's user_version counts those that have run.
#
# Lines lie in the order of their writing, with an index over (table, seq). Lines in the order of that key (WITHOUT
# ROWID) are read faster, but every append then dirties a page of its own: half as many bytes are written this way.
MIGRATIONS: Final[list[str]] = [
    f"""
    PRAGMA application_id = {APPLICATION};
    CREATE TABLE line (
        "table" TEXT NOT NULL,
        seq INTEGER NOT NULL,
        line BLOB NOT NULL,
        PRIMARY KEY ("table", seq)
    );
    CREATE TABLE placard (
        "table" TEXT NOT NULL PRIMARY KEY,
        game TEXT NOT NULL,
        phase TEXT NOT NULL,
        public INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        summary BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX lists ON placard (phase, public, changed, "table");
    """,
    """
    CREATE TABLE published (
        "table" TEXT NOT NULL PRIMARY KEY,
        told BLOB NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE placard RENAME COLUMN summary TO card;
    ALTER TABLE placard RENAME TO summary;
    """,
]

INSERT_LINE: Final = 'INSERT INTO line ("table", seq, line) VALUES (?, ?, ?)'
SUMMARY: Final = '"table", game, phase, public, changed, card'
REPLACE_SUMMARY: Final = f"INSERT OR REPLACE INTO summary ({SUMMARY}) VALUES (?, ?, ?, ?, ?, ?)"

# What the writer remembers of tables' last lines; forgotten all at once when there are more.
MOST_REMEMBERED: Final = 20_000

# The file is read in full at most so often (in seconds), and for one part in so many of all the time.
LOOK_SECONDS: Final = 10
LOOK_SHARE: Final = 50

# The tables are measured once in so many transactions.
MEASURED_EVERY: Final = 50

# Under load the file is looked at only after every transaction, and before one (with its log) only so often (seconds).
TRUSTED_SECONDS: Final = 0.05

# Tables forgotten in one transaction, so that games go on while the house is swept.
PRUNED_AT_ONCE: Final = 50


class Damaged(StoreFailed):
    """What is in the file cannot be right."""


def failure(problem: sqlite3.Error, path: Path) -> StoreFailed:
    """What went wrong with the file, as a sentence."""
    code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return StoreFailed(f"There is no room left for {path}.", "The house has no room left.")
    if code == sqlite3.SQLITE_READONLY:
        return StoreFailed(f"{path} may only be read, not written.", "The house cannot write just now.")
    if code == sqlite3.SQLITE_NOTADB:
        return Damaged(f"{path} is damaged, or a file of some other program.")
    if code == sqlite3.SQLITE_CORRUPT:
        return Damaged(f"{path} is damaged: put a backup in its place.")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreFailed(f"Another program is holding {path}.", "The house cannot write just now.")
    if code == sqlite3.SQLITE_IOERR:
        return StoreFailed(f"The disk failed under {path} ({problem}).", "The house's disk fails just now.")
    return StoreFailed(f"{path} cannot be used ({problem}).")


def is_of_the_disk(problem: BaseException) -> bool:
    """Whether the file failed, rather than what was to be written to it."""
    return isinstance(problem, sqlite3.OperationalError) or type(problem) is sqlite3.DatabaseError


@contextmanager
def speaking_of(path: Path) -> Iterator[None]:
    """Whatever goes wrong with the file inside is told as a sentence."""
    try:
        yield
    except sqlite3.Error as problem:
        raise failure(problem, path) from problem
    except OSError as problem:
        raise StoreFailed(f"{path} cannot be used: {problem.strerror or problem}.") from problem


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection in SQLite's mode `ro` or `rw` that begins no transactions by itself."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, timeout=10, isolation_level=None, check_same_thread=False)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of what is done inside, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # SQLite has ended the transaction itself if it was the disk that failed.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def only_number(connection: sqlite3.Connection, query: str) -> int:
    """The answer to a question that has one number for an answer."""
    number: int = connection.execute(query).fetchone()[0]
    return number


def check_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a damaged file."""
    if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise Damaged(f"{path} is damaged: put a backup in its place.")


def is_ours(connection: sqlite3.Connection) -> bool:
    """Whether a file was made by maitred."""
    return only_number(connection, "PRAGMA application_id") == APPLICATION


def is_new(connection: sqlite3.Connection) -> bool:
    """Whether nothing was written to a file yet."""
    return not only_number(
        connection, "SELECT count(*) + (SELECT user_version FROM pragma_user_version) FROM sqlite_master"
    )


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the file's schema up to this version, step by step; a step that fails leaves the steps before it."""
    version = only_number(connection, "PRAGMA user_version")
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        try:
            connection.executescript(f"BEGIN IMMEDIATE; {script}; PRAGMA user_version = {number}; COMMIT;")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def check_log(path: Path) -> None:
    """Refuse a log from which acknowledged moves are missing; where that is not sure, say so and keep what is there."""
    log_file = log_of(path)
    found = damage(log_file)
    if found is None:
        return
    if found.acknowledged:
        raise StoreFailed(
            f"{log_file} is damaged, and moves that were acknowledged are in it: put a backup in place of {path}, or "
            f"move {log_file} away to go on without its moves."
        )
    kept = log_file.with_name(f"{log_file.name}.damaged")
    shutil.copyfile(log_file, kept)
    log.warning("the last moves in the log are not whole and were left out", extra={"kept": str(kept)})


def log_of(path: Path) -> Path:
    """SQLite's write-ahead log beside a file."""
    return path.with_name(f"{path.name}-wal")


def open_writer(path: Path) -> sqlite3.Connection:
    """The connection that writes, to a file that is ours, whole and up to date."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    check_log(path)
    connection = connect(path, "rw")
    try:
        if not is_ours(connection) and not is_new(connection):
            raise StoreFailed(f"{path} is a file of some other program.")
        if only_number(connection, "PRAGMA user_version") > len(MIGRATIONS):
            raise StoreFailed(f"{path} was written by a newer version of maitred.")
        check_whole(connection, path)
        if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
            raise StoreFailed(f"{path} lies on a disk that cannot be shared safely: choose a folder on a local disk.")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")
        connection.execute("PRAGMA journal_size_limit = 67108864")
        migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


@dataclass(frozen=True, slots=True)
class Copy:
    """What a backup holds."""

    tables: int
    size: int


def copy(source: Path, target: Path, *, overwrite: bool = False) -> Copy:
    """Copy a store as of one moment, whether a server is writing to it or not."""
    if not source.is_file():
        raise StoreFailed(f"There are no live tables to copy: {source} is not there.")
    if target.exists() and (not overwrite or not target.is_file() or target.samefile(source)):
        raise StoreFailed(f"{target} is already there: name another file.")
    with speaking_of(target):
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.absolute().parent)
        os.close(handle)
        unfinished = Path(name)
        try:
            with closing(connect(source, "ro")) as running, closing(connect(unfinished, "rw")) as fresh:
                with speaking_of(source):
                    if not is_ours(running):
                        raise StoreFailed(f"{source} holds no live tables.")
                running.backup(fresh)
                # A damaged store must not take the place of a good backup.
                with speaking_of(source):
                    check_whole(fresh, source)
                # The copy is one file, with no log beside it.
                fresh.execute("PRAGMA journal_mode = DELETE")
                tables = only_number(fresh, 'SELECT count(DISTINCT "table") FROM line')
            size = unfinished.stat().st_size
            unfinished.replace(target)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
    return Copy(tables, size)


def all_tables(path: Path) -> Iterator[tuple[str, list[tuple[int, bytes]]]]:
    """Every table of a store with its lines, whether a server is writing to it or not."""
    if not path.is_file():
        raise StoreFailed(f"There are no live tables: {path} is not there.")
    with speaking_of(path), closing(connect(path, "ro")) as running:
        if not is_ours(running):
            raise StoreFailed(f"{path} holds no live tables.")
        for (table,) in running.execute('SELECT DISTINCT "table" FROM line ORDER BY "table"').fetchall():
            found = running.execute('SELECT seq, line FROM line WHERE "table" = ? ORDER BY seq', (table,))
            yield table, found.fetchall()


class Lock:
    """The right to write to a store, held by one process; the system takes it back when the process ends, however."""

    # A worker forked from the server must not keep the lock when the server is gone.
    held: Final[set[int]] = set()

    def __init__(self, path: Path) -> None:
        self.handle = os.open(path.with_name(f"{path.name}.lock"), os.O_CREAT | os.O_RDWR, 0o600)
        try:
            seize(self.handle)
        except OSError:
            os.close(self.handle)
            raise StoreFailed(f"Another maitred server is already using {path}.") from None
        self.held.add(self.handle)

    def release(self) -> None:
        """Let another process write."""
        self.held.remove(self.handle)
        os.close(self.handle)


if sys.platform == "win32":
    import msvcrt

    def seize(handle: int) -> None:
        """Lock an open file, or raise OSError."""
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def seize(handle: int) -> None:
        """Lock an open file, or raise OSError."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def let_go() -> None:
        """Close the copies of the parent's locks; the parent still holds them."""
        while Lock.held:
            os.close(Lock.held.pop())

    os.register_at_fork(after_in_child=let_go)


@dataclass(slots=True)
class Append:
    """Lines on their way to the disk."""

    table: str
    expected: int
    lines: Sequence[bytes]
    summary: Summary | None
    done: asyncio.Future[Any]


@dataclass(slots=True)
class Change:
    """Any other change, made in a transaction of its own."""

    work: Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]


class Watch:
    """Whether the file that is written to is still the one that has its name: SQLite does not look."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.beside = log_of(path)
        self.file = path.stat()
        self.until = 0.0
        """Until when nobody looks before writing, but only afterwards: looking takes turns with the house."""
        self.log: os.stat_result | None = None
        """The log, from the first transaction on: it stays as long as the file is open."""

    def check_file(self) -> None:
        """Refuse to go on with a file that was removed, replaced or cut short."""
        self.file = self.same(self.path, self.file)

    def check(self) -> None:
        """Refuse to go on with a file or a log that is not what it was."""
        self.until = 0.0
        self.check_file()
        if self.log is not None:
            self.log = self.same(self.beside, self.log)
        elif self.beside.exists():
            self.log = self.beside.stat()
        self.until = time.monotonic() + TRUSTED_SECONDS

    def same(self, name: Path, known: os.stat_result) -> os.stat_result:
        """The file of that name as it is now."""
        try:
            found = name.stat()
        except FileNotFoundError:
            what = "removed"
        except OSError as problem:
            raise StoreFailed(f"{name} cannot be used: {problem.strerror or problem}.") from problem
        else:
            if found.st_ino != known.st_ino or found.st_dev != known.st_dev:
                what = "replaced"
            elif found.st_size < known.st_size and name is self.path:
                what = "cut short"
            else:
                return found
        raise StoreFailed(f"{name} was {what} while the house is open: close it and put a backup in its place.")


def settle(outcomes: list[Outcome]) -> None:
    """Tell everybody who waits how it went."""
    for done, outcome in outcomes:
        if done.done():  # its caller was cancelled
            continue
        if isinstance(outcome, BaseException):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)


class Writer:
    """The thread that writes."""

    def __init__(self, connection: sqlite3.Connection, path: Path, loop: asyncio.AbstractEventLoop) -> None:
        self.connection = connection
        self.path = path
        self.loop = loop
        self.watch = Watch(path)
        self.problem: StoreFailed | None = None
        """Why nothing can be written now, as far as that is known."""
        self.damaged: Damaged | None = None
        """Damage that was found: nothing is written to such a file any more."""
        self.commits = 0
        self.used = 0
        """Bytes that are filled, as of a few transactions ago."""
        self.measure()
        self.orders: SimpleQueue[Append | Change | None] = SimpleQueue()
        # The last line of tables that were written to lately. Nobody else writes to the file, so it stays true.
        self.lasts: dict[str, int] = {}
        self.thread = Thread(target=self.run, name="store-writer", daemon=True)
        self.thread.start()

    def run(self) -> None:
        """Write until told to end."""
        orders = self.orders
        while True:
            group = [orders.get()]
            while not orders.empty():
                group.append(orders.get())
            for kind, some in groupby(group, type):
                if kind is Append:
                    self.tell(self.write([order for order in some if isinstance(order, Append)]))
                else:
                    for order in some:
                        if not isinstance(order, Change):
                            self.connection.close()
                            return
                        self.tell([(order.done, self.perform(order))])

    def tell(self, outcomes: list[Outcome]) -> None:
        """Have the event loop settle outcomes."""
        # A loop that was closed has nobody left who waits.
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(settle, outcomes)

    def last(self, table: str) -> int:
        """The number of the table's last line."""
        row = self.connection.execute('SELECT max(seq) FROM line WHERE "table" = ?', (table,)).fetchone()
        number: int | None = row[0]
        return number or 0

    def write(self, appends: list[Append]) -> list[Outcome]:
        """Append in one transaction; how it went for each."""
        outcomes: list[Outcome] = []
        lasts: dict[str, int] = {}
        rows: list[tuple[str, int, bytes]] = []
        summaries: dict[str, Summary] = {}
        try:
            for order in appends:
                table = order.table
                last = lasts.get(table)
                if last is None:
                    last = self.lasts.get(table)
                    if last is None:
                        last = self.last(table)
                if last != order.expected:
                    outcomes.append((order.done, Overtaken(table, order.expected, last)))
                    continue
                for line in order.lines:
                    last += 1
                    rows.append((table, last, line))
                lasts[table] = last
                if order.summary is not None:
                    summaries[table] = order.summary
                outcomes.append((order.done, last))
            if rows or summaries:
                if time.monotonic() >= self.watch.until:
                    self.check()
                with transaction(self.connection):
                    self.connection.executemany(INSERT_LINE, rows)
                    self.connection.executemany(
                        REPLACE_SUMMARY,
                        [summary_row(summary) for summary in summaries.values()],
                    )
                self.watch.check_file()
                self.count()
                self.problem = None
        except Exception as problem:
            if isinstance(problem, sqlite3.Error) and is_of_the_disk(problem):
                problem = failure(problem, self.path)
            if isinstance(problem, StoreFailed):
                self.problem = problem
                self.watch.until = 0.0
                self.lasts.clear()
                return [(order.done, problem) for order in appends]
            if len(appends) == 1:
                self.lasts.pop(appends[0].table, None)
                return [(appends[0].done, problem)]
            # One of them cannot be written at all (a number too large for the file, say): the others can.
            return [outcome for order in appends for outcome in self.write([order])]
        if len(self.lasts) > MOST_REMEMBERED:
            self.lasts.clear()
        self.lasts.update(lasts)
        return outcomes

    def count(self) -> None:
        """Count a transaction."""
        self.commits += 1
        if self.commits % MEASURED_EVERY == 0:
            self.measure()

    def measure(self) -> None:
        """See how much is filled; what was forgotten is filled again before the file grows."""
        size, pages, free = [
            only_number(self.connection, f"PRAGMA {name}") for name in ("page_size", "page_count", "freelist_count")
        ]
        self.used = (pages - free) * size

    def check(self) -> None:
        """Refuse to write where it would be lost."""
        self.watch.until = 0.0
        if self.damaged is not None:
            raise self.damaged
        self.watch.check()

    def perform(self, change: Change) -> Any:
        """Make a change; its result, or what went wrong."""
        try:
            self.check()
            with transaction(self.connection):
                result = change.work(self.connection)
            self.check()
            self.count()
            self.measure()
        except sqlite3.Error as problem:
            return failure(problem, self.path)
        except Exception as problem:
            return problem
        return result


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
        """Open a store, or make a new one: a folder and file that only their owner can read, for they hold keys."""
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

    async def append(self, table: str, expected: int, lines: Sequence[bytes], summary: Summary | None = None) -> int:
        """Write lines after line `expected`, and the summary with them; the table's last line once all is on disk."""
        if summary is not None and summary.table != table:
            raise ValueError(f"the summary of table {summary.table} does not belong to table {table}")
        self._check_open()
        done: asyncio.Future[int] = self._loop.create_future()
        self._writer.orders.put(Append(table, expected, lines, summary, done))
        return await done

    async def read(self, table: str, after: int = 0) -> list[tuple[int, bytes]]:
        """The lines after line `after` with their numbers, in order; none for a table that nobody knows."""
        return await self._read('SELECT seq, line FROM line WHERE "table" = ? AND seq > ? ORDER BY seq', (table, after))

    async def summary(self, table: str) -> Summary | None:
        """The table's summary, if it has one."""
        rows = await self._read(f'SELECT {SUMMARY} FROM summary WHERE "table" = ?', (table,))
        return summary_from(rows[0]) if rows else None

    async def summaries(
        self,
        *,
        phase: str | None = None,
        public: bool | None = None,
        limit: int = 50,
        before: tuple[int, str] | None = None,
    ) -> list[Summary]:
        """Summaries, last changed first. The next page is `before` (changed, table) of this page's last summary."""
        # A short list from the index for each phase, open to all or not, and the first of all of these.
        order = f'ORDER BY changed DESC, "table" DESC LIMIT {max(limit, 0)}'
        earlier = "" if before is None else 'AND (changed, "table") < (?, ?)'
        some = f"SELECT * FROM (SELECT {SUMMARY} FROM summary WHERE phase = ? AND public = ? {earlier} {order})"
        kinds = [
            (each, shown, *(before or ()))
            for each in ([phase] if phase is not None else PHASES)
            for shown in ([public] if public is not None else [False, True])
        ]
        query = f"{' UNION ALL '.join([some] * len(kinds))} {order}"
        return [summary_from(row) for row in await self._read(query, [value for kind in kinds for value in kind])]

    async def forget(self, table: str) -> None:
        """Remove a table with its summary; what is published of its key stays."""
        await self._send(lambda connection: self._remove(connection, [table]))

    async def cut(self, table: str, expected: int, after: int, summary: Summary | None) -> str:
        """Take the lines after line `after` away from a table, once they are kept in a file beside the store."""

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
        """Forget tables of these phases that last changed before that millisecond, but for some; how many they were."""

        def some(connection: sqlite3.Connection) -> int:
            found = connection.execute(
                f'SELECT "table" FROM summary WHERE phase IN ({", ".join("?" * len(phases))}) AND public IN (0, 1)'
                " AND changed < ? LIMIT ?",
                (*phases, changed_before, PRUNED_AT_ONCE + len(but)),
            ).fetchall()
            gone = [table for (table,) in found if table not in but]
            self._remove(connection, gone)
            return len(gone)

        total = 0
        while pruned := await self._send(some):
            total += pruned
        return total

    def used(self) -> int:
        """How many bytes the tables fill."""
        return self._writer.used

    async def check(self) -> None:
        """Refuse a file that is gone or damaged, or that could not be written to; it is read in full now and then."""
        self._check_open()
        self._writer.check()
        if self._looking is None and self._loop.time() >= self._look_again:
            self._looking = self._loop.create_task(self._look())
        if self._looking is not None:
            await asyncio.shield(self._looking)
        self._writer.check()
        if self._writer.problem is not None:
            raise self._writer.problem

    async def _look(self) -> None:
        def in_thread() -> None:
            with speaking_of(self._path), closing(connect(self._path, "ro")) as fresh:
                check_whole(fresh, self._path)

        begun = self._loop.time()
        try:
            await asyncio.to_thread(in_thread)
        except Damaged as found:
            self._writer.damaged = found
        finally:
            ended = self._loop.time()
            self._look_again = ended + max(LOOK_SECONDS, LOOK_SHARE * (ended - begun))
            self._looking = None

    async def published(self, table: str) -> bytes | None:
        """What was kept of a table that was forgotten after its cards were dealt."""
        rows = await self._read('SELECT told FROM published WHERE "table" = ?', (table,))
        return rows[0][0] if rows else None

    async def backup(self, path: Path) -> None:
        """Write a copy as of one moment to a new file, while tables go on."""
        self._check_open()
        await asyncio.to_thread(copy, self._path, path)

    async def close(self) -> None:
        """Finish what was asked for and let go; whatever is asked for later is refused."""
        if self._closing is None:
            self._closing = self._loop.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        # The writer goes last: who closes the file last tidies it.
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
        """Have the writer make a change."""
        self._check_open()
        done: asyncio.Future[T] = self._loop.create_future()
        self._writer.orders.put(Change(work, done))
        return await done

    async def _read(self, query: str, values: Sequence[object]) -> list[Any]:
        """Have the reader answer a question."""
        self._check_open()

        def in_thread() -> list[Any]:
            with speaking_of(self._path):
                return self._reader.execute(query, values).fetchall()

        return await self._loop.run_in_executor(self._reading, in_thread)


def summary_row(summary: Summary) -> tuple[str, str, str, bool, int, bytes]:
    """A summary as a row of the file."""
    return summary.table, summary.game, summary.phase, summary.public, summary.changed, summary.card


def keep_beside(path: Path, table: str, found: list[tuple[int, bytes]]) -> str:
    """Write lines that are taken away to a new file beside the store, one JSON object each; the file's name."""
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
    """The summary that a row of the file holds."""
    table, game, phase, public, changed, card = row
    return Summary(table, game, phase, bool(public), changed, card)

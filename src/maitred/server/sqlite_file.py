"""The SQLite file of a house: opened, checked, brought up to date, locked and copied."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from maitred.server.store import StoreFailed
from maitred.server.wal import damage

log = logging.getLogger(__name__)

APPLICATION: Final = int.from_bytes(b"mait", "big")

# One script per version of the schema; the file's user_version counts those that have run.
#
# Lines are stored in the order of writing, with an index over (table, seq). Storing them by that key (WITHOUT
# ROWID) would be faster to read, but each append would touch a page of its own and write twice as many bytes.
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


class DamagedFile(StoreFailed):
    """The content of the file is damaged."""


def failure(problem: sqlite3.Error, path: Path) -> StoreFailed:
    """What went wrong with the file, as a sentence."""
    code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return StoreFailed(f"There is no room left for {path}.", "The house has no room left.")
    if code == sqlite3.SQLITE_READONLY:
        return StoreFailed(f"{path} is read-only.", "The house cannot store anything right now.")
    if code == sqlite3.SQLITE_NOTADB:
        return DamagedFile(f"{path} is damaged, or a file of some other program.")
    if code == sqlite3.SQLITE_CORRUPT:
        return DamagedFile(f"{path} is damaged: put a backup in its place.")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreFailed(f"Another program is holding {path}.", "The house cannot store anything right now.")
    if code == sqlite3.SQLITE_IOERR:
        return StoreFailed(f"The disk failed under {path} ({problem}).", "The disk of the house has failed.")
    return StoreFailed(f"{path} cannot be used ({problem}).")


def is_of_the_disk(problem: BaseException) -> bool:
    """Whether the disk failed, rather than the data being impossible to store."""
    return isinstance(problem, sqlite3.OperationalError) or type(problem) is sqlite3.DatabaseError


@contextmanager
def speaking_of(path: Path) -> Iterator[None]:
    """Turns SQLite's and the system's errors into sentences."""
    try:
        yield
    except sqlite3.Error as problem:
        raise failure(problem, path) from problem
    except OSError as problem:
        raise StoreFailed(f"{path} cannot be used: {problem.strerror or problem}.") from problem


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection in SQLite's mode `ro` or `rw` that starts no transactions by itself."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, timeout=10, isolation_level=None, check_same_thread=False)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commit everything done inside, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # SQLite ends the transaction itself if the disk fails.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def only_number(connection: sqlite3.Connection, query: str) -> int:
    """The result of a query that returns one number."""
    number: int = connection.execute(query).fetchone()[0]
    return number


def check_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a damaged file."""
    if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise DamagedFile(f"{path} is damaged: put a backup in its place.")


def is_ours(connection: sqlite3.Connection) -> bool:
    """Whether a file was made by maitred."""
    return only_number(connection, "PRAGMA application_id") == APPLICATION


def is_new(connection: sqlite3.Connection) -> bool:
    """Whether nothing has been written to a file yet."""
    return not only_number(
        connection, "SELECT count(*) + (SELECT user_version FROM pragma_user_version) FROM sqlite_master"
    )


def migrate(connection: sqlite3.Connection) -> None:
    """Migrate the file's schema to this version, step by step; a failing step keeps the ones before it."""
    version = only_number(connection, "PRAGMA user_version")
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        try:
            connection.executescript(f"BEGIN IMMEDIATE; {script}; PRAGMA user_version = {number}; COMMIT;")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def check_log(path: Path) -> None:
    """Refuse a log from which acknowledged moves are missing; if that is uncertain, log it and save a copy."""
    log_file = log_of(path)
    found = damage(log_file)
    if found is None:
        return
    if found.acknowledged:
        raise StoreFailed(
            f"{log_file} is damaged and contains moves that were acknowledged: put a backup in place of {path}, or "
            f"move {log_file} away to continue without its moves."
        )
    kept = keep_log(path)
    log.warning("the last moves in the log are incomplete and were left out", extra={"kept": str(kept)})


def keep_log(path: Path) -> Path:
    """Save a copy of the log before SQLite deletes it; returns its path."""
    log_file = log_of(path)
    kept = log_file.with_name(f"{log_file.name}.damaged")
    with suppress(FileNotFoundError):
        shutil.copyfile(log_file, kept)
    return kept


def log_of(path: Path) -> Path:
    """SQLite's write-ahead log beside a file."""
    return path.with_name(f"{path.name}-wal")


def index_of(path: Path) -> Path:
    """SQLite's index of that log, which all connections share."""
    return path.with_name(f"{path.name}-shm")


def open_writer(path: Path) -> sqlite3.Connection:
    """The writing connection, to a file that is ours, intact and up to date."""
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
            raise StoreFailed(f"{path} is on a disk that cannot be shared safely: choose a folder on a local disk.")
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
    """Copy the current state of a store, even while a server writes to it."""
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
    """Every table of a store with its lines, even while a server writes to it."""
    if not path.is_file():
        raise StoreFailed(f"There are no live tables: {path} is not there.")
    with speaking_of(path), closing(connect(path, "ro")) as running:
        if not is_ours(running):
            raise StoreFailed(f"{path} holds no live tables.")
        for (table,) in running.execute('SELECT DISTINCT "table" FROM line ORDER BY "table"').fetchall():
            found = running.execute('SELECT seq, line FROM line WHERE "table" = ? ORDER BY seq', (table,))
            yield table, found.fetchall()


class Lock:
    """The exclusive right to write to a store; the system releases it however the process ends."""

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
        """In a forked process: close the copies of the parent's locks, which the parent still holds."""
        while Lock.held:
            os.close(Lock.held.pop())

    os.register_at_fork(after_in_child=let_go)

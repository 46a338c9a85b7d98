"""Moving a house from a SQLite file to PostgreSQL and back, compared line by line."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator
from contextlib import aclosing, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import asyncpg
import msgspec

from maitred.kernel.errors import BadSetup
from maitred.postgres.connection import AWAY, connect, failure
from maitred.postgres.schema import check_settings, migrate
from maitred.server.signing import SecretKey, read_keys, write_keys
from maitred.server.sqlite_file import Lock, is_ours, open_writer, speaking_of, transaction
from maitred.server.sqlite_file import connect as connect_file
from maitred.server.store import StoreFailed

HOUSE_KEYS: Final = "house-keys"
"""The name of the secret that holds the keys with which the house signs."""

Row = tuple[Any, ...]
SUMMARY: Final = "game, phase, public, changed, card"


@dataclass(frozen=True, slots=True)
class Stored:
    """Everything that is stored of one table."""

    table: str
    lines: list[tuple[int, bytes]]
    summary: Row | None
    published: bytes | None


@dataclass(slots=True)
class Copied:
    """What was copied."""

    tables: int = 0
    lines: int = 0


Content = AsyncGenerator[Stored, None]


def is_database(place: str) -> bool:
    """Whether a place is the address of a database rather than a file."""
    return place.startswith(("postgresql://", "postgres://"))


def check_file(path: Path) -> None:
    """Refuse a file that is not there."""
    if not path.is_file():
        raise StoreFailed(f"There are no live tables: {path} is not there.")


async def file_content(path: Path) -> Content:
    """Every table of a SQLite file, in one consistent state."""
    check_file(path)
    with speaking_of(path), closing(connect_file(path, "ro")) as file:
        if not is_ours(file):
            raise StoreFailed(f"{path} holds no live tables.")
        file.execute("BEGIN")
        names = 'SELECT "table" FROM line UNION SELECT "table" FROM published ORDER BY "table"'
        for (table,) in file.execute(names).fetchall():
            lines = file.execute('SELECT seq, line FROM line WHERE "table" = ? ORDER BY seq', (table,)).fetchall()
            summary = file.execute(f'SELECT {SUMMARY} FROM summary WHERE "table" = ?', (table,)).fetchone()
            told = file.execute('SELECT told FROM published WHERE "table" = ?', (table,)).fetchone()
            kept = (*summary[:2], bool(summary[2]), *summary[3:]) if summary is not None else None
            yield Stored(table, lines, kept, told[0] if told is not None else None)


async def database_content(url: str) -> Content:
    """Every table of a database, in one consistent state, even while servers write to it."""
    try:
        connection = await connect(url)
        try:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                names = await connection.fetch(
                    'SELECT "table" FROM maitred.line UNION SELECT "table" FROM maitred.published'
                )
                for table in sorted(row["table"] for row in names):
                    lines = await connection.fetch(
                        'SELECT seq, line FROM maitred.line WHERE "table" = $1 ORDER BY seq', table
                    )
                    summary = await connection.fetchrow(
                        f'SELECT {SUMMARY} FROM maitred.summary WHERE "table" = $1', table
                    )
                    told = await connection.fetchval('SELECT told FROM maitred.published WHERE "table" = $1', table)
                    kept = tuple(summary) if summary is not None else None
                    yield Stored(table, [tuple(row) for row in lines], kept, told)
        finally:
            await connection.close()
    except asyncpg.UndefinedTableError as problem:
        raise StoreFailed("This database holds no live tables.") from problem
    except (*AWAY, asyncpg.PostgresError, ValueError) as problem:
        raise failure(problem, url) from problem


async def write_file(path: Path, content: Content) -> Copied:
    """Write tables to a new SQLite file."""
    if path.exists():
        raise StoreFailed(f"{path} is already there: name another file.")
    copied = Copied()
    try:
        with speaking_of(path):
            path.absolute().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with closing(open_writer(path)) as file:
                async with aclosing(content) as tables:
                    async for stored in tables:
                        write_one(file, stored)
                        copied.tables += 1
                        copied.lines += len(stored.lines)
    except BaseException:
        for suffix in ("", "-wal", "-shm"):
            path.with_name(f"{path.name}{suffix}").unlink(missing_ok=True)
        raise
    return copied


def write_one(file: sqlite3.Connection, stored: Stored) -> None:
    """Write one table to a SQLite file."""
    with transaction(file):
        file.executemany(
            'INSERT INTO line ("table", seq, line) VALUES (?, ?, ?)',
            [(stored.table, seq, line) for seq, line in stored.lines],
        )
        if stored.summary is not None:
            row = (stored.table, *stored.summary)
            file.execute(f'INSERT INTO summary ("table", {SUMMARY}) VALUES (?, ?, ?, ?, ?, ?)', row)
        if stored.published is not None:
            file.execute('INSERT INTO published ("table", told) VALUES (?, ?)', (stored.table, stored.published))


async def write_database(url: str, content: Content) -> Copied:
    """Write tables to a database that has none; all of them, or none."""
    copied = Copied()
    try:
        connection = await connect(url)
        try:
            await check_settings(connection)
            await migrate(connection)
            async with connection.transaction():
                await connection.execute("LOCK TABLE maitred.line IN EXCLUSIVE MODE")
                if await connection.fetchval("SELECT EXISTS (SELECT FROM maitred.line)"):
                    raise StoreFailed("This database holds tables already: name one that is empty.")
                async with aclosing(content) as tables:
                    async for stored in tables:
                        await send_one(connection, stored)
                        copied.tables += 1
                        copied.lines += len(stored.lines)
        finally:
            await connection.close()
    except (*AWAY, asyncpg.PostgresError, ValueError) as problem:
        raise failure(problem, url) from problem
    return copied


async def send_one(connection: Any, stored: Stored) -> None:
    """Write one table to a database."""
    await connection.copy_records_to_table(
        "line",
        schema_name="maitred",
        columns=["table", "seq", "line"],
        records=[(stored.table, seq, line) for seq, line in stored.lines],
    )
    if stored.summary is not None:
        await connection.execute(
            f'INSERT INTO maitred.summary ("table", {SUMMARY}) VALUES ($1, $2, $3, $4, $5, $6)',
            stored.table,
            *stored.summary,
        )
    if stored.published is not None:
        await connection.execute(
            'INSERT INTO maitred.published ("table", told) VALUES ($1, $2)', stored.table, stored.published
        )


def content_of(place: str) -> Content:
    """The tables at a place: a SQLite file or a database."""
    return database_content(place) if is_database(place) else file_content(Path(place))


async def copy(source: str, target: str) -> Copied:
    """Copy a house that is closed to a place that has none, and compare the two."""
    if is_database(source) == is_database(target):
        raise BadSetup("A house is copied from a file to a database, or from a database to a file.")
    if is_database(source):
        await check_closed(source)
        copied = await write_file(Path(target), content_of(source))
        write_keys(Path(target).absolute().parent, await database_keys(source))
    else:
        file = Path(source)
        check_file(file)
        with speaking_of(file):
            lock = Lock(file)
        try:
            copied = await write_database(target, content_of(source))
            await keep_keys(target, read_keys(file.absolute().parent))
        finally:
            lock.release()
    await compare(source, target)
    return copied


async def check_closed(url: str) -> None:
    """Refuse to copy while servers write: what they write after the copy would be lost."""
    try:
        connection = await connect(url)
        try:
            open_ = await connection.fetchval("SELECT count(*) FROM maitred.server WHERE until > clock_timestamp()")
        finally:
            await connection.close()
    except asyncpg.UndefinedTableError:
        return
    except (*AWAY, asyncpg.PostgresError, ValueError) as problem:
        raise failure(problem, url) from problem
    if open_:
        raise StoreFailed(f"{open_} of the house's servers are open: close them first.")


async def compare(source: str, target: str) -> None:
    """Raise if two places do not hold the same tables, line by line."""
    left, right = content_of(source), content_of(target)
    async with aclosing(left) as here, aclosing(right) as there:
        async for expected in here:
            found = await anext(there, None)
            if found != expected:
                raise StoreFailed(f"The copy of table {expected.table[:4]} differs from the original.")
        if await anext(there, None) is not None:
            raise StoreFailed("The copy holds a table that the original does not have.")


async def database_keys(url: str) -> list[SecretKey]:
    """The keys with which a house in a database signs, the newest first."""
    connection = await connect(url)
    try:
        return await read_secret(connection)
    finally:
        await connection.close()


async def read_secret(connection: Any) -> list[SecretKey]:
    """The keys of the house, the newest first."""
    told = await connection.fetchval("SELECT value FROM maitred.secret WHERE name = $1", HOUSE_KEYS)
    return msgspec.json.decode(told, type=list[SecretKey]) if told is not None else []


async def keep_keys(url: str, keys: list[SecretKey]) -> None:
    """Write the keys of a house to its database, if it has any."""
    if not keys:
        return
    connection = await connect(url)
    try:
        await connection.execute(
            "INSERT INTO maitred.secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2",
            HOUSE_KEYS,
            msgspec.json.encode(keys),
        )
    finally:
        await connection.close()

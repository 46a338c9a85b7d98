"""Connections to PostgreSQL, and its failures as sentences."""

from __future__ import annotations

import asyncio
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg

from maitred.server.store import StoreFailed

ANSWER_SECONDS: Final = 5.0
"""How long the database may take to answer."""
CONNECT_SECONDS: Final = 3.0

AWAY: Final = (
    OSError,
    asyncio.TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
    asyncpg.QueryCanceledError,
)
"""Errors after which it is not known whether the database did what it was asked."""

OUT_OF_REACH: Final = "The house cannot reach its database right now."


def named(url: str) -> str:
    """A database for messages to the host: without user and password."""
    parts = urlsplit(url)
    return f"postgresql://{parts.hostname or ''}{parts.path}"


def failure(problem: BaseException, url: str) -> StoreFailed:
    """What went wrong with the database, as a sentence."""
    name = named(url)
    if isinstance(problem, asyncpg.InvalidCatalogNameError):
        return StoreFailed(f"There is no such database: {name}.")
    if isinstance(problem, (asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidPasswordError)):
        return StoreFailed(f"{name} refuses this user or password.")
    if isinstance(problem, asyncpg.InsufficientPrivilegeError):
        return StoreFailed(f"This user may not create tables in {name}.")
    if isinstance(problem, (asyncpg.DiskFullError, asyncpg.OutOfMemoryError)):
        return StoreFailed(f"{name} has no room left.", "The house has no room left.")
    if isinstance(problem, asyncpg.ReadOnlySQLTransactionError):
        return StoreFailed(f"{name} is read-only.", "The house cannot store anything right now.")
    if isinstance(problem, AWAY):
        return StoreFailed(f"{name} cannot be reached ({type(problem).__name__}).", OUT_OF_REACH)
    return StoreFailed(f"{name} cannot be used ({type(problem).__name__}: {problem}).")


async def connect(url: str) -> Any:
    """A connection of our own."""
    return await asyncpg.connect(url, timeout=CONNECT_SECONDS, command_timeout=ANSWER_SECONDS)

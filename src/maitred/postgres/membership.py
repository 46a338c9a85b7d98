"""One server among those that share a database: its lease, renewed as long as it lives.

Leases go by the clock of the database. The server itself goes by its own clock and counts from before it asked, so that
it falls silent before anybody else can take its tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

import asyncpg

from maitred.postgres.connection import AWAY, connect, failure
from maitred.postgres.listening import LEASES, notify
from maitred.postgres.schema import SERVERS, check_settings, migrate
from maitred.server.store import StoreFailed

LEASE_SECONDS: Final = 5.0
RENEWED_EVERY: Final = 0.4
MARGIN_SECONDS: Final = 0.5
"""How much earlier than the database a server believes that its lease has run out."""
LONGEST_FAREWELL: Final = 3.0
"""How long a server that closes waits for the database to return its leases, in seconds."""
REGAINED_SECONDS: Final = 2.0
"""How long a server waits for a new lease after it has stood still too long and lost its lease."""
SILENCE_SECONDS: Final = 1.2
"""After how long without a renewal a server that is not connected any more counts as gone."""

RENEW: Final = """
    UPDATE maitred.server SET beat = clock_timestamp(), until = clock_timestamp() + $2
    WHERE id = $1 AND until > clock_timestamp()
"""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Member:
    """Another server of the house."""

    id: str
    address: str
    speaks: int


class Membership:
    """This server's place among the servers of a house."""

    def __init__(self, url: str, version: str, speaks: int, lease: float = LEASE_SECONDS) -> None:
        """`speaks`: the version of the protocol between servers."""
        self.url = url
        self.version = version
        self.speaks = speaks
        self.lease = lease
        self.id = ""
        self.address = ""
        self.deadline = 0.0
        """Until when this server holds its lease, by its own clock."""
        self.taken = 0
        """How many leases of tables were taken."""
        self.taken_over = 0
        """How many of them were those of servers that are gone."""
        self.connection: Any = None
        self.problem: StoreFailed | None = None
        """Why the lease could not be renewed the last time, if it could not."""
        self.locked = False
        """Whether the connection holds the advisory lock that shows that this server is connected."""
        self.on_lost: Callable[[], None] = lambda: None
        """Called when the lease has run out: from now on nobody here may be told anything."""
        self.task: asyncio.Task[None] | None = None
        self.left = False

    async def join(self, address: str = "") -> None:
        """Bring the schema up to date and become a member, reachable by the others at this address."""
        self.address = address
        try:
            self.connection = await connect(self.url)
            await check_settings(self.connection)
            await migrate(self.connection)
            await self.register()
        except (*AWAY, asyncpg.PostgresError, ValueError) as problem:
            self.hang_up()
            raise failure(problem, self.url) from problem
        except StoreFailed:
            self.hang_up()
            raise
        self.task = asyncio.create_task(self.run())

    async def register(self) -> None:
        """Become a member under a new name."""
        self.id = secrets.token_urlsafe(9)
        begun = time.monotonic()
        await self.connection.execute("DELETE FROM maitred.server WHERE until < clock_timestamp() - interval '1 day'")
        number = await self.connection.fetchval(
            """
            INSERT INTO maitred.server (id, address, version, speaks, beat, until)
            VALUES ($1, $2, $3, $4, clock_timestamp(), clock_timestamp() + $5) RETURNING number
            """,
            self.id,
            self.address,
            self.version,
            self.speaks,
            timedelta(seconds=self.lease),
        )
        await self.connection.execute("SELECT pg_advisory_lock($1, $2)", SERVERS, number)
        self.locked = True
        self.deadline = begun + self.lease - MARGIN_SECONDS

    def holds(self) -> bool:
        """Whether this server still holds its lease."""
        return not self.left and time.monotonic() < self.deadline

    async def is_back(self) -> bool:
        """Whether this server holds its lease, or holds one again in a moment: unless the database is away, a server
        that stood still becomes a member anew."""
        until = time.monotonic() + REGAINED_SECONDS
        while not self.holds() and not self.left and self.problem is None and time.monotonic() < until:
            await asyncio.sleep(RENEWED_EVERY / 4)
        return self.holds()

    def grace(self) -> tuple[timedelta, int]:
        """What the database needs to know to find out whether another server is gone."""
        return timedelta(seconds=SILENCE_SECONDS), SERVERS

    async def run(self) -> None:
        """Renew the lease; when it has run out, say so and begin again as a new member."""
        while True:
            await asyncio.sleep(RENEWED_EVERY)
            renewed, left = False, self.deadline - time.monotonic()
            if left > 0:  # otherwise this server itself stood still for too long
                try:
                    async with asyncio.timeout(left):
                        renewed = await self.renew()
                    self.problem = None
                except (*AWAY, asyncpg.PostgresError) as problem:
                    self.problem = failure(problem, self.url)
                    log.warning("the lease could not be renewed", extra={"problem": str(self.problem)})
                    self.hang_up()
                    renewed = True  # perhaps: the deadline tells
            if not renewed or not self.holds():
                self.deadline = 0.0
                log.error("this server has lost its lease: its tables continue elsewhere")
                self.on_lost()
                await self.begin_again()

    async def renew(self) -> bool:
        """Renew the lease; False if it had run out."""
        begun = time.monotonic()
        if self.connection is None or self.connection.is_closed():
            self.connection = await connect(self.url)
            self.locked = False
        if not self.locked:  # the database may not have noticed yet that an earlier connection is gone
            self.locked = await self.connection.fetchval(
                "SELECT pg_try_advisory_lock($1, number) FROM maitred.server WHERE id = $2", SERVERS, self.id
            )
        done = await self.connection.execute(RENEW, self.id, timedelta(seconds=self.lease))
        if done != "UPDATE 1":
            return False
        self.deadline = begun + self.lease - MARGIN_SECONDS
        return True

    async def begin_again(self) -> None:
        """Become a member under a new name, as soon as the database is back."""
        while True:
            self.hang_up()
            try:
                self.connection = await connect(self.url)
                await self.register()
                return
            except (*AWAY, asyncpg.PostgresError):
                await asyncio.sleep(RENEWED_EVERY)

    def hang_up(self) -> None:
        """Close the connection without waiting for anybody."""
        if self.connection is not None:
            self.connection.terminate()
            self.connection = None

    async def owner(self, table: str, connection: Any) -> Member | None:
        """The other server that a table is awake in; None if it is nobody's or ours."""
        row = await connection.fetchrow(
            """
            SELECT server.id, address, speaks FROM maitred.lease JOIN maitred.server ON server.id = lease.server
            WHERE "table" = $1 AND server.id <> $2 AND NOT maitred.is_gone(server.id, $3, $4)
            """,
            table,
            self.id,
            *self.grace(),
        )
        return Member(*row) if row is not None else None

    async def gone(self, servers: list[str], connection: Any) -> list[str]:
        """Which of these other servers are gone, so that their tables may be taken."""
        rows = await connection.fetch(
            "SELECT id FROM unnest($1::text[]) AS id WHERE maitred.is_gone(id, $2, $3)", servers, *self.grace()
        )
        return [row["id"] for row in rows]

    async def leave(self) -> None:
        """Return all leases and stop being a member."""
        self.left = True
        if self.task is not None:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.task
        if self.connection is not None and not self.connection.is_closed():
            try:
                async with asyncio.timeout(LONGEST_FAREWELL):
                    await self.connection.execute("DELETE FROM maitred.lease WHERE server = $1", self.id)
                    await self.connection.execute("DELETE FROM maitred.server WHERE id = $1", self.id)
                    await notify(self.connection, [LEASES])
                    await self.connection.close(timeout=1)
            except (*AWAY, asyncpg.PostgresError):
                self.hang_up()

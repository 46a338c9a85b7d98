"""What the servers of a house tell each other through the database.

A NOTIFY only wakes: what has changed is read from the tables. It may get lost, so after every new connection and every
few seconds a server behaves as if it had heard of everything.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection
from typing import Any, Final

import asyncpg

from maitred.postgres.connection import AWAY, connect

CHANNEL: Final = "maitred"
LISTS: Final = "lists"
"""The lists of tables have changed."""
LEASES: Final = "leases"
"""Tables were released."""
EVERYTHING: Final = frozenset({LISTS, LEASES})
POLL_SECONDS: Final = 2.0
AGAIN_SECONDS: Final = 0.5


async def notify(connection: Any, news: Collection[str]) -> None:
    """Tell all servers what has changed, with one NOTIFY."""
    await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, " ".join(sorted(news)))


class Listener:
    """Hears what the other servers say, over one connection."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.hearers: list[Callable[[Collection[str]], None]] = []
        """Called with what may have changed."""
        self.task = asyncio.create_task(self.run())

    def tell(self, news: Collection[str]) -> None:
        """Pass news on to everybody here who wants to know."""
        for hearer in self.hearers:
            hearer(news)

    async def run(self) -> None:
        """Listen; connect again whenever the connection is lost."""
        while True:
            with contextlib.suppress(*AWAY, asyncpg.PostgresError):
                await self.listen()
            self.tell(EVERYTHING)
            await asyncio.sleep(AGAIN_SECONDS)

    async def listen(self) -> None:
        """Listen until the connection is lost."""
        connection = await connect(self.url)
        lost = asyncio.Event()
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, lambda _connection, _pid, _channel, said: self.tell(said.split()))
            while not lost.is_set():
                self.tell(EVERYTHING)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(lost.wait(), POLL_SECONDS)
        finally:
            connection.terminate()

    async def close(self) -> None:
        """Stop listening."""
        self.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.task

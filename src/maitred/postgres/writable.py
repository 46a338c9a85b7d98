"""Whether lines can be written to the database: tried now and then, and once for all who ask at the same time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from maitred.postgres.membership import Membership

TRIED_EVERY: Final = 1.0
"""How often it is tried, in seconds, while somebody asks."""
LONG_LINE: Final = bytes(1_900)


class Writable:
    """Tries to write a line and takes it back: a lease can be renewed where no line has room any more."""

    def __init__(
        self, query: Callable[[Callable[[Any], Awaitable[None]]], Awaitable[None]], member: Membership
    ) -> None:
        """`query` uses one of the connections that read."""
        self.query = query
        self.member = member
        self.tried_at = 0.0
        self.trying: asyncio.Future[None] | None = None
        """A try that is under way."""

    async def check(self) -> None:
        """Raise StoreFailed if nothing can be written."""
        if time.monotonic() < self.tried_at + TRIED_EVERY:
            return
        # All who ask share one try, or a slow database would have no connection left for anybody else.
        if self.trying is None:
            self.trying = asyncio.ensure_future(self.query(self.write_and_take_back))
            self.trying.add_done_callback(self.tried)
        await asyncio.shield(self.trying)

    def tried(self, trying: asyncio.Future[None]) -> None:
        """A try has ended."""
        self.trying = None
        if not trying.cancelled() and trying.exception() is None:
            self.tried_at = time.monotonic()

    async def write_and_take_back(self, connection: Any) -> None:
        """Write a line, and take it back."""
        transaction = connection.transaction()
        await transaction.start()
        try:
            await connection.execute(
                'INSERT INTO maitred.line ("table", seq, line) VALUES ($1, 0, $2)', self.member.id, LONG_LINE
            )
        finally:
            await transaction.rollback()

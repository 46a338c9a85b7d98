"""One queue and one task: jobs run one after another, never two at the same time."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from maitred.server.store import OutcomeUnknown, StoreFailed
from maitred.table.permissions import Denied

T = TypeVar("T")
Job = Callable[[], Coroutine[Any, Any, None]]

UNREADABLE = "This table cannot be read right now."

log = logging.getLogger(__name__)


class JobQueue:
    """The jobs of one table."""

    def __init__(self, table: str, after_each: Callable[[], None], recover: Job) -> None:
        """`after_each` is called after each successful job, `recover` after one that failed unexpectedly."""
        self.table = table
        self.after_each = after_each
        self.recover = recover
        self.jobs: deque[Job] = deque()
        self.waiting: asyncio.Future[None] | None = None
        """Wakes the task when a job is put into the empty queue."""
        self.closed = False
        self.task = asyncio.create_task(self.run())

    async def run(self) -> None:
        """Run one job after another."""
        while not self.closed:
            if not self.jobs:
                self.waiting = asyncio.get_running_loop().create_future()
                await self.waiting
                self.waiting = None
            job = self.jobs.popleft()
            try:
                await job()
                self.after_each()
                if self.jobs:  # a table where much happens at once must not hold up the others
                    await asyncio.sleep(0)
            except Exception:
                log.exception("the table is read again", extra={"table": self.table[:4]})
                await self.recover()

    def soon(self, job: Job) -> None:
        """Add a job to the queue, unless it is closed."""
        if self.closed:
            return
        self.jobs.append(job)
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    async def ask(self, question: Callable[[], Awaitable[T]]) -> T:
        """Run a job and wait for its answer or its refusal.

        Raises OutcomeUnknown if the job was interrupted, and so perhaps written nevertheless.
        """
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def job() -> None:
            try:
                told = await question()
            except (Denied, StoreFailed) as refusal:
                if not answer.done():
                    answer.set_exception(refusal)
            except (OutcomeUnknown, asyncio.CancelledError):
                if not answer.done():
                    answer.set_exception(OutcomeUnknown(self.table))
                raise
            except BaseException:
                answer.cancel()
                raise
            else:
                if not answer.done():
                    answer.set_result(told)

        self.soon(job)
        either: list[asyncio.Future[Any]] = [answer, self.task]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done() or answer.cancelled():
            raise StoreFailed(UNREADABLE, UNREADABLE)
        return answer.result()

    def close(self) -> None:
        """Stop, and drop the references to the owner of the queue."""
        self.closed = True
        self.jobs.clear()
        self.after_each, self.recover = nothing_follows, nothing_is_done
        self.task.cancel()


def nothing_follows() -> None:
    """Replaces `after_each` once a queue is closed."""


async def nothing_is_done() -> None:
    """Replaces `recover` once a queue is closed."""

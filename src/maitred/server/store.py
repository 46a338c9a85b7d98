"""Where live tables are stored: what every store promises."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from maitred.kernel.errors import Refused

PHASES: Final = ("seating", "playing", "over", "closed")
ENDED: Final = ("over", "closed")


@dataclass(frozen=True, slots=True)
class Summary:
    """What the lists of the house show of a table, so that they need not wake it."""

    table: str
    game: str
    phase: str  # one of PHASES
    public: bool
    changed: int  # milliseconds since the epoch
    card: bytes  # a TableCard in JSON

    def __post_init__(self) -> None:
        """Refuse a phase that no list has, which would hide the table."""
        if self.phase not in PHASES:
            raise ValueError(f"a table is {', '.join(PHASES)}; not {self.phase!r}")


@dataclass(slots=True)
class Append:
    """Lines to be written."""

    table: str
    expected: int
    lines: Sequence[bytes]
    summary: Summary | None
    done: asyncio.Future[int]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list of summaries."""

    phase: str | None = None
    public: bool | None = None
    limit: int = 50
    before: tuple[int, str] | None = None
    """For the next page: (changed, table) of this page's last summary."""


FIRST_PAGE: Final = Page()


class Overtaken(Exception):
    """Somebody else has written to the table: its last line is not the expected one. Nothing was written."""

    def __init__(self, table: str, expected: int, last: int) -> None:
        # Only part of the name: this goes to the log, and the whole name is the table's link.
        super().__init__(f"Table {table[:4]} was expected to end with line {expected}, but it ends with line {last}.")
        self.table = table
        self.expected = expected
        self.last = last


class StoreFailed(Refused):
    """The store cannot do what it was asked, with a sentence for the host. Nothing was written."""

    def __init__(self, sentence: str, told: str = "The house cannot reach its stored tables right now.") -> None:
        """`told`: what guests are told, which reveals nothing about the machine."""
        super().__init__(sentence)
        self.told = told


class OwnedElsewhere(StoreFailed):
    """The table is awake in another server of this house. Nothing was written."""

    def __init__(self, table: str) -> None:
        told = "This table is open in another server of this house; try again in a moment."
        super().__init__(f"Table {table[:4]} is awake in another server.", told)
        self.table = table


class OutcomeUnknown(Exception):
    """The store was lost before it could say whether something was written: nobody may be answered."""

    def __init__(self, table: str) -> None:
        super().__init__(f"It is not known whether the last lines of table {table[:4]} were written.")


async def in_batches(some: Callable[[], Awaitable[int]]) -> int:
    """Do something again until nothing is left to do; returns how much was done in all."""
    total = 0
    while done := await some():
        total += done
    return total


class EventStore(ABC):
    """Tables as numbered lines (from 1, without gaps), each with a summary. Every method may be called at any time."""

    shared = False
    """Whether other servers may write to the same tables."""

    @abstractmethod
    async def acquire(self, table: str) -> None:
        """Make this server the only one that may write to a table; raises OwnedElsewhere if another one is."""

    @abstractmethod
    def release(self, table: str) -> None:
        """Let another server write to a table, once everything that was asked for is written."""

    @abstractmethod
    async def append(self, table: str, expected: int, lines: Sequence[bytes], summary: Summary | None = None) -> int:
        """Write lines after line `expected`, with the summary; returns the table's last line once everything is on
        disk.

        Raises Overtaken if the table does not end with line `expected` (0 for a new table); other tables are not
        affected. Raises StoreFailed if the disk fails; the same append may then be tried again. An append whose caller
        was cancelled may have been written nevertheless, and so may one that raises OutcomeUnknown.
        """

    @abstractmethod
    async def read(self, table: str, after: int = 0) -> list[tuple[int, bytes]]:
        """The lines after line `after` with their numbers, in order; none for an unknown table."""

    @abstractmethod
    async def summary(self, table: str) -> Summary | None:
        """The table's summary, if it has one."""

    @abstractmethod
    async def summaries(self, wanted: Page = FIRST_PAGE) -> list[Summary]:
        """Summaries, last changed first."""

    @abstractmethod
    async def forget(self, table: str) -> None:
        """Remove a table with its summary; what is published of its key stays."""

    @abstractmethod
    async def cut(self, table: str, expected: int, after: int, summary: Summary | None) -> str:
        """Remove the lines after line `after` from a table that ends with line `expected`, and write its summary.

        The lines are saved in a file beside the store, whose name is returned. A table that loses all its lines is
        gone. Raises Overtaken like `append`.
        """

    @abstractmethod
    async def prune(self, changed_before: int, phases: Sequence[str] = ENDED, but: Collection[str] = ()) -> int:
        """Delete tables of these phases that last changed before that millisecond, except some; returns how many."""

    @abstractmethod
    def used(self) -> int:
        """How many bytes the tables use."""

    def traffic(self) -> tuple[int, int]:
        """How many transactions were written since the store was opened, and how many failed."""
        return 0, 0

    @abstractmethod
    async def check(self) -> None:
        """Raise StoreFailed if what is written now would be lost."""

    @abstractmethod
    async def published(self, table: str) -> bytes | None:
        """What was kept of a table that was deleted after its cards were dealt (see publishing.py)."""

    async def snapshot(self, table: str) -> bytes | None:
        """The last snapshot of a table (see snapshots.py), if this store keeps any."""
        return None

    async def keep_snapshot(self, table: str, lines: int, body: bytes) -> bool:
        """Keep the snapshot of a table after so many lines, in place of an older one; False if it is not kept."""
        return False

    @abstractmethod
    async def backup(self, path: Path) -> None:
        """Write a copy of the current state to a new file, while tables continue."""

    @abstractmethod
    async def close(self) -> None:
        """Finish pending work and close; later calls are refused."""

"""Reviews of finished games for people at the page: one at a time, in processes of low priority, bounded in time.

They are made by `maitred review`, which tells a rough review first and then finer ones, line by line.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal, NamedTuple

import msgspec

from maitred.kernel.errors import BadSetup
from maitred.server.studies import GROUP_OF_ITS_OWN, NICENESS, RUN, end

SECONDS: Final = 60
MOST_WAITING: Final = 8
MOST_OF_ONE: Final = 3
"""How many of those that wait one address may have asked for: others want reviews too."""
MOST_BYTES: Final = 32 << 20
"""How many bytes of reviews are kept; the one unused for longest is forgotten first."""
LONGEST_LINE: Final = 8 << 20
LONGEST_GOODBYE: Final = 120
"""Seconds that a review has beyond its time, to begin and to end a round."""
MOST_PROCESSES: Final = 2
OFF: Final = "This house makes no reviews: `maitred review` makes one of the downloaded game."

log = logging.getLogger(__name__)
State = Literal["waiting", "running", "done", "failed"]


class Key(NamedTuple):
    """Which review: of a table, for a seat, with the outlook of that seat or with all cards open."""

    table: str
    seat: int
    open_cards: bool


class Reviewed:
    """One review, from the queue to its finest round."""

    def __init__(self, record: str, address: str) -> None:
        self.record = record
        self.address = address
        self.state: State = "waiting"
        self.told: msgspec.Raw | None = None
        """The review as far as it has come."""

    def size(self) -> int:
        """How many bytes it keeps."""
        return len(self.record) + (0 if self.told is None else len(bytes(self.told)))


class Reviews:
    """The queue of reviews of a house, and those that it has made."""

    def __init__(self, seconds: int = SECONDS) -> None:
        """`seconds`: how long each may take; 0: none are made."""
        self.seconds = seconds
        self.kept: OrderedDict[Key, Reviewed] = OrderedDict()
        self.working: asyncio.Task[None] | None = None
        self.process: Process | None = None

    def waiting(self) -> list[Key]:
        """The reviews that have not begun, in their order."""
        return [key for key, each in self.kept.items() if each.state == "waiting"]

    def find(self, key: Key) -> Reviewed | None:
        """A review, if it was asked for; it now counts as used last."""
        found = self.kept.get(key)
        if found is not None and found.state in ("done", "failed"):
            self.kept.move_to_end(key)
        return found

    def add(self, key: Key, record: str, address: str = "") -> Reviewed:
        """Put a review for an address into the queue, unless there is one; one that failed is tried again."""
        if not self.seconds:
            raise BadSetup(OFF)
        found = self.find(key)
        if found is not None and found.state != "failed":
            return found
        waiting = self.waiting()
        if sum(self.kept[each].address == address for each in waiting) >= MOST_OF_ONE:
            raise BadSetup(f"{MOST_OF_ONE} reviews that you asked for are waiting already: try again in a few minutes.")
        if len(waiting) >= MOST_WAITING:
            raise BadSetup("Many reviews are being made already: try again in a few minutes.")
        self.kept.pop(key, None)
        self.kept[key] = added = Reviewed(record, address)
        self.forget()
        if self.working is None or self.working.done():
            self.working = asyncio.create_task(self.work())
        return added

    def forget(self) -> None:
        """Forget what was not used for longest, as far as there is no room for it."""
        size = sum([each.size() for each in self.kept.values()])
        for key, each in list(self.kept.items()):
            if size > MOST_BYTES and each.state in ("done", "failed"):
                size -= each.size()
                del self.kept[key]

    async def work(self) -> None:
        """Make what waits, one review after another."""
        while waiting := self.waiting():
            await self.make(waiting[0], self.kept[waiting[0]])

    async def make(self, key: Key, review: Reviewed) -> None:
        """Make one review, round after round."""
        review.state = "running"
        with TemporaryDirectory(prefix="maitred-review-") as folder:
            file = Path(folder, "game.json")
            file.write_text(review.record, encoding="utf-8")
            review.record = ""
            jobs = str(min(MOST_PROCESSES, os.cpu_count() or 1))
            words = ["review", str(file), "--seat", str(key.seat + 1), "--seconds", str(self.seconds), "--jobs", jobs]
            words += ["--json", "--rounds", *(["--open"] if key.open_cards else [])]
            self.process = process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                RUN.format(nice=NICENESS),
                *words,
                stdout=PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                stdin=asyncio.subprocess.DEVNULL,
                limit=LONGEST_LINE,
                **GROUP_OF_ITS_OWN,
            )
            try:
                async with asyncio.timeout(self.seconds + LONGEST_GOODBYE):
                    assert process.stdout is not None
                    while line := await process.stdout.readline():
                        [review.told] = msgspec.json.decode(line, type=list[msgspec.Raw])
            except (TimeoutError, ValueError) as problem:
                log.warning("a review was ended early", extra={"problem": type(problem).__name__})
            finally:
                end(process, at_once=True)
            code = await process.wait()
            # A review that was cut short is one all the same: it is only rougher than it might be.
            review.state = "failed" if review.told is None else "done"
            if review.told is None:
                log.warning("a review failed", extra={"table": key.table[:4], "problem": f"exit code {code}"})
        self.forget()

    async def close(self) -> None:
        """End everything: the house closes."""
        for key in self.waiting():
            del self.kept[key]
        if self.process is not None:
            end(self.process, at_once=True)
        if self.working is not None:
            await self.working

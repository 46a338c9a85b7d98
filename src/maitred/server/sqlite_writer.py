"""The thread that writes to the SQLite file.

While a transaction is on its way to disk, appends gather for the next one, so that they share the cost of a commit.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final

from maitred.server.sqlite_file import DamagedFile, failure, is_of_the_disk, keep_log, only_number, transaction
from maitred.server.sqlite_watch import Watch
from maitred.server.store import Append, Overtaken, StoreFailed, Summary

log = logging.getLogger(__name__)
Outcome = tuple[asyncio.Future[Any], Any]

INSERT_LINE: Final = 'INSERT INTO line ("table", seq, line) VALUES (?, ?, ?)'
SUMMARY: Final = '"table", game, phase, public, changed, card'
REPLACE_SUMMARY: Final = f"INSERT OR REPLACE INTO summary ({SUMMARY}) VALUES (?, ?, ?, ?, ?, ?)"

GATHER_SECONDS: Final = 0.001
"""If a transaction follows another this closely, more are on their way: it waits this long for them."""
LINES_IN_LOG: Final = 500
"""How many lines are written to the log before it is copied into the file: about a thousand pages."""
TRIED_EVERY: Final = 1.0
"""How often, in seconds, those who ask for the health of the store have something written."""
MEASURED_EVERY: Final = 50
"""The size of the tables is measured once in this many transactions."""
MOST_REMEMBERED: Final = 20_000
"""How many tables' last lines the writer remembers; when there are more, all are forgotten."""


@dataclass(slots=True)
class Change:
    """Any other change, made in a transaction of its own."""

    work: Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]


@dataclass(slots=True)
class Check:
    """A check of the files, between two transactions."""

    done: asyncio.Future[Any]


def settle(outcomes: list[Outcome]) -> None:
    """Give everybody who waits their result."""
    for done, outcome in outcomes:
        if done.done():  # its caller was cancelled
            continue
        if isinstance(outcome, BaseException):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)


def summary_row(summary: Summary) -> tuple[str, str, str, bool, int, bytes]:
    """A summary as a row of the file."""
    return summary.table, summary.game, summary.phase, summary.public, summary.changed, summary.card


class Writer:
    """Carries out orders one after another until it is told to stop."""

    def __init__(self, connection: sqlite3.Connection, path: Path, loop: asyncio.AbstractEventLoop) -> None:
        self.connection = connection
        self.path = path
        self.loop = loop
        # Between two checkpoints nothing is written to the database itself: any change then is damage.
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        self.watch = Watch(path)
        self.problem: StoreFailed | None = None
        """Why nothing can be written now, if known."""
        self.damaged: DamagedFile | None = None
        """Damage found: nothing more is written to such a file."""
        self.commits = 0
        self.failures = 0
        self.ended = 0.0
        """When the last transaction ended."""
        self.tried = 0.0
        """When it was last tried whether anything can be written."""
        self.in_log = 0
        """Lines that were written since the log was last copied into the file."""
        self.used = 0
        """Bytes in use, as of a few transactions ago."""
        self.measure()
        self.orders: SimpleQueue[Append | Change | Check | None] = SimpleQueue()
        # The last lines of recently written tables. Nobody else writes to the file, so they stay valid.
        self.lasts: dict[str, int] = {}
        self.thread = Thread(target=self.run, name="store-writer", daemon=True)
        self.thread.start()

    def run(self) -> None:
        """Write until told to stop."""
        orders = self.orders
        while True:
            group = [orders.get()]
            if time.monotonic() < self.ended + GATHER_SECONDS:
                time.sleep(GATHER_SECONDS)
            while not orders.empty():
                group.append(orders.get())
            checks = [order for order in group if isinstance(order, Check)]
            if checks:  # one check answers all, and does not come between appends that can share a transaction
                found = self.looked()
                self.tell([(order.done, found) for order in checks])
            for kind, some in groupby([order for order in group if not isinstance(order, Check)], type):
                if kind is Append:
                    self.tell(self.write([order for order in some if isinstance(order, Append)]))
                else:
                    for order in some:
                        if isinstance(order, Change):
                            self.tell([(order.done, self.perform(order))])
                        else:
                            self.close()
                            return
            if self.in_log >= LINES_IN_LOG:
                self.checkpoint()

    def close(self) -> None:
        """Close the file; SQLite copies its log into it if it is intact."""
        with suppress(StoreFailed):
            self.check()
        if self.damaged is not None:
            keep_log(self.path)
        self.connection.close()
        self.watch.close()

    def tell(self, outcomes: list[Outcome]) -> None:
        """Let the event loop deliver results."""
        # If the loop is closed, nobody waits any more.
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(settle, outcomes)

    def last(self, table: str) -> int:
        """The number of the table's last line."""
        row = self.connection.execute('SELECT max(seq) FROM line WHERE "table" = ?', (table,)).fetchone()
        number: int | None = row[0]
        return number or 0

    def write(self, appends: list[Append]) -> list[Outcome]:
        """Append in one transaction; returns the result of each."""
        outcomes: list[Outcome] = []
        lasts: dict[str, int] = {}
        rows: list[tuple[str, int, bytes]] = []
        summaries: dict[str, Summary] = {}
        try:
            self.must_be_whole()
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
                self.watch.before_writing()
                try:
                    with transaction(self.connection):
                        self.connection.executemany(INSERT_LINE, rows)
                        self.connection.executemany(
                            REPLACE_SUMMARY,
                            [summary_row(summary) for summary in summaries.values()],
                        )
                finally:
                    self.watch.after_writing()
                self.count(len(rows) + len(summaries))
                self.problem = None
        except Exception as problem:
            if isinstance(problem, sqlite3.Error) and is_of_the_disk(problem):
                problem = failure(problem, self.path)
            if isinstance(problem, StoreFailed):
                self.found(problem)
                self.lasts.clear()
                return [(order.done, problem) for order in appends]
            if len(appends) == 1:
                self.lasts.pop(appends[0].table, None)
                return [(appends[0].done, problem)]
            # One of them cannot be written at all (a number too large for the file, say), but the others can.
            return [outcome for order in appends for outcome in self.write([order])]
        if len(self.lasts) > MOST_REMEMBERED:
            self.lasts.clear()
        self.lasts.update(lasts)
        return outcomes

    def count(self, lines: int) -> None:
        """Count a transaction."""
        self.ended = time.monotonic()
        self.in_log += lines
        self.commits += 1
        if self.commits % MEASURED_EVERY == 0:
            self.measure()

    def measure(self) -> None:
        """Measure how much is in use; space freed by deletions is reused before the file grows."""
        size, pages, free = [
            only_number(self.connection, f"PRAGMA {name}") for name in ("page_size", "page_count", "freelist_count")
        ]
        self.used = (pages - free) * size

    def checkpoint(self) -> None:
        """Copy the log into the file; if that fails, the log keeps its content, and it is tried again later."""
        try:
            self.check()
            try:
                self.connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            finally:
                self.watch.database.was_written()
            self.in_log = 0
        except (sqlite3.Error, StoreFailed) as problem:
            told = failure(problem, self.path) if isinstance(problem, sqlite3.Error) else problem
            self.found(told)
            log.error("the log could not be copied into the file", extra={"problem": str(told)})
            self.in_log = 0

    def found(self, problem: StoreFailed) -> None:
        """Remember why nothing can be written; damage is permanent."""
        self.problem = problem
        self.failures += 1
        if isinstance(problem, DamagedFile):
            self.damaged = problem

    def failed(self, problem: sqlite3.Error) -> StoreFailed:
        """What an error of the database means, remembered."""
        told = failure(problem, self.path)
        self.found(told)
        return told

    def must_be_whole(self) -> None:
        """Raise if damage was found in the file."""
        if self.damaged is not None:
            raise self.damaged

    def check(self) -> None:
        """Raise if the files are not what they were."""
        self.must_be_whole()
        try:
            self.watch.check()
        except DamagedFile as problem:
            self.damaged = problem
            raise

    def looked(self) -> StoreFailed | None:
        """What is wrong with the files, if anything is."""
        try:
            self.check()
            if time.monotonic() >= max(self.tried, self.ended) + TRIED_EVERY:
                self.try_to_write()
        except sqlite3.Error as problem:
            return self.failed(problem)
        except StoreFailed as problem:
            return problem
        return None

    def try_to_write(self) -> None:
        """Write something that changes nothing: only that shows whether there is room, or room again."""
        self.tried = time.monotonic()
        version = only_number(self.connection, "PRAGMA user_version")
        self.watch.before_writing()
        try:
            with transaction(self.connection):
                self.connection.execute(f"PRAGMA user_version = {version}")
        finally:
            self.watch.after_writing()
        self.in_log += 1
        self.problem = None

    def perform(self, change: Change) -> Any:
        """Make a change; returns its result, or the error."""
        try:
            self.check()
            try:
                with transaction(self.connection):
                    result = change.work(self.connection)
            finally:
                self.watch.after_writing()
            self.count(LINES_IN_LOG)
            self.measure()
        except sqlite3.Error as problem:
            return self.failed(problem)
        except StoreFailed as problem:
            self.found(problem)
            return problem
        except Exception as problem:
            return problem
        return result

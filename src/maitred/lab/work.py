"""Many games, shared out: work is cut into chunks that do not depend on who does it or how fast.

What is to be played is a list of tasks. Round after round, a chunk of each is played, and only whole rounds count: so
the result depends on the number of rounds and on nothing else, whether it was given or came of a limit of time.

Chunks are handed out by the bundle, of about a second, to something shaped like an executor of the standard library:
processes of this machine, or a cluster.
"""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Final, NamedTuple, Protocol

from maitred.kernel.errors import Refused
from maitred.lab.playing import Played, Setting, play
from maitred.lab.sharing import play_both

CHUNK_DEALS: Final = 48
BUNDLE_SECONDS: Final = 1.0
"""How long a bundle of chunks takes: so long that to hand it out is nothing beside it."""
MOST_GROWTH: Final = 4
"""How many times as many chunks a bundle has at most as the one that was played before."""
AHEAD: Final = 2
"""How many bundles each process has, the one that it plays and those that wait for it."""


class WorkLost(Refused):
    """Work that could not be done."""


MOST_LOST: Final = 5
"""How often processes may be killed before that is taken for a lasting condition."""


class Task(NamedTuple):
    """Deals of one setting: so many in every round, or in one round of several."""

    name: str
    setting: Setting
    deals: int
    how: str
    every: int = 1
    beside: int | None = None
    """The task before it in whose chunks its games are played too, as far as they are not the same."""

    def played_by(self, rounds: int) -> int:
        """How many deals have been played after that many rounds."""
        return -(-rounds // self.every) * self.deals


class Chunk(NamedTuple):
    """The deals of a task in one round, as plain data that other processes understand."""

    setting: Setting
    start: int
    deals: int
    how: str
    beside: Setting | None = None
    """What is played too, in the same deals."""


def play_chunk(chunk: Chunk) -> list[Played]:
    """Play a chunk; what is played beside it comes after its own games."""
    deals = range(chunk.start, chunk.start + chunk.deals)
    if chunk.beside is None:
        return [play(chunk.setting, deal, chunk.how) for deal in deals]
    own, others = play_both(chunk.setting, chunk.beside, deals, chunk.how)
    return own + others


class Bundle(NamedTuple):
    """The games of some chunks, and the seconds that they took."""

    games: list[list[Played]]
    seconds: float


def play_bundle(chunks: list[Chunk]) -> Bundle:
    """Play chunks, one after another."""
    begun = time.monotonic()
    games = [play_chunk(chunk) for chunk in chunks]
    return Bundle(games, time.monotonic() - begun)


class PendingBundle(Protocol):
    """Chunks that are being played."""

    def result(self) -> Bundle:
        """Wait for their games; `BrokenProcessPool` if they have to be played again."""


class Executor(Protocol):
    """Whoever plays chunks."""

    def submit(self, work: Callable[[list[Chunk]], Bundle], chunks: list[Chunk], /) -> PendingBundle:
        """Begin to play chunks."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop playing."""


class Workers(NamedTuple):
    """Where chunks are played: how many at a time, and how to get (again) who plays them."""

    jobs: int
    begin: Callable[[], Executor]


def processes(jobs: int) -> Workers:
    """Processes of this machine; begun anew and not forked, for whoever asks may have threads, and locks in them."""
    fresh = get_context("spawn")
    return Workers(jobs, lambda: ProcessPoolExecutor(jobs, mp_context=fresh, initializer=serve_parent))


def serve_parent() -> None:
    """Leave Ctrl-C, which a terminal sends to all processes, to the one that writes the report, and end with it: even
    if it is killed, for else its workers would wait for work for ever."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        Thread(target=end_with, args=(parent,), daemon=True).start()


def end_with(parent: BaseProcess) -> None:
    """Wait until the parent is gone, and go."""
    parent.join()
    os._exit(1)


class Pool:
    """Chunks that are being played, in order; a worker that is killed costs nothing but time: its chunks are played
    again."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self.lost = 0
        self.executor = workers.begin()
        self.waiting: deque[tuple[list[Chunk], PendingBundle]] = deque()

    def submit(self, chunks: list[Chunk]) -> None:
        """Have chunks played."""
        try:
            self.waiting.append((chunks, self.executor.submit(play_bundle, chunks)))
        except BrokenProcessPool:
            self.replace(chunks)

    def next(self) -> Bundle:
        """The games of the first chunks that wait."""
        while True:
            try:
                bundle = self.waiting[0][1].result()
            except BrokenProcessPool:
                self.replace()
                continue
            self.waiting.popleft()
            return bundle

    def replace(self, *more: list[Chunk]) -> None:
        """Begin again with new workers and all that is not done."""
        self.lost += 1
        if self.lost > MOST_LOST:
            raise WorkLost(f"Processes that play games were killed {self.lost} times; is there enough memory?")
        self.executor.shutdown(wait=False)
        self.executor = self.workers.begin()
        bundles = [chunks for chunks, _ in self.waiting] + list(more)
        self.waiting = deque([(chunks, self.executor.submit(play_bundle, chunks)) for chunks in bundles])

    def close(self) -> None:
        """Stop playing."""
        self.executor.shutdown(wait=True, cancel_futures=True)


def in_order(chunks: Iterable[Chunk], workers: Workers) -> Generator[list[Played], None, None]:
    """The games of each chunk, in the order of the chunks."""
    if workers.jobs == 1:
        yield from map(play_chunk, chunks)
        return
    pool = Pool(workers)
    left = iter(chunks)
    size = 1
    try:
        while True:
            while len(pool.waiting) < AHEAD * workers.jobs and (some := list(islice(left, size))):
                pool.submit(some)
            if not pool.waiting:
                return
            games, seconds = pool.next()
            size = next_size(len(games), seconds)
            yield from games
    finally:
        pool.close()


def next_size(chunks: int, seconds: float) -> int:
    """How many chunks to bundle, after so many have taken so long."""
    return max(1, min(MOST_GROWTH * chunks, round(chunks * BUNDLE_SECONDS / max(seconds, 1e-6))))


class Limit(NamedTuple):
    """How long to play: so many rounds, or as many as come to an end within so many seconds, as far as can be foreseen.
    There is always one."""

    rounds: int | None
    seconds: float | None


Rounds = list[list[Played]]
"""By task, all its games so far."""


def play_rounds(
    tasks: Sequence[Task],
    limit: Limit,
    workers: Workers,
    finished: Callable[[int, Rounds], bool],
    begin: int = 0,
    played: Rounds | None = None,
    interrupted: Callable[[], None] = lambda: None,
) -> tuple[int, Rounds]:
    """Play round after round of all tasks until the limit is reached, or `finished` says after one that it is enough.

    The number of rounds there are now, and by task its games. Ctrl-C ends it after the last whole round,
    and calls `interrupted`.
    """
    rows: Rounds = [list(games) for games in played] if played is not None else [[] for _ in tasks]
    begun = time.monotonic()
    done = begin

    def in_time(number: int, seconds: float) -> bool:
        """Whether a round will be over in time, by those that are."""
        gone = time.monotonic() - begun
        each = gone / (done - begin) if done > begin else 0.0
        return gone + each * (number + 1 - done) <= seconds

    def open_rounds() -> Iterator[int]:
        number = begin
        while limit.rounds is None or number < limit.rounds:
            if limit.seconds is not None and number > begin and not in_time(number, limit.seconds):
                return
            yield number
            number += 1

    def chunks() -> Iterator[Chunk]:
        for number in open_rounds():
            for at in leading(tasks, number):
                task = tasks[at]
                others = [other.setting for other in tasks if other.beside == at]
                yield Chunk(task.setting, task.played_by(number), task.deals, task.how, *others)

    with closing(in_order(chunks(), workers)) as results:
        try:
            while True:
                wanted = leading(tasks, done)
                fresh = list(islice(results, len(wanted)))
                if len(fresh) < len(wanted):
                    break
                for at, games in zip(wanted, fresh, strict=True):
                    own = tasks[at].deals
                    rows[at] += games[:own]
                    for other, task in enumerate(tasks):
                        if task.beside == at:
                            rows[other] += games[own:]
                done += 1
                if finished(done, rows):
                    break
        except KeyboardInterrupt:
            if done == 0:
                raise
            interrupted()
    return done, rows


def due(tasks: Sequence[Task], number: int) -> list[int]:
    """The tasks of which a chunk is played in that round."""
    return [at for at, task in enumerate(tasks) if number % task.every == 0]


def leading(tasks: Sequence[Task], number: int) -> list[int]:
    """Those of them that chunks are made for; the others are played in these."""
    return [at for at in due(tasks, number) if tasks[at].beside is None]

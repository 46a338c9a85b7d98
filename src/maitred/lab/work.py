"""Many games, shared out: work is cut into chunks that do not depend on who does it or how fast.

What is to be played is a list of tasks. Round after round, a chunk of each is played, and only whole rounds count: so
the result depends on the number of rounds and on nothing else, whether it was given or came of a limit of time.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from itertools import islice
from typing import NamedTuple

from maitred.kernel.errors import Refused
from maitred.lab.playing import WATCH_EVERY, Played, Setting, play

CHUNK_DEALS = 48
AHEAD = 3
"""How many chunks wait for each process."""
MOST_LOST = 5
"""How often processes may be killed before that is taken for a lasting condition."""


class WorkLost(Refused):
    """Work that could not be done."""


class Task(NamedTuple):
    """Deals of one setting: so many in each round."""

    name: str
    setting: Setting
    deals: int
    watch: bool


class Chunk(NamedTuple):
    """The deals of a task in one round, as plain data that other processes understand."""

    setting: Setting
    start: int
    deals: int
    watch: bool


def play_chunk(chunk: Chunk) -> list[Played]:
    """Play a chunk."""
    return [
        play(chunk.setting, deal, chunk.watch and deal % WATCH_EVERY == 0)
        for deal in range(chunk.start, chunk.start + chunk.deals)
    ]


class Pool:
    """Processes that play chunks; one that is killed costs nothing but time: its chunks are played again."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.lost = 0
        self.executor = ProcessPoolExecutor(jobs)
        self.waiting: deque[tuple[Chunk, Future[list[Played]]]] = deque()

    def submit(self, chunk: Chunk) -> None:
        """Have a chunk played."""
        try:
            self.waiting.append((chunk, self.executor.submit(play_chunk, chunk)))
        except BrokenProcessPool:
            self.replace(chunk)

    def next(self) -> list[Played]:
        """What came of the first chunk that waits."""
        while True:
            try:
                games = self.waiting[0][1].result()
            except BrokenProcessPool:
                self.replace()
                continue
            self.waiting.popleft()
            return games

    def replace(self, *more: Chunk) -> None:
        """Begin again with new processes and all that is not done."""
        self.lost += 1
        if self.lost > MOST_LOST:
            raise WorkLost(f"Processes that play games were killed {self.lost} times; is there enough memory?")
        self.executor.shutdown(wait=False)
        self.executor = ProcessPoolExecutor(self.jobs)
        chunks = [chunk for chunk, _ in self.waiting] + list(more)
        self.waiting = deque([(chunk, self.executor.submit(play_chunk, chunk)) for chunk in chunks])

    def close(self) -> None:
        """Play nothing more."""
        self.executor.shutdown(wait=True, cancel_futures=True)


def in_order(chunks: Iterable[Chunk], jobs: int) -> Generator[list[Played], None, None]:
    """What came of each chunk, in the order of the chunks."""
    if jobs == 1:
        yield from map(play_chunk, chunks)
        return
    pool = Pool(jobs)
    try:
        for chunk in chunks:
            pool.submit(chunk)
            if len(pool.waiting) >= AHEAD * jobs:
                yield pool.next()
        while pool.waiting:
            yield pool.next()
    finally:
        pool.close()


class Limit(NamedTuple):
    """How long to play: so many rounds, or as many as begin within so many seconds."""

    rounds: int | None
    seconds: float | None


Rounds = list[list[Played]]
"""By task, all its games so far."""


def play_rounds(
    tasks: Sequence[Task],
    limit: Limit,
    jobs: int,
    finished: Callable[[int, Rounds], bool],
    begin: int = 0,
    played: Rounds | None = None,
) -> tuple[int, Rounds]:
    """Play round after round of all tasks until the limit is reached, or `finished` says after one that it is enough.

    The number of rounds there are now, and by task its games. Ctrl-C ends it after the last whole round.
    """
    rows: Rounds = [list(games) for games in played] if played is not None else [[] for _ in tasks]
    deadline = None if limit.seconds is None else time.monotonic() + limit.seconds

    def open_rounds() -> Iterator[int]:
        number = begin
        while limit.rounds is None or number < limit.rounds:
            if deadline is not None and time.monotonic() >= deadline and number > begin:
                return
            yield number
            number += 1

    def chunks() -> Iterator[Chunk]:
        for number in open_rounds():
            for task in tasks:
                yield Chunk(task.setting, number * task.deals, task.deals, task.watch)

    done = begin
    with closing(in_order(chunks(), jobs)) as results:
        try:
            while True:
                fresh = list(islice(results, len(tasks)))
                if len(fresh) < len(tasks):
                    break
                for games, more in zip(rows, fresh, strict=True):
                    games += more
                done += 1
                if finished(done, rows):
                    break
        except KeyboardInterrupt:
            if done == 0:
                raise
    return done, rows

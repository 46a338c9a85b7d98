"""How many moves a second the store writes, and what each costs: `python benchmarks/store.py [--tables N] …`."""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from pathlib import Path

from maitred.server.sqlite import SqliteStore
from maitred.server.store import Summary

LINE = b'{"kind":"move","ms":123456,"seat":2,"action":17,"stamp":44,"id":"0f3ac9d2b1","chain":"%s"}' % (
    b"9f86d0818" * 7
)
SUMMARY = b'{"seats":[{"name":"Ada","bot":false},{"name":"Bob","bot":true}],"round":4,"scores":[12,14,3,9]}'


def fsync_latency(folder: Path) -> list[float]:
    """The seconds a small write takes to reach the disk, measured many times."""
    times = []
    with (folder / "fsync").open("wb") as file:
        for _ in range(200):
            file.write(bytes(4096))
            file.flush()
            start = time.perf_counter()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - start)
    return times


def told(times: list[float]) -> str:
    """The median and the 99th percentile of some times, in milliseconds."""
    hundredths = statistics.quantiles(times, n=100)
    return f"median {hundredths[49] * 1000:.2f} ms, 99 % within {hundredths[98] * 1000:.2f} ms"


async def play(store: SqliteStore, table: str, moves: int, pause: float, summaries: bool, times: list[float]) -> None:
    """One table: a move, wait until it is on disk, think, the next move."""
    await asyncio.sleep(pause * (hash(table) % 1000) / 1000)
    for last in range(moves):
        summary = (
            Summary(table, "delectable", "playing", True, time.time_ns() // 1_000_000, SUMMARY) if summaries else None
        )
        start = time.perf_counter()
        await store.append(table, last, [LINE], summary)
        times.append(time.perf_counter() - start)
        if pause:
            await asyncio.sleep(pause)


async def keep_busy(share: float) -> None:
    """Take a share of the event loop's time, as rules and sockets do."""
    while True:
        end = time.perf_counter() + 0.01 * share
        while time.perf_counter() < end:
            pass
        await asyncio.sleep(0.01 * (1 - share))


async def measure(chosen: argparse.Namespace, folder: Path) -> None:
    """Play at all tables at once and print what it took."""
    store = await SqliteStore.open(folder / "maitred.db")
    times: list[float] = []
    pause = chosen.tables / chosen.rate if chosen.rate else 0.0
    busy = asyncio.create_task(keep_busy(chosen.busy)) if chosen.busy else None
    before, own, process = time.perf_counter(), time.thread_time(), time.process_time()
    tables = [f"table-{number:05}" for number in range(chosen.tables)]
    await asyncio.gather(*[play(store, each, chosen.moves, pause, chosen.summaries, times) for each in tables])
    seconds = time.perf_counter() - before
    own, process = time.thread_time() - own, time.process_time() - process
    if busy:
        busy.cancel()
    start = time.perf_counter()
    await asyncio.gather(*[store.read(each) for each in tables[:50]])
    reading = (time.perf_counter() - start) / len(tables[:50])
    count = chosen.tables * chosen.moves
    print(f"{count / seconds:,.0f} appends/s at {chosen.tables} tables, {count / store.commits:.1f} to a transaction")
    print(
        f"CPU per append: {own / count * 1e6:.1f} µs on the event loop's thread, {process / count * 1e6:.1f} µs in all"
    )
    print(f"append to answer: {told(times)}; reading a table: {reading * 1000:.2f} ms")
    await store.close()


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--moves", type=int, default=40, help="moves of each table")
    parser.add_argument("--rate", type=float, default=0, help="appends a second (default: as many as possible)")
    parser.add_argument(
        "--busy", type=float, default=0, help="share of the event loop's time that something else takes"
    )
    parser.add_argument("--summaries", action="store_true", help="replace the summary with every move")
    parser.add_argument("--folder", type=Path, help="where to write (default: the system's temporary folder)")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=chosen.folder) as name:
        print(f"fsync: {told(fsync_latency(Path(name)))}")
        asyncio.run(measure(chosen, Path(name)))


if __name__ == "__main__":
    main()

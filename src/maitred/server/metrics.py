"""What operators watch: counts in the text format that Prometheus reads, at an address of their own.

That address is not the house's: guests never see it.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import Counter
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from maitred.kernel.errors import BadSetup

if TYPE_CHECKING:
    from maitred.server.backend import Neighbours
    from maitred.server.house import House

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""The upper bounds of the latency histogram, in seconds."""
LONGEST_REQUEST: Final = 4_096
PATIENCE_SECONDS: Final = 5.0
TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """What a house counts while it is open."""

    def __init__(self) -> None:
        self.moves = 0
        self.seconds = 0.0
        """How long all moves together took, from their arrival until the last seat was told."""
        self.buckets = [0] * (len(BOUNDS) + 1)
        self.refusals: Counter[str] = Counter()

    def moved(self, seconds: float) -> None:
        """Count a move."""
        self.moves += 1
        self.seconds += seconds
        self.buckets[bisect_left(BOUNDS, seconds)] += 1

    def refused(self, reason: str) -> None:
        """Count a refusal."""
        self.refusals[reason] += 1


def written(house: House, neighbours: Neighbours | None) -> str:
    """All metrics of a house as text."""
    metrics, workers = house.metrics, house.workers
    told: list[str] = []

    def number(name: str, kind: str, meaning: str, value: float) -> None:
        told.extend([f"# HELP maitred_{name} {meaning}", f"# TYPE maitred_{name} {kind}", f"maitred_{name} {value:g}"])

    number("tables_awake", "gauge", "Tables in memory.", len(house.tables))
    number("sockets", "gauge", "Open windows.", house.sockets())
    number("store_bytes", "gauge", "Bytes that the tables use.", house.store.used())
    commits, failures = house.store.traffic()
    number("store_commits_total", "counter", "Transactions that were written.", commits)
    number("store_failures_total", "counter", "Transactions that could not be written.", failures)
    number("thoughts_total", "counter", "Decisions and hints of bots.", workers.thoughts)
    number("thoughts_failed_total", "counter", "Thoughts that no worker could finish.", workers.failures)
    number("thoughts_waiting", "gauge", "Thoughts that wait for a worker.", workers.queue.length())
    number("workers", "gauge", "Worker processes.", len(workers.workers))
    number("draining", "gauge", "Whether this server is closing.", int(house.draining))
    if neighbours is not None:
        for name, value in neighbours.metrics().items():
            kind = "counter" if name.endswith("_total") else "gauge"
            number(name, kind, f"Of this server among those that share the database: {name.replace('_', ' ')}.", value)
    told += [
        "# HELP maitred_refusals_total Requests and messages that were refused.",
        "# TYPE maitred_refusals_total counter",
    ]
    told += [f'maitred_refusals_total{{reason="{reason}"}} {n}' for reason, n in sorted(metrics.refusals.items())]
    told += [
        "# HELP maitred_move_seconds From the arrival of a move until its last seat was told.",
        "# TYPE maitred_move_seconds histogram",
    ]
    below = 0
    for bound, count in zip([*[f"{bound:g}" for bound in BOUNDS], "+Inf"], metrics.buckets, strict=True):
        below += count
        told.append(f'maitred_move_seconds_bucket{{le="{bound}"}} {below}')
    told += [f"maitred_move_seconds_sum {metrics.seconds:.6f}", f"maitred_move_seconds_count {metrics.moves}"]
    return "\n".join(told) + "\n"


async def readiness(house: House) -> str:
    """Why this server should get no guests now; empty if it should."""
    if house.draining:
        return "This server is closing."
    await house.store.check()
    return await house.workers.check()


class MetricsServer:
    """Answers operators: `/metrics`, and nothing else."""

    def __init__(self, house: House, neighbours: Neighbours | None) -> None:
        self.house = house
        self.neighbours = neighbours
        self.server: asyncio.Server | None = None

    async def open(self, listen: str) -> int:
        """Listen at an address such as 127.0.0.1:9100; returns the port."""
        host, _, port = listen.rpartition(":")
        if not host or not (port.isascii() and port.isdigit() and int(port) < 1 << 16):
            raise BadSetup(f"An address for metrics looks like 127.0.0.1:9100, not {listen}.")
        try:
            self.server = await asyncio.start_server(self.answer, host.strip("[]"), int(port), limit=LONGEST_REQUEST)
        except OSError as problem:
            raise BadSetup(f"Metrics cannot be served at {listen}: {problem.strerror or problem}.") from problem
        taken: int = self.server.sockets[0].getsockname()[1]
        return taken

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request and hang up."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
                words = head.split(b"\r\n", 1)[0].split()
                known = len(words) == 3 and words[0] == b"GET" and words[1] == b"/metrics"
                status = HTTPStatus.OK if known else HTTPStatus.NOT_FOUND
                body = (written(self.house, self.neighbours) if known else "There is nothing here.\n").encode()
                writer.write(
                    f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: {TEXT}\r\n"
                    f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
                )
                writer.write(body)
                await writer.drain()
        except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            writer.transport.abort()  # nobody who reads metrics
        finally:
            writer.close()

    def close(self) -> None:
        """Stop listening."""
        if self.server is not None:
            self.server.close()

"""Many tables at once: how fast the house answers, and what a table costs. Loopback only, and it stops by itself.

    python benchmarks/load.py                  # 500 tables of four: as fast as it goes, then at half of 2,000 moves/s
    python benchmarks/load.py --game diner     # 100 tables of four, each player acting three times a second; 3 s,
                                               # for a game is over after some fifty moves
    python benchmarks/load.py --tables 20 --rate 200 --hard 10    # and ten tables with three hard bots each
    python benchmarks/load.py --game diner --tables 20 --expert 10    # and ten tables with an expert each

The server runs as a process of its own on one core, the guests on the others.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, cast

import msgspec
from uvloop import new_event_loop

from maitred.server.messages import TableFacts
from maitred.table.promise import Keeper, Kept

SEATS = 4
LONGEST = 120.0
BREATH = 0.004  # seconds between two rounds of moves, so that the house gets the processor
PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")


class Offer(msgspec.Struct):
    """The part of an offer that a guest sends back."""

    action: int
    stamp: int


class Position(msgspec.Struct):
    """The part of a position that a guest needs."""

    offers: list[Offer]
    moves: int
    sheet: msgspec.Raw = msgspec.Raw(b"null")


class Heard(msgspec.Struct):
    """The part of a message that a guest needs."""

    t: str
    position: Position | None = None
    table: msgspec.Raw = msgspec.Raw(b"null")
    id: str | None = None
    reason: str | None = None


DECODER = msgspec.json.Decoder(Heard)
FACTS = msgspec.json.Decoder(TableFacts)


class Window(asyncio.Protocol):
    """The socket of one seat, with frames made by hand: guests must cost less than the house."""

    def __init__(self, table: Table, seat: int, path: str, cookies: str) -> None:
        self.table = table
        self.seat = seat
        self.request = (path, cookies)
        self.buffer = bytearray()
        self.open = False
        self.offers: list[Offer] = []
        self.keeper = Keeper(Kept(table.id, seat))

    def promise(self, told: msgspec.Raw) -> None:
        """Take part in the promise of the table until the cards are dealt."""
        for message in self.keeper.see(FACTS.decode(told)):
            self.say(id=secrets.token_hex(4), **message)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
        self.transport = cast(asyncio.Transport, transport)
        path, cookies = self.request
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self.transport.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookies}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Read complete frames from the received data."""
        buffer = self.buffer
        buffer += data
        if not self.open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert buffer.startswith(b"HTTP/1.1 101"), bytes(buffer[:200])
            del buffer[: end + 4]
            self.open = True
        while len(buffer) >= 2:
            size, start = buffer[1], 2
            if size == 126:
                size, start = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + size:
                return
            kind, payload = buffer[0] & 15, bytes(buffer[start : start + size])
            del buffer[: start + size]
            if kind == 1:
                self.table.heard(self, DECODER.decode(payload))
            elif kind == 9:
                self.write(10, payload)

    def write(self, kind: int, payload: bytes) -> None:
        """Send a frame, masked with zeros, which changes nothing."""
        size = len(payload)
        head = bytes([128 | kind, 128 | size]) if size < 126 else bytes([128 | kind, 254]) + size.to_bytes(2, "big")
        self.transport.write(head + bytes(4) + payload)

    def say(self, **message: Any) -> None:
        """Send a message."""
        self.write(1, msgspec.json.encode(message))


class Table:
    """A table with a guest at every seat: one of them moves, and the time is taken until the last has seen it.

    Or a table with one guest among bots: then it is taken until the guest is told that the move is made.
    """

    def __init__(self, load: Load, id: str, cookies: str, bots: Sequence[str]) -> None:
        self.load = load
        self.bots = bots
        self.id = id
        self.cookies = cookies
        self.windows: list[Window] = []
        self.sent: dict[str, float] = {}
        self.seen: dict[int, list[float]] = {}
        """For each number of moves: how many windows have seen it, and when it was asked for."""
        self.moves = 0
        self.dealt = False
        self.over = False
        self.pending: str | None = None
        self.welcomed = 0
        self.asked = 0.0

    def heard(self, window: Window, message: Heard) -> None:
        """A window receives a message."""
        if message.t == "welcome":
            self.welcomed += 1
        if message.t in ("welcome", "table") and self.moves == 0:
            window.promise(message.table)
        if message.t == "done" and len(self.windows) < SEATS and message.id == self.pending:
            self.load.waits.append(time.perf_counter() - self.asked)
            self.pending = None
        if message.t == "refused":
            self.load.refused[message.reason or ""] = self.load.refused.get(message.reason or "", 0) + 1
            self.pending = None
        if message.position is not None:
            window.offers = message.position.offers
            if message.position.moves > self.moves:
                self.moves = message.position.moves
                self.load.moves += 1
            self.over = bytes(message.position.sheet) != b"null"
            if len(self.windows) < SEATS:
                return
            count = self.seen.setdefault(message.position.moves, [0, self.asked])
            count[0] += 1
            if count[0] == len(self.windows) and message.t == "update":
                del self.seen[message.position.moves]
                if count[1]:
                    self.load.waits.append(time.perf_counter() - count[1])
                self.pending = None

    def act(self, chance: random.Random) -> bool:
        """Let a guest who may act move, unless a move is under way."""
        if self.pending is not None or self.over:
            return False
        able = [window for window in self.windows if window.offers]
        if not able:
            return False
        window = chance.choice(able)
        offer = chance.choice(window.offers)
        self.pending = secrets.token_hex(4)
        self.asked = time.perf_counter()
        window.say(t="move", id=self.pending, action=offer.action, stamp=offer.stamp)
        return True


def ask_for_table(http: HTTPConnection, wish: dict[str, Any]) -> tuple[str, str]:
    """Set a table; its name, and the cookies of its seats."""
    http.request("POST", "/api/tables", json.dumps(wish), {"Content-Type": "application/json"})
    answer = http.getresponse()
    cookies = "; ".join(told.partition(";")[0] for told in answer.headers.get_all("Set-Cookie") or [])
    return json.loads(answer.read())["table"], cookies


class Load:
    """The guests of all tables."""

    def __init__(self, port: int, game: str, options: dict[str, str], through: int | None = None) -> None:
        """`through`: the port of another server of the house, which all guests connect to."""
        self.port = port
        self.through = through
        self.game = game
        self.options = options
        self.tables: list[Table] = []
        self.moves = 0
        self.waits: list[float] = []
        self.refused: dict[str, int] = {}
        self.chance = random.Random(5)

    async def set_table(self, http: HTTPConnection, guests: int = SEATS, bots: Sequence[str] = ()) -> None:
        """Set a table of guests, and of bots of these levels, and open it for every guest."""
        seats = [{"kind": "me"}] * guests + [{"kind": "bot", "level": level} for level in bots]
        wish = {"game": self.game, "seats": seats, "pace": "none", "options": self.options}
        table = Table(self, *await asyncio.to_thread(ask_for_table, http, wish), bots)
        loop = asyncio.get_running_loop()
        for seat in range(guests):
            path = f"/api/tables/{table.id}/socket?seat={seat}"
            _, window = await loop.create_connection(
                partial(Window, table, seat, path, table.cookies), "127.0.0.1", self.through or self.port
            )
            table.windows.append(window)
        self.tables.append(table)

    async def deal(self) -> None:
        """Let everybody at new tables be ready, and wait until all see their cards."""
        new = [table for table in self.tables if not table.dealt]
        await self.until(lambda: all(table.welcomed == len(table.windows) for table in new))
        for table in new:
            table.dealt = True
            for window in table.windows:
                window.say(t="ready", id=secrets.token_hex(4), on=True)
        among_guests = [table for table in new if len(table.windows) == SEATS]
        await self.until(lambda: all(any(window.offers for window in table.windows) for table in among_guests))

    async def until(self, wanted: Any) -> None:
        """Wait for something, not forever."""
        end = time.monotonic() + LONGEST
        while not wanted():
            if time.monotonic() > end:
                raise SystemExit("The house did not answer in time.")
            await asyncio.sleep(0.02)

    async def renew(self, http: HTTPConnection) -> None:
        """Set a new table in place of each whose game is over, so that there is something to play."""
        http.close()  # the house has closed the connection meanwhile; the next request opens another
        over = [table for table in self.tables if table.over]
        self.tables = [table for table in self.tables if not table.over]
        for table in over:
            for window in table.windows:
                window.transport.close()
            await self.set_table(http, len(table.windows), table.bots)
        await self.deal()

    async def play(self, seconds: float, per_second: float) -> float:
        """Let guests move: this many moves a second over all tables, or as fast as possible (0).

        Returns the seconds it took: fewer than asked for if all games end sooner.
        """
        self.moves, self.waits, self.refused = 0, [], {}
        begin = time.perf_counter()
        asked, at = 0, 0
        while (now := time.perf_counter() - begin) < seconds and not all(table.over for table in self.tables):
            if per_second == 0:
                for table in self.tables:
                    table.act(self.chance)
            else:  # a move that nobody can make yet is made up for later
                idle = 0
                while asked < now * per_second and idle < len(self.tables):
                    at = (at + 1) % len(self.tables)
                    if self.tables[at].act(self.chance):
                        asked += 1
                        idle = 0
                    else:
                        idle += 1
            await asyncio.sleep(BREATH)
        played = time.perf_counter() - begin
        await asyncio.sleep(0.2)
        return played


class Server:
    """The house as a process bound to one core."""

    def __init__(self, folder: Path, core: int | None, *arguments: str) -> None:
        limits = ["--tables-per-minute", "100000", "--windows-per-address", "100000", "--requests-per-second", "100000"]
        serve = ["serve", "--data", str(folder), "--port", "0", "--doze", "600", *limits, *arguments]
        self.process = subprocess.Popen([sys.executable, "-m", "maitred", *serve], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.port = int(line.partition("localhost:")[2].partition("/")[0])
        if core is not None:
            for thread in Path(f"/proc/{self.process.pid}/task").iterdir():
                os.sched_setaffinity(int(thread.name), {core})

    def memory(self) -> int:
        """Bytes in memory."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE

    def seconds(self) -> float:
        """Processor seconds so far."""
        parts = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / TICKS

    def close(self) -> None:
        """Close the house."""
        self.process.terminate()
        self.process.wait(timeout=30)


def told(load: Load, seconds: float, cpu: float) -> dict[str, Any]:
    """What was measured, as numbers."""
    waits = sorted(load.waits)

    def slowest(part: float) -> float | None:
        return round(1000 * waits[int(len(waits) * part)], 2) if waits else None

    return {
        "seconds": round(seconds, 2),
        "moves_per_second": round(load.moves / seconds, 1),
        "p50_ms": slowest(0.5),
        "p99_ms": slowest(0.99),
        "cpu_seconds_per_1000_moves": round(1000 * cpu / max(load.moves, 1), 3),
        "refused": load.refused,
        "games_over": sum(table.over for table in load.tables),
    }


async def measure(chosen: argparse.Namespace) -> dict[str, Any]:
    """Run the house and its guests."""
    diner = chosen.game == "diner"
    length = chosen.seconds or (3.0 if diner else 10.0)
    tables = chosen.tables or (100 if diner else 500)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "house", None if chosen.no_pin else 0)
        if not chosen.no_pin and (os.cpu_count() or 1) > 1:
            os.sched_setaffinity(0, set(range(1, os.cpu_count() or 1)))
        try:
            load = Load(server.port, chosen.game, {})
            http = HTTPConnection("127.0.0.1", server.port)
            warm = Load(server.port, chosen.game, {})
            await warm.set_table(http)
            await warm.deal()
            empty = server.memory()
            print(f"setting {tables} tables of {chosen.game} …", file=sys.stderr)
            for _ in range(tables):
                await load.set_table(http)
            for _ in range(chosen.hard):
                await load.set_table(http, 1, ["hard"] * (SEATS - 1))
            for _ in range(chosen.expert):
                await load.set_table(http, 1, ["expert"])
            await load.deal()
            result: dict[str, Any] = {"game": chosen.game, "tables": tables, "sockets": tables * SEATS}
            rates = [tables * SEATS * 3] if diner else [chosen.rate / 2, chosen.rate, 0]
            for rate in rates:
                name = f"{rate:.0f}/s" if rate else "as fast as it goes"
                print(f"playing {length:g} s, {name} …", file=sys.stderr)
                await load.renew(http)
                before = server.seconds()
                played = await load.play(length, rate)
                result[name] = told(load, played, server.seconds() - before)
                if rate == rates[0]:  # later runs may have had to set more tables
                    result["kb_per_table_with_sockets"] = round((server.memory() - empty) / tables / 1024, 1)
        finally:
            server.close()
        result["kb_per_table_without"] = awake(Path(folder) / "house", [table.id for table in load.tables])
    return result


def awake(folder: Path, tables: list[str]) -> float:
    """The memory in KB of each of these tables when it is awake and nobody has it open."""
    server = Server(folder, None)
    first = min(5, len(tables) - 1)  # these load what is loaded only once
    try:
        http = HTTPConnection("127.0.0.1", server.port)
        for at, table in enumerate(tables):
            if at == first:
                empty = server.memory()
            http.request("GET", f"/api/tables/{table}")
            assert http.getresponse().read()
        return round((server.memory() - empty) / (len(tables) - first) / 1024, 1)
    finally:
        server.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="delectable")
    parser.add_argument("--tables", type=int)
    parser.add_argument("--rate", type=float, default=2000, help="moves a second over all tables")
    parser.add_argument("--hard", type=int, default=0, help="additional tables with one guest and three hard bots")
    parser.add_argument("--expert", type=int, default=0, help="additional tables with one guest and an expert")
    parser.add_argument("--seconds", type=float, help="of each run: usually 10, and 3 for Diner")
    parser.add_argument("--no-pin", action="store_true", help="let the system choose the cores")
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        print(json.dumps(runner.run(measure(parser.parse_args())), indent=2))


if __name__ == "__main__":
    main()

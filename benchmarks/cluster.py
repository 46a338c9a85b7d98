"""Several servers on one PostgreSQL beside one server on SQLite. Loopback only, and it stops by itself.

    python benchmarks/cluster.py                 # what a move costs: SQLite, then 1, 2 and 3 servers on PostgreSQL
    python benchmarks/cluster.py --growth        # the same for 50, 200, 1,000 and 4,000 tables, and with 10,000 asleep
    python benchmarks/cluster.py --kills 200     # how soon a killed server's tables are back
    python benchmarks/cluster.py --pauses 20     # the same of a server that is stopped, or (--cuts) loses its database
    python benchmarks/cluster.py --kills 3 --at-once 500          # of a server with so many tables
    python benchmarks/cluster.py --kills 50 --times kills.txt     # several short runs count as a long one

Guests are those of load.py; PostgreSQL is the one from its wheel. Everything shares the cores of this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
import os
import secrets
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import asyncpg
from load import TICKS, Load, Server, Table, ask_for_table, told
from uvloop import new_event_loop

from maitred.postgres.membership import LEASE_SECONDS

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.server.postgres import Postgres
from tests.server.proxy import Proxy

GAME = "delectable"
ASLEEP = 10_000
SIZES = (50, 200, 1_000, 4_000)
WITH_GUESTS = 500
"""How many tables have guests when more than that are awake."""
CLUSTER = 3
RETRY_SECONDS = 0.05
LONGEST_RETURN = 30.0

WELCOME = b'{"t":"welcome"'
LONGEST_HEAD = 10
"""How many bytes of a message may come before its text."""

FALL_ASLEEP = """
    INSERT INTO maitred.line ("table", seq, line)
        SELECT 'asleep' || n, seq, line FROM maitred.line, generate_series(1, $2) AS n WHERE "table" = $1;
"""
LISTED = """
    INSERT INTO maitred.summary ("table", game, phase, public, changed, card)
        SELECT 'asleep' || n, game, phase, true, changed - n, card
        FROM maitred.summary, generate_series(1, $2) AS n WHERE "table" = $1;
"""


@dataclass
class House:
    """The servers of a house, and its database."""

    servers: list[Server]
    database: Postgres | None
    url: str = ""

    def cpu(self) -> float:
        """Processor seconds of all servers so far."""
        return sum(server.seconds() for server in self.servers)

    def database_cpu(self) -> float:
        """Processor seconds of the database so far."""
        if self.database is None or self.database.process is None:
            return 0.0
        first, total = self.database.process.pid, 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                parts = stat.read_text().rpartition(")")[2].split()
                own = stat.parent.name == str(first)
                if own or int(parts[1]) == first:  # the first process also knows the time of those that have ended
                    total += sum(int(part) for part in parts[11 : 15 if own else 13])
        return total / TICKS


@contextmanager
def opened(count: int, database_only: bool = False) -> Iterator[House]:
    """A house with so many servers on a new PostgreSQL; none stands for one server on SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        if not count and not database_only:
            server = Server(Path(folder) / "house", None)
            try:
                yield House([server], None)
            finally:
                server.close()
            return
        database = Postgres()
        servers: list[Server] = []
        try:
            url = database.url("postgres")
            for number in range(count):
                servers.append(Server(Path(folder) / f"house{number}", None, "--store", url))
            yield House(servers, database, url)
        finally:
            for server in servers:
                server.close()
            database.remove()


async def guests(house: House, tables: int, passed_on: bool) -> list[Load]:
    """Guests at tables that are spread over the servers, connected to the owner of their table or to the next one."""
    loads: list[Load] = []
    for at, server in enumerate(house.servers):
        through = house.servers[(at + 1) % len(house.servers)].port if passed_on else None
        loads.append(load := Load(server.port, GAME, {}, through))
        http = HTTPConnection("127.0.0.1", server.port)
        for _ in range(len(range(at, tables, len(house.servers)))):
            await load.set_table(http)
        await load.deal()
    return loads


async def play(house: House, loads: list[Load], seconds: float, rate: float) -> dict[str, Any]:
    """Let guests play, and say what it took; rate 0 is as fast as it goes."""
    for load, server in zip(loads, house.servers, strict=True):
        await load.renew(HTTPConnection("127.0.0.1", server.port))
    cpu, of_database, own, begun = house.cpu(), house.database_cpu(), time.process_time(), time.perf_counter()
    await asyncio.gather(*[load.play(seconds, rate / len(loads)) for load in loads])
    passed = time.perf_counter() - begun
    cpu, of_database, own = house.cpu() - cpu, house.database_cpu() - of_database, time.process_time() - own
    total = Load(0, GAME, {})
    total.moves = sum(load.moves for load in loads)
    total.waits = [wait for load in loads for wait in load.waits]
    for load in loads:
        total.refused |= load.refused
    result = told(total, passed, cpu)
    result["database_cpu_seconds_per_1000_moves"] = round(1000 * of_database / max(total.moves, 1), 3)
    result["busy_cores"] = {
        "servers": round(cpu / passed, 2),
        "database": round(of_database / passed, 2),
        "guests": round(own / passed, 2),
        "of": os.cpu_count(),
    }
    return result


async def costs(chosen: argparse.Namespace) -> dict[str, Any]:
    """What a move costs, and how many there can be."""
    result: dict[str, Any] = {}
    cases = [("one server on SQLite", 0, False), ("1 server", 1, False)]
    cases += [(f"{n} servers, {'passed on' if on else 'at the owner'}", n, on) for n in (2, 3) for on in (False, True)]
    for name, count, passed_on in cases:
        print(f"{name} …", file=sys.stderr)
        with opened(count) as house:
            loads = await guests(house, chosen.tables, passed_on)
            await play(house, loads, 1.0, chosen.rate)  # warm
            at_rate = await play(house, loads, chosen.seconds, chosen.rate)
            fastest = await play(house, loads, chosen.seconds, 0)
            result[name] = {f"{chosen.rate:g}/s": at_rate, "as fast as it goes": fastest}
    usual = result[cases[0][0]][f"{chosen.rate:g}/s"]["cpu_seconds_per_1000_moves"]
    for name, each in result.items():
        spent = each[f"{chosen.rate:g}/s"]["cpu_seconds_per_1000_moves"]
        each["times_the_cpu_of_sqlite"] = round(spent / usual, 2) if usual else None
        print(f"{name}: {each['times_the_cpu_of_sqlite']} times the CPU of SQLite", file=sys.stderr)
    return result


async def growth(chosen: argparse.Namespace) -> dict[str, Any]:
    """What a move and a table cost as there are more and more tables."""
    result: dict[str, Any] = {}
    with opened(1) as house:
        server = house.servers[0]
        warm = (await guests(house, 5, False))[0]
        empty, awake = server.memory(), 0
        for kind in [*SIZES[: chosen.sizes], ASLEEP]:
            if kind == ASLEEP:
                await fall_asleep(house.url, warm.tables[0])
            wanted = 0 if kind == ASLEEP else kind - len(warm.tables)
            http = HTTPConnection("127.0.0.1", server.port)
            while len(warm.tables) < min(kind, WITH_GUESTS) and wanted:
                await warm.set_table(http)
            await warm.deal()
            awake = max(awake, len(warm.tables))
            while wanted and awake < kind:  # more of them, of bots who wait: awake, and nobody is there
                await set_and_wake(http)
                awake += 1
            loads = [warm]
            await play(house, loads, 0.5, chosen.rate)
            told_ = await play(house, loads, chosen.seconds, chosen.rate)
            told_["tables_with_guests"] = len(warm.tables)
            told_["server_mb"] = round(server.memory() / 2**20, 1)
            told_["kb_per_table"] = round((server.memory() - empty) / max(awake - 5, 1) / 1024, 1)
            begun = time.perf_counter()
            http.close()
            http.request("GET", "/api/tables")
            assert http.getresponse().read()
            told_["list_of_tables_ms"] = round(1000 * (time.perf_counter() - begun), 1)
            result[f"{kind} tables" if kind != ASLEEP else f"{ASLEEP} asleep besides"] = told_
            print(f"{kind} tables: {told_}", file=sys.stderr)
    return result


async def set_and_wake(http: HTTPConnection) -> None:
    """Set a table for two people and open it once, so that it is awake."""
    wish = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "me"}], "pace": "none"}
    table, cookies = ask_for_table(http, wish)
    assert await welcomed(http.port, f"/api/tables/{table}/socket?seat=0", cookies)


async def fall_asleep(url: str, like: Table) -> None:
    """Add tables that are asleep, as long as one that was played."""
    connection = await asyncpg.connect(url)
    try:
        for script in (FALL_ASLEEP, LISTED):
            await connection.execute(script, like.id, ASLEEP)
    finally:
        await connection.close()


async def welcomed(port: int, path: str, cookies: str) -> bool:
    """Open a socket, and say whether the table has welcomed it."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    try:
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookies}\r\n\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        return head.startswith(b"HTTP/1.1 101") and WELCOME in await reader.readexactly(len(WELCOME) + LONGEST_HEAD)
    except (OSError, asyncio.IncompleteReadError):
        return False
    finally:
        writer.close()


async def back(table: Table, seat: int, port: int) -> float:
    """When a guest sees a table again, coming back to this port as often as needed."""
    begun = time.perf_counter()
    while not await welcomed(port, f"/api/tables/{table.id}/socket?seat={seat}", table.cookies):
        if time.perf_counter() - begun > LONGEST_RETURN:
            raise SystemExit("A table did not come back.")
        await asyncio.sleep(RETRY_SECONDS)
    return time.perf_counter()


async def returns(chosen: argparse.Namespace) -> dict[str, Any]:
    """Kill, stop or cut off one server after the other, until all guests of its tables see them in others."""
    kept: Path | None = chosen.times
    times = [float(word) for word in kept.read_text().split()] if kept is not None and kept.exists() else []
    loop = asyncio.get_running_loop()
    with opened(0, database_only=True) as house, tempfile.TemporaryDirectory() as folder, ExitStack() as closing:
        async with AsyncExitStack() as proxies:
            assert house.database is not None
            cuts = [await proxies.enter_async_context(Proxy(house.database.port)) for _ in range(CLUSTER)]

            async def start(number: int, name: str) -> Server:
                url = house.url
                if chosen.cuts and house.database is not None:
                    url = url.replace(f":{house.database.port}/", f":{cuts[number].port}/")
                data = Path(folder) / f"{name}{number}"
                server = await loop.run_in_executor(None, lambda: Server(data, None, "--store", url))
                closing.callback(server.process.kill)
                return server

            house.servers = [await start(number, "house") for number in range(CLUSTER)]
            for number in range(chosen.kills or chosen.pauses or chosen.cuts):
                victim = number % CLUSTER
                load = Load(house.servers[victim].port, GAME, {})
                http = HTTPConnection("127.0.0.1", load.port)
                for _ in range(chosen.at_once):
                    await load.set_table(http)
                await load.deal()
                process = house.servers[victim].process
                begun = time.perf_counter()
                if chosen.kills:
                    process.kill()
                elif chosen.pauses:
                    process.send_signal(signal.SIGSTOP)
                else:
                    cuts[victim].open.clear()
                    cuts[victim].answers.clear()
                others = [server.port for at, server in enumerate(house.servers) if at != victim]
                seen = await asyncio.gather(
                    *[back(table, at, others[at % 2]) for table in load.tables for at in range(len(table.windows))]
                )
                times.append(max(seen) - begun)
                print(f"{times[-1]:.2f} s", file=sys.stderr)
                if kept is not None:
                    with kept.open("a") as file:
                        print(times[-1], file=file)
                if chosen.kills:
                    process.wait()
                    house.servers[victim] = await start(victim, f"again{number}")
                elif chosen.pauses:
                    process.send_signal(signal.SIGCONT)
                else:
                    cuts[victim].hang_up()
                    cuts[victim].open.set()
                    cuts[victim].answers.set()
                    await asyncio.sleep(LEASE_SECONDS)  # it becomes a member again
    allowed = 2.0 if chosen.kills else LEASE_SECONDS + 2.0
    return {
        "times": len(times),
        f"within_{allowed:g}_seconds": sum(each <= allowed for each in times),
        "median_s": round(statistics.median(times), 2),
        "longest_s": round(max(times), 2),
    }


def version() -> str:
    """How maitred was built here: what it measures depends on that."""
    return subprocess.run(
        [sys.executable, "-m", "maitred", "--version"], capture_output=True, text=True, check=True
    ).stdout.strip()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=120)
    parser.add_argument("--rate", type=float, default=200, help="moves a second over all tables")
    parser.add_argument("--seconds", type=float, default=6.0, help="of each run")
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--sizes", type=int, default=len(SIZES), help="how many of the sizes of --growth")
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--pauses", type=int, default=0)
    parser.add_argument("--cuts", type=int, default=0)
    parser.add_argument("--at-once", type=int, default=1, help="how many tables that server has")
    parser.add_argument("--times", type=Path, help="a file that keeps how long each way back took, from run to run")
    chosen = parser.parse_args()
    what = returns if chosen.kills or chosen.pauses or chosen.cuts else growth if chosen.growth else costs
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        print(json.dumps({"maitred": version(), **runner.run(what(chosen))}, indent=2))


if __name__ == "__main__":
    main()

"""What a hostile guest can send: by hand, from an address of its own, over loopback only, and never without end."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import secrets
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from websockets.frames import Frame, Opcode

HOME = "127.0.0.1"
HOSTILE = "127.0.0.2"
LONGEST = 60.0
"""Seconds after which an attack gives up."""


@dataclass(frozen=True, slots=True)
class Line:
    """A connection to a house, written to by hand."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def send(self, data: bytes) -> None:
        """Send something; a house that has closed the connection does not hear it."""
        if self.writer.is_closing():
            return
        try:
            self.writer.write(data)
            await self.writer.drain()
        except ConnectionError:
            return

    async def rest(self) -> bytes:
        """All that the house says until it closes the connection."""
        told = b""
        try:
            async with asyncio.timeout(LONGEST):
                while piece := await self.reader.read(1 << 16):
                    told += piece
        except ConnectionError:
            pass
        return told

    async def status(self) -> int | None:
        """The status of the first answer, once the house has closed the connection; None if there was none."""
        told = await self.rest()
        return int(told.split(b" ", 2)[1]) if told.startswith(b"HTTP/1.1 ") else None


@asynccontextmanager
async def line_to(port: int, address: str = HOSTILE) -> AsyncIterator[Line]:
    """Connect from an address of this machine."""
    reader, writer = await asyncio.open_connection(HOME, port, local_addr=(address, 0))
    try:
        yield Line(reader, writer)
    finally:
        writer.transport.abort()
        with suppress(ConnectionError):
            await writer.wait_closed()


@asynccontextmanager
async def lines_to(port: int, *addresses: str) -> AsyncIterator[list[Line]]:
    """Connect from each of these addresses."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(line_to(port, address)) for address in addresses]


def request(path: str, *headers: str, method: str = "GET", host: str = HOME) -> bytes:
    """The head of a well-formed request."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {host}", *headers, "", ""]).encode("latin-1")


HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "


async def half_open(port: int, count: int, seconds: float, address: str = HOSTILE) -> list[int | None]:
    """Begin requests and never end them, a byte now and then; what the house answered to each."""

    async def one() -> int | None:
        async with line_to(port, address) as line:
            await line.send(HALF)
            answer = asyncio.create_task(line.status())
            for _ in range(int(seconds)):
                if answer.done():
                    break
                await asyncio.wait([answer], timeout=1)
                await line.send(b"x")
            if not answer.done():
                answer.cancel()
                return None
            return answer.result()

    return await asyncio.gather(*[one() for _ in range(count)])


async def endless_header(port: int, megabytes: int, address: str = HOSTILE) -> int | None:
    """Send a header of so many megabytes; what the house answered."""
    async with line_to(port, address) as line:
        await line.send(HALF)
        answer = asyncio.create_task(line.status())
        for _ in range(megabytes):
            if answer.done():
                break
            await line.send(b"x" * (1 << 20))
        await line.send(b"\r\n\r\n")
        return await answer


@asynccontextmanager
async def socket_to(port: int, path: str, address: str = HOSTILE, cookies: str = "") -> AsyncIterator[Line]:
    """Open a socket by hand."""
    async with line_to(port, address) as line:
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        upgrade = (
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Cookie: {cookies}",
        )
        await line.send(request(path, *upgrade))
        head = await line.reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101 "), head
        yield line


def pings(count: int) -> bytes:
    """Pings without anything in them."""
    return Frame(Opcode.PING, b"").serialize(mask=True) * count


def empty_pieces(count: int) -> bytes:
    """A message that begins and goes on with nothing."""
    first = Frame(Opcode.TEXT, b"{", fin=False).serialize(mask=True)
    return first + Frame(Opcode.CONT, b"", fin=False).serialize(mask=True) * count


async def flood(port: int, table: str, data: bytes) -> None:
    """Open a socket and send all that into it, until the house closes it."""
    async with socket_to(port, f"/api/tables/{table}/socket") as line:
        await line.send(data)
        await line.rest()


async def requests(port: int) -> None:
    """Ask for a lot on one connection, without waiting for answers."""
    async with line_to(port) as line:
        await line.send(request("/healthz") * 200)
        await line.rest()


async def half_open_from_three(port: int) -> None:
    """Begin requests from several addresses."""
    await asyncio.gather(*[half_open(port, HALF_OPEN // 3, SECONDS_OPEN, f"127.0.0.{at}") for at in (2, 3, 4)])


async def crowd(port: int) -> None:
    """Hold all seats of a table in as many windows as an address may have, and let all of them be ready and not ready
    as fast as a window may: each is told of all."""
    async with line_to(port) as line:
        wish = json.dumps({"game": "chefs_choice", "seats": [{"kind": "me"}] * CROWD_SEATS})
        headers = ("Content-Type: application/json", f"Content-Length: {len(wish)}", "Connection: close")
        await line.send(request("/api/tables", *headers, method="POST") + wish.encode())
        head, _, body = (await line.rest()).partition(b"\r\n\r\n")
    given = [line for line in head.decode().split("\r\n") if line.lower().startswith("set-cookie: ")]
    cookies = "; ".join(line.partition(": ")[2].partition(";")[0] for line in given)
    path = f"/api/tables/{json.loads(body)['table']}/socket?seat="
    async with AsyncExitStack() as stack:
        windows = [
            await stack.enter_async_context(socket_to(port, f"{path}{at % CROWD_SEATS}", cookies=cookies))
            for at in range(CROWD)
        ]
        hearing = [asyncio.create_task(window.rest()) for window in windows]
        for turn in range(CROWD_SECONDS * CROWD_RATE):
            ready = json.dumps({"t": "ready", "id": f"r{turn}", "on": turn % 2 == 0}).encode()
            for window in windows:
                await window.send(Frame(Opcode.TEXT, ready).serialize(mask=True))
            await asyncio.sleep(1 / CROWD_RATE)
        for each in hearing:
            each.cancel()


HALF_OPEN = 300
SECONDS_OPEN = 12
HEADER_MB = 150
FRAMES = 50_000
CROWD = 60
CROWD_SEATS = 8
CROWD_RATE = 20
CROWD_SECONDS = 5
ATTACKS: dict[str, Callable[[int, str], Coroutine[Any, Any, object]]] = {
    "half open": lambda port, table: half_open(port, HALF_OPEN, SECONDS_OPEN),
    "half open from three": lambda port, table: half_open_from_three(port),
    "header": lambda port, table: endless_header(port, HEADER_MB),
    "pings": lambda port, table: flood(port, table, pings(FRAMES)),
    "pieces": lambda port, table: flood(port, table, empty_pieces(FRAMES)),
    "requests": lambda port, table: requests(port),
    "crowd": lambda port, table: crowd(port),
}
PAUSE = 0.05


async def repeat(name: str, port: int, table: str, seconds: float) -> None:
    """Attack again and again for so long."""
    end = asyncio.get_running_loop().time() + min(seconds, LONGEST)
    while asyncio.get_running_loop().time() < end:
        await ATTACKS[name](port, table)
        await asyncio.sleep(PAUSE)


if __name__ == "__main__":
    # In a process of its own, so that those who are measured do not share it; and it gives way to them.
    os.nice(19)
    sys.stdin.readline()  # whoever measures says when to begin
    asyncio.run(repeat(sys.argv[1], int(sys.argv[2]), sys.argv[3], float(sys.argv[4])))

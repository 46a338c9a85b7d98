"""What a hostile guest can send: by hand, from an address of its own, over loopback only, and never without end."""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

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


def request(path: str, *headers: str, method: str = "GET", host: str = HOME) -> bytes:
    """The head of a request, as somebody writes it who follows the rules."""
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
async def socket_to(port: int, path: str, address: str = HOSTILE) -> AsyncIterator[Line]:
    """Open a socket by hand."""
    async with line_to(port, address) as line:
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        upgrade = (
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
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

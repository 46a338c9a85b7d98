"""A connection to a server on this machine that can be cut: for tests of what happens when a network fails."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

LONGEST_GOODBYE = 30.0


class Proxy:
    """Passes bytes on to a port, until it is told to hold them back or to hang up."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.port = 0
        self.server: asyncio.Server | None = None
        self.writers: set[asyncio.StreamWriter] = set()
        self.open = asyncio.Event()
        self.open.set()
        self.answers = asyncio.Event()
        self.answers.set()
        self.cut_at: bytes | None = None
        """Bytes on the way to the server, at the first sight of which its answers are held back."""

    async def __aenter__(self) -> Proxy:
        self.server = await asyncio.start_server(self.accept, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *problem: object) -> None:
        assert self.server is not None
        self.server.close()
        self.open.set()
        self.answers.set()
        async with asyncio.timeout(LONGEST_GOODBYE):
            while self.writers:
                self.hang_up()
                await asyncio.sleep(0.01)

    def hang_up(self) -> None:
        """End all connections at once."""
        for writer in self.writers:
            writer.transport.abort()

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A client connects."""
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        self.writers |= {writer, back}
        try:
            await asyncio.gather(self.pump(reader, back, self.open, self.sees), self.pump(there, writer, self.answers))
        finally:
            self.writers -= {writer, back}
            writer.close()
            back.close()

    def sees(self, data: bytes) -> None:
        """Look at what is on its way to the server."""
        if self.cut_at is not None and self.cut_at in data:
            self.cut_at = None
            self.answers.clear()

    async def pump(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        may: asyncio.Event,
        sees: Callable[[bytes], None] = lambda data: None,
    ) -> None:
        """Pass bytes on in one direction."""
        with contextlib.suppress(OSError):
            while data := await reader.read(1 << 16):
                sees(data)
                await may.wait()
                writer.write(data)
                await writer.drain()
        writer.close()

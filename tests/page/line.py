"""A connection between a browser and the house that can be cut and restored while both go on."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Coroutine
from typing import Any


class Line:
    """A port that passes everything on to the house's; when it is cut, all connections through it are lost."""

    def __init__(self, to: int) -> None:
        """`to` is the port of the house."""
        self.to = to
        self.port = 0
        self.ends: set[asyncio.StreamWriter] = set()
        self.carrying: set[asyncio.Task[None]] = set()
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        self.mend()

    def wait_for(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the thread that passes bytes on."""
        asyncio.run_coroutine_threadsafe(work, self.loop).result(30)

    def cut(self) -> None:
        """Drop all connections, and accept none."""
        self.wait_for(self.stop())

    def mend(self) -> None:
        """Accept connections again, at the same port."""
        self.wait_for(self.listen())

    def close(self) -> None:
        """Close it for good."""
        self.cut()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    async def listen(self) -> None:
        """Open the port."""
        self.server = await asyncio.start_server(self.let_in, "127.0.0.1", self.port)
        self.port = self.server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Close the port and every open connection."""
        self.server.close()
        for end in self.ends:
            end.transport.abort()
        await asyncio.gather(*self.carrying)
        self.ends.clear()
        await self.server.wait_closed()

    async def let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A browser connects: connect it with the house, and pass on bytes both ways."""
        house_says, to_house = await asyncio.open_connection("127.0.0.1", self.to)
        self.ends |= {writer, to_house}
        for heard, told in ((reader, to_house), (house_says, writer)):
            task = asyncio.create_task(self.carry(heard, told))
            self.carrying.add(task)
            task.add_done_callback(self.carrying.discard)

    async def carry(self, heard: asyncio.StreamReader, told: asyncio.StreamWriter) -> None:
        """Pass on bytes one way until either side closes the connection."""
        # cutting connections in the middle is what this is for
        with contextlib.suppress(ConnectionError):
            while data := await heard.read(65536):
                told.write(data)
                await told.drain()
        told.close()

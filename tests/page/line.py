"""The line between a browser and the house, which can be cut and mended while both go on."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Coroutine
from typing import Any


class Line:
    """A port that leads to the house's; whoever comes by it loses every connection when it is cut."""

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
        """Do something in the thread of the line."""
        asyncio.run_coroutine_threadsafe(work, self.loop).result(30)

    def cut(self) -> None:
        """Nothing goes through any more, and nobody is let in."""
        self.wait_for(self.stop())

    def mend(self) -> None:
        """Let everybody in, at the port that it had before."""
        self.wait_for(self.listen())

    def close(self) -> None:
        """Cut it for good."""
        self.cut()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    async def listen(self) -> None:
        """Open the port."""
        self.server = await asyncio.start_server(self.let_in, "127.0.0.1", self.port)
        self.port = self.server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Close the port, and break off what is open."""
        self.server.close()
        for end in self.ends:
            end.transport.abort()
        await asyncio.gather(*self.carrying)
        self.ends.clear()
        await self.server.wait_closed()

    async def let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Somebody has come: lead them to the house, and carry both ways."""
        house_says, to_house = await asyncio.open_connection("127.0.0.1", self.to)
        self.ends |= {writer, to_house}
        for heard, told in ((reader, to_house), (house_says, writer)):
            task = asyncio.create_task(self.carry(heard, told))
            self.carrying.add(task)
            task.add_done_callback(self.carrying.discard)

    async def carry(self, heard: asyncio.StreamReader, told: asyncio.StreamWriter) -> None:
        """Carry one way until somebody hangs up."""
        # To be broken off in the middle is what this line is for.
        with contextlib.suppress(ConnectionError):
            while data := await heard.read(65536):
                told.write(data)
                await told.drain()
        told.close()

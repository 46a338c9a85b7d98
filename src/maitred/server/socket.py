"""One open window: the socket of a seat or a spectator, and what waits to be sent to it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

import msgspec

from maitred.server.messages import Bye, ToSocket

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
SendNow = Callable[[list[bytes]], bool]
OnMessage = Callable[[bytes | None], None]  # a text, or None for anything else
FAST_PATH: Final = "maitred.fast_path"  # the extension that marks a socket of wire.py

ENCODER = msgspec.json.Encoder()
BYE_CODES = {"moved": 4001, "removed": 4002, "left": 4003, "restart": 1012, "slow": 4005, "damaged": 4006}
OTHER_BYE = 4000
MOST_BYTES: Final = 1 << 20
"""How far a slow reader may fall behind, besides so many messages: whoever reads nothing must not fill the memory."""


class Socket:
    """Messages go out in order, and a slow reader delays nobody: one that falls too far behind is disconnected."""

    __slots__ = (
        "address", "busy", "ended", "eyes", "held", "hint", "host", "last", "most", "outbox", "send", "send_now",
        "token", "waiting", "waiting_bytes", "zones",
    )  # fmt: skip

    def __init__(
        self,
        send: Send,
        eyes: int | None,
        host: bool,
        last: int | None,
        zones: bool,
        most: int,
        token: str | None = None,
        send_now: SendNow | None = None,
        address: str = "",
    ) -> None:
        self.send, self.eyes, self.host, self.zones, self.most = send, eyes, host, zones, most
        self.send_now = send_now
        """Sends at once, or returns False; None if the protocol has no such way."""
        self.last = last
        """The last line that this window has received."""
        self.token = token
        """The hash of the token by which this window holds its seat."""
        self.address = address
        """The address of this window, for whatever is counted by address."""
        self.outbox: deque[bytes | Bye] = deque()
        self.waiting_bytes = 0
        """The size of the messages in the outbox."""
        self.waiting: asyncio.Future[None] | None = None
        self.busy = False
        """Whether a message is being sent from the outbox: no other may overtake it."""
        self.held: list[bytes] | None = None
        """Messages held back to go out together; None if nothing is held back."""
        self.ended = False
        self.hint: asyncio.Task[None] | None = None
        """The hint that this window waits for."""

    def tell(self, message: ToSocket) -> None:
        """Put a message into the outbox."""
        self.put(message if isinstance(message, Bye) else ENCODER.encode(message))

    def put(self, message: bytes | Bye) -> None:
        """Send an encoded message at once if possible, otherwise put it into the outbox; if that is full, say
        goodbye instead."""
        if self.ended:
            return
        if isinstance(message, Bye):
            self.let_go()
        elif self.held is not None:
            self.held.append(message)
            return
        elif self.sent_now([message]):
            return
        if len(self.outbox) >= self.most or self.waiting_bytes >= MOST_BYTES:
            self.outbox.clear()
            message = Bye("slow", "Your connection is too slow for this table; the page will connect again.")
        if not isinstance(message, Bye):
            self.waiting_bytes += len(message)
        self.outbox.append(message)
        self.ended = isinstance(message, Bye)
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    def sent_now(self, messages: list[bytes]) -> bool:
        """Send messages at once, in one piece; False if they have to wait."""
        return self.send_now is not None and not self.busy and not self.outbox and self.send_now(messages)

    def hold(self) -> None:
        """Hold back messages from now on."""
        self.held = []

    def let_go(self) -> None:
        """Send all that was held back, and hold back no more."""
        held, self.held = self.held, None
        if held and not self.ended and not self.sent_now(held):
            for message in held:
                self.put(message)

    async def write(self) -> None:
        """Send what comes into the outbox, until the last message."""
        loop = asyncio.get_running_loop()
        while True:
            self.busy = True
            while self.outbox:
                message = self.outbox.popleft()
                if isinstance(message, Bye):
                    await self.send({"type": "websocket.send", "text": ENCODER.encode(message).decode()})
                    code = BYE_CODES.get(message.reason, OTHER_BYE)
                    await self.send({"type": "websocket.close", "code": code, "reason": message.reason})
                    return
                self.waiting_bytes -= len(message)
                await self.send({"type": "websocket.send", "text": message.decode()})
            self.busy = False
            self.waiting = loop.create_future()
            await self.waiting
            self.waiting = None

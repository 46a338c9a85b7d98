"""Links between the servers of a house: guests of a table that is awake in another server are passed on to it.

A link is one connection for all guests between two servers. What it carries are the requests and sockets as the
application sees them, so that they are parsed only once, by the server that the guest has connected to.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import secrets
from collections import deque
from collections.abc import Callable, MutableMapping
from typing import Any, Final

import msgspec

from maitred.server.backend import PASSED_ON, App, Receive, Scope, Send
from maitred.server.socket import BYE_CODES, FAST_PATH, OnMessage

SPEAKS: Final = 2
"""The newest version of the protocol between servers that this one speaks. Since 2 a request says how often it was
passed on."""
OLDEST: Final = 1
"""The oldest version that it still speaks: a house is upgraded one server at a time."""
MOST_HOPS: Final = 2
"""How often a request may be passed on: to the old table's server, and from there to that of its rematch."""

OPEN, TEXT, EVENT, END = range(4)
HEAD: Final = 9  # four bytes for the size of what follows, one for the kind, four for the exchange
MOST_BYTES: Final = 8 << 20
MOST_WAITING: Final = 4 << 20
"""How many bytes may wait on a link before its guests count as slow."""
MOST_EVENTS: Final = 256
"""How many events may wait for one guest."""
NONCE_BYTES: Final = 32
CONNECT_SECONDS: Final = 2.0
NEEDED: Final = (
    "type",
    "http_version",
    "method",
    "scheme",
    "path",
    "raw_path",
    "query_string",
    "headers",
    "client",
    "server",
)
ENCODER: Final = msgspec.msgpack.Encoder()

log = logging.getLogger(__name__)


class LinkLost(Exception):
    """The link broke before the answer was complete."""


def language(other: int) -> int:
    """The newest version that this server and another one both speak; 0 if there is none."""
    common = min(SPEAKS, other)
    return common if common >= OLDEST else 0


class Exchange:
    """One request or socket on a link."""

    def __init__(self, link: Link, number: int) -> None:
        self.link = link
        self.number = number
        self.events: deque[MutableMapping[str, Any]] = deque()
        self.waiting: asyncio.Future[None] | None = None
        self.on_message: OnMessage | None = None
        """Called with each text at once."""
        self.busy = False
        """Whether an event is being sent: no text may overtake it."""

    async def receive(self) -> MutableMapping[str, Any]:
        """The next event from the other side."""
        while not self.events:
            if self.link.closed:
                raise LinkLost
            self.waiting = asyncio.get_running_loop().create_future()
            await self.waiting
        return self.events.popleft()

    def put(self, event: MutableMapping[str, Any]) -> None:
        """An event has come from the other side; a guest who falls too far behind is disconnected."""
        if len(self.events) >= MOST_EVENTS:
            self.events.clear()
            event = {"type": "websocket.close", "code": BYE_CODES["slow"], "reason": "slow"}
        self.events.append(event)
        self.wake()

    def wake(self) -> None:
        """Wake whoever waits for an event."""
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    def text(self, text: bytes) -> None:
        """A text of a socket has come from the other side."""
        if self.on_message is not None and not self.events and not self.busy:
            self.on_message(text)
        else:
            self.put({"type": self.link.text_type, "text": text.decode()})

    async def send(self, event: MutableMapping[str, Any]) -> None:
        """Send an event to the other side."""
        self.link.frame(EVENT, self.number, ENCODER.encode(dict(event)))

    def send_now(self, texts: list[bytes]) -> bool:
        """Send texts of a socket at once; False if the link is slow."""
        if self.link.closed or self.link.is_slow():
            return False
        for text in texts:
            self.link.frame(TEXT, self.number, text)
        return True

    def receive_now(self, on_message: OnMessage) -> bool:
        """Deliver texts by a call from now on; False if earlier events are still waiting."""
        if not self.events:
            self.on_message = on_message
        return self.on_message is not None


class Link(asyncio.Protocol):
    """One end of a connection between two servers that know the same secret."""

    def __init__(self, secret: bytes, app: App | None = None, speaks: int = SPEAKS) -> None:
        """`app`: answers what the other side opens; None on the side that opens, which also decides what is spoken."""
        self.secret = secret
        self.app = app
        self.speaks = speaks
        self.text_type = "websocket.send" if app is None else "websocket.receive"
        self.transport: Any = None  # uvloop's transports are no asyncio.Transport
        self.buffer = bytearray()
        self.nonce = secrets.token_bytes(NONCE_BYTES)
        self.other: bytes | None = None
        """The nonce of the other side."""
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self.exchanges: dict[int, Exchange] = {}
        self.tasks: dict[int, asyncio.Task[None]] = {}
        self.number = 0

    # The connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection is there: the side that opens says what is spoken, and has only so much time for it."""
        self.transport = transport
        if self.app is None:
            self.write(bytes([self.speaks]) + self.nonce)
        else:
            asyncio.get_running_loop().call_later(CONNECT_SECONDS, self.look_for_greeting)

    def look_for_greeting(self) -> None:
        """Drop whoever has not shown by now that they know the secret."""
        if not self.ready.done():
            self.drop("the other side does not say who it is")

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended, and everything on it."""
        self.closed = True
        if not self.ready.done():
            self.ready.set_exception(LinkLost())
            self.ready.exception()
        for exchange in self.exchanges.values():
            exchange.wake()
        for task in self.tasks.values():
            task.cancel()

    def data_received(self, data: bytes) -> None:
        """Read what has come, frame by frame."""
        self.buffer += data
        if not self.ready.done() and not self.greeted():
            return
        at = 0
        while len(self.buffer) - at >= HEAD:
            size = int.from_bytes(self.buffer[at : at + 4], "big")
            if size > MOST_BYTES:
                self.drop("a frame is too long")
                return
            if len(self.buffer) - at < HEAD + size:
                break
            kind, number = self.buffer[at + 4], int.from_bytes(self.buffer[at + 5 : at + HEAD], "big")
            body = bytes(self.buffer[at + HEAD : at + HEAD + size])
            at += HEAD + size
            self.take(kind, number, body)
        del self.buffer[:at]

    def greeted(self) -> bool:
        """Check the other side's greeting; True once it is known to be a server of this house.

        Each side sends a nonce, and then the digest of both nonces with the secret and its own role.
        """
        whole = 1 + NONCE_BYTES + 32
        if self.other is None and len(self.buffer) > NONCE_BYTES:
            said = self.buffer[0]
            if said != self.speaks and (self.app is None or said != language(said)):
                self.drop("another version speaks another language")
                return False
            self.other = bytes(self.buffer[1 : 1 + NONCE_BYTES])
            if self.app is not None:
                self.speaks = said
                self.write(bytes([said]) + self.nonce)
            self.write(self.digest(self.app is not None))
        if self.other is None or len(self.buffer) < whole:
            return False
        if not hmac.compare_digest(bytes(self.buffer[1 + NONCE_BYTES : whole]), self.digest(self.app is None)):
            self.drop("the other side does not know the secret of this house")
            return False
        del self.buffer[:whole]
        self.ready.set_result(None)
        return True

    def digest(self, answers: bool) -> bytes:
        """What the side that answers, or the one that opens, sends to show that it knows the secret."""
        assert self.other is not None
        opened, answered = (self.other, self.nonce) if self.app is not None else (self.nonce, self.other)
        return hmac.digest(self.secret, (b"answers" if answers else b"opens") + opened + answered, "sha256")

    def drop(self, why: str) -> None:
        """End the connection, and log why."""
        log.error("a link between servers was dropped", extra={"problem": why})
        self.abort()

    def abort(self) -> None:
        """End the connection at once."""
        if self.transport is not None:
            self.transport.abort()

    def write(self, data: bytes) -> None:
        """Write to the connection, if it is still there."""
        if not self.closed and self.transport is not None:
            self.transport.write(data)

    def frame(self, kind: int, number: int, body: bytes) -> None:
        """Write one frame."""
        self.write(len(body).to_bytes(4, "big") + bytes([kind]) + number.to_bytes(4, "big") + body)

    def is_slow(self) -> bool:
        """Whether the other side does not keep up."""
        return self.transport is None or self.transport.get_write_buffer_size() > MOST_WAITING

    def close(self) -> None:
        """Close the connection once everything is written."""
        if self.transport is not None:
            self.transport.close()

    # What it carries

    def take(self, kind: int, number: int, body: bytes) -> None:
        """A frame has come."""
        if kind == OPEN:
            if self.app is not None:
                opened = self.exchanges[number] = Exchange(self, number)
                self.tasks[number] = asyncio.create_task(self.answer(opened, body))
            return
        exchange = self.exchanges.get(number)
        if exchange is None:
            return
        if kind == TEXT:
            exchange.text(body)
        elif kind == EVENT:
            exchange.put(msgspec.msgpack.decode(body))
        elif kind == END:
            gone = {"websocket.send": "websocket.close", "websocket.receive": "websocket.disconnect"}
            exchange.put({"type": gone[self.text_type], "code": 1012})

    async def answer(self, exchange: Exchange, body: bytes) -> None:
        """Answer what the other side has opened."""
        assert self.app is not None
        told = msgspec.msgpack.decode(body)
        headers = [tuple(pair) for pair in told["headers"]]
        scope: Scope = {**told, "headers": headers, PASSED_ON: told.get("hops", MOST_HOPS)}
        scope["client"] = tuple(scope["client"]) if scope["client"] else None
        scope["server"] = tuple(scope["server"]) if scope["server"] else None
        scope["extensions"] = {"websocket.http.response": {}}
        if scope["type"] == "websocket":
            scope["extensions"][FAST_PATH] = {"send": exchange.send_now, "receive": exchange.receive_now}
            exchange.events.appendleft({"type": "websocket.connect"})
        try:
            await self.app(scope, exchange.receive, exchange.send)
        except LinkLost:
            pass  # the guest's server is gone, and the guest with it
        except Exception:
            log.exception("a guest who was passed on could not be answered")
        finally:
            self.frame(END, exchange.number, b"")
            self.exchanges.pop(exchange.number, None)
            self.tasks.pop(exchange.number, None)

    async def carry(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have a request or a socket answered by the other side.

        Raises LinkLost if the link broke before the other side began to answer.
        """
        self.number += 1
        exchange = self.exchanges[self.number] = Exchange(self, self.number)
        told = {name: scope.get(name) for name in NEEDED}
        if self.speaks >= 2:
            told["hops"] = scope.get(PASSED_ON, 0) + 1
        self.frame(OPEN, exchange.number, ENCODER.encode(told))
        socket = scope["type"] == "websocket"
        inward = asyncio.create_task(self.read_guest(scope, receive, exchange))
        try:
            await (self.carry_socket if socket else self.carry_answer)(scope, exchange, send)
        finally:
            inward.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await inward
            if socket:
                self.frame(END, exchange.number, b"")
            self.exchanges.pop(exchange.number, None)

    async def read_guest(self, scope: Scope, receive: Receive, exchange: Exchange) -> None:
        """Pass on what the guest sends."""
        fast = scope.get("extensions", {}).get(FAST_PATH, {}).get("receive")
        at_once = False
        while True:
            if fast is not None and not at_once:
                at_once = fast(self.sender(exchange.number))
            event = await receive()
            text = event.get("text")
            if text is not None:
                self.frame(TEXT, exchange.number, text.encode())
            else:
                await exchange.send(event)
            if event["type"] in ("websocket.disconnect", "http.disconnect"):
                return

    def sender(self, number: int) -> OnMessage:
        """Passes on the texts of a guest's socket."""

        def on_message(text: bytes | None) -> None:
            if text is None:
                self.frame(EVENT, number, ENCODER.encode({"type": "websocket.receive", "bytes": b""}))
            else:
                self.frame(TEXT, number, text)

        return on_message

    async def carry_answer(self, scope: Scope, exchange: Exchange, send: Send) -> None:
        """Pass on the answer to a request."""
        begun = False
        while True:
            try:
                event = await exchange.receive()
            except LinkLost:
                if not begun:
                    raise
                return  # the guest's server ends the answer, which is incomplete
            if event["type"] == "websocket.close":
                return
            begun = True
            await send(event)
            if event["type"] == "http.response.body" and not event.get("more_body", False):
                return

    async def carry_socket(self, scope: Scope, exchange: Exchange, send: Send) -> None:
        """Pass on what the table tells a guest."""
        accepted = False
        fast: Callable[[list[bytes]], bool] | None = scope.get("extensions", {}).get(FAST_PATH, {}).get("send")
        while True:
            try:
                event = await exchange.receive()
            except LinkLost:
                if not accepted:
                    raise
                event = {"type": "websocket.close", "code": 1012, "reason": "restart"}
            exchange.busy = True
            await send(event)
            exchange.busy = False
            if event["type"] == "websocket.accept":
                accepted = True
                if fast is not None:
                    exchange.receive_now(self.teller(exchange, fast))
            elif event["type"] in ("websocket.close", "websocket.http.response.body"):
                return

    def teller(self, exchange: Exchange, fast: Callable[[list[bytes]], bool]) -> OnMessage:
        """Tells a guest at once what the table says, as long as the guest keeps up."""

        def on_message(text: bytes | None) -> None:
            assert text is not None
            if not fast([text]):
                exchange.put({"type": "websocket.send", "text": text.decode()})

        return on_message


async def connect(address: str, secret: bytes, speaks: int = SPEAKS) -> Link:
    """A link to the server at an address."""
    host, _, port = address.rpartition(":")
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(CONNECT_SECONDS):
        _, link = await loop.create_connection(lambda: Link(secret, speaks=speaks), host.strip("[]"), int(port))
        try:
            await link.ready
        except BaseException:
            link.abort()
            raise
    return link

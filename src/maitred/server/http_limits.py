"""HTTP as uvicorn speaks it, with limits: clients that are slow, send too much or open too many connections are refused
early.

uvicorn waits for a request as long as it takes and accepts headers of any size. Here a connection has limited time and
bytes for a request, and an address may have a limited number of connections open.
"""

from __future__ import annotations

import asyncio
import functools
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from maitred.server.http_messages import Problem
from maitred.server.limits import Limits, counted_as
from maitred.server.socket import ENCODER

BYTES_TOO_MANY: Final = 1 << 19
"""How much is read beyond the longest body before a connection is closed, so that whoever sends too much gets an
answer: a client that is still sending when its connection is closed may never see one."""
PIECE: Final = 1_024
"""Bytes read at a time, since one packet can hold hundreds of requests."""


@dataclass(slots=True)
class ConnectionCount:
    """The open connections, sockets included."""

    limits: Limits
    by_address_too: bool = True
    """Whether each address is counted; behind a proxy all connections come from one."""
    by_address: Counter[str] = field(default_factory=Counter)
    turned_away: int = 0

    def enter(self, address: str) -> bool:
        """Let a connection in, unless there are too many."""
        limits = self.limits
        full = self.by_address.total() >= limits.connections
        if full or (self.by_address_too and self.by_address[address] >= limits.connections_per_address):
            self.turned_away += 1
            return False
        self.by_address[address] += 1
        return True

    def leave(self, address: str) -> None:
        """A connection has ended."""
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]


def and_then(lost: Callable[[Exception | None], None], leave: Callable[[], None]) -> Callable[[Exception | None], None]:
    """Wraps `connection_lost` of a plain socket, to be told as well."""

    def connection_lost(exc: Exception | None) -> None:
        lost(exc)
        leave()

    return connection_lost


class LimitedHttp(HttpToolsProtocol):
    """A connection that is closed unless requests come within their time and size."""

    def __init__(self, count: ConnectionCount, **facts: Any) -> None:
        super().__init__(**facts)
        self.count = count
        self.entered: str | None = None
        """The address under which this connection is counted."""
        self.deadline: asyncio.TimerHandle | None = None
        self.under_way = False
        """Whether a request has begun but is not complete."""
        self.in_head = True
        """Whether the head of the next request is still incomplete."""
        self.taken = 0
        """Bytes of this request so far."""
        self.done = False
        """Whether nothing more is read."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client connects: there is a time limit for its first request."""
        super().connection_made(transport)
        address = counted_as(self.client[0]) if self.client is not None else ""
        if self.count.enter(address):
            self.entered = address
            self.wait(self.count.limits.head_seconds)
        else:
            self.refuse(HTTPStatus.TOO_MANY_REQUESTS, "Too many connections are open: wait a moment.")

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        super().connection_lost(exc)
        self.wait(None)
        self.left()

    def left(self) -> None:
        """Stop counting this connection."""
        if self.entered is not None:
            self.count.leave(self.entered)
            self.entered = None

    def wait(self, seconds: float | None) -> None:
        """Set the time limit for what has to come next."""
        if self.deadline is not None:
            self.deadline.cancel()
        self.deadline = None if seconds is None else self.loop.call_later(seconds, self.too_late)

    def too_late(self) -> None:
        """The time limit has passed."""
        self.deadline = None
        cycle = self.cycle
        if cycle is None or cycle.response_complete or (cycle.more_body and not cycle.response_started):
            self.refuse(HTTPStatus.REQUEST_TIMEOUT, "Your request took too long to arrive.")
        else:  # an answer may be half written, so nothing else can be sent
            self.transport.abort()

    def refuse(self, status: HTTPStatus, sentence: str) -> None:
        """Send the reason, and close."""
        self.done = True
        if self.transport.is_closing():
            return
        body = ENCODER.encode(Problem("too_many" if status == HTTPStatus.TOO_MANY_REQUESTS else "unreadable", sentence))
        head = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\n"
        self.transport.write(f"{head}content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode() + body)
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Part of a request has come, or several requests; once the connection is done with, the rest is not read."""
        for start in range(0, len(data), PIECE):
            if self.done:
                return
            self.piece_received(data[start : start + PIECE])

    def piece_received(self, data: bytes) -> None:
        """A few bytes have come."""
        if self.deadline is None and self.in_head:
            self.wait(self.count.limits.head_seconds)
        super().data_received(data)
        if self.done or not self.under_way:
            return
        self.taken += len(data)
        limits = self.count.limits
        if self.in_head and self.taken > limits.head_bytes:
            self.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The headers of your request are too long.")
        elif self.taken > limits.head_bytes + limits.study_body_bytes + BYTES_TOO_MANY:
            # The handler has already refused this body as too long; the rest is not read.
            self.done = True
            self.transport.close()

    def on_message_begin(self) -> None:
        """The first bytes of a request."""
        super().on_message_begin()
        self.taken = 0
        self.under_way = self.in_head = True

    def on_headers_complete(self) -> None:
        """The head of a request is complete."""
        if self.done:
            return
        self.in_head = False
        limits = self.count.limits
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > limits.head_bytes:
            self.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The headers of your request are too long.")
            return
        if len(self.pipeline) >= limits.requests_ahead:  # those before it are answered, then the connection is closed
            self.done = True
            self.pipeline[0][0].keep_alive = False
            return
        self.wait(limits.body_seconds)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Part of a body has come."""
        if not self.done:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """A request is complete, and the client has to take its answer."""
        if self.done:
            return
        self.under_way, self.in_head = False, True
        answered = self.cycle is not None and self.cycle.response_complete
        self.wait(None if answered else self.count.limits.answer_seconds)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The answer is sent; the next request may come."""
        super().on_response_complete()
        if not self.pipeline and self.in_head:
            self.wait(None)

    def handle_websocket_upgrade(self) -> None:
        """A socket takes the connection over, and still counts as one."""
        self.done = True
        self.wait(None)
        super().handle_websocket_upgrade()
        protocol: Any = self.transport.get_protocol()
        if self.entered is not None:
            leave = functools.partial(self.count.leave, self.entered)
            if hasattr(protocol, "gone"):  # a socket of wire.py
                protocol.gone = leave
            else:
                protocol.connection_lost = and_then(protocol.connection_lost, leave)
            self.entered = None
        del self.parser  # it refers back to this protocol, which is not called again

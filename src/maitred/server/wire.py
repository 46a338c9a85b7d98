"""The WebSocket protocol: uvicorn's, with a fast path in both directions.

A table tells every window of every move. Through ASGI each message would be decoded, encoded again and sent by a task
that has to be woken; here it is one write. An incoming message would be queued for another task, and the socket not
read meanwhile; here it is one call.

Pings and fragments of messages never reach a table: they are counted here, and too many of them close the socket.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request
from websockets.server import ServerProtocol

from maitred.server.limits import BURST, Bucket, Limits
from maitred.server.socket import FAST_PATH, OnMessage

TEXT: Final = 0x81  # a whole message of text in one frame
MASKED: Final = 0x80  # in the second byte of whatever a client sends
HEAD: Final = 6  # bytes before a short message of a client: two, and its mask
TWO_BYTES: Final = 126
EIGHT_BYTES: Final = 127
PIECE: Final = 1_024  # bytes read at a time, since one packet can hold thousands of small frames
MOST_AFTER_GOODBYE: Final = 1 << 16  # bytes read while a socket closes

LEANS_ON: Final = {
    WebSocketsSansIOProtocol: (
        *("close_sent", "conn", "curr_msg_data_type", "disconnected", "frames", "handshake_complete"),
        *("handshake_initiated", "queue", "scope", "transport", "writable", "connection_lost", "data_received"),
        *("handle_connect", "handle_cont", "handle_parser_exception", "handle_ping", "handle_pong"),
        "send_receive_event_to_app",
    ),
    ServerProtocol: ("fail", "handshake_exc", "parser"),
}
"""Private names that are used here and may change without notice."""


def lacking() -> list[str]:
    """The names used here that the installed uvicorn and websockets neither define nor mention."""
    return [
        f"{leaned_on.__name__}.{name}"
        for leaned_on, names in LEANS_ON.items()
        for name in sorted(set(names) - names_in(leaned_on))
    ]


def names_in(owner: type) -> set[str]:
    """Every name that a class has or its methods use, instance attributes included."""
    methods = [value for ancestor in owner.__mro__ for value in vars(ancestor).values()]
    codes = [method.__code__ for method in methods if isinstance(method, FunctionType)]
    return {*dir(owner), *(name for code in codes for name in code.co_names)}


def frame(message: bytes) -> bytes:
    """A text message as a server sends it."""
    size = len(message)
    if size < TWO_BYTES:
        return bytes((TEXT, size)) + message
    if size < 1 << 16:
        return bytes((TEXT, TWO_BYTES, size >> 8, size & 0xFF)) + message
    return bytes((TEXT, EIGHT_BYTES)) + size.to_bytes(8, "big") + message


def short_text(data: bytes) -> bytes | None:
    """The text of a short message, if that is all that has come: one whole frame, as every move is."""
    if len(data) < HEAD or data[0] != TEXT or data[1] & MASKED == 0:
        return None
    size = data[1] - MASKED
    if size >= TWO_BYTES or len(data) != HEAD + size:
        return None
    mask = (data[2:HEAD] * (size // 4 + 1))[:size]
    text = (int.from_bytes(data[HEAD:], "big") ^ int.from_bytes(mask, "big")).to_bytes(size, "big")
    try:
        text.decode()
    except UnicodeDecodeError:
        return None
    return text


class Wire(WebSocketsSansIOProtocol):
    """A socket that is written to and read at once, as long as its reader keeps up."""

    def __init__(self, *facts: Any, limits: Limits | None = None, **more_facts: Any) -> None:
        super().__init__(*facts, **more_facts)
        self.on_message: OnMessage | None = None
        """Called with each message at once."""
        self.gone: Callable[[], None] | None = None
        """Called when the connection has ended."""
        rate = (limits or Limits()).frames_per_second
        self.frames_left = Bucket(rate, rate * BURST)
        self.after_goodbye = 0

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended; break all reference cycles.

        The house runs the cyclic garbage collector rarely (serve.py), so what a socket leaves behind has to be freed by
        reference counts alone.
        """
        super().connection_lost(exc)
        if self.gone is not None:
            self.gone()
        self.gone = self.on_message = None
        if self.handshake_initiated and not self.conn.handshake_exc:
            self.scope["extensions"].pop(FAST_PATH, None)
        self.conn.parser.close()

    def data_received(self, data: bytes) -> None:
        """Data has come; once the socket is closing, the rest of the packet is not read."""
        if self.on_message is not None and not self.close_sent and self.between_messages():
            text = short_text(data)
            if text is not None:  # the parser is not involved: before and after it waits for the next frame
                self.on_message(text)
                return
        if self.close_sent:
            self.after_goodbye += len(data)
            if self.after_goodbye > MOST_AFTER_GOODBYE:
                self.transport.abort()
                return
        if len(data) <= PIECE:
            super().data_received(data)
            return
        for start in range(0, len(data), PIECE):
            super().data_received(data[start : start + PIECE])
            if self.close_sent or self.transport.is_closing():
                return

    def between_messages(self) -> bool:
        """Whether nothing has come of the next message yet: the parser waits for whatever comes, or the end."""
        if self.frames:
            return False
        waits_in: Any = self.conn.parser
        names: list[str] = []
        while waits_in is not None:
            names.append(waits_in.__name__)
            waits_in = waits_in.gi_yieldfrom
        return names[0] == "parse" and names[-1] == "at_eof"  # and not one that discards what comes after a close

    def handle_ping(self) -> None:
        """Answer and count a ping."""
        if self.counted():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Count a pong, whether it answers a ping or not."""
        if self.counted():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Count a fragment of a message; it may be empty."""
        if self.counted():
            super().handle_cont(event)

    def counted(self) -> bool:
        """Count a frame that is not a whole message; too many of them close the socket."""
        if self.close_sent:
            return False
        if self.frames_left.take():
            return True
        self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames")
        self.handle_parser_exception()
        return False

    def handle_connect(self, event: Request) -> None:
        """Offer the fast path to the application before it sees the socket."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][FAST_PATH] = {"send": self.send_now, "receive": self.receive_now}

    def send_now(self, messages: list[bytes]) -> bool:
        """Send encoded texts at once; False if they have to wait for a slow reader, or the reader is gone."""
        if not self.writable.is_set() or not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        whole = frame(messages[0]) if len(messages) == 1 else b"".join([frame(message) for message in messages])
        self.transport.write(whole)
        return True

    def receive_now(self, on_message: OnMessage) -> bool:
        """Deliver messages by a call from now on; False if earlier ones are still waiting."""
        if self.queue.empty():
            self.on_message = on_message
        return self.on_message is not None

    def send_receive_event_to_app(self) -> None:
        """A whole message has come."""
        if self.on_message is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        text: bytes | None = None
        if self.curr_msg_data_type == "text":
            text = b"".join(self.frames)
            try:
                text.decode()
            except UnicodeDecodeError:
                super().send_receive_event_to_app()
                return
        self.frames = []
        self.on_message(text)

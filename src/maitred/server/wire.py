"""The protocol of sockets: uvicorn's, with a short way out and in.

A table tells every window of every move. By way of the application interface each message would be decoded, encoded
again and sent by a task that has to be woken; here it is one write. What a window says would be queued for another
task, and the socket not be read meanwhile; here it is one call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

SHORT_WAY: Final = "maitred.short_way"
TEXT: Final = 0x81  # a whole message of text in one frame
TWO_BYTES: Final = 126
EIGHT_BYTES: Final = 127

Hears = Callable[[bytes | None], None]  # a text, or None for what is no text


def frame(message: bytes) -> bytes:
    """A message of text as a server sends it."""
    size = len(message)
    if size < TWO_BYTES:
        return bytes((TEXT, size)) + message
    if size < 1 << 16:
        return bytes((TEXT, TWO_BYTES)) + size.to_bytes(2, "big") + message
    return bytes((TEXT, EIGHT_BYTES)) + size.to_bytes(8, "big") + message


class Wire(WebSocketsSansIOProtocol):
    """A socket that can be written to at once, as long as its reader keeps up, and heard at once."""

    def __init__(self, *facts: Any, **more_facts: Any) -> None:
        super().__init__(*facts, **more_facts)
        self.hears: Hears | None = None
        """Who hears at once what is said."""

    def handle_connect(self, event: Request) -> None:
        """Tell the application of the short way before it sees the socket."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][SHORT_WAY] = {"send": self.send_now, "hear": self.hear_now}

    def send_now(self, messages: list[bytes]) -> bool:
        """Send encoded texts at once; False if they have to wait until the reader has caught up, or there is none."""
        if not self.writable.is_set() or not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        self.transport.write(b"".join([frame(message) for message in messages]))
        return True

    def hear_now(self, hears: Hears) -> bool:
        """From now on tell somebody at once; False if something that was said before still waits."""
        if self.queue.empty():
            self.hears = hears
        return self.hears is not None

    def send_receive_event_to_app(self) -> None:
        """A whole message has come."""
        if self.hears is None or self.close_sent:
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
        self.hears(text)

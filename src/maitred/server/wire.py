"""The protocol of sockets: uvicorn's, with a short way out for what is already encoded.

A table tells every window of every move. By way of the application interface each message would be decoded, encoded
again and sent by a task that has to be woken; here it is one write.
"""

from __future__ import annotations

from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

SHORT_WAY: Final = "maitred.short_way"
TEXT: Final = 0x81  # a whole message of text in one frame
TWO_BYTES: Final = 126
EIGHT_BYTES: Final = 127


def frame(message: bytes) -> bytes:
    """A message of text as a server sends it."""
    size = len(message)
    if size < TWO_BYTES:
        return bytes((TEXT, size)) + message
    if size < 1 << 16:
        return bytes((TEXT, TWO_BYTES)) + size.to_bytes(2, "big") + message
    return bytes((TEXT, EIGHT_BYTES)) + size.to_bytes(8, "big") + message


class Wire(WebSocketsSansIOProtocol):
    """A socket that can be written to at once, as long as its reader keeps up."""

    def handle_connect(self, event: Request) -> None:
        """Tell the application of the short way before it sees the socket."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][SHORT_WAY] = {"send": self.send_now}

    def send_now(self, message: bytes) -> bool:
        """Send encoded text at once; False if it has to wait until the reader has caught up, or there is none."""
        if not self.writable.is_set() or not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        self.transport.write(frame(message))
        return True

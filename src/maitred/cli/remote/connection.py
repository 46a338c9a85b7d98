"""The connection to a live table: it is reopened whenever it closes, and unanswered messages are sent again."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from maitred.cli.remote import credentials
from maitred.cli.remote.credentials import SeatCredentials
from maitred.cli.remote.table_api import BEHIND_A_PROXY, LONGEST_WAIT, HouseRefusal, TableApi
from maitred.server.messages import Bye, Done, FromSocket, Hints, Refusal, TableChanged, ToSocket, Update, Welcome

News = Welcome | Update | TableChanged | Done | Refusal | Hints
"""Everything a connection delivers except its end."""

DECODER: msgspec.json.Decoder[ToSocket] = msgspec.json.Decoder(ToSocket)
FOR_GOOD = ("moved", "removed", "left", "damaged")
"""Reasons for a goodbye after which there is no way back."""
MOST_BYTES = 1 << 24
PAUSES = (0.2, 0.5, 1, 2, 4)
"""The seconds between attempts."""
RESEND_AFTER = 0.5
"""The seconds to wait before repeating a message that came too fast."""
GIVE_UP_AFTER = 120
"""The seconds after which a house that does not answer is given up."""


def new_id() -> str:
    """An id for a message."""
    return secrets.token_urlsafe(9)


@dataclass(frozen=True, slots=True)
class Closed:
    """The connection has closed: `for_good`, or it is being opened again."""

    sentence: str
    for_good: bool
    seat_lost: bool = False
    seat_kept: bool = False
    """Whether there is something to come back to."""


class Connection:
    """Talks to a table in a thread of its own, and passes on what it receives."""

    def __init__(self, api: TableApi, own: SeatCredentials | None, hear: Callable[[News | Closed], None]) -> None:
        """`own`: the credentials of the seat to play; None to watch."""
        self.api = api
        self.own = own
        self.hear = hear
        self.last: int | None = None
        self.unanswered: dict[str, bytes] = {}
        self.lock = threading.Lock()
        self.socket: ClientConnection | None = None
        self.opened = False
        self.closing = threading.Event()
        self.thread = threading.Thread(target=self.keep_open, daemon=True)
        self.thread.start()

    def close(self) -> None:
        """Close the connection."""
        self.closing.set()
        with self.lock:
            socket, self.socket = self.socket, None
        if socket is not None:
            socket.close()
        self.thread.join(LONGEST_WAIT)

    def send(self, message: FromSocket) -> None:
        """Send a message, now or when the connection is open again; a repeat has the same id and counts once."""
        sent = msgspec.json.encode(message)
        with self.lock:
            self.unanswered[message.id] = sent
            socket = self.socket
        if socket is not None:
            self.put(socket, sent)

    def put(self, socket: ClientConnection, sent: bytes) -> None:
        """Write to a socket; if it has closed, the thread that reads it will notice and open another."""
        try:
            socket.send(sent, text=True)
        except ConnectionClosed:
            return

    # In the thread

    def keep_open(self) -> None:
        """Keep the connection open until it is closed for good."""
        tries, since = 0, time.monotonic()
        while not self.closing.is_set():
            self.opened = False
            closed = self.open_once()
            if self.closing.is_set():
                return
            if self.opened:
                tries, since = 0, time.monotonic()
            elif not closed.for_good and time.monotonic() - since > GIVE_UP_AFTER:
                closed = Closed(
                    f"The house has not answered for {GIVE_UP_AFTER} seconds.", for_good=True, seat_kept=True
                )
            self.hear(closed)
            if closed.for_good:
                return
            self.closing.wait(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1

    def open_once(self) -> Closed:
        """Open the connection and listen until it closes."""
        query = "zones=1"
        if self.own is not None:
            query += f"&seat={self.own.seat}"
        if self.last is not None:
            query += f"&last={self.last}"
        cookie = {"Cookie": credentials.cookie([self.own])} if self.own is not None else {}
        try:
            with connect(
                f"{self.api.socket}?{query}",
                additional_headers=cookie,
                compression=None,
                max_size=MOST_BYTES,
                open_timeout=LONGEST_WAIT,
                proxy=None,
            ) as socket:
                return self.listen(socket)
        except InvalidStatus as refused:
            refusal = self.api.refusal(refused.response.status_code, bytes(refused.response.body or b""))
            waits = isinstance(refusal, HouseRefusal) and refusal.status in (429, *BEHIND_A_PROXY)
            lost = isinstance(refusal, HouseRefusal) and refusal.status == 403
            return Closed(f"{refusal} Trying again …" if waits else str(refusal), not waits, lost)
        except (OSError, InvalidHandshake):
            return Closed("The house does not answer; trying again …", for_good=False)

    def listen(self, socket: ClientConnection) -> Closed:
        """Pass on everything that an open connection delivers."""
        closed = Closed("The connection was lost; trying again …", for_good=False)
        try:
            for text in socket:
                try:
                    message = DECODER.decode(text)
                except msgspec.DecodeError:
                    return Closed(str(self.api.no_house()), for_good=True)
                if isinstance(message, Bye):
                    over = message.reason in FOR_GOOD
                    lost = over and message.reason != "damaged"
                    closed = Closed(message.text if over else f"{message.text} Trying again …", over, seat_lost=lost)
                else:
                    self.heard(socket, message)
        except ConnectionClosed:
            return closed
        finally:
            with self.lock:
                self.socket = None
        return closed

    def heard(self, socket: ClientConnection, message: News) -> None:
        """Keep track of the last line and of answers, and pass a message on."""
        if not isinstance(message, (Refusal, Hints)):
            self.last = max(self.last or 0, message.seq)
        if isinstance(message, Refusal) and message.reason == "too_many":
            self.closing.wait(RESEND_AFTER)
            self.send_again(socket)
            return
        if isinstance(message, (Done, Refusal, Hints)) and message.id is not None:
            with self.lock:
                self.unanswered.pop(message.id, None)
        self.hear(message)
        if isinstance(message, Welcome):
            self.opened = True
            self.send_again(socket)

    def send_again(self, socket: ClientConnection) -> None:
        """Send unanswered messages, and whatever comes after them, over this socket."""
        with self.lock:
            self.socket = None if self.closing.is_set() else socket
            again = list(self.unanswered.values())
        for sent in again:
            self.put(socket, sent)

"""A window to a live table: a socket that is opened again whenever it closes, and forgets nothing that was sent."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from maitred.cli.guest import purse
from maitred.cli.guest.door import BEHIND_A_PROXY, LONGEST_WAIT, Door, Turned
from maitred.cli.guest.purse import Ticket
from maitred.server.messages import Bye, Done, FromSocket, Hints, Refusal, TableChanged, ToSocket, Update, Welcome

News = Welcome | Update | TableChanged | Done | Refusal | Hints
"""All that a window tells but the last word."""

DECODER: msgspec.json.Decoder[ToSocket] = msgspec.json.Decoder(ToSocket)
FOR_GOOD = ("moved", "removed", "left", "damaged")
"""Goodbyes after which there is nothing to come back to."""
MOST_BYTES = 1 << 24
PAUSES = (0.2, 0.5, 1, 2, 4)
"""The seconds between one try and the next."""
BREATH = 0.5
"""The seconds to wait before saying again what was too much at once."""
PATIENCE = 120
"""The seconds after which a house that does not answer is given up."""


def new_id() -> str:
    """A name for a message."""
    return secrets.token_urlsafe(9)


@dataclass(frozen=True, slots=True)
class Shut:
    """The window has closed: `for_good`, or it is being opened again."""

    sentence: str
    for_good: bool
    seat_lost: bool = False
    seat_kept: bool = False
    """Whether there is something to come back to."""


class Window:
    """Talks to a table in a thread of its own, and tells what it hears."""

    def __init__(self, door: Door, ticket: Ticket | None, hear: Callable[[News | Shut], None]) -> None:
        """`ticket`: for the seat to play; None to watch."""
        self.door = door
        self.ticket = ticket
        self.hear = hear
        self.last: int | None = None
        self.unanswered: dict[str, bytes] = {}
        self.lock = threading.Lock()
        self.socket: ClientConnection | None = None
        self.opened = False
        self.closing = threading.Event()
        self.thread = threading.Thread(target=self.look, daemon=True)
        self.thread.start()

    def close(self) -> None:
        """Close the window."""
        self.closing.set()
        with self.lock:
            socket, self.socket = self.socket, None
        if socket is not None:
            socket.close()
        self.thread.join(LONGEST_WAIT)

    def send(self, message: FromSocket) -> None:
        """Send a message, now or when the window is open again; a repeat has the same id and counts once."""
        sent = msgspec.json.encode(message)
        with self.lock:
            self.unanswered[message.id] = sent
            socket = self.socket
        if socket is not None:
            self.put(socket, sent)

    def put(self, socket: ClientConnection, sent: bytes) -> None:
        """Write to a socket; if it has closed, whoever reads it will notice and open another."""
        try:
            socket.send(sent, text=True)
        except ConnectionClosed:
            return

    # In the thread

    def look(self) -> None:
        """Keep the window open until it is closed for good."""
        tries, since = 0, time.monotonic()
        while not self.closing.is_set():
            self.opened = False
            shut = self.look_once()
            if self.closing.is_set():
                return
            if self.opened:
                tries, since = 0, time.monotonic()
            elif not shut.for_good and time.monotonic() - since > PATIENCE:
                shut = Shut(f"The house has not answered for {PATIENCE} seconds.", for_good=True, seat_kept=True)
            self.hear(shut)
            if shut.for_good:
                return
            self.closing.wait(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1

    def look_once(self) -> Shut:
        """Open the window and listen until it closes."""
        query = "zones=1"
        if self.ticket is not None:
            query += f"&seat={self.ticket.seat}"
        if self.last is not None:
            query += f"&last={self.last}"
        cookie = {"Cookie": purse.cookie([self.ticket])} if self.ticket is not None else {}
        try:
            with connect(
                f"{self.door.socket}?{query}",
                additional_headers=cookie,
                compression=None,
                max_size=MOST_BYTES,
                open_timeout=LONGEST_WAIT,
                proxy=None,
            ) as socket:
                return self.listen(socket)
        except InvalidStatus as refused:
            refusal = self.door.refusal(refused.response.status_code, bytes(refused.response.body or b""))
            waits = isinstance(refusal, Turned) and refusal.status in (429, *BEHIND_A_PROXY)
            lost = isinstance(refusal, Turned) and refusal.status == 403
            return Shut(f"{refusal} Trying again …" if waits else str(refusal), not waits, lost)
        except (OSError, InvalidHandshake):
            return Shut("The house does not answer; trying again …", for_good=False)

    def listen(self, socket: ClientConnection) -> Shut:
        """Hear everything that an open window tells."""
        shut = Shut("The connection was lost; trying again …", for_good=False)
        try:
            for text in socket:
                try:
                    message = DECODER.decode(text)
                except msgspec.DecodeError:
                    return Shut(str(self.door.no_house()), for_good=True)
                if isinstance(message, Bye):
                    over = message.reason in FOR_GOOD
                    lost = over and message.reason != "damaged"
                    shut = Shut(message.text if over else f"{message.text} Trying again …", over, seat_lost=lost)
                else:
                    self.heard(socket, message)
        except ConnectionClosed:
            return shut
        finally:
            with self.lock:
                self.socket = None
        return shut

    def heard(self, socket: ClientConnection, message: News) -> None:
        """Remember how far the table has come and what was answered, and pass a message on."""
        if not isinstance(message, (Refusal, Hints)):
            self.last = max(self.last or 0, message.seq)
        if isinstance(message, Refusal) and message.reason == "too_many":
            self.closing.wait(BREATH)
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
        """Send what has not been answered, and whatever comes after it, by this socket."""
        with self.lock:
            self.socket = None if self.closing.is_set() else socket
            again = list(self.unanswered.values())
        for sent in again:
            self.put(socket, sent)

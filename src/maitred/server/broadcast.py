"""The sockets connected to a table, and what each of them is sent when something happens there."""

from __future__ import annotations

from collections.abc import Sequence

from maitred.server import showing
from maitred.server.messages import Bye, TableChanged, Update
from maitred.server.socket import ENCODER, Socket
from maitred.table import lines
from maitred.table.lines import Line
from maitred.table.presence import Presence
from maitred.table.table import News, Phase, Table

Kinds = type[Line] | tuple[type[Line], ...]
Messages = list[tuple[Socket, bytes]]

MOVES = (lines.Dealt, lines.Played, lines.Undone, lines.OutOfTime, lines.Paused)
"""Lines that change the position, or what can be done in it."""
SAME_FACTS = (lines.Played, lines.Undone, lines.Said, lines.Lent)
"""Lines that change nothing about the table itself, except for the last move of a game."""


def all_are(written: Sequence[Line], kinds: Kinds) -> bool:
    """Whether all lines are of these kinds."""
    return all([isinstance(line, kinds) for line in written])


def some_are(written: Sequence[Line], kinds: Kinds) -> bool:
    """Whether any line is of these kinds."""
    return any([isinstance(line, kinds) for line in written])


class Broadcast:
    """Builds messages for all sockets before a line is written, and sends them afterwards."""

    def __init__(self, presence: Presence, phase: Phase) -> None:
        self.presence = presence
        self.sockets: list[Socket] = []
        self.phase: Phase = phase
        """The phase of the table when its facts were last sent."""
        self.changed = False
        """Whether the facts of the table have changed since they were last sent."""
        self.lasting = showing.LastingPart()

    def news_of(self, written: Sequence[Line], table: Table, news: list[News], ms: int) -> Messages:
        """The messages about the lines that led to this table."""
        if all_are(written, lines.Lent):
            return []
        if not some_are(written, MOVES):
            return self.messages(table, news, self.sockets, ms, moved=False)
        return self.news_of_move(table, news, all_are(written, SAME_FACTS), ms)

    def news_of_move(self, table: Table, news: list[News], same_facts: bool, ms: int) -> Messages:
        """The messages after the game has moved on; a silent step is reported only to its own seat."""
        only = [piece.only for piece in news if piece.only is not None]
        if only:
            own = [socket for socket in self.sockets if socket.eyes in only]
            return self.messages(table, news, own, ms, moved=True)
        told = self.messages(table, news, self.sockets, ms, moved=True)
        if not same_facts or self.changed or table.phase != self.phase:
            return self.messages(table, [], self.sockets, ms, moved=False) + told
        return told

    def messages(self, table: Table, news: list[News], sockets: list[Socket], ms: int, moved: bool) -> Messages:
        """What happened, as each of these sockets may know it; with the position if the game has moved on."""
        told = None if moved else showing.facts(table, self.presence, ms)
        encoded: dict[tuple[int | None, bool], bytes] = {}
        heard = showing.Heard(table, news)
        shared = showing.Shared(table, ms, self.lasting) if moved and sockets else None
        messages: Messages = []
        for socket in sockets:
            key = (socket.eyes, socket.zones and moved)
            message = encoded.get(key)
            if message is None:
                log = heard.by(socket.eyes)
                if told is None:
                    seen = showing.position(table, socket.eyes, ms, socket.zones, shared)
                    message = ENCODER.encode(Update(table.seq, log, seen))
                else:
                    message = ENCODER.encode(TableChanged(table.seq, log, told))
                encoded[key] = message
            messages.append((socket, message))
        return messages

    def send(self, messages: Messages) -> None:
        """Send messages to the sockets they are for."""
        for socket, message in messages:
            socket.put(message)

    def tell(self, table: Table, news: list[News], ms: int) -> None:
        """Tell every socket of something that is not in the lines, and the current state of the table."""
        self.changed = False
        self.send(self.messages(table, news, self.sockets, ms, moved=False))

    def dismiss(self, seat: int, bye: Bye) -> None:
        """Close all sockets of a seat."""
        for socket in self.sockets:
            if socket.eyes == seat:
                socket.tell(bye)

    def close(self, bye: Bye | None) -> None:
        """Close all sockets, if there is anything to say to them."""
        for socket in self.sockets:
            if bye is not None:
                socket.tell(bye)

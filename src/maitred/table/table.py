"""A table: what its lines say it is. `take` is the only way anything about it ever changes.

Nothing here asks whether a line is allowed (see manners.py), waits, or knows who is connected (see presence.py).
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from maitred.kernel.errors import BadRecord
from maitred.kernel.game import Game
from maitred.kernel.record import Record
from maitred.kernel.state import Event, State
from maitred.kernel.words import player
from maitred.table import lines
from maitred.table.clocks import Clocks
from maitred.table.lines import Line, WasSet

Phase = Literal["seating", "playing", "over"]
NewsKind = Literal["game", "chat", "house"]

BOT_NAMES = ("Basil", "Olive", "Pepper", "Saffron", "Rosemary", "Juniper", "Sorrel", "Clove")
KEEPER = "medium"
"""The level of the bot that plays for somebody who is gone."""
IDS_KEPT = 8
"""How many messages of a seat are remembered, so that a repeat counts once."""
GRABS_KEPT = 4
"""How many moves back the table can tell who was faster, in real time."""


def hashed(secret: str) -> str:
    """What the house keeps of a token or a code."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(slots=True)
class Seat:
    """One seat: a bot's if it has a level, a person's if it has the hash of a token, open otherwise."""

    level: str | None = None
    name: str = ""
    token: str | None = None
    nonce: str | None = None
    muted: bool = False
    out_of_time: bool = False
    wants_pause: bool = False
    ids: dict[str, int] = field(default_factory=dict)
    """The ids of the last messages that were carried out, with their sequence numbers."""

    @property
    def kind(self) -> Literal["open", "person", "bot"]:
        """Whose seat it is."""
        if self.level is not None:
            return "bot"
        return "open" if self.token is None else "person"

    def remember(self, id: str | None, seq: int) -> None:
        """Remember that a message was carried out."""
        if id is not None:
            self.ids[id] = seq
            if len(self.ids) > IDS_KEPT:
                del self.ids[next(iter(self.ids))]


@dataclass(slots=True)
class News:
    """Something that happened: a sentence for all, or events of the game that each seat hears in its own way."""

    kind: NewsKind
    seat: int | None
    text: str = ""
    events: list[Event] = field(default_factory=list)


@dataclass(slots=True)
class Heard:
    """A piece of news as one seat, or a spectator, hears it."""

    kind: NewsKind
    seat: int | None
    text: str
    about: dict[str, Any] | None = None


class Table:
    """Seats, settings, and the game once it is dealt."""

    def __init__(self, was_set: WasSet, find_game: Callable[[str], Game]) -> None:
        self.was_set = was_set
        self.game = find_game(was_set.game)
        if was_set.rules_version != self.game.rules_version:
            raise BadRecord(f"This table was set by other rules of {self.game.title} than this house plays now.")
        self.seats = [Seat(set_.level, set_.name, set_.token) for set_ in was_set.seats]
        for at, seat in enumerate(self.seats):
            if seat.level is not None:
                seat.name = BOT_NAMES[at]
        self.seq = 1
        self.record: Record | None = None
        self.clocks: Clocks | None = None
        self.ms = 0
        """The time of the game when it last went on."""
        self.paused = False
        self.lent: dict[int, lines.Lent] = {}
        self.rematch: str | None = None
        self.grabs: deque[tuple[int, State]] = deque(maxlen=GRABS_KEPT)
        """In real time: who moved last, and what the table was like before."""

    @property
    def state(self) -> State:
        """The game as it stands; only once it is dealt."""
        assert self.record is not None
        return self.record.state

    @property
    def phase(self) -> Phase:
        """Whether people sit down, play, or have played."""
        if self.record is None:
            return "seating"
        return "playing" if self.record.state.actors() else "over"

    @property
    def real_time(self) -> bool:
        """Whether several may act at any time, and time itself is part of the game."""
        return self.record is not None and self.record.state.may_wait(0)

    @property
    def moves(self) -> int:
        """How many moves have been made."""
        return len(self.record.moves) if self.record is not None else 0

    def actors(self) -> list[int]:
        """The seats that may act now."""
        return self.record.state.actors() if self.record is not None else []

    def people(self) -> list[int]:
        """The seats that persons hold."""
        return [at for at, seat in enumerate(self.seats) if seat.kind == "person"]

    def seat_of(self, token: str) -> int | None:
        """The seat that a token holds."""
        digest = hashed(token)
        for at, seat in enumerate(self.seats):
            if seat.token == digest:
                return at
        return None

    def is_host(self, token: str) -> bool:
        """Whether a token is the host's."""
        return hashed(token) == self.was_set.host

    def ticking(self) -> list[int]:
        """The seats whose clocks run."""
        return [] if self.paused else self.actors()

    # Lines

    def take(self, line: Line) -> list[News]:
        """Change as the line says, and tell what happened."""
        self.seq += 1
        match line:
            case lines.Played():
                return self.play(line)
            case lines.Undone():
                return self.undo(line)
            case lines.Sat():
                self.seats[line.seat] = Seat(name=line.name, token=line.token)
                return [News("house", line.seat, f"{player(line.seat)} sits down.")]
            case lines.Lent():
                self.lent[line.seat] = line
                return []
            case lines.Took():
                self.seats[line.seat].token = line.token
                self.lent.pop(line.seat, None)
                return [News("house", line.seat, f"{player(line.seat)} goes on from another device.")]
            case lines.Readied():
                self.seats[line.seat].nonce = line.nonce
                is_ready = "is ready" if line.nonce is not None else "is not ready yet"
                return [News("house", line.seat, f"{player(line.seat)} {is_ready}.")]
            case lines.Arranged():
                name = "" if line.level is None else BOT_NAMES[line.seat]
                self.seats[line.seat] = Seat(level=line.level, name=name)
                what = "is open" if line.level is None else f"is for a bot that plays {line.level}"
                return [News("house", line.seat, f"Seat {line.seat + 1} {what}.")]
            case lines.Left():
                return self.leave(line)
            case lines.Dealt():
                return self.deal(line)
            case lines.OutOfTime():
                self.run_clocks(line.ms)
                seat = self.seats[line.seat]
                seat.out_of_time = True
                if self.clocks is not None:
                    self.clocks.stop(line.seat)
                return [News("house", line.seat, f"{player(line.seat)} is out of time: a bot plays on.")]
            case lines.Paused():
                self.paused = line.on
                for each in self.seats:
                    each.wants_pause = False
                what = "All want a pause" if line.on else f"{player(line.seat)} goes on"
                return [News("house", line.seat, f"{what}.")]
            case lines.Said():
                self.seats[line.seat].remember(line.id, self.seq)
                return [News("chat", line.seat, line.text)]
            case lines.Muted():
                self.seats[line.seat].muted = line.muted
                what = "is muted" if line.muted else "may speak again"
                return [News("house", line.seat, f"{player(line.seat)} {what}.")]
            case lines.Again():
                self.rematch = line.table
                return [News("house", None, "The table is set again.")]
            case WasSet():
                raise BadRecord("A table is set only once.")

    def leave(self, line: lines.Left) -> list[News]:
        """Before the deal the seat is open again; after it a bot plays the seat to the end."""
        seat = self.seats[line.seat]
        what = "was removed" if line.removed else "has left"
        self.lent.pop(line.seat, None)
        if self.record is None:
            self.seats[line.seat] = Seat()
            name = seat.name.replace("{", "(").replace("}", ")")  # braces would be taken for another seat
            return [News("house", None, f"{name} {what}.")]
        self.seats[line.seat] = Seat(level=KEEPER, name=seat.name, ids=seat.ids)
        if self.clocks is not None:
            self.clocks.stop(line.seat)
        return [News("house", line.seat, f"{player(line.seat)} {what}: a bot plays on.")]

    def deal(self, line: lines.Dealt) -> list[News]:
        """Begin the game."""
        chance = {"kind": "sealed", "key": self.was_set.key, "nonces": line.nonces}
        self.record = Record(self.game, len(self.seats), chance, self.was_set.options)
        if self.was_set.clock is not None and not self.real_time:
            self.clocks = Clocks(self.was_set.clock, [seat.kind == "person" for seat in self.seats])
        return [News("house", None, "The cards are dealt."), News("game", None, events=self.game.opening(self.state))]

    def play(self, line: lines.Played) -> list[News]:
        """Make a move."""
        assert self.record is not None
        if self.real_time:
            self.grabs.append((line.seat, self.record.state))
        self.run_clocks(line.ms)
        events = self.record.play(line.seat, line.action, line.ms)
        if self.clocks is not None:
            self.clocks.moved(line.seat)
        self.seats[line.seat].remember(line.id, self.seq)
        return [News("game", line.seat, events=events)]

    def undo(self, line: lines.Undone) -> list[News]:
        """Take moves back, and make those again that stand."""
        assert self.record is not None
        self.run_clocks(line.ms)
        for _ in range(line.back):
            mover, _, _ = self.record.undo()
            if self.clocks is not None:
                self.clocks.took_back(mover)
        for seat, action in line.again:
            self.record.play(seat, action, line.ms)
            if self.clocks is not None:
                self.clocks.moved(seat)
        self.seats[line.seat].remember(line.id, self.seq)
        return [News("house", line.seat, f"{player(line.seat)} takes the last move back.")]

    def run_clocks(self, ms: int) -> None:
        """Let the time of the game pass."""
        if self.clocks is not None:
            self.clocks.run(self.ticking(), ms)
        self.ms = ms

    # What is heard

    def hear(self, news: list[News], eyes: int | None) -> list[Heard]:
        """The news as that seat, or a spectator, may hear it, right after it happened."""
        if self.game.hears_alike():
            eyes = None
        heard: list[Heard] = []
        for piece in news:
            if piece.kind != "game":
                heard.append(Heard(piece.kind, piece.seat, piece.text))
                continue
            for event in piece.events:
                told = self.game.hear(self.state, event, eyes)
                if told is not None:
                    about = {key: value for key, value in told.items() if key != "text"}
                    heard.append(Heard("game", piece.seat, told["text"], about))
        return heard


def from_lines(history: list[Line], find_game: Callable[[str], Game]) -> Table:
    """The table that these lines tell of."""
    first = history[0] if history else None
    if not isinstance(first, WasSet):
        raise BadRecord("This is not the history of a table.")
    table = Table(first, find_game)
    for line in history[1:]:
        table.take(line)
    return table

"""A seat at a live table of a house, by the same protocol, promise and checks as `maitred join`."""

from __future__ import annotations

import base64
import hashlib
import threading
from collections.abc import Callable, Sequence
from typing import Final

from maitred.agents.seat import DONE, DONE_BEFORE, Outcome, Seat
from maitred.agents.sight import Offered, Phase, Sight
from maitred.cli.remote import credentials
from maitred.cli.remote.connection import Closed, Connection, News, new_id
from maitred.cli.remote.credentials import SeatCredentials
from maitred.cli.remote.fairness import Fairness
from maitred.cli.remote.table_api import TableApi
from maitred.kernel.errors import Refused
from maitred.server.messages import (
    AskForHint,
    Back,
    Done,
    FromSocket,
    HintFacts,
    Hints,
    Move,
    Position,
    Ready,
    Refusal,
    TableChanged,
    TableFacts,
    Update,
    Welcome,
)
from maitred.table.log import LogLine, news_since
from maitred.table.text import visible

ANSWER_SECONDS: Final = 20.0
"""How long an answer of the house is awaited."""
UNANSWERED: Final = (
    "The house has not answered, so it is not known whether that was done: call act again with the same arguments, "
    "it counts once."
)


class LiveSeat(Seat):
    """A seat that this process holds open at a table of a house."""

    def __init__(self, api: TableApi, own: SeatCredentials) -> None:
        self.api = api
        self.own = own
        self.changed = threading.Condition()
        self.fairness = Fairness(api, own)
        self.table: TableFacts | None = None
        self.position: Position | None = None
        self.heard: list[LogLine] = []
        self.seq = 0
        self.answers: dict[str, Done | Refusal | Hints] = {}
        self.awaited: set[str] = set()
        self.sent: set[str] = set()
        """The ids of moves that were answered here before."""
        self.lost: Closed | None = None
        self.verdict: list[str] | None = None
        """What the check of the shuffle found, once the game is over."""
        with self.changed:  # what is heard before there is a connection to answer by has to wait
            self.connection = Connection(api, own, self.hear)

    def close(self) -> None:
        """Close the connection; the seat itself is kept."""
        self.connection.close()

    @property
    def ended(self) -> bool:
        """Whether the connection was closed for good."""
        return self.lost is not None and self.lost.for_good

    # In the thread of the connection

    def hear(self, heard: News | Closed) -> None:
        """Note what the connection delivers, and do what the promise asks for."""
        with self.changed:
            match heard:
                case Closed():
                    self.lost = heard
                    if heard.seat_lost:
                        credentials.forget(self.own)
                case Welcome():
                    self.lost = None
                    self.heard += [line for line in heard.log if line.seq > self.seq]
                    self.seq = max(self.seq, heard.seq)
                    self.fairness.house_version = heard.version
                    self.fairness.keeper.again()
                    self.know(heard.table, came=True)
                    self.see(heard.position)
                case Update():
                    self.heard += heard.log
                    self.seq = heard.seq
                    self.see(heard.position)
                case TableChanged():
                    self.heard += heard.log
                    self.seq = heard.seq
                    self.know(heard.table, came=False)
                case _:
                    if heard.id in self.awaited:
                        self.answers[heard.id] = heard
                    elif isinstance(heard, Refusal):
                        self.fairness.refused(heard.id)
            self.changed.notify_all()

    def know(self, table: TableFacts, came: bool) -> None:
        """Store the facts of the table; be ready for the deal, and take part in it."""
        self.table = table
        messages: list[FromSocket] = self.fairness.keep(table)
        if self.fairness.should_be_ready(table, came):
            messages.append(Ready(new_id(), on=True))
        for message in messages:
            self.connection.send(message)

    def see(self, position: Position | None) -> None:
        """Store the position."""
        self.position = position
        if position is not None:
            self.fairness.see(position)

    # What is asked of the seat

    def look(self) -> Sight:
        return self.wait_for(lambda: True, 0)

    def wait(self, seconds: float) -> Sight:
        return self.wait_for(lambda: self.phase() not in ("seating", "waiting"), seconds)

    def wait_for(self, condition: Callable[[], bool], seconds: float) -> Sight:
        """The table once the condition holds or the time is up; the first message is always awaited."""
        with self.changed:
            self.changed.wait_for(lambda: self.table is not None or self.ended, ANSWER_SECONDS)
            if self.table is None:
                raise Refused(self.lost.sentence if self.lost is not None else "The house does not answer.")
            if self.table.phase == "seating" and self.fairness.should_be_ready(self.table, came=True):
                self.connection.send(Ready(new_id(), on=True))
            if self.table.seats[self.own.seat].kept:
                self.connection.send(Back(new_id()))
            if seconds:
                self.changed.wait_for(lambda: condition() or self.ended, seconds)
            return self.sight(self.table)

    def phase(self) -> Phase:
        """What the seat can do now."""
        if self.table is not None and self.table.closed is not None:
            return "closed"
        if self.position is None:
            return "seating"
        if self.position.sheet is not None:
            return "over"
        return "your_turn" if self.position.offers else "waiting"

    def sight(self, table: TableFacts) -> Sight:
        """The table as this seat sees it."""
        position = self.position
        notes = self.fairness.warnings()
        if self.lost is not None:
            notes.append(self.lost.sentence)
        phase = self.phase()
        if phase == "over" and position is not None:
            if self.verdict is None:
                self.verdict = [text.plain for text in self.fairness.end(table, position)]
            notes += self.verdict
        return Sight(
            game=table.game,
            names=[visible(seat.name) or f"Seat {at + 1}" for at, seat in enumerate(table.seats)],
            seat=self.own.seat,
            phase=phase,
            prompt=self.prompt(table),
            mark=f"{self.seq}.{position.moves}" if position is not None else f"{self.seq}.0",
            zones=position.zones or [] if position is not None else [],
            choices=[Offered(offer.action, offer.stamp, offer.label) for offer in position.offers] if position else [],
            news=self.heard[news_since(self.heard, [self.own.seat]) :],
            sheet=position.sheet if position is not None else None,
            notes=notes,
            link=self.api.link,
        )

    def prompt(self, table: TableFacts) -> str:
        """One line that says what is happening."""
        if table.closed is not None:
            return table.closed
        if table.paused:
            return "The game is paused."
        if self.position is not None:
            return self.position.prompt
        if any([seat.kind == "open" for seat in table.seats]):
            return "Seats are still open: others sit down by the link. Call wait_turn."
        return "All are seated; the cards are dealt when all are ready. Call wait_turn."

    def act(self, mark: str, stamp: int, action: int) -> Outcome:
        self.look()
        # The same call always has the same id, by which the house knows a repeat, also after restarts.
        digest = hashlib.sha256(f"{self.own.token} {mark} {stamp} {action}".encode()).digest()
        id = base64.urlsafe_b64encode(digest)[:32].decode().strip("=")
        with self.changed:
            before, moves = self.seq, self.position.moves if self.position is not None else 0
            known = id in self.sent
        answered = self.ask(Move(id, action, stamp))
        if answered is None:
            return Outcome(False, UNANSWERED)
        if isinstance(answered, Refusal):
            return Outcome(False, answered.text)
        with self.changed:
            self.sent.add(id)
            assert isinstance(answered, Done)
            # A step that only this seat may notice has no line of its own, but changes its count of moves.
            unchanged = self.position is None or self.position.moves == moves
        return DONE_BEFORE if known or (answered.seq <= before and unchanged) else DONE

    def ask(self, message: FromSocket) -> Done | Refusal | Hints | None:
        """Send a message and wait for its answer; None if there is none yet."""
        with self.changed:
            self.awaited.add(message.id)
            self.connection.send(message)
            self.changed.wait_for(lambda: message.id in self.answers or self.ended, ANSWER_SECONDS)
            self.awaited.discard(message.id)
            return self.answers.pop(message.id, None)

    def hints(self) -> Sequence[HintFacts]:
        self.look()
        answered = self.ask(AskForHint(new_id()))
        if isinstance(answered, Hints):
            return answered.hints
        raise Refused(answered.text if isinstance(answered, Refusal) else "The house has not answered; ask again.")

"""Seats at a table in this process: agents and bots at one `Session`, each asked when it is their move."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import NamedTuple

from maitred.agents.places import Place, no_such
from maitred.agents.seat import DONE, DONE_BEFORE, Outcome, Seat
from maitred.agents.sight import Offered, Phase, Sight
from maitred.bots.clock import WAIT
from maitred.cli.local.session import Session
from maitred.kernel.errors import Refused
from maitred.kernel.words import addressed

TO_WAIT = "Wait until somebody else has acted"


class LocalHint(NamedTuple):
    """A hint with its label."""

    action: int
    label: str
    chance: float
    reason: str


class LocalTable:
    """A game in this process. Whoever acts also lets the bots act until the next agent is asked."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.changed = threading.Condition()
        self.asked: int | None = None
        self.asked_at = 0.0
        """When the seat that is asked was told so."""
        self.waited = 0
        """How often somebody has waited: a position with a different number is a new one."""
        self.closed = ""
        """Why the game was ended before its end."""
        with self.changed:
            self.advance()

    def advance(self) -> None:
        """Let bots act until an agent is asked, or the game is over."""
        session = self.session
        while (seat := session.next_seat()) is not None and seat in session.bots:
            self.carry_out(seat, session.bot_move(seat))
        self.asked = seat
        self.asked_at = time.monotonic()
        self.changed.notify_all()

    def carry_out(self, seat: int, action: int) -> None:
        """Make a move, or wait."""
        if action == WAIT:
            self.waited += 1
            self.session.wait(seat)
        else:
            self.session.play(seat, action)

    def close(self, why: str) -> None:
        """End the game before its end."""
        with self.changed:
            self.closed = self.closed or why
            self.changed.notify_all()

    @property
    def over(self) -> bool:
        """Whether nobody will be asked any more."""
        return bool(self.closed) or self.asked is None


class LocalSeat(Seat):
    """One seat at such a table."""

    def __init__(self, table: LocalTable, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.done: set[tuple[str, int, int]] = set()
        self.seconds: list[float] = []
        """How long each decision took, from when the agent was first shown it."""
        self.shown = ("", 0.0)
        """The last decision that the agent was shown, and when."""

    def look(self) -> Sight:
        return self.wait(0)

    def wait(self, seconds: float) -> Sight:
        with self.table.changed:
            self.table.changed.wait_for(lambda: self.table.over or self.table.asked == self.seat, seconds)
            sight = self.sight()
            if sight.phase == "your_turn" and self.shown[0] != sight.mark:
                self.shown = sight.mark, time.monotonic()
            return sight

    def sight(self) -> Sight:
        """The table as this seat sees it now."""
        session, table = self.table.session, self.table
        game, state = session.game, session.state
        mine = table.asked == self.seat and not table.closed
        phase: Phase = "closed" if table.closed else "over" if table.asked is None else "your_turn"
        if not mine and phase == "your_turn":
            phase = "waiting"
        return Sight(
            game=game.id,
            names=session.names,
            seat=self.seat,
            phase=phase,
            prompt=table.closed or game.prompt(state, self.seat),
            mark=f"{len(session.record.moves)}.{table.waited}",
            zones=game.zones(game.view(state, self.seat), state.cards),
            choices=self.choices() if mine else [],
            news=session.news(self.seat),
            sheet=game.sheet(state) if table.asked is None else None,
        )

    def choices(self) -> list[Offered]:
        """What this seat, which is asked, may do; in real time also to wait."""
        session = self.table.session
        game, state = session.game, session.state
        found = [
            Offered(
                action,
                state.stamp(self.seat, action),
                addressed(game.describe(state, self.seat, action)["label"], self.seat),
            )
            for action in state.legal(self.seat)
        ]
        return [*found, Offered(WAIT, 0, TO_WAIT)] if session.may_wait(self.seat) else found

    def act(self, mark: str, stamp: int, action: int) -> Outcome:
        with self.table.changed:
            if (mark, stamp, action) in self.done:
                return DONE_BEFORE
            sight = self.sight()
            if sight.phase != "your_turn":
                return Outcome(
                    False, "It is not your move: call wait_turn." if sight.phase == "waiting" else "The game is over."
                )
            if all([choice.action != action for choice in sight.choices]):
                session = self.table.session
                why = session.game.why_not(session.state, self.seat, action)
                return Outcome(False, why if action != WAIT else "You cannot wait now: choose one of the actions.")
            if (mark, stamp) not in [(sight.mark, choice.stamp) for choice in sight.choices if choice.action == action]:
                return Outcome(False, "The table has changed since that answer: choose again, with the new stamp.")
            self.seconds.append(time.monotonic() - self.shown[1])
            self.table.carry_out(self.seat, action)
            self.done.add((mark, stamp, action))
            self.table.advance()
            return DONE

    def hints(self) -> Sequence[LocalHint]:
        with self.table.changed:
            if self.table.over or self.table.asked != self.seat:
                raise Refused("There are hints only while it is your move.")
            labels = {choice.action: choice.label for choice in self.choices()}
            found = self.table.session.hints(self.seat)
            return [LocalHint(hint.action, labels[hint.action], hint.chance, hint.reason) for hint in found]


class LocalPlace(Place):
    """Somewhere with seats in this process only."""

    def __init__(self) -> None:
        self.seats: dict[str, LocalSeat] = {}

    def seat(self, handle: str) -> Seat:
        if handle not in self.seats:
            raise no_such(handle)
        return self.seats[handle]

    def close(self) -> None:
        self.seats.clear()

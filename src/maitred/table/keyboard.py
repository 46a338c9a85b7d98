"""Who acts next where all people share one keyboard.

In real time, time stands still while a person thinks; it passes when they act or wait.
"""

from __future__ import annotations

from typing import Final

from maitred.bots.levels import USUAL_PACE
from maitred.kernel.chance import Stream
from maitred.table.pace import BotPace
from maitred.table.table import Table

NEVER: Final = -1


class KeyboardOrder:
    """The order in which seats act: bots by their pace, people whenever they are ready."""

    def __init__(self, table: Table, chances: list[Stream]) -> None:
        """`chances`: for each seat a stream for its reaction times."""
        self.bots = BotPace(table.game, len(table.seats), "none", table.real_time, chances)
        self.levels = [seat.level for seat in table.seats]
        self.ms = 0
        self.taken = NEVER
        """When the last action of a person ended: bots that are ready by then act before anybody is asked again."""
        self.waited: list[int] = []
        """The people who wait for somebody to act, in the order in which they began to."""
        self.must_act = False
        """Whether everybody who could act waits, with no bot among them: then the first must act."""

    def next_seat(self, table: Table) -> int | None:
        """Who acts now; None when the game is over. Of several it is the next one clockwise from whoever acted last,
        but whoever has begun a simultaneous choice finishes it first."""
        record, actors = table.record, table.actors()
        if record is None or not actors:
            return None
        last, action, _ = record.moves[-1] if record.moves else (-1, -1, 0)
        if table.real_time:
            return self.next_in_real_time(table, last)
        if record.trail and record.trail[-1].silent(last, action):
            return last
        return self.clockwise(actors, last)

    def next_in_real_time(self, table: Table, last: int) -> int:
        """Who acts now, or decides to wait."""
        people = [seat for seat in table.actors() if self.levels[seat] is None and seat not in self.waited]
        bot = self.bots.next_bot(table.state, self.levels, last, self.ms)
        if bot is not None and (not people or bot[1] <= self.taken):
            self.ms = bot[1]
            return bot[0]
        self.ms = max(self.ms, self.taken)
        if people:
            return self.clockwise(people, last)
        pressed = self.bots.press()
        if pressed is not None:
            return pressed
        self.must_act = True
        return self.waited[0]

    def clockwise(self, seats: list[int], last: int) -> int:
        """The next of these seats clockwise from another."""
        return min(seats, key=lambda seat: (seat - last - 1) % len(self.levels))

    def may_wait(self, table: Table, seat: int) -> bool:
        """Whether a person who may act may also let time pass until somebody else acts: only in real time."""
        return table.state.may_wait(seat) and len(table.actors()) > 1 and not self.must_act

    def waits(self, seat: int) -> None:
        """This seat prefers to wait for the others."""
        if self.levels[seat] is None:
            self.waited.append(seat)
        else:
            self.bots.waits(seat)

    def acted(self, seat: int) -> None:
        """Somebody has acted: those who waited are asked again."""
        self.bots.acted(seat)
        self.waited = []
        self.must_act = False
        if self.levels[seat] is None:
            self.taken = self.ms + USUAL_PACE

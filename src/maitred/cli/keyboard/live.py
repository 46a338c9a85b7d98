"""Real time at one keyboard: time stands still while a person thinks, and passes when they have acted or wait."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from maitred.bots.clock import NOBODY, PERSON, Clock
from maitred.bots.levels import USUAL_PACE, Bot
from maitred.kernel.chance import Stream
from maitred.kernel.state import State

NEVER: Final = -1


class LiveTime:
    """Who acts next where several may: bots on a clock of their own, people whenever they are ready."""

    def __init__(self, bots: Mapping[int, Bot], chances: list[Stream]) -> None:
        """`chances`: for each seat a stream for the time that it takes to react."""
        paces = [bots[seat].pace if seat in bots else PERSON for seat in range(len(chances))]
        self.clock = Clock(paces, chances)
        self.taken = NEVER
        """Until when the last action of a person took: bots who are ready by then act before anybody is asked again."""
        self.waited: list[int] = []
        """The people who wait until somebody acts, in the order in which they began to."""
        self.must_act = False
        """Everybody waits who could act, and no bot is among them: the first must act."""

    def next_seat(self, state: State, last: int) -> int:
        """Who acts now, or says that they wait; of several people, the next one clockwise from seat `last`."""
        clock = self.clock
        actors = state.actors()
        people = [seat for seat in actors if clock.paces[seat] == PERSON and seat not in self.waited]
        bot = clock.next_seat(state)
        if bot != NOBODY and (not people or clock.due[bot] <= self.taken):
            clock.now = clock.due[bot]
            return bot
        clock.now = max(clock.now, self.taken)
        if people:
            return min(people, key=lambda seat: (seat - last - 1) % state.players)
        if clock.waiting:
            clock.pressed = clock.waiting[0]
            return clock.pressed
        self.must_act = True
        return self.waited[0]

    def may_wait(self, state: State, seat: int) -> bool:
        """Whether somebody else could act if this person does not."""
        return state.may_wait(seat) and len(state.actors()) > 1 and not self.must_act

    def waits(self, seat: int) -> None:
        """This seat would rather see what the others do."""
        if self.clock.paces[seat] == PERSON:
            self.waited.append(seat)
        else:
            self.clock.waits(seat)

    def acted(self, seat: int) -> None:
        """Somebody has acted: whoever waited looks again."""
        self.clock.acted(seat)
        self.waited = []
        self.must_act = False
        if self.clock.paces[seat] == PERSON:
            self.taken = self.clock.now + USUAL_PACE

"""Who acts next where several may: each bot has a reaction time, on a clock that its caller sets.

`maitred sim` sets it as fast as bots decide; a live table sets it by the time of day. It reads no other clock.
"""

from __future__ import annotations

from typing import Final, final

from maitred.kernel.chance import Stream
from maitred.kernel.state import State

WAIT: Final = -1
"""What a bot returns instead of an action when it would rather see what the others do."""

NOBODY: Final = -1
PERSON: Final = -1  # the pace of a seat that no bot plays
IDLE: Final = -1  # due: may not act, or has not begun to think
WAITING: Final = -2  # due: has looked, and looks again when somebody has acted

REACTION_PERCENTILES: Final[list[int]] = [45, 63, 71, 77, 82, 86, 91, 95, 100, 105, 110, 116, 122, 130, 141, 158, 230]
"""Quantiles of the reaction time, in percent of the usual: a sixteenth of all times lies between two neighbours …"""
STEPS_BETWEEN: Final = 64  # … which are interpolated in so many steps


@final
class Clock:
    """When each bot will act, in milliseconds since the deal."""

    def __init__(self, paces: list[int], chances: list[Stream]) -> None:
        """`paces`: the usual reaction time of each seat, or PERSON; `chances`: the bots' own streams."""
        self.paces: list[int] = paces
        self.chances: list[Stream] = chances
        self.now: int = 0
        self.due: list[int] = [IDLE] * len(paces)
        self.waiting: list[int] = []
        """The seats that wait, in the order in which they began to."""
        self.pressed: int = NOBODY
        """The seat that must act because all wait."""

    def next_seat(self, state: State) -> int:
        """The bot that acts next, at `due[seat]`; NOBODY if people are to act. If all wait, the first must act."""
        actors = state.actors()
        first = NOBODY
        people = False
        acting = 0  # how many of the actors have been looked at: they come in the order of the seats
        for seat in range(len(self.paces)):
            if acting == len(actors) or actors[acting] != seat:
                self.due[seat] = IDLE
                continue
            acting += 1
            if self.paces[seat] == PERSON:
                people = True
            else:
                if self.due[seat] == IDLE:
                    self.due[seat] = self.now + self.reaction(seat)
                if self.due[seat] != WAITING and (first == NOBODY or self.due[seat] < self.due[first]):
                    first = seat
        if first == NOBODY and not people and self.waiting:
            first = self.waiting[0]
            self.pressed = first
            self.due[first] = self.now + self.reaction(first)
        return first

    def reaction(self, seat: int) -> int:
        """Draw a reaction time."""
        chance = self.chances[seat]
        at = chance.below(len(REACTION_PERCENTILES) - 1)
        low = REACTION_PERCENTILES[at]
        high = REACTION_PERCENTILES[at + 1]
        percent = low * STEPS_BETWEEN + (high - low) * chance.below(STEPS_BETWEEN)
        return self.paces[seat] * percent // (100 * STEPS_BETWEEN)

    def waits(self, seat: int) -> None:
        """This bot has looked and waits until somebody has acted."""
        self.due[seat] = WAITING
        self.waiting.append(seat)

    def acted(self, seat: int) -> None:
        """Somebody has acted: those who waited look again."""
        self.due[seat] = IDLE
        for other in self.waiting:
            if self.due[other] == WAITING:
                self.due[other] = IDLE
        self.waiting = []
        self.pressed = NOBODY

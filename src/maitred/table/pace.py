"""When bots move: in real time as fast as they react, otherwise at a pace that people can follow."""

from __future__ import annotations

import secrets

from maitred.bots.clock import IDLE, NOBODY, PERSON, WAITING, Clock
from maitred.bots.levels import bot
from maitred.kernel.chance import SEED_LIMIT, Stream
from maitred.kernel.game import Game
from maitred.kernel.state import State
from maitred.table.lines import Pace

USUAL_MS: dict[Pace, int] = {"slow": 2500, "usual": 1200, "fast": 500, "none": 0}
REAL_TIME_PERCENT: dict[Pace, int] = {"slow": 200, "usual": 100, "fast": 50, "none": 100}
SAME_SEAT = 2  # how many times faster a bot goes on with its own turn
FASTER = 0.9  # how much of its time each further bot takes while people wait: together ten times the usual at most


class BotPace:
    """When the bots of one table move, in game time."""

    def __init__(
        self, game: Game, seats: int, pace: Pace, real_time: bool, chances: list[Stream] | None = None
    ) -> None:
        """`chances`: for each seat a stream for its reaction times; None: from an unknown seed."""
        self.game = game
        self.pace = pace
        self.usual = USUAL_MS[pace]
        self.percent = REAL_TIME_PERCENT[pace]
        self.real_time = real_time
        self.hurried = False
        self.waited = 0
        """How many moves bots have made since a person acted."""
        self.bots = False
        """Whether any seat was a bot's when `next_bot` was last called."""
        self.starved = False
        """Whether, in real time, a person can do nothing until others act: then no bot keeps them waiting."""
        if chances is None:
            chances = [Stream(secrets.randbelow(SEED_LIMIT)) for _ in range(seats)]
        self.clock = Clock([PERSON] * seats, chances)

    def next_bot(self, state: State, levels: list[str | None], last: int | None, ms: int) -> tuple[int, int] | None:
        """The bot that moves next, and when; None if people are asked. `last`: the seat that moved last."""
        clock = self.clock
        clock.now = ms
        if not any(levels) and not self.bots:
            self.hurried = False
            return None
        self.bots = any(levels)
        for seat, level in enumerate(levels):
            pace = PERSON if level is None else self.pace_of(level, seat == last)
            if pace == PERSON or clock.paces[seat] == PERSON:
                clock.due[seat] = IDLE
            clock.paces[seat] = pace
        self.starved = self.real_time and self.starves(state, levels)
        if self.starved:
            for seat in clock.waiting:
                clock.due[seat] = IDLE
        clock.waiting = [seat for seat in clock.waiting if clock.due[seat] == WAITING]
        seat = clock.next_seat(state)
        if seat == NOBODY:
            self.hurried = False
            return None
        return seat, ms if self.hurried else clock.due[seat]

    def pace_of(self, level: str, again: bool) -> int:
        """How many milliseconds a bot of that level usually takes."""
        if self.real_time:
            return bot(level, self.game).pace * self.percent // 100
        usual = int(self.usual * FASTER**self.waited)
        return usual // SAME_SEAT if again else usual

    def starves(self, state: State, levels: list[str | None]) -> bool:
        """Whether there is a person who cannot act now."""
        actors = state.actors()
        return any(level is None and seat not in actors for seat, level in enumerate(levels))

    def must_act(self, seat: int) -> bool:
        """Whether this bot must act now, because everybody waits or a person can do nothing until it acts."""
        return self.starved or self.clock.pressed == seat

    def press(self) -> int | None:
        """The people wait too, so the bot that has waited longest must act; returns it, or None if no bot waits."""
        if not self.clock.waiting:
            return None
        self.clock.pressed = self.clock.waiting[0]
        return self.clock.pressed

    def acted(self, seat: int) -> None:
        """Somebody, bot or person, has acted."""
        self.waited = 0 if self.clock.paces[seat] == PERSON else self.waited + 1
        self.clock.acted(seat)

    def waits(self, seat: int) -> None:
        """This bot prefers to wait."""
        self.clock.waits(seat)

    def too_late(self, seat: int) -> None:
        """What this bot decided is no longer possible: it thinks again."""
        self.clock.due[seat] = IDLE

    def hurry(self) -> None:
        """Let the bots move at once until a person is asked; real time cannot be hurried."""
        self.hurried = not self.real_time

"""How much a table may write in a day: each seat, and all of them together."""

from __future__ import annotations

import time

from maitred.server.limits import Limits
from maitred.table import lines
from maitred.table.lines import Line

DAY_SECONDS = 86_400
HOST = -1
"""The number under which the host's lines are counted."""
PEOPLES = (
    lines.Sat,
    lines.Lent,
    lines.Took,
    lines.Readied,
    lines.Arranged,
    lines.Muted,
    lines.Shut,
    lines.Undone,
    lines.Paused,
    lines.Paced,
)
"""Lines that people can cause again and again; leaving is always possible."""


def today() -> int:
    """The number of this day."""
    return int(time.time()) // DAY_SECONDS


class Quota:
    """What was written at one table on one day."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.day = 0
        self.written: dict[int, int] = {}
        self.said: dict[int, int] = {}
        self.all_written = self.all_said = 0

    def refuses(self, line: Line) -> str | None:
        """Why a line is too much for today; None if it is not, in which case it is counted."""
        day = today()
        if self.day != day:
            self.day = day
            self.all_written = self.all_said = 0
            self.written.clear()
            self.said.clear()
        limits = self.limits
        if isinstance(line, lines.Said):
            said = self.said.get(line.seat, 0)
            if said >= limits.chat_per_seat or self.all_said >= limits.chat_per_table:
                return "Today's limit of chat messages has been reached."
            self.said[line.seat] = said + 1
            self.all_said += 1
        elif (isinstance(line, lines.Played) and line.id is not None) or isinstance(line, PEOPLES):
            seat = HOST if isinstance(line, lines.Shut) else line.seat
            written = self.written.get(seat, 0)
            if written >= limits.lines_per_seat or self.all_written >= limits.lines_per_table:
                return "Today's limit for this table has been reached: it can be changed again tomorrow."
            self.written[seat] = written + 1
            self.all_written += 1
        return None

    def is_worth_keeping(self) -> bool:
        """Whether a table that falls asleep has used so much that its quota must be remembered."""
        limits = self.limits
        return self.all_written > limits.lines_per_seat // 10 or self.all_said > limits.chat_per_seat // 10

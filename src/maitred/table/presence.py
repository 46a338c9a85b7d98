"""Who is at the table: a bot plays for people who are gone or idle while others wait, until they are back."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the table waits for somebody, in milliseconds."""

    gone: int
    """For a person with no window open."""
    idle: int
    """For a person who is asked and does nothing."""


AT_TURNS = Patience(gone=45_000, idle=180_000)
IN_REAL_TIME = Patience(gone=10_000, idle=45_000)


class Presence:
    """Who is present. Times are milliseconds of a monotonic clock."""

    def __init__(self, seats: int) -> None:
        self.windows = [0] * seats
        """The open windows of each seat."""
        self.watching = 0
        self.kept = [False] * seats
        self.gone_at: list[int | None] = [None] * seats
        self.stirred_at = [0] * seats
        """When each seat last did something, or got a new decision to make."""

    def came(self, seat: int | None, now: int) -> None:
        """A window was opened."""
        if seat is None:
            self.watching += 1
            return
        self.windows[seat] += 1
        self.gone_at[seat] = None
        self.stirred(seat, now)

    def went(self, seat: int | None, now: int) -> None:
        """A window was closed."""
        if seat is None:
            self.watching -= 1
            return
        self.windows[seat] -= 1
        if not self.windows[seat]:
            self.gone_at[seat] = now

    def stirred(self, seat: int, now: int) -> None:
        """The person at this seat has done something: the seat is theirs again."""
        self.kept[seat] = False
        self.stirred_at[seat] = now

    def asked(self, seat: int, now: int) -> None:
        """This seat has a new decision to make: its time to think begins."""
        self.stirred_at[seat] = now

    def anyone(self) -> bool:
        """Whether any window is open."""
        return self.watching > 0 or any(self.windows)

    def due(self, seat: int, asked: bool, patience: Patience) -> int | None:
        """When a bot should take over this person's seat, if nothing changes."""
        gone = self.gone_at[seat]
        when_gone = None if gone is None else gone + patience.gone
        if not asked:
            return when_gone
        when_idle = self.stirred_at[seat] + patience.idle
        return when_idle if when_gone is None or when_idle < when_gone else when_gone

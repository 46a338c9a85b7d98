"""Each player's time: it runs while the player is asked, and every move adds a little."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from maitred.table.lines import ClockSet

MS_IN_MINUTE = 60_000


@mypyc_attr(allow_interpreted_subclasses=True)  # without it `__new__`, and so `copy`, would run `__init__`
class Clocks:
    """How much time each seat has left, in milliseconds of game time."""

    def __init__(self, rule: ClockSet, timed: list[bool]) -> None:
        """`timed`: the seats that have a clock, which are those of people."""
        self.bonus = rule.bonus_seconds * 1000
        self.left: list[int | None] = [rule.minutes * MS_IN_MINUTE if has else None for has in timed]
        self.at = 0

    def copy(self) -> Clocks:
        """An independent copy."""
        twin = Clocks.__new__(Clocks)
        twin.bonus = self.bonus
        twin.left = self.left[:]
        twin.at = self.at
        return twin

    def run(self, asked: list[int], ms: int) -> None:
        """Let time pass for the seats that are asked."""
        for seat in asked:
            left = self.left[seat]
            if left is not None:
                self.left[seat] = max(0, left - (ms - self.at))
        self.at = ms

    def moved(self, seat: int) -> None:
        """Add the time that a move earns."""
        left = self.left[seat]
        if left is not None:
            self.left[seat] = left + self.bonus

    def took_back(self, seat: int) -> None:
        """Take back the time that a move earned."""
        left = self.left[seat]
        if left is not None:
            self.left[seat] = max(0, left - self.bonus)

    def stop(self, seat: int) -> None:
        """This seat plays without a clock from now on."""
        self.left[seat] = None

    def shown(self, asked: list[int], ms: int) -> list[int | None]:
        """What the clocks show at that time."""
        return [
            max(0, left - (ms - self.at)) if left is not None and seat in asked else left
            for seat, left in enumerate(self.left)
        ]

    def first_out(self, asked: list[int]) -> tuple[int, int] | None:
        """The seat whose time will be up first if nobody moves, and when."""
        ends = [(left + self.at, seat) for seat, left in enumerate(self.left) if left is not None and seat in asked]
        if not ends:
            return None
        ms, seat = min(ends)
        return seat, ms

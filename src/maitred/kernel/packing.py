"""Reading packed states back."""

from __future__ import annotations

from typing import Final

from maitred.kernel.errors import BadPosition

BOUND: Final = 1 << 63


class Reader:
    """Takes a packed list apart, in the order in which it was written."""

    def __init__(self, ints: list[int]) -> None:
        for number in ints:
            if not isinstance(number, int) or not -BOUND < number < BOUND:
                raise BadPosition("A packed position is a list of whole numbers.")
        self.ints: list[int] = ints
        self.at: int = 0

    def one(self, low: int, high: int) -> int:
        """The next number, which must lie between two bounds."""
        if self.at >= len(self.ints):
            raise BadPosition("The packed position ends too early.")
        number = self.ints[self.at]
        if not low <= number <= high:
            raise BadPosition(f"Number {self.at + 1} of the packed position is {number}, not between {low} and {high}.")
        self.at += 1
        return number

    def many(self, low: int, high: int) -> list[int]:
        """The next list, written as its length and its items."""
        return [self.one(low, high) for _ in range(self.one(0, len(self.ints)))]

    def end(self) -> None:
        """Refuse what is left over."""
        if self.at != len(self.ints):
            raise BadPosition("The packed position goes on after its end.")


def write_list(ints: list[int], items: list[int]) -> None:
    """Append a list so that `Reader.many` finds it."""
    ints.append(len(items))
    ints.extend(items)

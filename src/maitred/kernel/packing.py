"""Reading packed states back."""

from __future__ import annotations

from typing import Final, final

from maitred.kernel.errors import BadPosition
from maitred.kernel.state import MARK_MOST, Cards

BOUND: Final = 1 << 63


@final
class Reader:
    """Reads a packed list in the order in which it was written."""

    def __init__(self, ints: list[int]) -> None:
        for number in ints:
            if not isinstance(number, int) or not -BOUND < number < BOUND:
                raise BadPosition("A packed position is a list of whole numbers.")
        self.ints: list[int] = ints
        self.at: int = 0

    def players(self, fewest: int, most: int, cards: Cards) -> int:
        """How many play: the first number. The second names the deck, which must be this one."""
        players = self.one(fewest, most)
        if self.one(0, MARK_MOST) != cards.mark:
            raise BadPosition("The packed position was played with another deck.")
        return players

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
        return [self.one(low, high) for _ in range(self.count())]

    def some(self, length: int, low: int, high: int) -> list[int]:
        """The next list, which must have that length."""
        items = self.many(low, high)
        if len(items) != length:
            raise BadPosition(f"A list of the packed position has {len(items)} items, not {length}.")
        return items

    def count(self) -> int:
        """How many things follow, each written as one number or more."""
        return self.one(0, len(self.ints))

    def end(self) -> None:
        """Refuse numbers that are left over."""
        if self.at != len(self.ints):
            raise BadPosition("The packed position goes on after its end.")


def write_list(ints: list[int], items: list[int]) -> None:
    """Append a list so that `Reader.many` finds it."""
    ints.append(len(items))
    ints.extend(items)

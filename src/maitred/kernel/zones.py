"""Lists of cards: sorted ones, and blank ones."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

BLANKS: Final[list[list[int]]] = [[0] * size for size in range(256)]


def blank(size: int) -> list[int]:
    """So many cards that nobody knows, all of kind 0, for a copy that is only looked at: the list is shared."""
    return BLANKS[size] if size < len(BLANKS) else [0] * size


def add(numbers: list[int], at: int, more: int) -> None:
    """Add to one of some numbers. Where it is compiled `numbers[at] += more` would work on objects, and take longer."""
    numbers[at] = numbers[at] + more


def drop(cards: list[int], card: int) -> bool:
    """Take one such card out of a list, if there is one."""
    for at in range(len(cards)):
        if cards[at] == card:
            cards.pop(at)
            return True
    return False


def put(cards: list[int], card: int) -> None:
    """Add a card to a sorted list."""
    at: i64 = 0
    after: i64 = len(cards)
    while at < after:
        middle = (at + after) >> 1
        if cards[middle] > card:
            after = middle
        else:
            at = middle + 1
    cards.insert(at, card)

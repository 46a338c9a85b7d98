"""Lists of cards: sorted ones, and blank ones."""

from __future__ import annotations

from typing import Final

BLANKS: Final[list[list[int]]] = [[0] * size for size in range(256)]


def blank(size: int) -> list[int]:
    """So many cards that nobody knows, all of kind 0, for a copy that is only looked at: the list is shared."""
    return BLANKS[size] if size < len(BLANKS) else [0] * size


def put(cards: list[int], card: int) -> None:
    """Add a card to a sorted list."""
    at = len(cards)
    while at > 0 and cards[at - 1] > card:
        at -= 1
    cards.insert(at, card)

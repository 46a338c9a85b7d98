"""Lists of cards that are kept sorted."""

from __future__ import annotations


def put(cards: list[int], card: int) -> None:
    """Add a card to a sorted list."""
    at = len(cards)
    cards.append(card)
    while at > 0 and cards[at - 1] > card:
        cards[at] = cards[at - 1]
        at -= 1
    cards[at] = card

"""Decks in the order that a test needs."""

from __future__ import annotations


def put_on_top(deck: list[int], cards: list[int]) -> None:
    """Have these cards of a deck drawn next, the first one first."""
    for card in reversed(cards):
        deck.remove(card)
        deck.append(card)

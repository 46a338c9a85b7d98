"""Reading a position in words, with a sentence for everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from mypy_extensions import mypyc_attr

from maitred.kernel.errors import BadPosition

REST: Final = "rest"
"""Stands for all cards that a position names nowhere else."""


def refuse(flaw: str) -> None:
    """Refuse a position for a flaw; an empty flaw is none."""
    if flaw:
        raise BadPosition(f"This position cannot occur: {flaw}.")


@mypyc_attr(allow_interpreted_subclasses=True)
class PositionReader:
    """A position in words, read key by key; cards go by their names."""

    def __init__(self, words: Mapping[str, Any], card_names: list[str]) -> None:
        if not isinstance(words, Mapping):
            raise BadPosition("A position is a table of names and values.")
        self.words: dict[str, Any] = dict(words)
        self.card_names: list[str] = card_names
        self.index: dict[str, int] = {name: card for card, name in enumerate(card_names)}
        self.read: set[str] = set()

    def has(self, key: str) -> bool:
        """Whether the position has this key."""
        self.read.add(key)
        return self.words.get(key) is not None

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number between two bounds."""
        if not self.has(key):
            if default is None:
                raise BadPosition(f"The position does not say {key!r}.")
            return default
        number = self.words[key]
        if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
            raise BadPosition(f"In the position {key!r} is a whole number from {low} to {high}, not {number!r}.")
        return number

    def word(self, key: str, words: Sequence[str], default: str) -> int:
        """The index of a word among those allowed."""
        word = self.words[key] if self.has(key) else default
        if word not in words:
            raise BadPosition(f"In the position {key!r} is one of {', '.join(words)}, not {word!r}.")
        return words.index(word)

    def rest(self, key: str) -> bool:
        """Whether a list of cards is all that the position names nowhere else."""
        return self.has(key) and self.words[key] == REST

    def cards(self, key: str) -> list[int]:
        """A list of cards; empty if the position does not say."""
        return self.card_list(self.words[key], key) if self.has(key) else []

    def cards_by_seat(self, key: str, players: int) -> list[list[int]]:
        """A list of cards for each seat; all empty if the position does not say."""
        if not self.has(key):
            return [[] for _ in range(players)]
        zones = self.words[key]
        if not isinstance(zones, list) or len(zones) != players:
            raise BadPosition(f"In the position {key!r} has one list for each of the {players} seats.")
        return [self.card_list(zone, key) for zone in zones]

    def inner(self, key: str) -> PositionReader:
        """A table within the position."""
        return PositionReader(self.words[key] if self.has(key) else {}, self.card_names)

    def card_list(self, names: object, key: str) -> list[int]:
        """The cards of a list of names."""
        if not isinstance(names, list):
            raise BadPosition(f"In the position {key!r} is a list of cards, not {names!r}.")
        for name in names:
            if not isinstance(name, str) or name not in self.index:
                raise BadPosition(f"In the position {key!r} names {name!r}, which is no card of this deck.")
        return [self.index[name] for name in names]

    def end(self) -> None:
        """Refuse keys that were not read."""
        for key in self.words:
            if key not in self.read:
                raise BadPosition(f"A position of this game has no {key!r}.")

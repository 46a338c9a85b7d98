"""Delectable: what may be done, what it does, what each seat knows. In the rulebook's order, clause ids in comments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from maitred.kernel.chance import Stream, unpack_chance
from maitred.kernel.errors import BadPosition
from maitred.kernel.state import Cards, State

# The nouns of the rulebook

Seat = int
Card = int
Pile = int  # a kind of card, and the market pile where cards of that kind lie
Stars = int
Action = int

SERVER: Final = 0
CHEF: Final = 1
FOOD: Final = 2
EQUIPMENT: Final = 3
REVIEW: Final = 4
RESOURCES: Final = 4
PILES: Final = 5

LOWEST_STARS: Final = 2
HIGHEST_STARS: Final = 5


class DelectableCards(Cards):
    """The deck as int tables: everything about card `c` is at index `c`."""

    def __init__(
        self,
        digest: str,
        own: Mapping[str, Any] | None,
        names: list[str],
        pile: list[Pile],
        stars: list[Stars],
        cost: list[int],
        to: list[list[int]],
        if_discarded: list[int],
    ) -> None:
        super().__init__(digest, own)
        self.names: list[str] = names
        self.pile: list[Pile] = pile
        self.stars: list[Stars] = stars
        self.cost: list[int] = cost
        self.to: list[list[int]] = to
        """Modifiers by pile, REVIEW included (always 0 there): `to[c][pile]`."""
        self.if_discarded: list[int] = if_discarded

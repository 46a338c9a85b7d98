"""Putting sentences together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

SEAT: Final = re.compile(r"\{(\d)\}")


def player(seat: int) -> str:
    """Where the name of a seat's player goes in a text."""
    return f"{{{seat}}}"


def named(text: str, names: Sequence[str]) -> str:
    """The text with the players' names where they go."""
    known = len(names)
    return SEAT.sub(lambda match: names[int(match[1])] if int(match[1]) < known else match[0], text)


def by_seat(text: str) -> str:
    """The text with `seat 1` (`Seat 1` at its start) and so on where nobody knows the players' names."""
    return SEAT.sub(lambda match: f"{'seat' if match.start() else 'Seat'} {int(match[1]) + 1}", text)


def counted(number: int, one: str) -> str:
    """`1 card`, `3 cards`."""
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


def listed(items: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"

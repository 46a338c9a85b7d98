"""Putting names into sentences."""

from __future__ import annotations

import re

SEAT = re.compile(r"\{(\d)\}")


def named(text: str, names: list[str]) -> str:
    """The text with the name of each seat where `{0}`, `{1}`, … stand."""
    return SEAT.sub(lambda match: names[int(match.group(1))], text)


def counted(number: int, one: str, many: str | None = None) -> str:
    """`1 card`, `3 cards`."""
    return f"{number} {one if number == 1 else many or one + 's'}"

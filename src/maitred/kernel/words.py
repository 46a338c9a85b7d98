"""Putting sentences together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

SEAT: Final = re.compile(r"\{(\d)\}")
MARK: Final = re.compile(r"\{(\d)\}('s)?|\[(?:(\d):)?([a-z]+)(?:\|([a-z]+))?\]")
"""A player, `{0}` or `{0}'s`; and a word that agrees with a player: `roll[s]`, `[has|have]`, `draw[0:s]`."""
ENDS: Final = (". ", "! ", "? ")


def player(seat: int) -> str:
    """The placeholder for the name of a seat's player in a text.

    A verb whose subject is a player is marked: `{0} roll[s]`, `{0} [has|have] chosen`. It belongs to the player named
    last before it, or to the seat given in it: `{0} raid[s] {1} and look[0:s] at a card`.
    """
    return f"{{{seat}}}"


def addressed(text: str, you: int | None) -> str:
    """The text as it is told to that seat, who is `you` in it; placeholders for the other names stay."""
    if "{" not in text:
        return text
    told: list[str] = []
    done, subject = 0, -1
    for match in MARK.finditer(text):
        start, seat, second = match.start(), match[1], match[5]
        if seat is not None:
            subject = int(seat)
            put = match[0]
            if subject == you:
                put = "your" if match[2] else "you"
                if start == 0 or text[start - 2 : start] in ENDS:
                    put = put.capitalize()
        elif subject < 0:
            continue
        else:
            whose = subject if match[3] is None else int(match[3])
            put = ("" if second is None else second) if whose == you else match[4]
        told += (text[done:start], put)
        done = match.end()
    return "".join(told) + text[done:]


def named(text: str, names: Sequence[str], you: int | None = None) -> str:
    """The text with the players' names in place, addressed to `you` if given."""
    known = len(names)
    told = addressed(text, you)
    return SEAT.sub(lambda match: names[int(match[1])] if int(match[1]) < known else match[0], told)


def by_seat(text: str) -> str:
    """The text with `seat 1` (`Seat 1` at its start) and so on in place of names."""
    told = addressed(text, None)
    return SEAT.sub(lambda match: f"{'seat' if match.start() else 'Seat'} {int(match[1]) + 1}", told)


def counted(number: int, one: str) -> str:
    """`1 card`, `3 cards`."""
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


def listed(items: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"

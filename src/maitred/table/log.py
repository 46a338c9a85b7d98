"""The log of a table: what one seat, or a spectator, has heard, line by line."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, Literal

from msgspec import Struct

NewsKind = Literal["game", "chat", "house"]

DEALT: Final[dict[str, Any]] = {"event": "dealt"}
"""The event of the line about the deal …"""
UNDO: Final[dict[str, Any]] = {"event": "undo"}
"""… and of a line about a move taken back."""
SEEN: Final = "Hidden cards were seen, so this game no longer counts for anything."
"""What is said when a move is taken back that had revealed something."""
NEWS_KEPT = 30
"""How many of the last lines are news to a spectator, or before the deal."""


class LogLine(Struct):
    """Something that happened, as this seat may hear it."""

    seq: int
    kind: NewsKind
    seat: int | None
    text: str
    about: Mapping[str, Any] | None = None
    """The event with its arguments, for animation on the board."""


def news_since(log: Sequence[LogLine], seats: Collection[int]) -> int:
    """Where the news begins for these seats: at their last move, or where they took it back; without one, at the
    deal."""
    for at in range(len(log) - 1, -1, -1):
        line = log[at]
        if seats and line.about == DEALT:
            return at
        if line.seat not in seats:
            continue
        if line.about == UNDO:
            return at
        if line.kind == "game":
            first = at
            while first and log[first - 1].seq == line.seq and log[first - 1].kind == "game":
                first -= 1
            return first
    return max(0, len(log) - NEWS_KEPT)

"""The types of what games show and tell, from which JSON Schema and the page's own types are made.

They say what is in a plain dict and cost nothing when a game is played. They are not compiled: a compiled TypedDict
forgets the types of its fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, NotRequired, TypedDict


class SheetLine(TypedDict):
    """A line of the score sheet: a value and a note for each seat."""

    label: str
    values: list[int | str]
    notes: list[str]


class SheetTotal(TypedDict):
    """The last line of the score sheet."""

    label: str
    values: list[int]


class Sheet(TypedDict):
    """The score sheet as the rulebook counts; `verdict` is empty until the game is over."""

    lines: list[SheetLine]
    total: SheetTotal
    ranking: list[list[int]]
    verdict: str


class Item(TypedDict):
    """A card as it is drawn on the board for any game; `tag` may be empty."""

    title: str
    kind: str
    lines: list[str]
    tag: str


class Zone(TypedDict):
    """A part of the table on the board for any game; `needed`: whether what is asked now depends on it."""

    title: str
    seat: int | None
    note: str
    items: list[Item]
    needed: NotRequired[bool]


class Shapes(NamedTuple):
    """The types of everything a game shows and tells. A union has a TypedDict for each kind of offer, event or card."""

    view: type[Mapping[str, Any]]
    constants: type[Mapping[str, Any]]
    face: Any
    offer: Any
    heard: Any

"""Deck files that differ in one thing from another: a number changed, or a card left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from maitred.kernel.cardfile import TomlTable, copied
from maitred.kernel.chance import Stream
from maitred.kernel.errors import Refused
from maitred.kernel.game import Game
from maitred.kernel.state import Cards
from maitred.lab.holdings import house_tables, lists_of, name_of, names_of

Path = tuple[str | int, ...]


def tables_of(game: Game, cards: Cards) -> TomlTable:
    """The parsed deck file, to change."""
    return copied(cards.own if cards.own is not None else house_tables(game))


class Number(NamedTuple):
    """A number of a deck file: where it stands, the card or table it belongs to, its key and its value."""

    path: Path
    card: str
    key: str
    value: int

    def title(self) -> str:
        """How it is called in a sentence."""
        return f"{self.key} of {self.card}"


def numbers_of(tables: Mapping[str, Any]) -> list[Number]:
    """Every whole number of a deck file."""
    return list(numbers_in(tables, (), ""))


def numbers_in(value: object, path: Path, card: str) -> Iterator[Number]:
    """The numbers in a part of a deck file."""
    if isinstance(value, Mapping):
        name = name_of(value) if path and ("name" in value or isinstance(path[-1], int)) else ""
        for key, part in value.items():
            yield from numbers_in(part, (*path, key), name or card or str(key))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from numbers_in(part, (*path, at), card)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield Number(path, card, str(path[-1]), value)


def changed(tables: Mapping[str, Any], path: Path, value: object) -> TomlTable:
    """The tables with another value at one place."""
    twin = copied(tables)
    part: Any = twin
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    return twin


def accepted(game: Game, tables: Mapping[str, Any]) -> Cards | None:
    """The cards of a deck file, or None if the game refuses it."""
    try:
        return game.read_cards(tables)
    except Refused:
        return None


class Without(NamedTuple):
    """A deck file without a card, and what there is instead."""

    tables: TomlTable
    instead: str


def without(game: Game, tables: Mapping[str, Any], name: str, kind: str = "") -> Without | None:
    """The deck without a card: left out if the game allows that, else once instead of several times, else with another
    card of its kind a second time in its place. None where none of these can be played."""
    for where, entries in lists_of(tables):
        at = next((at for at, entry in enumerate(entries) if name in names_of(entry)), None)
        if at is None or not f"{where}.".startswith(f"{kind}." if kind else ""):
            continue
        path = tuple(where.split("."))
        entry = entries[at]
        fewer = entries[:at] + entries[at + 1 :]
        if accepted(game, changed(tables, path, fewer)) is not None:
            return Without(changed(tables, path, fewer), "left out")
        if entry.get("copies", 1) > 1:
            once = changed(tables, (*path, at, "copies"), 1)
            if accepted(game, once) is not None:
                return Without(once, "one copy only")
        order = list(range(len(fewer)))
        Stream(at).shuffle(order)
        for other in order:
            double = {**fewer[other], **({"name": name} if "name" in entry else {})}
            twin = changed(tables, (*path, at), double)
            if double != entry and accepted(game, twin) is not None:
                return Without(twin, f"{name_of(fewer[other])} a second time")
    return None

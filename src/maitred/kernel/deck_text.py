"""A deck for people to read: as the text of a deck file, and as what it changes of the house deck."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

MOST_CHANGES: Final = 300
"""More changes than this are counted, not told."""
CONTAINERS: Final = ("all", "cards")
"""Names of tables and lists that say nothing about what is in them."""
ANOTHER_ORDER: Final = "The same cards, in another order."

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


# As a file


def as_toml(tables: Mapping[str, Any]) -> str:
    """The text of a deck file with these tables, one card a line."""
    return "\n".join(lines_of([], tables)).strip("\n") + "\n"


def lines_of(path: list[str], table: Mapping[str, Any]) -> list[str]:
    """The lines of one table: its heading, its values, and then the tables in it."""
    inner = [key for key, value in table.items() if isinstance(value, Mapping)]
    values = [key for key in table if key not in inner]
    lines = ["", f"[{'.'.join([key_of(part) for part in path])}]"] if path and values else []
    for key in values:
        value = table[key]
        if isinstance(value, list) and any([isinstance(each, Mapping) for each in value]):
            lines += [f"{key_of(key)} = [", *[f"  {value_of(each)}," for each in value], "]"]
        else:
            lines.append(f"{key_of(key)} = {value_of(value)}")
    for key in inner:
        lines += lines_of([*path, key], table[key])
    return lines


def key_of(key: str) -> str:
    """A key, in quotes if it needs them."""
    return key if BARE_KEY.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def value_of(value: object) -> str:
    """A value on one line. JSON writes text and numbers as TOML does."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join([f"{key_of(key)} = {value_of(each)}" for key, each in value.items()]) + " }"
    if isinstance(value, list):
        return "[" + ", ".join([value_of(each) for each in value]) + "]"
    return json.dumps(value, ensure_ascii=False)


# As changes


def changes(house: Mapping[str, Any], own: Mapping[str, Any]) -> list[str]:
    """What an own deck changes of the house deck: a line for each card or fact, in the order of the file."""
    found: list[str] = []
    compare([], house, own, found)
    if len(found) > MOST_CHANGES:
        found[MOST_CHANGES:] = [f"And {len(found) - MOST_CHANGES} more changes."]
    return found or ([ANOTHER_ORDER] if house != own else [])


def compare(path: list[str], old: object, new: object, found: list[str]) -> None:
    """Add what differs between two values at the same place."""
    if old == new:
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in [*old, *[key for key in new if key not in old]]:
            if key not in new:
                found.append(f"{place([*path, key])}: gone (was {told(old[key])})")
            elif key not in old:
                found.append(f"{place([*path, key])}: new, {told(new[key])}")
            else:
                compare([*path, key], old[key], new[key], found)
    elif is_cards(old) and is_cards(new):
        compare_cards(path, old, new, found)
    else:
        found.append(f"{place(path)}: {told(old)} → {told(new)}")


def compare_cards(path: list[str], old: Any, new: Any, found: list[str]) -> None:
    """Add what differs between two lists of cards, which go by their names or, without names, by what they say."""
    before, after = by_name(old), by_name(new)
    renamed = {
        was: now
        for (was, one), (now, other) in zip(before.items(), after.items(), strict=False)
        if was not in after and now not in before and {**one, "name": ""} == {**other, "name": ""}
    }
    for name, card in before.items():
        where = f"{place(path)} ‘{name}’"
        if name in renamed:
            found.append(f"{where}: now called ‘{renamed[name]}’")
        elif name not in after:
            found.append(f"{where}: gone")
        else:
            was, now = card, after[name]
            keys = [key for key in [*was, *[key for key in now if key not in was]] if was.get(key) != now.get(key)]
            if keys:
                told_keys = [f"{key} {told(was.get(key))} → {told(now.get(key))}" for key in keys]
                found.append(f"{where}: {', '.join(told_keys)}")
    for name, card in after.items():
        if name not in before and name not in renamed.values():
            rest = {key: value for key, value in card.items() if key != "name"}
            found.append(f"{place(path)} ‘{name}’: new" + (f", {told(rest)}" if "name" in card else ""))


def is_cards(value: object) -> bool:
    """Whether this is a list of tables."""
    return isinstance(value, list) and bool(value) and all([isinstance(each, Mapping) for each in value])


def by_name(cards: list[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Cards by their names; those without one by all they say, numbered where several say the same."""
    found: dict[str, Mapping[str, Any]] = {}
    for card in cards:
        name = first = str(card["name"]) if "name" in card else told(card)
        number = 1
        while name in found:
            number += 1
            name = f"{first} ({number})"
        found[name] = card
    return found


def place(path: list[str]) -> str:
    """Where something is, in the words of the file."""
    return ", ".join([part for part in path if part not in CONTAINERS] or path)


def told(value: object) -> str:
    """A value in words."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join([f"{key} {told(each)}" for key, each in value.items()])
    if isinstance(value, list):
        return " + ".join([told(each) for each in value]) or "nothing"
    return str(value)

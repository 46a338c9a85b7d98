"""Who sits where: people and bots, their names, and how a saved game stores them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import set_cell_size

from maitred.bots.levels import EXPERT, LEVELS
from maitred.bots.policies import any_bot
from maitred.kernel.errors import BadRecord, BadSetup
from maitred.kernel.game import Game
from maitred.kernel.words import counted
from maitred.table.table import BOT_NAMES
from maitred.table.text import cleaned

NAME_CELLS = 20


@dataclass(frozen=True)
class Player:
    """Somebody at the table."""

    name: str
    level: str | None
    """The level of a bot; None for a person."""


def short_name(name: str) -> str:
    """A name that is safe to show: no hidden characters, no braces, not too long; may be empty."""
    return set_cell_size(cleaned(name.replace("{", "").replace("}", "")), NAME_CELLS).strip()


def seats_of(text: str, players: int) -> list[int]:
    """The seats of a text such as `1,3`, counted from 1 by people and from 0 here."""
    seats: list[int] = []
    for part in text.split(","):
        word = part.strip()
        if not word.isascii() or not word.isdigit():
            raise BadSetup(f"Seats are written as 1 or 1,3, not {text!r}.")
        if not 1 <= int(word) <= players:
            raise BadSetup(f"There is no seat {word} at this table of {players}.")
        if int(word) - 1 in seats:
            raise BadSetup(f"Seat {word} is given twice.")
        seats.append(int(word) - 1)
    return sorted(seats)


def seat_players(game: Game, players: int, people: Sequence[int], levels: str, names: Sequence[str]) -> list[Player]:
    """The players: people with the names given, and bots on the other seats, at one level for all or one each."""
    others = [seat for seat in range(players) if seat not in people]
    wanted = [level.strip() for level in levels.split(",")] if levels else ["medium"] * len(others)
    for level in wanted:
        any_bot(level, game)
    if len(wanted) == 1:
        if levels and not others:
            raise BadSetup("No seat is left for a bot.")
        wanted = wanted * len(others)
    if len(wanted) != len(others):
        raise BadSetup(
            f"{counted(len(wanted), 'level')} for {counted(len(others), 'bot')}: give one for all or one each."
        )
    if len(names) > len(people):
        raise BadSetup(f"{counted(len(names), 'name')} for {counted(len(people), 'player')} at the keyboard.")
    called = {seat: short_name(name) for seat, name in zip(people, names, strict=False)}
    taken = [name.casefold() for name in called.values() if name]
    if len(set(taken)) < len(taken):
        raise BadSetup("Two players cannot have the same name.")
    for seat in people:
        called[seat] = called.get(seat) or free_name([f"Player {seat + 1}", f"Guest {seat + 1}"], taken)
    for seat in others:
        called[seat] = free_name([*BOT_NAMES, f"Bot {seat + 1}"], taken)
    level_of = dict(zip(others, wanted, strict=True))
    return [Player(called[seat], level_of.get(seat)) for seat in range(players)]


def free_name(names: Sequence[str], taken: list[str]) -> str:
    """The first name that nobody has yet."""
    name = next((name for name in names if name.casefold() not in taken), names[-1])
    taken.append(name.casefold())
    return name


def to_notes(players: Sequence[Player]) -> dict[str, Any]:
    """The players as they are stored in the notes of a record."""
    return {"seats": [{"name": player.name, "bot": player.level} for player in players]}


def from_notes(notes: dict[str, Any], players: int) -> list[Player] | None:
    """The players from a record's notes; None if these do not say."""
    if "seats" not in notes:
        return None
    seats = notes["seats"]
    found: list[Player] = []
    if isinstance(seats, list) and len(seats) == players:
        for seat, told in enumerate(seats):
            name = told.get("name") if isinstance(told, dict) else None
            level = told.get("bot", "") if isinstance(told, dict) else ""
            if isinstance(name, str) and (level is None or level in (*LEVELS, EXPERT)):
                found.append(Player(short_name(name) or f"Player {seat + 1}", level))
    if len(found) != players:
        raise BadRecord("The record's notes do not say who sits where; use --seat and --bots.")
    return found

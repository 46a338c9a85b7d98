"""The option `schedule`: the tiles drawn, or five that a table lays out itself, to teach the game or to study it."""

from __future__ import annotations

from typing import Final

from maitred.games.chefs_choice.rules import SPACES, ChefsChoiceCards, Tile
from maitred.kernel.cardfile import same_name
from maitred.kernel.errors import BadSetup
from maitred.kernel.options import Option, in_text

DRAWN: Final = "drawn"
LESSONS: Final = [
    "single,double,triple,generous portion,cooperation",
    "cooperation,hi neighbor,underrated,copy competitor,single",
    "triple,copy competitor,hi neighbor,underrated,generous portion",
]
"""Example schedules that between them use everything the tiles do."""


class Schedule(Option):
    """Which tiles lie on the schedule: drawn, or five names in the order of the spaces."""

    def __init__(self) -> None:
        super().__init__("schedule", "The five marketing tiles: drawn, or laid out in the order of the day.", DRAWN)

    def values(self, players: int) -> list[str]:
        """Some of the values it accepts; any five different tiles will do."""
        return [DRAWN, *LESSONS]

    def takes(self) -> str:
        return "drawn or the names of five tiles, separated by commas"

    def check(self, value: object, players: int) -> str:
        names = [same_name(name) for name in in_text(value).split(",")]
        if names != [DRAWN] and len(names) != SPACES:
            raise BadSetup(f"Option {self.name} takes {self.takes()}, not {in_text(value)!r}.")
        return ",".join(names)


def read_schedule(value: str, cards: ChefsChoiceCards) -> list[Tile]:
    """The tiles named by a checked value, or a refusal that names the wrong one; [] if they are to be drawn."""
    if value == DRAWN:
        return []
    known = [same_name(name) for name in cards.tile_names]
    schedule: list[Tile] = []
    for name in value.split(","):
        if name not in known:
            tiles = ", ".join(known)
            raise BadSetup(f"Option schedule names {name!r}, which is not a tile of this deck; they are: {tiles}.")
        if known.index(name) in schedule:
            raise BadSetup(f"Option schedule names {name!r} twice; there is one tile of each kind.")
        schedule.append(known.index(name))
    if cards.opens[schedule[0]] == 0:
        raise BadSetup(f"Option schedule begins with {value.split(',')[0]!r}, which never lies on the first space.")
    return schedule

"""maitred: restaurant card games to play, host, study and design.

import maitred

state = maitred.game("delectable").new(players=4, seed=7)
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from maitred import games
    from maitred.bots.hints import hints
    from maitred.bots.levels import bot
    from maitred.kernel.chance import Stream
    from maitred.kernel.errors import BadCards, BadPosition, BadRecord, BadSetup, IllegalMove, Refused
    from maitred.kernel.game import Game
    from maitred.kernel.record import Record
    from maitred.kernel.state import State
    from maitred.kernel.words import named

    __version__: str
    levels: tuple[str, ...]

__all__ = [
    "BadCards",
    "BadPosition",
    "BadRecord",
    "BadSetup",
    "Game",
    "IllegalMove",
    "Record",
    "Refused",
    "State",
    "Stream",
    "__version__",
    "all_games",
    "bot",
    "build",
    "game",
    "games",
    "hints",
    "levels",
    "named",
    "read_record",
]

LATER: Final = {
    "BadCards": ("maitred.kernel.errors", "BadCards"),
    "BadPosition": ("maitred.kernel.errors", "BadPosition"),
    "BadRecord": ("maitred.kernel.errors", "BadRecord"),
    "BadSetup": ("maitred.kernel.errors", "BadSetup"),
    "Game": ("maitred.kernel.game", "Game"),
    "IllegalMove": ("maitred.kernel.errors", "IllegalMove"),
    "Record": ("maitred.kernel.record", "Record"),
    "Refused": ("maitred.kernel.errors", "Refused"),
    "State": ("maitred.kernel.state", "State"),
    "Stream": ("maitred.kernel.chance", "Stream"),
    "bot": ("maitred.bots.levels", "bot"),
    "hints": ("maitred.bots.hints", "hints"),
    "levels": ("maitred.bots.levels", "LEVELS"),
    "named": ("maitred.kernel.words", "named"),
}
"""Names that are imported on first use, each with its module and its name there."""


if not TYPE_CHECKING:  # type checkers know the names above, and should report any others

    def __getattr__(name: str) -> Any:
        if name == "games":
            return import_module("maitred.games")
        if name == "__version__":
            value: Any = import_module("importlib.metadata").version("maitred")
        elif name in LATER:
            module, there = LATER[name]
            value = getattr(import_module(module), there)
        else:
            raise AttributeError(f"module 'maitred' has no attribute {name!r}")
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


@cache
def all_games() -> tuple[Game, ...]:
    """Every game of the house, by title: those of this package and of other installed packages."""
    from maitred.plugins import find_games

    return tuple(find_games())


def game(id: str) -> Game:
    """The game with that id, or a refusal that lists what there is."""
    from maitred.kernel.errors import BadSetup

    for known in all_games():
        if known.id == id:
            return known
    raise BadSetup(f"There is no game {id!r}; the games are: {', '.join(known.id for known in all_games())}.")


def read_record(text: str) -> Record:
    """The record in a text, replayed and verified; anything else is refused with the reason."""
    from maitred.kernel.record import read_record

    return read_record(text, {game.id: game for game in all_games()})


def build() -> str:
    """`compiled` where the rules run as machine code, otherwise `pure`."""
    from maitred.kernel import state

    return "pure" if str(state.__file__).endswith(".py") else "compiled"

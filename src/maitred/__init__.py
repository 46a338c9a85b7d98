"""maitred: restaurant card games to play, host, study and design.

import maitred

state = maitred.game("delectable").new(players=4, seed=7)
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from maitred.kernel import state
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game

__all__ = ["build", "game", "games"]

# Imported before `games` is defined below: the first import of a folder puts it under its name in its parent.
FOLDERS = import_module("maitred.games").__path__


@cache
def games() -> tuple[Game, ...]:
    """Every game of the house, by title."""
    folders = [folder.name for folder in iter_modules(FOLDERS) if folder.ispkg]
    found: list[Game] = [import_module(f"maitred.games.{name}").GAME for name in folders]
    return tuple(sorted(found, key=lambda game: game.title))


def game(id: str) -> Game:
    """The game with that id, or a refusal that lists what there is."""
    for known in games():
        if known.id == id:
            return known
    raise BadSetup(f"There is no game {id!r}; the games are: {', '.join(known.id for known in games())}.")


def build() -> str:
    """`compiled` where the rules run as machine code, otherwise `pure`."""
    return "pure" if str(state.__file__).endswith(".py") else "compiled"

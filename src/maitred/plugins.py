"""Finding games: those of this package, and those of other packages by their entry points in the group `maitred.games`.

A broken plugin is reported in one sentence, and does not affect the others.
"""

from __future__ import annotations

import logging
import re
import sys
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules, resolve_name
from typing import Final

from maitred import games
from maitred.kernel.cardfile import safe
from maitred.kernel.game import MAX_PLAYERS, Game

GROUP: Final = "maitred.games"
ID: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""What an id may look like: it is used in addresses and file names."""

log = logging.getLogger(__name__)


def find_games() -> list[Game]:
    """Every game of the house, by title."""
    folders = [folder.name for folder in iter_modules(games.__path__, f"{games.__name__}.") if folder.ispkg]
    found: list[Game] = [resolve_name(f"{folder}:GAME") for folder in folders]
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        try:
            game, flaw = loaded(entry, found)
        except (Exception, SystemExit) as problem:  # importing somebody else's module may raise anything
            flaw = f"{type(problem).__name__}: {problem}"
        if flaw:
            log.warning("%s", sentence(entry, flaw))
        else:
            found.append(game)
    return sorted(found, key=lambda game: game.title)


def loaded(entry: EntryPoint, known: list[Game]) -> tuple[Game, str]:
    """The object of an entry point, and what is wrong with it; empty if nothing is."""
    game = entry.load()
    return game, flaw_of(game, known)


def flaw_of(game: object, known: list[Game]) -> str:
    """Why something cannot be a game of this house; empty if it can."""
    if not isinstance(game, Game):
        return f"it is not a Game but {type(game).__name__}"
    if not isinstance(game.id, str) or not ID.fullmatch(game.id):
        return f"its id {game.id!r} is not a word of small letters, digits and underscores"
    for other in known:
        if other.id == game.id:
            return f"its id {game.id!r} is taken by {other.title} in {other.package}"
    there: object = vars(sys.modules[game.package]).get("GAME")
    if there is not game:
        return f"it is not the GAME of {game.package}"
    if not isinstance(game.title, str) or not game.title.strip():
        return "it has no title"
    if not 1 <= game.min_players <= game.max_players <= MAX_PLAYERS:
        return f"it is for {game.min_players} to {game.max_players} players, and a table has 1 to {MAX_PLAYERS} seats"
    return "" if game.n_actions > 0 else "it has no actions"


def sentence(entry: EntryPoint, flaw: str) -> str:
    """Which plugin is left out, and why."""
    package = entry.dist.name if entry.dist is not None else "an unknown package"
    return f"The game {safe(entry.name)!r} of {safe(package)} is left out: {safe(' '.join(flaw.split()))}."

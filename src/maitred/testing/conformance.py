"""What every game must pass, as tests: a module that imports all of them and defines GAMES is a suite.

Golden files, if a game has any, are in the FOLDER that the module defines (by default its own), or there in a folder
named after the game's id.
"""

from __future__ import annotations

from pathlib import Path

import pytest

SUITE = ("determinize", "lessons", "moves", "observations", "records", "sense", "shapes", "states", "told", "views")
pytest.register_assert_rewrite(*[f"maitred.testing.{name}" for name in SUITE])

from maitred.kernel.game import Game  # noqa: E402
from maitred.testing import determinize, lessons, moves, observations, records, sense, shapes, states, told, views  # noqa: E402
from maitred.testing.tables import every_setting, plain_settings, wants_plain  # noqa: E402

TESTS = {
    name: test
    for module in (determinize, lessons, moves, observations, records, sense, shapes, states, told, views)
    for name, test in vars(module).items()
    if name.startswith("test_")
}
globals().update(TESTS)
__all__ = ["pytest_generate_tests", *TESTS]


def folder_of(game: Game, folder: Path) -> Path:
    """Where the golden files of a game are."""
    return folder / game.id if (folder / game.id).is_dir() else folder


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Have every test run for every game of the module, and for every table that can be set if it asks for one."""
    games: list[Game] = metafunc.module.GAMES
    folder = getattr(metafunc.module, "FOLDER", Path(str(metafunc.module.__file__)).parent)
    if "table" in metafunc.fixturenames:
        settings = plain_settings(games) if wants_plain(metafunc.function) else every_setting(games)
        metafunc.parametrize("table", list(settings), ids=str)
    elif "folder" in metafunc.fixturenames:
        places = [pytest.param(game, folder_of(game, folder), id=game.id) for game in games]
        metafunc.parametrize(("game", "folder"), places)
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games, ids=[game.id for game in games])

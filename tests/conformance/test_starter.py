"""So does the game that `maitred new-game` writes, with its own golden files."""

from importlib.resources import files
from pathlib import Path

from maitred.starter.game import GAME
from maitred.testing.conformance import *  # noqa: F403

GAMES = [GAME]
FOLDER = Path(str(files("maitred.starter"))) / "tests"

"""Every game of the house passes what every game must."""

from pathlib import Path

import maitred
from maitred.testing.conformance import *  # noqa: F403

GAMES = maitred.all_games()
FOLDER = Path(__file__).parents[1] / "games"

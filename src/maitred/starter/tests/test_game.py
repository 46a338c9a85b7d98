"""What every game must pass."""

from maitred.starter.game import GAME
from maitred.testing.conformance import *  # noqa: F403

GAMES = [GAME]

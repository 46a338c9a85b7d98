"""Every table that can be set in this house, each game and the one that `maitred new-game` writes."""

from __future__ import annotations

import pytest

import maitred
from maitred.starter.game import GAME
from maitred.testing.tables import every_setting, option_settings, plain_settings

GAMES = [*maitred.all_games(), GAME]
PLAIN = list(plain_settings(GAMES))
WITH_OPTIONS = list(option_settings(GAMES))
every_table = pytest.mark.parametrize("table", every_setting(GAMES), ids=str)
plain_tables = pytest.mark.parametrize("table", PLAIN, ids=str)

"""The layout of observations does not change within a version of the environments."""

from __future__ import annotations

from hashlib import sha256

import pytest

import maitred
from maitred.gym.registration import VERSION
from maitred.kernel.observation import BYTES

LAYOUTS = {
    0: {
        "chefs_choice": {
            4: (528, "70be20c3a471"),
            5: (600, "bf3be61a6257"),
            6: (672, "6a30b0625501"),
            7: (744, "0af858c86d25"),
            8: (816, "6391898d4c73"),
        },
        "delectable": {
            2: (472, "5c97311e72bb"),
            3: (640, "10439b238fa8"),
            4: (808, "165317663913"),
            5: (976, "68961254a370"),
        },
        "diner": {
            2: (472, "45b96ab004c6"),
            3: (632, "eda8dc0a46ce"),
            4: (792, "e6e499598d41"),
        },
        "food_court": {
            2: (824, "7fd628ecb640"),
            3: (1104, "5ec153b4ba38"),
            4: (1384, "b93845386d6f"),
            5: (1664, "2a5519dedfb6"),
            6: (1944, "dbc5600bf90d"),
        },
        "ovens": {
            2: (640, "5f3ec5820298"),
            3: (784, "b85d6d55c0df"),
            4: (928, "94c9f6661421"),
            5: (1072, "b7807a0237cc"),
        },
    },
}
"""For each version, game and number of players: the bytes of an observation, and a digest of its fields."""


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
def test_the_layout_is_that_of_its_version(game: maitred.Game) -> None:
    found = {}
    for players in range(game.min_players, game.max_players + 1):
        observer = game.observer(players)
        fields = "\n".join([f"{field.at} {field.size} {field.name}" for field in observer.fields])
        found[players] = (observer.words * BYTES, sha256(fields.encode()).hexdigest()[:12])
    assert found == LAYOUTS[VERSION][game.id], "whoever has trained on the old layout needs a new version of it"

"""The games under their names in Gymnasium: `maitred/Delectable-v0` and so on."""

from __future__ import annotations

from gymnasium.envs.registration import register, registry

import maitred
from maitred.kernel.game import Game

VERSION = 0
"""Rises when observations, actions or rewards change, so that results can be compared within a version."""


def name_of(game: Game) -> str:
    """The name of a game in Gymnasium."""
    return f"maitred/{''.join(word.capitalize() for word in game.id.split('_'))}-v{VERSION}"


def register_all() -> None:
    """Register every game that is installed, those of other packages too."""
    for game in maitred.all_games():
        if name_of(game) not in registry:
            register(
                name_of(game),
                entry_point="maitred.gym.learner:Single",
                vector_entry_point="maitred.gym.batch:against_bots",
                kwargs={"game": game.id},
                disable_env_checker=True,  # it wraps every environment, and is in our tests
                order_enforce=False,
            )

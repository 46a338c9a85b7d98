"""Where the games of this project and their tests are."""

from __future__ import annotations

from pathlib import Path

import maitred
from maitred.testing.mutants import Project

ROOT = Path(__file__).parents[2]


def project_of(game: str) -> Project:
    """The project of a game, by its id."""
    return Project(ROOT, maitred.game(game), f"tests/games/{game}")

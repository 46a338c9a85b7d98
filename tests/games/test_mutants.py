"""The mutants of every game fit the rules as they are, so that `make mutants` can try each of them."""

from __future__ import annotations

import pytest

import maitred
from tests.mutants import ROOT, mutants_of


@pytest.mark.parametrize("game", [game.id for game in maitred.all_games()])
def test_every_mutant_changes_one_place(game: str) -> None:
    mutants = mutants_of(game)
    assert mutants
    for mutant in mutants:
        assert (ROOT / mutant.file).read_text(encoding="utf-8").count(mutant.find) == 1, mutant
        assert mutant.find != mutant.replace, mutant

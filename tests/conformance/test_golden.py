"""The referee's aids still hold: a change of rules shows here first. `make golden` writes them anew, on purpose."""

from __future__ import annotations

import json

import pytest

import maitred
from maitred.kernel.game import Game
from tests.golden import FOLDER, perft, replay

every_game = pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)


@every_game
def test_as_many_action_sequences_as_ever(game: Game) -> None:
    entries = json.loads((FOLDER / game.id / "perft.json").read_text(encoding="utf-8"))
    assert {entry["position"]["players"] for entry in entries} == set(range(game.min_players, game.max_players + 1))
    for entry in entries:
        state = game.load(entry["position"], entry["seed"])
        found = [perft(state, depth + 1) for depth in range(len(entry["counts"]))]
        assert found == entry["counts"], entry["name"]


@every_game
def test_the_playthrough_is_told_as_ever(game: Game) -> None:
    text = (FOLDER / game.id / "playthrough.txt").read_text(encoding="utf-8")
    assert replay(game, text) == text

"""Golden files still hold: a change of rules shows here first.

`python -m maitred.testing golden` writes them anew, on purpose.
"""

from __future__ import annotations

import json
from pathlib import Path

from maitred.kernel.game import Game
from maitred.testing.golden import PERFT, PLAYTHROUGH, perft, replay


def test_as_many_action_sequences_as_ever(game: Game, folder: Path) -> None:
    entries = json.loads((folder / PERFT).read_text(encoding="utf-8"))
    assert {entry["position"]["players"] for entry in entries} == set(range(game.min_players, game.max_players + 1))
    for entry in entries:
        state = game.load(entry["position"], entry["seed"])
        found = [perft(state, depth + 1) for depth in range(len(entry["counts"]))]
        assert found == entry["counts"], entry["name"]


def test_the_playthrough_is_told_as_ever(game: Game, folder: Path) -> None:
    text = (folder / PLAYTHROUGH).read_text(encoding="utf-8")
    assert replay(game, text) == text

"""What takes longer (`make soak`): 20,000 random games of every player count, a minute of nonsense for every game."""

from __future__ import annotations

from pathlib import Path

import pytest

import maitred
from maitred.cli import main
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.play import play_out
from maitred.testing.tables import Setting
from tests.conformance.settings import WITH_OPTIONS, plain_tables

pytestmark = pytest.mark.soak

GAMES_EACH = 20_000
OPTION_GAMES = 2_000
with_options = pytest.mark.parametrize("table", WITH_OPTIONS, ids=str)


def play_many(table: Setting, games: int) -> None:
    """Random games, each to its end, with every card where it was or somewhere else."""
    cards = sorted(table.new(0).inventory())
    for seed in range(games):
        state = table.new(seed)
        play_out(state, Stream(seed, branch=1))
        assert sorted(state.inventory()) == cards, f"seed {seed}"
        assert len(state.scores()) == table.players


@plain_tables
def test_twenty_thousand_games_of_every_player_count(table: Setting) -> None:
    play_many(table, GAMES_EACH)


@with_options
def test_two_thousand_games_of_every_option(table: Setting) -> None:
    play_many(table, OPTION_GAMES)


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
def test_a_minute_of_nonsense(game: Game, tmp_path: Path) -> None:
    assert main(["fuzz", game.id, "--seconds", "60", "--save", str(tmp_path)]) == 0
    assert list(tmp_path.iterdir()) == []

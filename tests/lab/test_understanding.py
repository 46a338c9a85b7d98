"""Every number of a card file changes some choice of some bot: what bots do with a card says something of it."""

from __future__ import annotations

import pytest

import maitred
from maitred.lab.playing import set_up
from maitred.lab.understanding import unnoticed


@pytest.mark.strength
@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
def test_every_number_of_a_card_file_changes_some_choice(game: maitred.Game) -> None:
    """Of medium bots, in positions of their own games, of random ones and of easy ones."""
    medium = set_up(game, max(3, game.min_players), {}, None, ("medium",), 5)
    assert [number.title() for number in unnoticed(medium, game)] == []

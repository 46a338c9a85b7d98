"""What holds for the deck of every game that has one."""

from __future__ import annotations

import pytest

import maitred
from maitred.kernel.errors import BadCards
from maitred.kernel.game import Game
from maitred.kernel.state import Cards


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
def test_the_cards_of_another_game_are_refused(game: Game) -> None:
    with pytest.raises(BadCards, match=r"^These cards belong to another game: Cards\.$"):
        game.new(seed=1, cards=Cards("0" * 64, None))

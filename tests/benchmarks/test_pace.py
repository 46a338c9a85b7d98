"""How long people wait for bots, and how long games take, on a clock of its own."""

from __future__ import annotations

import statistics

import pytest
from pace import minutes, play

import maitred

GAMES = ["chefs_choice", "delectable", "diner", "food_court", "ovens"]


@pytest.mark.parametrize("game", ["chefs_choice", "delectable", "food_court", "ovens"])
def test_at_brisk_three_bots_are_waited_for_six_seconds_at_most_in_the_middle(game: str) -> None:
    waits = play(maitred.game(game), 1, "fast", 4).waits
    assert len(waits) > 5
    assert statistics.median(waits) <= 6000


@pytest.mark.parametrize("id", GAMES)
def test_the_minutes_that_are_promised_are_those_that_games_take(id: str) -> None:
    game = maitred.game(id)
    for told, lasts in zip((game.bot_minutes, game.minutes), minutes(game, 3), strict=True):
        assert 0.6 * lasts <= told <= 1.6 * lasts + 1

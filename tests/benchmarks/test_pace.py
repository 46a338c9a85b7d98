"""How long people wait for bots, on a clock of its own."""

from __future__ import annotations

import statistics

import pytest

import maitred
from benchmarks.pace import play


@pytest.mark.parametrize("game", ["chefs_choice", "delectable", "food_court", "ovens"])
def test_at_brisk_three_bots_are_waited_for_six_seconds_at_most_in_the_middle(game: str) -> None:
    waits = play(maitred.game(game), 1, "fast", 4).waits
    assert len(waits) > 5
    assert statistics.median(waits) <= 6000

"""Tests of house rulings that several games share; each game's own tests call them by the clause."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game


def the_first_player_is_drawn(players: Iterable[int], first: Callable[[int, int], int]) -> None:
    """G1: `first` tells who is first, by the number of players and the seed alone: everybody is at times."""
    for number in players:
        drawn = [first(number, seed) for seed in range(200)]
        assert set(drawn) == set(range(number))
        assert drawn == [first(number, seed) for seed in range(200)]


def the_table_may_fix_the_first_player(players: Iterable[int], first: Callable[[int, int, int], int]) -> None:
    """G1: `first` tells who is first, by the number of players, the seed and the seat that the table has fixed."""
    for number in players:
        for seat in range(number):
            assert {first(number, seed, seat + 1) for seed in range(20)} == {seat}


def wrong_options_are_refused_by_name(game: Game) -> None:
    """G2: an unknown option and an impossible first seat are refused by their names."""
    with pytest.raises(BadSetup, match="'dessert'"):
        game.new(3, 1, {"dessert": "on"})
    for seat in (4, 0):
        with pytest.raises(BadSetup, match=rf"first.*'{seat}'"):
            game.new(3, 1, {"first": seat})

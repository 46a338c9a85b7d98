"""catanatron's Catan between its own random players (it is written in Python). Prints JSON."""

from __future__ import annotations

import json
from typing import Any

from catanatron import Color, Game, RandomPlayer
from rounds import best_rate


def deal() -> Any:
    """A new game for four."""
    return Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])


def play(game: Any) -> int:
    """Random play; how many decisions there were."""
    decisions = 0
    while game.winning_color() is None and decisions < 20_000:
        game.play_tick()
        decisions += 1
    return decisions


print(json.dumps([{"game": "catan", "driven": best_rate(deal, play)}]))

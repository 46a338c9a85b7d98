"""Medium bots play the whole game: there is no verb that they are offered and never use."""

from __future__ import annotations

import pytest

import maitred
from maitred.bots.clock import Clock
from maitred.bots.levels import bot, next_move
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game

DEALS = 12
SELDOM = {"food_court": [40]}  # deals in which a verb is wise that seldom is: to skip a fourth win card while behind


def verbs(game: Game, players: int, seed: int, options: dict[str, object]) -> tuple[set[str], set[str]]:
    """The verbs that medium bots are offered in a game, and those that they use."""
    state = game.new(players, seed, options)
    bots = [bot("medium", game)] * players
    chances = [Stream(seed, branch=1 + seat) for seat in range(players)]
    clock = Clock([each.pace for each in bots], chances)
    offered: set[str] = set()
    used: set[str] = set()
    while state.actors():
        seat, action = next_move(state, bots, chances, clock)
        for each in range(players):
            offered |= {game.describe(state, each, legal)["verb"] for legal in state.legal(each)}
        used.add(game.describe(state, seat, action)["verb"])
        state.apply(seat, action)
    return offered, used


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
def test_medium_bots_use_every_verb(game: Game) -> None:
    offered: set[str] = set()
    used: set[str] = set()
    for seed in [*range(DEALS), *SELDOM.get(game.id, [])]:
        players = game.min_players + seed % (game.max_players + 1 - game.min_players)
        more, done = verbs(game, players, seed, {})
        offered |= more
        used |= done
    assert sorted(offered - used) == [], "verbs that no medium bot ever uses"

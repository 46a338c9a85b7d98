"""What the conformance suite asks of every game, asked of every pair of decks, and the strength of the bots."""

from __future__ import annotations

import itertools

import pytest

from maitred.bots.levels import bot, play_game
from maitred.games.food_court import GAME
from maitred.games.food_court.cards import DECK
from maitred.games.food_court.rules import FoodCourt
from maitred.kernel.chance import Stream
from maitred.testing import determinize, moves, states, views
from maitred.testing.tables import Setting

DECKS = [deck.id for deck in DECK.house().decks]
PAIRS = list(itertools.permutations(DECKS, 2))
ASKED = [
    determinize.test_determinizing_twice_is_determinizing_once,
    determinize.test_a_determinized_state_is_a_state_like_any_other,
    states.test_pack_and_unpack_round_trip,
    states.test_dump_and_load_round_trip,
    states.test_every_card_is_there_exactly_once_always,
    moves.test_every_legal_action_can_be_applied,
    views.test_a_view_is_the_same_for_all_states_the_viewer_cannot_tell_apart,
    views.test_the_score_sheet_adds_up_to_the_scores,
]


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_every_pair_of_decks_conforms(pair: tuple[str, str]) -> None:
    for at, check in enumerate(ASKED):
        check.hypothesis.inner_test(Setting(GAME, 2, {"decks": list(pair)}), 17 + at)


@pytest.mark.strength
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("roles", ["on", "off"])
def test_every_deck_conforms_at_larger_tables(players: int, roles: str) -> None:
    for seed in range(4):
        decks = [DECKS[(seed * 3 + at) % len(DECKS)] for at in range(players)]
        for check in ASKED:
            table = Setting(GAME, players, {"decks": decks, "roles": roles})
            check.hypothesis.inner_test(table, seed)


@pytest.mark.strength
def test_medium_beats_random_and_its_games_come_to_a_natural_end() -> None:
    won = 0.0
    for seed in range(100):
        state = GAME.new(2, seed)
        levels = ["medium", "random"] if seed % 2 else ["random", "medium"]
        play_game(state, [bot(level, GAME) for level in levels], [Stream(seed, branch=seat) for seat in range(2)])
        best = state.ranking()[0]
        won += (levels.index("medium") in best) / len(best)
    assert won >= 95
    natural = 0
    for seed in range(100):
        state = GAME.new(2 + seed % 5, seed)
        players = state.players
        play_game(state, [bot("medium", GAME)] * players, [Stream(seed, branch=seat) for seat in range(players)])
        assert isinstance(state, FoodCourt)
        natural += state.reached
    assert natural >= 99

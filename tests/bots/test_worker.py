"""Thinking in another process: the same answer from what the seat knows, and nothing else travels."""

from __future__ import annotations

import pickle

import pytest

import maitred
from maitred.bots.clock import WAIT
from maitred.bots.levels import LEVELS
from maitred.bots.worker import answer, question
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from tests.games.diner.positions import position

FEW = 8


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
def test_a_question_travels_and_holds_nothing_that_the_seat_does_not_know(game: Game) -> None:
    state = game.new(game.max_players, 3)
    seat = state.actors()[0]
    other = state.determinize(seat, Stream(9))
    assert other.pack() != state.pack()
    for level in LEVELS:
        asked = question(game, state, seat, Stream(4), level, FEW)
        assert asked == question(game, other, seat, Stream(4), level, FEW)
        there = pickle.loads(pickle.dumps(asked))
        assert answer(there) == answer(asked)
        assert answer(asked) in state.legal(seat)


def test_waiting_is_an_answer_where_it_is_asked_for() -> None:
    last_cards = [["bacon"], [], ["bacon"]]
    behind = position(2, kitchen=last_cards, tips=[[], ["First Date"]], tokens=[2, 1])
    diner = maitred.game("diner")
    for level in ("medium", "hard"):
        assert answer(question(diner, behind, 0, Stream(4), level, 64, may_wait=True)) == WAIT
        assert answer(question(diner, behind, 0, Stream(4), level, 64)) in behind.legal(0)
    calm = position(2, kitchen=last_cards, tips=[[], ["First Date"]], tokens=[2, 1], pace="calm")
    assert not question(diner, calm, 0, Stream(4), "hard", may_wait=True).may_wait

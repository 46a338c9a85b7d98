"""Hints: the best actions first, with a chance and a reason, from nothing but what the seat knows."""

from __future__ import annotations

import pytest
from hypothesis import given

import maitred
from maitred.bots.clock import WAIT
from maitred.bots.hints import MOST_HINTS, TO_WAIT, hints
from maitred.bots.levels import Searcher
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.testing.tables import Setting, moment, seeds
from tests.conformance.settings import plain_tables
from tests.games.diner.positions import position

FEW = 12


@plain_tables
@given(seed=seeds)
def test_hints_are_legal_ranked_reasoned_and_know_no_more_than_the_seat(table: Setting, seed: int) -> None:
    state = moment(table, seed)
    before = state.pack()
    for seat in state.actors():
        told = hints(table.game, state, seat, Stream(seed), FEW)
        reasons = {hint.reason for hint in told}
        assert len(reasons) == len(told), "every hint has a reason of its own"
        assert len(told) <= min(MOST_HINTS, len(state.legal(seat)))
        if len(told) < min(MOST_HINTS, len(state.legal(seat))):
            known = state.determinize(seat, Stream(seed))
            different = {table.game.sense.reason(known, seat, action) for action in state.legal(seat)}
            assert len(different) == len(told)
        assert len({hint.action for hint in told}) == len(told)
        assert all(hint.action in state.legal(seat) for hint in told)
        assert all(hint.reason for hint in told)
        chances = [hint.chance for hint in told]
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= chance <= 1 for chance in chances)
        other = state.determinize(seat, Stream(seed, branch=3))
        assert hints(table.game, other, seat, Stream(seed), FEW) == told
    assert state.pack() == before


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
def test_the_first_hint_is_what_a_hard_bot_does(game: Game) -> None:
    state = game.new(game.max_players, 5)
    seat = state.actors()[0]
    best = hints(game, state, seat, Stream(2), FEW)[0]
    assert Searcher(game.sense, FEW).decide(state, seat, Stream(2)) == best.action
    assert best.words() == {"action": best.action, "chance": round(best.chance, 3), "reason": best.reason}


def test_waiting_is_a_hint_in_real_time() -> None:
    diner = maitred.game("diner")
    last_cards = [["bacon"], [], ["bacon"]]
    behind = position(2, kitchen=last_cards, tips=[[], ["First Date"]], tokens=[2, 1])
    best = hints(diner, behind, 0, Stream(4), 64, may_wait=True)[0]
    assert best.action == WAIT
    assert best.reason.startswith(TO_WAIT)
    assert WAIT not in [hint.action for hint in hints(diner, behind, 0, Stream(4), 64)]


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
def test_hints_say_what_speaks_for_and_against_and_no_two_say_the_same(game: Game) -> None:
    several = 0
    for seed in range(12):
        state = game.new(game.min_players, seed)
        chance = Stream(seed)
        for _ in range(60):
            actors = state.actors()
            if not actors:
                break
            seat = actors[0]
            legal = state.legal(seat)
            if len(legal) > 2 and chance.chance_of(1, 6):
                told = hints(game, state, seat, chance.clone(), FEW)
                reasons = [hint.reason for hint in told]
                assert len(set(reasons)) == len(reasons)
                if len(told) > 1:
                    several += 1
                    assert all("against it" in reason.lower() for reason in reasons)
                    assert not any("best you can expect" in reason for reason in reasons)
            state.apply(seat, legal[chance.below(len(legal))])
    assert several > 20

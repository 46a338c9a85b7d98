"""What only those know who look ahead among many: hard bots with three or four at the table go by it."""

from __future__ import annotations

import pytest

from maitred.bots.clock import WAIT
from maitred.bots.levels import Greedy, Searcher, bot, play_game
from maitred.games.diner.multiplayer import MultiplayerSense
from maitred.games.diner.rules import BLUE, CALL
from maitred.kernel.chance import Stream
from tests.games.diner.positions import GAME, draw, fresh, position, seat_at, serve

SENSE = MultiplayerSense()
SEASONED = Greedy(SENSE, 0)


def test_searches_go_by_it_among_many_and_by_the_usual_judgement_between_two() -> None:
    assert isinstance(GAME.sense.for_search(fresh(3), 0), MultiplayerSense)
    assert isinstance(GAME.sense.for_search(fresh(4), 0), MultiplayerSense)
    assert GAME.sense.for_search(fresh(2), 0) is GAME.sense


def test_early_among_many_it_is_what_a_hard_bot_plays_by_without_a_search() -> None:
    state = fresh(4, 5)
    seat = state.actors()[0]
    hard = Searcher(GAME.sense, 10**9)
    assert hard.decide_or_wait(state, seat, Stream(1)) == SEASONED.decide_or_wait(state, seat, Stream(1))


def test_a_plate_is_worth_more_if_it_fits_a_party_in_the_lounge() -> None:
    kitchen = [["bacon"] * 5, ["bacon"] * 4 + ["steak"], ["bacon"] * 5]
    gains: list[float] = []
    for party in ("Newlyweds", "Yoga Partners"):
        state = position(4, hands=[["salad"]], kitchen=kitchen, lounge=[party, "Early Birds", "Three Fishermen"])
        gains.append(SENSE.worth(state, 0, draw(1)) - SENSE.worth(state, 0, draw(0)))
    assert gains[0] > gains[1]


def test_a_party_is_worth_more_if_a_plate_for_it_is_on_a_stack() -> None:
    gains: list[float] = []
    for top in ("steak", "pancakes"):
        kitchen = [["bacon"] * 5, ["bacon"] * 4 + [top], ["bacon"] * 5]
        state = position(4, hands=[["salad"]], kitchen=kitchen, lounge=["Newlyweds", "Early Birds", "Three Fishermen"])
        gains.append(SENSE.worth(state, 0, seat_at(0, 0)) - SENSE.wait_worth(state, 0))
        assert SENSE.worths(state, 0, state.legal(0)) == [SENSE.worth(state, 0, action) for action in state.legal(0)]
    assert gains[0] > gains[1]


def test_tokens_are_for_spending_when_the_night_ends() -> None:
    state = fresh(4)
    assert SENSE.token_price(state, 30.0) == SENSE.token > SENSE.token_price(state, 3.0) > SENSE.token_price(state, 0.0)


def test_it_waits_rather_than_close_the_diner_while_behind_and_closes_it_while_ahead() -> None:
    last_cards = [["bacon"], [], ["bacon"]]
    behind = position(4, kitchen=last_cards, tips=[[], ["First Date"]], tokens=[2, 1, 1, 1], breaks=1)
    assert SEASONED.decide_or_wait(behind, 0, Stream(1)) == WAIT
    ahead = position(4, kitchen=last_cards, tips=[["First Date"]], tokens=[2, 1, 1, 1], breaks=1)
    assert SEASONED.decide_or_wait(ahead, 0, Stream(1)) != WAIT


def test_it_serves_before_the_diner_closes() -> None:
    last_cards = [["bacon"], [], ["bacon"] * 2]
    state = position(4, hands=[["burger", "salad"]], sections=[["First Date"]], kitchen=last_cards, breaks=1)
    assert SEASONED.decide(state, 0, Stream(1)) == serve("First Date")


def test_it_calls_when_it_is_ahead_and_not_when_it_is_behind() -> None:
    kitchen = [["bacon"], [], []]
    ahead = position(4, kitchen=kitchen, calls="players", tips=[["First Date"]], tokens=[0, 3, 1, 1], breaks=1)
    assert SEASONED.decide_or_wait(ahead, 0, Stream(1)) == CALL
    behind = position(4, kitchen=kitchen, calls="players", tips=[[], ["Bus Tour"]], tokens=[1, 2, 1, 1], breaks=1)
    assert SEASONED.decide_or_wait(behind, 0, Stream(1)) != CALL


@pytest.mark.strength
def test_alone_among_four_it_comes_first_more_often_than_one_of_four_would() -> None:
    won = 0.0
    medium = bot("medium", GAME)
    for game in range(100):
        at = game % 4
        state = fresh(4, 100 + game // 4)
        bots = [SEASONED if seat == at else medium for seat in range(4)]
        play_game(state, bots, [Stream(100 + game // 4, branch=1 + (seat - at) % 4) for seat in range(4)])
        first = state.ranking()[0]
        won += 1 / len(first) if at in first else 0.0
    assert won >= 30


def test_every_kind_of_plate_counts_in_a_hand() -> None:
    for plate in range(BLUE):
        state = position(4, hands=[["salad"]])
        assert SENSE.promise(state, 0, 20.0, plate) > SENSE.promise(state, 0, 20.0)

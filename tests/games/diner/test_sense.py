"""What a good player knows: the bots play by it."""

from __future__ import annotations

import pytest

from maitred.bots.clock import WAIT
from maitred.bots.levels import bot, play_game
from maitred.games.diner.rules import CALL, COUNTER, HOLD, SEAT, SERVE, TAKE, Diner
from maitred.games.diner.sense import DinerSense
from maitred.kernel.chance import Stream
from tests.games.diner.positions import GAME, draw, fresh, position, seat_at, serve

SENSE = DinerSense()


def best(state: Diner, seat: int) -> int:
    """The action a medium bot takes."""
    return bot("medium", GAME).decide(state, seat, Stream(1))


@pytest.mark.strength
def test_medium_beats_random_in_95_of_100_games_at_equal_pace_seats_mirrored() -> None:
    won = 0.0
    for game in range(100):
        medium = game % 2
        state = fresh(2, game // 2)
        bots = [bot("medium" if seat == medium else "random", GAME) for seat in range(2)]
        assert bots[0].pace == bots[1].pace
        play_game(state, bots, [Stream(game // 2, branch=1 + int(seat != medium)) for seat in range(2)])
        first = state.ranking()[0]
        won += 1 / len(first) if medium in first else 0.0
    assert won >= 95


def test_it_takes_the_plate_its_section_waits_for() -> None:
    kitchen = [["bacon"] * 6 + ["bacon"], ["pancakes"] * 6 + ["salad"], ["burger"] * 6]
    state = position(2, hands=[["burger"]], sections=[["First Date"]], kitchen=kitchen)
    assert best(state, 0) == draw(1)


def test_it_seats_what_it_can_serve() -> None:
    kitchen = [["bacon"] * 5, ["bacon"] * 5, ["pancakes"] * 5]
    state = position(
        2,
        hands=[["burger", "salad", "burger", "steak"]],
        kitchen=kitchen,
        lounge=["Early Birds", "Touring Rock Stars", "Scout Troop"],
    )
    assert seat_at(1, 0) <= best(state, 0) <= seat_at(1, 2)


def test_it_serves_before_the_diner_closes() -> None:
    state = position(
        2, hands=[["burger", "salad"]], sections=[["First Date"]], kitchen=[["bacon"], ["bacon"], ["bacon"] * 2]
    )
    assert best(state, 0) == serve("First Date")


def test_it_waits_rather_than_close_the_diner_while_behind_and_closes_it_while_ahead() -> None:
    medium = bot("medium", GAME)
    last_cards = [["bacon"], [], ["bacon"]]
    behind = position(2, kitchen=last_cards, tips=[[], ["First Date"]], tokens=[2, 1])
    assert medium.decide_or_wait(behind, 0, Stream(1)) == WAIT
    assert medium.decide(behind, 0, Stream(1)) != WAIT, "who must act does"
    ahead = position(2, kitchen=last_cards, tips=[["First Date"]], tokens=[2, 1])
    assert medium.decide_or_wait(ahead, 0, Stream(1)) in (draw(0), draw(2), *range(COUNTER, SERVE))
    calm = position(2, kitchen=last_cards, tips=[[], ["First Date"]], tokens=[2, 1], pace="calm")
    assert best(calm, 0) == HOLD


def test_it_waits_for_an_action_that_is_worth_a_token() -> None:
    dull = [["bacon"] * 5, ["bacon"] * 5, ["pancakes"] * 5]
    state = position(
        2, hands=[["bacon", "bacon", "bacon"]], kitchen=dull, lounge=["Opera Singers", "Oil Drillers", "Newlyweds"]
    )
    assert bot("medium", GAME).decide_or_wait(state, 0, Stream(1)) == WAIT


def test_at_a_calm_table_it_holds_if_another_may_act_on_something_better_and_not_only_to_be_asked_again() -> None:
    some = [["bacon"] * 5, ["bacon"] * 5, ["pancakes"] * 4 + ["salad"]]
    lounge = ["Opera Singers", "Oil Drillers", "Newlyweds"]
    for holds in (0, 1):
        state = position(
            2, hands=[["bacon"] * 3], kitchen=some, lounge=lounge, pace="calm", tokens=[1, 2], asking=0, holds=holds
        )
        assert best(state, 0) == (HOLD if holds else draw(2))


def test_at_a_calm_table_it_serves_rather_than_hold() -> None:
    kitchen = [["bacon"] * 9, ["bacon"] * 5, ["pancakes"] * 5]
    state = position(2, hands=[["burger", "salad"]], sections=[["First Date"]], kitchen=kitchen, pace="calm", asking=0)
    assert best(state, 0) == serve("First Date")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_at_a_calm_table_medium_bots_hold_in_less_than_a_third_of_their_decisions(players: int) -> None:
    decisions = held = 0
    for seed in range(15):
        state = fresh(players, seed, pace="calm")
        chances = [Stream(seed, branch=1 + seat) for seat in range(players)]
        medium = bot("medium", GAME)
        while actors := state.actors():
            action = medium.decide(state, actors[0], chances[actors[0]])
            state.apply(actors[0], action)
            decisions += 1
            held += action == HOLD
    assert 0 < held < decisions / 3


def test_it_takes_a_token_when_it_may() -> None:
    state = position(2, tokens=[3, 0], relief="on")
    assert bot("medium", GAME).decide_or_wait(state, 1, Stream(1)) == TAKE


def test_it_calls_when_it_is_ahead_and_not_when_it_is_behind() -> None:
    kitchen = [["bacon"], [], []]
    ahead = position(2, kitchen=kitchen, calls="players", tips=[["First Date"]], tokens=[0, 3])
    assert bot("medium", GAME).decide_or_wait(ahead, 0, Stream(1)) == CALL
    behind = position(
        2,
        kitchen=[["steak"] * 6, [], []],
        calls="players",
        hands=[["burger"]],
        sections=[["First Date"]],
        tips=[[], ["Bus Tour"]],
    )
    assert best(behind, 0) != CALL


@pytest.mark.parametrize(("hand", "waits"), [(["burger"], True), (["burger", "salad"], False)])
def test_a_plate_is_for_a_party_only_if_that_lacks_one(hand: list[str], waits: bool) -> None:
    state = position(2, hands=[hand], sections=[["First Date"]], kitchen=[["salad"], ["blue"], ["bacon"]])
    for stack in (0, 1):
        assert ("is for First Date" in SENSE.reason(state, 0, draw(stack))) == waits


def test_the_reason_to_draw_a_plate_is_who_ordered_it() -> None:
    state = position(
        2, hands=[["burger"]], lounge=["First Date", "The Twins", "Road Crew"], kitchen=[["salad"], ["blue"], ["bacon"]]
    )
    assert [SENSE.reason(state, 0, draw(stack)) for stack in range(3)] == [
        "With Salad you hold every plate for First Date: $4.",
        "With Blue Plate Special you hold every plate for First Date: $4.",
        "Road Crew ordered Bacon & Eggs.",
    ]


def test_a_refill_that_leaves_time_to_serve_is_said_to() -> None:
    state = position(
        2,
        hands=[["burger", "salad"]],
        lounge=["First Date", "The Twins", "Road Crew"],
        kitchen=[["bacon"] * 3, ["bacon"], []],
    )
    reasons = [SENSE.reason(state, 0, SEAT + stack) for stack in range(2)]
    assert ["leaves the lower stack alone" in reason for reason in reasons] == [True, False]


def test_every_reason_is_a_sentence() -> None:
    for options in ({}, {"calls": "players"}, {"pace": "calm", "relief": "on"}):
        state = fresh(3, 2, **options)
        pick = Stream(3)
        while actors := state.actors():
            for seat in actors:
                for action in state.legal(seat):
                    reason = SENSE.reason(state, seat, action)
                    assert reason[0].isupper() or reason[0] == "$"
                    assert reason.endswith(".")
            seat = actors[pick.below(len(actors))]
            legal = state.legal(seat)
            state.apply(seat, legal[pick.below(len(legal))])


def test_among_many_a_token_in_hand_or_to_come_is_worth_something_and_between_two_only_what_is_on_the_table() -> None:
    many = position(4, tokens=[1, 2, 1, 1])
    chances = SENSE.win_chances(many)
    assert chances[1] > chances[2] > chances[0] == chances[3]
    assert SENSE.win_chances(position(2, tokens=[1, 2])) == [0.5, 0.5]


def test_among_many_the_search_is_only_believed_at_the_end_of_the_night() -> None:
    between_two = SENSE.prior_visits(fresh(2, 1))
    assert SENSE.prior_visits(fresh(4, 1)) > 1000 * between_two
    late = fresh(4, 1)
    late.breaks = 1
    late.kitchen = [stack[:4] for stack in late.kitchen]
    assert SENSE.prior_visits(late) == between_two

"""Delectable clause by clause: each test is named after the clause of the rulings that it guards."""

from __future__ import annotations

from typing import Any

import pytest

from maitred.games.delectable.rules import (
    AGAIN,
    COMMIT,
    DECLINE,
    DISCARD,
    FOOD,
    GIVE,
    GIVE_CARD,
    MAX_PLAYERS,
    NAME,
    OVER,
    RESOURCES,
    REVIEW,
    ROLL,
    RUN_FIRST,
    RUN_LAST,
    SERVER,
    STEAL,
    STEAL_FROM,
    TURN,
    Delectable,
    run_at,
)
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadPosition
from maitred.kernel.play import play_out
from tests.games.delectable.positions import GAME, HOUSE, card, cards, index, names, position, stacked, verbs, with_die
from tests.games.house_rulings import (
    the_first_player_is_drawn,
    the_table_may_fix_the_first_player,
    wrong_options_are_refused_by_name,
)

PLAYER_COUNTS = range(2, 6)


def fresh(players: int, seed: int = 3, **options: object) -> Delectable:
    """A new game."""
    state = GAME.new(players, seed, options)
    assert isinstance(state, Delectable)
    return state


def review_with(position_in_hand: int, seat: int) -> int:
    """The action that reviews a seat's restaurant."""
    return position_in_hand * MAX_PLAYERS + seat


# Common house rulings


def test_G1_the_first_player_is_drawn_from_the_seed() -> None:
    the_first_player_is_drawn(PLAYER_COUNTS, lambda players, seed: fresh(players, seed).turn)


def test_G1_the_table_may_fix_the_first_player() -> None:
    the_table_may_fix_the_first_player(PLAYER_COUNTS, lambda players, seed, seat: fresh(players, seed, first=seat).turn)


def test_G1_left_is_the_next_seat() -> None:
    state = position(3, turn=2, hands=[[], [], [card("review", 2)]])
    state.apply(2, review_with(0, 2))
    assert state.turn == 0


def test_G1_a_last_tie_shares_the_win() -> None:
    rivals = [cards("server", 3, 3), cards("chef", 3, 3)]
    state = position(2, moment="over", deck=[], discard=all_but(rivals), restaurants=rivals)
    assert state.ranking() == [[0, 1]]


def test_G2_wrong_options_are_refused_by_name_and_the_main_rule_is_the_default() -> None:
    wrong_options_are_refused_by_name(GAME)
    assert GAME.check_options({}, 4) == {"first": "drawn"}


def test_G3_a_seat_is_asked_even_when_one_answer_is_legal() -> None:
    state = position(2, hands=[cards("chef", 2, 3, 4), [card("chef", 5)]])
    state.apply(0, COMMIT + run_at(0, 2))
    assert (state.moment, state.legal(0)) == (STEAL, [STEAL_FROM + 1])
    state.apply(0, STEAL_FROM + 1)
    assert (state.moment, state.actors(), state.legal(1)) == (GIVE, [1], [GIVE_CARD])


def test_G4_every_game_ends_because_every_action_spends_cards() -> None:
    for players in PLAYER_COUNTS:
        for seed in range(20):
            state = fresh(players, seed)
            assert play_out(state, Stream(seed)) <= 3 * len(HOUSE.pile)
            assert state.moment == OVER


# Setup


def test_D1_a_deck_of_another_make_is_not_the_house_deck() -> None:
    kinds = [HOUSE.pile.count(kind) for kind in range(RESOURCES + 1)]
    assert kinds == [20, 20, 20, 20, 28]
    assert len(fresh(2).inventory()) == 108


def test_D2_one_card_face_up_and_everything_else_in_the_deck() -> None:
    for players in PLAYER_COUNTS:
        state = fresh(players)
        assert sum(len(pile) for pile in state.market) == 1
        assert len(state.deck) == 107
        assert state.discard == []
        assert all(hand == [] for hand in state.hands)
        assert all(restaurant == [] for restaurant in state.restaurants)
        market_card = next(pile[0] for pile in state.market if pile)
        assert state.market[HOUSE.pile[market_card]] == [market_card]


def test_D2_the_deck_is_shuffled() -> None:
    assert fresh(2, 1).deck != fresh(2, 2).deck
    tops = {fresh(2, seed).deck[-1] for seed in range(300)}
    assert len(tops) > 80


# Review


def test_D3_a_turn_offers_review_roll_and_commit() -> None:
    state = position(2, hands=[[card("review", 4), *cards("chef", 2, 3)], []])
    assert verbs(state, 0) == {"review", "roll", "discard", "commit"}


@pytest.mark.parametrize("action", [review_with(0, 1), COMMIT + run_at(1, 2)])
def test_D3_one_action_a_turn(action: int) -> None:
    state = position(2, hands=[[card("review", 4), *cards("chef", 2, 3)], []])
    state.apply(0, action)
    assert (state.turn, state.moment, state.legal(0)) == (1, TURN, [])


def test_D3_a_roll_is_a_whole_turn() -> None:
    state = stacked(position(2), card("chef", 2))
    state.apply(0, NAME + REVIEW)
    assert (state.turn, state.moment) == (1, TURN)


def test_D4_a_review_goes_to_any_restaurant_the_own_included() -> None:
    review = card("review", 5)
    for reviewed in range(3):
        state = position(3, turn=1, hands=[[], [card("food", 2), review], []])
        assert [action for action in state.legal(1) if action < COMMIT] == [review_with(1, seat) for seat in range(3)]
        state.apply(1, review_with(1, reviewed))
        assert names(state, state.restaurants[reviewed]) == [review]
        assert names(state, state.hands[1]) == [card("food", 2)]


def test_D4_only_review_cards_review() -> None:
    state = position(2, hands=[cards("food", 2, 5), []])
    assert "review" not in verbs(state, 0)


@pytest.mark.parametrize(
    ("reviews", "quality"),
    [
        ([], 2),
        ([5], 5),
        ([3, 3, 4, 4, 5], 3),
        ([4, 4, 3], 4),
        ([2, 5], 2),
        ([5, 4, 3, 2], 2),
        ([5, 5, 4, 4, 3, 3], 3),
        ([5, 5, 5, 2, 2], 5),
    ],
)
def test_D5_the_commonest_review_the_lowest_of_those_tied(reviews: list[int], quality: int) -> None:
    state = position(2, restaurants=[cards("review", *reviews), []])
    assert state.quality == [quality, 2]


def test_D5_quality_changes_with_the_review_that_tips_it() -> None:
    state = position(2, hands=[cards("review", 4), []], restaurants=[[], cards("review", 5)])
    state.apply(0, review_with(0, 1))
    assert state.quality == [2, 4]


def test_D5_reviews_in_hand_do_not_count() -> None:
    assert position(2, hands=[cards("review", 5, 5, 5), []]).quality == [2, 2]


# Roll


def test_D6_discards_come_first_any_number_from_anywhere() -> None:
    hand = cards("chef", 2, 3, 4, 5)
    state = position(2, hands=[list(hand), []])
    state.apply(0, DISCARD + 1)
    state.apply(0, DISCARD + 2)
    assert names(state, state.hands[0]) == [hand[0], hand[2]]
    state.apply(0, DISCARD)
    state.apply(0, DISCARD)
    assert state.hands[0] == []
    assert names(state, state.discard) == [hand[1], hand[3], hand[0], hand[2]]
    assert state.legal(0) == [NAME + REVIEW]


def test_D6_the_first_discard_commits_the_turn_to_a_roll() -> None:
    state = position(2, hands=[[card("review", 4), *cards("chef", 2, 3)], []])
    state.apply(0, DISCARD)
    assert (state.turn, state.moment) == (0, ROLL)
    assert verbs(state, 0) == {"discard", "roll"}


def test_D6_down_to_seven_before_naming_a_pile() -> None:
    hand = [*cards("chef", 2, 3, 4, 5), *cards("food", 2, 3, 4, 5)]
    state = position(2, hands=[hand, []])
    assert NAME + REVIEW not in state.legal(0)
    assert GAME.why_not(state, 0, NAME + REVIEW) == "Discard down to 7 cards before naming a pile (you hold 8)."
    state.apply(0, DISCARD)
    assert NAME + REVIEW in state.legal(0)


def test_D6_seven_cards_may_roll_without_a_discard() -> None:
    state = position(2, hands=[[*cards("chef", 2, 3, 4, 5), *cards("food", 2, 3, 4)], []])
    assert NAME + REVIEW in state.legal(0)


def test_D6_eight_may_be_held_through_a_review_a_commit_and_a_declined_roll() -> None:
    hand = [card("review", 2), *cards("chef", 2, 3, 4, 5), *cards("food", 2, 3, 4)]
    assert {"review", "commit"} <= verbs(position(2, hands=[hand, []]), 0)
    declined = position(2, hands=[hand, []], moment="again")
    declined.apply(0, DECLINE)
    assert len(declined.hands[0]) == 8


def test_D6_only_piles_with_cards_can_be_named() -> None:
    state = position(2, market={"chef": [card("chef", 2)], "food": [card("food", 3)]})
    assert state.legal(0) == [NAME + 1, NAME + 2]
    assert "no servers" in GAME.why_not(state, 0, NAME + SERVER)


def test_D6_there_is_no_passing() -> None:
    for moment in ("turn", "roll"):
        state = position(2, moment=moment)
        assert DECLINE not in state.legal(0)


def test_D6_one_card_comes_to_the_market_after_the_roll_taken_or_not() -> None:
    for die, taken in ((1, False), (20, True)):
        state = stacked(position(2, market={"chef": [card("chef", 5)]}), card("food", 4))
        with_die(state, die).apply(0, NAME + 1)
        assert names(state, state.market[2]) == [card("food", 4)]
        assert names(state, state.hands[0]) == ([card("chef", 5)] if taken else [])
        assert names(state, state.market[1]) == ([] if taken else [card("chef", 5)])


def test_D6_the_market_is_never_empty() -> None:
    for seed in range(30):
        state = fresh(3, seed)
        pick = Stream(seed)
        while state.actors():
            assert any(state.market)
            seat = state.actors()[0]
            legal = state.legal(seat)
            state.apply(seat, legal[pick.below(len(legal))])


def needed(state: Delectable, pile: int) -> int:
    """The lowest die that takes the pile's top card, found by rolling every die."""
    for die in range(1, 21):
        rolled = with_die(state.clone(), die)
        top = rolled.market[pile][-1]
        rolled.apply(state.turn, NAME + pile)
        if top in rolled.hands[state.turn]:
            return die
    return 21


def test_D7_the_total_must_reach_the_cost() -> None:
    state = position(2, market={"chef": [card("chef", 3, 2)]})
    cost = HOUSE.cost[index(card("chef", 3, 2))]
    assert (needed(state, 1), state.needed(0, 1)) == (cost - 2, cost - 2)


def test_D7_discards_of_the_whole_turn_count() -> None:
    thrown = card("chef", 2, 2)
    bonus = HOUSE.if_discarded[index(thrown)]
    assert bonus == 3
    market = {"food": [card("food", 5, 4)], "review": [card("review", 5, 6)]}
    state = stacked(position(2, hands=[[thrown], []], market=market), card("food", 5, 3), card("server", 2))
    before = needed(state, REVIEW)
    state.apply(0, DISCARD)
    assert needed(state, REVIEW) == before - bonus
    with_die(state, 1).apply(0, NAME + 2)
    assert (state.moment, state.turn) == (AGAIN, 0)
    assert needed(state, REVIEW) == before - bonus, "discards of an earlier roll of the same turn still count"
    state.apply(0, NAME + REVIEW)
    assert (state.turn, state.discards) == (1, 0), "and are gone with the turn"


def test_D7_the_three_rightmost_cards_in_hand_count_after_discarding() -> None:
    hand = [card("server", 5, 4), card("server", 4, 4), card("server", 3, 4), card("chef", 5, 4)]
    to_server = [HOUSE.to[index(name)][SERVER] for name in hand]
    assert to_server[0] != 0
    state = position(2, hands=[hand, []], market={"server": [card("server", 5, 3)]})
    assert state.hand_modifier(0, SERVER) == sum(to_server[1:])
    cost = HOUSE.cost[index(card("server", 5, 3))]
    assert needed(state, SERVER) == cost - 2 - sum(to_server[1:])
    state.apply(0, DISCARD + 3)
    assert state.hand_modifier(0, SERVER) == sum(to_server[:3]), "the leftmost moves up"


def test_D7_naming_reviews_takes_nothing_from_the_hand() -> None:
    state = position(2, hands=[cards("server", 5, 4, 3), []])
    assert state.hand_modifier(0, REVIEW) == 0
    top = state.market[REVIEW][-1]
    assert needed(state, REVIEW) == HOUSE.cost[top] - 2


def test_D7_reviews_in_hand_carry_modifiers_like_other_cards() -> None:
    review = next(card("review", 3, copy) for copy in range(7) if HOUSE.to[index(card("review", 3, copy))][SERVER])
    state = position(2, hands=[[review], []], market={"server": [card("server", 4)]})
    assert state.hand_modifier(0, SERVER) == HOUSE.to[index(review)][SERVER] != 0


@pytest.mark.parametrize(("quality", "stars", "lesser"), [(3, 5, 3), (5, 3, 3), (4, 4, 4), (2, 5, 2)])
def test_D7_the_lesser_of_restaurant_and_card_quality_counts(quality: int, stars: int, lesser: int) -> None:
    market = {"chef": [card("chef", stars, 4)]}
    state = position(2, restaurants=[cards("review", quality), []], market=market)
    assert state.star_modifier(0, 1) == lesser
    assert needed(state, 1) == HOUSE.cost[index(card("chef", stars, 4))] - lesser


def test_D7_the_card_taken_goes_rightmost_and_cannot_be_refused() -> None:
    state = stacked(position(2, hands=[cards("food", 2, 3), []], market={"chef": [card("chef", 2)]}), card("server", 2))
    with_die(state, 20).apply(0, NAME + 1)
    assert names(state, state.hands[0]) == [*cards("food", 2, 3), card("chef", 2)]
    assert state.turn == 1


def test_D7_a_top_card_uncovers_the_one_below() -> None:
    market = {"chef": [card("chef", 2), card("chef", 3)]}
    state = stacked(position(2, market=market), card("server", 2))
    with_die(state, 20).apply(0, NAME + 1)
    assert names(state, state.market[1]) == [card("chef", 2)]


# What is seen


def test_D8_when_a_card_leaves_its_neighbours_become_adjacent() -> None:
    hand = [card("chef", 2), card("food", 3), card("chef", 4)]
    state = position(2, hands=[hand, []])
    assert "commit" not in verbs(state, 0)
    state.apply(0, DISCARD + 1)
    with_die(state, 1).apply(0, NAME + REVIEW)
    if state.moment == AGAIN:
        state.apply(0, DECLINE)
    state.turn = 0
    assert COMMIT + run_at(0, 1) in state.legal(0)


def test_D8_a_commit_closes_the_gap_too() -> None:
    hand = [card("food", 2), *cards("chef", 2, 3), card("food", 3)]
    state = position(2, hands=[hand, []])
    state.apply(0, COMMIT + run_at(1, 2))
    assert names(state, state.hands[0]) == cards("food", 2, 3)


def test_D8_views_show_tops_and_heights_never_buried_cards_or_the_deck() -> None:
    market = {"chef": cards("chef", 2, 3, 4)}
    state = position(3, market=market, discard=cards("food", 2, 3))
    for viewer in (None, 0, 1, 2):
        view = GAME.view(state, viewer)
        assert view["market"]["chef"] == {"top": index(card("chef", 4)), "height": 3}
        assert view["market"]["food"] == {"top": None, "height": 0}
        assert view["discard"] == {"top": index(card("food", 3)), "height": 2}
        assert view["deck"] == len(state.deck) == 103
        shown = str([GAME.zones(view, state.cards), GAME.prompt(state, viewer)])
        for buried in [*market["chef"][:2], card("food", 2), *names(state, state.deck)]:
            assert buried not in shown


def test_D8_hands_and_restaurants_are_public() -> None:
    hands = [cards("food", 2, 3), cards("chef", 4)]
    state = position(2, hands=hands, restaurants=[[], cards("server", 5)])
    for viewer in (None, 0, 1):
        view = GAME.view(state, viewer)
        assert view["hands"] == [[index(name) for name in hand] for hand in hands]
        assert view["restaurants"] == [[], [index(card("server", 5))]]


def test_D8_determinize_shuffles_the_deck_and_nothing_else() -> None:
    state = position(
        2,
        hands=[cards("food", 2, 3), []],
        market={"chef": cards("chef", 2, 3, 4)},
        discard=cards("food", 5, 5, 5, 4, 4, 4),
    )
    other = state.determinize(1, Stream(5))
    assert sorted(other.deck) == sorted(state.deck)
    assert other.deck not in (state.deck, sorted(state.deck))
    for zone in ("market", "discard", "hands", "restaurants"):
        assert getattr(other, zone) == getattr(state, zone)


def test_D9_a_card_drawn_to_the_named_pile_offers_another_roll() -> None:
    for die in (1, 20):
        state = stacked(position(2, market={"chef": cards("chef", 5, 4)}), card("chef", 2))
        with_die(state, die).apply(0, NAME + 1)
        assert (state.turn, state.moment) == (0, AGAIN)
        assert {"roll", "end"} <= verbs(state, 0) <= {"roll", "end", "discard"}


def test_D9_another_roll_is_a_whole_roll_and_may_chain() -> None:
    state = stacked(
        position(2, hands=[cards("food", 2), []], market={"chef": cards("chef", 5), "food": cards("food", 5)}),
        *cards("chef", 2, 3),
        card("food", 4),
    )
    with_die(state, 1).apply(0, NAME + 1)
    assert DISCARD in state.legal(0)
    with_die(state, 1).apply(0, NAME + 1)
    assert state.moment == AGAIN
    with_die(state, 1).apply(0, NAME + 2)
    assert (state.turn, state.moment) == (0, AGAIN), "any pile may be named for another roll, and win one more"


def test_D9_the_turn_may_end_instead_but_not_after_a_discard() -> None:
    hands = [cards("food", 2), []]
    state = position(2, hands=hands, moment="again")
    assert DECLINE in state.legal(0)
    state.apply(0, DISCARD)
    assert DECLINE not in state.legal(0), "the discard has begun the roll"
    state = position(2, hands=hands, moment="again")
    state.apply(0, DECLINE)
    assert (state.turn, state.moment) == (1, TURN)


def test_D9_a_pile_founded_anew_counts() -> None:
    state = stacked(position(2, market={"chef": [card("chef", 2)]}), card("chef", 3))
    with_die(state, 20).apply(0, NAME + 1)
    assert names(state, state.hands[0]) == [card("chef", 2)]
    assert (state.turn, state.moment) == (0, AGAIN)


def test_D9_the_last_card_of_the_deck_wins_no_roll() -> None:
    market = {"chef": [card("chef", 5)], "review": [card("review", 2, 6)]}
    last = card("chef", 2)
    state = position(2, market=market, deck=[last], discard=all_but([market["chef"], [last]]))
    with_die(state, 1).apply(0, NAME + 1)
    assert state.moment == OVER


# Commit


def test_D10_any_run_of_one_resource_not_only_the_longest() -> None:
    hand = [*cards("chef", 2, 3, 4), card("food", 2), *cards("chef", 5)]
    state = position(2, hands=[hand, []])
    runs = [action - COMMIT for action in state.legal(0) if COMMIT <= action < DISCARD]
    assert [(RUN_FIRST[run], RUN_LAST[run]) for run in runs] == [(0, 1), (0, 2), (1, 2)]


def test_D10_reviews_are_not_committed() -> None:
    assert "commit" not in verbs(position(2, hands=[cards("review", 2, 3), []]), 0)


def test_D10_two_cards_steal_nothing() -> None:
    state = position(2, hands=[cards("chef", 2, 3), cards("chef", 4)])
    state.apply(0, COMMIT + run_at(0, 1))
    assert names(state, state.restaurants[0]) == cards("chef", 2, 3)
    assert (state.turn, state.moment) == (1, TURN)


def test_D10_three_or_more_name_any_opponent() -> None:
    state = position(4, turn=1, hands=[[], cards("chef", 2, 3, 4), cards("chef", 5), []])
    state.apply(1, COMMIT + run_at(0, 2))
    assert state.legal(1) == [STEAL_FROM, STEAL_FROM + 2, STEAL_FROM + 3]


def test_D10_the_opponent_picks_the_card_and_it_goes_to_the_restaurant() -> None:
    victim = [card("chef", 5), card("food", 2), card("chef", 4, 1)]
    state = position(3, hands=[cards("chef", 2, 3, 4), [], victim])
    state.apply(0, COMMIT + run_at(0, 2))
    state.apply(0, STEAL_FROM + 2)
    assert (state.actors(), state.legal(0), state.legal(2)) == ([2], [], [GIVE_CARD, GIVE_CARD + 2])
    state.apply(2, GIVE_CARD + 2)
    assert names(state, state.restaurants[0]) == [*cards("chef", 2, 3, 4), victim[2]]
    assert names(state, state.hands[2]) == victim[:2]
    assert (state.turn, state.moment) == (1, TURN)


def test_D10_an_opponent_without_that_resource_gives_nothing() -> None:
    state = position(2, hands=[cards("chef", 2, 3, 4), cards("food", 2)])
    state.apply(0, COMMIT + run_at(0, 2))
    state.apply(0, STEAL_FROM + 1)
    assert (state.turn, state.moment) == (1, TURN)
    assert names(state, state.hands[1]) == cards("food", 2)


# The end


def all_but(zones: list[list[str]]) -> list[str]:
    """Every card of the house that lies nowhere else, a lone market review excepted."""
    elsewhere = {name for zone in zones for name in zone} | {card("review", 2, 6)}
    return [name for name in HOUSE.names if name not in elsewhere]


def test_D11_the_game_ends_with_the_turn_that_draws_the_last_card() -> None:
    last = [card("chef", 2), card("food", 2)]
    state = position(2, deck=last, discard=all_but([last]))
    with_die(state, 1).apply(0, NAME + REVIEW)
    assert (state.turn, state.moment) == (1, TURN), "one card is left"
    with_die(state, 1).apply(1, NAME + REVIEW)
    assert (state.moment, state.actors(), state.legal(0), state.legal(1)) == (OVER, [], [], [])


def test_D11_cards_in_hand_count_nothing() -> None:
    hands = [cards("server", 5, 5), []]
    state = position(5, hands=[*hands, [], [], []])
    assert state.resource_scores(0) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("stars", "quality", "value"), [(2, 3, 1), (3, 3, 6), (4, 3, 4), (5, 5, 10), (2, 2, 4), (5, 2, 5)]
)
def test_D12_value_of_a_card_in_a_restaurant(stars: int, quality: int, value: int) -> None:
    restaurant = [card("food", stars), *cards("review", quality)]
    state = position(2, restaurants=[restaurant, []])
    assert state.resource_scores(0) == [0, 0, value, 0]
    assert GAME.view(state, 0)["worth"] == [[value, 0], []]


@pytest.mark.parametrize(("players", "score", "counted"), [(2, 3, 4), (3, 6, 3), (4, 10, 2), (5, 10, 2)])
def test_D13_the_lowest_of_four_three_or_two_resources(players: int, score: int, counted: int) -> None:
    restaurant = [*cards("server", 3), *cards("chef", 3, 3), *cards("food", 5, 5), *cards("equipment", 4, 4, 4)]
    state = position(players, restaurants=[restaurant, *[[] for _ in range(players - 1)]])
    assert state.resource_scores(0) == [3, 6, 10, 12]
    assert state.counted_scores(0) == [3, 6, 10, 12][-counted:]
    assert state.scores()[0] == score
    seen = GAME.view(state, None)
    assert seen["counting"][0] == ["equipment", "food", "chef", "server"][:counted]
    assert seen["lowest"][0] == seen["counting"][0][-1]
    assert seen["lowest"][1] is None


def test_D13_ties_go_by_the_next_lowest_within_those_calculated() -> None:
    low = [*cards("server", 3), *cards("chef", 3)]
    high = [card("server", 3, 1), *cards("chef", 5)]
    assert position(4, restaurants=[low, high, [], []]).ranking() == [[1], [0], [2, 3]]
    third = [*low, *cards("food", 2)]
    state = position(4, restaurants=[third, [card("server", 3, 1), card("chef", 3, 1)], [], []])
    assert state.resource_scores(0) == [3, 3, 4, 0]
    assert state.counted_scores(0) == [3, 4]
    assert position(4, restaurants=[low, [card("server", 3, 1), card("chef", 3, 1)], [], []]).ranking()[0] == [0, 1]
    four = [*cards("server", 3), *cards("chef", 3), *cards("food", 4), *cards("equipment", 4)]
    five = [card("server", 3, 1), card("chef", 3, 1), card("food", 4, 1), *cards("equipment", 5)]
    state = position(2, restaurants=[four, five])
    assert state.scores() == [3, 3]
    assert state.ranking() == [[1], [0]]


def test_D13_ties_ignore_resources_that_are_not_calculated() -> None:
    more = [*cards("server", 3), *cards("chef", 3), *cards("food", 3)]
    less = [card("server", 3, 1), card("chef", 3, 1)]
    assert position(5, restaurants=[more, less, [], [], []]).ranking()[0] == [0, 1]


# The rulebook's example


def example() -> Delectable:
    """The table of the worked example, with a hand and restaurants laid out by us to fit all that it tells."""
    three = ["No-Notepad Nora", "Tweezer Virtuoso", "Poet of the Knife"]
    reviews = cards("review", 3, 3, 4, 4, 2)
    servers = [card("server", 3)]
    chefs = [card("chef", 3), card("chef", 3, 1), card("chef", 2, 1), card("chef", 2, 2)]
    food = [
        *[card("food", 3, copy) for copy in range(2)],
        *cards("food", 4),
        card("food", 2, 3),
        card("food", 2, 4),
        card("food", 2, 2),
    ]
    equipment = [card("equipment", 2), card("equipment", 2, 1)]
    return position(
        2,
        hands=[["Microwave Mike", *three], []],
        restaurants=[[*reviews, *servers, *chefs, *food, *equipment], []],
        market={"food": ["Soup of Yesterday"], "server": ["The Maître d' Herself"]},
    )


def test_D15_the_reviews_make_a_three_star_restaurant() -> None:
    assert example().quality[0] == 3


def test_D15_the_resources_score_6_14_19_and_2() -> None:
    state = example()
    assert state.resource_scores(0) == [6, 14, 19, 2]
    assert state.scores()[0] == 2


def test_D15_the_two_star_food_is_certain() -> None:
    state = example()
    state.apply(0, DISCARD)
    assert (state.discards, state.hand_modifier(0, 2), state.star_modifier(0, 2)) == (2, 0, 2)
    assert needed(state, 2) == 1
    assert GAME.describe(state, 0, NAME + 2)["label"].endswith("certain")


def test_D15_the_five_star_server_needs_a_12() -> None:
    state = example()
    state.apply(0, DISCARD)
    assert (state.discards, state.hand_modifier(0, SERVER), state.star_modifier(0, SERVER)) == (2, 4, 3)
    assert needed(state, SERVER) == 12
    assert GAME.describe(state, 0, NAME + SERVER)["label"].endswith("needs 12 or more, 45 %")


# The examples of the rules page, worked out by the engine

PAGE = " ".join(GAME.rules().split())
REVIEWS_3 = ["It Filled a Gap", "Solid Soup, Odd Decor", "My Date Smiled"]


def test_D7_the_roll_on_the_rules_page_is_worked_out_right() -> None:
    hand = ["Leaky Kettle", "Shy Trainee", "Tableside Charmer", "Soup-Thumb Sam", "Dishwasher on Day Two"]
    assert f"{', '.join(hand[:-1])} and {hand[-1]}" in PAGE
    lobster = index("Lobster in Evening Wear")
    state = position(hands=[hand, []], restaurants=[REVIEWS_3, []], market={"food": [HOUSE.names[lobster]]})
    state.apply(0, DISCARD + 1)
    added = [state.discards, state.hand_modifier(0, FOOD), state.star_modifier(0, FOOD)]
    rightmost = ", ".join([f"{name} {HOUSE.to[index(name)][FOOD]:+d}" for name in hand[-3:]])
    stars = f"your {state.quality[0]} are fewer than the card's {HOUSE.stars[lobster]}"
    for row in (
        f"| discards | Shy Trainee | {added[0]:+d} |",
        f"| the three rightmost cards, to food | {rightmost} | {added[1]:+d} |",
        f"| stars | {stars} | {added[2]:+d} |",
        f"| together | | {sum(added):+d} |",
    ):
        assert row in PAGE
    told = GAME.describe(state, 0, NAME + FOOD)
    assert f"You need a {told['needed']} or more on the die, which is {told['percent']} %." in PAGE
    with_die(state, 11)
    state.events = []
    state.apply(0, NAME + FOOD)
    rolled = GAME.hear(state, state.events[0], None)
    assert rolled is not None
    assert f"The die shows 11: that makes {rolled['total']} against {rolled['cost']}, and" in PAGE
    assert rolled["taken"]
    assert state.hands[0][-1] == lobster


def test_D13_the_score_on_the_rules_page_is_worked_out_right() -> None:
    restaurant = {
        "servers": ["Quick-Step Quentin", "Chatty Part-Timer"],
        "chefs": ["Saucier in Clogs", "Grill Sergeant"],
        "food": ["Lobster in Evening Wear", "Damp Club Sandwich"],
        "equipment": ["Leaky Kettle", "Moody Toaster"],
    }
    laid = [*REVIEWS_3, *[name for named in restaurant.values() for name in named]]
    state = position(3, restaurants=[laid, [], []])
    quality = state.quality[0]
    how = {-1: " less one", 0: "", 1: " doubled"}
    for (resource, named), score in zip(restaurant.items(), state.resource_scores(0), strict=True):
        words = []
        for name in named:
            stars, value = HOUSE.stars[index(name)], state.card_value(index(name), quality)
            words.append(f"{name} {stars}★{how[(value > stars) - (value < stars)]} is {value}")
        assert f"| {resource} | {', '.join(words)} | {score} |" in PAGE
    best = sorted(state.resource_scores(0), reverse=True)[:3]
    assert f"best three, here {best[0]}, {best[1]} and {best[2]}, and the lowest" in PAGE
    assert f"the lowest of these is the score: {state.scores()[0]}." in PAGE
    two = position(2, restaurants=[laid, []])
    assert f"the same restaurant would score {two.scores()[0]}." in PAGE


# Positions that cannot occur


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"hands": [cards("food", 2), cards("food", 2)]}, "exactly once"),
        ({"market": {}}, "market is never empty"),
        ({"market": {"chef": [card("food", 2)]}}, "wrong market pile"),
        ({"deck": []}, "exactly once"),
        ({"moment": "over"}, "exactly once"),
        ({"moment": "breakfast"}, "'moment' is one of"),
        ({"turn": 2}, "'turn' is a whole number from 0 to 1"),
        ({"hands": [["Spaghetti"], []]}, "'Spaghetti', which is no card"),
        ({"hands": [[]]}, "one list for each of the 2 seats"),
        ({"hands": [[*cards("food", 2, 2, 2, 2, 2), *cards("chef", 2, 2, 2, 2)], []]}, "at most 8"),
        ({"discards": 3}, "only during a Roll Action"),
        ({"stolen": "chef"}, "only after three or more"),
        ({"victim": 1}, "nobody is giving"),
        ({"moment": "steal", "stolen": "chef"}, "before three or more"),
        (
            {"moment": "give", "stolen": "chef", "victim": 1, "restaurants": [cards("chef", 2, 2, 2), []]},
            "holds one of that resource",
        ),
        ({"moment": "give", "stolen": "chef", "victim": 0, "restaurants": [cards("chef", 2, 2, 2), []]}, "themself"),
        ({"market": 5}, "table of names"),
        ({"hands": [5, []]}, "a list of cards"),
    ],
)
def test_impossible_positions_are_refused(words: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        position(2, **words)


def test_a_pack_of_another_deck_is_refused() -> None:
    packed = fresh(2).pack()
    packed[1] ^= 1
    with pytest.raises(BadPosition, match="another deck"):
        GAME.unpack(packed)

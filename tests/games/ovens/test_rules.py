"""Ovens clause by clause: each test is named after the clause of the rulings that it guards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from maitred.games.ovens import rules
from maitred.games.ovens.rules import Ovens
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadPosition, BadRecord
from maitred.kernel.play import play_out
from maitred.kernel.record import read_record
from tests.games.house_rulings import (
    the_first_player_is_drawn,
    the_table_may_fix_the_first_player,
    wrong_options_are_refused_by_name,
)
from tests.games.ovens.positions import (
    GAME,
    HOUSE,
    SEASONING,
    dish,
    do,
    everything_but,
    fresh,
    hand,
    in_oven,
    kind,
    kinds,
    known,
    moves,
    position,
    raid_seeing,
    refusal,
    stacked,
    verbs,
)

RECORDS = Path(__file__).parent / "records"
PLAYER_COUNTS = range(2, 6)
BURGER = ["Dough", "Tomato", "Meat", "Egg"]
"""The ingredients of the WcBurguer, which is seat 0's dish if a position does not say otherwise."""


def all_ready(state: Ovens) -> Ovens:
    """The same game when all have kept their first cards."""
    for seat in range(state.players):
        state.apply(seat, rules.READY)
    return state


def all_seated(state: Ovens) -> Ovens:
    """The same game when all have taken the first dish they may take."""
    all_ready(state)
    while state.moment == rules.CHOOSE_DISH:
        state.apply(state.chooser, state.legal(state.chooser)[0])
    return state


def pass_turn(state: Ovens) -> None:
    """The player whose turn it is does nothing."""
    turn, round_ = state.turn, state.round
    while state.actors() and (state.turn, state.round) == (turn, round_):
        do(state, "go on")


def target(seat: int, name: str) -> int:
    """The action that slips a card into a seat's oven."""
    return rules.SABOTAGE_WITH + seat * rules.MAX_KINDS + kind(name)


def with_dishes_done(done: list[Any], other: str) -> Ovens:
    """Seat 0 has finished some dishes and lacks an egg for a hamburger; seat 1 prepares another dish."""
    hands, ovens = [["Egg"], []], [BURGER[:3], []]
    return position(2, moment="prepare", hands=hands, ovens=ovens, finished=[done, []], dishes=["WcBurguer", other])


# Common house rulings


def test_G1_the_first_player_is_drawn_from_the_seed() -> None:
    the_first_player_is_drawn(PLAYER_COUNTS, lambda players, seed: fresh(players, seed).first)


def test_G1_the_table_may_fix_the_first_player() -> None:
    the_table_may_fix_the_first_player(
        PLAYER_COUNTS, lambda players, seed, seat: fresh(players, seed, first=seat).first
    )


def test_G1_left_is_the_next_seat() -> None:
    state = position(3, first=1, turn=2)
    pass_turn(state)
    assert (state.turn, state.round) == (0, 1)


def test_G1_a_tie_shares_the_win() -> None:
    state = position(2, round=6, turn=1, moment="over", ovens=[["Meat"], ["Dough"]])
    assert state.scores() == [2, 2]
    assert state.ranking() == [[0, 1]]


def test_G2_wrong_options_are_refused_by_name_and_the_main_rule_is_the_default() -> None:
    wrong_options_are_refused_by_name(GAME)
    assert GAME.check_options({}, 4) == {"first": "drawn"}


def test_G3_a_seat_is_asked_even_when_one_answer_is_legal() -> None:
    state = position(2, moment="action", hands=[[], ["Rat"]])
    do(state, "raid", seat=1)
    assert (state.moment, state.legal(0)) == (rules.KEEP, [rules.RETURN])
    do(state, "return")
    assert (state.moment, state.legal(0)) == (rules.PREPARE, [rules.GO_ON])
    do(state, "go on")
    assert (state.moment, state.legal(0)) == (rules.SABOTAGE, [rules.GO_ON])


def test_G3_the_last_dish_that_may_be_chosen_is_asked_for() -> None:
    done = [[name, 0, 0] for name in ("Midnight Slice", "Mademoiselle Soup", "Kabuki Yakitori")]
    state = with_dishes_done(done, "Harbour Slice")
    do(state, "prepare", "Egg")
    assert (state.moment, state.legal(0)) == (rules.CHOOSE_DISH, [rules.CHOOSE + 4])


def test_G4_every_game_ends_after_six_rounds() -> None:
    for players in PLAYER_COUNTS:
        for seed in range(20):
            state = fresh(players, seed)
            assert play_out(state, Stream(seed)) <= players * (4 + 5 + 6 * 24)
            assert (state.moment, state.round) == (rules.OVER, 6)


# Setup


def test_O1_a_hand_holds_at_most_seven() -> None:
    state = position(2, hands=[["Meat"] * 6, []])
    assert "take" in verbs(state)
    do(state, "take")
    assert verbs(state) == {"go on"}
    assert refusal(state, 0, rules.TAKE) == "Your hand is full: 7 cards are the limit."


def test_O1_the_limit_is_judged_when_a_theft_is_complete() -> None:
    full = ["Onion"] * 3 + ["Dough"] * 4
    state = position(2, moment="action", hands=[full, []], ovens=[[], ["Mushroom"]])
    do(state, "steal", seat=1, place=0)
    assert (state.moment, len(state.hands[0])) == (rules.REPLACE, 8)
    do(state, "replace", "Dough")
    assert len(state.hands[0]) == 7


def test_O1_an_oven_has_seven_spaces_for_ingredients() -> None:
    oven = ["Dough", "Tomato", ["Rat", 1], ["Fly", 1], ["Rat", 1], ["Fly", 1]]
    state = position(2, moment="prepare", hands=[["Pickles", "Meat"], []], ovens=[oven, []])
    do(state, "prepare", "Pickles")
    assert len(state.ovens[0]) == rules.SPACES
    assert verbs(state) == {"go on"}
    assert refusal(state, 0, rules.PREPARE_WITH + kind("Meat")) == "Your oven is full: it has 7 spaces."


def test_O1_an_oven_has_seven_spaces_for_trash() -> None:
    oven: list[Any] = ["Dough", "Onion", *[["Fly", 0]] * 3, *[["Rat", 0]] * 2]
    state = position(
        2,
        moment="sabotage",
        hands=[["Snail"], []],
        ovens=[[], oven],
        dishes=["WcBurguer", "Leaning Tower Deluxe"],
    )
    assert verbs(state) == {"go on"}
    assert refusal(state, 0, target(1, "Snail")) == "That oven is full: it has 7 spaces."


def test_O1_six_rounds_with_the_same_first_player() -> None:
    state = all_seated(fresh(3, 5, first=2))
    seen: list[tuple[int, int]] = []
    while state.moment != rules.OVER:
        if not seen or seen[-1] != (state.round, state.turn):
            seen.append((state.round, state.turn))
        do(state, "go on")
    assert seen == [(round_, seat) for round_ in range(1, 7) for seat in (1, 2, 0)]


def test_O1_three_cards_each_and_five_piles_by_type() -> None:
    for players in PLAYER_COUNTS:
        state = fresh(players)
        assert [len(cards) for cards in state.hands] == [3] * players
        assert len(state.deck) == sum(HOUSE.copies) - 3 * players
        assert state.discard == []
        for type_ in range(rules.TYPES):
            assert [HOUSE.type_of[found] for found in state.piles[type_]] == [type_] * 6


def test_O1_cards_and_dishes_are_shuffled() -> None:
    assert fresh(2, 1).deck != fresh(2, 2).deck
    assert len({tuple(fresh(2, seed).piles[0]) for seed in range(40)}) > 20
    assert len({tuple(fresh(2, seed).hands[0]) for seed in range(40)}) > 30


def test_O1_any_first_cards_are_exchanged_once_all_seats_at_once() -> None:
    state = fresh(3, 8, first=1)
    before = [cards[:] for cards in state.hands]
    drawn = state.deck[::-1]
    assert state.actors() == [0, 1, 2]
    for card in before[0]:
        state.apply(0, rules.REJECT + card)
    assert state.legal(0) == [rules.READY]
    state.apply(0, rules.READY)
    assert state.legal(0) == []
    assert (state.actors(), state.hands) == ([1, 2], before)
    state.apply(2, rules.REJECT + before[2][0])
    state.apply(2, rules.READY)
    state.apply(1, rules.READY)
    assert state.moment == rules.CHOOSE_DISH
    assert state.hands[0] == sorted(drawn[:3])
    assert state.hands[1] == before[1]
    assert state.hands[2] == sorted([drawn[3], *before[2][1:]])
    assert sorted(card >> 3 for card in state.discard) == sorted([*before[0], before[2][0]])


def test_O1_nobody_sees_what_others_exchange_before_all_have_decided() -> None:
    state = fresh(2, 8)
    before = [GAME.view(state, 1), GAME.prompt(state, 1), state.asked, state.reveals, state.stamp(1, rules.READY)]
    spectated = [GAME.view(state, None), GAME.prompt(state, None)]
    state.events = []
    assert state.silent(0, rules.REJECT + state.hands[0][0])
    state.apply(0, rules.REJECT + state.hands[0][0])
    assert [
        GAME.view(state, 1),
        GAME.prompt(state, 1),
        state.asked,
        state.reveals,
        state.stamp(1, rules.READY),
    ] == before
    assert [GAME.view(state, None), GAME.prompt(state, None)] == spectated
    assert state.events
    for listener in (1, None):
        assert [GAME.hear(state, event, listener) for event in state.events] == [None]
    assert not state.silent(0, rules.READY)
    assert GAME.view(state, 0)["rejected"] == [state.hands[0][0]]


def test_O1_in_seat_order_from_the_first_each_takes_the_top_dish_of_a_pile() -> None:
    state = all_ready(fresh(3, 4, first=3))
    for seat in (2, 0, 1):
        assert state.actors() == [seat]
        assert state.legal(seat) == [rules.CHOOSE + type_ for type_ in range(rules.TYPES)]
        top = state.piles[2][-1]
        do(state, "choose", type="soup")
        assert state.dish[seat] == top
    assert (state.moment, state.turn, state.round) == (rules.SUPPLY, 2, 1)


def test_O1_a_back_shows_some_ingredients_and_no_points() -> None:
    state = all_ready(fresh(2, 4))
    for name, pile in GAME.view(state, 0)["piles"].items():
        top = state.piles[["hamburger", "pizza", "soup", "yakitori", "tacos"].index(name)][-1]
        assert set(pile) == {"back", "height"}
        assert 0 < len(pile["back"]) < len(HOUSE.needs[top])
        assert set(pile["back"]) < set(HOUSE.needs[top])


def test_O1_then_the_pile_is_turned_face_up() -> None:
    state = all_ready(fresh(2, 4, first=1))
    assert GAME.view(state, 0)["deck"]["top"] is None
    do(state, "choose", type="soup")
    assert GAME.view(state, 0)["deck"]["top"] is None
    do(state, "choose", type="pizza")
    assert GAME.view(state, 0)["deck"]["top"] == GAME.view(state, None)["deck"]["top"] == state.deck[-1]


# A turn


def test_O2_the_steps_come_in_order_and_each_may_be_skipped() -> None:
    state = position(2)
    for moment in (rules.SUPPLY, rules.ACTION, rules.PREPARE, rules.SABOTAGE):
        assert (state.moment, state.turn) == (moment, 0)
        do(state, "go on")
    assert (state.moment, state.turn) == (rules.SUPPLY, 1)


def test_O2_no_step_is_done_out_of_order() -> None:
    state = position(2, moment="prepare", hands=[["Meat", "Rat"], ["Fly"]])
    assert verbs(state) == {"prepare", "go on"}
    assert refusal(state, 0, rules.TAKE) == "Steps cannot be done out of order: after supply comes prepare."
    assert refusal(state, 0, rules.RAID + 1) == "Steps cannot be done out of order: after action comes prepare."
    assert refusal(state, 0, target(1, "Rat")) == "It is time for prepare: go on first."


def test_O2_one_action_a_turn() -> None:
    state = position(2, moment="action", hands=[["Onion"], ["Rat", "Fly"]], ovens=[["Meat"], ["Dough"]])
    assert verbs(state) == {"raid", "steal", "clean", "go on"}
    do(state, "clean", places=[0])
    assert state.moment == rules.PREPARE


# Supply


def test_O3_any_number_is_discarded_and_up_to_three_are_taken() -> None:
    state = position(2, hands=[["Rat", "Rat", "Meat", "Fly"], []])
    for name in ("Rat", "Fly", "Rat"):
        do(state, "discard", name)
    assert sorted(state.discard) == sorted([kind("Rat") * 8, kind("Rat") * 8, kind("Fly") * 8])
    stacked(state, "Dough", "Onion", "Onion")
    for name in ("Dough", "Onion", "Onion"):
        assert kinds(state, "take") == [name]
        do(state, "take")
    assert (state.moment, hand(state, 0)) == (rules.ACTION, ["Dough", "Meat", "Onion", "Onion"])


def test_O3_identical_cards_are_one_choice() -> None:
    state = position(2, hands=[["Rat", "Rat", "Meat"], []])
    assert kinds(state, "discard") == ["Meat", "Rat"]


def test_O3_no_discard_after_the_first_card_is_taken() -> None:
    state = position(2, hands=[["Rat", "Meat"], []])
    do(state, "take")
    assert verbs(state) == {"take", "go on"}
    assert refusal(state, 0, rules.DISCARD + kind("Rat")) == "No discards once a card has been taken."


def test_O3_one_may_stop_taking_at_any_time() -> None:
    state = position(2)
    do(state, "take")
    do(state, "go on")
    assert (state.moment, len(state.hands[0])) == (rules.ACTION, 1)


def test_O3_only_the_number_of_discards_is_seen() -> None:
    state = position(3, hands=[["Rat", "Meat"], [], []])
    other = state.clone()
    state.events, other.events = [], []
    do(state, "discard", "Rat")
    do(other, "discard", "Meat")
    for viewer in (1, 2, None):
        assert GAME.view(state, viewer) == GAME.view(other, viewer)
        told = [GAME.hear(state, event, viewer) for event in state.events]
        assert told == [GAME.hear(other, event, viewer) for event in other.events]
        assert told[0] is not None
        assert told[0]["text"] == "{0} discard[s] a card face down."
    assert GAME.view(state, 1)["discard"] == 1
    heard = GAME.hear(state, state.events[0], 0)
    assert heard is not None
    assert heard["text"] == "{0} discard[s] Rat."


def test_O3_taken_cards_are_known_to_all() -> None:
    state = stacked(position(3, hands=[["Fly"], [], []]), "Dough", "Rat")
    do(state, "take")
    do(state, "take")
    for viewer in (1, 2):
        assert known(state, 0, viewer) == ["Dough", "Rat"]
        assert GAME.view(state, viewer)["known"][0] == [kind("Dough"), kind("Rat")]
        assert GAME.view(state, viewer)["held"] == [3, 0, 0]
        for seed in range(20):
            assert {kind("Dough"), kind("Rat")} <= set(state.determinize(viewer, Stream(seed)).hands[0])
    assert GAME.view(state, None)["known"] == [[], [], []]


# Pantry raid


def test_O4_the_rulebooks_example() -> None:
    state = position(2, moment="action", hands=[["Onion", "Rat"], ["Tomato", "Cheese", "Meat"]])
    raid_seeing(state, 1, "Tomato", "Cheese")
    assert kinds(state, "keep") == ["Tomato", "Cheese"]
    do(state, "keep", "Cheese")
    assert (state.moment, kinds(state, "give")) == (rules.GIVE, ["Onion", "Rat"])
    do(state, "give", "Rat")
    assert (hand(state, 0), hand(state, 1)) == (["Cheese", "Onion"], ["Tomato", "Meat", "Rat"])
    assert state.moment == rules.PREPARE


def test_O4_both_may_be_given_back() -> None:
    state = position(2, moment="action", hands=[["Onion"], ["Tomato", "Cheese"]])
    do(state, "raid", seat=1)
    do(state, "return")
    assert (hand(state, 0), hand(state, 1)) == (["Onion"], ["Tomato", "Cheese"])
    assert (state.moment, state.looked) == (rules.PREPARE, [])


def test_O4_two_random_cards_all_pairs_equally_likely() -> None:
    seen: dict[tuple[int, ...], int] = {}
    for seed in range(600):
        state = position(2, seed, moment="action", hands=[[], ["Tomato", "Cheese", "Meat"]])
        state.chance = Stream(seed)
        do(state, "raid", seat=1)
        seen[tuple(state.looked)] = seen.get(tuple(state.looked), 0) + 1
    assert len(seen) == 3
    assert min(seen.values()) > 150


def test_O4_nobody_without_cards_is_raided() -> None:
    state = position(3, moment="action", hands=[["Onion"], [], ["Fly"]])
    assert [words["seat"] for words in moves(state, "raid")] == [2]
    assert refusal(state, 0, rules.RAID + 1) == "That player has no cards to look at."
    assert refusal(state, 0, rules.RAID) == "That is done to other players, not to yourself."


def test_O4_a_lone_card_is_swapped_or_given_back() -> None:
    state = position(2, moment="action", hands=[["Onion"], ["Cheese"]])
    do(state, "raid", seat=1)
    assert (state.looked, verbs(state)) == ([kind("Cheese")], {"keep", "return"})
    do(state, "keep", "Cheese")
    do(state, "give", "Onion")
    assert (hand(state, 0), hand(state, 1)) == (["Cheese"], ["Onion"])


def test_O4_a_lone_card_without_one_of_yours_is_looked_at_and_given_back() -> None:
    state = position(2, moment="action", hands=[[], ["Cheese"]])
    do(state, "raid", seat=1)
    assert verbs(state) == {"return"}
    assert refusal(state, 0, rules.KEEP_CARD + kind("Cheese")) == "You have no card to give for it, so it goes back."
    do(state, "return")
    assert (hand(state, 0), hand(state, 1)) == ([], ["Cheese"])


def test_O4_of_two_cards_one_is_kept_for_nothing_by_who_has_nothing() -> None:
    state = position(2, moment="action", hands=[[], ["Cheese", "Meat"]])
    do(state, "raid", seat=1)
    do(state, "keep", "Meat")
    assert (hand(state, 0), hand(state, 1), state.moment) == (["Meat"], ["Cheese"], rules.PREPARE)


def test_O4_the_kept_card_is_not_the_one_given_for_it() -> None:
    state = position(2, moment="action", hands=[["Onion"], ["Cheese", "Meat"]])
    do(state, "raid", seat=1)
    do(state, "keep", "Cheese")
    assert kinds(state, "give") == ["Onion"]


def test_O4_raider_and_victim_see_the_cards_and_others_whether_something_was_kept() -> None:
    state = position(4, moment="action", hands=[["Onion"], ["Cheese", "Meat"], [], []])
    state.events = []
    do(state, "raid", seat=1)
    for viewer in range(4):
        raid = GAME.view(state, viewer)["raid"]
        assert raid["cards"] == ([kind("Cheese"), kind("Meat")] if viewer < 2 else None)
    assert GAME.view(state, None)["raid"]["cards"] is None
    do(state, "keep", "Cheese")
    do(state, "give", "Onion")
    texts = {viewer: [GAME.hear(state, event, viewer) for event in state.events] for viewer in (0, 1, 2, None)}
    said = {viewer: [words["text"] for words in heard if words] for viewer, heard in texts.items()}
    assert (
        said[0]
        == said[1]
        == [
            "{0} raid[s] {1}'s pantry and look[0:s] at Cheese and Meat.",
            "{0} keep[s] Cheese.",
            "{0} give[s] {1} Onion in return.",
        ]
    )
    assert (
        said[2]
        == said[None]
        == [
            "{0} raid[s] {1}'s pantry and look[0:s] at 2 cards.",
            "{0} keep[s] a card.",
            "{0} give[s] {1} a card in return.",
        ]
    )


def test_O4_what_was_seen_in_a_raid_stays_known_to_those_who_saw_it() -> None:
    state = position(3, moment="action", hands=[["Onion"], ["Cheese", "Meat"], []])
    do(state, "raid", seat=1)
    assert known(state, 1, 0) == ["Cheese", "Meat"]
    do(state, "keep", "Cheese")
    do(state, "give", "Onion")
    assert known(state, 1, 0) == ["Meat", "Onion"]
    assert known(state, 0, 1) == ["Cheese"]
    assert known(state, 1, 2) == known(state, 0, 2) == []


# Oven theft


def test_O5_a_card_is_taken_and_replaced_by_one_that_the_dish_lacks() -> None:
    state = position(2, moment="action", hands=[["Dough", "Meat", "Rat"], []], ovens=[[], ["Onion"]])
    do(state, "steal", seat=1, place=0)
    assert hand(state, 0) == ["Dough", "Meat", "Onion", "Rat"]
    assert kinds(state, "replace") == ["Dough"]
    assert refusal(state, 0, rules.REPLACE_WITH + kind("Meat")) == "That dish does not lack Meat."
    assert refusal(state, 0, rules.REPLACE_WITH + kind("Onion")) == "You took Onion: put in something else."
    do(state, "replace", "Dough")
    assert (in_oven(state, 1), hand(state, 0)) == (["Dough"], ["Meat", "Onion", "Rat"])
    assert state.moment == rules.PREPARE


def test_O5_the_seasoning_replaces_if_none_is_in() -> None:
    state = position(2, moment="action", hands=[[SEASONING], []], ovens=[[], ["Onion"]])
    do(state, "steal", seat=1, place=0)
    assert kinds(state, "replace") == [SEASONING]


def test_O5_no_seasoning_for_stolen_seasoning_neither_that_one_nor_another() -> None:
    hands = [["Dough", "Mushroom", SEASONING], []]
    state = position(2, moment="action", hands=hands, ovens=[[], ["Onion", SEASONING]])
    do(state, "steal", seat=1, place=1)
    assert hand(state, 0) == ["Dough", "Mushroom", SEASONING, SEASONING]
    assert kinds(state, "replace") == ["Dough", "Mushroom"]
    assert refusal(state, 0, rules.REPLACE_WITH + kind(SEASONING)) == f"You took {SEASONING}: put in something else."
    do(state, "replace", "Dough")
    assert (in_oven(state, 1), hand(state, 0)) == (["Onion", "Dough"], ["Mushroom", SEASONING, SEASONING])


def test_O5_seasoning_alone_steals_nothing_where_seasoning_is_in() -> None:
    for held in ([SEASONING], [SEASONING, SEASONING], ["Meat"], ["Onion", SEASONING]):
        state = position(2, moment="action", hands=[held, []], ovens=[[], ["Onion", SEASONING, ["Rat", 0]]])
        assert moves(state, "steal") == []
        for place in range(3):
            why = refusal(state, 0, rules.STEAL + rules.SPACES + place)
            assert why == "You hold nothing that this dish lacks, to put in its place."


def test_O5_every_theft_leaves_the_thief_a_replacement_and_never_of_the_kind_taken() -> None:
    thefts = face_down = 0
    for seed in range(150):
        state = fresh(2 + seed % 4, seed)
        pick = Stream(seed, branch=5)
        while state.actors():
            seat = state.actors()[pick.below(len(state.actors()))]
            for action in state.legal(seat) if state.moment == rules.ACTION else []:
                if rules.STEAL <= action < rules.CLEAN:
                    victim, place = divmod(action - rules.STEAL, rules.SPACES)
                    taken = state.ovens[victim][place]
                    after = state.clone()
                    after.apply(seat, action)
                    fitting = [reply - rules.REPLACE_WITH for reply in after.legal(seat)]
                    assert fitting
                    assert taken >> 3 not in fitting
                    assert set(fitting) <= set(state.hands[seat]), "what replaces was there beforehand"
                    thefts += 1
                    face_down += taken & 7 != rules.ALL
            actions = state.legal(seat)
            state.apply(seat, actions[pick.below(len(actions))])
    assert thefts > 500
    assert face_down > 100


def test_O5_what_lies_face_down_is_of_no_kind_that_a_dish_lacks() -> None:
    state = position(3, moment="action", hands=[["Dough"], [], []], ovens=[[], [["Rat", 2], ["Anchovies", 2]], []])
    assert all(laid >> 3 > HOUSE.seasoning for laid in state.ovens[1])
    for unseen in (["Dough", 2], [SEASONING, 2]):
        with pytest.raises(BadPosition, match="face down lies only trash or a radioactive card"):
            position(3, moment="action", hands=[["Dough"], [], []], ovens=[[], [unseen], []])


def test_O5_by_the_first_rules_seasoning_was_put_in_for_stolen_seasoning() -> None:
    state = position(2, moment="action", hands=[[SEASONING], []], ovens=[[], ["Onion", SEASONING]])
    state.old_rules = 1
    assert [words["place"] for words in moves(state, "steal")] == [1]
    do(state, "steal", seat=1, place=1)
    assert kinds(state, "replace") == [SEASONING]
    told = json.loads((RECORDS / "rules_1_seasoning_for_seasoning.json").read_text(encoding="utf-8"))
    assert read_record(json.dumps(told), {GAME.id: GAME}).result() == told["result"]
    with pytest.raises(BadRecord):
        read_record(json.dumps({**told, "rules_version": 2}), {GAME.id: GAME})


def test_O5_no_theft_without_a_replacement_beforehand() -> None:
    state = position(2, moment="action", hands=[["Meat", "Onion"], []], ovens=[[], ["Onion"]])
    assert moves(state, "steal") == []
    assert (
        refusal(state, 0, rules.STEAL + rules.SPACES) == "You hold nothing that this dish lacks, to put in its place."
    )


def test_O5_a_radioactive_card_at_home_is_not_taken() -> None:
    state = position(2, moment="action", hands=[["Dough"], []], ovens=[[], ["Anchovies", "Onion"]])
    assert [words["place"] for words in moves(state, "steal")] == [1]
    assert (
        refusal(state, 0, rules.STEAL + rules.SPACES)
        == "You cannot steal Anchovies from a dish where such a card is at home."
    )


def test_O5_only_a_face_up_one_is_protected_so_that_moves_tell_nothing() -> None:
    state = position(3, moment="action", hands=[["Dough"], [], []], ovens=[[], [["Anchovies", 2], ["Fly", 2]], []])
    assert [words["place"] for words in moves(state, "steal")] == [0, 1]


def test_O5_a_face_down_card_is_seen_by_the_taker_and_known_to_who_placed_it() -> None:
    state = position(4, moment="action", hands=[["Dough"], [], [], []], ovens=[[], [["Rat", 2]], [], []])
    state.events = []
    do(state, "steal", seat=1, place=0)
    heard = [GAME.hear(state, state.events[0], viewer) for viewer in (0, 1, 2, 3, None)]
    assert ["kind" in words for words in heard if words] == [True, False, True, False, False]
    assert known(state, 0, 2) == ["Rat"]
    assert known(state, 0, 1) == known(state, 0, 3) == []


def test_O5_a_face_up_card_is_known_to_all_in_the_thiefs_hand() -> None:
    state = position(3, moment="action", hands=[["Dough"], [], []], ovens=[[], ["Onion"], []])
    do(state, "steal", seat=1, place=0)
    assert known(state, 0, 1) == known(state, 0, 2) == ["Onion"]


def test_O5_a_theft_that_finishes_the_dish_scores_at_once_and_the_owner_picks_a_new_one() -> None:
    oven = ["Onion", "Mushroom", ["Rat", 0], ["Anchovies", 0]]
    state = position(2, moment="action", hands=[["Dough", "Meat"], []], ovens=[[], oven])
    do(state, "steal", seat=1, place=2)
    do(state, "replace", "Dough")
    assert state.plates[1] == [dish("Midnight Slice"), 0, 5]
    assert state.scores() == [0, 16]
    assert (state.actors(), state.moment) == ([1], rules.CHOOSE_DISH)
    do(state, "choose", type="soup")
    assert (state.actors(), state.moment, state.prepared) == ([0], rules.PREPARE, 0)
    assert kinds(state, "prepare") == ["Meat"]


# Clean oven


def test_O6_one_card_comes_to_the_hand() -> None:
    state = position(2, moment="action", ovens=[["Dough", ["Rat", 1]], []])
    assert [words["places"] for words in moves(state, "clean")] == [[0], [1]]
    do(state, "clean", places=[1])
    assert (hand(state, 0), in_oven(state, 0), state.moment) == (["Rat"], ["Dough"], rules.PREPARE)


def test_O6_two_chosen_together_from_a_full_oven() -> None:
    full: list[Any] = ["Dough", "Tomato", ["Rat", 1], ["Fly", 1], ["Rat", 1], ["Fly", 1], ["Snail", 1]]
    state = position(2, moment="action", hands=[["Meat"] * 5, []], ovens=[full, []])
    places = [words["places"] for words in moves(state, "clean")]
    assert len(places) == 7 + 21
    do(state, "clean", places=[2, 6])
    assert hand(state, 0) == ["Meat"] * 5 + ["Rat", "Snail"]
    assert in_oven(state, 0) == ["Dough", "Tomato", ["Fly", 1], ["Rat", 1], ["Fly", 1]]


def test_O6_not_two_from_an_oven_with_room() -> None:
    state = position(2, moment="action", ovens=[["Dough", "Tomato", "Meat", *[["Rat", 1]] * 3], []])
    assert len(moves(state, "clean")) == 6
    assert refusal(state, 0, rules.CLEAN_TWO) == "Two cards are cleaned out only when the oven is full."


def test_O6_never_past_seven_in_hand() -> None:
    full: list[Any] = ["Dough", "Tomato", ["Rat", 1], ["Fly", 1], ["Rat", 1], ["Fly", 1], ["Snail", 1]]
    state = position(2, moment="action", hands=[["Meat"] * 6, []], ovens=[full, []])
    assert len(moves(state, "clean")) == 7
    assert refusal(state, 0, rules.CLEAN_TWO) == "Your hand would hold more than 7 cards."
    state = position(2, moment="action", hands=[["Meat"] * 7, []], ovens=[full, []])
    assert moves(state, "clean") == []
    assert refusal(state, 0, rules.CLEAN) == "Your hand would hold more than 7 cards."


def test_O6_face_down_cards_are_taken_unseen() -> None:
    state = position(3, moment="action", ovens=[[["Rat", 1]], [], []])
    assert GAME.view(state, 0)["ovens"][0]["cards"] == [{"kind": None, "by": 1}]
    assert moves(state, "clean")[0]["label"] == "Clean out the face-down card of {1} in space 1"
    state.events = []
    do(state, "clean", places=[0])
    heard = [GAME.hear(state, state.events[0], viewer) for viewer in (0, 1, 2, None)]
    assert ["kind" in words for words in heard if words] == [True, True, False, False]
    assert known(state, 0, 1) == ["Rat"]
    assert known(state, 0, 2) == []


# Prepare dish


def test_O7_up_to_three_cards() -> None:
    state = position(2, moment="prepare", hands=[["Dough", "Tomato", "Meat", "Pickles"], []])
    for name in ("Dough", "Tomato", "Pickles"):
        do(state, "prepare", name)
    assert (state.moment, in_oven(state, 0)) == (rules.SABOTAGE, ["Dough", "Tomato", "Pickles"])


def test_O7_missing_ingredients_the_seasoning_and_the_dishs_own_radioactive() -> None:
    cards = ["Dough", "Tomato", "Onion", SEASONING, "Rat", "Pickles", "Snail"]
    state = position(2, moment="prepare", hands=[cards, []], ovens=[["Dough"], []])
    assert kinds(state, "prepare") == ["Tomato", SEASONING, "Pickles"]
    assert refusal(state, 0, rules.PREPARE_WITH + kind("Dough")) == "Your dish has Dough already, and once is enough."
    assert refusal(state, 0, rules.PREPARE_WITH + kind("Onion")) == "WcBurguer does not ask for Onion."
    assert refusal(state, 0, rules.PREPARE_WITH + kind("Snail")) == "WcBurguer does not ask for Snail."


def test_O7_one_seasoning_and_one_own_radioactive_per_dish() -> None:
    state = position(2, moment="prepare", hands=[[SEASONING] * 2 + ["Pickles"] * 2, []])
    do(state, "prepare", SEASONING)
    do(state, "prepare", "Pickles")
    assert verbs(state) == {"go on"}
    assert (
        refusal(state, 0, rules.PREPARE_WITH + kind(SEASONING))
        == f"Your dish has {SEASONING} already, and once is enough."
    )
    assert (
        refusal(state, 0, rules.PREPARE_WITH + kind("Pickles")) == "Your dish has Pickles already, and once is enough."
    )


def test_O7_the_wild_is_tied_to_no_ingredient() -> None:
    state = position(2, moment="prepare", hands=[["Meat", "Egg"], []], ovens=[["Dough", SEASONING], []])
    assert kinds(state, "prepare") == ["Meat", "Egg"]
    do(state, "prepare", "Meat")
    assert state.plates[0] == []
    do(state, "prepare", "Egg")
    assert state.plates[0] == [dish("WcBurguer"), 0, 0]


def test_O7_a_second_own_radioactive_by_sabotage_does_not_block_the_first() -> None:
    state = position(2, moment="prepare", hands=[["Pickles"], []], ovens=[[["Pickles", 1]], []])
    assert kinds(state, "prepare") == ["Pickles"]


# Done


def test_O8_done_at_the_moment_all_ingredients_are_there() -> None:
    oven = ["Dough", "Tomato", "Meat", ["Rat", 1], "Pickles"]
    state = position(2, moment="prepare", hands=[["Egg", "Onion"], []], ovens=[oven, []])
    state.events = []
    do(state, "prepare", "Egg")
    assert state.plates[0] == [dish("WcBurguer"), 4, 5]
    assert (state.ovens[0], state.up[0], state.moment) == ([], 0, rules.CHOOSE_DISH)
    assert sorted(card >> 3 for card in state.discard) == sorted(kind(name) for name in [*BURGER, "Rat", "Pickles"])
    assert {card & 7 for card in state.discard} == {rules.ALL}
    finished = GAME.hear(state, state.events[1], 1)
    assert finished is not None
    assert finished["text"] == "{0} finish[es] WcBurguer, with Rat face down: 14 - 4 + 5 = 15 points."


def test_O8_the_new_dish_is_of_a_type_not_prepared_before() -> None:
    done = [["Siesta Taco", 0, 0], ["Midnight Slice", 0, 0]]
    state = with_dishes_done(done, "Little Bisque")
    do(state, "prepare", "Egg")
    assert [words["type"] for words in moves(state, "choose")] == ["soup", "yakitori"]
    assert refusal(state, 0, rules.CHOOSE) == "You have prepared hamburger already."
    tops = [pile[-1] for pile in state.piles]
    do(state, "choose", type="yakitori")
    assert state.dish[0] == tops[3]


def test_O8_what_is_left_of_the_three_cards_may_go_into_the_new_dish() -> None:
    piles = {
        "hamburger": [name for name in HOUSE.dish_names[:6] if name != "WcBurguer"],
        "pizza": [name for name in HOUSE.dish_names[6:12] if name != "Midnight Slice"],
        "soup": HOUSE.dish_names[12:18],
        "yakitori": HOUSE.dish_names[18:24],
        "tacos": [*HOUSE.dish_names[24:28], "Taco with a Grudge", "Siesta Taco"],
    }
    cards = ["Dough", "Egg", "Cheese", "Meat"]
    state = position(2, moment="prepare", hands=[cards, []], ovens=[BURGER[:3], []], piles=piles)
    do(state, "prepare", "Egg")
    do(state, "choose", type="tacos")
    assert (state.moment, state.prepared) == (rules.PREPARE, 1)
    do(state, "prepare", "Cheese")
    do(state, "prepare", "Meat")
    assert (state.moment, in_oven(state, 0)) == (rules.SABOTAGE, ["Cheese", "Meat"])


def test_O8_after_the_third_card_the_new_dish_waits() -> None:
    state = position(2, moment="prepare", prepared=2, hands=[["Egg", "Dough"], []], ovens=[BURGER[:3], []])
    do(state, "prepare", "Egg")
    do(state, "choose", type="tacos")
    assert state.moment == rules.SABOTAGE


def test_O8_all_five_types_prepared_closes_the_oven() -> None:
    done = [[name, 0, 0] for name in ("Siesta Taco", "Midnight Slice", "Mademoiselle Soup", "Kabuki Yakitori")]
    state = position(
        2,
        moment="prepare",
        hands=[["Egg", "Rat"], []],
        ovens=[BURGER[:3], []],
        finished=[done, []],
        dishes=["WcBurguer", "Little Bisque"],
    )
    do(state, "prepare", "Egg")
    assert (state.dish[0], state.moment) == (rules.CLOSED, rules.PREPARE)
    assert refusal(state, 0, rules.PREPARE_WITH + kind("Dough")) == "Your oven is closed."
    do(state, "go on")
    assert kinds(state, "sabotage") == ["Rat"]


def test_O8_no_pile_left_closes_the_oven() -> None:
    tables = small_deck()
    state = GAME.new(5, 1, {"first": 1}, tables)
    assert isinstance(state, Ovens)
    all_ready(state)
    for seat in range(4):
        state.apply(seat, state.legal(seat)[0])
    state.apply(4, state.legal(4)[0])
    assert [len(pile) for pile in state.piles] == [0] * 5
    while not any(state.plates):
        chance = Stream(state.asked)
        legal = state.legal(state.turn)
        preparing = [action for action in legal if rules.PREPARE_WITH <= action < rules.SABOTAGE_WITH]
        state.apply(state.turn, preparing[0] if preparing else legal[chance.below(len(legal))])
        assert state.round < rules.ROUNDS
    closed = next(seat for seat in range(5) if state.plates[seat])
    assert state.dish[closed] == rules.CLOSED


# Scoring


def test_O9_the_rulebooks_first_example_is_8() -> None:
    oven = ["Dough", "Tomato", "Meat", ["Fly", 1], ["Snail", 1]]
    state = position(2, moment="prepare", hands=[["Egg"], []], ovens=[oven, []])
    do(state, "prepare", "Egg")
    assert state.scores()[0] == 8


def test_O9_the_rulebooks_second_example_is_15() -> None:
    state = position(
        2,
        moment="prepare",
        hands=[["Dough", "Snail"], []],
        ovens=[["Cheese", "Onion"], []],
        dishes=["Mademoiselle Soup", "Midnight Slice"],
    )
    do(state, "prepare", "Snail")
    do(state, "prepare", "Dough")
    assert state.scores()[0] == 15


def test_O9_the_own_radioactive_counts_whoever_put_it_there_and_once() -> None:
    for down, score in (([["Pickles", 1]], 19), ([["Pickles", 1], ["Pickles", 1]], 19)):
        state = position(2, moment="prepare", hands=[["Egg"], []], ovens=[[*BURGER[:3], *down], []])
        do(state, "prepare", "Egg")
        assert state.scores()[0] == score
    state = position(2, moment="prepare", hands=[["Egg"], []], ovens=[[*BURGER[:3], "Pickles", ["Pickles", 1]], []])
    do(state, "prepare", "Egg")
    assert state.scores()[0] == 19


def test_O9_every_foreign_radioactive_takes_five_and_a_score_may_be_negative() -> None:
    down = [["Anchovies", 1], ["Snail", 1], ["Wasabi", 1]]
    state = position(2, moment="prepare", hands=[["Egg"], []], ovens=[[*BURGER[:3], *down], []])
    do(state, "prepare", "Egg")
    assert state.scores()[0] == 14 - 15


# Sabotage


def test_O10_trash_or_radioactive_face_down_into_another_oven() -> None:
    state = position(3, moment="sabotage", hands=[["Meat", SEASONING, "Rat", "Rat", "Anchovies"], [], []])
    assert kinds(state, "sabotage", seat=1) == kinds(state, "sabotage", seat=2) == ["Rat", "Anchovies"]
    assert refusal(state, 0, target(0, "Rat")) == "That is done to other players, not to yourself."
    assert refusal(state, 0, target(1, "Meat")) == "Only trash and radioactive cards sabotage a dish, not Meat."
    assert refusal(state, 0, target(1, "Fly")) == "These cards have no Fly among them."
    do(state, "sabotage", "Rat", seat=2)
    assert (in_oven(state, 2), hand(state, 0)) == ([["Rat", 0]], ["Meat", SEASONING, "Rat", "Anchovies"])
    assert (state.turn, state.moment) == (1, rules.SUPPLY)


def test_O10_who_placed_it_knows_it_and_its_owner_does_not() -> None:
    state = position(3, moment="sabotage", hands=[["Rat"], [], []])
    state.events = []
    do(state, "sabotage", "Rat", seat=2)
    seen = [GAME.view(state, viewer)["ovens"][2]["cards"] for viewer in (0, 1, 2, None)]
    assert seen == [[{"kind": shown, "by": 0}] for shown in (kind("Rat"), None, None, None)]
    heard = [GAME.hear(state, state.events[0], viewer) for viewer in (0, 1, 2, None)]
    assert ["kind" in words for words in heard if words] == [True, False, False, False]
    for seed in range(20):
        assert state.determinize(0, Stream(seed)).ovens[2] == [kind("Rat") * 8]
    dealt = {state.determinize(2, Stream(seed)).ovens[2][0] >> 3 for seed in range(60)}
    assert len(dealt) > 4
    assert min(dealt) > HOUSE.seasoning


# The last round


def test_O11_a_finished_dish_closes_the_oven_in_the_last_round() -> None:
    state = position(2, round=6, moment="prepare", hands=[["Egg", "Rat"], ["Fly"]], ovens=[BURGER[:3], []])
    do(state, "prepare", "Egg")
    assert (state.dish[0], state.moment) == (rules.CLOSED, rules.PREPARE)
    do(state, "go on")
    do(state, "sabotage", "Rat", seat=1)
    for _ in range(3):
        do(state, "go on")
    assert verbs(state) == {"go on"}
    assert refusal(state, 1, target(0, "Fly")) == "That oven is closed."


def test_O11_not_before_the_last_round() -> None:
    state = position(2, round=5, moment="prepare", hands=[["Egg"], []], ovens=[BURGER[:3], []])
    do(state, "prepare", "Egg")
    assert state.moment == rules.CHOOSE_DISH


def test_O11_a_closed_seat_may_still_supply_and_act() -> None:
    state = position(
        2, round=6, first=0, hands=[["Dough", "Rat"], ["Fly"]], finished=[[["WcBurguer", 0, 0]], []],
        dishes=["closed", "Midnight Slice"], ovens=[[], ["Onion"]],
    )  # fmt: skip
    do(state, "take")
    do(state, "go on")
    assert verbs(state) == {"raid", "steal", "go on"}
    do(state, "go on")
    assert verbs(state) == {"go on"}
    do(state, "go on")
    assert "sabotage" in verbs(state)


def test_O11_a_theft_that_finishes_a_dish_in_the_last_round_closes_the_oven() -> None:
    oven = ["Onion", "Mushroom", ["Rat", 0]]
    state = position(2, round=6, moment="action", hands=[["Dough"], []], ovens=[[], oven])
    do(state, "steal", seat=1, place=2)
    do(state, "replace", "Dough")
    assert (state.dish[1], state.actors(), state.moment) == (rules.CLOSED, [0], rules.PREPARE)
    assert state.scores() == [0, 11]
    do(state, "go on")
    assert verbs(state) == {"go on"}


def test_O11_the_rulebooks_third_example_is_3() -> None:
    oven = ["Meat", SEASONING, "Wasabi", ["Cockroach", 1], ["Greasy Hair", 1], ["Snail", 1]]
    state = position(
        2, round=6, turn=1, moment="sabotage", dishes=["Kabuki Yakitori", "Midnight Slice"], ovens=[oven, []]
    )
    assert state.scores() == [0, 0]
    state.events = []
    do(state, "go on")
    assert state.moment == rules.OVER
    assert state.scores() == [3, 0]
    told = [GAME.hear(state, event, None) for event in state.events]
    assert any(words and "Cockroach, Greasy Hair and Snail face down: 3 points." in words["text"] for words in told)
    assert GAME.sheet(state)["lines"][0]["notes"][0] == "Kabuki Yakitori 2 × 3 right - 3 wrong"


def test_O11_an_own_radioactive_counts_once_in_an_unfinished_dish() -> None:
    oven = ["Meat", ["Wasabi", 1], ["Wasabi", 1]]
    state = position(2, round=6, turn=1, moment="over", dishes=["Kabuki Yakitori", "Midnight Slice"], ovens=[oven, []])
    assert state.scores() == [4, 0]


def test_O11_an_unfinished_dish_may_count_below_zero() -> None:
    state = position(2, round=6, turn=1, moment="over", ovens=[[["Rat", 1], ["Fly", 1]], []])
    assert state.scores() == [-2, 0]
    assert state.ranking() == [[1], [0]]


# The pile, ties, running scores


def test_O12_an_empty_pile_is_made_anew_at_once_in_the_middle_of_a_supply() -> None:
    hands = [["Onion"], ["Fly"]]
    discard = everything_but(["Meat"], *hands)
    state = position(2, hands=hands, deck=["Meat"], discard=discard)
    do(state, "take")
    assert (len(state.deck), state.discard, state.moment) == (len(discard), [], rules.SUPPLY)
    assert sorted(HOUSE.names[card] for card in state.deck) == sorted(discard)
    orders = set()
    for seed in range(5):
        state = position(2, seed, hands=hands, deck=["Meat"], discard=discard)
        do(state, "take")
        orders.add(tuple(state.deck))
        do(state, "take")
        assert (len(state.hands[0]), state.taken) == (3, 2)
    assert len(orders) == 5


def test_O12_what_is_known_of_the_discard_is_known_of_the_new_pile() -> None:
    hands: list[list[str]] = [["Onion", "Dough", "Dough", "Meat", "Cheese"], []]
    rest = everything_but(["Meat"], *hands)
    seen = [name for name in rest if kind(name) > HOUSE.seasoning]
    discard: list[Any] = [name if name in seen else [name, 0] for name in rest]
    state = position(2, hands=hands, deck=["Meat"], discard=discard)
    do(state, "take")
    for seed in range(10):
        theirs = state.determinize(1, Stream(seed))
        assert sorted(card for card in theirs.deck if card > HOUSE.seasoning) == sorted(kind(name) for name in seen)
        mine = state.determinize(0, Stream(seed))
        assert sorted(mine.deck) == sorted(state.deck)
        assert mine.deck[-1] == theirs.deck[-1] == state.deck[-1]


def test_O12_with_both_empty_there_is_nothing_to_take() -> None:
    state = GAME.load(
        {
            "players": 5,
            "dishes": [f"{name} 1" for name in ("hamburger", "pizza", "soup", "yakitori", "tacos")],
            "hands": [["Dough"] * 6, ["Tomato"] * 6, ["Onion"] * 6, ["Rat"] * 6, [SEASONING, *RADIOACTIVE]],
            "ovens": [[["Rat", 1]], [], [], [], []],
        },
        1,
        small_deck(),
    )
    assert isinstance(state, Ovens)
    assert (state.deck, state.discard) == ([], [])
    assert rules.TAKE not in state.legal(0)
    assert GAME.why_not(state, 0, rules.TAKE) == "There is no card left to take."
    assert GAME.prompt(state, 0) == "Your move: the pile is empty; discard cards to supply it anew, or go on."
    state.apply(0, rules.DISCARD)
    assert (state.deck, state.discard) == ([0], [])
    assert rules.TAKE in state.legal(0)
    assert GAME.prompt(state, 0) == "Your move: discard cards, take a card to supply your pantry, or go on."


def test_O12_running_scores_count_finished_dishes_only() -> None:
    oven = ["Meat", "Dough", ["Rat", 1]]
    state = position(2, ovens=[oven, []], finished=[[["Siesta Taco", 3, 5]], []])
    assert state.scores() == [12, 0]
    assert GAME.view(state, 1)["scores"] == GAME.sheet(state)["total"]["values"] == [12, 0]
    assert [line["label"] for line in GAME.sheet(state)["lines"]] == ["Dish 1"]


def test_O12_the_highest_score_wins_and_ties_share() -> None:
    finished = [[["WcBurguer", 0, 0]], [["Siesta Taco", 0, 5]], [["Low-Carb Heresy", 0, 0]]]
    state = position(3, round=6, turn=2, moment="over", finished=finished, dishes=["closed", "closed", "closed"])
    assert state.scores() == [14, 15, 14]
    assert state.ranking() == [[1], [0, 2]]
    assert GAME.sheet(state)["verdict"] == "{1} win[s] with 15 points."


# Positions that cannot occur


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"hands": [["Meat"] * 8, []]}, "a hand holds at most 7 cards"),
        ({"ovens": [["Onion"], []]}, "something lies face up that does not belong in WcBurguer"),
        ({"ovens": [[["Meat", 1]], []]}, "face down lies only trash"),
        ({"ovens": [[["Rat", 0]], []]}, "face down lies only trash"),
        ({"ovens": [["Meat", "Meat"], []]}, "no kind lies face up twice"),
        ({"ovens": [BURGER, []]}, "WcBurguer is done"),
        ({"ovens": [[["Rat", 1]] * 3 + [["Fly", 1]] * 3 + [["Snail", 1]] * 2, []]}, "an oven has 7 spaces"),
        ({"dishes": ["closed", "Midnight Slice"]}, "an oven is closed in the last round"),
        ({"dishes": [None, "Midnight Slice"]}, "only a seat that takes a dish has none"),
        ({"dishes": ["WcBurguer", "WcBurguer"]}, "every card and every dish"),
        ({"finished": [[["Monday Burger", 0, 0]], []]}, "nobody prepares two dishes of one type"),
        ({"finished": [[["Siesta Taco", 0, 3]], []]}, "a dish wins what its radioactive card gives"),
        ({"finished": [[["Siesta Taco", 99, 0]], []]}, "a dish loses no more than what fits"),
        ({"moment": "keep", "hands": [[], ["Fly"]]}, "nobody raids themself"),
        ({"moment": "keep", "victim": 1, "hands": [[], ["Fly"]]}, "a raider looks at 2 cards"),
        ({"moment": "replace", "victim": 1}, "a thief can put something in"),
        ({"moment": "give"}, "a card is kept while another is given"),
        ({"moment": "over"}, "the game is over after the last turn"),
        ({"prepared": 1}, "nothing is prepared before its step"),
        ({"round": 0}, "before the first round every hand has 3 cards"),
        ({"moment": "redraw"}, "the first round begins"),
        ({"taken": 3}, "after 3 cards the supply is over"),
        ({"victim": 1}, "nobody is raided"),
        ({"memory": [["Rat", ["hand", 0], [1]]], "hands": [["Fly"], []]}, "nobody remembers a card that is not there"),
        (
            {"memory": [["Fly", ["hand", 0], [0]]], "hands": [["Fly"], []]},
            "what is remembered was seen in another hand",
        ),
        ({"memory": [[3, [1], ["hand", 0], ["discard", 0]]], "hands": [["Fly"], []]}, "a memory begins with a card"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(words: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        position(2, **words)


RADIOACTIVE = ["Pickles", "Anchovies", "Snail", "Wasabi", "Habanero"]


def small_deck() -> dict[str, Any]:
    """31 cards and one dish of each type: enough for five players and no more."""
    types = ["hamburger", "pizza", "soup", "yakitori", "tacos"]
    copies = {"Dough": 6, "Tomato": 6, "Onion": 6}
    return {
        "cards": {
            "ingredient": [{"name": name, "copies": number} for name, number in copies.items()],
            "seasoning": [{"name": SEASONING, "copies": 1}],
            "trash": [{"name": "Rat", "copies": 7, "minus": 4}],
            "radioactive": [
                {"name": name, "copies": 1, "dish": type_, "plus": 5, "minus": 5}
                for name, type_ in zip(RADIOACTIVE, types, strict=True)
            ],
        },
        "dishes": {
            type_: [{"name": f"{type_} 1", "points": 10, "back": ["Dough"], "rest": ["Tomato"]}] for type_ in types
        },
    }


def test_small_decks_play_to_the_end() -> None:
    for seed in range(40):
        state = GAME.new(5, seed, None, small_deck())
        cards = sorted(state.inventory())
        play_out(state, Stream(seed))
        assert sorted(state.inventory()) == cards
        assert state.actors() == []

"""What each seat knows of cards it cannot see: all that it saw, nothing more, whatever else may have happened."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from maitred.games.ovens.cards import DECK
from maitred.games.ovens.rules import (
    ACTION,
    ALL,
    CLEANED,
    DISCARD,
    DISCARDED,
    FINISHED,
    GAVE,
    KEPT,
    OVER,
    PREPARED,
    REPLACED,
    RESHUFFLED,
    SABOTAGED,
    STOLE,
    TOOK,
    TURNED_UP,
    Ovens,
    OvensCards,
)
from maitred.kernel.chance import Stream
from tests.games.ovens.positions import (
    GAME,
    HOUSE,
    do,
    everything_but,
    fresh,
    hand,
    kind,
    known,
    position,
    raid_seeing,
    stacked,
)

SEEDS = range(30)


def dealt(state: Ovens, viewer: int) -> Iterator[Ovens]:
    """States that the viewer cannot tell from this one."""
    return (state.determinize(viewer, Stream(seed)) for seed in SEEDS)


def names(laid: list[int]) -> tuple[str, ...]:
    """The names of cards in an oven or in the discard."""
    return tuple(HOUSE.names[card >> 3] for card in laid)


def seen(state: Ovens, viewer: int) -> str:
    """All that a viewer is shown."""
    return json.dumps([GAME.view(state, viewer), GAME.prompt(state, viewer)])


# Hands


def nobody_else_can_tell_apart(states: list[Ovens]) -> None:
    """What seats 1 and 2 see, and what may be dealt to them, is the same in all of these states."""
    for viewer in (1, 2):
        assert len({seen(state, viewer) for state in states}) == 1
        for seed in SEEDS:
            assert len({str(state.determinize(viewer, Stream(seed)).pack()) for state in states}) == 1


def test_O3_a_known_card_that_leaves_unseen_may_still_be_there() -> None:
    state = position(2, hands=[["Fly", "Onion"], []], memory=[["Fly", ["hand", 0], [1]]])
    assert known(state, 0, 1) == ["Fly"]
    do(state, "discard", "Onion")
    assert known(state, 0, 1) == []
    held = [hand(other, 0) == ["Fly"] for other in dealt(state, 1)]
    assert 5 < sum(held) < 30


def test_O3_which_of_several_cards_was_discarded_shows_nowhere() -> None:
    cards = ["Fly", "Onion", "Rat"]
    memory = [["Fly", ["hand", 0], [1, 2]], ["Onion", ["hand", 0], [1, 2]]]
    after: list[Ovens] = []
    for name in cards:
        state = position(3, hands=[cards, ["Meat"], []], memory=memory)
        do(state, "discard", name)
        after.append(state)
    nobody_else_can_tell_apart(after)


def test_O3_of_two_alike_one_is_still_known_when_one_card_left() -> None:
    state = position(
        2, hands=[["Fly", "Fly", "Onion"], []], memory=[["Fly", ["hand", 0], [1]], ["Fly", ["hand", 0], [1]]]
    )
    do(state, "discard", "Onion")
    assert known(state, 0, 1) == ["Fly"]
    assert all("Fly" in hand(other, 0) for other in dealt(state, 1))


def test_O3_what_came_after_the_discard_is_certain() -> None:
    state = position(2, hands=[["Fly", "Onion"], []], memory=[["Fly", ["hand", 0], [1]]])
    do(state, "discard", "Fly")
    stacked(state, "Meat")
    do(state, "take")
    assert known(state, 0, 1) == ["Meat"]
    assert all("Meat" in hand(other, 0) for other in dealt(state, 1))


def turned_up(name: str, hands: list[list[str]], memory: list[Any]) -> Ovens:
    """A deal in which a card that seat 0 discards turns up again as soon as the last card of the pile is taken."""
    for seed in range(1000):
        rest = everything_but(["Meat"], *hands)
        state = position(len(hands), seed, hands=hands, memory=memory, deck=["Meat"], discard=rest)
        do(state, "discard", name)
        do(state, "take")
        if state.deck[-1] == kind(name):
            return state
    raise AssertionError(f"{name} never turned up")


def test_O12_a_card_that_turns_up_in_the_deck_is_the_one_that_was_thrown_away() -> None:
    memory = [["Pickles", ["hand", 0], [1]], ["Onion", ["hand", 0], [1]]]
    state = turned_up("Pickles", [["Onion", "Pickles"], ["Pickles"]], memory)
    assert all(hand(other, 0) == ["Meat", "Onion"] for other in dealt(state, 1))


def test_O12_a_card_that_turns_up_in_the_deck_tells_what_stayed_in_a_hand() -> None:
    others = ["Habanero"] * (HOUSE.copies[kind("Habanero")] - 1)
    memory = [["Pickles", ["hand", 0], [1]], ["Habanero", ["hand", 0], [1]]]
    state = turned_up("Habanero", [["Habanero", "Pickles"], [], others], memory)
    assert all(hand(other, 0) == ["Meat", "Pickles"] for other in dealt(state, 1))


def test_O7_a_card_that_is_played_openly_is_no_longer_in_the_hand() -> None:
    state = position(
        2, moment="prepare", hands=[["Meat", "Rat"], []], memory=[["Meat", ["hand", 0], [1]], ["Rat", ["hand", 0], [1]]]
    )
    do(state, "prepare", "Meat")
    assert known(state, 0, 1) == ["Rat"]


def test_O7_a_card_in_doubt_stays_in_doubt_when_its_like_is_played() -> None:
    memory = [["Meat", ["hand", 0], [1]], [3, [1], ["hand", 0], ["discard", 0]], ["Meat", ["hand", 0], [1]]]
    hands, discard = [["Meat", "Meat", "Rat"], []], [["Onion", 0]]
    state = position(2, moment="prepare", hands=hands, memory=memory, discard=discard)
    assert known(state, 0, 1) == ["Meat"]
    do(state, "prepare", "Meat")
    assert known(state, 0, 1) == []
    assert 5 < sum("Meat" in hand(other, 0) for other in dealt(state, 1)) < 30


def test_O10_a_sabotage_can_only_have_been_trash_or_radioactive() -> None:
    memory = [["Meat", ["hand", 0], [1, 2]], ["Rat", ["hand", 0], [1, 2]]]
    state = position(3, moment="sabotage", hands=[["Meat", "Rat", "Fly"], [], []], memory=memory)
    do(state, "sabotage", "Fly", seat=1)
    assert known(state, 0, 1) == known(state, 0, 2) == ["Meat"]


def test_O10_which_card_was_slipped_in_shows_nowhere() -> None:
    memory = [["Fly", ["hand", 0], [1, 2]], ["Onion", ["hand", 0], [1, 2]]]
    after: list[Ovens] = []
    for name in ("Fly", "Rat", "Snail"):
        state = position(3, moment="sabotage", hands=[["Fly", "Onion", "Rat", "Snail"], [], []], memory=memory)
        do(state, "sabotage", name, seat=1)
        after.append(state)
    nobody_else_can_tell_apart(after)


def test_O4_third_players_lose_sight_of_what_a_raid_may_have_moved() -> None:
    memory = [["Onion", ["hand", 0], [1, 2]], ["Cheese", ["hand", 1], [0, 2]]]
    state = position(3, moment="action", hands=[["Onion", "Fly"], ["Cheese", "Meat", "Rat"], []], memory=memory)
    raid_seeing(state, 1, "Meat", "Rat")
    assert known(state, 1, 0) == ["Cheese", "Meat", "Rat"]
    assert known(state, 1, 2) == ["Cheese"]
    do(state, "keep", "Meat")
    do(state, "give", "Fly")
    assert known(state, 1, 0) == ["Cheese", "Fly", "Rat"]
    assert known(state, 0, 1) == ["Meat", "Onion"]
    assert known(state, 0, 2) == known(state, 1, 2) == []


def test_O4_what_a_raid_may_have_moved_is_in_one_of_the_two_hands() -> None:
    memory = [["Onion", ["hand", 0], [1, 2]], ["Cheese", ["hand", 1], [0, 2]], ["Cheese", ["hand", 1], [0, 2]]]
    hands = [["Onion", "Fly"], ["Cheese", "Cheese", "Meat"], [], ["Egg", "Rat"]]
    state = position(4, moment="action", hands=hands, memory=memory)
    raid_seeing(state, 1, "Cheese", "Meat")
    do(state, "keep", "Meat")
    do(state, "give", "Fly")
    assert known(state, 1, 2) == ["Cheese"]
    where: Counter[str] = Counter()
    for other in dealt(state, 2):
        both = Counter(hand(other, 0) + hand(other, 1))
        assert both["Onion"] >= 1
        assert both["Cheese"] >= 2
        where["Onion in the raided hand"] += "Onion" in hand(other, 1)
        where["Cheese in the raider's"] += "Cheese" in hand(other, 0)
    assert all(0 < times < len(SEEDS) for times in where.values()), where


def test_O4_what_a_raider_kept_is_not_what_was_given_for_it() -> None:
    memory = [["Pickles", ["hand", 1], [0, 2]]]
    state = position(3, moment="action", hands=[["Fly"], ["Pickles", "Meat"], []], memory=memory)
    raid_seeing(state, 1, "Meat", "Pickles")
    do(state, "keep", "Pickles")
    do(state, "give", "Fly")
    held = ["Pickles" in hand(other, 0) for other in dealt(state, 2)]
    assert 8 < sum(held) < 22
    assert all("Pickles" in hand(other, 1) for other, there in zip(dealt(state, 2), held, strict=True) if not there)


def test_O4_a_third_player_knows_what_a_raid_must_have_moved() -> None:
    memory = [["Onion", ["hand", 0], [1, 2]], ["Cheese", ["hand", 1], [0, 2]], ["Cheese", ["hand", 1], [0, 2]]]
    state = position(3, moment="action", hands=[["Onion"], ["Cheese", "Cheese"], []], memory=memory)
    raid_seeing(state, 1, "Cheese", "Cheese")
    do(state, "keep", "Cheese")
    do(state, "give", "Onion")
    for viewer in (1, 2):
        assert known(state, 0, viewer) == ["Cheese"]
    for viewer in (0, 2):
        assert known(state, 1, viewer) == ["Cheese", "Onion"]


def test_O4_a_third_player_does_not_know_what_only_others_do() -> None:
    memory = [["Onion", ["hand", 0], [1]], ["Cheese", ["hand", 1], [0]], ["Cheese", ["hand", 1], [0, 2]]]
    state = position(3, moment="action", hands=[["Onion"], ["Cheese", "Cheese"], []], memory=memory)
    raid_seeing(state, 1, "Cheese", "Cheese")
    do(state, "keep", "Cheese")
    do(state, "give", "Onion")
    assert known(state, 0, 2) == known(state, 1, 2) == []


def test_O4_a_card_that_a_raid_may_have_moved_and_that_is_seen_later_left_a_hand() -> None:
    memory = [["Onion", ["hand", 0], [1, 2]], ["Cheese", ["hand", 1], [0, 2]]]
    state = position(3, moment="action", hands=[["Onion", "Fly"], ["Cheese", "Meat"], []], memory=memory)
    raid_seeing(state, 1, "Cheese", "Meat")
    do(state, "keep", "Meat")
    do(state, "give", "Onion")
    do(state, "prepare", "Meat")
    held = [Counter(hand(other, 0) + hand(other, 1)) for other in dealt(state, 2)]
    assert all(both["Cheese"] and both["Onion"] for both in held)


def test_O4_what_a_raid_moved_shows_to_no_third_player() -> None:
    after: list[Ovens] = []
    for kept, given in (("Meat", "Onion"), ("Meat", "Fly"), ("Cheese", "Onion"), ("Cheese", "Fly")):
        memory = [["Onion", ["hand", 0], [1, 2]], ["Cheese", ["hand", 1], [0, 2]]]
        state = position(3, moment="action", hands=[["Onion", "Fly"], ["Cheese", "Meat"], []], memory=memory)
        do(state, "raid", seat=1)
        do(state, "keep", kept)
        do(state, "give", given)
        after.append(state)
    assert len({seen(state, 2) for state in after}) == 1
    for seed in SEEDS:
        assert len({str(state.determinize(2, Stream(seed)).pack()[:-1]) for state in after}) == 1


def test_O4_cards_given_back_stay_known_to_the_raider() -> None:
    state = position(3, moment="action", hands=[[], ["Cheese", "Meat", "Rat"], []])
    raid_seeing(state, 1, "Cheese", "Rat")
    do(state, "return")
    assert known(state, 1, 0) == ["Cheese", "Rat"]
    assert known(state, 1, 2) == []


def test_O4_a_third_player_cannot_tell_what_is_being_looked_at() -> None:
    state = position(3, moment="action", hands=[["Onion"], ["Cheese", "Meat", "Rat", "Fly"], []])
    do(state, "raid", seat=1)
    assert len({tuple(other.looked) for other in dealt(state, 2)}) > 5
    for viewer in (0, 1):
        assert {tuple(other.looked) for other in dealt(state, viewer)} == {tuple(state.looked)}
    do(state, "keep", HOUSE.names[state.looked[0]])
    assert len({other.kept for other in dealt(state, 2)}) > 3
    assert all(other.kept in other.looked for other in dealt(state, 2))


def test_O5_a_thief_is_known_to_hold_what_lay_open() -> None:
    state = position(3, moment="action", hands=[["Dough", "Rat"], [], []], ovens=[[], ["Onion"], []])
    do(state, "steal", seat=1, place=0)
    do(state, "replace", "Dough")
    for viewer in (1, 2):
        assert known(state, 0, viewer) == ["Onion"]


def test_O6_who_cleans_out_a_card_is_known_to_hold_it_by_those_who_knew_it() -> None:
    state = position(3, moment="action", ovens=[["Dough", ["Rat", 1]], [], []])
    other = state.clone()
    do(state, "clean", places=[0])
    assert known(state, 0, 1) == known(state, 0, 2) == ["Dough"]
    do(other, "clean", places=[1])
    assert (known(other, 0, 1), known(other, 0, 2)) == (["Rat"], [])


def test_O3_a_known_card_that_was_thrown_away_lies_in_the_discard() -> None:
    state = position(3, hands=[["Fly"], ["Meat"], []], memory=[["Fly", ["hand", 0], [1, 2]]])
    do(state, "discard", "Fly")
    for viewer in (1, 2):
        assert {names(other.discard) for other in dealt(state, viewer)} == {("Fly",)}


def test_O3_a_card_that_may_have_been_thrown_away_is_in_the_hand_or_in_the_discard() -> None:
    state = position(3, hands=[["Habanero", "Onion"], ["Meat"], []], memory=[["Habanero", ["hand", 0], [1, 2]]])
    do(state, "discard", "Onion")
    places = {("Habanero" in hand(other, 0), "Habanero" in names(other.discard)) for other in dealt(state, 2)}
    assert places == {(True, False), (False, True)}


def test_O3_what_was_thrown_away_before_a_reshuffle_is_in_the_deck() -> None:
    hands, deck = [["Habanero"], ["Egg", "Egg"], []], ["Meat"]
    discard = everything_but(deck, *hands)
    state = position(3, hands=hands, memory=[["Habanero", ["hand", 0], [1, 2]]], deck=deck, discard=discard)
    do(state, "discard", "Habanero")
    do(state, "take")
    for other in dealt(state, 2):
        assert hand(other, 1) == ["Egg", "Egg"]
        assert Counter(other.deck) == Counter(state.deck)


def test_O10_a_known_card_that_was_slipped_in_lies_in_that_oven() -> None:
    memory = [["Fly", ["hand", 0], [1, 2]]]
    state = position(3, moment="sabotage", hands=[["Fly"], ["Meat"], []], memory=memory)
    do(state, "sabotage", "Fly", seat=1)
    for viewer in (1, 2):
        assert {names(other.ovens[1]) for other in dealt(state, viewer)} == {("Fly",)}


def test_O6_a_card_that_was_slipped_in_and_cleaned_out_is_in_the_hand_of_who_cleaned() -> None:
    state = position(
        3,
        turn=2,
        first=2,
        moment="sabotage",
        hands=[[], [], ["Rat"]],
        memory=[["Rat", ["hand", 2], [0, 1]]],
    )
    do(state, "sabotage", "Rat", seat=0)
    do(state, "go on")
    do(state, "clean", places=[0])
    assert {tuple(hand(other, 0)) for other in dealt(state, 1)} == {("Rat",)}


def slipped_in_and_revealed(players: int, slipped: str, hands: list[list[str]], **words: Any) -> Ovens:
    """The last player slips a card into the first one's oven, who finishes the dish."""
    last = players - 1
    ovens: list[list[str]] = [["Dough", "Tomato", "Egg"], *[[] for _ in range(last)]]
    state = position(players, turn=last, first=last, moment="sabotage", hands=hands, ovens=ovens, **words)
    do(state, "sabotage", slipped, seat=0)
    assert known(state, last, last - 1) == [], "until then it might be any card"
    do(state, "go on")
    do(state, "go on")
    do(state, "prepare", "Meat")
    return state


def test_O8_what_is_revealed_tells_what_has_left_a_hand() -> None:
    memory = [["Rat", ["hand", 2], [0, 1]], ["Fly", ["hand", 2], [0, 1]]]
    state = slipped_in_and_revealed(3, "Rat", [["Meat"], [], ["Fly", "Rat"]], memory=memory)
    for viewer in (0, 1):
        assert known(state, 2, viewer) == ["Fly"]


def test_O8_what_is_revealed_is_no_longer_known_in_the_hand_it_came_from() -> None:
    memory = [
        ["Cockroach", ["hand", 3], [2]],
        ["Cockroach", ["hand", 1], [2]],
        [2, [2], ["hand", 1], ["between"]],
        [1, [2], ["between"], ["hand", 3]],
    ]
    state = slipped_in_and_revealed(4, "Cockroach", [["Meat"], ["Fly"], [], ["Cockroach", "Rat"]], memory=memory)
    assert known(state, 3, 2) == []


def test_O8_what_is_settled_is_forgotten() -> None:
    memory = [["Rat", ["hand", 2], [0, 1]]]
    state = slipped_in_and_revealed(3, "Rat", [["Meat"], [], ["Fly", "Rat"]], memory=memory)
    assert state.memory == []


def test_O7_an_unknown_card_that_is_seen_was_not_the_one_that_was_thrown_away() -> None:
    memory = [["Habanero", ["hand", 0], [1]]]
    state = position(2, hands=[["Habanero", "Meat"], []], memory=memory)
    do(state, "discard", "Habanero")
    do(state, "go on")
    do(state, "go on")
    do(state, "prepare", "Meat")
    assert {names(other.discard) for other in dealt(state, 1)} == {("Habanero",)}


def test_O7_what_was_left_of_a_hand_that_was_played_out_was_thrown_away() -> None:
    memory = [["Habanero", ["hand", 0], [1, 2]], ["Meat", ["hand", 0], [1, 2]]]
    hands = [["Dough", "Habanero", "Meat"], ["Egg", "Rat"], []]
    state = position(3, hands=hands, memory=memory)
    do(state, "discard", "Habanero")
    do(state, "go on")
    do(state, "go on")
    do(state, "prepare", "Dough")
    do(state, "prepare", "Meat")
    assert hand(state, 0) == []
    while state.turn != 0 or state.moment != ACTION:
        do(state, "go on")
    do(state, "raid", seat=1)
    do(state, "keep", HOUSE.names[state.looked[0]])
    assert len(hand(state, 0)) == 1
    assert {names(other.discard) for other in dealt(state, 2)} == {("Habanero",)}


def test_O8_of_two_alike_one_is_still_known_when_its_like_is_taken_from_an_oven() -> None:
    memory = [["Rat", ["hand", 2], [0, 1]], ["Rat", ["hand", 2], [0, 1]]]
    hands = [[], [], ["Rat", "Rat", "Fly"]]
    ovens = [[["Cockroach", 2]], [], []]
    state = position(3, turn=2, first=2, moment="sabotage", hands=hands, ovens=ovens, memory=memory)
    do(state, "sabotage", "Rat", seat=0)
    do(state, "go on")
    do(state, "clean", places=[1])
    assert hand(state, 0) == ["Rat"]
    for viewer in (0, 1):
        assert known(state, 2, viewer) == ["Rat"]
        assert all("Rat" in hand(other, 2) for other in dealt(state, viewer))


def test_O4_a_card_that_is_seen_came_by_the_only_way_it_could() -> None:
    memory = [["Onion", ["hand", 0], [1, 2]], ["Cheese", ["hand", 0], [1, 2]], ["Rat", ["hand", 1], [0, 2]]]
    state = position(3, moment="action", hands=[["Onion", "Cheese"], ["Rat"], []], memory=memory)
    do(state, "raid", seat=1)
    do(state, "keep", "Rat")
    do(state, "give", "Onion")
    for _ in range(2):
        do(state, "go on")
    do(state, "go on")
    do(state, "go on")
    do(state, "prepare", "Onion")
    assert {tuple(hand(other, 0)) for other in dealt(state, 2)} == {("Cheese", "Rat")}


# Dishes, piles


def test_O1_of_a_pile_only_the_back_on_top_is_known() -> None:
    state = fresh(2, 6)
    tops: list[set[int]] = [set() for _ in state.piles]
    for other in dealt(state, 0):
        for type_, pile in enumerate(other.piles):
            assert sorted(pile) == sorted(state.piles[type_])
            assert HOUSE.backs[pile[-1]] == HOUSE.backs[state.piles[type_][-1]]
            tops[type_].add(pile[-1])
    assert [len(top) for top in tops] == [3] * 5


def test_O1_before_the_pile_is_turned_its_top_is_unknown() -> None:
    state = fresh(2, 6)
    assert len({other.deck[-1] for other in dealt(state, 0)}) > 5


def test_O3_ones_own_discards_are_known_and_those_of_others_are_not() -> None:
    state = position(2, hands=[["Fly", "Onion"], ["Meat"]])
    do(state, "discard", "Fly")
    assert all(other.discard == state.discard for other in dealt(state, 0))
    assert len({other.discard[0] for other in dealt(state, 1)}) > 5


# Random games


def moments(players: int, seed: int) -> Iterator[tuple[Ovens, Stream]]:
    """A random game after each of its moves, with the chance that makes them."""
    state = fresh(players, seed)
    chance = Stream(seed, branch=5)
    while state.moment != OVER:
        actors = state.actors()
        seat = actors[chance.below(len(actors))]
        legal = state.legal(seat)
        state.apply(seat, legal[chance.below(len(legal))])
        yield state, chance


@pytest.mark.strength
@pytest.mark.parametrize("players", range(2, 6))
def test_nobody_is_ever_sure_of_a_card_that_is_not_there(players: int) -> None:
    for seed in range(25):
        for state, _ in moments(players, seed):
            for owner in range(players):
                for viewer in range(players):
                    if viewer != owner:
                        sure = Counter(state.known_in_hand(owner, viewer))
                        assert not sure - Counter(state.hands[owner]), (seed, owner, viewer)


@pytest.mark.strength
@pytest.mark.parametrize("players", range(2, 6))
def test_every_dealt_state_holds_what_the_viewer_is_sure_of(players: int) -> None:
    for seed in range(6):
        for state, chance in moments(players, seed):
            viewer = chance.below(players)
            other = state.determinize(viewer, chance)
            for owner in range(players):
                if owner != viewer:
                    assert other.known_in_hand(owner, viewer) == state.known_in_hand(owner, viewer)
                    assert not Counter(state.known_in_hand(owner, viewer)) - Counter(other.hands[owner])
            assert GAME.unpack(other.pack()).pack() == other.pack()


def test_O12_legal_moves_and_running_scores_tell_nothing() -> None:
    for seed in range(12):
        state = fresh(3, seed)
        chance = Stream(seed, branch=6)
        while state.moment != OVER:
            actors = state.actors()
            seat = actors[chance.below(len(actors))]
            other = state.determinize(seat, chance)
            assert other.legal(seat) == state.legal(seat)
            assert other.scores() == state.scores()
            legal = state.legal(seat)
            state.apply(seat, legal[chance.below(len(legal))])


def test_actions_name_kinds() -> None:
    state = position(2, hands=[["Rat", "Fly", "Rat"], []])
    assert [action for action in state.legal(0) if action < DISCARD + 32] == [
        DISCARD + kind("Fly"),
        DISCARD + kind("Rat"),
    ]


def test_O5_who_has_stolen_is_known_to_hold_a_replacement() -> None:
    state = position(3, moment="action", hands=[["Dough", "Rat"], [], []], ovens=[[], ["Onion", "Mushroom"], []])
    do(state, "steal", seat=1, place=0)
    for viewer in (1, 2):
        assert all({"Dough", "Grandma's Mystic Seasoning"} & set(hand(other, 0)) for other in dealt(state, viewer))
        assert all(other.legal(0) for other in dealt(state, viewer))


def test_O5_who_has_stolen_seasoning_held_a_replacement_besides() -> None:
    seasoning = "Grandma's Mystic Seasoning"
    state = position(3, moment="action", hands=[["Dough", "Rat"], [], []], ovens=[[], ["Onion", seasoning], []])
    do(state, "steal", seat=1, place=1)
    for viewer in (1, 2):
        for other in dealt(state, viewer):
            assert {"Dough", "Mushroom"} & set(hand(other, 0)), "no Seasoning replaces stolen Seasoning"
            assert other.legal(0)


# Where a card can be at all, told by a deck in which no two cards are alike


def one_of_each() -> OvensCards:
    """The house's dishes, and a deck that has every card once."""
    tables = DECK.tables()
    deck = tables["cards"]
    deck["ingredient"] += [{"name": f"Herb {number}"} for number in range(16 - len(deck["ingredient"]))]
    deck["trash"] += [{"name": f"Dust {number}", "minus": 1} for number in range(10 - len(deck["trash"]))]
    for card in (card for cards in deck.values() for card in cards):
        card["copies"] = 1
    return DECK.read(tables)


class Onlooker:
    """Follows every card that a viewer has once seen: all places where it can be by now."""

    def __init__(self, viewer: int, seasoning: int) -> None:
        self.viewer = viewer
        self.seasoning = seasoning
        self.places: dict[int, set[str]] = {}

    def hear(self, before: Ovens, event: tuple[int, ...]) -> None:
        """What an event of the game says to the viewer."""
        code, *said = event
        seat = said[0] if said else 0
        mine = f"hand {seat}"
        if code == TOOK:
            self.places[said[1]] = {mine}
        elif code == TURNED_UP and said[0] >= 0:
            self.places[said[0]] = {"deck"}
        elif code == RESHUFFLED:
            for kind, places in self.places.items():
                self.places[kind] = {"deck" if place == "discard" else place for place in places}
        elif code == DISCARDED:
            self.follow(before, [(said[1], mine, "discard")], {seat})
        elif code == SABOTAGED:
            self.follow(before, [(said[2], mine, f"oven {said[1]}")], {seat})
        elif code == PREPARED:
            self.places[said[1]] = {f"oven {seat}"}
        elif code == REPLACED:
            self.places[said[2]] = {f"oven {said[1]}"}
        elif code in (STOLE, CLEANED):
            owner, laid = (said[1], said[2]) if code == STOLE else (seat, said[1])
            sees = set(range(before.players)) if laid & 7 == ALL else {seat, laid & 7}
            self.follow(before, [(laid >> 3, f"oven {owner}", mine)], sees)
        elif code == FINISHED:
            inside = [laid >> 3 for laid in before.ovens[seat]]
            for kind, places in self.places.items():
                self.places[kind] = {"discard"} if kind in inside else places - {f"oven {seat}"} or {"discard"}
        elif code == GAVE:
            kept = (before.kept, f"hand {said[1]}", mine)
            self.follow(before, [kept, (said[2], mine, f"hand {said[1]}")], {seat, said[1]})
        elif code == KEPT and not before.hands[seat]:
            self.follow(before, [(said[2], f"hand {said[1]}", mine)], {seat, said[1]})

    def follow(self, before: Ovens, moves: list[tuple[int, str, str]], sees: set[int]) -> None:
        """Cards go somewhere at once; whoever does not see them knows only where they came from."""
        if self.viewer in sees:
            for kind, _, end in moves:
                self.places[kind] = {end}
            return
        for kind, places in self.places.items():
            reached: set[str] = set()
            left: set[str] = set()
            for _, start, end in moves:
                if start in places and (kind > self.seasoning or not end.startswith("oven")):
                    reached.add(end)
                    if start.startswith("hand") and len(before.hands[int(start[5:])]) == 1:
                        left.add(start)
            self.places[kind] = places - left | reached


def place_of(state: Ovens, kind: int) -> str:
    """Where the only card of a kind is."""
    for seat in range(state.players):
        if kind in state.hands[seat]:
            return f"hand {seat}"
        if kind in [laid >> 3 for laid in state.ovens[seat]]:
            return f"oven {seat}"
    return "deck" if kind in state.deck else "discard"


@pytest.mark.strength
@pytest.mark.parametrize("players", [3, 4, 5])
def test_remembered_cards_are_dealt_where_they_can_be(players: int) -> None:
    cards = one_of_each()
    remembered = amiss = 0
    for seed in range(4):
        state = GAME.new(players, seed, cards=cards)
        assert isinstance(state, Ovens)
        chance = Stream(seed, branch=6)
        onlookers = [Onlooker(viewer, cards.seasoning) for viewer in range(players)]
        while state.moment != OVER:
            actors = state.actors()
            seat = actors[chance.below(len(actors))]
            legal = state.legal(seat)
            before = state.clone()
            state.events = []
            state.apply(seat, legal[chance.below(len(legal))])
            for onlooker in onlookers:
                for event in state.events:
                    onlooker.hear(before, event)
                other = state.determinize(onlooker.viewer, chance)
                for card, places in onlooker.places.items():
                    assert place_of(state, card) in places, (seed, cards.names[card])
                    remembered += 1
                    amiss += place_of(other, card) not in places
    assert amiss < remembered / 200, "a story of all that went on unseen is not always found"

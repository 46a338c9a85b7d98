"""What each seat knows of cards it cannot see: all that it saw, nothing more, whatever else may have happened."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import pytest

from maitred.games.ovens.rules import ALL, DISCARD, OVER, Ovens
from maitred.kernel.chance import Stream
from tests.games.ovens.positions import (
    GAME,
    HOUSE,
    do,
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


def seen(state: Ovens, viewer: int) -> str:
    """All that a viewer is shown."""
    return json.dumps([GAME.view(state, viewer), GAME.prompt(state, viewer)])


# Hands


def test_O3_a_known_card_that_leaves_unseen_may_still_be_there() -> None:
    state = position(2, hands=[["Fly", "Onion"], []], memory=[[["Fly", [1]]], []])
    assert known(state, 0, 1) == ["Fly"]
    do(state, "discard", "Onion")
    assert known(state, 0, 1) == []
    held = [hand(other, 0) == ["Fly"] for other in dealt(state, 1)]
    assert 5 < sum(held) < 30


def test_O3_which_of_several_cards_was_discarded_shows_nowhere() -> None:
    cards = ["Fly", "Onion", "Rat"]
    memory = [[["Fly", [1, 2]], ["Onion", [1, 2]]], [], []]
    after: list[Ovens] = []
    for name in cards:
        state = position(3, hands=[cards, ["Meat"], []], memory=memory)
        do(state, "discard", name)
        after.append(state)
    for viewer in (1, 2):
        assert len({seen(state, viewer) for state in after}) == 1
        for seed in SEEDS:
            assert len({str(state.determinize(viewer, Stream(seed)).pack()) for state in after}) == 1


def test_O3_of_two_alike_one_is_still_known_when_one_card_left() -> None:
    state = position(2, hands=[["Fly", "Fly", "Onion"], []], memory=[[["Fly", [1]], ["Fly", [1]]], []])
    do(state, "discard", "Onion")
    assert known(state, 0, 1) == ["Fly"]
    assert all("Fly" in hand(other, 0) for other in dealt(state, 1))


def test_O3_what_came_after_the_discard_is_certain() -> None:
    state = position(2, hands=[["Fly", "Onion"], []], memory=[[["Fly", [1]]], []])
    do(state, "discard", "Fly")
    stacked(state, "Meat")
    do(state, "take")
    assert known(state, 0, 1) == ["Meat"]
    assert all("Meat" in hand(other, 0) for other in dealt(state, 1))


def test_O3_a_card_all_of_whose_copies_are_elsewhere_is_the_one_that_left() -> None:
    state = position(
        2,
        hands=[["Pickles", "Onion"], ["Pickles"]],
        memory=[[["Pickles", [1]], ["Onion", [1]]], []],
        discard=[],
    )
    do(state, "discard", "Pickles")
    state.discard = [kind("Pickles") * 8 + ALL]
    assert all(hand(other, 0) == ["Onion"] for other in dealt(state, 1))


def test_O7_a_card_that_is_played_openly_is_no_longer_in_the_hand() -> None:
    state = position(2, moment="prepare", hands=[["Meat", "Rat"], []], memory=[[["Meat", [1]], ["Rat", [1]]], []])
    do(state, "prepare", "Meat")
    assert known(state, 0, 1) == ["Rat"]


def test_O7_a_card_in_doubt_stays_in_doubt_when_its_like_is_played() -> None:
    memory = [[["Meat", [1]], [3, [1], False], ["Meat", [1]]], []]
    state = position(2, moment="prepare", hands=[["Meat", "Meat", "Rat"], []], memory=memory)
    assert known(state, 0, 1) == ["Meat"]
    do(state, "prepare", "Meat")
    assert known(state, 0, 1) == []
    assert 5 < sum("Meat" in hand(other, 0) for other in dealt(state, 1)) < 30


def test_O10_a_sabotage_can_only_have_been_trash_or_radioactive() -> None:
    memory = [[["Meat", [1, 2]], ["Rat", [1, 2]]], [], []]
    state = position(3, moment="sabotage", hands=[["Meat", "Rat", "Fly"], [], []], memory=memory)
    do(state, "sabotage", "Fly", seat=1)
    assert known(state, 0, 1) == known(state, 0, 2) == ["Meat"]


def test_O10_which_card_was_slipped_in_shows_nowhere() -> None:
    memory = [[["Fly", [1, 2]], ["Onion", [1, 2]]], [], []]
    after: list[Ovens] = []
    for name in ("Fly", "Rat", "Snail"):
        state = position(3, moment="sabotage", hands=[["Fly", "Onion", "Rat", "Snail"], [], []], memory=memory)
        do(state, "sabotage", name, seat=1)
        after.append(state)
    for viewer in (1, 2):
        assert len({seen(state, viewer) for state in after}) == 1
        for seed in SEEDS:
            assert len({str(state.determinize(viewer, Stream(seed)).pack()) for state in after}) == 1


def test_O4_third_players_lose_sight_of_what_a_raid_may_have_moved() -> None:
    memory = [[["Onion", [1, 2]]], [["Cheese", [0, 2]]], []]
    state = position(3, moment="action", hands=[["Onion", "Fly"], ["Cheese", "Meat", "Rat"], []], memory=memory)
    raid_seeing(state, 1, "Meat", "Rat")
    assert known(state, 1, 0) == ["Cheese", "Meat", "Rat"]
    assert known(state, 1, 2) == ["Cheese"]
    do(state, "keep", "Meat")
    do(state, "give", "Fly")
    assert known(state, 1, 0) == ["Cheese", "Fly", "Rat"]
    assert known(state, 0, 1) == ["Meat", "Onion"]
    assert known(state, 0, 2) == known(state, 1, 2) == []


def test_O4_what_a_raid_moved_shows_to_no_third_player() -> None:
    after: list[Ovens] = []
    for kept, given in (("Meat", "Onion"), ("Meat", "Fly"), ("Cheese", "Onion"), ("Cheese", "Fly")):
        memory = [[["Onion", [1, 2]]], [["Cheese", [0, 2]]], []]
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


def test_an_empty_hand_is_forgotten() -> None:
    state = position(2, hands=[["Fly"], []], memory=[[["Fly", [1]]], []])
    do(state, "discard", "Fly")
    assert state.memory[0] == []


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


@pytest.mark.parametrize("players", range(2, 6))
def test_nobody_is_ever_sure_of_a_card_that_is_not_there(players: int) -> None:
    for seed in range(25):
        state = fresh(players, seed)
        chance = Stream(seed, branch=5)
        while state.moment != OVER:
            actors = state.actors()
            seat = actors[chance.below(len(actors))]
            legal = state.legal(seat)
            state.apply(seat, legal[chance.below(len(legal))])
            for owner in range(players):
                for viewer in range(players):
                    if viewer != owner:
                        sure = Counter(state.known_in_hand(owner, viewer))
                        assert not sure - Counter(state.hands[owner]), (seed, owner, viewer)


@pytest.mark.parametrize("players", range(2, 6))
def test_every_dealt_state_holds_what_the_viewer_is_sure_of(players: int) -> None:
    for seed in range(6):
        state = fresh(players, seed)
        chance = Stream(seed, branch=5)
        while state.moment != OVER:
            actors = state.actors()
            seat = actors[chance.below(len(actors))]
            legal = state.legal(seat)
            state.apply(seat, legal[chance.below(len(legal))])
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
            before = hand(other, 0)
            before.remove(seasoning)
            assert {"Dough", "Mushroom", seasoning} & set(before), before

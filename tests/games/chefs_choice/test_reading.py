"""HandSampler the others in Chef's Choice: going back over what all have seen, and what it tells of the hands."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maitred.bots.levels import bot
from maitred.games.chefs_choice.check import flaw
from maitred.games.chefs_choice.reading import HandSampler, ReadingSense
from maitred.games.chefs_choice.rules import ANNOUNCE, CHOOSE, DINNER, GIVE, LUNCH, NONE, STAY, ChefsChoice
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadPosition
from tests.games.chefs_choice.positions import GAME, SINGLE, fresh, play_to, position, schedule

SENSE = ReadingSense()
seeds = st.integers(0, 2**31)


def seen(state: ChefsChoice) -> list[Any]:
    """What all see of the table."""
    told = [state.step, state.moment, state.spoken, list(state.marks), list(state.tally), list(state.home)]
    return [*told, list(state.shown), [list(cards) for cards in state.played], list(state.said)]


def medium_game(seed: int, step: int, moment: int = CHOOSE) -> ChefsChoice:
    """A game of medium bots, up to a moment of a step."""
    state, medium = fresh(4, seed), bot("medium", GAME)
    while (state.step, state.moment) != (step, moment):
        seat = state.actors()[0]
        state.apply(seat, medium.decide(state, seat, Stream(seed, seat)))
    return state


@given(seed=seeds, players=st.integers(4, 8), home=st.integers(1, 10))
def test_what_was_said_can_be_taken_back_one_by_one(seed: int, players: int, home: int) -> None:
    state = fresh(players, seed, tiles="hidden" if seed % 2 else "shown")
    pick = Stream(seed)
    if home < 5:  # so few markers that some announce more than they have
        for seat in range(players):
            state.home[seat] = home
    past: list[list[Any]] = []
    while state.actors():
        if not state.said:
            past = []
        seat = state.actors()[0]
        actions = state.legal(seat)
        action = actions[pick.below(len(actions))]
        if state.moment != CHOOSE:
            past.append([seat, action, seen(state)])
        state.apply(seat, action)
        if not state.said:
            assert state.step not in (3, 4, 9, 10)
            continue
        back = state.clone()
        for seat_then, action_then, seen_then in reversed(past):
            if back.moment == ANNOUNCE and back.spoken == 0:
                back.turn_back()
                assert back.moment == CHOOSE
                assert set(back.shown) == {NONE}
            assert back.unsay() == action_then
            assert back.speaker() == seat_then
            assert seen(back) == seen_then
        assert not back.said


@pytest.mark.parametrize("step", [LUNCH, DINNER])
def test_at_a_meal_nobody_needs_what_was_said(step: int) -> None:
    assert fresh(4, 1).said == []
    assert play_to(fresh(4, 1), step - 1).said
    assert play_to(fresh(4, 1), step).said == []


@pytest.mark.parametrize("step", [3, 4, 9, 10])
def test_a_position_tells_what_was_said(step: int) -> None:
    state = medium_game(3, step)
    again = GAME.load(GAME.dump(state), 1)
    assert isinstance(again, ChefsChoice)
    assert again.said == state.said
    assert len(again.said) == again.announcements()
    untold = GAME.load({**GAME.dump(state), "said": []}, 1)
    assert isinstance(untold, ChefsChoice)
    assert untold.tally == state.tally


@pytest.mark.parametrize("wrong", ["one too few", "one too many", "another seat's", "no such dish", "no such thing"])
def test_a_position_in_which_something_else_was_said_is_refused(wrong: str) -> None:
    state = medium_game(3, 4)
    said = list(state.said)
    if wrong == "one too few":
        said.pop()
    elif wrong == "one too many":
        said.append(said[-1])
    elif wrong == "another seat's":
        at = next(at for at in range(len(said) - 1) if said[at] != said[at + 1])
        said[at : at + 2] = [said[at + 1], said[at]]
    elif wrong == "no such dish":
        said[-1] = GAME.n_actions + STAY - 1
    else:
        said[-1] = GAME.n_actions - 1
    with pytest.raises(BadPosition, match="what was said since the deal led to this tally"):
        GAME.load({**GAME.dump(state), "said": said}, 1)


@pytest.mark.parametrize("said", ["Soup", [-1], [10**6], [True]])
def test_what_was_said_is_a_list_of_numbers(said: object) -> None:
    with pytest.raises(BadPosition, match="'said'"):
        position(4, said=said)


@pytest.mark.parametrize(("step", "gain"), [(3, 1.3), (4, 2.0), (9, 1.3), (10, 2.0)])
def test_others_are_imagined_to_hold_what_their_play_tells(step: int, gain: float) -> None:
    read = dealt = 0
    for seed in range(8):
        state = medium_game(seed, step)
        chance = Stream(seed)
        for _ in range(12):
            for world, counts in ((SENSE.sample_world(state, 0, chance), True), (state.determinize(0, chance), False)):
                assert isinstance(world, ChefsChoice)
                assert flaw(world) == ""
                assert world.hands[0] == state.hands[0]
                right = sum(len({*world.hands[other]} & {*state.hands[other]}) for other in (1, 2, 3))
                if counts:
                    read += right
                else:
                    dealt += right
    assert read > gain * dealt, f"{read} cards read right, {dealt} dealt right"


@pytest.mark.parametrize("spent", [0, 1])
def test_who_has_no_markers_left_gives_nothing_and_others_do(spent: int) -> None:
    state = play_to(fresh(4, 5, schedule=", ".join(schedule(SINGLE))), 3)
    lead = (state.lead() - 1) % 4
    state.said[(spent - lead) % 4] = GIVE  # it had none to give in the round before
    for dish in range(state.printed.dishes):
        state.place(spent, dish, -state.marks[spent * state.printed.dishes + dish])
    state.home[spent] = 0
    reading = HandSampler(SENSE, state, 0, Stream(1))
    for other in (1, 2, 3):
        (deed,) = [deed for deed in reading.observations[other] if deed.situation.state.moment == CHOOSE]
        assert len(deed.situation.gifts(deed.action)) == (1 if other == spent else 3)


def test_where_nothing_was_said_worlds_are_as_dealt() -> None:
    for state in (fresh(4, 1), position(4, step=4), play_to(fresh(4, 1), LUNCH)):
        chance, same = Stream(3), Stream(3)
        SENSE.sample_world(state, 0, chance)
        for _ in range(2):  # one to begin with, and the first
            state.determinize(0, same)
        for _ in range(3):
            assert SENSE.sample_world(state, 0, chance).pack() == state.determinize(0, same).pack()


def test_what_another_chose_face_down_is_imagined_anew() -> None:
    state = fresh(4, 1)
    state.apply(1, state.legal(1)[0])
    world = SENSE.sample_world(state, 0, Stream(1))
    assert world.actors() == [0, 1, 2, 3]
    assert state.actors() == [0, 2, 3]


def test_reading_changes_nothing() -> None:
    state = medium_game(5, 4, ANNOUNCE)
    before = state.pack()
    SENSE.sample_world(state, 2, Stream(1))
    assert state.pack() == before


def test_worlds_keep_to_what_a_seat_knows_all_day() -> None:
    for seed in range(3):
        state = fresh(4 + seed, seed)
        chance = Stream(seed)
        while actors := state.actors():
            seat = actors[chance.below(len(actors))]
            world = SENSE.sample_world(state, seat, chance)
            assert isinstance(world, ChefsChoice)
            assert flaw(world) == ""
            assert world.hands[seat] == state.hands[seat]
            seen_cards = state.seen_by(seat)
            for other in range(state.players):
                if other != seat and state.must_hold_a_kept_card(other, seen_cards):
                    assert not all(seen_cards[card] for card in world.hands[other])
            actions = state.legal(seat)
            state.apply(seat, actions[chance.below(len(actions))])

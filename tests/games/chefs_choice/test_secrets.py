"""Nobody learns another's choice or hand before it is revealed: tests that try everything that is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maitred.bots.levels import LEVELS, bot
from maitred.games.chefs_choice.rules import CHOOSE, DISCARD, KEEP, ChefsChoice
from maitred.kernel.chance import Stream
from maitred.kernel.errors import IllegalMove
from maitred.kernel.record import Record
from tests.games.chefs_choice.positions import GAME, HOUSE, fresh, play_to

CHOOSING_STEPS = [2, 3, 4, 5, 6, 8, 9, 10, 11]
seeds = st.integers(0, 2**63 - 1)


def told(state: ChefsChoice, viewer: int | None) -> str:
    """Everything that a viewer could look at, as bytes would be sent."""
    view = GAME.view(state, viewer)
    everything: list[Any] = [view, GAME.zones(view, state.cards), GAME.prompt(state, viewer), GAME.sheet(state)]
    everything += [state.actors(), state.scores(), state.ranking(), state.reveals, state.asked]
    everything += [GAME.hear(state, event, viewer) for event in state.events or []]
    if viewer is not None:
        for action in range(GAME.n_actions):
            everything.append(state.stamp(viewer, action))
        for action in state.legal(viewer):
            everything += [GAME.describe(state, viewer, action), GAME.sense.reason(state, viewer, action)]
        for action in (0, 70, 300, GAME.n_actions - 1):
            everything.append(GAME.why_not(state, viewer, action))
    return json.dumps(everything)


def guessed(state: ChefsChoice, viewer: int) -> list[Any]:
    """What a viewer's bots would do, and what they would imagine."""
    found: list[Any] = [state.determinize(viewer, Stream(5)).pack()]
    if state.legal(viewer):
        found += [bot(level, GAME, iterations=3).decide(state, viewer, Stream(6)) for level in LEVELS]
    return found


def choosing(players: int, seed: int, step: int) -> ChefsChoice:
    """A moment when all are about to choose."""
    return play_to(fresh(players, seed, tiles="hidden" if seed % 2 else "shown"), step, CHOOSE, seed % 2**31)


def ways(state: ChefsChoice, seat: int) -> Iterator[ChefsChoice]:
    """The state after each choice that a seat may make."""
    for action in state.legal(seat):
        after = state.clone()
        after.events = []
        after.apply(seat, action)
        yield after


@pytest.mark.parametrize("step", CHOOSING_STEPS)
@given(seed=seeds, players=st.integers(4, 8))
def test_C5_nothing_told_to_others_depends_on_what_a_seat_has_chosen(step: int, seed: int, players: int) -> None:
    state = choosing(players, seed, step)
    chooser = seed % players
    others: list[int | None] = [None, *[seat for seat in range(players) if seat != chooser]]
    states = list(ways(state, chooser))
    assert len(states) > 1
    for viewer in others:
        assert len({told(after, viewer) for after in states}) == 1
    for viewer in range(players):
        if viewer != chooser:
            first = guessed(states[0], viewer)
            assert all(guessed(after, viewer) == first for after in states[1:])
    assert len({told(after, chooser) for after in states}) == len(states), "the chooser sees what they chose"


@pytest.mark.parametrize("step", CHOOSING_STEPS)
@given(seed=seeds, players=st.integers(4, 8))
def test_C5_nothing_depends_on_what_all_but_one_have_chosen(step: int, seed: int, players: int) -> None:
    state = choosing(players, seed, step)
    last = seed % players
    seen, imagined = set(), []
    for way in range(3):
        after = state.clone()
        pick = Stream(seed, branch=way)
        for seat in range(players):
            if seat != last:
                actions = after.legal(seat)
                after.apply(seat, actions[pick.below(len(actions))])
        assert after.actors() == [last]
        seen.add(told(after, last))
        imagined.append(guessed(after, last))
    assert len(seen) == 1
    assert imagined[0] == imagined[1] == imagined[2]


@pytest.mark.parametrize("choice", [KEEP, DISCARD])
@given(seed=seeds, players=st.integers(4, 8))
def test_C9_the_last_card_stays_unknown_whether_it_is_kept_or_not(choice: int, seed: int, players: int) -> None:
    state = choosing(players, seed, 6)
    one, other = state.clone(), state.clone()
    hand, deck = other.hands[0], other.deck
    hand[0], deck[0] = deck[0], hand[0]
    for after in (one, other):
        after.events = []
        after.apply(0, choice)
    for viewer in (None, *range(1, players)):
        assert told(one, viewer) == told(other, viewer)


def test_C10_every_way_to_clip_looks_alike_until_all_have() -> None:
    state = choosing(5, 12, 10)
    assert len({told(after, 1) for after in ways(state, 0)}) == 1
    assert len({told(after, None) for after in ways(state, 0)}) == 1


def test_C5_refusals_to_others_name_who_has_yet_to_choose_and_nothing_else() -> None:
    record = Record(GAME, 4, {"kind": "stream", "seed": 3})
    record.play(1, record.state.legal(1)[0])
    with pytest.raises(IllegalMove, match=r"^It is not your move: seat 1, seat 3 and seat 4 to act\.$"):
        record.play(1, record.state.legal(0)[0])
    with pytest.raises(IllegalMove, match=r"^You do not hold .*\.$"):
        record.play(0, next(at for at in range(len(HOUSE.on)) if at not in record.state.legal(0)))


def test_C5_a_choice_may_be_taken_back_until_all_have_chosen() -> None:
    record = Record(GAME, 4, {"kind": "stream", "seed": 3})
    before = record.state.pack()
    record.play(2, record.state.legal(2)[1])
    record.undo()
    assert record.state.pack() == before
    for seat in range(4):
        record.play(seat, record.state.legal(seat)[0])
    with pytest.raises(IllegalMove, match="nothing to take back"):
        record.undo()

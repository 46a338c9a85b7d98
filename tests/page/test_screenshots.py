"""The states that are looked at do come up, in evenings that are always the same."""

from __future__ import annotations

import pytest

from tests.page.screenshots import SEATS, STATES
from tests.page.staged import StagedEvening, evening_with
from tests.page.visitor import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_state_that_is_looked_at_comes_up(game: str) -> None:
    assert {"your-turn", "waiting", "choosing", "end"} <= STATES[game].keys()
    evening, moves = evening_with(game, SEATS[game], {name: state.when for name, state in STATES[game].items()})
    for name, at in moves.items():
        told = evening.told[at]
        assert told["position"]["moves"] <= at, "others' steps of a choice that is made together are not counted"
        assert STATES[game][name].when(told["position"], told["log"])
    assert evening.told[moves["end"]]["facts"]["phase"] == "over"


def test_an_evening_is_always_the_same() -> None:
    one, other = (StagedEvening("diner", "ppd", 1) for _ in range(2))
    assert one.told == other.told


def test_a_state_that_never_comes_up_is_named() -> None:
    with pytest.raises(AssertionError, match="flying"):
        evening_with("chefs_choice", "ppdd", {"flying": lambda position, log: False}, seeds=[0, 1])

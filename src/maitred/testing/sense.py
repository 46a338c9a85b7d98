"""Judgement leaves the state alone, and is the same for one action and for many at once."""

from __future__ import annotations

import pytest

from maitred.kernel.chance import Stream
from maitred.testing.tables import Setting, any_seed, moment, plain_tables


@plain_tables
@any_seed
def test_worths_are_the_worth_of_each(table: Setting, seed: int) -> None:
    sense = table.game.sense
    state = moment(table, seed)
    for seat in state.actors():
        known = state.determinize(seat, Stream(seed))
        before = known.pack()
        actions = known.legal(seat)
        each = [sense.worth(known, seat, action) for action in actions]
        assert sense.worths(known, seat, actions) == pytest.approx(each)
        assert sense.obvious(known, seat, actions) in (-1, *actions)
        assert sum(sense.win_chances(known)) == pytest.approx(1)
        assert known.pack() == before

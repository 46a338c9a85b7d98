"""A decision with one legal action, which a client may take for its person: never one that would tell anything."""

from __future__ import annotations

import random

import pytest

from maitred.table.table import Table
from tests.table.scripted import ScriptedTable


def walked(game: str, seats: str, seed: int, options: dict[str, str] | None = None) -> ScriptedTable:
    """A table of that game, dealt from a key of its own."""
    return ScriptedTable(game, seats, options, key=f"{seed:02x}" * 32).deal()


def forced_verbs(game: str, seats: str, games: int, options: dict[str, str] | None = None) -> set[str]:
    """The verbs that were forced in some random games; whatever was is checked."""
    found: set[str] = set()
    for seed in range(games):
        scripted, chance = walked(game, seats, seed, options), random.Random(seed)
        while actors := scripted.table.actors():
            for seat in range(len(seats)):
                if scripted.table.forced(seat):
                    found.add(check(scripted.table, seat))
            seat = chance.choice(actors)
            scripted.move(seat, chance.choice(scripted.table.state.legal(seat)))
    return found


def check(table: Table, seat: int) -> str:
    """A forced action is the only one of the only one to act, and brings nothing to light; its verb."""
    state = table.state
    (action,) = state.legal(seat)
    assert state.actors() == [seat]
    after = state.clone()
    after.apply(seat, action)
    assert after.reveals == state.reveals
    return str(table.game.describe(state, seat, action)["verb"])


def test_alone_with_bots_whatever_has_one_answer_is_forced() -> None:
    assert {"go on", "return"} <= forced_verbs("ovens", "pbb", 6)
    assert {"add", "finish", "go on", "resolve"} <= forced_verbs("food_court", "pbb", 2)
    assert forced_verbs("chefs_choice", "pbbb", 4) == {"give"}


@pytest.mark.parametrize("game", ["chefs_choice", "delectable", "food_court", "ovens"])
def test_among_people_only_what_everybody_knows_is_forced(game: str) -> None:
    scripted = ScriptedTable(game, "pppp")
    assert forced_verbs(game, "pppb", 2) <= scripted.table.game.open_verbs


def test_whether_there_is_anything_to_prepare_is_no_ones_business() -> None:
    assert "go on" not in forced_verbs("ovens", "pppp", 4)


@pytest.mark.parametrize("options", [{"pace": "live", "relief": "on"}, {"pace": "calm"}])
def test_nothing_is_forced_in_diner(options: dict[str, str]) -> None:
    assert not forced_verbs("diner", "pbb", 2, options)


def test_a_choice_that_is_made_together_is_never_forced() -> None:
    scripted = ScriptedTable("tasting", "pbb").deal()
    while scripted.table.actors():
        for seat in scripted.table.actors():
            if len(scripted.table.actors()) > 1:
                assert not scripted.table.forced(seat)
        scripted.move(scripted.table.actors()[0])

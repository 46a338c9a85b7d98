"""When bots move."""

from __future__ import annotations

import pytest

import maitred
from maitred.bots.clock import REACTION_PERCENTILES
from maitred.bots.levels import EASY_PACE, USUAL_PACE
from maitred.table.lines import Pace
from maitred.table.pace import SAME_SEAT, USUAL_MS, BotPace
from tests.table.scripted import TASTING, ScriptedTable


def reaction(pace: int) -> range:
    """The times to react that a bot of that pace may take."""
    return range(pace * REACTION_PERCENTILES[0] // 100, pace * REACTION_PERCENTILES[-1] // 100 + 1)


def test_people_are_not_hurried_by_a_clock_of_bots() -> None:
    state = ScriptedTable("delectable", "pp").deal().table.state
    pace = BotPace(maitred.game("delectable"), 2, "usual", real_time=False)
    assert pace.next_bot(state, [None, None], None, 0) is None


def test_a_bot_takes_a_human_time_and_half_of_it_to_go_on_with_its_turn() -> None:
    state = ScriptedTable("delectable", "bb").deal().table.state
    seat = state.actors()[0]
    for last, usual in ((None, USUAL_MS["usual"]), (seat, USUAL_MS["usual"] // SAME_SEAT)):
        pace = BotPace(maitred.game("delectable"), 2, "usual", real_time=False)
        found = pace.next_bot(state, ["random", "random"], last, 10_000)
        assert found is not None
        assert found[0] == seat
        assert found[1] - 10_000 in reaction(usual)


def test_what_is_due_stays_due_while_time_passes() -> None:
    state = ScriptedTable("delectable", "bb").deal().table.state
    pace = BotPace(maitred.game("delectable"), 2, "usual", real_time=False)
    first = pace.next_bot(state, ["random", "random"], None, 0)
    assert first is not None
    assert pace.next_bot(state, ["random", "random"], None, first[1] - 1) == first


def test_without_a_pace_bots_move_at_once() -> None:
    state = ScriptedTable("delectable", "bb").deal().table.state
    pace = BotPace(maitred.game("delectable"), 2, "none", real_time=False)
    assert pace.next_bot(state, ["random", "random"], None, 77) == (state.actors()[0], 77)


def test_a_hurry_lasts_until_a_person_is_asked() -> None:
    scripted = ScriptedTable("tasting", "pbb").deal()
    levels: list[str | None] = [None, "random", "random"]
    pace = BotPace(TASTING, 3, "slow", real_time=False)
    pace.hurry()
    for _ in range(2):
        found = pace.next_bot(scripted.table.state, levels, None, 5)
        assert found is not None
        assert found[1] == 5
        scripted.move(found[0])
        pace.acted(found[0])
    assert pace.next_bot(scripted.table.state, levels, 2, 6) is None
    scripted.move(0)
    pace.acted(0)
    found = pace.next_bot(scripted.table.state, levels, 0, 7)
    assert found is not None
    assert found[1] > 7, "the next round is not hurried any more"


def test_real_time_keeps_the_reactions_of_each_level_and_cannot_be_hurried() -> None:
    scripted = ScriptedTable("diner", "pbb", key="11" * 32).deal()
    game = maitred.game("diner")
    for _ in range(20):
        pace = BotPace(game, 3, "none", real_time=True)
        pace.hurry()
        found = pace.next_bot(scripted.table.state, [None, "easy", "medium"], None, 1_000)
        assert found is not None
        assert found[1] - 1_000 in reaction(EASY_PACE if found[0] == 1 else USUAL_PACE)


def test_in_real_time_slow_bots_take_twice_as_long_and_fast_ones_half() -> None:
    scripted = ScriptedTable("diner", "pb", key="11" * 32).deal()
    game = maitred.game("diner")
    paces: list[tuple[Pace, int]] = [("slow", EASY_PACE * 2), ("fast", EASY_PACE // 2)]
    for wish, usual in paces:
        for _ in range(20):
            found = BotPace(game, 2, wish, real_time=True).next_bot(scripted.table.state, [None, "easy"], None, 0)
            assert found is not None
            assert found[1] in reaction(usual)


@pytest.mark.parametrize("waits", [True, False], ids=["it waited", "it was too late"])
def test_a_bot_looks_again_when_somebody_has_acted_or_it_was_too_late(waits: bool) -> None:
    scripted = ScriptedTable("diner", "pb", key="11" * 32).deal()
    levels: list[str | None] = [None, "medium"]
    pace = BotPace(maitred.game("diner"), 2, "none", real_time=True)
    found = pace.next_bot(scripted.table.state, levels, None, 0)
    assert found is not None
    if waits:
        pace.waits(1)
        assert pace.next_bot(scripted.table.state, levels, None, found[1]) is None
        scripted.move(0, ms=found[1])
        pace.acted(0)
    else:
        pace.too_late(1)
    again = pace.next_bot(scripted.table.state, levels, 0 if waits else None, found[1])
    assert again is not None
    assert again[0] == 1
    assert again[1] > found[1]


def test_if_all_bots_wait_the_first_must_act() -> None:
    scripted = ScriptedTable("diner", "bb", key="11" * 32).deal()
    levels: list[str | None] = ["medium", "medium"]
    pace = BotPace(maitred.game("diner"), 2, "none", real_time=True)
    ms = 0
    waited = []
    for _ in range(2):
        found = pace.next_bot(scripted.table.state, levels, None, ms)
        assert found is not None
        assert not pace.must_act(found[0])
        ms = found[1]
        pace.waits(found[0])
        waited.append(found[0])
    pressed = pace.next_bot(scripted.table.state, levels, None, ms)
    assert pressed is not None
    assert pressed[0] == waited[0]
    assert pace.must_act(pressed[0])


def test_a_person_who_comes_back_to_a_kept_seat_is_not_moved_for() -> None:
    state = ScriptedTable("delectable", "pp").deal().table.state
    seat = state.actors()[0]
    kept: list[str | None] = ["medium" if at == seat else None for at in range(2)]
    pace = BotPace(maitred.game("delectable"), 2, "usual", real_time=False)
    assert pace.next_bot(state, kept, None, 0) is not None
    assert pace.next_bot(state, [None, None], None, 0) is None
    again = pace.next_bot(state, kept, None, 50_000)
    assert again is not None
    assert again[1] > 50_000, "the time to react begins anew"

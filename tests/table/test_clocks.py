"""Each player's time, counted in the time of the game."""

from __future__ import annotations

from maitred.table import lines, permissions
from maitred.table.clocks import Clocks
from tests.table.scripted import ScriptedTable

MINUTE = 60_000
RULE = lines.ClockSet(minutes=1, bonus_seconds=5)


def test_time_runs_only_for_who_is_asked() -> None:
    clocks = Clocks(RULE, [True, True, True])
    clocks.run([0, 2], 1_000)
    clocks.run([1], 1_500)
    assert clocks.left == [MINUTE - 1_000, MINUTE - 500, MINUTE - 1_000]


def test_time_does_not_run_below_nothing() -> None:
    clocks = Clocks(RULE, [True, True])
    clocks.run([0], 2 * MINUTE)
    assert clocks.left == [0, MINUTE]
    assert clocks.shown([0], 3 * MINUTE) == [0, MINUTE]


def test_a_move_brings_time_and_taking_it_back_takes_that_away() -> None:
    clocks = Clocks(RULE, [True, True])
    clocks.moved(0)
    assert clocks.left == [MINUTE + 5_000, MINUTE]
    clocks.took_back(0)
    assert clocks.left == [MINUTE, MINUTE]
    clocks.run([0], MINUTE - 1)
    clocks.took_back(0)
    assert clocks.left == [0, MINUTE]


def test_what_is_shown_counts_the_time_since_the_last_line() -> None:
    clocks = Clocks(RULE, [True, True])
    clocks.run([0], 1_000)
    assert clocks.shown([0], 4_000) == [MINUTE - 4_000, MINUTE]
    assert clocks.left == [MINUTE - 1_000, MINUTE], "showing does not let time pass"


def test_who_will_be_out_of_time_first() -> None:
    clocks = Clocks(RULE, [True, True, False])
    clocks.run([1], 10_000)
    assert clocks.first_out([0, 1, 2]) == (1, MINUTE)
    assert clocks.first_out([0]) == (0, MINUTE + 10_000)
    assert clocks.first_out([2]) is None
    assert clocks.first_out([]) is None
    clocks.stop(1)
    assert clocks.first_out([0, 1]) == (0, MINUTE + 10_000)


def test_bots_have_no_clock() -> None:
    scripted = ScriptedTable("delectable", "pbp", clock=RULE).deal()
    assert scripted.table.clocks is not None
    assert scripted.table.clocks.left == [MINUTE, None, MINUTE]


def test_real_time_has_no_clocks() -> None:
    assert ScriptedTable("diner", "pp", clock=RULE).deal().table.clocks is None
    assert ScriptedTable("diner", "pp", {"pace": "calm"}, clock=RULE).deal().table.clocks is not None


def test_the_clock_of_a_game_runs_from_move_to_move() -> None:
    scripted = ScriptedTable("delectable", "pp", clock=RULE).deal()
    clocks = scripted.table.clocks
    assert clocks is not None
    asked = scripted.table.actors()[0]
    scripted.move(asked, ms=2_000)
    assert clocks.left[asked] == MINUTE - 2_000 + 5_000
    assert clocks.left[1 - asked] == MINUTE


def test_undo_gives_no_time_back() -> None:
    scripted = ScriptedTable("tasting", "pp", clock=RULE).deal()
    scripted.move(0, ms=3_000)
    scripted.take(permissions.undo(scripted.table, 0, 7_000, "u"))
    clocks = scripted.table.clocks
    assert clocks is not None
    # Seat 0 had moved: between 3,000 and 7,000 only seat 1 was asked.
    assert clocks.left == [MINUTE - 3_000, MINUTE - 7_000]


def test_a_choice_that_stands_keeps_its_bonus_when_another_is_taken_back() -> None:
    scripted = ScriptedTable("tasting", "ppp", clock=RULE).deal()
    scripted.move(0, ms=1_000)
    scripted.move(1, ms=2_000)
    scripted.take(permissions.undo(scripted.table, 0, 4_000, "u"))
    clocks = scripted.table.clocks
    assert clocks is not None
    assert clocks.left == [MINUTE - 1_000, MINUTE - 2_000 + 5_000, MINUTE - 4_000]


def test_out_of_time_a_bot_plays_on_without_a_clock() -> None:
    scripted = ScriptedTable("delectable", "pp", clock=RULE).deal()
    seat = scripted.table.actors()[0]
    assert scripted.table.clocks is not None
    assert scripted.table.clocks.first_out([seat]) == (seat, MINUTE)
    scripted.take(lines.OutOfTime(seat, MINUTE))
    assert scripted.table.seats[seat].out_of_time
    assert scripted.table.clocks.left[seat] is None
    scripted.move(seat, ms=2 * MINUTE)
    assert scripted.table.clocks.left == ([None, MINUTE] if seat == 0 else [MINUTE, None])


def test_who_leaves_has_no_clock_any_more() -> None:
    scripted = ScriptedTable("delectable", "pp", clock=RULE).deal()
    scripted.take(permissions.leave(scripted.table, 0))
    assert scripted.table.clocks is not None
    assert scripted.table.clocks.left == [None, MINUTE]

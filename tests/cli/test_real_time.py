"""`maitred play diner --option pace=live`: real time at a keyboard, where one can wait and bots act on a clock."""

from __future__ import annotations

from itertools import pairwise, repeat
from pathlib import Path

import pytest

import maitred
from maitred.bots.clock import WAIT
from maitred.cli.local.seating import seat_players
from maitred.cli.local.session import Session
from maitred.games.diner.rules import Diner
from maitred.kernel.record import Record, read_record
from maitred.table.permissions import Denied
from tests.cli.scripted import run

DINER = maitred.game("diner")
LIVE = "diner --option pace=live --seed 3"


def live(players: int, people: list[int], seed: int = 1) -> Session:
    """A table in real time at which the first seat has two tokens and everybody else one."""
    chance = {"kind": "stream", "seed": seed}
    record = Record(DINER, players, chance, {"pace": "live", "dealer": str(players)})
    return Session(record, seat_players(DINER, players, people, "", []))


def bots_act(table: Session) -> list[int]:
    """Let bots act or wait until a person is asked; the seats that acted."""
    acted: list[int] = []
    while (seat := table.next_seat()) in table.bots:
        assert seat is not None
        action = table.bot_move(seat)
        if action == WAIT:
            table.wait(seat)
        else:
            table.play(seat, action)
            acted.append(seat)
    return acted


def test_whoever_waits_sees_a_bot_act_and_keeps_the_tokens(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    code, terminal = run(f"{LIVE} --players 3", ["wait", "wait", "q"], extra=["--save", str(file)])
    assert code == 0
    assert all("Wait until somebody else acts" in seen for seen in terminal.seen)
    record = read_record(file.read_text(encoding="utf-8"), {"diner": DINER})
    assert len(record.moves) >= 2
    assert all(seat != 0 for seat, _, _ in record.moves)


def test_a_person_who_always_waits_is_asked_to_act_only_when_nobody_else_can() -> None:
    table = live(2, [0])
    while (seat := table.next_seat()) is not None:
        if seat in table.bots:
            action = table.bot_move(seat)
        else:
            alone = table.state.actors() == [0]
            assert table.may_wait(0) is not alone
            action = table.state.legal(0)[0] if alone else WAIT
        if action == WAIT:
            table.wait(seat)
        else:
            table.play(seat, action)
    assert isinstance(table.state, Diner)
    assert table.state.closed


def test_if_bots_would_rather_wait_too_the_first_of_them_acts() -> None:
    table = live(3, [0])
    assert table.next_seat() == 0
    table.wait(0)
    (acted,) = bots_act(table)
    assert acted in (1, 2)
    assert table.next_seat() == 0, "and the person looks again"


def test_people_who_wait_for_each_other_end_with_the_first_who_must_act() -> None:
    table = live(2, [0, 1])
    assert table.next_seat() == 0
    table.wait(0)
    assert table.next_seat() == 1
    assert table.may_wait(1)
    table.wait(1)
    assert table.next_seat() == 0
    assert not table.may_wait(0)
    table.play(0, table.state.legal(0)[0])
    assert table.next_seat() == 1
    assert table.may_wait(1)


def test_bots_that_are_ready_act_before_a_person_who_has_just_acted_is_asked_again() -> None:
    acted: list[int] = []
    for seed in range(8):
        table = live(4, [0], seed)
        table.play(0, table.state.legal(0)[0])
        acted += bots_act(table)
        assert table.next_seat() == 0
    assert len(set(acted)) > 1
    assert len(acted) < 4 * 8, "but not everybody is ready that soon"


def test_a_wait_is_no_move_that_could_be_taken_back() -> None:
    table = live(2, [0])
    table.wait(0)
    with pytest.raises(Denied, match="nothing to take back"):
        table.undo()


def test_in_real_time_nothing_is_taken_back() -> None:
    table = live(2, [0])
    table.play(0, table.state.legal(0)[0])
    with pytest.raises(Denied, match="In real time nothing"):
        table.undo()


def test_a_whole_game_in_real_time_from_one_keyboard(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    code, _ = run(f"{LIVE} --players 4", repeat("1"), extra=["--save", str(file)])
    assert code == 0
    record = read_record(file.read_text(encoding="utf-8"), {"diner": DINER})
    assert record.result() is not None
    assert {seat for seat, _, _ in record.moves} == {0, 1, 2, 3}


def test_there_is_nothing_to_wait_for_at_a_calm_table() -> None:
    _, terminal = run("diner --seed 3", ["wait"])
    assert "Wait until" not in terminal.text
    assert "'wait' is not an answer here" in terminal.text


def test_a_watched_game_in_real_time_goes_by_the_clock(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    code, _ = run(f"{LIVE} --players 3 --watch", extra=["--save", str(file)])
    assert code == 0
    record = read_record(file.read_text(encoding="utf-8"), {"diner": DINER})
    seats = [seat for seat, _, _ in record.moves]
    assert any(one == other for one, other in pairwise(seats)), "who is quick acts twice"

"""Taking moves back: one's own last one, among people as long as it brought nothing new to light."""

from __future__ import annotations

import random

import msgspec
import pytest

from maitred.table import permissions
from maitred.table.log import SEEN
from maitred.table.permissions import Denied
from maitred.table.proof import judge
from tests.table.scripted import ScriptedTable, portrait


def test_ones_own_choice_is_taken_back_and_the_others_stand() -> None:
    scripted = ScriptedTable("chefs_choice", "pppppppp").deal()
    before = scripted.table.state.pack()
    chosen = {}
    for seat in (3, 0, 5):
        chosen[seat] = scripted.move(seat)
    undone = permissions.undo(scripted.table, 3, 10, "u")
    assert undone.back == 3
    assert undone.again == [(0, chosen[0]), (5, chosen[5])]
    scripted.take(undone)
    assert scripted.table.actors() == [1, 2, 3, 4, 6, 7]
    scripted.take(permissions.undo(scripted.table, 5, 11, "v"))
    scripted.take(permissions.undo(scripted.table, 0, 12, "w"))
    assert scripted.table.state.pack() == before


def test_an_undone_choice_can_be_made_again_and_is_then_the_last() -> None:
    scripted = ScriptedTable("chefs_choice", "pppp").deal()
    scripted.move(0)
    scripted.move(1)
    scripted.take(permissions.undo(scripted.table, 0, 0, "u"))
    another = scripted.table.state.legal(0)[-1]
    scripted.move(0, another)
    assert scripted.table.record is not None
    assert [move[0] for move in scripted.table.record.moves] == [1, 0]
    assert scripted.table.record.moves[-1][1] == another


def test_nothing_is_taken_back_past_what_came_to_light() -> None:
    scripted = ScriptedTable("chefs_choice", "pppp").deal()
    for seat in range(4):
        scripted.move(seat)
    for seat in range(4):
        with pytest.raises(Denied, match="something new has come to light") as refusal:
            permissions.undo(scripted.table, seat, 0, "u")
        assert refusal.value.reason == "illegal"
        assert isinstance(permissions.undone_or_why_not(scripted.table, seat, 0), str)


def turn_of_two() -> tuple[ScriptedTable, int, int]:
    """A calm Diner in which two have held, which brings nothing to light; and who they were."""
    scripted = ScriptedTable("diner", "ppp", {"pace": "calm"}).deal()
    held = []
    for _ in range(2):
        seat = scripted.table.actors()[0]
        scripted.move(seat, scripted.table.state.legal(seat)[-1])
        held.append(seat)
    assert scripted.table.record is not None
    assert len(scripted.table.record.trail) == 2
    return scripted, held[0], held[1]


def test_what_bots_did_later_goes_too() -> None:
    scripted, first, second = turn_of_two()
    scripted.take(permissions.leave(scripted.table, second))
    scripted.take(permissions.undo(scripted.table, first, 0, "u"))
    assert scripted.table.actors() == [first]
    assert scripted.table.record is not None
    assert scripted.table.record.moves == []


def test_what_people_did_later_cannot_be_taken_from_them() -> None:
    scripted, first, later = turn_of_two()
    with pytest.raises(Denied, match=rf"\{{{later}\}} moved after you"):
        permissions.undo(scripted.table, first, 0, "u")
    assert not isinstance(permissions.undone_or_why_not(scripted.table, later, 0), str)
    assert isinstance(permissions.undone_or_why_not(scripted.table, first, 0), str)


def test_nothing_is_taken_back_in_real_time() -> None:
    scripted = ScriptedTable("diner", "pp", {"relief": "on"}).deal()
    scripted.move(0)
    with pytest.raises(Denied, match="In real time nothing"):
        permissions.undo(scripted.table, 0, 0, "u")


def test_who_made_no_move_has_nothing_to_take_back() -> None:
    scripted = ScriptedTable("chefs_choice", "pppp").deal()
    scripted.move(0)
    with pytest.raises(Denied, match="nothing to take back"):
        permissions.undo(scripted.table, 1, 0, "u")
    assert isinstance(permissions.undone_or_why_not(ScriptedTable("chefs_choice", "pppp").table, 0, 0), str)


@pytest.mark.parametrize("game", ["delectable", "food_court", "ovens", "chefs_choice", "marking"])
def test_alone_with_bots_every_decision_of_ones_own_can_be_taken_back(game: str) -> None:
    scripted, chance = ScriptedTable(game, "pbbb").deal(), random.Random(game)
    table = scripted.table
    dealt = table.state.pack()
    while sum(made[0] == 0 for made in (table.record.moves if table.record is not None else [])) < 5:
        scripted.play(1, chance)
        if table.phase == "over":
            break
    lines_before, told = len(scripted.lines), []
    while not isinstance(permissions.undone_or_why_not(table, 0, 0), str):
        undone = permissions.undo(table, 0, 0, f"u{len(scripted.lines)}")
        scripted.lines.append(undone)
        told += [piece.text for piece in table.take(undone)]
        assert 0 in table.actors()
    assert len(scripted.lines) >= lines_before + (1 if game == "marking" else 3)
    assert table.record is not None
    assert not [made for made in table.record.moves if made[0] == 0]
    assert table.state.pack() == dealt or table.record.moves
    assert portrait(scripted.retold()) == portrait(table)
    # It is said once that hidden cards were seen, and the game counts for nothing from then on.
    assert sum(SEEN in text for text in told) == (not table.counts)
    assert table.counts == (game == "marking")


def test_a_game_that_was_looked_back_in_is_found_by_whoever_checks_its_record() -> None:
    scripted, chance = ScriptedTable("delectable", "pb").deal(), random.Random(3)
    table = scripted.table
    scripted.play(20, chance)
    assert table.counts
    scripted.take(permissions.undo(table, 0, 0, "u"))
    assert not table.counts
    scripted.play(1_000, chance)
    assert table.record is not None
    table.record.proof = {"transcript": msgspec.to_builtins(table.transcript), "undone": table.undone}
    found = judge(table.record, lambda told, signature, digest: False)
    assert found.deal == "yes"
    assert not found.counts
    assert SEEN in found.why


def test_whoever_played_with_people_does_not_look_back_when_they_are_gone() -> None:
    scripted, chance = ScriptedTable("delectable", "ppb").deal(), random.Random(1)
    scripted.play(30, chance)
    scripted.take(permissions.leave(scripted.table, 1))
    if not scripted.table.record or not scripted.table.record.trail:
        assert permissions.undone_or_why_not(scripted.table, 0, 0) == permissions.TOO_LATE
    assert not scripted.table.alone(0)


@pytest.mark.parametrize("game", ["delectable", "food_court", "ovens", "chefs_choice", "tasting", "marking"])
@pytest.mark.parametrize("seats", ["pbpb", "pppp"])
def test_whatever_can_be_undone_leads_to_a_table_that_its_lines_tell(game: str, seats: str) -> None:
    chance = random.Random(f"{game} {seats}")
    scripted = ScriptedTable(game, seats).deal()
    undone = 0
    for number in range(150):
        scripted.play(1, chance, ms=number)
        if scripted.table.phase == "over":
            break
        seat = chance.randrange(4)
        possible = not isinstance(permissions.undone_or_why_not(scripted.table, seat, number), str)
        if possible and chance.random() < 0.4:
            made = len(scripted.table.record.moves) if scripted.table.record is not None else 0
            line = permissions.undo(scripted.table, seat, number, f"u{number}")
            scripted.take(line)
            assert scripted.table.record is not None
            assert len(scripted.table.record.moves) == made - line.back + len(line.again)
            assert seat in scripted.table.actors()
            undone += 1
    assert undone, "nothing could be undone in the whole game"
    assert portrait(scripted.retold()) == portrait(scripted.table)

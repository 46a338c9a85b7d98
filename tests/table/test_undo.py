"""Taking moves back: one's own last one, as long as it brought nothing new to light."""

from __future__ import annotations

import random

import pytest

from maitred.table import manners
from maitred.table.manners import NotSo
from tests.table.evenings import Evening, portrait


def test_ones_own_choice_is_taken_back_and_the_others_stand() -> None:
    evening = Evening("chefs_choice", "pppppppp").deal()
    before = evening.table.state.pack()
    chosen = {}
    for seat in (3, 0, 5):
        chosen[seat] = evening.move(seat)
    undone = manners.undo(evening.table, 3, 10, "u")
    assert undone.back == 3
    assert undone.again == [(0, chosen[0]), (5, chosen[5])]
    evening.take(undone)
    assert evening.table.actors() == [1, 2, 3, 4, 6, 7]
    evening.take(manners.undo(evening.table, 5, 11, "v"))
    evening.take(manners.undo(evening.table, 0, 12, "w"))
    assert evening.table.state.pack() == before


def test_an_undone_choice_can_be_made_again_and_is_then_the_last() -> None:
    evening = Evening("chefs_choice", "pppp").deal()
    evening.move(0)
    evening.move(1)
    evening.take(manners.undo(evening.table, 0, 0, "u"))
    another = evening.table.state.legal(0)[-1]
    evening.move(0, another)
    assert evening.table.record is not None
    assert [move[0] for move in evening.table.record.moves] == [1, 0]
    assert evening.table.record.moves[-1][1] == another


def test_nothing_is_taken_back_past_what_came_to_light() -> None:
    evening = Evening("chefs_choice", "pppp").deal()
    for seat in range(4):
        evening.move(seat)
    for seat in range(4):
        with pytest.raises(NotSo, match="something new came to light") as refusal:
            manners.undo(evening.table, seat, 0, "u")
        assert refusal.value.reason == "illegal"
        assert not manners.can_undo(evening.table, seat, 0)


def turn_of_two() -> tuple[Evening, int, int]:
    """A calm Diner in which two have held, which brings nothing to light; and who they were."""
    evening = Evening("diner", "ppp", {"pace": "calm"}).deal()
    held = []
    for _ in range(2):
        seat = evening.table.actors()[0]
        evening.move(seat, evening.table.state.legal(seat)[-1])
        held.append(seat)
    assert evening.table.record is not None
    assert len(evening.table.record.trail) == 2
    return evening, held[0], held[1]


def test_what_bots_did_later_goes_too() -> None:
    evening, first, second = turn_of_two()
    evening.take(manners.leave(evening.table, second))
    evening.take(manners.undo(evening.table, first, 0, "u"))
    assert evening.table.actors() == [first]
    assert evening.table.record is not None
    assert evening.table.record.moves == []


def test_what_people_did_later_cannot_be_taken_from_them() -> None:
    evening, first, later = turn_of_two()
    with pytest.raises(NotSo, match=rf"\{{{later}\}} moved after you"):
        manners.undo(evening.table, first, 0, "u")
    assert manners.can_undo(evening.table, later, 0)
    assert not manners.can_undo(evening.table, first, 0)


def test_nothing_is_taken_back_in_real_time() -> None:
    evening = Evening("diner", "pp", {"relief": "on"}).deal()
    evening.move(0)
    with pytest.raises(NotSo, match="In real time nothing"):
        manners.undo(evening.table, 0, 0, "u")


def test_who_made_no_move_has_nothing_to_take_back() -> None:
    evening = Evening("chefs_choice", "pppp").deal()
    evening.move(0)
    with pytest.raises(NotSo, match="nothing to take back"):
        manners.undo(evening.table, 1, 0, "u")
    assert not manners.can_undo(Evening("chefs_choice", "pppp").table, 0, 0)


@pytest.mark.parametrize("game", ["delectable", "food_court", "ovens", "chefs_choice", "tasting", "marking"])
@pytest.mark.parametrize("seats", ["pbpb", "pppp"])
def test_whatever_can_be_undone_leads_to_a_table_that_its_lines_tell(game: str, seats: str) -> None:
    chance = random.Random(f"{game} {seats}")
    evening = Evening(game, seats).deal()
    undone = 0
    for number in range(150):
        evening.play(1, chance, ms=number)
        if evening.table.phase == "over":
            break
        seat = chance.randrange(4)
        if chance.random() < 0.4 and manners.can_undo(evening.table, seat, number):
            made = len(evening.table.record.moves) if evening.table.record is not None else 0
            line = manners.undo(evening.table, seat, number, f"u{number}")
            evening.take(line)
            assert evening.table.record is not None
            assert len(evening.table.record.moves) == made - line.back + len(line.again)
            assert seat in evening.table.actors()
            undone += 1
    assert undone, "nothing could be undone in the whole game"
    assert portrait(evening.retold()) == portrait(evening.table)

"""Steps of a choice that is made together: nobody else may notice them, not even by a number or a clock."""

from __future__ import annotations

from maitred.server import showing
from maitred.server.socket import ENCODER
from maitred.table import lines, permissions
from maitred.table.presence import Presence
from tests.table.marking import DONE, Marking
from tests.table.scripted import ScriptedTable


def seen(scripted: ScriptedTable, eyes: int | None, ms: int) -> bytes:
    """All that a seat, or a spectator, is shown."""
    facts = showing.facts(scripted.table, Presence(3), ms)
    return ENCODER.encode([facts, showing.position(scripted.table, eyes, ms, zones=True), scripted.table.seq])


def hand(scripted: ScriptedTable) -> list[int]:
    """The bottles of the first seat."""
    state = scripted.table.state
    assert isinstance(state, Marking)
    return state.hands[0]


def test_what_nobody_may_notice_raises_no_number_and_no_clock() -> None:
    quiet = ScriptedTable("marking", "ppp", clock=lines.ClockSet(1, 30)).deal()
    busy = ScriptedTable("marking", "ppp", clock=lines.ClockSet(1, 30)).deal()
    for ms, bottle in enumerate(hand(busy), 1):
        busy.move(0, bottle, 1000 * ms, f"m{ms}")
    busy.take(permissions.undo(busy.table, 0, 4000, "u"))
    assert busy.table.lines == quiet.table.lines + 4
    for eyes in (1, 2, None):
        assert seen(busy, eyes, 9000) == seen(quiet, eyes, 9000)
    assert busy.table.moves_noticed(0) == 2, "one's own steps are counted"
    for scripted in (quiet, busy):
        scripted.move(1, DONE, 10_000, "d")
    for eyes in (1, 2, None):
        assert seen(busy, eyes, 11_000) == seen(quiet, eyes, 11_000)


def test_steps_that_are_taken_back_leave_nothing_behind() -> None:
    scripted = ScriptedTable("marking", "ppp").deal()
    scripted.move(0, hand(scripted)[0], 1, "a")
    scripted.move(1, DONE, 2, "b")
    undone = permissions.undo(scripted.table, 0, 3, "c")
    assert undone.again == [(1, DONE)]
    assert scripted.table.is_silent(undone)
    scripted.take(undone)
    assert scripted.table.hushed == [0, 0, 0]
    assert scripted.table.actors() == [0, 2]


def test_taking_back_what_all_noticed_is_noticed() -> None:
    scripted = ScriptedTable("marking", "ppp").deal()
    scripted.move(1, DONE, 1, "a")
    scripted.move(0, hand(scripted)[0], 2, "b")
    undone = permissions.undo(scripted.table, 1, 3, "c")
    assert not scripted.table.is_silent(undone)
    scripted.take(undone)
    assert scripted.table.hushed == [1, 0, 0]


def test_the_last_mover_is_the_last_whom_all_noticed() -> None:
    scripted = ScriptedTable("marking", "ppp").deal()
    assert scripted.table.last_mover() is None
    scripted.move(1, DONE, 1, "a")
    scripted.move(0, hand(scripted)[0], 2, "b")
    assert scripted.table.last_mover() == 1


def test_only_the_mover_hears_of_a_step_that_nobody_may_notice() -> None:
    scripted = ScriptedTable("marking", "ppp").deal()
    marked = permissions.move(scripted.table, 0, hand(scripted)[0], 0, 1, "a")
    _, news = scripted.table.after(marked)
    assert [[heard.text for heard in scripted.table.hear(news, eyes)] for eyes in (0, 1, None)] == [
        ["You mark a bottle."],
        [],
        [],
    ]

"""Steps of a choice that is made together: nobody else may notice them, not even by a number or a clock."""

from __future__ import annotations

from maitred.server import showing
from maitred.server.socket import ENCODER
from maitred.table import lines, manners
from maitred.table.presence import Presence
from tests.table.evenings import Evening
from tests.table.marking import DONE, Marking


def seen(evening: Evening, eyes: int | None, ms: int) -> bytes:
    """All that a seat, or a spectator, is shown."""
    facts = showing.facts(evening.table, Presence(3), ms)
    return ENCODER.encode([facts, showing.position(evening.table, eyes, ms, zones=True), evening.table.seq])


def hand(evening: Evening) -> list[int]:
    """The bottles of the first seat."""
    state = evening.table.state
    assert isinstance(state, Marking)
    return state.hands[0]


def test_what_nobody_may_notice_raises_no_number_and_no_clock() -> None:
    quiet = Evening("marking", "ppp", clock=lines.ClockSet(1, 30)).deal()
    busy = Evening("marking", "ppp", clock=lines.ClockSet(1, 30)).deal()
    for ms, bottle in enumerate(hand(busy), 1):
        busy.move(0, bottle, 1000 * ms, f"m{ms}")
    busy.take(manners.undo(busy.table, 0, 4000, "u"))
    assert busy.table.lines == quiet.table.lines + 4
    for eyes in (1, 2, None):
        assert seen(busy, eyes, 9000) == seen(quiet, eyes, 9000)
    assert busy.table.moves_noticed(0) == 2, "one's own steps are counted"
    for evening in (quiet, busy):
        evening.move(1, DONE, 10_000, "d")
    for eyes in (1, 2, None):
        assert seen(busy, eyes, 11_000) == seen(quiet, eyes, 11_000)


def test_steps_that_are_taken_back_leave_nothing_behind() -> None:
    evening = Evening("marking", "ppp").deal()
    evening.move(0, hand(evening)[0], 1, "a")
    evening.move(1, DONE, 2, "b")
    undone = manners.undo(evening.table, 0, 3, "c")
    assert undone.again == [(1, DONE)]
    assert evening.table.is_silent(undone)
    evening.take(undone)
    assert evening.table.hushed == [0, 0, 0]
    assert evening.table.actors() == [0, 2]


def test_taking_back_what_all_noticed_is_noticed() -> None:
    evening = Evening("marking", "ppp").deal()
    evening.move(1, DONE, 1, "a")
    evening.move(0, hand(evening)[0], 2, "b")
    undone = manners.undo(evening.table, 1, 3, "c")
    assert not evening.table.is_silent(undone)
    evening.take(undone)
    assert evening.table.hushed == [1, 0, 0]


def test_the_last_mover_is_the_last_whom_all_noticed() -> None:
    evening = Evening("marking", "ppp").deal()
    assert evening.table.last_mover() is None
    evening.move(1, DONE, 1, "a")
    evening.move(0, hand(evening)[0], 2, "b")
    assert evening.table.last_mover() == 1


def test_only_the_mover_hears_of_a_step_that_nobody_may_notice() -> None:
    evening = Evening("marking", "ppp").deal()
    marked = manners.move(evening.table, 0, hand(evening)[0], 0, 1, "a")
    _, news = evening.table.after(marked)
    assert [[heard.text for heard in evening.table.hear(news, eyes)] for eyes in (0, 1, None)] == [
        ["{0} marks a bottle."],
        [],
        [],
    ]

"""Two people at a table wait for each other: a lost line, a seat kept by a bot, clocks, a pause."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from tests.page.conftest import Visit
from tests.page.line import Line
from tests.page.visitor import Visitor
from tests.server.guest import RunningHouse

BO = {"name": "Bo"}


def asked(somebody: Visitor) -> bool:
    """Whether it is their move."""
    return somebody.page.locator(".prompt.asked").count() > 0


def see_alike(one: Visitor, other: Visitor) -> None:
    """Wait until the other page knows of every move that the one knows of."""
    expect(other.page.locator(".table")).to_have_attribute("data-moves", one.moves())


def play_until_asked(waited_for: Visitor, other: Visitor) -> None:
    """Let the other move until it is somebody's turn."""
    see_alike(other, waited_for)
    while not asked(waited_for):
        other.take_first()
        see_alike(other, waited_for)


def seat(somebody: Visitor, name: str) -> Locator:
    """What a page says of a player; a name is a whole word, for every Bo may be kept by a bot."""
    return somebody.page.locator(".seats li").filter(has_text=re.compile(rf"\b{name}\b"))


def said(somebody: Visitor) -> Locator:
    """What a page has heard of the game."""
    return somebody.page.locator(".log li.game")


def test_a_lost_line_comes_back_by_itself_and_tells_what_was_missed(visit: Visit, line: Line) -> None:
    ann, bo = visit(f"http://127.0.0.1:{line.port}"), visit(settings=BO)
    ann.set_table_for_two(bo, "delectable")
    play_until_asked(bo, ann)
    ann.page.evaluate("window.same = true")
    before, heard = ann.moves(), said(ann).count()

    line.cut()
    lost = ann.page.get_by_text("The connection is lost.")
    expect(lost).to_be_visible()
    while asked(bo):
        bo.take_first()
    assert ann.moves() == before

    line.mend()
    expect(lost).to_be_hidden()
    see_alike(bo, ann)
    assert said(bo).count() > heard
    expect(said(ann)).to_have_count(said(bo).count())
    assert ann.page.evaluate("window.same") is True

    known = int(bo.moves())
    ann.take_first()
    see_alike(ann, bo)
    assert int(bo.moves()) == known + 1


def test_a_page_that_comes_back_says_that_a_new_one_is_served(visit: Visit, line: Line) -> None:
    ann = visit(f"http://127.0.0.1:{line.port}")
    ann.set_table("delectable", "md")
    ann.page.locator(".stage > *").first.wait_for()
    line.cut()
    expect(ann.page.get_by_text("The connection is lost.")).to_be_visible()

    def upgraded(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "version": "99"})

    ann.page.route("**/api/house", upgraded)
    line.mend()
    expect(ann.page.get_by_text("There is a new version of this page.")).to_be_visible()
    ann.page.unroute("**/api/house")
    ann.page.get_by_role("button", name="Load it").click()
    ann.page.locator(".stage > *").first.wait_for()
    expect(ann.page.get_by_text("There is a new version of this page.")).to_be_hidden()


def test_what_is_done_while_the_line_is_lost_counts_once(visit: Visit, line: Line) -> None:
    ann, bo = visit(f"http://127.0.0.1:{line.port}"), visit(settings=BO)
    ann.set_table_for_two(bo, "delectable")
    play_until_asked(ann, bo)
    known = int(bo.moves())
    line.cut()
    expect(ann.page.get_by_text("The connection is lost.")).to_be_visible()
    ann.page.locator(".choices .offer:enabled").first.click()
    line.mend()
    expect(bo.page.locator(".table")).to_have_attribute("data-moves", str(known + 1))
    see_alike(bo, ann)
    expect(ann.page.get_by_text("The connection is lost.")).to_be_hidden()
    assert int(bo.moves()) == known + 1


@pytest.fixture(scope="module")
def impatient(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """A house that waits for nobody for long."""
    opened = RunningHouse(tmp_path_factory.mktemp("impatient") / "data", "--grace", "1", "--idle", "3", installed=True)
    yield opened
    assert opened.close() == 0


def test_a_bot_keeps_the_seat_of_who_is_gone_until_they_return(visit: Visit, impatient: RunningHouse) -> None:
    address = f"http://127.0.0.1:{impatient.port}"
    ann, bo = visit(address), visit(address, settings=BO)
    table = ann.set_table_for_two(bo, "delectable")
    ann.page.goto("/")
    expect(seat(bo, "Ann")).to_contain_text("kept by a bot")
    expect(bo.page.locator(".log li").filter(has_text="A bot plays for Ann.")).to_be_visible()
    bo.page.locator(".prompt.asked").wait_for()

    ann.page.goto(f"/t/{table}")
    expect(seat(bo, "Ann")).not_to_contain_text("kept by a bot")
    expect(bo.page.locator(".log li").filter(has_text="Ann is back.")).to_be_visible()
    expect(seat(ann, "Ann")).to_contain_text("you")


def test_who_is_asked_and_does_nothing_takes_the_seat_back(visit: Visit, impatient: RunningHouse) -> None:
    address = f"http://127.0.0.1:{impatient.port}"
    ann, bo = visit(address), visit(address, settings=BO)
    ann.set_table_for_two(bo, "delectable")
    slow, other, name = (ann, bo, "Ann") if asked(ann) else (bo, ann, "Bo")
    notice = slow.page.get_by_text("A bot is playing for you.")
    expect(notice).to_be_visible()
    expect(seat(other, name)).to_contain_text("kept by a bot")
    slow.page.get_by_role("button", name="Take the seat back").click()
    expect(notice).to_be_hidden()
    expect(seat(other, name)).not_to_contain_text("kept by a bot")


def test_the_clock_of_who_is_asked_runs(visit: Visit) -> None:
    ann, bo = visit(), visit(settings=BO)
    ann.set_table_for_two(bo, "delectable", clock={"minutes": 1, "bonus_seconds": 0})
    runs, stands = ("Ann", "Bo") if asked(ann) else ("Bo", "Ann")
    for somebody in (ann, bo):
        expect(seat(somebody, stands).locator(".clock")).to_have_text("1:00")
        clock = seat(somebody, runs).locator(".clock")
        expect(clock).to_have_text(re.compile(r"^0:[0-5]\d$"))
        shown = clock.inner_text()
        expect(clock).not_to_have_text(shown)


def test_a_pause_begins_when_both_want_it(visit: Visit) -> None:
    ann, bo = visit(settings={"plain": False}), visit(settings={**BO, "plain": False})
    ann.set_table_for_two(bo, "diner")
    for waiter in (ann, bo):
        expect(waiter.page.locator(".kitchen .grab[data-legal]")).to_have_count(3)
    ann.page.get_by_role("button", name="Pause", exact=True).click()
    expect(ann.page.get_by_text("You have asked for a pause")).to_be_visible()
    expect(seat(bo, "Ann")).to_contain_text("wants a pause")
    expect(bo.page.locator(".kitchen .grab[data-legal]")).to_have_count(3)

    bo.page.get_by_role("button", name="Pause", exact=True).click()
    for waiter in (ann, bo):
        expect(waiter.page.get_by_text("The game is paused.")).to_be_visible()
        expect(waiter.page.locator(".stage [data-legal]")).to_have_count(0)

    ann.page.locator(".notice").get_by_role("button", name="Go on").click()
    for waiter in (ann, bo):
        expect(waiter.page.get_by_text("The game is paused.")).to_be_hidden()
        expect(waiter.page.locator(".kitchen .grab[data-legal]")).to_have_count(3)

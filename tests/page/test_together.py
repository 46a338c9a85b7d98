"""Several browsers at one table, and what happens when one of them, or the house, goes away."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.page.conftest import Visit
from tests.page.line import Line
from tests.page.visitor import Visitor
from tests.server.guest import RunningHouse
from tests.server.postgres import database

MARKUP = '<img src=x onerror="document.title=1">'


def test_two_browsers_by_link(visit: Visit) -> None:
    ann, bo = visit(), visit(settings={"name": ""})
    page = ann.page
    page.goto("/set/delectable")
    page.get_by_role("button", name="2", exact=True).click()
    page.get_by_label("Who sits at seat 2").select_option("open")
    page.get_by_role("button", name="Set the table and invite").click()
    link = page.get_by_label("Link to this table", exact=True).input_value()
    expect(page.get_by_text("listens to this computer only")).to_be_visible()
    expect(page.get_by_role("img", name="as a code for a camera")).to_have_count(0)

    bo.page.goto(link)
    expect(bo.page.get_by_text("You are invited to a game of")).to_be_visible()
    bo.page.get_by_label("Your name").fill("<b>Bo</b>")
    bo.page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("<b>Bo</b>", exact=True)).to_be_visible()
    bo.page.get_by_role("button", name="Ready", exact=True).click()
    page.get_by_role("button", name="Ready", exact=True).click()
    for somebody in (ann, bo):
        expect(somebody.page.locator(".seats")).to_contain_text("<b>Bo</b>")

    ann.page.get_by_label("Say something to the table").first.fill(MARKUP)
    ann.page.keyboard.press("Enter")
    said = bo.page.locator(".log .chat")
    expect(said).to_contain_text(MARKUP)
    assert bo.page.locator(".log img").count() == 0

    first, second = (ann, bo) if "Your move" in ann.prompt.inner_text() else (bo, ann)
    expect(second.prompt).not_to_contain_text("Your move")
    first.take_first()
    expect(second.page.locator(".log li").filter(has_text="rolls for").first).to_be_visible()


def test_a_reload_in_the_middle_of_a_turn_changes_nothing(visit: Visit) -> None:
    ann = visit()
    ann.set_table("ovens", "mdd")
    ann.wait_to_be_asked()
    ann.page.locator(".offer").filter(has_text="Exchange").first.click()
    expect(ann.page.get_by_role("button", name="Undo")).to_be_enabled()
    offers = ann.page.locator(".offer").all_inner_texts()
    prompt = ann.prompt.inner_text()
    ann.page.reload()
    expect(ann.page.locator(".offer")).to_have_count(len(offers))
    assert ann.page.locator(".offer").all_inner_texts() == offers
    assert ann.prompt.inner_text() == prompt
    expect(ann.page.locator(".log li").filter(has_text="will exchange")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Undo")).to_be_enabled()
    ann.page.goto("/")
    ann.page.locator(":not(.dishes) > .tables a").filter(has_text="Ovens").first.click()
    expect(ann.page.locator(".offer")).to_have_count(len(offers))


def test_a_seat_goes_along_to_another_device(visit: Visit) -> None:
    ann, phone = visit(), visit(viewport={"width": 390, "height": 844})
    ann.set_table("delectable", "mdd")
    ann.wait_to_be_asked()
    phone.page.goto(ann.private_link())
    expect(phone.page.locator(".prompt.asked")).to_be_visible()
    assert "take=" not in phone.page.url
    expect(ann.page.get_by_role("heading", name="You went on playing elsewhere")).to_be_visible()
    phone.take_first()


def test_who_has_no_seat_watches(visit: Visit) -> None:
    ann, bo = visit(), visit()
    table = ann.set_table("delectable", "mdd")
    ann.wait_to_be_asked()
    bo.page.goto(f"/t/{table}")
    expect(bo.page.get_by_text("All 3 seats are taken.")).to_be_visible()
    bo.page.get_by_role("button", name="Watch").click()
    expect(bo.page.get_by_text("You are watching.")).to_be_visible()
    ann.take_first()
    expect(bo.page.locator(".log li").filter(has_text="Ann").first).to_be_visible()
    assert bo.page.locator(".offer").count() == 0


def test_leaving_lets_a_bot_play_on(visit: Visit) -> None:
    ann = visit()
    table = ann.set_table("delectable", "mdd", pace="slow")
    ann.wait_to_be_asked()
    ann.page.get_by_role("button", name="Table", exact=True).click()
    ann.page.get_by_role("button", name="Leave the table").click()
    ann.page.get_by_role("button", name="Yes, leave").click()
    expect(ann.page.get_by_role("heading", name="Pull up a chair")).to_be_visible()
    here = ann.context.request.get(f"/api/tables/{table}").json()
    assert here["seats"] == []


def test_an_unknown_table_has_its_own_sentence(visit: Visit) -> None:
    ann = visit()
    ann.page.goto("/t/nobody-set-this")
    expect(ann.page.get_by_role("heading", name="There is no such table")).to_be_visible()
    ann.page.get_by_role("link", name="To the games").click()
    expect(ann.page.get_by_role("heading", name="Pull up a chair")).to_be_visible()


@pytest.fixture
def fragile(chromium: Browser, tmp_path: Path) -> RunningHouse:
    """A house that may be killed."""
    return RunningHouse(tmp_path / "data", installed=True)


def test_the_house_is_killed_and_comes_back_under_the_page(chromium: Browser, fragile: RunningHouse) -> None:
    ann = Visitor(chromium, f"http://127.0.0.1:{fragile.port}")
    ann.set_table("ovens", "mdd")
    ann.wait_to_be_asked()
    # Nobody else says anything between her two moves.
    expect(ann.page.locator(".log li").filter(has_text="has decided on the first cards")).to_have_count(2)
    ann.page.locator(".offer").filter(has_text="Exchange").first.click()
    expect(ann.page.get_by_role("button", name="Undo")).to_be_enabled()
    heard = ann.page.locator(".log li").filter(has_text="will exchange")
    expect(heard).to_have_count(1)
    once = heard.inner_text()
    ann.page.evaluate("window.same = true")

    fragile.kill()
    lost = ann.page.get_by_text("The connection is lost.")
    expect(lost).to_be_visible()
    # What is done now is sent when the house is back.
    ann.page.locator(".offer").filter(has_text="Exchange").first.click()

    def renewed(route: Route) -> None:
        told = route.fetch().json()
        route.fulfill(body=json.dumps({**told, "page": "another"}), content_type="application/json")

    ann.page.route(re.compile("/api/house$"), renewed)
    fragile.start()
    expect(lost).to_be_hidden()
    expect(heard).to_have_count(1)
    expect(heard).not_to_have_text(once)  # lines of one turn are one line
    expect(ann.page.get_by_text("There is a new version of this page.")).to_be_visible()
    assert ann.page.evaluate("window.same") is True
    ann.close()
    assert fragile.close() == 0


@pytest.fixture
def two_servers(chromium: Browser, tmp_path: Path) -> Iterator[list[RunningHouse]]:
    """Two servers of one house."""
    url = database(tmp_path.name)
    with ExitStack() as opened:
        yield [
            opened.enter_context(RunningHouse(tmp_path / name, "--store", url, installed=True))
            for name in ("here", "there")
        ]


def test_a_server_is_killed_and_the_other_one_goes_on_under_the_page(
    chromium: Browser, two_servers: list[RunningHouse]
) -> None:
    here, there = two_servers
    line = Line(here.port)  # as a proxy before the two
    ann = Visitor(chromium, f"http://127.0.0.1:{line.port}")
    ann.set_table("delectable", "md")
    assert ann.wait_to_be_asked()
    ann.take_first()
    assert ann.wait_to_be_asked()
    before = int(ann.moves())
    ann.page.evaluate("window.same = true")

    line.to = there.port
    here.kill()
    lost = ann.page.get_by_text("The connection is lost.")
    expect(lost).to_be_visible()
    ann.page.locator(".choices .offer:enabled").first.click()  # sent when the table is back
    expect(lost).to_be_hidden()
    assert ann.wait_to_be_asked()
    assert int(ann.moves()) > before
    ann.take_first()
    assert ann.page.evaluate("window.same") is True
    ann.close()
    line.close()
    assert there.close() == 0
    assert "Traceback" not in there.log()

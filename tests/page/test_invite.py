"""The waiting room: a link that friends can open, talk, and several people at one device."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Route, expect

from tests.page.conftest import Visit
from tests.page.line import Line
from tests.page.visitor import Visitor


def reached(ann: Visitor, reach: str) -> None:
    """Let a page think that a house of this machine alone can be reached from there."""

    def reachable(route: Route) -> None:
        here = route.fetch().json()
        route.fulfill(body=json.dumps({**here, "reach": reach}), content_type="application/json")

    ann.page.route(re.compile(r"/api/tables/[^/?]+$"), reachable)


@pytest.mark.parametrize(
    ("reach", "told"), [("network", "in your network, or points a camera"), ("public", "Whoever opens it, or points")]
)
def test_a_link_that_others_can_open_comes_with_a_code(visit: Visit, reach: str, told: str) -> None:
    ann = visit()
    reached(ann, reach)
    ann.set_table("delectable", "mo")
    expect(ann.page.get_by_role("img", name="as a code for a camera")).to_be_visible()
    expect(ann.page.get_by_text(told)).to_be_visible()
    expect(ann.page.get_by_text("cannot come yet")).to_have_count(0)


def test_no_link_is_offered_that_friends_cannot_open(visit: Visit, line: Line) -> None:
    ann = visit(f"http://127.0.0.1:{line.port}")
    ann.set_table("delectable", "mo")
    link = ann.page.get_by_label("Link to this table", exact=True)
    expect(ann.page.get_by_text("listens to this computer only")).to_contain_text("maitred serve --host 0.0.0.0")
    expect(link).to_be_hidden()
    ann.page.get_by_text("Another window on this computer").click()
    expect(link).to_be_visible()
    # The house is closed, and opened to the network: the page that waits shows the link and its code.
    line.cut()
    expect(ann.page.get_by_text("The connection is lost.")).to_be_visible()
    reached(ann, "network")
    line.mend()
    expect(ann.page.get_by_role("img", name="as a code for a camera")).to_be_visible()
    expect(ann.page.get_by_text("cannot come yet")).to_have_count(0)


def test_over_plain_http_the_link_is_copied_all_the_same(visit: Visit) -> None:
    ann = visit()
    page = ann.page
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    reached(ann, "network")
    ann.set_table("delectable", "mo")
    link = page.get_by_label("Link to this table", exact=True).input_value()
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("The link is copied.")).to_be_visible()
    name = page.get_by_placeholder("Their name")
    name.press("ControlOrMeta+v")
    assert link.startswith(name.input_value())
    assert name.input_value() != ""


def test_people_talk_while_they_wait(visit: Visit) -> None:
    ann, bo = visit(), visit(settings={"name": "Bo"})
    table = ann.set_table("delectable", "moo")
    bo.page.goto(f"/t/{table}")
    bo.page.get_by_role("button", name="Sit down").click()
    bo.page.get_by_label("Say something to the table").fill("Who else is coming?")
    bo.page.keyboard.press("Enter")
    expect(ann.page.get_by_text("Who else is coming?")).to_be_visible()


def test_a_second_person_at_one_device_picks_a_name(visit: Visit) -> None:
    ann = visit()
    page = ann.page
    ann.set_table("delectable", "mo")
    page.get_by_placeholder("Their name").fill("Cleo")
    page.get_by_role("button", name="Sit down here").click()
    # Nobody else is waited for: the cards are dealt at once, and whoever is first has the device.
    expect(page.get_by_text("Cleo").first).to_be_visible()
    cover = page.get_by_role("button", name=re.compile("show my hand"))
    cover.or_(page.locator(".prompt.asked")).first.wait_for()
    if cover.is_visible():
        cover.click()
    page.get_by_role("button", name="Table", exact=True).click()
    seats = page.get_by_role("dialog", name="The table").locator("ol li").filter(has_text="you")
    expect(seats).to_have_count(2)

"""The home screen: a first visit, and coming back."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.visitor import played_table
from tests.server.guest import RunningHouse


def test_a_first_game_is_against_easy_bots_and_that_is_said(visit: Visit) -> None:
    ann = visit(settings={"guided": []})
    page = ann.page
    page.goto("/")
    expect(page.get_by_text("begins with easy bots")).to_be_visible()
    page.get_by_role("button", name="Play now: Delectable, against 3 easy bots").click()
    page.get_by_role("dialog", name="Your first turn").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Table", exact=True).click()
    expect(page.get_by_role("dialog", name="The table").get_by_text("bot, easy")).to_have_count(3)
    page.goto("/")
    expect(page.get_by_role("button", name="Play now: Delectable, against 3 medium bots")).to_be_visible()
    expect(page.get_by_role("button", name="Play now: Ovens, against 3 easy bots")).to_be_visible()


def test_with_friends_is_one_click_from_an_invitation(visit: Visit) -> None:
    ann = visit()
    ann.page.goto("/")
    ann.page.get_by_role("button", name="With friends: Chef's Choice").click()
    expect(ann.page.get_by_role("heading", name="Invite")).to_be_visible()
    expect(ann.page.get_by_text("3 seats are still open.")).to_be_visible()


def test_whoever_comes_back_finds_their_tables_before_the_games(visit: Visit) -> None:
    ann = visit()
    page = ann.page
    page.goto("/")
    page.get_by_role("button", name="Play now: Ovens").wait_for()
    expect(page.get_by_role("heading", name="Go on playing")).to_have_count(0)
    table = ann.set_table("ovens", "md")
    ann.wait_to_be_asked()
    page.goto("/")
    going_on = page.get_by_role("heading", name="Go on playing")
    expect(going_on).to_be_visible()
    lower, upper = (page.get_by_role("list", name="Games").bounding_box(), going_on.bounding_box())
    assert lower is not None
    assert upper is not None
    assert upper["y"] + upper["height"] <= lower["y"]
    page.locator(f".tables a[href='/t/{table}']").click()
    ann.wait_to_be_asked()


def test_open_tables_and_games_to_watch_stand_before_the_games(visit: Visit) -> None:
    ann, bo = visit(settings={"name": "Ann"}), visit(settings={"name": "Bo"})
    open_one = ann.set_table("delectable", "mo", public=True)
    running = ann.set_table("ovens", "md", public=True)
    ann.wait_to_be_asked()
    page = bo.page
    page.goto("/")
    for title, table in (("Open tables", open_one), ("Watch", running)):
        above = page.locator(".lists:has(~ .games) section").filter(has=page.get_by_role("heading", name=title))
        expect(above.locator(f"a[href='/t/{table}']")).to_be_visible()


def test_a_finished_game_of_ones_own_is_listed_with_its_result(visit: Visit, house: RunningHouse) -> None:
    ann = visit()
    page = ann.page
    table, cookies = played_table(house.port)
    ann.sit_down(table, cookies)
    page.locator(".end .verdict").wait_for()
    page.goto("/")
    listed = page.locator(".tables li").filter(has=page.locator(f"a[href='/t/{table}']"))
    expect(listed).to_contain_text("Chef's Choice")
    winners = page.request.get(f"/api/tables/{table}").json()["winners"]
    expect(listed).to_contain_text("you won" if winners == [0] else "you share the win" if 0 in winners else " won ·")


def test_sounds_have_a_volume_that_is_remembered(visit: Visit) -> None:
    ann = visit(settings={"sound": True})
    page = ann.page
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    volume = page.get_by_role("slider", name="Volume")
    volume.fill("25")
    page.reload()
    assert json.loads(page.evaluate("localStorage.getItem('maitred.settings')"))["volume"] == 25
    page.get_by_role("button", name="Settings").click()
    expect(volume).to_have_value("25")
    page.get_by_label("Sounds").uncheck()
    expect(volume).to_be_disabled()

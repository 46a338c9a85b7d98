"""Every screen, in both themes, on a phone and on a desk: readable, reachable, and never wider than the window."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from typing import Literal

import pytest
from playwright.sync_api import Response, expect

from tests.page.conftest import Visit

PLAIN_SCREENS: list[tuple[str, Literal["heading", "button"], str | re.Pattern[str]]] = [
    ("/rules/ovens", "heading", re.compile("^Ovens$")),
    ("/lab", "button", "Begin"),
    ("/credits", "heading", "Typefaces"),
    ("/docs", "heading", "Documents"),
    ("/docs/protocol", "heading", "Fairness"),
]


def test_every_screen_can_be_read_and_fits(visit: Visit, finished: str) -> None:
    ann = visit(bypass_csp=True)
    page = ann.page

    def look() -> None:
        for _ in ann.each_look():
            ann.must_fit()
            ann.must_be_accessible()

    page.goto("/")
    expect(page.get_by_role("button", name="Play now: Ovens")).to_be_visible()
    look()
    page.get_by_role("button", name="Settings").click()
    look()
    page.goto("/set/food_court")
    expect(page.get_by_role("heading", name="A table for Food Court")).to_be_visible()
    look()
    ann.set_table("delectable", "mo")
    expect(page.get_by_role("heading", name="Invite")).to_be_visible()
    look()
    for game, seats in [("delectable", "mdd"), ("food_court", "md")]:
        ann.set_table(game, seats)
        ann.wait_to_be_asked()
        look()
    page.get_by_role("button", name="Rules", exact=True).click()
    expect(page.get_by_role("dialog", name="Rules").get_by_role("heading").nth(1)).to_be_visible()
    look()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Table", exact=True).click()
    expect(page.get_by_role("dialog", name="The table")).to_be_visible()
    look()
    page.goto(f"/replay/{finished}")
    expect(page.get_by_text("The deal")).to_be_visible()
    look()
    for path, role, name in PLAIN_SCREENS:
        page.goto(path)
        expect(page.get_by_role(role, name=name)).to_be_visible()
        look()


def test_rules_link_to_the_page_of_deck_files(visit: Visit) -> None:
    ann = visit()
    ann.page.goto("/rules/ovens")
    with ann.page.expect_popup() as opened:
        ann.page.get_by_role("link", name="/docs/cards").click()
    expect(opened.value.get_by_role("heading", name="Deck files")).to_be_visible()


def test_a_house_ruling_links_to_its_clause(visit: Visit) -> None:
    ann = visit()
    ann.page.goto("/rules/delectable")
    with ann.page.expect_popup() as opened:
        ann.page.get_by_role("link", name="house D9").click()
    page = opened.value
    expect(page.get_by_role("heading", name="D9", exact=True)).to_be_in_viewport()
    expect(page.locator(".lit")).to_have_text("D9")
    page.get_by_role("link", name="G2", exact=True).click()
    expect(page.locator(".lit")).to_have_text("G2")
    page.get_by_role("link", name="All documents").click()
    page.get_by_role("link", name="protocol").click()
    expect(page).to_have_url(re.compile(r"/docs/protocol$"))
    expect(page.get_by_role("heading", name="Fairness")).to_be_visible()


def test_the_theme_can_be_chosen_and_is_remembered(visit: Visit) -> None:
    ann = visit(color_scheme="light")
    ann.page.goto("/")
    light = ann.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    ann.page.get_by_role("button", name="Settings").click()
    ann.page.get_by_label("Chalkboard").check()
    dark = ann.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert dark != light
    ann.page.reload()
    assert ann.page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == dark


def test_a_finished_game_is_seen_again(visit: Visit, finished: str) -> None:
    ann = visit()
    page = ann.page
    page.goto("/")
    page.locator(":not(.dishes) > .tables a").filter(has_text="Chef's Choice").first.click()
    expect(page.get_by_text("The deal")).to_be_visible()
    page.get_by_role("button", name="One move on").click()
    expect(page.get_by_text(re.compile(r"^Move 1 of \d+"))).to_be_visible()
    page.get_by_role("button", name="One turn on").click()
    page.get_by_role("button", name="One turn back").click()
    page.get_by_label("Seen by").select_option("Ann")
    expect(page.get_by_role("heading", name="Your hand")).to_be_visible()
    page.get_by_role("slider", name="Move").fill("5")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Link to this move of the game", exact=True).input_value()
    assert link.endswith(f"/replay/{finished}#move=5&eyes=0")
    bo = visit()
    bo.page.goto(link)
    expect(bo.page.get_by_text(re.compile(r"^Move 5 of \d+"))).to_be_visible()
    expect(bo.page.get_by_role("heading", name="Your hand")).to_be_visible()
    last = bo.page.get_by_role("slider", name="Move")
    last.fill(str(last.get_attribute("max")))
    expect(bo.page.locator(".verdict")).to_be_visible()


def test_rules_open_where_they_speak_of_what_is_asked(visit: Visit) -> None:
    ann = visit()
    ann.set_table("ovens", "md", options={"first": "1"})
    ann.wait_to_be_asked()
    ann.page.locator(".offer").filter(has_text="Ready").click()
    ann.wait_to_be_asked()
    ann.page.locator(".offer").first.click()
    expect(ann.prompt).to_contain_text("supply")
    ann.page.keyboard.press("r")
    lit = ann.page.locator(".lit")
    expect(lit).to_be_visible()
    expect(lit).to_have_text(re.compile("supply", re.IGNORECASE))
    expect(ann.page.locator(".house").first).to_be_attached()


def test_the_first_screen_is_small(visit: Visit) -> None:
    ann = visit()
    answers: list[Response] = []
    ann.page.on("response", lambda answer: answers.append(answer))
    ann.page.goto("/")
    ann.page.get_by_role("button", name="Play now: Ovens").wait_for()
    ann.page.wait_for_load_state("networkidle")
    packed = sum(len(gzip.compress(answer.body())) for answer in answers)
    assert 20_000 < packed < 150_000


def test_a_first_turn_is_guided_once(visit: Visit) -> None:
    ann = visit(settings={"guided": []})
    ann.set_table("delectable", "mdd")
    guide = ann.page.get_by_role("dialog", name="Your first turn")
    expect(guide).to_contain_text("Welcome to Delectable")
    guide.get_by_role("button", name="Next").click()
    guide.get_by_role("button", name="Skip").click()
    expect(guide).to_be_hidden()
    ann.page.reload()
    ann.wait_to_be_asked()
    expect(guide).to_be_hidden()
    ann.page.get_by_role("button", name="Rules", exact=True).click()
    ann.page.get_by_role("button", name="Show me my first turn again").click()
    expect(guide).to_be_visible()


@pytest.mark.parametrize(
    ("game", "seats", "panels", "there"), [("chefs_choice", 8, ".stands", 8), ("delectable", 5, ".rivals", 4)]
)
def test_nobody_sits_alone_in_a_last_row(visit: Visit, game: str, seats: int, panels: str, there: int) -> None:
    ann = visit(settings={"plain": False})
    ann.set_table(game, "m" + "d" * (seats - 1))
    for width in (390, 1280, 1440):
        ann.page.set_viewport_size({"width": width, "height": 900})
        ann.page.locator(f".stage {panels} > *").nth(there - 1).wait_for()
        boxes = [panel.bounding_box() for panel in ann.page.locator(f".stage {panels} > *").all()]
        rows = Counter(round(box["y"]) for box in boxes if box is not None)
        assert rows.total() == there
        assert max(rows.values()) - min(rows.values()) <= 1
        assert min(rows.values()) > 1 or max(rows.values()) == 1, "alone in a row, or everybody in one of their own"


def test_the_page_can_be_installed(visit: Visit) -> None:
    ann = visit()
    ann.page.goto("/")
    address = ann.page.locator("link[rel=manifest]").get_attribute("href")
    manifest = ann.page.request.get(address or "").json()
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        assert ann.page.request.get(icon["src"]).headers["content-type"].startswith(icon["type"])


def test_sounds_have_one_switch_which_is_remembered(visit: Visit) -> None:
    ann = visit()
    ann.page.goto("/")
    ann.page.get_by_role("button", name="Settings").click()
    switch = ann.page.get_by_role("checkbox", name="Sounds")
    expect(switch).not_to_be_checked()
    switch.check()
    ann.page.reload()
    ann.page.get_by_role("button", name="Settings").click()
    expect(switch).to_be_checked()

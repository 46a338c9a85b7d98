"""What happened since one's last move: turn by turn, with the cards, and on the board where one points."""

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.staged import SEAT, StagedEvening


@pytest.fixture(scope="module")
def evening() -> StagedEvening:
    """A game of Food Court, in which players do the same several times in a turn."""
    return StagedEvening("food_court", "pddd", 1, "easy")


def next_turn(evening: StagedEvening) -> tuple[int, int]:
    """The update with our last move in our first turn, and the one with which our second turn begins."""
    own = [at for at, told in enumerate(evening.told) if any(line["seat"] == SEAT for line in told["log"])]
    last = next(at for at, after in itertools.pairwise(own) if after - at > 4)
    asked = (at for at, told in enumerate(evening.told) if at > last and told["position"]["offers"])
    return last, next(asked)


def test_turns_since_the_last_move_are_told_together_and_light_up(visit: Visit, evening: StagedEvening) -> None:
    ann = visit(settings={"plain": False}, viewport={"width": 1280, "height": 720})
    page = ann.page
    last, asked = next_turn(evening)
    tell = evening.sit(ann, last, asked)
    for at in range(last + 1, asked + 1):
        tell(at)
    news = page.locator(".log .since ~ li")
    expect(news.last).to_have_text("Your turn.")
    turns = [line["text"] for told in evening.told[last + 1 : asked + 1] for line in told["log"] if line["about"]]
    prepared = [text for text in turns if " prepares " in text]
    merged = news.filter(has_text=" prepares ")
    assert merged.count() < len(prepared)
    expect(merged.filter(has_text="×").first).to_be_visible()
    expect(merged.first.locator("svg").first).to_be_visible()
    # Other turns are closed before them, each under its own heading.
    expect(page.locator(".log .since ~ .opening")).to_have_text([re.compile("turn.$")] * 4)
    merged.first.get_by_role("button").hover()
    expect(page.locator(".stage [data-lit]").first).to_be_visible()
    page.mouse.move(600, 300)
    expect(page.locator("[data-lit]")).to_have_count(0)


def test_on_a_phone_a_tap_shows_on_the_board_what_a_line_speaks_of(visit: Visit, evening: StagedEvening) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
    ann = visit(settings={"plain": False}, **phone)
    last, asked = next_turn(evening)
    tell = evening.sit(ann, last, asked)
    for at in range(last + 1, asked + 1):
        tell(at)
    ann.page.get_by_role("button", name=re.compile(r"^Log ?, \d+ turns since your last move")).tap()
    drawer = ann.page.get_by_role("dialog")
    expect(drawer.locator(".since")).to_be_in_viewport()
    drawer.locator(".since ~ li").filter(has_text=" prepares ").first.get_by_role("button").tap()
    expect(drawer).to_have_count(0)
    expect(ann.page.locator(".stage [data-lit]").first).to_be_visible()

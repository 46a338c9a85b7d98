"""The coach in the page: a review from the end of a game, playing on from a moment, and the dish of the day."""

from __future__ import annotations

import datetime
import re
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

import maitred
from maitred.coach import puzzles
from tests.page.conftest import Visit
from tests.page.visitor import DESK, GAMES, OWN_BOARD, PHONE, Visitor

PATIENT = 120_000
LAPTOP: ViewportSize = {"width": 1280, "height": 720}


def test_a_review_is_spoiler_free_until_opened_then_scrubbed_and_played_on(visit: Visit, finished: str) -> None:
    ann = visit(viewport={"width": 390, "height": 844}, bypass_csp=True)
    page = ann.page
    page.goto(f"/review/{finished}#seat=0")
    expect(page.get_by_role("heading", name=re.compile("A review of"))).to_be_visible()
    expect(page.locator("main")).not_to_contain_text("%")
    ann.must_be_accessible()
    page.get_by_role("button", name="Open the review").click()
    slider = page.get_by_role("slider", name="Move")
    expect(slider).to_be_visible(timeout=PATIENT)
    slider.focus()
    before = slider.get_attribute("aria-valuetext")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(slider).not_to_have_attribute("aria-valuetext", before or "")
    expect(page.get_by_text(re.compile("After move 2 of"))).to_be_visible()
    page.get_by_label("only inaccuracies and mistakes").uncheck()
    first = page.locator(".decisions li").first
    first.get_by_role("button").click()
    ann.must_fit()
    ann.must_be_accessible()
    page.get_by_role("button", name=re.compile("Play on from here")).click()
    page.wait_for_url(re.compile("/t/"))
    page.locator(".stage > *").first.wait_for()


def test_the_dish_of_the_day_is_hinted_and_earlier_ones_are_there(visit: Visit) -> None:
    ann = visit(bypass_csp=True)
    page = ann.page
    page.goto("/")
    page.get_by_role("heading", name="Dish of the day").wait_for()
    page.locator(".dishes a").first.click()
    page.get_by_text("one move is clearly the best").wait_for()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text("In favour of the best move")).to_be_visible()
    ann.must_be_accessible()
    page.get_by_text("Earlier dishes").click()
    page.locator(".archive button").nth(1).click()
    page.wait_for_url(re.compile("#day="))
    expect(page.get_by_text("one move is clearly the best")).to_be_visible()


BOARDS: dict[str, dict[str, Any]] = {
    "own": {"settings": {"plain": False}, "viewport": PHONE, "has_touch": True, "is_mobile": True},
    "plain": {"viewport": DESK},
}


def solve(ann: Visitor, game: str, day: int) -> None:
    """Find the best move of a dish on the board, so many days after the first."""
    date = puzzles.FIRST_DAY + datetime.timedelta(days=day)
    _, puzzle = puzzles.puzzle_of(maitred.game(game), date)
    ann.page.goto("/credits")  # a page is not loaded anew for another day
    ann.page.goto(f"/puzzle/{game}#day={date}")
    ann.page.locator(".stage > *").first.wait_for()
    ann.reach(str(puzzle.best))
    expect(ann.page.get_by_text("That is it")).to_be_visible()


@pytest.mark.parametrize("board", BOARDS)
def test_dishes_are_solved_on_the_board(visit: Visit, board: str) -> None:
    ann = visit(**BOARDS[board])
    for game in GAMES:
        for day in (0, 1):
            solve(ann, game, day)


def test_ones_hand_is_in_sight_beside_the_task_of_a_dish(visit: Visit) -> None:
    ann = visit(settings=OWN_BOARD)
    for game in GAMES:
        ann.page.goto(f"/puzzle/{game}")
        hand = ann.page.locator("[data-own~=hand]")
        hand.wait_for()
        for size in (DESK, LAPTOP):
            ann.page.set_viewport_size(size)
            expect(hand).to_be_in_viewport(ratio=0.99)


@pytest.mark.soak
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("game", GAMES)
def test_every_dish_can_be_solved_on_the_board(visit: Visit, game: str, board: str) -> None:
    ann = visit(**BOARDS[board])
    for day in range(len(puzzles.pool(maitred.game(game)))):
        solve(ann, game, day)

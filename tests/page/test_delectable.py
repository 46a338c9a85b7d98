"""Delectable on its own board: by mouse, by keyboard, and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Locator, expect

from tests.page.conftest import Visit
from tests.page.visitor import Visitor, played_table
from tests.server.guest import RunningHouse

OWN_BOARD = {"plain": False}
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}
MOVES = 7


def best_roll(ann: Visitor) -> Locator:
    """The die with the best chance."""
    chances = [int(text.split()[0]) for text in ann.page.locator(".dice button .chance").all_inner_texts()]
    return ann.page.locator(".dice button").nth(chances.index(max(chances)))


def asks_back(ann: Visitor, do: Callable[[], None]) -> bool:
    """Do something that is a move or can mean several; whether the page asks which."""
    before = ann.moves()
    do()
    ann.page.wait_for_function(
        "moves => document.querySelector('.choices') || document.querySelector('.table')?.dataset.moves !== moves",
        arg=before,
    )
    return ann.page.locator(".choices").count() > 0


def pick(ann: Visitor, card: Locator, meant: str) -> None:
    """Click a card of the hand, and say what is meant if that could be several things."""
    if asks_back(ann, card.click):
        ann.page.locator(".choices button", has_text=meant).first.click()


def act(ann: Visitor, turn: int) -> None:
    """A move by clicking: commit what can be committed, review now and then, else roll for what is likeliest."""
    board = ann.page.locator(".board")
    hand = board.locator(".hand .card[data-legal]")
    steals = board.locator(".steal")
    commits = board.locator(".acts .offer", has_text="Commit")
    if steals.count():
        ann.carried_out(lambda: steals.first.click())
    elif commits.count():
        ann.carried_out(lambda: commits.first.click())
    elif not board.locator(".dice button").count():
        ann.carried_out(lambda: pick(ann, hand.first, "Discard"))
    elif turn % 3 == 2 and hand.filter(has_text="-star review").count():
        review = hand.filter(has_text="-star review").first
        ann.carried_out(lambda: pick(ann, review, "Review your own"))
    else:
        ann.carried_out(lambda: best_roll(ann).click())


def test_a_game_is_played_by_clicking_down_to_its_score_sheet(visit: Visit) -> None:
    ann = visit(settings=OWN_BOARD)
    ann.set_table("delectable", "meeee")
    assert ann.finish(lambda turn: act(ann, turn)) > 10
    page = ann.page
    totals = ann.totals()
    assert len(totals) == 5
    assert page.locator(".place .score b").all_inner_texts() == totals
    # A column of the board is a line of the sheet.
    sheet = page.get_by_role("region", name="Score sheet")
    servers = sheet.get_by_role("row", name=re.compile("^Servers")).locator(".value").all_inner_texts()
    assert page.locator(".place .column:first-child .head b").all_inner_texts() == servers


def test_a_whole_turn_by_keyboard_alone(visit: Visit) -> None:
    ann = visit(settings=OWN_BOARD)
    ann.set_table("delectable", "me", options={"first": "1"})
    page = ann.page
    ann.wait_to_be_asked()
    dice = page.locator(".dice button")
    while page.locator(".hand .card").count() < 2 or not dice.count():
        # Without dice a card is being stolen, and has its key too.
        key = best_roll(ann).locator("kbd") if dice.count() else page.locator(".hand .key").first
        ann.carried_out(partial(page.keyboard.press, key.inner_text()))
        ann.wait_to_be_asked()
    # Along the hand by arrow keys; the card shows large while it has the focus.
    page.locator(".hand .card").first.focus()
    page.keyboard.press("ArrowRight")
    second = page.locator(".hand .card").nth(1)
    expect(second).to_be_focused()
    expect(page.locator(".preview")).to_contain_text(second.locator(".name").inner_text())
    held = page.locator(".hand .card").count()
    if asks_back(ann, lambda: page.keyboard.press("Enter")):
        page.keyboard.press(str(page.locator(".choices button").count()))  # discarding comes last
    expect(page.locator(".hand .card")).to_have_count(held - 1)
    # Along the dice, and roll.
    dice.first.focus()
    page.keyboard.press("End")
    expect(dice.last).to_be_focused()
    ann.carried_out(lambda: page.keyboard.press("Enter"))
    expect(page.locator(".side li").filter(has_text="You roll for").first).to_be_attached()


def test_discards_are_part_of_the_sum_until_they_are_taken_back(visit: Visit) -> None:
    ann = visit(settings=OWN_BOARD)
    ann.set_table("delectable", "me", options={"first": "1"})
    page = ann.page
    row = page.locator(".sums .grid").first
    sums = row.locator(".part")
    while ann.wait_to_be_asked():
        gone = page.locator(".gone").filter(has_text=re.compile("[123]$"))
        cards = page.locator(".hand .card").filter(has=gone)
        if cards.count():
            break
        act(ann, 0)
    card = cards.first
    gives = card.locator(".gone").inner_text().split()[-1]
    before = page.locator(".dice button .needs").all_inner_texts()
    expect(sums.filter(has_text=re.compile(r"^\+0$")).first).to_be_visible()
    pick(ann, card, "Discard")
    expect(sums.filter(has_text=gives).first).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(sums.filter(has_text=gives)).to_have_count(0)
    assert page.locator(".dice button .needs").all_inner_texts() == before


@pytest.mark.parametrize(("theme", "size"), [("light", PHONE), ("dark", PHONE), ("light", DESK), ("dark", DESK)])
def test_the_board_fits_and_can_be_read(visit: Visit, house: RunningHouse, theme: str, size: dict[str, int]) -> None:
    table, cookies = played_table(house.port, "delectable", "meeee", MOVES)
    ann = visit(settings=OWN_BOARD, color_scheme=theme, viewport=size, bypass_csp=True)
    ann.sit_down(table, cookies)
    assert ann.wait_to_be_asked()
    expect(ann.page.locator(".place")).to_have_count(5)
    ann.must_fit()
    ann.must_be_accessible()

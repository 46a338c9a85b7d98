"""What has one answer is taken by the page, and against bots anything is taken back."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.visitor import played_table
from tests.server.guest import RunningHouse


def test_what_has_one_answer_is_taken_by_itself_unless_one_wants_to_be_asked(visit: Visit) -> None:
    ann = visit(settings={"ask": False})
    ann.set_table("ovens", "me", options={"first": "1"})
    page = ann.page
    note = page.get_by_text("The only thing to do:")
    ann.wait_to_be_asked()
    page.locator(".offer").filter(has_text="Ready").click()
    for _ in range(40):
        ann.wait_to_be_asked()
        if note.is_visible():
            break
        offers = page.locator(".choices .offer:enabled")
        go_on = offers.filter(has_text=re.compile("nothing|nobody", re.IGNORECASE))
        before = ann.moves()
        (go_on if go_on.count() else offers).first.click()
        page.wait_for_function("moves => document.querySelector('.table')?.dataset.moves !== moves", arg=before)
    expect(note).to_be_visible()
    expect(note).to_be_hidden()  # and it was taken
    # Whoever wants to be asked, is.
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Ask me anyway").check()
    page.keyboard.press("Escape")
    for _ in range(12):
        ann.wait_to_be_asked()
        expect(note).to_have_count(0)
        ann.take_first()


def test_against_bots_a_roll_is_taken_back_and_the_game_no_longer_counts(visit: Visit) -> None:
    ann = visit()
    page = ann.page
    ann.set_table("delectable", "me", options={"first": "1"})
    ann.wait_to_be_asked()
    first = ann.moves()
    ann.carried_out(page.locator(".choices .offer:enabled").filter(has_text="Roll for").first.click)
    ann.wait_to_be_asked()
    undo = page.get_by_role("button", name="Undo", exact=True)
    undo.click()
    asked = page.get_by_role("dialog", name="Take it back?")
    expect(asked).to_contain_text("no longer counts")
    asked.get_by_role("button", name="Leave it").click()
    undo.click()
    asked.get_by_role("button", name="Take it back").click()
    expect(page.locator(f".table[data-moves='{first}']")).to_be_visible()
    expect(page.get_by_text("does not count")).to_be_visible()
    # From then on it is asked no more, and the end says what it is worth.
    ann.take_first()
    ann.wait_to_be_asked()
    undo.click()
    expect(asked).to_have_count(0)


def test_a_game_that_does_not_count_is_listed_as_such(visit: Visit, house: RunningHouse) -> None:
    table, cookies = played_table(house.port, undo=True)
    ann = visit()
    ann.sit_down(table, cookies)
    ann.page.locator(".end .verdict").wait_for()
    expect(ann.page.locator(".end")).to_contain_text("counts for nothing")
    ann.page.get_by_role("button", name="Check the shuffle").click()
    expect(ann.page.locator(".proof")).to_contain_text("proves nothing")
    ann.page.goto("/")
    listed = ann.page.locator(".tables li").filter(has=ann.page.locator(f"a[href='/t/{table}']"))
    expect(listed).to_contain_text("does not count")

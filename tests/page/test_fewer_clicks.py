"""What has one answer is taken by the page, and against bots anything is taken back."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.staged import Teller, evening_with
from tests.page.visitor import Visitor, Words, played_table
from tests.server.guest import RunningHouse

BEAT_MS = 2000
"""Longer than the page waits at any pace."""


def one_answer(position: Words, log: list[Words]) -> bool:
    """The house says that there is one answer, and that it tells nobody anything."""
    return bool(position["forced"])


def test_what_has_one_answer_is_taken_by_itself_unless_one_wants_to_be_asked(visit: Visit) -> None:
    evening, found = evening_with("ovens", "pddd", {"forced": one_answer})
    forced = found["forced"]
    (offer,) = evening.told[forced]["position"]["offers"]

    def seated(**settings: object) -> tuple[Visitor, Teller]:
        ann = visit(settings={"pace": "usual", **settings})
        ann.page.clock.install()
        return ann, evening.sit(ann, forced, forced)

    ann, tell = seated(ask=False)
    expect(ann.page.get_by_text("The only thing to do:")).to_contain_text(offer["label"])
    assert not tell.said
    ann.page.clock.run_for(BEAT_MS)
    assert [(message["t"], message["action"]) for message in tell.said] == [("move", offer["action"])]
    # Whoever wants to be asked, is.
    ann, tell = seated(ask=True)
    ann.page.clock.run_for(BEAT_MS)
    expect(ann.page.get_by_text("The only thing to do:")).to_have_count(0)
    assert not tell.said
    ann.page.get_by_role("button", name="Table", exact=True).click()
    ann.page.get_by_role("button", name="Settings").click()
    expect(ann.page.get_by_label("Always ask me")).to_be_checked()


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

"""Cards of one's own: brought when a table is set, and shown for what they are to everybody who comes."""

from __future__ import annotations

from playwright.sync_api import expect

import maitred
from maitred.kernel.deck_text import as_toml
from tests.page.conftest import Visit

NASTY = "<b id=planted>Bold</b>"


def test_a_table_with_own_cards(visit: Visit) -> None:
    deck = maitred.game("delectable").deck
    assert deck is not None
    tables = deck.tables()
    numbers = iter(range(1000))
    for pile in tables["cards"].values():
        for card in pile:
            card["name"] = f"{NASTY} {next(numbers)}"
    good = as_toml(tables)
    tables["cards"]["server"][3]["cost"] = 0
    ann = visit()
    page = ann.page
    page.goto("/set/delectable")
    page.get_by_label("Play with your own cards").check()
    page.get_by_label("Card file").set_input_files(
        {"name": "mine.toml", "mimeType": "text/plain", "buffer": as_toml(tables).encode()}
    )
    expect(page.get_by_text("'cost' must be a whole number from 1 to 40, not 0.")).to_be_visible()
    page.get_by_role("button", name="Set the table").click()
    expect(page.get_by_text("Your own cards have not been checked yet, or have errors")).to_be_visible()
    page.get_by_label("or its text").fill(good)
    page.get_by_label("or its text").blur()
    expect(page.get_by_text("108 changes to the house's deck")).to_be_visible()
    page.get_by_label("Who sits at seat 2").select_option("open")
    page.get_by_role("button", name="Set the table and invite").click()
    expect(page.get_by_text("this is not the house's deck.")).to_be_visible()

    bo = visit(settings={"name": "Bo"})
    bo.page.goto(page.url)
    expect(bo.page.get_by_text("this is not the house's deck.")).to_be_visible()
    bo.page.get_by_role("button", name="What is different").click()
    expect(bo.page.get_by_text(f"now called ‘{NASTY} 0’")).to_be_visible()
    with bo.page.expect_download() as download:
        bo.page.get_by_role("link", name="Download the card file").click()
    assert download.value.path().read_text(encoding="utf-8") == good
    bo.page.keyboard.press("Escape")
    bo.page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Ready", exact=True).click()
    bo.page.get_by_role("button", name="Ready", exact=True).click()
    for one in (page, bo.page):
        expect(one.get_by_role("button", name="Not the house's cards")).to_be_visible()
        expect(one.get_by_text(NASTY).first).to_be_visible()
        expect(one.locator("#planted")).to_have_count(0)

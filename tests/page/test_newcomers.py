"""Who may sit down: a host takes no newcomers, a removed guest stays away, and a rematch keeps everybody's seat."""

from __future__ import annotations

import asyncio

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.visitor import in_thread
from tests.server.guest import Browser, RunningHouse, at_table, deal, play_on


def test_a_host_takes_no_newcomers(visit: Visit) -> None:
    ann, bo = visit(), visit()
    table = ann.set_table("delectable", "mo")
    ann.page.get_by_label("Take no newcomers").check()
    expect(ann.page.get_by_label("Link to this table", exact=True)).to_have_count(0)
    bo.page.goto(f"/t/{table}")
    expect(bo.page.get_by_role("button", name="Sit down")).to_have_count(0)
    ann.page.get_by_label("Take no newcomers").uncheck()
    bo.page.reload()
    bo.page.get_by_role("button", name="Sit down").click()
    expect(ann.page.get_by_text("Take no newcomers")).to_be_visible()


def test_a_rematch_keeps_a_seat_until_it_is_declined(visit: Visit, house: RunningHouse) -> None:
    ann, bo = visit(), visit()
    own = Browser(house.port)
    table = own.set_table("diner", "mo", name="Ann")
    other = Browser(house.port)
    other.sit(table, "Bo")

    async def play() -> None:
        async with at_table(own, table, 0) as one, at_table(other, table, 1) as two:
            await deal(one, two)
            await asyncio.gather(*[play_on(guest, lambda offers: offers[0]) for guest in (one, two)])

    in_thread(play)
    path = f"/api/tables/{table}"
    ann.sit_down(table, own.cookies[path])
    bo.sit_down(table, other.cookies[path])
    ann.page.get_by_role("button", name="Play again").click()
    expect(ann.page.get_by_text("Kept for Bo")).to_be_visible()
    bo.page.get_by_role("button", name="No, thanks").click()
    expect(bo.page.get_by_text("Your seat at the next game is open to others.")).to_be_visible()
    expect(ann.page.get_by_text("Open seat")).to_be_visible()

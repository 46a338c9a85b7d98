"""The promise of the shuffle in the browser: kept from the first moment, checked against what was kept."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.page.conftest import Visit

WITHOUT_SUBTLE = "Object.defineProperty(crypto, 'subtle', {value: undefined})"
TAMPER = """(field) => {
    const name = Object.keys(localStorage).find((one) => one.startsWith('maitred.promise.'));
    const kept = JSON.parse(localStorage.getItem(name));
    kept.attempts[0][field] = '00'.repeat(32);
    if (field === 'nonce') delete kept.transcript;
    localStorage.setItem(name, JSON.stringify(kept));
}"""
KEPT = """() => Object.keys(localStorage).filter((one) => one.startsWith('maitred.promise.'))
    .map((one) => JSON.parse(localStorage.getItem(one)))"""
SPOKEN = r"([0-9a-f]{4} ){3}[0-9a-f]{4}"
PROMISED = "The shuffle is the one that was promised to you"


def fingerprint(page: Page) -> str:
    """What the table's dialog shows for comparing."""
    page.get_by_role("button", name="Table", exact=True).click()
    shown = page.get_by_role("dialog", name="The table").locator("code").inner_text()
    page.keyboard.press("Escape")
    return shown


def kept(page: Page) -> list[dict[str, Any]]:
    """What the browser has kept of promises."""
    found: list[dict[str, Any]] = page.evaluate(KEPT)
    return found


def test_two_browsers_see_the_same_fingerprint_and_kept_numbers_of_their_own(visit: Visit) -> None:
    ann, bo = visit(), visit()
    ann.set_table_for_two(bo, "delectable")
    assert fingerprint(ann.page) == fingerprint(bo.page)
    assert re.fullmatch(SPOKEN, fingerprint(ann.page))
    nonces = {somebody[0]["attempts"][0]["nonce"] for somebody in (kept(ann.page), kept(bo.page))}
    assert len(nonces) == 2
    expect(ann.page.locator(".alarm")).to_have_count(0)


def test_each_seat_of_one_browser_has_a_number_of_its_own(visit: Visit) -> None:
    ann = visit()
    ann.set_table("delectable", "mm")
    ann.page.wait_for_function(f"() => ({KEPT})().filter((one) => one.transcript).length === 2")
    assert sorted(one["seat"] for one in kept(ann.page)) == [0, 1]
    assert len({one["attempts"][0]["nonce"] for one in kept(ann.page)}) == 2


def test_a_key_that_is_not_the_one_kept_is_an_alarm_at_once(visit: Visit) -> None:
    ann = visit(bypass_csp=True)
    ann.set_table("delectable", "md")
    ann.wait_to_be_asked()
    ann.page.evaluate(TAMPER, "key")
    ann.page.reload()
    expect(ann.page.get_by_role("alert")).to_contain_text("The house has broken its promise.")
    expect(ann.page.get_by_role("alert")).to_contain_text("changed the key")
    ann.must_be_accessible()


def test_a_deal_without_ones_own_number_is_found_after_a_reload(visit: Visit) -> None:
    ann = visit()
    ann.set_table("delectable", "md")
    ann.wait_to_be_asked()
    ann.page.evaluate(TAMPER, "nonce")
    ann.page.reload()
    expect(ann.page.get_by_role("alert")).to_contain_text("dealt without your number")


def test_a_seat_takes_its_promise_along_and_a_spectator_has_none(visit: Visit) -> None:
    ann, phone, watcher = visit(), visit(viewport={"width": 390, "height": 844}), visit()
    table = ann.set_table("delectable", "mdd")
    ann.wait_to_be_asked()
    phone.page.goto(ann.private_link())
    expect(phone.page.locator(".prompt.asked")).to_be_visible()
    assert "promise=" not in phone.page.url
    assert kept(phone.page) == kept(ann.page)
    watcher.page.goto(f"/t/{table}")
    watcher.page.get_by_role("button", name="Watch").click()
    watcher.page.get_by_role("button", name="Table", exact=True).click()
    expect(watcher.page.get_by_role("dialog", name="The table")).to_contain_text("not made to you")


def test_the_shuffle_is_checked_on_plain_http_too_and_a_late_comer_is_told(visit: Visit, finished: str) -> None:
    ann, late = visit(bypass_csp=True), visit()
    ann.context.add_init_script(WITHOUT_SUBTLE)
    ann.set_table("chefs_choice", "mrrr")
    ann.finish(ann.take_first)
    assert ann.page.evaluate("crypto.subtle === undefined")
    ann.page.get_by_role("button", name="Check the shuffle").click()
    expect(ann.page.get_by_text(PROMISED)).to_be_visible()
    expect(ann.page.locator(".proof")).to_contain_text("maitred verify")
    expect(ann.page.locator(".proof .fingerprint")).to_be_visible()
    expect(ann.page.locator(".proof .fingerprint")).to_have_text(re.compile(SPOKEN))
    ann.must_fit()
    ann.must_be_accessible()
    late.page.goto(f"/t/{finished}")
    late.page.get_by_role("button", name="Watch").click()
    late.page.get_by_role("button", name="Check the shuffle").click()
    expect(late.page.get_by_text("This promise was not made to you")).to_be_visible()


GONE = {"reason": "unknown", "text": "There is no table at this link."}
NO_KEY = "The promise was broken: the game is over and the house has not published its key."
NOT_SAID = "The house does not say what became of its promise of the shuffle"


@pytest.mark.parametrize("way", ["gone", "closed"])
def test_a_key_that_is_not_published_is_a_broken_promise_where_nobody_plays_on(visit: Visit, way: str) -> None:
    ann = visit(bypass_csp=True)
    table = ann.set_table("delectable", "md")
    ann.wait_to_be_asked()

    def closed(route: Route) -> None:
        if way == "gone":
            route.fulfill(status=404, json=GONE)
        else:
            told = route.fetch().json()
            told["table"].update(phase="closed", closed="The rules have changed.")
            route.fulfill(json={**told, "seats": []})

    ann.page.route(f"**/api/tables/{table}", closed)
    ann.page.goto(f"/t/{table}")
    expect(ann.page.get_by_role("status").get_by_text(NO_KEY)).to_be_visible()  # the house calls it a running game
    assert any(NO_KEY in one["findings"] for one in kept(ann.page))
    ann.must_be_accessible()


def test_a_table_that_is_gone_is_judged_by_what_is_published(visit: Visit) -> None:
    ann = visit()
    table = ann.set_table("chefs_choice", "mrrr")
    ann.finish(ann.take_first)
    ann.page.route(f"**/api/tables/{table}", lambda route: route.fulfill(status=404, json=GONE))
    ann.page.goto(f"/t/{table}")
    expect(ann.page.get_by_role("status").get_by_text(PROMISED)).to_be_visible()
    ann.page.route(f"**/api/tables/{table}/promise", lambda route: route.fulfill(status=503, json=GONE))
    ann.page.goto(f"/t/{table}")
    expect(ann.page.get_by_role("status").get_by_text(NOT_SAID)).to_be_visible()

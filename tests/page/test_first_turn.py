"""The guide to a first turn: it waits for the learner's own clicks, and never lies on what it speaks of."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Locator, expect

from tests.page.conftest import Visit
from tests.page.visitor import GAMES, Visitor

SIZES = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1280, "height": 720}}
MOST_STEPS = 60
ASKED = {
    "chefs_choice": "Choose a menu",
    "delectable": "Roll for a card",
    "diner": "The Lounge: parties to seat",
    "food_court": "Discard, then draw",
    "ovens": "Supply",
}

COVERED = """() => {
  const box = document.querySelector('.guide[role=dialog]')?.getBoundingClientRect();
  const lit = document.querySelector('.light')?.getBoundingClientRect();
  if (!box || !lit) return 0;
  const wide = Math.min(box.right, lit.right - 4) - Math.max(box.left, lit.left + 4);
  const high = Math.min(box.bottom, lit.bottom - 4) - Math.max(box.top, lit.top + 4);
  return Math.max(0, wide) * Math.max(0, high);
}"""
INSIDE = """() => {
  const lit = document.querySelector('.light')?.getBoundingClientRect();
  const drawn = (one) => !one.disabled && one.getClientRects().length;
  const all = [...document.querySelectorAll('.stage [data-legal]')].filter(drawn);
  for (const one of document.querySelectorAll('[data-lit]')) delete one.dataset.lit;
  const inside = (one) => {
    const at = one.getBoundingClientRect();
    return lit && at.left >= lit.left && at.right <= lit.right && at.top >= lit.top && at.bottom <= lit.bottom;
  };
  const found = all.find(inside) ?? all[0];
  if (found) found.dataset.lit = '';
  return found !== undefined;
}"""

# What is drawn above the words of the guide.
HIDDEN = """() => {
  const guide = document.querySelector('.guide'), { left, top, width, height } = guide.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  return guide.contains(above) ? '' : above?.className ?? 'nothing';
}"""


GUIDED = "game => JSON.parse(localStorage.getItem('maitred.settings')).guided.includes(game)"
"""Whether the guide is over."""


def guide_of(ann: Visitor) -> Locator:
    """The guide."""
    return ann.page.get_by_role("dialog", name="Your first turn")


def do_what_is_lit(ann: Visitor) -> None:
    """Pick something that the guide lights up, and the first of what that can mean."""
    if not ann.page.evaluate(INSIDE):
        return
    lit = ann.page.locator("[data-lit]").first
    if ann.asks_back(lambda: lit.click(force=True)):
        ann.carried_out(lambda: ann.page.locator(".choices button").first.click())


@pytest.mark.parametrize(
    ("game", "size"),
    [(game, "phone") for game in GAMES]
    + [("delectable", "desk"), ("ovens", "desk")]
    + [pytest.param(game, "desk", marks=pytest.mark.soak) for game in ("chefs_choice", "diner", "food_court")],
)
def test_a_guide_is_walked_through_by_playing(visit: Visit, game: str, size: str) -> None:
    ann = visit(settings={"plain": False, "guided": []}, viewport=SIZES[size], has_touch=size == "phone")
    ann.set_table(game, "me" if game != "chefs_choice" else "meee", pace="usual")
    guide, page = guide_of(ann), ann.page
    expect(guide).to_be_visible()
    titles: list[str] = []
    asked = 0
    for _ in range(MOST_STEPS):
        if page.evaluate(GUIDED, game):
            break
        if not guide.is_visible():  # the others are on; it comes back by itself
            asks = page.locator(".prompt.asked").is_visible()
            page.wait_for_timeout(450 if asks else 150)  # a step that is due comes first
            if asks and not guide.is_visible():
                expect(page.locator(".guide.pill")).to_have_count(0)
                do_what_is_lit(ann)
            continue
        title = guide.locator("h2").inner_text()
        if title not in titles:
            titles.append(title)
            page.wait_for_timeout(350)  # the light has moved
            if folder := os.environ.get("MAITRED_PICTURES"):
                page.screenshot(path=f"{folder}/{game}-{size}-{len(titles)}.png")
            assert page.evaluate(COVERED) == 0, f"{title!r} lies on what it speaks of"
            assert page.evaluate(HIDDEN) == "", f"something lies on {title!r}"
        if guide.get_by_role("button", name=re.compile("^(Next|Play)$")).count():
            guide.get_by_role("button", name=re.compile("^(Next|Play)$")).click()
        else:
            asked += 1
            do_what_is_lit(ann)
    assert asked, "the learner was never asked to do anything"
    assert len(titles) >= 4, titles
    assert ASKED[game] in titles
    if page.locator(".guide").count():
        page.keyboard.press("Escape")
    expect(page.locator(".guide")).to_have_count(0)


def test_bots_wait_while_the_guide_is_read(visit: Visit) -> None:
    ann = visit(settings={"plain": False, "guided": []})
    ann.page.clock.install()
    ann.set_table("delectable", "me", pace="none", options={"first": "2"})
    guide = guide_of(ann)
    expect(guide).to_be_visible()
    moves = ann.moves()
    ann.page.clock.run_for(20_000)
    assert ann.moves() == moves, "nobody has moved"
    guide.get_by_role("button", name="Skip").click()
    expect(ann.page.locator(".prompt.asked")).to_be_visible()


def test_a_guide_is_opened_again_from_the_rules(visit: Visit) -> None:
    ann = visit(settings={"plain": False})
    ann.set_table("ovens", "md")
    ann.wait_to_be_asked()
    ann.page.get_by_role("button", name="Rules", exact=True).click()
    ann.page.get_by_role("button", name="Show me my first turn again").click()
    expect(guide_of(ann)).to_be_visible()

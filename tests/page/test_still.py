"""What somebody wants to click stays where it is."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Route

from tests.page.conftest import Visit
from tests.page.visitor import played_table
from tests.server.guest import RunningHouse

SEATS = {"chefs_choice": "mddd", "delectable": "md", "diner": "md", "food_court": "md", "ovens": "mddd"}
SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1440, "height": 900}}
MOVES = {"chefs_choice": 0, "delectable": 3, "diner": 0, "food_court": 6, "ovens": 14}
# Where an element is in each of so many pictures, after the first few in which a pointer that came may move it.
PLACES = """async (element) => {
  const places = new Set();
  for (let frame = 0; frame < 14; frame++) {
    await new Promise(requestAnimationFrame);
    const { x, y } = element.getBoundingClientRect();
    if (frame >= 6) places.add(`${x} ${y}`);
  }
  return [...places];
}"""
# Everything that has moved since the page began, whether or not somebody had just touched something.
SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => shifts.push(...list.getEntries()))
  .observe({ type: "layout-shift", buffered: true });"""
# Whether the table's first picture has its fonts: another type would take another space until they come.
FONTS = """new MutationObserver((_, watch) => {
  if (!document.querySelector(".table")) return;
  watch.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => {
    window.lacking = [...document.fonts].filter((font) => font.status === "loading").map((font) => font.family);
  }));
}).observe(document, { childList: true, subtree: true });"""
TOLD = """shifts.map((shift) => [shift.value, shift.sources.map((one) => one.node?.className ?? one.node?.nodeName)])"""
GOOD = 0.1
LATE_SECONDS = 0.03
SETTLED_MS = 700


@pytest.mark.parametrize("game", SEATS)
def test_nothing_swings_under_a_pointer_at_its_edge(visit: Visit, house: RunningHouse, game: str) -> None:
    ann = visit(settings={"plain": False})
    table, cookies = played_table(house.port, game, SEATS[game], MOVES[game])
    ann.sit_down(table, cookies)
    # In real time others take the guests away; the stacks of plates stay.
    legal = ann.page.locator(".stage [data-place^=stack][data-legal]" if game == "diner" else ".stage [data-legal]")
    legal.first.wait_for()
    for at in range(min(4, legal.count())):
        element = legal.nth(at).element_handle()
        element.scroll_into_view_if_needed()
        box = element.bounding_box()
        assert box is not None
        middle = box["x"] + box["width"] / 2
        for edge in (box["y"] + 1, box["y"] + box["height"] - 1):
            ann.page.mouse.move(middle, edge)
            places = element.evaluate(PLACES)
            assert len(places) == 1, f"{element.inner_text()!r} is in turn at {places}"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["delectable", "ovens"])
def test_nothing_jumps_when_cards_arrive(visit: Visit, house: RunningHouse, game: str, size: str) -> None:
    ann = visit(settings={"plain": False}, viewport=SIZES[size], is_mobile=size == "phone")
    ann.context.add_init_script(SHIFTS + FONTS)

    def late(route: Route) -> None:
        time.sleep(LATE_SECONDS)
        route.continue_()

    # Board, pictures, fonts and deck come one after another, as over a slow line.
    ann.page.route(re.compile(r"\.(js|css|woff2|svg)$|/cards$"), late)
    table, cookies = played_table(house.port, game, SEATS[game], MOVES[game])
    ann.sit_down(table, cookies)
    ann.page.locator(".stage .card").first.wait_for()
    ann.page.wait_for_timeout(SETTLED_MS)
    assert ann.page.evaluate("lacking") == []
    shifts = ann.page.evaluate(TOLD)
    assert sum(value for value, _ in shifts) < GOOD, shifts

"""What somebody wants to click stays where it is."""

from __future__ import annotations

import pytest

from tests.page.conftest import Visit
from tests.page.visitor import played_table
from tests.server.guest import RunningHouse

SEATS = {"chefs_choice": "mdd", "delectable": "md", "diner": "md", "food_court": "md", "ovens": "md"}
MOVES = {"chefs_choice": 0, "delectable": 3, "diner": 0, "food_court": 6, "ovens": 0}
# Where an element is in each of so many pictures, after the first few in which a pointer that came may move it.
PLACES = """async (element) => {
  const places = new Set();
  for (let frame = 0; frame < 18; frame++) {
    await new Promise(requestAnimationFrame);
    const { x, y } = element.getBoundingClientRect();
    if (frame >= 6) places.add(`${x} ${y}`);
  }
  return [...places];
}"""


@pytest.mark.parametrize("game", SEATS)
def test_nothing_swings_under_a_pointer_at_its_edge(visit: Visit, house: RunningHouse, game: str) -> None:
    ann = visit(settings={"plain": False})
    table, cookies = played_table(house.port, game, SEATS[game], MOVES[game])
    ann.sit_down(table, cookies)
    # In real time others take the guests away; the stacks of plates stay.
    legal = ann.page.locator(".stage [data-place^=stack][data-legal]" if game == "diner" else ".stage [data-legal]")
    legal.first.wait_for()
    for at in range(min(6, legal.count())):
        element = legal.nth(at).element_handle()
        element.scroll_into_view_if_needed()
        box = element.bounding_box()
        assert box is not None
        middle = box["x"] + box["width"] / 2
        for edge in (box["y"] + 1, box["y"] + box["height"] - 1):
            ann.page.mouse.move(middle, edge)
            places = element.evaluate(PLACES)
            assert len(places) == 1, f"{element.inner_text()!r} is in turn at {places}"

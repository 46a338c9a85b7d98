"""Cards are seen to go from one to another, also where the board does not draw them at their new place."""

from __future__ import annotations

import pytest

from tests.page.conftest import Visit
from tests.page.staged import Moment, evening_with
from tests.page.visitor import OWN_BOARD, TOUCH, Words

# Every card that has flown, and from where to where, though each is gone after a moment.
WATCH = """() => {
  window.flown = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) {
      if (!node.classList?.contains("flown")) continue;
      const frames = node.getAnimations()[0].effect.getKeyframes();
      window.flown.push([node.innerText, frames[0].transform !== frames.at(-1).transform]);
    }
  }).observe(document.body, { childList: true, subtree: true });
}"""


def heard(event: str, **wanted: object) -> Moment:
    """Another player has just done this."""

    def happened(position: Words, log: list[Words]) -> bool:
        told = [line["about"] for line in log if line["about"] and line["about"]["event"] == event]
        return any(one["seat"] != 0 and wanted.items() <= one.items() for one in told)

    return happened


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize(
    ("game", "moment", "many"),
    [
        ("delectable", heard("roll", taken=True), 1),
        ("diner", heard("draw"), 2),  # the plate, and the token that is passed on for it
        ("food_court", heard("place"), 1),
        ("ovens", heard("give"), 1),
    ],
    ids=["delectable", "diner", "food_court", "ovens"],
)
def test_a_card_that_somebody_gets_flies_there(visit: Visit, game: str, moment: Moment, many: int, motion: str) -> None:
    evening, found = evening_with(game, "pddd", {"gets": moment})
    moves = found["gets"]
    ann = visit(settings=OWN_BOARD, **TOUCH, reduced_motion=motion)
    tell = evening.sit(ann, moves - 1, moves)
    ann.page.evaluate(WATCH)
    tell(moves)
    ann.page.locator(f'.table[data-moves="{evening.told[moves]["position"]["moves"]}"]').wait_for()
    if motion == "no-preference":
        ann.page.wait_for_function("many => window.flown.length === many", arg=many)
        assert all(moves for _, moves in ann.page.evaluate("window.flown"))
        ann.page.wait_for_function("() => document.querySelectorAll('.flown').length === 0")
    else:
        ann.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert ann.page.evaluate("window.flown") == []

"""Somebody who is given nothing but a lesson: reads what is said, does what is asked, and plays on to the end."""

from __future__ import annotations

import os
from collections.abc import Callable

from playwright.sync_api import Locator, TimeoutError

from tests.page.visitor import AT_REST, PATIENCE_MS, Visitor

MOST_TURNS = 400
SOON_MS = 10_000
COVERED = """() => {
  const box = document.querySelector('.guide[role=dialog]')?.getBoundingClientRect();
  const picks = [...document.querySelectorAll('.light')].map((one) => one.getBoundingClientRect());
  if (!box || !picks.length) return 0;
  const lit = picks[0];
  const wide = Math.min(box.right, lit.right - 4) - Math.max(box.left, lit.left + 4);
  const high = Math.min(box.bottom, lit.bottom - 4) - Math.max(box.top, lit.top + 4);
  return Math.max(0, wide) * Math.max(0, high) / Math.max(1, lit.width * lit.height);
}"""
PLAYABLE = """() => {
  const drawn = (one) => one.getClientRects().length > 0 && !one.disabled;
  const found = [...document.querySelectorAll('.stage [data-actions], .stage [data-opens]')].find(drawn);
  return found ? (found.dataset.actions ?? found.dataset.opens).split(' ')[0] : null;
}"""
"""An action that something in sight stands for."""
ASKED = """() => {
  const box = document.querySelector('.asked[data-asks]');
  return box ? [box.querySelector('strong').innerText, box.dataset.asks.split(' ').filter(Boolean)] : null;
}"""
"""What is asked for now, and the actions that do it."""
MOVED = "moves => document.querySelector('.table')?.dataset.moves !== moves"


class Learner:
    """Goes through a lesson on the board; `by` is how things are picked."""

    def __init__(self, ann: Visitor, by: Callable[[Locator], None] | None = None) -> None:
        self.ann = ann
        self.page = ann.page
        self.pick = by or ann.pick
        self.titles: list[str] = []
        """What was read, in order."""
        self.asked: list[str] = []
        """What was asked for and done, in order."""
        self.unlit: list[str] = []
        """What was said of a place that is not on the board."""
        self.pictures = os.environ.get("MAITRED_PICTURES", "")
        self.taken = 0

    @property
    def box(self) -> Locator:
        """What is said or asked now."""
        return self.page.get_by_role("dialog", name="Lesson")

    def begin(self, game: str, lesson: str) -> None:
        """Begin a lesson where lessons are offered."""
        self.page.goto(f"/learn/{game}")
        self.pick(self.page.get_by_role("button", name=f"Start: {lesson}"))
        self.box.wait_for()

    def picture(self, name: str) -> None:
        """Take a picture, if pictures were asked for."""
        if self.pictures:
            self.taken += 1
            self.page.wait_for_timeout(350)
            self.page.wait_for_function(AT_REST)
            self.page.screenshot(path=f"{self.pictures}/{name}-{self.taken:02}.png")

    def learn(self, name: str = "lesson", looks: Callable[[int], None] | None = None) -> None:
        """Go on until the lesson is over."""
        for turn in range(MOST_TURNS):
            now = self.page.evaluate("document.querySelector('[data-lesson]')?.dataset.lesson ?? 'wait'")
            if looks is not None and now in ("read", "do"):
                looks(turn)
            if now == "read":
                if self.read(name):
                    return
            elif now == "do":
                self.do_it(name)
            elif now == "play":
                self.play_on()
            else:
                self.page.wait_for_timeout(40)
        raise AssertionError(f"the lesson does not end; last: {self.titles[-2:]} {self.asked[-1:]}")

    def read(self, name: str) -> bool:
        """Read what is said; True at the end."""
        title = self.box.locator("h2").inner_text()
        if title not in self.titles:
            self.titles.append(title)
        self.picture(name)
        if self.page.locator(".cost tbody tr").count():
            self.asked.append("cost")
        last = self.box.get_by_role("button", name="Play a real game")
        if last.count():
            return True
        go_on = self.box.get_by_role("button", name="Next", exact=True)
        note = self.page.locator("[data-note]").get_attribute("data-note")
        self.pick(go_on if go_on.count() else self.box.get_by_role("button", name="Leave it and go on"))
        self.page.locator(f'[data-note="{note}"]').wait_for(state="detached")
        return False

    def do_it(self, name: str) -> None:
        """Do what is asked, on the board."""
        before = self.ann.moves()
        found = self.page.evaluate(ASKED)
        if found is None:  # the house has answered meanwhile
            return
        ask, actions = found
        if ask not in self.asked:
            self.asked.append(ask)
        self.picture(name)
        assert actions, f"nothing can be done: {ask}"
        self.take(actions[0], before)

    def take(self, action: str, before: str) -> None:
        """Take an action offered after so many moves, unless the page does it by itself: a plan takes several."""
        self.page.set_default_timeout(SOON_MS)
        try:
            self.ann.reach(action, self.pick)
            self.page.wait_for_function(MOVED, arg=before)
        except TimeoutError:
            if self.ann.moves() == before:
                raise
        finally:
            self.page.set_default_timeout(PATIENCE_MS)

    def play_on(self) -> None:
        """Make any move, without being told; nothing may be left to do because the page has done it by itself."""
        before = self.ann.moves()
        found = self.page.evaluate(PLAYABLE)
        if found is None:
            self.page.wait_for_timeout(60)
        else:
            self.take(found, before)

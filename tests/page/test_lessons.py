"""Lessons in the browser: somebody who is given nothing but the lesson finishes a game of each."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.page.conftest import Visit
from tests.page.learner import Learner

OWN = {"plain": False, "guided": [], "ask": True, "pace": "none"}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"}
FIRST = {
    "chefs_choice": ("Your first day", DESK),
    "delectable": ("Your first restaurant", PHONE),
    "diner": ("Your first shift", PHONE),
    "food_court": ("Your first trattoria", DESK),
    "ovens": ("Your first oven", PHONE),
}
AXE_LOOKS = (0, 3)
"""At which turns axe looks: at what is read, and at what is asked."""


@pytest.mark.parametrize("game", list(FIRST))
def test_a_first_game_is_learned_and_finished(visit: Visit, game: str) -> None:
    title, device = FIRST[game]
    ann = visit(settings=OWN, bypass_csp=True, **device)
    learner = Learner(ann)

    def look(turn: int) -> None:
        if turn in AXE_LOOKS:
            ann.must_fit()
            ann.must_be_accessible()

    learner.begin(game, title)
    learner.learn(game, look)
    assert len(learner.asked) >= 5, learner.asked
    expect(ann.page.locator(".end .verdict")).to_be_visible()
    expect(ann.page.locator(".end")).to_contain_text("counts for nothing")


def by_keyboard(what: Locator) -> None:
    """Reach something without a pointer, and press Enter."""
    what.focus()
    what.press("Enter")


def test_a_lesson_by_keyboard_alone(visit: Visit) -> None:
    ann = visit(settings=OWN, bypass_csp=True)
    learner = Learner(ann, by_keyboard)
    learner.begin("delectable", "Good company")
    expect(learner.box).to_be_focused()
    assert learner.box.get_attribute("aria-live") == "polite", "a screen reader is told what comes next"
    ann.page.keyboard.press("Tab")
    expect(learner.box.get_by_role("button", name="Next")).to_be_focused()
    learner.learn()
    assert learner.asked[:3] == [
        "Let the Mystery Meatloaf go.",
        "Let the bread knife go too.",
        "Roll for the Maître d'.",
    ]
    learner.pick(learner.box.get_by_role("button", name="Next: A review as a weapon"))
    expect(learner.box).to_contain_text("A review as a weapon")


def test_a_mistake_shows_what_it_costs_and_can_be_taken_back(visit: Visit) -> None:
    ann = visit(settings=OWN, bypass_csp=True)
    learner, page = Learner(ann), ann.page
    learner.begin("delectable", "A review as a weapon")
    while page.locator("[data-lesson=read]").count():
        learner.read("mistake")
    page.get_by_role("button", name="Roll for Shy Trainee").click()
    expect(learner.box).to_contain_text("What that cost")
    now, other = page.locator(".cost tbody td").all_inner_texts()
    assert int(now.split()[0]) < int(other.split()[0]), "the other choice was the better one"
    ann.must_be_accessible()
    moves = ann.moves()
    page.wait_for_timeout(300)
    assert ann.moves() == moves, "the others wait while one reads"
    learner.pick(learner.box.get_by_role("button", name="Take it back"))
    expect(page.locator("[data-lesson=do]")).to_contain_text("Use the review where it does most")
    learner.learn()


def test_a_lesson_is_skipped_taken_up_again_and_remembered(visit: Visit) -> None:
    ann = visit(settings={**OWN, "guided": []})
    learner, page = Learner(ann), ann.page
    page.goto("/")
    page.get_by_role("link", name="Learn by playing: Ovens").click()
    learner.pick(page.get_by_role("button", name="Start: Know what is at home"))
    learner.box.wait_for()
    page.keyboard.press("Escape")
    expect(learner.box).to_have_count(0)
    learner.pick(page.get_by_role("button", name="Go on with it"))
    learner.read("skip")
    asked = page.locator("[data-lesson=do]")
    expect(asked).to_be_visible()
    page.reload()
    expect(asked).to_be_visible()
    learner.pick(page.get_by_role("button", name="Why?"))
    expect(learner.box).to_contain_text("cooks a soup")
    page.goto("/learn/ovens")
    expect(page.get_by_role("listitem").filter(has_text="Know what is at home")).to_contain_text("begun")
    learner.pick(page.get_by_role("button", name="Go on: Know what is at home"))
    learner.learn()
    page.goto("/learn/ovens")
    expect(page.get_by_role("listitem").filter(has_text="Know what is at home")).to_contain_text("done")
    page.goto("/rules/ovens")
    expect(page.get_by_role("link", name="Learn by playing")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("link", name="Learn: Ovens")).to_be_visible()

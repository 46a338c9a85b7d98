"""Lessons in the browser: somebody who is given nothing but the lesson finishes a game of each."""

from __future__ import annotations

import pytest

from tests.page.conftest import Visit
from tests.page.learner import Learner

OWN = {"plain": False, "guided": [], "ask": False, "pace": "none"}
PHONE = {"width": 390, "height": 844}
FIRST = {
    "chefs_choice": "Your first day",
    "delectable": "Your first restaurant",
    "diner": "Your first shift",
    "food_court": "Your first trattoria",
    "ovens": "Your first oven",
}


@pytest.mark.parametrize("game", list(FIRST))
def test_a_first_game_is_learned_and_finished_on_a_phone(visit: Visit, game: str) -> None:
    ann = visit(settings=OWN, viewport=PHONE, has_touch=True, is_mobile=True, bypass_csp=True)
    learner = Learner(ann)
    learner.begin(game, FIRST[game])
    learner.learn(f"{game}-phone")
    assert len(learner.asked) >= 6, learner.asked

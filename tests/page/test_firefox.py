"""A smoke test in Firefox, where there is one: home, a game to its end, and coming back."""

from __future__ import annotations

import json
from collections.abc import Iterator

import browser
import pytest

from tests.page.conftest import need
from tests.page.firefox import Firefox
from tests.page.visitor import GAMES
from tests.server.guest import RunningHouse

SETTINGS = {"guided": GAMES, "sound": False, "plain": True, "ask": False, "pace": "none", "name": "Ann"}


@pytest.fixture
def firefox() -> Iterator[Firefox]:
    """Firefox, if this machine has one."""
    need(browser.FIREFOX.missing())
    path = browser.FIREFOX.path()
    assert path is not None
    opened = Firefox(path)
    yield opened
    opened.close()


def test_a_game_is_played_in_firefox(firefox: Firefox, house: RunningHouse) -> None:
    home = f"http://127.0.0.1:{house.port}/"
    firefox.go(home)
    firefox.evaluate(f"localStorage.setItem('maitred.settings', {json.dumps(json.dumps(SETTINGS))})")
    firefox.go(home)
    firefox.click('[aria-label^="Play now: Chef\'s Choice"]')
    over, offer = ".end .verdict", ".choices .offer:not(:disabled), .choices .fold"
    folded = '[aria-label="What do you mean?"] button'
    moves = "document.querySelector('.table')?.dataset.moves"
    can = f"document.querySelector('.prompt.asked') && document.querySelector('{offer}')"
    asked = f"document.querySelector('{over}') || {can}"
    for number in range(100):
        firefox.wait_for(f"!!({asked})")
        if firefox.evaluate(f"!!document.querySelector('{over}')"):
            break
        if number == 3:
            before = firefox.evaluate(moves)
            firefox.ask("browsingContext.reload", context=firefox.tab, wait="complete")
            assert firefox.wait_for(moves) == before, "the game is where it was"
            firefox.wait_for(f"!!({asked})")
        before = firefox.evaluate(moves)
        firefox.click(offer)
        moved = f"{moves} !== {json.dumps(before)} || !!document.querySelector('{over}')"
        firefox.wait_for(f"{moved} || !!document.querySelector('{folded}')")
        if firefox.evaluate(f"!!document.querySelector('{folded}')"):
            firefox.click(folded)
        firefox.wait_for(moved)
    assert firefox.evaluate(f"/win|share/.test(document.querySelector('{over}').textContent)")
    assert not firefox.problems

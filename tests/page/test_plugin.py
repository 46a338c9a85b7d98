"""A game of somebody else's in a house: bots in workers, and a whole game in the browser on the board for any game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.page.visitor import Visitor
from tests.plugins import beside as somebody
from tests.plugins.beside import NAME, SENTENCES, TITLE, Beside
from tests.server.guest import RunningHouse


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Beside:
    """The game, and broken ones, installed beside maitred."""
    made = somebody.make(tmp_path_factory.mktemp("somebody"))
    somebody.break_some(made)
    return made


@pytest.fixture
def their_house(beside: Beside, tmp_path: Path) -> Iterator[RunningHouse]:
    """A house with that game; whatever is broken is in its log, and nothing breaks."""
    opened = RunningHouse(tmp_path / "data", installed=True, python=beside.python)
    yield opened
    assert opened.close() == 0
    assert "Traceback" not in opened.log()
    assert all(flaw in opened.log() for flaw in SENTENCES.values())


def test_a_whole_game_in_the_browser_against_bots_in_workers(
    chromium: Browser, their_house: RunningHouse, beside: Beside, tmp_path: Path
) -> None:
    ann = Visitor(chromium, f"http://127.0.0.1:{their_house.port}", settings={"plain": False, "guided": [NAME]})
    page = ann.page
    page.goto("/")
    expect(page.get_by_text(TITLE).first).to_be_visible()
    table = ann.set_table(NAME, "mde")
    assert ann.finish(ann.take_first) == 3
    expect(page.locator(".verdict")).to_have_text(re.compile(r"(wins?|share the win)"))
    rules = ann.context.request.get(f"/api/games/{NAME}/rules").json()
    assert "three bottles" in json.dumps(rules)
    record = tmp_path / "record.json"
    record.write_bytes(ann.context.request.get(f"/api/tables/{table}/record").body())
    told = json.loads(beside.maitred("verify", record, "--json"))
    assert told["game"] == NAME
    ann.close()

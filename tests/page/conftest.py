"""One browser and one house for all tests of the page; everybody who visits has cookies of their own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.page.line import Line
from tests.page.visitor import FLAGS, OWN_BOARD, PATIENCE_MS, Visitor, Words, chromium_path, no_browser, played_table
from tests.server.guest import RunningHouse, closes_cleanly

Visit = Callable[..., Visitor]
expect.set_options(timeout=PATIENCE_MS)


def need(missing: str) -> None:
    """Leave a test out, and say loudly what is missing for it; with `CI` set that is a failure."""
    if missing and os.environ.get("CI"):
        pytest.fail(f"{missing} With CI set this is a failure.")
    if missing:
        pytest.skip(missing)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    need(no_browser())
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def house(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """A house with its page; nothing in it may break."""
    yield from closes_cleanly(RunningHouse(tmp_path_factory.mktemp("house") / "data", installed=True))


@pytest.fixture
def line(house: RunningHouse) -> Iterator[Line]:
    """A line to the house that may be cut."""
    opened = Line(house.port)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def finished(house: RunningHouse) -> str:
    """A table at which a game has been played to its end."""
    return played_table(house.port, public=True)[0]


@pytest.fixture
def visit(chromium: Browser, house: RunningHouse) -> Iterator[Visit]:
    """Lets somebody come to the house with a browser of their own; at the end nothing may have gone wrong."""
    visitors: list[Visitor] = []

    def come(address: str = f"http://127.0.0.1:{house.port}", **wishes: object) -> Visitor:
        visitors.append(Visitor(chromium, address, **wishes))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.close()


def at_own_board(visit: Visit, game: str, seats: str, options: Words | None = None, **wishes: object) -> Visitor:
    """Somebody at a new table of a game, before the game's own board, who can have the page looked over."""
    ann = visit(settings=OWN_BOARD, bypass_csp=True, **wishes)
    ann.set_table(game, seats, options=options or {})
    return ann

"""Every example of the documents that looks like an interpreter's session is run, and what it prints is compared."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"
SESSION = re.compile(r"^```pycon\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
PAGES = [path.name for path in sorted(DOCS.glob("*.md")) if SESSION.search(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_print_what_it_says(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for session in SESSION.finditer(text):
        line = text.count("\n", 0, session.start(1))
        test = doctest.DocTestParser().get_doctest(session[1], names, page, page, line)
        runner.run(test, out=told.append, clear_globs=False)
        names = test.globs
    assert not told, "".join(told)
    assert runner.tries


def test_the_tour_shows_everything_that_comes_from_the_top() -> None:
    import maitred

    tour = "".join(SESSION.findall((DOCS / "tour.md").read_text(encoding="utf-8")))
    shown = set(re.findall(r"\bmaitred\.(?:kernel\.errors\.)?(\w+)", tour))
    assert {"all_games", "game", "Stream", "Record", "read_record", "bot", "levels", "hints"} <= shown
    assert shown <= {*maitred.__all__, "bots", "kernel", "games"}

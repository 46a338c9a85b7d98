"""`maitred learn`: a lesson in the terminal, from the same file as in the page."""

from __future__ import annotations

import pytest

from maitred.cli import main
from maitred.cli.local.lesson import learn_here, listed
from tests.cli.scripted import ScriptedTerminal


def test_lessons_are_listed_and_an_unknown_one_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(listed("ovens")) == 4
    assert main(["learn", "ovens", "--list"]) == 0
    assert "Your first oven" in capsys.readouterr().out
    assert main(["learn", "ovens", "baking"]) == 2
    assert "it has: first, home, theft, dish" in capsys.readouterr().err


def test_a_mistake_is_told_in_the_terminal_and_taken_back() -> None:
    mistake, better = "2", "4"
    shown = ScriptedTerminal(iter([mistake, "undo", better, EOFError]), screen=False, width=80, height=24)
    learn_here("delectable", "weakest", shown.terminal)
    told = " ".join(shown.text.split())
    assert told.count("→ Roll for the one that lifts your score.") == 2
    assert "What that cost: It is the better card" in told
    assert "otherwise" in told
    assert "Right. Only equipment lifts your score" in told

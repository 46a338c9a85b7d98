"""`maitred learn`: a lesson in the terminal, from the same file as in the page."""

from __future__ import annotations

import pytest

import maitred
from maitred.cli import main
from maitred.cli.local.lesson import learn_here, listed
from maitred.table.log import SEEN
from tests.cli.scripted import Answer, ScriptedTerminal, run


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


@pytest.mark.parametrize("screen", [False, True])
def test_what_a_step_says_stays_until_it_is_answered(screen: bool) -> None:
    answers: list[Answer] = ["", "?", "", "t", "", "r", "hint", "999", "2", "undo", "", EOFError]
    shown = ScriptedTerminal(iter(answers), screen=screen, width=80, height=40)
    learn_here("delectable", "weakest", shown.terminal)
    before = [" ".join(seen.split()) for asked, seen in zip(shown.asked, shown.seen, strict=True) if "letter" in asked]
    told = ["Your equipment counts 2, everything else 16" in seen for seen in before]
    assert len(told) >= 8
    assert told.count(False) == 1, "only after the mistake something else is said"
    for seen, whole in zip(before, told, strict=True):
        assert not whole or seen.index("Your equipment counts") < seen.index("→ Roll for the one")


def test_without_a_game_all_are_listed_with_their_lessons(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn"]) == 0
    told = capsys.readouterr().out
    for game in maitred.all_games():
        assert f"{game.id}  {game.title}" in told
        assert all(f"  {line}" in told for line in listed(game.id))


def test_a_lesson_that_was_left_goes_on_as_a_lesson(capsys: pytest.CaptureFixture[str]) -> None:
    left = ScriptedTerminal(iter(["quit"]), screen=False, width=80, height=24)
    learn_here("delectable", "weakest", left.terminal)
    command = left.text.split("Continue with: maitred ")[1].split()
    code, again = run(" ".join(command[1:]), ["2", "q"])
    assert code == 0
    told = " ".join(again.text.split())
    assert "→ Roll for the one that lifts your score." in told
    assert "What that cost: It is the better card" in told
    _, watched = run(" ".join([*command[1:], "--watch"]))
    assert "→" not in watched.text


def test_after_a_lesson_the_next_one_and_a_game_are_named() -> None:
    shown = ScriptedTerminal(iter(["4", EOFError]), screen=False, width=60, height=24)
    learn_here("delectable", "weakest", shown.terminal)
    told = " ".join(shown.text.split())
    assert "play on as you like, or quit. The next one, 'Good company': maitred learn delectable company." in told
    assert "A game of your own: maitred play delectable." in told
    assert max(len(line) for line in shown.text.split("Saved.")[0].splitlines()) <= 60


def test_in_a_lesson_nothing_is_said_of_what_counts() -> None:
    shown = ScriptedTerminal(iter(["4", "undo", EOFError]), screen=False, width=80, height=24)
    learn_here("delectable", "weakest", shown.terminal)
    assert "take the last move back" in " ".join(shown.text.split())
    assert SEEN not in " ".join(shown.text.split())

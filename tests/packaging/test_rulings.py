"""docs/rulings.md says what every clause means that anything cites, and every clause in it is tested."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import maitred
from maitred import manual
from maitred.cli import main
from maitred.testing.mutants import mutants_of
from tests.games.projects import project_of
from tests.packaging.clean import ROOT

HEADING = re.compile(r"^### (.+)$", re.MULTILINE)
DEFINED = HEADING.findall(manual.read("rulings"))
LETTERS = {"chefs_choice": "C", "delectable": "D", "diner": "N", "food_court": "F", "ovens": "O"}
"""The letter of each game's clauses; those of G are for every game."""
GAMES = [game.id for game in maitred.all_games()]

CITED = re.compile(r"(?<![\w#.-])[CDFGNO]\d{1,2}(?![\w-])")
TESTED = re.compile(r"^ *(?:async )?def test_([A-Z]\d+(?:_[A-Z]\d+)*)_", re.MULTILINE)
PLACES = {"src": "py md toml", "tests": "py toml", "docs": "md", "web/src": "ts svelte"}
TEXTS = [
    *ROOT.glob("*.md"),
    *[
        path
        for place, kinds in PLACES.items()
        for kind in kinds.split()
        for path in (ROOT / place).rglob(f"*.{kind}")
        if "starter" not in path.parts  # a game that says its clauses itself
    ],
]


def cited_in(path: Path) -> set[str]:
    """The clauses that a file names, in its text or in the names of its tests."""
    text = path.read_text(encoding="utf-8")
    return {*CITED.findall(text), *[clause for named in TESTED.findall(text) for clause in named.split("_")]}


def clauses_of(game: str) -> set[str]:
    """The clauses that a game is played by."""
    return {clause for clause in DEFINED if clause[0] in ("G", LETTERS[game])}


def test_every_clause_is_defined_once_and_in_order() -> None:
    for letter in ("G", *LETTERS.values()):
        numbers = [int(clause[1:]) for clause in DEFINED if clause[0] == letter]
        assert numbers == list(range(1, len(numbers) + 1)), letter
        assert numbers, letter
    assert set(LETTERS) == set(GAMES)


def sections() -> dict[str, str]:
    """The words of every clause."""
    parts = re.split(r"^### ", manual.read("rulings"), flags=re.MULTILINE)[1:]
    return {part.partition("\n")[0]: part.partition("\n")[2].split("\n## ")[0] for part in parts}


def test_every_clause_has_words() -> None:
    for clause, words in sections().items():
        assert len(words.split()) >= 8, clause


def test_every_clause_that_is_cited_is_defined() -> None:
    unknown = {path.relative_to(ROOT).as_posix(): found for path in TEXTS if (found := cited_in(path) - set(DEFINED))}
    assert unknown == {}


def test_every_link_of_the_page_leads_to_a_clause_or_a_game() -> None:
    page = manual.read("rulings")
    headings = {re.sub(r"[^\w -]", "", told).lower().replace(" ", "-") for told in re.findall(r"^#+ (.+)$", page, re.M)}
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= headings


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_of_a_game_has_a_test_that_names_it(game: str) -> None:
    tests = (ROOT / "tests" / "games" / game).glob("test_*.py")
    named = [name for path in tests for name in TESTED.findall(path.read_text(encoding="utf-8"))]
    assert {clause for name in named for clause in name.split("_")} == clauses_of(game)


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_of_a_game_has_a_mutant_that_breaks_it(game: str) -> None:
    assert {mutant.clause for mutant in mutants_of(project_of(game))} == clauses_of(game)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game_lead_to_its_rulings(game: str) -> None:
    rules = ROOT.joinpath("src", "maitred", "games", game, "rules.md").read_text(encoding="utf-8")
    assert "`maitred docs rulings`" in rules
    assert "[/docs/rulings](/docs/rulings)" in rules


@pytest.mark.parametrize("game", GAMES)
def test_a_house_ruling_in_the_rules_of_a_game_names_a_clause_with_one(game: str) -> None:
    rules = ROOT.joinpath("src", "maitred", "games", game, "rules.md").read_text(encoding="utf-8")
    ours = {clause for clause, words in sections().items() if "**[house]**" in words}
    named = re.findall(r"\*\*\[house ([A-Z]\d+)\]\*\*", rules)
    assert set(named) <= ours & clauses_of(game)
    assert rules.count("[house") == len(named) + 1  # and once to say what the mark means


@pytest.mark.parametrize("game", GAMES)
def test_the_page_names_the_designers_of_every_game(game: str) -> None:
    rules = ROOT.joinpath("src", "maitred", "games", game, "rules.md").read_text(encoding="utf-8")
    found = re.search(r"\bby \*{0,2}([A-Z][\w' ]+?)(?:\*| for| \()", rules)
    assert found is not None
    assert f"A game by {found[1]}." in manual.read("rulings")


def test_a_house_ruling_is_marked_as_in_the_rules_of_the_games() -> None:
    assert manual.read("rulings").count("**[house]**") > len(DEFINED) // 2


def test_the_page_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs", "rulings"]) == 0
    told = capsys.readouterr().out
    assert "D7" in told
    assert "three rightmost" in told

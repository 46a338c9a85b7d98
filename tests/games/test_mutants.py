"""The mutants of every game fit the rules as they are, so that `make mutants` can try each of them."""

from __future__ import annotations

import ast

import pytest

import maitred
from maitred.testing.changes import DoesNotApplyError, changed
from maitred.testing.mutants import Mutant, clean_verdict, mutants_of
from tests.games.projects import ROOT, project_of

OVENS = project_of("ovens")
KITCHEN = """
LIMIT = 7

class Kitchen:
    def cook(self, dish):
        if dish > LIMIT:  # too big
            self.send(
                "back",
                dish,
            )
        self.count += 1
        return (
            self.count or
            dish
        )

    def eat(self, dish):
        self.count += 1
        self.count += 1
"""


def test_the_tests_of_a_clause_run_as_they_do_for_a_mutant() -> None:
    assert clean_verdict(project_of("delectable"), "D2") == ""


def short(source: str) -> str:
    """A module without its layout and comments, so that only what it does is compared."""
    return ast.unparse(ast.parse(source))


@pytest.mark.parametrize("game", [game.id for game in maitred.all_games()])
def test_every_mutant_changes_one_place(game: str) -> None:
    mutants = mutants_of(project_of(game))
    assert mutants
    for mutant in mutants:
        file, text = mutant.applied()
        assert text != (ROOT / file).read_text(encoding="utf-8"), mutant


@pytest.mark.parametrize(
    ("find", "replace", "there", "then"),
    [
        ("self.send('back', dish)", "self.send(dish)", "self.send('back', dish)", "self.send(dish)"),
        ("if dish > LIMIT:", "if False:", "if dish > LIMIT:", "if False:"),
        ("return self.count or dish", "return dish", "return self.count or dish", "return dish"),
        ("self.count or dish", "dish", "return self.count or dish", "return dish"),
        ("self.count += 1", "", "        self.count += 1\n        return", "        return"),
    ],
)
def test_a_change_is_found_however_the_source_is_laid_out(find: str, replace: str, there: str, then: str) -> None:
    assert short(KITCHEN).count(there) == 1
    assert short(changed(KITCHEN, "Kitchen.cook", find, replace)) == short(KITCHEN).replace(there, then)


def test_everything_but_the_function_stays_as_it_is() -> None:
    text = changed(KITCHEN, "Kitchen.eat", "self.count += 1", "self.count += 2", nth=2)
    assert text.startswith(KITCHEN[: KITCHEN.index("    def eat")])


def test_a_change_that_changes_nothing_is_refused() -> None:
    with pytest.raises(DoesNotApplyError, match="changes nothing"):
        changed(KITCHEN, "Kitchen.cook", "self.count or dish", "(self.count or dish)")


def test_a_change_that_cannot_be_compiled_is_refused() -> None:
    with pytest.raises(SyntaxError):
        changed(KITCHEN, "Kitchen.cook", "self.count += 1", "break")


def test_a_body_that_loses_everything_still_compiles() -> None:
    assert "> LIMIT:\n            pass\n" in changed(KITCHEN, "Kitchen.cook", 'self.send("back", dish)', "")


def test_a_module_is_searched_outside_its_functions() -> None:
    assert changed(KITCHEN, "<module>", "LIMIT = 7", "LIMIT = 8").lstrip().startswith("LIMIT = 8\n")
    with pytest.raises(DoesNotApplyError, match="occurs 0 times"):
        changed(KITCHEN, "<module>", "self.count or dish", "dish")


def test_one_of_several_places_has_to_be_named() -> None:
    with pytest.raises(DoesNotApplyError, match="occurs 2 times in Kitchen"):
        changed(KITCHEN, "Kitchen.eat", "self.count += 1", "")
    assert changed(KITCHEN, "Kitchen.eat", "self.count += 1", "self.count += 2", nth=2).endswith(
        "+= 1\n        self.count += 2\n"
    )


@pytest.mark.parametrize(
    ("mutant", "problem"),
    [
        (Mutant(OVENS, "O1", "no_such()", "", "Ovens.keep"), "occurs 0 times in Ovens.keep"),
        (Mutant(OVENS, "O1", "pass", "", "Ovens.no_such_function"), "0 modules have its function"),
        (Mutant(OVENS, "O1", "pass", "", "Ovens.no_such_function", "rules"), "there is no Ovens.no_such_function"),
        (Mutant(OVENS, "O1", "", "no such text", file="src/maitred/games/ovens/cards.toml"), "its text occurs"),
    ],
)
def test_a_mutant_that_no_longer_applies_says_which_it_is(mutant: Mutant, problem: str) -> None:
    with pytest.raises(DoesNotApplyError, match=problem) as raised:
        mutant.applied()
    assert str(raised.value).startswith("ovens O1: ")

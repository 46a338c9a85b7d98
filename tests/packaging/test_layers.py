"""Imports point down: kernel, games, bots, coach and table, server, cli. One inside a function counts too."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import maitred
from tests.packaging.clean import ROOT

SOURCES = ROOT / "src" / "maitred"
BESIDE = {"installation", "manual", "plugins"}
"""Modules beside the layers: how this package was built, the texts that come with it, how games are found."""
STARTER = "starter"
"""What `maitred new-game` writes; nothing imports it."""
BELOW = {
    "kernel": set[str](),
    "games": {"kernel"},
    "bots": {"kernel", "top"},
    "coach": {"kernel", "top", "bots"},
    "table": {"kernel", "top", "bots"},
    "lessons": {"kernel"},
    "server": {"kernel", "top", "bots", "coach", "table", "lessons", *BESIDE},
    "cli": {"kernel", "top", "bots", "coach", "table", "lessons", "server", *BESIDE},
}
"""What each layer may import besides itself. No layer imports a game by name: `maitred.game` finds it by its id."""
EXTRAS = {"agents", "export", "gym", "lab", "postgres", "printing", "starter", "testing", "train"}
"""What the layers never import; `starter` is the package that makers of games copy."""
FROM_THE_TOP = {"all_games", "build", "game"}
"""What bots may take from the top of the package, which itself offers bots."""
WHOLE_CORE = {"kernel", "games", "bots"}
OTHERS_WORK = {"asyncio", "http", "multiprocessing", "selectors", "socket", "sqlite3", "ssl", "threading", "urllib"}
"""Networks, databases, event loops and threads: what the core leaves to the layers above."""
IMPORTERS = {"__import__", "files", "import_module"}
CHANCE_AND_CLOCKS = {"random", "time"}


class Import(NamedTuple):
    """Somewhere a module is named to be imported."""

    file: Path
    line: int
    module: str

    def inside(self) -> tuple[str, ...]:
        """The parts of the name below `maitred`; of a module of somebody else's, nothing."""
        first, *parts = self.module.split(".")
        return tuple(parts or ["top"]) if first == "maitred" else ()

    def top(self) -> str:
        """The layer that is imported; of a module of somebody else's, nothing."""
        return self.inside()[0] if self.inside() else ""

    def __repr__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line} imports {self.module}"


def modules_of(node: ast.AST) -> list[str]:
    """The modules that a statement imports; of the top of the package, whatever is taken from there."""
    if isinstance(node, ast.Import):
        return [name.name for name in node.names]
    if isinstance(node, ast.ImportFrom):
        module = node.module or ""
        assert node.level == 0, "imports are absolute"
        if module in ("maitred", "maitred.games"):
            return [f"{module}.{name.name}" if is_module(module, name.name) else module for name in node.names]
        return [module]
    return []


def is_module(package: str, name: str) -> bool:
    """Whether a name in a package of ours is a module of it."""
    folder = SOURCES.parent.joinpath(*package.split("."), name)
    return folder.is_dir() or folder.with_suffix(".py").is_file()


def files_of(layer: str) -> list[Path]:
    """The modules of a layer."""
    return sorted((SOURCES / layer).rglob("*.py"))


def tree(file: Path) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(file.read_text(encoding="utf-8"), file.name)


def imports_of(layer: str) -> Iterator[Import]:
    """Everything that the modules of a folder import, anywhere in them."""
    for file in files_of(layer):
        for node in ast.walk(tree(file)):
            for module in modules_of(node):
                yield Import(file, getattr(node, "lineno", 0), module)


def test_every_folder_is_a_layer_or_an_extra() -> None:
    assert {path.name for path in SOURCES.iterdir() if (path / "__init__.py").is_file()} <= {*BELOW, *EXTRAS, STARTER}
    assert all(files_of(layer) for layer in BELOW)


@pytest.mark.parametrize("layer", BELOW)
def test_a_layer_imports_only_what_is_below_it(layer: str) -> None:
    allowed = {layer, *BELOW[layer]}
    wrong = [found for found in imports_of(layer) if found.inside() and found.top() not in allowed]
    assert not wrong


@pytest.mark.parametrize("game", [game.id for game in maitred.all_games()])
def test_a_game_imports_no_other_game(game: str) -> None:
    own = ("games", game)
    wrong = [found for found in imports_of(f"games/{game}") if found.top() == "games" and found.inside()[:2] != own]
    assert not wrong


@pytest.mark.parametrize("layer", sorted(WHOLE_CORE))
def test_the_core_imports_only_the_standard_library(layer: str) -> None:
    known = {*sys.stdlib_module_names, "maitred", "librt", "mypy_extensions"} - OTHERS_WORK
    wrong = [found for found in imports_of(layer) if found.module.partition(".")[0] not in known]
    assert not wrong


@pytest.mark.parametrize("layer", ["kernel", "games"])
def test_rules_have_no_chance_of_their_own_and_no_clock(layer: str) -> None:
    assert not [found for found in imports_of(layer) if found.module.partition(".")[0] in CHANCE_AND_CLOCKS]


@pytest.mark.parametrize("layer", BELOW)
def test_no_layer_imports_an_extra(layer: str) -> None:
    assert not [found for found in imports_of(layer) if found.top() in {*EXTRAS, STARTER}]


def test_what_bots_take_from_the_top_is_not_above_them() -> None:
    for file in files_of("bots"):
        for node in ast.walk(tree(file)):
            taken = set[str]()
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "maitred":
                taken = {node.attr}
            elif isinstance(node, ast.ImportFrom) and node.module == "maitred":
                taken = {name.name for name in node.names}
            assert taken <= FROM_THE_TOP, file


def test_no_layer_makes_the_name_of_a_module_up() -> None:
    for file in [file for layer in BELOW for file in files_of(layer)]:
        for node in ast.walk(tree(file)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPORTERS:
                assert isinstance(node.args[0], (ast.Attribute, ast.Constant, ast.Name)), f"{file}:{node.lineno}"

"""`help()` is as good on the compiled build as on the source: the same names of arguments, the same docstrings."""

from __future__ import annotations

import ast
import inspect
import pydoc
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import maitred

SOURCES = Path(str(maitred.__file__)).parent
PUBLIC = ("kernel/[!_]*.py", "bots/[!_]*.py", "games/*/rules.py")
FILES = sorted(path.relative_to(SOURCES).as_posix() for pattern in PUBLIC for path in SOURCES.glob(pattern))


def documented(file: str) -> Iterator[tuple[Any, ast.FunctionDef | ast.ClassDef]]:
    """The public functions, classes and methods of a module, each with its source."""
    module = import_module("maitred." + file.removesuffix(".py").replace("/", "."))
    for node in ast.parse((SOURCES / file).read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found = getattr(module, node.name)
            yield found, node
            for inner in node.body if isinstance(node, ast.ClassDef) else []:
                if isinstance(inner, ast.FunctionDef) and not inner.name.startswith("_"):
                    yield getattr(found, inner.name), inner


@pytest.mark.parametrize("file", FILES)
def test_docstrings_and_arguments_are_those_of_the_source(file: str) -> None:
    for found, node in documented(file):
        docstring = ast.get_docstring(node)
        if docstring:
            assert (inspect.getdoc(found) or "").startswith(docstring), found
        if isinstance(node, ast.FunctionDef) and callable(found):
            assert list(inspect.signature(found).parameters) == [argument.arg for argument in node.args.args], found


def test_help_on_a_class_tells_what_its_methods_do_and_take() -> None:
    shown = pydoc.plain(pydoc.render_doc(maitred.Record))
    assert "A game with its history. `play` is the checked way to move." in shown
    assert "Play a move if it is legal, and return what happened" in shown
    assert "Start a game, with the arguments of `Game.new`" in shown
    assert "The game that this is a state of." in pydoc.plain(pydoc.render_doc(maitred.State))

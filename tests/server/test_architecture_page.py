"""docs/architecture.md: the way of one move names only what is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from maitred.server.messages import FromSocket, ToSocket

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
WAY = PAGE.partition("## The way of one move")[2].partition("\n## ")[0]
QUOTED = sorted(set(re.findall(r"`([^`]+)`", WAY)))
PATHS = [name for name in QUOTED if "/" in name]
TAGS = {msgspec.inspect.type_info(message).tag for message in (*get_args(ToSocket), *get_args(FromSocket))}  # type: ignore[attr-defined]


def names_in_python(path: Path) -> set[str]:
    """What a module defines: `function`, `module.function`, `Class` and `Class.method`."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found |= {node.name, f"{path.stem}.{node.name}"}
        if isinstance(node, ast.ClassDef):
            methods = [each for each in node.body if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))]
            found |= {f"{node.name}.{method.name}" for method in methods}
    return found


def names_in_typescript(path: Path) -> set[str]:
    """The classes that a module defines, with their methods."""
    found: set[str] = set()
    for part in re.split(r"^export class ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        owner = part.split()[0]
        methods = re.findall(r"^  (?:private )?(\w+)\(", part, re.MULTILINE)
        found |= {owner, *(f"{owner}.{method}" for method in methods)}
    return found


def test_the_way_names_enough() -> None:
    assert len(PATHS) > 15
    assert len(QUOTED) > 40


@pytest.mark.parametrize("path", PATHS)
def test_every_file_on_the_way_of_a_move_is_there(path: str) -> None:
    assert (ROOT / path).is_file()


@pytest.mark.parametrize("name", [name for name in QUOTED if name not in PATHS and name not in TAGS])
def test_everything_that_the_way_of_a_move_names_is_in_one_of_these_files(name: str) -> None:
    known = [names_in_python(ROOT / path) for path in PATHS if path.endswith(".py")]
    known += [names_in_typescript(ROOT / path) for path in PATHS if path.endswith(".ts")]
    assert any(name in names for names in known)

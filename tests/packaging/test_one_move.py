"""The way of one move in docs/architecture.md names files that are there, and what they really define."""

from __future__ import annotations

import ast
import json
import re

import pytest

from maitred import manual
from tests.packaging.clean import ROOT

WAY = manual.read("architecture").partition("## The way of one move\n")[2].partition("\n## ")[0]
NAMED = re.findall(r"`([^`\s]+)`", WAY)
FILES = sorted({name for name in NAMED if "/" in name})
NAMES = sorted({name for name in NAMED if "/" not in name})
KERNEL = ["src/maitred/kernel/record.py", "src/maitred/kernel/state.py", "src/maitred/table/lines.py"]
"""Files that the other sections of the page name."""
IN_TYPESCRIPT = re.compile(r"^(?:export )?class (\w+)|^  (?:async )?(\w+)\([^)]*\)[^;]*\{$", re.MULTILINE)


def defined_in_python(file: str) -> set[str]:
    """The functions, classes and methods of a module; methods also with their class, functions with the module."""
    found = set[str]()
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    stem = file.rpartition("/")[2].removesuffix(".py")
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found |= {node.name, f"{stem}.{node.name}"}
            inner = node.body if isinstance(node, ast.ClassDef) else []
            methods = [each.name for each in inner if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))]
            found |= {*methods, *[f"{owner}.{name}" for owner in (node.name, stem) for name in methods]}
    return found


def defined_in_typescript(file: str) -> set[str]:
    """The classes and methods of a module; methods also with their class."""
    found = set[str]()
    owner = ""
    for name, method in IN_TYPESCRIPT.findall((ROOT / file).read_text(encoding="utf-8")):
        owner = name or owner
        found |= {name or method, f"{owner}.{method}"}
    return found


def defined() -> set[str]:
    """Everything that the files define, and the names of messages."""
    messages = json.loads(manual.read("messages.schema.json"))
    found = set(re.findall(r'"const": "(\w+)"|"enum": \["(\w+)"\]', json.dumps(messages)))
    names = {one or other for one, other in found}
    for file in [*FILES, *KERNEL]:
        names |= defined_in_python(file) if file.endswith(".py") else defined_in_typescript(file)
    return names


DEFINED = defined()


@pytest.mark.parametrize("name", NAMES)
def test_what_the_way_of_a_move_names_is_there(name: str) -> None:
    assert name in DEFINED


def test_the_way_goes_from_the_page_to_the_disk_and_back() -> None:
    assert {"web/src/lib/link.svelte.ts", "src/maitred/server/store.py"} <= set(FILES)
    assert len(re.findall(r"^\d+\. \*\*", WAY, re.MULTILINE)) >= 8

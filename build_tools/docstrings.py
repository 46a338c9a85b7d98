"""Adds docstrings to the C that mypyc writes, which has only signatures, so that `help()` shows both."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

SIGNATURE = r'PyDoc_STR\("(?:[^"\\]|\\.)*\\n--\\n\\n"\)'
FUNCTION = re.compile(r"\(PyCFunction\)CPyPy_(?P<name>\w+),\s*METH_[\w |]+,\s*" + SIGNATURE)
CLASS = re.compile(r"PyTypeObject CPyType_(?P<name>\w+)_template_ = \{[^}]*?\.tp_doc = " + SIGNATURE)
PROPERTY = re.compile(r"\(getter\)(?P<name>\w+),\s*(?:NULL|\(setter\)\w+),\s*NULL(?=, NULL\})")
END = '")'
PLAIN = frozenset(range(32, 127)) - frozenset(b'"\\?')


def add_docstrings(files: Iterable[str], build: Path) -> None:
    """Write the docstrings of these sources (paths relative to the folder of their package) into all C files of a
    folder."""
    known: dict[str, str] = {}
    for file in files:
        source = Path(file)
        tree = ast.parse(source.read_text(encoding="utf-8"))
        known.update(docstrings(tree, ".".join(source.with_suffix("").parts)))

    def with_docstring(match: re.Match[str]) -> str:
        docstring = known.get(match["name"])
        if docstring is None:
            return match[0]
        return f"{match[0].removesuffix(END)}{in_c(docstring)}{END}"

    def property_docstring(match: re.Match[str]) -> str:
        docstring = known.get(match["name"])
        return match[0] if docstring is None else f'{match[0].removesuffix("NULL")}PyDoc_STR("{in_c(docstring)}")'

    for path in build.rglob("*.c"):
        written = path.read_text(encoding="utf-8")
        told = PROPERTY.sub(property_docstring, CLASS.sub(with_docstring, FUNCTION.sub(with_docstring, written)))
        if told != written:
            path.write_text(told, encoding="utf-8")


def docstrings(tree: ast.Module, module: str) -> Iterator[tuple[str, str]]:
    """The docstrings of a module's functions, classes and methods by the names that they have in C."""
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if docstring := ast.get_docstring(node):
                yield name_in_c(f"{module}.{node.name}"), docstring
        elif isinstance(node, ast.ClassDef):
            whole = [ast.get_docstring(node)]
            for inner in node.body:
                if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)) and (told := ast.get_docstring(inner)):
                    yield name_in_c(f"{module}.{node.name}.{inner.name}"), told
                    yield f"{name_in_c(f'{module}.{node.name}')}_get_{inner.name}", told
                    if inner.name == "__init__":
                        whole.append(told)  # for the __init__ of a compiled class Python shows a text of its own
            if paragraphs := [paragraph for paragraph in whole if paragraph]:
                yield name_in_c(f"{module}.{node.name}"), "\n\n".join(paragraphs)


def name_in_c(name: str) -> str:
    """A dotted name as mypyc writes it."""
    return name.replace("___", "___3_").replace(".", "___")


def in_c(text: str) -> str:
    """A text as the content of a C string literal."""
    return "".join([chr(byte) if byte in PLAIN else f"\\{byte:03o}" for byte in text.encode()])

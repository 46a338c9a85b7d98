"""A small change in a function, found by syntax: layout, comments and quotes do not matter.

`find` and `replace` are both an expression or both statements (an empty `replace` removes them). What ends with a colon
is the head of a block, whose body stays as it is: `if hungry:`.
"""

from __future__ import annotations

import ast
import functools
import textwrap
from collections.abc import Iterator
from typing import Any, NamedTuple

MODULE = "<module>"  # code outside every function
BODIES = ("body", "orelse")

Function = (ast.FunctionDef, ast.AsyncFunctionDef)


class DoesNotApplyError(Exception):
    """A change that does not apply to the source as it is."""


class Place(NamedTuple):
    """Where a syntax tree fits: in a field of a parent, and at which index if the field is a list."""

    parent: ast.AST
    field: str
    at: int | None
    blocks: list[ast.AST]
    """The blocks of which only the head was named."""


def changed(source: str, function: str, find: str, replace: str, nth: int | None = None) -> str:
    """The source with a change in a function; there must be exactly one place for it, unless `nth` says which.

    Only the function is rewritten; everything else stays as it is.
    """
    where = defined(tree_of(source), function)
    if where is None:
        raise DoesNotApplyError(f"there is no {function}")
    lines = source.splitlines(keepends=True)
    first, last = span(where, len(lines))
    text = "".join(lines[first:last])
    inner = ast.parse(textwrap.dedent(text))
    only = inner if function == MODULE else inner.body[0]
    before = ast.unparse(inner)
    old, new = parsed(find), parsed(replace)
    if len(old) == len(new) == 1 and isinstance(old[0], ast.Expr) and isinstance(new[0], ast.Expr):
        old, new = [old[0].value], [new[0].value]
    found = list(places(only, old))
    if (len(found) != 1) if nth is None else not 1 <= nth <= len(found):
        raise DoesNotApplyError(f"it occurs {len(found)} times in {function}")
    put(found[(nth or 1) - 1], new, len(old))
    after = ast.unparse(ast.fix_missing_locations(inner))
    if after == before:
        raise DoesNotApplyError(f"it changes nothing in {function}")
    compile(after, function, "exec")
    return "".join([*lines[:first], textwrap.indent(after, " " * indent(text)), "\n", *lines[last:]])


@functools.cache
def tree_of(source: str) -> ast.Module:
    """The syntax of a module."""
    return ast.parse(source)


def span(where: ast.AST, lines: int) -> tuple[int, int]:
    """From which line of the source to which a function reaches; the module has all of them."""
    if not isinstance(where, (*Function, ast.ClassDef)):
        return 0, lines
    first = min([where.lineno, *[decorator.lineno for decorator in where.decorator_list]])
    return first - 1, where.end_lineno or lines


def indent(text: str) -> int:
    """How far the first line is indented."""
    return len(text) - len(text.lstrip(" "))


def defined(tree: ast.Module, name: str) -> ast.AST | None:
    """The function or class of a dotted name; None if there is none."""
    here: ast.AST = tree
    for part in [] if name == MODULE else name.split("."):
        inside = [
            node
            for node in getattr(here, "body", [])
            if isinstance(node, (*Function, ast.ClassDef)) and node.name == part
        ]
        if not inside:
            return None
        here = inside[-1]
    return here


def parsed(text: str) -> list[Any]:
    """Statements, the last of which may be the head of a block."""
    text = textwrap.dedent(text).strip().removeprefix("el" if text.lstrip().startswith("elif ") else "")
    return ast.parse(f"{text} ..." if text.endswith(":") else text).body


def places(where: ast.AST, wanted: list[Any]) -> Iterator[Place]:
    """Every place in a tree where these nodes stand in a row; functions of a module or class are left out."""
    for field, value in ast.iter_fields(where):
        if isinstance(value, list):
            for index in range(len(value) - len(wanted) + 1 if wanted else 0):
                blocks: list[ast.AST] = []
                if same(wanted, value[index : index + len(wanted)], blocks):
                    yield Place(where, field, index, blocks)
        elif len(wanted) == 1 and same(wanted[0], value, blocks := []):
            yield Place(where, field, None, blocks)
    for child in ast.iter_child_nodes(where):
        if not (isinstance(child, Function) and isinstance(where, (ast.Module, ast.ClassDef))):
            yield from places(child, wanted)


def same(wanted: Any, there: Any, blocks: list[ast.AST]) -> bool:
    """Whether two trees are the same; blocks of which only the head is wanted are collected."""
    if isinstance(wanted, list):
        return (
            isinstance(there, list)
            and len(wanted) == len(there)
            and all(same(one, other, blocks) for one, other in zip(wanted, there, strict=True))
        )
    if type(wanted) is not type(there):
        return False
    if not isinstance(wanted, ast.AST):
        return bool(wanted == there)
    head = is_head(wanted)
    if head:
        blocks.append(there)
    return all(
        same(value, getattr(there, field), blocks)
        for field, value in ast.iter_fields(wanted)
        if field != "ctx" and not (head and field in BODIES)
    )


def is_head(node: ast.AST) -> bool:
    """Whether a block says nothing of its body."""
    match getattr(node, "body", None):
        case [ast.Expr(value=ast.Constant(value=value))]:
            return value is ...
    return False


def put(place: Place, new: list[Any], instead_of: int) -> None:
    """Replace what stands at a place."""
    heads = [node for tree in new for node in ast.walk(tree) if is_head(node)]
    if len(heads) != len(place.blocks):
        raise DoesNotApplyError("it names heads of blocks in only one of its two texts")
    for head, block in zip(heads, place.blocks, strict=True):
        for field in BODIES:
            if hasattr(block, field):
                setattr(head, field, getattr(block, field))
    if place.at is None:
        setattr(place.parent, place.field, new[0])
        return
    standing = getattr(place.parent, place.field)
    standing[place.at : place.at + instead_of] = new
    if not standing and place.field == "body":
        standing.append(ast.Pass())

"""Writes how states are copied, packed and read back, from the fields that their `__init__` declares.

`make fields` writes it into the sources, between two marks in each class; `fields.py --check`, called by `make lint`,
only reports sources that are not up to date. maitred/kernel/fields.py describes the declarations.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple, TypeVar

T = TypeVar("T")

GAMES = Path(__file__).parent.parent / "src" / "maitred" / "games"
BEGIN = "    # Written by `make fields` from the fields that `__init__` declares"
END = "    # Up to here by `make fields`"
WIDTH = 120
UNBOUNDED = ("-BOUND", "BOUND")
NOUNS = {"int": UNBOUNDED, "Count": ("0", "BOUND"), "Flag": ("0", "1")}
MARKERS = ("Derived", "Shared")
NO_VALUE = ("NONE", "NOTHING")
SHARED = '"""A copy that shares all it has with this one, in place of `over`, an older copy that is done with."""'
KEPT_BY_COPIES = ("players", "cards", "reveals", "asked", "old_rules")
OF_EVERY_STATE = (*KEPT_BY_COPIES, "chance", "events", "hiding")


class FieldsError(Exception):
    """A class whose fields are not declared as they must be."""


class Field(NamedTuple):
    """One field of a state or of a part of it."""

    name: str
    shape: str
    """`number`, `truth`, `list`, `lists` or `parts`; `other` for what is neither copied nor packed."""
    low: str = ""
    high: str = ""
    length: str = ""
    """How many items it always has; empty where that varies."""
    part: str = ""
    """The class of the items, for `parts`."""
    derived: bool = False
    shared: bool = False


class Declared(NamedTuple):
    """A class that has marks, with the fields it declares."""

    name: str
    is_state: bool
    fields: list[Field]
    parameters: list[str]
    """The parameters of the constructor, if copies are made with it; none if they are made without it."""

    def packed(self, *shapes: str) -> list[Field]:
        """The fields of these shapes that are packed."""
        return [field for field in self.fields if field.shape in shapes and not field.derived]


# Reading declarations


def nouns_of(tree: ast.Module) -> dict[str, tuple[str, str]]:
    """The bounds of the named types that a module defines."""
    found: dict[str, tuple[str, str]] = {}
    for node in tree.body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Subscript(
                    value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[_, ast.Constant(value=str(bounds))])
                ),
            ):
                low, _, high = bounds.partition(" to ")
                found[name] = (low, high)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id="int")):
                found[name] = UNBOUNDED
    return found


def field_of(name: str, annotation: ast.expr, value: ast.expr, nouns: dict[str, tuple[str, str]]) -> Field:
    """The field that a statement of `__init__` declares."""
    marker = ""
    match annotation:
        case ast.Subscript(value=ast.Name(id=found), slice=inner) if found in MARKERS:
            marker, annotation = found, inner
    shape, noun = shape_of(annotation, nouns)
    if shape == "other":
        return Field(name, shape, derived=True, shared=True)
    first, length = start_of(value)
    low, high = nouns.get(noun, ("", ""))
    if low == "0" and first in NO_VALUE:
        low = first
    derived, shared = marker == "Derived", marker == "Shared"
    return Field(name, shape, low, high, length, noun if shape == "parts" else "", derived, shared)


def shape_of(annotation: ast.expr, nouns: dict[str, tuple[str, str]]) -> tuple[str, str]:
    """The shape of a type, and the named type or class that it is made of."""
    match annotation:
        case ast.Name(id="bool"):
            return "truth", ""
        case ast.Name(id=noun) if noun in nouns:
            return "number", noun
        case ast.Subscript(value=ast.Name(id="list"), slice=ast.Name(id=noun)):
            return ("list" if noun in nouns else "parts"), noun
        case ast.Subscript(
            value=ast.Name(id="list"), slice=ast.Subscript(value=ast.Name(id="list"), slice=ast.Name(id=noun))
        ) if noun in nouns:
            return "lists", noun
        case ast.Name():
            return "other", ""
    raise FieldsError(f"{ast.unparse(annotation)} is not a type that a field can have")


def start_of(value: ast.expr) -> tuple[str, str]:
    """The value that a field, or each item of it, starts with, and the number of items; both empty if not given."""
    match value:
        case ast.BinOp(left=ast.List(elts=[first]), op=ast.Mult(), right=length):
            return ast.unparse(first), ast.unparse(length)
        case ast.ListComp(generators=[ast.comprehension(iter=ast.Call(func=ast.Name(id="range"), args=[length]))]):
            return "", ast.unparse(length)
    return ast.unparse(value), ""


def declared_in(node: ast.ClassDef, nouns: dict[str, tuple[str, str]]) -> Declared:
    """The fields of a class; nothing may be set in it that `__init__` does not declare."""
    fields: list[Field] = []
    init = next(item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == "__init__")
    for statement in init.body:
        match statement:
            case ast.AnnAssign(
                target=ast.Attribute(value=ast.Name(id="self"), attr=name),
                annotation=annotation,
                value=ast.expr() as value,
            ):
                fields.append(field_of(name, annotation, value, nouns))
    is_state = [ast.unparse(base) for base in node.bases] == ["State"]
    known = {field.name for field in fields} | (set(OF_EVERY_STATE) if is_state else set())
    for inner in ast.walk(node):
        match inner:
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()) if name not in known:
                raise FieldsError(f"{node.name}.{name} is set, but `__init__` does not declare it with a type")
    # `__new__` alone makes one only where subclasses are allowed: otherwise it would run `__init__`.
    open_to_subclasses = any("allow_interpreted_subclasses" in ast.unparse(each) for each in node.decorator_list)
    parameters = [] if open_to_subclasses else [argument.arg for argument in init.args.args[1:]]
    return Declared(node.name, is_state, fields, parameters)


# Writing


class Writer:
    """Writes the methods of the classes of one game, the parts of a state before the state."""

    def __init__(self) -> None:
        self.cards = ""
        """The class of the game's card tables."""
        self.known: dict[str, Declared] = {}
        self.needs: dict[str, list[str]] = {}
        """The arguments that each part needs to be read."""

    def written(self, node: Declared) -> list[str]:
        """The methods of a class that follow from its fields."""
        self.known[node.name] = node
        methods = [self.clone(node), self.pack(node), self.read(node)]
        if not node.parameters:
            methods.insert(0, self.share(node))
        return [BEGIN, "", *[line for method in methods for line in [*method, ""]], END]

    def share(self, node: Declared) -> list[str]:
        """The method that makes another state with the same lists, and without listeners."""
        pairs = [(f"twin.{field.name}", f"self.{field.name}") for field in node.fields]
        if node.is_state:
            pairs += [(f"twin.{name}", f"self.{name}") for name in KEPT_BY_COPIES]
            pairs += [("twin.chance", "chance"), ("twin.events", "None"), ("twin.hiding", "None")]
        chance = "chance: Stream, " if node.is_state else ""
        return [
            f"    def share(self, {chance}over: {node.name} | None = None) -> {node.name}:",
            f"        {SHARED}",
            f"        twin = {node.name}.__new__({node.name}) if over is None else over",
            *fitting(pairs, assign),
            "        return twin",
        ]

    def clone(self, node: Declared) -> list[str]:
        """The method that copies."""
        values = {field.name: copied(field) for field in node.fields}
        rest = [field for field in node.fields if field.name not in node.parameters]
        out = [f"    def clone(self) -> {node.name}:"]
        if not node.is_state:
            out.append('        """A copy that shares nothing mutable."""')
        if node.parameters:
            out.append(f"        twin = {node.name}({', '.join(values[name] for name in node.parameters)})")
        else:
            out.append(f"        twin = self.share({'self.chance.clone()' if node.is_state else ''})")
            rest = [field for field in rest if values[field.name] != f"self.{field.name}"]
        pairs = [(f"twin.{field.name}", values[field.name]) for field in rest]
        return [*out, *fitting(pairs, assign), "        return twin"]

    def pack(self, node: Declared) -> list[str]:
        """The method that packs a whole state, or adds a part of it."""
        numbers = [
            f"int(self.{field.name})" if field.shape == "truth" else f"self.{field.name}"
            for field in node.packed("number", "truth")
        ]
        if not node.is_state:
            head = [
                "    def pack_into(self, ints: list[int]) -> None:",
                '        """Append every field to a packed state."""',
            ]
            return [*head, *fitting(numbers, pack_some), *pack_lists(node)]
        numbers = ["self.players", "self.cards.mark", *numbers, "self.asked", "self.reveals"]
        first, *more = fitting(numbers, pack_some)
        out = ["    def pack(self) -> list[int]:", first.replace("ints +=", "ints ="), *more]
        return [*out, "        write_list(ints, self.chance.pack())", *pack_lists(node), "        return ints"]

    def read(self, node: Declared) -> list[str]:
        """The method that reads back what was packed."""
        pairs = [(f"self.{field.name}", taken(field)) for field in node.packed("number", "truth")]
        if node.is_state:
            pairs += [(f"self.{name}", "reader.one(0, BOUND)") for name in ("asked", "reveals")]
            pairs.append(("self.chance", "unpack_chance(reader.many(0, BOUND))"))
        pairs += [(f"self.{field.name}", taken(field)) for field in node.packed("list")]
        pairs += [(f"self.{field.name}", taken(field)) for field in node.packed("lists")]
        body = list(fitting(pairs, assign))
        for field in node.packed("parts"):
            part = field.part.lower()
            if not field.length:
                body.append(f"        self.{field.name} = [{self.blank(field.part)} for _ in range(reader.count())]")
            body.append(f"        for {part} in self.{field.name}:")
            body.append(f"            {part}.read({', '.join(['reader', *self.needs[field.part]])})")
        used = {name.id for name in ast.walk(ast.parse(dedent("\n".join(body)))) if isinstance(name, ast.Name)}
        needs: list[str] = [name for name in ("players", "cards") if name in used]
        self.needs[node.name] = needs
        doc = '        """Read every field in the order in which `pack` wrote it."""'
        if node.is_state:
            told = {"players": "self.players", "cards": "self.printed"}
            head = ["    def read(self, reader: Reader) -> None:", doc]
            return [*head, *fitting([(name, told[name]) for name in needs], assign), *body, "        reader.end()"]
        types = {"players": "players: int", "cards": f"cards: {self.cards}"}
        return [
            f"    def read(self, {', '.join(['reader: Reader', *[types[name] for name in needs]])}) -> None:",
            doc,
            *body,
        ]

    def blank(self, part: str) -> str:
        """An empty part of a state, to be read into."""
        node = self.known[part]
        if any(field.derived for field in node.fields) or not node.parameters:
            raise FieldsError(
                f"{part}: what a list has some of is built by its constructor, and nothing in it is derived"
            )
        shapes = {field.name: field.shape for field in node.fields}
        return f"{part}({', '.join('0' if shapes[name] == 'number' else '[]' for name in node.parameters)})"


def copied(field: Field) -> str:
    """The value of a field for a copy."""
    if field.shared or field.shape in ("number", "truth", "other"):
        return f"self.{field.name}"
    if field.shape == "list":
        return f"self.{field.name}[:]"
    part = field.part.lower()
    return f"[{part}.clone() for {part} in self.{field.name}]" if part else f"[part[:] for part in self.{field.name}]"


def taken(field: Field) -> str:
    """The value of a field as it is read."""
    bounds = f"{field.low}, {field.high}"
    if field.shape == "truth":
        return "reader.one(0, 1) == 1"
    if field.shape == "number":
        return f"reader.one({bounds})"
    if field.shape == "lists":
        return f"[reader.many({bounds}) for _ in range({field.length})]"
    return f"reader.some({field.length}, {bounds})" if field.length else f"reader.many({bounds})"


def pack_lists(node: Declared) -> Iterator[str]:
    """The statements that pack lists, lists of lists, and parts."""
    yield from fitting([f"self.{field.name}" for field in node.packed("list")], pack_each)
    if many := " + ".join(f"self.{field.name}" for field in node.packed("lists")):
        yield f"        for part in {many}:"
        yield "            write_list(ints, part)"
    for field in node.packed("parts"):
        part = field.part.lower()
        if not field.length:
            yield f"        ints.append(len(self.{field.name}))"
        yield f"        for {part} in self.{field.name}:"
        yield f"            {part}.pack_into(ints)"


def pack_each(lists: list[str]) -> str:
    """The statement that packs some lists."""
    if len(lists) == 1:
        return f"        write_list(ints, {lists[0]})"
    return f"        for part in ({', '.join(lists)}):\n            write_list(ints, part)"


def pack_some(numbers: list[str]) -> str:
    """The statement that packs some numbers."""
    return f"        ints += [{', '.join(numbers)}]"


def assign(pairs: list[tuple[str, str]]) -> str:
    """The statement that sets some fields."""
    return f"        {', '.join(field for field, _ in pairs)} = {', '.join(value for _, value in pairs)}"


def fitting(items: list[T], statement: Callable[[list[T]], str]) -> Iterator[str]:
    """Statements with as many items each as fit on a line."""
    line: list[T] = []
    for item in items:
        if line and max(map(len, statement([*line, item]).split("\n"))) > WIDTH:
            yield statement(line)
            line = []
        line.append(item)
    if line:
        yield statement(line)


# The sources


def sources() -> list[Path]:
    """The modules of all games that have marks; those with parts of a state come before the state's own."""
    found = [path for path in GAMES.glob("*/*.py") if BEGIN in path.read_text(encoding="utf-8")]
    return sorted(found, key=lambda path: (path.parent.name, path.name == "rules.py"))


def classes(path: Path, nouns: dict[str, tuple[str, str]]) -> list[Declared]:
    """The classes of a module that have marks; adds the named types of the module to those known."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    nouns.update(nouns_of(tree))
    nodes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    marks = [number for number, line in enumerate(text.splitlines(), 1) if line == BEGIN]
    return [declared_in([node for node in nodes if node.lineno < mark][-1], nouns) for mark in marks]


def declared() -> dict[str, list[Declared]]:
    """The classes with marks of every game, the state last."""
    games: dict[str, list[Declared]] = {}
    nouns: dict[str, dict[str, tuple[str, str]]] = {}
    for path in sources():
        game = path.parent.name
        games.setdefault(game, []).extend(classes(path, nouns.setdefault(game, dict(NOUNS))))
    return games


def outdated() -> dict[Path, str]:
    """The sources that are not up to date, and what they should be."""
    found: dict[Path, str] = {}
    writers: dict[str, Writer] = {}
    nouns: dict[str, dict[str, tuple[str, str]]] = {}
    for path in sources():
        game = path.parent.name
        writer = writers.setdefault(game, Writer())
        text = path.read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            match node:
                case ast.ClassDef(name=name, bases=[ast.Name(id="Cards")]):
                    writer.cards = name
        parts = text.split(f"{BEGIN}\n")
        for at, declaring in enumerate(classes(path, nouns.setdefault(game, dict(NOUNS))), 1):
            _, mark, after = parts[at].partition(f"{END}\n")
            if not mark:
                raise FieldsError(f"{declaring.name}: the mark {END.strip()!r} is missing")
            parts[at] = "\n".join([*writer.written(declaring)[1:], after])
        new = f"{BEGIN}\n".join(parts)
        if new != text:
            found[path] = new
    return found


def main(arguments: list[str]) -> int:
    """Write the sources that are not up to date, or only report them."""
    found = outdated()
    for path, text in found.items():
        if arguments == ["--check"]:
            print(f"{path} no longer matches its fields: run `make fields`.")
        else:
            path.write_text(text, encoding="utf-8")
            print(f"{path} is up to date now.")
    return 1 if found and arguments == ["--check"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

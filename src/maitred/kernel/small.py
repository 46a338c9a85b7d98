"""What a small game need not write: states that only declare their fields, and zones made from the view.

A state that declares its fields as annotations (`round: int`, `deck: list[int]`, `hands: list[list[int]]`) is copied,
packed, written in words and read back from these declarations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from inspect import get_annotations
from typing import Any, Final

from mypy_extensions import mypyc_attr

from maitred.kernel.chance import Stream, unpack_chance
from maitred.kernel.errors import BadPosition
from maitred.kernel.packing import BOUND, Reader, write_list
from maitred.kernel.position import PositionReader
from maitred.kernel.shapes import Item, Zone
from maitred.kernel.state import Cards, State, best_first
from maitred.kernel.words import player

NUMBER, LIST, LISTS = range(3)
KINDS: Final = {"int": NUMBER, "list[int]": LIST, "list[list[int]]": LISTS}
MOST: Final = BOUND - 1
FIELDS: Final[dict[type, dict[str, int]]] = {}


def fields_of(kind: type) -> dict[str, int]:
    """The fields that a class of states and its bases declare, in order, each with its kind."""
    if kind not in FIELDS:
        fields: dict[str, int] = {}
        for base in reversed(kind.__mro__):
            if issubclass(base, SmallState) and base is not SmallState:
                for name, noted in get_annotations(base).items():
                    said = "int" if noted is int else str(noted)
                    if said.removeprefix("typing.").startswith("ClassVar["):
                        continue
                    if said not in KINDS:
                        raise TypeError(f"{kind.__name__}.{name} is {said}; a state holds {', '.join(KINDS)}.")
                    fields[name] = KINDS[said]
        FIELDS[kind] = fields
    return FIELDS[kind]


def copied(value: Any) -> Any:
    """A number as it is; a copy of a list and of the lists in it."""
    return [copied(item) for item in value] if isinstance(value, list) else value


def blank(kind: type[SmallState]) -> SmallState:
    """A state with no fields set."""
    return kind.__new__(kind)


@mypyc_attr(allow_interpreted_subclasses=True)
class SmallState(State):
    """A state that declares its fields as annotations of its class: ints, lists of ints and lists of such lists.

    The deal sets every field.
    """

    def clone(self) -> State:
        """A copy that shares nothing mutable; nobody listens to it."""
        twin = blank(type(self))
        self.copy_into(twin)
        for name in fields_of(type(self)):
            setattr(twin, name, copied(getattr(self, name)))
        return twin

    def pack(self) -> list[int]:
        """The whole state as ints, chance included: equal states give equal lists."""
        ints = [self.players, self.cards.mark, self.asked, self.reveals]
        write_list(ints, self.chance.pack())
        for name, kind in fields_of(type(self)).items():
            value = getattr(self, name)
            if kind == NUMBER:
                ints.append(int(value))
            elif kind == LIST:
                write_list(ints, value)
            else:
                ints.append(len(value))
                for items in value:
                    write_list(ints, items)
        return ints

    def ranking(self) -> list[list[int]]:
        """The seats by their scores, best first, ties together."""
        return best_first([[score] for score in self.scores()])

    def inventory(self) -> list[int]:
        """Every card that exists, wherever it lies: each exactly once, always. None, for a game without cards."""
        return []

    def flaw(self) -> str:
        """What is wrong with a position from outside, as half a sentence; empty if nothing is."""
        return ""


def unpacked(kind: type[SmallState], ints: list[int], players: tuple[int, int], cards: Cards) -> SmallState:
    """The state that `SmallState.pack` wrote."""
    reader = Reader(ints)
    state = blank(kind)
    prepare(state, reader.players(players[0], players[1], cards), Stream(0), cards)
    state.asked = reader.one(0, MOST)
    state.reveals = reader.one(0, MOST)
    state.chance = unpack_chance(reader.many(0, MOST))
    for name, shape in fields_of(kind).items():
        if shape == NUMBER:
            setattr(state, name, reader.one(-MOST, MOST))
        elif shape == LIST:
            setattr(state, name, reader.many(-MOST, MOST))
        else:
            setattr(state, name, [reader.many(-MOST, MOST) for _ in range(reader.count())])
    reader.end()
    return state


def in_words(state: SmallState) -> dict[str, Any]:
    """A position without chance, field by field."""
    fields = {name: copied(getattr(state, name)) for name in fields_of(type(state))}
    return {"players": state.players, **fields, "asked": state.asked, "reveals": state.reveals}


def from_words(
    kind: type[SmallState], position: Mapping[str, Any], players: tuple[int, int], seed: int, cards: Cards
) -> SmallState:
    """The state of a position that `in_words` wrote."""
    words = PositionReader(position, [])
    state = blank(kind)
    prepare(state, words.number("players", players[0], players[1]), Stream(seed), cards)
    for name, shape in fields_of(kind).items():
        if not words.has(name):
            raise BadPosition(f"The position does not say {name!r}.")
        if not fits(words.words[name], shape):
            raise BadPosition(f"In the position {name!r} is {list(KINDS)[shape]}, not {words.words[name]!r}.")
        setattr(state, name, copied(words.words[name]))
    state.asked = words.number("asked", 0, MOST)
    state.reveals = words.number("reveals", 0, MOST)
    words.end()
    return state


def fits(value: object, shape: int) -> bool:
    """Whether a value from outside is a number, a list of numbers, or a list of such lists."""
    if shape == NUMBER:
        return isinstance(value, int) and not isinstance(value, bool) and -MOST <= value <= MOST
    return isinstance(value, list) and all([fits(item, shape - 1) for item in value])


def prepare(state: State, players: int, chance: Stream, cards: Cards) -> None:
    """Set the fields that all states have."""
    state.players = players
    state.chance = chance
    state.cards = cards
    state.reveals = 0
    state.asked = 0
    state.events = None
    state.old_rules = 0


# Zones made from a view


def zones_of(view: Mapping[str, Any], faces: Sequence[Mapping[str, Any]]) -> list[Zone]:
    """The zones of a view: the entries of `seats` are zones of these seats, `mine` is a zone of the seat that the view
    is made for (`seat`), and the rest belongs to everybody.

    A list holds cards, each an index into the card table. Numbers and words go into a note, and so do the names of what
    is true.
    """
    rest = {key: value for key, value in view.items() if key not in ("seat", "seats", "mine")}
    zones = laid_out(None, rest, faces)
    for seat, facts in enumerate(view.get("seats", [])):
        zones += laid_out(seat, facts, faces)
    if view.get("seat") is not None:
        zones += laid_out(view["seat"], view.get("mine", {}), faces)
    return zones


def laid_out(seat: int | None, facts: Mapping[str, Any], faces: Sequence[Mapping[str, Any]]) -> list[Zone]:
    """The zones of one seat, or of the table: a note of its numbers, and its lists of cards."""
    zones: list[Zone] = []
    notes: list[str] = []
    for key, value in facts.items():
        name = key.replace("_", " ")
        if isinstance(value, list):
            title = name.capitalize() if seat is None else f"{player(seat)}'s {name}"
            zones.append({"title": title, "seat": seat, "note": "", "items": [item_of(faces[card]) for card in value]})
        elif isinstance(value, bool):
            notes += [name] if value else []
        else:
            notes.append(f"{name} {value}")
    if notes:
        title = "Table" if seat is None else player(seat)
        zones.insert(0, {"title": title, "seat": seat, "note": ", ".join(notes), "items": []})
    return zones


def item_of(face: Mapping[str, Any]) -> Item:
    """A card as a zone shows it."""
    return {"title": face["name"], "kind": face.get("kind", "card"), "lines": [], "tag": ""}

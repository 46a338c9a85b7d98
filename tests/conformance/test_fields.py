"""Fields of states: each is declared once, and nothing that writes it down or reads it back forgets one by its name."""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import fields
import pytest
from hypothesis import given

import maitred
from maitred.kernel.state import State
from maitred.testing.tables import Setting, moment, seeds
from tests.conformance.settings import every_table

DECLARED = fields.declared()


def values(things: Sequence[object], kind: str, game: str) -> dict[str, list[Any]]:
    """The values of every field of some states, or of some parts of states, by the field's name."""
    node = next(node for node in DECLARED[game] if node.name == kind)
    found: dict[str, list[Any]] = {}
    for field in node.fields:
        found[field.name] = [getattr(thing, field.name) for thing in things]
        if field.part:
            parts = [part for each in found.pop(field.name) for part in each]
            inner = values(parts, field.part, game)
            found |= {f"{field.name}.{name}": value for name, value in inner.items()}
    return found


def forgotten(one: State, other: State, game: str) -> list[str]:
    """The fields in which two states differ, by name."""
    here, there = ({**values([state], type(state).__name__, game), "asked": state.asked} for state in (one, other))
    return [name for name in here if here[name] != there[name]]


def test_every_game_of_the_house_declares_its_fields() -> None:
    assert sorted(DECLARED) == sorted(game.id for game in maitred.all_games())
    assert [nodes[-1].is_state for nodes in DECLARED.values()] == [True] * len(DECLARED)


def test_what_follows_from_the_fields_is_up_to_date() -> None:
    assert fields.outdated() == {}, "run `make fields`"


@every_table
@given(seed=seeds)
def test_no_field_is_forgotten(table: Setting, seed: int) -> None:
    game = table.game
    if game.id not in DECLARED:
        return
    state = moment(table, seed)
    assert forgotten(state.clone(), state, game.id) == [], "by clone"
    assert forgotten(game.unpack(state.pack()), state, game.id) == [], "by pack or unpack"
    words = json.loads(json.dumps(game.dump(state)))
    assert forgotten(game.load(words), state, game.id) == [], "by dump or load"


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
def test_a_field_that_was_forgotten_is_named(game: maitred.Game) -> None:
    state = game.new(game.min_players, 1)
    for field in DECLARED[game.id][-1].fields:
        if field.shape in ("number", "truth", "list"):
            twin = state.clone()
            value = getattr(twin, field.name)
            setattr(twin, field.name, [*value, 9] if field.shape == "list" else type(value)(not value))
            assert forgotten(twin, state, game.id) == [field.name]


def test_a_field_of_a_part_is_named() -> None:
    state = maitred.game("food_court").new(2, 1)
    twin: Any = state.clone()
    twin.stations[1].vp += 1
    assert forgotten(twin, state, "food_court") == ["stations.vp"]


OPEN = f"""
Seat = Annotated[int, "0 to players - 1"]

@mypyc_attr(allow_interpreted_subclasses=True)
class Party(State):
    def __init__(self, players: int) -> None:
        self.host: Seat = 0
        {{declaration}}

    def move(self) -> None:
        self.guests += 1

{fields.BEGIN}

{fields.END}
"""


def declared(declaration: str) -> list[fields.Field]:
    """The fields of a class that declares one more."""
    tree = ast.parse(OPEN.format(declaration=declaration))
    nouns = {**fields.NOUNS, **fields.nouns_of(tree)}
    return next(fields.declared_in(node, nouns) for node in tree.body if isinstance(node, ast.ClassDef)).fields


def test_what_is_not_declared_is_refused_by_name() -> None:
    assert [field.name for field in declared("self.guests: int = 0")] == ["host", "guests"]
    for declaration in ("pass", "self.guests = 0"):
        with pytest.raises(fields.FieldsError, match=r"Party\.guests is set, but `__init__` does not declare it"):
            declared(declaration)
    with pytest.raises(fields.FieldsError, match=r"dict\[int, int\] is not a type that a field can have"):
        declared("self.guests: dict[int, int] = {}")


WRITTEN = """
Seat = 0 : self.guests : reader.one(0, players - 1)
Seat = NONE : self.guests : reader.one(NONE, players - 1)
bool = False : self.guests : reader.one(0, 1) == 1
list[int] = [] : self.guests[:] : reader.many(-BOUND, BOUND)
list[Seat] = [NONE] * 4 : self.guests[:] : reader.some(4, NONE, players - 1)
Shared[list[Count]] = [] : self.guests : reader.many(0, BOUND)
list[list[Flag]] = [[] for _ in range(9)] : [part[:] for part in self.guests] : [reader.many(0, 1) for _ in range(9)]
"""


@pytest.mark.parametrize("line", WRITTEN.strip().splitlines())
def test_a_declaration_says_how_to_copy_and_to_read(line: str) -> None:
    declaration, copy, read = line.split(" : ")
    field = declared(f"self.guests: {declaration}")[1]
    assert (fields.copied(field), fields.taken(field)) == (copy, read)


def test_what_is_out_of_date_is_found_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "party" / "rules.py"
    source.parent.mkdir()
    source.write_text(OPEN.format(declaration="self.guests: int = 0"), encoding="utf-8")
    monkeypatch.setattr(fields, "GAMES", tmp_path)
    assert fields.main(["--check"]) == 1
    assert fields.main([]) == 0
    assert fields.main(["--check"]) == 0
    written = source.read_text(encoding="utf-8")
    assert "twin.host, twin.guests, " in written
    assert " = self.host, self.guests, " in written

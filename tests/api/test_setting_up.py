"""Setting a game up from Python: defaults, and a sentence for every argument that is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import maitred
from maitred.kernel.game import Game
from maitred.kernel.record import Record
from maitred.testing.tables import Setting
from tests.conformance.settings import plain_tables

DELECTABLE = maitred.game("delectable")
every_game = pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)


@every_game
def test_new_sets_the_smallest_table_with_a_fresh_seed(game: Game) -> None:
    one, other = game.new(), game.new()
    assert one.players == other.players == game.min_players
    assert one.pack() != other.pack()


@every_game
def test_a_record_keeps_the_seed_that_it_drew(game: Game) -> None:
    record = Record(game)
    facts = record.facts
    assert facts["players"] == game.min_players
    assert facts["chance"]["kind"] == "stream"
    assert game.new(facts["players"], facts["chance"]["seed"], facts["options"]) == record.state
    assert Record(game).facts["chance"] != facts["chance"]
    assert maitred.read_record(record.to_json()).state == record.state


def test_a_record_is_made_from_the_arguments_of_a_new_game() -> None:
    record = Record(DELECTABLE, players=3, seed=7, options={"first": 2})
    assert record.state == DELECTABLE.new(players=3, seed=7, options={"first": 2})
    assert record.told() == Record(DELECTABLE, 3, {"kind": "stream", "seed": 7}, {"first": "2"}).told()


class Three:
    """A whole number of another type than int."""

    def __index__(self) -> int:
        return 3


def test_whole_numbers_of_any_type_are_taken() -> None:
    record = Record(DELECTABLE, Three(), Three())
    assert record.state == DELECTABLE.new(Three(), Three()) == DELECTABLE.new(3, 3)
    assert record.to_json() == Record(DELECTABLE, 3, 3).to_json()


Maker = Callable[..., object]


@pytest.mark.parametrize("make", [DELECTABLE.new, lambda *args, **more: Record(DELECTABLE, *args, **more)])
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"players": "four"}, "The number of players is a whole number, not 'four'."),
        ({"players": 2.0}, "The number of players is a whole number, not 2.0."),
        ({"players": True}, "The number of players is a whole number, not True."),
        ({"players": 6}, "Delectable is for 2 to 5 players, not 6."),
        ({"players": 10**30}, f"Delectable is for 2 to 5 players, not {10**30}."),
        ({"seed": "7"}, "A seed is a whole number from 0 to 2^63 - 1, not '7'."),
        ({"seed": 1.5}, "A seed is a whole number from 0 to 2^63 - 1, not 1.5."),
        ({"seed": False}, "A seed is a whole number from 0 to 2^63 - 1, not False."),
        ({"seed": -1}, "A seed is a whole number from 0 to 2^63 - 1."),
        ({"seed": 1 << 63}, "A seed is a whole number from 0 to 2^63 - 1."),
        ({"options": ["first"]}, "Options are a dict of values by name, not ['first']."),
        ({"options": {"last": 1}}, "There is no option 'last' here; the options are: first."),
        ({"options": {3: 1}}, "There is no option 3 here; the options are: first."),
        ({"options": {"{3}": 1}}, "There is no option '(3)' here; the options are: first."),
        ({"options": {"first": 3}}, "Option first takes drawn or the number of a seat, not '3' (with 2 players)."),
        ({"cards": 5}, "the record's deck: it must be a table, not 5."),
        ({"cards": b"x"}, "the record's deck: it must be a table, not something of the type bytes."),
        ({"cards": Path("nowhere.toml")}, "nowhere.toml: there is no such file."),
        ({"rules_version": "1"}, "There is no version '1' of Delectable's rules here; the newest is 1."),
        ({"rules_version": 2}, "There is no version 2 of Delectable's rules here; the newest is 1."),
    ],
)
def test_each_wrong_argument_is_refused_by_a_sentence(make: Maker, arguments: dict[str, object], sentence: str) -> None:
    with pytest.raises(maitred.Refused) as refusal:
        make(**arguments)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("delectable",), "A record is of a game that maitred.game finds, not of 'delectable'."),
        ((DELECTABLE, 2, maitred.Stream(1)), "A record keeps the seed of its game: give it the seed, not a stream."),
        (
            (DELECTABLE, 2, {"kind": "dice"}),
            "The chance of a game comes from a stream with its seed, or is promised with a key and nonces.",
        ),
        (
            (DELECTABLE, 2, {"kind": "stream", "seed": "x"}),
            "The chance of a game is a seed, or a key and nonces in hexadecimal digits.",
        ),
    ],
)
def test_a_record_refuses_what_it_cannot_write_down(arguments: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(maitred.BadSetup) as refusal:
        Record(*arguments)
    assert str(refusal.value) == sentence


# What is refused later


@plain_tables
def test_no_refusal_of_a_move_shows_a_placeholder(table: Setting) -> None:
    record = Record(table.game, table.players, 3, table.options)
    seen = set()
    for _ in range(30):
        for seat in range(-1, table.players + 1):
            for action in range(-1, table.game.n_actions + 1, 1 + table.game.n_actions // 40):
                if not 0 <= seat < table.players or action not in record.state.legal(seat):
                    with pytest.raises(maitred.IllegalMove) as refusal:
                        record.play(seat, action)
                    seen.add(str(refusal.value))
        if not record.state.actors():
            break
        seat = record.state.actors()[-1]
        record.play(seat, record.state.legal(seat)[-1])
    assert seen
    assert [sentence for sentence in seen if re.search(r"[{}]", sentence)] == []


def test_whose_move_it_is_is_said_by_seat() -> None:
    record = Record(DELECTABLE, 4, 7, {"first": 4})
    with pytest.raises(maitred.IllegalMove, match=r"^It is not your move: seat 4 to act\.$"):
        record.play(0, 0)
    assert DELECTABLE.why_not(record.state, 0, 0) == "It is not your move: {3} to act."


def test_a_record_with_an_illegal_move_is_refused_without_placeholders() -> None:
    record = Record(DELECTABLE, 4, 7, {"first": 4})
    told = {**record.told(), "moves": [[0, 0, 0, "00000000"]]}
    with pytest.raises(maitred.BadRecord, match=r"^Move 1 of the record is not legal: .*: seat 4 to act\.$"):
        maitred.read_record(json.dumps(told))

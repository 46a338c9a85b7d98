"""A game is its seed and its moves: records replay bit for bit, and no change in them goes unnoticed."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadRecord, BadSetup, IllegalMove
from maitred.kernel.game import Game
from maitred.kernel.record import Record, read_record
from maitred.testing.tables import Setting, any_seed, plain_tables


def played(table: Setting, seed: int, most: int = 10_000) -> Record:
    """A random game, or its beginning, with a record of it."""
    record = Record(table.game, table.players, {"kind": "stream", "seed": seed}, table.options)
    pick = Stream(seed, branch=7)
    for at in range(most):
        actors = record.state.actors()
        if not actors:
            break
        seat = actors[pick.below(len(actors))]
        legal = record.state.legal(seat)
        record.play(seat, legal[pick.below(len(legal))], ms=at * 100)
    return record


def refused(table: Setting, told: dict[str, Any]) -> str:
    """Why a record is refused."""
    with pytest.raises(BadRecord) as refusal:
        read_record(json.dumps(told), {table.game.id: table.game})
    return str(refusal.value)


@any_seed
def test_records_replay_bit_for_bit(table: Setting, seed: int) -> None:
    record = played(table, seed)
    again = read_record(record.to_json(), {table.game.id: table.game})
    assert again.state.pack() == record.state.pack()
    assert again.chain() == record.chain()
    assert again.to_json() == record.to_json()


@plain_tables
@any_seed
def test_a_changed_record_is_found(table: Setting, seed: int) -> None:
    told = json.loads(played(table, seed).to_json())
    at = seed % len(told["moves"])
    seat, action, ms, seal = told["moves"][at]
    for changed in ([seat, (action + 1) % table.game.n_actions, ms, seal], [seat, action, ms, "0badc0de"]):
        lie = copy.deepcopy(told)
        lie["moves"][at] = changed
        assert f"Move {at + 1} " in refused(table, lie)
    lie = copy.deepcopy(told)
    lie["result"]["scores"][0] += 1
    assert "result" in refused(table, lie)
    lie = copy.deepcopy(told)
    lie["result"]["ranking"].reverse()
    if lie["result"] != told["result"]:
        assert "result" in refused(table, lie)
    lie = copy.deepcopy(told)
    del lie["moves"][-1]
    assert "chain" in refused(table, lie)
    lie = copy.deepcopy(told)
    lie["chance"]["seed"] = (seed + 1) % 2**63
    refused(table, lie)


@plain_tables
def test_every_way_to_damage_a_record_gets_a_sentence(table: Setting) -> None:
    text = played(table, 11, most=6).to_json()
    told = json.loads(text)
    for cut in range(0, len(text), max(1, len(text) // 40)):
        with pytest.raises(BadRecord, match=r"^[A-Z].*\.$"):
            read_record(text[:cut], {table.game.id: table.game})
    for key in told:
        if key != "result":
            assert key in refused(table, {name: value for name, value in told.items() if name != key})
        for nonsense in ("nonsense", 17, [17], {"nonsense": 17}, True, [[0, 0, 0, 0]]):
            if key != "notes" or not isinstance(nonsense, dict):
                assert refused(table, {**told, key: nonsense}).endswith(".")


@any_seed
def test_undo_goes_back_to_the_last_new_information_and_no_further(table: Setting, seed: int) -> None:
    record = Record(table.game, table.players, {"kind": "stream", "seed": seed}, table.options)
    pick = Stream(seed, branch=7)
    snapshots = [record.to_json()]
    since = 0
    for _ in range(40):
        actors = record.state.actors()
        if not actors:
            break
        seat = actors[pick.below(len(actors))]
        legal = record.state.legal(seat)
        reveals = record.state.reveals
        record.play(seat, legal[pick.below(len(legal))])
        snapshots.append(record.to_json())
        since = since + 1 if record.state.reveals == reveals else 0
    for _ in range(since):
        snapshots.pop()
        record.undo()
        assert record.to_json() == snapshots[-1]
    with pytest.raises(IllegalMove, match="nothing to take back"):
        record.undo()


@plain_tables
def test_sealed_records_replay(table: Setting) -> None:
    chance = {"kind": "sealed", "key": "07" * 32, "nonces": ["aa", "bb"]}
    record = Record(table.game, table.players, chance, table.options)
    again = read_record(record.to_json(), {table.game.id: table.game})
    assert again.state.pack() == record.state.pack()
    told = json.loads(record.to_json())
    told["chance"]["nonces"] = ["aa", "bc"]
    assert "chain" in refused(table, told)
    told["chance"]["key"] = "nonsense"
    refused(table, told)


@plain_tables
def test_promised_records_replay_and_every_part_of_the_promise_matters(table: Setting) -> None:
    listed = {"terms": {"table": "t", "options": {"b": "1"}}, "commitments": ["c0", "c1"]}
    chance = {"kind": "promised", "key": "07" * 32, "nonces": ["aa" * 32, "bb" * 32], "list": listed}
    record = Record(table.game, table.players, chance, table.options)
    assert read_record(record.to_json(), {table.game.id: table.game}).state.pack() == record.state.pack()
    for part, other in (
        ("key", "08" * 32),
        ("nonces", ["aa" * 32, "bc" * 32]),
        ("list", {**listed, "commitments": ["c0", "c2"]}),
        ("list", {**listed, "terms": {"table": "t", "options": {"b": "2"}}}),
    ):
        told = json.loads(record.to_json())
        told["chance"][part] = other
        assert "chain" in refused(table, told)
    for part, nonsense in (("key", "nonsense"), ("nonces", [7]), ("nonces", None), ("nonces", ["aa" * 65])):
        told = json.loads(record.to_json())
        told["chance"][part] = nonsense
        refused(table, told)
    told = json.loads(record.to_json())
    told["proof"] = []
    assert refused(table, told) == "The record has no readable 'proof'."


def kept_records(game: Game, folder: Path) -> list[str]:
    """The finished games that are kept beside the tests."""
    texts = [path.read_text(encoding="utf-8").strip() for path in sorted((folder / "records").glob("*.json"))]
    assert all(json.loads(text)["game"] == game.id for text in texts)
    return texts


def test_finished_games_of_every_version_of_the_rules_stay_true(game: Game, folder: Path) -> None:
    for text in kept_records(game, folder):
        record = read_record(text, {game.id: game})
        assert record.result() is not None
        assert record.to_json() == text


def test_every_version_of_the_rules_has_a_finished_game(game: Game, folder: Path) -> None:
    versions = {json.loads(text)["rules_version"] for text in kept_records(game, folder)}
    if not versions and game.rules_version == 1:
        return  # a game whose rules have never changed need not keep any
    assert versions == set(range(1, game.rules_version + 1)), f"{game.title}: make a record of each version"


@plain_tables
def test_a_game_by_old_rules_stays_one(table: Setting) -> None:
    state = table.new(0)
    assert state.old_rules == 0
    if table.game.rules_version > 1:
        state.old_rules = 1
        assert state.clone().old_rules == 1
    for version in (0, table.game.rules_version + 1):
        with pytest.raises(BadSetup, match="version"):
            table.game.new(table.players, 0, table.options, None, version)

"""Snapshots: a table that is woken from one is the table of its lines, and a wrong one is never believed."""

from __future__ import annotations

import ast
import hashlib
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import maitred
from maitred.server import snapshots
from maitred.server.snapshots import Snapshot, Stored, make, restored, table_from
from maitred.table import lines
from maitred.table.table import Table, from_lines
from tests.packaging.clean import ROOT
from tests.server.event_loop import in_event_loop
from tests.server.in_process import InProcessHouse, Memory, deal, in_process_house
from tests.server.postgres import database
from tests.server.test_postgres import opened

GAMES = ("chefs_choice", "delectable", "diner", "food_court", "ovens")


async def play(house: InProcessHouse, game: str, most: int, **more: object) -> str:
    """Play at a table of people who also talk and take moves back, so many moves long."""
    players = maitred.game(game).min_players
    keys = await house.set_table(game, "m" * players, **more)
    windows = [await house.open(keys.table, seat) for seat in range(players)]
    await deal(*windows)
    chance = random.Random(game)
    for _ in range(most):
        able = [window for window in windows if window.position["offers"]]
        if not able:
            break
        window = chance.choice(able)
        offer = chance.choice(window.position["offers"])
        await window.do("move", action=offer["action"], stamp=offer["stamp"])
        if chance.random() < 0.2:
            await window.do("undo")
        if chance.random() < 0.1:
            await window.do("say", text="Soup?")
    return keys.table


def facts(table: Table) -> dict[str, Any]:
    """Everything that a table is."""
    record = table.record
    assert record is not None
    told = {name: getattr(table, name) for name in snapshots.PLAIN}
    told["seats"] = [[getattr(seat, name) for name in snapshots.SEAT] for seat in table.seats]
    told["record"] = [record.moves, record.state.pack(), [state.pack() for state in record.trail], record.chain()]
    told["grabs"] = [(seat, state.pack()) for seat, state in table.grabs]
    told["clocks"] = None if table.clocks is None else (table.clocks.left, table.clocks.at)
    told["promise"] = [table.transcript, table.fingerprint, table.signature, table.attempt.number, table.voided]
    return {**told, "lent": table.lent, "phase": table.phase, "set": table.was_set}


def test_every_part_of_a_table_is_kept_or_read_from_the_lines_before_the_deal() -> None:
    kept = {*snapshots.PLAIN, "seats", "record", "lent", "grabs", "clocks"}
    before_the_deal = {"was_set", "game", "attempt", "voided", "transcript", "fingerprint", "signature"}
    source = ast.parse((ROOT / "src/maitred/table/table.py").read_text(encoding="utf-8"))
    (of_table,) = [node for node in source.body if isinstance(node, ast.ClassDef) and node.name == "Table"]
    begin = next(node for node in of_table.body if isinstance(node, ast.FunctionDef) and node.name == "__init__")
    parts = {node.attr for node in ast.walk(begin) if isinstance(node, ast.Attribute) and is_set(node)}
    assert parts == kept | before_the_deal


def is_set(node: ast.Attribute) -> bool:
    """Whether this sets an attribute of `self`."""
    return isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name) and node.value.id == "self"


@pytest.mark.parametrize("game", GAMES)
@in_event_loop
async def test_a_table_from_a_snapshot_is_the_table_of_its_lines(game: str) -> None:
    async with in_process_house() as house:
        clock = {"minutes": 5, "bonus_seconds": 3} if game != "diner" else None
        table = await play(house, game, 40, clock=clock)
        assert isinstance(house.store, Memory)
        stored = await house.store.read(table)
    history = lines.read(stored)
    whole = facts(from_lines(history, maitred.game))
    dealt = next(at for at, line in enumerate(history, 1) if isinstance(line, lines.Dealt))
    for count in {dealt, dealt + 1, (dealt + len(stored)) // 2, len(stored) - 1, len(stored)}:
        body = make(from_lines(history[:count], maitred.game), stored[:count])
        assert body is not None
        found = restored(stored, body, maitred.game)
        assert found is not None
        assert facts(found) == whole
    assert make(from_lines(history[: dealt - 1], maitred.game), stored[: dealt - 1]) is None  # nothing to save there


def changed(body: bytes, **other: Any) -> bytes:
    """A snapshot with other contents, and a digest that fits them."""
    snapshot = msgspec.msgpack.decode(body[snapshots.DIGEST_BYTES :], type=Snapshot)
    told = msgspec.msgpack.encode(msgspec.structs.replace(snapshot, **other))
    return hashlib.sha256(told).digest() + told


@in_event_loop
async def test_a_snapshot_that_is_damaged_old_or_of_other_lines_is_ignored() -> None:
    async with in_process_house() as house:
        stored: Stored = await house.store.read(await play(house, "ovens", 12))
    table = from_lines(lines.read(stored), maitred.game)
    body = make(table, stored)
    assert body is not None
    whole = facts(table)
    wrong = [
        body[:-1],
        body[:40] + bytes([body[40] ^ 1]) + body[41:],
        b"",
        changed(body, format=snapshots.FORMAT + 1),
        changed(body, rules_version=table.game.rules_version + 1),
        changed(body, chain=bytes(32)),
        changed(body, states=[[1, 2, 3]]),
        changed(body, plain={"lines": len(stored)}),
    ]
    for each in wrong:
        assert facts(table_from(stored, each, maitred.game)) == whole
    fewer = stored[:-1]  # as after a table was mended
    assert restored(fewer, body, maitred.game) is None
    other = [*stored[:-1], (len(stored), lines.ENCODER.encode(lines.Said(0, "Salad!", "x")))]
    assert restored(other, body, maitred.game) is None


@in_event_loop
async def test_another_server_wakes_a_table_from_its_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = database(tmp_path.name)
    async with opened(url) as one, opened(url) as two:
        here, there = InProcessHouse(store=one), InProcessHouse(store=two)
        table = await play(here, "delectable", snapshots.EVERY)
        live = await here.wake(table)
        whole = facts(live.table)
        for task in list(here.house.snapshots):
            await task
        assert await one.snapshot(table) is not None
        here.house.fall_asleep(live)
        await one.append("other", 0, [b"x"])  # in order: the table is released by now
        taken: list[lines.Line] = []
        read = lines.read

        def counted(stored: Stored) -> list[lines.Line]:
            found = read(stored)
            taken.extend(found)
            return found

        monkeypatch.setattr(lines, "read", counted)
        live = await there.wake(table)
        assert facts(live.table) == whole
        assert 0 < len(taken) < live.table.lines - snapshots.EVERY // 2  # most of the lines were not carried out again
        there.house.fall_asleep(live)
        await two.forget(table)
        assert await two.snapshot(table) is None

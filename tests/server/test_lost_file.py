"""The file is removed, replaced or damaged under an open house, or its log before it opens: noticed, and said."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from maitred.server import sqlite
from maitred.server.sqlite import SqliteStore
from maitred.server.store import StoreFailed
from maitred.server.wal import FRAME, HEAD, Damage, damage
from tests.server.event_loop import in_event_loop
from tests.server.guest import Browser, NotOpen, RunningHouse, at_table

PAGE = 4096


def remove(file: Path) -> None:
    """Remove the file."""
    file.unlink()


def remove_log(file: Path) -> None:
    """Remove the log beside it."""
    file.with_name(f"{file.name}-wal").unlink()


def replace(file: Path) -> None:
    """Put a copy in its place."""
    copy = file.with_name("copy")
    shutil.copyfile(file, copy)
    copy.replace(file)


def cut_short(file: Path) -> None:
    """Empty the file."""
    os.truncate(file, 0)


WAYS: list[tuple[Callable[[Path], None], str]] = [
    (remove, "tables.db was removed while"),
    (remove_log, "tables.db-wal was removed while"),
    (replace, "tables.db was replaced while"),
    (cut_short, "tables.db was cut short while"),
]


@pytest.mark.parametrize(("spoil", "sentence"), WAYS, ids=[spoil.__name__ for spoil, _ in WAYS])
@in_event_loop
async def test_nothing_is_acknowledged_into_a_file_that_is_gone(
    tmp_path: Path, spoil: Callable[[Path], None], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "TRUSTED_SECONDS", 0)
    file = tmp_path / "tables.db"
    store = await SqliteStore.open(file)
    await store.append("t", 0, [b"one"])
    store._writer.connection.execute("PRAGMA wal_checkpoint")
    await store.append("t", 1, [b"two"])
    await store.check()
    spoil(file)
    with pytest.raises(StoreFailed, match=sentence):
        await store.append("t", 2, [b"three"])
    with pytest.raises(StoreFailed, match=sentence):
        await store.check()
    with pytest.raises(StoreFailed, match=sentence):
        await store.forget("t")
    await store.close()


@in_event_loop
async def test_also_under_load_nothing_is_acknowledged_into_a_file_that_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "TRUSTED_SECONDS", 3600)
    file = tmp_path / "tables.db"
    store = await SqliteStore.open(file)
    await store.append("t", 0, [b"one"])
    file.unlink()
    for at in range(2):
        with pytest.raises(StoreFailed, match="was removed"):
            await store.append(f"u{at}", 0, [b"one"])
    await store.close()


@in_event_loop
async def test_a_file_that_comes_back_is_written_to_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "TRUSTED_SECONDS", 0)
    file, aside = tmp_path / "tables.db", tmp_path / "aside.db"
    store = await SqliteStore.open(file)
    await store.append("t", 0, [b"one"])
    file.rename(aside)
    with pytest.raises(StoreFailed):
        await store.append("t", 1, [b"two"])
    aside.rename(file)
    assert await store.append("t", 1, [b"two"]) == 2
    await store.check()
    await store.close()


@in_event_loop
async def test_damage_in_the_middle_of_an_open_file_is_found_and_nothing_more_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "LOOK_SECONDS", 0)
    monkeypatch.setattr(sqlite, "LOOK_SHARE", 0)
    file = tmp_path / "tables.db"
    store = await SqliteStore.open(file)
    for at in range(40):
        await store.append("t", at, [b"x" * 1000])
    store._writer.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    await store.check()
    with file.open("r+b") as spoiled:
        spoiled.seek(3 * PAGE)
        spoiled.write(os.urandom(4 * PAGE))
    with pytest.raises(StoreFailed, match=r"tables.db is damaged: put a backup in its place\."):
        await store.check()
    with pytest.raises(StoreFailed, match="is damaged"):
        await store.append("u", 0, [b"one"])
    await store.close()


@in_event_loop
async def test_the_house_says_so_and_its_health_is_true(tmp_path: Path) -> None:
    with RunningHouse(tmp_path / "data") as house:
        browser = Browser(house.port)
        table = browser.set_table("delectable", "mm")
        assert browser.ask("GET", "/healthz").status == 200
        async with at_table(browser, table, 0) as guest:
            (tmp_path / "data" / "maitred.db").unlink()
            answer = await guest.ready()
            assert (answer["t"], answer["reason"]) == ("refused", "no_store")
            assert str(tmp_path) not in answer["text"]
        health = browser.ask("GET", "/healthz")
        assert (health.status, health.json["reason"]) == (503, "no_store")
        assert str(tmp_path) not in health.json["text"]
        assert "maitred.db was removed while the house is open" in house.log()
        assert house.close() == 0


@in_event_loop
async def test_a_house_that_cannot_write_does_not_call_itself_well(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    store = await SqliteStore.open(file)
    await store.append("t", 0, [b"one"])
    store._writer.connection.execute("PRAGMA query_only = ON")
    await store.check()
    with pytest.raises(StoreFailed):
        await store.append("t", 1, [b"two"])
    with pytest.raises(StoreFailed, match="may only be read"):
        await store.check()
    store._writer.connection.execute("PRAGMA query_only = OFF")
    await store.append("t", 1, [b"two"])
    await store.check()
    await store.close()


# The log at the start


def killed_house(tmp_path: Path, tables: int = 6) -> Path:
    """The folder of a house that was killed with some transactions in its log."""
    folder = tmp_path / "data"
    with RunningHouse(folder) as house:
        for _ in range(tables):
            Browser(house.port).set_table("delectable", "mm")
        house.kill()
    return folder


def frames(log: Path) -> list[int]:
    """Where the pages of a log begin."""
    return list(range(HEAD.size, log.stat().st_size, FRAME.size + PAGE))


def spoil_byte(file: Path, at: int) -> None:
    """Change one byte."""
    data = bytearray(file.read_bytes())
    data[at] ^= 0xFF
    file.write_bytes(data)


@pytest.mark.parametrize("where", ["head", "page", "mark"])
def test_a_log_that_lost_acknowledged_moves_does_not_open(tmp_path: Path, where: str) -> None:
    folder = killed_house(tmp_path)
    log = folder / "maitred.db-wal"
    assert damage(log) is None, "being killed damages nothing"
    middle = frames(log)[len(frames(log)) // 2]
    spoil_byte(log, {"head": 9, "page": middle + FRAME.size + 2000, "mark": middle + 9}[where])
    before = log.read_bytes()
    with pytest.raises(
        NotOpen, match=r"maitred\.db-wal is damaged, and moves that were acknowledged are in it"
    ) as told:
        RunningHouse(folder)
    assert "Traceback" not in str(told.value)
    assert log.read_bytes() == before, "nothing is touched"
    log.unlink()
    with RunningHouse(folder) as house:
        assert house.close() == 0


def test_a_last_transaction_that_is_not_whole_is_said_and_kept(tmp_path: Path) -> None:
    folder = killed_house(tmp_path)
    log = folder / "maitred.db-wal"
    spoil_byte(log, frames(log)[-1] + FRAME.size + 2000)
    before = log.read_bytes()
    assert damage(log) == Damage(acknowledged=False)
    with RunningHouse(folder) as house:
        assert house.close() == 0
        (said,) = [json.loads(line) for line in house.log().splitlines()]
    assert said["what"] == "the last moves in the log are not whole and were left out"
    assert (folder / "maitred.db-wal.damaged").read_bytes() == before


@in_event_loop
async def test_what_an_earlier_use_of_the_log_left_behind_is_no_damage(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    store = await SqliteStore.open(file)
    for at in range(30):
        await store.append("t", at, [b"x" * 3000])
    store._writer.connection.execute("PRAGMA wal_checkpoint")
    await store.append("t", 30, [b"x"])
    log = sqlite.log_of(file)
    assert len(frames(log)) > 20
    assert damage(log) is None
    os.truncate(log, log.stat().st_size - 100)
    assert damage(log) is None
    await store.close()
    assert damage(log) is None, "there is none any more"

"""The file is removed, replaced or damaged under an open house, or its log before it opens: noticed, and said."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import shutil
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from maitred.server import sqlite, sqlite_watch, sqlite_writer
from maitred.server.sqlite import SqliteStore
from maitred.server.sqlite_file import index_of, log_of
from maitred.server.store import StoreFailed
from maitred.server.wal import FRAME, HEAD, Damage, damage
from tests.server.event_loop import in_event_loop
from tests.server.guest import Browser, NotOpen, RunningHouse, at_new_table

PAGE = 4096


def remove(file: Path) -> None:
    """Remove the file."""
    file.unlink()


def remove_log(file: Path) -> None:
    """Remove the log beside it."""
    log_of(file).unlink()


def remove_index(file: Path) -> None:
    """Remove the index of the log: another program would make a new one and not see what is being written."""
    index_of(file).unlink()


def replace(file: Path) -> None:
    """Put a copy in its place."""
    copy = file.with_name("copy")
    shutil.copyfile(file, copy)
    copy.replace(file)


def replace_folder(file: Path) -> None:
    """Put a copy of the whole folder in the place of the one that is open."""
    folder = file.parent
    folder.rename(folder.with_name("aside"))
    shutil.copytree(folder.with_name("aside"), folder)


def empty(file: Path) -> None:
    """Empty the file."""
    os.truncate(file, 0)


def cut_tail(file: Path) -> None:
    """Cut the last page off."""
    os.truncate(file, file.stat().st_size - PAGE)


def overwrite(file: Path, at: int, data: bytes) -> None:
    """Write over a part of a file."""
    with file.open("r+b") as spoiled:
        spoiled.seek(at)
        spoiled.write(data)


def zero_header(file: Path) -> None:
    """Write over the header, without which nothing can be opened."""
    overwrite(file, 0, bytes(100))


def overwrite_middle(file: Path) -> None:
    """Write over a page in the middle."""
    overwrite(file, 3 * PAGE, os.urandom(PAGE))


def overwrite_line(file: Path) -> None:
    """Write over a line so that the file stays whole, and tells of another game."""
    at = file.read_bytes().index(b"x" * 100)
    overwrite(file, at, b"y" * 100)


def older_copy(file: Path) -> None:
    """Copy an older copy over the file, which stays the same file."""
    older = file.with_name("older")
    shutil.copyfile(file, older)
    with older.open("r+b") as copied:
        copied.truncate(file.stat().st_size)
    file.write_bytes(older.read_bytes())


def overwrite_log(file: Path) -> None:
    """Write over a page that only the log has."""
    overwrite(log_of(file), HEAD.size + FRAME.size + 100, os.urandom(1000))


def cut_log(file: Path) -> None:
    """Cut the last page off the log."""
    os.truncate(log_of(file), log_of(file).stat().st_size - PAGE)


def touch_up(file: Path) -> None:
    """Write over a line and set the time of the last change back."""
    was = file.stat()
    overwrite_middle(file)
    os.utime(file, ns=(was.st_atime_ns, was.st_mtime_ns))


GONE: list[tuple[Callable[[Path], None], str]] = [
    (remove, "tables.db was removed while"),
    (remove_log, "tables.db-wal was removed while"),
    (remove_index, "tables.db-shm was removed while"),
    (replace, "tables.db was replaced while"),
    (replace_folder, "tables.db was replaced while"),
]
DAMAGED: list[tuple[Callable[[Path], None], str]] = [
    (empty, "tables.db was cut short while"),
    (cut_tail, "tables.db was cut short while"),
    (zero_header, "tables.db was written to by another program while"),
    (overwrite_middle, "tables.db was written to by another program while"),
    (overwrite_line, "tables.db was written to by another program while"),
    (older_copy, "tables.db was written to by another program while"),
    (overwrite_log, "tables.db-wal was written to by another program while"),
    (cut_log, "tables.db-wal was cut short while"),
]
WAYS = [*GONE, *DAMAGED]


async def open_with_lines(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[SqliteStore, Path]:
    """A store of which most lines are in the file and the last one in the log."""
    monkeypatch.setattr(sqlite_writer, "LINES_IN_LOG", 40)
    file = folder / "data" / "tables.db"
    store = await SqliteStore.open(file)
    for at in range(40):
        await store.append("t", at, [b"x" * 1000])
    await store.check()  # after the checkpoint
    await store.append("t", 40, [b"two"])
    await store.check()
    return store, file


UNDER_LOAD = [way for way in WAYS if way[0] not in (remove_index, replace_folder)]


def each_of(ways: list[tuple[Callable[[Path], None], str]]) -> pytest.MarkDecorator:
    """Try all these ways."""
    return pytest.mark.parametrize(("spoil", "sentence"), ways, ids=[spoil.__name__ for spoil, _ in ways])


async def refuses(store: SqliteStore, sentence: str, *ways: Callable[[SqliteStore], Coroutine[Any, Any, Any]]) -> None:
    """Each of these is refused with that sentence, and then the store is closed."""
    for way in ways:
        with pytest.raises(StoreFailed, match=sentence):
            await way(store)
    await store.close()


def one_more(store: SqliteStore) -> Coroutine[Any, Any, int]:
    """Append a line."""
    return store.append("t", 41, [b"three"])


@each_of(WAYS)
@pytest.mark.parametrize("first", [one_more, SqliteStore.check], ids=["append", "health"])
@in_event_loop
async def test_nothing_is_acknowledged_into_files_that_are_gone_or_damaged(
    tmp_path: Path,
    spoil: Callable[[Path], None],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    first: Callable[[SqliteStore], Coroutine[Any, Any, Any]],
) -> None:
    monkeypatch.setattr(sqlite_watch, "NAMES_SECONDS", 0)
    store, file = await open_with_lines(tmp_path, monkeypatch)
    spoil(file)
    await refuses(store, sentence, first, one_more, SqliteStore.check, lambda store: store.forget("t"))


@each_of(UNDER_LOAD)
@in_event_loop
async def test_also_under_load_the_first_append_after_it_is_refused(
    tmp_path: Path, spoil: Callable[[Path], None], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_watch, "NAMES_SECONDS", 3600)
    store, file = await open_with_lines(tmp_path, monkeypatch)
    spoil(file)
    await refuses(store, sentence, one_more, one_more)


@each_of(DAMAGED)
@in_event_loop
async def test_what_the_log_held_is_kept_when_a_damaged_file_is_closed(
    tmp_path: Path, spoil: Callable[[Path], None], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, file = await open_with_lines(tmp_path, monkeypatch)
    spoil(file)
    before = log_of(file).read_bytes()
    await store.close()
    assert file.with_name("tables.db-wal.damaged").read_bytes() == before, sentence


@in_event_loop
async def test_what_the_house_itself_copies_into_the_file_is_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, setting, value in (
        (sqlite_writer, "LINES_IN_LOG", 7),
        (sqlite, "LOOK_SECONDS", 0),
        (sqlite_watch, "NAMES_SECONDS", 0),
    ):
        monkeypatch.setattr(module, setting, value)
    store = await SqliteStore.open(tmp_path / "tables.db")
    for at in range(100):
        await store.append("t", at, [b"x" * 1000])
        if at % 10 == 0:
            await store.check()
            await store.backup(tmp_path / f"copy{at}.db")
    await store.forget("t")
    await store.check()
    await store.close()
    assert not log_of(tmp_path / "tables.db").exists()


@in_event_loop
async def test_other_permissions_and_another_name_for_a_while_are_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_watch, "NAMES_SECONDS", 0)
    store, file = await open_with_lines(tmp_path, monkeypatch)
    file.chmod(0o640)
    aside = file.with_name("aside.db")
    aside.hardlink_to(file)
    assert await store.append("t", 41, [b"two"]) == 42
    aside.unlink()
    file.rename(aside)
    with pytest.raises(StoreFailed):
        await store.append("t", 42, [b"three"])
    aside.rename(file)
    assert await store.append("t", 42, [b"three"]) == 43
    await store.check()
    await store.close()


@in_event_loop
async def test_damage_that_no_clock_tells_is_found_by_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "LOOK_SECONDS", 0)
    monkeypatch.setattr(sqlite, "LOOK_SHARE", 0)
    store, file = await open_with_lines(tmp_path, monkeypatch)
    touch_up(file)
    with pytest.raises(StoreFailed, match=r"tables.db is damaged: put a backup in its place\."):
        await store.check()
    with pytest.raises(StoreFailed, match="is damaged"):
        await store.append("u", 0, [b"one"])
    await store.close()


@in_event_loop
async def test_damage_that_a_reader_comes_upon_stops_the_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, file = await open_with_lines(tmp_path, monkeypatch)
    was = file.stat()
    for page in range(1, was.st_size // PAGE):
        overwrite(file, page * PAGE, os.urandom(PAGE))
    os.utime(file, ns=(was.st_atime_ns, was.st_mtime_ns))
    with pytest.raises(StoreFailed, match="is damaged"):
        await store.read("t")
    with pytest.raises(StoreFailed, match="is damaged"):
        await store.append("u", 0, [b"one"])
    await store.close()


@each_of([(remove, "was removed"), (zero_header, "was written to by another program")])
@in_event_loop
async def test_the_house_says_so_and_its_health_is_true(
    tmp_path: Path, spoil: Callable[[Path], None], sentence: str
) -> None:
    with RunningHouse(tmp_path / "data") as house:
        browser = Browser(house.port)
        async with at_new_table(browser, "delectable", "mo") as (guest,):
            assert browser.ask("GET", "/healthz").status == 200
            spoil(tmp_path / "data" / "maitred.db")
            answer = await guest.ready()
            assert (answer["t"], answer["reason"]) == ("refused", "no_store")
            assert str(tmp_path) not in answer["text"]
        health = browser.ask("GET", "/healthz")
        assert (health.status, health.json["reason"]) == (503, "no_store")
        assert str(tmp_path) not in health.json["text"]
        assert browser.ask("POST", "/api/tables", {"game": "delectable", "seats": [{"kind": "me"}] * 2}).status == 503
        assert f"maitred.db {sentence} while the house is open" in house.log()
        assert house.close() == 0


@in_event_loop
async def test_a_house_that_cannot_write_does_not_call_itself_well(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    store = await SqliteStore.open(file)
    await store.append("t", 0, [b"one"])
    store._writer.connection.execute("PRAGMA query_only = ON")
    await store.check()  # something was written a moment ago
    with pytest.raises(StoreFailed):
        await store.append("t", 1, [b"two"])
    with pytest.raises(StoreFailed, match="is read-only"):
        await store.check()
    store._writer.connection.execute("PRAGMA query_only = OFF")
    await store.append("t", 1, [b"two"])
    await store.check()
    await store.close()


async def until_status(browser: Browser, path: str, status: int) -> str:
    """Ask until that is the answer; the sentence with it, if there is one."""
    while (answer := await asyncio.to_thread(browser.ask, "GET", path)).status != status:
        await asyncio.sleep(0.1)
    return str(answer.json.get("text", ""))


@in_event_loop
async def test_a_full_disk_is_told_before_anybody_moves_and_so_is_room_again(tmp_path: Path) -> None:
    with RunningHouse(tmp_path / "data") as house:
        browser = Browser(house.port)
        for path in ("/healthz", "/readyz"):
            await until_status(browser, path, 200)
        limits = resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, (1024, limits[1]))
        async with asyncio.timeout(60):
            for path in ("/readyz", "/healthz"):
                assert await until_status(browser, path, 503) == "The disk of the house has failed."
            resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, limits)
            for path in ("/readyz", "/healthz"):
                await until_status(browser, path, 200)
        assert house.close() == 0


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
    with pytest.raises(NotOpen, match=r"maitred\.db-wal is damaged and contains moves that were acknowledged") as told:
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
    assert said["what"] == "the last moves in the log are incomplete and were left out"
    assert (folder / "maitred.db-wal.damaged").read_bytes() == before


@in_event_loop
async def test_what_an_earlier_use_of_the_log_left_behind_is_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tables.db"
    monkeypatch.setattr(sqlite_writer, "LINES_IN_LOG", 30)
    store = await SqliteStore.open(file)
    for at in range(30):
        await store.append("t", at, [b"x" * 3000])
    await store.append("t", 30, [b"x"])
    log = log_of(file)
    assert len(frames(log)) > 20
    assert damage(log) is None
    os.truncate(log, log.stat().st_size - 100)
    assert damage(log) is None
    await store.close()
    assert damage(log) is None, "there is none any more"

"""`maitred backup`: copies of live tables, with a server running or not."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from maitred.cli import folder, main
from maitred.server.sqlite import SqliteStore
from tests.server.event_loop import in_event_loop


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with the live tables of a server that has been stopped."""

    async def play() -> None:
        store = await SqliteStore.open(tmp_path / "house" / "maitred.db")
        for table in ("t", "u"):
            await store.append(table, 0, [b"a", b"b"])
        await store.close()

    asyncio.run(play())
    return tmp_path / "house"


async def lines(file: Path, table: str) -> list[tuple[int, bytes]]:
    """What a store holds of a table."""
    store = await SqliteStore.open(file)
    try:
        return await store.read(table)
    finally:
        await store.close()


def refusal(capsys: pytest.CaptureFixture[str], *arguments: Any) -> str:
    """The sentence with which a command line is refused."""
    assert main(["backup", *map(str, arguments)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err


def test_a_copy_says_what_it_holds(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy.db"
    assert main(["backup", str(copy), "--data", str(data)]) == 0
    size = round(copy.stat().st_size / 1000)
    assert capsys.readouterr().out == f"Wrote 2 tables ({size} kB) to {copy}.\n"
    assert [each.name for each in tmp_path.iterdir() if each != data] == ["copy.db"]
    assert asyncio.run(lines(copy, "u")) == [(1, b"a"), (2, b"b")]


def test_the_house_has_a_folder_of_its_own(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(folder, "user_data_path", lambda *_, **__: data)
    assert main(["backup", str(tmp_path / "copy.db")]) == 0
    assert capsys.readouterr().out.startswith("Wrote 2 tables")


@in_event_loop
async def test_another_process_copies_while_the_server_writes(data: Path, tmp_path: Path) -> None:
    store = await SqliteStore.open(data / "maitred.db")
    last = 2
    for number in range(3):
        copy = tmp_path / f"copy{number}.db"
        acknowledged = last
        process = await asyncio.create_subprocess_exec(
            *[sys.executable, "-m", "maitred", "backup", str(copy), "--data", str(data)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdout=subprocess.PIPE,
        )
        ended = asyncio.create_task(process.communicate())
        while not ended.done():
            last = await store.append("t", last, [b"." * 300, b"%d" % (last + 2)])
        told, _ = await ended
        assert process.returncode == 0
        assert told.startswith(b"Wrote 2 tables")
        copied = await lines(copy, "t")
        assert acknowledged <= len(copied) <= last
        assert copied[2:] == [(seq, b"%d" % seq if seq % 2 == 0 else b"." * 300) for seq in range(3, len(copied) + 1)]
        assert len(copied) % 2 == 0
    assert len(await store.read("t")) == last
    await store.close()


def test_the_tables_of_a_killed_server_are_copied_with_their_log(data: Path, tmp_path: Path) -> None:
    script = """if True:
        import asyncio, os, signal, sys
        from pathlib import Path
        from maitred.server.sqlite import SqliteStore

        async def main():
            store = await SqliteStore.open(Path(sys.argv[1]))
            await store.append("t", 2, [b"c"])
            os.kill(os.getpid(), signal.SIGKILL)

        asyncio.run(main())
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", script, data / "maitred.db"], env=environment, check=False)
    assert (data / "maitred.db-wal").stat().st_size > 0
    assert main(["backup", str(tmp_path / "copy.db"), "--data", str(data)]) == 0
    assert asyncio.run(lines(tmp_path / "copy.db", "t")) == [(1, b"a"), (2, b"b"), (3, b"c")]
    assert asyncio.run(lines(data / "maitred.db", "t")) == [(1, b"a"), (2, b"b"), (3, b"c")]


def test_nothing_is_overwritten_unless_by_force(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("precious")
    assert "already there: name another file, or replace this one with --force" in refusal(capsys, copy, "--data", data)
    assert copy.read_text() == "precious"
    assert main(["backup", str(copy), "--data", str(data), "--force"]) == 0
    assert asyncio.run(lines(copy, "t")) == [(1, b"a"), (2, b"b")]


def test_force_replaces_neither_the_tables_nor_a_good_copy_by_a_damaged_one(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = data / "maitred.db"
    assert f"{tables} is already there" in refusal(capsys, tables, "--data", data, "--force")
    assert asyncio.run(lines(tables, "t")) == [(1, b"a"), (2, b"b")]
    copy = tmp_path / "copy.db"
    copy.write_text("precious")
    whole = tables.read_bytes()
    tables.write_bytes(whole[:4096] + bytes(4096) + whole[8192:])
    assert f"{tables} is damaged" in refusal(capsys, copy, "--data", data, "--force")
    assert copy.read_text() == "precious"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["copy.db", "house"]


def test_a_folder_without_tables_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy.db"
    assert f"{tmp_path / 'maitred.db'} is not there" in refusal(capsys, copy, "--data", tmp_path)
    (tmp_path / "maitred.db").touch()
    assert f"{tmp_path / 'maitred.db'} holds no live tables" in refusal(capsys, copy, "--data", tmp_path)
    assert not copy.exists()

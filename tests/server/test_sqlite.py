"""What is SQLite's own: group commit, the file and its lock, migrations, and whatever may happen to a disk."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from textwrap import dedent
from threading import Event

import pytest

from maitred.server import sqlite_file, sqlite_writer
from maitred.server.sqlite import SqliteStore
from maitred.server.store import Overtaken, Page, StoreFailed, Summary
from tests.server.event_loop import in_event_loop


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "house" / "maitred.db"


@asynccontextmanager
async def opened(file: Path) -> AsyncIterator[SqliteStore]:
    store = await SqliteStore.open(file)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def held_up(store: SqliteStore) -> AsyncIterator[None]:
    """The writer is busy: whatever is asked for inside comes to one group."""
    begun, go_on = Event(), Event()

    def dawdle(_: sqlite3.Connection) -> None:
        begun.set()
        go_on.wait()

    busy = asyncio.create_task(store._send(dawdle))
    await asyncio.to_thread(begun.wait)
    try:
        yield
    finally:
        go_on.set()
        await busy


async def pragma(store: SqliteStore, name: str) -> object:
    """What the writer's connection answers to a pragma."""
    answer = await store._send(lambda connection: connection.execute(f"PRAGMA {name}").fetchone())
    return answer and answer[0]


async def make(file: Path, lines: int = 1) -> None:
    """A store with one table, closed."""
    async with opened(file) as store:
        await store.append("t", 0, [b"%d" % number + b"." * 200 for number in range(lines)])


def put_log_away(file: Path) -> None:
    """Make a closed store one plain file, as a backup is: opening it changes it unless it is refused before."""
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA journal_mode = DELETE").fetchone() == ("delete",)


@contextmanager
def in_python(script: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """A process of its own that runs a script and is talked to through pipes."""
    process = subprocess.Popen(
        [sys.executable, "-c", dedent(script), *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


# One commit for many


@in_event_loop
async def test_appends_that_wait_share_one_transaction(file: Path) -> None:
    async with opened(file) as store:
        async with held_up(store):
            appends = [asyncio.create_task(store.append(f"t{number}", 0, [b"a"])) for number in range(500)]
            await asyncio.sleep(0)
            before = store.commits
        assert await asyncio.gather(*appends) == [1] * 500
        assert store.commits - before == 2  # what held the writer up, and all the appends


@in_event_loop
async def test_checks_do_not_come_between_appends_and_one_answers_all(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = 0
    look = sqlite_writer.Writer.looked

    def counted(writer: sqlite_writer.Writer) -> StoreFailed | None:
        nonlocal looked
        looked += 1
        return look(writer)

    async with opened(file) as store:
        await store.check()  # reads the whole file, which it then does not do again for a while
        monkeypatch.setattr(sqlite_writer.Writer, "looked", counted)
        async with held_up(store):
            asked: list[asyncio.Task[int | None]] = []
            for number in range(20):
                asked.append(asyncio.create_task(store.append(f"t{number}", 0, [b"a"])))
                asked.append(asyncio.create_task(store.check()))
                await asyncio.sleep(0)
            before = store.commits
        assert await asyncio.gather(*asked) == [1, None] * 20
        assert looked == 1
        assert store.commits - before == 2  # what held the writer up, and all the appends


@in_event_loop
async def test_of_a_group_only_the_overtaken_fail(file: Path) -> None:
    async with opened(file) as store:
        async with held_up(store):
            appends = [
                asyncio.create_task(store.append(table, expected, [line]))
                for table, expected, line in (
                    ("t", 0, b"a"),
                    ("u", 5, b"x"),
                    ("t", 0, b"y"),
                    ("t", 1, b"b"),
                    ("v", 0, b"c"),
                )
            ]
            await asyncio.sleep(0)
            before = store.commits
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert store.commits - before == 2
        assert [result if isinstance(result, int) else type(result) for result in results] == [
            1,
            Overtaken,
            Overtaken,
            2,
            1,
        ]
        assert [await store.read(table) for table in "tuv"] == [[(1, b"a"), (2, b"b")], [], [(1, b"c")]]


@in_event_loop
async def test_of_a_group_only_what_cannot_be_written_fails(file: Path) -> None:
    async with opened(file) as store:
        async with held_up(store):
            too_late = Summary("u", "ovens", "over", True, 2**70, b"{}")
            appends = [
                asyncio.create_task(store.append(table, 0, [b"a"], summary))
                for table, summary in (("t", None), ("u", too_late), ("v", None))
            ]
            await asyncio.sleep(0)
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert [result if isinstance(result, int) else type(result) for result in results] == [1, OverflowError, 1]
        assert [await store.read(table) for table in "tuv"] == [[(1, b"a")], [], [(1, b"a")]]
        assert await store.append("u", 0, [b"a"]) == 1


@in_event_loop
async def test_the_writer_need_not_remember_every_table(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_writer, "MOST_REMEMBERED", 3)
    async with opened(file) as store:
        for last in range(3):
            for number in range(10):
                assert await store.append(f"t{number}", last, [b"a"]) == last + 1
        assert len(store._writer.lasts) <= 4


@in_event_loop
async def test_a_commit_is_on_the_disk(file: Path) -> None:
    async with opened(file) as store:
        assert await pragma(store, "journal_mode") == "wal"
        assert await pragma(store, "synchronous") == 2


@in_event_loop
async def test_lists_are_read_from_the_index(file: Path) -> None:
    async with opened(file) as store:
        asked: list[str] = []
        store._reader.set_trace_callback(asked.append)
        await store.summaries(Page("playing", before=(5, "t")))
        plan = await store._read(f"EXPLAIN QUERY PLAN {asked[0]}", ())
        steps = [step for *_, step in plan if "summary" in step]
        assert len(steps) == 2
        assert all("USING INDEX lists (phase=? AND public=? AND (changed,table)<(?,?))" in step for step in steps), (
            steps
        )


# Whatever may happen to a disk


@in_event_loop
async def test_a_full_disk_fails_the_group_and_is_forgiven_when_there_is_room(file: Path) -> None:
    long = [b"." * 100_000]
    async with opened(file) as store:
        await store.append("t", 0, [b"a"])
        pages = await pragma(store, "page_count")
        await pragma(store, f"max_page_count = {pages}")
        async with held_up(store):
            appends = [
                asyncio.create_task(store.append(table, expected, lines, Summary(table, "ovens", "over", True, 1, b"")))
                for table, expected, lines in (("t", 1, [b"b"]), ("u", 0, long), ("v", 0, [b"c"]))
            ]
            await asyncio.sleep(0)
        for result in await asyncio.gather(*appends, return_exceptions=True):
            assert isinstance(result, StoreFailed)
            assert str(result) == f"There is no room left for {file}."
        assert [await store.read(table) for table in "tuv"] == [[(1, b"a")], [], []]
        assert await store.summaries() == []
        await pragma(store, "max_page_count = 1000000")
        assert await store.append("t", 1, [b"b"]) == 2
        assert await store.append("u", 0, long) == 1
    async with opened(file) as store:
        assert await store.read("t") == [(1, b"a"), (2, b"b")]


def test_a_disk_that_fails_at_the_commit_itself(file: Path) -> None:
    script = """
        import asyncio, resource, sys
        from pathlib import Path
        from maitred.server.sqlite import SqliteStore
        from maitred.server.store import StoreFailed

        async def main():
            store = await SqliteStore.open(Path(sys.argv[1]))
            await store.append("t", 0, [b"a"])
            log = Path(sys.argv[1] + "-wal").stat().st_size
            _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (log + 6000, most))
            asked = (("t", 1, b"b"), ("u", 0, b"." * 50_000), ("v", 0, b"c"))
            appends = [store.append(table, expected, [line]) for table, expected, line in asked]
            for result in await asyncio.gather(*appends, return_exceptions=True):
                print(type(result).__name__, result)
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
            print([await store.read(table) for table in "tuv"])
            print(await store.append("t", 1, [b"d"]), await store.append("u", 0, [b"e"]))
            await store.close()

        asyncio.run(main())
    """
    with in_python(script, file) as process:
        told, _ = process.communicate()
    assert process.returncode == 0
    failures = told.splitlines()
    assert failures[3:] == ["[[(1, b'a')], [], []]", "2 1"]
    for line in failures[:3]:
        assert line == f"StoreFailed The disk failed under {file} (disk I/O error)."


@in_event_loop
async def test_a_file_that_may_not_be_written_any_more(file: Path) -> None:
    async with opened(file) as store:
        await store.append("t", 0, [b"a"])
        await pragma(store, "query_only = ON")
        for refused in (store.append("t", 1, [b"b"]), store.forget("t")):
            with pytest.raises(StoreFailed, match=f"^{file} is read-only.$"):
                await refused
        assert await store.read("t") == [(1, b"a")]
        store._writer.connection.execute("PRAGMA query_only = OFF")  # the writer is idle, and begins nothing now
        assert await store.append("t", 1, [b"b"]) == 2


def test_a_folder_or_file_of_somebody_else_is_refused() -> None:
    script = """
        import asyncio, os, sys
        from pathlib import Path
        from maitred.server.sqlite import SqliteStore
        from maitred.server.store import StoreFailed

        folder = Path(sys.argv[1])
        (folder / "maitred.db").touch()
        (folder / "maitred.db.lock").touch()
        for path, mode in ((folder / "maitred.db", 0o444), (folder / "maitred.db.lock", 0o666), (folder, 0o555)):
            path.chmod(mode)
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
        for file in (folder / "maitred.db", folder / "other.db", folder / "new" / "maitred.db"):
            try:
                asyncio.run(SqliteStore.open(file))
            except StoreFailed as refusal:
                print(refusal)
    """
    with tempfile.TemporaryDirectory() as name, in_python(script, name) as process:
        told, _ = process.communicate()
        Path(name).chmod(0o700)
    files = [f"{name}/{each}" for each in ("maitred.db", "other.db", "new/maitred.db")]
    assert told.splitlines() == [f"{each} cannot be used: Permission denied." for each in files]


@in_event_loop
async def test_a_place_where_no_file_can_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "note").write_text("not a folder")
    (tmp_path / "maitred.db").mkdir()
    for file in (tmp_path / "note" / "maitred.db", tmp_path / "maitred.db"):
        with pytest.raises(StoreFailed, match=f"^{file} cannot be used: .*\\.$"):
            await SqliteStore.open(file)


def spoil_beginning(file: Path) -> None:
    file.write_bytes(b"Dear diary," + file.read_bytes()[11:])


def spoil_middle(file: Path) -> None:
    whole = bytearray(file.read_bytes())
    middle = len(whole) // 2 // 4096 * 4096
    whole[middle : middle + 4096] = random.Random(3).randbytes(4096)
    file.write_bytes(whole)


def cut_off(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) * 2 // 3])


def write_diary(file: Path) -> None:
    file.write_text("Dear diary, today I ate out. " * 50)


@pytest.mark.parametrize("damage", [spoil_beginning, spoil_middle, cut_off, write_diary])
@in_event_loop
async def test_a_damaged_file_is_refused_and_left_alone(file: Path, damage: Callable[[Path], None]) -> None:
    await make(file, 500)
    put_log_away(file)
    damage(file)
    damaged = file.read_bytes()
    with pytest.raises(StoreFailed, match=f"^{file} is damaged"):
        await SqliteStore.open(file)
    assert file.read_bytes() == damaged
    with pytest.raises(StoreFailed, match=f"^{file} is damaged"):
        sqlite_file.copy(file, file.with_name("copy"))
    assert not file.with_name("copy").exists()


@in_event_loop
async def test_a_file_of_another_program_is_refused_and_left_alone(file: Path) -> None:
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE diary (day TEXT)")
    foreign = file.read_bytes()
    with pytest.raises(StoreFailed, match=f"^{file} is a file of some other program.$"):
        await SqliteStore.open(file)
    assert file.read_bytes() == foreign


@in_event_loop
async def test_a_file_that_was_only_just_begun_is_taken(file: Path) -> None:
    file.parent.mkdir()
    file.touch()
    await make(file)
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    await make(file)


# Migrations


@in_event_loop
async def test_a_file_of_a_newer_version_is_refused_and_left_alone(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as newer:
        newer.setattr(sqlite_file, "MIGRATIONS", [*sqlite_file.MIGRATIONS, "CREATE TABLE cellar (wine TEXT)"])
        await make(file)
    put_log_away(file)
    newer_file = file.read_bytes()
    with pytest.raises(StoreFailed, match=f"^{file} was written by a newer version of maitred.$"):
        await SqliteStore.open(file)
    assert file.read_bytes() == newer_file


@in_event_loop
async def test_the_next_migrations_run_by_themselves(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await make(file)
    cellar = 'CREATE TABLE cellar (wine TEXT); INSERT INTO cellar SELECT "table" FROM line;'
    monkeypatch.setattr(
        sqlite_file, "MIGRATIONS", [*sqlite_file.MIGRATIONS, cellar, "ALTER TABLE cellar RENAME TO vault"]
    )
    for _ in range(2):
        async with opened(file) as store:
            assert await pragma(store, "user_version") == len(sqlite_file.MIGRATIONS)
            assert await store._read("SELECT wine FROM vault", ()) == [("t",)]
            assert len(await store.read("t")) == 1


@pytest.mark.parametrize(
    "trouble", ["INSERT INTO nowhere VALUES (1)", "nonsense", "INSERT INTO line SELECT * FROM line"]
)
@in_event_loop
async def test_a_migration_that_fails_leaves_the_schema_before_it(
    file: Path, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    await make(file)
    first = sqlite_file.MIGRATIONS
    broken = f"CREATE TABLE cellar (wine TEXT); DROP TABLE summary; {trouble}"
    monkeypatch.setattr(sqlite_file, "MIGRATIONS", [*first, "CREATE TABLE kept (wine TEXT)", broken])
    with pytest.raises(StoreFailed, match=str(file)):
        await SqliteStore.open(file)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(first) + 1,)
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        assert tables == [("kept",), ("line",), ("published",), ("summary",)]
    monkeypatch.setattr(sqlite_file, "MIGRATIONS", sqlite_file.MIGRATIONS[: len(first) + 1])
    async with opened(file) as store:
        assert len(await store.read("t")) == 1


# The folder


@in_event_loop
async def test_only_the_owner_may_read(file: Path) -> None:
    async with opened(file) as store:
        await store.append("t", 0, [b"a"])
        await store.backup(file.with_name("copy"))
        assert file.parent.stat().st_mode & 0o777 == 0o700
        modes = {each.name: each.stat().st_mode & 0o777 for each in file.parent.iterdir()}
        names = ("copy", "maitred.db", "maitred.db-shm", "maitred.db-wal", "maitred.db.lock")
        assert modes == dict.fromkeys(names, 0o600)


HOLDER = """
    import asyncio, os, sys, time
    from pathlib import Path
    from maitred.server.sqlite import SqliteStore

    async def main():
        store = await SqliteStore.open(Path(sys.argv[1]))
        with_worker = len(sys.argv) > 2
        worker = with_worker and os.fork() == 0
        if worker or not with_worker:  # the worker speaks for itself: it must have let go before its parent is killed
            os.write(1, b"%d\\n" % os.getpid())
        if worker:
            time.sleep(3600)
        sys.stdin.readline()
        await store.close()

    asyncio.run(main())
"""


@in_event_loop
async def test_a_second_server_is_refused_until_the_first_has_gone(file: Path) -> None:
    async with opened(file):
        with pytest.raises(StoreFailed, match=f"^Another maitred server is already using {file}.$"):
            await SqliteStore.open(file)
    with in_python(HOLDER, file) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"{process.pid}\n"
        with pytest.raises(StoreFailed, match="Another maitred server"):
            await SqliteStore.open(file)
        process.communicate("\n")
        assert process.returncode == 0
        await make(file)


@in_event_loop
async def test_a_killed_server_holds_nothing_even_if_a_worker_lives_on(file: Path) -> None:
    with in_python(HOLDER, file, "with a worker") as process:
        assert process.stdout is not None
        worker = int(process.stdout.readline())
        try:
            process.kill()
            process.wait()
            os.kill(worker, 0)  # the worker is alive
            await make(file)
        finally:
            os.kill(worker, signal.SIGKILL)


def test_a_server_that_does_not_close_its_store_ends_all_the_same(file: Path) -> None:
    script = """
        import asyncio, sys
        from pathlib import Path
        from maitred.server.sqlite import SqliteStore

        async def main():
            store = await SqliteStore.open(Path(sys.argv[1]))
            late = [asyncio.create_task(store.append(f"t{number}", 0, [b"a"])) for number in range(100)]
            print(await store.append("t", 0, [b"a"]))

        asyncio.run(main())
    """
    with in_python(script, file) as process:
        told, _ = process.communicate()
    assert (process.returncode, told) == (0, "1\n")
    asyncio.run(make(file.with_name("other.db")))


# Killed at any moment

SERVER = """
    import asyncio, sys
    from pathlib import Path
    from maitred.server.sqlite import SqliteStore
    from maitred.server.store import Summary

    async def play(store, table):
        last = len(await store.read(table))
        while True:
            lines = [b"%s %d/%d" % (table.encode(), last + 1 + part, last % 3 + 1) for part in range(last % 3 + 1)]
            end = last + len(lines)
            last = await store.append(table, last, lines, Summary(table, "ovens", "playing", True, end, b"%d" % end))
            print(table, last, flush=True)

    async def main():
        store = await SqliteStore.open(Path(sys.argv[1]))
        await asyncio.gather(*[play(store, f"t{number}") for number in range(20)])

    asyncio.run(main())
"""


async def check_tables(store: SqliteStore, least: dict[str, int]) -> None:
    """Every table has its acknowledged lines and at most one append more, whole and in order, with its summary."""
    for number in range(20):
        table = f"t{number}"
        told = await store.read(table)
        ends = [0]
        while ends[-1] < max(len(told), least.get(table, 0)):
            ends.append(ends[-1] + ends[-1] % 3 + 1)
        assert len(told) in ends
        sizes = [size for start in ends[:-1] for size in [start % 3 + 1] * (start % 3 + 1)]
        assert told == [(seq, b"%s %d/%d" % (table.encode(), seq, size)) for seq, size in enumerate(sizes, 1)]
        assert least.get(table, 0) in ends[-2:]
        summary = await store.summary(table)
        assert (summary.card if summary else b"0") == b"%d" % len(told)


def test_killed_at_any_moment_every_acknowledged_line_is_there(file: Path) -> None:
    chance = random.Random(11)
    acknowledged: dict[str, int] = {}

    async def look() -> None:
        async with opened(file) as store:
            await check_tables(store, acknowledged)
            for number in range(20):
                acknowledged[f"t{number}"] = len(await store.read(f"t{number}"))

    for _ in range(10):
        with in_python(SERVER, file) as process:
            assert process.stdout is not None
            told = [process.stdout.readline() for _ in range(chance.randrange(1, 400))]
            process.kill()
            told += process.stdout.readlines()
        assert process.returncode == -signal.SIGKILL
        for line in told:
            if line.endswith("\n"):  # the last word may have been cut off
                table, last = line.split()
                assert int(last) > acknowledged.get(table, 0)
                acknowledged[table] = int(last)
        asyncio.run(look())
    assert sum(acknowledged.values()) > 500


# Copies


@in_event_loop
async def test_a_copy_made_while_tables_are_played_is_of_one_moment(file: Path) -> None:
    over = False

    async def play(store: SqliteStore, table: str) -> None:
        last = 0
        while not over:
            # Two lines at a time, one summary: a copy between them would show.
            summary = Summary(table, "ovens", "playing", True, last + 2, b"%d" % (last + 2))
            last = await store.append(table, last, [b"." * 500, b"%d" % last], summary)

    copies = [file.with_name(f"copy{number}") for number in range(5)]
    async with opened(file) as store:
        playing = [asyncio.create_task(play(store, f"t{number}")) for number in range(30)]
        least = []
        for target in copies:
            await store.append(target.name, 0, [b"before the copy"])
            least.append({f"t{number}": len(await store.read(f"t{number}")) for number in range(30)})
            await store.backup(target)
            await store.append(target.name, 1, [b"after the copy"])
        over = True
        await asyncio.gather(*playing)
    for target, before in zip(copies, least, strict=True):
        async with opened(target) as store:
            assert await store.read(target.name) == [(1, b"before the copy")]
            for table, lines in before.items():
                summary = await store.summary(table)
                told = await store.read(table)
                assert lines <= len(told) == (int(summary.card) if summary else 0)
                assert [seq for seq, _ in told] == list(range(1, len(told) + 1))


@in_event_loop
async def test_a_copy_takes_no_files_place_by_itself(file: Path) -> None:
    target = file.with_name("copy")
    async with opened(file) as store:
        await store.append("t", 0, [b"a"])
        await store.backup(target)
        first = target.read_bytes()
        await store.append("t", 1, [b"b"])
        with pytest.raises(StoreFailed, match=f"^{target} is already there"):
            await store.backup(target)
        assert target.read_bytes() == first
        with pytest.raises(StoreFailed, match="cannot be used: No such file or directory"):
            await store.backup(file.parent / "nowhere" / "copy")
        for forced in (file, file.parent):
            with pytest.raises(StoreFailed, match=f"^{forced} is already there"):
                sqlite_file.copy(file, forced, overwrite=True)
        assert await store.append("t", 2, [b"c"]) == 3

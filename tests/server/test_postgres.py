"""The store in PostgreSQL: what it promises beyond the contract of every store."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import re
import sqlite3
from collections.abc import AsyncIterator, Collection, MutableMapping
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest

from maitred.cli import main
from maitred.kernel.errors import BadSetup
from maitred.postgres import copying, links, listening
from maitred.postgres import membership as membership_module
from maitred.postgres import store as store_module
from maitred.postgres.cluster import address_of, open_house
from maitred.postgres.links import Link, LinkLost
from maitred.postgres.links import connect as connect_link
from maitred.postgres.membership import Membership
from maitred.postgres.orders import Append, columns
from maitred.postgres.schema import MIGRATIONS
from maitred.postgres.store import PostgresStore
from maitred.server.backend import PASSED_ON, Receive, Scope, Send, opening
from maitred.server.signing import read_keys
from maitred.server.sqlite import SqliteStore
from maitred.server.store import OutcomeUnknown, Overtaken, OwnedElsewhere, Page, StoreFailed, Summary
from tests.server.event_loop import in_event_loop
from tests.server.postgres import database, server
from tests.server.proxy import Proxy


@asynccontextmanager
async def opened(url: str, lease: float = membership_module.LEASE_SECONDS) -> AsyncIterator[PostgresStore]:
    """A store as one server has it."""
    member = Membership(url, "test", 1, lease)
    await member.join("127.0.0.1:1")
    store = await PostgresStore.open(url, member)
    try:
        yield store
    finally:
        await store.close()


def through(proxy: Proxy, url: str) -> str:
    """The address of a database through a proxy."""
    return url.replace(f":{urlsplit(url).port}/", f":{proxy.port}/")


@in_event_loop
async def test_a_table_has_one_owner_until_it_is_released(tmp_path: Path) -> None:
    url = database(tmp_path.name)
    async with opened(url) as one, opened(url) as two:
        await one.append("t", 0, [b"a"])
        with pytest.raises(OwnedElsewhere):
            await two.append("t", 1, [b"b"])
        with pytest.raises(OwnedElsewhere):
            await two.acquire("t")
        assert await two.read("t") == [(1, b"a")]
        one.release("t")
        assert await one.append("u", 0, [b"x"]) == 1  # in order: the table is released by now
        await two.acquire("t")
        assert await two.append("t", 1, [b"b"]) == 2
        with pytest.raises(OwnedElsewhere):
            await one.append("t", 2, [b"c"])


@in_event_loop
async def test_an_append_with_an_old_epoch_is_refused_and_the_others_of_its_batch_are_not(tmp_path: Path) -> None:
    url = database(tmp_path.name)
    async with opened(url) as one:
        await asyncio.gather(one.append("t", 0, [b"a"]), one.append("u", 0, [b"a"]))
        async with one.pool.acquire() as connection:  # another server has taken the table meanwhile
            await connection.execute(
                "UPDATE maitred.lease SET server = 'other', epoch = nextval('maitred.epoch') WHERE \"table\" = 't'"
            )
        results = await asyncio.gather(
            one.append("u", 1, [b"b"]), one.append("t", 1, [b"b"]), one.append("u", 2, [b"c"]), return_exceptions=True
        )
        assert results[0] == 2
        assert isinstance(results[1], Overtaken)
        assert results[2] == 3
        assert await one.read("t") == [(1, b"a")]


@in_event_loop
async def test_nobody_takes_a_table_in_the_middle_of_an_append(tmp_path: Path) -> None:
    async with opened(database(tmp_path.name)) as store:
        await store.append("t", 0, [b"a"])
        more = Append("t", 1, [b"b"], None, asyncio.get_running_loop().create_future(), store.epochs["t"])
        lock = "SELECT FROM maitred.lease WHERE \"table\" = 't' FOR UPDATE NOWAIT"
        async with store.pool.acquire() as one, store.pool.acquire() as two:
            async with one.transaction():
                await one.fetch(store_module.APPEND, *columns([more]))
                with pytest.raises(asyncpg.LockNotAvailableError):
                    await two.execute(lock)
            await two.execute(lock)
        assert await store.read("t") == [(1, b"a"), (2, b"b")]


@in_event_loop
async def test_a_server_that_is_gone_loses_its_tables_and_one_that_is_only_silent_does_not(tmp_path: Path) -> None:
    url = database(tmp_path.name)
    async with opened(url) as one, opened(url) as two:
        await one.append("t", 0, [b"a"])
        assert one.membership.task is not None
        one.membership.task.cancel()  # it renews no more, but is still connected and its lease has not run out
        await asyncio.sleep(membership_module.SILENCE_SECONDS + 0.3)
        with pytest.raises(OwnedElsewhere):
            await two.acquire("t")
        one.membership.connection.terminate()  # as when its process dies
        for _ in range(50):
            try:
                await two.acquire("t")
                break
            except OwnedElsewhere:
                await asyncio.sleep(0.1)
        assert await two.append("t", 1, [b"b"]) == 2
        with pytest.raises((Overtaken, StoreFailed)):
            await one.append("t", 1, [b"c"])
        assert await two.read("t") == [(1, b"a"), (2, b"b")]


@in_event_loop
async def test_a_lost_answer_is_looked_up_before_anybody_is_told(tmp_path: Path) -> None:
    url = database(tmp_path.name)
    async with Proxy(urlsplit(url).port or 0) as proxy, opened(through(proxy, url), 60) as store:
        await store.append("t", 0, [b"a"])
        proxy.cut_at = b"the-move"  # it reaches the database, whose answer is lost
        appending = asyncio.create_task(store.append("t", 1, [b"the-move"]))
        while proxy.cut_at is not None:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        assert not appending.done()
        proxy.hang_up()
        proxy.answers.set()
        assert await appending == 2
        assert await store.read("t") == [(1, b"a"), (2, b"the-move")]
        assert await store.append("t", 2, [b"b"]) == 3


@in_event_loop
async def test_what_was_not_written_is_said_not_to_be_written(tmp_path: Path) -> None:
    url = database(tmp_path.name)
    async with Proxy(urlsplit(url).port or 0) as proxy, opened(through(proxy, url), 60) as store:
        await store.append("t", 0, [b"a"])
        proxy.open.clear()  # nothing reaches the database
        appending = asyncio.create_task(store.append("t", 1, [b"b"]))
        await asyncio.sleep(0.2)
        proxy.hang_up()
        proxy.open.set()
        with pytest.raises(StoreFailed, match="not written"):
            await appending
        assert await store.read("t") == [(1, b"a")]
        assert await store.append("t", 1, [b"b"]) == 2


@in_event_loop
async def test_nobody_is_answered_when_the_outcome_stays_unknown(tmp_path: Path) -> None:
    url = database(tmp_path.name)
    async with Proxy(urlsplit(url).port or 0) as proxy, opened(through(proxy, url), 2) as store:
        lost = asyncio.Event()
        store.membership.on_lost = lost.set
        await store.append("t", 0, [b"a"])
        proxy.cut_at = b"the-move"
        appending = asyncio.create_task(store.append("t", 1, [b"the-move"]))
        while proxy.cut_at is not None:
            await asyncio.sleep(0.01)
        proxy.open.clear()
        proxy.hang_up()
        with pytest.raises(OutcomeUnknown):
            await appending
        await lost.wait()
        with pytest.raises(StoreFailed):
            await store.check()
        proxy.answers.set()
        proxy.open.set()


async def lists_agree(one: PostgresStore, two: PostgresStore) -> None:
    """A table that one server sets is in the lists of the other."""
    assert await two.summaries() == []
    await one.append("t", 0, [b"a"], Summary("t", "ovens", "seating", True, 1, b"{}"))
    assert [summary.table for summary in await one.summaries()] == ["t"]
    while not await two.summaries():
        await asyncio.sleep(0.02)


@in_event_loop
async def test_lists_of_other_servers_follow_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "POLL_SECONDS", 3600)  # it can only be the NOTIFY
    url = database(tmp_path.name)
    async with opened(url) as one, opened(url) as two:
        read = two.read_summaries
        reads: list[Page] = []

        async def counted(wanted: Page) -> list[Summary]:
            reads.append(wanted)
            return await read(wanted)

        monkeypatch.setattr(two, "read_summaries", counted)
        async with asyncio.timeout(30):
            await until_it_listens(two)
            await lists_agree(one, two)
        assert len(reads) < 5  # the lists are not read again for everybody who asks


async def until_it_listens(store: PostgresStore) -> None:
    """Wait until a server hears what the others say."""
    heard = asyncio.Event()
    store.listener.hearers.append(lambda news: heard.set())
    while not heard.is_set():
        await store.change(lambda connection: listening.notify(connection, ["nothing"]))
        await asyncio.sleep(0.02)


@in_event_loop
async def test_lists_of_other_servers_follow_when_no_notify_arrives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def drop(connection: object, news: Collection[str]) -> None:
        dropped.append(set(news))

    dropped: list[set[str]] = []
    monkeypatch.setattr(store_module, "notify", drop)
    monkeypatch.setattr(listening, "POLL_SECONDS", 0.1)
    url = database(tmp_path.name)
    async with opened(url) as one, opened(url) as two:
        async with asyncio.timeout(30):
            await lists_agree(one, two)
        assert dropped == [{"lists"}]


@in_event_loop
async def test_what_was_said_while_nobody_listened_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "POLL_SECONDS", 3600)
    url = database(tmp_path.name)
    async with Proxy(urlsplit(url).port or 0) as proxy, opened(url) as one, opened(through(proxy, url), 60) as two:
        await until_it_listens(two)
        assert await two.summaries() == []
        proxy.answers.clear()  # the NOTIFY is on its way when the connection breaks
        await one.append("t", 0, [b"a"], Summary("t", "ovens", "seating", True, 1, b"{}"))
        proxy.hang_up()
        proxy.answers.set()
        async with asyncio.timeout(30):
            found: list[Summary] = []
            while not found:
                await asyncio.sleep(0.02)
                with contextlib.suppress(StoreFailed):
                    found = await two.summaries()


@in_event_loop
async def test_a_batch_has_one_notify(tmp_path: Path) -> None:
    url = database(tmp_path.name)
    async with opened(url) as store:
        said: list[str] = []
        connection = await asyncpg.connect(url)
        await connection.add_listener(listening.CHANNEL, lambda *told: said.append(told[-1]))
        await store.append("warm", 0, [b"a"])
        summaries = [Summary(f"t{n}", "ovens", "seating", True, n, b"{}") for n in range(20)]
        commits = store.commits
        await asyncio.gather(*[store.append(each.table, 0, [b"a"], each) for each in summaries])
        assert store.commits - commits <= 2  # and they share their commits
        store.release("t1")
        await store.append("warm", 1, [b"b"])
        while len(said) < 2:
            await asyncio.sleep(0.01)
        assert said == ["lists", "leases"]
        await connection.close()


@in_event_loop
async def test_servers_that_start_together_migrate_once(tmp_path: Path) -> None:
    url = database(tmp_path.name)
    members = [Membership(url, "test", 1) for _ in range(6)]
    await asyncio.gather(*[member.join() for member in members])
    connection = await asyncpg.connect(url)
    assert await connection.fetchval("SELECT count(*) FROM maitred.migration") == len(MIGRATIONS)
    assert await connection.fetchval("SELECT count(*) FROM maitred.server") == 6
    await asyncio.gather(*[member.leave() for member in members])
    assert await connection.fetchval("SELECT count(*) FROM maitred.server") == 0
    await connection.close()


@in_event_loop
async def test_a_server_falls_silent_before_the_database_gives_its_tables_away(tmp_path: Path) -> None:
    url = database(tmp_path.name)
    async with Proxy(urlsplit(url).port or 0) as proxy, opened(through(proxy, url), 2) as one, opened(url) as two:
        await one.append("t", 0, [b"a"])
        silent = asyncio.Event()
        one.membership.on_lost = silent.set
        proxy.open.clear()  # it can renew nothing, and is still connected
        proxy.answers.clear()
        await silent.wait()
        left = "SELECT until - clock_timestamp() > interval '0' FROM maitred.server WHERE id = $1"
        assert await two.pool.fetchval(left, one.membership.id)
        with pytest.raises(StoreFailed):
            await one.append("t", 1, [b"b"])
        with pytest.raises(OwnedElsewhere):
            await two.acquire("t")
        async with asyncio.timeout(30):  # and when the lease is over, the table is free
            while "t" not in two.epochs:
                with contextlib.suppress(OwnedElsewhere):
                    await two.acquire("t")
                await asyncio.sleep(0.05)
        assert (two.membership.taken, two.membership.taken_over) == (1, 1)
        assert (one.membership.taken, one.membership.taken_over) == (1, 0)


@in_event_loop
async def test_while_the_database_is_away_nobody_takes_anything_over(tmp_path: Path) -> None:
    url = database(tmp_path.name)
    async with Proxy(urlsplit(url).port or 0) as proxy, opened(url) as one, opened(through(proxy, url)) as two:
        await one.append("t", 0, [b"a"])
        one.membership.hang_up()  # as if it were gone
        proxy.open.clear()
        proxy.hang_up()
        for _ in range(2):
            with pytest.raises(StoreFailed, match="cannot be reached"):
                await two.acquire("t")
        assert two.epochs == {}
        proxy.open.set()


@in_event_loop
async def test_all_who_ask_for_the_health_at_the_same_time_share_one_try(tmp_path: Path) -> None:
    """Whoever asks again and again while the database is slow would take all its connections otherwise."""
    url = database(tmp_path.name)
    async with Proxy(urlsplit(url).port or 0) as proxy, opened(through(proxy, url), 60) as store:
        tries: list[object] = []
        write = store.writable.write_and_take_back

        async def counted(connection: object) -> None:
            tries.append(connection)
            await write(connection)

        store.writable.write_and_take_back = counted  # type: ignore[method-assign]
        proxy.answers.clear()
        asking = [asyncio.create_task(store.check()) for _ in range(40)]
        while not tries:
            await asyncio.sleep(0.01)
        assert store.pool.get_idle_size() + store.pool.get_max_size() - store.pool.get_size() > 0, "others can read"
        proxy.answers.set()
        await asyncio.gather(*asking)
        assert len(tries) == 1


@in_event_loop
async def test_a_server_closes_soon_though_its_database_is_away_and_it_has_many_tables(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url = database(tmp_path.name)
    tables = [f"t{number}" for number in range(20)]
    async with Proxy(urlsplit(url).port or 0) as proxy, opened(through(proxy, url), 60) as store:
        await asyncio.gather(*[store.append(table, 0, [b"a"]) for table in tables])
        proxy.open.clear()
        proxy.answers.clear()
        proxy.hang_up()
        for table in tables:
            store.release(table)
        late = asyncio.create_task(store.append("late", 0, [b"a"]))
        await asyncio.sleep(0)
        await store.close()
        with pytest.raises((StoreFailed, OutcomeUnknown)):
            await late
    told = [record for record in caplog.records if record.message == "leases were not returned"]
    assert len(told) == 1  # one try for all of them, not one for each


def test_migrations_only_add() -> None:
    for script in MIGRATIONS:
        functions = re.sub(r"\$\$.*?\$\$", "", script, flags=re.DOTALL)
        for statement in re.sub(r"--.*", "", functions).split(";"):
            words = statement.split()
            assert not words or words[0] == "CREATE" or words[:2] == ["ALTER", "TABLE"], statement
            assert not {"DROP", "RENAME", "TYPE"} & set(words), statement


@in_event_loop
async def test_a_server_of_the_version_before_goes_on_beside_a_newer_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = database(tmp_path.name)
    more = "CREATE TABLE maitred.menu (dish text); ALTER TABLE maitred.line ADD COLUMN dish text"
    async with opened(url) as before:
        await before.append("t", 0, [b"a"])
        monkeypatch.setattr("maitred.postgres.schema.MIGRATIONS", [*MIGRATIONS, more])
        async with opened(url) as newer:
            monkeypatch.undo()
            assert await before.append("t", 1, [b"b"]) == 2
            assert await newer.read("t") == [(1, b"a"), (2, b"b")]
            async with opened(url) as again:  # the version before may also start, and migrates nothing back
                before.release("t")
                await before.append("u", 0, [b"x"])
                assert await again.append("t", 2, [b"c"]) == 3
            assert await newer.append("v", 0, [b"y"]) == 1
            assert await newer.pool.fetchval("SELECT count(*) FROM maitred.migration") == len(MIGRATIONS) + 1


@in_event_loop
async def test_a_database_that_acknowledges_too_early_is_refused(tmp_path: Path) -> None:
    url = database(tmp_path.name)
    change = f'ALTER DATABASE "{urlsplit(url).path[1:]}" SET synchronous_commit = '
    async with opened(url) as store:
        await store.append("t", 0, [b"a"])
        server().tell(f"{change}off")
        with pytest.raises(StoreFailed, match="synchronous_commit = off"):
            await Membership(url, "test", 1).join()
        await store.drop_writer()  # nor does one that is open write over a new connection
        for _ in range(2):
            with pytest.raises(StoreFailed, match="synchronous_commit = off"):
                await store.append("t", 1, [b"b"])
        server().tell(f"{change}on")
        assert await store.append("t", 1, [b"b"]) == 2


@in_event_loop
async def test_a_setting_that_changes_later_is_none_of_the_writers_business(tmp_path: Path) -> None:
    """A new setting of the whole database reaches sessions that are open, unless they have one of their own."""
    query = "SELECT setting, source FROM pg_settings WHERE name = 'synchronous_commit'"
    async with opened(database(tmp_path.name)) as store:
        await store.append("t", 0, [b"a"])
        assert tuple(await store.change(lambda connection: connection.fetchrow(query))) == ("on", "session")


@in_event_loop
async def test_a_database_that_is_too_old_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maitred.postgres.schema.OLDEST", 99)
    with pytest.raises(StoreFailed, match=r"This is PostgreSQL \d+: maitred needs 99 or newer"):
        await Membership(database(tmp_path.name), "test", 1).join()


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("postgresql://house@127.0.0.1:1/house", "cannot be reached"),
        ("postgresql://house@127.0.0.1:PORT/nowhere", "There is no such database"),
        ("postgresql://house@127.0.0.1:port/x", "cannot be used"),
    ],
)
def test_an_address_that_leads_nowhere_is_one_sentence(
    address: str, sentence: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    told = address.replace("PORT", str(server().port))
    assert main(["serve", "--store", told, "--data", str(tmp_path), "--port", "0"]) == 2
    said = capfd.readouterr().err
    assert sentence in said
    assert "house@" not in said
    assert said.count("\n") == 1


def test_an_unknown_scheme_is_refused() -> None:
    with pytest.raises(BadSetup, match="postgresql://"):
        opening("mysql://house@127.0.0.1/house")


@pytest.mark.parametrize("wrong", ["", "9000", "host", "host:", "host:x", "host:70000"])
def test_an_address_for_other_servers_is_checked(wrong: str) -> None:
    with pytest.raises(BadSetup, match=r"looks like 10\.0\.0\.5:9000"):
        address_of(wrong)


@in_event_loop
async def test_a_house_has_one_key_however_many_servers(tmp_path: Path) -> None:
    url = database(tmp_path.name)
    backends = await asyncio.gather(*[open_house(url, "127.0.0.1:0", "test") for _ in range(3)])
    try:
        assert len({backend.signer.public for backend in backends}) == 1
    finally:
        for backend in backends:
            assert backend.neighbours is not None
            await backend.neighbours.close()
            await backend.store.close()


@in_event_loop
async def test_a_link_needs_the_secret_of_the_house() -> None:
    reached: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        reached.append(scope["path"])

    loop = asyncio.get_running_loop()
    listener = await loop.create_server(lambda: Link(b"the secret", app), "127.0.0.1", 0)
    address = f"127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    with pytest.raises(LinkLost):
        await connect_link(address, b"another secret")
    # Nor does somebody get through who only repeats what the house says, or talks at once.
    for said in (b"\x01" + bytes(64) + b"\x00\x00\x00\x01\x00\x00\x00\x00\x01\xc0", b"\x02" * 200):
        reader, writer = await asyncio.open_connection("127.0.0.1", listener.sockets[0].getsockname()[1])
        writer.write(said)
        with pytest.raises((asyncio.IncompleteReadError, ConnectionResetError)):
            await reader.readexactly(1000)
        writer.close()
    assert reached == []
    listener.close()


@in_event_loop
async def test_who_does_not_say_who_it_is_keeps_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "CONNECT_SECONDS", 0.1)
    loop = asyncio.get_running_loop()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        raise AssertionError

    made: list[Link] = []

    def accept() -> Link:
        made.append(Link(b"the secret", app))
        return made[-1]

    listener = await loop.create_server(accept, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    for said in (b"", b"\x02" + bytes(20)):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(said)
        with contextlib.suppress(ConnectionResetError):
            assert await reader.read() == b""
        writer.close()
    monkeypatch.undo()
    known = await connect_link(f"127.0.0.1:{port}", b"the secret")
    await made[-1].ready
    made[-1].look_for_greeting()  # its time is up, and it has greeted
    assert not made[-1].transport.is_closing()
    known.close()
    listener.close()


@in_event_loop
async def test_servers_speak_the_newest_language_that_both_know(monkeypatch: pytest.MonkeyPatch) -> None:
    hops: list[int] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        hops.append(scope[PASSED_ON])
        await send({"type": "http.response.body", "body": b"soup"})

    async def nothing() -> MutableMapping[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError

    async def ask(knows: int) -> bytes:
        link = await connect_link(address, b"secret", links.language(knows))
        got: list[MutableMapping[str, Any]] = []

        async def send(event: MutableMapping[str, Any]) -> None:
            got.append(event)

        await link.carry({"type": "http", "path": "/", "headers": []}, nothing, send)
        link.close()
        return bytes(got[0]["body"])

    loop = asyncio.get_running_loop()
    listener = await loop.create_server(lambda: Link(b"secret", app), "127.0.0.1", 0)
    address = f"127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    assert await ask(links.SPEAKS + 1) == b"soup"  # the newer one speaks as this one does
    monkeypatch.setattr(links, "SPEAKS", 1)  # as the version before, which says nothing about hops
    assert await ask(2) == b"soup"
    monkeypatch.undo()
    assert await ask(1) == b"soup"
    assert hops == [1, links.MOST_HOPS, links.MOST_HOPS]
    monkeypatch.setattr(links, "OLDEST", 2)
    assert links.language(1) == 0
    with pytest.raises(LinkLost):
        await connect_link(address, b"secret", 1)
    listener.close()


@in_event_loop
async def test_a_house_moves_from_a_file_to_a_database_and_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = database(tmp_path.name)
    first, second = tmp_path / "first" / "maitred.db", tmp_path / "second" / "maitred.db"
    store = await SqliteStore.open(first)
    for number in range(3):
        table = f"t{number}"
        summary = Summary(table, "ovens", "over", number == 1, number, json.dumps({"n": number}).encode())
        await store.append(table, 0, [b"a", bytes(range(256)), b"\xff" * number], summary)
    await store.close()
    with closing(sqlite3.connect(first)) as file, file:
        file.execute("INSERT INTO published VALUES ('gone', x'7b7d')")

    def command(*words: str) -> int:
        return main(["store", "copy", *words])

    assert await asyncio.to_thread(command, str(first), url) == 0
    assert "Copied 4 tables with 9 lines; the copy is the same." in capsys.readouterr().out
    assert await asyncio.to_thread(command, url, str(second)) == 0
    with closing(sqlite3.connect(first)) as one, closing(sqlite3.connect(second)) as two:
        for name in ("line", "summary", "published"):
            query = f"SELECT * FROM {name} ORDER BY 1, 2"
            assert one.execute(query).fetchall() == two.execute(query).fetchall()
    assert read_keys(first.parent) == read_keys(second.parent)
    for words, sentence in (
        ((str(first), url), "holds tables already"),
        ((url, str(second)), "already there"),
        ((str(first), str(second)), "from a file to a database"),
        ((str(tmp_path / "none.db"), url), "is not there"),
    ):
        assert await asyncio.to_thread(command, *words) == 2
        assert sentence in capsys.readouterr().err
    async with opened(url):
        assert await asyncio.to_thread(command, url, str(tmp_path / "third.db")) == 2
        assert "are open: close them first" in capsys.readouterr().err
    assert not (tmp_path / "third.db").exists()


@in_event_loop
async def test_a_copy_that_differs_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, url, other = tmp_path / "maitred.db", database(tmp_path.name), database(f"{tmp_path.name}-other")
    store = await SqliteStore.open(file)
    await store.append("t", 0, [b"a", b"b"])
    await store.close()
    write_one, send_one = copying.write_one, copying.send_one

    def without_the_last(stored: copying.Stored) -> copying.Stored:
        return dataclasses.replace(stored, lines=stored.lines[:-1])

    async def sends(connection: object, stored: copying.Stored) -> None:
        await send_one(connection, without_the_last(stored))

    def writes(target: sqlite3.Connection, stored: copying.Stored) -> None:
        write_one(target, without_the_last(stored))

    monkeypatch.setattr(copying, "write_one", writes)
    monkeypatch.setattr(copying, "send_one", sends)
    assert await asyncio.to_thread(main, ["store", "copy", str(file), other]) == 2
    assert "The copy of table t differs from the original." in capsys.readouterr().err
    monkeypatch.setattr(copying, "send_one", send_one)
    assert await asyncio.to_thread(main, ["store", "copy", str(file), url]) == 0
    assert await asyncio.to_thread(main, ["store", "copy", url, str(tmp_path / "back.db")]) == 2
    assert "The copy of table t differs from the original." in capsys.readouterr().err

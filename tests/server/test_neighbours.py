"""Servers among each other, without their processes: who is reached, who is not robbed, who is too slow."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, MutableMapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from maitred.postgres import cluster as cluster_module
from maitred.postgres import links
from maitred.postgres import store as store_module
from maitred.postgres.cluster import Cluster
from maitred.postgres.links import Link
from maitred.postgres.links import connect as connect_link
from maitred.server.backend import App, Receive, Scope, Send
from maitred.server.socket import BYE_CODES
from maitred.server.store import StoreFailed
from tests.server.event_loop import in_event_loop
from tests.server.in_process import InProcessHouse, deal
from tests.server.postgres import database
from tests.server.proxy import Proxy
from tests.server.test_postgres import opened, through

SECRET = b"secret"
GUEST: Scope = {
    "type": "websocket",
    "path": "/api/tables/t/socket",
    "headers": [(b"host", b"games.example.org"), (b"origin", b"https://games.example.org")],
    "client": ("192.0.2.7", 4711),
    "server": ("10.0.0.5", 8000),
    "extensions": {},
}


async def silence() -> MutableMapping[str, Any]:
    """A guest who says nothing."""
    await asyncio.Event().wait()
    raise AssertionError


class Told:
    """What a guest is sent; reading can be held up."""

    def __init__(self) -> None:
        self.events: list[MutableMapping[str, Any]] = []
        self.reads = asyncio.Event()
        self.reads.set()

    async def send(self, event: MutableMapping[str, Any]) -> None:
        await self.reads.wait()
        self.events.append(event)

    async def until_closed(self) -> int:
        """The code with which the guest is sent away."""
        while not self.events or self.events[-1]["type"] != "websocket.close":
            await asyncio.sleep(0.01)
        return int(self.events[-1]["code"])


@asynccontextmanager
async def linked(app: App) -> AsyncIterator[Link]:
    """A link to a server that answers with this application."""
    loop = asyncio.get_running_loop()
    accepted: list[Link] = []

    def accept() -> Link:
        accepted.append(Link(SECRET, app))
        return accepted[-1]

    listener = await loop.create_server(accept, "127.0.0.1", 0)
    link = await connect_link(f"127.0.0.1:{listener.sockets[0].getsockname()[1]}", SECRET)
    try:
        yield link
    finally:
        link.close()
        for each in accepted:
            each.close()
        listener.close()


@in_event_loop
async def test_an_owner_that_cannot_be_reached_is_not_robbed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "PATIENCE_SECONDS", 0.2)
    monkeypatch.setattr(cluster_module, "AGAIN_SECONDS", 0.3)
    url = database(tmp_path.name)
    async with opened(url) as one, opened(url) as two:
        await one.append("t", 0, [b"a"])  # nobody listens at the address of these servers
        listener = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
        cluster = Cluster(two, SECRET, listener)
        with pytest.raises(StoreFailed, match="does not answer"):
            await cluster.passes_on("t", GUEST, silence, Told().send)
        assert "t" not in two.epochs
        assert await one.append("t", 1, [b"b"]) == 2
        assert cluster.metrics()["leases_taken_over_total"] == 0
        await cluster.close()


GONE = "UPDATE maitred.server SET until = '-infinity' WHERE id = $1"


@asynccontextmanager
async def neighbours(folder: Path, accept: Callable[[], asyncio.BaseProtocol]) -> AsyncIterator[tuple[Cluster, str]]:
    """A server, and the name of another one that has table t and is reached by this protocol."""
    url = database(folder.name)
    loop = asyncio.get_running_loop()
    listener = await loop.create_server(accept, "127.0.0.1", 0)
    address = f"127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    async with opened(url) as one, opened(url) as two:
        await one.append("t", 0, [b"a"])
        other = one.membership.id
        await two.pool.execute("UPDATE maitred.server SET address = $1 WHERE id = $2", address, other)
        cluster = Cluster(two, SECRET, listener)
        try:
            yield cluster, other
        finally:
            await cluster.close()


@in_event_loop
async def test_guests_share_a_link_that_ends_with_its_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "WATCHED_EVERY", 0.05)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await asyncio.Event().wait()  # from now on it neither answers nor hangs up

    accepted: list[Link] = []

    def accept() -> Link:
        accepted.append(Link(SECRET, app))
        return accepted[-1]

    async with neighbours(tmp_path, accept) as (cluster, other), asyncio.timeout(30):
        guests = [Told() for _ in range(20)]
        carried = [asyncio.create_task(cluster.passes_on("t", GUEST, silence, guest.send)) for guest in guests]
        while not all(guest.events for guest in guests):
            await asyncio.sleep(0.01)
        assert len(accepted) == 1
        await cluster.store.pool.execute(GONE, other)
        assert {await guest.until_closed() for guest in guests} == {1012}
        assert await asyncio.gather(*carried) == [True] * 20
        assert not await cluster.passes_on("t", GUEST, silence, Told().send)  # it may be woken here


@in_event_loop
async def test_a_guest_does_not_wait_for_a_database_that_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "ANSWER_SECONDS", 3600)
    monkeypatch.setattr(cluster_module, "LOOKUP_SECONDS", 0.2)
    url = database(tmp_path.name)
    async with Proxy(urlsplit(url).port or 0) as proxy, opened(through(proxy, url), 3) as store:
        listener = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
        cluster = Cluster(store, SECRET, listener)
        proxy.open.clear()
        async with asyncio.timeout(30):
            with pytest.raises(StoreFailed, match="does not answer"):
                await cluster.passes_on("t", GUEST, silence, Told().send)
            while store.membership.holds():
                await asyncio.sleep(0.1)
            with pytest.raises(StoreFailed, match="has lost its lease"):
                await cluster.passes_on("t", GUEST, silence, Told().send)
        await cluster.close()


@in_event_loop
async def test_nobody_waits_for_the_greeting_of_a_server_that_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "CONNECT_SECONDS", 3600)
    called = asyncio.Event()
    hung_up = asyncio.Event()

    class Silent(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            called.set()

        def connection_lost(self, exc: Exception | None) -> None:
            hung_up.set()

    async with neighbours(tmp_path, Silent) as (cluster, other), asyncio.timeout(30):
        passed_on = asyncio.create_task(cluster.passes_on("t", GUEST, silence, Told().send))
        await called.wait()
        await cluster.store.pool.execute(GONE, other)
        assert not await passed_on
        await hung_up.wait()


@in_event_loop
async def test_the_owner_knows_the_guest_by_the_address_that_the_edge_saw() -> None:
    scopes: list[Scope] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        scopes.append(scope)
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": 1000})

    told = Told()
    async with linked(app) as link:
        await link.carry(GUEST, silence, told.send)
    assert [event["type"] for event in told.events] == ["websocket.accept", "websocket.close"]
    (scope,) = scopes
    assert scope["client"] == GUEST["client"]
    assert scope["headers"] == GUEST["headers"]


@in_event_loop
async def test_a_guest_who_does_not_read_is_sent_away_and_the_others_of_the_link_are_not() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        for _ in range(2 * links.MOST_EVENTS):
            await send({"type": "websocket.send", "text": "soup"})
            await asyncio.sleep(0)
        await send({"type": "websocket.close", "code": 1000})

    slow, quick = Told(), Told()
    slow.reads.clear()
    async with linked(app) as link:
        carried = [asyncio.create_task(link.carry(GUEST, silence, guest.send)) for guest in (slow, quick)]
        assert await quick.until_closed() == 1000
        assert len(quick.events) == 2 * links.MOST_EVENTS + 2
        slow.reads.set()
        assert await slow.until_closed() == BYE_CODES["slow"]
        assert len(slow.events) <= links.MOST_EVENTS + 2
        await asyncio.gather(*carried)


@in_event_loop
async def test_clocks_stand_still_while_no_server_has_the_table(tmp_path: Path) -> None:
    url = database(tmp_path.name)
    now = [1_000_000, 5]  # two machines, whose clocks have nothing to do with each other
    async with opened(url) as one, opened(url) as two:
        here, there = InProcessHouse(store=one), InProcessHouse(store=two)
        here.house.now, there.house.now = lambda: now[0], lambda: now[1]
        table = (await here.set_table("delectable", "mm", clock={"minutes": 5, "bonus_seconds": 0})).table
        windows = [await here.open(table, seat) for seat in range(2)]
        await deal(*windows)
        now[0] += 7_000
        (mover,) = [window for window in windows if window.position["offers"]]
        offer = mover.position["offers"][0]
        assert (await mover.do("move", action=offer["action"], stamp=offer["stamp"]))["t"] == "done"
        left = mover.position["clocks"]
        assert sorted(left) == [293_000, 300_000]
        here.house.fall_asleep(mover.live)
        await one.append("other", 0, [b"x"])  # in order: the table is released by now
        now[1] += 3_600_000
        again = await there.open(table, 0)
        assert again.position["clocks"] == left
        now[1] += 1_000
        assert sum((await there.open(table, 1)).position["clocks"]) == sum(left) - 1_000
        there.house.fall_asleep(again.live)

"""Servers among each other, without their processes: who is reached, who is not robbed, who is too slow."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, MutableMapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from maitred.postgres import cluster as cluster_module
from maitred.postgres import links
from maitred.postgres.cluster import Cluster
from maitred.postgres.links import Link
from maitred.postgres.links import connect as connect_link
from maitred.server.backend import App, Receive, Scope, Send
from maitred.server.socket import BYE_CODES
from maitred.server.store import StoreFailed
from tests.server.event_loop import in_event_loop
from tests.server.postgres import database
from tests.server.test_postgres import opened

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

"""A house of several servers: one database, and links between the servers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Collection
from typing import Any, Final

import asyncpg
import msgspec

from maitred.kernel.errors import BadSetup
from maitred.postgres.connection import AWAY, OUT_OF_REACH, connect, failure
from maitred.postgres.copying import HOUSE_KEYS
from maitred.postgres.links import MOST_HOPS, SPEAKS, Link, LinkLost, language
from maitred.postgres.links import connect as connect_link
from maitred.postgres.listening import LEASES
from maitred.postgres.membership import Member, Membership
from maitred.postgres.store import PostgresStore
from maitred.server.backend import PASSED_ON, App, Backend, Neighbours, Receive, Scope, Send
from maitred.server.house import House
from maitred.server.messages import Bye
from maitred.server.signing import SecretKey, Signer, new_key
from maitred.server.store import StoreFailed

LINK_SECRET: Final = "links"
SECRET_BYTES: Final = 32
PATIENCE_SECONDS: Final = 4.0
"""How long a guest waits for a table whose server does not answer."""
AGAIN_SECONDS: Final = 1.0
"""How long guests wait together before a server that did not answer is tried again."""
LOOK_SECONDS: Final = 0.1
"""How often a server checks whether that one is gone."""
LOOKUP_SECONDS: Final = 2.0
"""How long a guest waits for the database to say where a table is."""
WATCHED_EVERY: Final = 0.5
"""How often a server checks whether those at the other end of its links are gone, in seconds."""
MOVED: Final = "This table is moving to another server of this house; one moment."

log = logging.getLogger(__name__)


def heard_of(task: asyncio.Task[Any]) -> None:
    """Whoever still waits for a task hears of its error; nobody else has to."""
    if not task.cancelled():
        task.exception()


class Cluster(Neighbours):
    """The other servers of the house, and the links to them."""

    def __init__(self, store: PostgresStore, secret: bytes, listener: asyncio.Server) -> None:
        self.store = store
        self.membership = store.membership
        self.secret = secret
        self.listener = listener
        self.links: dict[str, Link] = {}
        """Links that this server has opened, by the server at the other end."""
        self.connecting: dict[str, asyncio.Task[Link]] = {}
        """Links that are being opened."""
        self.incoming: set[Link] = set()
        self.app: App | None = None
        self.waits: dict[str, asyncio.Task[None]] = {}
        """For each server that does not answer: ends when it is worth trying again."""
        self.released = asyncio.Event()
        """Set when another server has released tables."""
        self.passed_on = 0
        self.lost = 0
        store.listener.hearers.append(self.heard)
        self.watching = asyncio.create_task(self.watch())

    def heard(self, news: Collection[str]) -> None:
        """Wake those who wait for a table."""
        if LEASES in news:
            self.released.set()
            self.released = asyncio.Event()

    async def open(self, house: House, app: App) -> None:
        """Let the others pass their guests on to the tables that are awake here."""
        self.app = app

        def lost() -> None:
            self.lost += 1
            self.store.epochs.clear()
            for live in list(house.tables.values()):
                house.fall_asleep(live, Bye("restart", MOVED))

        self.membership.on_lost = lost

    def accept(self) -> Link:
        """Another server connects."""

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            assert self.app is not None
            await self.app(scope, receive, send)

        link = Link(self.secret, answer)
        self.incoming = {link, *[other for other in self.incoming if not other.closed]}
        return link

    async def passes_on(self, table: str, scope: Scope, receive: Receive, send: Send) -> bool:
        """Have a request answered by the server that a table is awake in; False if it is to be answered here."""
        if scope.get(PASSED_ON, 0) >= MOST_HOPS:
            raise StoreFailed("A request has been passed on too often.", MOVED)
        until = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        while table not in self.store.epochs:
            owner = await self.owner(table)
            if owner is None:
                return False
            try:
                link = await self.link_to(owner)
                self.passed_on += 1
                await link.carry(scope, receive, send)
                return True
            except (TimeoutError, LinkLost, OSError) as problem:
                log.info("another server does not answer", extra={"problem": type(problem).__name__})
            if asyncio.get_running_loop().time() > until:
                raise StoreFailed(f"Server {owner.id} does not answer.", MOVED)
            await asyncio.shield(self.waits.get(owner.id) or self.begin_to_wait(owner))
        return False

    def begin_to_wait(self, server: Member) -> asyncio.Task[None]:
        """Let all who need a server that does not answer wait together: one of them looks whether it is gone."""
        task = self.waits[server.id] = asyncio.create_task(self.wait_for(server))
        task.add_done_callback(lambda _: self.waits.pop(server.id, None))
        return task

    async def wait_for(self, server: Member) -> None:
        """Wait until a server is gone or tables were released, or a second."""
        released = self.released
        until = asyncio.get_running_loop().time() + AGAIN_SECONDS
        while not released.is_set() and asyncio.get_running_loop().time() < until:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(released.wait(), LOOK_SECONDS)
            if await self.gone([server.id]):
                return

    async def gone(self, servers: list[str]) -> list[str]:
        """Which of these servers are gone, as far as the database can say."""

        async def work(connection: Any) -> list[str]:
            return await self.membership.gone(servers, connection)

        with contextlib.suppress(StoreFailed):
            return await self.store.query(work)
        return []

    async def watch(self) -> None:
        """Drop links to servers that are gone: one that only stopped, or that a network cut off, does not hang up."""
        while True:
            await asyncio.sleep(WATCHED_EVERY)
            if self.links:
                for server in await self.gone(list(self.links)):
                    self.links.pop(server).abort()

    async def owner(self, table: str) -> Member | None:
        """The other server that a table is awake in; a guest does not wait for a database that does not answer."""

        async def work(connection: Any) -> Member | None:
            return await self.membership.owner(table, connection)

        if not await self.membership.is_back():
            raise StoreFailed("This server has lost its lease in the database.", OUT_OF_REACH)
        asked = asyncio.create_task(self.store.query(work))
        asked.add_done_callback(heard_of)
        if not (await asyncio.wait({asked}, timeout=LOOKUP_SECONDS))[0]:
            raise StoreFailed("The database does not answer.", OUT_OF_REACH)
        return asked.result()

    async def link_to(self, server: Member) -> Link:
        """A link to a server, the same one for all guests."""
        link = self.links.get(server.id)
        if link is None or link.closed:
            connecting = self.connecting.get(server.id) or self.begin_to_connect(server)
            link = await asyncio.shield(connecting)
        return link

    def begin_to_connect(self, server: Member) -> asyncio.Task[Link]:
        """Let all who need a link to a server wait for one."""

        def tried(task: asyncio.Task[Link]) -> None:
            self.connecting.pop(server.id, None)
            heard_of(task)

        task = self.connecting[server.id] = asyncio.create_task(self.connect(server))
        task.add_done_callback(tried)
        return task

    async def connect(self, server: Member) -> Link:
        """Open a link to a server, unless it is gone before it has answered."""
        speaks = language(server.speaks)
        if not speaks:
            raise LinkLost
        opening = asyncio.create_task(connect_link(server.address, self.secret, speaks))
        try:
            while not (await asyncio.wait({opening}, timeout=LOOK_SECONDS))[0]:
                if await self.gone([server.id]):
                    raise LinkLost
        finally:
            opening.cancel()
        link = self.links[server.id] = opening.result()
        return link

    def metrics(self) -> dict[str, float]:
        """What operators count, by name."""
        return {
            "leases_held": len(self.store.epochs),
            "leases_taken_total": self.membership.taken,
            "leases_taken_over_total": self.membership.taken_over,
            "leases_lost_total": self.lost,
            "guests_passed_on_total": self.passed_on,
        }

    async def close(self) -> None:
        """Stop answering the others."""
        self.watching.cancel()
        self.listener.close()
        for link in [*self.links.values(), *self.incoming]:
            link.close()


async def open_house(url: str, listen: str, version: str) -> Backend:
    """Open a house whose tables are in PostgreSQL, and become one of its servers."""
    host, port = address_of(listen)
    membership = Membership(url, version, SPEAKS)
    accepted: list[Cluster] = []

    def accept() -> Link:
        return accepted[0].accept()

    try:
        listener = await asyncio.get_running_loop().create_server(accept, host, port, start_serving=False)
    except OSError as problem:
        raise BadSetup(f"Other servers cannot be listened to at {listen}: {problem.strerror or problem}.") from problem
    own = listener.sockets[0].getsockname()[1]
    try:
        await membership.join(f"{'[' + host + ']' if ':' in host else host}:{own}")
        try:
            keys, secret = await shared_secrets(url)
            store = await PostgresStore.open(url, membership)
        except BaseException:
            await membership.leave()
            raise
    except BaseException:
        listener.close()
        raise
    accepted.append(Cluster(store, secret, listener))
    await listener.start_serving()
    return Backend(store, Signer(keys), accepted[0])


def address_of(listen: str) -> tuple[str, int]:
    """Host and port of an address such as 10.0.0.5:9000."""
    host, _, port = listen.rpartition(":")
    if not host or not (port.isascii() and port.isdigit() and int(port) < 1 << 16):
        raise BadSetup(f"An address for other servers looks like 10.0.0.5:9000, not {listen}.")
    return host.strip("[]"), int(port)


async def shared_secrets(url: str) -> tuple[list[SecretKey], bytes]:
    """The keys with which the house signs and the secret of its links, made by the first server that comes."""
    fresh = {HOUSE_KEYS: msgspec.json.encode([new_key()]), LINK_SECRET: secrets.token_bytes(SECRET_BYTES)}
    try:
        connection = await connect(url)
        try:
            for name, value in fresh.items():
                await connection.execute(
                    "INSERT INTO maitred.secret (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", name, value
                )
            rows = await connection.fetch("SELECT name, value FROM maitred.secret")
        finally:
            with contextlib.suppress(*AWAY):
                await connection.close()
    except (*AWAY, asyncpg.PostgresError) as problem:
        raise failure(problem, url) from problem
    kept = {row["name"]: row["value"] for row in rows}
    return msgspec.json.decode(kept[HOUSE_KEYS], type=list[SecretKey]), kept[LINK_SECRET]

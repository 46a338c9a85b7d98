"""Faults of the servers of a house, of its database and of the network between, while guests play."""

from __future__ import annotations

import asyncio
import http.client
import random
import signal
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import msgspec
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from tests.server.guest import Browser, Guest, NotOpen, RunningHouse
from tests.server.histories import check_told
from tests.server.postgres import database, server
from tests.server.proxy import Proxy
from tests.server.test_durability import Player, check_lines, ids_of

AWAY = (ConnectionClosed, OSError, InvalidStatus, InvalidMessage, http.client.HTTPException)
SERVERS = 3
TABLES = 4
OF_THE_DATABASE = 7
"""One fault in so many is the database's."""
LEASE = 2.0
"""In seconds: shorter than usual, so that a pause can outlast it without taking long."""
LONGEST_OPENING = 120.0
PAUSES = (0.2, 0.2, 0.8, LEASE + 0.6)


def leased(seconds: float) -> str:
    """What a server changes in its own code to have a lease of so many seconds."""
    return f"from maitred.postgres.membership import Membership; Membership.__init__.__defaults__ = ({seconds},)"


async def stored(url: str, table: str) -> list[tuple[int, bytes]]:
    """The lines of a table as they are in the database."""
    connection = await asyncpg.connect(url)
    try:
        rows = await connection.fetch('SELECT seq, line FROM maitred.line WHERE "table" = $1 ORDER BY seq', table)
    finally:
        await connection.close()
    return [(row["seq"], row["line"]) for row in rows]


async def lines_of(url: str, table: str) -> dict[int, dict[str, Any]]:
    """The same, read."""
    return {seq: msgspec.json.decode(line) for seq, line in await stored(url, table)}


async def check_history(url: str, players: Sequence[Player]) -> None:
    """Every acknowledged move is there, where it was acknowledged, and no other but those on their way."""
    for table in {player.table for player in players}:
        check_lines(await lines_of(url, table), [player for player in players if player.table == table])


async def check_histories(url: str, guests: Sequence[Wanderer]) -> None:
    """The same of everything that was acknowledged, and all that anybody was told is in the lines, in their order."""
    await check_history(url, guests)
    for table in {guest.table for guest in guests}:
        here = [guest for guest in guests if guest.table == table]
        written = await lines_of(url, table)
        for guest in here:
            guest.check_asides(written)
        check_told(await stored(url, table), [session for guest in here for session in guest.sessions])


class Wanderer(Player):
    """Somebody who comes back after every fault, to whichever server is there, and also talks."""

    # "Nothing was changed": the move must not be there.
    may_be_refused = (*Player.may_be_refused, "no_store")

    def __init__(self, faults: RandomFaults, browser: Browser, table: str, seat: int, seed: int) -> None:
        super().__init__(browser, table, seat, seed)
        self.faults = faults
        self.answered = time.monotonic()
        self.longest = 0.0
        """The longest time without an answer."""
        self.unstored = 0
        """How many moves were refused since they could not be stored."""
        self.asides: dict[str, int | None] = {}
        """What was said and taken back, by its id: the line, or None if there was no answer."""
        self.sessions: list[Guest] = []
        """Everything that was heard, socket by socket."""
        self.gone: float | None = None
        """Since when this guest has been without a table."""
        self.returns: list[float] = []
        """How long each way back took, until the table was there again."""

    async def wander(self) -> None:
        """Play and come back, until the evening is over."""
        while not self.over and not self.faults.ended.is_set():
            self.browser.port = self.chance.choice(self.faults.houses).port
            try:
                await self.play()
            except AWAY:
                await asyncio.sleep(0.1)
            self.gone = self.gone or time.monotonic()

    async def play_with(self, guest: Guest) -> None:
        """Be back, and play on."""
        self.sessions.append(guest)
        if self.gone is not None:
            self.returns.append(time.monotonic() - self.gone)
            self.gone = None
        await super().play_with(guest)

    async def move(self, guest: Guest, move: dict[str, Any]) -> str:
        """Make a move, and sometimes say something or take the move back."""
        refused = await super().move(guest, move)
        self.unstored += refused == "no_store"
        self.longest = max(self.longest, time.monotonic() - self.answered)
        self.answered = time.monotonic()
        if self.chance.random() < 0.1:
            await self.aside(guest, "say", text=f"Soup {self.number}?")
        if self.chance.random() < 0.1:
            await self.aside(guest, "undo")
        await asyncio.sleep(self.chance.random() * 0.2)
        return refused

    async def aside(self, guest: Guest, kind: str, **more: object) -> None:
        """Do something that is no move, and remember what was promised."""
        id = f"s{self.seat}{kind}{self.number}"
        self.asides[id] = None
        answer = await guest.do(kind, id=id, **more)
        if answer["t"] == "done":
            self.asides[id] = answer["seq"]
        else:
            del self.asides[id]

    def check_asides(self, written: dict[int, dict[str, Any]]) -> None:
        """What was acknowledged is there, once, and nothing that was refused."""
        mine = ids_of(written, self.seat, ("said", "undone"))
        for id, seq in self.asides.items():
            found = mine.pop(id, None)
            assert seq in (None, found)
        assert not mine


class RandomFaults:
    """Three servers, each with a connection to the database that can be cut, and what may happen to them."""

    def __init__(self, folder: Path, url: str, seed: int) -> None:
        self.folder = folder
        self.url = url
        self.chance = random.Random(seed)
        self.proxies: list[Proxy] = []
        self.houses: list[RunningHouse] = []
        self.ended = asyncio.Event()

    async def start(self, opened: AsyncExitStack) -> None:
        """Start the servers."""
        for number in range(SERVERS):
            proxy = await opened.enter_async_context(Proxy(urlsplit(self.url).port or 0))
            self.proxies.append(proxy)
            address = self.url.replace(f":{urlsplit(self.url).port}/", f":{proxy.port}/")
            folder = self.folder / f"server{number}"
            house = await asyncio.to_thread(RunningHouse, folder, "--store", address, cheat=leased(LEASE))
            opened.enter_context(house)
            self.houses.append(house)

    async def open_again(self, number: int) -> None:
        """Start a server, as soon as the database lets it."""
        async with asyncio.timeout(LONGEST_OPENING):
            while True:
                try:
                    await asyncio.to_thread(self.houses[number].start)
                    return
                except NotOpen:
                    await asyncio.sleep(0.1)

    async def kill(self, number: int) -> None:
        self.houses[number].kill()
        await self.open_again(number)

    async def restart(self, number: int) -> None:
        assert await asyncio.to_thread(self.houses[number].close, signal.SIGTERM) == 0
        await self.open_again(number)

    async def pause(self, number: int) -> None:
        self.houses[number].process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(self.chance.choice(PAUSES))
        self.houses[number].process.send_signal(signal.SIGCONT)

    async def cut(self, number: int) -> None:
        proxy = self.proxies[number]
        (proxy.open if self.chance.random() < 0.5 else proxy.answers).clear()
        await asyncio.sleep(self.chance.choice(PAUSES))
        if self.chance.random() < 0.7:
            proxy.hang_up()
        proxy.open.set()
        proxy.answers.set()

    async def hang_up(self, number: int) -> None:
        self.proxies[number].hang_up()

    async def crash_database(self, number: int) -> None:
        await asyncio.to_thread(server().stop)
        await asyncio.sleep(self.chance.random() / 2)
        await asyncio.to_thread(server().start)

    async def happen(self, faults: int) -> list[str]:
        """Let so many things happen: to each server one after the other, and to all of them at the same time."""
        kinds = [self.kill, self.restart, self.pause, self.cut, self.cut, self.hang_up]
        of_the_database = faults // OF_THE_DATABASE
        happened: list[str] = []

        async def some(count: int, kinds: Sequence[Callable[[int], Awaitable[None]]], number: int, rest: float) -> None:
            for _ in range(count):
                kind = self.chance.choice(kinds)
                await kind(number)
                happened.append(f"{kind.__name__} {number}")
                await asyncio.sleep(self.chance.random() * rest)

        counts = [len(range(number, faults - of_the_database, SERVERS)) for number in range(SERVERS)]
        async with asyncio.TaskGroup() as all_at_once:
            for number, count in enumerate(counts):
                all_at_once.create_task(some(count, kinds, number, 1.0))
            all_at_once.create_task(some(of_the_database, [self.crash_database], 0, 8.0))
        assert len(happened) == faults
        return happened

    async def sit_down(self, seed: int) -> list[Wanderer]:
        """Two guests at a new table, which some server sets."""
        chance = random.Random(seed)
        while True:
            browser = Browser(chance.choice(self.houses).port)
            try:
                table = await asyncio.to_thread(browser.set_table, "delectable", "mm")
            except (*AWAY, AssertionError):  # refused with a sentence
                await asyncio.sleep(0.1)
                continue
            return [
                Wanderer(self, Browser(browser.port, browser.cookies, browser.kept), table, seat, seed + seat)
                for seat in range(2)
            ]

    async def play(self, seed: int, guests: list[Wanderer]) -> None:
        """Play one game after the other at a table; all who ever sat there are kept in `guests`."""
        while not self.ended.is_set():
            pair = await self.sit_down(seed)
            seed += 2
            guests += pair
            await asyncio.gather(*[guest.wander() for guest in pair])


async def evening_of_faults(folder: Path, faults: int, seed: int) -> None:
    """Guests play at several tables while servers, the database and what lies between them fail."""
    cluster = RandomFaults(folder, database(folder.name), seed)
    guests = await evening(cluster, seed, lambda: cluster.happen(faults))
    moves = sum(len(guest.promised) for guest in guests)
    longest = max(guest.longest for guest in guests)
    others = sum(seq is not None for guest in guests for seq in guest.asides.values())
    returns = sorted(each for guest in guests for each in guest.returns)
    print(f"{faults} faults (seed {seed}): {moves} moves and {others} messages and undos acknowledged at")
    print(f"{len(guests) // 2} tables, 0 lost, 0 forks; longest wait for the answer to a move {longest:.1f} s")
    if returns:
        median, late = returns[len(returns) // 2], returns[len(returns) * 9 // 10]
        print(f"{len(returns)} ways back to a table: half within {median:.2f} s, nine of ten within {late:.2f} s,")
        print(f"the longest {returns[-1]:.2f} s")
    assert moves > faults


async def rolling_upgrade(folder: Path, seed: int) -> None:
    """Guests play at several tables while the servers are closed and started again, one after the other.

    Nothing is lost, and nobody is even refused for want of a store.
    """
    cluster = RandomFaults(folder, database(folder.name), seed)

    async def upgrade() -> list[str]:
        for number in range(SERVERS):
            await cluster.restart(number)
        return ["upgraded"]

    guests = await evening(cluster, seed, upgrade)
    longest = max(guest.longest for guest in guests)
    print(f"three servers upgraded, longest wait for the answer to a move: {longest:.1f} s")
    assert not any(guest.unstored for guest in guests)


async def evening(cluster: RandomFaults, seed: int, happens: Callable[[], Awaitable[list[str]]]) -> list[Wanderer]:
    """Guests play at several tables while something happens, and then go on; all their histories are true."""
    async with AsyncExitStack() as opened:
        await cluster.start(opened)
        tables: list[list[Wanderer]] = [[] for _ in range(TABLES)]
        playing = [asyncio.create_task(cluster.play(1000 * seed + 100 * at, each)) for at, each in enumerate(tables)]

        def made() -> list[int]:
            return [sum(len(guest.promised) for guest in guests) for guests in tables]

        async with asyncio.timeout(60):  # all tables are set
            while not all(made()):
                await asyncio.sleep(0.1)
        happened = await happens()
        before = made()
        # Everything is whole again: all tables go on.
        async with asyncio.timeout(60):
            while not all(now > had for now, had in zip(made(), before, strict=True)):
                await asyncio.sleep(0.1)
                assert not any(task.done() for task in playing), (seed, happened)
        cluster.ended.set()
        for task in playing:
            task.cancel()
        results = await asyncio.gather(*playing, return_exceptions=True)
        problems = [each for each in results if each is not None and not isinstance(each, asyncio.CancelledError)]
        assert problems == [], (seed, happened)
        guests = [guest for each in tables for guest in each]
        await check_histories(cluster.url, guests)
    return guests

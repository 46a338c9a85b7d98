"""A house without a network, a disk or worker processes: for tests that play many games."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Collection, MutableMapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from maitred.bots.worker import Question, answer
from maitred.server.fair_queue import NOBODY, Payer
from maitred.server.house import House, Keys
from maitred.server.http_messages import NewTable
from maitred.server.limits import Limits
from maitred.server.live import LiveTable
from maitred.server.messages import FromSocket, TableFacts
from maitred.server.publishing import to_keep
from maitred.server.signing import transcript_signed
from maitred.server.socket import Socket
from maitred.server.store import ENDED, FIRST_PAGE, EventStore, Overtaken, Page, StoreFailed, Summary
from maitred.server.workers import WorkerPool
from maitred.table.presence import Patience
from maitred.table.promise import Keeper, Kept
from tests.server.guest import Message

FROM_SOCKET: msgspec.json.Decoder[FromSocket] = msgspec.json.Decoder(FromSocket)


class Memory(EventStore):
    """Tables in memory, and a disk that can be told to be full."""

    def __init__(self) -> None:
        self.lines: dict[str, list[bytes]] = {}
        self.shown: dict[str, Summary] = {}
        self.cut_off: list[bytes] = []
        self.kept: dict[str, bytes] = {}
        self.full = False
        self.refused = 0

    async def acquire(self, table: str) -> None:
        pass

    def release(self, table: str) -> None:
        pass

    async def append(self, table: str, expected: int, lines: Sequence[bytes], summary: Summary | None = None) -> int:
        if self.full:
            self.refused += 1
            raise StoreFailed("There is no room left for /a/file.", "There is no room left.")
        known = self.lines.setdefault(table, [])
        if len(known) != expected:
            raise Overtaken(table, expected, len(known))
        known += lines
        if summary is not None:
            self.shown[table] = summary
        return len(known)

    async def read(self, table: str, after: int = 0) -> list[tuple[int, bytes]]:
        return list(enumerate(self.lines.get(table, []), 1))[after:]

    async def summary(self, table: str) -> Summary | None:
        return self.shown.get(table)

    async def summaries(self, wanted: Page = FIRST_PAGE) -> list[Summary]:
        raise NotImplementedError("no test asks this store for its lists")

    async def forget(self, table: str) -> None:
        told = to_keep(self.lines.pop(table, []))
        self.shown.pop(table, None)
        if told is not None:
            self.kept[table] = told

    async def published(self, table: str) -> bytes | None:
        return self.kept.get(table)

    async def cut(self, table: str, expected: int, after: int, summary: Summary | None) -> str:
        known = self.lines[table]
        if len(known) != expected:
            raise Overtaken(table, expected, len(known))
        self.cut_off += known[after:]
        del known[after:]
        self.shown.pop(table, None)
        if summary is not None:
            self.shown[table] = summary
        return "nowhere"

    async def prune(self, changed_before: int, phases: Sequence[str] = ENDED, but: Collection[str] = ()) -> int:
        raise NotImplementedError("this store is not pruned")

    def used(self) -> int:
        return sum(len(line) for lines in self.lines.values() for line in lines)

    async def check(self) -> None:
        if self.full:
            raise StoreFailed("There is no room left for /a/file.", "There is no room left.")

    async def backup(self, path: Path) -> None:
        raise NotImplementedError("this store is not copied")

    async def close(self) -> None:
        """There is nothing to release."""


class OwnWorker(WorkerPool):
    """Bots that think in this process; they can be told to fail."""

    def __init__(self) -> None:
        super().__init__(0)
        self.fails: Exception | None = None
        self.asked: list[Question] = []

    async def decide(self, question: Question, payer: Payer = NOBODY) -> int:
        self.asked.append(question)
        if self.fails is not None:
            raise self.fails
        return answer(question)


class Window:
    """A window of a seat or a spectator, which keeps every byte it is sent."""

    def __init__(self, live: LiveTable, seat: int | None, host: bool, last: int | None, zones: bool) -> None:
        self.live = live
        self.seat = seat
        self.received: list[str] = []
        self.code: int | None = None
        self.opened_at = 0
        """How many lines the table had when the window was opened."""
        token = None if seat is None else live.table.seats[seat].token
        self.socket = Socket(self.send, seat, host, last, zones, 10_000, token)
        self.writer = asyncio.create_task(self.socket.write())
        self.keeper = None if seat is None else Keeper(Kept(live.id, seat), transcript_signed)

    async def send(self, event: MutableMapping[str, Any]) -> None:
        """Take what the house sends."""
        if event["type"] == "websocket.close":
            self.code = event["code"]
        else:
            self.received.append(event["text"])

    async def do(self, kind: str, **more: object) -> Message:
        """Ask for something and wait for its answer, with everything that was told before it."""
        id = str(more.pop("id", secrets.token_hex(6)))
        message = FROM_SOCKET.decode(json.dumps({"t": kind, "id": id, **more}))
        await self.live.queue.ask(lambda: self.live.obey(self.socket, message))
        await self.settled()
        for text in reversed(self.received):
            told: Message = json.loads(text)
            if told.get("id") == id:
                return told
        raise AssertionError("no answer")

    @property
    def table(self) -> TableFacts:
        """The newest facts of the table."""
        told = next(each for each in reversed(self.messages()) if each["t"] in ("welcome", "table"))
        return msgspec.convert(told["table"], TableFacts)

    async def promise(self) -> int:
        """Send what the promise asks for now; returns how many messages that were."""
        assert self.keeper is not None
        says = self.keeper.see(self.table)
        for message in says:
            assert (await self.do(message.pop("t"), **message))["t"] == "done"
        return len(says)

    async def settled(self) -> None:
        """Wait until everything is sent."""
        while self.socket.outbox:
            await asyncio.sleep(0)

    def messages(self) -> list[Message]:
        """All messages that came, decoded."""
        return [json.loads(text) for text in self.received]

    @property
    def position(self) -> Message:
        """The newest position."""
        for text in reversed(self.received):
            told: Message = json.loads(text)
            if told["t"] in ("welcome", "update") and told["position"] is not None:
                found: Message = told["position"]
                return found
        raise AssertionError("no position was told")

    async def close(self) -> None:
        """Close the window, as a browser does."""
        self.socket.ended = True
        await self.live.queue.ask(lambda: self.live.part(self.socket))
        self.writer.cancel()


class InProcessHouse:
    """The house, and its windows."""

    def __init__(
        self,
        limits: Limits | None = None,
        doze: int = 60_000,
        patience: Patience | None = None,
        store: EventStore | None = None,
    ) -> None:
        self.store = Memory()
        self.workers = OwnWorker()
        self.house = House(store or self.store, self.workers, limits or Limits(), "test", doze, patience)

    async def set_table(self, game: str, seats: str, **more: object) -> Keys:
        """Set a table with one letter a seat: m for me, o for open, r for a bot."""
        kinds = {"m": {"kind": "me"}, "o": {"kind": "open"}, "r": {"kind": "bot", "level": "random"}}
        wish = {"game": game, "seats": [kinds[letter] for letter in seats], "pace": "none", **more}
        return await self.house.set_table(msgspec.convert(wish, NewTable))

    async def wake(self, table: str) -> LiveTable:
        """The table, awake."""
        live = await self.house.wake(table)
        assert live is not None
        return live

    async def idle(self, live: LiveTable) -> None:
        """Wait until people are asked, or the game is over."""
        while live.table.actors() and not set(live.table.actors()) & set(live.table.people()):
            await asyncio.sleep(0)
        await live.queue.ask(nothing)
        for socket in live.sockets:
            while socket.outbox:
                await asyncio.sleep(0)

    async def open(
        self, table: str, seat: int | None, host: bool = False, last: int | None = None, zones: bool = True
    ) -> Window:
        """Open a window."""
        live = await self.wake(table)
        window = Window(live, seat, host, last, zones)

        async def join() -> None:
            await live.join(window.socket)
            window.opened_at = live.table.lines

        await live.queue.ask(join)
        await window.settled()
        return window


async def deal(*windows: Window) -> None:
    """Let all people of a table be ready, and the cards be dealt."""
    for window in windows:
        assert (await window.do("ready", on=True))["t"] == "done"
    while windows[0].live.table.record is None:
        for window in windows:
            await window.settled()
            await window.promise()
    for window in windows:
        await window.settled()


async def nothing() -> None:
    """Wait until the queue has done everything that was in it."""


@asynccontextmanager
async def in_process_house(**more: Any) -> AsyncIterator[InProcessHouse]:
    """A house for one test."""
    opened = InProcessHouse(**more)
    try:
        yield opened
    finally:
        await opened.house.close()
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

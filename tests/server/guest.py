"""A house in a process of its own, and guests who play there over real sockets, as browsers do."""

from __future__ import annotations

import asyncio
import atexit
import http.client
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import websockets
from websockets.asyncio.client import ClientConnection, connect

from maitred.server.messages import TableFacts
from maitred.server.signing import transcript_signed
from maitred.table.promise import Keeper, Kept

Message = dict[str, Any]
READY = re.compile(r"maitred is open at (\S+)")
LONGEST_CLOSE = 60.0
LONGEST_START = 120.0
"""Seconds after which a house that neither opens nor says why is killed."""


class NotOpen(Exception):
    """The house did not open, and said why."""


class RunningHouse:
    """`maitred serve` as a process, at a port of its own. None outlives the tests."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        port: int = 0,
        installed: bool = False,
        python: Path | None = None,
        cheat: str = "",
    ) -> None:
        """`installed`: run the package that is installed, with its page, and not the source that is tested; `python`:
        the one that is installed there; `cheat`: what the house changes in its own code before it opens."""
        self.cheat = cheat
        self.folder = folder
        self.arguments = arguments
        self.python = sys.executable if python is None else str(python)
        self.environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        if installed:
            self.environment.pop("PYTHONPATH", None)
        self.port = port
        self.told = ""
        """What the house said when it opened."""
        self.farewell = ""
        """What it said when it closed."""
        self.start()

    def start(self) -> None:
        """Open the house, at the port it had before if it had one."""
        limits = ["--tables-per-minute", "10000", "--windows-per-address", "5000", "--requests-per-second", "10000"]
        as_it_is = ["-m", "maitred"]
        changed = ["-c", f"{self.cheat}\nimport sys\nfrom maitred.cli import main\nsys.exit(main(sys.argv[1:]))"]
        serve = ["serve", "--data", str(self.folder), "--port", str(self.port)]
        command = [self.python, *(changed if self.cheat else as_it_is), *serve]
        self.errors = self.folder.parent / f"{self.folder.name}.log"
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen(
                [*command, *limits, *self.arguments],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env=self.environment,
            )
        atexit.register(self.process.kill)
        too_late = threading.Timer(LONGEST_START, self.process.kill)
        too_late.start()
        try:
            self.hear_it_open()
        finally:
            too_late.cancel()

    def hear_it_open(self) -> None:
        """Wait until the house says where it is."""
        assert self.process.stdout is not None
        self.told = ""
        while True:
            line = self.process.stdout.readline()
            self.told += line
            ready = READY.search(line)
            if ready is not None:
                self.port = urlsplit(ready[1]).port or self.port
                return
            if not line:
                self.process.stdout.close()
                self.process.wait()
                raise NotOpen(f"{self.told}{self.log()}")

    def __enter__(self) -> RunningHouse:
        return self

    def __exit__(self, *problem: object) -> None:
        if self.process.poll() is None:
            self.kill()

    def log(self) -> str:
        """What the house wrote to its log."""
        return self.errors.read_text()

    def kill(self) -> None:
        """Kill the house in the middle of whatever it does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def close(self, way: signal.Signals = signal.SIGINT) -> int:
        """Close the house, as Ctrl-C does if not told otherwise; its exit code."""
        self.process.send_signal(way)
        code = self.process.wait(timeout=LONGEST_CLOSE)
        assert self.process.stdout is not None
        self.farewell = self.process.stdout.read()
        self.process.stdout.close()
        return code


def at_free_port(folder: Path, *words: str) -> RunningHouse:
    """A house at a port that it does not announce: it announces its public address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    house = RunningHouse(folder, *words, port=port)
    house.port = port
    return house


def closes_cleanly(house: RunningHouse) -> Iterator[RunningHouse]:
    """For a fixture: a house that must close by itself, with nothing in its log that it could not explain."""
    yield house
    assert house.close() == 0
    assert '"trace"' not in house.log()
    assert "Traceback" not in house.log()


@dataclass
class Answer:
    """An answer over HTTP."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self) -> Any:
        """The body, parsed as JSON."""
        return json.loads(self.body)


@dataclass
class Browser:
    """Somebody's browser: it keeps cookies."""

    port: int
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)
    """By the path that they are sent to."""
    kept: dict[tuple[str, int], Kept] = field(default_factory=dict)
    """What its seats keep of the promises of their tables."""

    def keeper(self, table: str, seat: int) -> Keeper:
        """Keeps the promise of one seat."""
        return Keeper(self.kept.setdefault((table, seat), Kept(table, seat)), transcript_signed)

    def cookie_header(self, path: str) -> str:
        """The cookies that are sent with a request for a path."""
        sent = [kept for under, kept in self.cookies.items() if f"{path}/".startswith(f"{under}/")]
        return "; ".join(f"{name}={value}" for kept in sent for name, value in kept.items())

    def keep(self, cookie: str) -> None:
        """Keep a cookie for its path."""
        first, *rest = [part.strip() for part in cookie.split(";")]
        path = next(part[len("path=") :] for part in rest if part.lower().startswith("path="))
        name, _, value = first.partition("=")
        self.cookies.setdefault(path, {})[name] = value

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        headers: dict[str, str] | None = None,
        raw: bytes | None = None,
    ) -> Answer:
        """Ask the house something over HTTP."""
        sent = {"Cookie": self.cookie_header(path), **(headers or {})}
        data = raw
        if body is not None:
            data = json.dumps(body).encode()
            sent.setdefault("Content-Type", "application/json")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, data, sent)
            response = connection.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        finally:
            connection.close()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            self.keep(cookie)
        return answer

    def set_table(self, game: str, seats: str, **more: object) -> str:
        """Set a table with one letter a seat: m for me, o for open, r, e, d for bots (random, easy, medium)."""
        kinds = {"m": {"kind": "me"}, "o": {"kind": "open"}}
        levels = {"r": "random", "e": "easy", "d": "medium"}
        wish = [kinds.get(letter) or {"kind": "bot", "level": levels[letter]} for letter in seats]
        answer = self.ask("POST", "/api/tables", {"game": game, "seats": wish, "pace": "none", **more})
        assert answer.status == 201, answer.body
        return str(answer.json["table"])

    def sit(self, table: str, name: str, seat: int | None = None) -> int:
        """Sit down; the seat."""
        answer = self.ask("POST", f"/api/tables/{table}/claim", {"name": name, "seat": seat})
        assert answer.status == 200, answer.body
        return int(max(answer.json["seats"]) if seat is None else seat)


class Guest:
    """Somebody at a table, over a socket, who checks what the house promises."""

    def __init__(self, socket: ClientConnection, welcome: Message, keeper: Keeper | None = None) -> None:
        self.socket = socket
        self.keeper = keeper
        self.pending: list[Message] = []
        """What has to be sent for the promise."""
        self.seat: int | None = welcome["seat"]
        self.table: Message = welcome["table"]
        self.position: Message | None = welcome["position"]
        self.seq: int = welcome["seq"]
        self.log: list[Message] = list(welcome["log"])
        self.seen: dict[int, Message] = {}
        """The positions that came, by the number of moves made."""
        self.take(welcome)
        self.log = list(welcome["log"])
        self.received: list[str] = []
        """Every byte that came, message by message."""

    async def speak(self) -> None:
        """Say what the promise asks for."""
        pending, self.pending = self.pending, []
        for message in pending:
            await self.socket.send(json.dumps({"id": secrets.token_hex(8), **message}))

    async def hear(self) -> Message:
        """The next message."""
        await self.speak()
        text = await asyncio.wait_for(self.socket.recv(), 30)
        assert isinstance(text, str)
        self.received.append(text)
        message: Message = json.loads(text)
        self.take(message)
        await self.speak()
        return message

    def take(self, message: Message) -> None:
        """Remember what a message says."""
        if message["t"] == "refused" and self.keeper is not None:
            self.keeper.again()
        if "seq" in message:
            self.seq = max(self.seq, message["seq"])
        self.log += message.get("log", [])
        if message["t"] in ("update", "welcome") and message["position"] is not None:
            self.position = message["position"]
            self.seen[message["position"]["moves"]] = message["position"]
        if message["t"] in ("table", "welcome"):
            self.table = message["table"]
            if self.keeper is not None:
                self.pending += self.keeper.see(msgspec.convert(self.table, TableFacts))
                assert not self.keeper.findings, self.keeper.findings
        if self.over and self.keeper is not None:
            assert self.position is not None
            self.keeper.end(self.position["proof"]["key"], self.position["proof"]["nonces"])
            assert not self.keeper.findings, self.keeper.findings

    async def until(self, wanted: Callable[[Message], bool]) -> Message:
        """The next message that is wanted; others are remembered on the way."""
        while True:
            message = await self.hear()
            if wanted(message):
                return message

    async def say(self, kind: str, **more: object) -> str:
        """Send a message; its id."""
        id = str(more.pop("id", secrets.token_hex(8)))
        await self.socket.send(json.dumps({"t": kind, "id": id, **more}))
        return id

    async def do(self, kind: str, **more: object) -> Message:
        """Send a message and wait for its answer: done or refused."""
        id = await self.say(kind, **more)
        return await self.until(lambda message: message.get("id") == id)

    async def ready(self) -> Message:
        """Be ready for the deal."""
        return await self.do("ready", on=True)

    async def dealt(self) -> None:
        """Hear, and answer, until the cards are dealt."""
        while self.position is None:
            await self.hear()

    @property
    def offers(self) -> list[Message]:
        """What may be done now."""
        return self.position["offers"] if self.position is not None else []

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.position is not None and self.position["sheet"] is not None

    async def play(self, offer: Message) -> Message:
        """Take an action that was offered."""
        return await self.do("move", action=offer["action"], stamp=offer["stamp"])


@asynccontextmanager
async def at_table(
    browser: Browser, table: str, seat: int | None, query: str = "", **more: Any
) -> AsyncIterator[Guest]:
    """Open a table: at one's seat, or to watch."""
    place = "" if seat is None else f"seat={seat}"
    path = f"/api/tables/{table}/socket"
    url = f"ws://127.0.0.1:{browser.port}{path}?{place}{query}"
    cookies = {"Cookie": browser.cookie_header(path)}
    # A guest who does not listen still hears the house say goodbye: nothing is held back (max_queue).
    calm = {"compression": None, "max_size": None, "max_queue": None}
    async with connect(url, additional_headers=cookies, **{**calm, **more}) as socket:
        text = await asyncio.wait_for(socket.recv(), 30)
        assert isinstance(text, str)
        keeper = None if seat is None else browser.keeper(table, seat)
        told = json.loads(text)
        if told["t"] == "bye":
            raise ConnectionResetError(told["text"])
        guest = Guest(socket, told, keeper)
        guest.received.append(text)
        yield guest


@asynccontextmanager
async def at_new_table(browser: Browser, game: str, seats: str, **more: object) -> AsyncIterator[list[Guest]]:
    """Set a table, and open it at all seats of this browser."""
    table = browser.set_table(game, seats, **more)
    async with AsyncExitStack() as opened:
        own = [at for at, letter in enumerate(seats) if letter == "m"]
        yield [await opened.enter_async_context(at_table(browser, table, seat)) for seat in own]


async def deal(*guests: Guest) -> None:
    """Let all be ready, and the cards be dealt."""
    await asyncio.gather(*[guest.ready() for guest in guests])
    await asyncio.gather(*[guest.dealt() for guest in guests])


async def play_on(guest: Guest, choose: Callable[[list[Message]], Message], most: int | None = None) -> int:
    """Play until the game is over, or so many moves; how many of them counted. Slows down when asked to."""
    made = 0
    while not guest.over and (most is None or made < most):
        if not guest.offers:
            await guest.hear()
            continue
        answer = await guest.play(choose(guest.offers))
        made += answer["t"] == "done"
        if answer["t"] == "refused":
            if answer["reason"] == "too_many":
                await asyncio.sleep(0.1)
                continue
            assert answer["reason"] in ("stale", "gone", "illegal", "not_now"), answer
    return made


Refusal = websockets.exceptions.InvalidStatus

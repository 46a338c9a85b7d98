"""The short way out of a socket and in: whole messages, in order, and nothing overtakes what waits."""

from __future__ import annotations

import ast
import asyncio
import functools
import inspect
import sys
import tomllib
from collections.abc import MutableMapping
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from maitred.server.limits import Limits
from maitred.server.messages import Bye
from maitred.server.serve import PLAIN_SOCKETS, sockets
from maitred.server.socket import Socket
from maitred.server.wire import LEANS_ON, Wire, frame, lacking

ROOT = Path(__file__).parents[2]


class Transport:
    """Keeps what is written to it."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Keep it."""
        self.written.append(data)

    def pause_reading(self) -> None:
        """Nothing is read anyway."""

    def close(self) -> None:
        """Nothing is open."""


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_a_frame_is_what_a_client_reads(size: int) -> None:
    client = ClientProtocol(parse_uri("ws://localhost/"), state=OPEN, max_size=None)
    message = b"x" * size
    client.receive_data(frame(message) + frame(b"next"))
    told = [event.data for event in client.events_received() if isinstance(event, Frame)]
    assert told == [message, b"next"]
    assert client.parser_exc is None


def open_wire() -> tuple[Wire, Transport]:
    """A socket that was accepted."""

    async def nothing(scope: Any, receive: Any, send: Any) -> None:
        """No application."""

    wire = Wire(uvicorn.Config(nothing, log_config=None), ServerState(), {}, asyncio.new_event_loop())
    wire.loop.close()
    transport = Transport()
    wire.transport = transport  # type: ignore[assignment]
    wire.handshake_complete = True
    return wire, transport


def test_what_is_sent_at_once_is_one_frame() -> None:
    wire, transport = open_wire()
    assert wire.send_now([b"one"])
    assert wire.send_now([b"two", b"three"])
    assert transport.written == [frame(b"one"), frame(b"two") + frame(b"three")], "together in one piece"


@pytest.mark.parametrize("problem", ["slow", "not accepted", "closing", "gone"])
def test_nothing_is_sent_at_once_to_a_reader_who_is_behind_or_gone(problem: str) -> None:
    wire, transport = open_wire()
    if problem == "slow":
        wire.pause_writing()
    wire.handshake_complete = problem != "not accepted"
    wire.close_sent = problem == "closing"
    wire.disconnected = problem == "gone"
    assert not wire.send_now([b"one"])
    assert transport.written == []


def say(wire: Wire, *texts: bytes, opcode: Opcode = Opcode.TEXT) -> None:
    """A client says something."""
    for text in texts:
        wire.data_received(Frame(opcode, text).serialize(mask=True))


def ready_to_hear() -> Wire:
    """A socket that was accepted, with a client at its other end."""
    wire, _ = open_wire()
    wire.conn = ServerProtocol(state=OPEN)
    return wire


def test_what_is_said_is_heard_at_once_and_in_order() -> None:
    wire = ready_to_hear()
    heard: list[bytes | None] = []
    assert wire.receive_now(heard.append)
    say(wire, b"one", "zwölf".encode(), b"three")
    assert heard == [b"one", "zwölf".encode(), b"three"]
    assert wire.queue.empty()


def test_a_message_in_pieces_is_heard_as_one() -> None:
    wire = ready_to_hear()
    heard: list[bytes | None] = []
    assert wire.receive_now(heard.append)
    wire.data_received(Frame(Opcode.TEXT, b"one ", fin=False).serialize(mask=True))
    assert heard == []
    whole = Frame(Opcode.CONT, b"whole").serialize(mask=True)
    wire.data_received(whole[:3])
    wire.data_received(whole[3:])
    assert heard == [b"one whole"]


def test_short_messages_go_past_the_parser_only_between_two_others() -> None:
    wire = ready_to_hear()
    heard: list[bytes | None] = []
    assert wire.receive_now(heard.append)
    parsed: list[bytes] = []
    parse = wire.conn.receive_data

    def receive_data(data: bytes | bytearray) -> None:
        """Note what the parser is given."""
        parsed.append(bytes(data))
        parse(data)

    wire.conn.receive_data = receive_data  # type: ignore[method-assign]

    def came(data: bytes) -> bool:
        """Whether the parser was given what came."""
        parsed.clear()
        wire.data_received(data)
        return bool(parsed)

    short = Frame(Opcode.TEXT, "zwölf".encode()).serialize(mask=True)
    long = Frame(Opcode.TEXT, b"x" * 126).serialize(mask=True)
    longest = Frame(Opcode.TEXT, b"y" * 125).serialize(mask=True)
    assert not came(short)
    assert not came(longest)
    assert not came(Frame(Opcode.TEXT, b"").serialize(mask=True))
    assert came(long)
    assert came(short + short), "two at once"
    assert came(Frame(Opcode.PONG, b"").serialize(mask=True))
    assert not came(short)
    assert came(short[:7])
    assert came(short[7:]), "the rest of a message looks like nothing by itself"
    assert not came(short)
    looks_whole = Frame(Opcode.TEXT, short).serialize(mask=False)  # a frame inside of a frame
    assert came(bytes((looks_whole[0], looks_whole[1] | 0x80)) + bytes(4))
    assert came(short), "it is what the other one says"
    words = "zwölf".encode()
    expected = [words, b"y" * 125, b"", b"x" * 126, words, words, words, words, words]
    assert heard[:9] == expected
    assert len(heard) == 9, "what is not UTF-8 is not heard"


@pytest.mark.parametrize("piece", [b"one ", b""])
def test_no_message_goes_past_the_parser_in_the_middle_of_another(piece: bytes) -> None:
    wire = ready_to_hear()
    heard: list[bytes | None] = []
    assert wire.receive_now(heard.append)
    wire.data_received(Frame(Opcode.TEXT, piece, fin=False).serialize(mask=True))
    say(wire, b"two")
    assert heard == []
    assert wire.close_sent, "which no client may do"


def test_a_message_that_is_not_masked_closes_the_socket() -> None:
    wire = ready_to_hear()
    heard: list[bytes | None] = []
    assert wire.receive_now(heard.append)
    wire.data_received(Frame(Opcode.TEXT, b"bare").serialize(mask=False))
    assert heard == []
    assert wire.close_sent


def test_nothing_is_heard_after_a_goodbye() -> None:
    wire = ready_to_hear()
    heard: list[bytes | None] = []
    assert wire.receive_now(heard.append)
    wire.conn.receive_data(Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True))
    wire.conn.events_received()
    say(wire, b"still there")
    assert heard == []


def test_nothing_is_heard_at_once_before_what_waits() -> None:
    wire = ready_to_hear()
    heard: list[bytes | None] = []
    say(wire, b"early")
    assert not wire.receive_now(heard.append)
    say(wire, b"late")
    assert heard == []
    assert [wire.queue.get_nowait().get("text") for _ in range(2)] == ["early", "late"]
    assert wire.receive_now(heard.append)
    say(wire, b"later")
    assert heard == [b"later"]


def test_what_is_no_text_is_heard_as_such_in_its_turn() -> None:
    wire = ready_to_hear()
    heard: list[bytes | None] = []
    assert wire.receive_now(heard.append)
    say(wire, b"one")
    say(wire, b"\x00\xff", opcode=Opcode.BINARY)
    say(wire, b"three")
    assert heard == [b"one", None, b"three"]


def test_what_is_not_utf_8_closes_the_socket() -> None:
    wire = ready_to_hear()
    heard: list[bytes | None] = []
    assert wire.receive_now(heard.append)
    say(wire, b"\xff\xfe")
    assert heard == []
    assert wire.close_sent
    assert wire.queue.get_nowait()["type"] == "websocket.disconnect"


class Reader:
    """The other end of a socket, which may be too slow for the short way."""

    def __init__(self, most: int = 10) -> None:
        self.heard: list[str] = []
        self.keeps_up = True
        self.socket = Socket(self.send, 0, False, None, False, most, None, self.send_now)

    async def send(self, event: MutableMapping[str, Any]) -> None:
        """Hear what the application sends."""
        await asyncio.sleep(0)
        self.heard.append(event.get("text") or event["reason"])

    def send_now(self, messages: list[bytes]) -> bool:
        """Hear what comes at once."""
        if self.keeps_up:
            self.heard.append(b" ".join(messages).decode())
        return self.keeps_up


async def run_briefly(socket: Socket) -> None:
    """Let the outbox be emptied."""
    writer = asyncio.create_task(socket.write())
    for _ in range(20):
        await asyncio.sleep(0)
    writer.cancel()


def test_nothing_overtakes_what_waits_for_a_slow_reader() -> None:
    async def play() -> list[str]:
        reader = Reader()
        writer = asyncio.create_task(reader.socket.write())
        reader.socket.put(b"1")
        reader.keeps_up = False
        reader.socket.put(b"2")
        reader.keeps_up = True
        reader.socket.put(b"3")
        await asyncio.sleep(0)  # now 2 is on its way
        reader.socket.put(b"4")
        for _ in range(20):
            await asyncio.sleep(0)
        reader.socket.put(b"5")
        writer.cancel()
        return reader.heard

    assert asyncio.run(play()) == ["1", "2", "3", "4", "5"]


def test_what_is_held_back_goes_out_together() -> None:
    reader = Reader()
    reader.socket.put(b"1")
    reader.socket.hold()
    reader.socket.put(b"2")
    reader.socket.put(b"3")
    assert reader.heard == ["1"]
    reader.socket.let_go()
    reader.socket.put(b"4")
    reader.socket.hold()
    reader.socket.let_go()
    assert reader.heard == ["1", "2 3", "4"]


def test_what_was_held_back_waits_in_order_for_a_slow_reader() -> None:
    async def play() -> list[str]:
        reader = Reader()
        reader.keeps_up = False
        reader.socket.hold()
        reader.socket.put(b"1")
        reader.socket.put(b"2")
        reader.socket.let_go()
        reader.socket.put(b"3")
        await run_briefly(reader.socket)
        return reader.heard

    assert asyncio.run(play()) == ["1", "2", "3"]


def test_a_goodbye_comes_after_what_was_told_and_is_the_last_word() -> None:
    async def play() -> list[str]:
        reader = Reader()
        reader.socket.hold()
        reader.socket.put(b"1")
        reader.socket.tell(Bye("left", "You have left this table."))
        reader.socket.put(b"2")
        await run_briefly(reader.socket)
        return reader.heard

    first, goodbye, reason = asyncio.run(play())
    assert first == "1"
    assert "You have left this table." in goodbye
    assert reason == "left"


def test_what_a_slow_reader_misses_waits_and_too_much_of_it_ends_the_window() -> None:
    async def play(messages: int) -> list[str]:
        reader = Reader(most=2)
        reader.keeps_up = False
        for number in range(messages):
            reader.socket.put(str(number).encode())
        await run_briefly(reader.socket)
        return reader.heard

    assert asyncio.run(play(2)) == ["0", "1"]
    assert asyncio.run(play(3))[-1] == "slow"


# What may change under us


@pytest.mark.parametrize(("name", "parts"), [("uvicorn", 2), ("websockets", 1)])
def test_no_version_is_taken_that_these_tests_have_not_seen(name: str, parts: int) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (bound,) = [line for line in project["dependencies"] if line.startswith(name)]
    *same, last = installed_version(name).split(".")[:parts]
    assert bound.endswith(f",<{'.'.join([*same, str(int(last) + 1)])}"), "the newest that is allowed is the one tested"
    locked = (ROOT / "requirements" / "play.lock").read_text(encoding="utf-8")
    assert f"{name}=={installed_version(name)} " in locked, "and the one that is locked"


def test_the_installed_uvicorn_and_websockets_have_what_is_used() -> None:
    assert lacking() == []
    assert isinstance(sockets(Limits(), plain=False), functools.partial)


def test_everything_that_is_used_of_a_socket_is_looked_for() -> None:
    own = set(vars(Wire)) | {"on_message", "gone", "frames_left", "after_goodbye"}
    tree = ast.parse(inspect.getsource(Wire))
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and (ast.unparse(node.value) in ("self", "super()"))
        and (node.attr not in own or hasattr(WebSocketsSansIOProtocol, node.attr))
    }
    assert used - {"__init__"} == set(LEANS_ON[WebSocketsSansIOProtocol])
    of_connection = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self.conn"
    }
    assert of_connection == set(LEANS_ON[ServerProtocol])


def test_sockets_are_plain_when_something_is_lacking(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(LEANS_ON, WebSocketsSansIOProtocol, ("queue", "renamed_long_ago"))
    assert sockets(Limits(), plain=False) == PLAIN_SOCKETS
    (told,) = caplog.records
    assert told.__dict__["problem"] == "WebSocketsSansIOProtocol.renamed_long_ago"


def test_sockets_are_plain_when_uvicorn_has_no_such_class(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delattr("maitred.server.wire", raising=False)
    monkeypatch.setitem(sys.modules, "maitred.server.wire", None)
    assert sockets(Limits(), plain=False) == PLAIN_SOCKETS
    assert len(caplog.records) == 1


def test_plain_sockets_can_be_asked_for(caplog: pytest.LogCaptureFixture) -> None:
    assert sockets(Limits(), plain=True) == PLAIN_SOCKETS
    assert not caplog.records

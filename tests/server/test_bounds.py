"""What somebody hostile sends is bounded, by default and with nothing in front: time, size, connections, frames."""

from __future__ import annotations

import asyncio
import gc
import gzip
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from maitred.server import app
from maitred.server.app import AccessControl
from maitred.server.http_limits import ConnectionCount
from maitred.server.identity import HostPolicy
from maitred.server.limits import Limits, counted_as
from maitred.server.serve import Server, configure, listen
from maitred.server.sqlite_file import failure, speaking_of
from maitred.server.store import StoreFailed
from tests.server.attacks import (
    HALF,
    HOME,
    HOSTILE,
    Line,
    empty_pieces,
    endless_header,
    line_to,
    lines_to,
    pings,
    request,
    socket_to,
)
from tests.server.event_loop import in_event_loop
from tests.server.in_process import InProcessHouse, in_process_house

USUAL = Limits()


@dataclass
class Open:
    """A house that listens, in this process."""

    inside: InProcessHouse
    port: int
    connections: ConnectionCount
    access: AccessControl


@asynccontextmanager
async def opened(limits: Limits = USUAL, proxy: str | None = None, plain_sockets: bool = False) -> AsyncIterator[Open]:
    """A house with these limits at a port of its own."""
    async with in_process_house(limits=limits) as kept:
        taken = listen(HOME, 0)
        config = configure(kept.house, HostPolicy(None), proxy, plain_sockets)
        ready = asyncio.Event()
        server = Server(config, kept.house, ready.set)
        serving = asyncio.create_task(server.serve(sockets=[taken]))
        await ready.wait()
        http: object = config.http_protocol_class
        connections = http.args[0]  # type: ignore[attr-defined]
        assert isinstance(config.app, AccessControl)
        try:
            yield Open(kept, taken.getsockname()[1], connections, config.app)
        finally:
            server.should_exit = True
            await serving


@asynccontextmanager
async def at_a_table(house: Open) -> AsyncIterator[Line]:
    """A socket that watches a new table."""
    keys = await house.inside.set_table("delectable", "mm")
    async with socket_to(house.port, f"/api/tables/{keys.table}/socket") as line:
        yield line


async def nobody_connected(house: Open) -> None:
    """Wait until all connections have ended."""
    while house.connections.by_address:
        await asyncio.sleep(0.01)


async def one_answer(line: Line) -> tuple[int, bytes]:
    """The status and the body of the next answer on a connection that stays open."""
    head = await line.reader.readuntil(b"\r\n\r\n")
    size = next(int(told.split(b":")[1]) for told in head.lower().split(b"\r\n") if told.startswith(b"content-length"))
    return int(head.split(b" ", 2)[1]), await line.reader.readexactly(size)


# Requests


@pytest.mark.parametrize("sent", [b"", HALF, b"\r\n"], ids=["nothing", "half", "blank"])
@in_event_loop
async def test_a_half_open_request_is_closed_when_its_time_is_up(sent: bytes) -> None:
    async with opened(Limits(head_seconds=0.1)) as house, line_to(house.port) as line:
        await line.send(sent)
        assert await line.status() == 408
        assert not house.connections.by_address


@pytest.mark.parametrize("upgrade", [False, True], ids=["requests", "and a socket"])
@in_event_loop
async def test_of_many_requests_without_waiting_for_answers_only_the_first_are_read(upgrade: bool) -> None:
    """They are answered in order, the last answer says that the connection is closed, and the rest is thrown away."""
    async with opened(Limits(requests_ahead=3)) as house, line_to(house.port) as line:
        rest = request("/api/tables/none/socket", "Upgrade: websocket", "Connection: Upgrade") if upgrade else b""
        await line.send(request("/healthz") * 200 + rest)
        told = await line.rest()
        assert told.count(b"HTTP/1.1 200 OK") == 4, "the one under way and three that wait for it"
        assert told.count(b"HTTP/1.1 ") == 4
        assert told.lower().count(b"connection: close") == 1
        assert told.lower().rpartition(b"http/1.1 ")[2].count(b"connection: close") == 1
        await nobody_connected(house)


@in_event_loop
async def test_what_comes_with_the_request_for_a_socket_harms_nobody() -> None:
    async with opened() as house, line_to(house.port) as line:
        await line.send(request("/healthz", "Upgrade: websocket", "Connection: Upgrade") + b"x" * 5_000)
        assert await line.status() in (400, 403, 404, 426)
        await nobody_connected(house)


@in_event_loop
async def test_the_second_request_of_a_connection_has_its_time_too() -> None:
    async with opened(Limits(head_seconds=0.1)) as house, line_to(house.port) as line:
        await line.send(request("/healthz"))
        assert (await one_answer(line))[0] == 200
        await line.send(HALF)
        assert await line.status() == 408


@in_event_loop
async def test_a_body_that_does_not_come_in_time_is_not_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    async with opened(Limits(body_seconds=0.1)) as house, line_to(house.port) as line:
        head = request("/api/tables", "Content-Type: application/json", "Content-Length: 100", method="POST")
        await line.send(head + b"{")
        assert await line.status() == 408
    assert not caplog.records, "nobody is at fault but the guest"


@in_event_loop
async def test_an_answer_that_is_not_taken_is_given_up() -> None:
    async with opened(Limits(answer_seconds=0.1)) as house, line_to(house.port) as line:
        asked = asyncio.Event()

        async def never_done() -> None:
            asked.set()
            await asyncio.Event().wait()

        house.inside.house.store.summaries = lambda *_: never_done()  # type: ignore[assignment,method-assign]
        await line.send(request("/api/tables"))
        await asked.wait()
        assert await line.status() is None
        assert not house.connections.by_address


@in_event_loop
async def test_a_head_without_end_is_cut_off() -> None:
    async with opened() as house:
        assert await endless_header(house.port, 8) == 431
        assert not house.connections.by_address


@in_event_loop
async def test_a_head_that_is_too_long_by_one_is_refused_and_one_that_fits_is_not() -> None:
    fits = "x" * (USUAL.head_bytes - len("/healthz" + "host" + HOME + "x-long"))
    for more, status in (("", 200), ("x", 431)):
        async with opened() as house, line_to(house.port) as line:
            await line.send(request("/healthz", f"X-Long: {fits}{more}"))
            assert (await one_answer(line))[0] == status


@pytest.mark.parametrize("way", ["body", "pieces", "trailers"])
@in_event_loop
async def test_a_body_without_end_is_not_read(way: str) -> None:
    async with opened() as house, line_to(house.port) as line:
        chunked = "Transfer-Encoding: chunked"
        sized = f"Content-Length: {1 << 40}"
        await line.send(request("/healthz", sized if way == "body" else chunked))
        answer = asyncio.create_task(line.rest())
        if way == "trailers":
            await line.send(b"0\r\n")
        piece = {"body": b"x" * 4096, "pieces": b"1\r\nx\r\n" * 700, "trailers": b"X-More: y\r\n" * 400}[way]
        sent = 0
        while not answer.done() and sent < 64 * USUAL.body_bytes:
            await line.send(piece)
            sent += len(piece)
            await asyncio.sleep(0)
        await answer
        assert sent < 64 * USUAL.body_bytes


@in_event_loop
async def test_who_asks_too_much_is_not_heard_further_on_that_connection() -> None:
    async with opened(Limits(requests_per_second=1)) as house, line_to(house.port) as line:
        await line.send(request("/healthz") * 50)
        told = await line.rest()
        assert (told.count(b"HTTP/1.1 200"), told.count(b"HTTP/1.1 429")) == (3, 1)


# Addresses


ODD = [
    ("/%00", HOME, 400),
    ("/t/%00", HOME, 400),
    ("/%0a%1b[2J", HOME, 400),
    ("/api/tables/%00", HOME, 400),
    ("/" + "x" * 1_024, HOME, 414),
    ("/" + "%61" * 5_000, HOME, 414),
    ("/api/games/" + "../" * 400, HOME, 414),
    ("/", "", 400),
    ("/", "[", 400),
    ("/", "[::1", 400),
    ("/", "localhost@example.org", 400),
    ("/", "localhost:99999999", 400),
    ("/", "localhost/..", 400),
    ("/", "l\xf6calhost", 400),
    ("/", "localhost\r\nHost: 127.0.0.1", 400),
    ("/", "example.org", 421),
]


@pytest.mark.parametrize("method", ["GET", "POST"])
@in_event_loop
async def test_odd_addresses_and_hosts_are_refused_and_one_line_says_so(
    method: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened() as house:
        for path, host, status in ODD:
            async with line_to(house.port) as line:
                await line.send(request(path, method=method, host=host))
                assert (await one_answer(line))[0] == status, (path, host)
                (told,) = caplog.records
                assert (told.levelname, told.exc_info) == ("WARNING", None)
                caplog.clear()


@in_event_loop
async def test_a_request_without_a_host_is_refused() -> None:
    async with opened() as house, line_to(house.port) as line:
        await line.send(b"GET / HTTP/1.1\r\n\r\n")
        assert (await one_answer(line))[0] == 400


@pytest.fixture
def small_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page of two files."""
    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "page" / "index.html").write_text("the page")
    (tmp_path / "page" / "assets" / "a.js").write_text("a script")
    (tmp_path / "secret").write_text("a secret")
    monkeypatch.setattr(app, "PAGE", tmp_path / "page")
    return tmp_path / "page"


@pytest.mark.parametrize("accepts", ["*/*", "text/html"])
@in_event_loop
async def test_only_addresses_that_people_see_are_the_page(small_page: Path, accepts: str) -> None:
    async with opened() as house, line_to(house.port) as line:
        for path in ("/", "/credits", "/t/abc-_9", "/replay/abc", "/set/diner", "/rules/ovens", "/t/abc/"):
            await line.send(request(path, f"Accept: {accepts}"))
            assert await one_answer(line) == (200, b"the page"), path
        await line.send(request("/assets/a.js", f"Accept: {accepts}"))
        assert await one_answer(line) == (200, b"a script")
        unknown = ["/metrics", "/admin", "/t", "/t/a/b", "/assets", "/assets/b.js", "/index", "/.env", "/wp-login.php"]
        unknown += ["/../secret", "/..%2fsecret", "//secret", "/api", "/assets/%2e%2e/%2e%2e/secret", "/healthz/x"]
        for path in unknown:
            await line.send(request(path, f"Accept: {accepts}"))
            status, body = await one_answer(line)
            assert status == 404, path
            assert body == b"the page" if accepts == "text/html" and "assets/" not in path else b"nothing here" in body


@in_event_loop
async def test_a_file_of_the_page_is_compressed_once(small_page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compressing the largest takes ten milliseconds, and everybody may ask for it as often as they like."""
    script = b"let x = 1;\n" * 1_000
    (small_page / "assets" / "a.js").write_bytes(script)
    worked: list[int] = []
    compress = gzip.compress

    def counted(data: bytes, *how: int, **more: int) -> bytes:
        worked.append(len(data))
        return compress(data, *how, **more)

    monkeypatch.setattr(gzip, "compress", counted)
    async with opened() as house, line_to(house.port) as line:
        for _ in range(3):
            await line.send(request("/assets/a.js", "Accept-Encoding: gzip"))
            status, body = await one_answer(line)
            assert (status, gzip.decompress(body)) == (200, script)
        await line.send(request("/assets/a.js"))
        assert await one_answer(line) == (200, script)
        await line.send(request("/nowhere", "Accept-Encoding: gzip", "Accept: text/html"))
        status, body = await one_answer(line)
        assert (status, gzip.decompress(body)) == (404, b"the page")
    assert worked == [len(script), len(b"the page")]


def test_the_addresses_that_people_see_are_those_that_the_page_knows() -> None:
    source = (Path(__file__).parents[2] / "web" / "src" / "App.svelte").read_text(encoding="utf-8")
    known = set(re.findall(r'first === "(\w+)"', source)) - {"docs"}  # which the house answers by itself
    assert known
    assert known == set(re.findall(r"[a-z]{1,8}(?=[|)])", app.SCREENS.pattern.partition("/[")[0] + "|"))


@in_event_loop
async def test_a_house_without_its_page_says_so_only_where_the_page_would_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "PAGE", tmp_path)
    async with opened() as house, line_to(house.port) as line:
        for path, status in (("/", 200), ("/t/abc", 200), ("/metrics", 404)):
            await line.send(request(path))
            assert (await one_answer(line))[0] == status


def test_no_sentence_of_a_failing_store_tells_guests_about_the_machine(tmp_path: Path) -> None:
    file = tmp_path / "maitred.db"
    for name in dir(sqlite3):
        if name.startswith("SQLITE_") and isinstance(getattr(sqlite3, name), int):
            problem = sqlite3.OperationalError("unable to open database file")
            problem.sqlite_errorcode = getattr(sqlite3, name)
            failed = failure(problem, file)
            assert str(file) in str(failed)
            assert "/" not in failed.told
    with pytest.raises(StoreFailed) as refusal, speaking_of(file):
        raise PermissionError(13, "Permission denied", str(file))
    assert "/" not in refusal.value.told


# ConnectionCount


@in_event_loop
async def test_an_address_has_so_many_connections_and_others_are_not_refused() -> None:
    async with opened(Limits(windows_per_address=2)) as house:
        most = house.connections.limits.connections_per_address
        async with lines_to(house.port, *[HOSTILE] * most):
            async with line_to(house.port) as line:
                assert await line.status() == 429
            async with line_to(house.port, HOME) as line:
                await line.send(request("/healthz"))
                assert (await one_answer(line))[0] == 200
        while house.connections.by_address[HOSTILE]:
            await asyncio.sleep(0.01)
        async with line_to(house.port) as line:
            await line.send(request("/healthz"))
            assert (await one_answer(line))[0] == 200, "who has gone is not counted any more"


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::1", "::1"),
        ("fe80::1%eth0", "fe80::1%eth0"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_all_addresses_of_a_network_count_as_one(address: str, counted: str) -> None:
    assert counted_as(address) == counted


@in_event_loop
async def test_who_changes_the_ipv6_address_for_every_request_is_limited_all_the_same() -> None:
    async with opened(Limits(requests_per_second=1), proxy=HOSTILE) as house:
        told = []
        for guest in ("2001:db8::1", "2001:db8::2", "2001:db8::ffff:1", "2001:db8::3", "2001:db8:0:1::1"):
            async with line_to(house.port) as line:
                await line.send(request("/healthz", f"X-Forwarded-For: {guest}"))
                told.append((await one_answer(line))[0])
        assert told == [200, 200, 200, 429, 200]


@in_event_loop
async def test_the_house_has_so_many_connections_in_all() -> None:
    async with opened(Limits(connections=3)) as house:
        async with (
            lines_to(house.port, "127.0.0.2", "127.0.0.3", "127.0.0.4"),
            line_to(house.port, "127.0.0.5") as line,
        ):
            assert await line.status() == 429
        assert house.connections.turned_away == 1


@in_event_loop
async def test_behind_a_proxy_only_the_connections_of_all_are_limited() -> None:
    limits = Limits(windows_per_address=1)
    async with (
        opened(limits, proxy=HOSTILE) as house,
        lines_to(house.port, *[HOSTILE] * 8),
        line_to(house.port) as line,
    ):
        await line.send(request("/healthz"))
        assert (await one_answer(line))[0] == 200


@pytest.mark.parametrize("plain", [False, True])
@in_event_loop
async def test_a_socket_counts_as_a_connection_until_it_ends(plain: bool) -> None:
    async with opened(plain_sockets=plain) as house:
        async with at_a_table(house):
            assert house.connections.by_address == {HOSTILE: 1}
        await nobody_connected(house)


@in_event_loop
async def test_a_window_that_was_closed_leaves_nothing_to_the_garbage_collector() -> None:
    """The house looks for cycles so rarely that whatever needs that is as good as kept."""
    async with opened() as house:
        keys = await house.inside.set_table("delectable", "mm")
        for collecting in (True, False):  # the first time things are loaded
            if collecting:
                gc.collect()
                gc.disable()
            gc.set_debug(0 if collecting else gc.DEBUG_SAVEALL)
            try:
                async with socket_to(house.port, f"/api/tables/{keys.table}/socket") as line:
                    await line.reader.read(10)
                async with line_to(house.port) as line:
                    await line.send(request("/healthz"))
                    await one_answer(line)
                await nobody_connected(house)
                await asyncio.sleep(0.01)
                gc.collect()
                left = {f"{type(each).__module__}.{type(each).__name__}" for each in gc.garbage}
            finally:
                gc.set_debug(0)
                gc.garbage.clear()
        gc.enable()
        assert not {name for name in left if name.startswith(("maitred.", "uvicorn.", "websockets.", "httptools."))}


# Frames


@pytest.mark.parametrize("flood", [pings(50_000), empty_pieces(50_000)], ids=["pings", "pieces"])
@in_event_loop
async def test_pings_and_empty_pieces_are_counted_and_too_many_close_the_socket(flood: bytes) -> None:
    async with opened() as house:
        async with at_a_table(house) as line:
            await line.send(flood)
            told = await line.rest()
            assert told.count(b"\x8a\x00") < 5_000, "what came in the same breath is not answered"
        await nobody_connected(house)


@in_event_loop
async def test_a_client_that_pings_now_and_then_is_welcome() -> None:
    async with opened() as house, at_a_table(house) as line:
        await line.send(pings(USUAL.frames_per_second))
        heard = b""
        while heard.count(b"\x8a\x00") < USUAL.frames_per_second:
            piece = await line.reader.read(4096)
            assert piece
            heard += piece

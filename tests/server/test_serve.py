"""`maitred serve` as hosts use it: addresses, limits, workers, logs, what is kept and for how long."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from maitred import manual
from maitred.cli import main
from maitred.server.app import SocketEndpoint
from maitred.server.endpoint import Context, Wrong
from maitred.server.identity import HostPolicy
from maitred.server.limits import Buckets, Limits
from tests.server.event_loop import in_event_loop
from tests.server.guest import Browser, Refusal, RunningHouse, at_table, deal, play_on
from tests.server.in_process import in_process_house

DAY_MS = 86_400_000
MINUTE_MS = 60_000


async def played(house: RunningHouse) -> tuple[Browser, str]:
    """A finished game of two."""
    browser = Browser(house.port)
    table = browser.set_table("diner", "mm", public=True)
    async with at_table(browser, table, 0) as one, at_table(browser, table, 1) as other:
        await deal(one, other)
        await asyncio.gather(*[play_on(guest, lambda offers: offers[0]) for guest in (one, other)])
        await one.do("back")
    return browser, table


# Addresses


def test_a_busy_port_is_left_alone_and_the_next_one_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with RunningHouse(tmp_path / "data", port=port) as house:
            assert port < house.port <= port + 50
            assert f"Port {port} is in use, so the house took {house.port}.\n" in house.told
            assert house.told.count("maitred is open at ") == 1
            assert f"maitred is open at http://localhost:{house.port}/ - Ctrl-C closes it" in house.told
            assert Browser(house.port).ask("GET", "/healthz").status == 200
            assert house.close() == 0
            assert house.farewell == "The house is closed; tables are kept.\n"


def test_listening_everywhere_tells_the_address_in_the_network(tmp_path: Path) -> None:
    with RunningHouse(tmp_path / "data", "--host", "0.0.0.0") as house:
        assert f"maitred is open at http://localhost:{house.port}/" in house.told
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
            try:
                asker.connect(("192.0.2.1", 9))
            except OSError:
                assert "in your network" not in house.told
            else:
                assert f"(in your network: http://{asker.getsockname()[0]}:{house.port}/)" in house.told
        assert house.close(signal.SIGTERM) == 0, "a request to end closes the house as Ctrl-C does"
        assert "Traceback" not in house.log()


@in_event_loop
async def test_a_public_address_is_told_and_welcomed(tmp_path: Path) -> None:
    url = "https://games.example.org"
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with RunningHouse(tmp_path / "data", "--public-url", f"{url}/", port=port) as house:
        assert f"maitred is open at {url} - " in house.told
        browser = Browser(house.port)
        outside = {"Host": "games.example.org", "Origin": url}
        wish = {"game": "delectable", "seats": [{"kind": "me"}, {"kind": "open"}]}
        answer = browser.ask("POST", "/api/tables", wish, outside)
        assert (answer.status, answer.json["link"]) == (201, f"{url}/t/{answer.json['table']}")
        async with at_table(browser, answer.json["table"], 0, origin=url) as guest:
            assert guest.seat == 0
        for origin in ("http://games.example.org", "https://example.org", f"{url}.evil.example"):
            refused = browser.ask("POST", "/api/tables", wish, {**outside, "Origin": origin})
            assert (refused.status, refused.json["reason"]) == (403, "foreign")
        assert browser.ask("GET", "/healthz", headers={"Host": "example.org"}).status == 421
        assert browser.ask("GET", "/healthz").status == 200, "the machine itself knows the house too"


@pytest.mark.parametrize("url", ["games.example.org", "ftp://example.org", "https://example.org/games", "https://"])
def test_an_address_that_cannot_be_opened_is_refused(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--public-url", url]) == 2
    told = capsys.readouterr().err
    assert told.strip().endswith(f"A public address looks like https://games.example.org, not {url!r}.")


def test_a_house_shows_the_pages_as_text_and_nothing_else_of_its_files(tmp_path: Path) -> None:
    with RunningHouse(tmp_path / "data") as house:
        browser = Browser(house.port)
        for name in (*manual.PAGES, "cards.md"):
            shown = browser.ask("GET", f"/docs/{name}")
            assert (shown.status, shown.body.decode()) == (200, manual.read(name))
            assert shown.headers["Content-Type"] == "text/plain; charset=utf-8"
            assert shown.headers["X-Content-Type-Options"] == "nosniff"
            assert "Accept" in shown.headers["Vary"]
        assert browser.ask("GET", "/docs").body.decode() == manual.listing()
        for name in ("nothing", "..%2Fpyproject.toml", "%2e%2e", "docs%2fcards.md", "%2Fetc%2Fpasswd"):
            refused = browser.ask("GET", f"/docs/{name}")
            assert (refused.status, refused.json["text"]) == (404, "There is nothing here."), name
        refused = browser.ask("POST", "/docs/cards", {})
        assert (refused.status, refused.headers["Allow"]) == (405, "GET, HEAD")


# Limits


@in_event_loop
async def test_limits_of_windows_and_tables(tmp_path: Path) -> None:
    limits = ("--windows-per-address", "12", "--tables-per-minute", "1")
    with RunningHouse(tmp_path / "data", *limits) as house:
        browser = Browser(house.port)
        table = browser.set_table("delectable", "mm")
        wish = {"game": "delectable", "seats": [{"kind": "me"}, {"kind": "open"}]}
        refused = browser.ask("POST", "/api/tables", wish)
        assert (refused.status, refused.json["reason"]) == (429, "too_many")
        async with AsyncExitStack() as stack:

            async def fill(seat: int | None, most: int) -> tuple[int, str]:
                for _ in range(most):
                    await stack.enter_async_context(at_table(browser, table, seat))
                with pytest.raises(Refusal) as refusal:
                    await stack.enter_async_context(at_table(browser, table, seat))
                response = refusal.value.response
                return response.status_code, json.loads(response.body)["text"]

            assert await fill(0, Limits().windows) == (429, "This seat is open in too many windows.")
            assert await fill(1, 2) == (429, "Too many windows are open from your address.")
            assert browser.ask("GET", "/healthz").json["sockets"] == 12
        while browser.ask("GET", "/healthz").json["sockets"]:
            await asyncio.sleep(0.01)
        async with at_table(browser, table, 1) as guest:
            assert guest.seat == 1, "windows that were closed count no more"
        assert house.close() == 0


@in_event_loop
async def test_only_so_many_watch_one_table() -> None:
    async with in_process_house(limits=Limits(watchers=2)) as house:
        keys = await house.set_table("delectable", "mm")
        context = Context(house.house, HostPolicy(None), "", Buckets(1, 1))
        scope = {"type": "websocket", "path": f"/api/tables/{keys.table}/socket", "headers": [], "query_string": b""}
        scope |= {"scheme": "ws", "server": ("127.0.0.1", 80), "client": ("127.0.0.1", 1)}
        connection = HTTPConnection(scope)
        windows = SocketEndpoint(context)
        for _ in range(2):
            await windows.admit(connection, nobody_reads)
            await house.open(keys.table, None)
        with pytest.raises(Wrong, match="Too many people are watching this table") as wrong:
            await windows.admit(connection, nobody_reads)
        assert wrong.value.status == 429


async def nobody_reads(message: object) -> None:
    """Send into the void."""


def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    with RunningHouse(tmp_path / "data", "--requests-per-second", "1") as house:
        answers = [Browser(house.port).ask("GET", "/healthz") for _ in range(30)]
        assert [answer.status for answer in answers[:3]] == [200, 200, 200]
        assert {answer.status for answer in answers} == {200, 429}
        assert {answer.json["reason"] for answer in answers if answer.status == 429} == {"too_many"}


# Bots


def workers(house: RunningHouse) -> list[int]:
    """The worker processes of a house."""
    pid = house.process.pid
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@in_event_loop
async def test_a_killed_worker_is_replaced_and_the_game_goes_on(tmp_path: Path) -> None:
    with RunningHouse(tmp_path / "data", "--workers", "1") as house:
        browser = Browser(house.port)
        table = browser.set_table("chefs_choice", "mddd")
        killed: set[int] = set()
        last: list[int] = []
        async with at_table(browser, table, 0) as guest:
            await deal(guest)
            while not last:
                while not guest.offers:
                    await guest.hear()
                await guest.play(guest.offers[0])
                alive = [worker for worker in workers(house) if worker not in killed]
                if len(killed) == 3:
                    last = alive
                elif alive:
                    os.kill(alive[0], signal.SIGKILL)
                    killed.add(alive[0])
        assert house.log().count('"what": "a worker process died"') == 3
        assert '"trace"' not in house.log()
        assert house.close() == 0
        for worker in last:
            assert not Path(f"/proc/{worker}").exists(), "no worker is left behind"


# What is kept


def alter(folder: Path, statement: str, *values: object) -> int:
    """Change the file of a closed house; how many rows were changed."""
    with closing(sqlite3.connect(next(folder.glob("*.db")), isolation_level=None)) as connection:
        return connection.execute(statement, values).rowcount


@in_event_loop
async def test_finished_games_are_kept_as_long_as_the_host_wants(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with RunningHouse(folder) as house:
        browser, old = await played(house)
        _, young = await played(house)
        unfinished = browser.set_table("delectable", "mm")
        assert house.close() == 0
    assert alter(folder, 'UPDATE summary SET changed = changed - ? WHERE "table" != ?', 3 * DAY_MS, young) == 2
    with RunningHouse(folder) as house:
        browser.port = house.port
        assert browser.ask("GET", f"/api/tables/{old}/record").status == 200, "kept for ever unless told otherwise"
        house.close()
    with RunningHouse(folder, "--keep-days", "2", "--log", "info") as house:
        while "finished games deleted" not in house.log():
            await asyncio.sleep(0.02)
        browser.port = house.port
        assert browser.ask("GET", f"/api/tables/{old}").status == 404
        assert browser.ask("GET", f"/api/tables/{young}/record").status == 200
        assert browser.ask("GET", f"/api/tables/{unfinished}").status == 200
        assert house.close() == 0


def age_link(folder: Path, table: str, minutes: int) -> None:
    """Make the private link of a table so much older."""
    with closing(sqlite3.connect(next(folder.glob("*.db")), isolation_level=None)) as connection:
        rows = connection.execute('SELECT seq, line FROM line WHERE "table" = ?', (table,)).fetchall()
        seq, line = next((seq, json.loads(line)) for seq, line in rows if json.loads(line)["type"] == "lent")
        line["until"] -= minutes * MINUTE_MS
        connection.execute(
            'UPDATE line SET line = ? WHERE "table" = ? AND seq = ?', (json.dumps(line).encode(), table, seq)
        )


@in_event_loop
async def test_a_private_link_is_good_for_ten_minutes(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with RunningHouse(folder) as house:
        browser = Browser(house.port)
        table = browser.set_table("delectable", "mo")
        code = browser.ask("POST", f"/api/tables/{table}/seats/0/link").json["code"]
        house.close()
        for minutes, status in ((11, 409), (-2, 200)):
            age_link(folder, table, minutes)
            house.start()
            taken = Browser(house.port).ask("POST", f"/api/tables/{table}/take", {"code": code})
            assert taken.status == status
            house.close()


# Logs


@in_event_loop
async def test_a_game_is_played_over_plain_sockets(tmp_path: Path) -> None:
    with RunningHouse(tmp_path / "data", "--plain-sockets") as house:
        browser, table = await played(house)
        assert browser.ask("GET", f"/api/tables/{table}/record").status == 200
        assert "ERROR" not in house.log()


@in_event_loop
async def test_logs_have_no_secrets(tmp_path: Path) -> None:
    with RunningHouse(tmp_path / "data", "--log", "debug") as house:
        host, friend = Browser(house.port), Browser(house.port)
        table = host.set_table("diner", "mor", name="Zacharias")
        friend.sit(table, "Yolanda")
        code = friend.ask("POST", f"/api/tables/{table}/seats/1/link").json["code"]
        async with at_table(host, table, 0) as one, at_table(friend, table, 1) as other:
            await deal(one, other)
            await one.do("say", text="between us")
            await one.do("move", action=99_999, stamp=0)
            await one.socket.send("nonsense of mine")
            await one.until(lambda message: message["t"] == "refused")
            await play_on(one, lambda offers: offers[0], 1)
            await asyncio.to_thread(house.close)
        log = house.log()
        key = json.loads(first_line(tmp_path / "data", table))["key"]
        nonces = [
            str(each.nonce) for browser in (host, friend) for kept in browser.kept.values() for each in kept.attempts
        ]
        tokens = [token for browser in (host, friend) for kept in browser.cookies.values() for token in kept.values()]
        for secret in (table, key, *nonces, code, "Zacharias", "Yolanda", "between us", "nonsense of mine", *tokens):
            assert secret not in log, f"{secret} is in the log"
        for line in log.splitlines():
            assert {"at", "level", "what"} <= set(json.loads(line))


def first_line(folder: Path, table: str) -> bytes:
    """How a table was set, as it is stored."""
    with closing(sqlite3.connect(next(folder.glob("*.db")))) as connection:
        row = connection.execute('SELECT line FROM line WHERE "table" = ? AND seq = 1', (table,)).fetchone()
    line: bytes = row[0]
    return line

"""Several servers on one database: a table is awake in one of them, and whoever comes to another is passed on."""

from __future__ import annotations

import asyncio
import random
import re
import signal
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from maitred.postgres.connection import OUT_OF_REACH
from maitred.postgres.membership import LEASE_SECONDS
from tests.server.event_loop import in_event_loop
from tests.server.faults import check_history, evening_of_faults, leased, lines_of, rolling_upgrade
from tests.server.guest import Browser, Guest, RunningHouse, at_free_port, at_table, deal, play_on
from tests.server.postgres import database, server
from tests.server.test_durability import Player
from tests.server.test_lost_file import until_status
from tests.server.test_metrics import read, values

FAULTS = 30
MANY_FAULTS = 200
FULL = """
    CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
    END $$;
    CREATE TRIGGER fill BEFORE INSERT ON maitred.line EXECUTE FUNCTION fill();
"""
"""Lets the database answer as it does on a full disk."""
LONG_LEASE = 30.0
"""In seconds: a server that only waits for a busy machine must not lose its tables."""


@contextmanager
def servers(folder: Path, count: int, *arguments: str, lease: float = LONG_LEASE) -> Iterator[list[RunningHouse]]:
    """Servers that share a new database."""
    url = database(folder.name)
    with ExitStack() as opened:
        yield [
            opened.enter_context(
                RunningHouse(folder / f"server{number}", "--store", url, *arguments, cheat=leased(lease))
            )
            for number in range(count)
        ]


def table_for_two(house: RunningHouse) -> tuple[Browser, str]:
    """A table of Delectable for two guests of the same browser."""
    browser = Browser(house.port)
    return browser, browser.set_table("delectable", "mm")


def first(offers: list[dict[str, Any]]) -> dict[str, Any]:
    return offers[0]


@in_event_loop
async def test_guests_of_two_servers_play_one_game(tmp_path: Path) -> None:
    with servers(tmp_path, 2) as (here, there):
        host, guest = Browser(here.port), Browser(there.port)
        table = host.set_table("delectable", "mo")
        seat = guest.sit(table, "Elsewhere")
        assert [card["table"] for card in guest.ask("GET", "/api/tables").json["tables"]] == []  # by link only
        async with at_table(host, table, 0) as first_guest, at_table(guest, table, seat) as second_guest:
            await deal(first_guest, second_guest)
            chance = random.Random(3)
            moves = await asyncio.gather(*[play_on(each, chance.choice) for each in (first_guest, second_guest)])
            assert min(moves) > 3
            assert first_guest.position is not None
            assert second_guest.position is not None
            sheets = [first_guest.position["sheet"], second_guest.position["sheet"]]
            assert sheets[0]["ranking"] == sheets[1]["ranking"]
            assert sheets[0]["total"] == sheets[1]["total"]
        records = [browser.ask("GET", f"/api/tables/{table}/record").body for browser in (host, guest)]
        assert records[0] == records[1]
        answer = guest.ask("GET", f"/api/tables/{table}")
        assert answer.json["table"]["phase"] == "over"
        # What is passed on has the same safety headers as everything else, and each of them once.
        assert len(answer.headers.get_all("Content-Security-Policy") or []) == 1
        assert here.close() == 0
        assert there.close() == 0
        assert "Traceback" not in here.log() + there.log()


def metrics_of(house: RunningHouse) -> dict[str, float]:
    """What operators read of a server."""
    port = re.search(r"Metrics are at port (\d+)", house.told)
    assert port is not None
    return values(read(int(port[1]))[1])


@in_event_loop
async def test_lists_hints_bots_limits_and_replays_are_there_in_every_server(tmp_path: Path) -> None:
    limits = ("--windows-per-address", "2", "--workers", "1", "--metrics", "127.0.0.1:0")
    with servers(tmp_path, 2, *limits) as (here, there):
        host = Browser(here.port)
        table = host.set_table("delectable", "me", public=True)
        away = Browser(there.port, host.cookies, host.kept)
        async with asyncio.timeout(60):
            while [card["table"] for card in away.ask("GET", "/api/tables").json["tables"]] != [table]:
                await asyncio.sleep(0.05)
        async with at_table(away, table, 0) as guest, at_table(host, table, 0):
            with pytest.raises(InvalidStatus, match="429"):  # the owner counts the windows of both servers
                async with at_table(away, table, 0):
                    pass
            await deal(guest)
            while not guest.offers:
                await guest.hear()
            hints = await guest.do("hint")
            assert hints["t"] == "hints"
            assert len(hints["hints"]) > 0
            assert await play_on(guest, first) > 3
        frames = [browser.ask("GET", f"/api/tables/{table}/replay/frames") for browser in (host, away)]
        assert frames[0].status == 200
        assert frames[0].body == frames[1].body
        counted = [metrics_of(house) for house in (here, there)]
        assert counted[0]["maitred_thoughts_total"] > 0
        assert counted[0]["maitred_move_seconds_count"] > 3
        assert counted[1]["maitred_thoughts_total"] == counted[1]["maitred_move_seconds_count"] == 0
        assert counted[1]["maitred_guests_passed_on_total"] > 0


@in_event_loop
async def test_a_house_has_one_address_and_refuses_in_the_same_words_wherever_one_comes(tmp_path: Path) -> None:
    home = {"Host": "games.example.org", "Origin": "https://games.example.org"}
    public = ("--public-url", "https://games.example.org", "--metrics", "127.0.0.1:0")
    with ExitStack() as opened:
        here, there = [
            opened.enter_context(at_free_port(tmp_path / name, "--store", database(tmp_path.name), *public))
            for name in ("here", "there")
        ]
        host = Browser(here.port)
        table = host.set_table("ovens", "mm")
        path = f"/api/tables/{table}"
        # A page of somebody else is turned away where it comes; nobody else hears of it.
        foreign = {**home, "Origin": "https://elsewhere.example"}
        answer = Browser(there.port).ask("POST", f"{path}/claim", {"name": "X"}, foreign)
        assert (answer.status, answer.json["reason"]) == (403, "foreign")
        assert metrics_of(there)["maitred_guests_passed_on_total"] == 0
        # A cookie that one server gave is good at the other one, and links lead to the address of all.
        answer = Browser(there.port, host.cookies).ask("GET", path, headers=home)
        assert answer.json["seats"] == [0, 1]
        assert answer.json["link"] == f"https://games.example.org/t/{table}"
        async with at_table(host, table, 0):
            for port in (here.port, there.port):
                with pytest.raises(InvalidStatus, match="403") as refused:
                    async with at_table(Browser(port), table, 0):
                        pass
                assert b"This is not your seat" in (refused.value.response.body or b"")
                answer = Browser(port).ask("POST", f"{path}/claim", {"name": "X"})
                assert (answer.status, answer.json["reason"]) == (409, "not_allowed")
            assert Browser(there.port).ask("GET", "/api/tables/nowhere").status == 404


async def until_all_sleep(url: str) -> None:
    """Wait until no server has a table."""
    connection = await asyncpg.connect(url)
    while await connection.fetchval("SELECT count(*) FROM maitred.lease"):
        await asyncio.sleep(0.1)
    await connection.close()


@in_event_loop
async def test_a_rematch_that_is_awake_in_another_server_is_found_there(tmp_path: Path) -> None:
    with servers(tmp_path, 2, "--doze", "1") as (here, there):
        host, ann, bob = Browser(here.port), Browser(there.port), Browser(there.port)
        table = host.set_table("delectable", "moo")
        seats = [0, ann.sit(table, "Ann"), bob.sit(table, "Bob")]
        async with AsyncExitStack() as opened:
            at = [
                await opened.enter_async_context(at_table(browser, table, seat))
                for browser, seat in zip((host, ann, bob), seats, strict=True)
            ]
            await deal(*at)
            await asyncio.gather(*[play_on(guest, first) for guest in at])
        again = host.ask("POST", f"/api/tables/{table}/rematch").json["table"]
        await until_all_sleep(database(tmp_path.name))
        ann.port = here.port
        async with (
            at_table(ann, table, 1),  # the old table wakes here
            at_table(Browser(there.port, host.cookies, host.kept), again, 0) as hosting,  # and the new one there
        ):
            answer = ann.ask("POST", f"/api/tables/{table}/rematch")
            assert (answer.status, answer.json["table"], answer.json["seats"]) == (200, again, [1])
            assert bob.ask("POST", f"/api/tables/{table}/decline").status == 200  # from there to here, and back
            async with at_table(ann, again, 1):
                names = [seat["name"] for seat in hosting.table["seats"]]
                while names[1] != "Ann" or hosting.table["seats"][2].get("held"):
                    await hosting.hear()
                    names = [seat["name"] for seat in hosting.table["seats"]]
        assert "Traceback" not in here.log() + there.log()


@in_event_loop
async def test_a_killed_server_s_tables_go_on_in_another(tmp_path: Path) -> None:
    with servers(tmp_path, 2) as (here, there):
        url = database(tmp_path.name)
        browser, table = table_for_two(here)
        players = [Unhurried(browser, table, seat, 5 + seat) for seat in range(2)]
        evening = [asyncio.create_task(player.play()) for player in players]
        await asyncio.sleep(0.6)
        here.kill()
        killed = time.monotonic()
        await asyncio.gather(*evening)
        browser.port = there.port
        async with at_table(browser, table, 0):
            back = time.monotonic() - killed
        print(f"back after {back:.2f} s")
        await asyncio.gather(*[player.play() for player in players])
        assert all([player.over for player in players])
        await check_history(url, players)


@in_event_loop
async def test_a_server_that_was_paused_cannot_write_when_it_wakes(tmp_path: Path) -> None:
    with servers(tmp_path, 2, lease=LEASE_SECONDS) as (here, there):
        url = database(tmp_path.name)
        browser, table = table_for_two(here)
        async with at_table(browser, table, 0) as one, at_table(browser, table, 1) as two:
            await deal(one, two)
            here.process.send_signal(signal.SIGSTOP)
            elsewhere = Browser(there.port, browser.cookies, browser.kept)
            guest, seat = None, 0 if one.offers else 1
            while guest is None:  # until the lease has run out
                try:
                    async with at_table(elsewhere, table, seat) as guest:
                        assert (await guest.play(guest.offers[0]))["t"] == "done"
                except InvalidStatus:
                    await asyncio.sleep(0.2)
            lines = await lines_of(url, table)
            mover = one if one.offers else two
            sent = await mover.say("move", action=mover.offers[-1]["action"], stamp=mover.offers[-1]["stamp"])
            here.process.send_signal(signal.SIGCONT)
            with pytest.raises(ConnectionClosed):  # never an answer
                await mover.until(lambda message: message["t"] == "done" and message["id"] == sent)
        assert await lines_of(url, table) == lines
        # The server that was paused is soon a member again, and passes its guests on.
        again: Guest | None = None
        while again is None:
            try:
                async with at_table(browser, table, 0) as again:
                    assert again.position is not None
            except InvalidStatus:
                await asyncio.sleep(0.2)


@in_event_loop
async def test_a_server_that_closes_hands_its_tables_over(tmp_path: Path) -> None:
    with servers(tmp_path, 2) as (here, there):
        browser, table = table_for_two(here)
        async with at_table(browser, table, 0) as one, at_table(browser, table, 1) as two:
            await deal(one, two)
            assert here.close(signal.SIGTERM) == 0
            with pytest.raises(ConnectionClosed) as closed:
                await one.until(lambda message: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        browser.port = there.port
        async with at_table(browser, table, 0) as one, at_table(browser, table, 1) as two:
            await asyncio.gather(play_on(one, first), play_on(two, first))


@in_event_loop
async def test_a_server_whose_database_is_full_or_away_is_not_ready_and_comes_back_by_itself(tmp_path: Path) -> None:
    with servers(tmp_path, 1) as (house,):
        browser = Browser(house.port)
        table = browser.set_table("delectable", "mm")
        assert await until_status(browser, "/readyz", 200) == ""
        connection = await asyncpg.connect(database(tmp_path.name))
        before = await connection.fetch("SELECT * FROM maitred.line")
        await connection.execute(FULL)
        for path in ("/readyz", "/healthz"):
            assert await until_status(browser, path, 503) == "The house has no room left."
        await connection.execute("DROP FUNCTION fill CASCADE")
        for path in ("/readyz", "/healthz"):
            await until_status(browser, path, 200)
        assert await connection.fetch("SELECT * FROM maitred.line") == before  # what was tried is not there
        await connection.close()
        await asyncio.to_thread(server().stop, signal.SIGINT)  # at once, and in good order
        try:
            assert await until_status(browser, "/readyz", 503) == OUT_OF_REACH
            assert await until_status(browser, "/healthz", 503) == OUT_OF_REACH
            wish = {"game": "delectable", "seats": [{"kind": "me"}, {"kind": "me"}]}
            refused = await asyncio.to_thread(browser.ask, "POST", "/api/tables", wish)
            assert (refused.status, refused.json["reason"]) == (503, "no_store")
        finally:
            await asyncio.to_thread(server().start)
        for path in ("/readyz", "/healthz"):
            await until_status(browser, path, 200)
        async with at_table(browser, table, 0) as one, at_table(browser, table, 1) as two:
            await deal(one, two)
        assert house.close() == 0


@in_event_loop
async def test_a_rolling_upgrade_of_three_servers_under_load_drops_nothing(tmp_path: Path) -> None:
    await rolling_upgrade(tmp_path, seed=3)


class Unhurried(Player):
    """Somebody who thinks a little, as the house asks of everybody."""

    async def move(self, guest: Guest, move: dict[str, Any]) -> str:
        """Make a move, and wait."""
        refused = await super().move(guest, move)
        await asyncio.sleep(0.06)
        return refused


@in_event_loop
async def test_nothing_acknowledged_is_lost_whatever_fails(tmp_path: Path) -> None:
    await evening_of_faults(tmp_path, FAULTS, seed=25)


@pytest.mark.soak
@in_event_loop
async def test_nothing_acknowledged_is_lost_in_two_hundred_faults(tmp_path: Path) -> None:
    await evening_of_faults(tmp_path, MANY_FAULTS, seed=2500)

"""What was acknowledged is there: after being killed at any moment, and when the disk fails."""

from __future__ import annotations

import asyncio
import json
import random
import resource
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage

from maitred.server.sqlite import SqliteStore
from tests.server.event_loop import in_event_loop
from tests.server.guest import Browser, Guest, NotOpen, RunningHouse, at_new_table, at_table, deal
from tests.server.in_process import in_process_house

KILLS = 20
LONGEST_EVENING = 0.15
SETTINGS: list[tuple[str, str, dict[str, str]]] = [
    ("chefs_choice", "mmmm", {}),
    ("diner", "mm", {}),
    ("delectable", "mrm", {}),
]


class Player:
    """Somebody who remembers what the house promised."""

    may_be_refused: tuple[str, ...] = ("gone", "stale", "illegal", "not_now", "too_many")

    def __init__(self, browser: Browser, table: str, seat: int, seed: int) -> None:
        self.browser = browser
        self.table = table
        self.seat = seat
        self.chance = random.Random(seed)
        self.promised: dict[str, int] = {}
        """The lines of the moves that were acknowledged, by their ids."""
        self.flying: dict[str, Any] | None = None
        """A move that was sent and not answered."""
        self.seen = 0
        """The last line that this player was told of."""
        self.number = 0
        self.over = False

    async def play(self) -> None:
        """Play until the game is over or the house is gone."""
        try:
            async with at_table(self.browser, self.table, self.seat) as guest:
                try:
                    await self.play_with(guest)
                finally:
                    self.seen = max(self.seen, guest.seq)
        except (ConnectionClosed, InvalidMessage, OSError):  # killed meanwhile, perhaps before it had let the guest in
            return

    async def play_with(self, guest: Guest) -> None:
        """Send the last move again if it was not answered, and go on."""
        if guest.table["phase"] == "seating":
            await guest.ready()
        if self.flying is not None:
            await self.move(guest, self.flying)
        while not guest.over:
            if guest.offers:
                offer = self.chance.choice(guest.offers)
                self.number += 1
                id = f"s{self.seat}m{self.number}"
                await self.move(guest, {"id": id, "action": offer["action"], "stamp": offer["stamp"]})
            else:
                await guest.hear()
        self.over = True

    async def move(self, guest: Guest, move: dict[str, Any]) -> str:
        """Make a move and remember the promise; returns the reason of a refusal, if it was refused."""
        self.flying = move
        answer = await guest.do("move", **move)
        self.flying = None
        if answer["t"] == "done":
            self.promised[move["id"]] = answer["seq"]
            return ""
        reason = str(answer["reason"])
        assert reason in self.may_be_refused, answer
        if reason == "too_many":
            await asyncio.sleep(0.1)
        return reason


def stored(folder: Path, table: str) -> dict[int, dict[str, Any]]:
    """The lines of a table as they are in the file."""
    file = next(folder.glob("*.db"))
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        rows = connection.execute('SELECT seq, line FROM line WHERE "table" = ? ORDER BY seq', (table,)).fetchall()
    return {seq: json.loads(line) for seq, line in rows}


def check(folder: Path, players: list[Player]) -> None:
    """Every acknowledged move is there, where it was acknowledged, and no other but those on their way."""
    for table in {player.table for player in players}:
        check_lines(stored(folder, table), [player for player in players if player.table == table])


def check_lines(lines: dict[int, Any], players: list[Player]) -> None:
    """The same of the lines of one table, and the people who play at it."""
    assert list(lines) == list(range(1, len(lines) + 1))
    for player in players:
        assert player.seen <= len(lines), "somebody was told of what is not stored"
        mine = ids_of(lines, player.seat, ("played",))
        for id, seq in player.promised.items():
            assert mine.pop(id) == seq
        assert set(mine) <= ({player.flying["id"]} if player.flying is not None else set())


def ids_of(lines: dict[int, Any], seat: int, kinds: tuple[str, ...]) -> dict[str, int]:
    """The lines of what this seat did, by the ids of its messages; none was written twice."""
    own = [(line["id"], seq) for seq, line in lines.items() if line["type"] in kinds and line["seat"] == seat]
    by_id = {id: seq for id, seq in own if id is not None}
    assert len(by_id) == sum(id is not None for id, _ in own)
    return by_id


def sit_down(house: RunningHouse, setting: tuple[str, str, dict[str, str]], seed: int) -> list[Player]:
    """The people of a new table."""
    game, seats, options = setting
    browser = Browser(house.port)
    table = browser.set_table(game, seats, options=options)
    return [Player(browser, table, seat, seed + seat) for seat, letter in enumerate(seats) if letter == "m"]


@in_event_loop
async def test_killed_at_any_moment_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    await kill_again_and_again(tmp_path, KILLS, seed=20)


async def kill_again_and_again(tmp_path: Path, kills: int, seed: int) -> None:
    """Kill a house so many times while people play, and see each time that what it promised is there."""
    with RunningHouse(tmp_path / "data") as house:
        chance = random.Random(seed)
        tables = [sit_down(house, setting, seed) for seed, setting in enumerate(SETTINGS)]
        promises = 0
        for kill in range(kills):
            for at, players in enumerate(tables):
                if any(player.over for player in players):
                    tables[at] = sit_down(house, SETTINGS[at], 100 * kill + at)
            everyone = [player for players in tables for player in players]
            playing = asyncio.gather(*[player.play() for player in everyone])
            begun = sum(len(player.promised) for player in everyone)
            while sum(len(player.promised) for player in everyone) == begun and not playing.done():
                await asyncio.sleep(0)
            await asyncio.sleep(chance.random() * LONGEST_EVENING)
            house.kill()
            await playing
            house.start()
            check(tmp_path / "data", everyone)
            promises += sum(len(player.promised) for player in everyone) - begun
        assert promises > kills
        for players in tables:
            if not any(player.over for player in players):
                await asyncio.gather(*[player.play() for player in players])
                check(tmp_path / "data", players)
                assert all(player.over for player in players), "play goes on to the end"
        assert house.close() == 0
        assert '"trace"' not in house.log()


@in_event_loop
async def test_closed_and_opened_again_tables_go_on(tmp_path: Path) -> None:
    with RunningHouse(tmp_path / "data") as house:
        browser = Browser(house.port)
        async with at_new_table(browser, "delectable", "mm") as guests:
            await deal(*guests)
            (asked,) = [guest for guest in guests if guest.offers]
            offer = asked.offers[0]
            move = {"id": "once", "action": offer["action"], "stamp": offer["stamp"]}
            answer = await asked.do("move", **move)
            code = await asyncio.to_thread(house.close)
            for guest in guests:
                bye = await guest.until(lambda message: message["t"] == "bye")
                assert bye["reason"] == "restart"
                await guest.socket.wait_closed()
                assert guest.socket.close_code == 1012
        assert code == 0
        house.start()
        async with at_table(browser, asked.table["table"], asked.seat) as again:
            assert again.position == asked.position
            assert again.log == asked.log
            assert await again.do("move", **move) == answer
            assert again.position is not None
            assert again.position["moves"] == 1
        assert house.close() == 0


@in_event_loop
async def test_a_disk_that_fails_under_the_house(tmp_path: Path) -> None:
    with RunningHouse(tmp_path / "data") as house:
        browser = Browser(house.port)
        async with at_new_table(browser, "delectable", "mm") as (one, other):
            await deal(one, other)
            asked, table = one if one.offers else other, one.table["table"]
            before = stored(tmp_path / "data", table)
            limits = resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, (1024, limits[1]))
            offer = asked.offers[0]
            answer = await asked.play(offer)
            assert (answer["t"], answer["reason"]) == ("refused", "no_store")
            assert answer["text"] == "The disk of the house has failed. Nothing was changed; try again."
            assert f"The disk failed under {tmp_path / 'data' / 'maitred.db'}" in house.log(), "the host is told more"
            wish = {"game": "delectable", "seats": [{"kind": "me"}, {"kind": "bot"}]}
            posted = Browser(house.port).ask("POST", "/api/tables", wish)
            assert (posted.status, posted.json["reason"]) == (503, "no_store")
            assert browser.ask("GET", f"/api/tables/{table}").status == 200, "what is stored can be seen"
            assert stored(tmp_path / "data", table) == before
            resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, limits)
            assert (await asked.play(offer))["t"] == "done"
            assert len(stored(tmp_path / "data", table)) == len(before) + 1
            assert (await other.do("back"))["t"] == "done"
        assert house.close() == 0


def fill(store: SqliteStore) -> None:
    """Let the file grow no more."""
    pages = store._writer.connection.execute("PRAGMA page_count").fetchone()[0]
    store._writer.connection.execute(f"PRAGMA max_page_count = {pages}")


def make_room(store: SqliteStore) -> None:
    """Let the file grow again."""
    store._writer.connection.execute("PRAGMA max_page_count = 1000000")


def forbid(store: SqliteStore) -> None:
    """Let the file only be read."""
    store._writer.connection.execute("PRAGMA query_only = ON")


def allow(store: SqliteStore) -> None:
    """Let the file be written again."""
    store._writer.connection.execute("PRAGMA query_only = OFF")


@pytest.mark.parametrize(
    ("spoil", "mend", "sentence"),
    [(fill, make_room, "The house has no room left."), (forbid, allow, "The house cannot store anything right now.")],
)
@in_event_loop
async def test_a_full_disk_and_a_file_that_may_only_be_read(
    tmp_path: Path, spoil: Callable[[SqliteStore], None], mend: Callable[[SqliteStore], None], sentence: str
) -> None:
    file = tmp_path / "tables.db"
    store = await SqliteStore.open(file)
    async with in_process_house(store=store) as house:
        keys = await house.set_table("delectable", "mm")
        one, other = [await house.open(keys.table, seat) for seat in (0, 1)]
        spoil(store)
        told, number = "", 0
        while not told:  # the last page may have room for a few lines more
            number += 1
            answer = await one.do("say", id=f"s{number}", text="hello " * 40)
            told = answer.get("text", "")
        assert told == f"{sentence} Nothing was changed; try again."
        lines = await store.read(keys.table)
        assert len(lines) == one.live.table.seq == 1 + number - 1
        heard = len(other.received)
        assert (await one.do("say", id="more", text="hello " * 40))["reason"] == "no_store"
        assert len(other.received) == heard
        mend(store)
        assert (await one.do("say", id="more", text="hello " * 40))["t"] == "done"
        assert len(await store.read(keys.table)) == len(lines) + 1
        await other.settled()
        assert len(other.received) == heard + 1


def test_a_house_without_a_place_for_its_file_does_not_open(tmp_path: Path) -> None:
    (tmp_path / "data" / "maitred.db").mkdir(parents=True)
    with pytest.raises(NotOpen, match=r"data/maitred.db cannot be used: Is a directory\.") as refusal:
        RunningHouse(tmp_path / "data")
    assert "Traceback" not in str(refusal.value)


def test_two_houses_do_not_share_a_file(tmp_path: Path) -> None:
    with RunningHouse(tmp_path / "data"), pytest.raises(NotOpen, match="Another maitred server is already using"):
        RunningHouse(tmp_path / "data")

"""Seats of people who are gone, asleep or out of time; tables that nobody looks at."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import pytest

from maitred.server.live import LiveTable
from maitred.table.presence import AT_TURNS, IN_REAL_TIME
from tests.server.event_loop import in_event_loop
from tests.server.guest import Browser, RunningHouse, at_table, closes_cleanly, deal
from tests.server.in_process import InProcessHouse, Window, in_process_house
from tests.server.in_process import deal as deal_at

MINUTE = 60_000


class Watch:
    """A clock that goes on only when a test says so."""

    def __init__(self) -> None:
        self.ms = 1_000_000

    def now(self) -> int:
        """The time of the house."""
        return self.ms

    async def passes(self, live: LiveTable, ms: int) -> None:
        """Let time pass, and the table see what is due."""
        self.ms += ms
        await live.queue.ask(live.schedule.tick)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """All tables go by this clock."""
    clock = Watch()
    monkeypatch.setattr("maitred.server.house.milliseconds", clock.now)
    return clock


async def two_playing(
    house: InProcessHouse, game: str, seats: str = "mm", **more: object
) -> tuple[Window, Window, LiveTable]:
    """A game that has begun: who is asked first, another person, and the table."""
    keys = await house.set_table(game, seats, pace="slow", **more)
    windows = {seat: await house.open(keys.table, seat) for seat in keys.seats}
    await deal_at(*windows.values())
    live = await house.wake(keys.table)
    asked = next(seat for seat in live.table.actors() if seat in windows)
    other = next(seat for seat in windows if seat != asked)
    return windows[asked], windows[other], live


def facts(window: Window, seat: int | None) -> dict[str, object]:
    """What a window last heard about a seat."""
    for text in reversed(window.received):
        message = json.loads(text)
        if message["t"] in ("welcome", "table"):
            told: dict[str, object] = message["table"]["seats"][seat]
            return told
    raise AssertionError("nothing was told of the table")


# Seats that a bot keeps


@in_event_loop
async def test_a_seat_whose_person_is_gone_is_kept_after_a_while_and_given_back(watch: Watch) -> None:
    async with in_process_house() as house:
        asked, other, live = await two_playing(house, "delectable")
        await asked.close()
        (seat,) = live.table.actors()
        await watch.passes(live, AT_TURNS.gone - 1)
        assert not facts(other, seat)["kept"]
        assert not facts(other, seat)["present"]
        await watch.passes(live, 1)
        await other.settled()
        assert facts(other, seat)["kept"]
        assert f"A bot plays for {{{seat}}}." in other.received[-1]
        while not live.table.record or not live.table.record.moves:
            await watch.passes(live, 1_000)
            await asyncio.sleep(0)
        back = await house.open(live.id, seat)
        await other.settled()
        assert not facts(other, seat)["kept"]
        assert facts(other, seat)["present"]
        assert f"{{{seat}}} is back." in other.received[-1]
        assert back.position["moves"] == len(live.table.record.moves)


@in_event_loop
async def test_nobody_is_replaced_while_nobody_waits(watch: Watch) -> None:
    async with in_process_house() as house:
        asked, other, live = await two_playing(house, "delectable")
        await other.close()
        await asked.close()
        await watch.passes(live, 30_000)
        watcher = await house.open(live.id, None)
        await watch.passes(live, 10 * AT_TURNS.idle)
        assert live.presence.kept == [False, False]
        assert live.ms() == 0, "the time of the game stands still while no player is there"
        assert watcher.position["moves"] == 0


@in_event_loop
async def test_who_is_asked_and_idle_is_kept_and_gets_the_seat_back_by_any_message(watch: Watch) -> None:
    async with in_process_house() as house:
        asked, other, live = await two_playing(house, "delectable")
        seat = asked.seat
        assert seat is not None
        await watch.passes(live, AT_TURNS.idle - 1)
        assert not live.presence.kept[seat]
        await watch.passes(live, 1)
        assert live.presence.kept[seat]
        assert not live.presence.kept[1 - seat], "who waits is not idle"
        await other.do("back")
        assert live.presence.kept[seat]
        assert (await asked.do("back"))["t"] == "done"
        assert not live.presence.kept[seat]
        assert not facts(other, seat)["kept"]


@in_event_loop
async def test_real_time_waits_less(watch: Watch) -> None:
    async with in_process_house() as house:
        asked, _, live = await two_playing(house, "diner")
        assert asked.seat is not None
        await asked.close()
        await watch.passes(live, IN_REAL_TIME.gone - 1)
        assert not live.presence.kept[asked.seat]
        await watch.passes(live, 1)
        assert live.presence.kept[asked.seat]


@in_event_loop
async def test_a_kept_seat_that_is_given_up_is_a_bots(watch: Watch) -> None:
    async with in_process_house() as house:
        asked, other, live = await two_playing(house, "delectable")
        assert asked.seat is not None
        await watch.passes(live, AT_TURNS.idle)
        assert facts(other, asked.seat)["kept"]
        other.socket.host = True
        await other.do("remove", seat=asked.seat)
        assert (facts(other, asked.seat)["kind"], facts(other, asked.seat)["kept"]) == ("bot", False)


# Clocks


@in_event_loop
async def test_a_clock_runs_for_who_is_asked_and_at_its_end_a_bot_plays_on(watch: Watch) -> None:
    async with in_process_house() as house:
        asked, other, live = await two_playing(house, "delectable", clock={"minutes": 1, "bonus_seconds": 3})
        seat = asked.seat
        assert seat is not None
        await watch.passes(live, 10_000)
        offer = asked.position["offers"][0]
        await asked.do("move", action=offer["action"], stamp=offer["stamp"])
        await other.settled()
        assert other.position["clocks"][seat] == MINUTE - 10_000 + 3_000
        assert other.position["clocks"][1 - seat] == MINUTE
        while live.table.actors() != [seat]:
            turn = {seat: asked, 1 - seat: other}[live.table.actors()[0]]
            offer = turn.position["offers"][0]
            await turn.do("move", action=offer["action"], stamp=offer["stamp"])
            await asked.settled()
            await other.settled()
        left = live.table.clocks.left[seat] if live.table.clocks is not None else None
        assert left is not None
        await watch.passes(live, left - 1)
        assert not live.table.seats[seat].out_of_time
        assert asked.position["offers"]
        await watch.passes(live, 1)
        await asked.settled()
        assert live.table.seats[seat].out_of_time
        assert facts(asked, seat)["kept"]
        assert asked.position["offers"] == []
        assert asked.position["clocks"][seat] is None
        answer = await asked.do("move", action=offer["action"], stamp=offer["stamp"])
        assert (answer["reason"], answer["text"]) == ("not_allowed", "Your time is up: a bot plays on.")
        moves = asked.position["moves"]
        while asked.position["moves"] == moves:
            await watch.passes(live, 1_000)
            await asyncio.sleep(0)
            await asked.settled()


@in_event_loop
async def test_clocks_stand_still_while_no_player_is_there_and_while_the_house_is_closed(watch: Watch) -> None:
    async with in_process_house() as house:
        asked, other, live = await two_playing(house, "delectable", clock={"minutes": 1, "bonus_seconds": 0})
        await watch.passes(live, 10_000)
        offer = asked.position["offers"][0]
        await asked.do("move", action=offer["action"], stamp=offer["stamp"])
        await asked.close()
        await other.close()
        house.house.fall_asleep(live)
        watch.ms += 60 * MINUTE
        again = await house.open(live.id, asked.seat)
        assert again.live is not live
        assert again.position["clocks"][asked.seat] == MINUTE - 10_000
        assert again.position["clocks"][other.seat] == MINUTE


@in_event_loop
async def test_a_table_asleep_keeps_everything(watch: Watch) -> None:
    async with in_process_house(doze=1_000) as house:
        asked, other, live = await two_playing(house, "delectable")
        offer = asked.position["offers"][0]
        await asked.do("move", id="m", action=offer["action"], stamp=offer["stamp"])
        seen = asked.position
        await asked.close()
        await watch.passes(live, 1_000)
        assert live.id in house.house.tables, "somebody is still there"
        await other.close()
        watch.ms += 1_000
        live.queue.soon(live.schedule.tick)
        while live.id in house.house.tables:
            await asyncio.sleep(0)
        again = await house.open(live.id, asked.seat)
        assert again.live is not live
        assert again.position == seen
        answer = await again.do("move", id="m", action=offer["action"], stamp=offer["stamp"])
        assert (answer["t"], again.position["moves"]) == ("done", 1), "a repeat is known after waking"


# The same with a real clock


@pytest.fixture(scope="module")
def hasty_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """A house that waits a second for everything."""
    times = ("--grace", "1", "--idle", "1", "--doze", "1")
    yield from closes_cleanly(RunningHouse(tmp_path_factory.mktemp("hasty") / "data", *times))


@in_event_loop
async def test_a_dropped_seat_over_real_sockets(hasty_house: RunningHouse) -> None:
    browser = Browser(hasty_house.port)
    table = browser.set_table("chefs_choice", "mmrr")
    async with at_table(browser, table, 0) as stays:
        async with at_table(browser, table, 1) as goes:
            await deal(stays, goes)
        while not stays.table["seats"][1]["kept"]:
            await stays.hear()
        await stays.until(lambda message: message["t"] == "update" and 1 not in message["position"]["actors"])
        async with at_table(browser, table, 1) as back:
            assert not back.table["seats"][1]["kept"]
            while stays.table["seats"][1]["kept"]:
                await stays.hear()


@in_event_loop
async def test_tables_fall_asleep_and_wake_up(hasty_house: RunningHouse) -> None:
    browser = Browser(hasty_house.port)
    table = browser.set_table("delectable", "mm")
    async with at_table(browser, table, 0) as guest:
        await guest.ready()
        health = browser.ask("GET", "/healthz").json
        assert (health["status"], health["sockets"]) == ("ok", 1)
        assert health["tables"] >= 1
    while browser.ask("GET", "/healthz").json["tables"]:
        await asyncio.sleep(0.1)
    async with at_table(browser, table, 0) as guest:
        assert guest.table["seats"][0]["ready"]
        assert browser.ask("GET", "/healthz").json["tables"] == 1

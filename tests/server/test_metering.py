"""Work is metered by address, what is asleep is not woken by looking, and there is always room for one more table."""

from __future__ import annotations

import asyncio
import json
from collections.abc import MutableMapping
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from maitred.server import replay
from maitred.server.house import TooManyTables
from maitred.server.job_queue import JobQueue, nothing_follows, nothing_is_done
from maitred.server.limits import BURST, WINDOWS_PER_WEIGHT, Limits, Meter
from maitred.server.socket import Socket
from tests.server.attacks import HOME, HOSTILE, line_to, request, socket_to
from tests.server.event_loop import in_event_loop
from tests.server.guest import Message
from tests.server.in_process import InProcessHouse, in_process_house, nothing
from tests.server.test_bounds import one_answer, opened
from tests.server.test_live import dealt


async def finished(house: InProcessHouse) -> str:
    """A table whose game is over, asleep."""
    keys = await house.set_table("chefs_choice", "rrrr")
    window = await house.open(keys.table, None)
    live = window.live
    while live.table.phase != "over":
        await asyncio.sleep(0)
    await live.queue.ask(nothing)
    await window.close()
    house.house.fall_asleep(live)
    return keys.table


async def asks(port: int, path: str, address: str = HOSTILE) -> tuple[int, Any]:
    """What an address is answered."""
    async with line_to(port, address) as line:
        await line.send(request(path))
        status, body = await one_answer(line)
        return status, json.loads(body)


@in_event_loop
async def test_what_is_asleep_is_not_woken_by_looking() -> None:
    async with opened() as house:
        seating = (await house.inside.set_table("delectable", "mo")).table
        over = await finished(house.inside)
        for path in (seating, over, f"{over}/record", f"{over}/replay", f"{over}/replay/frames?first=2&count=3"):
            status, _ = await asks(house.port, f"/api/tables/{path}")
            assert (status, len(house.inside.house.tables)) == (200, 0), path
        assert (await asks(house.port, "/api/tables/nowhere"))[0] == 404


@in_event_loop
async def test_what_is_seen_of_a_sleeping_table_is_what_is_seen_of_it_awake() -> None:
    async with opened() as house:
        table = (await house.inside.set_table("delectable", "mo")).table
        asleep = await asks(house.port, f"/api/tables/{table}")
        live = await house.inside.wake(table)
        assert await asks(house.port, f"/api/tables/{table}") == asleep
        await live.queue.ask(lambda: live.sit(1, "Anna", "token"))
        house.inside.house.fall_asleep(live)
        assert (await asks(house.port, f"/api/tables/{table}"))[1]["table"]["seats"][1]["name"] == "Anna"


@in_event_loop
async def test_at_the_limit_the_longest_unwatched_table_falls_asleep_and_nobody_is_refused() -> None:
    async with in_process_house(limits=Limits(live_tables=3)) as house:
        clock = 0
        house.house.now = lambda: clock
        tables = [(await house.set_table("delectable", "mm")).table for _ in range(5)]
        windows = [await house.open(table, 0) for table in tables[:3]]
        clock = 10
        await windows[1].close()
        clock = 11
        await windows[0].close()
        await house.open(tables[3], 0)
        assert set(house.house.tables) == {tables[0], tables[2], tables[3]}, "1 was left first"
        await house.open(tables[4], 0)
        assert set(house.house.tables) == {tables[2], tables[3], tables[4]}
        with pytest.raises(TooManyTables):
            await house.wake(tables[0])


@in_event_loop
async def test_frames_of_a_replay_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[int, int | None]] = []
    frames = replay.frames

    def counted(table: Any, first: int, count: int, eyes: int | None) -> Any:
        made.append((first, eyes))
        return frames(table, first, count, eyes)

    monkeypatch.setattr(replay, "frames", counted)
    async with opened() as house:
        table = await finished(house.inside)
        sight = await house.inside.house.look(table)
        assert sight is not None
        assert sight.table.record is not None
        moves = len(sight.table.record.moves)
        path = f"/api/tables/{table}/replay/frames"
        for first in range(min(moves, 30)):
            for eyes in ("", "&eyes=1"):
                status, told = await asks(house.port, f"{path}?first={first}&count=7{eyes}")
                assert status == 200
                assert [frame["position"]["moves"] for frame in told["frames"]] == list(
                    range(first, min(first + 7, moves + 1))
                )
                seen = frames(sight.table, first, 1, 1 if eyes else None)[0].position.prompt
                assert told["frames"][0]["position"]["prompt"] == seen
        assert len(made) == len(set(made)) <= 2 * (1 + moves // replay.BLOCK)


def test_frames_that_are_kept_are_so_many_bytes_at_most() -> None:
    async def keep() -> replay.Reels:
        async def block() -> list[bytes]:
            return [bytes(1 << 20)]

        reels = replay.Reels()
        for at in range(20):
            task = reels.making["table", None, at] = asyncio.create_task(block())
            await task
            reels.keep(("table", None, at), task)
        return reels

    reels = asyncio.run(keep())
    assert reels.size <= replay.MOST_BYTES
    assert [first for _, _, first in reels.blocks] == list(range(12, 20))


def test_a_meter_lets_work_through_again_once_it_is_made_good(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    meter = Meter(0.5, 10)
    meter.charge("a", 11)
    assert not meter.allows("a")
    assert meter.allows("b")
    now = 1.9
    assert not meter.allows("a")
    now = 2.1
    assert meter.allows("a")


@in_event_loop
async def test_an_address_that_has_had_much_work_waits_and_others_do_not() -> None:
    async with opened() as house:
        over = await finished(house.inside)
        asleep = (await house.inside.set_table("delectable", "mm")).table
        house.inside.house.work.charge(HOSTILE, 1_000)
        for path in (f"{over}/replay/frames", f"{over}/record", asleep, f"{asleep}/socket"):
            assert (await asks(house.port, f"/api/tables/{path}"))[0] in (404, 429), path
        for path in (f"{over}/replay/frames", f"{over}/record", f"{over}/promise"):
            assert (await asks(house.port, f"/api/tables/{path}"))[0] == 429
            assert (await asks(house.port, f"/api/tables/{path}", HOME))[0] == 200
        with pytest.raises(AssertionError, match="429"):
            async with socket_to(house.port, f"/api/tables/{asleep}/socket"):
                raise AssertionError("the door was open")
        async with socket_to(house.port, f"/api/tables/{asleep}/socket", HOME):
            status, _ = await asks(house.port, f"/api/tables/{asleep}")
            assert status == 200, "what is awake costs nothing to look at"


@in_event_loop
async def test_waking_replays_and_logs_are_charged_to_who_asks() -> None:
    async with opened() as house:
        over = await finished(house.inside)
        charged: list[tuple[str, float]] = []
        house.inside.house.work.charge = lambda *facts: charged.append(facts)  # type: ignore[method-assign]
        await asks(house.port, f"/api/tables/{over}/replay/frames")
        assert len(charged) == 2, "reading the table, and making its frames"
        async with socket_to(house.port, f"/api/tables/{over}/socket") as line:
            await line.reader.read(10)
        assert len(charged) == 4, "waking it, and telling what happened there"
        await asks(house.port, f"/api/tables/{over}/record")
        assert len(charged) == 5, "signing its record"
        await asks(house.port, f"/api/tables/{over}/promise")
        assert len(charged) == 6, "looking for its key in all that was written there"
        assert {address for address, _ in charged} == {HOSTILE}
        assert all(seconds > 0 for _, seconds in charged)


@in_event_loop
async def test_what_became_of_the_key_of_a_running_game_needs_no_look_at_its_lines() -> None:
    async with opened() as house:
        keys = await house.inside.set_table("delectable", "mm")
        await house.inside.open(keys.table, 0)
        reads: list[str] = []
        store = house.inside.house.store
        read = store.read

        async def counted(table: str, after: int = 0) -> list[tuple[int, bytes]]:
            reads.append(table)
            return await read(table, after)

        store.read = counted  # type: ignore[method-assign]
        assert (await asks(house.port, f"/api/tables/{keys.table}/promise"))[1]["state"] == "running"
        assert reads == []


@in_event_loop
async def test_who_comes_back_again_and_again_is_not_told_the_whole_log_each_time() -> None:
    async with in_process_house() as house:
        live = (await dealt(house, "delectable", "mm"))[0].live
        house.house.work.charge(HOSTILE, 1_000)
        told: dict[str, list[Message]] = {HOSTILE: [], HOME: []}
        for address, heard in told.items():

            async def send(event: MutableMapping[str, Any], heard: list[Message] = heard) -> None:
                heard.append(json.loads(event["text"]))

            socket = Socket(send, None, False, None, False, 512, address=address)
            writer = asyncio.create_task(socket.write())
            await live.queue.ask(partial(live.join, socket))
            await asyncio.sleep(0)
            writer.cancel()
        assert [heard[0]["t"] for heard in told.values()] == ["welcome", "welcome"]
        assert [bool(heard[0]["log"]) for heard in told.values()] == [False, True]
        assert told[HOSTILE][0]["position"] is not None, "whoever plays can go on"


@in_event_loop
async def test_all_windows_of_an_address_together_say_so_much_and_others_are_not_refused() -> None:
    async with opened(Limits(windows_per_address=2)) as house:
        table = (await house.inside.set_table("delectable", "mm")).table
        path = f"/api/tables/{table}/socket"
        talk = Frame(Opcode.TEXT, b'{"t":"back","id":"b"}').serialize(mask=True) * 15
        refused = []
        for address in (HOSTILE, HOME):
            async with socket_to(house.port, path, address) as one, socket_to(house.port, path, address) as other:
                told = [b"", b""]
                for at, line in enumerate((one, other)):
                    await line.send(talk)
                    while told[at].count(b'"t":"refused"') < 15:
                        told[at] += await line.reader.read(1 << 16)
                refused.append(b"".join(told).count(b'"too_many"'))
        assert refused == [6, 6], "of 30 messages 24 in a burst, and each address has its own"


@in_event_loop
async def test_a_message_counts_for_more_where_many_windows_are_told_of_it() -> None:
    windows = 3 * WINDOWS_PER_WEIGHT
    async with opened(Limits(windows_per_address=windows)) as house, AsyncExitStack() as stack:
        table = (await house.inside.set_table("delectable", "mm")).table
        path = f"/api/tables/{table}/socket"
        lines = [await stack.enter_async_context(socket_to(house.port, path)) for _ in range(windows)]
        while len(house.inside.house.tables[table].sockets) < windows:
            await asyncio.sleep(0.01)
        talk = Frame(Opcode.TEXT, b'{"t":"back","id":"b"}').serialize(mask=True) * 15
        passed = 0
        for line in lines:
            await line.send(talk)
            told = b""
            while told.count(b'"t":"refused"') < 15:
                told += await line.reader.read(1 << 16)
            passed += 15 - told.count(b'"too_many"')
        burst = BURST * house.inside.house.limits.messages_per_address
        assert burst // 4 <= passed < burst // 2, "each counts for four, and a little flows in meanwhile"


def test_the_jobs_of_a_busy_table_do_not_hold_up_another() -> None:
    done: list[str] = []

    async def job(table: str) -> None:
        done.append(table)

    async def play() -> None:
        busy, quiet = [JobQueue(table, nothing_follows, nothing_is_done) for table in ("busy", "quiet")]
        for _ in range(50):
            busy.soon(partial(job, "busy"))
        quiet.soon(partial(job, "quiet"))
        while len(done) < 51:
            await asyncio.sleep(0)
        busy.close()
        quiet.close()

    asyncio.run(play())
    assert done.index("quiet") <= 1


@in_event_loop
async def test_to_say_that_one_is_back_is_told_to_nobody_who_knows_it() -> None:
    async with in_process_house() as house:
        windows = await dealt(house, "delectable", "mm")
        await windows[1].settled()
        before = len(windows[1].received)
        assert (await windows[0].do("back"))["t"] == "done"
        await windows[1].settled()
        assert len(windows[1].received) == before


@in_event_loop
async def test_hints_are_metered() -> None:
    async with in_process_house() as house:
        windows = await dealt(house, "delectable", "mm")
        asked = next(window for window in windows.values() if window.position["offers"])
        house.house.work.charge("", 1_000)
        answer = await asked.do("hint")
        assert (answer["t"], answer["reason"]) == ("refused", "too_many")

"""How much is written: by a seat or a table in a day, by all on the disk; what nobody goes on with is forgotten."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from pathlib import Path

import pytest

from maitred.server import quota
from maitred.server.limits import Limits
from maitred.server.quota import Quota
from maitred.server.sqlite import SqliteStore
from maitred.server.store import StoreFailed
from maitred.table import lines
from tests.server.event_loop import in_event_loop
from tests.server.guest import Browser, Message, RunningHouse
from tests.server.in_process import in_process_house, nothing
from tests.server.test_live import dealt
from tests.server.test_serve import DAY_MS, alter

FEW = Limits(lines_per_seat=6, lines_per_table=9, chat_per_seat=3, chat_per_table=5)


def refused(answer: Message) -> bool:
    """Whether it was too much."""
    if answer["t"] == "refused":
        assert answer["reason"] == "too_many"
        assert answer["text"].startswith("Today's limit")
    return bool(answer["t"] == "refused")


@in_event_loop
async def test_chat_has_a_quota_for_each_seat_and_for_the_table() -> None:
    async with in_process_house(limits=FEW) as house:
        windows = await dealt(house, "delectable", "mmm")
        told = [[refused(await windows[seat].do("say", text="hello")) for _ in range(4)] for seat in range(3)]
        assert told == [[False, False, False, True], [False, False, True, True], [True] * 4]
        stored = house.store.lines[windows[0].live.id]
        assert sum(b'"said"' in line for line in stored) == 5


@pytest.mark.parametrize("kind", ["mute", "undo"])
@in_event_loop
async def test_what_can_be_done_again_and_again_has_a_quota(kind: str) -> None:
    async with in_process_house(limits=dataclasses.replace(FEW, lines_per_seat=40, lines_per_table=60)) as house:
        windows = await dealt(house, "delectable", "mm")
        live = windows[0].live
        answers = []
        for at in range(100):
            if kind == "mute":
                answers.append(await windows[0].do("mute", seat=1, muted=at % 2 == 0))
                continue
            seat = live.table.actors()[0]
            offer = windows[seat].position["offers"][0]
            answers.append(await windows[seat].do("move", action=offer["action"], stamp=offer["stamp"]))
            answers.append(await windows[seat].do("undo"))
        reasons = {answer.get("reason") for answer in answers}
        assert "too_many" in reasons
        assert live.table.lines < 110
        with pytest.raises(AssertionError, match="no answer"):  # but a goodbye
            await windows[1].do("leave")
        assert live.table.seats[1].kind == "bot", "to leave is always possible"


@in_event_loop
async def test_a_quota_outlasts_sleep_and_ends_with_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_process_house(limits=FEW) as house:
        keys = await house.set_table("delectable", "mm")
        window = await house.open(keys.table, 0)
        for _ in range(3):
            await window.do("say", text="hello")
        await window.close()
        house.house.fall_asleep(window.live)
        again = await house.open(keys.table, 0)
        assert refused(await again.do("say", text="hello"))
        tomorrow = time.time() + quota.DAY_SECONDS
        monkeypatch.setattr(time, "time", lambda: tomorrow)
        assert not refused(await again.do("say", text="hello"))


def test_bots_have_no_quota() -> None:
    counted = Quota(FEW)
    assert all(counted.refuses(lines.Played(0, 1, 2, None)) is None for _ in range(100))
    assert not counted.is_worth_keeping()


# The disk


@in_event_loop
async def test_a_full_house_takes_no_new_tables_and_no_chat_but_the_moves_of_running_games() -> None:
    async with in_process_house(limits=Limits(disk_bytes=1 << 40)) as house:
        windows = await dealt(house, "delectable", "mm")
        waiting = await house.set_table("delectable", "mo")
        used = house.store.used()
        house.house.limits = Limits(disk_bytes=used + used // 8)
        assert house.house.limits.disk_bytes_for_more <= used < house.house.limits.disk_bytes
        with pytest.raises(StoreFailed) as problem:
            await house.set_table("delectable", "mm")
        assert problem.value.told == "The house is full: only games that have begun can continue."
        live = await house.wake(waiting.table)
        with pytest.raises(StoreFailed):
            await live.queue.ask(lambda: live.sit(1, "Anna", "token"))
        assert (await windows[0].do("say", text="hello"))["reason"] == "no_store"
        asked = next(window for window in windows.values() if window.position["offers"])
        offer = asked.position["offers"][0]
        assert (await asked.do("move", action=offer["action"], stamp=offer["stamp"]))["t"] == "done"
        house.house.limits = Limits(disk_bytes=1)
        asked = windows[windows[0].live.table.actors()[0]]
        offer = asked.position["offers"][0]
        answer = await asked.do("move", action=offer["action"], stamp=offer["stamp"])
        assert (answer["reason"], answer["text"]) == (
            "no_store",
            "The house is full. Nothing was changed; try again.",
        )


@in_event_loop
async def test_the_store_knows_how_much_is_filled_and_what_was_forgotten_is_not(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "tables.db")
    empty = store.used()
    for at in range(400):
        await store.append(f"t{at}", 0, [bytes(4000)])
    full = store.used()
    assert full > empty + 300 * 4000
    for at in range(400):
        await store.forget(f"t{at}")
    assert store.used() < empty + 100_000
    await store.close()


# What nobody goes on with


@in_event_loop
async def test_unfinished_and_abandoned_tables_are_cleared_away(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with RunningHouse(folder) as house:
        browser = Browser(house.port)
        old, young = browser.set_table("delectable", "mm"), browser.set_table("delectable", "mm")
        playing, abandoned = browser.set_table("delectable", "mm"), browser.set_table("delectable", "mm")
        assert house.close() == 0
    for table, phase, days in ((old, "seating", 8), (playing, "playing", 50), (abandoned, "playing", 70)):
        changed = 'UPDATE summary SET changed = changed - ?, phase = ? WHERE "table" = ?'
        assert alter(folder, changed, days * DAY_MS, phase, table) == 1
    with RunningHouse(folder, "--log", "info") as house:
        browser.port = house.port
        while "never begun games deleted" not in house.log():
            await asyncio.sleep(0.02)
        assert "abandoned games deleted" in house.log()
        assert "finished games deleted" not in house.log(), "kept for ever unless told otherwise"
        seen = [browser.ask("GET", f"/api/tables/{table}").status for table in (old, young, playing, abandoned)]
        assert seen == [404, 200, 200, 404]
        assert house.close() == 0


@in_event_loop
async def test_a_table_that_is_opened_now_and_then_is_not_abandoned(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "tables.db")
    async with in_process_house(store=store) as house:
        table = (await house.set_table("delectable", "mm")).table
        summary = await store.summary(table)
        assert summary is not None
        old = dataclasses.replace(summary, changed=summary.changed - 3 * DAY_MS)
        await store.append(table, 1, [], old)
        live = await house.wake(table)
        await live.queue.ask(nothing)
        now = await store.summary(table)
        assert now is not None
        assert now.changed > old.changed
        assert await store.prune(1 << 60, ("seating",), [table]) == 0, "and one that is awake is not forgotten"
        assert await store.prune(1 << 60, ("seating",)) == 1

"""Whoever plays alone with bots: these wait for somebody who learns, and anything can be taken back."""

from __future__ import annotations

import asyncio

import pytest

from maitred.server.table_bots import LONGEST_HOLD_MS
from tests.server.event_loop import in_event_loop
from tests.server.guest import Message
from tests.server.in_process import InProcessHouse, Window, deal, in_process_house, nothing


async def seated(house: InProcessHouse, game: str, seats: str, **more: object) -> Window:
    """The window of the first seat at a new table, dealt."""
    keys = await house.set_table(game, seats, **more)
    windows = [await house.open(keys.table, seat) for seat in keys.seats]
    await deal(*windows)
    return windows[0]


async def move(window: Window, which: int = 0) -> None:
    """Make a move that was offered."""
    offer = window.position["offers"][which]
    assert (await window.do("move", action=offer["action"], stamp=offer["stamp"]))["t"] == "done"


async def settled(window: Window) -> int:
    """Let the table do what is due, and say how many moves have been made."""
    for _ in range(20):
        await asyncio.sleep(0)
        await window.live.queue.ask(nothing)
    return len(window.live.table.record.moves if window.live.table.record is not None else [])


@pytest.mark.parametrize("game", ["delectable", "diner"])
@in_event_loop
async def test_bots_wait_while_somebody_learns_but_not_for_ever(game: str) -> None:
    async with in_process_house() as house:
        now = house.house.now()
        house.house.now = lambda: now
        window = await seated(house, game, "mrr")
        assert (await window.do("hold", on=True))["t"] == "done"
        live = window.live
        while live.table.state.legal(0):
            await move(window)
        made = await settled(window)
        assert live.table.actors()
        now += LONGEST_HOLD_MS - 1
        live.queue.soon(live.schedule.tick)
        assert await settled(window) == made, "they wait while it is not time"
        now += 60_000
        live.queue.soon(live.schedule.tick)
        while await settled(window) == made:
            now += 10_000
            live.queue.soon(live.schedule.tick)


@in_event_loop
async def test_bots_go_on_when_the_learner_says_so_and_never_wait_for_one_of_several_people() -> None:
    async with in_process_house() as house:
        window = await seated(house, "delectable", "mrr")
        await window.do("hold", on=True)
        while window.live.table.state.legal(0):
            await move(window)
        assert window.live.table.actors() != [0]
        assert (await window.do("hold", on=False))["t"] == "done"
        await house.idle(window.live)
        other = await seated(house, "delectable", "mm")
        assert (await other.do("hold", on=True))["reason"] == "not_allowed"


@in_event_loop
async def test_what_has_one_answer_is_marked_where_it_tells_nobody_anything() -> None:
    async with in_process_house() as house:
        window = await seated(house, "ovens", "mrr")
        seen: list[Message] = []
        while not window.position["sheet"]:
            await house.idle(window.live)
            await window.settled()
            if window.position["offers"]:
                seen.append(window.position)
                await move(window)
        forced = [position for position in seen if position["forced"]]
        assert forced
        assert all(len(position["offers"]) == 1 and position["actors"] == [0] for position in forced)
        assert not any(position["forced"] for position in seen if len(position["actors"]) > 1)


@in_event_loop
async def test_a_table_that_was_looked_back_at_counts_for_nothing() -> None:
    async with in_process_house() as house:
        window = await seated(house, "delectable", "mr", options={"first": "1"})
        rolls = [at for at, offer in enumerate(window.position["offers"]) if offer["verb"] == "roll"]
        await move(window, rolls[0])
        await house.idle(window.live)
        await window.settled()
        assert window.position["can_undo"]
        assert window.position["undo_looks_back"]
        assert window.table.counts
        assert (await window.do("undo"))["t"] == "done"
        await window.settled()
        assert window.position["moves"] == 0
        assert not window.position["undo_looks_back"]
        assert not window.table.counts
        told = [line["text"] for message in window.messages() for line in message.get("log", [])]
        assert any("Hidden cards were seen" in text for text in told)

"""Workers are shared fairly: between addresses, and between the tables of one."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from maitred.server.fair_queue import MOST_REMEMBERED, FairQueue, Payer, Share
from tests.server.event_loop import in_event_loop

HARD = 0.5
QUICK = 0.01


async def served(queue: FairQueue[str], payers: dict[Payer, float], thoughts: int) -> list[Payer]:
    """Who has had the only worker, one after another, if everybody asks again as soon as they were served."""
    order: list[Payer] = []

    async def asks(payer: Payer, cost: float) -> None:
        while len(order) < thoughts:
            worker = await queue.take(payer)
            try:
                order.append(payer)
                queue.charge(payer, cost)
                await asyncio.sleep(0)
            finally:
                queue.give_back(worker)
            await asyncio.sleep(0)

    tasks = [asyncio.create_task(asks(payer, cost)) for payer, cost in payers.items()]
    async with asyncio.timeout(20):
        while len(order) < thoughts:
            await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return order[:thoughts]


@in_event_loop
async def test_a_hundred_hard_tables_of_one_address_do_not_starve_another() -> None:
    hostile = {Payer("hostile", f"t{at}"): HARD for at in range(100)}
    order = await served(FairQueue(["worker"]), {**hostile, Payer("home", "mine"): HARD}, 60)
    counted = Counter(payer.address for payer in order)
    assert abs(counted["home"] - counted["hostile"]) <= 2
    later = [payer.address for payer in order[4:]]
    assert all("home" in later[at : at + 3] for at in range(len(later) - 3)), "never long without a turn"


@in_event_loop
async def test_tables_of_one_address_take_turns_and_quick_bots_do_not_wait_for_hard_ones() -> None:
    hard = {Payer("school", f"t{at}"): HARD for at in range(10)}
    order = await served(FairQueue(["worker"]), {**hard, Payer("school", "quick"): QUICK}, 200)
    counted = Counter(payer.table for payer in order)
    tables = [payer.table for payer in order[20:]]
    assert all("quick" in tables[at : at + 3] for at in range(len(tables) - 3)), "one thought of another at most"
    assert max(counted[f"t{at}"] for at in range(10)) - min(counted[f"t{at}"] for at in range(10)) <= 1


@in_event_loop
async def test_who_comes_late_is_owed_little() -> None:
    queue: FairQueue[str] = FairQueue(["worker"])
    await served(queue, {Payer("early", "t"): HARD}, 50)
    order = await served(queue, {Payer("early", "t"): HARD, Payer("late", "u"): HARD}, 20)
    assert 9 <= Counter(payer.address for payer in order)["late"] <= 12


@in_event_loop
async def test_who_gives_up_waiting_keeps_nobody_from_a_turn() -> None:
    queue: FairQueue[str] = FairQueue(["worker"])
    worker = await queue.take(Payer("a", "t"))
    waiting = [asyncio.create_task(queue.take(Payer(name, "t"))) for name in "bcd"]
    await asyncio.sleep(0)
    waiting[0].cancel()
    await asyncio.sleep(0)
    queue.give_back(worker)  # it is c's turn, who gives up at the same moment
    waiting[1].cancel()
    assert await waiting[2] == "worker"
    queue.give_back("worker")
    assert queue.idle == ["worker"]
    assert not queue.waiting
    for gone in waiting[:2]:
        with pytest.raises(asyncio.CancelledError):
            await gone


def test_those_who_owe_nothing_are_forgotten() -> None:
    share = Share()
    for at in range(3 * MOST_REMEMBERED):
        share.charge(f"a{at}", 1)
        share.serve(f"a{at}")
    assert len(share.had) <= MOST_REMEMBERED

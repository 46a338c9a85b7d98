"""What every store promises. A store that is new joins BACKENDS."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from maitred.postgres.membership import Membership
from maitred.postgres.store import PostgresStore
from maitred.server.sqlite import PRUNED_AT_ONCE, SqliteStore
from maitred.server.store import PHASES, EventStore, Overtaken, Page, StoreFailed, Summary
from tests.server.event_loop import in_event_loop
from tests.server.postgres import database

Opening = Callable[[], AbstractAsyncContextManager[EventStore]]


async def open_sqlite(folder: Path) -> EventStore:
    return await SqliteStore.open(folder / "maitred.db")


async def open_postgres(folder: Path) -> EventStore:
    url = database(folder.parent.name)
    membership = Membership(url, "test", 1)
    await membership.join()
    return await PostgresStore.open(url, membership)


BACKENDS: dict[str, Callable[[Path], Awaitable[EventStore]]] = {"postgres": open_postgres, "sqlite": open_sqlite}


@pytest.fixture(params=sorted(BACKENDS))
def opening(request: pytest.FixtureRequest, tmp_path: Path) -> Opening:
    """Opens the test's own store; a second time, the same one again."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[EventStore]:
        store = await BACKENDS[request.param](tmp_path / "house")
        try:
            yield store
        finally:
            await store.close()

    return opened


def a_summary(table: str, phase: str = "playing", public: bool = True, changed: int = 1, says: str = "{}") -> Summary:
    return Summary(table, "delectable", phase, public, changed, says.encode())


@in_event_loop
async def test_lines_come_back_in_order_with_their_numbers(opening: Opening) -> None:
    async with opening() as store:
        assert await store.append("t", 0, [b"a"]) == 1
        assert await store.append("t", 1, [b"b", b"c", b"d"]) == 4
        assert await store.read("t") == [(1, b"a"), (2, b"b"), (3, b"c"), (4, b"d")]
        assert await store.read("t", 2) == [(3, b"c"), (4, b"d")]
        assert await store.read("t", 4) == []


@in_event_loop
async def test_what_was_written_is_there_after_reopening(opening: Opening) -> None:
    async with opening() as store:
        await store.append("t", 0, [b"a", b"b"], a_summary("t", says='{"round":1}'))
    async with opening() as store:
        assert await store.read("t") == [(1, b"a"), (2, b"b")]
        assert await store.summary("t") == a_summary("t", says='{"round":1}')
        with pytest.raises(Overtaken):
            await store.append("t", 0, [b"again"])
        assert await store.append("t", 2, [b"c"]) == 3


@in_event_loop
async def test_a_table_that_nobody_knows_is_empty(opening: Opening) -> None:
    async with opening() as store:
        assert await store.read("t") == []
        assert await store.summary("t") is None
        assert await store.summaries() == []


@in_event_loop
async def test_lines_and_names_may_hold_anything(opening: Opening) -> None:
    lines = [b"", b"\x00", bytes(range(256)), "é ✓ \n".encode(), b"x" * 1_000_000]
    names = ["t'; DROP TABLE line; --", 'a"b', "Tisch № 7", " ", "t\n"]
    async with opening() as store:
        for name in names:
            assert await store.append(name, 0, lines) == len(lines)
        for name in names:
            assert await store.read(name) == list(enumerate(lines, 1))


@pytest.mark.parametrize("expected", [-1, 0, 1, 3, 100])
@in_event_loop
async def test_an_append_after_another_line_than_the_last_is_refused_whole(opening: Opening, expected: int) -> None:
    async with opening() as store:
        await store.append("t", 0, [b"a", b"b"], a_summary("t", changed=1))
        with pytest.raises(Overtaken, match=f"expected to end with line {expected}, but it ends with line 2") as raised:
            await store.append("t", expected, [b"x"], a_summary("t", changed=2))
        assert (raised.value.table, raised.value.expected, raised.value.last) == ("t", expected, 2)
        assert await store.read("t") == [(1, b"a"), (2, b"b")]
        assert await store.summary("t") == a_summary("t", changed=1)


@in_event_loop
async def test_of_a_race_for_one_line_one_wins(opening: Opening) -> None:
    async with opening() as store:
        for turn in range(10):
            racers = [store.append("t", turn, [b"%d" % racer]) for racer in range(20)]
            results = await asyncio.gather(*racers, return_exceptions=True)
            winners = [racer for racer, result in enumerate(results) if result == turn + 1]
            assert len(winners) == 1
            assert sum(isinstance(result, Overtaken) for result in results) == 19
            assert await store.read("t", turn) == [(turn + 1, b"%d" % winners[0])]


@in_event_loop
async def test_appends_of_one_table_may_follow_each_other_without_waiting(opening: Opening) -> None:
    async with opening() as store:
        appends = [store.append("t", number, [b"%d" % number]) for number in range(200)]
        assert await asyncio.gather(*appends) == list(range(1, 201))
        assert await store.read("t") == [(number + 1, b"%d" % number) for number in range(200)]


@in_event_loop
async def test_many_tables_write_at_once(opening: Opening) -> None:
    async def play(store: EventStore, table: str) -> None:
        for last in range(10):
            assert await store.append(table, last, [f"{table} {last}".encode()]) == last + 1

    tables = [f"t{number}" for number in range(100)]
    async with opening() as store:
        await asyncio.gather(*[play(store, table) for table in tables])
        for table in tables:
            assert await store.read(table) == [(last + 1, f"{table} {last}".encode()) for last in range(10)]


@in_event_loop
async def test_an_overtaken_table_is_no_matter_to_the_others(opening: Opening) -> None:
    async with opening() as store:
        appends = [store.append(f"t{number}", number % 2, [b"a"]) for number in range(50)]
        results = await asyncio.gather(*appends, return_exceptions=True)
        for number, result in enumerate(results):
            if number % 2:
                assert isinstance(result, Overtaken)
                assert await store.read(f"t{number}") == []
            else:
                assert result == 1
                assert await store.read(f"t{number}") == [(1, b"a")]


@in_event_loop
async def test_a_caller_who_is_cancelled_does_not_disturb_the_others(opening: Opening) -> None:
    async with opening() as store:
        tasks = [asyncio.create_task(store.append(f"t{number}", 0, [b"a"])) for number in range(20)]
        await asyncio.sleep(0)
        tasks[7].cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(results[7], asyncio.CancelledError)
        assert results[:7] + results[8:] == [1] * 19
        assert await store.append("t8", 1, [b"b"]) == 2


@in_event_loop
async def test_a_summary_is_replaced_with_the_lines_and_stays_without(opening: Opening) -> None:
    async with opening() as store:
        first = Summary("t", "ovens", "seating", False, 5, b'{"seats":1}')
        second = Summary("t", "ovens", "playing", True, 6, b'{"seats":2}')
        await store.append("t", 0, [b"a"], first)
        assert await store.summary("t") == first
        await store.append("t", 1, [b"b"])
        assert await store.summary("t") == first
        await store.append("t", 2, [b"c"], second)
        assert await store.summary("t") == second
        assert await store.summaries() == [second]


@in_event_loop
async def test_a_summary_may_change_without_a_line(opening: Opening) -> None:
    async with opening() as store:
        await store.append("t", 0, [b"a"], a_summary("t", changed=1))
        assert await store.append("t", 1, [], a_summary("t", changed=2)) == 1
        assert await store.summary("t") == a_summary("t", changed=2)
        assert await store.read("t") == [(1, b"a")]


@in_event_loop
async def test_a_summary_of_another_table_is_a_mistake(opening: Opening) -> None:
    async with opening() as store:
        with pytest.raises(ValueError, match="does not belong to table t"):
            await store.append("t", 0, [b"a"], a_summary("u"))
        assert await store.read("t") == []


def test_a_summary_of_an_unknown_phase_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="not 'eating'"):
        a_summary("t", phase="eating")


@in_event_loop
async def test_lists_show_what_was_asked_for_page_by_page(opening: Opening) -> None:
    chance = random.Random(7)
    summaries = [
        a_summary(f"t{number}", chance.choice(PHASES), chance.random() < 0.5, chance.randrange(12))
        for number in range(80)
    ]
    summaries.sort(key=lambda summary: (summary.changed, summary.table), reverse=True)
    async with opening() as store:
        await asyncio.gather(*[store.append(summary.table, 0, [b"a"], summary) for summary in summaries])
        for phase in (None, *PHASES):
            for public in (None, False, True):
                wanted = [
                    summary
                    for summary in summaries
                    if phase in (None, summary.phase) and public in (None, summary.public)
                ]
                assert await store.summaries(Page(phase, public, 100)) == wanted
                for limit in (1, 7):
                    pages: list[Summary] = []
                    before = None
                    while page := await store.summaries(Page(phase, public, limit, before)):
                        assert len(page) <= limit
                        pages += page
                        before = (page[-1].changed, page[-1].table)
                    assert pages == wanted
        assert await store.summaries() == summaries[:50]
        assert await store.summaries(Page(limit=0)) == []


@in_event_loop
async def test_a_forgotten_table_may_begin_anew(opening: Opening) -> None:
    async with opening() as store:
        for table in ("t", "u"):
            await store.append(table, 0, [b"a", b"b"], a_summary(table))
        await store.forget("t")
        await store.forget("nobody's")
        assert await store.read("t") == []
        assert await store.summary("t") is None
        assert await store.summaries() == [a_summary("u")]
        assert await store.read("u") == [(1, b"a"), (2, b"b")]
        assert await store.append("t", 0, [b"c"]) == 1


@in_event_loop
async def test_forgetting_keeps_its_place_among_appends(opening: Opening) -> None:
    async with opening() as store:
        results = await asyncio.gather(
            store.append("t", 0, [b"a"]), store.forget("t"), store.append("t", 0, [b"b"]), store.append("t", 1, [b"c"])
        )
        assert list(results) == [1, None, 1, 2]
        assert await store.read("t") == [(1, b"b"), (2, b"c")]


@in_event_loop
async def test_pruning_takes_what_is_over_and_old(opening: Opening) -> None:
    old = [f"old{number}" for number in range(2 * PRUNED_AT_ONCE + 3)]
    kept = [a_summary("fresh", "over", changed=100), a_summary("on", "playing"), a_summary("waiting", "seating")]
    async with opening() as store:
        await asyncio.gather(
            *[
                store.append(table, 0, [b"a"], a_summary(table, "over", public=number % 2 == 0, changed=99))
                for number, table in enumerate(old)
            ],
            *[store.append(summary.table, 0, [b"a"], summary) for summary in kept],
        )
        assert await store.prune(100) == len(old)
        assert await store.prune(100) == 0
        assert {summary.table for summary in await store.summaries(Page(limit=200))} == {"fresh", "on", "waiting"}
        assert [await store.read(table) for table in old] == [[]] * len(old)
        assert [await store.read(summary.table) for summary in kept] == [[(1, b"a")]] * len(kept)
        assert await store.append(old[0], 0, [b"b"]) == 1


@in_event_loop
async def test_closing_finishes_what_was_asked_for(opening: Opening) -> None:
    async with opening() as store:
        appends = [asyncio.create_task(store.append(f"t{number}", 0, [b"a"])) for number in range(30)]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*appends) == [1] * 30
    async with opening() as store:
        assert [await store.read(f"t{number}") for number in range(30)] == [[(1, b"a")]] * 30


@in_event_loop
async def test_a_closed_store_refuses_and_may_be_closed_again(opening: Opening, tmp_path: Path) -> None:
    async with opening() as store:
        await asyncio.gather(store.close(), store.close())
        for asked in (
            store.append("t", 0, [b"a"]),
            store.read("t"),
            store.summary("t"),
            store.summaries(),
            store.forget("t"),
            store.prune(1),
            store.backup(tmp_path / "copy"),
        ):
            with pytest.raises(StoreFailed, match="closing"):
                await asked

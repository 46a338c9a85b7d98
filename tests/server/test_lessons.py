"""Lessons at a table of the house: its learner is told, its bots keep to the script and wait, nobody else hears it."""

from __future__ import annotations

import asyncio

import pytest

import maitred
from maitred.lessons.content import BadLesson, course_of
from maitred.server import lessons
from maitred.server.house import Prepared
from tests.server.event_loop import in_event_loop
from tests.server.guest import Message
from tests.server.in_process import InProcessHouse, Window, in_process_house, nothing


async def lesson_window(house: InProcessHouse, id: str, lesson: str = "first") -> Window:
    """The learner's window at the table of a lesson."""
    game = maitred.game(id)
    found = course_of(game).lesson(lesson)
    assert found is not None
    wish = lessons.table_for(game, found, "Ann")
    wish.pace = "none"
    keys = await house.house.set_table(wish, prepared=Prepared(found.position, found.seed, found.id))
    return await house.open(keys.table, found.seat)


async def do_what_is_asked(window: Window) -> Message:
    """Take the first action that the lesson asks for; returns what is told then."""
    told = window.position["lesson"]
    offer = next(offer for offer in window.position["offers"] if offer["action"] == told["actions"][0])
    assert (await window.do("move", action=offer["action"], stamp=offer["stamp"]))["t"] == "done"
    found: Message = window.position["lesson"]
    return found


async def settled(window: Window) -> int:
    """Let the table do what is due; how many moves there are then."""
    for _ in range(20):
        await asyncio.sleep(0)
        await window.live.queue.ask(nothing)
    record = window.live.table.record
    assert record is not None
    return len(record.moves)


@in_event_loop
async def test_bots_wait_until_the_learner_has_read_and_then_keep_to_the_script() -> None:
    async with in_process_house() as house:
        window = await lesson_window(house, "delectable")
        assert window.table.lesson == "first"
        assert window.table.prepared
        told = await do_what_is_asked(window)
        assert [note["kind"] for note in told["notes"]] == ["well"]
        assert await settled(window) == 1, "nobody moves while the learner reads"
        await window.do("hold", on=False)
        await house.idle(window.live)
        record = window.live.table.record
        assert record is not None
        assert [seat for seat, _, _ in record.moves] == [0, 1]
        assert not house.workers.asked, "what is in the script takes no thought"
        assert window.position["lesson"]["ask"] == "Discard the Wobbly Table."


@in_event_loop
async def test_a_lesson_goes_on_where_its_table_does_and_goes_back_with_an_undo() -> None:
    async with in_process_house() as house:
        window = await lesson_window(house, "delectable", "company")
        first = window.position["lesson"]
        second = await do_what_is_asked(window)
        assert (first["step"], second["step"]) == (0, 1)
        id = window.live.id
        house.house.fall_asleep(window.live)
        window = await house.open(id, 0)
        assert window.position["lesson"] == second
        assert (await window.do("undo"))["t"] == "done"
        assert window.position["lesson"]["step"] == 0
        assert window.position["lesson"]["ask"] == first["ask"]


@in_event_loop
async def test_only_the_learner_is_told_and_other_tables_teach_nothing() -> None:
    async with in_process_house() as house:
        window = await lesson_window(house, "ovens")
        watching = await house.open(window.live.id, None)
        assert window.position["lesson"] is not None
        assert watching.position["lesson"] is None
        keys = await house.set_table("delectable", "rr")
        other = await house.open(keys.table, None)
        assert other.position["lesson"] is None


@in_event_loop
async def test_a_lesson_that_the_house_no_longer_has_is_an_ordinary_game(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_process_house() as house:
        window = await lesson_window(house, "delectable", "reviews")

        def broken(game: object) -> None:
            raise BadLesson("delectable/lessons.toml: it is wrong.")

        monkeypatch.setattr(lessons, "course_of", broken)
        offer = window.position["offers"][0]
        assert (await window.do("move", action=offer["action"], stamp=offer["stamp"]))["t"] == "done"
        assert window.position["lesson"] is None
        await house.idle(window.live)


@in_event_loop
async def test_what_a_mistake_cost_is_told_from_what_the_learner_knows() -> None:
    async with in_process_house() as house:
        window = await lesson_window(house, "delectable", "weakest")
        offer = next(offer for offer in window.position["offers"] if "Mind-Reading" in offer["label"])
        await window.do("move", action=offer["action"], stamp=offer["stamp"])
        (note,) = [note for note in window.position["lesson"]["notes"] if note["kind"] == "cost"]
        ((label, now, other),) = note["rows"]
        assert label.startswith("Your chance to win")
        assert int(now.split()[0]) < int(other.split()[0])

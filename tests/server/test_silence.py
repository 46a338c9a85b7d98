"""Steps of a choice that is made together: two evenings that differ only in them sound the same to everybody else."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from maitred.bots.worker import Question
from maitred.server import showing
from maitred.server.fair_queue import NOBODY, Payer
from maitred.server.socket import ENCODER
from maitred.table import lines
from maitred.table.presence import Patience
from tests.server.event_loop import in_event_loop
from tests.server.in_process import InProcessHouse, Window, in_process_house
from tests.table.marking import DONE, Marking
from tests.table.scripted import ScriptedTable, find_game

HANDS = range(3)


class Table:
    """An evening of Secret Marks with the same cards every time, and a clock that the test moves."""

    def __init__(self, house: InProcessHouse) -> None:
        self.house = house
        self.now = 1_000
        house.house.find_game = find_game
        house.house.now = lambda: self.now
        self.windows: dict[int | None, Window] = {}

    async def deal(self, seats: str, clock: lines.ClockSet | None = None, game: str = "marking") -> None:
        """Deal, and open a window for each person and a spectator."""
        told = ScriptedTable(game, seats, clock=clock).deal()
        self.house.store.lines["t"] = [lines.ENCODER.encode(line) for line in told.lines]
        self.live = await self.house.wake("t")
        for seat in [*told.table.people(), None]:
            self.windows[seat] = await self.house.open("t", seat)

    def bottle(self, seat: int, at: int) -> int:
        """One of the bottles that a seat can mark."""
        silent = self.silent(seat)
        return silent[at % len(silent)]

    def silent(self, seat: int) -> list[int]:
        """What a seat can do that nobody else may notice."""
        state = self.live.table.state
        return [action for action in state.legal(seat) if state.silent(seat, action)]

    async def mark(self, seat: int, at: int) -> None:
        """Mark a bottle, or take the mark away."""
        self.now += 7
        answer = await self.windows[seat].do("move", action=self.bottle(seat, at), stamp=0)
        assert answer["t"] == "done"
        assert answer["seq"] == self.live.table.seq

    async def done(self, seat: int) -> None:
        """Say that one is done."""
        state = self.live.table.state
        (action,) = [action for action in state.legal(seat) if not state.silent(seat, action)]
        answer = await self.windows[seat].do("move", id=f"done{seat}-{self.now}", action=action, stamp=0)
        assert answer["t"] == "done"

    async def again(self, seat: int | None, last: int | None) -> list[str]:
        """Close a window and open another; what the old one has heard."""
        old = self.windows[seat]
        await old.close()
        self.windows[seat] = await self.house.open("t", seat, last=last)
        return old.received


@asynccontextmanager
async def table(
    seats: str, clock: lines.ClockSet | None = None, game: str = "marking", **more: object
) -> AsyncIterator[Table]:
    """A table for one scripted."""
    async with in_process_house(**more) as house:
        opened = Table(house)
        await opened.deal(seats, clock, game)
        yield opened


async def heard_by_others(game: str, steps: bool) -> list[str]:
    """Everything that the others are told while one may mark, unmark and take back, up to the end of the choice."""
    told: list[str] = []
    async with table("ppp", lines.ClockSet(5, 10), game) as party:

        async def secretly(*bottles: int) -> None:
            start = party.now
            if steps:
                for at in bottles:
                    if party.silent(0):
                        await party.mark(0, at)
            party.now = start + 100

        async def look() -> None:
            told.append(ENCODER.encode(showing.facts(party.live.table, party.live.presence, party.live.ms())).decode())

        await secretly(0, 1)
        await party.windows[1].do("say", id="say1", text="hello")
        await secretly(2)
        await look()
        if steps:
            assert (await party.windows[0].do("undo"))["t"] == "done"
        told += await party.again(1, last=party.live.table.seq)
        told += await party.again(None, last=None)
        await secretly(0, 0, 2)
        await party.mark(1, 1)
        await party.done(1)
        if steps:
            assert (await party.windows[0].do("undo"))["t"] == "done"
        await look()
        told += await party.again(2, last=3)
        await party.windows[2].do("undo", id="undo2")
        await secretly(1, 2)
        await party.windows[2].do("say", id="say2", text="what takes so long?")
        await party.windows[1].do("undo", id="undo1")
        await party.done(1)
        await party.done(0)
        told += await party.again(None, last=None)
        for seat in (1, 2, None):
            await party.windows[seat].settled()
            told += party.windows[seat].received
        assert (party.live.table.lines > party.live.table.seq + 2) == steps
        assert party.live.table.actors() == [2]
    return [re.sub(r'"id":"[0-9a-f]{12}"', '"id":"own"', text) for text in told]


@pytest.mark.parametrize("game", ["marking", "ovens"])
@in_event_loop
async def test_nothing_of_a_choice_made_together_is_heard_before_its_end(game: str) -> None:
    quiet, busy = await heard_by_others(game, steps=False), await heard_by_others(game, steps=True)
    assert len(quiet) > 20
    assert busy == quiet


@in_event_loop
async def test_who_takes_silent_steps_sees_them_after_coming_back() -> None:
    async with table("pp") as party:
        await party.mark(0, 0)
        await party.mark(0, 2)
        await party.again(0, last=party.live.table.seq)
        position = party.windows[0].position
        assert position["view"]["marks"] == [party.bottle(0, 0), party.bottle(0, 2)]
        assert position["moves"] == 2
        assert position["can_undo"]
        house = party.house
        house.house.fall_asleep(party.live)
        window = await house.open("t", 0)
        assert window.position["view"]["marks"] == position["view"]["marks"]
        marked = [line for line in window.messages()[0]["log"] if "You mark a bottle" in line["text"]]
        assert len(marked) == 2, "one's own log has them"
        other = await house.open("t", 1)
        assert "a bottle" not in str(other.received)


@in_event_loop
async def test_a_repeat_of_a_silent_step_counts_once() -> None:
    async with table("pp") as party:
        move = {"id": "m", "action": party.bottle(0, 0), "stamp": 0}
        first = await party.windows[0].do("move", **move)
        assert await party.windows[0].do("move", **move) == first
        assert party.windows[0].position["view"]["marks"] == [party.bottle(0, 0)]


@pytest.mark.parametrize("steps", [False, True])
def test_a_seat_is_kept_at_the_same_time_whatever_was_marked_in_it(steps: bool) -> None:
    @in_event_loop
    async def run() -> None:
        async with table("pp", patience=Patience(gone=50_000, idle=50_000)) as party:
            party.now += 40_000
            await party.windows[1].do("say", text="still here")
            if steps:
                await party.mark(0, 0)
            party.now = 51_500
            await party.live.queue.ask(party.live.schedule.tick)
            await party.windows[1].settled()
            assert party.windows[1].messages()[-1]["log"][-1]["text"] == "A bot plays for {0}."

    run()


@in_event_loop
async def test_a_bot_takes_silent_steps_at_once_and_is_heard_when_it_is_time() -> None:
    async with in_process_house() as house:
        party = Table(house)
        wanted = [0, 2]

        async def decide(asked: Question, payer: Payer = NOBODY) -> int:
            return party.bottle(1, wanted.pop(0)) if wanted else DONE

        house.workers.decide = decide  # type: ignore[method-assign,assignment]
        await party.deal("pb")
        async with asyncio.timeout(20):
            while not party.live.bots.decided:
                await asyncio.sleep(0.01)
        state = party.live.table.state
        assert isinstance(state, Marking)
        assert state.marks[1] == [party.bottle(1, 0), party.bottle(1, 2)]
        assert party.live.table.lines == party.live.table.seq + 2
        assert party.live.table.actors() == [0, 1], "it is not heard before its time"
        assert "update" not in [message["t"] for window in party.windows.values() for message in window.messages()]
        party.now += 60_000
        await party.live.queue.ask(party.live.schedule.tick)
        assert party.live.table.actors() == [0]
        await party.windows[0].settled()
        assert party.windows[0].messages()[-1]["log"][-1]["text"] == "{1} has chosen."

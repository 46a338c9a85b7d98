"""A table that is awake: what it does when things go wrong, or happen at the same moment."""

from __future__ import annotations

import asyncio
import dataclasses
import functools
import json
import logging
import secrets
import signal

import msgspec
import pytest

import maitred
from maitred.bots.worker import Question, answer, question
from maitred.kernel.chance import Stream
from maitred.server.http_messages import NewTable
from maitred.server.messages import (
    Bye,
    FromSocket,
    Leave,
    Move,
    Ready,
    Remove,
    Say,
)
from maitred.server.socket import MOST_BYTES, Socket
from maitred.server.store import OutcomeUnknown, StoreFailed
from maitred.server.workers import WorkerFailed, WorkerPool, longest_wait
from maitred.table import lines
from maitred.table.table import BOT_NAMES
from tests.server.event_loop import in_event_loop
from tests.server.in_process import FROM_SOCKET, InProcessHouse, Window, deal, in_process_house, nothing


async def dealt(house: InProcessHouse, game: str, seats: str, **more: object) -> dict[int, Window]:
    """A table whose cards are dealt, with a window for every person."""
    keys = await house.set_table(game, seats, **more)
    windows = {seat: await house.open(keys.table, seat, host=seat == 0) for seat in keys.seats}
    await deal(*windows.values())
    return windows


async def pipelined(window: Window, *messages: FromSocket) -> None:
    """Send messages without waiting for their answers, and wait until the table has dealt with them."""
    for message in messages:
        window.live.queue.soon(functools.partial(window.live.obey, window.socket, message))
    done = asyncio.Event()

    async def last() -> None:
        done.set()

    window.live.queue.soon(last)
    await done.wait()
    await window.settled()


def a_move(window: Window) -> Move:
    """Any move that was offered."""
    offer = window.position["offers"][0]
    return Move(secrets.token_hex(4), offer["action"], offer["stamp"])


# Windows that have lost their seats


@pytest.mark.parametrize("way", ["leave", "remove", "take"])
@in_event_loop
async def test_what_a_window_sent_before_it_lost_its_seat_is_not_done_after(way: str) -> None:
    async with in_process_house() as house:
        windows = await dealt(house, "delectable", "mm")
        live = windows[0].live
        seat = live.table.actors()[0]
        window, other = windows[seat], windows[1 - seat]
        other.socket.host = True
        move, said = a_move(window), Say("s", "still here")
        if way == "take":
            await live.queue.ask(lambda: live.lend(seat, "code", 1 << 60))
            live.queue.soon(functools.partial(live.take_along, "code", "new token", None))  # type: ignore[arg-type]
            await pipelined(window, move, said)
        elif way == "remove":
            live.queue.soon(functools.partial(live.obey, other.socket, Remove("r", seat)))
            await pipelined(window, move, said)
        else:
            await pipelined(window, Leave("l"), move, said)
        history = await house.house.history(live.id)
        assert not [line for line in history if isinstance(line, (lines.Said, lines.Played)) and line.seat == seat]
        assert window.messages()[-1]["t"] == "bye"
        assert window.code in (4001, 4002, 4003)


@in_event_loop
async def test_an_open_seat_cannot_be_ready() -> None:
    async with in_process_house() as house:
        keys = await house.set_table("delectable", "mm")
        window = await house.open(keys.table, 0)
        await pipelined(window, Leave("l"), Ready("r", on=True))
        assert window.live.table.seats[0].kind == "open"
        assert not window.live.table.seats[0].ready


@in_event_loop
async def test_a_window_that_opens_while_its_seat_moves_away_sees_nothing() -> None:
    async with in_process_house() as house:
        windows = await dealt(house, "delectable", "mm")
        live = windows[0].live
        late = Window(live, 0, False, None, True)
        await live.queue.ask(lambda: live.lend(0, "code", 1 << 60))
        await live.queue.ask(lambda: live.take_along("code", "new token", None))
        await live.queue.ask(lambda: live.join(late.socket))
        await late.settled()
        assert [message["t"] for message in late.messages()] == ["bye"]
        assert late.socket not in live.sockets
        late.writer.cancel()


# Nonces


@pytest.mark.parametrize("digits", ["ab" * 31, "ab" * 33, "a" * 63, "AB" * 32, "zz" * 32, "", None])
def test_nonces_commitments_and_digests_are_32_bytes(digits: str | None) -> None:
    for kind, field in (("commit", "commitment"), ("agree", "digest"), ("reveal", "nonce")):
        with pytest.raises(msgspec.ValidationError):
            FROM_SOCKET.decode(json.dumps({"t": kind, "id": "i", "attempt": 1, field: digits}))
        FROM_SOCKET.decode(json.dumps({"t": kind, "id": "i", "attempt": 1, field: "ab" * 32}))


def test_a_client_of_protocol_1_is_told_that_it_cannot_be_understood() -> None:
    with pytest.raises(msgspec.ValidationError):
        FROM_SOCKET.decode('{"t": "ready", "id": "i", "nonce": "6d958752748f149c40b2f7966cbe9d1f"}')


# Names


@in_event_loop
async def test_names_at_one_table_are_all_different() -> None:
    async with in_process_house() as house:
        seats = [{"kind": "bot"}, {"kind": "me", "name": BOT_NAMES[0]}, {"kind": "me"}, {"kind": "me", "name": "anna"}]
        wish = msgspec.convert({"game": "delectable", "seats": seats, "name": "Anna"}, NewTable)
        keys = await house.house.set_table(wish)
        live = await house.wake(keys.table)
        assert [seat.name for seat in live.table.seats] == [BOT_NAMES[0], f"{BOT_NAMES[0]} 2", "Anna", "anna 2"]


# Bots


PROBLEMS = [TimeoutError(), OSError("no more processes"), RuntimeError("the handler is closed")]


@pytest.mark.parametrize("problem", PROBLEMS, ids=repr)
@in_event_loop
async def test_a_table_goes_on_with_quick_moves_when_no_worker_can_be_started(
    problem: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    workers = WorkerPool(1)

    async def start_nothing() -> object:
        raise problem

    workers.start = start_nothing  # type: ignore[assignment, method-assign]
    asked = hard_question()
    assert await workers.decide(asked) == answer(asked._replace(level="medium"))
    assert {record.getMessage() for record in caplog.records} == {"a bot plays a quick move"}


def hard_question() -> Question:
    """A question with more than one answer, which is soon thought about but has time."""
    game = maitred.game("delectable")
    state = game.new(3, 5)
    return question(game, state, state.actors()[0], Stream(2), "hard", iterations=2, ms=1000)


@in_event_loop
async def test_a_stuck_worker_is_replaced_and_its_seat_plays_the_best_quick_move(
    caplog: pytest.LogCaptureFixture,
) -> None:
    asked = hard_question()
    assert longest_wait(asked) == 3 * asked.ms / 1000
    workers = WorkerPool(1)
    await workers.decide(asked)
    (worker,) = workers.workers
    worker.send_signal(signal.SIGSTOP)
    assert await workers.decide(asked) == answer(asked._replace(level="medium"))
    assert await worker.wait() == -signal.SIGKILL
    assert worker not in workers.workers
    (told,) = caplog.records
    assert (told.getMessage(), told.problem) == (  # type: ignore[attr-defined]
        "a bot plays a quick move",
        "A worker was stuck over delectable at level hard.",
    )
    await workers.close()


@in_event_loop
async def test_where_even_a_quick_move_is_not_found_the_table_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    async with in_process_house() as house:
        house.workers.fails = WorkerFailed("no worker")
        windows = await dealt(house, "chefs_choice", "mrrr")
        live = windows[0].live
        await windows[0].do("move", **{key: windows[0].position["offers"][0][key] for key in ("action", "stamp")})
        assert live.table.record is not None
        while len(live.table.record.moves) < 4:
            await asyncio.sleep(0)
        assert {"a bot could not think, so it plays its first legal move"} == {
            record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING
        }


class Dying:
    """A worker whose end the house has half noticed: its pipe is closed, and nobody has said yet that it ended."""

    returncode = None

    def __init__(self) -> None:
        self.stdin = self.stdout = self

    def is_closing(self) -> bool:
        return True

    def write(self, line: bytes) -> None:
        raise RuntimeError("unable to perform operation; the handler is closed")

    def kill(self) -> None:
        self.returncode = -9


@in_event_loop
async def test_a_worker_that_is_just_dying_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    game = maitred.game("delectable")
    state = game.new(2, 1)
    seat = state.actors()[0]
    workers = WorkerPool(1)
    dying = Dying()
    workers.queue.idle[:] = [dying]  # type: ignore[list-item]
    asked = question(game, state, seat, Stream(2), "medium")
    assert await workers.decide(asked) in state.legal(seat)
    assert dying.returncode == -9
    assert [record.getMessage() for record in caplog.records] == ["a worker process died"]
    await workers.close()


@in_event_loop
async def test_bots_are_sent_only_what_their_seats_know() -> None:
    async with in_process_house() as house:
        windows = await dealt(house, "ovens", "mrr")
        live = windows[0].live
        for _ in range(6):
            await house.idle(live)
            offer = windows[0].position["offers"][0]
            await windows[0].do("move", action=offer["action"], stamp=offer["stamp"])
        await house.idle(live)
        assert house.workers.asked
        key = bytes.fromhex(live.table.was_set.key)
        for asked in house.workers.asked:
            assert live.table.state.chance.pack()[2:] != asked.known[2:34]
            assert key.hex() not in json.dumps(msgspec.to_builtins(asked))
            state = live.table.game.unpack(asked.known)
            assert len(state.chance.pack()) == 5, "the live stream is never sent"


@in_event_loop
async def test_a_bot_whose_seat_is_given_back_while_it_thinks_does_not_move() -> None:
    async with in_process_house() as house:
        live = (await dealt(house, "delectable", "mm"))[0].live
        (seat,) = live.table.actors()
        live.presence.kept[seat] = True
        stamp = live.table.state.stamp(seat, live.table.state.legal(seat)[0])
        await live.queue.ask(nothing)
        live.presence.kept[seat] = False
        before = live.table.seq
        await live.queue.ask(lambda: live.bots.has_decided(seat, live.table.state.legal(seat)[0], stamp))
        assert live.table.seq == before


# A full disk


@in_event_loop
async def test_nothing_is_acknowledged_that_is_not_stored() -> None:
    async with in_process_house() as house:
        windows = await dealt(house, "delectable", "mm")
        live = windows[0].live
        seat = live.table.actors()[0]
        offer = windows[seat].position["offers"][0]
        move = {"id": "m", "action": offer["action"], "stamp": offer["stamp"]}
        stored = list(house.store.lines[live.id])
        seen = {seat: len(window.received) for seat, window in windows.items()}
        house.store.full = True
        for kind, more in (("move", move), ("say", {"text": "hello"}), ("leave", {})):
            answer = await windows[seat].do(kind, **more)
            assert (answer["t"], answer["reason"]) == ("refused", "no_store")
            assert answer["text"] == "There is no room left. Nothing was changed; try again."
        assert house.store.lines[live.id] == stored
        assert live.table.seq == len(stored)
        assert len(windows[1 - seat].received) == seen[1 - seat], "nobody else heard of it"
        house.store.full = False
        assert (await windows[seat].do("move", **move))["t"] == "done"
        assert len(house.store.lines[live.id]) == len(stored) + 1
        await windows[1 - seat].settled()
        assert windows[1 - seat].messages()[-1]["t"] == "update"


@in_event_loop
async def test_bots_try_again_when_there_is_room() -> None:
    async with in_process_house() as house:
        windows = await dealt(house, "chefs_choice", "mrrr")
        live = windows[0].live
        house.store.full = True
        while not house.store.refused:
            await asyncio.sleep(0)
        house.store.full = False
        assert live.table.record is not None
        while len(live.table.record.moves) < 3:
            await asyncio.sleep(0.05)
        assert 0 in live.table.actors()


@in_event_loop
async def test_lists_that_fell_behind_are_put_right_when_the_table_wakes() -> None:
    async with in_process_house() as house:
        windows = await dealt(house, "diner", "mm")
        live = windows[0].live
        while live.table.phase == "playing":
            window = windows[live.table.actors()[0]]
            await window.settled()
            await window.do("move", **{key: window.position["offers"][0][key] for key in ("action", "stamp")})
        await house.idle(live)
        assert house.store.shown[live.id].phase == "over"
        house.store.shown[live.id] = dataclasses.replace(house.store.shown[live.id], phase="playing")
        house.house.fall_asleep(live)
        await house.idle(await house.wake(live.id))
        assert house.store.shown[live.id].phase == "over"


# Slow readers


@in_event_loop
async def test_who_reads_too_slowly_is_shown_the_door_and_delays_nobody() -> None:
    async with in_process_house() as house:
        windows = await dealt(house, "delectable", "mm")
        stuck = asyncio.Event()

        async def never(message: object) -> None:
            await stuck.wait()

        slow = Socket(never, None, False, None, False, most=5)
        writer = asyncio.create_task(slow.write())
        live = windows[0].live
        await live.queue.ask(lambda: live.join(slow))
        for number in range(8):
            assert (await windows[0].do("say", text=f"line {number}"))["t"] == "done"
        assert slow.ended
        assert [message.reason for message in slow.outbox if isinstance(message, Bye)] == ["slow"]
        assert len(slow.outbox) == 1, "what it has not read is forgotten"
        writer.cancel()


@in_event_loop
async def test_who_reads_nothing_does_not_fill_the_memory() -> None:
    async with in_process_house() as house:
        live = (await dealt(house, "delectable", "mm"))[0].live
        stuck = asyncio.Event()

        async def never(message: object) -> None:
            await stuck.wait()

        slow = Socket(never, None, False, None, True, most=10_000)
        writer = asyncio.create_task(slow.write())
        await live.queue.ask(lambda: live.join(slow))
        most = 0
        while not slow.ended:
            await live.queue.ask(lambda: live.welcome(slow))
            most = max(most, sum(len(message) for message in slow.outbox if isinstance(message, bytes)))
        assert MOST_BYTES - 30_000 < most < MOST_BYTES + 30_000
        assert [message.reason for message in slow.outbox if isinstance(message, Bye)] == ["slow"]
        writer.cancel()


@in_event_loop
async def test_a_table_that_somebody_else_wrote_to_is_read_again(caplog: pytest.LogCaptureFixture) -> None:
    async with in_process_house() as house:
        windows = await dealt(house, "delectable", "mm")
        live = windows[0].live
        await house.store.append(live.id, live.table.seq, [lines.ENCODER.encode(lines.Said(1, "from elsewhere", "x"))])
        await pipelined(windows[0], Say("s", "hello"))
        for window in windows.values():
            await window.settled()
            assert window.messages()[-1]["t"] == "welcome"
            assert window.messages()[-1]["log"][-1]["text"] == "from elsewhere"
        assert (await windows[0].do("say", text="hello"))["t"] == "done"
        assert "the table is read again" in caplog.text
        assert live.id not in caplog.text, "a link is a secret"


@in_event_loop
async def test_who_waits_for_a_table_that_cannot_be_read_is_told_so() -> None:
    async with in_process_house() as house:
        live = (await dealt(house, "delectable", "mm"))[0].live

        async def breaks() -> None:
            live.house.find_game = lambda id: maitred.game("no such game")
            raise RuntimeError("something unheard of")

        asked = [
            live.queue.ask(breaks),
            live.queue.ask(lambda: live.lend(0, "code", 1)),
            live.queue.ask(lambda: live.lend(1, "code", 1)),
        ]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [(type(answer), str(answer)) for answer in answers] == [
            (StoreFailed, "This table cannot be read right now.")
        ] * 3
        with pytest.raises(StoreFailed, match="cannot be read right now"):
            await live.queue.ask(lambda: live.lend(0, "code", 1))


@in_event_loop
async def test_what_may_have_been_written_is_not_said_to_be_undone() -> None:
    async with in_process_house() as house:
        live = (await dealt(house, "delectable", "mm"))[0].live
        begun, held_up = asyncio.Event(), asyncio.Event()

        async def lost() -> None:
            raise OutcomeUnknown(live.id)

        async def slow() -> None:
            begun.set()
            await held_up.wait()

        with pytest.raises(OutcomeUnknown):
            await live.queue.ask(lost)
        waiting = [asyncio.create_task(live.queue.ask(slow)) for _ in range(2)]
        await begun.wait()
        house.house.fall_asleep(live)  # as when the lease is lost in the middle of the first of them
        answers = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(answer) for answer in answers] == [OutcomeUnknown, StoreFailed]


@in_event_loop
async def test_a_window_that_has_not_joined_yet_is_told_when_the_table_falls_asleep() -> None:
    async with in_process_house() as house:
        live = (await dealt(house, "delectable", "mm"))[0].live
        begun = asyncio.Event()

        async def slow() -> None:
            begun.set()
            await asyncio.Event().wait()

        live.queue.soon(slow)
        await begun.wait()
        windows = [Window(live, seat, False, None, False) for seat in (0, 1)]
        live.arrive(windows[0].socket)
        house.house.fall_asleep(live)
        live.arrive(windows[1].socket)  # and so is one that comes a moment later
        while [window.code for window in windows] != [1012, 1012]:
            await asyncio.sleep(0)
        assert not {window.socket for window in windows} & set(live.sockets)

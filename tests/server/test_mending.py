"""Rules that fail and lines that are damaged: one table is closed at most, and there is a way back."""

from __future__ import annotations

import asyncio
import functools
import json
import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, ClassVar

import pytest

from maitred.cli import main
from maitred.kernel.game import Words
from maitred.kernel.state import State
from maitred.server.logs import Lines
from maitred.server.messages import Say
from maitred.starter.game import Tasting, TastingGame
from maitred.table import lines
from maitred.table.lines import Damaged
from tests.server.event_loop import in_event_loop
from tests.server.guest import Browser, RunningHouse, at_table, play_on
from tests.server.in_process import InProcessHouse, Window, in_process_house
from tests.table.scripted import ScriptedTable, portrait

SECRET = "the hidden bottle 7"


class Faulty(Tasting):
    """Rules that fail at one bottle."""

    bad: ClassVar[int | None] = None

    def apply(self, seat: int, action: int) -> None:
        super().apply(seat, action)
        if action == Faulty.bad:
            raise ValueError(SECRET)


class FaultyGame(TastingGame):
    """A game whose rules, or words, fail at one bottle."""

    unshown: int | None = None

    def deal(self, *told: Any) -> State:
        state = super().deal(*told)
        state.__class__ = Faulty
        return state

    def view(self, state: State, seat: int | None) -> Words:
        assert isinstance(state, Tasting)
        if FaultyGame.unshown is not None and FaultyGame.unshown in state.choices:
            raise KeyError(SECRET)
        return super().view(state, seat)


@pytest.fixture(autouse=True)
def no_fault_yet() -> None:
    """Rules are good until a test says otherwise."""
    Faulty.bad = FaultyGame.unshown = None


async def dealt(house: InProcessHouse, seats: str = "ppp", table: str = "t") -> list[Window]:
    """A game of Blind Tasting whose rules may fail, with a window for each person and one to watch."""
    house.house.find_game = lambda id: FaultyGame()
    told = ScriptedTable("tasting", seats).deal()
    was_set = told.lines[0]
    assert isinstance(was_set, lines.WasSet)
    was_set.table = table
    house.store.lines[table] = [lines.ENCODER.encode(line) for line in told.lines]
    return [await house.open(table, seat) for seat in told.table.people()] + [await house.open(table, None)]


def hand(window: Window) -> list[int]:
    """What the seat of a window holds."""
    return [offer["action"] for offer in window.position["offers"]]


async def closed(window: Window) -> None:
    """Wait until the house has closed a window."""
    async with asyncio.timeout(10):
        while window.code is None:
            await asyncio.sleep(0.01)


# Rules that fail


@in_event_loop
async def test_a_move_at_which_the_rules_fail_is_refused_and_changes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async with in_process_house() as house:
        windows = await dealt(house)
        bad, good, _ = hand(windows[0])
        Faulty.bad = bad
        stored, before = list(house.store.lines["t"]), portrait(windows[0].live.table)
        heard = [len(window.received) for window in windows]
        answer = await windows[0].do("move", action=bad, stamp=0)
        assert (answer["t"], answer["reason"]) == ("refused", "broken")
        assert answer["text"].startswith("The rules of the game failed on that move, so nothing was changed.")
        assert house.store.lines["t"] == stored
        assert portrait(windows[0].live.table) == before
        assert [len(window.received) for window in windows[1:]] == heard[1:], "nobody else heard of it"
        (entry,) = caplog.records
        told = json.loads(Lines().format(entry))
        assert told["what"] == "the rules failed, and nothing was changed"
        assert (told["level"], told["table"], told["trace"][-1]) == ("error", "t", "ValueError")
        assert SECRET not in Lines().format(entry), "nothing hidden is in the log"
        assert (await windows[0].do("move", action=good, stamp=0))["t"] == "done"
        house.house.fall_asleep(windows[0].live)
        assert (await house.wake("t")).table.actors() == [1, 2], "and it can be read again"


@in_event_loop
async def test_a_move_after_which_nothing_can_be_shown_is_refused_too() -> None:
    async with in_process_house() as house:
        windows = await dealt(house)
        FaultyGame.unshown = hand(windows[0])[0]
        stored = list(house.store.lines["t"])
        answer = await windows[0].do("move", action=FaultyGame.unshown, stamp=0)
        assert (answer["t"], answer["reason"]) == ("refused", "broken")
        assert house.store.lines["t"] == stored
        assert (await windows[0].do("say", text="I go on"))["t"] == "done"


@in_event_loop
async def test_a_bot_at_whose_move_the_rules_fail_makes_another() -> None:
    async with in_process_house() as house:
        windows = await dealt(house, "pb")
        live = windows[0].live
        legal = live.table.state.legal(1)
        Faulty.bad = legal[0]
        await live.queue.ask(lambda: live.bots.has_decided(1, legal[0], 0))
        assert live.table.record is not None
        assert [move[:2] for move in live.table.record.moves] == [(1, legal[1])]


@in_event_loop
async def test_a_store_that_fails_leaves_nothing_half_done() -> None:
    async with in_process_house() as house:
        windows = await dealt(house)
        live = windows[0].live
        first, second, _ = hand(windows[0])
        before = portrait(live.table)
        house.store.full = True
        for kind, more in (("move", {"action": first, "stamp": 0}), ("say", {"text": "hello"}), ("leave", {})):
            answer = await windows[0].do(kind, **more)
            assert (answer["t"], answer["reason"]) == ("refused", "no_store")
            assert portrait(live.table) == before
        house.store.full = False
        assert (await windows[0].do("move", action=second, stamp=0))["t"] == "done"
        house.store.full = True
        before = portrait(live.table)
        assert (await windows[0].do("undo"))["reason"] == "no_store"
        assert portrait(live.table) == before


# Lines that are damaged


DAMAGE = [
    (b'{"type":"played","seat":0,"act', "it is not JSON"),
    (b"\xff\xfe", "it is not JSON"),
    (b'{"type":"juggled","seat":0}', "this version does not know what it says"),
    (b'{"type":"played","seat":0,"action":99,"ms":0,"id":null}', "it is a move that the rules do not allow"),
    (b'{"type":"undone","seat":0,"back":9,"again":[],"ms":0,"id":"u"}', "it cannot be carried out (BadRecord)"),
    (b'{"type":"ready","seat":9,"nonce":null}', "it cannot be carried out (IndexError)"),
]


@pytest.mark.parametrize(("line", "what"), DAMAGE)
@pytest.mark.parametrize("last", [False, True])
@in_event_loop
async def test_a_damaged_line_closes_its_table_and_no_other(
    caplog: pytest.LogCaptureFixture, line: bytes, what: str, last: bool
) -> None:
    async with in_process_house() as house:
        windows = await dealt(house)
        others = await dealt(house, table="u")
        for window in windows[:2]:
            await window.do("move", action=hand(window)[0], stamp=0)
        live = windows[0].live
        number = live.table.lines if last else live.table.lines - 1
        house.store.lines["t"][number - 1] = line
        house.house.fall_asleep(live)
        for _ in range(3):
            with pytest.raises(Damaged, match="This table is damaged, so it is closed") as damage:
                await house.wake("t")
            assert (damage.value.line, damage.value.what) == (number, what)
        (entry,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
        assert json.loads(Lines().format(entry))["line"] == number, "the host is told, once"
        assert (await others[0].do("move", action=hand(others[0])[0], stamp=0))["t"] == "done"

        assert not await house.house.mend("t", "not the host"), "only the host may"
        assert await house.house.mend("t", "host")
        assert house.store.cut_off[0] == line
        assert len(house.store.cut_off) == (1 if last else 2)
        mended = await house.open("t", 0)
        assert mended.live.table.lines == number - 1
        asked = mended.live.table.actors()[0]
        window = await house.open("t", asked)
        assert (await window.do("move", action=hand(window)[0], stamp=0))["t"] == "done", "and the game goes on"


@in_event_loop
async def test_a_table_that_is_found_damaged_while_it_is_played_says_goodbye() -> None:
    async with in_process_house() as house:
        windows = await dealt(house)
        live = windows[0].live
        house.store.lines["t"].append(b"rubbish")
        live.queue.soon(functools.partial(live.obey, windows[0].socket, Say("s", "hello")))
        for window in windows:
            await closed(window)
            assert (window.messages()[-1]["t"], window.messages()[-1]["reason"]) == ("bye", "damaged")
            assert window.code == 4006


@in_event_loop
async def test_a_position_that_cannot_be_shown_is_mended_as_well() -> None:
    async with in_process_house() as house:
        windows = await dealt(house)
        chosen = hand(windows[0])[0]
        await windows[0].do("move", action=chosen, stamp=0)
        FaultyGame.unshown = chosen
        house.house.fall_asleep(windows[0].live)
        live = await house.wake("t")
        window = Window(live, 0, False, None, True)
        live.queue.soon(functools.partial(live.join, window.socket))
        await closed(window)
        assert window.messages()[-1] == json.loads(
            '{"t":"bye","reason":"damaged","text":'
            '"This table is damaged, so it is closed: it can be taken back to its last good move."}'
        )
        assert await house.house.mend("t", "host")
        again = await house.open("t", 0)
        assert chosen in hand(again)


@in_event_loop
async def test_a_table_of_which_nothing_can_be_read_is_left_to_whoever_runs_the_house() -> None:
    async with in_process_house() as house:
        await dealt(house)
        house.house.fall_asleep(await house.wake("t"))
        house.store.lines["t"][0] = b"rubbish"
        with pytest.raises(Damaged):
            await house.wake("t")
        assert not await house.house.mend("t", "host"), "nobody knows whose it is"


# A real house


def test_the_host_of_a_damaged_table_takes_it_back_in_a_running_house_or_with_mend(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "data"
    host, friend = Browser(0), Browser(0)

    def damage(table: str) -> int:
        """Damage the last line but one; its number."""
        with closing(sqlite3.connect(folder / "maitred.db")) as connection, connection:
            (last,) = connection.execute('SELECT max(seq) FROM line WHERE "table" = ?', (table,)).fetchone()
            connection.execute('UPDATE line SET line = ? WHERE "table" = ? AND seq = ?', (b"{", table, last - 1))
        return int(last) - 1

    @in_event_loop
    async def some_moves() -> None:
        for table in tables:
            async with at_table(host, table, 0) as guest:
                if guest.position is None:
                    await guest.ready()
                assert await play_on(guest, lambda offers: offers[0], 3) == 3

    with RunningHouse(folder) as house:
        host.port = friend.port = house.port
        tables = [host.set_table("delectable", "mr") for _ in range(2)]
        some_moves()
        house.close()
        spoiled = [damage(table) for table in tables]
        assert main(["mend", "--data", str(folder)]) == 1
        told = capsys.readouterr().out
        for table, line in zip(tables, spoiled, strict=True):
            assert f"{table}: line {line} of {line + 1} is wrong: it is not JSON." in told
        house.start()
        assert main(["mend", "--data", str(folder), tables[0]]) == 1, "looking is possible at any time"
        capsys.readouterr()
        assert main(["mend", "--data", str(folder), tables[0], "--back"]) == 2
        assert "already using" in capsys.readouterr().err
        for browser, mend in ((host, True), (friend, False)):
            answer = browser.ask("GET", f"/api/tables/{tables[0]}")
            assert (answer.status, answer.json["reason"], answer.json.get("mend", False)) == (409, "damaged", mend)
        assert friend.ask("POST", f"/api/tables/{tables[0]}/mend").status == 409
        assert host.ask("POST", f"/api/tables/{tables[0]}/mend").json["table"]["phase"] == "playing"
        assert host.ask("POST", f"/api/tables/{tables[0]}/mend").status == 200, "once more does no harm"
        assert friend.ask("POST", f"/api/tables/{tables[0]}/mend").status == 403
        house.close()
        log = house.log()
        assert '"a table is damaged and closed (maitred mend restores it)"' in log
        assert '"trace"' not in log
        assert main(["mend", "--data", str(folder), tables[1][:6], "--back"]) == 0
        told = capsys.readouterr().out
        assert told.startswith(f"{tables[1]} is back at line {spoiled[1] - 1}: 2 lines cut off, kept in {folder}")
        kept = Path(told.split("kept in ")[1].strip().removesuffix("."))
        cut = [json.loads(line) for line in kept.read_text().splitlines()]
        assert [(line["table"], line["seq"]) for line in cut] == [(tables[1], spoiled[1]), (tables[1], spoiled[1] + 1)]
        assert kept.stat().st_mode & 0o077 == 0, "it holds what is hidden"
        assert main(["mend", "--data", str(folder)]) == 0
        assert capsys.readouterr().out == "Nothing is damaged.\n"
        house.start()
        some_moves()
        assert house.close() == 0


def test_mend_says_what_it_cannot_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mend", "--data", str(tmp_path)]) == 2
    assert "There are no live tables" in capsys.readouterr().err
    assert main(["mend", "--data", str(tmp_path), "--back"]) == 2
    assert "Name the table" in capsys.readouterr().err

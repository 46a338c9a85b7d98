"""Tables of a store that were set by older rules of their game: finished ones are as good as ever, others are closed
with a sentence, and set anew by one request.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import maitred
from maitred.cli import main
from maitred.cli.remote import credentials
from maitred.server import showing
from maitred.server.identity import HOST_COOKIE, seat_cookie, table_path
from maitred.server.socket import ENCODER
from maitred.server.sqlite import SqliteStore
from maitred.server.store import Summary
from maitred.table import lines
from maitred.table.lines import Line
from maitred.table.table import Table, from_lines, hashed
from tests.cli.test_join import ASKED, Typist, refusal
from tests.server.event_loop import in_event_loop
from tests.server.guest import Browser, RunningHouse, at_table, deal, play_on
from tests.table.scripted import ScriptedTable

SENTENCE = (
    "The rules of Ovens have changed since this table was set, so it is closed. You can set the same table again."
)
PHASES = ("seating", "playing", "over")
HOST, SEATS = "H" * 22, ("A" * 22, "B" * 22)


def by_the_first_rules(table: str, phase: str) -> list[Line]:
    """The lines of a table of Ovens for two that was set, is played or was played by the first rules."""
    assert maitred.game("ovens").rules_version > 1
    was_set = ScriptedTable("ovens", "pp").lines[0]
    assert isinstance(was_set, lines.WasSet)
    was_set.table, was_set.rules_version, was_set.public = table, 1, True
    was_set.host = hashed(HOST)
    for set_, token in zip(was_set.seats, SEATS, strict=True):
        set_.token = hashed(token)
    told: list[Line] = [was_set, lines.Readied(0, nonce="00" * 16)]
    if phase != "seating":
        told += [lines.Readied(1, nonce="11" * 16), lines.Dealt(["00" * 16, "11" * 16])]
        game, chance = from_lines(told, maitred.game), random.Random(table)
        for _ in range(10_000 if phase == "over" else 12):
            if not game.actors():
                break
            seat = chance.choice(game.actors())
            told.append(lines.Played(seat, chance.choice(game.state.legal(seat)), 0, None))
            game.take(told[-1])
        assert bool(game.actors()) == (phase == "playing")
        assert game.state.old_rules == 1
    return told


def old_card(table: Table, phase: str) -> bytes:
    """What the lists showed of a table then."""
    card = json.loads(ENCODER.encode(showing.table_card(table, 1)))
    del card["rules_version"]
    return json.dumps({**card, "phase": phase}).encode()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """A house with tables of all phases that were set by older rules, each twice."""
    folder = tmp_path_factory.mktemp("house") / "data"

    async def fill() -> None:
        store = await SqliteStore.open(folder / "maitred.db")
        for phase in PHASES:
            for name in (phase, f"{phase}-too"):
                told = by_the_first_rules(name, phase)
                table = from_lines(told, maitred.game)
                summary = Summary(name, "ovens", phase, True, time.time_ns() // 1_000_000, old_card(table, phase))
                await store.append(name, 0, [lines.ENCODER.encode(line) for line in told], summary)
        await store.close()

    asyncio.run(fill())
    with RunningHouse(folder) as running:
        yield running
        assert running.close() == 0
        assert '"trace"' not in running.log()
        assert '"level": "error"' not in running.log()


def browser(house: RunningHouse, table: str, seat: int, host: bool = False) -> Browser:
    """The browser of somebody who sat there."""
    held = {seat_cookie(seat): SEATS[seat]}
    return Browser(house.port, {table_path(table): {**held, HOST_COOKIE: HOST} if host else held})


@pytest.mark.parametrize("phase", ["seating", "playing"])
def test_a_table_of_older_rules_is_closed_and_set_anew_by_one_request(house: RunningHouse, phase: str) -> None:
    ann, ben, stranger = browser(house, phase, 0, host=True), browser(house, phase, 1), Browser(house.port)
    facts = stranger.ask("GET", f"/api/tables/{phase}").json["table"]
    assert (facts["phase"], facts["closed"], facts["rematch"]) == ("closed", SENTENCE, None)
    refused = stranger.ask("POST", f"/api/tables/{phase}/claim", {"name": "Eve"})
    assert (refused.status, refused.json["text"]) == (409, SENTENCE)
    for what in ("record", "replay", "replay/frames"):
        assert stranger.ask("GET", f"/api/tables/{phase}/{what}").status == 409
    assert stranger.ask("POST", f"/api/tables/{phase}/rematch").status == 403

    @in_event_loop
    async def play() -> None:
        async with at_table(ann, phase, 0) as guest:
            assert guest.table["closed"] == SENTENCE
            assert (guest.position is None) == (phase == "seating")
            assert guest.offers == []
            for kind, more in (("ready", {"on": True}), ("move", {"action": 0, "stamp": 0}), ("undo", {})):
                answer = await guest.do(kind, **more)
                assert (answer["t"], answer["reason"], answer["text"]) == ("refused", "not_now", SENTENCE)
            assert (await guest.do("say", text="what now?"))["t"] == "done"
            seated = await asyncio.to_thread(ann.ask, "POST", f"/api/tables/{phase}/rematch")
            assert (seated.status, seated.json["seats"], seated.json["host"]) == (200, [0], True)
            await guest.until(lambda message: message["t"] == "table" and message["table"]["rematch"] is not None)
            anew = guest.table["rematch"]
            assert anew == seated.json["table"]
        assert ben.ask("POST", f"/api/tables/{phase}/rematch").json["table"] == anew
        fresh = stranger.ask("GET", f"/api/tables/{anew}").json["table"]
        assert (fresh["phase"], fresh["game"], fresh["options"]) == ("seating", "ovens", facts["options"])
        assert [seat["name"] for seat in fresh["seats"]] == ["Ada", "Ben"]
        async with at_table(ann, anew, 0) as first, at_table(ben, anew, 1) as second:
            await deal(first, second)
            assert await play_on(first, lambda offers: offers[-1], 1) == 1, "by the rules of now"

    play()


def test_finished_tables_of_older_rules_stay_readable(
    house: RunningHouse, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stranger, ann = Browser(house.port), browser(house, "over", 0)
    facts = stranger.ask("GET", "/api/tables/over").json["table"]
    assert (facts["phase"], facts["closed"]) == ("over", None)
    reel = stranger.ask("GET", "/api/tables/over/replay").json
    for eyes in ("", "&eyes=0", "&eyes=1"):
        made = 0
        while made <= len(reel["moves"]):
            answer = stranger.ask("GET", f"/api/tables/over/replay/frames?first={made}&count=60{eyes}")
            assert answer.status == 200
            assert [frame["position"]["moves"] for frame in answer.json["frames"]] == list(
                range(made, min(made + 60, len(reel["moves"]) + 1))
            )
            made += 60
        assert answer.json["frames"][-1]["position"]["sheet"] is not None

    @in_event_loop
    async def look() -> None:
        async with at_table(ann, "over", 0) as guest:
            assert guest.position is not None
            assert guest.position["sheet"]["total"]
            assert guest.position["proof"] is not None
            assert guest.log

    look()
    record = tmp_path / "record.json"
    record.write_bytes(stranger.ask("GET", "/api/tables/over/record").body)
    assert json.loads(record.read_text())["rules_version"] == 1
    assert main(["verify", str(record)]) == 0
    assert capsys.readouterr().out.startswith("The record replays: Ovens for 2")
    again = ann.ask("POST", "/api/tables/over/rematch")
    assert again.status == 200
    assert stranger.ask("GET", f"/api/tables/{again.json['table']}").json["table"]["phase"] == "seating"


def test_tables_of_older_rules_are_listed_as_closed_before_anybody_opens_them(house: RunningHouse) -> None:
    ask = Browser(house.port).ask
    listed = {card["table"]: card["phase"] for card in ask("GET", "/api/tables").json["tables"]}
    assert {name: listed[f"{name}-too"] for name in PHASES} == {
        "seating": "closed",
        "playing": "closed",
        "over": "over",
    }
    for phase in ("seating", "playing"):
        names = [card["table"] for card in ask("GET", f"/api/tables?phase={phase}").json["tables"]]
        assert f"{phase}-too" not in names, "nobody is invited there"


def test_a_guest_in_the_terminal_is_told_and_sets_the_same_table_anew(
    house: RunningHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    origin, table = f"http://localhost:{house.port}", "playing-too"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    credentials.save(credentials.SeatCredentials(origin, table, 0, SEATS[0], "Ada", "00" * 16, ""))
    ada = Typist(tmp_path, f"{origin}/t/{table}")
    told = ada.until(ASKED)
    assert SENTENCE in " ".join(told.split())
    assert "This table is closed: rematch sets it again, Enter leaves" in told
    ada.type("rematch")
    ada.until("You sit down.")
    facts = Browser(house.port).ask("GET", f"/api/tables/{table}").json["table"]
    assert facts["rematch"] is not None
    ada.kill()
    told = refusal(capsys, f"{origin}/t/{table}", "--name", "Eve")
    assert told == f"{SENTENCE} (maitred join {origin}/t/{facts['rematch']})"

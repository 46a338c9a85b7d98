"""Tables that start from a prepared position: nothing is promised, and they count for nothing."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

import maitred
from maitred.cli import main
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadPosition, BadRecord, BadSetup
from maitred.kernel.record import Record
from maitred.server import replay
from maitred.server.api import signed_record
from maitred.server.house import Prepared
from maitred.server.http_messages import NewTable
from maitred.table.permissions import Denied
from tests.server.event_loop import in_event_loop
from tests.server.in_process import InProcessHouse, Window, in_process_house

GAMES = [game.id for game in maitred.all_games()]


def some_position(id: str) -> tuple[dict[str, object], int]:
    """A position of a game after some moves, dealt anew as its first seat knows it, and how many play."""
    game = maitred.game(id)
    record = Record(game, None, 3)
    for _ in range(9):
        seat = record.state.actors()[0]
        record.play(seat, record.state.legal(seat)[0])
    return game.dump(record.state.determinize(0, Stream(5))), record.state.players


async def prepared_window(house: InProcessHouse, id: str) -> Window:
    position, players = some_position(id)
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": "random"}] * (players - 1)]
    wish = msgspec.convert({"game": id, "seats": seats, "pace": "none"}, NewTable)
    keys = await house.house.set_table(wish, prepared=Prepared(position, 8))
    return await house.open(keys.table, 0)


@pytest.mark.parametrize("id", GAMES)
def test_a_record_starts_from_a_position_and_replays(id: str) -> None:
    game, (position, players) = maitred.game(id), some_position(id)
    chance = {"kind": "prepared", "position": position, "seed": 8}
    record = Record(game, players, chance)
    assert game.dump(record.state) == position
    assert record.prepared
    for _ in range(4):
        seat = record.state.actors()[0]
        record.play(seat, record.state.legal(seat)[-1])
    again = maitred.read_record(record.to_json())
    assert again.state == record.state
    assert again.chain() == record.chain()
    told = json.loads(record.to_json())
    told["chance"]["seed"] = 9
    with pytest.raises(BadRecord):
        maitred.read_record(json.dumps(told))


def test_a_wrong_prepared_position_is_refused_with_the_reason() -> None:
    game = maitred.game("delectable")
    position, players = some_position("delectable")
    with pytest.raises(BadPosition, match="does not say 'players'"):
        Record(game, 2, {"kind": "prepared", "position": {}, "seed": 1})
    with pytest.raises(BadSetup, match="a position in words and the seed"):
        Record(game, 2, {"kind": "prepared", "position": position})
    with pytest.raises(BadSetup, match=f"of {players} players, not of 4"):
        Record(game, 4, {"kind": "prepared", "position": position, "seed": 1})


@in_event_loop
async def test_a_prepared_table_is_played_kept_replayed_and_says_what_it_is() -> None:
    async with in_process_house() as house:
        window = await prepared_window(house, "delectable")
        assert window.table.prepared
        assert not window.table.counts
        assert window.table.phase == "playing"
        assert window.keeper is not None
        assert window.keeper.see(window.table) == []
        assert not window.keeper.findings
        id, offer = window.live.id, window.position["offers"][0]
        await window.do("move", action=offer["action"], stamp=offer["stamp"])
        state = window.live.table.state.pack()
        house.house.fall_asleep(window.live)
        window = await house.open(id, 0)
        assert window.live.table.state.pack() == state or len(window.live.table.record.moves) > 1  # type: ignore[union-attr]
        while not window.position["sheet"]:
            await house.idle(window.live)
            if window.position["sheet"] is None:
                offer = window.position["offers"][-1]
                await window.do("move", action=offer["action"], stamp=offer["stamp"])
        assert window.position["proof"] is None
        table = window.live.table
        frames = replay.frames(table, 0, 2, None)
        assert [frame.position.moves for frame in frames] == [0, 1]
        told = signed_record(house.house.signer, table)
        assert maitred.read_record(told).prepared
        with pytest.raises(Denied, match="was prepared"):
            await house.house.rematch(window.live, {}, "")


@in_event_loop
async def test_a_prepared_table_has_no_open_seats() -> None:
    async with in_process_house() as house:
        wish = msgspec.convert({"game": "delectable", "seats": [{"kind": "me"}, {"kind": "open"}]}, NewTable)
        with pytest.raises(BadSetup, match="no open seats"):
            await house.house.set_table(wish, prepared=Prepared(some_position("delectable")[0], 8))


def test_verify_says_that_the_deal_was_prepared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position, players = some_position("ovens")
    record = Record(maitred.game("ovens"), players, {"kind": "prepared", "position": position, "seed": 8})
    file = tmp_path / "lesson.json"
    file.write_text(record.to_json(), encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    assert "This is a prepared deal" in capsys.readouterr().out
    assert main(["verify", str(file), "--commitment", "ab" * 32, "--json"]) == 2
    told = json.loads(capsys.readouterr().out)
    assert told["deal"] == "not checked"
    assert told["kept"] == "no"
    assert told["counts"] is False

"""Agents at live tables: a house of their own and others', restarts of every side, and repeats."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from maitred.agents import live
from maitred.agents.live import LiveSeat
from maitred.agents.places import Houses
from maitred.agents.tools import Tools
from maitred.cli.remote import credentials
from maitred.cli.remote.connection import Closed
from maitred.cli.remote.credentials import SeatCredentials
from maitred.cli.remote.table_api import TableApi
from tests.agents.memory import act_of, call


@pytest.fixture(autouse=True)
def _credentials(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats and records of these tests in a folder of their own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(credentials, "kept_in", None)


def to_turn(tools: Tools, told: dict[str, Any]) -> dict[str, Any]:
    """Wait until the seat is asked, or the game is over."""
    while told["state"] in ("waiting", "seating"):
        told = call(tools, "wait_turn", seat=told["seat"], seconds=20)
    return told


def test_a_table_of_its_own_goes_on_after_a_kill_and_a_restart_between_any_two_calls(tmp_path: Path) -> None:
    place = Houses(tmp_path / "data")
    tools = Tools(place)
    chance = random.Random(1)
    try:
        told = to_turn(tools, call(tools, "sit", game="ovens", bots=["random"]))
        for step in range(6):
            sent = act_of(told, chance.randrange(1000))
            done = call(tools, "act", **sent)
            assert done["said"] == "Done."
            if step % 3 == 0:  # the answer was lost, and the house with it
                house = place.own_house.process
                assert house is not None
                house.kill()
                house.wait()
            elif step % 3 == 1:  # the server was restarted
                place.close()
                place = Houses(tmp_path / "data")
                tools = Tools(place)
            again = call(tools, "act", **sent)
            assert "already done" in again["said"]
            told = to_turn(tools, again)
            if told["state"] == "over":
                break
    finally:
        place.close()


def test_what_is_heard_at_once_waits_until_it_can_be_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    answerable: list[bool] = []

    class Hasty:
        """A connection that delivers something before whoever opened it has it."""

        def __init__(self, api: object, own: object, hear: Callable[[Closed], None]) -> None:
            self.thread = threading.Thread(target=hear, args=(Closed("Away.", for_good=False),))
            self.thread.start()
            self.thread.join(0.2)

    class Watched(LiveSeat):
        """Notes whether there is a connection whenever it is told something."""

        def __setattr__(self, name: str, value: object) -> None:
            if name == "lost" and value is not None:
                answerable.append(hasattr(self, "connection"))
            super().__setattr__(name, value)

    monkeypatch.setattr(live, "Connection", Hasty)
    own = SeatCredentials("http://127.0.0.1:9", "AAAAAAAAAAAA", 0, "token", "Ann")
    seat = Watched(TableApi("http://127.0.0.1:9", "AAAAAAAAAAAA"), own)
    seat.connection.thread.join()
    assert answerable == [True]


def test_two_agents_play_each_other_and_see_only_their_own_hands(tmp_path: Path) -> None:
    """One sets a table with an open seat, the other sits down by its link through a server of its own."""
    with closing(Houses(tmp_path / "one")) as host:
        mine = Tools(host)
        first = call(mine, "sit", game="ovens", open_seats=1, name="Ann")
        assert first["state"] == "seating"
        guest = Tools(host)
        second = call(guest, "sit", link=first["link"], name="Ben")
        assert second["seat"] != first["seat"]
        told, other = to_turn(mine, first), to_turn(guest, second)
        assert told["players"] == ["Ann (you)", "Ben"]
        assert other["players"] == ["Ann", "Ben (you)"]
        hidden = next(line for line in told["table"] if line.startswith("Ben's pantry"))
        assert hidden.endswith(": ? ×3")
        refusal, refused = guest.call("sit", {"link": first["link"], "name": "Cid"})
        assert refused
        assert "already begun" in refusal or "full" in refusal


@pytest.mark.parametrize("game", ["delectable", "ovens"])
def test_a_whole_game_at_a_live_table_ends_with_a_shuffle_that_is_checked(game: str, tmp_path: Path) -> None:
    with closing(Houses(tmp_path / "data")) as place:
        tools = Tools(place)
        told = to_turn(tools, call(tools, "sit", game=game, bots=["random"]))
        for _ in range(400):
            if told["state"] == "over":
                break
            answer, _ = tools.call("act", act_of(told, 0))
            told = to_turn(tools, json.loads(answer))
        assert told["state"] == "over"
        assert any("shuffle" in note or "promise" in note for note in told["notes"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "either which game"),
        ({"game": "ovens", "link": "http://localhost:1/t/AAAAAAAAAAAA"}, "either which game"),
        ({"link": "http://localhost"}, "A link to a table looks like"),
        ({"link": "http://127.0.0.1:9/t/AAAAAAAAAAAA"}, "Nobody answers"),
        ({"game": "ovens", "seat": 2}, "seat is for live tables"),
        ({"game": "ovens", "open_seats": 5}, "2 to 5"),
    ],
)
def test_sitting_down_wrongly_is_answered_with_a_sentence(
    arguments: dict[str, object], said: str, tmp_path: Path
) -> None:
    with closing(Houses(tmp_path / "data")) as place:
        told, refused = Tools(place).call("sit", dict(arguments))
    assert refused
    assert said in told


def test_a_handle_that_leads_nowhere(tmp_path: Path) -> None:
    with closing(Houses(tmp_path / "data")) as place:
        for handle in ("seat-AAAAAAAAAAAAAAAAAAAAAA", "../../seat", "seat-", ""):
            told, refused = Tools(place).call("look", {"seat": handle})
            assert refused
            assert "There is no seat" in told

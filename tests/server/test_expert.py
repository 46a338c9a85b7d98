"""Experts at live tables: seated where the game comes with what they have learned, refused elsewhere."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import maitred
from maitred.bots import experts
from maitred.kernel.errors import BadSetup
from maitred.server.http_messages import NewTable
from tests.bots import networks
from tests.server.event_loop import in_event_loop
from tests.server.guest import Browser, RunningHouse
from tests.server.in_process import in_process_house

DELECTABLE = maitred.game("delectable")


@pytest.fixture(autouse=True)
def comes_with_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Delectable comes with a network for two players, and no other game has any."""
    found = experts.read(networks.file(DELECTABLE, 2), DELECTABLE, "it")
    monkeypatch.setattr(experts, "shipped", lambda game: found if game is DELECTABLE else [])


def wish(game: str, experts: int, **more: Any) -> NewTable:
    """You and so many experts."""
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": "expert"}] * experts]
    return msgspec.convert({"game": game, "seats": seats, "pace": "none", **more}, NewTable)


def test_a_house_says_with_how_many_players_there_are_experts(house: RunningHouse) -> None:
    told = {game["id"]: game["expert"] for game in Browser(house.port).ask("GET", "/api/house").json["games"]}
    assert set(told) == {game.id for game in maitred.all_games()}
    assert all(isinstance(number, int) for numbers in told.values() for number in numbers)


@in_event_loop
async def test_an_expert_sits_down_and_thinks_in_a_worker() -> None:
    async with in_process_house() as house:
        keys = await house.house.set_table(wish("delectable", 1))
        live = await house.wake(keys.table)
        assert [seat.level for seat in live.table.seats] == [None, "expert"]


@pytest.mark.parametrize(
    ("game", "experts", "sentence"),
    [
        ("delectable", 2, "has not learned Delectable with 3 players: choose another level"),
        ("chefs_choice", 3, "no expert for Chef's Choice yet"),
    ],
)
@in_event_loop
async def test_a_table_that_it_has_not_learned_is_refused(game: str, experts: int, sentence: str) -> None:
    async with in_process_house() as house:
        with pytest.raises(BadSetup, match=sentence):
            await house.house.set_table(wish(game, experts))


@in_event_loop
async def test_a_deck_that_it_has_never_seen_is_refused() -> None:
    folder = DELECTABLE.files()
    assert folder is not None
    text = folder.joinpath("cards.toml").read_text(encoding="utf-8").replace("cost = 13", "cost =  1")
    async with in_process_house() as house:
        with pytest.raises(BadSetup, match="has never seen this deck of Delectable: choose another level"):
            await house.house.set_table(wish("delectable", 1, cards=text))


@in_event_loop
async def test_a_host_gives_it_a_seat_only_where_it_has_learned() -> None:
    async with in_process_house() as house:
        for game, seats, answer in (
            ("delectable", "mo", "done"),
            ("delectable", "moo", "The expert has not learned Delectable with 3 players: choose another level."),
            ("chefs_choice", "mooo", "The expert has not learned Chef's Choice with 4 players: choose another level."),
        ):
            keys = await house.set_table(game, seats)
            window = await house.open(keys.table, 0, host=True)
            told = await window.do("arrange", seat=1, level="expert")
            assert answer in told.values()
            assert (window.live.table.seats[1].level == "expert") == (answer == "done")

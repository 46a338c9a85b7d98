"""A network in a file plays at a live table, if the host says so, and goes on after a restart."""

from __future__ import annotations

import asyncio
from pathlib import Path

import maitred
from tests.gym.test_policies import network
from tests.server.guest import Answer, Browser, RunningHouse, at_table, deal, play_on


def test_a_network_plays_at_a_live_table_where_the_host_admits_it(tmp_path: Path) -> None:
    game = maitred.game("delectable")
    file = network(tmp_path / "net.onnx", game.observer(2).words * 8, game.n_actions)
    with RunningHouse(tmp_path / "data", "--bot", f"champion={file}") as house:
        browser = Browser(house.port)
        for level in ("nobody", "net.onnx", "os:system"):
            assert "no level" in set_table(browser, level).json["text"]
        table = set_table(browser, "champion").json["table"]
        moved = asyncio.run(play(browser, table, most=3))
        house.kill()
        house.start()
        assert asyncio.run(play(browser, table)) > moved
        assert house.close() == 0
        assert "Traceback" not in house.log()


def set_table(browser: Browser, level: str) -> Answer:
    """The answer of a house that is asked for a table with one bot."""
    seats = [{"kind": "me"}, {"kind": "bot", "level": level}]
    return browser.ask("POST", "/api/tables", {"game": "delectable", "seats": seats, "pace": "none"})


async def play(browser: Browser, table: str, most: int | None = None) -> int:
    """Play on at the first seat; how many moves the game has had."""
    async with at_table(browser, table, 0) as guest:
        if guest.position is None:
            await deal(guest)
        await play_on(guest, lambda offers: offers[-1], most)
        assert guest.position is not None
        return int(guest.position["moves"])

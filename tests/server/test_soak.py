"""What takes longer (`make soak`): thousands of games, kills by the dozen, and attacks with bystanders beside them."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from tests.server.evening import evening
from tests.server.guest import Browser, RunningHouse, at_table

pytestmark = pytest.mark.soak

GAMES = int(os.environ.get("MAITRED_SOAK_GAMES", "10000"))
AT_ONCE = 40
MOST_GROWTH = 10 << 20


def memory(house: RunningHouse) -> int:
    """Bytes in memory, of the house itself."""
    return int(Path(f"/proc/{house.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@evening
async def test_the_house_does_not_grow_with_the_games_that_were_played(tmp_path: Path) -> None:
    """After 10,000 finished games it is at most 10 MB larger than after 1,000."""
    with RunningHouse(tmp_path / "data", "--doze", "2", "--workers", "2") as house:
        browser = Browser(house.port)
        begun = finished = 0
        early = 0

        async def watch() -> None:
            nonlocal begun, finished, early
            while begun < GAMES:
                begun += 1
                guest_browser = Browser(house.port)
                table = await asyncio.to_thread(guest_browser.set_table, "chefs_choice", "rrrr")
                async with at_table(guest_browser, table, None) as guest:
                    while not guest.over:
                        await guest.hear()
                finished += 1
                if finished == GAMES // 10:
                    early = memory(house)
                if finished % (GAMES // 10) == 0:
                    print(f"{finished} games: {memory(house) / 2**20:.1f} MB")

        await asyncio.gather(*[watch() for _ in range(AT_ONCE)])
        while browser.ask("GET", "/healthz").json["tables"]:
            await asyncio.sleep(0.1)
        grown = memory(house) - early
        print(f"grown by {grown / 2**20:.1f} MB from {GAMES // 10} to {GAMES} games")
        assert grown <= MOST_GROWTH
        assert house.close() == 0
        assert '"trace"' not in house.log()

"""Writes pictures of every screen, at two widths and in both themes: `python -m tests.page.screenshots FOLDER`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.page.visitor import FLAGS, GAMES, Visitor, chromium_path, played_table
from tests.server.guest import RunningHouse

SIZES = {"390": {"width": 390, "height": 844}, "1440": {"width": 1440, "height": 900}}
SEATS = {"chefs_choice": "mddd", "delectable": "mddd", "diner": "mdd", "food_court": "mdd", "ovens": "mddd"}
MOVES = {"chefs_choice": 6, "delectable": 9, "diner": 6, "food_court": 14, "ovens": 14}
STILL_MS = 600


def main(folder: Path) -> None:
    """Play a little at every game, and look at everything."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = RunningHouse(Path(data) / "house", installed=True)
        chromium = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        over, owner = played_table(house.port, "delectable", "mdd", public=True)
        tables = {game: played_table(house.port, game, SEATS[game], MOVES[game]) for game in GAMES}
        for theme in ("light", "dark"):
            for width, size in SIZES.items():
                ann = Visitor(
                    chromium,
                    f"http://127.0.0.1:{house.port}",
                    color_scheme=theme,
                    viewport=size,
                    has_touch=width == "390",
                    is_mobile=width == "390",
                    settings={"plain": False},
                )
                page = ann.page

                def take(name: str, wait_for: str, theme: str = theme, width: str = width, ann: Visitor = ann) -> None:
                    ann.page.locator(wait_for).first.wait_for()
                    ann.page.evaluate("scrollTo(0, 0)")
                    ann.page.wait_for_timeout(STILL_MS)
                    ann.page.screenshot(path=folder / f"{name}-{width}-{theme}.png", full_page=True)

                page.goto("/")
                take("home", ".game h2")
                page.goto("/set/food_court")
                take("set-a-table", "form")
                ann.set_table("ovens", "mood")
                take("invite", ".share")
                for game, (table, cookies) in tables.items():
                    ann.sit_down(table, cookies)
                    take(f"table-{game}", ".stage > *")
                ann.sit_down(over, owner)
                take("end", ".verdict")
                page.goto(f"/replay/{over}#move=12")
                take("replay", ".stage > *")
                page.goto("/rules/ovens")
                take("rules", ".words h2")
                ann.close()
        chromium.close()
        house.close()
    print(f"{len(list(folder.glob('*.png')))} pictures are in {folder}.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

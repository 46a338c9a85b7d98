"""Our five games beside the peers, in one run on one core: `python benchmarks/peers.py`.

Run it with the Python that has maitred installed. Each peer gets a virtual environment of its own under build/peers.
Random play in decisions a second, in processor time: *driven* from an interpreted loop, *inside* a compiled one; and
iterations of search a second. Writes benchmarks/peers.json and the table in docs/speed.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from pages import table, write_between
from rounds import ROUNDS, best_rate

import maitred
from maitred.bots.search import Search
from maitred.cli.bench import PLAYERS, drive, middle
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.play import play_out

HERE = Path(__file__).parent
ENVIRONMENTS = HERE.parent / "build" / "peers"
PEERS = {
    "OpenSpiel": ("peer_openspiel.py", "open_spiel==2.0.2"),
    "RLCard": ("peer_rlcard.py", "rlcard==1.2.0"),
    "catanatron": ("peer_catanatron.py", "catanatron==3.2.1"),
}
YARDSTICK = "crazy_eights(players=4)"
ITERATIONS = 2000


def peer_rows(house: str, script: str, package: str) -> list[dict[str, Any]]:
    """What a peer measures of itself, in its own environment."""
    home = ENVIRONMENTS / house.lower()
    python = home / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package], check=True)
    told = subprocess.run([python, HERE / script], check=True, capture_output=True, text=True).stdout
    rows: list[dict[str, Any]] = json.loads(told.splitlines()[-1])
    return [{"house": house, "package": package, **row} for row in rows]


def own_row(game: Game) -> dict[str, Any]:
    """The same for one of our games, with four players."""
    players = min(game.max_players, max(game.min_players, PLAYERS))
    chance = Stream(1)
    seeds = iter(range(1_000_000))

    def deal() -> Any:
        return game.new(players, next(seeds))

    return {
        "house": "maitred",
        "package": maitred.build(),
        "game": game.id,
        "driven": best_rate(deal, lambda state: drive(state, chance)),
        "inside": best_rate(deal, lambda state: play_out(state, chance)),
        "search": search_rate(game, players),
    }


def search_rate(game: Game, players: int) -> float:
    """Iterations a second of a hard bot's search from the middle of a game."""
    state = middle(game, players)
    seat = state.actors()[0]
    best = 0.0
    for seed in range(ROUNDS):
        chance = Stream(seed)
        search = Search(game.sense, state.determinize(seat, chance), seat, chance, False)
        begun = time.process_time()
        search.run(ITERATIONS)
        best = max(best, search.iterations / (time.process_time() - begun))
    return best


def shown(rows: list[dict[str, Any]]) -> str:
    """The table for people."""
    yard = next(row for row in rows if row["game"] == YARDSTICK)
    lines: list[list[str]] = []
    for row in rows:
        line = [f"{row['house']}: {row['game'].partition('(')[0]}"]
        for way in ("driven", "inside"):
            line += [f"{row[way]:,.0f}", f"{row[way] / yard[way]:.2f} ×"] if way in row else ["", ""]
        lines.append([*line, f"{row['search']:,.0f}" if "search" in row else ""])
    heads = ["", "driven", "to crazy_eights", "inside", "to crazy_eights", "search"]
    return table(heads, lines)


def main() -> None:
    """Measure everything, one after another on one core, and write the results."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rows: list[dict[str, Any]] = []
    for game in maitred.all_games():
        print(f"{game.title} …", file=sys.stderr)
        rows.append(own_row(game))
    for house, (script, package) in PEERS.items():
        print(f"{house} …", file=sys.stderr)
        rows += peer_rows(house, script, package)
    told = {"python": platform.python_version(), "machine": platform.machine(), "rows": rows}
    (HERE / "peers.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    drawn = shown(rows)
    print(drawn)
    write_between("speed.md", "peers", drawn)


if __name__ == "__main__":
    main()

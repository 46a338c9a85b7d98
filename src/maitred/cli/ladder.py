"""`maitred ladder GAME`: which level of bots beats which, how certain that is, and how long each thinks."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path
from rich.console import Console
from rich.table import Table

import maitred
from maitred.bots.experts import SUFFIX
from maitred.bots.ladder import Ladder, Progress, ladder_summary, pairs, play_ladder, set_ladder
from maitred.cli.arguments import SERIES, above_zero, options_of, progress, say_strangers, whole
from maitred.cli.sim import enough, percent, say_too_few
from maitred.cli.verb import Argument, verb

PLAYED_BY = ("kernel", "games", "bots")
"""The folders that decide how a game between bots goes."""


@verb(
    "measure how strong the levels of bots are",
    *SERIES,
    Argument("--deals", type=above_zero, default=200, metavar="M", help="deals for each pair (default 200)"),
    Argument(
        "--levels",
        default="random,easy,medium,hard",
        metavar="LEVEL,…",
        help="weakest first: random, easy, medium, hard, expert, oracle (which sees everything), FILE.expert, "
        "FILE.onnx or PACKAGE:FUNCTION; hard:800 has its own budget",
    ),
    Argument(
        "--budget",
        default="",
        metavar="B",
        help="of searching bots for each move: iterations, or milliseconds such as 50ms (default: as usual)",
    ),
    Argument("--seed", type=whole, default=0, metavar="S", help="deal d has seed S + d (default 0)"),
)
def ladder(chosen: argparse.Namespace) -> int:
    """A round robin of levels: each deal is played with the challenger on every seat in turn, alone among bots of
    the other level. Prints shares of first places with 95 % intervals (bootstrap over deals), and the processor time
    per move. If it is interrupted, the same command continues where it stopped."""
    game = maitred.game(chosen.game)
    players = chosen.players or game.min_players
    levels = [level.strip() for level in chosen.levels.split(",")]
    options = options_of(chosen.option)
    setting = set_ladder(game, players, chosen.deals, levels, chosen.budget, chosen.seed, options, chosen.cards)
    say_strangers(levels, game, game.new(players, setting.seed, options, setting.own))
    told = climb(setting, chosen.jobs or os.cpu_count() or 1, Progress(progress_file(setting)))
    if chosen.json:
        print(json.dumps(told))
    else:
        show(told)
    return 0


def climb(ladder: Ladder, jobs: int, book: Progress) -> dict[str, Any]:
    """Play a ladder, keeping the deals played so far in a file, and return the summary."""
    wanted = {(pair, deal) for pair in pairs(ladder) for deal in range(ladder.deals)}
    deals = [deal for deal in book.deals() if (deal.pair, deal.deal) in wanted]
    book.write(deals)
    with progress() as bar:
        title = f"{maitred.game(ladder.game).title}, {ladder.players} players"
        task = bar.add_task(title, total=len(wanted), completed=len(deals))
        for deal in play_ladder(ladder, jobs, tuple(deals)):
            deals.append(deal)
            book.add(deal)
            bar.advance(task)
    book.close()
    return ladder_summary(ladder, deals)


def progress_file(ladder: Ladder) -> Path:
    """The file for the deals of a running ladder: a different one for other rules, bots or settings."""
    known_by = hashlib.sha256(json.dumps(ladder._replace(deals=0), sort_keys=True, default=str).encode())
    for folder in PLAYED_BY:
        for file in sorted((Path(maitred.__file__).parent / folder).rglob("*.*")):
            if file.suffix in (".py", ".toml", SUFFIX):
                known_by.update(file.read_bytes())
    return user_cache_path("maitred", appauthor=False) / "ladders" / f"{ladder.game}-{known_by.hexdigest()[:16]}.jsonl"


def show(told: dict[str, Any]) -> None:
    """The summary for people."""
    console = Console()
    players = told["players"]
    among = "the other" if players == 2 else f"{players - 1} of the others"
    console.print(
        f"{maitred.game(told['game']).title}, {players} players: {told['deals']} deals, the challenger on every seat "
        f"against {among}; equals would come first in {100 * told['fair']:.0f} %. Budget of hard bots: "
        f"{told['budget']} a move."
    )
    table = Table(box=None, padding=(0, 3, 0, 0))
    firsts = f"first places{' (95 % interval)' if enough(told) else ''}"
    for column in ("challenger", "against", firsts, "mean margin"):
        table.add_column(column)
    for part in told["pairs"]:
        table.add_row(part["challenger"], part["against"], percent(part), f"{part['margin']:+.2f}")
    console.print(table)
    say_too_few(told, console)
    for level, way in told["way"].items():
        console.print(f"{level} comes {100 * way:.0f} % of the way from medium to the oracle.")
    times = [
        f"{level} {ms['median']} ms (99 % within {ms['p99']} ms)" for level, ms in told["ms"].items() if ms["decisions"]
    ]
    console.print(f"A move takes: {', '.join(times)}.")

"""`maitred puzzles GAME`: the puzzles of a game, and finding new ones."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import maitred
from maitred.cli.arguments import GAME, JSON, above_zero, progress, whole
from maitred.cli.verb import Argument, verb
from maitred.kernel.errors import BadSetup


@verb(
    "list the puzzles of a game, or find new ones in games of hard bots",
    GAME,
    Argument("--find", type=above_zero, metavar="N", help="find N puzzles"),
    Argument("--seed", type=whole, default=1, metavar="S", help="the games have the seeds S, S + 1 … (default 1)"),
    Argument("--out", type=Path, metavar="FILE", help="where they are written; what is in it already is kept"),
    Argument("--players", type=above_zero, metavar="N", help="seats at the table (default: all numbers up to 4)"),
    Argument("--minutes", type=above_zero, metavar="M", help="stop after so many minutes, with what there is"),
    JSON,
)
def puzzles(chosen: argparse.Namespace) -> int:
    """Puzzles are moments of games between hard bots with one clearly best action, which medium bots miss: better than
    every other by three points of the chance to win, beyond doubt, and checked by playing to the end."""
    from maitred.coach.puzzles import heading, pool, read

    game = maitred.game(chosen.game)
    if chosen.find is None:
        found = pool(game)
        if chosen.json:
            print(json.dumps([puzzle._asdict() for puzzle in found]))
            return 0
        levels = [puzzle.difficulty() for puzzle in found]
        kinds = ", ".join(f"{levels.count(level)} {level}" for level in dict.fromkeys(sorted(levels)))
        print(f"{game.title}: {len(found)} puzzles{f' ({kinds})' if kinds else ''}.")
        return 0
    kept = []
    first = chosen.seed
    if chosen.out is not None and chosen.out.is_file():
        kept = read(game, chosen.out.read_text(encoding="utf-8"))
        first = max([first, *[puzzle.seed + 1 for puzzle in kept]])
    elif chosen.out is not None:
        write(chosen.out, json.dumps(heading(game), separators=(",", ":")), "w")
    else:
        print(json.dumps(heading(game), separators=(",", ":")))
    search(chosen, first, chosen.find - len(kept))
    return 0


def search(chosen: argparse.Namespace, seed: int, wanted: int) -> None:
    """Look through the games of one seed after another."""
    from maitred.coach.finding import find

    game = maitred.game(chosen.game)
    until = time.monotonic() + 60 * chosen.minutes if chosen.minutes else None
    sizes = [chosen.players] if chosen.players else range(game.min_players, min(4, game.max_players) + 1)
    game.check_players(sizes[0])
    with progress() as bar:
        task = bar.add_task(f"Puzzles of {game.title}", total=max(0, wanted))
        while wanted > 0 and (until is None or time.monotonic() < until):
            for puzzle in find(game, seed, sizes[seed % len(sizes)]):
                if chosen.out is None:
                    print(puzzle.line(), flush=True)
                else:
                    write(chosen.out, puzzle.line(), "a")
                wanted -= 1
                bar.advance(task)
            seed += 1


def write(file: Path, line: str, mode: str) -> None:
    """Write a line to a file, or say why not."""
    try:
        with file.open(mode, encoding="utf-8") as opened:
            opened.write(f"{line}\n")
    except OSError as problem:
        raise BadSetup(f"{file} cannot be written: {problem.strerror or problem}.") from problem

"""`maitred lab …`: what designers of games run. Found by its entry point; imports the laboratory when it runs."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import maitred
from maitred.cli.arguments import CARDS, GAME, JOBS, OPTION, above_zero, options_of, progress, whole
from maitred.cli.folder import write_whole
from maitred.cli.verb import Argument, Verb, Verbs, verb
from maitred.kernel.errors import BadSetup

if TYPE_CHECKING:
    from maitred.lab.numbers import Findings
    from maitred.lab.work import Rounds, Task

DEFAULT_MINUTES = 2.0


def need_extra() -> None:
    """Refuse to go on without the libraries of the laboratory."""
    if find_spec("numpy") is None:
        raise BadSetup("The laboratory is an extra: install it with `pip install maitred[lab]`.")


def number(text: str) -> float:
    """A number above 0, such as 0.5."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return value


def counts(text: str) -> list[int]:
    """Numbers of players with commas between them."""
    found = [part.strip() for part in text.split(",")]
    if not all([part.isascii() and part.isdigit() for part in found]):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of players, or several with commas between them")
    return sorted({int(part) for part in found})


RUN = (
    Argument("--bots", default="medium", metavar="LEVEL", help="who plays: easy, medium or hard (default medium)"),
    Argument("--minutes", type=number, metavar="M", help=f"how long to play (default {DEFAULT_MINUTES:g})"),
    Argument("--games", type=above_zero, metavar="G", help="how many deals of each kind instead: the same every time"),
    Argument("--seed", type=whole, default=0, metavar="S", help="deal d has seed S + d (default 0)"),
    JOBS,
    Argument("--out", type=Path, metavar="FILE", help="the page that is written, with the same as JSON beside it"),
    Argument("--table", type=Path, metavar="FILE", help="write every game into this table too (CSV)"),
    Argument("--resume", action="store_true", help="go on with a run that was interrupted"),
)


@verb(
    "who wins, how it goes, how much skill there is, what actions are worth",
    GAME,
    CARDS,
    OPTION,
    Argument("--players", type=counts, metavar="N,…", help="numbers of players (default: all that can be)"),
    *RUN,
)
def report(chosen: argparse.Namespace) -> int:
    """Let bots play and write what came of it as a page: in words, in pictures and as tables, every number with a 95 %
    interval. Ctrl-C ends it early with a report of what there is.
    """
    need_extra()
    from maitred.lab import report as lab

    game = maitred.game(chosen.game)
    players = chosen.players or list(range(game.min_players, game.max_players + 1))
    asked = lab.Asked(game, players, options_of(chosen.option), chosen.cards, chosen.bots, chosen.seed)
    plan = lab.set_plan(asked)
    out = chosen.out or Path(f"{game.id}-report.html")
    rounds, rows = run(chosen, out, plan.tasks, lambda done, rows: False)
    write(out, lab.report(plan, rounds, rows))
    return 0


@verb(
    "what a changed card file or option did",
    GAME,
    Argument("--old", type=Path, metavar="FILE", help="the old card file (default: the house's)"),
    Argument("--new", type=Path, metavar="FILE", help="the new card file (default: the house's)"),
    Argument("--old-option", action="append", default=[], metavar="NAME=VALUE", help="an option of the old side"),
    Argument("--new-option", action="append", default=[], metavar="NAME=VALUE", help="an option of the new side"),
    Argument("--players", type=above_zero, metavar="N", help="seats at the table (default: the fewest)"),
    Argument("--margin", type=number, default=1.0, metavar="P", help="points below which a change is none (default 1)"),
    *RUN,
)
def diff(chosen: argparse.Namespace) -> int:
    """Play the same deals with two card files, sets of options or both, and tell every difference with its interval. It
    stops by itself once every share is shown to have changed, or to have changed by less than --margin.
    """
    need_extra()
    from maitred.lab import diff as lab

    game = maitred.game(chosen.game)
    old = lab.Version(chosen.old, options_of(chosen.old_option))
    new = lab.Version(chosen.new, options_of(chosen.new_option))
    players = chosen.players or game.min_players
    levels = tuple(level.strip() for level in chosen.bots.split(","))
    comparison = lab.set_comparison(game, players, old, new, levels, chosen.seed, chosen.margin / 100)
    out = chosen.out or Path(f"{game.id}-diff.html")
    enough = (lambda done, rows: False) if chosen.games else lambda done, rows: lab.is_settled(comparison, rows)
    rounds, rows = run(chosen, out, lab.tasks_of(comparison), enough)
    write(out, lab.compare(comparison, rounds, rows, command_line(chosen)))
    return 0


def command_line(chosen: argparse.Namespace) -> str:
    """The command of a comparison, without how long it ran."""
    parts = [f"maitred lab diff {chosen.game}"]
    parts += [f"--{name} {getattr(chosen, name)}" for name in ("old", "new", "players") if getattr(chosen, name)]
    parts += [f"--old-option {pair}" for pair in chosen.old_option]
    parts += [f"--new-option {pair}" for pair in chosen.new_option]
    return " ".join([*parts, f"--bots {chosen.bots} --seed {chosen.seed} --margin {chosen.margin:g}"])


def run(chosen: argparse.Namespace, out: Path, tasks: Sequence[Task], enough: Any) -> tuple[int, Rounds]:
    """Play the tasks as long as was asked for, with a bar that shows how far it is."""
    from maitred.lab.keeping import Kept, write_table
    from maitred.lab.work import CHUNK_DEALS, Limit, play_rounds

    if chosen.games is not None and chosen.minutes is not None:
        raise BadSetup("Say how long to play with --games or with --minutes, not with both.")
    if not out.parent.is_dir():
        raise BadSetup(f"There is no folder {out.parent} to write {out.name} into.")
    rounds = None if chosen.games is None else -(-chosen.games // CHUNK_DEALS)
    seconds = 60 * (chosen.minutes or DEFAULT_MINUTES) if rounds is None else None
    kept = Kept(out.with_suffix(".rounds"), tasks)
    begin, before = kept.read() if chosen.resume else (0, None)
    if not chosen.resume:
        kept.begin()
    with progress() as bar:
        shown = bar.add_task("playing", total=rounds)

        def told(done: int, rows: Rounds) -> bool:
            kept.add(done, rows)
            bar.update(shown, completed=done)
            return bool(enough(done, rows))

        result = play_rounds(tasks, Limit(rounds, seconds), chosen.jobs or os.cpu_count() or 1, told, begin, before)
    if chosen.table is not None:
        write_table(chosen.table, tasks, result[1])
    kept.close()
    return result


def write(out: Path, findings: Findings) -> None:
    """Write the page and the JSON, and say in words what came out."""
    from maitred.lab.page import page

    beside = out.with_suffix(".json")
    try:
        write_whole(out, page(findings))
        write_whole(beside, json.dumps(findings, indent=1, ensure_ascii=False) + "\n")
    except OSError as problem:
        raise BadSetup(f"{out} cannot be written: {problem.strerror}.") from problem
    for sentence in findings["words"]:
        print(sentence)
    print(f"{out} and {beside.name} are written.", file=sys.stderr)


LAB: Verb = Verb(
    "lab",
    "study a game: reports and comparisons with honest statistics",
    "Study a game with many games between bots. Needs `pip install maitred[lab]`.",
    (Verbs(report, diff),),
    lambda chosen: 2,
)
"""The verb, for the entry point."""

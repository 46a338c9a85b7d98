"""`maitred lab …`: what designers of games run. Found by its entry point; imports the laboratory when it runs."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import maitred
from maitred.cli.arguments import CARDS, GAME, JOBS, OPTION, above_zero, options_of, progress, whole
from maitred.cli.folder import FOR_EVERYBODY, write_whole
from maitred.cli.verb import Argument, Verb, Verbs, verb
from maitred.kernel.errors import BadSetup

if TYPE_CHECKING:
    from maitred.lab.numbers import Findings
    from maitred.lab.work import Rounds, Task, Workers

DEFAULT_MINUTES = 2.0
PAGE = ".html"
DECK = ".toml"
PLAYED = 0.95
"""The part of the time in which games are played; in the rest the bots are examined and the page is written …"""
SPARED = 6.0
"""… which takes so many seconds in a game of many cards."""


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


CLUSTER = Argument(
    "--cluster", metavar="ADDRESS", help="play on the Ray cluster at this address instead of this machine"
)
RESUME = Argument("--resume", action="store_true", help="go on with a run that was interrupted")
RUN = (
    Argument("--bots", default="medium", metavar="LEVEL", help="who plays: easy, medium or hard (default medium)"),
    Argument("--minutes", type=number, metavar="M", help=f"how long to play (default {DEFAULT_MINUTES:g})"),
    Argument(
        "--games", type=above_zero, metavar="G", help="how many deals of each kind: without --minutes, exactly so"
    ),
    Argument("--seed", type=whole, default=0, metavar="S", help="deal d has seed S + d (default 0)"),
    JOBS,
    CLUSTER,
    Argument("--out", type=Path, metavar="FILE", help="the page that is written, with the same as JSON beside it"),
    Argument("--table", type=Path, metavar="FILE", help="write every game into this table too (.csv or .parquet)"),
    RESUME,
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
    begun = time.monotonic()
    need_extra()
    from maitred.lab.plan import Asked, set_plan
    from maitred.lab.report import report, unnoticed_cards

    game = maitred.game(chosen.game)
    players = chosen.players or list(range(game.min_players, game.max_players + 1))
    out = chosen.out or Path(f"{game.id}-report{PAGE}")
    workers = check_run(chosen, out)
    plan = set_plan(Asked(game, players, options_of(chosen.option), chosen.cards, chosen.bots, chosen.seed))

    def findings(rounds: int, rows: Rounds) -> Findings:
        return report(plan, rounds, rows, unnoticed_cards(plan, rows))

    return run(chosen, out, begun, workers, plan.tasks, findings)


@verb(
    "what a changed card file or option did",
    GAME,
    Argument("--old", type=Path, metavar="FILE", help="the old card file (default: the house's)"),
    Argument("--new", type=Path, metavar="FILE", help="the new card file (default: the house's)"),
    Argument("--old-option", action="append", default=[], metavar="NAME=VALUE", help="an option of the old side"),
    Argument("--new-option", action="append", default=[], metavar="NAME=VALUE", help="an option of the new side"),
    Argument("--players", type=above_zero, metavar="N", help="seats at the table (default: the fewest)"),
    Argument("--about", default="", metavar="NAME", help="the one share that matters, such as 'Going first' or a deck"),
    Argument("--margin", type=number, default=1.0, metavar="P", help="points below which a change is none (default 1)"),
    *RUN,
)
def diff(chosen: argparse.Namespace) -> int:
    """Play the same deals with two card files, sets of options or both, and tell every difference with its interval. It
    stops by itself once every share is shown to have changed, or to have changed by less than --margin.
    """
    begun = time.monotonic()
    need_extra()
    from maitred.lab import diff as lab

    game = maitred.game(chosen.game)
    old = lab.Version(chosen.old, options_of(chosen.old_option))
    new = lab.Version(chosen.new, options_of(chosen.new_option))
    players = chosen.players or game.min_players
    levels = tuple(level.strip() for level in chosen.bots.split(","))
    comparison = lab.set_comparison(game, players, old, new, levels, chosen.seed, chosen.margin / 100, chosen.about)
    out = chosen.out or Path(f"{game.id}-diff{PAGE}")
    asked_for_all = chosen.games is not None and chosen.minutes is None
    enough = None if asked_for_all else lambda done, rows: lab.is_settled(comparison, rows)

    def findings(rounds: int, rows: Rounds) -> Findings:
        return lab.compare(comparison, rounds, rows, command_line(chosen))

    return run(chosen, out, begun, check_run(chosen, out), lab.tasks_of(comparison), findings, enough)


@verb(
    "which numbers of a deck to change so that it comes nearer to an aim",
    GAME,
    CARDS,
    OPTION,
    Argument(
        "--vary", action="append", default=[], metavar="WHAT", help="numbers to vary: 'vp of Umami=0..3', 'vp of *'"
    ),
    Argument(
        "--toward",
        action="append",
        default=[],
        metavar="AIM",
        help="'japan 20..30', 'every deck 20..30', 'decisions <= 120'",
    ),
    Argument("--players", type=above_zero, metavar="N", help="seats at the table (default: the fewest)"),
    Argument("--bots", default="medium", metavar="LEVEL", help="who plays: easy, medium or hard (default medium)"),
    Argument("--trials", type=above_zero, default=32, metavar="T", help="candidates to try (default 32)"),
    Argument(
        "--games", type=above_zero, default=1920, metavar="G", help="fresh deals to confirm the best on (default 1920)"
    ),
    Argument("--seed", type=whole, default=0, metavar="S", help="deal d has seed S + d (default 0)"),
    JOBS,
    CLUSTER,
    Argument("--out", type=Path, metavar="FILE", help="the deck file that is proposed, with a page and JSON beside it"),
    RESUME,
)
def tune(chosen: argparse.Namespace) -> int:
    """Try other numbers in a deck, within bounds, toward a stated aim, and propose what is nearer to it on fresh deals:
    as a deck file with what was changed and why. Where nothing is gained beyond doubt, nothing is proposed.
    """
    need_extra()
    from maitred.kernel.cardfile import parse, read_bytes
    from maitred.lab import tune as lab
    from maitred.lab.aims import read_aims, read_varied
    from maitred.lab.decks import tables_of
    from maitred.lab.keeping import Journal, fingerprint, rounds_file
    from maitred.lab.playing import set_up

    game = maitred.game(chosen.game)
    players = chosen.players or game.min_players
    base = set_up(game, players, options_of(chosen.option), chosen.cards, (chosen.bots,), chosen.seed)
    cards = game.read_cards(base.own)
    if game.deck is None:
        raise BadSetup(f"{game.title} has no deck file, so there is nothing to tune.")
    decks = [deck.id for deck in getattr(cards, "decks", [])]
    aims = read_aims(chosen.toward, game, players, decks, base.options)
    tables = tables_of(game, cards)
    varied = read_varied(chosen.vary, game, tables)
    out = chosen.out or Path(f"{game.id}-tuned{DECK}")
    check_out(out, DECK, chosen.resume)
    if chosen.cards is not None and out.resolve() == chosen.cards.resolve():
        raise BadSetup(f"{out} is the deck as it is: name another file with --out for the proposed one.")
    workers = workers_of(chosen)
    tuning = lab.set_tuning(game, base, tables, varied, aims)
    journal = Journal(rounds_file(out), fingerprint([base, tables, varied, aims, chosen.trials, chosen.games]))
    if not chosen.resume:
        journal.begin()
    with progress() as bar:
        shown = bar.add_task("trying", total=lab.expected_deals(chosen.trials, chosen.games))
        tuned = lab.tune(
            *(tuning, chosen.trials, chosen.games, workers, lambda deals: bar.update(shown, advance=deals), journal)
        )
    repeat = tune_line(chosen)
    write(out.with_suffix(PAGE), lab.findings(tuning, tuned, game.title, repeat))
    if tuned.best is not None:
        text = game.deck.text() if chosen.cards is None else read_bytes(chosen.cards, chosen.cards.name).decode()
        changes = list(zip([each.number for each in varied], tuned.best.values, strict=True))
        changes = [(number, value) for number, value in changes if value != number.value]
        text = lab.changed_text(text, changes, lambda each: parse(each.encode(), out.name))
        write_text(out, lab.as_comment(tuning, tuned, repeat) + text)
        print(f"{out} is the proposed deck.", file=sys.stderr)
    if tuned.finished:
        journal.close()
    return 0


def tune_line(chosen: argparse.Namespace) -> str:
    """The command of a search."""
    parts = [f"maitred lab tune {chosen.game}"]
    parts += [f"--{name} {getattr(chosen, name)}" for name in ("cards", "players") if getattr(chosen, name)]
    parts += [f"--option {pair}" for pair in chosen.option]
    parts += [f"--vary {text!r}" for text in chosen.vary] + [f"--toward {text!r}" for text in chosen.toward]
    return " ".join(
        [*parts, f"--bots {chosen.bots} --trials {chosen.trials} --games {chosen.games} --seed {chosen.seed}"]
    )


def command_line(chosen: argparse.Namespace) -> str:
    """The command of a comparison, without how long it ran."""
    parts = [f"maitred lab diff {chosen.game}"]
    parts += [f"--{name} {getattr(chosen, name)}" for name in ("old", "new", "players") if getattr(chosen, name)]
    parts += [f"--old-option {pair}" for pair in chosen.old_option]
    parts += [f"--new-option {pair}" for pair in chosen.new_option]
    parts += [f"--about {chosen.about!r}"] if chosen.about else []
    return " ".join([*parts, f"--bots {chosen.bots} --seed {chosen.seed} --margin {chosen.margin:g}"])


def workers_of(chosen: argparse.Namespace) -> Workers:
    """Who plays: processes of this machine, or a cluster."""
    from maitred.lab.work import processes

    if chosen.cluster is None:
        return processes(chosen.jobs or os.cpu_count() or 1)
    if chosen.jobs is not None:
        raise BadSetup("A cluster says itself how many processes it has: leave --jobs or --cluster out.")
    from maitred.lab.cluster import cluster

    return cluster(chosen.cluster)


def check_run(chosen: argparse.Namespace, out: Path) -> Workers:
    """Refuse what cannot be carried out before anything is played; who plays."""
    from maitred.lab.keeping import check_table

    check_table(chosen.table)
    check_out(out, PAGE, chosen.resume)
    return workers_of(chosen)


def check_out(out: Path, suffix: str, resume: bool) -> None:
    """Refuse to write where nothing can be, and to go on with what is not there."""
    from maitred.lab.keeping import rounds_file

    if out.suffix != suffix or out.is_dir():
        raise BadSetup(f"--out names a file that ends in {suffix}, not {str(out)!r}.")
    if not out.parent.is_dir():
        raise BadSetup(f"There is no folder {out.parent} to write {out.name} into.")
    if resume and not rounds_file(out).exists():
        raise BadSetup(f"There is nothing to go on with: {rounds_file(out).name} is not there.")


def run(
    chosen: argparse.Namespace,
    out: Path,
    begun: float,
    workers: Workers,
    tasks: Sequence[Task],
    findings: Callable[[int, Rounds], Findings],
    enough: Callable[[int, Rounds], bool] | None = None,
) -> int:
    """Play the tasks as long as was asked for, with a bar that shows how far it is, and write what came of it."""
    from maitred.lab.keeping import GO_ON, CannotKeep, Kept, rounds_file, write_table
    from maitred.lab.work import CHUNK_DEALS, Limit, play_rounds

    rounds = None if chosen.games is None else -(-chosen.games // CHUNK_DEALS)
    minutes = chosen.minutes or (DEFAULT_MINUTES if rounds is None else None)
    seconds = None if minutes is None else playing_time(60 * minutes) - (time.monotonic() - begun)
    kept = Kept(rounds_file(out), tasks)
    begin, before = kept.read() if chosen.resume else (0, None)
    if not chosen.resume:
        kept.begin()
    started = time.monotonic()
    interrupted: list[str] = []
    with progress() as bar:
        shown = bar.add_task("playing", total=100)

        def told(done: int, rows: Rounds) -> bool:
            kept.add(done, rows)
            time_gone = (time.monotonic() - started) / max(seconds, 1e-9) if seconds is not None else 0.0
            gone = max(time_gone, done / rounds if rounds is not None else 0.0)
            bar.update(shown, completed=min(100, round(100 * gone)))
            return enough is not None and enough(done, rows)

        try:
            played, rows = play_rounds(
                *(tasks, Limit(rounds, seconds), workers, told, begin, before, lambda: interrupted.append(GO_ON))
            )
        except KeyboardInterrupt:
            kept.close()
            raise
    try:
        write(out, findings(played, rows))
        if chosen.table is not None:
            write_table(chosen.table, tasks, rows)
    except CannotKeep as problem:
        raise CannotKeep(f"{problem} What was played is kept: {GO_ON}.") from problem
    if interrupted:
        print(f"It was interrupted: {GO_ON}.", file=sys.stderr)
    else:
        kept.close()
    return 0


def playing_time(seconds: float) -> float:
    """How much of the time is spent on games."""
    return max(seconds / 2, min(PLAYED * seconds, seconds - SPARED))


def write(out: Path, findings: Findings) -> None:
    """Write the page and the JSON, and say in words what came out."""
    from maitred.lab.page import page

    beside = out.with_suffix(".json")
    write_text(out, page(findings))
    write_text(beside, json.dumps(findings, indent=1, ensure_ascii=False) + "\n")
    for sentence in findings["words"]:
        print(sentence)
    print(f"{out} and {beside.name} are written.", file=sys.stderr)


def write_text(out: Path, text: str) -> None:
    """Write a file, or say why not."""
    from maitred.lab.keeping import CannotKeep

    try:
        write_whole(out, text, FOR_EVERYBODY)
    except OSError as problem:
        raise CannotKeep(f"{out} cannot be written: {problem.strerror}.") from problem


LAB: Verb = Verb(
    "lab",
    "study a game: reports and comparisons with honest statistics",
    "Study a game with many games between bots. Needs `pip install maitred[lab]`.",
    (Verbs(report, diff, tune),),
    lambda chosen: 2,
)
"""The verb, for the entry point."""

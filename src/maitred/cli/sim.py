"""`maitred sim GAME`: who wins, by how much, and how certain that is."""

from __future__ import annotations

import argparse
import json
import os
import time
from typing import Any

from rich.console import Console
from rich.table import Table

import maitred
from maitred.bots.series import FEWEST_DEALS, matrix_summary, play_series, set_matrix, set_series, summary
from maitred.cli.arguments import SERIES, WHO, bots_and_games, options_of, progress, say_strangers
from maitred.cli.verb import Argument, verb
from maitred.kernel.errors import BadSetup


@verb(
    "play many games between bots and count",
    *SERIES,
    *bots_and_games(f": {WHO}", 1000, "deal d is the game of seed S + d"),
    Argument(
        "--matrix",
        action="store_true",
        help="every pair of decks against each other, in both seatings, --games each (games with a deck for each seat)",
    ),
)
def sim(chosen: argparse.Namespace) -> int:
    """Play many games between bots: the same deals with seats rotated, shares of first places (ties split) and mean
    scores with 95 % intervals. The result does not depend on --jobs.
    """
    game = maitred.game(chosen.game)
    if chosen.matrix:
        return run_matrix(chosen)
    players = chosen.players or game.min_players
    levels = [level.strip() for level in chosen.bots.split(",")]
    series = set_series(game, players, chosen.games, levels, chosen.seed, options_of(chosen.option), chosen.cards)
    say_strangers(levels, game, game.new(players, series.seed, series.options, series.cards))
    outcomes = []
    begun = time.perf_counter()
    with progress() as bar:
        task = bar.add_task(f"{game.title}, {players} players", total=chosen.games)
        for outcome in play_series(series, chosen.jobs or os.cpu_count() or 1):
            outcomes.append(outcome)
            bar.advance(task)
    seconds = time.perf_counter() - begun
    told = summary(series, outcomes)
    told["seconds"] = round(seconds, 3)
    told["games_per_s"] = round(len(outcomes) / seconds, 1)
    told["decisions_per_s"] = round(sum(outcome.decisions for outcome in outcomes) / seconds)
    if chosen.json:
        print(json.dumps(told))
    else:
        show(told)
    return 0


def run_matrix(chosen: argparse.Namespace) -> int:
    """Play every pair of decks in both seatings, and show how each does against each."""
    game = maitred.game(chosen.game)
    if chosen.players not in (None, 2):
        raise BadSetup("A matrix sets two decks against each other: it is for 2 players.")
    levels = [level.strip() for level in chosen.bots.split(",")]
    matrix = set_matrix(game, chosen.games, levels, chosen.seed, options_of(chosen.option), chosen.cards)
    first = matrix[0][2]
    say_strangers(levels, game, game.new(2, first.seed, first.options, first.cards))
    outcomes = []
    with progress() as bar:
        task = bar.add_task(f"{game.title}, every pair of decks", total=len(matrix) * chosen.games)
        for _, _, series in matrix:
            games = []
            for outcome in play_series(series, chosen.jobs or os.cpu_count() or 1):
                games.append(outcome)
                bar.advance(task)
            outcomes.append(games)
    told = matrix_summary(matrix, outcomes)
    if chosen.json:
        print(json.dumps(told))
    else:
        show_matrix(told)
    return 0


def show_matrix(told: dict[str, Any]) -> None:
    """The matrix for people: how often the deck of the row comes before the deck of the column."""
    console = Console()
    games = told["pairs"][0]["games"]
    console.print(
        f"{maitred.game(told['game']).title}: {games} games for each pair of decks, half of them in each seating; "
        f"first places of the row against the column in %{', ± half the 95 % interval' if enough(told) else ''}"
    )
    cells: dict[tuple[str, str], str] = {}
    for pair in told["pairs"]:
        one, other = pair["decks"]
        cells[one, other] = f"{100 * pair['share']:.0f}{give_or_take(pair, 0)}"
        cells[other, one] = f"{100 - 100 * pair['share']:.0f}{give_or_take(pair, 0)}"
    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in ("", *told["decks"], "all"):
        table.add_column(column)
    for one, part in told["decks"].items():
        row = [cells.get((one, other), "") for other in told["decks"]]
        table.add_row(one, *row, f"{100 * part['share']:.1f}{give_or_take(part, 1)}")
    console.print(table)
    console.print(f"The first seat comes first in {percent(told['first_seat'])} of {told['games']} games.")
    say_too_few(told, console)


def enough(told: dict[str, Any]) -> bool:
    """Whether there were enough deals for intervals."""
    return bool(told["deals"] >= FEWEST_DEALS)


def say_too_few(told: dict[str, Any], console: Console) -> None:
    """Say that there were too few deals for intervals."""
    if not enough(told):
        console.print(f"Too few deals for an interval ({told['deals']}; {FEWEST_DEALS} are needed).")


def give_or_take(part: dict[str, Any], digits: int) -> str:
    """Half the interval of a share in per cent, if it has one."""
    return "" if part["low"] is None else f" ±{50 * (part['high'] - part['low']):.{digits}f}"


def percent(part: dict[str, Any]) -> str:
    """A share with its interval, if it has one."""
    interval = "" if part["low"] is None else f" ({100 * part['low']:.1f} to {100 * part['high']:.1f})"
    return f"{100 * part['share']:.1f} %{interval}"


def show(told: dict[str, Any]) -> None:
    """The summary for people."""
    console = Console()
    console.print(
        f"{maitred.game(told['game']).title}: {told['games']} games of {told['players']}, seed {told['seed']}"
    )
    table = Table(box=None, padding=(0, 3, 0, 0))
    for column in ("", f"first places{' (95 % interval)' if enough(told) else ''}", "mean score"):
        table.add_column(column)
    for level, part in told["share"].items():
        score = told["score"][level]
        seats = told["bots"].count(level)
        label = level if seats == 1 else f"{level} (×{seats})"
        interval = "" if score["low"] is None else f" ({score['low']:.2f} to {score['high']:.2f})"
        table.add_row(label, percent(part), f"{score['mean']:.2f}{interval}")
    for seat, part in enumerate(told["seats"]):
        table.add_row(f"seat {seat + 1}", percent(part), "")
    console.print(table)
    say_too_few(told, console)
    length = told["length"]
    console.print(
        f"{length['mean']} decisions a game ({length['min']} to {length['max']}); "
        f"{told['games_per_s']} games and {told['decisions_per_s']} decisions a second, {told['seconds']} s."
    )

"""Arguments that several verbs share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from maitred.bots.experts import stranger
from maitred.bots.levels import EXPERT, LEVELS
from maitred.cli.verb import Argument
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.state import State


def whole(text: str) -> int:
    """A whole number, counted from 0."""
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def above_zero(text: str) -> int:
    """A whole number, counted from 1."""
    number = whole(text)
    if number == 0:
        raise argparse.ArgumentTypeError("it must be at least 1")
    return number


def number(text: str) -> float:
    """A number above 0, such as 0.5."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return value


WHO: Final = f"{', '.join((*LEVELS, EXPERT))}, FILE.expert, FILE.onnx or PACKAGE:FUNCTION"
"""Who can play, for the help of verbs."""

GAME = Argument("game", metavar="GAME")
OPTION = Argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
CARDS = Argument("--cards", type=Path, metavar="FILE", help="play with your own deck file")
PLAYERS = Argument("--players", type=above_zero, metavar="N", help="seats at the table (default: the fewest)")
JOBS = Argument("--jobs", type=above_zero, metavar="J", help="processes to share the work (default: all cores)")
JSON = Argument("--json", action="store_true", help="print JSON")
SERIES = (GAME, PLAYERS, JOBS, JSON, OPTION, CARDS)
"""The arguments of all verbs that play many games between bots."""


def bots_and_games(levels: str, games: int, seeds: str) -> tuple[Argument, Argument, Argument]:
    """Which bots play, how many games, and from which seed on."""
    each = f"one level for all seats or one for each{levels}"
    return (
        Argument("--bots", default="medium", metavar="LEVEL,…", help=each),
        Argument("--games", type=above_zero, default=games, metavar="G", help=f"games to play (default {games})"),
        Argument("--seed", type=whole, default=0, metavar="S", help=f"{seeds} (default 0)"),
    )


def options_of(pairs: list[str]) -> dict[str, object]:
    """The options of a command line."""
    options: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise BadSetup(f"An option is written NAME=VALUE, not {pair!r}.")
        if name in options:
            raise BadSetup(f"Option {name} is given twice.")
        options[name] = value
    return options


def say_strangers(levels: Iterable[str], game: Game, state: State) -> None:
    """Say on standard error who has never learned a game like this one."""
    for level in dict.fromkeys(levels):
        unknown = stranger(level.partition(":")[0], game, state)
        if unknown:
            print(f"maitred: {unknown}: hard plays in its place.", file=sys.stderr)


def progress() -> Progress:
    """A progress bar on standard error, so that standard output stays clean for programs."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )

"""`maitred rules GAME`: how to play."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markdown import Markdown

import maitred

if TYPE_CHECKING:
    from maitred.cli.arguments import Verbs


def add_to(verbs: Verbs) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser("rules", help="how to play a game", description="Print the rules of a game.")
    parser.add_argument("game", metavar="GAME")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Print the rules."""
    show(maitred.game(chosen.game).rules())
    return 0


def show(text: str) -> None:
    """Print Markdown: as it is where a program reads, laid out where a person does."""
    if sys.stdout.isatty():
        console = Console(width=min(Console().width, 100))
        with console.pager(styles=True):
            console.print(Markdown(text))
    else:
        print(text)

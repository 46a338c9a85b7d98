"""`maitred rules GAME`: how to play."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console
from rich.markdown import Markdown

import maitred
from maitred.cli.arguments import GAME
from maitred.cli.verb import verb


@verb("how to play a game", GAME)
def rules(chosen: argparse.Namespace) -> int:
    """Print the rules of a game."""
    show(maitred.game(chosen.game).rules())
    return 0


def show(text: str) -> None:
    """Print Markdown: as it is for programs, formatted for people."""
    if sys.stdout.isatty():
        console = Console(width=min(Console().width, 100))
        with console.pager(styles=True):
            console.print(Markdown(text))
    else:
        print(text)

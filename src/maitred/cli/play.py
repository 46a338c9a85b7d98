"""`maitred play GAME`: a game in the terminal, against bots or with friends at the same keyboard."""

from __future__ import annotations

import argparse
from pathlib import Path

from maitred.cli.arguments import CARDS, OPTION, WHO, above_zero, whole
from maitred.cli.verb import Argument, verb


@verb(
    "play a game here",
    Argument("game", metavar="GAME", nargs="?", help="the game (maitred games lists them)"),
    Argument("--players", type=above_zero, metavar="N", help="the number of players (default: the fewest)"),
    Argument("--seat", metavar="K[,K…]", help="the seats of people, counted from 1 (default 1)"),
    Argument("--name", action="append", default=[], metavar="NAME", help="a person's name; once per person"),
    Argument(
        "--bots",
        default="",
        metavar="LEVEL[,LEVEL…]",
        help=f"one for all or one each: {WHO}",
    ),
    Argument("--seed", type=whole, metavar="S", help="the seed of the shuffle (default: drawn)"),
    OPTION,
    CARDS,
    Argument("--no-hints", action="store_true", help="no hints at this table"),
    Argument("--watch", action="store_true", help="let bots take every seat, and print what they do"),
    Argument("--resume", type=Path, metavar="FILE", help="continue a saved game"),
    Argument("--save", type=Path, metavar="FILE", help="save here instead of in the house's own folder"),
)
def play(chosen: argparse.Namespace) -> int:
    """Play a game in the terminal."""
    # Imported only here: these take as long to import as a small command takes to run.
    from maitred.cli.local.game import play_here
    from maitred.cli.terminal.terminal import this_terminal

    return play_here(chosen, this_terminal())

"""`maitred learn GAME`: a game taught by playing it, in the terminal."""

from __future__ import annotations

import argparse

from maitred.cli.verb import Argument, verb


@verb(
    "learn a game by playing",
    Argument("game", metavar="GAME", nargs="?", help="the game (without one, all games are listed with their lessons)"),
    Argument("lesson", metavar="LESSON", nargs="?", help="the lesson (--list lists them; default: the first game)"),
    Argument("--list", action="store_true", help="list the lessons of the game"),
)
def learn(chosen: argparse.Namespace) -> int:
    """Learn a game by playing prepared positions of it: what is said and asked stands above the prompt, and `undo`
    takes a mistake back. Such a game counts for nothing."""
    # Imported only here: these take as long to import as a small command takes to run.
    from maitred.cli.local.lesson import all_listed, learn_here, listed
    from maitred.cli.terminal.terminal import this_terminal

    if chosen.game is None:
        print("\n".join(all_listed()))
        return 0
    if chosen.list:
        print("\n".join(listed(chosen.game)))
        return 0
    return learn_here(chosen.game, chosen.lesson, this_terminal())

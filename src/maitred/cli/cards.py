"""`maitred cards GAME`: the house deck file to copy and change, or a check of one's own."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import maitred
from maitred.kernel.errors import BadCards
from maitred.kernel.words import counted

if TYPE_CHECKING:
    from maitred.cli.arguments import Verbs


def add_to(verbs: Verbs) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "cards",
        help="print the house deck file, or check your own",
        description="Without FILE: print the house deck file of a game, to copy and change (maitred cards GAME > "
        "my.toml). With FILE: check it, and say what is wrong with it if anything is.",
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Print or check a deck file."""
    game = maitred.game(chosen.game)
    if chosen.file is None:
        if game.deck is None:
            raise BadCards(f"{game.title} has no deck file.")
        print(game.deck.text(), end="")
        return 0
    cards = game.read_cards(chosen.file)
    faces = counted(len(game.faces(cards)), "card")
    whose = "the house deck" if cards.own is None else "a deck of its own"
    print(f"{chosen.file.name} is good: {faces}, {whose}.")
    return 0

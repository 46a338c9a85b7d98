"""`maitred cards GAME`: the house deck file, to copy and change, or a check of your own."""

from __future__ import annotations

import argparse
from pathlib import Path

import maitred
from maitred.cli.arguments import GAME
from maitred.cli.verb import Argument, verb
from maitred.kernel.errors import BadCards
from maitred.kernel.words import counted


@verb("print the house deck file, or check your own", GAME, Argument("file", nargs="?", type=Path, metavar="FILE"))
def cards(chosen: argparse.Namespace) -> int:
    """Without FILE: print the house deck file of a game, to copy and change (maitred cards GAME > my.toml). With FILE:
    check it, and say what is wrong with it if anything is, or what it changes of the house deck.
    """
    game = maitred.game(chosen.game)
    if chosen.file is None:
        if game.deck is None:
            raise BadCards(f"{game.title} has no deck file.")
        print(game.deck.text(), end="")
        return 0
    deck = game.read_cards(chosen.file)
    faces = counted(len(game.faces(deck)), "card")
    whose = "the house deck" if deck.own is None else "a deck of its own"
    print(f"{chosen.file.name} is good: {faces}, {whose}.")
    for change in game.own_changes(deck):
        print(f"  {change}")
    return 0

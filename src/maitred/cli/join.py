"""`maitred join LINK`: sit down at a live table from the terminal, or watch it."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing

from maitred.cli.arguments import above_zero
from maitred.cli.keyboard.bell import Bell
from maitred.cli.keyboard.terminal import Left, this_terminal
from maitred.cli.verb import Argument, verb
from maitred.kernel.errors import BadSetup

STOPPED = 130


@verb(
    "sit down at a live table by its link",
    Argument("link", metavar="LINK", help="such as http://localhost:8000/t/AbCdEfGhIjKl"),
    Argument("--name", metavar="NAME", help="what you are called there"),
    Argument("--seat", type=above_zero, metavar="N", help="the seat, counted from 1 (default: an open one)"),
    Argument("--watch", action="store_true", help="watch without sitting down"),
)
def join(chosen: argparse.Namespace) -> int:
    """Sit down at a live table by its link, here in the terminal, and play. The same link again goes on at the same
    seat. Where no terminal is, lines are read one by one, each when there is something to answer.
    """
    # Only guests need these, which take as long to import as a small command to run.
    from maitred.cli.guest.arriving import sit_down
    from maitred.cli.guest.door import open_link
    from maitred.cli.guest.keys import Keyboard
    from maitred.cli.guest.place import Place

    door, code, promise = open_link(chosen.link)
    if chosen.watch and (chosen.name or chosen.seat or code):
        raise BadSetup("Who watches needs no seat: leave --name, --seat and private links out.")
    seat = None if chosen.seat is None else chosen.seat - 1
    terminal = this_terminal()
    with Bell():
        ticket = None if chosen.watch else sit_down(door, chosen.name, seat, code, promise)
        with closing(Place(terminal, lambda hear: Keyboard(hear, eager=sys.stdin.isatty()))) as place:
            place.sit(door, ticket)
            try:
                place.stay()
            except Left as left:
                terminal.tell(str(left))
                return 0
            except KeyboardInterrupt:
                terminal.tell(f"\n{place.way_back()}")
                return STOPPED

"""`maitred join LINK`: sit down at a live table from the terminal, or watch it."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing

from maitred.cli.arguments import above_zero
from maitred.cli.terminal.interrupts import STOPPED, Interrupts
from maitred.cli.terminal.terminal import Quit, this_terminal
from maitred.cli.verb import Argument, verb
from maitred.kernel.errors import BadSetup


@verb(
    "sit down at a live table by its link",
    Argument("link", metavar="LINK", help="such as http://localhost:8000/t/AbCdEfGhIjKl"),
    Argument("--name", metavar="NAME", help="your name there"),
    Argument("--seat", type=above_zero, metavar="N", help="the seat, counted from 1 (default: an open one)"),
    Argument("--watch", action="store_true", help="watch without sitting down"),
)
def join(chosen: argparse.Namespace) -> int:
    """Sit down at a live table by its link, here in the terminal, and play. The same link takes you back to the same
    seat. Without a terminal, lines are read one by one, each when there is something to answer."""
    # Imported only here: these take as long to import as a small command takes to run.
    from maitred.cli.remote.claiming import claim_seat
    from maitred.cli.remote.client import Client
    from maitred.cli.remote.keyboard import Keyboard
    from maitred.cli.remote.table_api import open_link

    api, code, promise = open_link(chosen.link)
    if chosen.watch and (chosen.name or chosen.seat or code):
        raise BadSetup("Watching needs no seat: leave out --name, --seat and private links.")
    seat = None if chosen.seat is None else chosen.seat - 1
    terminal = this_terminal()
    with Interrupts():
        own = None if chosen.watch else claim_seat(api, chosen.name, seat, code, promise)
        with closing(Client(terminal, lambda hear: Keyboard(hear, eager=sys.stdin.isatty()))) as client:
            client.sit(api, own)
            try:
                client.stay()
            except Quit as quitting:
                terminal.print(str(quitting))
                return 0
            except KeyboardInterrupt:
                terminal.print(f"\n{client.way_back()}")
                return STOPPED

"""`maitred docs [NAME]`: the pages that come with maitred."""

from __future__ import annotations

import argparse

from maitred import manual
from maitred.cli.rules import show
from maitred.cli.verb import Argument, verb


@verb("read about deck files, bots, hosting, the protocol, what is new", Argument("name", nargs="?", metavar="NAME"))
def docs(chosen: argparse.Namespace) -> int:
    """Print one of the pages that come with maitred, or list them. A running house shows them under /docs."""
    if chosen.name is not None:
        text = manual.read(chosen.name)
        if chosen.name.endswith(".json"):
            print(text, end="")
        else:
            show(text)
        return 0
    print(manual.listing(), end="")
    return 0

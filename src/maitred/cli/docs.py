"""`maitred docs [NAME]`: the pages that come with maitred."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from maitred import manual
from maitred.cli.rules import show

if TYPE_CHECKING:
    from maitred.cli.arguments import Verbs


def add_to(verbs: Verbs) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "docs",
        help="read about deck files, bots, hosting, the protocol, what is new",
        description="Print one of the pages that come with maitred; without NAME, list them. An open house shows them "
        "under /docs.",
    )
    parser.add_argument("name", nargs="?", metavar="NAME")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Print a page, or what pages there are."""
    if chosen.name is not None:
        text = manual.read(chosen.name)
        if chosen.name.endswith(".json"):
            print(text, end="")
        else:
            show(text)
        return 0
    print(manual.listing(), end="")
    return 0

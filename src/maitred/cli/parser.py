"""What the commands take, gathered from the modules of the verbs."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from maitred.cli import (
    backup,
    bench,
    cards,
    docs,
    fuzz,
    games,
    join,
    key,
    ladder,
    mend,
    play,
    rules,
    serve,
    sim,
    verify,
)
from maitred.installation import described

VERBS = (games, rules, play, serve, join, backup, mend, key, sim, ladder, bench, cards, verify, fuzz, docs)


class Parser(argparse.ArgumentParser):
    """A parser whose refusal is one sentence."""

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments."""
        self.exit(2, f"{self.prog}: {message[:1].upper()}{message[1:].rstrip('.')} (try {self.prog} --help).\n")


class Version(argparse.Action):
    """Prints what is installed, and ends."""

    def __call__(self, parser: argparse.ArgumentParser, *rest: Any) -> NoReturn:
        """Print it."""
        print(described())
        parser.exit()


def build_parser() -> argparse.ArgumentParser:
    """The parser of all verbs."""
    parser = Parser(prog="maitred", description="Restaurant card games: play, host, study and design them.")
    parser.add_argument("--version", action=Version, nargs=0, help="say what is installed, and how it was built")
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for verb in VERBS:
        verb.add_to(verbs)
    return parser

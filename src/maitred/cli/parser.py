"""The command line, gathered from the modules of the verbs."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from maitred.cli.backup import backup
from maitred.cli.bench import bench
from maitred.cli.cards import cards
from maitred.cli.docs import docs
from maitred.cli.extras import extra_verbs
from maitred.cli.fuzz import fuzz
from maitred.cli.games import games
from maitred.cli.join import join
from maitred.cli.key import key
from maitred.cli.ladder import ladder
from maitred.cli.learn import learn
from maitred.cli.mend import mend
from maitred.cli.new_game import new_game
from maitred.cli.play import play
from maitred.cli.puzzles import puzzles
from maitred.cli.review import review
from maitred.cli.rules import rules
from maitred.cli.serve import serve
from maitred.cli.sim import sim
from maitred.cli.verify import verify
from maitred.installation import described

VERBS = (
    *(games, rules, learn, play, serve, join, backup, mend, key, sim, ladder, bench),
    *(cards, verify, review, puzzles, fuzz, new_game, docs),
)


class Parser(argparse.ArgumentParser):
    """A parser that refuses with one sentence."""

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments."""
        self.exit(2, f"{self.prog}: {message[:1].upper()}{message[1:].rstrip('.')} (try {self.prog} --help).\n")


class Version(argparse.Action):
    """Prints what is installed, and exits."""

    def __call__(self, parser: argparse.ArgumentParser, *rest: Any) -> NoReturn:
        """Print it."""
        print(described())
        parser.exit()


def build_parser() -> argparse.ArgumentParser:
    """The parser of all verbs."""
    parser: argparse.ArgumentParser = Parser(
        prog="maitred", description="Restaurant card games: play, host, study and design them."
    )
    parser.add_argument("--version", action=Version, nargs=0, help="print what is installed, and how it was built")
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for verb in (*VERBS, *extra_verbs()):
        verb.add_to(verbs)
    return parser

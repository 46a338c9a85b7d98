"""`maitred print GAME`: found by its entry point; imports typst only when it runs."""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path

import maitred
from maitred.cli.arguments import CARDS, GAME
from maitred.cli.folder import FOR_EVERYBODY, write_whole
from maitred.cli.verb import Argument, Verb, verb
from maitred.kernel.errors import BadSetup
from maitred.kernel.words import counted


@verb(
    "print a game: cards, backs, boards, score sheet and rules as PDF",
    GAME,
    CARDS,
    Argument("--paper", choices=("a4", "letter"), default="a4", help="the paper (default a4)"),
    Argument("--faces", choices=("png", "svg"), help="also one picture per card, and sheets for Tabletop Simulator"),
    Argument("--out", type=Path, metavar="FILE", help="the PDF that is written (default GAME-print.pdf)"),
    Argument("--force", action="store_true", help="overwrite files that exist"),
)
def sheets(chosen: argparse.Namespace) -> int:
    """Write a PDF to print and play: cards of 63 by 88 mm with bleed, cut guides and backs that match when both sides
    are printed, then boards, chits, a score sheet and the rules. With --faces also a folder of the same name with one
    picture per card and sheets for Tabletop Simulator. Needs `pip install maitred[lab]`.
    """
    if find_spec("typst") is None:
        raise BadSetup("Printing is an extra: install it with `pip install maitred[lab]`.")
    from maitred.printing import setting

    game = maitred.game(chosen.game)
    deck = game.read_cards(chosen.cards)
    out = chosen.out or Path(f"{game.id}-print.pdf")
    folder = out.with_suffix("")
    check_places(out, folder if chosen.faces else None, chosen.force)
    work = setting.Work(game, deck)
    written = {out: setting.pdf(work, chosen.paper)}
    if chosen.faces:
        written |= {folder / "faces" / name: made for name, made in setting.faces(work, chosen.faces)}
        written |= {folder / "simulator" / name: made for name, made in setting.simulator_sheets(work)}
    for path, made in written.items():
        write(path, made)
    paper = setting.PAPERS[chosen.paper]
    print(f"{out}: {counted(len(setting.copies(work.cards)), 'card')}, {chosen.paper}.")
    print(f"Print it at 100 %, two-sided, flipped on the {paper.edge} edge.", file=sys.stderr)
    if chosen.faces:
        print(f"{folder}: one {chosen.faces} per card in faces, sheets of ten by seven in simulator.")
    return 0


def check_places(out: Path, folder: Path | None, force: bool) -> None:
    """Refuse to overwrite files, and places where nothing can be written."""
    if out.suffix.lower() != ".pdf":
        raise BadSetup(f"--out names the PDF to write, such as sheets.pdf, not {str(out)!r}.")
    if not out.parent.is_dir():
        raise BadSetup(f"There is no folder {out.parent} to write {out.name} into.")
    if out.is_dir():
        raise BadSetup(f"{out} is a folder.")
    for place in (out, *([folder] if folder is not None else [])):
        if place.exists() and not force:
            raise BadSetup(f"{place} is there already: name another place with --out, or say --force to overwrite it.")


def write(path: Path, made: bytes) -> None:
    """Write one file."""
    try:
        write_whole(path, made, FOR_EVERYBODY)
    except OSError as problem:
        raise BadSetup(f"{path} cannot be written: {problem.strerror}.") from problem


PRINT: Verb = Verb("print", sheets.summary, sheets.description, sheets.takes, sheets.run)
"""The verb, for the entry point."""

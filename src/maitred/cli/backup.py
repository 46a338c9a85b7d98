"""`maitred backup FILE`: copy the live tables, even while people play."""

from __future__ import annotations

import argparse
from pathlib import Path

from maitred.cli.folder import DATA, tables_file
from maitred.cli.verb import Argument, verb
from maitred.kernel.errors import BadSetup
from maitred.kernel.words import counted


def in_words(size: int) -> str:
    """A size in kB or MB."""
    if size < 1_000_000:
        return f"{size / 1000:.0f} kB"
    return f"{size / 1_000_000:,.1f} MB"


@verb(
    "copy the live tables to a file",
    Argument("file", type=Path, metavar="FILE", help="where the copy goes"),
    Argument("--force", action="store_true", help="replace FILE if it is already there"),
    DATA,
)
def backup(chosen: argparse.Namespace) -> int:
    """Copy all live tables in their current state; a server may be running. The copy contains the keys of running
    games: keep it to yourself. To restore it, stop the server, move everything whose name begins with maitred.db out
    of its folder, and put the copy there as maitred.db."""
    # Imported only here: asyncio takes as long to import as a small command takes to run.
    from maitred.server.sqlite_file import copy

    if chosen.file.exists() and not chosen.force:
        raise BadSetup(f"{chosen.file} is already there: name another file, or replace this one with --force.")
    written = copy(tables_file(chosen.data), chosen.file, overwrite=chosen.force)
    print(f"Wrote {counted(written.tables, 'table')} ({in_words(written.size)}) to {chosen.file}.")
    return 0

"""`maitred mend`: find damaged tables, and take one back to its last good move."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import maitred
from maitred.cli.folder import DATA, tables_file
from maitred.cli.verb import Argument, verb
from maitred.kernel.errors import BadSetup, Refused
from maitred.kernel.words import counted

if TYPE_CHECKING:
    from maitred.table.lines import Damaged

DAMAGED = 1


@verb(
    "take damaged tables back to their last good move",
    Argument("table", nargs="?", metavar="TABLE", help="the table, or the beginning of its name (default: all)"),
    Argument("--back", action="store_true", help="cut the table back to its last good line"),
    DATA,
)
def mend(chosen: argparse.Namespace) -> int:
    """Look for tables whose lines can no longer be read or played, and say what is wrong with them and where; a
    server may be running. With --back, and the server stopped, a table is cut back to its last good line; what is
    cut off is saved in a file beside it. Exit code 1 if a table is damaged."""
    file = tables_file(chosen.data)
    if chosen.back and chosen.table is None:
        raise BadSetup("Name the table to take back: maitred mend TABLE --back.")
    found = damaged(file, chosen.table or "")
    if not chosen.back:
        for table, size, damage in found:
            print(f"{table}: line {damage.line} of {size} is wrong: {damage.what}.")
        if not found:
            print("Nothing is damaged.")
        return DAMAGED if found else 0
    if len(found) != 1:
        some = (
            f"{len(found)} damaged tables have names that begin" if found else "No damaged table has a name that begins"
        )
        raise BadSetup(f"{some} with {chosen.table}.")
    cut_back(file, *found[0])
    return 0


def damaged(file: Path, beginning: str) -> list[tuple[str, int, Damaged]]:
    """The damaged tables whose names begin with this: how many lines each has, and what is wrong."""
    # Imported only here: these take as long to import as a small command takes to run.
    from maitred.server.mending import examine
    from maitred.server.sqlite_file import all_tables

    found: list[tuple[str, int, Damaged]] = []
    for table, stored in all_tables(file):
        if not table.startswith(beginning):
            continue
        try:
            damage, _ = examine(stored, maitred.game)
        except Refused as refusal:
            print(f"{table}: {refusal}")
            continue
        if damage is not None:
            found.append((table, len(stored), damage))
    return found


def cut_back(file: Path, table: str, size: int, damage: Damaged) -> None:
    """Cut one table back, and say so."""
    import asyncio

    from maitred.server.mending import mend
    from maitred.server.sqlite import SqliteStore

    async def work() -> str:
        store = await SqliteStore.open(file)
        try:
            mended = await mend(store, table, maitred.game)
        finally:
            await store.close()
        return mended[1] if mended is not None else ""

    kept = asyncio.run(work())
    good = damage.line - 1
    print(f"{table} is back at line {good}: {counted(size - good, 'line')} cut off, kept in {kept}.")

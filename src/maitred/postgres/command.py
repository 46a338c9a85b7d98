"""`maitred store …`: move a house between its stores. Found by its entry point; imports the database when it runs."""

from __future__ import annotations

import argparse
from importlib.util import find_spec

from maitred.cli.verb import Argument, Verb, Verbs, verb
from maitred.kernel.errors import BadSetup
from maitred.kernel.words import counted


@verb(
    "copy all tables from a file to a database, or back",
    Argument("source", metavar="FROM", help="a file (…/maitred.db) or a database (postgresql://user@host/name)"),
    Argument("target", metavar="TO", help="a database without tables, or a file that is not there yet"),
)
def copy(chosen: argparse.Namespace) -> int:
    """Copy a house that is closed, with its tables, what is published of deleted ones, and the key with which it signs,
    and compare the copy with the original line by line. The original stays as it is."""
    if find_spec("asyncpg") is None:
        raise BadSetup("PostgreSQL is an extra: install it with `pip install maitred[postgres]`.")
    import asyncio

    from maitred.postgres.copying import copy

    copied = asyncio.run(copy(chosen.source, chosen.target))
    print(f"Copied {counted(copied.tables, 'table')} with {counted(copied.lines, 'line')}; the copy is the same.")
    return 0


STORE: Verb = Verb(
    "store",
    "move a house between a file and a database",
    "Move a house between a SQLite file and PostgreSQL. Needs `pip install maitred[postgres]`.",
    (Verbs(copy),),
    lambda chosen: 2,
)
"""The verb, for the entry point."""

"""`maitred key`: the key that this house signs with, and a new one on request."""

from __future__ import annotations

import argparse
import json

from maitred.cli.arguments import JSON
from maitred.cli.folder import DATA, tables_file
from maitred.cli.verb import Argument, verb
from maitred.kernel.errors import BadSetup


@verb(
    "show or change the key that the house signs with",
    Argument("--rotate", action="store_true", help="make a new key; what the old one signed stays signed"),
    JSON,
    DATA,
)
def key(chosen: argparse.Namespace) -> int:
    """Show the public keys of this house, newest first. The house signs the transcript of every deal and every
    finished record, so that contradictory ones convict it. Give your guests the newest key by another way than the
    house itself. A running server uses a new key only after a restart."""
    # Imported only here: these take as long to import as a small command takes to run.
    import msgspec

    from maitred.server.signing import Signer, read_keys, rotate

    data = tables_file(chosen.data).parent
    kept = read_keys(data)
    if not kept and not chosen.rotate:
        raise BadSetup(f"There is no key in {data} yet: the house makes one when it is first opened.")
    keys = (rotate(data) if chosen.rotate else Signer(kept)).keys()
    if chosen.json:
        print(json.dumps(msgspec.to_builtins(keys)))
        return 0
    for each in keys:
        print(f"{each.key}  since {each.since}{'' if each.until is None else f', until {each.until}'}")
    return 0

"""`maitred verify FILE`: replay a record and say whether it is true."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

import maitred
from maitred.kernel.errors import BadRecord
from maitred.kernel.record import Record, read_record
from maitred.kernel.words import counted, listed

if TYPE_CHECKING:
    from maitred.cli.arguments import Verbs

MOST_BYTES = 50_000_000


def add_to(verbs: Verbs) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "verify",
        help="check the record of a game",
        description="Replay a record move by move. A true record gets exit code 0; anything changed, damaged or "
        "impossible in it is named, with exit code 2.",
    )
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def open_record(path: Path) -> Record:
    """The record in a file, replayed and found true."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadRecord(f"{path.name} is too large to be a record.")
        text = path.read_text(encoding="utf-8")
    except OSError as problem:
        raise BadRecord(f"{path.name} cannot be read: {problem.strerror or problem}.") from problem
    except UnicodeDecodeError as problem:
        raise BadRecord(f"{path.name} is not a record: it is not UTF-8 text.") from problem
    return read_record(text, {game.id: game for game in maitred.games()})


def run(chosen: argparse.Namespace) -> int:
    """Verify a record."""
    record = open_record(chosen.file)
    result = record.result()
    if chosen.json:
        told = {"true": True, "game": record.game.id, "moves": len(record.moves), "result": result}
        print(json.dumps({**told, "chain": record.chain()[-1]}))
        return 0
    moves = counted(len(record.moves), "move")
    print(f"True: {record.game.title} for {record.state.players}, {moves}, every one as it was played.")
    if result is None:
        print("The game is not over yet.")
    else:
        winners = listed([f"seat {seat + 1}" for seat in result["ranking"][0]])
        scores = listed([str(score) for score in result["scores"]])
        print(f"It ended with scores of {scores} (seat by seat); first: {winners}.")
    return 0

"""`maitred verify FILE`: replay a record, and say what it proves and what it does not."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import maitred
from maitred.cli.arguments import JSON
from maitred.cli.verb import Argument, verb
from maitred.kernel.errors import BadRecord
from maitred.kernel.record import Record
from maitred.kernel.words import counted, listed

if TYPE_CHECKING:
    from maitred.table.proof import Answers

MOST_BYTES = 50_000_000
DIGITS = re.compile(r"[0-9a-f]{64}")
WRONG, NOT_PROVEN = 2, 1


def digits(text: str) -> str:
    """32 bytes in hexadecimal digits."""
    told = text.strip().lower()
    if DIGITS.fullmatch(told) is None:
        raise argparse.ArgumentTypeError("64 hexadecimal digits are needed.")
    return told


def open_record(path: Path) -> Record:
    """The record in a file, replayed and verified."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadRecord(f"{path.name} is too large to be a record.")
        text = path.read_text(encoding="utf-8")
    except OSError as problem:
        raise BadRecord(f"{path.name} cannot be read: {problem.strerror or problem}.") from problem
    except UnicodeDecodeError as problem:
        raise BadRecord(f"{path.name} is not a record: it is not UTF-8 text.") from problem
    return maitred.read_record(text)


@verb(
    "check the record of a game",
    Argument("file", type=Path, metavar="FILE"),
    Argument("--commitment", type=digits, metavar="HEX", help="the commitment that the house gave you"),
    Argument("--nonce", type=digits, metavar="HEX", help="the number that your seat contributed"),
    Argument("--key", type=digits, metavar="HEX", help="the public key of the house (shown at /key)"),
    JSON,
)
def verify(chosen: argparse.Namespace) -> int:
    """Replay a record move by move, and say what it proves: that its deal follows from a promise, that the promise
    is the one you kept, and who signed it. Exit code 0 if nothing is wrong; 1 if the deal is not proven, because
    more than one attempt was voided or only bots sat there; 2 if anything was changed or is not valid."""
    # Imported only here: what checks signatures takes as long to import as a small command takes to run.
    from maitred.server.signing import both_signed
    from maitred.table.proof import judge

    record = open_record(chosen.file)
    found = judge(record, both_signed, chosen.commitment, chosen.nonce, chosen.key)
    if chosen.json:
        print(json.dumps(in_json(record, found)))
    else:
        print("\n".join(in_words(record, found)))
    if found.wrong:
        return WRONG
    return NOT_PROVEN if found.deal == "yes" and not found.proven else 0


def in_json(record: Record, found: Answers) -> dict[str, object]:
    """What was found, for programs."""
    return {
        "replays": "yes",
        "deal": found.deal,
        "kept": found.kept,
        "signed": found.signed,
        "signed_by": found.signed_by,
        "voided": found.voided,
        "proven": found.proven,
        "undone": found.undone,
        "counts": found.counts,
        "fingerprint": found.fingerprint,
        "why": found.why,
        "game": record.game.id,
        "moves": len(record.moves),
        "result": record.result(),
        "chain": record.chain()[-1],
    }


def in_words(record: Record, found: Answers) -> list[str]:
    """What was found, line by line."""
    from maitred.table.promise import spoken

    result, moves = record.result(), counted(len(record.moves), "move")
    told = [f"The record replays: {record.game.title} for {record.state.players}, {moves}, every one as it was played."]
    if found.undone:
        told.append(f"Taken back on the way: {counted(found.undone, 'move')}.")
    if result is None:
        told.append("The game is not over yet.")
    else:
        winners = listed([f"seat {seat + 1}" for seat in result["ranking"][0]])
        scores = listed([str(score) for score in result["scores"]])
        told.append(f"It ended with scores of {scores} (seat by seat); first: {winners}.")
    told.append(f"The deal follows from the promise: {found.deal}.")
    told.append(f"The promise is the one you kept: {found.kept}{hint(found.kept, '--commitment and --nonce')}.")
    by = f", by {found.signed_by}" if found.signed_by is not None else ""
    told.append(f"Signed by the house you know: {found.signed}{hint(found.signed, '--key')}{by}.")
    if found.voided is not None:
        told.append(f"Attempts voided before the deal: {found.voided}.")
    if found.fingerprint is not None:
        told.append(f"Fingerprint, to compare with the other players: {spoken(found.fingerprint)}")
    return [*told, *found.why]


def hint(answer: str, options: str) -> str:
    """What to add to the command so that this can be checked."""
    return f" (give {options} to check it)" if answer == "not checked" else ""

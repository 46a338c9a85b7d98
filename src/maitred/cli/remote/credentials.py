"""What is stored of a seat, so that its player can come back to it.

One file per seat in the house's own folder, which nobody else on this machine can read.
"""

from __future__ import annotations

import time
from pathlib import Path

import msgspec

from maitred.cli.folder import house_folder, write_whole
from maitred.cli.remote.table_api import TableApi
from maitred.kernel.errors import BadSetup
from maitred.server.identity import TOKEN_SECONDS, seat_cookie
from maitred.table.promise import Kept, KeptAttempt


class SeatCredentials(msgspec.Struct):
    """What proves the right to one seat at one table of one house."""

    origin: str
    table: str
    seat: int
    token: str
    name: str
    """The name that was asked for; the table may have added a number."""
    nonce: str = ""
    """This seat's number for the shuffle, in the old protocol."""
    commitment: str = ""
    """The commitment to the table's key, in the old protocol."""
    kept: Kept | None = None
    """What this seat keeps of the table's promise."""

    @property
    def promise(self) -> Kept:
        """What this seat keeps; in the old protocol it was the commitment alone."""
        if self.kept is None:
            self.kept = Kept(self.table, self.seat)
            if self.commitment:
                self.kept.attempts.append(KeptAttempt(1, self.commitment, self.nonce or None, late=True))
        return self.kept


kept_in: Path | None = None
"""Where credentials are kept in this process instead of the house's own folder."""


def keep_in(other: Path) -> None:
    """Keep the credentials of this process in another folder."""
    global kept_in
    kept_in = other


def folder() -> Path:
    """Where the credentials of all seats are kept."""
    return house_folder() / "seats" if kept_in is None else kept_in


def file_of(table: str, seat: int) -> Path:
    """Where the credentials of a seat are kept."""
    return folder() / f"{table}.{seat}.json"


def save(own: SeatCredentials) -> None:
    """Store the credentials of a seat, and delete those that no house accepts any more."""
    try:
        write_whole(file_of(own.table, own.seat), msgspec.json.encode(own).decode())
        for old in folder().glob("*.json"):
            if old.stat().st_mtime < time.time() - TOKEN_SECONDS:
                old.unlink(missing_ok=True)
    except OSError as problem:
        raise BadSetup(f"Your seat cannot be saved in {folder()}: {problem.strerror or problem}.") from problem


def forget(own: SeatCredentials) -> None:
    """Delete the credentials of a seat, unless they were replaced."""
    if any(each.token == own.token for each in load(TableApi(own.origin, own.table))):
        file_of(own.table, own.seat).unlink(missing_ok=True)


def load(api: TableApi) -> list[SeatCredentials]:
    """The credentials for a table, by seat; only ever shown to the house that gave them."""
    found: list[SeatCredentials] = []
    for file in folder().glob(f"{api.table}.*.json"):
        try:
            kept = msgspec.json.decode(file.read_bytes(), type=SeatCredentials)
        except FileNotFoundError:
            continue  # deleted by another terminal meanwhile
        except (OSError, msgspec.DecodeError) as problem:
            raise BadSetup(f"{file} cannot be read: {problem}. Delete it to sit down again.") from problem
        if kept.origin == api.origin:
            found.append(kept)
    return sorted(found, key=lambda kept: kept.seat)


def cookie(shown: list[SeatCredentials]) -> str:
    """The credentials as the cookie of a request."""
    return "; ".join(f"{seat_cookie(each.seat)}={each.token}" for each in shown)

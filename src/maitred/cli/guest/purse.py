"""The purse: what a guest keeps of a seat, so that coming back means sitting there again.

One file a seat in the house's own folder, which nobody else on this machine can read.
"""

from __future__ import annotations

import time
from pathlib import Path

import msgspec

from maitred.cli.folder import house_folder, write_whole
from maitred.cli.guest.door import Door
from maitred.kernel.errors import BadSetup
from maitred.server.identity import TOKEN_SECONDS, seat_cookie
from maitred.table.promise import Kept, KeptAttempt


class Ticket(msgspec.Struct):
    """One seat at one table of one house."""

    origin: str
    table: str
    seat: int
    token: str
    name: str
    """The name that was asked for; the table may have put a number behind it."""
    nonce: str = ""
    """What this seat gave to the shuffle under the old protocol."""
    commitment: str = ""
    """What the table promised about its key under the old protocol."""
    kept: Kept | None = None
    """What this seat keeps of the table's promise."""

    @property
    def promise(self) -> Kept:
        """What this seat keeps; of a ticket from the old protocol the commitment is still good."""
        if self.kept is None:
            self.kept = Kept(self.table, self.seat)
            if self.commitment:
                self.kept.attempts.append(KeptAttempt(1, self.commitment, self.nonce or None, late=True))
        return self.kept


def folder() -> Path:
    """Where tickets are kept."""
    return house_folder() / "seats"


def file_of(table: str, seat: int) -> Path:
    """Where a ticket is kept."""
    return folder() / f"{table}.{seat}.json"


def keep(ticket: Ticket) -> None:
    """Put a ticket into the purse, and throw those away that no house knows any more."""
    try:
        write_whole(file_of(ticket.table, ticket.seat), msgspec.json.encode(ticket).decode())
        for old in folder().glob("*.json"):
            if old.stat().st_mtime < time.time() - TOKEN_SECONDS:
                old.unlink(missing_ok=True)
    except OSError as problem:
        raise BadSetup(f"Your seat cannot be kept in {folder()}: {problem.strerror or problem}.") from problem


def forget(ticket: Ticket) -> None:
    """Throw a ticket away, unless another has taken its place."""
    if any(each.token == ticket.token for each in tickets(Door(ticket.origin, ticket.table))):
        file_of(ticket.table, ticket.seat).unlink(missing_ok=True)


def tickets(door: Door) -> list[Ticket]:
    """The tickets for a table, by seat; only ever shown to the house that gave them."""
    found: list[Ticket] = []
    for file in folder().glob(f"{door.table}.*.json"):
        try:
            ticket = msgspec.json.decode(file.read_bytes(), type=Ticket)
        except FileNotFoundError:
            continue  # thrown away by another guest meanwhile
        except (OSError, msgspec.DecodeError) as problem:
            raise BadSetup(f"{file} cannot be read: {problem}. Delete it to sit down anew.") from problem
        if ticket.origin == door.origin:
            found.append(ticket)
    return sorted(found, key=lambda ticket: ticket.seat)


def cookie(shown: list[Ticket]) -> str:
    """The tickets as a house wants to see them."""
    return "; ".join(f"{seat_cookie(ticket.seat)}={ticket.token}" for ticket in shown)

"""Sitting down at a live table: where one sat before, by a private link, or at an open seat."""

from __future__ import annotations

import secrets

from maitred.cli.guest import purse
from maitred.cli.guest.door import Door, Turned
from maitred.cli.guest.purse import Ticket
from maitred.kernel.errors import BadSetup
from maitred.kernel.words import named
from maitred.server.messages import TableFacts, TableHere

NOBODY = "Guest"
NONCE_BYTES = 16


def sit_down(door: Door, name: str | None, seat: int | None, code: str | None = None) -> Ticket:
    """A ticket for a seat at that table; `name` and `seat` say which, `code` takes one along from another device."""
    kept = purse.tickets(door)
    here = door.see(purse.cookie(kept))
    mine = still_good(kept, here)
    if code is None:
        before = [ticket for ticket in mine if seat in (None, ticket.seat) and (name is None or name == ticket.name)]
        if before:
            # Of several, the one that nobody has open: then two terminals come back as two players.
            return min(before, key=lambda ticket: here.table.seats[ticket.seat].present)
    try:
        if code is not None:
            _, tokens = door.take_along(code, purse.cookie(mine))
        else:
            _, tokens = door.sit(name or NOBODY, seat, purse.cookie(mine))
    except Turned as refusal:
        raise BadSetup(f"{with_names(str(refusal), here.table)}{way_out(door, refusal, here.table)}") from refusal
    for taken, token in tokens.items():
        return new_ticket(door, here.table, taken, token, name or NOBODY)
    raise door.no_house()


def new_ticket(door: Door, table: TableFacts, seat: int, token: str, name: str) -> Ticket:
    """A ticket for a seat that was just got, kept in the purse."""
    nonce = "" if table.seats[seat].ready else secrets.token_hex(NONCE_BYTES)
    ticket = Ticket(door.origin, door.table, seat, token, name, nonce, table.commitment)
    purse.keep(ticket)
    return ticket


def still_good(kept: list[Ticket], here: TableHere) -> list[Ticket]:
    """The tickets that the house still knows; the others are thrown away."""
    for ticket in kept:
        if ticket.seat not in here.seats:
            purse.forget(ticket)
    return [ticket for ticket in kept if ticket.seat in here.seats]


def with_names(sentence: str, table: TableFacts) -> str:
    """A sentence of the house with the names of those who sit there."""
    return named(sentence, [seat.name for seat in table.seats])


def way_out(door: Door, refusal: Turned, table: TableFacts) -> str:
    """What somebody can do who got no seat."""
    if table.closed is not None and table.rematch is not None:
        return f" (maitred join {door.origin}/t/{table.rematch})"
    watchable = refusal.reason in ("not_now", "not_allowed") and "watch" in str(refusal) and table.spectators
    return " (maitred join LINK --watch)" if watchable else ""

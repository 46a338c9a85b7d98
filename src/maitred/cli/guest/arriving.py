"""Sitting down at a live table: where one sat before, by a private link, or at an open seat."""

from __future__ import annotations

from maitred.cli.guest import purse
from maitred.cli.guest.door import Door, Turned
from maitred.cli.guest.purse import Ticket
from maitred.kernel.errors import BadSetup
from maitred.kernel.words import named
from maitred.server.http_messages import TableHere
from maitred.server.messages import TableFacts
from maitred.table.promise import Keeper, Kept, first_seen

NOBODY = "Guest"


def sit_down(
    door: Door, name: str | None, seat: int | None, code: str | None = None, promise: Kept | None = None
) -> Ticket:
    """A ticket for a seat at that table; `name` and `seat` say which, `code` takes one along from another device,
    with what was promised to it there."""
    kept = purse.tickets(door)
    try:
        here = door.see(purse.cookie(kept))
    except Turned as refusal:
        raise BadSetup(" ".join([str(refusal), *last_words(door, kept)])) from refusal
    mine = still_good(kept, here)
    if code is None:
        before = [ticket for ticket in mine if seat in (None, ticket.seat) and (name is None or name == ticket.name)]
        if before:
            # Of several, the one that nobody has open: then two terminals come back as two players.
            return min(before, key=lambda ticket: here.table.seats[ticket.seat].present)
    try:
        if code is not None:
            nonces = (
                [each.attempt for each in promise.attempts if each.nonce is not None] if promise is not None else []
            )
            _, tokens = door.take_along(code, max(nonces, default=None), purse.cookie(mine))
        else:
            _, tokens = door.sit(name or NOBODY, seat, purse.cookie(mine))
    except Turned as refusal:
        raise BadSetup(f"{with_names(str(refusal), here.table)}{way_out(door, refusal, here.table)}") from refusal
    for taken, token in tokens.items():
        return new_ticket(door, here.table, taken, token, name or NOBODY, promise)
    raise door.no_house()


def new_ticket(door: Door, table: TableFacts, seat: int, token: str, name: str, promise: Kept | None = None) -> Ticket:
    """A ticket for a seat that was just got, kept in the purse with what the table promised when it was first seen."""
    kept = Kept(door.table, seat, [first_seen(table.promise, seat)])
    fits = promise is not None and (promise.table, promise.seat) == (door.table, seat)
    ticket = Ticket(door.origin, door.table, seat, token, name, kept=promise if fits else kept)
    purse.keep(ticket)
    return ticket


def last_words(door: Door, kept: list[Ticket]) -> list[str]:
    """What is to be said of the promise at a table that cannot be opened any more, to those who were dealt cards."""
    dealt = [ticket for ticket in kept if ticket.promise.transcript is not None]
    if not dealt:
        return []
    told = door.promise()
    said: list[str] = []
    for ticket in dealt:
        keeper = Keeper(ticket.promise)
        if told.state != "running":
            keeper.end(told.key, told.nonces if told.key is not None else None)
            said += [keeper.verdict(), *keeper.findings]
    return list(dict.fromkeys(said))


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

"""Claiming a seat at a live table: the one held before, one by a private link, or an open one."""

from __future__ import annotations

from maitred.cli.remote import credentials
from maitred.cli.remote.credentials import SeatCredentials
from maitred.cli.remote.table_api import HouseRefusal, TableApi
from maitred.kernel.errors import BadSetup
from maitred.kernel.words import named
from maitred.server.http_messages import TableHere
from maitred.server.messages import TableFacts
from maitred.table.promise import Keeper, Kept, first_seen

NAMELESS = "Guest"
GONE = ("unknown", "old_rules")
"""Reasons why a table cannot be opened with which its key has to be published."""
NOT_SAID = "The house does not say what became of its promise of the shuffle: ask again later."


def claim_seat(
    api: TableApi, name: str | None, seat: int | None, code: str | None = None, promise: Kept | None = None
) -> SeatCredentials:
    """Credentials for a seat at that table; `name` and `seat` say which, and `code` moves one from another device,
    with what was promised to it there."""
    kept = credentials.load(api)
    try:
        here = api.look(credentials.cookie(kept))
    except HouseRefusal as refusal:
        raise BadSetup(" ".join([str(refusal), *verdict_on(api, kept, refusal.reason in GONE)])) from refusal
    mine = still_valid(kept, here)
    if code is None:
        before = [own for own in mine if seat in (None, own.seat) and (name is None or name == own.name)]
        if before:
            # Of several seats one that is not open, so that two terminals come back as two players.
            return min(before, key=lambda own: here.table.seats[own.seat].present)
    try:
        if code is not None:
            nonces = (
                [each.attempt for each in promise.attempts if each.nonce is not None] if promise is not None else []
            )
            _, tokens = api.take_along(code, max(nonces, default=None), credentials.cookie(mine))
        else:
            _, tokens = api.sit(name or NAMELESS, seat, credentials.cookie(mine))
    except HouseRefusal as refusal:
        raise BadSetup(f"{with_names(str(refusal), here.table)}{what_else(api, refusal, here.table)}") from refusal
    for taken, token in tokens.items():
        return new_credentials(api, here.table, taken, token, name or NAMELESS, promise)
    raise api.no_house()


def new_credentials(
    api: TableApi, table: TableFacts, seat: int, token: str, name: str, promise: Kept | None = None
) -> SeatCredentials:
    """The credentials of a seat that was just claimed, saved with what the table promised when it was first seen."""
    kept = Kept(api.table, seat, [first_seen(table.promise, seat)])
    fits = promise is not None and (promise.table, promise.seat) == (api.table, seat)
    own = SeatCredentials(api.origin, api.table, seat, token, name, kept=promise if fits else kept)
    credentials.save(own)
    return own


def verdict_on(api: TableApi, kept: list[SeatCredentials], gone: bool) -> list[str]:
    """The verdict on the promise for those who were dealt cards at a table that can no longer be opened; `gone`:
    whether the game cannot go on, whatever the house says of it."""
    dealt = [own for own in kept if own.promise.transcript is not None]
    if not dealt:
        return []
    try:
        told = api.promise()
    except HouseRefusal:
        return [NOT_SAID]
    said: list[str] = []
    for own in dealt:
        keeper = Keeper(own.promise)
        if gone or told.state != "running":
            keeper.end(told.key, told.nonces if told.key is not None else None)
            said += [keeper.verdict(), *keeper.findings]
    return list(dict.fromkeys(said))


def still_valid(kept: list[SeatCredentials], here: TableHere) -> list[SeatCredentials]:
    """The credentials that the house still accepts; the others are deleted."""
    for own in kept:
        if own.seat not in here.seats:
            credentials.forget(own)
    return [own for own in kept if own.seat in here.seats]


def with_names(sentence: str, table: TableFacts) -> str:
    """A sentence from the house with the names of the players."""
    return named(sentence, [seat.name for seat in table.seats])


def what_else(api: TableApi, refusal: HouseRefusal, table: TableFacts) -> str:
    """What somebody without a seat can do instead."""
    if table.closed is not None and table.rematch is not None:
        return f" (maitred join {api.origin}/t/{table.rematch})"
    watchable = refusal.reason in ("not_now", "not_allowed") and "watch" in str(refusal) and table.spectators
    return " (maitred join LINK --watch)" if watchable else ""

"""The HTTP endpoints of the house. Each names its types, so that its description (schema.py) is always true."""

from __future__ import annotations

import functools
import hashlib
import threading
import time
from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import maitred
from maitred.bots.experts import offers
from maitred.bots.levels import level_names
from maitred.kernel.cardfile import CardText
from maitred.kernel.deck_text import as_toml
from maitred.kernel.errors import Refused
from maitred.kernel.game import Game
from maitred.kernel.options import PerSeat
from maitred.kernel.state import Cards
from maitred.server import replay, showing
from maitred.server.endpoint import (
    ENDPOINTS,
    Context,
    PassedOn,
    Wrong,
    address_of,
    answer,
    awake,
    done,
    endpoint,
    game_in_path,
    give,
    is_host,
    link_to,
    own_seats,
    read_body,
    seat_in_path,
    seen_in_path,
    table_in_path,
    whole,
)
from maitred.server.house import TOO_MUCH_WORK, Prepared
from maitred.server.http_messages import (
    CardCheck,
    CardsChecked,
    Claim,
    Deck,
    Frames,
    GameFacts,
    Health,
    HouseFacts,
    HouseKeys,
    NewTable,
    OptionFacts,
    Published,
    Reel,
    Rules,
    Seated,
    SeatLink,
    TableCard,
    TableDeck,
    TableHere,
    TableList,
    Take,
)
from maitred.server.identity import HOST_COOKIE, new_token, seat_cookie
from maitred.server.lessons import lessons_of
from maitred.server.live import LiveTable
from maitred.server.metrics import readiness
from maitred.server.signing import Signer
from maitred.server.socket import ENCODER
from maitred.server.store import PHASES, OwnedElsewhere, Page, StoreFailed
from maitred.table.permissions import Denied
from maitred.table.table import Table
from maitred.table.text import cleaned

__all__ = ["ENDPOINTS", "signed_record"]

LINK_SECONDS = 600
MOST_FRAMES = 60
LIST_LENGTH = 50
ONE_RECORD = threading.Lock()
"""A record computes its chain once, whichever thread needs it first."""


# The house


@endpoint("GET", "/healthz", Health, problems=(503,))
async def health(context: Context, request: Request) -> Response:
    """The health of the house: fine only if what is written now is stored."""
    house = context.house
    try:
        await house.store.check()
    except StoreFailed as failure:
        raise Wrong(503, "no_store", failure.told) from failure
    return answer(Health("ok", house.version, len(house.tables), house.sockets()))


@endpoint("GET", "/readyz", Health, problems=(503,))
async def ready(context: Context, request: Request) -> Response:
    """Whether this server should get guests: its store can be written to, its workers answer, and it is not closing."""
    house = context.house
    try:
        problem = await readiness(house)
    except StoreFailed as failure:
        raise Wrong(503, "no_store", failure.told) from failure
    if problem:
        raise Wrong(503, "not_ready", problem)
    return answer(Health("ok", house.version, len(house.tables), house.sockets()))


@endpoint("GET", "/api/house", HouseFacts)
async def house_facts(context: Context, request: Request) -> Response:
    """The games, their options and the levels of bots."""
    games = [
        GameFacts(
            game.id,
            game.title,
            game.designers,
            game.pitch,
            game.minutes,
            game.bot_minutes,
            game.min_players,
            game.max_players,
            [
                OptionFacts(
                    option.name,
                    option.sentence,
                    option.default,
                    option.takes(),
                    [option.values(players) for players in range(game.min_players, game.max_players + 1)],
                    option.words if isinstance(option, PerSeat) else [],
                )
                for option in game.options
            ],
            game.deck is not None,
            len(lessons_of(game).lessons),
            offers(game),
        )
        for game in maitred.all_games()
    ]
    return answer(HouseFacts(context.house.version, context.page, games, level_names()))


@endpoint("GET", "/key", HouseKeys)
async def house_keys(context: Context, request: Request) -> Response:
    """The keys that the house signs transcripts and records with, the newest first."""
    return answer(HouseKeys(context.house.signer.keys()))


@endpoint("GET", "/api/games/{game}/rules", Rules, problems=(404,))
async def rules(context: Context, request: Request) -> Response:
    """How to play a game, in Markdown."""
    game = game_in_path(request)
    return answer(Rules(game.id, game.rules()))


@endpoint("GET", "/api/games/{game}/cards", Deck, problems=(404,))
async def cards(context: Context, request: Request) -> Response:
    """The card table of a game: views name cards by their index in it."""
    game = game_in_path(request)
    tables = game.read_cards(None)
    told = Deck(tables.digest, game.faces(tables), game.constants(tables))
    etag = f'"{hashlib.sha256(ENCODER.encode(told)).hexdigest()[:32]}"'
    kept = {"Cache-Control": "no-cache", "ETag": etag}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=kept)
    return answer(told, headers=kept)


@endpoint("POST", "/api/games/{game}/cards", CardsChecked, CardCheck, problems=(400, 404, 413, 415, 422, 429))
async def check_cards(context: Context, request: Request) -> Response:
    """Check a card file, and tell what it changes of the house deck; nothing is kept."""
    house, address = context.house, address_of(request)
    wish: CardCheck = await read_body(request, CardCheck, house.limits.deck_body_bytes)
    game = game_in_path(request)
    if not house.work.allows(address):
        raise Wrong(429, "too_many", TOO_MUCH_WORK)

    def checked() -> CardsChecked:
        found = game.read_cards(CardText(wish.cards))
        told = game.own_changes(found)
        return CardsChecked(found.digest, len(game.faces(found)), found.own is not None, told)

    try:
        return answer(await house.apart(address, checked))
    except Refused as refusal:
        raise Wrong(422, "bad_cards", str(refusal)) from refusal


@endpoint("GET", "/api/games/{game}/cards.toml", str, problems=(404,))
async def card_file(context: Context, request: Request) -> Response:
    """The house's card file of a game, to keep and to change."""
    return file_of(game_in_path(request), None)


def file_of(game: Game, own: Mapping[str, Any] | None, name: str = "") -> Response:
    """A card file to download, as text that no browser takes for anything else."""
    if game.deck is None:
        raise Wrong(404, "unknown", f"{game.title} has no card file.")
    text = as_toml(own) if own is not None else game.deck.text()
    named = f'attachment; filename="{name or game.id}.toml"'
    return Response(text, headers={"Cache-Control": "no-store", "Content-Disposition": named}, media_type="text/plain")


# Tables


@endpoint("POST", "/api/tables", Seated, NewTable, problems=(400, 413, 415, 422, 429, 503))
async def set_table(context: Context, request: Request) -> Response:
    """Set a table; whoever does is its host and sits at the seats called `me`."""
    return await new_table(context, request, await read_body(request, NewTable, context.house.limits.deck_body_bytes))


async def new_table(context: Context, request: Request, wish: NewTable, prepared: Prepared | None = None) -> Response:
    """Set a table, dealt or prepared, and give its seats to whoever wishes for it."""
    address = address_of(request)
    if wish.cards is not None and not context.house.work.allows(address):
        raise Wrong(429, "too_many", TOO_MUCH_WORK)
    if not context.setting.take(address):
        raise Wrong(429, "too_many", "You have set many tables in a short time: wait a minute.")
    try:
        keys = await context.house.set_table(wish, address, prepared)
    except StoreFailed as failure:
        raise Wrong(503, "no_store", f"{failure.told} No table was set; try again.") from failure
    except Refused as refusal:
        raise Wrong(422, "bad_setup", str(refusal)) from refusal
    response = answer(Seated(keys.table, link_to(context, request, keys.table), sorted(keys.seats), True), 201)
    give(response, request, keys.table, HOST_COOKIE, keys.host)
    for seat, token in keys.seats.items():
        give(response, request, keys.table, seat_cookie(seat), token)
    return response


@endpoint(
    "GET",
    "/api/tables",
    TableList,
    query=(("phase", {"type": "string", "enum": list(PHASES)}, "Only tables in this phase."),),
    problems=(422, 503),
)
async def list_tables(context: Context, request: Request) -> Response:
    """The public tables, newest first."""
    phase = request.query_params.get("phase")
    if phase is not None and phase not in PHASES:
        raise Wrong(422, "unreadable", f"phase is one of: {', '.join(PHASES)}.")
    try:
        found = await context.house.store.summaries(Page(phase, public=True, limit=LIST_LENGTH))
    except StoreFailed as failure:
        raise Wrong(503, "no_store", failure.told) from failure
    cards = [known(context, msgspec.json.decode(summary.card, type=TableCard)) for summary in found]
    return answer(TableList([card for card in cards if phase in (None, card.phase)]))


def known(context: Context, card: TableCard) -> TableCard:
    """A table from the lists; closed if its rules are too old to be played, which its summary may not know."""
    try:
        newest = context.house.find_game(card.game).rules_version
    except Refused:
        newest = 0
    if card.phase != "over" and (card.rules_version != newest or card.table in context.house.damaged):
        card.phase = "closed"
    return card


@endpoint("GET", "/api/tables/{table}", TableHere, problems=(404, 409, 503))
async def see_table(context: Context, request: Request) -> Response:
    """A table, and which of its seats this browser holds."""
    sight = await seen_in_path(context, request)
    table, link = sight.table, link_to(context, request, sight.table.was_set.table)
    facts = showing.facts(table, sight.presence, sight.ms)
    reach = context.hosts.reach(request.headers.get("host", ""))
    return answer(
        TableHere(facts, own_seats(request, table), is_host(request, table), link, reach, showing.winners(table))
    )


@endpoint("GET", "/api/tables/{table}/cards", TableDeck, problems=(404, 409, 503))
async def table_cards(context: Context, request: Request) -> Response:
    """The card table that a table plays with, and what it changes of the house deck."""
    sight = await seen_in_path(context, request)
    game, found = sight.table.game, cards_of(sight.table)
    told = game.own_changes(found)
    return answer(TableDeck(found.digest, game.faces(found), game.constants(found), found.own, told))


@endpoint("GET", "/api/tables/{table}/cards.toml", str, problems=(404, 409, 503))
async def table_card_file(context: Context, request: Request) -> Response:
    """The cards of a table as a card file, to keep and to change."""
    sight = await seen_in_path(context, request)
    was_set = sight.table.was_set
    return file_of(sight.table.game, was_set.cards, f"{was_set.game}-{was_set.table}")


def cards_of(table: Table) -> Cards:
    """The cards that a table plays with, or will."""
    if table.record is not None:
        return table.record.state.cards
    return table.game.read_cards(table.was_set.cards)


@endpoint("POST", "/api/tables/{table}/claim", Seated, Claim, problems=(400, 403, 404, 409, 413, 415, 422, 503))
async def claim(context: Context, request: Request) -> Response:
    """Sit down at an open seat."""
    wish: Claim = await read_body(request, Claim, context.house.limits.body_bytes)
    name = cleaned(wish.name)
    if not name:
        raise Wrong(422, "unreadable", "A name needs at least one visible character.")
    live = await table_in_path(context, request)
    seats = range(len(live.table.seats))
    if any(live.table.was_removed(request.cookies.get(seat_cookie(at), "")) for at in seats):
        raise Wrong(403, "not_allowed", "The host has removed you from this table; you can watch.")
    token = new_token()
    seat: int = await done(live.queue.ask(lambda: live.sit(wish.seat, name, token)))
    return seated(context, request, live, seat, token)


def seated(context: Context, request: Request, live: LiveTable, seat: int, token: str) -> Response:
    """The answer to somebody who got a seat, with its cookie."""
    held = sorted({*own_seats(request, live.table), seat})
    told = Seated(live.id, link_to(context, request, live.id), held, is_host(request, live.table))
    response = answer(told)
    give(response, request, live.id, seat_cookie(seat), token)
    return response


@endpoint("POST", "/api/tables/{table}/seats/{seat}/link", SeatLink, problems=(403, 404, 409, 503))
async def lend(context: Context, request: Request) -> Response:
    """A private link that moves one's seat to another device."""
    live = await table_in_path(context, request)
    seat = seat_in_path(request)
    if seat not in own_seats(request, live.table):
        raise Wrong(403, "not_allowed", "This is not your seat.")
    code = new_token()
    until = time.time_ns() // 1_000_000 + LINK_SECONDS * 1000
    await done(live.queue.ask(lambda: live.lend(seat, code, until)))
    return answer(SeatLink(f"{link_to(context, request, live.id)}#take={code}", code))


@endpoint("POST", "/api/tables/{table}/take", Seated, Take, problems=(400, 404, 409, 413, 415, 422, 503))
async def take_along(context: Context, request: Request) -> Response:
    """Continue with a seat on this device."""
    wish: Take = await read_body(request, Take, context.house.limits.body_bytes)
    live = await table_in_path(context, request)
    token = new_token()
    seat: int = await done(live.queue.ask(lambda: live.take_along(wish.code, token, wish.attempt)))
    return seated(context, request, live, seat, token)


@endpoint("POST", "/api/tables/{table}/rematch", Seated, problems=(403, 404, 409, 503))
async def rematch(context: Context, request: Request) -> Response:
    """Play again with the same people, even if the table is closed: the first who asks sets the new table."""
    table = (await seen_in_path(context, request)).table
    mine = own_seats(request, table)
    if not mine and not is_host(request, table):
        raise Wrong(403, "not_allowed", "Only people who played here can play again.")
    if table.phase not in ("over", "closed"):
        raise Wrong(409, "not_now", "The game is not over yet.")
    try:
        host = request.cookies[HOST_COOKIE] if is_host(request, table) else ""
        tokens = {seat: request.cookies[seat_cookie(seat)] for seat in mine}
        if table.rematch is None:
            keys = await context.house.rematch(await table_in_path(context, request), tokens, host)
        else:
            keys = await context.house.come_back(table, tokens, host)
    except Denied as refusal:
        raise Wrong(409, refusal.reason, str(refusal)) from refusal
    except OwnedElsewhere as owned:
        return PassedOn(context, owned)
    except StoreFailed as failure:
        raise Wrong(503, "no_store", f"{failure.told} No table was set; try again.") from failure
    except Refused as refusal:
        raise Wrong(409, "bad_setup", str(refusal)) from refusal
    told = Seated(keys.table, link_to(context, request, keys.table), sorted(keys.seats), bool(keys.host))
    response = answer(told)
    if keys.host:
        give(response, request, keys.table, HOST_COOKIE, keys.host)
    for seat, token in keys.seats.items():
        give(response, request, keys.table, seat_cookie(seat), token)
    return response


@endpoint("POST", "/api/tables/{table}/mend", TableHere, problems=(403, 404, 409, 503))
async def mend(context: Context, request: Request) -> Response:
    """Host: take a damaged table back to its last good move."""
    try:
        allowed = await context.house.mend(request.path_params["table"], request.cookies.get(HOST_COOKIE, ""))
    except StoreFailed as failure:
        raise Wrong(503, "no_store", f"{failure.told} Nothing was changed; try again.") from failure
    if not allowed:
        await table_in_path(context, request)
        raise Wrong(403, "not_allowed", "Only the host of this table can do that.")
    return await see_table(context, request)


@endpoint("POST", "/api/tables/{table}/decline", Seated, problems=(403, 404, 409, 503))
async def decline(context: Context, request: Request) -> Response:
    """Decline to play again: one's seats at the table that was set again are open to others."""
    table = (await seen_in_path(context, request)).table
    mine = own_seats(request, table)
    if not mine:
        raise Wrong(403, "not_allowed", "Only people who played here can decline.")
    if table.rematch is None:
        raise Wrong(409, "not_now", "Nobody has set the table again yet.")
    try:
        again = await awake(context, table.rematch, address_of(request))
    except Wrong as wrong:
        if isinstance(wrong.__cause__, OwnedElsewhere):
            return PassedOn(context, wrong.__cause__)
        raise
    await done(again.queue.ask(lambda: again.decline(mine)))
    return answer(Seated(again.id, link_to(context, request, again.id), [], is_host(request, table)))


# Finished games


async def finished(context: Context, request: Request) -> Table:
    """A table whose game is over."""
    sight = await seen_in_path(context, request)
    if sight.table.phase != "over":
        raise Wrong(409, "not_now", "The game is not over yet: its record is secret until then.")
    return sight.table


@endpoint("GET", "/api/tables/{table}/promise", Published, problems=(503,))
async def promise(context: Context, request: Request) -> Response:
    """The key of a table's shuffle, published however the game ended."""
    house, address = context.house, address_of(request)
    if not house.work.allows(address):
        raise Wrong(429, "too_many", TOO_MUCH_WORK)
    try:
        return answer(await house.published(request.path_params["table"], address))
    except StoreFailed as failure:
        raise Wrong(503, "no_store", failure.told) from failure


@endpoint("GET", "/api/tables/{table}/record", dict, problems=(404, 409, 503))
async def record(context: Context, request: Request) -> Response:
    """The record of a finished game, which `maitred verify` checks."""
    table = await finished(context, request)
    assert table.record is not None
    house, address = context.house, address_of(request)
    if not house.work.allows(address):
        raise Wrong(429, "too_many", TOO_MUCH_WORK)
    told: str = await house.apart(address, signed_record, house.signer, table)
    name = f"{table.game.id}-{table.was_set.table}.json"
    kept = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(told, headers=kept, media_type="application/json")


def signed_record(signer: Signer, table: Table) -> str:
    """The record of a finished game, with the proof of its shuffle and all moves that were undone, signed."""
    record = table.record
    assert record is not None
    with ONE_RECORD:
        record.notes = {"players": [seat.name for seat in table.seats]}
        if table.prepared:
            return record.to_json()  # nothing was promised
        if table.transcript is None or table.fingerprint is None:
            record.notes["commitment"] = table.attempt.commitment  # of the old protocol
        else:
            record.proof = {
                "transcript": msgspec.to_builtins(table.transcript),
                "undone": [[stood, [list(move) for move in gone]] for stood, gone in table.undone],
            }
            signed = signer.sign_transcript(table.fingerprint)
            whole = signer.sign_record(record.told())
            record.proof["signature"] = {"key": signed.key, "transcript": signed.signature, "record": whole}
        return record.to_json()


@endpoint("GET", "/api/tables/{table}/replay", Reel, problems=(404, 409, 503))
async def replay_reel(context: Context, request: Request) -> Response:
    """What a replay needs before it starts."""
    return answer(replay.reel(await finished(context, request)))


@endpoint(
    "GET",
    "/api/tables/{table}/replay/frames",
    Frames,
    query=(
        ("first", {"type": "integer", "minimum": 0}, "The number of moves made before the first frame."),
        ("count", {"type": "integer", "minimum": 1, "maximum": MOST_FRAMES}, "The number of frames."),
        ("eyes", {"type": "integer", "minimum": 0}, "The seat whose view is shown; without it, a spectator's."),
    ),
    problems=(404, 409, 422, 503),
)
async def replay_frames(context: Context, request: Request) -> Response:
    """Some positions of a finished game, as any seat sees them."""
    table = await finished(context, request)
    assert table.record is not None
    first = whole(request, "first", 0, 0, len(table.record.moves)) or 0
    count = whole(request, "count", MOST_FRAMES, 1, MOST_FRAMES) or MOST_FRAMES
    eyes = whole(request, "eyes", None, 0, len(table.seats) - 1)
    house, address = context.house, address_of(request)
    if not house.work.allows(address):
        raise Wrong(429, "too_many", TOO_MUCH_WORK)
    reel = functools.partial(house.apart, address)
    frames: Any = await context.reels.frames(table, first, count, eyes, reel)
    return answer(Frames(first, frames))

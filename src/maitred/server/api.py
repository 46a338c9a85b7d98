"""The HTTP endpoints of the house. Each names its types, so that its description (schema.py) is always true."""

from __future__ import annotations

import functools
import hashlib
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

import maitred
from maitred.bots.levels import LEVELS
from maitred.kernel.errors import Refused
from maitred.kernel.game import Game
from maitred.kernel.options import PerSeat
from maitred.server import replay, showing
from maitred.server.house import TOO_MUCH_WORK, House, Sight, TooManyTables
from maitred.server.http_messages import (
    Claim,
    Deck,
    Frames,
    GameFacts,
    Health,
    HouseFacts,
    HouseKeys,
    NewTable,
    OptionFacts,
    Problem,
    Published,
    Reel,
    Rules,
    Seated,
    SeatLink,
    TableCard,
    TableHere,
    TableList,
    Take,
)
from maitred.server.identity import HOST_COOKIE, TOKEN_SECONDS, HostPolicy, new_token, seat_cookie, table_path
from maitred.server.limits import Buckets
from maitred.server.live import LiveTable
from maitred.server.signing import Signer
from maitred.server.socket import ENCODER
from maitred.server.store import PHASES, Page, StoreFailed
from maitred.table.lines import Damaged
from maitred.table.permissions import Denied
from maitred.table.table import Table
from maitred.table.text import cleaned

T = TypeVar("T")

LINK_SECONDS = 600
MOST_FRAMES = 60
LIST_LENGTH = 50


class Wrong(Exception):
    """A request that is refused: a status and a sentence."""

    def __init__(self, status: int, reason: str, text: str) -> None:
        super().__init__(text)
        self.problem = Problem(reason, text)
        self.status = status


@dataclass(frozen=True, slots=True)
class Context:
    """What endpoints need."""

    house: House
    hosts: HostPolicy
    page: str
    """An identifier of the page, which changes when a new one is served."""
    setting: Buckets
    """How many tables each address may set."""
    reels: replay.Reels = field(default_factory=replay.Reels)


Handler = Callable[[Context, Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An endpoint of the HTTP API."""

    method: str
    path: str
    handler: Handler
    summary: str
    answer: type
    body: type | None = None
    query: tuple[tuple[str, dict[str, Any], str], ...] = ()
    """Name, JSON Schema and meaning of each query parameter."""
    problems: tuple[int, ...] = ()


ENDPOINTS: list[Endpoint] = []


def endpoint(
    method: str,
    path: str,
    answer: type,
    body: type | None = None,
    query: tuple[tuple[str, dict[str, Any], str], ...] = (),
    problems: tuple[int, ...] = (),
) -> Callable[[Handler], Handler]:
    """Register a handler; its docstring is its summary."""

    def register(handler: Handler) -> Handler:
        summary = (handler.__doc__ or "").strip()
        ENDPOINTS.append(Endpoint(method, path, handler, summary, answer, body, query, problems))
        return handler

    return register


# Answering


def answer(told: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """An answer in JSON."""
    kept = {"Cache-Control": "no-store", **(headers or {})}
    return Response(ENCODER.encode(told), status, kept, "application/json")


async def read_body(request: Request, kind: type[Any], most: int) -> Any:
    """The body of a request, checked."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Wrong(415, "not_json", "Send JSON with the header Content-Type: application/json.")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise Wrong(413, "too_long", f"This request is too long: at most {most} bytes are allowed.")
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as problem:
        raise Wrong(422, "unreadable", f"This request cannot be read: {problem}.") from problem
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise Wrong(400, "unreadable", "This is not JSON.") from problem


def address_of(request: HTTPConnection) -> str:
    """The address that a request comes from."""
    return request.client.host if request.client is not None else ""


def whole(request: Request, name: str, default: int | None, low: int, high: int) -> int | None:
    """A whole number from the query."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 12 and low <= int(text) <= high):
        raise Wrong(422, "unreadable", f"{name} is a whole number from {low} to {high}.")
    return int(text)


def seat_in_path(request: Request) -> int:
    """The seat in the path of the request."""
    text = request.path_params["seat"]
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise Wrong(404, "unknown", "There is no such seat.")
    return int(text)


def game_in_path(request: Request) -> Game:
    """The game in the path of the request."""
    try:
        return maitred.game(request.path_params["game"])
    except Refused as refusal:
        raise Wrong(404, "unknown", str(refusal)) from refusal


async def table_in_path(context: Context, request: Request) -> LiveTable:
    """The table in the path of the request, awake."""
    table = request.path_params["table"]
    return await mendable(context, request, awake(context, table, address_of(request)))


async def awake(context: Context, table: str, address: str) -> LiveTable:
    """A table, awake, or why it cannot be opened."""
    return await found(context, table, address, context.house.wake(table, address))


async def seen_in_path(context: Context, request: Request) -> Sight:
    """The table in the path of the request, awake or asleep."""
    table, address = request.path_params["table"], address_of(request)
    return await mendable(context, request, found(context, table, address, context.house.look(table, address)))


async def mendable(context: Context, request: Request, finding: Awaitable[T]) -> T:
    """Awaits a table; if it is damaged, its host is told that it can be mended."""
    try:
        return await finding
    except Wrong as wrong:
        table, host = request.path_params["table"], request.cookies.get(HOST_COOKIE, "")
        wrong.problem.mend = await context.house.hosts_damaged(table, host)
        raise


async def found(context: Context, table: str, address: str, finding: Coroutine[Any, Any, T | None]) -> T:
    """A table, or the reason why it cannot be opened."""
    house = context.house
    if table not in house.tables and not house.work.allows(address):
        finding.close()
        raise Wrong(429, "too_many", TOO_MUCH_WORK)
    try:
        had = await finding
    except TooManyTables as refusal:
        raise Wrong(503, "full", str(refusal)) from refusal
    except StoreFailed as failure:
        raise Wrong(503, "no_store", failure.told) from failure
    except Damaged as damage:
        raise Wrong(409, "damaged", str(damage)) from damage
    except Refused as refusal:
        raise Wrong(409, "old_rules", str(refusal)) from refusal
    if had is None:
        raise Wrong(404, "unknown", "There is no table at this link; it may have been deleted in the meantime.")
    return had


async def done(work: Awaitable[Any]) -> Any:
    """The answer of a table, or its refusal as a problem."""
    try:
        return await work
    except Denied as refusal:
        raise Wrong(409, refusal.reason, str(refusal)) from refusal
    except StoreFailed as failure:
        raise Wrong(503, "no_store", f"{failure.told} Nothing was changed; try again.") from failure


# Cookies


def own_seats(request: Request, table: Table) -> list[int]:
    """The seats that this browser holds at a table."""
    return [
        seat for seat in range(len(table.seats)) if table.seat_of(request.cookies.get(seat_cookie(seat), "")) == seat
    ]


def is_host(request: HTTPConnection, table: Table) -> bool:
    """Whether this browser set the table."""
    return table.is_host(request.cookies.get(HOST_COOKIE, ""))


def give(response: Response, request: Request, table: str, name: str, token: str) -> None:
    """Give a browser a token, for this table only and out of reach of scripts."""
    response.set_cookie(
        name,
        token,
        max_age=TOKEN_SECONDS,
        path=table_path(table),
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


def link_to(context: Context, request: Request, table: str) -> str:
    """The link that lets people sit down or watch."""
    return context.hosts.link(request.headers.get("host", ""), request.url.scheme == "https", f"/t/{table}")


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
        )
        for game in maitred.all_games()
    ]
    return answer(HouseFacts(context.house.version, context.page, games, list(LEVELS)))


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


# Tables


@endpoint("POST", "/api/tables", Seated, NewTable, problems=(400, 413, 415, 422, 429, 503))
async def set_table(context: Context, request: Request) -> Response:
    """Set a table; whoever does is its host and sits at the seats called `me`."""
    wish: NewTable = await read_body(request, NewTable, context.house.limits.body_bytes)
    if not context.setting.take(address_of(request)):
        raise Wrong(429, "too_many", "You have set many tables in a short time: wait a minute.")
    try:
        keys = await context.house.set_table(wish)
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
    live = await table_in_path(context, request)
    table = live.table
    mine = own_seats(request, table)
    if not mine and not is_host(request, table):
        raise Wrong(403, "not_allowed", "Only people who played here can play again.")
    if table.phase not in ("over", "closed"):
        raise Wrong(409, "not_now", "The game is not over yet.")
    try:
        host = request.cookies[HOST_COOKIE] if is_host(request, table) else ""
        tokens = {seat: request.cookies[seat_cookie(seat)] for seat in mine}
        keys = await context.house.rematch(live, tokens, host)
    except Denied as refusal:
        raise Wrong(409, refusal.reason, str(refusal)) from refusal
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
    live = await table_in_path(context, request)
    mine = own_seats(request, live.table)
    if not mine:
        raise Wrong(403, "not_allowed", "Only people who played here can decline.")
    if live.table.rematch is None:
        raise Wrong(409, "not_now", "Nobody has set the table again yet.")
    again = await awake(context, live.table.rematch, address_of(request))
    await done(again.queue.ask(lambda: again.decline(mine)))
    return answer(Seated(again.id, link_to(context, request, again.id), [], is_host(request, live.table)))


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
    try:
        return answer(await context.house.published(request.path_params["table"]))
    except StoreFailed as failure:
        raise Wrong(503, "no_store", failure.told) from failure


@endpoint("GET", "/api/tables/{table}/record", dict, problems=(404, 409, 503))
async def record(context: Context, request: Request) -> Response:
    """The record of a finished game, which `maitred verify` checks."""
    table = await finished(context, request)
    assert table.record is not None
    told = signed_record(context.house.signer, table)
    name = f"{table.game.id}-{table.was_set.table}.json"
    kept = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(told, headers=kept, media_type="application/json")


def signed_record(signer: Signer, table: Table) -> str:
    """The record of a finished game, with the proof of its shuffle and all moves that were undone, signed."""
    record = table.record
    assert record is not None
    record.notes = {"players": [seat.name for seat in table.seats]}
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

"""What every HTTP endpoint is made of: how it is registered, how requests are read and answered, and whose they are."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

import maitred
from maitred.kernel.errors import Refused
from maitred.kernel.game import Game
from maitred.server import replay
from maitred.server.backend import Neighbours, Receive, Scope, Send
from maitred.server.house import TOO_MUCH_WORK, House, SeenTable, TooManyTables
from maitred.server.http_messages import Problem
from maitred.server.identity import HOST_COOKIE, TOKEN_SECONDS, HostPolicy, seat_cookie, table_path
from maitred.server.limits import Buckets, counted_as
from maitred.server.live import LiveTable
from maitred.server.socket import ENCODER
from maitred.server.store import OwnedElsewhere, StoreFailed
from maitred.table.lines import Damaged
from maitred.table.permissions import Denied
from maitred.table.table import Table

T = TypeVar("T")


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
    neighbours: Neighbours | None = None
    """The servers that share the tables, if there can be any."""
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


class PassedOn(Response):
    """The answer of another server: the one that a table is awake in which is not the table of the request's path."""

    def __init__(self, context: Context, owned: OwnedElsewhere) -> None:
        super().__init__()
        self.context = context
        self.owned = owned

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; its body must not have been read."""
        neighbours, told = self.context.neighbours, self.owned.told
        try:
            if neighbours is not None and await neighbours.passes_on(self.owned.table, scope, receive, send):
                return
        except StoreFailed as failure:
            told = failure.told
        self.context.house.metrics.refused("no_store")
        await answer(Problem("no_store", told), 503)(scope, receive, send)


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
    """The address that a request comes from, as it is counted."""
    return counted_as(request.client.host) if request.client is not None else ""


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


async def seen_in_path(context: Context, request: Request) -> SeenTable:
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

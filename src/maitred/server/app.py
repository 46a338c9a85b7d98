"""The whole house as one ASGI application: HTTP, sockets, the page, and access control."""

from __future__ import annotations

import asyncio
import functools
import gzip
import hashlib
import logging
import mimetypes
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Match, Route

from maitred import manual
from maitred.kernel.errors import BadSetup
from maitred.server.backend import PASSED_ON, Neighbours, Receive, Scope, Send
from maitred.server.coach_api import ENDPOINTS
from maitred.server.endpoint import Context, Handler, Wrong, address_of, answer, awake, is_host
from maitred.server.house import House
from maitred.server.http_messages import Problem
from maitred.server.identity import HostPolicy, seat_cookie
from maitred.server.limits import BURST, Bucket, Buckets, Limits
from maitred.server.messages import Bye, FromSocket, Refusal
from maitred.server.socket import ENCODER, FAST_PATH, OnMessage, Socket
from maitred.server.store import OutcomeUnknown, StoreFailed

PAGE = Path(str(files("maitred").joinpath("page")))
SCREENS = re.compile(r"(credits|lab|(learn|set|t|replay|review|puzzle|rules)/[A-Za-z0-9_-]{1,40})?/?")
"""The addresses that people see (web/src/App.svelte)."""
TABLE_PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,40})(/.*)?")
SOCKET_PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,40})/socket")
LONGEST_PATH = 1_024
HOST = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(:[0-9]{1,5})?")
LONG_ENOUGH = 1_000  # bytes from which compression is worth it
COMPRESSION = 6
PATIENCE_WITH_FLOODS = 200
FOREVER = "public, max-age=31536000, immutable"
DECODER: msgspec.json.Decoder[FromSocket] = msgspec.json.Decoder(FromSocket)

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}

POLICY = b"content-security-policy"
SAFETY = [(name.lower().encode(), told.encode()) for name, told in HEADERS.items()]

log = logging.getLogger(__name__)


def page_mark() -> str:
    """An identifier of the page, which changes when a new one is served."""
    index = PAGE / "index.html"
    return hashlib.sha256(index.read_bytes()).hexdigest()[:12] if index.is_file() else ""


def build_app(house: House, hosts: HostPolicy, neighbours: Neighbours | None = None) -> AccessControl:
    """The application of a house."""
    limits = house.limits
    setting = Buckets(limits.tables_per_minute / 60, limits.tables_per_minute)
    context = Context(house, hosts, page_mark(), setting, neighbours)
    routes = [
        *[Route(each.path, answering(context, each.handler), methods=[each.method]) for each in ENDPOINTS],
        Route("/docs", manual_page, methods=["GET"]),
        Route("/docs/{name:path}", manual_page, methods=["GET"]),
        Route("/{path:path}", page, methods=["GET"]),
    ]
    problems: dict[Any, Any] = {HTTPException: not_found, OutcomeUnknown: unknown, Exception: broken}
    compressed = [Middleware(GZipMiddleware, minimum_size=LONG_ENOUGH, compresslevel=COMPRESSION)]
    app = Starlette(routes=routes, exception_handlers=problems, middleware=compressed)
    return AccessControl(app, context, neighbours)


def answering(context: Context, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """A handler that answers with a sentence when something is wrong."""

    async def handle(request: Request) -> Response:
        try:
            return await handler(context, request)
        except Wrong as wrong:
            context.house.metrics.refused(wrong.problem.reason)
            return answer(wrong.problem, wrong.status)
        except ClientDisconnect:
            return Response(status_code=HTTPStatus.BAD_REQUEST)  # nobody is there to read it

    return handle


async def not_found(request: Request, problem: HTTPException) -> Response:
    """The answer to an address that does not exist, or to a method that it does not have."""
    sentences = {404: "There is nothing here.", 405: "This address does not support that method."}
    told = Problem("unknown", sentences.get(problem.status_code, problem.detail))
    allowed = {"Allow": ", ".join(ways_to_ask(request) or ["GET", "HEAD"])} if problem.status_code == 405 else {}
    return answer(told, problem.status_code, {**(problem.headers or {}), **allowed})


def ways_to_ask(request: Request) -> list[str]:
    """The methods of an address; none if it is at most a page."""
    found = [route for route in request.app.routes if route.endpoint is not page]
    fitting = [route for route in found if route.matches(request.scope)[0] is not Match.NONE]
    return sorted({method for route in fitting for method in route.methods})


async def unknown(request: Request, problem: Exception) -> Response:
    """The answer when nobody knows whether something was written: not that nothing was changed."""
    return answer(Problem("no_store", "The house cannot say whether that was done: look before you try again."), 503)


async def broken(request: Request, problem: Exception) -> Response:
    """The answer when the house itself failed; the log has the details."""
    return answer(Problem("broken", "Something went wrong in the house. The error has been logged."), 500)


# The page


async def page(request: Request) -> Response:
    """A file of the page, or the page itself at its own addresses; if none was built, a text that says so."""
    path = request.path_params["path"]
    if path.startswith("api/"):
        raise HTTPException(405 if ways_to_ask(request) else 404)
    index = PAGE / "index.html"
    seen = SCREENS.fullmatch(path) is not None
    if not index.is_file():
        if not seen:
            raise HTTPException(404)
        return PlainTextResponse("This house was installed without its page. The tables are open: see /api/house.\n")
    if seen:
        return file_of_page(request, index)
    if path in files_under(PAGE):
        return file_of_page(request, PAGE / path, FOREVER if path.startswith("assets/") else "no-cache")
    if "text/html" in request.headers.get("accept", "") and not path.startswith("assets/"):
        return file_of_page(request, index, status=404)
    raise HTTPException(404)


def file_of_page(request: Request, file: Path, kept: str = "no-cache", status: int = 200) -> Response:
    """A file of the page, compressed for whoever can read that."""
    headers = {"Cache-Control": kept}
    if "gzip" not in request.headers.get("accept-encoding", "") or "range" in request.headers:
        return FileResponse(file, status, headers)
    kind = mimetypes.guess_type(file)[0] or "text/plain"
    headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(compressed(file), status, headers, kind)


@functools.cache
def compressed(file: Path) -> bytes:
    """A file of the page, compressed once: that takes longer than anything else that anybody may ask for at will."""
    return gzip.compress(file.read_bytes(), COMPRESSION, mtime=0)


@functools.cache
def files_under(folder: Path) -> frozenset[str]:
    """The files of the page by address, so that no other name is ever looked up on the disk."""
    return frozenset(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())


async def manual_page(request: Request) -> Response:
    """A page of the manual, or the list of them: as text, or inside the page for a browser."""
    name = request.path_params.get("name")
    try:
        text = manual.listing() if name is None else manual.read(name)
    except BadSetup as refusal:
        raise HTTPException(404) from refusal
    headers = {"Cache-Control": "no-cache", "Vary": "Accept"}
    index = PAGE / "index.html"
    if "text/html" in request.headers.get("accept", "") and index.is_file() and not (name or "").endswith(".json"):
        return FileResponse(index, headers=headers)
    return PlainTextResponse(text, headers=headers)


# Access control


class AccessControl:
    """Checks every request first, and adds security headers to every answer."""

    def __init__(self, app: Starlette, context: Context, neighbours: Neighbours | None = None) -> None:
        self.app = app
        self.context = context
        self.neighbours = neighbours
        limits = context.house.limits
        self.sockets = SocketEndpoint(context)
        self.asking = Buckets(limits.requests_per_second, limits.requests_per_second * BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it with a sentence."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        passed_on = PASSED_ON in scope  # checked by the server that passed it on, which also adds the headers
        wrong = None if passed_on else self.refuses(HTTPConnection(scope))

        async def send_safely(message: MutableMapping[str, Any]) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start") and not passed_on:
                headers = message.get("headers", [])
                own = {name for name, _ in headers if name == POLICY}  # a page of the lab has stricter rules of its own
                message["headers"] = [*headers, *[header for header in SAFETY if header[0] not in own]]
            await send(message)

        if scope["type"] == "websocket":
            await receive()
        if wrong is None and not passed_on and self.neighbours is not None:
            table = TABLE_PATH.fullmatch(scope["path"])
            try:
                if table is not None and await self.passes_on(table[1], scope, receive, send_safely):
                    return
            except StoreFailed as failure:
                wrong = Wrong(503, "no_store", failure.told)
        if wrong is not None:
            self.context.house.metrics.refused(wrong.problem.reason)
        if scope["type"] == "websocket":
            if wrong is None:
                wrong = await self.sockets.open(HTTPConnection(scope), receive, send)
            if wrong is not None:
                await deny(wrong, send_safely)
        elif wrong is None:
            await self.app(scope, receive, send_safely)
        else:
            # Whoever asks too much has to connect again; what was already sent on the same connection is not read.
            kept = {"Connection": "close"} if wrong.status == 429 else {}
            await answer(wrong.problem, wrong.status, kept)(scope, receive, send_safely)

    async def passes_on(self, table: str, scope: Scope, receive: Receive, send: Send) -> bool:
        """Have a request answered by the server that a table is awake in; False if it is to be answered here."""
        assert self.neighbours is not None
        if table in self.context.house.tables:
            return False
        return await self.neighbours.passes_on(table, scope, receive, send)

    def refuses(self, request: HTTPConnection) -> Wrong | None:
        """Why a request is not let in; None if it is."""
        if not self.asking.take(address_of(request)):
            return Wrong(429, "too_many", "Too many requests at once: wait a moment.")
        odd = self.finds_odd(request)
        if odd is not None:
            log.warning("an odd request", extra={"status": odd.status})
            return odd
        safe = request.scope["type"] == "http" and request.scope["method"] in ("GET", "HEAD")
        if not safe and not self.context.hosts.allows_origin(request.headers.get("origin"), request.headers["host"]):
            return Wrong(403, "foreign", "This request comes from a page of another site.")
        return None

    def finds_odd(self, request: HTTPConnection) -> Wrong | None:
        """What is suspicious about a request; None if nothing is."""
        path = request.scope["path"]
        if len(path) > LONGEST_PATH:
            return Wrong(414, "unreadable", f"An address here has at most {LONGEST_PATH} characters.")
        if not path.isprintable():
            return Wrong(400, "unreadable", "This is not an address: it contains invisible characters.")
        hosts = request.headers.getlist("host")
        if len(hosts) != 1 or HOST.fullmatch(hosts[0]) is None:
            return Wrong(400, "unreadable", "A request needs one Host header, with a host name or an address.")
        if not self.context.hosts.answers_to(hosts[0]):
            return Wrong(421, "unknown", "This house does not answer to that name (a host can set --public-url).")
        return None


async def deny(wrong: Wrong, send: Send) -> None:
    """Answer a client whose socket is not accepted."""
    start = {"type": "websocket.http.response.start", "status": wrong.status}
    await send({**start, "headers": [(b"content-type", b"application/json")]})
    await send({"type": "websocket.http.response.body", "body": ENCODER.encode(wrong.problem)})


# Sockets


class SocketEndpoint:
    """The sockets of all tables."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.by_address: Counter[str] = Counter()
        rate = context.house.limits.messages_per_address
        self.said = Buckets(rate, rate * BURST)

    async def open(self, connection: HTTPConnection, receive: Receive, send: Send) -> Wrong | None:
        """Serve one socket from its first message to its last, or refuse it."""
        try:
            socket, table = await self.admit(connection, send)
        except Wrong as wrong:
            return wrong
        await send({"type": "websocket.accept"})
        address = socket.address
        self.by_address[address] += 1
        live = await self.context.house.wake(table, address)
        assert live is not None
        live.arrive(socket)
        writer = asyncio.create_task(self.write(socket))
        try:
            receive_now = connection.scope.get("extensions", {}).get(FAST_PATH, {}).get("receive")
            handler = MessageHandler(self.context.house, socket, table, self.said.of(address))
            await self.read(receive, handler, receive_now)
        finally:
            self.by_address[address] -= 1
            if not self.by_address[address]:
                del self.by_address[address]
            writer.cancel()
            socket.ended = True
            live.queue.soon(functools.partial(live.part, socket))
        return None

    async def write(self, socket: Socket) -> None:
        """Send until the socket is closed, by either side."""
        try:
            await socket.write()
        except OSError:
            log.debug("a window was closed while something was sent to it")

    async def admit(self, connection: HTTPConnection, send: Send) -> tuple[Socket, str]:
        """Check who a client is before its socket is accepted."""
        limits = self.context.house.limits
        path = SOCKET_PATH.fullmatch(connection.url.path)
        table_id = path[1] if path is not None else ""
        address = address_of(connection)
        live = await awake(self.context, table_id, address)
        if self.by_address[address] >= limits.windows_per_address:
            raise Wrong(429, "too_many", "Too many windows are open from your address.")
        table = live.table
        host = is_host(connection, table)
        eyes = number(connection, "seat")
        if eyes is not None:
            if table.seat_of(connection.cookies.get(seat_cookie(eyes), "")) != eyes:
                raise Wrong(403, "not_allowed", "This is not your seat, or it has moved to another device.")
            if live.presence.windows[eyes] >= limits.windows:
                raise Wrong(429, "too_many", "This seat is open in too many windows.")
        elif not table.was_set.spectators and not host:
            raise Wrong(403, "not_allowed", "This table does not allow spectators.")
        elif live.presence.watching >= limits.watchers:
            raise Wrong(429, "full", "Too many people are watching this table.")
        zones = connection.query_params.get("zones") == "1"
        token = None if eyes is None else table.seats[eyes].token
        last = number(connection, "last")
        send_now = connection.scope.get("extensions", {}).get(FAST_PATH, {}).get("send")
        socket = Socket(send, eyes, host, last, zones, limits.outbox_messages, token, send_now, address)
        return socket, table_id

    async def read(
        self, receive: Receive, handler: MessageHandler, receive_now: Callable[[OnMessage], bool] | None
    ) -> None:
        """Read what the socket sends, in order."""
        at_once = False
        while True:
            if receive_now is not None and not at_once:
                at_once = receive_now(handler.handle)
            event = await receive()
            if event["type"] == "websocket.disconnect":
                return
            text = event.get("text")
            handler.handle(text.encode() if text is not None else None)


class MessageHandler:
    """Passes messages from one socket to its table, unless they are too many or cannot be understood."""

    def __init__(self, house: House, socket: Socket, table: str, together: Bucket) -> None:
        """`together`: what all sockets of the address may say."""
        self.house = house
        self.socket = socket
        self.table = table
        rate = house.limits.messages_per_second
        self.bucket = Bucket(rate, rate * BURST)
        self.together = together
        self.floods = 0

    def handle(self, text: bytes | None) -> None:
        """A message has come; None stands for one that is not text."""
        socket, most = self.socket, self.house.limits.message_bytes
        if socket.ended:
            return
        live = self.house.tables.get(self.table)
        windows = 0 if live is None else len(live.sockets)
        if not self.bucket.take() or not self.together.take(Limits.weight(windows)):
            self.floods += 1
            named = id_in(text) if text is not None and len(text) <= most else None
            self.refuse(named, "too_many", "Too many messages: slow down.")
            if self.floods > PATIENCE_WITH_FLOODS:
                socket.tell(Bye("too_many", "Too many messages."))
            return
        if text is None or len(text) > most:
            told = "Messages are text." if text is None else f"A message has at most {most} bytes."
            self.refuse(None, "unreadable" if text is None else "too_long", told)
            return
        try:
            message = DECODER.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
            self.refuse(id_in(text), "unreadable", f"This message cannot be read: {problem}.")
            return
        if live is not None and not socket.ended:
            live.queue.soon(functools.partial(live.obey, socket, message, time.perf_counter()))

    def refuse(self, named: str | None, reason: Literal["too_long", "too_many", "unreadable"], told: str) -> None:
        """Say why a message does not reach the table, and count that."""
        self.house.metrics.refused(reason)
        self.socket.tell(Refusal(named, reason, told))


def number(connection: HTTPConnection, name: str) -> int | None:
    """A number from the query, or None."""
    text = connection.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


class Named(msgspec.Struct):
    """The id of a message, without the rest."""

    id: str


def id_in(text: bytes) -> str | None:
    """The id of a message that cannot be understood, if it has one."""
    try:
        return msgspec.json.decode(text, type=Named).id[:40]
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None

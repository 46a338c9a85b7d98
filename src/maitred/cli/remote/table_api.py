"""The HTTP API of a house, for one of its tables. Every failure becomes one sentence."""

from __future__ import annotations

import http.client
import re
import ssl
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec

from maitred.kernel.errors import BadSetup, Refused
from maitred.server.http_messages import (
    Claim,
    HouseFacts,
    Problem,
    Published,
    Rules,
    Seated,
    SeatLink,
    TableDeck,
    TableHere,
    Take,
)
from maitred.table.promise import Kept, from_fragment

T = TypeVar("T")

TABLE_IN_PATH = re.compile(r"/t/([A-Za-z0-9_-]{1,64})/?")
TAKEN_ALONG = re.compile(r"take=([A-Za-z0-9_-]{22})(?:&promise=([A-Za-z0-9_-]*))?")
LONGEST_WAIT = 15
BEHIND_A_PROXY = (502, 503, 504)
"""What a proxy answers for a house that does not answer."""


class HouseRefusal(Refused):
    """The house has refused something."""

    def __init__(self, status: int, problem: Problem) -> None:
        super().__init__(problem.text)
        self.status = status
        self.reason = problem.reason


@dataclass(frozen=True, slots=True)
class TableApi:
    """One table of one house, over HTTP."""

    origin: str
    """Scheme, name and port, as `http://localhost:8000`."""
    table: str

    @property
    def link(self) -> str:
        """The link that lets people sit down or watch."""
        return f"{self.origin}/t/{self.table}"

    @property
    def socket(self) -> str:
        """The address of the table's socket."""
        return f"ws{self.origin.removeprefix('http')}{self.path('/socket')}"

    def path(self, what: str = "") -> str:
        """The path of this table's endpoints."""
        return f"/api/tables/{self.table}{what}"

    # What can be asked

    def look(self, cookie: str) -> TableHere:
        """The table, and which of its seats these cookies hold."""
        return self.ask("GET", self.path(), TableHere, cookie)[0]

    def sit(self, name: str, seat: int | None, cookie: str) -> tuple[Seated, dict[int, str]]:
        """Sit down; returns the answer and the tokens of seats that came with it."""
        return self.ask("POST", self.path("/claim"), Seated, cookie, Claim(name, seat))

    def take_along(self, code: str, attempt: int | None, cookie: str) -> tuple[Seated, dict[int, str]]:
        """Move a seat here from another device by the code of its private link, and perhaps its nonce."""
        return self.ask("POST", self.path("/take"), Seated, cookie, Take(code, attempt))

    def promise(self) -> Published:
        """What the house has published of the table's key, even if the table no longer exists."""
        return self.ask("GET", self.path("/promise"), Published)[0]

    def cards(self) -> TableDeck:
        """The cards that the table plays with."""
        return self.ask("GET", self.path("/cards"), TableDeck)[0]

    def lend(self, seat: int, cookie: str) -> SeatLink:
        """A private link for one's seat."""
        return self.ask("POST", self.path(f"/seats/{seat}/link"), SeatLink, cookie)[0]

    def rematch(self, cookie: str) -> tuple[Seated, dict[int, str]]:
        """Play again with the same people."""
        return self.ask("POST", self.path("/rematch"), Seated, cookie)

    def decline(self, cookie: str) -> None:
        """Decline to play again with the same people."""
        self.ask("POST", self.path("/decline"), Seated, cookie)

    def record(self) -> str:
        """The record of a finished game."""
        return self.fetch("GET", self.path("/record"), "", None)[0].decode()

    def title(self, game: str) -> str:
        """What the house calls a game."""
        house = self.ask("GET", "/api/house", HouseFacts)[0]
        return next((each.title for each in house.games if each.id == game), game)

    def rules(self, game: str) -> str:
        """How to play, in Markdown."""
        return self.ask("GET", f"/api/games/{game}/rules", Rules)[0].markdown

    def ask(
        self, method: str, path: str, answer: type[T], cookie: str = "", body: object = None
    ) -> tuple[T, dict[int, str]]:
        """Send a request; returns the answer and the tokens of seats that came with it."""
        told, tokens = self.fetch(method, path, cookie, body)
        try:
            return msgspec.json.decode(told, type=answer), tokens
        except msgspec.DecodeError as problem:
            raise self.no_house() from problem

    def fetch(self, method: str, path: str, cookie: str, body: object) -> tuple[bytes, dict[int, str]]:
        """Send a request; returns the bytes of the answer and the tokens of seats that came with it."""
        headers = {"Cookie": cookie} if cookie else {}
        sent = None
        if body is not None:
            sent = msgspec.json.encode(body)
            headers["Content-Type"] = "application/json"
        parts = urlsplit(self.origin)
        assert parts.hostname is not None
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.hostname, parts.port, timeout=LONGEST_WAIT)
        try:
            connection.request(method, path, sent, headers)
            answer = connection.getresponse()
            told = answer.read()
        except ssl.SSLError as problem:
            raise BadSetup(f"{self.origin} has no valid certificate: {problem.reason}.") from problem
        except OSError as problem:
            why = problem.strerror or str(problem)
            raise BadSetup(f"Nobody answers at {self.origin} ({why}): is the house open?") from problem
        except http.client.HTTPException as problem:
            raise self.no_house() from problem
        finally:
            connection.close()
        if answer.status in (301, 302, 307, 308):
            raise BadSetup(
                f"The house is at another address: {answer.headers.get('Location', 'it does not say which')}"
            )
        if answer.status >= 400:
            raise self.refusal(answer.status, told)
        return told, tokens_in(answer.headers.get_all("Set-Cookie") or [])

    def refusal(self, status: int, told: bytes) -> Refused:
        """Why the house has refused, in its own words."""
        try:
            return HouseRefusal(status, msgspec.json.decode(told, type=Problem))
        except msgspec.DecodeError:
            if status in BEHIND_A_PROXY:
                return HouseRefusal(status, Problem("closed", f"The house at {self.origin} is closed right now."))
            return self.no_house()

    def no_house(self) -> BadSetup:
        """The error for an answer that does not come from a house."""
        return BadSetup(f"What answers at {self.origin} is not a maitred house, or one of another version.")


def tokens_in(cookies: list[str]) -> dict[int, str]:
    """The tokens of seats among cookies."""
    tokens: dict[int, str] = {}
    for cookie in cookies:
        try:
            read: SimpleCookie = SimpleCookie(cookie)
        except CookieError:
            continue
        for name, morsel in read.items():
            seat = name.removeprefix("seat")
            if seat != name and seat.isascii() and seat.isdigit():
                tokens[int(seat)] = morsel.value
    return tokens


def open_link(link: str) -> tuple[TableApi, str | None, Kept | None]:
    """The table of a link; for a private link also its code, and what the seat keeps of the promise."""
    parts = urlsplit(link if "://" in link else f"http://{link}")
    table = TABLE_IN_PATH.fullmatch(parts.path)
    if parts.scheme not in ("http", "https") or not parts.hostname or table is None:
        raise BadSetup(f"A link to a table looks like http://localhost:8000/t/AbCdEfGhIjKl, not {link!r}.")
    try:
        _ = parts.port
    except ValueError as problem:
        raise BadSetup(f"{link!r} has no valid port.") from problem
    api, taken = TableApi(f"{parts.scheme}://{parts.netloc}", table[1]), TAKEN_ALONG.fullmatch(parts.fragment)
    if taken is None:
        return api, None, None
    return api, taken[1], from_fragment(taken[2]) if taken[2] else None

"""Who a client is: a random token per seat in a cookie, accepted only from pages of this house."""

from __future__ import annotations

import base64
import hmac
import ipaddress
import secrets
import socket
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

TOKEN_BYTES = 16
TOKEN_SECONDS = 60 * 60 * 24 * 90
HOST_COOKIE = "host"

Reach = Literal["public", "network", "here", "offline"]
"""Who can open a link: anybody; people in the same network; only this machine, because the house listens to no other
or because the machine is in no network."""


def new_token() -> str:
    """128 random bits, as text."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_at(table: str, token: str) -> str:
    """The token that the holder of this one has at another table: the same whenever it is asked for."""
    return base64.urlsafe_b64encode(hmac.digest(token.encode(), table.encode(), "sha256")[:TOKEN_BYTES]).decode()


def seat_cookie(seat: int) -> str:
    """The name of the cookie that holds a seat."""
    return f"seat{seat}"


def table_path(table: str) -> str:
    """The path of a table, to which its cookies are limited."""
    return f"/api/tables/{table}"


@dataclass(frozen=True, slots=True)
class HostPolicy:
    """Which addresses this house answers to."""

    public_url: str | None
    hosts: frozenset[str] = field(default_factory=frozenset)
    """Names of this machine, besides `localhost` and numeric addresses."""
    port: int | None = None
    """The port by which the local network reaches this house; None if it listens only to this machine."""

    def answers_to(self, host: str) -> bool:
        """Whether a Host header names this house; a foreign name for our address is refused (DNS rebinding)."""
        name = host_name(f"//{host}")
        if name is None:
            return False
        if self.public_url is not None and name == urlsplit(self.public_url).hostname:
            return True
        return name == "localhost" or name in self.hosts or is_address(name)

    def allows_origin(self, origin: str | None, host: str) -> bool:
        """Whether a page from that origin may send requests here; programs other than browsers send no origin."""
        if origin is None:
            return True
        if self.public_url is not None:
            if origin.lower() == origin_of(self.public_url):
                return True
            if host_name(f"//{host}") == urlsplit(self.public_url).hostname:
                return False
        scheme, _, rest = origin.lower().partition("://")
        return scheme in ("http", "https") and rest == host.lower() and self.answers_to(host)

    def link(self, host: str, secure: bool, path: str) -> str:
        """A link into this house, which others can open if anybody can."""
        if self.public_url is not None:
            return f"{self.public_url.rstrip('/')}{path}"
        if self.port is not None and is_loopback(host) and (network := address_in_network()) is not None:
            return f"http://{network}:{self.port}{path}"
        return f"{'https' if secure else 'http'}://{host}{path}"

    def reach(self, host: str) -> Reach:
        """Who can open the links given to a client that used this Host header."""
        if self.public_url is not None:
            return "public"
        if not is_loopback(host):
            return "network"
        if self.port is None:
            return "here"
        return "offline" if address_in_network() is None else "network"


def host_name(url: str) -> str | None:
    """The host name in a Host header; None if it is not valid."""
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    """Whether a Host header names the machine that it was written on."""
    name = host_name(f"//{host}") or ""
    return name == "localhost" or (is_address(name) and ipaddress.ip_address(name).is_loopback)


def address_in_network() -> str | None:
    """This machine's address in the local network, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        try:
            asker.connect(("192.0.2.1", 9))  # sends nothing: it only chooses a route
        except OSError:
            return None
        found: str = asker.getsockname()[0]
        return None if ipaddress.ip_address(found).is_loopback else found


def origin_of(url: str) -> str:
    """The origin of an address: scheme, name and port."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()


def is_address(name: str) -> bool:
    """Whether a host is a numeric address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True

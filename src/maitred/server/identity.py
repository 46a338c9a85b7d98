"""Who somebody is: a random token per seat in a cookie, and the page that speaks for them comes from this house."""

from __future__ import annotations

import base64
import hmac
import ipaddress
import secrets
from dataclasses import dataclass, field
from urllib.parse import urlsplit

TOKEN_BYTES = 16
TOKEN_SECONDS = 60 * 60 * 24 * 90
HOST_COOKIE = "host"


def new_token() -> str:
    """128 random bits, as text."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_at(table: str, token: str) -> str:
    """The token at another table of whoever holds this one: asked for again, it is the same."""
    return base64.urlsafe_b64encode(hmac.digest(token.encode(), table.encode(), "sha256")[:TOKEN_BYTES]).decode()


def seat_cookie(seat: int) -> str:
    """The name of the cookie that holds a seat."""
    return f"seat{seat}"


def table_path(table: str) -> str:
    """The only addresses that a table's cookies are sent to."""
    return f"/api/tables/{table}"


@dataclass(frozen=True, slots=True)
class HostPolicy:
    """Which addresses this house answers to."""

    public_url: str | None
    hosts: frozenset[str] = field(default_factory=frozenset)
    """Names of this machine, besides `localhost` and every address in numbers."""

    def answers_to(self, host: str) -> bool:
        """Whether a Host header names this house: a stranger's name for our address is refused (DNS rebinding)."""
        name = host_name(f"//{host}")
        if name is None:
            return False
        if self.public_url is not None and name == urlsplit(self.public_url).hostname:
            return True
        return name == "localhost" or name in self.hosts or is_address(name)

    def allows_origin(self, origin: str | None, host: str) -> bool:
        """Whether a page from that origin may speak here; programs that are no browsers send none."""
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
        """A link into this house."""
        if self.public_url is not None:
            return f"{self.public_url.rstrip('/')}{path}"
        return f"{'https' if secure else 'http'}://{host}{path}"


def host_name(url: str) -> str | None:
    """The name that an address has for its machine; None if it is no address at all."""
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None


def origin_of(url: str) -> str:
    """The origin of an address: scheme, name and port."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()


def is_address(name: str) -> bool:
    """Whether a host is written in numbers."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True

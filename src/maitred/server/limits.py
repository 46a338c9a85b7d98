"""How much clients may ask of the house."""

from __future__ import annotations

import functools
import ipaddress
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from maitred.kernel.cardfile import MOST_TEXT_BYTES

BURST: Final = 3
"""How many times the sustained rate is allowed in a burst."""
WINDOWS_PER_WEIGHT: Final = 4
"""How many windows of a table make each message there count for one more."""
NETWORK_BITS: Final = 64
"""How much of an IPv6 address one household or machine cannot choose."""


@functools.lru_cache(4_096)
def counted_as(address: str) -> str:
    """Whom an address is counted as: one machine has billions of IPv6 addresses, so those of a network are one."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address  # what a proxy has said
    if parsed.version == 4:
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    if parsed.is_loopback or parsed.is_link_local:
        return address
    return str(ipaddress.ip_network((int(parsed), NETWORK_BITS), strict=False))


@dataclass(frozen=True, slots=True)
class Limits:
    """The house's limits; the first few can be set by the host."""

    tables_per_minute: int = 30
    """How many tables one address may set in a minute."""
    windows_per_address: int = 64
    live_tables: int = 5_000
    watchers: int = 50
    """Of one table."""
    windows: int = 10
    """Of one seat."""
    messages_per_second: int = 20
    """Of one socket, sustained; short bursts may be three times as high."""
    requests_per_second: int = 40
    """Of one address, sustained; short bursts may be three times as high."""
    message_bytes: int = 4_096
    frames_per_second: int = 20
    """Pings and message fragments of one socket, sustained; short bursts may be three times as high."""
    connections: int = 10_000
    """Of the whole house, sockets included."""
    requests_ahead: int = 8
    """Requests that wait on a connection for the answer to an earlier one; with more it is closed after these."""
    head_bytes: int = 32_768
    """Of a request: its first line and headers."""
    head_seconds: float = 10
    """Time limit for the head of a request."""
    body_bytes: int = 16_384
    body_seconds: float = 20
    """Time limit for the body of a request."""
    answer_seconds: float = 120
    """Time limit for taking an answer: even a slow phone loads the page faster."""
    work_per_second: float = 0.25
    """Seconds of work that one address may ask for, sustained: hints, replays, opening sleeping tables."""
    work_at_once: float = 30
    """Seconds of such work in a burst: enough for a school class that looks at its games."""
    lines_per_seat: int = 4_000
    """Lines that one seat may write in a day, moves included; a long game has a few hundred."""
    lines_per_table: int = 12_000
    chat_per_seat: int = 400
    """Messages a day."""
    chat_per_table: int = 1_500
    disk_bytes: int = 4 << 30
    """Of all tables."""
    outbox_messages: int = 512
    """How far a slow reader may fall behind before the socket is closed."""

    @property
    def disk_bytes_for_more(self) -> int:
        """The space for new tables and chat: the rest is reserved for the moves of games that have begun."""
        return self.disk_bytes - self.disk_bytes // 8

    @property
    def deck_body_bytes(self) -> int:
        """Of a request with a card file in it: written as JSON, a line break or a quotation mark takes two bytes."""
        return self.body_bytes + 2 * MOST_TEXT_BYTES

    @property
    def study_body_bytes(self) -> int:
        """Of a request to the lab, with two card files in it: no body is longer."""
        return 2 * self.deck_body_bytes

    @property
    def messages_per_address(self) -> int:
        """Of all sockets of one address, sustained: enough for four a second in each, and nobody plays faster."""
        return 4 * self.windows_per_address

    @staticmethod
    def weight(windows: int) -> int:
        """How many messages one counts for at a table with so many windows, since all of them are told."""
        return 1 + windows // WINDOWS_PER_WEIGHT

    @property
    def connections_per_address(self) -> int:
        """Enough for all windows while pages load: a browser opens up to six connections besides its sockets."""
        return 4 * self.windows_per_address


class Bucket:
    """A token bucket: a sustained rate, and a burst."""

    __slots__ = ("at", "burst", "level", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.at = time.monotonic()

    def take(self, amount: int = 1) -> bool:
        """Take so much, if there is at least one; what is missing then has to flow in first."""
        if self.now() < 1:
            return False
        self.level -= amount
        return True

    def now(self) -> float:
        """How much is there now."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        return self.level


class Meter:
    """Work done for each address, which is known only afterwards: an address over its limit has to wait."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.buckets = Buckets(rate, burst, most)

    def allows(self, address: str) -> bool:
        """Whether work may be done for an address."""
        return self.buckets.of(address).now() > 0

    def charge(self, address: str, seconds: float) -> None:
        """Charge an address for work."""
        self.buckets.of(address).level -= seconds


class Buckets:
    """A bucket for each address; those unused for longest are dropped."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate = rate
        self.burst = burst
        self.most = most
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take one from the bucket of an address, if there is one."""
        return self.of(address).take()

    def of(self, address: str) -> Bucket:
        """The bucket of an address."""
        bucket = self.buckets.get(address)
        if bucket is None:
            bucket = self.buckets[address] = Bucket(self.rate, self.burst)
            if len(self.buckets) > self.most:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end(address)
        return bucket

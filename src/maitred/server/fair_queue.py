"""Whose turn it is to use a worker: fair between addresses, and between the tables of one address."""

from __future__ import annotations

import asyncio
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
MOST_REMEMBERED = 1_000
CREDIT = 1.0
"""Seconds of credit for those who ask for little: easy bots need not wait behind a round of hard ones."""


class Payer(NamedTuple):
    """On whose account something is done."""

    address: str
    table: str


NOBODY = Payer("", "")


class Share:
    """How much each payer has used, as in fair queueing: newcomers and light users have a small credit."""

    def __init__(self) -> None:
        self.had: dict[str, float] = {}
        self.floor = 0.0
        """How much those being served have used."""

    def of(self, name: str) -> float:
        """How much a payer has used."""
        return max(self.had.get(name, 0.0), self.floor - CREDIT)

    def charge(self, name: str, amount: float) -> None:
        """Charge a payer."""
        self.had[name] = self.of(name) + amount
        if len(self.had) > MOST_REMEMBERED:
            most = sorted(self.had.items(), key=lambda each: each[1])[-MOST_REMEMBERED // 2 :]
            self.had = dict(most)

    def serve(self, name: str) -> None:
        """A payer is served: newcomers start at the same level from now on."""
        self.floor = max(self.floor, self.of(name))


class FairQueue(Generic[T]):
    """Lends things one after another: the address that has used least comes first, and its table that has used
    least."""

    def __init__(self, things: list[T]) -> None:
        self.idle = things
        self.waiting: dict[Payer, list[asyncio.Future[T]]] = {}
        self.addresses = Share()
        self.tables = Share()

    async def take(self, payer: Payer) -> T:
        """Borrow a thing when it is this payer's turn."""
        if self.idle and not self.waiting:
            self.serve(payer)
            return self.idle.pop()
        turn: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(payer, []).append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back(turn.result())
            else:
                self.forget(payer, turn)
            raise

    def length(self) -> int:
        """How many wait."""
        return sum(map(len, self.waiting.values()))

    def charge(self, payer: Payer, amount: float) -> None:
        """Charge a payer; negative if less was used than expected."""
        self.addresses.charge(payer.address, amount)
        self.tables.charge(payer.table, amount)

    def give_back(self, thing: T) -> None:
        """Return a thing, for whoever is next."""
        self.idle.append(thing)
        if self.waiting:
            payer = min(self.waiting, key=self.rank)
            turn = self.waiting[payer][0]
            self.forget(payer, turn)
            self.serve(payer)
            turn.set_result(self.idle.pop())

    def rank(self, payer: Payer) -> tuple[float, float]:
        """The rank of a payer: the lowest is next."""
        return self.addresses.of(payer.address), self.tables.of(payer.table)

    def serve(self, payer: Payer) -> None:
        """Serve a payer."""
        self.addresses.serve(payer.address)
        self.tables.serve(payer.table)

    def forget(self, payer: Payer, turn: asyncio.Future[T]) -> None:
        """A payer waits no longer."""
        self.waiting[payer].remove(turn)
        if not self.waiting[payer]:
            del self.waiting[payer]

"""Whose turn it is to have a worker: fair between addresses, and between the tables of one address."""

from __future__ import annotations

import asyncio
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
MOST_REMEMBERED = 1_000
CREDIT = 1.0
"""Seconds that somebody is owed who asks for little: quick bots need not wait for a round of hard ones."""


class Payer(NamedTuple):
    """For whom something is done."""

    address: str
    table: str


NOBODY = Payer("", "")


class Share:
    """How much each has had, as fair queueing counts it: who comes late or asks for little is owed a little."""

    def __init__(self) -> None:
        self.had: dict[str, float] = {}
        self.floor = 0.0
        """What those have had who are served now."""

    def of(self, name: str) -> float:
        """What somebody has had."""
        return max(self.had.get(name, 0.0), self.floor - CREDIT)

    def charge(self, name: str, amount: float) -> None:
        """Somebody has something."""
        self.had[name] = self.of(name) + amount
        if len(self.had) > MOST_REMEMBERED:
            most = sorted(self.had.items(), key=lambda each: each[1])[-MOST_REMEMBERED // 2 :]
            self.had = dict(most)

    def serve(self, name: str) -> None:
        """Somebody is served: whoever comes from now on begins where they are."""
        self.floor = max(self.floor, self.of(name))


class FairQueue(Generic[T]):
    """Things that are lent to one after another: next is the address that has had least, and of its tables the one."""

    def __init__(self, things: list[T]) -> None:
        self.idle = things
        self.waiting: dict[Payer, list[asyncio.Future[T]]] = {}
        self.addresses = Share()
        self.tables = Share()

    async def take(self, payer: Payer) -> T:
        """Borrow a thing, as soon as it is this payer's turn."""
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

    def charge(self, payer: Payer, amount: float) -> None:
        """Count what a payer has had; less than nothing if it was not as much as was thought."""
        self.addresses.charge(payer.address, amount)
        self.tables.charge(payer.table, amount)

    def give_back(self, thing: T) -> None:
        """A thing is free again, for whoever is next."""
        self.idle.append(thing)
        if self.waiting:
            payer = min(self.waiting, key=self.rank)
            turn = self.waiting[payer][0]
            self.forget(payer, turn)
            self.serve(payer)
            turn.set_result(self.idle.pop())

    def rank(self, payer: Payer) -> tuple[float, float]:
        """Whose turn it is: the lowest."""
        return self.addresses.of(payer.address), self.tables.of(payer.table)

    def serve(self, payer: Payer) -> None:
        """It is a payer's turn."""
        self.addresses.serve(payer.address)
        self.tables.serve(payer.table)

    def forget(self, payer: Payer, turn: asyncio.Future[T]) -> None:
        """Somebody waits no more."""
        self.waiting[payer].remove(turn)
        if not self.waiting[payer]:
            del self.waiting[payer]

"""What the writer of a store is asked to do, and how those who asked are answered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import asyncpg

from maitred.server import store
from maitred.server.store import Summary


@dataclass(slots=True)
class Append(store.Append):
    """Lines to be written under the epoch of a lease."""

    epoch: int = 0


@dataclass(slots=True)
class Change:
    """Any other change, made in a transaction of its own."""

    work: Callable[[Any], Awaitable[Any]]
    done: asyncio.Future[Any]


@dataclass(slots=True)
class Release:
    """A table that another server may wake."""

    table: str


def as_row(summary: Summary) -> tuple[str, str, str, bool, int, bytes]:
    """A summary as a row of the database."""
    return summary.table, summary.game, summary.phase, summary.public, summary.changed, summary.card


def columns(orders: list[Append]) -> list[list[Any]]:
    """Appends as the arrays that maitred.append takes."""
    rows = [as_row(order.summary) if order.summary is not None else (None,) * 6 for order in orders]
    return [
        [order.table for order in orders],
        [order.epoch for order in orders],
        [order.expected for order in orders],
        [len(order.lines) for order in orders],
        [line for order in orders for line in order.lines],
        *[[row[column] for row in rows] for column in range(1, 6)],
    ]


def is_of_the_database(problem: BaseException) -> bool:
    """Whether the database failed, rather than the data being impossible to store."""
    return isinstance(problem, asyncpg.PostgresError) and (problem.sqlstate or "")[:2] in ("53", "57", "58", "25", "08")


def succeed(done: asyncio.Future[Any], result: Any) -> None:
    """Give a caller the result, if it still waits."""
    if not done.done():
        done.set_result(result)


def fail(done: asyncio.Future[Any], problem: BaseException) -> None:
    """Give a caller the error, if it still waits."""
    if not done.done():
        done.set_exception(problem)

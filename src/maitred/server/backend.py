"""Where a house keeps its tables: one SQLite file, or what an extra offers for the scheme of an address."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from maitred.kernel.errors import BadSetup
from maitred.server.signing import Signer, open_signer
from maitred.server.sqlite import SqliteStore
from maitred.server.store import EventStore

if TYPE_CHECKING:
    from maitred.server.house import House

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

GROUP: Final = "maitred.stores"
"""The group of entry points whose names are schemes, and whose objects open a backend for an address."""

PASSED_ON: Final = "maitred.passed_on"
"""Marks the scope of a request that another server has checked and passed on, with how often it was."""


class Neighbours(ABC):
    """The other servers that share the tables of this one."""

    @abstractmethod
    async def open(self, house: House, app: App) -> None:
        """Let the others pass their guests on to the tables that are awake here."""

    @abstractmethod
    async def passes_on(self, table: str, scope: Scope, receive: Receive, send: Send) -> bool:
        """Have a request answered by the server that a table is awake in; False if it is to be answered here."""

    @abstractmethod
    def metrics(self) -> dict[str, float]:
        """What operators count, by name."""

    @abstractmethod
    async def close(self) -> None:
        """Stop answering the others."""


@dataclass(frozen=True, slots=True)
class Backend:
    """A store, the key of the house that belongs to it, and the servers that share it, if there can be any."""

    store: EventStore
    signer: Signer
    neighbours: Neighbours | None = None


Opening = Callable[[str, str, str], Awaitable[Backend]]


async def open_backend(file: Path, address: str | None, listen: str, version: str) -> Backend:
    """Open the store at an address, or the file if there is none; `listen`: where other servers reach this one."""
    if address is None:
        return Backend(await SqliteStore.open(file), open_signer(file.parent))
    return await opening(address)(address, listen, version)


def opening(address: str) -> Opening:
    """The function that opens a store at an address."""
    scheme = urlsplit(address).scheme
    found = [entry for entry in entry_points(group=GROUP) if entry.name == scheme]
    if not found:
        raise BadSetup(f"A store is a postgresql:// address, not {scheme or 'a file'}: (--data names the folder).")
    try:
        opens: Opening = found[0].load()
    except ModuleNotFoundError as problem:
        extra = found[0].extras[0] if found[0].extras else "postgres"
        raise BadSetup(
            f"This store needs {problem.name}, which is not installed: pip install 'maitred[{extra}]'."
        ) from problem
    return opens

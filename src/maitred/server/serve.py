"""Opening the house: the address, the file, the workers; and closing it so that nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import dataclasses
import errno
import functools
import gc
import logging
import os
import signal
import socket
import sys
import time
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import uvicorn

from maitred.installation import shortfalls
from maitred.kernel.errors import BadSetup
from maitred.server.app import build_app
from maitred.server.backend import Neighbours, open_backend
from maitred.server.house import ANSWER_MS, CLOSING, DAY_MS, DOZE_MS, House
from maitred.server.http_limits import ConnectionCount, LimitedHttp
from maitred.server.identity import HostPolicy, address_in_network
from maitred.server.limits import Limits
from maitred.server.messages import Bye
from maitred.server.metrics import MetricsServer
from maitred.server.reviews import SECONDS
from maitred.server.store import ENDED, EventStore, StoreFailed
from maitred.server.workers import WorkerPool
from maitred.table.presence import Patience

PORTS_TRIED = 50
SEATING_DAYS = 7
"""How long a table is kept if nobody begins to play."""
SOCKET_BYTES = 1 << 16  # the protocol's limit; from limits.message_bytes on there is a sentence
PLAIN_SOCKETS = "websockets-sansio"  # uvicorn's name for its own protocol
LONGEST_GOODBYE = 3
LOOK_SECONDS = 60
ARENA_MAX = -8  # the setting in glibc
ARENAS = 1
OTHER_FILES = 100  # open files besides connections
RARELY = (50_000, 20, 20)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a host."""

    file: Path
    store: str | None = None
    """The address of a database in place of the file."""
    cluster_address: str = "127.0.0.1:0"
    """Where the other servers of the house reach this one."""
    metrics: str | None = None
    """Where operators read metrics, if they do."""
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str | None = None
    proxy: str | None = None
    """The addresses, separated by commas, of reverse proxies whose headers name the client."""
    plain_sockets: bool = False
    """Whether to use uvicorn's own sockets: slower, and without a limit on pings and fragments."""
    open_page: bool = False
    keep_days: int = 0
    """How long finished games are kept; 0 for always."""
    idle_days: int = 60
    """How long abandoned games are kept; 0 for always."""
    workers: int = 1
    limits: Limits = field(default_factory=Limits)
    doze: int = DOZE_MS
    patience: Patience | None = None
    lab: bool = False
    """Whether everybody who can open the page may use the laboratory; people at this machine may anyway."""
    review_seconds: int = SECONDS
    """How long the review of a game may take; 0: none are made."""
    answer_ms: int = ANSWER_MS
    """How long clients have to agree and to reveal before an attempt to deal is void."""


def usual_workers() -> int:
    """How many worker processes there are: one core is left to the house."""
    return max(1, (os.cpu_count() or 2) - 1)


class Server(uvicorn.Server):
    """A server that says goodbye to the tables before it closes its sockets."""

    def __init__(self, config: uvicorn.Config, house: House, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self.house = house
        self.opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to answer, and say so: from now on Ctrl-C closes the house."""
        await super().startup(sockets)
        self.opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell all windows, then close."""
        self.house.draining = True
        for live in list(self.house.tables.values()):
            self.house.fall_asleep(live, Bye("restart", CLOSING))
        await asyncio.sleep(0)
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ctrl-C and SIGTERM close the house; that is no failure."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def check_public_url(url: str) -> str:
    """An address that people can open, or a refusal."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise BadSetup(f"A public address looks like https://games.example.org, not {url!r}.")
    return url.rstrip("/")


def listen(host: str, port: int) -> socket.socket:
    """A socket at that port, or at the next free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for tried in range(port, port + PORTS_TRIED) if port else [0]:
        taken = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind((host, tried))
            taken.listen(1024)
        except OSError as problem:
            taken.close()
            if problem.errno == errno.EADDRINUSE:
                continue
            reason = problem.strerror or problem
            raise BadSetup(f"The house cannot listen at {host} port {tried}: {reason}.") from problem
        except OverflowError as problem:
            taken.close()
            raise BadSetup(f"A port is a number from 0 to 65535, not {tried}.") from problem
        return taken
    raise BadSetup(f"The ports {port} to {port + PORTS_TRIED - 1} are all in use.")


def is_everywhere(host: str) -> bool:
    """Whether this address means all of the machine's addresses."""
    return host in ("0.0.0.0", "::")


def announce(settings: Settings, port: int) -> str:
    """Print where the house is; returns the address to open."""
    everywhere = is_everywhere(settings.host)
    name = "localhost" if everywhere or settings.host in ("127.0.0.1", "::1") else settings.host
    here = f"http://{f'[{name}]' if ':' in name else name}:{port}/"
    told = settings.public_url or here
    for line in shortfalls():
        print(f"This maitred is {line}", flush=True)
    if settings.port and port != settings.port:
        print(f"Port {settings.port} is in use, so the house took {port}.", flush=True)
    network = address_in_network() if everywhere and settings.public_url is None else None
    others = f" (in your network: http://{network}:{port}/)" if network is not None else ""
    print(f"maitred is open at {told}{others} - Ctrl-C closes it, tables are kept.", flush=True)
    return here


async def look_after(store: EventStore) -> None:
    """Check the store once a minute, and log when something is wrong with it, once."""
    said = ""
    while True:
        told = ""
        try:
            await store.check()
        except StoreFailed as failure:
            told = str(failure)
        if told and told != said:
            log.error("tables are not kept", extra={"problem": told})
        said = told
        await asyncio.sleep(LOOK_SECONDS)


async def clear_away(house: House, keep_days: int, idle_days: int) -> None:
    """Once a day, delete games that are older than the host keeps them: finished, abandoned, and never begun."""
    kinds = [
        ("finished", ENDED, keep_days),
        ("abandoned", ("playing",), idle_days),
        ("never begun", ("seating",), min(idle_days, SEATING_DAYS)),
    ]
    while True:
        for kind, phases, days in kinds:
            if not days:
                continue
            try:
                before = time.time_ns() // 1_000_000 - days * DAY_MS
                gone = await house.store.prune(before, phases, frozenset(house.tables))
                log.info(f"{kind} games deleted", extra={"games": gone})
            except StoreFailed as failure:
                log.error(f"{kind} games could not be deleted", extra={"problem": str(failure)})
        await asyncio.sleep(DAY_MS / 1000)


def open_files() -> int:
    """How many files and connections this process may have open, after raising the limit as far as possible."""
    if sys.platform == "win32":
        return 1 << 20
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most == resource.RLIM_INFINITY:
        most = 1 << 20
    with contextlib.suppress(OSError, ValueError):  # the system may have a lower limit
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def sockets(limits: Limits, plain: bool) -> Any:
    """The protocol for sockets: ours, or uvicorn's if the host prefers it or ours does not work with the installed
    version."""
    if plain:
        return PLAIN_SOCKETS
    try:
        from maitred.server import wire
    except ImportError as problem:
        lacking = [str(problem)]
    else:
        lacking = wire.lacking()
    if lacking:
        log.warning("sockets are plain: uvicorn or websockets has changed", extra={"problem": ", ".join(lacking)})
        return PLAIN_SOCKETS
    return functools.partial(wire.Wire, limits=limits)


def configure(
    house: House,
    hosts: HostPolicy,
    proxy: str | None = None,
    plain_sockets: bool = False,
    neighbours: Neighbours | None = None,
) -> uvicorn.Config:
    """How uvicorn serves a house."""
    count = ConnectionCount(house.limits, by_address_too=proxy is None)
    # uvicorn expects classes here; it only calls them.
    http: Any = functools.partial(LimitedHttp, count)
    return uvicorn.Config(
        build_app(house, hosts, neighbours),
        http=http,
        ws=sockets(house.limits, plain_sockets),
        ws_max_size=SOCKET_BYTES,
        ws_per_message_deflate=False,
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        date_header=False,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy,
        timeout_graceful_shutdown=LONGEST_GOODBYE,
    )


async def serve(settings: Settings) -> None:
    """Open the house and serve until told to close."""
    backend = await open_backend(settings.file, settings.store, settings.cluster_address, version("maitred"))
    store, neighbours = backend.store, backend.neighbours
    workers = WorkerPool(settings.workers)
    most = min(settings.limits.connections, open_files() - OTHER_FILES)
    limits = dataclasses.replace(settings.limits, connections=most)
    house = House(
        store,
        workers,
        limits,
        version("maitred"),
        settings.doze,
        settings.patience,
        backend.signer,
        settings.answer_ms,
    )
    house.studies.everybody = settings.lab
    house.reviews.seconds = settings.review_seconds
    # Behind a proxy everybody seems to be at this machine.
    house.studies.own_machine = settings.proxy is None and settings.public_url is None
    chores = [asyncio.create_task(look_after(store))]
    operators = MetricsServer(house, neighbours)
    try:
        if settings.metrics is not None:
            taken_by_metrics = await operators.open(settings.metrics)
            print(f"Metrics are at port {taken_by_metrics}.", flush=True)
        taken = listen(settings.host, settings.port)
        port = taken.getsockname()[1] if is_everywhere(settings.host) else None
        hosts = HostPolicy(settings.public_url, frozenset({socket.gethostname().lower()}), port)
        config = configure(house, hosts, settings.proxy, settings.plain_sockets, neighbours)
        if neighbours is not None:
            app: Any = config.app
            await neighbours.open(house, app)
        chores.append(asyncio.create_task(clear_away(house, settings.keep_days, settings.idle_days)))

        def opened() -> None:
            here = announce(settings, taken.getsockname()[1])
            if settings.open_page:
                asyncio.get_running_loop().run_in_executor(None, webbrowser.open, here)

        await Server(config, house, opened).serve(sockets=[taken])
    finally:
        for chore in chores:
            chore.cancel()
        operators.close()
        if neighbours is not None:
            await neighbours.close()
        await house.close()


def keep_few_arenas() -> None:
    """Let all threads share one memory arena: with one for each, glibc never returns what a thread needed once."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # other C libraries do not have this setting
            ctypes.CDLL(None).mallopt(ARENA_MAX, ARENAS)


def run(settings: Settings) -> None:
    """Serve in an event loop, uvloop if it is installed."""
    keep_few_arenas()
    # Loaded modules stay for good, and thousands of short-lived views have no cycles: collect less often.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*RARELY)
    try:
        from uvloop import new_event_loop
    except ImportError:
        asyncio.run(serve(settings))
        return
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(serve(settings))

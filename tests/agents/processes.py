"""Servers of the protocol in processes of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile

from tests.packaging.clean import ROOT

OPENED = re.compile(r"open at (http://\S+)")
LOOKS = 1200
LOOK_SECONDS = 0.1
ENVIRONMENT = {**os.environ, "PYTHONUNBUFFERED": "1"}


def mcp_command(folder: Path, *more: str) -> list[str]:
    """`maitred mcp` with the seats of a folder."""
    return [sys.executable, "-m", "maitred", "mcp", "--data", str(folder), *more]


class HttpServer:
    """A server that says where it is open. What it says goes to a file: it never waits for somebody to read it."""

    def __init__(self, command: list[str]) -> None:
        self.said = TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115  closed when the server is killed
        self.process = subprocess.Popen(command, stdout=self.said, stderr=subprocess.STDOUT, env=ENVIRONMENT, cwd=ROOT)
        for _ in range(LOOKS):
            found = OPENED.search(self.heard())
            if found is not None:
                self.url = found[1]
                return
            if self.process.poll() is not None:
                break
            time.sleep(LOOK_SECONDS)
        raise AssertionError(f"the server did not open: {self.kill()}")

    def heard(self) -> str:
        """What it has said so far."""
        self.said.seek(0)
        return self.said.read()

    def kill(self) -> str:
        """End it at once; what it had said."""
        self.process.kill()
        self.process.wait()
        said = self.heard()
        self.said.close()
        return said


@contextmanager
def http_server(command: list[str]) -> Iterator[HttpServer]:
    """A server, for as long as it is needed; it must not have logged an exception."""
    server = HttpServer(command)
    try:
        yield server
    finally:
        said = server.kill()
    assert "Traceback" not in said

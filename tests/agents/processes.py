"""Servers of the protocol in processes of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.packaging.clean import ROOT

OPENED = re.compile(r"open at (http://\S+)")
ENVIRONMENT = {**os.environ, "PYTHONUNBUFFERED": "1"}


def mcp_command(folder: Path, *more: str) -> list[str]:
    """`maitred mcp` with the seats of a folder."""
    return [sys.executable, "-m", "maitred", "mcp", "--data", str(folder), *more]


class HttpServer:
    """A server that says where it is open."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=ENVIRONMENT, cwd=ROOT
        )
        self.said = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            found = OPENED.search(line)
            if found is not None:
                self.url = found[1]
                return
        raise AssertionError(f"the server did not open: {self.said}")

    def kill(self) -> str:
        """End it at once; what it had said since it opened."""
        self.process.kill()
        rest, _ = self.process.communicate()
        return rest


@contextmanager
def http_server(command: list[str]) -> Iterator[HttpServer]:
    """A server, for as long as it is needed; it must not have logged an exception."""
    server = HttpServer(command)
    try:
        yield server
    finally:
        rest = server.kill()
    assert "Traceback" not in rest

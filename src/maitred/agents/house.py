"""A house of one's own for agents: a process beside this one, at an address only this machine can reach.

    python -m maitred.agents.house FOLDER

It closes when its standard input does, so that it never outlives who opened it; its tables are in FOLDER and go on
when it is opened again. Several servers may share a folder: the first opens the house, the others use it.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Final

from maitred.cli.folder import TABLES, write_whole
from maitred.cli.remote.table_api import HouseRefusal, TableApi
from maitred.kernel.errors import BadSetup, Refused
from maitred.server.http_messages import HouseFacts

OPENED: Final = re.compile(rb"maitred is open at (http://\S+?)/? ")
ADDRESS: Final = "address"
LONGEST_START: Final = 30.0
PAUSE: Final = 0.1
ENDLESS_MS: Final = 30 * 24 * 3600 * 1000
"""How long a table waits for an agent that thinks, or that is away."""


class OwnHouse:
    """The house of a folder: opened when it is first needed, and again when it has closed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lock = threading.Lock()
        self.process: subprocess.Popen[bytes] | None = None
        self.address = ""

    def origin(self) -> str:
        """Where the house answers now."""
        with self.lock:
            if self.process is not None and self.process.poll() is None:
                return self.address
            if self.process is None and self.address and answers(self.address):
                return self.address
            until = time.monotonic() + LONGEST_START
            while True:
                why = self.open()
                if not why:
                    return self.address
                shared = self.folder / ADDRESS
                self.address = shared.read_text().strip() if shared.is_file() else ""
                if self.address and answers(self.address):
                    return self.address
                if time.monotonic() > until:
                    raise BadSetup(f"The house in {self.folder} cannot be opened: {why}")
                time.sleep(PAUSE)

    def open(self) -> str:
        """Open the house; why it could not be, or nothing."""
        self.close()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise BadSetup(f"{self.folder} cannot be used: {problem.strerror or problem}.") from problem
        process = subprocess.Popen(
            [sys.executable, "-m", "maitred.agents.house", str(self.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            start_new_session=True,  # Ctrl-C is for whoever opened it, which then closes it
        )
        assert process.stdout is not None
        assert process.stderr is not None
        for line in process.stdout:
            found = OPENED.match(line)
            if found is not None:
                self.process, self.address = process, found[1].decode()
                write_whole(self.folder / ADDRESS, self.address)
                threading.Thread(target=drain, args=(process,), daemon=True).start()
                return ""
        told = process.stderr.read().decode(errors="replace").strip()
        process.wait()
        close_pipes(process)
        return told.rpartition("\n")[2].removeprefix("maitred: ") or "it said nothing."

    def close(self) -> None:
        """Close the house if this process has opened it; tables are kept."""
        process, self.process = self.process, None
        if process is not None:
            assert process.stdin is not None
            process.stdin.close()
            try:
                process.wait(LONGEST_START)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            close_pipes(process)


def close_pipes(process: subprocess.Popen[bytes]) -> None:
    """Close what connects this process with another."""
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


def drain(process: subprocess.Popen[bytes]) -> None:
    """Pass the house's log on, so that its pipe never fills up."""
    assert process.stderr is not None
    try:
        for line in process.stderr:
            sys.stderr.write(line.decode(errors="replace"))
    except ValueError:
        return  # the pipe was closed with the house


def answers(origin: str) -> bool:
    """Whether a house answers there, if only with a refusal."""
    try:
        TableApi(origin, "").ask("GET", "/api/house", HouseFacts)
    except HouseRefusal:
        return True
    except Refused:
        return False
    return True


def close_with_input() -> None:
    """Close the house when whoever opened it is gone."""
    while os.read(0, 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def main(folder: Path) -> int:
    """Run the house of a folder."""
    from maitred.server import logs, serve
    from maitred.server.limits import Limits
    from maitred.table.presence import Patience

    logs.set_up("warning")
    threading.Thread(target=close_with_input, daemon=True).start()
    settings = serve.Settings(
        file=folder / TABLES,
        port=0,
        patience=Patience(ENDLESS_MS, ENDLESS_MS),
        answer_ms=60_000,
        # All agents of a server have one address, and none of them is a stranger.
        limits=Limits(tables_per_minute=10_000, requests_per_second=10_000, windows_per_address=1_000),
    )
    try:
        serve.run(settings)
    except Refused as refusal:
        print(f"maitred: {refusal}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))

"""The laboratory for people at the page: one study at a time, in a process of low priority, bounded in time.

The laboratory is an extra of this package or another package: it is found by its entry point, and run by the command
line that any terminal has.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import os
import secrets
import signal
import subprocess
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import Mapping
from importlib.metadata import entry_points
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal, NamedTuple, Protocol

from maitred.kernel.errors import BadSetup

GROUP: Final = "maitred.studies"
NOT_INSTALLED: Final = "The laboratory is an extra: install it with `pip install maitred[lab]`."
MOST_MINUTES: Final = 10
MOST_WAITING: Final = 5
MOST_KEPT: Final = 20
"""How many finished studies are kept; the oldest is forgotten first."""
LONGEST_GOODBYE: Final = 120
"""Seconds that a study has beyond its time, to begin and to write its page."""
MOST_PAGE_BYTES: Final = 8 << 20
NICENESS: Final = 15
"""Lower priority than the bots of tables, which themselves give way to the house."""
RUN: Final = """
import os, signal, sys
if hasattr(os, "nice"):
    os.nice({nice})
if hasattr(signal, "SIGBREAK"):
    signal.signal(signal.SIGBREAK, signal.default_int_handler)
from maitred.cli import main
sys.exit(main())
"""
GROUP_OF_ITS_OWN: Final[dict[str, Any]] = {
    "creationflags" if sys.platform == "win32" else "start_new_session": getattr(
        subprocess, "CREATE_NEW_PROCESS_GROUP", True
    )
}
"""How a process is begun so that it can be ended together with those that it starts."""

State = Literal["waiting", "running", "done", "stopped", "failed"]


class Side(NamedTuple):
    """What is studied: a card file (None: the house's) and options."""

    cards: str | None
    options: Mapping[str, str]


class Laboratory(Protocol):
    """What the entry point leads to."""

    def missing(self) -> str:
        """Why it cannot run, in one sentence; empty if it can."""

    def report(self, game: str, players: int | None, bots: str, side: Side) -> list[str]:
        """The command of a report; the cards of a side are the place of a file."""

    def diff(self, game: str, players: int | None, bots: str, old: Side, new: Side) -> list[str]:
        """The command of a comparison."""

    def run(self, words: list[str], minutes: float, out: Path) -> list[str]:
        """The command with how long it plays, and where it writes its page."""


def laboratory() -> Laboratory | None:
    """The laboratory that is installed, if one is."""
    for entry in entry_points(group=GROUP):
        found: Laboratory = entry.load()
        return found
    return None


def end(process: Process, at_once: bool) -> None:
    """End a study and the processes that it has started: as Ctrl-C does, or at once."""
    with contextlib.suppress(ProcessLookupError):
        if sys.platform != "win32":
            os.killpg(process.pid, signal.SIGKILL if at_once else signal.SIGINT)
        elif at_once:
            process.kill()
        else:
            process.send_signal(signal.CTRL_BREAK_EVENT)


class Study:
    """One study, from the queue to its result."""

    def __init__(self, game: str, kind: str, minutes: int, command: list[str], folder: Path) -> None:
        self.id = secrets.token_urlsafe(16)
        self.game = game
        self.kind = kind
        self.minutes = minutes
        self.command = command
        self.folder = folder
        self.state: State = "waiting"
        self.begun = self.ended = 0.0
        self.words: list[str] = []
        """What came out, in sentences; or why nothing did."""
        self.page = ""
        self.stopping = False
        self.process: Process | None = None

    @property
    def seconds(self) -> int:
        """How long it has been running, or ran."""
        return int((self.ended or time.monotonic()) - self.begun) if self.begun else 0


class Studies:
    """The queue of studies of a house."""

    def __init__(self, everybody: bool = False, own_machine: bool = False) -> None:
        """`everybody`: whoever can open the page may use it; `own_machine`: people at this machine may."""
        self.everybody = everybody
        self.own_machine = own_machine
        self.found = laboratory()
        self.studies: OrderedDict[str, Study] = OrderedDict()
        self.running: asyncio.Task[None] | None = None
        self.closing = False
        self.folder: TemporaryDirectory[str] | None = None

    def allows(self, address: str) -> bool:
        """Whether somebody at this address may use the laboratory."""
        if self.everybody:
            return True
        try:
            return self.own_machine and ipaddress.ip_address(address).is_loopback
        except ValueError:
            return False

    def missing(self) -> str:
        """Why there is no laboratory; empty if there is."""
        return NOT_INSTALLED if self.found is None else self.found.missing()

    def waiting(self) -> list[Study]:
        """The studies that have not begun, in their order."""
        return [study for study in self.studies.values() if study.state == "waiting"]

    def add(
        self,
        kind: Literal["report", "diff"],
        game: str,
        players: int | None,
        bots: str,
        minutes: int,
        old: Side,
        new: Side,
    ) -> Study:
        """Put a study into the queue: of `new`, or of what it does beside `old`, both with the texts of card files."""
        missing = self.missing()
        if missing or self.found is None:
            raise BadSetup(missing)
        if len(self.waiting()) >= MOST_WAITING:
            raise BadSetup("Other studies are waiting already: try again when one is done.")
        if self.folder is None:
            self.folder = TemporaryDirectory(prefix="maitred-studies-")
        folder = Path(self.folder.name, secrets.token_hex(8))
        folder.mkdir()
        before, after = (self.kept(folder / f"{name}.toml", side) for name, side in (("old", old), ("new", new)))
        if kind == "report":
            words = self.found.report(game, players, bots, after)
        else:
            words = self.found.diff(game, players, bots, before, after)
        study = Study(game, kind, minutes, self.found.run(words, minutes, folder / "page.html"), folder)
        self.studies[study.id] = study
        for old_one in [each for each in self.studies.values() if each.state not in ("waiting", "running")][
            :-MOST_KEPT
        ]:
            del self.studies[old_one.id]
        if self.running is None or self.running.done():
            self.running = asyncio.create_task(self.work())
        return study

    def kept(self, file: Path, side: Side) -> Side:
        """The same side with its card file written there, and named without its folder: the page of a study has the
        command in it."""
        if not side.cards:
            return side
        file.write_text(side.cards, encoding="utf-8")
        return side._replace(cards=file.name)

    async def work(self) -> None:
        """Run what waits, one study after another."""
        while waiting := self.waiting():
            await self.run(waiting[0])

    async def run(self, study: Study) -> None:
        """Run one study to its end, or to that of its time."""
        study.state, study.begun = "running", time.monotonic()
        study.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            RUN.format(nice=NICENESS),
            *study.command,
            stdout=PIPE,
            stderr=PIPE,
            stdin=asyncio.subprocess.DEVNULL,
            cwd=study.folder,
            **GROUP_OF_ITS_OWN,
        )
        if self.closing:
            self.kill(study)
        try:
            async with asyncio.timeout(60 * study.minutes + LONGEST_GOODBYE):
                told, errors = await study.process.communicate()
            page = study.folder / "page.html"
            if study.process.returncode == 0 and page.is_file() and page.stat().st_size <= MOST_PAGE_BYTES:
                study.page = page.read_text(encoding="utf-8")
                study.words = told.decode(errors="replace").splitlines()
                study.state = "stopped" if study.stopping else "done"
            else:
                last = errors.decode(errors="replace").strip().splitlines()[-1:] or ["The study has failed."]
                study.state = "stopped" if study.stopping else "failed"
                study.words = ["It was stopped before there was anything to tell."] if study.stopping else last
        except TimeoutError:
            study.state, study.words = "failed", ["The study took much longer than it should have, and was ended."]
        finally:
            self.kill(study)
            study.ended = time.monotonic()

    async def stop(self, study: Study) -> None:
        """Stop a study; one that is running writes a page of what there is."""
        if study.state == "waiting":
            study.state, study.words = "stopped", ["It was stopped before it began."]
        elif study.state == "running" and study.process is not None:
            if study.stopping:
                self.kill(study)  # asked twice: at once
            study.stopping = True
            end(study.process, at_once=False)

    def kill(self, study: Study) -> None:
        """End the processes of a study, if any are left."""
        if study.process is not None:
            end(study.process, at_once=True)

    async def close(self) -> None:
        """End everything: the house closes."""
        self.closing = True
        for study in self.studies.values():
            if study.state == "waiting":
                study.state = "stopped"
            elif study.state == "running":
                self.kill(study)
        if self.running is not None:
            await self.running
        if self.folder is not None:
            self.folder.cleanup()

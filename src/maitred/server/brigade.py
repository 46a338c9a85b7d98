"""The worker processes that bots think in, so that a thinking bot delays nobody and a crash takes nothing down."""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from typing import TypeVar

import msgspec

from maitred.bots.hints import Hint
from maitred.bots.worker import Question
from maitred.server.cook import Errand

TRIES = 3
LONGEST_LINE = 1 << 20
LONGEST_THOUGHT = 60.0
Answer = TypeVar("Answer")
log = logging.getLogger(__name__)


class Overcooked(Exception):
    """An order that no worker could finish."""


class Brigade:
    """A few cooks, each with one order at a time; whoever dies is replaced and the order given to the next."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.idle: asyncio.LifoQueue[Process | None] = asyncio.LifoQueue()
        for _ in range(size):
            self.idle.put_nowait(None)
        self.cooks: set[Process] = set()

    async def hire(self) -> Process:
        """Start a worker process."""
        cook = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "maitred.server.cook", stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
        )
        self.cooks.add(cook)
        return cook

    async def order(self, question: Question) -> int:
        """What a bot decides: an action, or WAIT."""
        return await self.send(Errand(question, False), int)

    async def hints(self, question: Question) -> list[Hint]:
        """The best actions, with their reasons."""
        return await self.send(Errand(question, True), list[Hint])

    async def send(self, errand: Errand, wanted: type[Answer]) -> Answer:
        """A cook's answer; another one is tried if one dies over it."""
        question = errand.question
        line = msgspec.json.encode(errand) + b"\n"
        for _ in range(TRIES):
            cook = await self.idle.get()
            if cook is not None and cook.returncode is not None:
                self.bury(cook, question)
                cook = None
            try:
                if cook is None:
                    cook = await self.hire()
                served = await asyncio.wait_for(self.served_by(cook, line), LONGEST_THOUGHT)
                answer = msgspec.json.decode(served, type=wanted) if served else None
            except BaseException as problem:
                self.fire(cook)
                self.idle.put_nowait(None)
                if isinstance(problem, Exception):
                    raise Overcooked(
                        f"No cook could think about {question.game} at level {question.level}."
                    ) from problem
                raise
            if answer is not None:
                self.idle.put_nowait(cook)
                return answer
            self.bury(cook, question)
            self.idle.put_nowait(None)
        raise Overcooked(f"No cook could finish a thought about {question.game} at level {question.level}.")

    async def served_by(self, cook: Process, line: bytes) -> bytes:
        """One cook's answer; empty if the cook has died."""
        assert cook.stdin is not None
        assert cook.stdout is not None
        if cook.stdin.is_closing():
            return b""
        try:
            cook.stdin.write(line)
            await cook.stdin.drain()
            answer = await cook.stdout.readline()
        except (BrokenPipeError, ConnectionResetError):
            return b""
        return answer if answer.endswith(b"\n") else b""

    def bury(self, cook: Process, question: Question) -> None:
        """Say that a worker process was found dead, and with which order in hand that was noticed."""
        log.warning("a cook died", extra={"game": question.game, "level": question.level})
        self.fire(cook)

    def fire(self, cook: Process | None) -> None:
        """End a worker process, if it has not ended."""
        if cook is not None:
            self.cooks.discard(cook)
            if cook.returncode is None:
                cook.kill()

    async def close(self) -> None:
        """End all worker processes."""
        cooks = list(self.cooks)
        for cook in cooks:
            self.fire(cook)
        for cook in cooks:
            await cook.wait()

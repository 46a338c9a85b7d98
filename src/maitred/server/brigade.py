"""The worker processes that bots think in, so that a thinking bot delays nobody and a crash takes nothing down."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from asyncio.subprocess import PIPE, Process
from typing import TypeVar

import msgspec

from maitred.bots.hints import Hint
from maitred.bots.worker import Question
from maitred.bots.worker import answer as think
from maitred.server.cook import Errand
from maitred.server.turns import NOBODY, Payer, Turns

TRIES = 3
LONGEST_LINE = 1 << 20
LONGEST_START = 60.0
"""Seconds in which a worker process has to be ready."""
ALLOWANCE = 3
"""How many times as long as it may think a worker is waited for; then it is stuck."""
LONGEST_THOUGHT = 60.0
"""Seconds for a thought that was given no time of its own."""
QUICK = "medium"
"""The level whose moves are found at once: the best at first sight, and none by chance."""
Answer = TypeVar("Answer")
log = logging.getLogger(__name__)


class Overcooked(Exception):
    """An order that no worker could finish."""


class Stuck(Overcooked):
    """An order over which a worker thought for much too long."""


def patience(question: Question) -> float:
    """The seconds after which whoever thinks about a question is stuck."""
    return ALLOWANCE * question.ms / 1000 if question.ms else LONGEST_THOUGHT


class Brigade:
    """A few cooks in fair turns, each with one order at a time; whoever dies is replaced and the order given on."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.turns: Turns[Process | None] = Turns([None] * size)
        self.cooks: set[Process] = set()

    async def hire(self) -> Process:
        """Start a worker process."""
        cook = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "maitred.server.cook", stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
        )
        self.cooks.add(cook)
        assert cook.stdout is not None
        try:
            await asyncio.wait_for(cook.stdout.readline(), LONGEST_START)
        except BaseException:
            self.fire(cook)
            raise
        return cook

    async def order(self, question: Question, payer: Payer = NOBODY) -> int:
        """What a bot decides: an action, or WAIT; where that comes to nothing, the best move at first sight."""
        try:
            return await self.send(Errand(question, False), int, payer)
        except Overcooked as problem:
            log.warning("a bot plays a quick move", extra={"problem": str(problem)})
        quick = question._replace(level=QUICK, may_wait=False)
        try:
            return await self.send(Errand(quick, False), int, payer)
        except Stuck:
            raise  # the house would be stuck as well
        except Overcooked:
            return await asyncio.to_thread(think, quick)

    async def hints(self, question: Question, payer: Payer = NOBODY) -> list[Hint]:
        """The best actions, with their reasons."""
        return await self.send(Errand(question, True), list[Hint], payer)

    async def send(self, errand: Errand, wanted: type[Answer], payer: Payer) -> Answer:
        """A cook's answer; another one is tried if one dies over it."""
        question = errand.question
        line = msgspec.json.encode(errand) + b"\n"
        for _ in range(TRIES):
            cook = await self.turns.take(payer)
            # What it will cost is charged before it is known: others wait with fewer thoughts than this one.
            guess = question.ms / 1000
            self.turns.charge(payer, guess)
            begun = time.perf_counter()
            if cook is not None and cook.returncode is not None:
                self.bury(cook, question)
                cook = None
            asked = False
            try:
                if cook is None:
                    cook = await self.hire()
                asked = True
                served = await asyncio.wait_for(self.served_by(cook, line), patience(question))
                answer = msgspec.json.decode(served, type=wanted) if served else None
            except BaseException as problem:
                self.fire(cook)
                self.turns.give_back(None)
                about = f"{question.game} at level {question.level}"
                if asked and isinstance(problem, TimeoutError):
                    raise Stuck(f"A cook was stuck over {about}.") from problem
                if isinstance(problem, Exception):
                    raise Overcooked(f"No cook could think about {about}.") from problem
                raise
            self.turns.charge(payer, time.perf_counter() - begun - guess)
            if answer is not None:
                self.turns.give_back(cook)
                return answer
            self.bury(cook, question)
            self.turns.give_back(None)
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

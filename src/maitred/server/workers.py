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
from maitred.server.fair_queue import NOBODY, FairQueue, Payer
from maitred.server.worker_process import Request

TRIES = 3
LONGEST_LINE = 1 << 20
LONGEST_START = 60.0
"""How many seconds a worker process has to get ready."""
ALLOWANCE = 3
"""A worker that takes this many times its thinking time is stuck."""
LONGEST_THOUGHT = 60.0
"""Seconds for a request without a thinking time of its own."""
QUICK = "medium"
"""The level whose moves are found at once: the best move without search, and no random one."""
Answer = TypeVar("Answer")
log = logging.getLogger(__name__)


class WorkerFailed(Exception):
    """A request that no worker could answer."""


class WorkerStuck(WorkerFailed):
    """A request that took a worker much too long."""


def longest_wait(question: Question) -> float:
    """After how many seconds a worker on this request counts as stuck."""
    return ALLOWANCE * question.ms / 1000 if question.ms else LONGEST_THOUGHT


class WorkerPool:
    """A few worker processes with one request at a time each; one that dies is replaced, and its request repeated."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.queue: FairQueue[Process | None] = FairQueue([None] * size)
        self.workers: set[Process] = set()
        self.thoughts = 0
        self.failures = 0
        self.problem = ""
        """Why the last request was not answered; empty if it was."""

    async def start(self) -> Process:
        """Start a worker process."""
        worker = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "maitred.server.worker_process", stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
        )
        self.workers.add(worker)
        assert worker.stdout is not None
        try:
            await asyncio.wait_for(worker.stdout.readline(), LONGEST_START)
        except BaseException:
            self.stop(worker)
            raise
        return worker

    async def check(self) -> str:
        """Why no worker answers, if the last request failed and none gets ready now either; empty if all is well."""
        if self.problem and self.queue.idle:
            worker = await self.queue.take(NOBODY)
            try:
                if worker is None or worker.returncode is not None:
                    self.stop(worker)
                    worker = None
                    worker = await self.start()
                self.problem = ""
            except (OSError, TimeoutError) as problem:
                log.warning("no worker process gets ready", extra={"problem": type(problem).__name__})
            finally:
                self.queue.give_back(worker)
        return self.problem

    async def decide(self, question: Question, payer: Payer = NOBODY) -> int:
        """What a bot decides: an action, or WAIT; if the workers fail, the best move without search."""
        try:
            return await self.ask(Request(question, False), int, payer)
        except WorkerFailed as problem:
            log.warning("a bot plays a quick move", extra={"problem": str(problem)})
        quick = question._replace(level=QUICK, may_wait=False)
        try:
            return await self.ask(Request(quick, False), int, payer)
        except WorkerStuck:
            raise  # the house itself would get stuck on it
        except WorkerFailed:
            return await asyncio.to_thread(think, quick)

    async def hints(self, question: Question, payer: Payer = NOBODY) -> list[Hint]:
        """The best actions, with their reasons."""
        return await self.ask(Request(question, True), list[Hint], payer)

    async def ask(self, request: Request, wanted: type[Answer], payer: Payer) -> Answer:
        """The answer of a worker, counted."""
        self.thoughts += 1
        try:
            answer = await self.answer_to(request, wanted, payer)
        except WorkerFailed as problem:
            self.failures += 1
            self.problem = str(problem)
            raise
        self.problem = ""
        return answer

    async def answer_to(self, request: Request, wanted: type[Answer], payer: Payer) -> Answer:
        """The answer of a worker; if it dies on the request, another one is asked."""
        question = request.question
        line = msgspec.json.encode(request) + b"\n"
        for _ in range(TRIES):
            worker = await self.queue.take(payer)
            # The expected cost is charged in advance, so that others who have asked for less go first.
            guess = question.ms / 1000
            self.queue.charge(payer, guess)
            begun = time.perf_counter()
            if worker is not None and worker.returncode is not None:
                self.found_dead(worker, question)
                worker = None
            asked = False
            try:
                if worker is None:
                    worker = await self.start()
                asked = True
                told = await asyncio.wait_for(self.answer_of(worker, line), longest_wait(question))
                answer = msgspec.json.decode(told, type=wanted) if told else None
            except BaseException as problem:
                self.stop(worker)
                self.queue.give_back(None)
                about = f"{question.game} at level {question.level}"
                if asked and isinstance(problem, TimeoutError):
                    raise WorkerStuck(f"A worker was stuck over {about}.") from problem
                if isinstance(problem, Exception):
                    raise WorkerFailed(f"No worker could think about {about}.") from problem
                raise
            self.queue.charge(payer, time.perf_counter() - begun - guess)
            if answer is not None:
                self.queue.give_back(worker)
                return answer
            self.found_dead(worker, question)
            self.queue.give_back(None)
        raise WorkerFailed(f"{TRIES} workers died over {question.game} at level {question.level}.")

    async def answer_of(self, worker: Process, line: bytes) -> bytes:
        """The answer of one worker; empty if it has died."""
        assert worker.stdin is not None
        assert worker.stdout is not None
        if worker.stdin.is_closing():
            return b""
        try:
            worker.stdin.write(line)
            await worker.stdin.drain()
            answer = await worker.stdout.readline()
        except (BrokenPipeError, ConnectionResetError):
            return b""
        return answer if answer.endswith(b"\n") else b""

    def found_dead(self, worker: Process, question: Question) -> None:
        """Log that a worker process has died, and during which request that was noticed."""
        log.warning("a worker process died", extra={"game": question.game, "bot": question.level})
        self.stop(worker)

    def stop(self, worker: Process | None) -> None:
        """End a worker process, if it has not ended."""
        if worker is not None:
            self.workers.discard(worker)
            if worker.returncode is None:
                worker.kill()

    async def close(self) -> None:
        """End all worker processes."""
        workers = list(self.workers)
        for worker in workers:
            self.stop(worker)
        for worker in workers:
            await worker.wait()

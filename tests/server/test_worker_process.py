"""A worker process is ready when it can think, not before."""

from __future__ import annotations

import io
import logging
import os
import signal
import sys

import pytest

import maitred
from maitred.server import worker_process


class Pipe(io.BytesIO):
    """A pipe that notes whether games were known when something was written."""

    def __init__(self) -> None:
        super().__init__()
        self.known: list[int] = []

    def write(self, line: object) -> int:
        self.known.append(maitred.all_games.cache_info().currsize)
        return 0


def test_a_worker_knows_its_games_before_it_says_that_it_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = Pipe()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(pipe))
    monkeypatch.setattr(os, "nice", lambda by: 0)
    monkeypatch.setattr(signal, "signal", lambda *given: None)
    monkeypatch.setattr(logging.Logger, "setLevel", lambda *given: None)
    maitred.all_games.cache_clear()
    worker_process.main()
    assert pipe.known == [1], "importing them would count as thinking, and the first bots would play quick moves"

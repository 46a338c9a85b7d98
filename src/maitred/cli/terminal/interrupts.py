"""Ctrl-C at the right moment: a move or a save is never interrupted halfway."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

STOPPED = 130
"""The exit code of a command that was interrupted."""


class Interrupts:
    """While it is entered, Ctrl-C and a closed terminal raise `KeyboardInterrupt`, but not inside `deferred`."""

    def __init__(self) -> None:
        self.busy = False
        self.pending = False
        self.before: dict[int, Any] = {}

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            for name in ("SIGINT", "SIGTERM", "SIGHUP"):
                if hasattr(signal, name):
                    number = getattr(signal, name)
                    self.before[number] = signal.signal(number, self.handle)
        return self

    def __exit__(self, *problem: object) -> None:
        for number, handler in self.before.items():
            signal.signal(number, handler)
        self.before.clear()

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Interrupt now, or as soon as it is allowed."""
        if self.busy:
            self.pending = True
        else:
            raise KeyboardInterrupt

    @contextmanager
    def deferred(self) -> Iterator[None]:
        """Runs its block to the end; a Ctrl-C meanwhile takes effect afterwards."""
        self.busy = True
        try:
            yield
        finally:
            self.busy = False
        if self.pending:
            self.pending = False
            raise KeyboardInterrupt

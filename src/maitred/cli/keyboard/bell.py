"""Ctrl-C that waits for the plate to be put down: a move or a save is never interrupted in the middle."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class Bell:
    """While it is entered, Ctrl-C and a closed terminal raise `KeyboardInterrupt`, but not inside `unbroken`."""

    def __init__(self) -> None:
        self.busy = False
        self.rung = False
        self.before: dict[int, Any] = {}

    def __enter__(self) -> Bell:
        if threading.current_thread() is threading.main_thread():
            for name in ("SIGINT", "SIGTERM", "SIGHUP"):
                if hasattr(signal, name):
                    number = getattr(signal, name)
                    self.before[number] = signal.signal(number, self.ring)
        return self

    def __exit__(self, *problem: object) -> None:
        for number, handler in self.before.items():
            signal.signal(number, handler)
        self.before.clear()

    def ring(self, number: int, frame: FrameType | None) -> None:
        """Stop what is going on, at once or when it may be stopped."""
        if self.busy:
            self.rung = True
        else:
            raise KeyboardInterrupt

    @contextmanager
    def unbroken(self) -> Iterator[None]:
        """What runs in here runs to its end; a Ctrl-C meanwhile counts afterwards."""
        self.busy = True
        try:
            yield
        finally:
            self.busy = False
        if self.rung:
            self.rung = False
            raise KeyboardInterrupt

"""What is typed, read in a thread of its own so that the table can continue."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator

try:
    import readline
    import termios
except ImportError:  # Windows: lines are read as they come, and an unfinished line is not drawn again
    HAS_READLINE = False
else:
    HAS_READLINE = True

CHUNK = 4096


class Keyboard:
    """Passes on every line that is typed, and None at the end of input."""

    def __init__(self, hear: Callable[[str | None], None], eager: bool) -> None:
        """`eager`: keep reading; otherwise (in a script) read a line only when it is asked for."""
        self.hear = hear
        self.eager = eager
        self.wanted = threading.Semaphore(0)
        self.edits = HAS_READLINE and eager
        self.before = termios.tcgetattr(sys.stdin) if self.edits else None
        threading.Thread(target=self.read, daemon=True).start()

    def ask(self) -> None:
        """Let the next line be read."""
        self.wanted.release()

    def typed(self) -> str:
        """The part of the next line that has been typed."""
        return readline.get_line_buffer() if self.edits else ""

    def close(self) -> None:
        """Leave the terminal as it was."""
        if self.before is not None:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self.before)

    def read(self) -> None:
        """Read until the end."""
        lines = self.edited() if self.edits else self.plain()
        while True:
            if not self.eager:
                self.wanted.acquire()
            line = next(lines, None)
            self.hear(line)
            if line is None:
                return

    @staticmethod
    def edited() -> Iterator[str]:
        """Lines from a person, who can edit them."""
        while True:
            try:
                yield input()
            except EOFError:
                return

    @staticmethod
    def plain() -> Iterator[str]:
        """Lines from a script, read without Python's own buffer, which would block the thread at exit."""
        rest = b""
        while chunk := os.read(sys.stdin.fileno(), CHUNK):
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                yield line.decode(errors="replace")
        if rest:
            yield rest.decode(errors="replace")

"""Checks that the files of a store still hold what this process wrote to them, which SQLite does not do.

Nobody else writes to these files. If one was written to, moved or removed, and not by the writer, then nothing more may
be acknowledged. This is checked through open handles, which is cheap.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Final

from maitred.server.sqlite_file import DamagedFile, index_of, log_of
from maitred.server.store import StoreFailed

# Names are looked up at most this often (in seconds): handles do not notice that the whole folder was moved.
NAMES_SECONDS: Final = 1.0

Mark = tuple[int, int, int, int]


class WatchedFile:
    """A file in the state in which the writer left it; other changes are noticed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        # Closed only after SQLite's own: closing any handle of a file releases its locks.
        self.handle = os.open(path, os.O_RDWR)
        self.stat = os.fstat(self.handle)
        self.mark = self.marked()

    if sys.platform == "win32":  # which updates the modification time only when the file is closed

        def marked(self) -> Mark:
            """What changes when somebody changes the file."""
            self.stat = os.fstat(self.handle)
            return (0, 0, 0, 0)

    else:

        def marked(self) -> Mark:
            """What changes when somebody changes the file."""
            found = self.stat = os.fstat(self.handle)
            return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_nlink

    def check(self) -> None:
        """Raise if somebody else has changed the file."""
        mark = self.marked()
        if mark != self.mark:
            self.check_name()
            if mark[0] != self.mark[0]:
                what = "cut short" if mark[2] < self.mark[2] else "written to by another program"
                raise DamagedFile(told(self.path, what))
            self.mark = mark  # it was moved and is back, or has another owner: its content is the same

    def was_written(self) -> None:
        """The writer itself has written to the file."""
        mark = self.marked()
        if mark[3] != self.mark[3]:
            self.check_name()
        self.mark = mark

    def check_name(self) -> None:
        """Raise if the name is gone, or belongs to another file."""
        check_name(self.path, self.stat)

    def close(self) -> None:
        """Close the file, after SQLite has."""
        os.close(self.handle)


def check_name(path: Path, known: os.stat_result) -> None:
    """Raise if a name is gone, or belongs to another file."""
    try:
        found = path.stat()
    except FileNotFoundError:
        raise StoreFailed(told(path, "removed")) from None
    except OSError as problem:
        raise StoreFailed(f"{path} cannot be used: {problem.strerror or problem}.") from problem
    if found.st_ino != known.st_ino or found.st_dev != known.st_dev:
        raise StoreFailed(told(path, "replaced"))
    if found.st_size < known.st_size:
        raise DamagedFile(told(path, "cut short"))


def told(path: Path, what: str) -> str:
    """The error for what happened to a file, with what to do."""
    return f"{path} was {what} while the house is open: close it and put a backup in its place."


class Watch:
    """The database, its log, and the index of the log."""

    def __init__(self, path: Path) -> None:
        """All three exist as long as a connection is open."""
        self.database = WatchedFile(path)
        self.log = WatchedFile(log_of(path))
        self.index = index_of(path)
        self.index_known = self.index.stat()
        self.names_checked = 0.0

    def before_writing(self) -> None:
        """Raise if what is written would be lost."""
        self.database.check()
        self.log.check()
        if time.monotonic() >= self.names_checked + NAMES_SECONDS:
            self.check()

    def after_writing(self) -> None:
        """Raise if the files are not what they were, so that nothing written to the log is acknowledged."""
        self.log.was_written()
        self.database.check()

    def check(self) -> None:
        """Raise if the files are not what they were."""
        self.names_checked = 0.0
        self.database.check()
        self.log.check()
        self.database.check_name()
        self.log.check_name()
        check_name(self.index, self.index_known)
        self.names_checked = time.monotonic()

    def close(self) -> None:
        """Close the files, after SQLite has."""
        self.database.close()
        self.log.close()

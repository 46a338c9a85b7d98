"""Whether the files of a store still hold what this process has written to them. SQLite does not look.

Nobody else writes to these files. So whenever the system says that one was written to, moved or removed, and it was
not the writer's own doing, what comes next must not be acknowledged. That is asked by open handles, which is cheap.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Final

from maitred.server.sqlite_file import Damaged, index_of, log_of
from maitred.server.store import StoreFailed

# Names are looked up at most so often (in seconds): handles do not notice when the whole folder is moved.
NAMES_SECONDS: Final = 1.0

Mark = tuple[int, int, int, int]


class WatchedFile:
    """A file as it was left; anybody else's change to it is noticed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        # To be closed only after SQLite's own: closing any handle of a file gives up its locks.
        self.handle = os.open(path, os.O_RDWR)
        self.stat = os.fstat(self.handle)
        self.mark = self.marked()

    if sys.platform == "win32":  # where the time of a write is known only once the file is closed

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
        """Refuse to go on with a file that somebody else has changed."""
        mark = self.marked()
        if mark != self.mark:
            self.check_name()
            if mark[0] != self.mark[0]:
                what = "cut short" if mark[2] < self.mark[2] else "written to by another program"
                raise Damaged(told(self.path, what))
            self.mark = mark  # it was moved and is back, or has another owner: what it holds is the same

    def was_written(self) -> None:
        """The writer itself has written to the file."""
        mark = self.marked()
        if mark[3] != self.mark[3]:
            self.check_name()
        self.mark = mark

    def check_name(self) -> None:
        """Refuse to go on with a file whose name is gone, or that of another."""
        check_name(self.path, self.stat)

    def close(self) -> None:
        """Let go of the file, once SQLite has."""
        os.close(self.handle)


def check_name(path: Path, known: os.stat_result) -> None:
    """Refuse a name that is gone, or that of another file."""
    try:
        found = path.stat()
    except FileNotFoundError:
        raise StoreFailed(told(path, "removed")) from None
    except OSError as problem:
        raise StoreFailed(f"{path} cannot be used: {problem.strerror or problem}.") from problem
    if found.st_ino != known.st_ino or found.st_dev != known.st_dev:
        raise StoreFailed(told(path, "replaced"))
    if found.st_size < known.st_size:
        raise Damaged(told(path, "cut short"))


def told(path: Path, what: str) -> str:
    """What happened to a file, and what to do."""
    return f"{path} was {what} while the house is open: close it and put a backup in its place."


class Watch:
    """The database, its log, and the index of the log."""

    def __init__(self, path: Path) -> None:
        """All three are there as long as a connection is open."""
        self.database = WatchedFile(path)
        self.log = WatchedFile(log_of(path))
        self.index = index_of(path)
        self.index_known = self.index.stat()
        self.names_checked = 0.0

    def before_writing(self) -> None:
        """Refuse to write where it would be lost."""
        self.database.check()
        self.log.check()
        if time.monotonic() >= self.names_checked + NAMES_SECONDS:
            self.check()

    def after_writing(self) -> None:
        """Refuse to acknowledge what was written to the log, if the files are not what they were."""
        self.log.was_written()
        self.database.check()

    def check(self) -> None:
        """Refuse to go on with files that are not what they were."""
        self.names_checked = 0.0
        self.database.check()
        self.log.check()
        self.database.check_name()
        self.log.check_name()
        check_name(self.index, self.index_known)
        self.names_checked = time.monotonic()

    def close(self) -> None:
        """Let go of the files, once SQLite has."""
        self.database.close()
        self.log.close()

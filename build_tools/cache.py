"""A cache of what was compiled, in `MAITRED_BUILD_CACHE` or else in maitred/build of the user's cache folder."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

LIMIT = 128 * 1024 * 1024


class Cache:
    """Libraries by key, and lists of them by package; the oldest are removed when it grows too large."""

    def __init__(self, instead: Path) -> None:
        """Use the user's cache, or `instead` if that is not writable."""
        try:
            self.folder = self.chosen()
            self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.folder):
                pass
        except (OSError, RuntimeError):
            self.folder = instead
            self.folder.mkdir(parents=True, exist_ok=True)

    @staticmethod
    def chosen() -> Path:
        """The folder that the user has chosen."""
        if own := os.environ.get("MAITRED_BUILD_CACHE"):
            return Path(own)
        caches = os.environ.get("XDG_CACHE_HOME")
        return Path(caches if caches else Path.home() / ".cache", "maitred", "build")

    def keep(self, key: str, data: bytes) -> None:
        """Store a file; nobody ever sees half of it."""
        with tempfile.NamedTemporaryFile(dir=self.folder, delete=False) as file:
            file.write(data)
        Path(file.name).replace(self.folder / key)

    def find(self, key: str) -> bytes | None:
        """A stored file, if it is still there; it now counts as the newest."""
        path = self.folder / key
        try:
            os.utime(path)
            return path.read_bytes()
        except OSError:
            return None

    def prune(self) -> None:
        """Remove the files unused for longest."""
        kept = 0
        with contextlib.suppress(OSError):
            for path in sorted(self.folder.iterdir(), key=lambda path: -path.stat().st_mtime):
                kept += path.stat().st_size
                if kept > LIMIT:
                    path.unlink(missing_ok=True)

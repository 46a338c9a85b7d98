"""A new user's machine: a copy of the checkout, and an environment with an empty home and nothing in any cache."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]
IGNORED = [line.rstrip("/") for line in (".git", *(ROOT / ".gitignore").read_text(encoding="utf-8").split())]
CALM = {"PIP_NO_CACHE_DIR": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1", "PIP_COMPILE": "0"}
# How a machine reaches its package index stays as it is; everything else of the user's own is gone.
FORGOTTEN = ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS", "LDSHARED", "VIRTUAL_ENV", "PIP_CACHE_DIR", "UV_CACHE_DIR")
FORGOTTEN_KINDS = ("MAITRED_", "PYTHON", "PYTEST_", "XDG_", "PIPX_", "MAKE", "MFLAGS", "HATCH_", "MYPY")


def can_compile() -> bool:
    """Whether this machine compiles; with CI set it has to."""
    check = [sys.executable, str(ROOT / "build_tools" / "native.py"), "--check"]
    return bool(os.environ.get("CI")) or subprocess.run(check, capture_output=True, check=False).returncode == 0


def check_out(folder: Path) -> Path:
    """Copy what a clean checkout has: neither what was built nor what was set up."""

    def ignored(inside: str, names: list[str]) -> list[str]:
        paths = {name: Path(inside, name).relative_to(ROOT).as_posix() for name in names}
        return [name for name in names if any(fnmatch(paths[name] if "/" in line else name, line) for line in IGNORED)]

    shutil.copytree(ROOT, folder, ignore=ignored)
    return folder


class Machine:
    """Somebody's home, where nothing is, and whatever is run from there."""

    def __init__(self, home: Path, **settings: str) -> None:
        self.home = home
        self.elsewhere = home / "elsewhere"
        self.elsewhere.mkdir(parents=True, exist_ok=True)
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in FORGOTTEN and not name.startswith(FORGOTTEN_KINDS)
        }
        self.environment = {
            **kept,
            **CALM,
            "HOME": str(home),
            "MAITRED_BUILD_CACHE": str(home / "build-cache"),
            "MAITRED_OPTIMIZE": "0",  # what is tested is that it compiles and installs, not how fast games are then
            **settings,
        }

    def run(self, *command: str | Path, cwd: Path | None = None, status: int = 0) -> str:
        """Run a command, by itself from a folder that has nothing to do with maitred; what it said."""
        words = [str(word) for word in command]
        run = subprocess.run(
            words,
            cwd=cwd or self.elsewhere,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert run.returncode == status, f"{' '.join(words)}: status {run.returncode}\n{run.stdout}"
        return run.stdout

    def new_python(self, name: str = "python") -> Path:
        """The Python of a new virtual environment, in which nothing is."""
        self.run(sys.executable, "-m", "venv", self.home / name)
        return self.home / name / "bin" / "python"

    def mypy(self, python: Path, program: Path) -> str:
        """What mypy says of a program that uses what is installed there."""
        words: Sequence[str | Path] = ("--strict", "--config-file=", "--python-executable", python, program)
        return self.run(sys.executable, "-m", "mypy", *words)

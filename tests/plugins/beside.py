"""A game of somebody else's, made by `maitred new-game` and installed beside maitred in an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

import maitred

NAME = "soup_wars"
TITLE = "Soup Wars"
BROKEN = """
from maitred.games.delectable import GAME as TAKEN
from maitred.starter.game import TastingGame

class Odd(TastingGame):
    def __init__(self):
        super().__init__()
        self.id = "../soup"

class Falls(TastingGame):
    def __getattribute__(self, name):
        if name == "id":
            raise RuntimeError("the soup is cold")
        return super().__getattribute__(name)

ODD, FALLS, NUMBER = Odd(), Falls(), 7
"""
ENTRY_POINTS = """[maitred.games]
falls = broken_games:FALLS
leaves = leaving_game:GAME
missing = no_such_package:GAME
number = broken_games:NUMBER
odd = broken_games:ODD
taken = broken_games:TAKEN
"""
SENTENCES = {
    "falls": "RuntimeError: the soup is cold",
    "leaves": "SystemExit: 3",
    "missing": "ModuleNotFoundError: No module named 'no_such_package'",
    "number": "it is not a Game but int",
    "odd": "its id '../soup' is not a word of small letters, digits and underscores",
    "taken": "its id 'delectable' is taken by Delectable in maitred.games.delectable",
}
"""What is said of each broken plugin."""


@dataclass
class Beside:
    """The environment, and where the package was written."""

    python: Path
    project: Path

    def run(self, *arguments: str | Path, status: int = 0, cwd: Path | None = None, input: str = "") -> tuple[str, str]:
        """Run Python there; what it said, and what it complained of."""
        command = [str(self.python), *[str(argument) for argument in arguments]]
        environment = {**os.environ, "PYTHONPATH": str(Path(str(maitred.__file__)).parents[1])}
        place = cwd or self.project.parent
        ran = subprocess.run(
            command, cwd=place, env=environment, capture_output=True, text=True, check=False, input=input
        )
        assert ran.returncode == status, f"{command}: {ran.returncode}\n{ran.stdout}\n{ran.stderr}"
        return ran.stdout, ran.stderr

    def maitred(self, *arguments: str | Path, status: int = 0) -> str:
        """What a command of maitred says there."""
        return self.run("-m", "maitred", *arguments, status=status)[0]


def make(folder: Path) -> Beside:
    """Make an environment that has everything that this one has, write the package, and install it."""
    home = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / "bin" / "python"
    (packages,) = home.glob("lib/python*/site-packages")
    (packages / "beside.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    empty = folder / "empty"
    empty.mkdir()
    beside = Beside(python, empty / NAME)
    said = beside.maitred("new-game", NAME)
    assert f"Written to {NAME}/" in said
    quietly = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--no-index"]
    beside.run("-m", "pip", "install", *quietly, beside.project)
    return beside


def break_some(beside: Beside) -> None:
    """Install plugins that are broken in every way, as far as maitred can tell."""
    (packages,) = beside.python.parents[1].glob("lib/python*/site-packages")
    (packages / "broken_games.py").write_text(BROKEN, encoding="utf-8")
    (packages / "leaving_game.py").write_text("raise SystemExit(3)\n", encoding="utf-8")
    metadata = packages / "broken_games-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-games\nVersion: 1.0\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")

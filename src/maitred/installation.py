"""What this installation is: its version, how it was built, and what could not be built."""

from __future__ import annotations

from importlib.metadata import version
from importlib.resources import files

import maitred


def shortfalls() -> list[str]:
    """What the build could not make, each with its reason, as hatch_build.py recorded it."""
    told = files("maitred").joinpath("built.txt")
    return told.read_text(encoding="utf-8").splitlines() if told.is_file() else []


def described() -> str:
    """The version, how the rules run, and what is missing."""
    kind = "compiled" if maitred.build() == "compiled" else "plain Python"
    return "\n".join([f"maitred {version('maitred')}, {kind}", *[f"It is {line}" for line in shortfalls()]])

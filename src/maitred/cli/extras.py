"""Verbs of the package's extras and of other packages, found by their entry points in the group `maitred.commands`."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Final

from maitred.cli.verb import Verb

GROUP: Final = "maitred.commands"


def extra_verbs() -> list[Verb]:
    """Every verb that an entry point leads to, by name."""
    found = [entry.load() for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)]
    return [each for each in found if isinstance(each, Verb)]

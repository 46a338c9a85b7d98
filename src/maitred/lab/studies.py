"""How a house runs the laboratory for people at its page; found by its entry point in the group `maitred.studies`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from maitred.kernel.errors import BadSetup
from maitred.lab.command import need_extra
from maitred.server.studies import Side

MOST_GAMES: Final = 100_000
"""Deals of each kind that a study plays at most, however much time it has: what it keeps of them is in memory."""


class LabStudies:
    """Says whether the laboratory can run here, and with which words of the command line."""

    def missing(self) -> str:
        """Why it cannot run, in one sentence; empty if it can."""
        try:
            need_extra()
        except BadSetup as refusal:
            return str(refusal)
        return ""

    def report(self, game: str, players: int | None, bots: str, side: Side) -> list[str]:
        """The command of a report."""
        words = ["lab", "report", game, "--bots", bots]
        words += ["--players", str(players)] if players is not None else []
        words += ["--cards", side.cards] if side.cards is not None else []
        return [*words, *[word for name, value in side.options.items() for word in ("--option", f"{name}={value}")]]

    def diff(self, game: str, players: int | None, bots: str, old: Side, new: Side) -> list[str]:
        """The command of a comparison."""
        words = ["lab", "diff", game, "--bots", bots]
        words += ["--players", str(players)] if players is not None else []
        for name, side in (("old", old), ("new", new)):
            words += [f"--{name}", side.cards] if side.cards is not None else []
            words += [word for key, value in side.options.items() for word in (f"--{name}-option", f"{key}={value}")]
        return words

    def run(self, words: list[str], minutes: float, out: Path) -> list[str]:
        """The same command with how long it plays at most and how much, on one core, and where it writes its page."""
        bounds = ["--minutes", f"{minutes:g}", "--games", str(MOST_GAMES), "--jobs", "1"]
        return [*words, *bounds, "--out", str(out)]


STUDIES: Final = LabStudies()
"""For the entry point."""

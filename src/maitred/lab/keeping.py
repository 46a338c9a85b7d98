"""What was played so far, kept in a file beside the report, so that an interrupted run can go on."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from maitred.kernel.errors import Refused
from maitred.lab.playing import Played, Watched
from maitred.lab.work import Rounds, Task

FORMAT: Final = 1


class CannotKeep(Refused):
    """Something that could not be written or read."""


def fingerprint(tasks: Sequence[Task]) -> str:
    """What is the same if and only if the same is played."""
    return hashlib.sha256(json.dumps([FORMAT, *tasks], sort_keys=True).encode()).hexdigest()


class Kept:
    """The rounds that were played, one line each; what is cut short at the end is dropped."""

    def __init__(self, file: Path, tasks: Sequence[Task]) -> None:
        self.file = file
        self.tasks = tasks
        self.written = 0

    def begin(self) -> None:
        """Begin anew."""
        self.write(f"{fingerprint(self.tasks)}\n", "w")

    def read(self) -> tuple[int, Rounds]:
        """The rounds that were played before, or a refusal."""
        if not self.file.exists():
            raise CannotKeep(f"There is nothing to go on with: {self.file.name} is not there.")
        head, *lines = self.file.read_text(encoding="utf-8").rpartition("\n")[0].split("\n")
        if head != fingerprint(self.tasks):
            raise CannotKeep(f"{self.file.name} was played with other arguments; without --resume it is begun anew.")
        rows: Rounds = [[] for _ in self.tasks]
        for line in lines:
            for games, more in zip(rows, json.loads(line), strict=True):
                games += [played_from(each) for each in more]
        self.written = len(lines)
        return self.written, rows

    def add(self, rounds: int, rows: Rounds) -> None:
        """Keep the last round."""
        if rounds > self.written:
            last = [games[-task.deals :] for task, games in zip(self.tasks, rows, strict=True)]
            self.write(json.dumps(last) + "\n", "a")
            self.written = rounds

    def write(self, text: str, mode: str) -> None:
        """Write to the file, or say why not."""
        try:
            with self.file.open(mode, encoding="utf-8") as file:
                file.write(text)
        except OSError as problem:
            raise CannotKeep(f"{self.file} cannot be written: {problem.strerror}.") from problem

    def close(self) -> None:
        """Forget what was played: the report is written."""
        self.file.unlink(missing_ok=True)


def played_from(told: Sequence[object]) -> Played:
    """A game from what JSON made of it."""
    *facts, watched = told
    return Played(*facts, None if watched is None else Watched(*watched))  # type: ignore[misc,arg-type,call-arg]


def write_table(file: Path, tasks: Sequence[Task], rows: Rounds) -> None:
    """All games as one table: a line for each seat of each game."""
    try:
        with file.open("w", encoding="utf-8", newline="") as out:
            table = csv.writer(out)
            table.writerow(["for", "players", "deal", "seat", "bot", "never", "deck", "first", "score", "decisions"])
            for task, games in zip(tasks, rows, strict=True):
                setting = task.setting
                for game in games:
                    for seat in range(setting.players):
                        deck = game.decks[seat] if game.decks else ""
                        never = " ".join(setting.never[seat])
                        table.writerow(
                            [
                                *(task.name, setting.players, game.deal, seat + 1, setting.levels[seat], never, deck),
                                *(game.firsts[seat], game.scores[seat], game.decisions),
                            ]
                        )
    except OSError as problem:
        raise CannotKeep(f"{file} cannot be written: {problem.strerror}.") from problem

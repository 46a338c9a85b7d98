"""What was played so far, kept in a file beside the report, so that an interrupted run can go on; and tables of it."""

from __future__ import annotations

import csv
import hashlib
import json
import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from maitred.kernel.errors import BadSetup, Refused
from maitred.lab.playing import Played
from maitred.lab.studying import Studied
from maitred.lab.watching import Watched
from maitred.lab.work import Rounds, Task, due

FORMAT: Final = 2
PARQUET: Final = ".parquet"
COLUMNS: Final = ("for", "players", "deal", "seat", "bot", "never", "deck", "first", "score", "decisions")


class CannotKeep(Refused):
    """Something that could not be written or read."""


def fingerprint(played: Sequence[Any]) -> str:
    """A digest of everything that decides what is played."""
    return hashlib.sha256(json.dumps([FORMAT, *played], sort_keys=True).encode()).hexdigest()


def rounds_file(out: Path) -> Path:
    """Where the rounds of a report are kept until it is written."""
    return out.with_suffix(".rounds")


class Journal:
    """What was played so far, one line for each piece of it; what is cut short at the end is dropped."""

    def __init__(self, file: Path, mark: str) -> None:
        self.file = file
        self.mark = mark
        self.written = 0

    def begin(self) -> None:
        """Start an empty journal."""
        self.write(f"{self.mark}\n", "w")

    def lines(self) -> list[Any]:
        """What was played before, or a refusal."""
        whole = self.file.read_text(encoding="utf-8").rpartition("\n")[0]
        head, *lines = whole.split("\n")
        if head != self.mark:
            raise CannotKeep(f"{self.file.name} was played with other arguments; without --resume it is begun anew.")
        with self.file.open("r+b") as file:
            file.truncate(len(whole.encode()) + 1)
        self.written = len(lines)
        return [json.loads(line) for line in lines]

    def append(self, line: object) -> None:
        """Add a line."""
        self.write(json.dumps(line) + "\n", "a")
        self.written += 1

    def write(self, text: str, mode: str) -> None:
        """Write to the file, or say why not."""
        try:
            with self.file.open(mode, encoding="utf-8") as file:
                file.write(text)
        except OSError as problem:
            kept = f" What was played is kept: {GO_ON}." if self.written else ""
            raise CannotKeep(f"{self.file} cannot be written: {problem.strerror}.{kept}") from problem

    def close(self) -> None:
        """Remove the file: the report is written."""
        self.file.unlink(missing_ok=True)


class Kept(Journal):
    """The rounds that were played."""

    def __init__(self, file: Path, tasks: Sequence[Task]) -> None:
        super().__init__(file, fingerprint(tasks))
        self.tasks = tasks

    def read(self) -> tuple[int, Rounds]:
        """The rounds that were played before, or a refusal."""
        rows: Rounds = [[] for _ in self.tasks]
        for number, line in enumerate(self.lines()):
            for at, more in zip(due(self.tasks, number), line, strict=True):
                rows[at] += [played_from(each) for each in more]
        return self.written, rows

    def add(self, rounds: int, rows: Rounds) -> None:
        """Keep the last round."""
        if rounds > self.written:
            self.append([rows[at][-self.tasks[at].deals :] for at in due(self.tasks, rounds - 1)])


GO_ON: Final = "the same command with --resume goes on from there"


def played_from(told: Sequence[Any]) -> Played:
    """A game from what JSON made of it."""
    deal, firsts, scores, decks, decisions, ms, watched, studied = told
    return Played(
        *(deal, firsts, scores, decks, decisions, ms),
        None if watched is None else Watched(*watched),
        None if studied is None else Studied(studied[0], [tuple(twin) for twin in studied[1]], *studied[2:]),
    )


# Tables for other tools


def check_table(file: Path | None) -> None:
    """Refuse a table that could not be written, before anything is played."""
    if file is None:
        return
    if not file.parent.is_dir():
        raise BadSetup(f"There is no folder {file.parent} to write {file.name} into.")
    if file.suffix == PARQUET and find_spec("pyarrow") is None:
        raise BadSetup("Parquet is an extra: install it with `pip install maitred[parquet]`, or write a .csv.")


def write_table(file: Path, tasks: Sequence[Task], rows: Rounds) -> None:
    """All games as one table, a line for each seat of each game: Parquet if the file is called so, else CSV."""
    try:
        with tempfile.TemporaryDirectory(prefix=f".{file.name}.", dir=file.parent) as folder:
            unfinished = Path(folder) / file.name
            if file.suffix == PARQUET:
                write_parquet(unfinished, tasks, rows)
            else:
                with unfinished.open("w", encoding="utf-8", newline="") as out:
                    table = csv.writer(out)
                    table.writerow(COLUMNS)
                    table.writerows(lines_of(tasks, rows))
            unfinished.replace(file)
    except OSError as problem:
        raise CannotKeep(f"{file} cannot be written: {problem.strerror}.") from problem


def write_parquet(file: Path, tasks: Sequence[Task], rows: Rounds) -> None:
    """The table as Parquet."""
    import pyarrow
    from pyarrow import parquet

    lines = list(lines_of(tasks, rows))
    columns = {name: [line[at] for line in lines] for at, name in enumerate(COLUMNS)}
    parquet.write_table(pyarrow.table(columns), file)


def lines_of(tasks: Sequence[Task], rows: Rounds) -> Iterator[tuple[str | int | float, ...]]:
    """The lines of the table."""
    for task, games in zip(tasks, rows, strict=True):
        setting = task.setting
        for game in games:
            for seat in range(setting.players):
                yield (
                    *(task.name, setting.players, game.deal, seat + 1, setting.levels[seat]),
                    *(" ".join(setting.never[seat]), game.decks[seat] if game.decks else ""),
                    *(game.firsts[seat], game.scores[seat], game.decisions),
                )

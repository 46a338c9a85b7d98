"""Saved games: where they are, and how they are written completely or not at all."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from maitred.cli.folder import house_folder, write_whole
from maitred.kernel.errors import BadSetup
from maitred.kernel.record import Record


def new_file(game_id: str) -> Path:
    """A file name in the house's own folder that no saved game has yet."""
    folder = house_folder() / "saves"
    stem = f"{game_id}-{datetime.now():%Y%m%d-%H%M%S}"
    file = folder / f"{stem}.json"
    copy = 2
    while file.exists():
        file = folder / f"{stem}-{copy}.json"
        copy += 1
    return file


def own_file(file: Path) -> Path:
    """The file the player named for a new save; refused if it would overwrite anything."""
    if file.exists():
        raise BadSetup(f"{file} is already there: save to another file, or continue this one with --resume.")
    if not file.absolute().parent.is_dir():
        raise BadSetup(f"There is no folder {file.absolute().parent} to save to.")
    return file


def write(file: Path, record: Record) -> None:
    """Write a record to a file, completely or not at all."""
    write_text(file, record.to_json())


def write_text(file: Path, text: str) -> None:
    """The same for a record that is already text."""
    try:
        write_whole(file, text)
    except OSError as problem:
        raise BadSetup(f"The game cannot be saved to {file}: {problem.strerror or problem}.") from problem

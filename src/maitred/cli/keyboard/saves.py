"""Saved games: where they lie and how they get there whole."""

from __future__ import annotations

import os
import tempfile
from datetime import datetime
from pathlib import Path

from maitred.cli.folder import house_folder
from maitred.kernel.errors import BadSetup
from maitred.kernel.record import Record


def new_file(game_id: str) -> Path:
    """A name in the house's own folder that no saved game has yet."""
    folder = house_folder() / "saves"
    stem = f"{game_id}-{datetime.now():%Y%m%d-%H%M%S}"
    file = folder / f"{stem}.json"
    copy = 2
    while file.exists():
        file = folder / f"{stem}-{copy}.json"
        copy += 1
    return file


def own_file(file: Path) -> Path:
    """A place the player named for a new save, or a refusal: nothing is overwritten."""
    if file.exists():
        raise BadSetup(f"{file} is already there: name another file to save to, or go on with it by --resume.")
    if not file.absolute().parent.is_dir():
        raise BadSetup(f"There is no folder {file.absolute().parent} to save to.")
    return file


def write(file: Path, record: Record) -> None:
    """Put a record into a file: all of it, or what was there before stays."""
    text = record.to_json()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as out:
                out.write(text)
                out.flush()
                os.fsync(out.fileno())
            Path(name).replace(file)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as problem:
        raise BadSetup(f"The game cannot be saved to {file}: {problem.strerror or problem}.") from problem

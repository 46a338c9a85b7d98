"""The house's own folder on this machine: saved games, live tables, seats at other houses."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from platformdirs import user_data_path

from maitred.cli.verb import Argument

TABLES = "maitred.db"
FOR_ITS_OWNER = 0o600
FOR_EVERYBODY = 0o644
"""What is sent to friends, or put on a server."""


def house_folder() -> Path:
    """The folder of the house, unless another one is given."""
    return user_data_path("maitred", appauthor=False)


DATA = Argument("--data", type=Path, metavar="DIR", help=f"the folder of live tables (default: {house_folder()})")


def tables_file(data: Path | None) -> Path:
    """The file of live tables in a folder, or in the house's own."""
    return (house_folder() if data is None else data) / TABLES


def write_whole(file: Path, content: str | bytes, mode: int = FOR_ITS_OWNER) -> None:
    """Write a file either completely or not at all; what was there before stays until then."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content.encode() if isinstance(content, str) else content)
            out.flush()
            os.fsync(out.fileno())
        Path(name).chmod(mode)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise

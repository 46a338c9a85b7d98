"""The house's own folder on this machine: saved games and live tables."""

from __future__ import annotations

import argparse
from pathlib import Path

from platformdirs import user_data_path

TABLES = "maitred.db"


def house_folder() -> Path:
    """Where the house keeps things unless it is told otherwise."""
    return user_data_path("maitred", appauthor=False)


def add_data(parser: argparse.ArgumentParser) -> None:
    """`--data`, for verbs that look after live tables."""
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help=f"the folder of live tables (default: {house_folder()})"
    )


def tables_file(data: Path | None) -> Path:
    """The file of live tables in a folder, or in the house's own."""
    return (house_folder() if data is None else data) / TABLES

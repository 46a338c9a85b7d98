"""Decisions as files: NPZ at once at the end, Parquet game by game."""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import numpy as np

from maitred.export.decisions import FinishedGame
from maitred.gym.core import Setting
from maitred.kernel.errors import BadSetup
from maitred.kernel.observation import BYTES

GROUP: Final = 4096
"""How many decisions a part of a Parquet file has at least."""
TYPES: Final = {
    "game": np.int32,
    "step": np.int32,
    "seed": np.int64,
    "seat": np.int8,
    "bot": np.int8,
    "action": np.int32,
    "outlook": np.float32,
    "result": np.float32,
    "score": np.int32,
}
"""The columns that are one number a decision."""


class Writer:
    """Writes decisions; what was added is in the file once it is closed, however that comes."""

    def __init__(self, file: Path, setting: Setting, levels: list[str]) -> None:
        self.file = file
        self.actions = setting.n_actions
        observer = setting.observer()
        self.size = observer.words * BYTES
        self.rows = 0
        self.columns: dict[str, list[Any]] = {name: [] for name in (*TYPES, "observation", "mask")}
        self.parquet: Any = None
        self.facts = {
            "game": setting.game.id,
            "rules_version": str(setting.game.rules_version),
            "players": str(setting.players),
            "options": json.dumps(setting.options),
            "deck": setting.cards.digest,
            "bots": json.dumps(levels),
            "layout": json.dumps([[field.name, field.at, field.size] for field in observer.fields]),
        }

    def __enter__(self) -> Self:
        try:
            self.file.open("wb").close()
        except OSError as problem:
            raise BadSetup(f"{self.file} cannot be written: {problem.strerror or problem}.") from problem
        return self

    def add(self, number: int, game: FinishedGame) -> None:
        """Add a finished game."""
        for step, made in enumerate(game.decisions):
            mask = np.zeros(self.actions, np.uint8)
            mask[made.legal] = 1
            row = (number, step, game.seed, made.seat, made.level, made.action, made.outlook)
            ends = (game.results[made.seat], game.scores[made.seat])
            for column, value in zip(self.columns.values(), (*row, *ends, made.observation, mask), strict=True):
                column.append(value)
        self.rows += len(game.decisions)
        if self.file.suffix == ".parquet" and len(self.columns["game"]) >= GROUP:
            self.write_group()

    def arrays(self) -> dict[str, Any]:
        """The decisions that have not been written yet."""
        found: dict[str, Any] = {name: np.array(self.columns[name], kind) for name, kind in TYPES.items()}
        seen = np.frombuffer(b"".join(self.columns["observation"]), np.uint8)
        found["observation"] = seen.reshape(-1, self.size)
        found["mask"] = np.array(self.columns["mask"], np.uint8).reshape(-1, self.actions)
        return found

    def write_group(self) -> None:
        """Write another part of a Parquet file."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        arrays = self.arrays()
        columns = {
            name: pa.FixedSizeListArray.from_arrays(pa.array(array.reshape(-1)), array.shape[1])
            if array.ndim == 2
            else pa.array(array)
            for name, array in arrays.items()
        }
        table = pa.table(columns).replace_schema_metadata(self.facts)
        if self.parquet is None:
            self.parquet = pq.ParquetWriter(self.file, table.schema, compression="zstd")
        self.parquet.write_table(table)
        for column in self.columns.values():
            column.clear()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write the rest."""
        try:
            if self.file.suffix == ".parquet":
                self.write_group()
                self.parquet.close()
            else:
                facts: dict[str, Any] = {f"about_{name}": np.array(told) for name, told in self.facts.items()}
                np.savez_compressed(self.file, **self.arrays(), **facts)
        except OSError as problem:
            raise BadSetup(f"{self.file} cannot be written: {problem.strerror or problem}.") from problem

"""Saved games go to a folder of the test's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from maitred.cli import saves


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Saves go to a folder of the test's own."""
    monkeypatch.setattr(saves, "house_folder", lambda: tmp_path / "house")
    return tmp_path / "house" / "saves"

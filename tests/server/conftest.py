"""One open house for all tests of a module: a process takes a second to start."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.guest import RunningHouse, closes_cleanly


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """A house that must close cleanly, with nothing in its log that it could not explain."""
    yield from closes_cleanly(RunningHouse(tmp_path_factory.mktemp("house") / "data"))

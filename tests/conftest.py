"""What every test run needs: the build it is meant to test, and how long Hypothesis may look."""

from __future__ import annotations

import os
import sys

import pytest
from hypothesis import settings

import maitred

pytest.register_assert_rewrite("maitred.testing")

from maitred.testing.tables import EXAMPLES  # noqa: E402

settings.register_profile("maitred", EXAMPLES)
settings.load_profile("maitred")

SOAK_SECONDS = 7200


@pytest.hookimpl(optionalhook=True)  # mutants are tried without xdist
def pytest_xdist_auto_num_workers() -> int:
    """With `-n auto`, one process more than there are processors: tests often wait for a server or a browser."""
    return (os.cpu_count() or 1) + 1


def pytest_report_header() -> str:
    return f"maitred: {maitred.build()} build"


def pytest_sessionstart(session: pytest.Session) -> None:
    expected = os.environ.get("MAITRED_EXPECT_BUILD")
    if expected and expected != maitred.build():
        pytest.exit(f"this run is meant for the {expected} build, but the {maitred.build()} one is imported", 3)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give soak tests, which take long by nature, a longer limit of time."""
    for item in items:
        if item.get_closest_marker("soak") is not None and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(SOAK_SECONDS))


def pytest_collection_finish(session: pytest.Session) -> None:
    """OpenSpiel brings a log handler with the stream that was there when it was imported: a file of pytest's own, which
    would be closed with the handler when logging is set up."""
    absl = sys.modules.get("absl.logging")
    if absl is not None:
        absl.get_absl_handler().python_handler.setStream(sys.__stderr__)

"""What every test run needs: the build it is meant to test, and how long Hypothesis may look."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

import maitred

pytest.register_assert_rewrite("maitred.testing")

from maitred.testing.tables import EXAMPLES  # noqa: E402

settings.register_profile("maitred", EXAMPLES)
settings.load_profile("maitred")


def pytest_report_header() -> str:
    return f"maitred: {maitred.build()} build"


def pytest_sessionstart(session: pytest.Session) -> None:
    expected = os.environ.get("MAITRED_EXPECT_BUILD")
    if expected and expected != maitred.build():
        pytest.exit(f"this run is meant for the {expected} build, but the {maitred.build()} one is imported", 3)

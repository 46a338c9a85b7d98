"""What every test run needs: the build it is meant to test, and how long Hypothesis may look."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

import maitred

UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile("test", UNHURRIED, max_examples=6, derandomize=True, database=None)
settings.register_profile("soak", UNHURRIED, max_examples=60)
settings.load_profile(os.environ.get("MAITRED_HYPOTHESIS", "test"))


def pytest_report_header() -> str:
    return f"maitred: {maitred.build()} build"


def pytest_sessionstart(session: pytest.Session) -> None:
    expected = os.environ.get("MAITRED_EXPECT_BUILD")
    if expected and expected != maitred.build():
        pytest.exit(f"this run is meant for the {expected} build, but the {maitred.build()} one is imported", 3)

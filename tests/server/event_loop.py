"""Tests that are coroutines: each has an event loop of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import ParamSpec

P = ParamSpec("P")
LONGEST_SECONDS = 900  # a test that waits for what never comes fails instead of standing still


def in_event_loop(test: Callable[P, Coroutine[None, None, None]]) -> Callable[P, None]:
    """Run a test in an event loop."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), LONGEST_SECONDS))

    return run

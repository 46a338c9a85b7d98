"""How a rate is measured, for us and for the peers alike: processor time, the best of some rounds, without deals."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

ROUNDS = 5
ROUND_SECONDS = 0.5


def best_rate(deal: Callable[[], Any], play: Callable[[Any], int]) -> float:
    """Decisions a second of `play`, which takes what `deal` made and says how many decisions there were."""
    clock = time.process_time
    best = 0.0
    for _ in range(ROUNDS):
        decisions = 0
        playing = 0.0
        while playing < ROUND_SECONDS:
            table = deal()
            begun = clock()
            decisions += play(table)
            playing += clock() - begun
        best = max(best, decisions / playing)
    return best

"""RLCard's uno, driven from Python, in which it is written. Prints JSON."""

from __future__ import annotations

import json
import random
from typing import Any

import rlcard
from rounds import best_rate

ENV = rlcard.make("uno", config={"game_num_players": 4})


def drive(dealt: Any) -> int:
    """Random play from Python; how many decisions there were."""
    state, _ = dealt
    decisions = 0
    while not ENV.is_over():
        state, _ = ENV.step(random.choice(list(state["legal_actions"])))
        decisions += 1
    return decisions


print(json.dumps([{"game": "uno", "driven": best_rate(ENV.reset, drive)}]))

"""Medium bots of whatever build runs this, for `against.py`: only what every version of maitred has."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import maitred


def answer() -> None:
    """Deal, follow and decide as asked on standard input, line by line."""
    state: Any = None
    chances: dict[int, Any] = {}
    player: Any = None
    for line in sys.stdin:
        asked = json.loads(line)
        if asked[0] == "deal":
            _, game_id, players, seed, branches = asked
            game = maitred.game(game_id)
            state = game.new(players, seed)
            player = maitred.bot("medium", game)
            chances = {int(seat): maitred.Stream(seed, branch=branch) for seat, branch in branches.items()}
        elif asked[0] == "move":
            state.apply(asked[1], asked[2])
        elif asked[0] == "scores":
            print(json.dumps(state.scores()), flush=True)
        else:
            _, seat, may_wait = asked
            begun = time.process_time()
            decide = player.decide_or_wait if may_wait else player.decide
            action = decide(state, seat, chances[seat])
            print(json.dumps([action, time.process_time() - begun]), flush=True)


if __name__ == "__main__":
    answer()

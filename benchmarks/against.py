"""Bots of this build against the medium bots of another: `python benchmarks/against.py OLD ovens --bots hard:200`.

OLD is the Python interpreter of an environment that an earlier maitred with the same rules is installed in. It plays
along in a process of its own: both builds deal the same game and are told every move, and each is asked for the moves
of its own seats. Each deal is played once for every seat of the challenger, who sits alone among the old bots, so that
between equals it comes first in one of so many games as there are players. CPU time is counted apart for both.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import maitred
from maitred.bots.ladder import BIN_RATIO, Timed, entrant
from maitred.bots.levels import Bot, play_game
from maitred.bots.series import with_interval
from maitred.kernel.chance import Stream
from maitred.kernel.errors import Refused
from maitred.kernel.state import State

OTHER_SCRIPT = Path(__file__).with_name("other_medium.py")


class Other(Bot):
    """All medium bots of the other build."""

    def __init__(self, python: str) -> None:
        super().__init__()
        self.process = subprocess.Popen(
            [python, OTHER_SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={}
        )
        self.seconds = 0.0
        self.decisions = 0

    def tell(self, *said: Any) -> None:
        """Send a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(said) + "\n")

    def ask(self, *said: Any) -> Any:
        """Send a line and read the answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.tell(*said)
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def move_of(self, seat: int, may_wait: bool) -> int:
        """The move of a seat, timed."""
        action, seconds = self.ask("decide", seat, may_wait)
        self.seconds += seconds
        self.decisions += 1
        return int(action)

    def choose(self, known: State, seat: int, chance: Stream) -> int:
        return self.move_of(seat, False)

    def decide(self, state: State, seat: int, chance: Stream) -> int:
        return self.move_of(seat, False)

    def decide_or_wait(self, state: State, seat: int, chance: Stream) -> int:
        return self.move_of(seat, True)

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def mean_ms(times: Mapping[int, int]) -> float:
    """The mean of a histogram of decision times."""
    return sum(BIN_RATIO**at * count for at, count in times.items()) / max(1, sum(times.values()))


def play(game_id: str, players: int, seed: int, at: int, challenger: Bot, other: Other) -> float:
    """One game with the challenger on a seat: its part of the first place."""
    state = maitred.game(game_id).new(players, seed)
    branches = {seat: 1 + (seat - at) % players for seat in range(players)}
    other.tell("deal", game_id, players, seed, branches)
    bots: list[Bot] = [challenger if seat == at else other for seat in range(players)]
    chances = [Stream(seed, branch=branches[seat]) for seat in range(players)]
    play_game(state, bots, chances, lambda seat, action: other.tell("move", seat, action))
    if other.ask("scores") != state.scores():
        raise SystemExit(f"The two builds play {game_id} by different rules (deal {seed}).")
    winners = state.ranking()[0]
    return 1 / len(winners) if at in winners else 0.0


def main() -> None:
    """Play the deals and print the challenger's share of first places with its interval."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("old", help="the Python of the other build")
    arguments.add_argument("game")
    arguments.add_argument("--players", type=int, default=0, help="by default as few as the game is for")
    arguments.add_argument("--bots", default="medium", help="the challenger of this build, such as hard:200")
    arguments.add_argument("--deals", type=int, default=200)
    arguments.add_argument("--seed", type=int, default=0, help="of the first deal")
    chosen = arguments.parse_args()
    try:
        game = maitred.game(chosen.game)
        players = chosen.players or game.min_players
        game.check_players(players)
        challenger = Timed(entrant(chosen.bots, game, str(game.sense.iterations)))
    except Refused as refused:
        arguments.error(str(refused))
    other = Other(chosen.old)
    shares: list[tuple[float, int]] = []
    for deal in range(chosen.deals):
        seed = chosen.seed + deal
        won = sum([play(game.id, players, seed, at, challenger, other) for at in range(players)])
        shares.append((won, players))
        print(f"\r{deal + 1} of {chosen.deals} deals", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    other.close()
    told = {
        "game": game.id,
        "players": players,
        "challenger": chosen.bots,
        "against": "old medium",
        "deals": chosen.deals,
        "seed": chosen.seed,
        **with_interval("share", shares, chosen.seed),
        "ms": round(mean_ms(challenger.times), 4),
        "old_ms": round(1000 * other.seconds / max(1, other.decisions), 4),
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()

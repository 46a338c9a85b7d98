"""How many games two builds' bots play per CPU second, side by side: `python benchmarks/bots.py OLD NEW`.

OLD and NEW are the Python interpreters of two environments that maitred is installed in. Both stay open, play the
same deals and take turns every fraction of a second, so that whatever else the machine does slows both alike.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from statistics import median
from typing import Any

from pages import table, write_between

GAMES = ("chefs_choice", "delectable", "diner", "food_court", "ovens")
TABLES = (2, 4)
LEVELS = ("medium", "easy")
ROUNDS = 5
ROUND_SECONDS = 0.4
WARM_UP_SECONDS = 0.4  # so that what is computed only once does not count


def answer() -> None:
    """Play what is asked for on standard input, line by line; print how many games there were and their CPU time."""
    import maitred
    from maitred.bots.series import play_one, set_series

    for line in sys.stdin:
        game_id, players, level, first, seconds = json.loads(line)
        game = maitred.game(game_id)
        if not game.min_players <= players <= game.max_players:
            print(json.dumps(None), flush=True)
            continue
        series = set_series(game, players, 1 << 30, [level], 1, {}, None)
        number = first
        begun = time.process_time()
        while time.process_time() - begun < seconds:
            play_one(series, number)
            number += 1
        print(json.dumps([number - first, time.process_time() - begun]), flush=True)


class Build:
    """An installed build that plays on request."""

    def __init__(self, python: str) -> None:
        self.process = subprocess.Popen(
            [python, __file__, "--answer"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={}
        )

    def play(self, game: str, players: int, level: str, first: int, seconds: float) -> Any:
        """The games played and the CPU time they took; None if this game is not for so many players."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([game, players, level, first, seconds]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def rates(old: Build, new: Build, game: str, players: int, level: str) -> list[float] | None:
    """Games per CPU second of both builds, and the median of their ratios; None if the game is not for so many
    players."""
    for build in (old, new):
        if build.play(game, players, level, 0, WARM_UP_SECONDS) is None:
            return None
    pairs: list[tuple[float, float]] = []
    for turn in range(ROUNDS):
        first, then = (old, new) if turn % 2 == 0 else (new, old)
        one = first.play(game, players, level, 1000 * turn, ROUND_SECONDS)
        two = then.play(game, players, level, 1000 * turn, ROUND_SECONDS)
        pair = (one[0] / one[1], two[0] / two[1])
        pairs.append(pair if turn % 2 == 0 else (pair[1], pair[0]))
    return [median([a for a, _ in pairs]), median([b for _, b in pairs]), median([b / a for a, b in pairs])]


def main() -> None:
    """Measure all games, player counts and levels that were asked for."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("old")
    arguments.add_argument("new", nargs="?", default=sys.executable)
    arguments.add_argument("--games", nargs="*", default=GAMES)
    arguments.add_argument("--players", nargs="*", type=int, default=TABLES)
    arguments.add_argument("--bots", nargs="*", default=LEVELS)
    arguments.add_argument("--write", action="store_true", help="write the table into docs/speed.md")
    chosen = arguments.parse_args()
    old, new = Build(chosen.old), Build(chosen.new)
    lines: list[list[str]] = []
    for game in chosen.games:
        for players in chosen.players:
            for level in chosen.bots:
                measured = rates(old, new, game, players, level)
                if measured:
                    before, now, ratio = measured
                    row = [game, str(players), level, f"{before:,.0f}", f"{now:,.0f}", f"{ratio:.1f} ×"]
                    print("  ".join(row), file=sys.stderr, flush=True)
                    lines.append(row)
    old.close()
    new.close()
    drawn = table(["", "players", "bots", "games/s before", "games/s now", "ratio"], lines)
    print(drawn)
    if chosen.write:
        write_between("speed.md", "bots", drawn)


if __name__ == "__main__":
    if sys.argv[1:] == ["--answer"]:
        answer()
    else:
        main()

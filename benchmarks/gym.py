"""Our environments beside those of others, in one run on one core: `python benchmarks/gym.py`.

Run it with the Python that has maitred[gym] installed. The others get a virtual environment of their own under
build/gym. Steps a second of processor time, each with observation and mask, without choosing the action. Writes
benchmarks/gym.json and the tables in docs/gym.md and README.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from pages import table, write_between
from peer_gym import best_rate, drawn

import maitred
from maitred import gym
from maitred.kernel.game import Game

HERE = Path(__file__).parent
HOME = HERE.parent / "build" / "gym"
PACKAGES = ("envpool", "jax", "open_spiel", "pettingzoo[classic]", "pgx")
OTHERS = {"envpool": "EnvPool", "pgx": "Pgx", "pettingzoo": "PettingZoo classic", "openspiel": "OpenSpiel from Python"}
BATCH = 1024
PLAYERS = 4


def python_of_others() -> Path:
    """The Python that has the others, in an environment that is made once."""
    python = HOME / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", HOME], check=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES], check=True)
    return python


def players_of(game: Game) -> int:
    """Four players, or as near as a game comes."""
    return min(game.max_players, max(game.min_players, PLAYERS))


def vector_rate(game: Game) -> float:
    """Steps of many games at once."""
    chance = np.random.default_rng(0)
    envs = gym.vector(game, BATCH, players_of(game))
    envs.reset(seed=1)

    def work() -> Iterator[tuple[Callable[[], Any], int]]:
        while True:
            actions = drawn(envs.masks, chance)
            yield partial(envs.step, actions), BATCH

    return best_rate(work())


def aec_rate(game: Game) -> float:
    """Steps of one game through PettingZoo."""
    chance = np.random.default_rng(0)
    env = gym.aec(game, players_of(game))
    env.reset(seed=1)
    shown = [env.last()]

    def step(action: int) -> None:
        env.step(action)
        if env.terminations[env.agent_selection]:
            env.reset()
        shown[0] = env.last()

    def work() -> Iterator[tuple[Callable[[], Any], int]]:
        while True:
            action = int(drawn(shown[0][0]["action_mask"][None], chance)[0])
            yield partial(step, action), 1

    return best_rate(work())


def rows_of(rates: dict[str, dict[str, float]]) -> list[list[str]]:
    """The table, each rate also as a ratio to PettingZoo's fastest and to EnvPool."""
    yard = max(rates["pettingzoo"].values(), default=0.0)
    pool = max(rates["envpool"].values(), default=0.0)

    def line(name: str, rate: float) -> list[str]:
        ratios = [f"{rate / each:,.2f} ×" if each else "" for each in (yard, pool)]
        return [name, f"{rate:,.0f}", *ratios]

    lines = [line(f"maitred: {name}", rate) for name, rate in rates["vector"].items()]
    lines.append(line("maitred: mean of the five", sum(rates["vector"].values()) / len(rates["vector"])))
    lines += [line(f"maitred, one game by AEC: {name}", rate) for name, rate in rates["aec"].items()]
    for other, title in OTHERS.items():
        lines += [line(f"{title}: {name.partition('(')[0]}", rate) for name, rate in rates[other].items()]
    return lines


def main() -> None:
    """Measure everything, one after another on one core, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dry", action="store_true", help="print the table, and write nothing")
    chosen = parser.parse_args()
    python = python_of_others()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rates: dict[str, dict[str, float]] = {"vector": {}, "aec": {}}
    for game in maitred.all_games():
        print(f"{game.title} …", file=sys.stderr)
        rates["vector"][game.id] = vector_rate(game)
        rates["aec"][game.id] = aec_rate(game)
    for other, title in OTHERS.items():
        print(f"{title} …", file=sys.stderr)
        told = subprocess.run([python, HERE / "peer_gym.py", other], check=True, stdout=subprocess.PIPE, text=True)
        rates[other] = json.loads(told.stdout.splitlines()[-1])
    lines = rows_of(rates)
    drawn_table = table(["steps a second", "", "to PettingZoo classic", "to EnvPool"], lines)
    print(drawn_table)
    if chosen.dry:
        return
    told_all = {"python": platform.python_version(), "machine": platform.machine(), "rates": rates}
    (HERE / "gym.json").write_text(json.dumps(told_all, indent=1) + "\n", encoding="utf-8")
    write_between("gym.md", "gym", drawn_table)


if __name__ == "__main__":
    main()

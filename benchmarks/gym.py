"""Our environments beside those of others, in one run on one core: `python benchmarks/gym.py`.

Run it with the Python that has maitred[gym] installed. The others get a virtual environment of their own under
build/gym. Steps a second of processor time, each with observation and mask, without choosing the action; all take
turns in short rounds, and the best round of each counts. Writes benchmarks/gym.json and the tables in docs/gym.md and
README.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from pages import table, write_between
from peer_gym import Contender, drawn

import maitred
from maitred import gym
from maitred.kernel.game import Game

HERE = Path(__file__).parent
HOME = HERE.parent / "build" / "gym"
PACKAGES = ("envpool", "jax", "open_spiel", "pettingzoo[classic]", "pgx")
OTHERS = {"envpool": "EnvPool", "pgx": "Pgx", "pettingzoo": "PettingZoo classic", "openspiel": "OpenSpiel from Python"}
BATCHED = ("envpool", "pgx")
BATCH = 1024
PLAYERS = 4
ROUNDS = 12

Rates = dict[str, dict[str, float]]
"""Steps a second, by where and what."""


def python_of_others() -> Path:
    """The Python that has the others, in an environment that is made once."""
    python = HOME / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", HOME], check=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES], check=True)
    return python


def players_of(game: Game) -> int:
    """Four players, or the nearest number that the game allows."""
    return min(game.max_players, max(game.min_players, PLAYERS))


def vector_of(game: Game) -> Contender:
    """Steps of many games at once."""
    chance = np.random.default_rng(0)
    envs = gym.vector(game, BATCH, players_of(game))
    envs.reset(seed=1)

    def work() -> Iterator[tuple[Callable[[], Any], int]]:
        while True:
            actions = drawn(envs.masks, chance)
            yield partial(envs.step, actions), BATCH

    return Contender(work())


def aec_of(game: Game) -> Contender:
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

    return Contender(work())


class Peer:
    """A process with environments of others, which measures when it is asked to."""

    def __init__(self, python: Path, name: str) -> None:
        words = [str(python), str(HERE / "peer_gym.py"), name]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.rates: dict[str, float] = {}

    def measure(self) -> None:
        """One round."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith("{"):
                self.rates = json.loads(line)
                return
        raise SystemExit(f"{' '.join(map(str, self.process.args))} has failed.")  # type: ignore[arg-type]

    def close(self) -> None:
        """End it."""
        self.process.communicate()


def in_turns(python: Path) -> Rates:
    """The best rates of everybody."""
    games = maitred.all_games()
    ours = {
        "vector": {game.id: vector_of(game) for game in games},
        "aec": {game.id: aec_of(game) for game in games},
    }
    peers = {name: Peer(python, name) for name in OTHERS}
    for at in range(ROUNDS):
        print(f"round {at + 1} of {ROUNDS} …", file=sys.stderr)
        for contenders in ours.values():
            for contender in contenders.values():
                contender.measure()
        for peer in peers.values():
            peer.measure()
    for peer in peers.values():
        peer.close()
    rates = {kind: {name: each.best for name, each in contenders.items()} for kind, contenders in ours.items()}
    return {**rates, **{name: peer.rates for name, peer in peers.items()}}


def mean(rates: Mapping[str, float]) -> float:
    """The mean of some rates."""
    return sum(rates.values()) / len(rates)


def title_of(name: str) -> str:
    """The name of a game of others, without its parameters."""
    return name.partition("(")[0]


def rates_table(rates: Rates) -> str:
    """Everybody's rate, and how that compares with EnvPool's."""
    pool = max(rates["envpool"].values(), default=0.0)

    def line(name: str, rate: float) -> list[str]:
        return [name, f"{rate:,.0f}", f"{rate / pool:,.2f} ×" if pool else ""]

    vector, aec = rates["vector"], rates["aec"]
    lines = [line(f"{maitred.game(name).title}, {BATCH:,} games at once", rate) for name, rate in vector.items()]
    lines.append(line("the mean of the five", mean(vector)))
    lines += [line(f"{maitred.game(name).title}, one game by AEC", rate) for name, rate in aec.items()]
    for other, title in OTHERS.items():
        lines += [line(f"{title}: {title_of(name)}", rate) for name, rate in rates[other].items()]
    return table(["steps a second", "", "to EnvPool"], lines)


def multiples_table(rates: Rates) -> str:
    """How many times as fast as each of PettingZoo's classic games ours are, and as their mean."""
    ours, theirs = rates["vector"], rates["pettingzoo"]
    lines = [
        [name, f"{yard:,.0f}", *[f"{rate / yard:,.0f} ×" for rate in (*ours.values(), mean(ours))]]
        for name, yard in (*theirs.items(), ("the mean of these", mean(theirs)))
    ]
    titles = [maitred.game(name).title for name in ours]
    return table(["PettingZoo classic", "steps a second", *titles, "the mean of the five"], lines)


def short_table(rates: Rates) -> str:
    """The table for those who want a short one: ours, and the fastest of everybody else."""
    lines = [["maitred, the slowest to the fastest of five", *[span(rates[kind]) for kind in ("vector", "aec")]]]
    for other, title in OTHERS.items():
        name, rate = max(rates[other].items(), key=lambda item: item[1])
        shown = [f"{rate:,.0f}", ""]
        lines.append([f"{title}, {title_of(name)}", *(shown if other in BATCHED else reversed(shown))])
    return table(["steps a second, one core", f"{BATCH:,} games at once", "one game"], lines)


def span(rates: Mapping[str, float]) -> str:
    """The lowest and the highest of some rates."""
    return f"{min(rates.values()):,.0f} to {max(rates.values()):,.0f}"


def main() -> None:
    """Measure everything, in turns on one core, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dry", action="store_true", help="print the table, and write nothing")
    chosen = parser.parse_args()
    python = python_of_others()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rates = in_turns(python)
    tables = f"{rates_table(rates)}\n\n{multiples_table(rates)}"
    print(tables)
    if chosen.dry:
        return
    told_all = {"python": platform.python_version(), "machine": platform.machine(), "rates": rates}
    (HERE / "gym.json").write_text(json.dumps(told_all, indent=1) + "\n", encoding="utf-8")
    write_between("gym.md", "gym", tables)
    write_between("../README.md", "gym", short_table(rates))


if __name__ == "__main__":
    main()

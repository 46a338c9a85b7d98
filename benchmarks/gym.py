"""Our environments beside those of others, in one run on one core: `python benchmarks/gym.py`.

Run it with the Python that has maitred[gym] installed. The others get virtual environments of their own in build/gym.
Steps a second of processor time, each with observation and mask, without choosing the action; all take turns in short
rounds, and the best round of each counts. Writes benchmarks/gym.json and the tables in docs/gym.md and README.md.
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
from peer_gym import Contender, drawn, in_order

import maitred
from maitred import gym
from maitred.kernel.game import Game

HERE = Path(__file__).parent
HOME = HERE.parent / "build" / "gym"
PACKAGES = {
    "newest": ("envpool", "jax", "open_spiel", "pettingzoo[classic]", "pgx"),
    "older": ("pettingzoo[classic]<1.27",),
}
"""What is installed, by environment; PettingZoo had gin rummy up to 1.26."""
CLASSIC, OLD_CLASSIC = "pettingzoo", "pettingzoo-1.26"
OTHERS = {
    "envpool": "EnvPool",
    "pgx": "Pgx",
    CLASSIC: "PettingZoo classic",
    OLD_CLASSIC: "PettingZoo classic, 1.26",
    "openspiel": "OpenSpiel from Python",
}
BATCHED = ("envpool", "pgx")
BATCH = 1024
PLAYERS = 4
ROUNDS = 12

Rates = dict[str, dict[str, float]]
"""Steps a second, by where and what."""


def python_of(name: str) -> Path:
    """The Python of an environment that has others; the environment is made once."""
    python = HOME / name / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", HOME / name], check=True)
    install = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    subprocess.run([python, *install, *PACKAGES[name]], check=True)
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
    """Steps of one game through PettingZoo, in the loop that its own games are measured in."""
    return Contender(in_order(gym.aec(game, players_of(game)), np.random.default_rng(0)))


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


def in_turns(newest: Path, older: Path, rounds: int) -> Rates:
    """The best rates of everybody."""
    games = maitred.all_games()
    ours = {
        "vector": {game.id: vector_of(game) for game in games},
        "aec": {game.id: aec_of(game) for game in games},
    }
    peers = {name: Peer(older if name == OLD_CLASSIC else newest, name) for name in OTHERS}
    for at in range(rounds):
        print(f"round {at + 1} of {rounds} …", file=sys.stderr)
        for contenders in ours.values():
            for contender in contenders.values():
                contender.measure()
        for peer in peers.values():
            peer.measure()
    for peer in peers.values():
        peer.close()
    rates = {kind: {name: each.best for name, each in contenders.items()} for kind, contenders in ours.items()}
    return {**rates, **{name: peer.rates for name, peer in peers.items()}}


def classics(rates: Rates) -> dict[str, dict[str, float]]:
    """PettingZoo's classic games: those of the newest version, and with the one that it had before."""
    newest = rates[CLASSIC]
    before = {**newest, **rates[OLD_CLASSIC]}
    return {f"its {len(newest)} games on average": newest, f"those and gin_rummy-v4 on average, {len(before)}": before}


def mean(rates: Mapping[str, float]) -> float:
    """How fast one is who makes as many steps in each: the mean of the times, and not of the rates."""
    return len(rates) / sum([1 / rate for rate in rates.values()])


def title_of(name: str) -> str:
    """The name of a game of others, without its parameters."""
    return name.partition("(")[0]


def numbers_of(rate: float) -> list[str]:
    """How long a step takes, and how many there are in a second."""
    spent = 1e6 / rate
    return [f"{spent:,.0f}" if spent >= 100 else f"{spent:.1f}" if spent >= 10 else f"{spent:.2f}", f"{rate:,.0f}"]


def times(rate: float, yard: float) -> str:
    """How many times as fast one is as another."""
    ratio = rate / yard
    return f"{ratio:,.0f} ×" if ratio >= 10 else f"{ratio:.2f} ×" if ratio >= 0.1 else f"{ratio:.1g} ×"


def rates_table(rates: Rates) -> str:
    """How long everybody takes, and how that compares with EnvPool."""
    pool = max(rates["envpool"].values(), default=0.0)

    def line(name: str, rate: float) -> list[str]:
        return [name, *numbers_of(rate), times(rate, pool) if pool else ""]

    lines = []
    for kind, how in (("vector", f"{BATCH:,} games at once"), ("aec", "one game by AEC")):
        lines += [line(f"{maitred.game(name).title}, {how}", rate) for name, rate in rates[kind].items()]
        lines.append(line(f"the five on average, {how}", mean(rates[kind])))
    for other, title in OTHERS.items():
        lines += [line(f"{title}: {title_of(name)}", rate) for name, rate in rates[other].items()]
        if other == OLD_CLASSIC:
            lines += [line(f"{OTHERS[CLASSIC]}: {name}", mean(each)) for name, each in classics(rates).items()]
    return table(["", "microseconds a step", "steps a second", "to EnvPool"], lines)


def multiples_table(rates: Rates) -> str:
    """How many times as long a step takes in each of PettingZoo's classic games, and on average, as in ours."""
    ours = rates["vector"]
    theirs = {**rates[CLASSIC], **rates[OLD_CLASSIC], **{name: mean(each) for name, each in classics(rates).items()}}
    lines = [
        [name, numbers_of(yard)[0], *[times(rate, yard) for rate in (*ours.values(), mean(ours))]]
        for name, yard in theirs.items()
    ]
    titles = [maitred.game(name).title for name in ours]
    return table(["PettingZoo classic", "microseconds a step", *titles, "the five on average"], lines)


def short_table(rates: Rates) -> str:
    """The table for those who want a short one: ours, the fastest of everybody else, and PettingZoo on average."""
    lines = [
        ["maitred, the slowest to the fastest of five", *[span(rates[kind]) for kind in ("vector", "aec")]],
        ["maitred, the five on average", *[f"{mean(rates[kind]):,.0f}" for kind in ("vector", "aec")]],
    ]
    for other, title in OTHERS.items():
        if other == OLD_CLASSIC:
            continue
        name, rate = max(rates[other].items(), key=lambda item: item[1])
        told = [(title_of(name), rate)]
        if other == CLASSIC:
            told += [(name, mean(each)) for name, each in classics(rates).items()][:1]
        for name, rate in told:
            shown = [f"{rate:,.0f}", ""]
            lines.append([f"{title}, {name}", *(shown if other in BATCHED else reversed(shown))])
    return table(["steps a second, one core", f"{BATCH:,} games at once", "one game"], lines)


def span(rates: Mapping[str, float]) -> str:
    """The lowest and the highest of some rates."""
    return f"{min(rates.values()):,.0f} to {max(rates.values()):,.0f}"


def main() -> None:
    """Measure everything, in turns on one core, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dry", action="store_true", help="print the table, and write nothing")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"how often everybody's turn comes ({ROUNDS})")
    chosen = parser.parse_args()
    newest, older = python_of("newest"), python_of("older")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rates = in_turns(newest, older, chosen.rounds)
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

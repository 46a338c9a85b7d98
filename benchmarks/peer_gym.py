"""Environments of others, each with observation and mask, in steps a second of processor time.

`python peer_gym.py envpool`, `pgx`, `pettingzoo`, `pettingzoo-1.26` or `openspiel`, in an environment that has it. For
every line that it is sent it measures one round, and prints the rates as JSON. Choosing an action is not timed.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

ROUND_SECONDS = 0.2
BATCH = 1024


class Contender:
    """Something that is measured in rounds: `work` gives what is timed, and how many steps that is."""

    def __init__(self, work: Iterator[tuple[Callable[[], Any], int]]) -> None:
        self.work = work
        self.best = 0.0

    def measure(self) -> None:
        """One round; the best one counts, as on a machine that does other things the others are disturbed."""
        spent, steps = 0.0, 0
        while spent < ROUND_SECONDS:
            call, count = next(self.work)
            begun = time.process_time()
            call()
            spent += time.process_time() - begun
            steps += count
        self.best = max(self.best, steps / spent)


def drawn(masks: Any, chance: np.random.Generator) -> Any:
    """A random legal action in every row."""
    return (chance.random(masks.shape) * masks).argmax(1)


def envpool_rows() -> dict[str, Contender]:
    """EnvPool's Leduc poker; the mask is that of the seat to act."""
    import envpool

    told = {}
    chance = np.random.default_rng(0)
    for name in [name for name in envpool.list_all_envs() if "leduc" in name.lower()]:
        envs = envpool.make(name, env_type="gymnasium", num_envs=BATCH, num_threads=1)

        def work(envs: Any = envs) -> Iterator[tuple[Callable[[], Any], int]]:
            shown: list[Any] = [envs.reset()]

            def step(actions: Any) -> None:
                shown[0] = envs.step(actions)

            while True:
                masks = mask_in(shown[0])
                actions = drawn(masks, chance) if masks is not None else np.zeros(BATCH, np.int64)
                ready = actions.astype(envs.action_space.dtype)
                yield partial(step, ready), BATCH

        told[name] = Contender(work())
    return told


def mask_in(shown: Any) -> Any:
    """The mask of legal actions, wherever an environment has put it."""
    for part in (shown[0], shown[-1]):
        if isinstance(part, dict):
            for name, value in part.items():
                if "mask" in name or "legal" in name:
                    return np.asarray(value)
    return None


def pgx_rows() -> dict[str, Contender]:
    """Pgx on the processor, compiled for a batch."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    told = {}
    chance = np.random.default_rng(0)
    for name in ("leduc_holdem", "sparrow_mahjong"):
        env = pgx.make(name)
        start = jax.jit(jax.vmap(env.init))
        go = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
        keys = jax.random.split(jax.random.PRNGKey(1), BATCH)

        def work(start: Any = start, go: Any = go, keys: Any = keys) -> Iterator[tuple[Callable[[], Any], int]]:
            held: list[Any] = [start(jax.random.split(jax.random.PRNGKey(0), BATCH))]

            def step(actions: Any) -> None:
                held[0] = go(held[0], actions, keys)
                np.asarray(held[0].observation)
                np.asarray(held[0].legal_action_mask)

            while True:
                actions = jax.numpy.asarray(drawn(np.asarray(held[0].legal_action_mask), chance))
                yield partial(step, actions), BATCH

        told[name] = Contender(work())
    return told


def in_order(env: Any, chance: np.random.Generator) -> Iterator[tuple[Callable[[], Any], int]]:
    """The loop of PettingZoo's own documentation: `last` and `step` for whoever is asked, until nobody is left.

    What a game costs besides decisions is timed as well: `reset`, and the empty step of every agent whose game is over.
    """
    shown: list[Any] = [None]

    def begin() -> None:
        env.reset()
        shown[0] = env.last()

    def step(action: int | None) -> None:
        env.step(action)
        shown[0] = env.last() if env.agents else None

    while True:
        if shown[0] is None:
            yield begin, 0
            continue
        seen, _, terminated, truncated, _ = shown[0]
        if terminated or truncated:
            yield partial(step, None), 0
        elif isinstance(seen, dict):
            yield partial(step, int(drawn(seen["action_mask"][None], chance)[0])), 1
        else:  # every action is always legal
            yield partial(step, int(chance.integers(env.action_space(env.agent_selection).n))), 1


def pettingzoo_rows() -> dict[str, Contender]:
    """All of PettingZoo's classic games, made as its documentation does, with the wrappers that they come with."""
    import pettingzoo

    games = [spec for spec in pettingzoo.aec_registry.values() if spec.namespace == "classic"]
    return {
        spec.id.removeprefix("classic/"): Contender(in_order(pettingzoo.make("aec", spec), np.random.default_rng(0)))
        for spec in games
    }


def gin_rummy_rows() -> dict[str, Contender]:
    """The classic game that PettingZoo had up to 1.26."""
    from pettingzoo.classic import gin_rummy_v4

    return {"gin_rummy-v4": Contender(in_order(gin_rummy_v4.env(), np.random.default_rng(0)))}


def openspiel_rows() -> dict[str, Contender]:
    """OpenSpiel driven from Python, with its information state and mask."""
    import pyspiel

    told = {}
    for name in ("leduc_poker", "crazy_eights(players=4)", "hearts"):
        game = pyspiel.load_game(name)

        def settle(state: Any) -> None:
            while state.is_chance_node():
                outcomes, likely = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, likely)[0])

        def work(game: Any = game) -> Iterator[tuple[Callable[[], Any], int]]:
            held: list[Any] = [None]

            def begin() -> None:
                held[0] = game.new_initial_state()
                settle(held[0])

            def step(action: int) -> None:
                state = held[0]
                state.apply_action(action)
                settle(state)
                if state.is_terminal():
                    begin()
                else:
                    player = state.current_player()
                    state.information_state_tensor(player)
                    state.legal_actions_mask(player)

            begin()
            while True:
                action = random.choice(held[0].legal_actions())
                yield partial(step, action), 1

        if game.get_type().provides_information_state_tensor:
            told[name] = Contender(work())
    return told


def main() -> None:
    """Measure a round whenever somebody asks for one."""
    makers = {
        "envpool": envpool_rows,
        "pgx": pgx_rows,
        "pettingzoo": pettingzoo_rows,
        "pettingzoo-1.26": gin_rummy_rows,
        "openspiel": openspiel_rows,
    }
    contenders = makers[sys.argv[1]]()
    for _ in sys.stdin:
        for contender in contenders.values():
            contender.measure()
        print(json.dumps({name: contender.best for name, contender in contenders.items()}), flush=True)


if __name__ == "__main__":
    main()

"""Thousands of games stepped in one call: `vector(game, n)`.

The arrays that come back are the memory that compiled code writes, so they are overwritten by the next step: copy what
is to be kept. A game that is over is dealt anew in the same step (Gymnasium's `AutoresetMode.SAME_STEP`).
"""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from maitred.bots.levels import Bot
from maitred.bots.policies import any_bot
from maitred.gym.arrays import Array, view_of
from maitred.gym.core import Setting, Tables
from maitred.gym.policy import Policy, choices
from maitred.gym.setting import (
    Illegal,
    Seen,
    byte_box,
    check_illegal,
    observation_space,
    seeded,
    set_table,
)
from maitred.kernel.cardfile import CardSource
from maitred.kernel.errors import BadSetup, IllegalMove
from maitred.kernel.game import Game

LEARNED = "learned"
Player = str | Policy

FIELDS = ("observations", "finals", "masks", "seats", "players", "rewards", "ends", "lengths")


class Arrays(NamedTuple):
    """What `Tables` writes, as NumPy sees it: a row for each game."""

    observations: Array
    finals: Array
    masks: Array
    seats: Array
    players: Array
    rewards: Array
    ends: Array
    lengths: Array


def arrays_of(tables: Tables) -> Arrays:
    """Views of the memory of some tables; nothing is copied."""
    rows = len(tables.episodes)
    observations, finals = [view_of(part, np.uint8) for part in (tables.observations, tables.finals)]
    seats, players, ends, lengths = [
        view_of(part, np.int64) for part in (tables.seats, tables.players, tables.ends, tables.lengths)
    ]
    masks, rewards = view_of(tables.masks, np.int8), view_of(tables.rewards, np.float64)
    observations, finals, masks, rewards = [part.reshape(rows, -1) for part in (observations, finals, masks, rewards)]
    return Arrays(observations, finals, masks, seats, players, rewards, ends, lengths)


class Plan(NamedTuple):
    """What is played; plain data that can be sent to other processes."""

    game: Game
    players: int
    options: dict[str, str]
    own: Mapping[str, Any] | None
    reward: str
    roster: tuple[str, ...]
    """For each player a level, or `learned` for those who are asked."""
    rotate: bool

    def setting(self) -> Setting:
        """The setting, with its deck read."""
        return set_table(self.game, self.players, self.options, self.own, self.reward)

    def tables(self, seed: int, rows: range) -> Tables:
        """Some of the tables: those of the given numbers."""
        roster: list[Bot | None] = [None if level == LEARNED else any_bot(level, self.game) for level in self.roster]
        return Tables(self.setting(), roster, self.rotate, chances(seed, rows))


def chances(seed: int, rows: range) -> list[Any]:
    """The streams of some tables: that of a table depends on the seed and its number, not on how work is shared out."""
    return [seeded(seed, row + 1) for row in rows]


class Here:
    """Tables in this process."""

    def __init__(self, plan: Plan, rows: range, seed: int) -> None:
        self.rows = rows
        self.tables = plan.tables(seed, rows)
        self.arrays = arrays_of(self.tables)

    def reset(self, seed: int | None) -> None:
        """Deal all games anew."""
        if seed is not None:
            self.tables.reseed(chances(seed, self.rows))
        self.tables.reset()

    def step(self, actions: Array) -> None:
        """Every seat that is asked takes its action."""
        self.tables.step(actions.tolist())

    def step_some(self, rows: Array, actions: Array) -> None:
        """The same in some games."""
        self.tables.step_some(rows.tolist(), actions.tolist())

    def advice(self, level: str) -> Array:
        """What bots of a level would do in the place of whoever is asked."""
        return np.array(self.tables.advice(any_bot(level, self.tables.setting.game)), np.int64)

    def close(self) -> None:
        """There is nothing to close."""


class Elsewhere:
    """Tables in other processes, which write into memory that this one sees."""

    def __init__(self, plan: Plan, rows: int, seed: int, processes: int) -> None:
        size = plan.tables(seed, range(1))
        shapes = [(rows, *part.shape[1:]) for part in arrays_of(size)]
        kinds = [part.dtype for part in arrays_of(size)]
        context = multiprocessing.get_context("spawn")
        self.memories = [
            SharedMemory(create=True, size=max(1, int(np.prod(shape)) * kind.itemsize))
            for shape, kind in zip([*shapes, (rows,)], [*kinds, np.dtype(np.int64)], strict=True)
        ]
        views = [
            np.ndarray(shape, kind, memory.buf)
            for shape, kind, memory in zip([*shapes, (rows,)], [*kinds, np.dtype(np.int64)], self.memories, strict=True)
        ]
        self.arrays = Arrays(*views[:-1])
        self.actions = views[-1]
        self.bounds = [rows * at // processes for at in range(processes + 1)]
        self.lines: list[Connection] = []
        self.workers = []
        for at in range(processes):
            here, there = context.Pipe()
            part = range(self.bounds[at], self.bounds[at + 1])
            names = [memory.name for memory in self.memories]
            worker = context.Process(target=work, args=(there, plan, seed, part, rows, names), daemon=True)
            worker.start()
            there.close()
            self.lines.append(here)
            self.workers.append(worker)
        self.hear()

    def say(self, word: tuple[Any, ...]) -> None:
        """Tell all processes to do something, and wait until they have."""
        for line in self.lines:
            line.send(word)
        self.hear()

    def hear(self) -> None:
        """Wait for all processes; what failed in one is raised here."""
        for line in self.lines:
            try:
                failure = line.recv()
            except EOFError:
                raise RuntimeError("A process that plays games has ended unexpectedly.") from None
            if failure is not None:
                raise failure

    def reset(self, seed: int | None) -> None:
        """Deal all games anew."""
        self.say(("reset", seed))

    def step(self, actions: Array) -> None:
        """Every seat that is asked takes its action."""
        self.actions[:] = actions
        self.say(("step",))

    def step_some(self, rows: Array, actions: Array) -> None:
        """The same in some games."""
        self.actions[rows] = actions
        waiting = []
        for at, line in enumerate(self.lines):
            mine = rows[(rows >= self.bounds[at]) & (rows < self.bounds[at + 1])]
            if len(mine):
                line.send(("some", mine))
                waiting.append(line)
        for line in waiting:
            failure = line.recv()
            if failure is not None:
                raise failure

    def advice(self, level: str) -> Array:
        """What bots of a level would do in the place of whoever is asked."""
        self.say(("advice", level))
        return self.actions.copy()

    def close(self) -> None:
        """End the processes and give the memory back."""
        for line in self.lines:
            line.close()
        for worker in self.workers:
            worker.join()
        self.arrays = Arrays(*[np.zeros(0)] * len(FIELDS))
        self.actions = np.zeros(0)
        for memory in self.memories:
            memory.close()
            memory.unlink()
        self.memories, self.lines, self.workers = [], [], []


def work(line: Connection, plan: Plan, seed: int, rows: range, total: int, names: Sequence[str]) -> None:
    """Play the games of one process, as it is told, until the line is closed."""
    here = Here(plan, rows, seed)
    memories = [SharedMemory(name) for name in names]
    shared = [
        np.ndarray((total, *part.shape[1:]), part.dtype, memory.buf)[rows.start : rows.stop]
        for part, memory in zip(here.arrays, memories[:-1], strict=True)
    ]
    actions = np.ndarray((total,), np.int64, memories[-1].buf)
    line.send(None)
    while True:
        try:
            told, *about = line.recv()
        except EOFError:
            break
        failure: Exception | None = None
        try:
            if told == "reset":
                here.reset(about[0])
            elif told == "step":
                here.step(actions[rows.start : rows.stop])
            elif told == "advice":
                actions[rows.start : rows.stop] = here.advice(about[0])
            else:
                here.step_some(about[0] - rows.start, actions[about[0]])
            for mine, ours in zip(here.arrays, shared, strict=True):
                np.copyto(ours, mine)
        except Exception as error:  # whatever went wrong, the process that asked has to know
            failure = error
        line.send(failure)
    del shared, actions
    for memory in memories:
        memory.close()


class Vector(VectorEnv[Seen, Any, Array]):
    """Many games of one kind. `seats` and `players` say who is asked in each row; `rewards` has a column for each
    player of the roster."""

    def __init__(
        self,
        plan: Plan,
        n: int,
        frozen: Mapping[int, Policy],
        illegal: str,
        seed: int,
        processes: int,
    ) -> None:
        check_illegal(illegal)
        if sys.byteorder != "little":
            raise BadSetup("Many games at once need a machine that writes the lowest byte first.")
        if n < 1 or processes < 0 or processes > n:
            raise BadSetup("There is at least one game, and no more processes than games.")
        self.plan = plan
        self.illegal = illegal
        self.inner: Here | Elsewhere = Elsewhere(plan, n, seed, processes) if processes else Here(plan, range(n), seed)
        setting = plan.setting()
        self.setting = setting
        self.num_envs = n
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.observations: Array = self.inner.arrays.observations
        self.finals: Array = self.inner.arrays.finals
        """The last observation of each game that ended in the last step."""
        self.masks: Array = self.inner.arrays.masks[:, : setting.n_actions]
        self.seats: Array = self.inner.arrays.seats
        self.players: Array = self.inner.arrays.players
        self.rewards: Array = self.inner.arrays.rewards
        self.ends: Array = self.inner.arrays.ends
        self.lengths: Array = self.inner.arrays.lengths
        size = self.observations.shape[1]
        self.single_observation_space = observation_space(size, setting.n_actions)
        self.single_action_space = spaces.Discrete(setting.n_actions)
        self.observation_space = spaces.Dict(
            {
                "observation": byte_box(255, (n, size)),
                "action_mask": byte_box(1, (n, setting.n_actions), np.int8),
            }
        )
        self.action_space = spaces.MultiDiscrete([setting.n_actions] * n)
        self.seen: Seen = {"observation": self.observations, "action_mask": self.masks}
        self.frozen = dict(frozen)
        learned = [at for at, level in enumerate(plan.roster) if level == LEARNED and at not in frozen]
        if not learned:
            raise BadSetup("At least one seat has to be learned.")
        self.learned = learned
        self.reward: Array = self.rewards[:, learned[0]] if len(learned) == 1 else self.rewards
        self.truncations = np.zeros(n, bool)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal all games anew; the options are those of the table, so none are taken here."""
        if seed is not None and not isinstance(seed, int):
            raise BadSetup("One seed gives all games theirs.")
        self.inner.reset(seed)
        self.play_frozen()
        return self.seen, self.infos()

    def step(self, actions: Any) -> tuple[Seen, Array, Array, Array, dict[str, Any]]:
        """Every seat that is asked takes its action; then bots and frozen players play until a learner is asked."""
        chosen = np.asarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise BadSetup(f"There are {self.num_envs} games, so as many actions, not an array of {chosen.shape}.")
        if self.illegal == "raises":
            self.check(chosen)
        self.inner.step(chosen)
        if self.frozen:
            self.play_frozen()
        return self.seen, self.reward, self.ends != 0, self.truncations, self.infos()

    def check(self, actions: Array) -> None:
        """Refuse actions that are not legal."""
        inside = (actions >= 0) & (actions < self.setting.n_actions)
        legal = inside & (self.masks[np.arange(self.num_envs), np.where(inside, actions, 0)] == 1)
        if not legal.all():
            row = int(np.flatnonzero(~legal)[0])
            raise IllegalMove(f"Action {int(actions[row])} is not legal in game {row}.")

    def play_frozen(self) -> None:
        """Let frozen players play until nobody but learners is asked."""
        waiting = bool(self.frozen)
        while waiting:
            waiting = False
            for player, policy in self.frozen.items():
                rows = np.flatnonzero(self.players == player)
                if len(rows):
                    waiting = True
                    told = choices(policy, self.observations[rows], self.masks[rows], f"of player {player}")
                    self.inner.step_some(rows, told)

    def infos(self) -> dict[str, Any]:
        """Who is asked in each game, and what the games that have just ended looked like."""
        told: dict[str, Any] = {"seat": self.seats, "player": self.players, "rewards": self.rewards}
        ended = self.ends != 0
        if ended.any():
            told |= {"final_obs": self.finals, "_final_obs": ended, "illegal": self.ends == 2, "length": self.lengths}
        return told

    def freeze(self, player: int, policy: Policy) -> None:
        """Put another policy into the place of a frozen player."""
        if player not in self.frozen:
            raise BadSetup(f"Player {player} is not frozen.")
        self.frozen[player] = policy

    def advice(self, level: str) -> Array:
        """What bots of a level would do in the place of whoever is asked, for those who learn by imitation."""
        return self.inner.advice(level)

    def close_extras(self, **kwargs: Any) -> None:
        """End what was started."""
        self.inner.close()


def vector(
    game: str | Game,
    n: int,
    players: int | None = None,
    *,
    seats: Sequence[Player] | None = None,
    rotate: bool = True,
    options: Mapping[str, object] | None = None,
    cards: CardSource = None,
    reward: str = "place",
    illegal: Illegal = "loses",
    seed: int = 0,
    processes: int = 0,
) -> Vector:
    """`n` games that are stepped together.

    `seats` has for each player `learned`, a level of bots, or a policy (see `maitred.gym.policy`) that is frozen; by
    default all are learned. With `rotate` the players move round the table from game to game. `processes` is how many
    other processes play (0: this one).
    """
    setting = set_table(game, players, options, cards, reward)
    named = [LEARNED] * setting.players if seats is None else list(seats)
    if len(named) != setting.players:
        raise BadSetup(f"There are {setting.players} players, not {len(named)}.")
    frozen: dict[int, Callable[[Array, Array], Any]] = {}
    roster: list[str] = []
    for at, player in enumerate(named):
        if isinstance(player, str):
            roster.append(player)
        else:
            frozen[at] = player
            roster.append(LEARNED)
    plan = Plan(setting.game, setting.players, setting.options, setting.cards.own, reward, tuple(roster), rotate)
    return Vector(plan, n, frozen, illegal, seed, processes)


def against_bots(
    game: str | Game, num_envs: int = 1, players: int | None = None, opponents: str = "easy", **arguments: Any
) -> Vector:
    """What `gymnasium.make_vec` makes: one learner against bots in every game."""
    count = set_table(game, players).players
    return vector(game, num_envs, count, seats=[LEARNED, *[opponents] * (count - 1)], **arguments)

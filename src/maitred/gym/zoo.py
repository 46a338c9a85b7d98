"""PettingZoo: every seat is an agent, asked one after another (AEC) or all at once (Parallel)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict, Unpack

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from maitred.bots.levels import Bot
from maitred.gym.arrays import Array
from maitred.gym.core import Episode, Setting
from maitred.gym.registration import VERSION
from maitred.gym.render import render
from maitred.gym.setting import (
    RENDER_MODES,
    Illegal,
    Row,
    Seen,
    byte_box,
    check_illegal,
    check_render_mode,
    observation_space,
    seeded,
    set_table,
)
from maitred.kernel.cardfile import CardSource
from maitred.kernel.errors import IllegalMove
from maitred.kernel.game import Game
from maitred.kernel.observation import observed
from maitred.kernel.state import NOBODY


def agent_names(players: int) -> list[str]:
    """The agents, by seat."""
    return [f"seat_{seat}" for seat in range(players)]


def metadata_of(setting: Setting, parallel: bool) -> dict[str, Any]:
    """The metadata that PettingZoo expects of an environment."""
    return {
        "name": f"maitred_{setting.game.id}_v{VERSION}",
        "render_modes": RENDER_MODES[:],
        "render_fps": 2,
        "is_parallelizable": parallel,
    }


def check_action(action: object) -> int:
    """An action of any kind of whole number."""
    return int(action)  # type: ignore[call-overload,no-any-return]


class Agents:
    """What both kinds of environments have: spaces, chance, the whole state, and pictures."""

    def __init__(self, setting: Setting, illegal: str, render_mode: str | None, render_seat: int | None) -> None:
        check_illegal(illegal)
        check_render_mode(render_mode)
        self.setting = setting
        self.illegal = illegal
        self.render_mode = render_mode
        self.render_seat = render_seat
        self.episode = Episode(setting, seeded(int(np.random.default_rng().integers(2**63))))
        self.row = Row(setting, self.episode.observer)
        self.bots: list[Bot | None] = [None] * setting.players
        self.names = agent_names(setting.players)
        self.numbers = {name: seat for seat, name in enumerate(self.names)}

    def reseed(self, seed: int | None) -> None:
        """Begin again from a seed, if there is one."""
        if seed is not None:
            self.episode.chance = seeded(seed)

    def look(self, seat: int) -> Array:
        """What a seat may know now."""
        self.episode.observer.write(self.episode.state, seat, self.row.words, 0)
        seen: Array = self.row.observation.copy()
        return seen

    def all_seats(self) -> Array:
        """What all seats together know, seat by seat: for training with full information only."""
        told = [observed(self.episode.observer, self.episode.state, seat) for seat in range(self.setting.players)]
        return np.frombuffer(b"".join(told), np.uint8)

    def refuse(self, seat: int, action: int) -> None:
        """Raise the sentence of a refusal, if that is what an illegal action does."""
        if self.illegal == "raises":
            setting = self.setting
            told = "There is nothing to wait for now."
            if action != setting.wait or not setting.real_time:
                told = setting.game.why_not(self.episode.state, seat, action)
            raise IllegalMove(told)

    def draw(self) -> str | Array | None:
        """The table, as the render mode says."""
        return render(self.episode.state, self.render_seat, self.render_mode)


class Environment:
    """What both kinds of environments have: names, spaces, and what can be seen of the table."""

    def __init__(self, inner: Agents, actions: int, parallel: bool) -> None:
        setting, size = inner.setting, inner.row.size
        self.inner = inner
        self.metadata = metadata_of(setting, parallel)
        self.render_mode = inner.render_mode
        self.possible_agents = inner.names[:]
        self.agents: list[str] = []
        self.observation_spaces = {name: observation_space(size, actions) for name in self.possible_agents}
        self.action_spaces = {name: spaces.Discrete(actions) for name in self.possible_agents}
        self.state_space = byte_box(255, (setting.players * size,))

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        return self.action_spaces[agent]

    def state(self) -> Array:
        """What all seats together know."""
        return self.inner.all_seats()

    def render(self) -> str | Array | None:
        return self.inner.draw()

    def close(self) -> None:
        """There is nothing to close."""


class Aec(Environment, AECEnv[str, Seen, int]):  # type: ignore[misc]
    """One seat is asked at a time. In real time (Diner) who is asked comes from a virtual clock, and the last action
    is to wait."""

    def __init__(self, setting: Setting, illegal: str, render_mode: str | None, render_seat: int | None) -> None:
        super().__init__(Agents(setting, illegal, render_mode, render_seat), setting.n_actions, False)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a new game; the options are those of the table, so none are taken here."""
        inner = self.inner
        inner.reseed(seed)
        inner.episode.deal(inner.bots)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = inner.names[inner.episode.seat]

    def observe(self, agent: str) -> Seen:
        inner = self.inner
        seat = inner.numbers[agent]
        episode, row = inner.episode, inner.row
        episode.observer.write(episode.state, seat, row.words, 0)
        mask = row.no_actions
        if seat == episode.seat:
            episode.write_mask(row.mask_words, 0)
            mask = row.mask
        return {"observation": row.observation.copy(), "action_mask": mask.copy()}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        inner = self.inner
        episode = inner.episode
        chosen = check_action(action)
        seat = episode.seat
        self._cumulative_rewards[agent] = 0.0
        if not episode.may(chosen):
            inner.refuse(seat, chosen)
            self.end(inner.setting.loss(seat), seat)
        else:
            episode.act(chosen)
            if episode.seat == NOBODY:
                self.end(inner.setting.results(episode.state), None)
            else:
                self.agent_selection = inner.names[episode.seat]
        if self.render_mode == "human":
            self.render()

    def end(self, results: list[float], loser: int | None) -> None:
        """The game is over for all."""
        inner = self.inner
        inner.episode.seat = NOBODY
        for seat, agent in enumerate(inner.names):
            self.rewards[agent] = results[seat]
            self.terminations[agent] = True
            if loser is not None:
                self.infos[agent] = {"illegal": seat == loser}
        self._accumulate_rewards()
        self._deads_step_first()


class Parallel(Environment, ParallelEnv[str, Seen, int]):  # type: ignore[misc]
    """All seats answer at once, those that are not asked with the last action, which does nothing.

    Seats that choose together choose in one step. In real time all may act in one step, in the order of the seats from
    one that moves on with every step; what has gone by then is not done, and the last action is to wait.
    """

    def __init__(self, setting: Setting, illegal: str, render_mode: str | None, render_seat: int | None) -> None:
        self.nothing = setting.game.n_actions
        super().__init__(Agents(setting, illegal, render_mode, render_seat), self.nothing + 1, True)
        self.steps = 0
        self.pressed = NOBODY
        """The seat that may not wait, since all did."""
        self.offers: list[list[int]] = []

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Deal a new game; the options are those of the table, so none are taken here."""
        inner = self.inner
        inner.reseed(seed)
        inner.episode.deal(inner.bots)
        self.agents = self.possible_agents[:]
        self.steps = 0
        self.pressed = NOBODY
        return self.ask(), {agent: {} for agent in self.agents}

    def ask(self) -> dict[str, Seen]:
        """What every seat is shown."""
        inner = self.inner
        state = inner.episode.state
        actors = state.actors()
        self.offers = [state.legal(seat) if seat in actors else [] for seat in range(inner.setting.players)]
        told: dict[str, Seen] = {}
        for seat, agent in enumerate(inner.names):
            mask = np.zeros(self.nothing + 1, np.int8)
            mask[self.offers[seat]] = 1
            if not self.offers[seat] or (state.may_wait(seat) and seat != self.pressed):
                self.offers[seat].append(self.nothing)
                mask[self.nothing] = 1
            told[agent] = {"observation": inner.look(seat), "action_mask": mask}
        return told

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        inner = self.inner
        state = inner.episode.state
        players = inner.setting.players
        chosen = {inner.numbers[agent]: check_action(action) for agent, action in actions.items()}
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        results: list[float] | None = None
        for step in range(players):
            seat = (step + self.steps) % players if state.may_wait(0) else step
            if chosen.get(seat, NOBODY) not in self.offers[seat]:
                inner.refuse(seat, chosen.get(seat, NOBODY))
                results = inner.setting.loss(seat)
                infos = {agent: {"illegal": agent == inner.names[seat]} for agent in self.agents}
                break
        if results is None:
            self.pressed = self.play(chosen)
            if not state.actors():
                results = inner.setting.results(state)
        self.steps += 1
        seen = self.ask()
        rewards = dict.fromkeys(self.agents, 0.0)
        if results is not None:
            rewards = {agent: results[inner.numbers[agent]] for agent in self.agents}
        ends = dict.fromkeys(self.agents, results is not None)
        truncations = dict.fromkeys(self.agents, False)
        if results is not None:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, rewards, ends, truncations, infos

    def play(self, chosen: Mapping[int, int]) -> int:
        """Do what was chosen, as far as it is still possible; the seat that must act next, if nobody did anything."""
        episode = self.inner.episode
        state = episode.state
        players = self.inner.setting.players
        real_time = state.may_wait(0)
        first = self.steps % players if real_time else 0
        acted = False
        for step in range(players):
            seat = (first + step) % players
            action = chosen[seat]
            if action != self.nothing and seat in state.actors() and action in state.legal(seat):
                episode.apply(seat, action)
                acted = True
        if acted or not real_time:
            return NOBODY
        return next((seat for seat in state.actors() if seat >= first), min(state.actors(), default=NOBODY))


class How(TypedDict, total=False):
    """What an environment is made with besides game and players, by keyword."""

    options: Mapping[str, object] | None
    cards: CardSource
    reward: str
    """`place` if not given."""
    illegal: Illegal
    """What an illegal action does: the seat `loses`, if not given, or it `raises`."""
    render_mode: str | None
    render_seat: int | None


def made_of(game: str | Game, players: int | None, how: How) -> tuple[Setting, Illegal, str | None, int | None]:
    """What both kinds of environments are made of, checked."""
    setting = set_table(game, players, how.get("options"), how.get("cards"), how.get("reward", "place"))
    return setting, how.get("illegal", "loses"), how.get("render_mode"), how.get("render_seat")


def aec(game: str | Game, players: int | None = None, **how: Unpack[How]) -> Aec:
    """A PettingZoo environment in which one seat is asked at a time."""
    return Aec(*made_of(game, players, how))


def parallel(game: str | Game, players: int | None = None, **how: Unpack[How]) -> Parallel:
    """A PettingZoo environment in which all seats answer at once."""
    return Parallel(*made_of(game, players, how))

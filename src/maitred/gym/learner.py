"""Gymnasium: one learner, the other seats played by bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
from gymnasium import spaces

from maitred.bots.levels import Bot
from maitred.bots.policies import any_bot
from maitred.gym.arrays import Array
from maitred.gym.core import Episode
from maitred.gym.render import render
from maitred.gym.setting import (
    RENDER_MODES,
    Illegal,
    Row,
    Seen,
    check_illegal,
    check_render_mode,
    observation_space,
    seeded,
    set_table,
)
from maitred.kernel.cardfile import CardSource
from maitred.kernel.errors import BadSetup, IllegalMove
from maitred.kernel.game import Game
from maitred.kernel.state import NOBODY

SEEDS = 2**62


class Single(gymnasium.Env[Seen, int]):
    """The learner's seat is drawn anew for every game, unless it is fixed."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012  where Gymnasium looks for it

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        opponents: str = "easy",
        seat: int | None = None,
        options: Mapping[str, object] | None = None,
        cards: CardSource = None,
        reward: str = "place",
        illegal: Illegal = "loses",
        render_mode: str | None = None,
    ) -> None:
        check_illegal(illegal)
        check_render_mode(render_mode)
        self.setting = set_table(game, players, options, cards, reward)
        if seat is not None and not 0 <= seat < self.setting.players:
            raise BadSetup(f"There is no seat {seat} here; they go from 0 to {self.setting.players - 1}.")
        self.render_mode = render_mode
        self.illegal = illegal
        self.fixed = seat
        self.seat = seat or 0
        self.opponent: Bot = any_bot(opponents, self.setting.game)
        self.episode = Episode(self.setting, seeded(0))
        self.row = Row(self.setting, self.episode.observer)
        self.observation_space: Any = observation_space(self.row.size, self.setting.n_actions)
        self.action_space: Any = spaces.Discrete(self.setting.n_actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Deal a new game; the options are those of the table, so none are taken here."""
        super().reset(seed=seed)
        self.episode.chance = seeded(int(self.np_random.integers(SEEDS)))
        players = self.setting.players
        self.seat = int(self.np_random.integers(players)) if self.fixed is None else self.fixed
        seated: list[Bot | None] = [None if seat == self.seat else self.opponent for seat in range(players)]
        self.episode.deal(seated)
        while self.episode.seat == NOBODY:  # the bots have ended the game before the learner was asked
            self.episode.deal(seated)
        self.show()
        return self.look(), {"seat": self.seat}

    def look(self) -> Seen:
        """What the learner may know and do."""
        episode, row = self.episode, self.row
        episode.observer.write(episode.state, self.seat, row.words, 0)
        episode.write_mask(row.mask_words, 0)
        return {"observation": row.observation.copy(), "action_mask": row.mask.copy()}

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        episode = self.episode
        chosen = int(action)
        info: dict[str, Any] = {"seat": self.seat}
        reward = 0.0
        if episode.seat == NOBODY:
            raise IllegalMove("The game is over: reset the environment.")
        if not episode.may(chosen):
            if self.illegal == "raises":
                raise IllegalMove(self.setting.game.why_not(episode.state, self.seat, chosen))
            episode.seat = NOBODY
            episode.actions = []
            episode.may_wait = False
            reward = self.setting.loss(self.seat)[self.seat]
            info["illegal"] = True
        else:
            episode.act(chosen)
            if episode.seat == NOBODY:
                reward = self.setting.results(episode.state)[self.seat]
        self.show()
        return self.look(), reward, episode.seat == NOBODY, False, info

    def show(self) -> None:
        """Print the table in the render mode `human`."""
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | Array | None:
        return render(self.episode.state, self.seat, self.render_mode)


def single(game: str | Game, players: int | None = None, **arguments: Any) -> Single:
    """A Gymnasium environment: one learner against bots."""
    return Single(game, players, **arguments)

"""Arguments that all environments share, and the spaces that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from gymnasium import spaces

import maitred
from maitred.gym.arrays import Array, view_of
from maitred.gym.core import Setting, mask_words
from maitred.kernel.cardfile import CardSource
from maitred.kernel.chance import SEED_LIMIT, Stream
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.observation import BYTES, Observer, no_words

Illegal = Literal["loses", "raises"]
ILLEGAL = ("loses", "raises")
RENDER_MODES = ["ansi", "human", "rgb_array"]

Seen = dict[str, Array]


def set_table(
    game: str | Game,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    cards: CardSource = None,
    reward: str = "place",
) -> Setting:
    """A setting whose every argument has been checked."""
    known = maitred.game(game) if isinstance(game, str) else game
    count = known.players_for(players)
    return Setting(known, count, known.options_for(options, count), known.read_cards(cards), reward)


def check_illegal(illegal: str) -> None:
    """Refuse what an illegal action cannot do."""
    if illegal not in ILLEGAL:
        raise BadSetup(f"An illegal action {' or '.join(ILLEGAL)}, not {illegal!r}.")


def check_render_mode(mode: str | None) -> None:
    """Refuse a way of rendering that does not exist."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadSetup(f"A render mode is one of {', '.join(RENDER_MODES)}, not {mode!r}.")


def seeded(seed: int, branch: int = 0) -> Stream:
    """The stream of a seed of any size."""
    return Stream(seed % SEED_LIMIT, branch)


def observation_space(size: int, actions: int) -> spaces.Dict:
    """What a seat is shown: what it may know, and which actions are legal."""
    return spaces.Dict(
        {
            "observation": byte_box(255, (size,)),
            "action_mask": byte_box(1, (actions,), np.int8),
        }
    )


def byte_box(high: int, shape: tuple[int, ...], kind: Any = np.uint8) -> spaces.Box:
    """A space of small whole numbers."""
    return spaces.Box(0, high, shape, kind)


class Row:
    """One observation and one mask, in memory that compiled code writes and NumPy reads."""

    def __init__(self, setting: Setting, observer: Observer) -> None:
        self.observer = observer
        self.words = no_words(observer.words)
        self.mask_words = no_words(mask_words(setting))
        self.size = observer.words * BYTES
        self.observation = view_of(self.words, np.uint8)
        self.mask = view_of(self.mask_words, np.int8)[: setting.n_actions]
        self.no_actions: Array = np.zeros(setting.n_actions, np.int8)

"""Players that are not levels of this package: a function or a network in a file, named on the command line.

What plays them is found by its entry point in the group `maitred.policies`; nothing here imports it by name. A server
admits only those that its host has named, under names of the host's own.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from importlib.metadata import entry_points
from typing import Final

from maitred.bots.experts import Expert, is_trained, learned_by
from maitred.bots.levels import ADMITTED, EXPERT, LEVELS, Bot, bot
from maitred.kernel.cardfile import safe
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game

GROUP: Final = "maitred.policies"
FILE: Final = ".onnx"
LONGEST_NAME: Final = 12
"""Letters in the name of a bot of the host's, so that messages can carry it."""
SETTING: Final = "MAITRED_BOTS"
"""The environment variable by which worker processes know what the host has admitted."""


def is_policy(name: str) -> bool:
    """Whether a name is that of a function, `package:function`, or of a file."""
    return ":" in name or name.endswith(FILE) or is_trained(name)


def policy_bot(name: str, game: Game, ms: int = 0) -> Bot:
    """The bot of a function or a file; whoever names it decides what code runs here."""
    if is_trained(name):
        return Expert(game, learned_by(name, game), game.sense.iterations, ms)
    for entry in entry_points(group=GROUP):
        try:
            make = entry.load()
        except ModuleNotFoundError as missing:
            raise BadSetup(f"{name} needs {missing.name}: pip install 'maitred[gym]'") from None
        found: Bot = make(name, game)
        return found
    raise BadSetup(f"Nothing that is installed here can play {name!r}.")


def any_bot(name: str, game: Game, ms: int = 0) -> Bot:
    """The bot of a level, a function or a file."""
    return policy_bot(name, game, ms) if name not in LEVELS and is_policy(name) else bot(name, game, ms=ms)


def admit(named: Sequence[str]) -> None:
    """Admit policies, each written NAME=POLICY, as levels of this process and of those that it starts."""
    policies: dict[str, str] = {}
    for text in named:
        name, equals, policy = text.partition("=")
        if not equals or not is_policy(policy):
            raise BadSetup(
                f"A bot is written NAME=FILE.onnx, NAME=FILE.expert or NAME=PACKAGE:FUNCTION, not {safe(repr(text))}."
            )
        if not name.isidentifier() or len(name) > LONGEST_NAME or name in (*LEVELS, EXPERT) or name in policies:
            letters = f"at most {LONGEST_NAME} letters and digits"
            raise BadSetup(f"A bot needs a name of its own, of {letters}, not {safe(repr(name))}.")
        policies[name] = policy
    os.environ[SETTING] = json.dumps(policies)
    recall()


def recall() -> None:
    """Know what the host has admitted, also in a process that the server has started."""
    for name, policy in json.loads(os.environ.get(SETTING, "{}")).items():
        ADMITTED[name] = Admitted(policy).seat


class Admitted:
    """A policy that the host has admitted, loaded when it first plays a game."""

    def __init__(self, policy: str) -> None:
        self.policy = policy
        self.bots: dict[str, Bot] = {}

    def seat(self, game: Game) -> Bot:
        """The bot that plays a game."""
        if game.id not in self.bots:
            self.bots[game.id] = policy_bot(self.policy, game)
        return self.bots[game.id]

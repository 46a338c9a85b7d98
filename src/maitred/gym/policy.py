"""Players that are functions: any Python callable, or an ONNX file. They get observations and masks, never a State.

A policy is called with two arrays, observations (a row of bytes for each game) and masks (a row of 0 and 1), and
returns an action for each row, or a row of numbers, of which the highest legal one counts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import numpy as np

from maitred.bots.clock import WAIT
from maitred.bots.levels import Bot
from maitred.gym.arrays import Array, view_of
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.observation import BYTES, Observer, no_words
from maitred.kernel.state import State

Policy = Callable[[Array, Array], Any]
ONNX = ".onnx"
LOWEST = np.finfo(np.float32).min


@cache
def load(name: str) -> Policy:
    """The policy of a name: an ONNX file, or `package:function`."""
    if name.endswith(ONNX):
        return Onnx(Path(name))
    try:
        found = resolve_name(name)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadSetup(f"There is no policy {name!r}: {error}.") from None
    if not callable(found):
        raise BadSetup(f"{name} is no function: a policy is called with observations and masks.")
    policy: Policy = found
    return policy


class Onnx:
    """A network in a file, with one input of observations, or two: observations and masks."""

    def __init__(self, file: Path) -> None:
        if not file.is_file():
            raise BadSetup(f"There is no file {file}.")
        try:
            import onnxruntime
        except ModuleNotFoundError:
            raise BadSetup("A network in a file needs onnxruntime: pip install 'maitred[onnx]'") from None
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        try:
            self.session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # whatever the runtime has for a file that it cannot read
            raise BadSetup(f"{file} is no network that onnxruntime can read: {error}") from None
        inputs = self.session.get_inputs()
        if len(inputs) not in (1, 2):
            raise BadSetup(f"{file} has {len(inputs)} inputs: a policy has one, observations, or masks as well.")
        self.file = file
        self.inputs = [(each.name, TYPES.get(each.type)) for each in inputs]
        self.sizes = [each.shape[-1] for each in inputs]
        if None in [kind for _, kind in self.inputs]:
            raise BadSetup(f"{file} takes {inputs[0].type}: observations are uint8 or float.")

    def __call__(self, observations: Array, masks: Array) -> Any:
        given = [observations, masks]
        for size, array, what in zip(self.sizes, given, ("observation", "mask"), strict=False):
            if isinstance(size, int) and size != array.shape[1]:
                raise BadSetup(f"{self.file} takes {size} numbers, and an {what} has {array.shape[1]}.")
        fed = {name: array.astype(kind) for (name, kind), array in zip(self.inputs, given, strict=False)}
        return self.session.run(None, fed)[0]


TYPES: dict[str, Any] = {"tensor(float)": np.float32, "tensor(uint8)": np.uint8, "tensor(int8)": np.int8}


def choices(policy: Policy, observations: Array, masks: Array, name: str) -> Array:
    """What a policy does in each row; a refusal with a sentence if it does nothing legal."""
    told: Array = np.asarray(policy(observations, masks))
    actions: Array
    rows = len(observations)
    if told.shape == masks.shape:
        actions = np.where(masks, told, LOWEST).argmax(1)
    else:
        actions = told.reshape(-1)
        if len(actions) != rows:
            raise BadSetup(f"The policy {name} answers {rows} observations with an array of shape {told.shape}.")
        actions = actions.astype(np.int64)
    whole = actions.clip(0, masks.shape[1] - 1)
    if (whole != actions).any() or not masks[np.arange(rows), whole].all():
        raise BadSetup(f"The policy {name} took an action that is not legal.")
    return actions


class PolicyBot(Bot):
    """A policy as a bot: it is shown the observation of its seat and the mask, and nothing else."""

    def __init__(self, policy: Policy, game: Game, name: str) -> None:
        super().__init__()
        self.policy = policy
        self.game = game
        self.name = name
        self.observers: dict[tuple[int, str], Observer] = {}

    def choose(self, known: State, seat: int, chance: Stream) -> int:
        return self.ask(known, seat, False)

    def decide(self, state: State, seat: int, chance: Stream) -> int:
        return self.ask(state, seat, False)

    def decide_or_wait(self, state: State, seat: int, chance: Stream) -> int:
        return self.ask(state, seat, state.may_wait(seat))

    def ask(self, state: State, seat: int, may_wait: bool) -> int:
        """What the policy does."""
        key = (state.players, state.cards.digest)
        observer = self.observers.get(key)
        if observer is None:
            observer = self.observers[key] = self.game.observer(state.players, state.cards)
        observer.forget()
        words = no_words(observer.words)
        observer.write(state, seat, words, 0)
        actions = self.game.n_actions
        mask = np.zeros((1, actions + (1 if state.may_wait(seat) else 0)), np.int8)
        mask[0, state.legal(seat)] = 1
        if may_wait:
            mask[0, actions] = 1
        seen = view_of(words, np.uint8).reshape(1, observer.words * BYTES)
        action = int(choices(self.policy, seen, mask, self.name)[0])
        return WAIT if action == actions else action


def policy_bot(name: str, game: Game) -> Bot:
    """The bot of a policy's name."""
    return PolicyBot(load(name), game, name)

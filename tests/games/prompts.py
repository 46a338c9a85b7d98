"""Reading a prompt as a person does: which actions it speaks of."""

from __future__ import annotations

import re
from collections.abc import Mapping

from maitred.kernel.game import Game
from maitred.kernel.state import State


def check_prompts(game: Game, state: State, spoken: Mapping[str, str]) -> set[str]:
    """For every seat that may act the prompt names the verbs it may use and no other; the verbs that came up.

    `spoken`: for every verb of the game the words by which a prompt names it, as a regular expression.
    """
    seen: set[str] = set()
    for seat in state.actors():
        offered = {str(game.describe(state, seat, action)["verb"]) for action in state.legal(seat)}
        prompt = game.prompt(state, seat)
        named = {verb for verb, words in spoken.items() if re.search(rf"\b({words})\b", prompt)}
        assert named == offered, prompt
        seen |= offered
    return seen

"""Reading what a game says as an editor does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.state import State
from maitred.kernel.words import player

YOU = re.compile(r"\byou(rs?|rself)?\b", re.IGNORECASE)


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


def whole_log(game: Game, players: int, seed: int, options: Mapping[str, object]) -> Iterator[str]:
    """The log of a random game, sentence by sentence. On the way whoever is spoken to is "you", never a name."""
    state = game.new(players, seed, options)
    pick = Stream(seed, branch=6)
    while actors := state.actors():
        seat = actors[pick.below(len(actors))]
        legal = state.legal(seat)
        action = legal[pick.below(len(legal))]
        spoken = [game.prompt(state, seat), game.sense.reason(state, seat, action)]
        spoken += [str(game.describe(state, seat, each)["label"]) for each in legal]
        for sentence in spoken:
            assert player(seat) not in sentence, sentence
        state.events = []
        state.apply(seat, action)
        for event in state.events:
            told = game.hear(state, event, None)
            assert told is not None
            yield str(told["text"])

"""Checks of the sentences that a game says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.state import State
from maitred.kernel.words import player

S = TypeVar("S", bound=State)

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


def asked_in(state: S, seed: int) -> Iterator[tuple[S, int]]:
    """A random game from here on: the state before every move, and who is asked."""
    pick = Stream(seed, branch=3)
    while actors := state.actors():
        seat = actors[pick.below(len(actors))]
        yield state, seat
        actions = state.legal(seat)
        state.apply(seat, actions[pick.below(len(actions))])


def asked_in_games(new: Callable[[int], S], games: int) -> Iterator[tuple[S, int]]:
    """The same for some random games, each from the deal that `new` makes of its seed."""
    for seed in range(games):
        yield from asked_in(new(seed), seed)


def check_questions(game: Game, states: Iterator[tuple[State, int]], named: Mapping[str, str]) -> None:
    """Questions name every verb that is offered and no other, all verbs come up, and who is asked is never a name."""
    asked: set[str] = set()
    for state, seat in states:
        prompt = game.prompt(state, seat)
        words = [game.describe(state, seat, action) for action in state.legal(seat)]
        offered = {str(one["verb"]) for one in words}
        spoken = [prompt, *[str(one["label"]) for one in words]]
        assert not [text for text in spoken if player(seat) in text], "who is asked is `you`, not a name"
        assert {verb for verb, pattern in named.items() if re.search(pattern, prompt)} == offered, prompt
        asked |= offered
    assert asked == set(named)


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

"""Prompts say what may be done in this position, and no more."""

from __future__ import annotations

import maitred
from maitred.kernel.chance import Stream
from tests.games.delectable.positions import cards, position
from tests.games.prompts import check_prompts

GAME = maitred.game("delectable")
SPOKEN = {
    "review": "review a restaurant",
    "commit": "commit",
    "discard": "discard",
    "roll": "roll",
    "end": "end the turn",
    "steal": "steal",
    "give": "give",
}


def test_prompts_name_every_verb_that_is_offered_and_no_other() -> None:
    seen: set[str] = set()
    for seed in range(12):
        state = GAME.new(2 + seed % 4, seed)
        pick = Stream(seed, branch=4)
        while actors := state.actors():
            seen |= check_prompts(GAME, state, SPOKEN)
            (seat,) = actors
            legal = state.legal(seat)
            rolls = [action for action in legal if GAME.describe(state, seat, action)["verb"] != "discard"]
            choices = rolls if rolls and pick.below(3) else legal
            state.apply(seat, choices[pick.below(len(choices))])
    assert seen == set(SPOKEN)


def test_the_first_prompt_asks_for_a_roll_because_there_is_nothing_else_to_do() -> None:
    state = GAME.new(2, 3)
    (seat,) = state.actors()
    assert GAME.prompt(state, seat) == "Your move: name a pile and roll."
    assert GAME.prompt(state, None) == f"{{{seat}}} to move: name a pile and roll."


def test_the_prompt_of_a_turn_with_everything_in_hand_and_with_eight_cards() -> None:
    hand = [*cards("server", 2, 3), *cards("review", 2)]
    assert GAME.prompt(position(hands=[hand, []]), 0) == (
        "Your move: review a restaurant, commit resources, discard cards or name a pile and roll."
    )
    full = cards("chef", 2, 2, 2, 3, 3, 3, 4, 4)
    assert GAME.prompt(position(hands=[full, []]), 0) == (
        "Your move: commit resources or discard down to 7 cards before naming a pile."
    )

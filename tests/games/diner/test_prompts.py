"""Prompts say what may be done in this position, and no more."""

from __future__ import annotations

import pytest

from maitred.kernel.chance import Stream
from tests.games.diner.positions import GAME, fresh, position
from tests.games.prompts import check_prompts

SPOKEN = {
    "draw": "draw",
    "seat": "seat",
    "counter": "counter",
    "serve": "serve",
    "take": "take a token",
    "call": "call",
    "hold": "may hold",
}


@pytest.mark.parametrize("pace", ["live", "calm"])
def test_prompts_name_every_verb_that_is_offered_and_no_other(pace: str) -> None:
    seen: set[str] = set()
    for players in (2, 3, 4):
        for seed in range(10):
            state = fresh(players, seed, calls="players", relief="on", pace=pace)
            pick = Stream(seed, branch=4)
            while actors := state.actors():
                seen |= check_prompts(GAME, state, SPOKEN)
                seat = actors[pick.below(len(actors))]
                legal = state.legal(seat)
                serves = [action for action in legal if GAME.describe(state, seat, action)["verb"] == "serve"]
                choices = serves or [action for action in legal if pick.below(6) == 0] or legal
                state.apply(seat, choices[pick.below(len(choices))])
    assert seen == set(SPOKEN) - ({"hold"} if pace == "live" else set())


def test_the_prompt_of_a_seat_with_tokens() -> None:
    live = position(2, tokens=[2, 1], hands=[["burger", "salad"]], sections=[["First Date"]])
    assert GAME.prompt(live, 0) == "Now: you have 2 tokens to draw, seat a party, send one to the counter or serve."
    assert GAME.prompt(live, 1) == "Now: you have 1 token to draw, seat a party or send one to the counter."
    calm = position(2, tokens=[2, 1], pace="calm")
    assert GAME.prompt(calm, 0) == (
        "Your move: you have 2 tokens to draw, seat a party or send one to the counter; you may hold."
    )


def test_the_prompt_of_a_seat_that_can_only_call() -> None:
    state = position(2, kitchen=[[], [], []], calls="players")
    assert GAME.prompt(state, 0) == "Now: two stacks are empty, you may call “Closing time!”."

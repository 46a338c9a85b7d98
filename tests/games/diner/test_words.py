"""Prompts say what may be done in this position and no more, and the log reads well."""

from __future__ import annotations

import re

import pytest

from maitred.kernel.chance import Stream
from tests.games.diner.positions import GAME, HOUSE, counter, draw, fresh, index, position, seat_at
from tests.games.wording import YOU, check_prompts, whole_log

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


def test_no_sentence_of_the_log_makes_a_plate_or_a_party_one_or_many_and_nobody_is_you() -> None:
    names = "|".join([re.escape(name) for name in [*HOUSE.names, *HOUSE.plates]])
    verb = re.compile(rf"({names})( on stack \d)?( \([^)]*\))? (is|are|has|have|was|were|its|their)\b")
    for players in (2, 3, 4):
        for text in whole_log(GAME, players, 5, {"pace": "calm", "calls": "players", "relief": "on"}):
            assert not verb.search(text), text
            assert not YOU.search(text), text


def test_the_log_of_seating_drawing_and_the_counter() -> None:
    kitchen = [["bacon"] * 3, ["pancakes"] * 3, ["salad"] * 3]
    state = position(2, tokens=[3, 0], kitchen=kitchen, lounge=["Early Birds", "Marathon Runners", "Bus Tour"])
    turned = [HOUSE.names[stack[-1]] for stack in state.kitchen]
    state.events = []
    for action in (draw(0), seat_at(1, 1), counter(2, 2)):
        state.apply(0, action)
    told = [GAME.hear(state, event, None) for event in state.events]
    texts = [str(words["text"]) for words in told if words is not None]
    assert texts[0] == f"{{0}} draw[s] Bacon & Eggs from stack 1; on the back: {turned[0]}. A token goes to {{1}}."
    assert texts[1].startswith("{0} seat[s] Marathon Runners ($4: ")
    assert f" The Pancakes card of stack 2 turns over into the Lounge: {turned[1]} ($" in texts[1]
    back = HOUSE.plates[state.plate[index("Bus Tour")]]
    assert re.match(
        rf"\{{0\}} send\[s\] Bus Tour \([^)]*\) to the counter; on the back: {re.escape(back)}\. The ", texts[2]
    )


def test_a_view_says_how_the_hand_covers_each_order_and_which_plates_are_needed() -> None:
    state = position(2, hands=[["pancakes", "blue"]], sections=[["The Twins", "First Date"]])
    view = GAME.view(state, 0)
    covers = dict(zip(view["sections"][0], view["covers"]["section"], strict=True))
    faces = GAME.faces(state.cards)
    told = {faces[table]["name"]: list(zip(faces[table]["order"], covers[table], strict=True)) for table in covers}
    assert [cover for _, cover in told["The Twins"]] == ["held", "wild"]
    assert "held" not in [cover for _, cover in told["First Date"]]
    lacked = {plate for orders in told.values() for plate, cover in orders if cover == "lacking"}
    wild = GAME.constants(state.cards)["wild"]
    for stack in view["kitchen"]:
        assert stack["needed"] == (stack["top"] in lacked or (stack["top"] == wild and bool(lacked)))
    assert GAME.view(state, None)["covers"] is None
    assert not any(stack["needed"] for stack in GAME.view(state, None)["kitchen"])


def test_N6_a_view_says_how_many_cards_can_leave_the_kitchen_before_two_stacks_are_empty() -> None:
    state = position(2, tokens=[3, 0], kitchen=[["bacon"] * 3, ["pancakes"], ["salad"] * 2])
    assert GAME.view(state, None)["left"] == 3
    for stack in (1, 2, 2):
        assert not state.closed
        state.apply(0, draw(stack))
    assert state.closed
    assert GAME.view(state, None)["left"] == 0


def test_a_view_says_who_waits_for_a_token() -> None:
    state = position(2, tokens=[3, 0])
    assert [GAME.view(state, seat)["waits"] for seat in (0, 1, None)] == [False, True, False]
    state.closed = True
    assert not GAME.view(state, 1)["waits"]

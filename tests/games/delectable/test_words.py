"""Prompts say what may be done in this position and no more, and the log reads well."""

from __future__ import annotations

import re
import tomllib

from maitred.games.delectable.rules import DISCARD, NAME
from maitred.games.delectable.view import RESTAURANTS, RESTAURANTS_MOST
from maitred.kernel.chance import Stream
from maitred.kernel.words import by_seat
from tests.games.delectable.positions import GAME, HOUSE, card, cards, index, position, stacked, with_die
from tests.games.wording import YOU, check_prompts, whole_log

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
    assert GAME.prompt(state, None) == f"{{{seat}}} to move."


def test_the_prompt_of_a_turn_with_everything_in_hand_and_with_eight_cards() -> None:
    hand = [*cards("server", 2, 3), *cards("review", 2)]
    assert GAME.prompt(position(hands=[hand, []]), 0) == (
        "Your move: review a restaurant, commit resources, discard cards or name a pile and roll."
    )
    full = cards("chef", 2, 2, 2, 3, 3, 3, 4, 4)
    assert GAME.prompt(position(hands=[full, []]), 0) == (
        "Your move: commit resources or discard down to 7 cards before naming a pile."
    )


def test_what_a_review_would_do_is_said_before_it_is_given_and_true_afterwards() -> None:
    reviews = cards("review", 3, 2)
    state = position(4, hands=[reviews, [], [], []], restaurants=[[], [*cards("chef", 3, 3), card("food", 2)], [], []])
    view = GAME.view(state, 1)
    assert view["worth"][1] == [3, 3, 4]
    assert view["why"][1] == ["stars", "stars", "doubled"]
    then = {told["stars"]: told for told in view["if_reviewed"][1]}
    assert sorted(then) == [2, 3, 4, 5]
    assert then[2]["score"] == view["scores"][1] == 4
    offers = [GAME.describe(state, 0, action) for action in state.legal(0)]
    labels = {(offer["card"], offer["seat"]): offer["label"] for offer in offers if offer["verb"] == "review"}
    assert labels[index(reviews[0]), 1].endswith("(3★ review): 2★ → 3★, score 4 → 1")
    assert labels[index(reviews[1]), 1].endswith("(2★ review): stays 2★, score 4")
    state.apply(0, next(action for action in state.legal(0) if GAME.describe(state, 0, action).get("seat") == 1))
    view = GAME.view(state, 1)
    assert then[3] == {"stars": 3, "quality": 3, "resources": view["resources"][1], "score": view["scores"][1]}
    assert view["worth"][1] == [6, 6, 1, 0]
    assert view["why"][1] == ["doubled", "doubled", "less", "review"]


def test_a_restaurant_is_counted_anew_where_the_same_cards_count_otherwise() -> None:
    laid = [*cards("chef", 3, 3), card("food", 2), card("review", 3)]
    tables = tomllib.loads(GAME.deck.text() if GAME.deck else "")
    for kind in tables["cards"].values():
        for row in kind:
            row["cost"] += 1
    own = {"players": 2, "restaurants": [laid, []], "market": {"review": [card("review", 2, 6)]}}
    states = [
        position(2, restaurants=[laid, []]),
        position(4, restaurants=[laid, [], [], []]),
        position(2, restaurants=[laid[:-1], []]),
        position(2, restaurants=[laid[::-1], []]),
        GAME.load(own, 1, tables),
    ]
    for state in [*states, *states]:
        view = GAME.view(state, None)
        seen = RESTAURANTS.get(tuple(view["restaurants"][0]))
        assert seen is not None
        assert seen.printed is state.cards
        RESTAURANTS.clear()
        assert GAME.view(state, None) == view
    assert [GAME.view(state, None)["scores"][0] for state in states] == [0, 1, 0, 0, 0]


def test_only_so_many_restaurants_are_remembered() -> None:
    state = position()
    for first in range(30):
        for second in range(30, 60):
            state.restaurants[1] = [first, second]
            GAME.view(state, None)
            assert 0 < len(RESTAURANTS) <= RESTAURANTS_MOST


def test_no_sentence_of_the_log_makes_a_card_one_or_many_and_nobody_is_you() -> None:
    names = "|".join([re.escape(name) for name in HOUSE.names])
    verb = re.compile(rf"({names})( \([^)]*\))? (is|are|has|have|comes?|goes|go)\b")
    for players in (2, 5):
        for text in whole_log(GAME, players, 5, {}):
            assert not verb.search(text), text
            for name in HOUSE.names:
                text = text.replace(name, "")
            assert not YOU.search(by_seat(text)), text


def test_a_roll_is_told_with_the_die_and_whatever_is_added_to_it() -> None:
    toaster = card("equipment", 2)
    market = {"equipment": [toaster]}
    plain = with_die(stacked(position(market=market), card("review", 5)), 9)
    plain.events = []
    plain.apply(0, NAME + 3)
    told = GAME.hear(plain, plain.events[0], None)
    assert told is not None
    cost = plain.printed.cost[index(toaster)]
    assert told["text"] == (
        f"{{0}} roll[s] for {toaster} (2★ equipment): 9 on the die +2 for stars = 11 against {cost}, and take[s] it."
    )
    helped = stacked(position(market=market, hands=[cards("chef", 2, 3), []]), card("review", 5))
    helped.apply(0, DISCARD)
    with_die(helped, 1)
    helped.events = []
    helped.apply(0, NAME + 3)
    told = GAME.hear(helped, helped.events[0], None)
    assert told is not None
    assert f" 1 on the die {helped.printed.if_discarded[index(cards('chef', 2)[0])]:+d} for discards " in told["text"]

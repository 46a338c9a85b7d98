"""What is said in Ovens: the question at every moment, the log, the rules page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from maitred.games.ovens.cards import TYPE_NAMES
from maitred.games.ovens.rules import GO_ON, PREPARE, PREPARE_WITH, TAKE, Ovens
from maitred.games.ovens.words import most_prepared
from maitred.kernel.state import Event
from tests.games.ovens.positions import GAME, HOUSE, SEASONING, do, fresh, position, verbs
from tests.games.wording import asked_in_games, check_questions

NAMED = {
    "reject": r"\bmark those to exchange\b",
    "ready": r"\bsay that you are ready\b",
    "choose": r"\btake the top dish of\b",
    "discard": r"\bdiscard cards\b",
    "take": r"\btake (a card|up to \d cards)\b",
    "raid": r"\braid a pantry\b",
    "steal": r"\bsteal from an oven\b",
    "clean": r"\bclean (a card|one or two cards) out of your oven\b",
    "keep": r"\bkeep ",
    "return": r"\bback to \{\d\}",
    "give": r"\bgive \{\d\} a card for\b",
    "replace": r"\bput .+ into \{\d\}'s oven\b",
    "prepare": r"\bprepare your dish with (a card|up to \d cards)\b",
    "sabotage": r"\bsabotage another oven\b",
    "go on": r"\b(go on|end the turn)\.$",
}
"""How the question names each verb."""


def states(games: int) -> Iterator[tuple[Ovens, int]]:
    """The states of random games, and who is asked."""
    return asked_in_games(lambda seed: fresh(2 + seed % 4, seed), games)


def test_the_question_names_every_verb_that_is_offered_and_no_other() -> None:
    check_questions(GAME, states(60), NAMED)


def test_others_are_told_who_is_busy_and_never_what_to_do() -> None:
    for state, seat in states(10):
        for viewer in (None, *range(state.players)):
            if viewer not in state.actors():
                prompt = GAME.prompt(state, viewer)
                assert f"{{{seat}}}" in prompt
                assert "You" not in prompt


def reachable(state: Ovens, seat: int) -> int:
    """The most cards that can go into the oven from now on, whatever dish comes next."""
    if state.moment != PREPARE or state.turn != seat:
        return max((reachable(after, seat) for after in followers(state)), default=0) if state.chooser == seat else 0
    return max((1 + reachable(after, seat) for after in followers(state)), default=0)


def followers(state: Ovens) -> Iterator[Ovens]:
    """The states after each card that may be prepared, or each dish that may be taken."""
    (seat,) = state.actors()
    for action in state.legal(seat):
        if action < TAKE or PREPARE_WITH <= action < GO_ON:
            after = state.clone()
            after.apply(seat, action)
            yield after


def test_the_question_never_promises_fewer_cards_than_can_be_prepared_nor_more_than_there_are() -> None:
    met = 0
    for state, seat in states(40):
        if state.moment == PREPARE:
            most = most_prepared(state, seat)
            assert (most == 0) == (state.legal(seat) == [GO_ON])
            assert reachable(state, seat) <= most <= len(state.hands[seat])
            met += most > 1
    assert met > 20


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"hands": [["Meat"] * 3, []]}, "discard cards, take up to 3 cards to supply your pantry, or go on"),
        ({"hands": [["Meat"] * 5, []]}, "discard cards, take up to 2 cards to supply your pantry, or go on"),
        ({"hands": [["Meat"] * 6, []]}, "discard cards, take a card to supply your pantry, or go on"),
        ({"hands": [["Meat"] * 7, []]}, "your pantry is full; discard cards to supply it anew, or go on"),
        ({"hands": [["Meat"] * 7, []], "taken": 2}, "your pantry is full, so go on"),
        ({"hands": [["Meat"] * 4, []], "taken": 2}, "take a card to supply your pantry, or go on"),
        ({"hands": [[], []]}, "take up to 3 cards to supply your pantry, or go on"),
        ({"moment": "action"}, "there is no action you could take, so go on"),
        (
            {"moment": "action", "hands": [["Dough"], ["Meat"]], "ovens": [[["Rat", 1]], ["Onion"]]},
            "as your action raid a pantry, steal from an oven, clean a card out of your oven, or go on",
        ),
        (
            {"moment": "action", "ovens": [["Dough", "Meat", *([["Fly", 1]] * 3), *([["Rat", 1]] * 2)], []]},
            "as your action clean one or two cards out of your oven, or go on",
        ),
        ({"moment": "prepare", "hands": [["Onion"] * 7, []]}, "you hold nothing that your dish could take, so go on"),
        ({"moment": "prepare", "hands": [["Meat"] * 7, []]}, "prepare your dish with a card, or go on"),
        (
            {"moment": "prepare", "hands": [["Meat", "Egg", SEASONING, "Rat"], []], "prepared": 1},
            "prepare your dish with up to 2 cards, or go on",
        ),
        (
            {"moment": "prepare", "hands": [["Meat"], []], "round": 6, "dishes": ["closed", "Siesta Taco"]}
            | {"finished": [[["WcBurguer", 0, 0]], []]},
            "your oven is closed, so go on",
        ),
        (
            {"moment": "prepare", "hands": [["Meat"], []], "ovens": [[*([["Fly", 1]] * 3), *([["Rat", 1]] * 3)], []]}
            | {"dishes": ["WcBurguer", "Siesta Taco"]},
            "prepare your dish with a card, or go on",
        ),
        (
            {"moment": "prepare", "hands": [["Meat"], []]}
            | {"ovens": [[*([["Fly", 1]] * 3), *([["Rat", 1]] * 3), ["Snail", 1]], []]},
            "your oven is full, so go on",
        ),
        ({"moment": "sabotage", "hands": [["Rat"], []]}, "sabotage another oven with a card, or end the turn"),
        ({"moment": "sabotage", "hands": [["Meat"], []]}, "there is no sabotage you could do, so end the turn"),
        (
            {"moment": "dish", "dishes": [None, "Siesta Taco"], "finished": [[["WcBurguer", 0, 0]], []]},
            "take the top dish of pizza, soup, yakitori or tacos",
        ),
    ],
)
def test_the_question_says_what_this_position_allows(words: dict[str, Any], said: str) -> None:
    assert GAME.prompt(position(2, **words), 0) == f"Your move: {said}."


def test_O4_the_question_of_a_raider_fits_what_was_found() -> None:
    for mine, theirs, said in (
        (["Onion"], ["Meat", "Egg"], "keep one of Meat and Egg, or give both back to {1}"),
        (["Onion"], ["Meat"], "keep Meat, or give it back to {1}"),
        ([], ["Meat"], "give Meat back to {1}, as you have no card to give for it"),
        ([], ["Meat", "Egg"], "keep one of Meat and Egg, or give both back to {1}"),
    ):
        state = position(3, moment="action", hands=[mine, theirs, []])
        do(state, "raid", seat=1)
        assert GAME.prompt(state, 0) == f"Your move: {said}."
        assert GAME.prompt(state, 1) == f"{{0}} look[s] at {' and '.join(theirs)} from {{1}}'s pantry."
        assert GAME.prompt(state, 2).startswith(f"{{0}} look[s] at {len(theirs)} card")
    state = position(3, moment="action", hands=[["Onion"], ["Meat", "Egg"], []])
    do(state, "raid", seat=1)
    do(state, "keep", "Meat")
    assert GAME.prompt(state, 0) == "Your move: give {1} a card for Meat."


def test_O5_the_question_of_a_thief_names_what_may_be_put_in() -> None:
    hands = [["Dough", "Mushroom", SEASONING], []]
    state = position(2, moment="action", hands=hands, ovens=[[], ["Onion", SEASONING]])
    do(state, "steal", seat=1, place=1)
    assert GAME.prompt(state, 0) == "Your move: put Dough or Mushroom into {1}'s oven."


def test_O1_the_question_of_the_first_cards_ends_with_the_last_of_them() -> None:
    state = fresh(2, 8)
    assert GAME.prompt(state, 0) == "Your first cards: mark those to exchange, or say that you are ready."
    for kind in list(state.hands[0]):
        state.apply(0, kind)
    assert verbs(state) == {"ready"}
    assert GAME.prompt(state, 0) == "You exchange all your first cards: say that you are ready."


def test_the_log_names_everybody_and_says_you_to_nobody() -> None:
    for state, seat in states(12):
        state.events = []
        action = state.legal(seat)[-1]
        after = state.clone()
        after.events = []
        after.apply(seat, action)
        for event in after.events:
            for listener in (None, *range(state.players)):
                told = GAME.hear(after, event, listener)
                assert told is None or not re.search(r"\b[Yy]our?\b", told["text"]), told


def test_names_in_the_plural_agree_with_what_is_said_of_them() -> None:
    """`Pickles` and `Anchovies` are never the subject of a verb."""
    plural = re.compile(r"(?<!draw for )\b(Pickles|Anchovies) (is|lies|has|does|costs|helps|adds)\b")
    for state, seat in states(25):
        said = [GAME.sense.reason(state, seat, action) for action in state.legal(seat)]
        said += [GAME.why_not(state, seat, action) for action in range(0, GO_ON, 7) if action not in state.legal(seat)]
        said += [GAME.describe(state, seat, action)["label"] for action in state.legal(seat)]
        for action in state.legal(seat):
            after = state.clone()
            after.events = []
            after.apply(seat, action)
            said += [told["text"] for event in after.events if (told := GAME.hear(after, event, seat))]
        assert not [text for text in said if plural.search(text)]


def test_the_log_says_whether_anything_was_done_in_a_step() -> None:
    state = position(2, hands=[["Dough"], []])
    said: list[str] = []
    for act in (["go on"], ["go on"], ["go on"], ["go on"], ["take", "go on"]):
        for verb in act:
            events: list[Event] = []
            state.events = events
            do(state, verb)
        said += [told["text"] for event in events[:1] if (told := GAME.hear(state, event, None))]
    assert said == [
        "{0} take[s] no cards.",
        "{0} take[s] no action.",
        "{0} prepare[s] nothing.",
        "{0} end[s] the turn without sabotage.",
        "{1} take[s] no more cards.",
    ]
    state = position(2, moment="prepare", hands=[["Dough"], []])
    do(state, "prepare", "Dough")
    state.events = []
    do(state, "go on")
    told = GAME.hear(state, state.events[0], None)
    assert told is not None
    assert told["text"] == "{0} prepare[s] nothing more."


def test_the_rules_page_lists_every_trash_with_its_points_and_its_number() -> None:
    rows = re.findall(r"^\| ([^|]+) \| −(\d+) \| (\d+) \| ([^|]*)\|$", GAME.rules(), re.MULTILINE)
    expected = []
    for kind in range(HOUSE.seasoning + 1, len(HOUSE.names)):
        home = ""
        if kind >= HOUSE.radioactive:
            type_ = kind - HOUSE.radioactive
            home = f"+{HOUSE.plus[type_]} in {TYPE_NAMES[type_].replace('hamburger', 'hamburgers')} "
        expected.append((HOUSE.names[kind], str(HOUSE.minus[kind]), str(HOUSE.copies[kind]), home))
    assert rows == expected

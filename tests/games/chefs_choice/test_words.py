"""What is said and seen in Chef's Choice: refusals, events, labels, positions in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from maitred.games.chefs_choice.rules import CLEAN_UP, GIVE, KEEP, LUNCH, STAY, ChefsChoice
from maitred.games.chefs_choice.schedule import LESSONS
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadPosition
from tests.games.chefs_choice.positions import (
    COOPERATION,
    COPY,
    DOUBLE,
    GAME,
    GENEROUS,
    HI_NEIGHBOR,
    HOUSE,
    SINGLE,
    TRIPLE,
    UNDERRATED,
    announcing,
    card,
    choose_all,
    clip,
    fresh,
    give,
    give_dish,
    labels,
    menu,
    move,
    play,
    play_to,
    position,
    schedule,
)
from tests.games.wording import asked_in_games, check_questions

TABLE = [
    menu("Soup", "Steak", "Torte"),
    menu("Caesar", "Flounder", "Cake"),
    menu("Mushrooms", "Cornish", "Bananas"),
    menu("Clams", "Lamb", "Torte"),
]
ONE_LEFT = {"Mushrooms": [9, 0, 0, 0, 0]}
NONE_LEFT = {"Mushrooms": [10, 0, 0, 0, 0]}


def moving(tile: str) -> ChefsChoice:
    """Seat 0 may move a marker."""
    board = {"Soup": [1, 1, 0, 0, 0], "Clams": [1, 0, 0, 0, 0]}
    words: dict[str, Any] = {"schedule": schedule(tile, 1), "step": 3, "first": 3, "moment": "and then", "tally": board}
    return announcing(tile, TABLE, **words)


REFUSALS: list[tuple[Callable[[], ChefsChoice], int, str]] = [
    (lambda: fresh(4), give(0), "Choose a menu card to play, for two samples of one dish on it."),
    (lambda: fresh(4), 60, "This deck has 48 menu cards, none of number 61."),
    (lambda: position(4, step=LUNCH), KEEP, "Choose the menu you serve."),
    (lambda: position(4, step=CLEAN_UP), 0, "Keep or discard your last card."),
    (lambda: position(4, step=10), 0, "Choose a menu card in secret and clip one dish on it."),
    (lambda: position(4, step=10), clip(50, 0), "This deck has 48 menu cards, none of number 51."),
    (lambda: position(4, step=11), STAY, "Choose the menu you serve; it is the last."),
    (lambda: announcing(SINGLE, TABLE), 0, "Single: give a sample of one dish on your card."),
    (lambda: announcing(SINGLE, TABLE), GIVE, "You have a marker left, so you must give a sample."),
    (lambda: announcing(SINGLE, TABLE), give(0, 1), "Single: give samples of one of the dishes on your card."),
    (lambda: announcing(SINGLE, TABLE), give_dish("Soup"), "Single: the samples come from your own card."),
    (lambda: announcing(DOUBLE, TABLE), give(0), "Double: give samples of two of the dishes on your card."),
    (
        lambda: announcing(DOUBLE, TABLE, tally=ONE_LEFT),
        give(0, 1),
        "With 1 marker left you give samples of one of the dishes",
    ),
    (
        lambda: announcing(SINGLE, TABLE, tally=NONE_LEFT),
        give(0),
        "You have no marker left: you can only go on without giving a sample.",
    ),
    (lambda: announcing(TRIPLE, TABLE), give(0, 1), "Triple: give samples of three of the dishes on your card."),
    (
        lambda: announcing(COOPERATION, TABLE),
        give(0),
        "Cooperation: this sample comes from {3}'s or {1}'s card, not from your own.",
    ),
    (lambda: announcing(COOPERATION, TABLE), give_dish("Steak"), "Neither {3}'s nor {1}'s card has Steak on it."),
    (lambda: announcing(COOPERATION, TABLE), give_dish("Caesar") + 14, "This deck has 11 dishes, none of number 15."),
    (lambda: moving(UNDERRATED), give(0), "Underrated: move one of your markers, or leave them where they are."),
    (lambda: moving(UNDERRATED), move("Steak", "Soup"), "You have no marker on Steak."),
    (
        lambda: moving(UNDERRATED),
        move("Clams", "Soup"),
        "You cannot move a marker to Soup: that dish leads its category",
    ),
    (lambda: moving(UNDERRATED), move("Soup", "Soup"), "A marker moves to a different dish."),
    (lambda: moving(UNDERRATED), move("Soup", "Soup") + 11, "This deck has 11 dishes, none of number 14."),
    (
        lambda: moving(COPY),
        move("Soup", "Clams"),
        "You cannot move a marker to Clams: no other colour has a marker there.",
    ),
]


@pytest.mark.parametrize(("setting", "action", "sentence"), REFUSALS, ids=[why[:50] for _, _, why in REFUSALS])
def test_refusals_say_what_is_wrong(setting: Callable[[], ChefsChoice], action: int, sentence: str) -> None:
    state = setting()
    assert action not in state.legal(0)
    assert GAME.why_not(state, 0, action).startswith(sentence)


def test_a_card_that_is_not_held_is_named() -> None:
    state = position(4, hands=[[TABLE[0]], [TABLE[1]], [], []])
    assert (
        GAME.why_not(state, 0, card("Caesar", "Flounder", "Cake")) == "You do not hold Caesar Salad, Flounder and Cake."
    )


def test_saidread_as_one_would_announce() -> None:
    assert labels(announcing(SINGLE, TABLE), 0)[0] == "Give a sample of Soup"
    assert labels(announcing(DOUBLE, TABLE), 0)[1] == "Give samples of Soup and Torte"
    assert labels(announcing(GENEROUS, TABLE), 0)[2] == "Give two samples of Torte"
    assert labels(announcing(GENEROUS, TABLE, tally=ONE_LEFT), 0)[2] == "Give a sample of Torte"
    assert labels(announcing(TRIPLE, TABLE), 0) == ["Give samples of Soup, Steak and Torte"]
    assert labels(announcing(SINGLE, TABLE, tally=NONE_LEFT), 0) == ["Give nothing: no marker left"]
    assert labels(moving(COPY), 0) == ["Move a marker from Clams to Soup", "Leave your markers where they are"]
    assert labels(position(4, hands=[TABLE[:1], [], [], []], step=CLEAN_UP), 0) == [
        "Keep Soup, Steak and Torte",
        "Discard Soup, Steak and Torte",
    ]


def heard(state: ChefsChoice, viewer: int | None) -> list[str]:
    """The texts of what happened."""
    return [str(words["text"]) for event in state.events or [] if (words := GAME.hear(state, event, viewer))]


def test_events_read_like_a_referees_report() -> None:
    state = moving(UNDERRATED)
    state.events = []
    play(state, move("Soup", "Cake"), STAY, STAY, STAY)
    assert heard(state, None) == [
        "{0} move[s] a marker from Soup to Cake.",
        "{1} move[s] no marker.",
        "{2} move[s] no marker.",
        "{3} move[s] no marker.",
        "Sample round 3, Double: all give a sample each of two different dishes on their card. {1} lead[s].",
    ]


def test_clean_up_says_whose_markers_come_off() -> None:
    state = position(4, step=LUNCH, hands=[[TABLE[0]], [], [], []], tally={"Soup": [2, 1, 0, 0, 1]})
    state.events = []
    state.apply(0, card("Soup", "Steak", "Torte"))
    choose_all(state)
    texts = heard(state, None)
    assert texts[0] == "{0} [has|have] chosen."
    assert "{0} serve[s] Soup, Steak and Torte: 5 + 0 + 0 = 5 customers." in texts
    served = [told for event in state.events if (told := GAME.hear(state, event, None)) and told["event"] == "serve"]
    assert served[0]["so_far"] == [5, 5, 5]
    assert texts[-2:] == [
        "Clean-up: markers come off, and all keep or discard their last card.",
        "Most popular at lunch: Soup. A marker each goes back to {0}, {1} and the podcast.",
    ]


def test_only_the_holder_hears_which_cards_are_dealt() -> None:
    state = play_to(fresh(4), CLEAN_UP)
    state.events = []
    choose_all(state)
    for viewer in (None, *range(4)):
        for event in state.events:
            words = GAME.hear(state, event, viewer)
            assert words is not None
            if words["event"] == "deal":
                assert ("cards" in words) == (words["seat"] == viewer)
                assert any(name in words["text"] for name in HOUSE.dish_names) == (words["seat"] == viewer)


def test_the_prompt_says_what_is_asked() -> None:
    state = announcing(HI_NEIGHBOR, TABLE)
    tile = "Sample round 1, Hi Neighbor"
    assert GAME.prompt(state, 0) == f"{tile}: give a sample of one dish on your card."
    assert GAME.prompt(state, 1) == f"{tile}: {{0}} to act."
    play(state, give(0), give(0), give(0), give(0))
    assert GAME.prompt(state, 0) == f"{tile}: now give a sample of a dish on {{3}}'s or {{1}}'s card."
    assert GAME.prompt(moving(COPY), 0).endswith(
        "to a dish where another colour has a marker, or leave them where they are."
    )
    state = position(4, step=LUNCH)
    state.apply(1, state.hands[1][0])
    assert GAME.prompt(state, 0) == "Lunch: choose the menu you serve."
    assert GAME.prompt(state, 1) == GAME.prompt(state, None) == "Lunch: {0}, {2} and {3} to choose."
    assert GAME.prompt(position(4, step=12), 0) == "The game is over."


NAMED = {
    "play": r"\bchoose a menu card to play\b",
    "serve": r"\bchoose the menu you serve\b",
    "clip": r"\bclip one dish\b",
    "give": r": (now )?give ",
    "move": r"\bmove one of your markers\b",
    "stay": r"\bleave (them|your markers) where they are\b",
    "keep": r"\bkeep or discard\b",
    "discard": r"\bkeep or discard\b",
}
"""How the question names each verb."""


def states(games: int) -> Iterator[tuple[ChefsChoice, int]]:
    """The states of random games of all tiles, and who is asked."""
    schedules = ["drawn", *LESSONS]
    return asked_in_games(lambda seed: fresh(4 + seed % 5, seed, schedule=schedules[seed % 4]), games)


def test_the_question_names_every_verb_that_is_offered_and_no_other() -> None:
    check_questions(GAME, states(24), NAMED)


@pytest.mark.parametrize(
    ("tile", "tally", "said"),
    [
        (SINGLE, {}, "give a sample of one dish on your card"),
        (DOUBLE, {}, "give a sample each of two different dishes on your card"),
        (DOUBLE, ONE_LEFT, "give a sample of one dish on your card with your last marker"),
        (GENEROUS, {}, "give two samples of one dish on your card"),
        (GENEROUS, ONE_LEFT, "give a sample of one dish on your card with your last marker"),
        (TRIPLE, {}, "give a sample each of all dishes on your card"),
        (
            TRIPLE,
            {"Mushrooms": [8, 0, 0, 0, 0]},
            "give samples of two different dishes on your card with your last two markers",
        ),
        (TRIPLE, NONE_LEFT, "give nothing, as you have no marker left"),
        (COOPERATION, {}, "give a sample of a dish on {3}'s or {1}'s card"),
        (COOPERATION, NONE_LEFT, "give nothing, as you have no marker left"),
    ],
)
def test_C7_the_question_asks_for_what_the_markers_allow(tile: str, tally: dict[str, Any], said: str) -> None:
    state = announcing(tile, TABLE, tally=tally)
    assert GAME.prompt(state, 0) == f"Sample round 1, {tile}: {said}."


def test_C7_the_question_says_beforehand_that_no_marker_is_left() -> None:
    state = position(4, schedule=schedule(SINGLE), tally=NONE_LEFT)
    assert GAME.prompt(state, 0).endswith(": choose a menu card to play, though you have no marker left.")
    assert GAME.prompt(state, 1).endswith(": choose a menu card to play, for a sample of one dish on it.")
    state = position(4, step=10, tally=NONE_LEFT)
    assert GAME.prompt(state, 0).endswith("clip one dish on it, though you have no marker left.")


def test_C6_nobody_is_asked_to_move_a_marker_that_cannot_move() -> None:
    state = announcing(UNDERRATED, TABLE, schedule=schedule(UNDERRATED, 1), step=3, first=3, moment="and then")
    assert GAME.prompt(state, 0).endswith(": leave your markers where they are, as none of them may move.")


def test_C6_the_table_says_whose_cards_a_sample_may_come_from() -> None:
    state = announcing(COOPERATION, TABLE)
    assert GAME.view(state, None)["neighbours"] == [3, 1]
    zones = {zone["title"]: zone for zone in GAME.zones(GAME.view(state, 0), state.cards)}
    assert [zones[f"{{{seat}}}"]["items"][-1]["tag"] for seat in range(4)] == [
        "on the table",
        "to give from",
        "on the table",
        "to give from",
    ]
    assert zones["{1}"]["note"].endswith("to the left of {0}")
    assert zones["{3}"]["note"].endswith("to the right of {0}")
    assert labels(state, 0) == [
        "Give a sample of Caesar Salad from {1}'s card",
        "Give a sample of Clams from {3}'s card",
        "Give a sample of Flounder from {1}'s card",
        "Give a sample of Lamb Chop from {3}'s card",
        "Give a sample of Torte from {3}'s card",
        "Give a sample of Cake from {1}'s card",
    ]
    play(state, give_dish("Clams"))
    assert GAME.view(state, None)["neighbours"] == [0, 2]


def test_C6_a_dish_on_both_neighbours_cards_is_offered_once_with_both() -> None:
    menus = [TABLE[0], menu("Clams", "Flounder", "Cake"), TABLE[2], TABLE[3]]
    state = announcing(COOPERATION, menus)
    assert "Give a sample of Clams from {3}'s or {1}'s card" in labels(state, 0)


def test_C6_neighbours_count_only_while_a_sample_comes_from_them() -> None:
    state = announcing(HI_NEIGHBOR, TABLE)
    assert GAME.view(state, 0)["neighbours"] == []
    play(state, give(0), give(0), give(0), give(0))
    assert GAME.view(state, 0)["neighbours"] == GAME.view(state, None)["neighbours"] == [3, 1]
    assert GAME.view(announcing(COOPERATION, TABLE, tally=NONE_LEFT), 0)["neighbours"] == []
    assert GAME.prompt(position(4, schedule=schedule(COOPERATION)), 2).endswith(
        ": choose a menu card to play, for a sample of a dish on {1}'s or {3}'s card."
    )


def test_C4_the_opening_tells_of_the_podcast_the_first_tile_and_the_lead() -> None:
    state = position(4, schedule=schedule(HI_NEIGHBOR), first=2, podcast=[menu("Soup", "Steak", "Torte")])
    said = [words["text"] for event in GAME.opening(state) if (words := GAME.hear(state, event, None))]
    assert said == [
        "The podcast recommends Soup, Steak and Torte, and puts a marker on each.",
        "Sample round 1, Hi Neighbor: all give a sample of one dish on their card, and then one of a dish on a "
        "neighbour's card. {2} lead[s].",
    ]


def test_C4_the_opening_is_what_the_deal_left_unsaid() -> None:
    for seed in range(10):
        state = fresh(4 + seed % 5, seed, tiles=["shown", "hidden"][seed % 2])
        podcast, first = [GAME.hear(state, event, None) for event in GAME.opening(state)]
        assert podcast is not None
        assert first is not None
        view = GAME.view(state, None)
        assert podcast["card"] == view["podcast"]
        assert (first["step"], first["tile"]) == (2, view["schedule"][0])
        assert f"{{{view['lead']}}} lead[s]." in first["text"]


def test_the_log_names_everybody_and_says_you_to_nobody() -> None:
    for state, seat in states(12):
        after = state.clone()
        after.events = []
        after.apply(seat, state.legal(seat)[0])
        for event in after.events:
            for listener in (None, *range(state.players)):
                told = GAME.hear(after, event, listener)
                assert told is None or not re.search(r"\b[Yy]our?\b", told["text"]), told


def test_one_customer_is_one_customer() -> None:
    state = position(
        4,
        step=LUNCH,
        hands=[[TABLE[0]], [], [], []],
        tally={"Soup": [1, 0, 0, 0, 0], "Clams": [0, 2, 0, 0, 0]} | {"Caesar Salad": [0, 0, 2, 0, 0]},
    )
    state.events = []
    state.apply(0, card("Soup", "Steak", "Torte"))
    choose_all(state)
    assert "{0} serve[s] Soup, Steak and Torte: 1 + 0 + 0 = 1 customer." in heard(state, None)


def test_reasons_are_about_the_move() -> None:
    state = position(4, step=LUNCH, hands=[[TABLE[0], TABLE[2]], [], [], []], tally={"Soup": [1, 0, 0, 0, 0]})
    reasons = {GAME.sense.reason(state, 0, action) for action in state.legal(0)}
    assert reasons == {
        "Soup, Steak and Torte draw 5 customers as the tally stands; the best in your hand draws 5.",
        "Mushrooms, Cornish Hen and Bananas Foster draw 0 customers as the tally stands; "
        "the best in your hand draws 5.",
    }
    state = announcing(SINGLE, TABLE, hands=[[menu("Soup", "Lamb", "Cake")], [], [], []])
    assert "Soup" in GAME.sense.reason(state, 0, give(0))


BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"hands": [TABLE, TABLE, [], []]}, "every menu card must be there exactly once"),
    ({"step": 7}, "nobody is asked anything during the podcast"),
    ({"schedule": [SINGLE] * 5}, "five different tiles"),
    ({"schedule": [UNDERRATED, SINGLE, DOUBLE, TRIPLE, COPY]}, "may open the day"),
    ({"schedule": ["Quadruple"]}, "'schedule' names 'Quadruple'"),
    ({"tally": {"Soup": [10, 0, 0, 0, 0], "Clams": [1, 0, 0, 0, 0]}}, "10 markers of each colour"),
    ({"tally": {"Soup": [1, 0]}}, "'Soup' is a list of 5 whole numbers"),
    ({"tally": {"Soup": [11, 0, 0, 0, 0]}}, "'Soup' has whole numbers from 0 to 10, not 11"),
    ({"tally": {"Pizza": [1, 0, 0, 0, 0]}}, "no 'Pizza'"),
    ({"tally": 7}, "A position is a table"),
    ({"step": 5, "moment": "announce"}, "samples are announced in sample rounds only"),
    ({"schedule": schedule(SINGLE), "moment": "and then"}, "nothing more when all have announced"),
    ({"spoken": 2}, "nobody announces samples before all have chosen"),
    ({"hands": [HOUSE.names[:6], [], [], []]}, "each hand holds 5 of its cards now"),
    ({"played": [TABLE[:1], [], [], []]}, "each has played 0 cards"),
    ({"shown": [TABLE[:1], [], [], []]}, "menus lie face up"),
    ({"shown": [TABLE[:2], [], [], []]}, "'shown' has at most one card at a place"),
    ({"lunch": [TABLE[:1], [], [], []]}, "lunch menus are known from lunch on"),
    ({"step": 6, "lunch": [[name] for name in TABLE]}, "the lunch menus lie on the table"),
    ({"kept": [1, 0, 0, 0]}, "nobody keeps or discards a card before the clean-up"),
    ({"lunch_customers": [[1, 0, 0]] * 4}, "nobody has customers before lunch"),
    ({"lunch_customers": [[1, 0, 0]]}, "'lunch_customers' has one list for each of the 4 seats"),
    ({"step": 6, "choices": ["keep"] * 4}, "a step goes on when the last has chosen"),
    ({"choices": ["keep", "", "", ""]}, "'choices' has 'keep', which seat 1 may not choose now"),
    ({"choices": [["keep"], "", "", ""]}, "which seat 1 may not choose now"),
    ({"choices": ["keep"]}, "'choices' has one choice for each of the 4 seats"),
    ({"morning": TABLE}, "the morning's cards"),
    ({"deck": []}, "every menu card must be there exactly once"),
    ({"players": 9}, "'players' is a whole number from 4 to 8, not 9"),
]


@pytest.mark.parametrize(("words", "reason"), BROKEN, ids=[why[:50] for _, why in BROKEN])
def test_positions_that_cannot_occur_are_refused(words: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        GAME.load({"players": 4, **words})
    assert reason in str(refusal.value)


def test_the_last_card_was_not_played_in_the_morning() -> None:
    words = GAME.dump(play_to(fresh(4), 8))
    with pytest.raises(BadPosition, match="the last card in hand was not played in the morning"):
        GAME.load({**words, "last": [words["morning"][:1], [], [], []]})


def test_packed_positions_of_another_shape_are_refused() -> None:
    state = fresh(4)
    state.kept = [0, 0, 0]
    with pytest.raises(BadPosition, match="has 3 items, not 4"):
        GAME.unpack(state.pack())


def test_a_position_says_a_hidden_choice_in_words() -> None:
    state = play_to(fresh(4), 10)
    chosen = clip(state.hands[2][1], 1)
    state.apply(2, chosen)
    words = GAME.dump(state)
    on = HOUSE.on[state.hands[2][1]]
    assert words["choices"] == ["", "", f"{HOUSE.names[state.hands[2][1]]}: {HOUSE.dish_names[on[1]]}", ""]
    again = GAME.load(words)
    assert isinstance(again, ChefsChoice)
    assert again.choices == [-1, -1, chosen, -1]


def test_the_score_sheet_names_the_dishes() -> None:
    state = play_to(fresh(4), 12)
    sheet = GAME.sheet(state)
    assert [line["label"] for line in sheet["lines"]] == [
        "Lunch: appetizers",
        "Lunch: entrées",
        "Lunch: desserts",
        "Lunch in all",
        "Dinner: appetizers",
        "Dinner: entrées",
        "Dinner: desserts",
        "Dinner in all",
        "Markers on the dinner menu (breaks ties)",
    ]
    assert sheet["lines"][0]["notes"] == [HOUSE.dish_names[HOUSE.on[at][0]] for at in state.lunch]
    assert sheet["lines"][5]["notes"] == [HOUSE.dish_names[HOUSE.on[at][1]] for at in state.shown]
    lunch, dinner = ([int(value) for value in sheet["lines"][at]["values"]] for at in (3, 7))
    assert [a + b for a, b in zip(lunch, dinner, strict=True)] == sheet["total"]["values"]
    assert lunch == GAME.view(state, None)["lunch_total"]


def test_guesses_are_positions_that_can_occur() -> None:
    for seed in range(20):
        state = play_to(fresh(6, seed, tiles="hidden"), 9, seed=seed)
        words = GAME.dump(state.determinize(seed % 6, Stream(seed)))
        assert GAME.dump(GAME.load(words)) == words

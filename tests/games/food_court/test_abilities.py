"""F13: each deck's ability and win condition, met and missed by one."""

from __future__ import annotations

from typing import Any

import pytest

from maitred.games.food_court import GAME
from maitred.games.food_court.rules import OVER, FoodCourt
from tests.games.food_court.table import (
    UP,
    act,
    asked,
    can,
    discard,
    held,
    labels,
    lines,
    meal,
    meals,
    points,
    position,
    score,
    station,
)


def ability(deck: str, *cooked: dict[str, Any], **facts: Any) -> int:
    """What a deck's ability gives for these meals."""
    rival = station("italy" if deck != "italy" else "usa")
    state = position(station(deck, meals=list(cooked)), rival, **facts)
    score(state)
    return points(state, "ability")


def tracks(deck: str, *cooked: dict[str, Any], wins: tuple[str, ...] = (), **facts: Any) -> list[str]:
    """What may be tracked after scoring these meals."""
    rival = station("italy" if deck != "italy" else "usa")
    state = position(station(deck, meals=list(cooked), wins=list(wins)), rival, **facts)
    act(state, "Score")
    if asked(state) != ("Ada", "track"):
        return []
    names = [label.removeprefix("Track ").split(" towards")[0].split(" (")[0] for label in labels(state)]
    assert names.pop() == "nothing"
    return names


# Italy


def test_F13_italy_exact_pasta_gives_one_in_a_normal_and_two_in_a_hard_recipe() -> None:
    assert ability("italy", meal("Penne all’Arrabbiata", "Penne", "Secondary")) == 1
    assert ability("italy", meal("Lasagna al Forno", "Lasagna Sheets", "Secondary", "Secondary")) == 2
    assert ability("italy", meal("Penne all’Arrabbiata", "Ravioli", "Secondary")) == 0
    assert ability("italy", meal("Lasagna al Forno", "Lasagna Sheets", "Secondary")) == 0
    assert ability("italy", meal("Marinara", "Penne")) == 0


def test_F13_italy_tracks_the_exact_pasta() -> None:
    assert tracks("italy", meal("Penne all’Arrabbiata", "Penne", "Secondary"), wins=("Penne",)) == ["Penne"]
    assert tracks("italy", meal("Penne all’Arrabbiata", "Ravioli", "Secondary")) == []
    assert tracks("italy", meal("Penne all’Arrabbiata", "Penne")) == []


# France

COURSES = [
    meal("Garbure", "Primary"),
    meal("Quiche Lorraine", "Primary", "Secondary"),
    meal("Ratatouille", "Primary", "Secondary"),
    meal("Pain Perdu", "Primary", "Secondary", "Secondary"),
]


def test_F13_france_pairs_of_courses_cooked_in_one_turn() -> None:
    assert ability("france", COURSES[0], COURSES[1]) == 1
    assert ability("france", COURSES[1], COURSES[2]) == 2
    assert ability("france", COURSES[2], COURSES[3]) == 3
    assert ability("france", *COURSES) == 6
    assert ability("france", COURSES[0], COURSES[2]) == 0
    assert ability("france", COURSES[0], COURSES[3]) == 0
    less = meal("Quiche Lorraine", "Primary")
    assert ability("france", COURSES[0], less) == 0


def test_F13_france_counts_as_many_pairs_as_both_courses_allow() -> None:
    second = meal("Tourin", "Primary")
    assert ability("france", COURSES[0], second, COURSES[1]) == 1
    assert ability("france", COURSES[0], second, COURSES[1], meal("Salade Niçoise", "Primary", "Secondary")) == 2


def test_F13_france_courses_of_different_turns_make_no_pair() -> None:
    earlier = {**COURSES[0], "turn": 1}
    assert ability("france", earlier, {**COURSES[1], "turn": 3}, round=2) == 0
    assert ability("france", earlier, {**COURSES[1], "turn": 1}, round=2) == 1


def test_F13_france_tracks_the_earliest_missing_course() -> None:
    assert tracks("france", *COURSES) == ["Garbure"]
    assert tracks("france", *COURSES[1:]) == []
    assert tracks("france", *COURSES[1:], wins=("Tourin",)) == ["Quiche Lorraine"]
    assert tracks("france", *COURSES, wins=("Tourin", "Boeuf Bourguignon")) == ["Quiche Lorraine"]
    assert tracks("france", *COURSES[3:], wins=("Tourin", "Salade Niçoise", "Boeuf Bourguignon")) == ["Pain Perdu"]


# China

RICE = meal("Claypot Rice", "Primary", "Secondary")
NOODLES = meal("Zha Jiang Mian", "Primary")
CONGEE = meal("Congee", "Primary")


def test_F13_china_each_further_recipe_of_a_turn_gives_one() -> None:
    assert ability("china", RICE) == 0
    assert ability("china", RICE, NOODLES) == 1
    assert ability("china", RICE, NOODLES, CONGEE) == 2
    assert ability("china", meal("Claypot Rice", "Primary"), NOODLES, CONGEE) == 1
    assert ability("china", {**RICE, "turn": 1}, {**NOODLES, "turn": 3}, round=2) == 0


def test_F13_china_tracks_a_normal_or_hard_recipe_of_a_pair_cooked_in_one_turn() -> None:
    assert tracks("china", RICE, NOODLES) == ["Claypot Rice"]
    assert tracks("china", CONGEE, NOODLES) == []
    assert tracks("china", RICE, CONGEE) == []
    assert tracks("china", {**RICE, "turn": 1}, {**NOODLES, "turn": 3}, round=2) == []
    assert tracks("china", RICE, meal("Lo Mein", "Primary", "Secondary")) == []
    hard = meal("Lo Mein", "Primary", "Secondary", "Secondary")
    assert tracks("china", RICE, hard) == ["Claypot Rice", "Lo Mein"]


# India


def test_F13_india_one_extra_secondary_gives_one_and_two_in_a_hard_recipe() -> None:
    assert ability("india", meal("Lemon Rice", "Primary", "Cumin")) == 1
    assert ability("india", meal("Biryani", "Primary", "Cumin", "Saffron")) == 1
    assert ability("india", meal("Rogan Josh", "Primary", "Cumin", "Saffron", "Tamarind")) == 2
    assert ability("india", meal("Biryani", "Primary", "Cumin")) == 0
    assert ability("india", meal("Rogan Josh", "Primary", "Cumin", "Saffron")) == 0


def test_F13_india_has_room_for_one_extra_only() -> None:
    goods = ["Primary", "Primary", "Cumin", "Saffron", "Tamarind"]
    state = position(station("india", hand=["Biryani"], prepared=goods), station("usa"))
    act(state, "Cook Biryani", "Add Primary")
    assert not can(state, "Add Primary")
    act(state, "Add Cumin", "Add Saffron")
    assert labels(state) == ["Finish Biryani: normal, in full"]


def test_F13_india_tracks_any_secondary_of_a_normal_or_hard_recipe_with_an_extra_if_its_name_is_new() -> None:
    cooked = meal("Biryani", "Primary", "Cumin", "Saffron")
    assert tracks("india", cooked) == ["Cumin", "Saffron"]
    assert tracks("india", cooked, wins=("Cumin",)) == ["Saffron"]
    assert tracks("india", cooked, wins=("Cumin", "Saffron")) == []
    assert tracks("india", meal("Biryani", "Primary", "Cumin")) == []
    assert tracks("india", meal("Lemon Rice", "Primary", "Cumin")) == []


# USA


def test_F13_usa_twice_the_ingredients_give_the_recipes_own_number() -> None:
    assert ability("usa", meal("Cornbread", "Primary", "Secondary")) == 1
    assert ability("usa", meal("Juicy Lucy", "Primary", "Primary", "Secondary", "Secondary")) == 2
    hard = ["Primary", "Secondary", "Secondary", "Secondary", "Primary", "Primary"]
    assert ability("usa", meal("T-bone Steak", *hard)) == 3
    assert ability("usa", meal("Juicy Lucy", "Primary", "Secondary", "Ketchup")) == 0


def test_F13_usa_optionals_count_as_extras_and_still_give_one() -> None:
    state = position(
        station("usa", meals=[meal("Juicy Lucy", "Primary", "Secondary", "Ketchup", "Mayo")]), station("italy")
    )
    assert score(state) == 2 + 2 + 2
    assert points(state, "optional") == 2
    assert points(state, "ability") == 2


def test_F13_usa_all_or_nothing() -> None:
    goods = ["Primary", "Primary", "Secondary", "Secondary"]
    state = position(station("usa", hand=["Juicy Lucy"], prepared=goods), station("italy"))
    act(state, "Cook Juicy Lucy", "Add Primary", "Add Secondary")
    assert can(state, "Finish")
    act(state, "Add Primary")
    assert not can(state, "Finish")
    act(state, "Add Secondary")
    assert labels(state) == ["Finish Juicy Lucy: normal, in full"]
    sauces = ["Primary", "Primary", "Secondary", "Ketchup", "Mayo"]
    bare = position(station("usa", hand=["Juicy Lucy"], prepared=sauces), station("italy"))
    act(bare, "Cook Juicy Lucy", "Add Primary", "Add Primary", "Add Ketchup", "Add Mayo")
    assert labels(bare) == ["Add Secondary to Juicy Lucy"], "the requirement comes first"
    short = position(station("usa", hand=["Juicy Lucy"], prepared=goods[:3]), station("italy"))
    act(short, "Cook Juicy Lucy", "Add Primary", "Add Secondary")
    assert labels(short) == ["Finish Juicy Lucy: normal, in full"]


def test_F13_usa_tracks_recipes_of_one_type() -> None:
    burger = meal("Juicy Lucy", "Primary", "Secondary")
    steak = meal("Ribeye Steak", "Primary", "Secondary")
    assert tracks("usa", burger, steak) == ["Juicy Lucy", "Ribeye Steak"]
    assert tracks("usa", burger, steak, wins=("Deep-fried Burger",)) == ["Juicy Lucy"]
    assert tracks("usa", meal("Cornbread", "Primary")) == []
    assert tracks("usa", meal("Juicy Lucy", "Primary")) == []


# Türkiye

DISH = meal("Spaghetti Carbonara", "Spaghetti", "Secondary")
FEAST = meal("Lasagna al Forno", "Lasagna Sheets", "Secondary", "Secondary")


def kitchen(*prepared: str, theirs: list[dict[str, Any]] | None = None, **zones: Any) -> FoodCourt:
    """Türkiye about to score, with a kebab in hand."""
    zones.setdefault("hand", ["Shish Kebab"])
    mine = station("turkiye", prepared=list(prepared), utensils=["not in play", "not in play", UP], **zones)
    return position(mine, station("italy", meals=[DISH] if theirs is None else theirs))


def test_F13_turkiye_a_kebab_replaces_a_recipe_that_counts_as_normal_for_one_ingredient() -> None:
    state = kitchen("Primary", "Secondary")
    act(
        state,
        "Score",
        "Put up Shish Kebab",
        "Replace a recipe of Ben",
        "Replace Spaghetti Carbonara",
        "Discard Primary",
    )
    assert asked(state) == ("Ada", "track")
    assert lines(state) == [("recipe", "Shish Kebab", 2), ("utensil", "Shish Kebab", 1)]
    assert discard(state, 1) == ["Spaghetti Carbonara"]
    assert held(state, "prepared", 1) == ["Spaghetti", "Secondary"]
    assert held(state, "prepared") == ["Secondary"]
    act(state, "Track Shish Kebab")
    assert held(state, "wins") == ["Shish Kebab"]


def test_F13_turkiye_a_hard_recipe_costs_two_and_gives_three() -> None:
    state = kitchen("Primary", "Secondary", theirs=[FEAST])
    act(state, "Score", "Put up", "Replace a recipe", "Replace Lasagna", "Discard Primary", "Discard Secondary")
    assert points(state, "recipe") == 3
    assert not can(kitchen("Primary", theirs=[FEAST]), "Score")
    as_normal = meal("Lasagna al Forno", "Lasagna Sheets", "Secondary")
    assert can(kitchen("Primary", theirs=[as_normal]), "Score")
    as_easy = meal("Lasagna al Forno", "Lasagna Sheets")
    assert not can(kitchen("Primary", "Primary", theirs=[as_easy]), "Score")


def test_F13_turkiye_replaces_at_the_scoring_of_whoever_cooked_it_and_scores_it_later() -> None:
    mine = station("turkiye", hand=["Shish Kebab"], prepared=["Primary"])
    state = position(
        station("italy", meals=[DISH]), mine, station("usa", meals=[meal("Juicy Lucy", "Primary", "Secondary")])
    )
    act(state, "Score")
    assert asked(state) == ("Ben", "swap")
    act(state, "Put up Shish Kebab")
    assert labels(state) == ["Replace Spaghetti Carbonara (normal), which counts as normal: 1 ingredient, 2 VP"]
    act(state, "Replace Spaghetti", "Discard Primary")
    assert state.stations[0].vp == 0
    assert meals(state, 1) == {"Shish Kebab": []}
    assert asked(state) == ("Ben", "discard")
    act(state, "Draw", "Score")
    assert state.stations[1].vp == 2


def test_F13_turkiye_is_asked_once_in_a_scoring_whatever_it_holds() -> None:
    state = kitchen("Primary", "Primary", hand=["Shish Kebab", "Adana Kebab"], theirs=[DISH, FEAST])
    act(state, "Score", "Put up Shish Kebab", "Replace a recipe", "Replace Spaghetti", "Discard Primary")
    assert asked(state) == ("Ada", "track")
    nothing = position(station("italy", meals=[DISH]), station("turkiye", hand=["Pide"], prepared=["Primary"]))
    act(nothing, "Score")
    assert labels(nothing) == ["Replace nothing"]


def test_F13_turkiye_the_kebab_scores_nothing_else() -> None:
    hard = meal("Baklava", "Primary", "Secondary", "Secondary")
    state = position(station("turkiye", meals=[meal("Shish Kebab", replaced=2), hard]), station("italy"))
    assert score(state) == 2 + 3
    assert points(state, "hard bonus") == 0


def test_F13_turkiye_tracks_kebabs_that_replaced_something_only() -> None:
    assert tracks("turkiye", meal("Shish Kebab", replaced=2)) == ["Shish Kebab"]
    assert tracks("turkiye", meal("Shish Kebab", "Primary")) == []


# Japan


def test_F13_japan_umami_wasabi_and_ginger_count_two_one_and_minus_one() -> None:
    assert ability("japan", meal("Miso Ramen", "Primary", "Umami")) == 2
    assert ability("japan", meal("Miso Ramen", "Primary", "Wasabi")) == 1
    assert ability("japan", meal("Miso Ramen", "Primary", "Ginger")) == -1
    assert ability("japan", meal("Gyoza", "Primary", "Umami", "Ginger")) == 1
    assert ability("japan", meal("Gyoza", "Primary", "Umami")) == 0


def test_F13_japan_tracks_two_of_umami_and_two_of_ginger() -> None:
    cooked = meal("Gyoza", "Primary", "Umami", "Ginger")
    assert tracks("japan", cooked) == ["Umami", "Ginger"]
    assert tracks("japan", cooked, wins=("Umami", "Ginger")) == ["Umami", "Ginger"]
    assert tracks("japan", cooked, wins=("Umami", "Umami")) == ["Ginger"]
    assert tracks("japan", meal("Gyoza", "Primary", "Umami", "Umami"), wins=("Umami", "Umami", "Ginger")) == []
    assert tracks("japan", meal("Miso Ramen", "Primary", "Wasabi")) == []


# Mexico


def test_F13_mexico_hot_secondaries_give_one_each() -> None:
    assert ability("mexico", meal("Chicken Fajitas", "Primary", "Jalapeño")) == 1
    assert ability("mexico", meal("Chicken Fajitas", "Primary", "Jalapeño", "Cayenne Pepper")) == 2
    assert ability("mexico", meal("Quesadilla", "Primary", "Jalapeño", "Jalapeño")) == 2
    assert ability("mexico", meal("Chicken Fajitas", "Primary", "Avocado")) == 0
    assert ability("mexico", meal("Tamales", "Primary", "Jalapeño")) == 0


def test_F13_mexico_a_hot_one_beyond_the_requirement_costs_a_card_from_hand() -> None:
    goods = ["Primary", "Jalapeño", "Jalapeño", "Jalapeño", "Avocado", "Avocado"]
    hand = ["Chicken Fajitas", "Lime", "Blocking"]
    state = position(station("mexico", hand=hand, prepared=goods), station("italy"))
    act(state, "Cook Chicken Fajitas", "Add Primary", "Add Jalapeño", "Add Jalapeño")
    assert not can(state, "Add Jalapeño")
    assert can(state, "Add Avocado")
    act(state, "Finish Chicken Fajitas: normal, in full, and pay 1 card from hand", "Pay with Lime")
    assert held(state, "unseen") == ["Lime"]
    assert asked(state) == ("Ada", "play")
    easy = position(station("mexico", hand=["Quesadilla", "Lime"], prepared=goods), station("italy"))
    act(easy, "Cook Quesadilla", "Add Primary", "Add Jalapeño")
    assert not can(easy, "Add"), "there is no second card to pay with, and no room for the mild"
    fitting = position(station("mexico", hand=["Tamales"], prepared=goods), station("italy"))
    act(fitting, "Cook Tamales", "Add Primary", "Add Jalapeño", "Add Jalapeño", "Finish")
    assert asked(fitting) == ("Ada", "play"), "within the requirement nothing is paid"


def test_F13_mexico_tracks_one_of_two_hot_ones() -> None:
    assert tracks("mexico", meal("Chicken Fajitas", "Primary", "Jalapeño", "Cayenne Pepper")) == [
        "Cayenne Pepper",
        "Jalapeño",
    ]
    assert tracks("mexico", meal("Chicken Fajitas", "Primary", "Jalapeño")) == []
    assert tracks("mexico", meal("Quesadilla", "Primary", "Jalapeño", "Jalapeño")) == ["Jalapeño"]


# All of them

FOURTH: list[tuple[str, list[dict[str, Any]], list[str], str]] = [
    ("italy", [meal("Penne all’Arrabbiata", "Penne", "Secondary")], ["Ravioli", "Ravioli", "Gnocchi"], "Penne"),
    ("france", COURSES[3:], ["Garbure", "Quiche Lorraine", "Ratatouille"], "Pain Perdu"),
    ("china", [RICE, NOODLES], ["Lo Mein", "Dragon Beard Noodles", "Yangzhou Fried Rice"], "Claypot Rice"),
    ("india", [meal("Biryani", "Primary", "Cumin", "Cumin")], ["Saffron", "Tamarind", "Coriander"], "Cumin"),
    (
        "usa",
        [meal("Juicy Lucy", "Primary", "Secondary")],
        ["Classic Cheeseburger", "Bacon Cheeseburger", "Deep-fried Burger"],
        "Juicy Lucy",
    ),
    ("turkiye", [meal("Shish Kebab", replaced=2)], ["Adana Kebab", "Beyti Kebab", "Tepsi Kebab"], "Shish Kebab"),
    ("japan", [meal("Miso Ramen", "Primary", "Ginger")], ["Umami", "Umami", "Ginger"], "Ginger"),
    ("mexico", [meal("Quesadilla", "Primary", "Jalapeño", "Jalapeño")], ["Jalapeño", "Cayenne Pepper"] * 2, "Jalapeño"),
]


@pytest.mark.parametrize(("deck", "cooked", "wins", "last"), FOURTH, ids=[entry[0] for entry in FOURTH])
def test_F13_the_fourth_card_meets_the_win_condition_and_the_third_does_not(
    deck: str, cooked: list[dict[str, Any]], wins: list[str], last: str
) -> None:
    rival = "italy" if deck != "italy" else "usa"
    for held_before in (2, 3):
        state = position(station(deck, meals=cooked, wins=wins[:held_before]), station(rival))
        if deck == "france" and held_before == 2:
            continue
        act(state, "Score", f"Track {last}", "Draw", "End the turn")
        assert (state.moment == OVER) == (held_before == 3)
        assert state.scores()[0] == state.stations[0].vp + (30 if held_before == 3 else 15)
    assert "win condition" in GAME.sheet(state)["verdict"]

"""What a view tells beyond the cards: what a recipe lacks, and what it would bring, before it is cooked."""

from __future__ import annotations

from typing import Any

from maitred.games.food_court import GAME
from maitred.games.food_court.rules import DONE, FoodCourt
from maitred.kernel.chance import Stream
from tests.games.food_court.table import act, meal, new, position, station

FACES = GAME.faces(position(station("italy"), station("japan")).cards)


view = GAME.view


def names(told: list[int]) -> list[str]:
    """Faces by their names."""
    return [FACES[at]["name"] for at in told]


def lines(told: list[dict[str, Any]]) -> list[tuple[str, str | None, int]]:
    """A score with names in place of faces."""
    return [
        (one["line"], FACES[one["card"]]["name"] if one["card"] is not None else None, one["points"]) for one in told
    ]


def test_faces_say_what_a_recipe_needs_and_what_an_action_does() -> None:
    by_name = {face["name"]: face for face in FACES if face["deck"] == "italy"}
    assert by_name["Marinara"]["needs"] == {"primary": 1, "secondary": 0}
    assert by_name["Lasagna al Forno"]["needs"] == {"primary": 1, "secondary": 2}
    assert by_name["Lasagna al Forno"]["points"] == 3
    assert by_name["Basil"]["needs"] is None
    assert by_name["Basil"]["effect"] is None
    assert by_name["Blocking"]["effect"] == "block"
    assert by_name["Recipe Scores"]["effect"] == "scores"


def test_the_pot_tells_what_it_lacks_and_what_it_would_bring() -> None:
    state = position(
        station(
            "italy",
            hand=["Lasagna al Forno"],
            prepared=["Lasagna Sheets", "Secondary", "Secondary", "Basil"],
            utensils=["not in play", "not in play", "up"],
            meals=[meal("Marinara", "Penne", turn=1)],
        ),
        station("japan"),
    )
    act(state, "Cook Lasagna al Forno")
    pot = view(state, 1)["pot"]
    assert (pot["level"], pot["full"], pot["would_score"]) == (0, False, 1)
    assert pot["needs"] == {"primary": 1, "secondary": 2}
    act(state, "Add Lasagna Sheets", "Add Secondary")
    pot = view(state, 0)["pot"]
    assert (pot["level"], pot["full"]) == (2, False)
    assert pot["needs"] == {"primary": 0, "secondary": 1}
    assert pot["would_score"] == 1 + 2 + 1
    assert pot["trackable"] == []
    act(state, "Add Secondary", "Add Basil")
    pot = view(state, 0)["pot"]
    assert (pot["level"], pot["full"], pot["price"]) == (3, True, 0)
    assert pot["needs"] == {"primary": 0, "secondary": 0}
    assert names(pot["trackable"]) == ["Lasagna Sheets"]
    assert lines(pot["would_lines"]) == [
        ("recipe", "Marinara", 1),
        ("hard bonus", "Marinara", 1),
        ("recipe", "Lasagna al Forno", 3),
        ("optional", "Lasagna al Forno", 1),
        ("utensil", "Lasagna al Forno", 1),
        ("ability", "Lasagna al Forno", 2),
    ]
    act(state, "Finish")
    told = view(state, None)["stations"][0]
    assert told["would_score"] == pot["would_score"] == 9
    assert told["would_lines"] == pot["would_lines"]
    assert names(told["trackable"]) == ["Lasagna Sheets"]


def test_what_heat_will_cost_is_told_while_it_cooks() -> None:
    state = position(
        station("mexico", hand=["Quesadilla", "Lime"], prepared=["Primary", "Jalapeño"]),
        station("japan"),
    )
    act(state, "Cook Quesadilla", "Add Primary", "Add Jalapeño")
    assert view(state, 1)["pot"]["price"] == 1


def test_a_recipe_that_replaces_another_is_in_no_pot_that_could_score() -> None:
    state = position(
        station("turkiye", hand=["Shish Kebab"], prepared=["Primary"]),
        station("japan", meals=[meal("Miso Ramen", "Primary", "Wasabi")]),
    )
    act(state, "Score", "Put up Shish Kebab")
    pot = view(state, 0)["pot"]
    assert names([pot["recipe"]]) == ["Shish Kebab"]
    assert set(pot) == {"seat", "recipe", "goods"}


def test_only_its_owner_reads_the_menu_of_a_hand() -> None:
    state = position(
        station("italy", hand=["Marinara", "Lasagna Verde", "Basil"], prepared=["Secondary"]),
        station("japan"),
    )
    menu = view(state, 0)["stations"][0]["menu"]
    assert [(FACES[one["recipe"]]["name"], one["needs"]) for one in menu] == [
        ("Marinara", {"primary": 1, "secondary": 0}),
        ("Lasagna Verde", {"primary": 1, "secondary": 0}),
    ]
    assert view(state, 1)["stations"][0]["menu"] is None
    assert view(state, None)["stations"][0]["menu"] is None


def test_every_plan_to_cook_in_full_can_be_carried_out() -> None:
    carried_out = 0
    for seed in range(8):
        state, chance = new(3, seed), Stream(seed)
        for _ in range(150):
            if not (actors := state.actors()):
                break
            seat = actors[0]
            for line in view(state, seat)["stations"][seat]["menu"]:
                if line["plan"]:
                    cook(state, seat, line["plan"])
                    carried_out += 1
            legal = state.legal(seat)
            state.apply(seat, legal[chance.below(len(legal))])
    assert carried_out > 100


def cook(state: FoodCourt, seat: int, plan: list[int]) -> None:
    """Carry a plan out in a copy of the state: each step is legal, and the meal is full."""
    tried = state.clone()
    for action in plan:
        assert action in tried.legal(seat)
        tried.apply(seat, action)
    assert view(tried, seat)["pot"]["full"]
    assert DONE in tried.legal(seat)


def test_other_seats_do_not_see_what_somebody_could_cook() -> None:
    state = position(station("china", hand=["Congee"], prepared=["Primary"]), station("usa"))
    own, other = (view(state, seat)["stations"][0]["menu"] for seat in (0, 1))
    assert [len(line["plan"]) for line in own] == [2]
    assert other is None

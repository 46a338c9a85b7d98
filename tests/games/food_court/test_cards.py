"""Food Court's decks: what is in them, and that a wrong card file is refused with file, card and reason."""

from __future__ import annotations

import copy
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from maitred.games.food_court import GAME
from maitred.games.food_court.cards import DECK
from maitred.games.food_court.station import ACTION, OPTIONAL, PRIMARY, RECIPE, SECONDARY, UTENSIL
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadCards, BadSetup
from maitred.kernel.play import play_out

HOUSE = DECK.house()
TEXT = files("maitred.games.food_court").joinpath("cards.toml").read_text(encoding="utf-8")
TABLES = tomllib.loads(TEXT)


def test_F1_eight_decks_of_fifty_three_cards() -> None:
    assert [deck.cuisine for deck in HOUSE.decks] == [
        "Italy",
        "France",
        "China",
        "India",
        "USA",
        "Türkiye",
        "Japan",
        "Mexico",
    ]
    assert {deck.size for deck in HOUSE.decks} == {53}
    assert sorted(deck.ability for deck in HOUSE.decks) == list(range(8))


def test_F3_every_deck_has_its_ingredients_and_recipes() -> None:
    wanted = {
        "italy": (14, 9, [4, 7, 3]),
        "france": (12, 10, [4, 8, 3]),
        "china": (12, 9, [7, 6, 3]),
        "india": (11, 12, [4, 7, 3]),
        "usa": (12, 10, [4, 8, 3]),
        "turkiye": (12, 9, [7, 6, 3]),
        "japan": (11, 12, [4, 7, 3]),
        "mexico": (11, 12, [5, 6, 3]),
    }
    for deck in HOUSE.decks:
        counts = dict.fromkeys(range(6), 0)
        for kind in range(deck.kinds):
            counts[deck.sort[kind]] += deck.copies[kind]
        recipes = [deck.difficulty.count(difficulty) for difficulty in range(3)]
        assert (counts[PRIMARY], counts[SECONDARY], recipes) == wanted[deck.id]
        assert (counts[OPTIONAL], counts[ACTION], counts[UTENSIL]) == (3, 10, 3)
        assert counts[RECIPE] == sum(recipes)


def test_F10_every_deck_has_three_blocks_and_one_of_each_other_action() -> None:
    for deck in HOUSE.decks:
        assert deck.copies[:8] == [3, 1, 1, 1, 1, 1, 1, 1]
    assert HOUSE.offence[2] == "Lose Recipe"
    assert HOUSE.defence[2] == "Reuse Recipe"


def test_F13_what_each_deck_tracks() -> None:
    tracked = {
        deck.id: sorted(deck.names[kind] for kind in range(deck.kinds) if deck.tracked[kind]) for deck in HOUSE.decks
    }
    assert tracked["japan"] == ["Ginger", "Umami"]
    assert tracked["mexico"] == ["Cayenne Pepper", "Jalapeño"]
    assert tracked["india"] == ["Cardamom", "Cinnamon", "Coriander", "Cumin", "Saffron", "Tamarind"]
    assert "Marinara" not in tracked["italy"]
    assert len(tracked["italy"]) == 7
    assert len(tracked["france"]) == 15
    assert len(tracked["china"]) == 9
    assert len(tracked["usa"]) == 10
    assert len(tracked["turkiye"]) == 7


def test_a_copy_of_the_house_file_is_the_house_deck(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT + "\n# a comment\n", encoding="utf-8")
    assert DECK.read(path) is HOUSE
    assert GAME.read_cards(HOUSE) is HOUSE


def test_own_decks_are_played_with_and_remembered() -> None:
    tables = copy.deepcopy(TABLES)
    tables["decks"]["atlantis"] = {**tables["decks"]["italy"], "cuisine": "Atlantis", "restaurant": "Sunken Grill"}
    cards = DECK.read(tables)
    assert cards.own is not None
    state = GAME.new(2, 1, {"decks": "atlantis,italy"}, tables)
    assert GAME.unpack(state.pack(), tables).pack() == state.pack()
    play_out(state, Stream(1))
    assert state.actors() == []
    few = {**tables, "decks": {id: tables["decks"][id] for id in ("italy", "usa")}}
    with pytest.raises(BadSetup, match="2 decks, too few for 3 players"):
        GAME.new(3, 1, None, few)


def changed(*path: Any, to: Any) -> dict[str, Any]:
    """The house tables with one thing changed, or taken out."""
    tables = copy.deepcopy(TABLES)
    there: Any = tables
    for step in path[:-1]:
        there = there[step]
    if to is None:
        del there[path[-1]]
    else:
        there[path[-1]] = to
    return tables


ITALY = ("decks", "italy")


@pytest.mark.parametrize(
    ("tables", "says"),
    [
        (changed("soups", to=[]), "no table 'soups'"),
        (changed("utensils", to=["Spoon"]), "utensils: there must be 3, not 1"),
        (changed("actions", 0, "effect", to="dance"), "action number 1: 'effect' must be 'block', not 'dance'"),
        (changed("actions", 7, to=None), "action 'piles': it is missing"),
        (changed("actions", 0, "copies", to=4), "at most 10 action cards, not 11"),
        (changed(*ITALY, "ability", to="juggle"), r"\[decks.italy\]: 'ability' must be one of .*, not 'juggle'"),
        (changed(*ITALY, "cuisine", to=None), r"\[decks.italy\]: the key 'cuisine' is missing"),
        (changed(*ITALY, "tags", to=["a"]), "takes no 'tags'"),
        (changed(*ITALY, "primary", to=[]), "primary ingredients"),
        (changed(*ITALY, "recipes", to=[]), "there must be a recipe"),
        (changed(*ITALY, "primary", 0, "copies", to=0), "italy: primary number 1: 'copies' must be a whole number"),
        (changed(*ITALY, "primary", 1, "name", to="spaghetti"), "the name 'spaghetti' is taken by primary 'Spaghetti'"),
        (changed(*ITALY, "recipes", 0, "difficulty", to="odd"), "'difficulty' must be one of easy, normal, hard"),
        (changed(*ITALY, "recipes", 0, "utensil", to="Fork"), "'utensil' must be one of Kitchenware"),
        (changed(*ITALY, "recipes", 4, "tag", to="Rice"), "italy: recipe number 5: 'tag' must be one of Spaghetti"),
        (changed(*ITALY, "recipes", 0, "spice", to=1), "there is no key 'spice'"),
        (changed("decks", "france", "tags", to=["a", "b"]), "takes 4 different 'tags'"),
        (changed("decks", "japan", "secondary", 1, "win", to=True), "its win condition cannot be met"),
        (changed("decks", "japan", "secondary", 0, "win", to=1), "'win' is true or left out"),
        (changed("decks", "Italy!", to=TABLES["decks"]["italy"]), "lower-case letters"),
        (changed("decks", to={"italy": TABLES["decks"]["italy"]}), "2 to 40 decks, not 1"),
    ],
)
def test_wrong_files_are_refused_with_the_reason(tables: dict[str, Any], says: str) -> None:
    with pytest.raises(BadCards, match=says):
        DECK.read(tables)

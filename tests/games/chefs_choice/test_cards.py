"""The deck of Chef's Choice: what is in it, and that a wrong deck file is refused with file, card and reason."""

from __future__ import annotations

import copy
import itertools
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from maitred.bots.levels import bot
from maitred.games.chefs_choice.cards import DECK
from maitred.games.chefs_choice.rules import COPY, NEIGHBOUR, NOTHING, UNDERRATED
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadCards, BadSetup
from maitred.kernel.play import play_out
from maitred.kernel.state import Cards
from tests.games.chefs_choice.positions import GAME, HOUSE

HOUSE_TEXT = files("maitred.games.chefs_choice").joinpath("cards.toml").read_text(encoding="utf-8")
FIRST = next(line for line in HOUSE_TEXT.splitlines(keepends=True) if line.startswith("  { appetizer"))
SINGLE = next(line for line in HOUSE_TEXT.splitlines(keepends=True) if '"Single"' in line)


def parsed() -> dict[str, Any]:
    """The tables of the house deck."""
    return tomllib.loads(HOUSE_TEXT)


# The house deck


def test_C1_every_combination_of_four_appetizers_four_entrees_and_three_desserts() -> None:
    assert HOUSE.dish_names == [
        *["Caesar Salad", "Mushrooms", "Soup", "Clams"],
        *["Cornish Hen", "Flounder", "Steak", "Lamb Chop"],
        *["Torte", "Cake", "Bananas Foster"],
    ]
    assert HOUSE.category == [0] * 4 + [1] * 4 + [2] * 3
    assert HOUSE.on == [list(menu) for menu in itertools.product(range(4), range(4, 8), range(8, 11))]
    assert len(HOUSE.on) == 48


def test_C2_ten_markers_and_eight_tiles_of_which_two_never_open() -> None:
    assert HOUSE.markers == 10
    assert len(HOUSE.tile_names) == 8
    closed = [name for name, opens in zip(HOUSE.tile_names, HOUSE.opens, strict=True) if not opens]
    assert closed == ["Underrated", "Copy Competitor"]


def test_C6_what_the_tiles_ask_for() -> None:
    tiles = zip(HOUSE.tile_names, HOUSE.neighbourly, HOUSE.choices, HOUSE.portion, HOUSE.then, strict=True)
    assert list(tiles) == [
        ("Single", 0, 1, 1, NOTHING),
        ("Double", 0, 2, 1, NOTHING),
        ("Generous Portion", 0, 1, 2, NOTHING),
        ("Triple", 0, 3, 1, NOTHING),
        ("Cooperation", 1, 1, 1, NOTHING),
        ("Hi Neighbor", 0, 1, 1, NEIGHBOUR),
        ("Underrated", 0, 1, 1, UNDERRATED),
        ("Copy Competitor", 0, 1, 1, COPY),
    ]


def test_C8_the_customers_of_both_meals() -> None:
    assert (HOUSE.lunch, HOUSE.dinner) == ([5, 4, 3, 1], [7, 6, 4, 2])


def test_faces_are_the_menus_as_printed() -> None:
    assert GAME.faces(HOUSE)[0] == {
        "name": "Caesar Salad, Cornish Hen, Torte",
        "appetizer": "Caesar Salad",
        "entree": "Cornish Hen",
        "dessert": "Torte",
        "dishes": [HOUSE.dish_names.index(name) for name in ("Caesar Salad", "Cornish Hen", "Torte")],
    }


# Other decks


def test_the_house_file_copied_is_the_house_deck(tmp_path: Path) -> None:
    file = tmp_path / "copy.toml"
    file.write_text("# mine\n" + HOUSE_TEXT, encoding="utf-8")
    assert DECK.read(file) is HOUSE
    assert DECK.read(HOUSE) is HOUSE
    assert HOUSE.own is None


def test_another_deck_is_read_played_and_carried_along() -> None:
    tables = parsed()
    tables["supply"]["markers"] = 6
    tables["customers"]["dinner"]["most"] = 9
    tables["dishes"]["dessert"].append("Ice Cream")
    tables["menus"]["all"][0]["dessert"] = "Ice Cream"
    tables["tiles"]["all"].append(
        {"name": "Feast", "card": "own", "choices": 2, "portion": 2, "then": "copy", "opens": True}
    )
    tables["tiles"]["all"][4]["portion"] = 3
    mine = DECK.read(tables)
    before = copy.deepcopy(mine.own)
    tables["supply"]["markers"] = 7
    assert mine.own == before
    assert (mine.markers, mine.dinner[0], mine.dish_names[-1]) == (6, 9, "Ice Cream")
    assert mine.names[0] == "Caesar Salad, Cornish Hen, Ice Cream"
    assert DECK.read(mine.own).digest == mine.digest != HOUSE.digest
    for seed in range(30):
        state = GAME.new(8, seed, {"schedule": "feast,cooperation,triple,hi neighbor,underrated"}, mine)
        while state.actors():
            seat = state.actors()[0]
            actions = state.legal(seat)
            words = [GAME.describe(state, seat, action)["label"] for action in actions]
            assert len(set(words)) == len(words)
            state.apply(seat, actions[Stream(seed, branch=state.asked).below(len(actions))])
            assert GAME.unpack(state.pack(), mine).pack() == state.pack()


def test_a_small_deck_is_for_few_players() -> None:
    tables = parsed()
    del tables["menus"]["all"][26:]
    mine = DECK.read(tables)
    play_out(GAME.new(5, 1, cards=mine), Stream(1))
    with pytest.raises(BadSetup, match=r"^6 players need 31 menus, this deck has 26\.$"):
        GAME.new(6, 1, cards=mine)


def test_a_deck_that_is_all_in_hand_can_be_searched() -> None:
    tables = parsed()
    del tables["menus"]["all"][21:]
    state = GAME.new(4, 1, cards=DECK.read(tables))
    assert bot("hard", GAME, iterations=8).decide(state, 0, Stream(1)) in state.legal(0)


# Refusals


def refusal(source: Any) -> str:
    """The sentence with which a deck is refused."""
    with pytest.raises(BadCards) as caught:
        DECK.read(source)
    return str(caught.value)


PLACES = "it takes most, tied, second, other"
TILE = "tile 'Single'"
CHANGES = [
    # What stands first in the house file, what to put there, the refusal
    ("markers = 10", "markers = 5", "[supply]: 'markers' must be a whole number from 6 to 99, not 5."),
    ("markers = 10", "", "[supply]: the key 'markers' is missing."),
    ("markers = 10", "markers = 10\ncubes = 1", "[supply]: there is no key 'cubes'; it takes markers."),
    ("[supply]", "[supplies]", "there is no table 'supplies'; it takes supply, customers, dishes, tiles, menus."),
    ("most = 5", "most = -1", "[customers]: lunch: 'most' must be a whole number from 0 to 99, not -1."),
    ("most = 5, ", "", "[customers]: lunch: the place 'most' is missing."),
    ("most = 5", "best = 5", f"[customers]: lunch: there is no place 'best'; {PLACES}."),
    ("lunch  =", "brunch =", "[customers]: there is no meal 'brunch'; it takes lunch, dinner."),
    ("lunch  = {", "# {", "[customers]: the meal 'lunch' is missing."),
    ('"Caesar Salad", "Mush', '"Soup", "Mush', "appetizer 'Soup': this name is taken by appetizer number 1."),
    ('"Torte", "Cake"', '"STEAK", "Cake"', "dessert 'STEAK': this name is taken by entree number 3."),
    ('"Torte", "Cake"', '"", "Cake"', "dessert number 1: 'name' is empty."),
    ('"Torte", "Cake"', '7, "Cake"', "dessert number 1: 'name' must be text in quotes, not 7."),
    (
        '"Torte", "Cake"',
        '"A, B", "Cake"',
        "dessert number 1: 'name' has a comma, which stands between the dishes of a menu.",
    ),
    (', "Cake", "Bananas Foster"]', "]", "[dishes]: 'dessert' must have 2 to 5 dishes, not 1."),
    ('["Torte"', '["A", "B", "C", "Torte"', "[dishes]: 'dessert' must have 2 to 5 dishes, not 6."),
    ("dessert   =", "pudding   =", "[dishes]: there is no list 'pudding'; it takes appetizer, entree, dessert."),
    ('name = "Single"', 'name = "double"', "tile 'Double': this name is taken by tile number 1."),
    (
        'name = "Single"',
        'name = "A, B"',
        "tile 'A, B': 'name' has a comma, which stands between the tiles of a schedule.",
    ),
    ('card = "own"', 'card = "any"', f"{TILE}: 'card' must be one of own, neighbour, not 'any'."),
    ("choices = 1", "choices = 4", f"{TILE}: 'choices' must be a whole number from 1 to 3, not 4."),
    ("portion = 1", "portion = 0", f"{TILE}: 'portion' must be a whole number from 1 to 9, not 0."),
    ('then = "nothing"', "then = 1", f"{TILE}: 'then' must be one of nothing, neighbour, underrated, copy, not 1."),
    ("opens = true", "opens = 1", f"{TILE}: 'opens' must be true or false, not 1."),
    (",    opens = true", "", f"{TILE}: the key 'opens' is missing."),
    (
        "opens = true",
        "open = true",
        f"{TILE}: there is no key 'open'; it takes name, card, choices, portion, then, opens.",
    ),
    (SINGLE, "  7,\n", "tile number 1: it must be a table, not 7."),
    (
        'card = "own",       choices = 2',
        'card = "neighbour", choices = 2',
        "tile 'Double': from a neighbour's card only one choice is given, not 2.",
    ),
    (
        'appetizer = "Caesar Salad",',
        'appetizer = "Soop",',
        "menu number 1: 'appetizer' must be one of Caesar Salad, Mushrooms, Soup, Clams, not 'Soop'.",
    ),
    (', dessert = "Torte" ', "", "menu number 1: the key 'dessert' is missing."),
    (FIRST, FIRST + FIRST, "menu number 2: it is the same as menu number 1."),
    (
        FIRST,
        FIRST.replace("dessert", "sweet"),
        "menu number 1: there is no key 'sweet'; it takes appetizer, entree, dessert.",
    ),
    ("[menus]\nall", "[menus]\nsome", "[menus]: there is no list 'some'; it takes all."),
    ("[tiles]\nall", "[tiles]\nsome", "[tiles]: there is no list 'some'; it takes all."),
]


@pytest.mark.parametrize(("old", "new", "reason"), CHANGES, ids=[f"{new[:24]}: {why[:60]}" for _, new, why in CHANGES])
def test_a_wrong_card_is_refused_with_file_card_and_reason(tmp_path: Path, old: str, new: str, reason: str) -> None:
    assert old in HOUSE_TEXT
    file = tmp_path / "my.toml"
    file.write_text(HOUSE_TEXT.replace(old, new, 1), encoding="utf-8")
    assert refusal(file) == f"my.toml: {reason}"


def test_too_few_or_too_many_of_a_thing_are_refused() -> None:
    tables = parsed()
    del tables["menus"]["all"][20:]
    assert refusal(tables) == "the record's deck: [menus]: there must be 21 to 64 menus, not 20."
    tables = parsed()
    del tables["tiles"]["all"][4:]
    assert refusal(tables) == "the record's deck: [tiles]: there must be 5 to 20 tiles, not 4."
    tables = parsed()
    for tile in tables["tiles"]["all"]:
        tile["opens"] = False
    assert refusal(tables) == "the record's deck: [tiles]: at least one tile must be able to open the day."
    tables = parsed()
    tables["dishes"]["dessert"] += ["Ice Cream", "Pie"]
    for dessert in ("Ice Cream", "Pie"):
        for entry in parsed()["menus"]["all"]:
            if entry["dessert"] == "Torte":
                tables["menus"]["all"].append({**entry, "dessert": dessert})
    assert refusal(tables) == "the record's deck: [menus]: there must be 21 to 64 menus, not 80."


def test_missing_tables_and_other_games_cards_are_refused() -> None:
    for name in ("supply", "customers", "dishes", "tiles", "menus"):
        tables = parsed()
        del tables[name]
        assert refusal(tables) == f"the record's deck: the table [{name}] is missing."
    assert refusal(Cards("0" * 64, None)) == "These cards belong to another game: Cards."

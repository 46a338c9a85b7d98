"""The cards of Ovens: what is in the house deck (O13), and that a wrong file is refused with file, card and reason."""

from __future__ import annotations

import copy
import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from maitred.games.ovens.cards import DECK, KINDS, TYPE_NAMES
from maitred.games.ovens.rules import MAX_KINDS, SPACES, TYPES
from maitred.kernel import cardfile
from maitred.kernel.errors import BadCards
from maitred.kernel.state import Cards
from tests.games.ovens.positions import SEASONING, dish, kind

HOUSE_TEXT = files("maitred.games.ovens").joinpath("cards.toml").read_text(encoding="utf-8")
HOUSE = DECK.house()
DISHES = range(len(HOUSE.dish_names))
RARE = ["Mushroom", "Egg", "Shrimp"]


def needs(name: str) -> list[str]:
    """The names of a dish's ingredients."""
    return [HOUSE.names[ingredient] for ingredient in HOUSE.needs[dish(name)]]


# The house cards


def test_O13_the_types_and_their_radioactive_cards() -> None:
    assert TYPE_NAMES == ["hamburger", "pizza", "soup", "yakitori", "tacos"]
    assert HOUSE.names[HOUSE.radioactive :] == ["Pickles", "Anchovies", "Snail", "Wasabi", "Habanero"]
    assert HOUSE.plus == [5] * TYPES
    assert HOUSE.minus[HOUSE.radioactive :] == [5] * TYPES


def test_O13_the_dishes_that_the_rulebook_names() -> None:
    burger, soup, yakitori = dish("WcBurguer"), dish("Mademoiselle Soup"), dish("Kabuki Yakitori")
    assert [TYPE_NAMES[HOUSE.type_of[found]] for found in (burger, soup, yakitori)] == ["hamburger", "soup", "yakitori"]
    assert (len(needs("WcBurguer")), HOUSE.points[burger]) == (4, 14)
    assert (len(needs("Mademoiselle Soup")), HOUSE.points[soup]) == (3, 10)
    assert len(needs("Kabuki Yakitori")) == 3
    assert "Meat" in needs("Kabuki Yakitori")


def test_O13_the_ingredients_and_the_trash_that_the_rulebook_names() -> None:
    assert max(kind(name) for name in ("Tomato", "Cheese", "Meat")) < HOUSE.seasoning == kind(SEASONING)
    trash = {name: HOUSE.minus[kind(name)] for name in HOUSE.names[HOUSE.seasoning + 1 : HOUSE.radioactive]}
    assert trash["Fly"] == 1
    assert {"Rat", "Cockroach", "Greasy Hair"} < set(trash)
    assert all(0 < minus < 5 for minus in trash.values())


def test_O13_six_dishes_a_type_of_three_to_five_ingredients() -> None:
    assert Counter(HOUSE.type_of) == dict.fromkeys(range(TYPES), 6)
    assert {len(HOUSE.needs[found]) for found in DISHES} == {3, 4, 5}
    assert all(len(set(HOUSE.needs[found])) == len(HOUSE.needs[found]) for found in DISHES)
    assert max(HOUSE.needs[found][-1] for found in DISHES) < HOUSE.seasoning


def test_O13_more_points_for_more_and_rarer_ingredients() -> None:
    for found in DISHES:
        rare = sum(HOUSE.names[ingredient] in RARE for ingredient in HOUSE.needs[found])
        assert HOUSE.points[found] == {3: 10, 4: 13, 5: 16}[len(HOUSE.needs[found])] + rare
    assert (min(HOUSE.points), max(HOUSE.points)) == (10, 18)
    common = {HOUSE.copies[ingredient] for ingredient in range(HOUSE.seasoning) if HOUSE.names[ingredient] not in RARE}
    assert min(common) > max(HOUSE.copies[kind(name)] for name in RARE)


def test_O13_dishes_ask_for_ingredients_in_proportion_to_the_deck() -> None:
    wanted = Counter(ingredient for found in DISHES for ingredient in HOUSE.needs[found])
    shares = [wanted[ingredient] / HOUSE.copies[ingredient] for ingredient in range(HOUSE.seasoning)]
    assert max(shares) / min(shares) < 1.15


def test_O13_every_back_shows_two_ingredients_and_stands_for_three_dishes() -> None:
    for type_ in range(TYPES):
        backs = Counter(tuple(HOUSE.backs[found]) for found in DISHES if HOUSE.type_of[found] == type_)
        assert list(backs.values()) == [3, 3]
        sizes = [
            sorted(
                len(HOUSE.needs[found])
                for found in DISHES
                if HOUSE.type_of[found] == type_ and HOUSE.backs[found] == list(back)
            )
            for back in backs
        ]
        assert sorted(sizes) == [[3, 3, 3], [3, 4, 5]]
    assert all(set(HOUSE.backs[found]) < set(HOUSE.needs[found]) for found in DISHES)


def test_O13_no_two_dishes_of_a_type_are_the_same() -> None:
    assert len({(HOUSE.type_of[found], *HOUSE.needs[found]) for found in DISHES}) == 30


def test_O13_names_fit_a_small_card() -> None:
    assert max(len(name) for name in [*HOUSE.names, *HOUSE.dish_names]) <= 26


def test_kinds_are_numbered_in_the_order_of_the_lists() -> None:
    assert HOUSE.names[: HOUSE.seasoning] == ["Dough", "Tomato", "Cheese", "Meat", "Onion", "Mushroom", "Egg", "Shrimp"]
    assert len(HOUSE.names) <= MAX_KINDS
    assert len(HOUSE.copies) == len(HOUSE.minus) == len(HOUSE.names)


# Where cards come from


def parsed() -> dict[str, Any]:
    """The house's tables, to change."""
    return tomllib.loads(HOUSE_TEXT)


def test_the_house_cards_are_read_once_and_carry_no_tables() -> None:
    assert DECK.house() is HOUSE
    assert DECK.read(HOUSE) is HOUSE
    assert DECK.read(parsed()) is HOUSE
    assert HOUSE.own is None
    assert HOUSE.digest == cardfile.digest(parsed())


def test_changed_cards_are_own_cards_and_come_back_the_same_from_their_tables(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(HOUSE_TEXT.replace('"WcBurguer"', '"Bold Burger"'), encoding="utf-8")
    mine = DECK.read(file)
    assert mine.own is not None
    assert mine.digest != HOUSE.digest
    assert "Bold Burger" in mine.dish_names
    again = DECK.read(mine.own)
    assert (again.digest, again.own, again.needs) == (mine.digest, mine.own, mine.needs)


def test_own_cards_share_nothing_with_the_tables_they_were_given() -> None:
    tables = parsed()
    tables["cards"]["trash"][0]["minus"] = 2
    mine = DECK.read(tables)
    before = copy.deepcopy(mine.own)
    tables["cards"]["trash"][0]["minus"] = 3
    assert mine.own == before


def test_radioactive_cards_may_stand_in_any_order() -> None:
    tables = parsed()
    tables["cards"]["radioactive"].reverse()
    assert DECK.read(tables).names == HOUSE.names


def test_the_cards_of_another_game_are_refused() -> None:
    assert refusal(Cards("0" * 64, None)) == "These cards belong to another game: Cards."


# Refusals


def refusal(source: Any) -> str:
    """The sentence with which cards are refused."""
    with pytest.raises(BadCards) as caught:
        DECK.read(source)
    return str(caught.value)


COPIES = "'copies' must be a whole number from 1 to 30, not"
SHOWS = "a back shows some of the ingredients and not all."
FIRST_DISH = next(line for line in HOUSE_TEXT.splitlines() if "Two Bites to Go" in line)
SOUP = next(line for line in HOUSE_TEXT.splitlines() if "Snail" in line and "copies" in line)

CHANGES = [
    # What stands first in the house file, what to put there, the refusal
    ("copies = 10", "copies = 0", f"ingredient 'Dough': {COPIES} 0."),
    ("copies = 10", "copies = 31", f"ingredient 'Dough': {COPIES} 31."),
    ("copies = 10", "copies = 1.5", f"ingredient 'Dough': {COPIES} 1.5."),
    ("copies = 10", "copies = true", f"ingredient 'Dough': {COPIES} true."),
    ('"Dough",    copies = 10', '"Dough"', "ingredient 'Dough': the key 'copies' is missing."),
    ("copies = 10", "minus = 1, copies = 10", "ingredient 'Dough': there is no key 'minus'; it takes name, copies."),
    ('"Dough",', '"",', "ingredient number 1: 'name' is empty."),
    ('"Dough",', '"{1}",', "ingredient number 1: 'name' has a brace, which stands for a seat in sentences."),
    ('"Tomato",', '"dough",', "ingredient 'dough': this name is taken by ingredient number 1."),
    ('"WcBurguer",', '"Onion",', "hamburger 'Onion': this name is taken by ingredient number 5."),
    (", minus = 1", "", "trash 'Fly': the key 'minus' is missing."),
    ("minus = 1", "minus = -1", "trash 'Fly': 'minus' must be a whole number from 0 to 99, not -1."),
    ("plus = 5", "plus = 100", "radioactive 'Pickles': 'plus' must be a whole number from 0 to 99, not 100."),
    ('"hamburger",', '"salad",', f"radioactive 'Pickles': 'dish' is one of {', '.join(TYPE_NAMES)}, not 'salad'."),
    ('"hamburger",', '"pizza",', "radioactive 'Anchovies': pizza has a radioactive card already."),
    (SOUP, "", "radioactive: there must be 5, not 4."),
    ("seasoning = [", "seasoning = [ { name = 'Salt', copies = 1 },", "seasoning: there must be 1, not 2."),
    ("trash = [", "trash = []\nold = [", "[cards]: there is no list 'old'; it takes " + ", ".join(KINDS) + "."),
    (
        "points = 10",
        "points = 100",
        "hamburger 'Two Bites to Go': 'points' must be a whole number from 0 to 99, not 100.",
    ),
    ('back = ["Dough", "Meat"]', "back = []", f"hamburger 'Two Bites to Go': 'back' is empty: {SHOWS}"),
    ('rest = ["Cheese"]', "rest = []", f"hamburger 'Two Bites to Go': 'rest' is empty: {SHOWS}"),
    ('rest = ["Cheese"]', 'rest = ["Meat"]', "hamburger 'Two Bites to Go': Meat is there twice."),
    ('rest = ["Cheese"]', 'rest = ["Rat"]', "hamburger 'Two Bites to Go': there is no ingredient 'Rat'."),
    ('rest = ["Cheese"]', "rest = [[]]", "hamburger 'Two Bites to Go': there is no ingredient a list."),
    ('rest = ["Cheese"]', "rest = 3", "hamburger 'Two Bites to Go': 'rest' must be a list, not 3."),
    (
        "points = 10",
        "stars = 3, points = 10",
        "hamburger 'Two Bites to Go': there is no key 'stars'; it takes name, points, back, rest.",
    ),
    (FIRST_DISH, "  7,", "hamburger number 1: it must be a table, not 7."),
    ("pizza = [", "calzone = [", "[dishes]: there is no list 'calzone'; it takes " + ", ".join(TYPE_NAMES) + "."),
    ("[dishes]", "[menu]", "there is no table 'menu'; it takes cards, dishes."),
]


@pytest.mark.parametrize(("old", "new", "reason"), CHANGES, ids=[f"{new[:24]}: {why[:60]}" for _, new, why in CHANGES])
def test_a_wrong_card_is_refused_with_file_card_and_reason(tmp_path: Path, old: str, new: str, reason: str) -> None:
    assert old in HOUSE_TEXT
    file = tmp_path / "my.toml"
    file.write_text(HOUSE_TEXT.replace(old, new, 1), encoding="utf-8")
    assert refusal(file) == f"my.toml: {reason}"


def test_a_deck_that_cannot_be_dealt_is_refused() -> None:
    tables = parsed()
    for entries in tables["cards"].values():
        for card in entries:
            card["copies"] = 1
    assert refusal(tables) == "the record's deck: [cards]: there must be at least 31 cards in all, not 18."


def test_a_dish_that_does_not_fit_an_oven_is_refused() -> None:
    tables = parsed()
    more = [{"name": f"Spice {number}", "copies": 1} for number in range(SPACES)]
    tables["cards"]["ingredient"] += more
    tables["dishes"]["soup"][0]["rest"] = [spice["name"] for spice in more]
    assert refusal(tables) == (
        "the record's deck: soup 'Mademoiselle Soup': an oven has 7 spaces, and this dish wants 9 ingredients."
    )


def test_too_many_or_too_few_in_a_list_are_refused() -> None:
    tables = parsed()
    tables["dishes"]["tacos"] = []
    assert refusal(tables) == "the record's deck: tacos: there must be 1 to 12 dishes, not 0."
    tables = parsed()
    tables["cards"]["trash"] *= 3
    assert refusal(tables) == "the record's deck: trash: there must be 1 to 10, not 12."

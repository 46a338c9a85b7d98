"""The cards of Ovens: what is in the house deck (O13), and that a wrong file is refused with file, card and reason."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from maitred.games.ovens.cards import DECK, TYPE_NAMES
from maitred.games.ovens.rules import MAX_KINDS, SPACES, TYPES
from maitred.kernel import cardfile
from tests.games.decks import HouseFile, wrong_cards
from tests.games.ovens.positions import SEASONING, dish, kind

FILE = HouseFile(DECK, "maitred.games.ovens")
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


def test_the_house_cards_are_read_once_and_carry_no_tables() -> None:
    assert DECK.house() is HOUSE
    assert DECK.read(HOUSE) is HOUSE
    assert DECK.read(FILE.parsed()) is HOUSE
    assert HOUSE.own is None
    assert HOUSE.digest == cardfile.digest(FILE.parsed())


def test_changed_cards_are_own_cards_and_come_back_the_same_from_their_tables(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(FILE.text.replace('"WcBurguer"', '"Bold Burger"'), encoding="utf-8")
    mine = DECK.read(file)
    assert mine.own is not None
    assert mine.digest != HOUSE.digest
    assert "Bold Burger" in mine.dish_names
    again = DECK.read(mine.own)
    assert (again.digest, again.own, again.needs) == (mine.digest, mine.own, mine.needs)


def test_own_cards_share_nothing_with_the_tables_they_were_given() -> None:
    FILE.check_own_tables("trash", "minus", 2)


def test_radioactive_cards_may_stand_in_any_order() -> None:
    tables = FILE.parsed()
    tables["cards"]["radioactive"].reverse()
    assert DECK.read(tables).names == HOUSE.names


# Refusals


@pytest.mark.parametrize(("old", "new", "reason"), wrong_cards(__file__))
def test_a_wrong_card_is_refused_with_file_card_and_reason(tmp_path: Path, old: str, new: str, reason: str) -> None:
    assert FILE.refusal_of(old, new, tmp_path) == f"my.toml: {reason}"


def test_a_deck_that_cannot_be_dealt_is_refused() -> None:
    tables = FILE.parsed()
    for entries in tables["cards"].values():
        for card in entries:
            card["copies"] = 1
    assert FILE.refusal(tables) == "the record's deck: [cards]: there must be at least 31 cards in all, not 18."


def test_a_dish_that_does_not_fit_an_oven_is_refused() -> None:
    tables = FILE.parsed()
    more = [{"name": f"Spice {number}", "copies": 1} for number in range(SPACES)]
    tables["cards"]["ingredient"] += more
    tables["dishes"]["soup"][0]["rest"] = [spice["name"] for spice in more]
    assert FILE.refusal(tables) == (
        "the record's deck: soup 'Mademoiselle Soup': an oven has 7 spaces, and this dish wants 9 ingredients."
    )


def test_too_many_or_too_few_in_a_list_are_refused() -> None:
    tables = FILE.parsed()
    tables["dishes"]["tacos"] = []
    assert FILE.refusal(tables) == "the record's deck: tacos: there must be 1 to 12 dishes, not 0."
    tables = FILE.parsed()
    tables["cards"]["trash"] *= 3
    assert FILE.refusal(tables) == "the record's deck: trash: there must be 1 to 10, not 12."

"""The deck of Chef's Choice: reads a deck file and turns it into int tables; a wrong file is refused with card and
reason."""

from __future__ import annotations

from typing import Any, Final

from maitred.games.chefs_choice import rules
from maitred.games.chefs_choice.rules import ChefsChoiceCards
from maitred.games.chefs_choice.shapes import Category
from maitred.kernel import cardfile
from maitred.kernel.errors import BadCards

KINDS: Final[list[Category]] = ["appetizer", "entree", "dessert"]
"""The categories, each at its index in the rules; dishes are numbered in this order."""
CARD_WORDS: Final = ["own", "neighbour"]
THEN_WORDS: Final = ["nothing", "neighbour", "underrated", "copy"]
PLACE_WORDS: Final = ["most", "tied", "second", "other"]
MEALS: Final = ["lunch", "dinner"]
TABLES: Final = ["supply", "customers", "dishes", "tiles", "menus"]
TILE_KEYS: Final = ["name", "card", "choices", "portion", "then", "opens"]

FEWEST_DISHES: Final = 2
FEWEST_MENUS: Final = rules.MIN_PLAYERS * rules.HAND + 1
MOST_TILES: Final = 20
FEWEST_MARKERS: Final = 6  # the podcast's two menus
MOST_MARKERS: Final = 99
MOST_PORTION: Final = 9
MOST_CUSTOMERS: Final = 99


def check_deck(file: str, tables: cardfile.TomlTable) -> ChefsChoiceCards:
    """The int tables of a deck, which is refused if anything in it is wrong."""
    cardfile.check_keys(file, tables, TABLES, "table")
    supply = cardfile.table_at(file, tables, "supply")
    cardfile.check_keys(f"{file}: [supply]", supply, ["markers"])
    markers = cardfile.whole_at(f"{file}: [supply]", supply, "markers", FEWEST_MARKERS, MOST_MARKERS)
    lunch, dinner = check_customers(file, tables)
    dish_names, category = check_dishes(file, tables)
    tiles = check_tiles(file, tables)
    menus = check_menus(file, tables, dish_names, category)
    return ChefsChoiceCards(
        cardfile.digest(tables),
        cardfile.copied(tables),
        names=[", ".join(dish_names[dish] for dish in menu) for menu in menus],
        on=menus,
        dish_names=dish_names,
        category=category,
        tile_names=[tile["name"] for tile in tiles],
        neighbourly=[CARD_WORDS.index(tile["card"]) for tile in tiles],
        choices=[tile["choices"] for tile in tiles],
        portion=[tile["portion"] for tile in tiles],
        then=[THEN_WORDS.index(tile["then"]) for tile in tiles],
        opens=[int(tile["opens"]) for tile in tiles],
        markers=markers,
        lunch=lunch,
        dinner=dinner,
    )


def check_customers(file: str, tables: cardfile.TomlTable) -> tuple[list[int], list[int]]:
    """The customers of each place at lunch and at dinner (C8)."""
    customers = cardfile.table_at(file, tables, "customers")
    where = f"{file}: [customers]"
    cardfile.check_keys(where, customers, MEALS, "meal")
    cardfile.need_keys(where, customers, MEALS, "meal")
    rows: list[list[int]] = []
    for meal in MEALS:
        row = cardfile.as_table(f"{where}: {meal}", customers[meal])
        cardfile.check_keys(f"{where}: {meal}", row, PLACE_WORDS, "place")
        rows.append(
            [cardfile.whole_at(f"{where}: {meal}", row, word, 0, MOST_CUSTOMERS, "place") for word in PLACE_WORDS]
        )
        assert len(rows[-1]) == rules.PLACES
    return rows[0], rows[1]


def check_dishes(file: str, tables: cardfile.TomlTable) -> tuple[list[str], list[int]]:
    """The name and the category of every dish (C1)."""
    dishes = cardfile.table_at(file, tables, "dishes")
    cardfile.check_keys(f"{file}: [dishes]", dishes, KINDS, "list")
    names: list[str] = []
    category: list[int] = []
    taken = cardfile.Names()
    for kind in range(rules.CATEGORIES):
        listed = cardfile.list_at(f"{file}: [dishes]", dishes, KINDS[kind])
        most = rules.MOST_DISHES // rules.CATEGORIES
        if not FEWEST_DISHES <= len(listed) <= most:
            raise BadCards(
                f"{file}: [dishes]: '{KINDS[kind]}' must have {FEWEST_DISHES} to {most} dishes, not {len(listed)}."
            )
        for number, name in enumerate(listed, start=1):
            where = f"{file}: {KINDS[kind]} number {number}"
            names.append(cardfile.text_at(where, {"name": name}, "name"))
            if "," in names[-1]:
                raise BadCards(f"{where}: 'name' has a comma, which stands between the dishes of a menu.")
            taken.take(f"{file}: {KINDS[kind]} '{names[-1]}'", names[-1], f"{KINDS[kind]} number {number}")
            category.append(kind)
    return names, category


def check_tiles(file: str, tables: cardfile.TomlTable) -> list[dict[str, Any]]:
    """The marketing tiles (C2, C6)."""
    table = cardfile.table_at(file, tables, "tiles")
    cardfile.check_keys(f"{file}: [tiles]", table, ["all"], "list")
    tiles = cardfile.list_at(f"{file}: [tiles]", table, "all")
    taken = cardfile.Names()
    for number, entry in enumerate(tiles, start=1):
        where, tile = taken.card(file, "tile", number, entry)
        if "," in tile["name"]:
            raise BadCards(f"{where}: 'name' has a comma, which stands between the tiles of a schedule.")
        cardfile.check_keys(where, tile, TILE_KEYS)
        neighbourly = cardfile.word_at(where, tile, "card", CARD_WORDS)
        choices = cardfile.whole_at(where, tile, "choices", 1, rules.CATEGORIES)
        cardfile.whole_at(where, tile, "portion", 1, MOST_PORTION)
        cardfile.word_at(where, tile, "then", THEN_WORDS)
        cardfile.need_keys(where, tile, ["opens"])
        if not isinstance(tile["opens"], bool):
            raise BadCards(f"{where}: 'opens' must be true or false, not {cardfile.shown(tile['opens'])}.")
        if neighbourly and choices > 1:
            raise BadCards(f"{where}: from a neighbour's card only one choice is given, not {choices}.")
    cardfile.check_count(f"{file}: [tiles]", len(tiles), rules.SPACES, MOST_TILES, "tiles")
    if not any(tile["opens"] for tile in tiles):
        raise BadCards(f"{file}: [tiles]: at least one tile must be able to open the day.")
    return tiles


def check_menus(file: str, tables: cardfile.TomlTable, dish_names: list[str], category: list[int]) -> list[list[int]]:
    """The three dishes of every menu card (C1)."""
    table = cardfile.table_at(file, tables, "menus")
    cardfile.check_keys(f"{file}: [menus]", table, ["all"], "list")
    entries = cardfile.list_at(f"{file}: [menus]", table, "all")
    menus: list[list[int]] = []
    for number, entry in enumerate(entries, start=1):
        where = f"{file}: menu number {number}"
        menu = cardfile.as_table(where, entry)
        cardfile.check_keys(where, menu, KINDS)
        card: list[int] = []
        for kind in range(rules.CATEGORIES):
            known = [name for dish, name in enumerate(dish_names) if category[dish] == kind]
            card.append(dish_names.index(known[cardfile.word_at(where, menu, KINDS[kind], known)]))
        if card in menus:
            raise BadCards(f"{where}: it is the same as menu number {menus.index(card) + 1}.")
        menus.append(card)
    cardfile.check_count(f"{file}: [menus]", len(menus), FEWEST_MENUS, rules.MOST_MENUS, "menus")
    return menus


DECK: Final = cardfile.DeckFile(__package__, ChefsChoiceCards, check_deck)

"""The cards of Ovens: reads a deck file and turns it into int tables; a wrong file is refused with card and reason."""

from __future__ import annotations

from typing import Any, Final

from maitred.games.ovens.rules import DEALT, MAX_KINDS, MAX_PLAYERS, SPACES, TYPES, OvensCards
from maitred.games.ovens.shapes import DishType, Family
from maitred.kernel import cardfile
from maitred.kernel.errors import BadCards

KINDS: Final[list[Family]] = ["ingredient", "seasoning", "trash", "radioactive"]
"""The lists of cards in a deck file; kinds are numbered in this order."""
TYPE_NAMES: Final[list[DishType]] = ["hamburger", "pizza", "soup", "yakitori", "tacos"]
"""The lists of dishes, each at the index of its type."""
NUMBERS: Final = {
    "ingredient": ["copies"],
    "seasoning": ["copies"],
    "trash": ["copies", "minus"],
    "radioactive": ["copies", "plus", "minus"],
}
DISH_KEYS: Final = ["name", "points", "back", "rest"]

MOST_INGREDIENTS: Final = 16
MOST_TRASH: Final = 10
MOST_COPIES: Final = 30
MOST_POINTS: Final = 99
MOST_DISHES: Final = 12
FEWEST_CARDS: Final = 2 * DEALT * MAX_PLAYERS + 1  # all may exchange their first cards, and one card is turned up


def check_deck(file: str, tables: cardfile.TomlTable) -> OvensCards:
    """The int tables of a deck, which is refused if anything in it is wrong."""
    cardfile.check_keys(file, tables, ["cards", "dishes"], "table")
    lists = cardfile.table_at(file, tables, "cards")
    cardfile.check_keys(f"{file}: [cards]", lists, KINDS, "list")
    names = cardfile.Names()
    sizes: list[int] = []
    kinds: list[dict[str, Any]] = []
    homes: dict[str, dict[str, Any]] = {}
    for kind, few, most in zip(KINDS, (1, 1, 1, TYPES), (MOST_INGREDIENTS, 1, MOST_TRASH, TYPES), strict=True):
        entries = cardfile.list_at(f"{file}: [cards]", lists, kind)
        cardfile.check_count(f"{file}: {kind}", len(entries), few, most)
        for number, entry in enumerate(entries, start=1):
            where, card = names.card(file, kind, number, entry)
            check_card(where, kind, card)
            if kind == "radioactive":
                if card["dish"] in homes:
                    raise BadCards(f"{where}: {card['dish']} has a radioactive card already.")
                homes[card["dish"]] = card
            else:
                kinds.append(card)
        sizes.append(len(kinds))
    kinds += [homes[type_] for type_ in TYPE_NAMES]
    assert len(kinds) <= MAX_KINDS
    cards = sum([card["copies"] for card in kinds])
    if cards < FEWEST_CARDS:
        raise BadCards(f"{file}: [cards]: there must be at least {FEWEST_CARDS} cards in all, not {cards}.")
    kind_names = [card["name"] for card in kinds]
    ingredients = kind_names[: sizes[0]]

    dish_lists = cardfile.table_at(file, tables, "dishes")
    cardfile.check_keys(f"{file}: [dishes]", dish_lists, TYPE_NAMES, "list")
    dishes: list[dict[str, Any]] = []
    type_of: list[int] = []
    for type_, name in enumerate(TYPE_NAMES):
        entries = cardfile.list_at(f"{file}: [dishes]", dish_lists, name)
        cardfile.check_count(f"{file}: {name}", len(entries), 1, MOST_DISHES, "dishes")
        for number, entry in enumerate(entries, start=1):
            where, dish = names.card(file, name, number, entry)
            check_dish(where, dish, ingredients)
            dishes.append(dish)
            type_of.append(type_)
    backs = [sorted(ingredients.index(ingredient) for ingredient in dish["back"]) for dish in dishes]
    rests = [[ingredients.index(ingredient) for ingredient in dish["rest"]] for dish in dishes]
    return OvensCards(
        cardfile.digest(tables),
        cardfile.copied(tables),
        kind_names,
        [card["copies"] for card in kinds],
        sizes[0],
        [card.get("minus", 0) for card in kinds],
        [homes[type_]["plus"] for type_ in TYPE_NAMES],
        [dish["name"] for dish in dishes],
        type_of,
        [dish["points"] for dish in dishes],
        backs,
        [sorted(back + rest) for back, rest in zip(backs, rests, strict=True)],
    )


def check_card(where: str, kind: str, card: dict[str, Any]) -> None:
    """Refuse a card whose keys or numbers are not what a card of its kind has."""
    numbers = NUMBERS[kind]
    cardfile.check_keys(where, card, ["name", *numbers, "dish"] if kind == "radioactive" else ["name", *numbers])
    cardfile.whole_at(where, card, "copies", 1, MOST_COPIES)
    for number in numbers[1:]:
        cardfile.whole_at(where, card, number, 0, MOST_POINTS)
    if kind == "radioactive" and cardfile.text_at(where, card, "dish") not in TYPE_NAMES:
        raise BadCards(f"{where}: 'dish' is one of {', '.join(TYPE_NAMES)}, not {cardfile.shown(card['dish'])}.")


def check_dish(where: str, dish: dict[str, Any], ingredients: list[str]) -> None:
    """Refuse a dish that cannot be cooked, or whose back shows nothing or everything (O1)."""
    cardfile.check_keys(where, dish, DISH_KEYS)
    cardfile.whole_at(where, dish, "points", 0, MOST_POINTS)
    wanted: list[str] = []
    for side in ("back", "rest"):
        shown = cardfile.list_at(where, dish, side)
        if not shown:
            raise BadCards(f"{where}: '{side}' is empty: a back shows some of the ingredients and not all.")
        for ingredient in shown:
            if ingredient not in ingredients:
                raise BadCards(f"{where}: there is no ingredient {cardfile.shown(ingredient)}.")
            if ingredient in wanted:
                raise BadCards(f"{where}: {ingredient} is there twice.")
            wanted.append(ingredient)
    if len(wanted) > SPACES:
        raise BadCards(f"{where}: an oven has {SPACES} spaces, and this dish wants {len(wanted)} ingredients.")


DECK: Final = cardfile.DeckFile(__package__, OvensCards, check_deck)

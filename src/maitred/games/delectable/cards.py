"""Delectable's deck: reads a deck file and turns it into int tables; a wrong file is refused with card and reason."""

from __future__ import annotations

from typing import Any, Final

from maitred.games.delectable.rules import HIGHEST_STARS, LOWEST_STARS, PILES, RESOURCES, REVIEW, DelectableCards
from maitred.games.delectable.shapes import Pile
from maitred.kernel import cardfile
from maitred.kernel.errors import BadCards

KINDS: Final[list[Pile]] = ["server", "chef", "food", "equipment", "review"]
"""The lists of a deck file, each at the index of its pile; cards are numbered in this order."""
MODIFIERS: Final = [*KINDS[:RESOURCES], "discarded"]
KEYS: Final = ["name", "stars", "cost", *MODIFIERS]

MOST_COPIES: Final = 9
HIGHEST_COST: Final = 40
MOST_MODIFIER: Final = 9


def check_deck(file: str, tables: cardfile.TomlTable) -> DelectableCards:
    """The int tables of a deck, which is refused if anything in it is wrong."""
    cardfile.check_keys(file, tables, ["deck", "cards"], "table")
    deck = cardfile.table_at(file, tables, "deck")
    cardfile.check_keys(f"{file}: [deck]", deck, ["copies", "reviews"])
    copies = cardfile.whole_at(f"{file}: [deck]", deck, "copies", 1, MOST_COPIES)
    reviews = cardfile.whole_at(f"{file}: [deck]", deck, "reviews", 1, MOST_COPIES)
    lists = cardfile.table_at(file, tables, "cards")
    cardfile.check_keys(f"{file}: [cards]", lists, KINDS, "list")

    names: list[str] = []
    pile: list[int] = []
    stars: list[int] = []
    cost: list[int] = []
    to: list[list[int]] = []
    if_discarded: list[int] = []
    taken = cardfile.Names()
    for kind in range(PILES):
        cards = cardfile.list_at(f"{file}: [cards]", lists, KINDS[kind])
        held = [0] * (HIGHEST_STARS + 1)
        for number, entry in enumerate(cards, start=1):
            where, card = taken.card(file, KINDS[kind], number, entry)
            check_card(where, card)
            held[card["stars"]] += 1
            names.append(card["name"])
            pile.append(kind)
            stars.append(card["stars"])
            cost.append(card["cost"])
            to.append([*[card[resource] for resource in KINDS[:RESOURCES]], 0])
            if_discarded.append(card["discarded"])
        wanted = reviews if kind == REVIEW else copies
        for quality in range(LOWEST_STARS, HIGHEST_STARS + 1):
            if held[quality] != wanted:
                agreed = f"{wanted} ([deck] {'reviews' if kind == REVIEW else 'copies'})"
                raise BadCards(
                    f"{file}: {KINDS[kind]}: of {quality} stars there must be {agreed}, not {held[quality]}."
                )
    called = [f"{name} ({stars[card]}★ {KINDS[pile[card]]})" for card, name in enumerate(names)]
    return DelectableCards(
        cardfile.digest(tables), cardfile.copied(tables), names, pile, stars, cost, to, if_discarded, called
    )


def check_card(where: str, card: dict[str, Any]) -> None:
    """Refuse a card whose keys or numbers are not what a card has (D1)."""
    cardfile.check_keys(where, card, KEYS)
    cardfile.whole_at(where, card, "stars", LOWEST_STARS, HIGHEST_STARS)
    cardfile.whole_at(where, card, "cost", 1, HIGHEST_COST)
    for modifier in MODIFIERS:
        cardfile.whole_at(where, card, modifier, -MOST_MODIFIER, MOST_MODIFIER, "modifier")


DECK: Final = cardfile.DeckFile(__package__, DelectableCards, check_deck)

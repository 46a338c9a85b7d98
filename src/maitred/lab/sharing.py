"""Deals in which two settings are the same game, so that it has to be played only once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import maitred
from maitred.kernel.state import Cards
from maitred.lab.playing import Setting, cards_of, dealt

LABELS: Final = ("digest", "mark", "own", "first_face")
"""What card tables say of the file they come from, and by which number a face is shown."""


def alike(one: Setting, other: Setting, deal: int) -> bool:
    """Whether a deal begins alike in two settings in everything that rules and bots can read.

    Bots know the whole deck and all options, and judge by them from the first decision on, so nothing less will do.
    What cards are called makes no difference, and decks that nobody has at the table make none.
    """
    same_bots = (one.levels, one.never, one.seed) == (other.levels, other.never, other.seed)
    return same_bots and beginning(one, deal) == beginning(other, deal)


def beginning(setting: Setting, deal: int) -> object:
    """Everything that rules and bots can read when a deal begins."""
    game = maitred.game(setting.game)
    cards = cards_of(game, setting)
    state, decks = dealt(game, setting, cards, deal)
    position = [0 if number == cards.mark else number for number in state.pack()]
    return decks, position, numbers_read(cards, tuple(decks))


@lru_cache(maxsize=512)
def numbers_read(cards: Cards, decks: tuple[str, ...]) -> object:
    """All numbers of card tables, without words; where each seat has a deck, of the decks that are at the table."""
    told = fields_of(cards)
    if decks:
        told["decks"] = [[at, deck] for at, deck in enumerate(told["decks"]) if deck.id in decks]
    return without_words(told)


def without_words(part: Any) -> object:
    """A part of card tables with every text left blank."""
    if isinstance(part, Mapping):
        return [[name, without_words(each)] for name, each in part.items()]
    if isinstance(part, (list, tuple)):
        return [without_words(each) for each in part]
    if isinstance(part, str):
        return ""
    return part if isinstance(part, (int, float)) else without_words(fields_of(part))


def fields_of(thing: object) -> dict[str, Any]:
    """The fields of an object, compiled or not."""
    named = [name for name in dir(thing) if not name.startswith("_") and name not in LABELS]
    return {name: value for name in named if not callable(value := getattr(thing, name))}

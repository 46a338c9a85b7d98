"""Which parts of a table the person who is asked needs to see: the cards that their moves name come first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from maitred.kernel.game import Words
from maitred.kernel.words import player

# How much a zone matters, from the least to the most
OTHERS, COMMON, OWN, NAMED, NEEDED = range(5)


def weigh(zones: Sequence[Words], seat: int | None, sentences: Sequence[str]) -> list[int]:
    """How much each zone matters to a seat, given a question and the labels of its moves.

    A game may say itself which zones are needed. Otherwise a seat's own zones and the common ones matter most if they
    hold a card that a sentence names; next come those of players whom a sentence names together with the zone or a card
    in it.
    """
    return [weight(zone, seat, sentences) for zone in zones]


def weight(zone: Words, seat: int | None, sentences: Sequence[str]) -> int:
    """How much one zone matters."""
    owner = zone["seat"]
    others = owner is not None and owner != seat
    marked = zone.get("needed")
    if marked:
        return NEEDED
    if marked is None and others and any(names(sentence, zone["title"]) for sentence in sentences):
        return NAMED
    titles = {str(item["title"]) for item in zone["items"]}
    about = [sentence for sentence in sentences if not others or player(owner) in sentence]
    if marked is None and any(names(sentence, title) for title in titles for sentence in about):
        return NAMED if others else NEEDED
    return OTHERS if others else COMMON if owner is None else OWN


def names(sentence: str, title: str) -> bool:
    """Whether a sentence names something, as whole words; a mere symbol such as `?` does not count."""
    if title not in sentence or not any(letter.isalpha() for letter in title):
        return False
    return re.search(rf"(?<!\w){re.escape(title)}(?!\w)", sentence) is not None

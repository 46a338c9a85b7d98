"""What the person asked needs to see: the cards that their moves name, before everything else on the table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from maitred.kernel.game import Words
from maitred.kernel.words import player

# How much a zone matters, from the least to the most
OTHERS, COMMON, OWN, NEEDED = range(4)


def weigh(zones: Sequence[Words], seat: int | None, sentences: Sequence[str]) -> list[int]:
    """How much each zone matters to a seat that is asked something in these sentences: a question and its moves.

    A game may say itself which zones are `needed`. If it does not, those are that hold a card named by a sentence:
    one's own and common zones, and another player's if the sentence names the player, too, or the whole zone.
    """
    return [NEEDED if needed(zone, seat, sentences) else weight(zone, seat) for zone in zones]


def weight(zone: Words, seat: int | None) -> int:
    """How much a zone matters that is not needed just now."""
    if zone["seat"] is None:
        return COMMON
    return OWN if zone["seat"] == seat else OTHERS


def needed(zone: Words, seat: int | None, sentences: Sequence[str]) -> bool:
    """Whether a zone is needed to answer."""
    if "needed" in zone:
        return bool(zone["needed"])
    owner = zone["seat"]
    if owner is not None and owner != seat:
        if any(names(sentence, zone["title"]) for sentence in sentences):
            return True
        sentences = [sentence for sentence in sentences if player(owner) in sentence]
    titles = {str(item["title"]) for item in zone["items"]}
    return any(names(sentence, title) for title in titles for sentence in sentences)


def names(sentence: str, title: str) -> bool:
    """Whether a sentence names something: as whole words, and not by a mere mark such as `?`."""
    if title not in sentence or not any(letter.isalpha() for letter in title):
        return False
    return re.search(rf"(?<!\w){re.escape(title)}(?!\w)", sentence) is not None

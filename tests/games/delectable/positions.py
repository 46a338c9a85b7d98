"""Writing positions of Delectable for tests: cards by kind, stars and cost, everything else empty."""

from __future__ import annotations

from typing import Any

import maitred
from maitred.games.delectable import rules
from maitred.games.delectable.cards import DECK, KINDS
from maitred.games.delectable.rules import Delectable
from maitred.games.delectable.shapes import Pile
from maitred.kernel.record import Record
from tests.games.decks import put_on_top

GAME = maitred.game("delectable")
HOUSE = DECK.house()


def card(kind: Pile, stars: int, copy: int = 0) -> str:
    """The name of the house's card of that kind and quality; copy 0 is the cheapest."""
    costs = sorted(
        (HOUSE.cost[at], HOUSE.names[at])
        for at in range(len(HOUSE.pile))
        if HOUSE.pile[at] == KINDS.index(kind) and HOUSE.stars[at] == stars
    )
    return costs[copy][1]


def cards(kind: Pile, *stars: int) -> list[str]:
    """Different cards of a kind, of these qualities."""
    taken: dict[int, int] = {}
    named: list[str] = []
    for quality in stars:
        named.append(card(kind, quality, taken.get(quality, 0)))
        taken[quality] = taken.get(quality, 0) + 1
    return named


def index(name: str) -> int:
    """The card with that name."""
    return HOUSE.names.index(name)


def position(players: int = 2, seed: int = 1, **words: Any) -> Delectable:
    """A position in words; with a lone review in the market unless something else is given."""
    words.setdefault("market", {"review": [card("review", 2, 6)]})
    state = GAME.load({"players": players, **words}, seed)
    assert isinstance(state, Delectable)
    return state


def stacked(state: Delectable, *top: str) -> Delectable:
    """The same position with these cards to be drawn next, the first one first."""
    put_on_top(state.deck, [index(name) for name in top])
    return state


def with_die(state: Delectable, die: int) -> Delectable:
    """The same position, its chance at a place where the next die shows this."""
    while True:
        ahead = state.chance.clone()
        if 1 + ahead.below(rules.DIE) == die:
            return state
        state.chance.word()


def names(state: Delectable, zone: list[int]) -> list[str]:
    """The names of the cards in a zone."""
    return [state.printed.names[card] for card in zone]


def verbs(state: Delectable, seat: int) -> set[str]:
    """What kinds of action a seat may take."""
    return {GAME.describe(state, seat, action)["verb"] for action in state.legal(seat)}


def record_of(players: int = 2, seed: int = 1) -> Record:
    """A new game with a record."""
    return Record(GAME, players, {"kind": "stream", "seed": seed})

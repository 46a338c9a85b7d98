"""Setting up a game of Food Court: the deal (F1)."""

from __future__ import annotations

from maitred.games.food_court.rules import HAND, ROLES, FoodCourt
from maitred.games.food_court.station import Deck, FoodCourtCards, Kind, Station
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadSetup

DRAWN = "drawn"
"""The word for what is left to chance."""


def pick_decks(players: int, chance: Stream, wanted: str, cards: FoodCourtCards) -> list[int]:
    """F1: the deck of each seat, all different; those not named are drawn."""
    ids = [deck.id for deck in cards.decks]
    if players > len(ids):
        raise BadSetup(f"This card file has {len(ids)} decks, too few for {players} players.")
    words = [DRAWN] * players if wanted == DRAWN else wanted.split(",")
    for word in words:
        if word != DRAWN and word not in ids:
            raise BadSetup(f"Option decks: there is no deck {word!r}; the decks are: {', '.join(ids)}.")
    rest = [number for number in range(len(ids)) if ids[number] not in words]
    chance.shuffle(rest)
    return [rest.pop() if word == DRAWN else ids.index(word) for word in words]


def deal(players: int, chance: Stream, options: dict[str, str], cards: FoodCourtCards) -> FoodCourt:
    """F1: a shuffled deck and eight cards each, roles if the table wants them; G1: who is first is drawn."""
    state = FoodCourt(players, chance, cards)
    state.goal = int(options["goal"])
    state.limit = int(options["rounds"])
    drawn = chance.below(players)
    state.first = drawn if options["first"] == DRAWN else int(options["first"]) - 1
    state.stations = []
    for number in pick_decks(players, chance, options["decks"], cards):
        station = Station(cards.decks[number], number)
        station.draw = all_cards(station.deck)
        chance.shuffle(station.draw)
        state.stations.append(station)
    for seat in range(players):
        state.draw_cards(seat, HAND)
    state.reveals = 0
    if options["roles"] == "on":
        roles = list(range(ROLES))
        chance.shuffle(roles)
        state.role = roles[:players]
    state.turn = state.first
    state.begin_round()
    return state


def all_cards(deck: Deck) -> list[Kind]:
    """Every card of a deck, sorted."""
    kinds: list[Kind] = []
    for kind in range(deck.kinds):
        kinds += [kind] * deck.copies[kind]
    return kinds

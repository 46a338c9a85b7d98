"""Positions of Food Court in words, and moves by their labels: what the tests are written in."""

from __future__ import annotations

import re
from typing import Any

from maitred.games.food_court import GAME
from maitred.games.food_court.cards import OUR_TITLES
from maitred.games.food_court.rules import TRACK, FoodCourt
from maitred.games.food_court.station import EFFECTS, NOTHING
from maitred.games.food_court.view import LINE_NAMES, MOMENT_NAMES
from maitred.kernel.words import named

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"]
UP, DOWN, OFF = "up", "down", "not in play"


def station(deck: str, **zones: Any) -> dict[str, Any]:
    """A player's station: whatever is left out is empty, and the rest of the deck is the draw pile."""
    return {"deck": deck, **zones}


def meal(recipe: str, *goods: str, **facts: Any) -> dict[str, Any]:
    """A cooked recipe, of this turn unless said otherwise."""
    return {"recipe": recipe, "goods": list(goods), **facts}


def laid(owner: int, card: str) -> dict[str, Any]:
    """An action card before a player."""
    return {"owner": owner, "card": card}


def position(*stations: dict[str, Any], **facts: Any) -> FoodCourt:
    """A position in which the first player is to play, unless said otherwise."""
    state = GAME.load({"stations": list(stations), **facts}, seed=5)
    assert isinstance(state, FoodCourt)
    return state


def new(players: int, seed: int = 3, **options: object) -> FoodCourt:
    """A new game."""
    state = GAME.new(players, seed, options)
    assert isinstance(state, FoodCourt)
    return state


OURS = {title: name for titles in OUR_TITLES.values() for name, title in titles.items()}


def labels(state: FoodCourt) -> list[str]:
    """What whoever is asked may do, in words; ingredients that only we have named go by their sort, as in positions."""
    seat = state.actor
    told = [named(GAME.describe(state, seat, action)["label"], NAMES) for action in state.legal(seat)]
    return [re.sub(rf"\b({'|'.join(OURS)}) \([PS]\)", lambda found: OURS[found[1]], label) for label in told]


def can(state: FoodCourt, label: str) -> bool:
    """Whether an action whose label begins like this is legal now."""
    return any(known.startswith(label) for known in labels(state))


def act(state: FoodCourt, *beginnings: str) -> None:
    """Take the one legal action whose label begins like this, one after the other, checking the state each time."""
    for beginning in beginnings:
        seat = state.actor
        known = labels(state)
        found = [at for at, label in enumerate(known) if label.startswith(beginning)]
        assert len(found) == 1, f"{beginning!r} is {len(found)} of {known} ({moment(state)}, {NAMES[seat]})"
        state.apply(seat, state.legal(seat)[found[0]])
        assert GAME.unpack(state.pack()).pack() == state.pack()
        assert sum(state.stations[seat].tally) == state.stations[seat].vp


def moment(state: FoodCourt) -> str:
    """What is being asked, in a word."""
    return MOMENT_NAMES[state.moment]


def asked(state: FoodCourt) -> tuple[str, str]:
    """Who is asked what."""
    return NAMES[state.actor], moment(state)


def score(state: FoodCourt) -> int:
    """Score without tracking anything; the VP it gave."""
    seat = state.turn
    before = state.stations[seat].vp
    act(state, "Score")
    if state.moment == TRACK:
        act(state, "Track nothing")
    return state.stations[seat].vp - before


def lines(state: FoodCourt, seat: int = 0) -> list[tuple[str, str | None, int]]:
    """The lines of a player's last score: what for, which card, points."""
    told = state.stations[seat].lines
    names = state.stations[seat].deck.names
    return [
        (LINE_NAMES[told[at]], None if told[at + 1] == NOTHING else names[told[at + 1]], told[at + 2])
        for at in range(0, len(told), 3)
    ]


def points(state: FoodCourt, line: str, seat: int = 0) -> int:
    """What one kind of line gave in a player's last score."""
    return sum(given for kind, _, given in lines(state, seat) if kind == line)


def held(state: FoodCourt, zone: str, seat: int = 0) -> list[str]:
    """The names of the cards in a zone of a station."""
    there = state.stations[seat]
    return [there.deck.names[kind] for kind in getattr(there, zone)]


def discard(state: FoodCourt, seat: int = 0) -> list[str]:
    """The names of the cards in a discard pile, seen and unseen."""
    return sorted(held(state, "seen", seat) + held(state, "unseen", seat))


def before(state: FoodCourt, seat: int) -> list[tuple[int, str]]:
    """The action cards before a player: owner and name."""
    there = state.stations[seat]
    return [(code // EFFECTS, there.deck.names[code % EFFECTS]) for code in there.before]


def meals(state: FoodCourt, seat: int = 0) -> dict[str, list[str]]:
    """The meals of a player: recipes and their ingredients."""
    there = state.stations[seat]
    return {there.deck.names[meal.recipe]: [there.deck.names[kind] for kind in meal.goods] for meal in there.meals}

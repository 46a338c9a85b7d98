"""Writing positions of Chef's Choice for tests: menus by the first letters of their dishes, the tally by colour."""

from __future__ import annotations

from typing import Any

import maitred
from maitred.games.chefs_choice.cards import DECK
from maitred.games.chefs_choice.rules import CLIP, GIVE, GIVE_DISH, MOST_DISHES, MOVE, ChefsChoice
from maitred.kernel.chance import Stream

GAME = maitred.game("chefs_choice")
HOUSE = DECK.house()

SINGLE, DOUBLE, GENEROUS, TRIPLE, COOPERATION, HI_NEIGHBOR, UNDERRATED, COPY = HOUSE.tile_names
PLAYER_COUNTS = range(4, 9)


def dish(name: str) -> int:
    """The dish whose name begins like this."""
    (found,) = [at for at, full in enumerate(HOUSE.dish_names) if full.startswith(name)]
    return found


def menu(appetizer: str, entree: str, dessert: str) -> str:
    """The name of the menu card with those dishes."""
    return HOUSE.names[card(appetizer, entree, dessert)]


def card(appetizer: str, entree: str, dessert: str) -> int:
    """The menu card with those dishes."""
    return HOUSE.on.index([dish(appetizer), dish(entree), dish(dessert)])


def on_board(players: int, **counts: int | list[int]) -> dict[str, list[int]]:
    """A tally by dish: markers by colour, or a number of them shared out among the colours."""
    tally: dict[str, list[int]] = {}
    spent = [0] * (players + 1)
    for name, markers in counts.items():
        full = HOUSE.dish_names[dish(name)]
        if isinstance(markers, list):
            tally[full] = markers
        else:
            tally[full] = [0] * (players + 1)
            for _ in range(markers):
                colour = min(range(players + 1), key=lambda at: (spent[at], -at))
                tally[full][colour] += 1
                spent[colour] += 1
    return tally


def schedule(tile: str, space: int = 0) -> list[str]:
    """A schedule with a tile on a space, and others that may lie there around it."""
    others = [name for name in HOUSE.tile_names if name != tile]
    return [*others[:space], tile, *others[space:4]]


def position(players: int = 4, seed: int = 1, **words: Any) -> ChefsChoice:
    """A position in words; whatever is left out is dealt."""
    state = GAME.load({"players": players, **words}, seed)
    assert isinstance(state, ChefsChoice)
    return state


def announcing(tile: str, menus: list[str], players: int = 4, **words: Any) -> ChefsChoice:
    """The moment after the reveal of the first round: seat 0 leads, and the menus of the first seats are given."""
    shown = [[name] for name in menus] + [[] for _ in range(players - len(menus))]
    words = {"schedule": schedule(tile), "moment": "announce", "shown": shown, **words}
    return position(players, **words)


def fresh(players: int = 4, seed: int = 3, **options: object) -> ChefsChoice:
    """A new game."""
    state = GAME.new(players, seed, options)
    assert isinstance(state, ChefsChoice)
    return state


def play(state: ChefsChoice, *actions: int) -> ChefsChoice:
    """The same state after actions, each by whoever is first to act."""
    for action in actions:
        seat = state.actors()[0]
        assert action in state.legal(seat), (seat, action, state.legal(seat))
        state.apply(seat, action)
    return state


def play_to(state: ChefsChoice, step: int, moment: int = 0, seed: int = 5) -> ChefsChoice:
    """The same state after random moves, at the beginning of a moment of a step."""
    pick = Stream(seed)
    while (state.step, state.moment) != (step, moment):
        seat = state.actors()[0]
        actions = state.legal(seat)
        state.apply(seat, actions[pick.below(len(actions))])
    return state


def choose_all(state: ChefsChoice, seed: int = 5) -> ChefsChoice:
    """The same state after all have chosen something."""
    pick = Stream(seed)
    for seat in state.actors():
        actions = state.legal(seat)
        state.apply(seat, actions[pick.below(len(actions))])
    return state


def marks(state: ChefsChoice, colour: int, name: str) -> int:
    """How many markers of a colour lie on a dish."""
    return state.marks[colour * HOUSE.dishes + dish(name)]


def give(*categories: int) -> int:
    """The action that gives samples of those categories on one's own card."""
    return GIVE + sum(1 << category for category in categories)


def give_dish(name: str) -> int:
    """The action that gives a sample of a dish on a neighbour's card."""
    return GIVE_DISH + dish(name)


def move(name: str, to: str) -> int:
    """The action that moves a marker."""
    return MOVE + dish(name) * MOST_DISHES + dish(to)


def clip(at: int, category: int) -> int:
    """The action that plays a card for the hidden sample."""
    return CLIP + at * 3 + category


def labels(state: ChefsChoice, seat: int) -> list[str]:
    """What a seat may do, in words."""
    return [str(GAME.describe(state, seat, action)["label"]) for action in state.legal(seat)]

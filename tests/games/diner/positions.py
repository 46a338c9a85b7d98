"""Writing positions of Diner for tests: hands, stacks and the Sink by their plates, everything else by its tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import maitred
from maitred.games.diner.cards import DECK, KINDS
from maitred.games.diner.rules import COUNTER, DRAW, SEAT, SERVE, STACKS, Diner

GAME = maitred.game("diner")
HOUSE = DECK.house()
WAITING = ("Early Birds", "First Date", "Bus Tour")
"""Who is in the Lounge if nothing else is said."""

Plates = Sequence[Sequence[str]]


def fresh(players: int = 2, seed: int = 3, **options: object) -> Diner:
    """A new game."""
    state = GAME.new(players, seed, options)
    assert isinstance(state, Diner)
    return state


def index(name: str) -> int:
    """The card whose table has that name."""
    return HOUSE.names.index(name)


def position(
    players: int = 2,
    seed: int = 1,
    *,
    hands: Plates = (),
    kitchen: Plates | None = None,
    sink: Sequence[str] = (),
    sections: Plates = (),
    tips: Plates = (),
    lounge: Sequence[str] = (),
    rest: str = "sink",
    **words: Any,
) -> Diner:
    """A position: plates in `hands`, `kitchen` and `sink` go on the backs of any tables that do not order them.

    With a `kitchen` all other cards lie at the bottom of the Sink, or (`rest="hand"`) in the last seat's hand.
    """
    sections = [*sections, *[[]] * (players - len(sections))]
    tips = [*tips, *[[]] * (players - len(tips))]
    named = {name for zone in (*sections, *tips) for name in zone}
    lounge = lounge or [name for name in dict.fromkeys([*WAITING, *HOUSE.names]) if name not in named][:3]
    named |= set(lounge)
    free = [name for name in reversed(HOUSE.names) if name not in named]
    backs: dict[str, str] = {}

    def card(plate: str) -> str:
        """Any free card that can have this plate on its back; the ones with the fewest other uses first."""
        fitting = [name for name in free if HOUSE.needs[index(name)][list[str](KINDS).index(plate)] == 0]
        free.remove(fitting[0])
        backs[fitting[0]] = plate
        return fitting[0]

    held = [[card(plate) for plate in hand] for hand in hands]
    held += [[] for _ in range(players - len(held))]
    stacks = None if kitchen is None else [[card(plate) for plate in stack] for stack in kitchen]
    washed = [card(plate) for plate in sink]
    if kitchen is not None:
        if rest == "hand":
            held[-1] += free
        else:
            washed = free + washed
    told = {"players": players, "hands": held, "sections": sections, "tips": tips, "lounge": list(lounge)}
    state = GAME.load({**told, "sink": washed, "kitchen": stacks, "backs": backs, **words}, seed)
    assert isinstance(state, Diner)
    return state


def plates(state: Diner, cards: Sequence[int]) -> list[str]:
    """The plate sides of some cards."""
    return [KINDS[state.plate[card]] for card in cards]


def tables(cards: Sequence[int]) -> list[str]:
    """The table sides of some cards."""
    return [HOUSE.names[card] for card in cards]


def draw(stack: int) -> int:
    """The action that draws from a stack."""
    return DRAW + stack


def seat_at(slot: int, stack: int) -> int:
    """The action that seats a party and refills from a stack."""
    return SEAT + slot * STACKS + stack


def counter(slot: int, stack: int) -> int:
    """The action that seats a party at the counter and refills from a stack."""
    return COUNTER + slot * STACKS + stack


def serve(name: str) -> int:
    """The action that serves a table."""
    return SERVE + index(name)


def verbs(state: Diner, seat: int) -> list[str]:
    """What kinds of action a seat may take."""
    described = [GAME.describe(state, seat, action)["verb"] for action in state.legal(seat)]
    return list(dict.fromkeys(described))


def refusal(state: Diner, seat: int, action: int) -> str:
    """The sentence with which an action is refused."""
    assert action not in state.legal(seat)
    return GAME.why_not(state, seat, action)

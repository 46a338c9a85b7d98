"""Ovens, a card game by Andrés Novelo and Luis Muñoz: the door to the other files of this folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from maitred.games.ovens import check, rules, shapes, view, words
from maitred.games.ovens.cards import read_cards
from maitred.games.ovens.rules import Ovens, OvensCards
from maitred.games.ovens.sense import OvensSense
from maitred.kernel.chance import Stream
from maitred.kernel.game import CardSource, Game, Words
from maitred.kernel.options import FirstSeat
from maitred.kernel.shapes import Shapes, Sheet, Zone
from maitred.kernel.state import Cards, Event, State


def ours(state: State) -> Ovens:
    """The state as a state of this game."""
    assert isinstance(state, Ovens)
    return state


def our_cards(cards: Cards) -> OvensCards:
    """The card tables as tables of this game."""
    assert isinstance(cards, OvensCards)
    return cards


class OvensGame(Game):
    """The facts of Ovens, and everything in words."""

    def __init__(self) -> None:
        super().__init__(
            id="ovens",
            title="Ovens",
            designers="Andrés Novelo and Luis Muñoz",
            pitch="Cook your dishes before the neighbours slip a rat into your oven.",
            minutes=30,
            min_players=rules.MIN_PLAYERS,
            max_players=rules.MAX_PLAYERS,
            n_actions=rules.N_ACTIONS,
            rules_version=2,
            options=[FirstSeat()],
            sense=OvensSense(),
            state=Ovens,
        )

    def legend(self) -> list[tuple[str, str]]:
        return words.LEGEND

    def read_cards(self, source: CardSource) -> Cards:
        return read_cards(source)

    def deal(self, players: int, chance: Stream, options: dict[str, str], cards: Cards) -> State:
        return rules.deal(players, chance, options["first"], our_cards(cards))

    def unpack(self, ints: list[int], cards: CardSource = None) -> State:
        return check.unpack(ints, read_cards(cards))

    def unpack_old(self, ints: list[int], cards: CardSource, rules_version: int) -> State:
        return check.unpack(ints, read_cards(cards), rules_version)

    def dump(self, state: State) -> dict[str, Any]:
        return view.dump(ours(state))

    def load(self, position: Mapping[str, Any], seed: int = 0, cards: CardSource = None) -> State:
        return view.load(position, seed, read_cards(cards))

    def shapes(self) -> Shapes:
        return shapes.SHAPES

    def faces(self, cards: Cards) -> Sequence[Words]:
        return view.faces(our_cards(cards))

    def constants(self, cards: Cards) -> Words:
        return view.constants(our_cards(cards))

    def view(self, state: State, seat: int | None) -> Words:
        return view.view(ours(state), seat)

    def zones(self, view: Words, cards: Cards) -> list[Zone]:
        return words.zones(view, our_cards(cards))

    def hear(self, state: State, event: Event, seat: int | None) -> Words | None:
        return words.hear(ours(state), event, seat)

    def describe(self, state: State, seat: int, action: int) -> Words:
        return words.describe(ours(state), seat, action)

    def prompt(self, state: State, seat: int | None) -> str:
        return words.prompt(ours(state), seat)

    def section(self, state: State) -> str:
        return words.section(ours(state))

    def forbid(self, state: State, seat: int, action: int) -> str:
        return words.forbid(ours(state), seat, action)

    def sheet(self, state: State) -> Sheet:
        return words.sheet(ours(state))


GAME = OvensGame()

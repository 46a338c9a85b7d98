"""Food Court, a card game by Bozhidar Zhelev: the door to the other files of this folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from maitred.games.food_court import dealing, hearing, refusals, rules, shapes, view, words, zones
from maitred.games.food_court.cards import house_cards, read_cards
from maitred.games.food_court.rules import FoodCourt
from maitred.games.food_court.sense import FoodCourtSense
from maitred.games.food_court.station import FoodCourtCards
from maitred.kernel.chance import Stream
from maitred.kernel.game import CardSource, Game, Words
from maitred.kernel.options import FirstSeat, PerSeat, Switch, Whole
from maitred.kernel.shapes import Shapes, Sheet, Zone
from maitred.kernel.state import Cards, Event, State


def ours(state: State) -> FoodCourt:
    """The state as a state of this game."""
    assert isinstance(state, FoodCourt)
    return state


def our_cards(cards: Cards) -> FoodCourtCards:
    """The card tables as tables of this game."""
    assert isinstance(cards, FoodCourtCards)
    return cards


class FoodCourtGame(Game):
    """The facts of Food Court, and everything in words."""

    def __init__(self) -> None:
        super().__init__(
            id="food_court",
            title="Food Court",
            designers="Bozhidar Zhelev",
            pitch="Eight cuisines under one roof: cook big, meddle with the neighbours, and reach your own goal first.",
            minutes=60,
            min_players=rules.MIN_PLAYERS,
            max_players=rules.MAX_PLAYERS,
            n_actions=rules.N_ACTIONS,
            rules_version=2,
            options=[
                PerSeat("decks", "The deck of each seat.", [deck.id for deck in house_cards().decks]),
                Switch("roles", "Whether role cards are in play.", rules.ROLES_FROM),
                Whole("goal", "The VP that end the game with their round.", rules.GOAL, 10, 100),
                Whole("rounds", "The round after which the game ends in any case.", rules.ROUNDS, 1, 100),
                FirstSeat(),
            ],
            sense=FoodCourtSense(),
            state=FoodCourt,
        )

    def legend(self) -> list[tuple[str, str]]:
        return words.LEGEND

    def read_cards(self, source: CardSource) -> Cards:
        return read_cards(source)

    def deal(self, players: int, chance: Stream, options: dict[str, str], cards: Cards) -> State:
        return dealing.deal(players, chance, options, our_cards(cards))

    def unpack(self, ints: list[int], cards: CardSource = None) -> State:
        return dealing.unpack(ints, read_cards(cards))

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
        return zones.zones(view, our_cards(cards))

    def opening(self, state: State) -> list[Event]:
        return hearing.opening(ours(state))

    def hear(self, state: State, event: Event, seat: int | None) -> Words | None:
        return hearing.hear(ours(state), event, seat)

    def describe(self, state: State, seat: int, action: int) -> Words:
        return words.describe(ours(state), seat, action)

    def prompt(self, state: State, seat: int | None) -> str:
        return words.prompt(ours(state), seat)

    def section(self, state: State) -> str:
        return words.section(ours(state))

    def forbid(self, state: State, seat: int, action: int) -> str:
        return refusals.forbid(ours(state), seat, action)

    def sheet(self, state: State) -> Sheet:
        return words.sheet(ours(state))


GAME = FoodCourtGame()

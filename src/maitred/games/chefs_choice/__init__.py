"""Chef's Choice, a card game by Charlie Hoopes: the door to the other files of this folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from maitred.games.chefs_choice import rules, shapes, view, words
from maitred.games.chefs_choice.cards import read_cards
from maitred.games.chefs_choice.reading import ReadingSense
from maitred.games.chefs_choice.rules import ChefsChoice, ChefsChoiceCards
from maitred.games.chefs_choice.schedule import Schedule, read_schedule
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import CardSource, Game, Words
from maitred.kernel.options import Choice, FirstSeat
from maitred.kernel.shapes import Shapes, Sheet, Zone
from maitred.kernel.state import Cards, Event, State


def ours(state: State) -> ChefsChoice:
    """The state as a state of this game."""
    assert isinstance(state, ChefsChoice)
    return state


def our_cards(cards: Cards) -> ChefsChoiceCards:
    """The card tables as tables of this game."""
    assert isinstance(cards, ChefsChoiceCards)
    return cards


class ChefsChoiceGame(Game):
    """The facts of Chef's Choice, and everything in words."""

    def __init__(self) -> None:
        super().__init__(
            id="chefs_choice",
            title="Chef's Choice",
            designers="Charlie Hoopes",
            pitch="Hand out samples, whet the town's appetite, and serve the menu everyone suddenly wants.",
            minutes=30,
            min_players=rules.MIN_PLAYERS,
            max_players=rules.MAX_PLAYERS,
            n_actions=rules.N_ACTIONS,
            rules_version=1,
            options=[
                Choice("tiles", "Whether the marketing tiles are seen before their rounds.", "shown", view.TILE_WORDS),
                FirstSeat(),
                Schedule(),
            ],
            sense=ReadingSense(),
            state=ChefsChoice,
        )

    def legend(self) -> list[tuple[str, str]]:
        return words.LEGEND

    def read_cards(self, source: CardSource) -> Cards:
        return read_cards(source)

    def deal(self, players: int, chance: Stream, options: dict[str, str], cards: Cards) -> State:
        book = our_cards(cards)
        needed = players * rules.HAND + 1
        if len(book.on) < needed:
            raise BadSetup(f"{players} players need {needed} menus, this deck has {len(book.on)}.")
        schedule = read_schedule(options["schedule"], book)
        return rules.deal(players, chance, options["first"], options["tiles"] == "hidden", schedule, book)

    def unpack(self, ints: list[int], cards: CardSource = None) -> State:
        return rules.unpack(ints, read_cards(cards))

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

    def opening(self, state: State) -> list[Event]:
        return ours(state).opening()

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


GAME = ChefsChoiceGame()

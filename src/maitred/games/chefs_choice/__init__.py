"""Chef's Choice, a card game by Charlie Hoopes: its facts; the rest is in the other files of this folder."""

from __future__ import annotations

from maitred.games.chefs_choice import check, observation, rules, shapes, view, words
from maitred.games.chefs_choice.cards import DECK
from maitred.games.chefs_choice.reading import ReadingSense
from maitred.games.chefs_choice.rules import ChefsChoice, ChefsChoiceCards
from maitred.games.chefs_choice.schedule import Schedule, read_schedule
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.options import Choice, FirstSeat
from maitred.kernel.state import Cards, Event, State


class ChefsChoiceGame(Game):
    """Chef's Choice, which needs enough menus for all, and opens with the podcast."""

    def deal(self, players: int, chance: Stream, options: dict[str, str], cards: Cards) -> State:
        assert isinstance(cards, ChefsChoiceCards)
        needed = players * rules.HAND + 1
        if len(cards.on) < needed:
            raise BadSetup(f"{players} players need {needed} menus, this deck has {len(cards.on)}.")
        schedule = read_schedule(options["schedule"], cards)
        return rules.deal(players, chance, options["first"], options["tiles"] == "hidden", schedule, cards)

    def opening(self, state: State) -> list[Event]:
        assert isinstance(state, ChefsChoice)
        return state.opening()


GAME = ChefsChoiceGame(
    "chefs_choice",
    "Chef's Choice",
    pitch="Hand out samples, whet the town's appetite, and serve the menu everyone suddenly wants.",
    designers="Charlie Hoopes",
    minutes=10,
    bot_minutes=3,
    options=[
        Choice("tiles", "Whether the marketing tiles are seen before their rounds.", "shown", view.TILE_WORDS),
        FirstSeat(),
        Schedule(),
    ],
    sense=ReadingSense(),
    state=ChefsChoice,
    deck=DECK,
    open_verbs=["give", "move", "stay"],
    parts=[check, observation, rules, shapes, view, words],
)

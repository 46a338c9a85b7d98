"""Delectable, a card game by Aidan and Ryan Cotsakis: its facts; the rest is in the other files of this folder."""

from __future__ import annotations

from maitred.games.delectable import check, observation, rules, shapes, view, words
from maitred.games.delectable.cards import DECK
from maitred.games.delectable.rules import Delectable
from maitred.games.delectable.sense import DelectableSense
from maitred.kernel.game import Game
from maitred.kernel.options import FirstSeat


class DelectableGame(Game):
    """Delectable, in which nothing is hidden from anybody but the deck."""

    def hears_alike(self) -> bool:
        return True


GAME = DelectableGame(
    "delectable",
    "Delectable",
    pitch="Roll for staff, food and equipment, and build the best restaurant on the block.",
    designers="Aidan and Ryan Cotsakis",
    minutes=25,
    bot_minutes=7,
    options=[FirstSeat()],
    sense=DelectableSense(),
    state=Delectable,
    deck=DECK,
    open_verbs=["give", "steal"],
    parts=[check, observation, rules, shapes, view, words],
)

"""Ovens, a card game by Andrés Novelo and Luis Muñoz: its facts; the rest is in the other files of this folder."""

from __future__ import annotations

from maitred.games.ovens import check, hearing, observation, refusals, rules, shapes, view, words, zones
from maitred.games.ovens.cards import DECK
from maitred.games.ovens.rules import Ovens
from maitred.games.ovens.sense import OvensSense
from maitred.kernel.cardfile import CardSource
from maitred.kernel.game import Game
from maitred.kernel.options import FirstSeat
from maitred.kernel.state import State


class OvensGame(Game):
    """Ovens, whose first rules allowed positions that cannot occur now."""

    def unpack_old(self, ints: list[int], cards: CardSource, rules_version: int) -> State:
        return check.unpack(ints, DECK.read(cards), rules_version)


GAME = OvensGame(
    "ovens",
    "Ovens",
    pitch="Cook your dishes before the neighbours slip a rat into your oven.",
    designers="Andrés Novelo and Luis Muñoz",
    minutes=35,
    bot_minutes=6,
    rules_version=2,
    options=[FirstSeat()],
    sense=OvensSense(),
    state=Ovens,
    deck=DECK,
    open_verbs=["return"],
    parts=[check, hearing, observation, refusals, rules, shapes, view, words, zones],
)

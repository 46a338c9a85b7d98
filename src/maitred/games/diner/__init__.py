"""Diner, a card game by Matthew O'Malley: its facts; the rest is in the other files of this folder."""

from __future__ import annotations

from maitred.games.diner import check, observation, rules, shapes, view, words
from maitred.games.diner.cards import DECK, check_old_deck
from maitred.games.diner.multiplayer import MultiplayerSense
from maitred.games.diner.rules import Diner
from maitred.games.diner.sense import DinerSense
from maitred.kernel.cardfile import CardSource
from maitred.kernel.game import Game
from maitred.kernel.options import Choice, FirstSeat
from maitred.kernel.state import Cards, State


class DinerGame(Game):
    """Diner, which is played in real time unless the table is calm."""

    def at_keyboard(self) -> dict[str, str]:
        return {"pace": "calm"}

    def read_old_cards(self, source: CardSource, rules_version: int) -> Cards:
        return DECK.read(source, check_old_deck)

    def hears_alike(self) -> bool:
        return True

    def describes_alike(self, action: int) -> bool:
        return action < rules.SERVE

    def why_not(self, state: State, seat: int, action: int) -> str:
        assert isinstance(state, Diner)
        waiting = 0 <= seat < state.players and 0 <= action < self.n_actions and seat not in state.actors()
        if waiting and state.actors() and not state.calm:
            return words.NO_TOKEN
        return super().why_not(state, seat, action)


GAME = DinerGame(
    "diner",
    "Diner",
    pitch="No turns: seat parties, grab plates and serve them, all at the same time as everybody else.",
    designers="Matthew O'Malley",
    minutes=10,
    bot_minutes=5,
    rules_version=2,
    options=[
        Choice(
            "calls",
            "Who calls break and closing time: the table at once, or the players when they please.",
            "auto",
            ["auto", "players"],
        ),
        Choice("relief", "Whoever sits left of a player with all the tokens may take one.", "off", ["off", "on"]),
        Choice("pace", "Real time, or calm: one after another, and you may hold.", "live", ["live", "calm"]),
        FirstSeat("dealer", "Who deals; the player on the left starts with a second token"),
    ],
    sense=DinerSense(MultiplayerSense()),
    state=Diner,
    deck=DECK,
    parts=[check, observation, rules, shapes, view, words],
)

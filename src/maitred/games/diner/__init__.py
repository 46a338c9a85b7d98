"""Diner, a card game by Matthew O'Malley: the door to the other files of this folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from maitred.games.diner import rules, view, words
from maitred.games.diner.cards import MOST_VALUE_BEFORE, read_cards
from maitred.games.diner.multiplayer import MultiplayerSense
from maitred.games.diner.rules import Diner, DinerCards
from maitred.games.diner.sense import DinerSense
from maitred.kernel.chance import Stream
from maitred.kernel.game import CardSource, Game, Words
from maitred.kernel.options import Choice, FirstSeat
from maitred.kernel.state import Cards, Event, State


def ours(state: State) -> Diner:
    """The state as a state of this game."""
    assert isinstance(state, Diner)
    return state


def our_cards(cards: Cards) -> DinerCards:
    """The card tables as tables of this game."""
    assert isinstance(cards, DinerCards)
    return cards


class DinerGame(Game):
    """The facts of Diner, and everything in words."""

    def __init__(self) -> None:
        super().__init__(
            id="diner",
            title="Diner",
            designers="Matthew O'Malley",
            pitch="No turns: seat parties, grab plates and serve them, all at the same time as everybody else.",
            minutes=15,
            min_players=rules.MIN_PLAYERS,
            max_players=rules.MAX_PLAYERS,
            n_actions=rules.N_ACTIONS,
            rules_version=2,
            options=[
                Choice(
                    "calls",
                    "Who calls break and closing time: the table at once, or the players when they please.",
                    "auto",
                    ["auto", "players"],
                ),
                Choice(
                    "relief", "Whoever sits left of a player with all the tokens may take one.", "off", ["off", "on"]
                ),
                Choice("pace", "Real time, or calm: one after another, and you may hold.", "live", ["live", "calm"]),
                FirstSeat("dealer", "Who deals; the player on the left starts with a second token"),
            ],
            sense=DinerSense(MultiplayerSense()),
            state=Diner,
        )

    def at_keyboard(self) -> dict[str, str]:
        return {"pace": "calm"}

    def legend(self) -> list[tuple[str, str]]:
        return words.LEGEND

    def read_cards(self, source: CardSource) -> Cards:
        return read_cards(source)

    def read_old_cards(self, source: CardSource, rules_version: int) -> Cards:
        return read_cards(source, MOST_VALUE_BEFORE)

    def deal(self, players: int, chance: Stream, options: dict[str, str], cards: Cards) -> State:
        return rules.deal(players, chance, options, our_cards(cards))

    def unpack(self, ints: list[int], cards: CardSource = None) -> State:
        return rules.unpack(ints, read_cards(cards))

    def dump(self, state: State) -> Words:
        return view.dump(ours(state))

    def load(self, position: Mapping[str, Any], seed: int = 0, cards: CardSource = None) -> State:
        return view.load(position, seed, read_cards(cards))

    def faces(self, cards: Cards) -> list[Words]:
        return view.faces(our_cards(cards))

    def view(self, state: State, seat: int | None) -> Words:
        return view.view(ours(state), seat)

    def zones(self, view: Words, cards: Cards) -> list[Words]:
        return words.zones(view, our_cards(cards))

    def hear(self, state: State, event: Event, seat: int | None) -> Words | None:
        return words.hear(ours(state), event)

    def hears_alike(self) -> bool:
        return True

    def describe(self, state: State, seat: int, action: int) -> Words:
        return words.describe(ours(state), seat, action)

    def prompt(self, state: State, seat: int | None) -> str:
        return words.prompt(ours(state), seat)

    def forbid(self, state: State, seat: int, action: int) -> str:
        return words.forbid(ours(state), seat, action)

    def why_not(self, state: State, seat: int, action: int) -> str:
        waiting = 0 <= seat < state.players and 0 <= action < self.n_actions and seat not in state.actors()
        if waiting and state.actors() and not ours(state).calm:
            return words.NO_TOKEN
        return super().why_not(state, seat, action)

    def sheet(self, state: State) -> Words:
        return words.sheet(ours(state))


GAME = DinerGame()

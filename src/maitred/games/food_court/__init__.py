"""Food Court, a card game by Bozhidar Zhelev: its facts; the rest is in the other files of this folder."""

from __future__ import annotations

from maitred.games.food_court import check, dealing, hearing, observation, refusals, rules, shapes, view, words, zones
from maitred.games.food_court.cards import DECK
from maitred.games.food_court.rules import FoodCourt
from maitred.games.food_court.sense import FoodCourtSense
from maitred.kernel.game import Game
from maitred.kernel.options import FirstSeat, PerSeat, Switch, Whole

GAME = Game(
    "food_court",
    "Food Court",
    pitch="Eight cuisines under one roof: cook big, meddle with the neighbours, and reach your own goal first.",
    designers="Bozhidar Zhelev",
    minutes=60,
    bot_minutes=10,
    rules_version=2,
    options=[
        PerSeat("decks", "The deck of each seat.", [deck.id for deck in DECK.house().decks]),
        Switch("roles", "Whether role cards are in play.", rules.ROLES_FROM),
        Whole("goal", "The VP that end the game with their round.", rules.GOAL, 10, 100),
        Whole("rounds", "The round after which the game ends in any case.", rules.ROUNDS, 1, 100),
        FirstSeat(),
    ],
    sense=FoodCourtSense(),
    state=FoodCourt,
    deck=DECK,
    open_verbs=[
        *("add", "break", "counterpart", "disrupt", "finish", "less", "lose", "meal", "more"),
        *("repair", "replace", "resolve", "spend", "victim"),
    ],
    parts=[check, dealing, hearing, observation, refusals, rules, shapes, view, words, zones],
    package=__name__,
)

"""The nouns of Food Court: decks as int tables, meals, and the station each player sets up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import mypyc_attr

from maitred.kernel.state import Cards

Seat = int
Kind = int  # of a card, within its deck: cards of one kind are interchangeable

# Sorts of cards

ACTION: Final = 0
UTENSIL: Final = 1
PRIMARY: Final = 2
SECONDARY: Final = 3
OPTIONAL: Final = 4
RECIPE: Final = 5

# Every deck numbers its kinds alike: actions, utensils, ingredients, recipes

BLOCK: Final = 0  # the effects of action cards are also their kinds
INGREDIENT: Final = 1
RECIPES: Final = 2
PROGRESS: Final = 3
UTENSILS: Final = 4
DRAWING: Final = 5
SCORES: Final = 6
PILES: Final = 7
EFFECTS: Final = 8

FIRST_UTENSIL: Final = 8
SYMBOLS: Final = 3
FIRST_INGREDIENT: Final = 11
MOST_KINDS: Final = 48
MOST_ACTIONS: Final = 10
MOST_COPIES: Final = 20

EASY: Final = 0  # also the number of secondaries a recipe requires
NORMAL: Final = 1
HARD: Final = 2

# A utensil of a station

NOT_IN_PLAY: Final = 0
UP: Final = 1
DOWN: Final = 2

# The lines of a score

COOKED: Final = 0
EXTRAS: Final = 1  # optional ingredients
HARD_BONUS: Final = 2
UTENSIL_BONUS: Final = 3
ABILITY_BONUS: Final = 4
ACTION_BONUS: Final = 5
ROLE_BONUS: Final = 6
LINES: Final = 7

NOTHING: Final = -1


class Deck:
    """One restaurant's cards: everything about the cards of kind `k` is at index `k`."""

    def __init__(
        self,
        id: str,
        cuisine: str,
        restaurant: str,
        ability: int,
        names: list[str],
        sort: list[int],
        copies: list[int],
        difficulty: list[int],
        symbol: list[int],
        tag: list[int],
        vp: list[int],
        tags: list[str],
    ) -> None:
        self.id: str = id
        self.cuisine: str = cuisine
        self.restaurant: str = restaurant
        self.ability: int = ability
        self.names: list[str] = names
        self.sort: list[int] = sort
        self.copies: list[int] = copies
        self.difficulty: list[int] = difficulty
        """Of a recipe; NOTHING for other cards."""
        self.symbol: list[int] = symbol
        """Of a recipe or utensil; NOTHING for other cards."""
        self.tag: list[int] = tag
        """What the deck's ability looks at; NOTHING where there is none."""
        self.vp: list[int] = vp
        """What each use of an ingredient adds, in a deck of spices."""
        self.tags: list[str] = tags
        self.kinds: int = len(names)
        self.first_recipe: int = sort.index(RECIPE)
        self.tracked: list[bool] = [False] * len(names)
        """The kinds that may lie in this deck's win-condition area."""
        self.size: int = sum(copies)


class FoodCourtCards(Cards):
    """All decks of a card file."""

    def __init__(
        self, digest: str, own: Mapping[str, Any] | None, decks: list[Deck], offence: list[str], defence: list[str]
    ) -> None:
        super().__init__(digest, own)
        self.decks: list[Deck] = decks
        self.offence: list[str] = offence
        """What each action card is called when it lies before an opponent."""
        self.defence: list[str] = defence
        self.first_face: list[int] = []
        """Where each deck begins in the list of all faces."""
        faces = 0
        for deck in decks:
            self.first_face.append(faces)
            faces += deck.kinds


class Meal:
    """A cooked recipe with its ingredients; or a recipe that has replaced an opponent's, without any."""

    def __init__(self, recipe: Kind, turn: int, goods: list[Kind]) -> None:
        self.recipe: Kind = recipe
        self.turn: int = turn  # F4: when it was cooked
        self.goods: list[Kind] = goods
        self.replaced: int = 0  # VP of the recipe whose place it has taken
        self.more: int = 0  # by Score More and Score Less

    def clone(self) -> Meal:
        """A copy that shares nothing mutable."""
        twin = Meal(self.recipe, self.turn, self.goods[:])
        twin.replaced = self.replaced
        twin.more = self.more
        return twin


@mypyc_attr(allow_interpreted_subclasses=True)  # or `__new__`, and so `clone`, would run `__init__`
class Station:
    """What one player has: sorted lists, but for the draw pile (bottom to top), the meals and what lies before it."""

    def __init__(self, deck: Deck, number: int) -> None:
        self.deck: Deck = deck
        self.number: int = number  # of the deck in the card file
        self.draw: list[Kind] = []
        self.top: int = 0  # how many cards on top of the draw pile its owner knows, if not their order
        self.hand: list[Kind] = []
        self.shown: list[Kind] = []  # cards in hand that everyone has seen go there
        self.seen: list[Kind] = []  # the part of the discard pile that everyone saw enter (F8)
        self.unseen: list[Kind] = []  # the part that only its owner knows
        self.prepared: list[Kind] = []  # ingredients, unused
        self.meals: list[Meal] = []
        self.utensils: list[int] = [NOT_IN_PLAY] * SYMBOLS
        self.wins: list[Kind] = []
        self.before: list[int] = []  # action cards before this player, in the order placed: owner * EFFECTS + effect
        self.vp: int = 0
        self.tally: list[int] = [0] * LINES
        """All VP ever gained or lost, by the line they came from."""
        self.lines: list[int] = []
        """The score since this player's last turn began: line, kind (or NOTHING), points, and so on."""

    def share(self) -> Station:
        """A copy that shares every list with this station."""
        twin = Station.__new__(Station)
        twin.deck = self.deck
        twin.number = self.number
        twin.draw = self.draw
        twin.top = self.top
        twin.hand = self.hand
        twin.shown = self.shown
        twin.seen = self.seen
        twin.unseen = self.unseen
        twin.prepared = self.prepared
        twin.meals = self.meals
        twin.utensils = self.utensils
        twin.wins = self.wins
        twin.before = self.before
        twin.vp = self.vp
        twin.tally = self.tally
        twin.lines = self.lines
        return twin

    def clone(self) -> Station:
        """A copy that shares nothing mutable."""
        twin = self.share()
        twin.draw = self.draw[:]
        twin.hand = self.hand[:]
        twin.shown = self.shown[:]
        twin.seen = self.seen[:]
        twin.unseen = self.unseen[:]
        twin.prepared = self.prepared[:]
        twin.meals = [meal.clone() for meal in self.meals]
        twin.utensils = self.utensils[:]
        twin.wins = self.wins[:]
        twin.before = self.before[:]
        twin.tally = self.tally[:]
        twin.lines = self.lines[:]
        return twin

    def discards(self) -> int:
        """The height of the discard pile."""
        return len(self.seen) + len(self.unseen)

    def meal_of(self, recipe: Kind) -> Meal:
        """The meal with that recipe card."""
        for meal in self.meals:
            if meal.recipe == recipe:
                return meal
        raise ValueError(recipe)


def add(cards: list[Kind], kind: Kind) -> None:
    """Put a card into a sorted list."""
    at = len(cards)
    cards.append(kind)
    while at > 0 and cards[at - 1] > kind:
        cards[at] = cards[at - 1]
        at -= 1
    cards[at] = kind


def drop(cards: list[Kind], kind: Kind) -> bool:
    """Take one card of a kind out of a list, if there is one."""
    for at in range(len(cards)):
        if cards[at] == kind:
            cards.pop(at)
            return True
    return False

"""The vocabulary of Food Court: decks as int tables, meals, and the station of each player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, final

from mypy_extensions import mypyc_attr

from maitred.kernel.fields import Count
from maitred.kernel.packing import BOUND, Reader, write_list
from maitred.kernel.state import Cards

Seat = Annotated[int, "0 to players - 1"]
Face = Annotated[int, "NOT_IN_PLAY to DOWN"]  # of a utensil
Placed = Annotated[int, "0 to players * EFFECTS - 1"]  # an action card before a player: owner * EFFECTS + effect
Worth = Annotated[int, "0 to HARD + 1"]  # what a meal scores as; 0 for none
DeckNumber = Annotated[int, "0 to len(cards.decks) - 1"]
Kind = Annotated[int, "0 to MOST_KINDS - 1"]  # of a card, within its deck: cards of one kind are interchangeable

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


@final
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
        self.titles: list[str] = names
        """What cards are called where people read: their names, or ours for those that have none of their own."""
        self.kinds: int = len(names)
        self.first_recipe: int = sort.index(RECIPE)
        self.tracked: list[bool] = [False] * len(names)
        """The kinds that may lie in this deck's win-condition area."""
        self.size: int = sum(copies)


@final
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


@final
@mypyc_attr(free_list_len=1, acyclic=True)
class Meal:
    """A cooked recipe with its ingredients; or a recipe that has replaced an opponent's, without any."""

    def __init__(self, recipe: Kind, turn: int, goods: list[Kind]) -> None:
        self.recipe: Kind = recipe
        self.turn: Count = turn  # F4: when it was cooked
        self.replaced: Worth = 0  # VP of the recipe whose place it has taken
        self.more: int = 0  # by Score More and Score Less
        self.goods: list[Kind] = goods

    # Written by `make fields` from the fields that `__init__` declares

    def clone(self) -> Meal:
        """A copy that shares nothing mutable."""
        twin = Meal(self.recipe, self.turn, self.goods[:])
        twin.replaced, twin.more = self.replaced, self.more
        return twin

    def pack_into(self, ints: list[int]) -> None:
        """Append every field to a packed state."""
        ints += [self.recipe, self.turn, self.replaced, self.more]
        write_list(ints, self.goods)

    def read(self, reader: Reader) -> None:
        """Read every field in the order in which `pack` wrote it."""
        self.recipe, self.turn = reader.one(0, MOST_KINDS - 1), reader.one(0, BOUND)
        self.replaced, self.more = reader.one(0, HARD + 1), reader.one(-BOUND, BOUND)
        self.goods = reader.many(0, MOST_KINDS - 1)

    # Up to here by `make fields`


@final
@mypyc_attr(allow_interpreted_subclasses=True)  # without it `__new__`, and so `clone`, would run `__init__`
class Station:
    """What one player has. Lists are sorted, except the draw pile (bottom to top), the meals and the cards before
    the player."""

    def __init__(self, deck: Deck, number: int) -> None:
        self.deck: Deck = deck
        self.number: DeckNumber = number  # of the deck in the card file
        self.top: Count = 0  # how many cards on top of the draw pile its owner knows, if not their order
        self.vp: int = 0
        self.draw: list[Kind] = []
        self.hand: list[Kind] = []
        self.shown: list[Kind] = []  # cards in hand that everyone has seen go there
        self.seen: list[Kind] = []  # the part of the discard pile that everyone saw enter (F8)
        self.unseen: list[Kind] = []  # the part that only its owner knows
        self.prepared: list[Kind] = []  # ingredients, unused
        self.utensils: list[Face] = [NOT_IN_PLAY] * SYMBOLS
        self.wins: list[Kind] = []
        self.before: list[Placed] = []  # action cards before this player, in the order placed
        self.tally: list[int] = [0] * LINES  # all VP ever gained or lost, by the line they came from
        self.lines: list[int] = []  # the score since this player's last turn began: line, kind (or NOTHING), points, …
        self.meals: list[Meal] = []

    # Written by `make fields` from the fields that `__init__` declares

    def share(self, over: Station | None = None) -> Station:
        """A copy that shares all it has with this one, in place of `over`, an older copy that is done with."""
        twin = Station.__new__(Station) if over is None else over
        twin.deck, twin.number, twin.top, twin.vp, twin.draw = self.deck, self.number, self.top, self.vp, self.draw
        twin.hand, twin.shown, twin.seen, twin.unseen = self.hand, self.shown, self.seen, self.unseen
        twin.prepared, twin.utensils, twin.wins, twin.before = self.prepared, self.utensils, self.wins, self.before
        twin.tally, twin.lines, twin.meals = self.tally, self.lines, self.meals
        return twin

    def clone(self) -> Station:
        """A copy that shares nothing mutable."""
        twin = self.share()
        twin.draw, twin.hand, twin.shown, twin.seen = self.draw[:], self.hand[:], self.shown[:], self.seen[:]
        twin.unseen, twin.prepared, twin.utensils = self.unseen[:], self.prepared[:], self.utensils[:]
        twin.wins, twin.before, twin.tally, twin.lines = self.wins[:], self.before[:], self.tally[:], self.lines[:]
        twin.meals = [meal.clone() for meal in self.meals]
        return twin

    def pack_into(self, ints: list[int]) -> None:
        """Append every field to a packed state."""
        ints += [self.number, self.top, self.vp]
        for part in (self.draw, self.hand, self.shown, self.seen, self.unseen, self.prepared, self.utensils, self.wins):
            write_list(ints, part)
        for part in (self.before, self.tally, self.lines):
            write_list(ints, part)
        ints.append(len(self.meals))
        for meal in self.meals:
            meal.pack_into(ints)

    def read(self, reader: Reader, players: int, cards: FoodCourtCards) -> None:
        """Read every field in the order in which `pack` wrote it."""
        self.number, self.top = reader.one(0, len(cards.decks) - 1), reader.one(0, BOUND)
        self.vp, self.draw = reader.one(-BOUND, BOUND), reader.many(0, MOST_KINDS - 1)
        self.hand, self.shown = reader.many(0, MOST_KINDS - 1), reader.many(0, MOST_KINDS - 1)
        self.seen, self.unseen = reader.many(0, MOST_KINDS - 1), reader.many(0, MOST_KINDS - 1)
        self.prepared, self.utensils = reader.many(0, MOST_KINDS - 1), reader.some(SYMBOLS, NOT_IN_PLAY, DOWN)
        self.wins, self.before = reader.many(0, MOST_KINDS - 1), reader.many(0, players * EFFECTS - 1)
        self.tally, self.lines = reader.some(LINES, -BOUND, BOUND), reader.many(-BOUND, BOUND)
        self.meals = [Meal(0, 0, []) for _ in range(reader.count())]
        for meal in self.meals:
            meal.read(reader)

    # Up to here by `make fields`

    def discards(self) -> int:
        """The height of the discard pile."""
        return len(self.seen) + len(self.unseen)

    def meal_of(self, recipe: Kind) -> Meal:
        """The meal with that recipe card."""
        for meal in self.meals:
            if meal.recipe == recipe:
                return meal
        raise ValueError(recipe)

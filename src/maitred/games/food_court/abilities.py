"""What a recipe takes and scores (F3 to F6), and the eight abilities with their win conditions (F13).

An ability may bend four things: which ingredients a recipe has room for, what a meal scores beyond the common rules,
what a whole cooking turn scores, and which cards of the scored meals may be tracked. Only full recipes count (F6).
"""

from __future__ import annotations

from typing import Final

from maitred.games.food_court.shapes import Ability
from maitred.games.food_court.station import (
    ABILITY_BONUS,
    ACTION_BONUS,
    COOKED,
    EASY,
    EXTRAS,
    HARD,
    HARD_BONUS,
    NORMAL,
    NOTHING,
    OPTIONAL,
    PRIMARY,
    RECIPE,
    SECONDARY,
    UP,
    UTENSIL_BONUS,
    Deck,
    Kind,
    Meal,
    Station,
)

EXACT: Final = 0
COURSES: Final = 1
FEAST: Final = 2
EXTRA: Final = 3
DOUBLE: Final = 4
REPLACE: Final = 5
SPICES: Final = 6
HEAT: Final = 7
ABILITIES: Final[list[Ability]] = ["exact", "courses", "feast", "extra", "double", "replace", "spices", "heat"]

WIN_CARDS: Final = 4
AS_NORMAL: Final = 2  # what a meal scores that counts as a normal recipe
MOST_HOT: Final = 2
REPLACEMENT_COST: Final[list[int]] = [0, 0, 1, 2]  # by what the replaced recipe counts as


def count(deck: Deck, goods: list[Kind], sort: int) -> int:
    """How many of the ingredients are of a sort."""
    sorts = deck.sort
    number = 0
    for kind in goods:
        if sorts[kind] == sort:
            number += 1
    return number


def has_primary(deck: Deck, goods: list[Kind]) -> bool:
    """Whether there is a primary among sorted ingredients: their kinds come first in a deck."""
    return len(goods) > 0 and deck.sort[goods[0]] == PRIMARY


def count_tagged(deck: Deck, goods: list[Kind]) -> int:
    """How many of the ingredients have a tag."""
    number = 0
    for kind in goods:
        if deck.tag[kind] != NOTHING:
            number += 1
    return number


# What a recipe takes


def has_room(deck: Deck, recipe: Kind, goods: list[Kind], kind: Kind, prepared: list[Kind], hand: int) -> bool:
    """Whether a prepared ingredient may join the goods in the pot, with `hand` cards left to pay with."""
    sort = deck.sort[kind]
    if sort == OPTIONAL:
        return True  # F3: any number
    required = deck.difficulty[recipe]
    primaries = 0
    secondaries = 0
    for good in goods:
        if deck.sort[good] == PRIMARY:
            primaries += 1
        elif deck.sort[good] == SECONDARY:
            secondaries += 1
    ability = deck.ability
    if ability == HEAT and sort == SECONDARY:
        hot = count_tagged(deck, goods)
        if deck.tag[kind] != NOTHING:
            if hot == MOST_HOT:
                return False
        elif secondaries - hot == required:
            return False
        return secondaries + 1 - required <= hand
    if (sort == PRIMARY and primaries == 0) or (sort == SECONDARY and secondaries < required):
        return True
    if ability == EXTRA:
        return sort == SECONDARY and secondaries == required
    if ability == DOUBLE:
        extras = max(0, primaries - 1) + max(0, secondaries - required) + 1
        missing = required - min(required, secondaries)
        wanted = max(0, required + 1 - extras - count(deck, goods, OPTIONAL))
        no_primary = 1 if primaries == 0 else 0
        return (
            extras <= required + 1
            and count(deck, prepared, SECONDARY) - (1 if sort == SECONDARY else 0) >= missing
            and len(prepared) - 1 >= missing + wanted + no_primary
        )
    return False


def may_finish(deck: Deck, recipe: Kind, goods: list[Kind]) -> bool:
    """Whether the goods make a meal: a primary, and with twice the ingredients all or nothing."""
    if not has_primary(deck, goods):
        return False
    if deck.ability != DOUBLE:
        return True
    required = deck.difficulty[recipe]
    secondaries = count(deck, goods, SECONDARY)
    if count(deck, goods, PRIMARY) == 1 and secondaries <= required:
        return True
    return is_double(deck, recipe, goods)


def is_double(deck: Deck, recipe: Kind, goods: list[Kind]) -> bool:
    """Whether a recipe has twice its ingredients, its own requirement covered first."""
    required = deck.difficulty[recipe]
    covered = count(deck, goods, PRIMARY) > 0 and count(deck, goods, SECONDARY) >= required
    return covered and len(goods) >= 2 * (required + 1)


def price(deck: Deck, recipe: Kind, goods: list[Kind]) -> int:
    """The cards from hand that a meal costs: one for each hot ingredient beyond the requirement."""
    if deck.ability != HEAT:
        return 0
    return max(0, count(deck, goods, SECONDARY) - deck.difficulty[recipe])


# What a meal is


def level(deck: Deck, meal: Meal) -> int:
    """F3: what a meal scores as, 1 (easy) to 3 (hard): the primary and the required secondaries it has."""
    if meal.replaced > 0:
        return meal.replaced
    return 1 + min(deck.difficulty[meal.recipe], count(deck, meal.goods, SECONDARY))


def is_full(deck: Deck, meal: Meal) -> bool:
    """F6: whether the whole requirement is covered."""
    return meal.replaced == 0 and level(deck, meal) == 1 + deck.difficulty[meal.recipe]


# What a scoring gives


def score_lines(station: Station, meals: list[Meal]) -> list[int]:
    """The score of meals, line by line: line, kind (or NOTHING), points, and so on."""
    deck = station.deck
    lines: list[int] = []
    full = [is_full(deck, meal) for meal in meals]
    for at in range(len(meals)):
        meal = meals[at]
        recipe = meal.recipe
        write(lines, COOKED, recipe, level(deck, meal))
        if meal.replaced == 0:
            write(lines, EXTRAS, recipe, count(deck, meal.goods, OPTIONAL))
            hard = 0  # F4: from every other full hard recipe of the same turn
            for other in range(len(meals)):
                if (
                    other != at
                    and full[other]
                    and deck.difficulty[meals[other].recipe] == HARD
                    and meals[other].turn == meal.turn
                ):
                    hard += 1
            write(lines, HARD_BONUS, recipe, hard)
        if station.utensils[deck.symbol[recipe]] == UP:  # F5
            write(lines, UTENSIL_BONUS, recipe, 1)
        if full[at]:
            write(lines, ABILITY_BONUS, recipe, meal_bonus(deck, meal))
        write(lines, ACTION_BONUS, recipe, meal.more)
    if deck.ability == COURSES or deck.ability == FEAST:
        done: list[int] = []
        for meal in meals:
            if meal.replaced == 0 and meal.turn not in done:
                done.append(meal.turn)
                cooked = [meals[at].recipe for at in range(len(meals)) if full[at] and meals[at].turn == meal.turn]
                write(lines, ABILITY_BONUS, NOTHING, turn_bonus(deck, cooked))
    return lines


def write(lines: list[int], line: int, kind: Kind, points: int) -> None:
    """Add a line to a score, if it says anything."""
    if points != 0:
        lines.append(line)
        lines.append(kind)
        lines.append(points)


def points_of(lines: list[int]) -> int:
    """What the lines of a score add up to."""
    points = 0
    for at in range(2, len(lines), 3):
        points += lines[at]
    return points


def meal_bonus(deck: Deck, meal: Meal) -> int:
    """What the deck's ability adds to a full meal."""
    ability = deck.ability
    difficulty = deck.difficulty[meal.recipe]
    if ability == EXACT:
        return difficulty if has_exact(deck, meal) else 0
    if ability == EXTRA:
        if count(deck, meal.goods, SECONDARY) <= difficulty:
            return 0
        return 2 if difficulty == HARD else 1
    if ability == DOUBLE:
        return difficulty + 1 if is_double(deck, meal.recipe, meal.goods) else 0
    if ability == SPICES:
        taste = 0
        for kind in meal.goods:
            taste += deck.vp[kind]
        return taste
    if ability == HEAT:
        return count_tagged(deck, meal.goods)
    return 0


def turn_bonus(deck: Deck, recipes: list[Kind]) -> int:
    """What the deck's ability adds to the full recipes cooked in one turn."""
    if deck.ability == FEAST:
        return max(0, len(recipes) - 1)
    courses = [0] * WIN_CARDS
    for recipe in recipes:
        if deck.tag[recipe] != NOTHING:
            courses[deck.tag[recipe]] += 1
    bonus = 0
    for course in range(1, WIN_CARDS):
        bonus += course * min(courses[course - 1], courses[course])
    return bonus


def has_exact(deck: Deck, meal: Meal) -> bool:
    """Whether a meal has the very primary that its recipe is named for."""
    return deck.tag[meal.recipe] != NOTHING and deck.tag[meal.recipe] in meal.goods


# What may be tracked


def is_tracked(deck: Deck, kind: Kind) -> bool:
    """Whether cards of this kind may lie in the deck's win-condition area."""
    ability = deck.ability
    if ability == EXACT:
        return deck.sort[kind] == PRIMARY and kind in deck.tag
    if ability == EXTRA:
        return deck.sort[kind] == SECONDARY
    if ability in (SPICES, HEAT):
        return deck.sort[kind] == SECONDARY and deck.tag[kind] != NOTHING
    return (
        deck.sort[kind] == RECIPE and deck.tag[kind] != NOTHING and (ability != FEAST or deck.difficulty[kind] != EASY)
    )


def trackable(station: Station, meals: list[Meal]) -> list[Kind]:
    """The kinds of cards in scored meals that may go to the win-condition area now, ascending."""
    deck = station.deck
    wins = station.wins
    kinds: list[Kind] = []
    if len(wins) == WIN_CARDS:
        return kinds
    ability = deck.ability
    for meal in meals:
        recipe = meal.recipe
        if ability == REPLACE:
            if meal.replaced > 0:
                kinds.append(recipe)
            continue
        if not is_full(deck, meal):
            continue
        if ability == EXACT:
            if has_exact(deck, meal):
                kinds.append(deck.tag[recipe])
        elif ability == COURSES:
            if deck.tag[recipe] != NOTHING and deck.tag[recipe] == missing_course(deck, wins):
                kinds.append(recipe)
        elif ability == FEAST:
            if deck.difficulty[recipe] >= NORMAL and has_partner(deck, meal, meals):
                kinds.append(recipe)
        elif ability == EXTRA:
            if deck.difficulty[recipe] >= NORMAL and count(deck, meal.goods, SECONDARY) > deck.difficulty[recipe]:
                for kind in meal.goods:
                    if deck.sort[kind] == SECONDARY and kind not in wins:
                        kinds.append(kind)
        elif ability == DOUBLE:
            if deck.tag[recipe] != NOTHING and (not wins or deck.tag[wins[0]] == deck.tag[recipe]):
                kinds.append(recipe)
        elif ability == SPICES:
            for kind in meal.goods:
                if deck.tracked[kind] and wins.count(kind) < WIN_CARDS // deck.tracked.count(True):
                    kinds.append(kind)
        elif count_tagged(deck, meal.goods) >= MOST_HOT:
            for kind in meal.goods:
                if deck.tag[kind] != NOTHING:
                    kinds.append(kind)
    return sorted(set(kinds)) if len(kinds) > 1 else kinds


def missing_course(deck: Deck, wins: list[Kind]) -> int:
    """The earliest course that is not in the win-condition area."""
    there = [deck.tag[kind] for kind in wins]
    course = 0
    while course in there:
        course += 1
    return course


def has_partner(deck: Deck, meal: Meal, meals: list[Meal]) -> bool:
    """Whether a full recipe of the other kind of this pair was cooked in the same turn."""
    tag = deck.tag[meal.recipe]
    for other in meals:
        if other.turn == meal.turn and is_full(deck, other):
            partner = deck.tag[other.recipe]
            if tag != NOTHING and partner != NOTHING and partner != tag:
                return True
    return False

"""What is printed on Food Court's cards besides their names: what abilities, action cards and roles do."""

from __future__ import annotations

from maitred.games.food_court.abilities import ABILITIES, EXACT, SPICES, WIN_CARDS
from maitred.games.food_court.shapes import AbilityFacts, Line, Role
from maitred.games.food_court.station import (
    EFFECTS,
    NOTHING,
    OPTIONAL,
    PRIMARY,
    RECIPE,
    SECONDARY,
    UTENSIL,
    Deck,
    FoodCourtCards,
    Kind,
)
from maitred.kernel.words import listed

ABILITY_CARDS: dict[str, AbilityFacts] = {
    "exact": {
        "title": "Exact pasta",
        "text": "The very pasta a recipe is named for: +1 in a normal recipe, +2 in a hard one.",
        "win": "Four exact pastas.",
    },
    "courses": {
        "title": "Full menu",
        "text": "Courses of one turn: entrée with appetizer +1, appetizer with main +2, main with dessert +3.",
        "win": "One of each course, in that order.",
    },
    "feast": {
        "title": "Feast",
        "text": "+1 for every full recipe of a turn after the first.",
        "win": "Four normal or hard rice or noodle recipes, each cooked in one turn with one of the other kind.",
    },
    "extra": {
        "title": "Extra spice",
        "text": "One extra secondary in any recipe: +1, or +2 in a hard one.",
        "win": "Four different extras, from normal or hard recipes.",
    },
    "double": {
        "title": "Double portion",
        "text": "Twice the ingredients, all or nothing: + as many VP as the recipe asks for cards.",
        "win": "Four different recipes of one type.",
    },
    "replace": {
        "title": "Takeover",
        "text": "At a scoring, a kebab from hand takes the place of an opponent's normal or hard recipe, "
        "for 1 or 2 ingredients.",
        "win": "Four such kebabs.",
    },
    "heat": {
        "title": "Heat",
        "text": "Up to two hot secondaries in any recipe, +1 each; each beyond the requirement costs a card from hand.",
        "win": "Four hot cards, each from a recipe with two.",
    },
}
ABILITY_LINES: dict[str, str] = {
    "exact": "exact pasta: +1 in a normal recipe, +2 in a hard one; track the pasta",
    "courses": "courses of one turn: 1st and 2nd +1, 2nd and 3rd +2, 3rd and 4th +3; track them in order",
    "feast": "each further recipe cooked in a turn +1; with both kinds in one turn, track a normal or hard one of them",
    "extra": "one extra secondary: +1, +2 in a hard recipe; track four different extras from normal or hard recipes",
    "double": "twice the ingredients: + the recipe's own number of them; track recipes of one type",
    "replace": "at a scoring, swap a recipe from hand for an opponent's normal or hard one; track it",
    "heat": "up to two hot secondaries in any recipe, +1 each; track one of a recipe with two",
}
"""The same in a line, for a table that is drawn in text."""
EFFECT_TEXTS = [
    ("stops one of their own cards", "stops one card of an opponent"),
    ("they lose a prepared ingredient of your choice", "prepare an ingredient from your discard pile"),
    (
        "a meal of your choice is taken apart: recipe and one ingredient go back into their draw pile",
        "take a recipe and an ingredient back from your discard pile",
    ),
    ("one of their win cards goes back into their draw pile", "take back a discarded card of a kind you track"),
    ("turn one of their utensils face down", "turn one of your utensils up again"),
    ("they discard two cards from their hand", "draw two cards"),
    ("one of their meals scores 1 less", "one of your meals scores 1 more"),
    ("they discard the top three cards of their draw pile", "three of your discards go onto your draw pile"),
]
"""What an action card does before an opponent, and before yourself."""
ROLE_TEXTS: dict[Role, str] = {
    "Chef": "cook normal or hard: both +2",
    "Waiter": "cook two or more: both +2",
    "Dishwasher": "take a new hand for +2, or the Dishwasher gets +2",
    "Supplier": "both take two cards back, or draw only to six",
    "Critic": "praised: both +1; panned: −2 and −1",
    "Customer": "cook normal or hard: both +2, or both −2",
}
"""What each role asks of the counterpart."""
LINE_TITLES: dict[Line, str] = {
    "recipe": "recipe",
    "optional": "optional ingredients",
    "hard bonus": "hard recipes beside it",
    "utensil": "utensil",
    "ability": "ability",
    "action": "action cards",
    "role": "role",
}
"""What the lines of a score are called."""


def ability_card(deck: Deck) -> AbilityFacts:
    """What a deck's ability does and what it tracks; of spices, which ones."""
    if deck.ability != SPICES:
        return ABILITY_CARDS[ABILITIES[deck.ability]]
    tastes = ", ".join([f"{deck.titles[kind]} {signed(deck.vp[kind])}" for kind in range(deck.kinds) if deck.vp[kind]])
    marked = [deck.titles[kind] for kind in range(deck.kinds) if deck.tracked[kind]]
    return {
        "title": "Five tastes",
        "text": f"Each spice in a full recipe counts its own points: {tastes}.",
        "win": f"Four marked spices, {listed([f'{WIN_CARDS // len(marked)} {name}' for name in marked])}.",
    }


def ability_line(deck: Deck) -> str:
    """What a deck's ability does and what it tracks, in a line."""
    if deck.ability != SPICES:
        return ABILITY_LINES[ABILITIES[deck.ability]]
    tastes = listed([f"{deck.titles[kind]} {deck.vp[kind]:+d}" for kind in range(deck.kinds) if deck.vp[kind]])
    marked = [deck.titles[kind] for kind in range(deck.kinds) if deck.tracked[kind]]
    each = WIN_CARDS // len(marked)
    return f"each {tastes}; track the marked ones, {listed([f'{each} {name}' for name in marked])}"


def signed(points: int) -> str:
    """`+2`, `−1`."""
    return f"+{points}" if points >= 0 else f"−{-points}"


def mark_of(deck: Deck, kind: Kind) -> str | None:
    """The mark by which the deck's ability knows a card: its course, type, heat or pasta; `marked` for a spice to
    track."""
    tag = deck.tag[kind]
    if tag == NOTHING:
        return None
    if deck.ability == SPICES:
        return "marked"
    return deck.titles[tag] if deck.ability == EXACT else deck.tags[tag]


def points_on(deck: Deck, kind: Kind) -> int | None:
    """What a recipe scores or an ingredient adds; None if that is nothing."""
    if deck.sort[kind] == RECIPE:
        return 1 + deck.difficulty[kind]
    return deck.vp[kind] or (1 if deck.sort[kind] == OPTIONAL else None)


def card_text(cards: FoodCourtCards, deck: Deck, kind: Kind) -> str:
    """What a card does, in a sentence or two."""
    if kind < EFFECTS:
        offence, defence = EFFECT_TEXTS[kind]
        names = cards.offence[kind], cards.defence[kind]
        return f"Before an opponent, {names[0]}: {offence}. Before yourself, {names[1]}: {defence}."
    sort = deck.sort[kind]
    told: list[str] = []
    if sort == UTENSIL:
        told.append(f"Once in play: +1 for each of your recipes with the sign of {deck.titles[kind]}.")
    elif sort == PRIMARY:
        told.append("Every recipe takes one.")
    elif sort == OPTIONAL:
        told.append("Adds 1 VP to any recipe.")
    elif sort == SECONDARY:
        told.append("A normal recipe asks for one, a hard one for two.")
        mark = mark_of(deck, kind)
        if deck.vp[kind]:
            told.append(f"{signed(deck.vp[kind])} in a full recipe.")
        if mark is not None:
            told.append(f"It is {mark}.")
    if deck.tracked[kind] and sort != OPTIONAL:
        told.append("Counts towards your win condition.")
    return " ".join(told)

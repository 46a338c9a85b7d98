"""Food Court's decks: reads a card file and turns it into int tables; a wrong file is refused with the reason."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from maitred.games.food_court import station
from maitred.games.food_court.abilities import (
    ABILITIES,
    COURSES,
    DOUBLE,
    EXACT,
    FEAST,
    HEAT,
    REPLACE,
    SPICES,
    WIN_CARDS,
    is_tracked,
)
from maitred.games.food_court.shapes import Difficulty, Effect, Sort
from maitred.games.food_court.station import Deck, FoodCourtCards, Kind
from maitred.kernel import cardfile
from maitred.kernel.errors import BadCards

EFFECT_NAMES: Final[list[Effect]] = [
    "block",
    "ingredient",
    "recipe",
    "progress",
    "utensil",
    "drawing",
    "scores",
    "piles",
]
"""The effects of action cards, each at the index of its kind."""
DIFFICULTIES: Final[list[Difficulty]] = ["easy", "normal", "hard"]
SORTS: Final[list[Sort]] = ["action", "utensil", "primary", "secondary", "optional", "recipe"]
INGREDIENT_LISTS: Final = [station.PRIMARY, station.SECONDARY, station.OPTIONAL]
DECK_KEYS: Final = ["cuisine", "restaurant", "ability", "tags", "primary", "secondary", "optional", "recipes"]
TAG_COUNTS: Final = {COURSES: WIN_CARDS, FEAST: 2, DOUBLE: 2, REPLACE: 1, HEAT: 1}
"""How many tags an ability distinguishes; the other abilities have none."""
OUR_TITLES: Final[dict[str, dict[str, str]]] = {
    "italy": {"Secondary": "Tomato"},
    "france": {"Primary": "Eggs", "Secondary": "Onions"},
    "china": {"Primary": "Rice", "Secondary": "Broccoli"},
    "india": {"Primary": "Lentils"},
    "usa": {"Primary": "Beef", "Secondary": "Cheese"},
    "turkiye": {"Primary": "Lamb", "Secondary": "Aubergine"},
    "japan": {"Primary": "Fish"},
    "mexico": {"Primary": "Tortilla"},
}
"""Our names for ingredients of the house decks that the designer's lists name only by their sort."""
ID: Final = re.compile(r"[a-z][a-z0-9_]{0,19}")
FEWEST_DECKS: Final = 2
MOST_DECKS: Final = 40
MOST_VP: Final = 9


def check_file(file: str, tables: cardfile.TomlTable) -> FoodCourtCards:
    """The int tables of a file, which is refused if anything in it is wrong."""
    cardfile.check_keys(file, tables, ["actions", "utensils", "decks"], "table")
    common = Maker(file, "")
    offence: list[str] = []
    defence: list[str] = []
    actions = cardfile.list_at(file, tables, "actions")
    for at, effect in enumerate(EFFECT_NAMES):
        where = f"{file}: action '{effect}'"
        if at >= len(actions):
            raise BadCards(f"{where}: it is missing; every deck has all {len(EFFECT_NAMES)} in this order.")
        entry = cardfile.as_table(f"{file}: action number {at + 1}", actions[at])
        cardfile.check_keys(
            f"{file}: action number {at + 1}", entry, ["effect", "name", "offence", "defence", "copies"]
        )
        if cardfile.text_at(f"{file}: action number {at + 1}", entry, "effect") != effect:
            raise BadCards(
                f"{file}: action number {at + 1}: 'effect' must be '{effect}', not {cardfile.shown(entry['effect'])}."
            )
        common.add(where, entry, station.ACTION, cardfile.whole_at(where, entry, "copies", 1, station.MOST_ACTIONS))
        offence.append(cardfile.text_at(where, entry, "offence"))
        defence.append(cardfile.text_at(where, entry, "defence"))
    if len(actions) > len(EFFECT_NAMES):
        raise BadCards(f"{file}: actions: there are {len(EFFECT_NAMES)} effects, not {len(actions)}.")
    if sum(common.copies) > station.MOST_ACTIONS:
        raise BadCards(
            f"{file}: actions: a deck has at most {station.MOST_ACTIONS} action cards, not {sum(common.copies)}."
        )
    utensils = cardfile.list_at(file, tables, "utensils")
    cardfile.check_count(f"{file}: utensils", len(utensils), station.SYMBOLS, station.SYMBOLS)
    for at, name in enumerate(utensils):
        common.add(f"{file}: utensil number {at + 1}", {"name": name}, station.UTENSIL, 1, symbol=at)
    decks = cardfile.table_at(file, tables, "decks")
    cardfile.check_count(f"{file}: [decks]", len(decks), FEWEST_DECKS, MOST_DECKS, "decks")
    return FoodCourtCards(
        cardfile.digest(tables),
        cardfile.copied(tables),
        [
            check_deck(file, id, cardfile.as_table(f"{file}: [decks.{cardfile.safe(id)}]", decks[id]), common)
            for id in decks
        ],
        offence,
        defence,
    )


def check_deck(file: str, id: str, table: cardfile.TomlTable, common: Maker) -> Deck:
    """The int tables of one deck."""
    where = f"{file}: [decks.{cardfile.safe(id)}]"
    if not ID.fullmatch(id) or id == "drawn":
        raise BadCards(f"{where}: a deck's name is a short word in lower-case letters, other than 'drawn'.")
    cardfile.check_keys(where, table, DECK_KEYS)
    ability = cardfile.word_at(where, table, "ability", list(ABILITIES))
    maker = common.copy(id)
    tags = tag_names(where, table, ability)
    for sort in INGREDIENT_LISTS:
        entries = cardfile.list_at(where, table, SORTS[sort])
        for number, value in enumerate(entries, start=1):
            place = f"{file}: {id}: {SORTS[sort]} number {number}"
            entry = cardfile.as_table(place, value)
            tagged = sort == station.SECONDARY and ability == HEAT
            spicy = sort == station.SECONDARY and ability == SPICES
            keys = ["name", "copies", *(["tag"] if tagged else []), *(["vp", "win"] if spicy else [])]
            cardfile.check_keys(place, entry, keys)
            tag = cardfile.word_at(place, entry, "tag", tags) if "tag" in entry else station.NOTHING
            vp = cardfile.whole_at(place, entry, "vp", -MOST_VP, MOST_VP) if "vp" in entry else 0
            if "win" in entry:
                if entry["win"] is not True:
                    raise BadCards(f"{place}: 'win' is true or left out, not {cardfile.shown(entry['win'])}.")
                tag = 0
            copies = cardfile.whole_at(place, entry, "copies", 1, station.MOST_COPIES)
            maker.add(place, entry, sort, copies, tag=tag, vp=vp)
        if sort == station.PRIMARY and not entries:
            raise BadCards(f"{where}: no recipe can be cooked without primary ingredients.")
    if ability == EXACT:
        tags = [name for name, sort in zip(maker.names, maker.sort, strict=True) if sort == station.PRIMARY]
    entries = cardfile.list_at(where, table, "recipes")
    if not entries:
        raise BadCards(f"{where}: there must be a recipe.")
    for number, value in enumerate(entries, start=1):
        place = f"{file}: {id}: recipe number {number}"
        entry = cardfile.as_table(place, value)
        taggable = (ability in TAG_COUNTS and ability != HEAT) or ability == EXACT
        cardfile.check_keys(place, entry, ["name", "difficulty", "utensil", *(["tag"] if taggable else [])])
        tag = cardfile.word_at(place, entry, "tag", tags) if "tag" in entry else station.NOTHING
        if ability == EXACT and tag != station.NOTHING:
            tag = maker.names.index(tags[tag])
        difficulty = cardfile.word_at(place, entry, "difficulty", DIFFICULTIES)
        symbol = cardfile.word_at(
            place, entry, "utensil", [n for n, s in zip(maker.names, maker.sort, strict=True) if s == station.UTENSIL]
        )
        maker.add(place, entry, station.RECIPE, 1, difficulty, symbol, tag)
    if len(maker.names) > station.MOST_KINDS:
        raise BadCards(f"{where}: a deck has at most {station.MOST_KINDS} different cards, not {len(maker.names)}.")
    cuisine = cardfile.text_at(where, table, "cuisine")
    restaurant = cardfile.text_at(where, table, "restaurant")
    deck = maker.deck(id, cuisine, restaurant, ability, tags if ability in TAG_COUNTS else [])
    ours = {name: title for name, title in OUR_TITLES.get(id, {}).items() if title not in deck.names}
    deck.titles = [ours.get(name, name) for name in deck.names]
    deck.tracked = [is_tracked(deck, kind) for kind in range(deck.kinds)]
    winning = deck.tracked.count(True)
    if winning == 0 or (ability == SPICES and WIN_CARDS % winning != 0):
        raise BadCards(f"{where}: with the ability '{ABILITIES[ability]}' its win condition cannot be met.")
    return deck


def tag_names(where: str, table: Mapping[str, Any], ability: int) -> list[str]:
    """The words by which an ability distinguishes cards, in order."""
    wanted = TAG_COUNTS.get(ability, 0)
    if wanted == 0 and "tags" not in table:
        return []
    if wanted == 0:
        raise BadCards(f"{where}: the ability '{ABILITIES[ability]}' takes no 'tags'.")
    tags = cardfile.list_at(where, table, "tags")
    if len(tags) != wanted or len(set(map(str, tags))) != wanted:
        raise BadCards(f"{where}: the ability '{ABILITIES[ability]}' takes {wanted} different 'tags'.")
    return [cardfile.text_at(f"{where}: tags", {"tag": tag}, "tag") for tag in tags]


class Maker:
    """A deck under construction, card by card."""

    def __init__(self, file: str, id: str) -> None:
        self.file: str = file
        self.id: str = id
        self.names: list[str] = []
        self.sort: list[int] = []
        self.copies: list[int] = []
        self.difficulty: list[int] = []
        self.symbol: list[int] = []
        self.tag: list[int] = []
        self.vp: list[int] = []

    def copy(self, id: str) -> Maker:
        """Another deck that begins with the same cards."""
        twin = Maker(self.file, id)
        twin.names, twin.sort, twin.copies = self.names[:], self.sort[:], self.copies[:]
        twin.difficulty, twin.symbol, twin.tag, twin.vp = self.difficulty[:], self.symbol[:], self.tag[:], self.vp[:]
        return twin

    def add(
        self,
        where: str,
        entry: Mapping[str, Any],
        sort: int,
        copies: int,
        difficulty: int = station.NOTHING,
        symbol: int = station.NOTHING,
        tag: int = station.NOTHING,
        vp: int = 0,
    ) -> None:
        """Add a kind of card, if its name is new to the deck."""
        name = cardfile.text_at(where, entry, "name")
        taken = [cardfile.same_name(other) for other in self.names]
        if cardfile.same_name(name) in taken:
            kind: Kind = taken.index(cardfile.same_name(name))
            raise BadCards(f"{where}: the name '{name}' is taken by {SORTS[self.sort[kind]]} '{self.names[kind]}'.")
        self.names.append(name)
        self.sort.append(sort)
        self.copies.append(copies)
        self.difficulty.append(difficulty)
        self.symbol.append(symbol)
        self.tag.append(tag)
        self.vp.append(vp)

    def deck(self, id: str, cuisine: str, restaurant: str, ability: int, tags: list[str]) -> Deck:
        """The finished deck."""
        return Deck(
            id,
            cuisine,
            restaurant,
            ability,
            self.names,
            self.sort,
            self.copies,
            self.difficulty,
            self.symbol,
            self.tag,
            self.vp,
            tags,
        )


DECK: Final = cardfile.DeckFile(__package__, FoodCourtCards, check_file)

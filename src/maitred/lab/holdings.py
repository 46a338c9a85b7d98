"""Where the cards of any game lie, as its positions in words tell it: who got which card, and how to swap two.

A position in words (`Game.dump`) names every card. Where it has a list with an entry for each seat, that entry is what
the seat holds, unless not even the seat itself knows it: then it is a pile. Piles are found by dealing anew what is not
known (`State.determinize`), so that nothing here has to know a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

import maitred
from maitred.kernel.cardfile import CardSource
from maitred.kernel.chance import Stream
from maitred.kernel.errors import Refused
from maitred.kernel.game import Game
from maitred.kernel.state import Cards, State

Position = dict[str, Any]


class Place(NamedTuple):
    """A place where cards lie: of a seat, or of the table."""

    key: str
    seat: int | None


def leaves(value: object) -> list[str]:
    """All words in a part of a position."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [word for part in value.values() for word in leaves(part)]
    if isinstance(value, (list, tuple)):
        return [word for part in value for word in leaves(part)]
    return []


def without_common_ends(one: list[Any], other: list[Any]) -> tuple[list[Any], list[Any]]:
    """Two lists without what they have in common at the beginning and at the end."""
    most = min(len(one), len(other))
    begin = 0
    while begin < most and one[begin] == other[begin]:
        begin += 1
    end = 0
    while end < most - begin and one[-1 - end] == other[-1 - end]:
        end += 1
    return one[begin : len(one) - end], other[begin : len(other) - end]


class Holdings:
    """The places of a game, and what kind of card each name is."""

    def __init__(self, game: Game, cards: Cards) -> None:
        self.game = game
        self.cards = cards
        self.seat_keys = seat_keys(game, cards)
        tables = cards.own if cards.own is not None else house_tables(game)
        self.kinds = kinds_of(tables)
        self.piles = self.find_piles()
        self.backs = next(
            (
                key
                for key, value in self.dealt(game.min_players).items()
                if isinstance(value, dict) and value and all([name in self.kinds for name in value])
            ),
            "",
        )
        """Where a position says what is on the other side of every card, if cards have two sides."""
        lying = Counter(leaves([value for _, value in self.places(self.dealt(game.max_players))]))
        self.single = frozenset([name for name in self.kinds if lying[name] == 1])
        """The cards of which there is one, whatever the number of players."""

    def dealt(self, players: int) -> Position:
        """A position at the beginning."""
        return self.game.dump(self.game.new(players, 0, None, self.cards))

    def places(self, position: Position) -> Iterator[tuple[Place, Any]]:
        """All places with what lies there."""
        for key, value in position.items():
            if key == self.__dict__.get("backs"):
                continue
            if key not in self.seat_keys:
                yield Place(key, None), value
                continue
            for seat, part in enumerate(value):
                if isinstance(part, dict):
                    for inner, lying in part.items():
                        yield Place(f"{key}.{inner}", seat), lying
                else:
                    yield Place(key, seat), part

    def find_piles(self) -> frozenset[str]:
        """The places that nobody can look into."""
        state = self.game.new(self.game.min_players, 0, None, self.cards)
        true = dict(self.places(self.game.dump(state)))
        hidden: set[str] = set()
        known: set[str] = set()
        for seat in range(state.players):
            for number in range(3):
                guess = self.game.dump(state.determinize(seat, Stream(number)))
                for place, value in self.places(guess):
                    if place.seat is None or place.seat == seat:
                        (hidden if value != true[place] else known).add(place.key)
        return frozenset([key for key in hidden if any([word in self.kinds for word in leaves(self.part(true, key))])])

    def part(self, lying: Mapping[Place, Any], key: str) -> list[Any]:
        """Everything that lies at places of one name."""
        return [value for place, value in lying.items() if place.key == key]

    def changes(self, before: Position, after: Position) -> dict[Place, Counter[str]]:
        """By place, how many more of each card lie there than before; less than none where they have gone."""
        old = dict(self.places(before))
        changed: dict[Place, Counter[str]] = {}
        for place, value in self.places(after):
            was = old.get(place)
            if was == value:
                continue
            if isinstance(was, list) and isinstance(value, list):
                was, value = without_common_ends(was, value)
            counts = Counter([word for word in leaves(value) if word in self.kinds])
            counts.subtract([word for word in leaves(was) if word in self.kinds])
            told = Counter({word: count for word, count in counts.items() if count})
            if told:
                changed[place] = told
        return changed

    def in_sight(self, position: Position, seat: int) -> tuple[frozenset[str], frozenset[str]]:
        """The cards that a seat holds, and all that are not in a pile."""
        open_places = [(place, value) for place, value in self.places(position) if place.key not in self.piles]
        own = leaves([value for place, value in open_places if place.seat == seat])
        every = leaves([value for _, value in open_places])
        return frozenset(self.kinds.keys() & own), frozenset(self.kinds.keys() & every)

    def label(self, position: Position, place: Place, name: str) -> str:
        """What a card is called where it lies: in a hand, one with two sides is what is on its other side."""
        if self.backs and "hand" in place.key:
            return f"{position[self.backs][name]} (plate)"
        return name

    def kind(self, name: str, deck: str) -> str:
        """The list of the deck file that a card is from; of a name that several decks have, in this deck."""
        paths = self.kinds[name]
        return next((path for path in paths if f".{deck}." in f".{path}."), paths[0])

    def swapped(
        self, state: State, place: Place, name: str, deck: str, chance: Stream, gained: Mapping[Place, Counter[str]]
    ) -> State | None:
        """The state with a card that just came to a seat swapped with a random other one of its kind from a pile.

        None if there is no other, or if what is known of the card cannot be told of another one.
        """
        position = self.game.dump(state)
        kind = self.kind(name, deck)
        own = [
            (at, lying) for at, lying in self.places(position) if at.key in self.piles and at.seat in (None, place.seat)
        ]
        others = [(lying, path, word) for _, lying in own for path, word in paths_of(lying) if word in self.kinds]
        different = [each for each in others if each[2] != name]
        alike = [each for each in different if self.kind(each[2], deck) == kind] or different
        if not alike:
            return None
        pile, path, other = alike[chance.below(len(alike))]
        put(pile, path, name)
        for at, lying in self.places(position):
            if at.seat == place.seat and at.key not in self.piles and gained.get(at, Counter())[name] > 0:
                put(lying, [path for path, word in paths_of(lying) if word == name][-1], other)
        twin = self.loaded(position)
        if twin is None and {name, other} <= self.single:
            twin = self.loaded(self.renamed(self.game.dump(state), name, other))
        if twin is not None:
            twin.chance = state.chance.clone()
        return twin

    def renamed(self, position: Position, one: str, other: str) -> Position:
        """A position with two cards swapped wherever they are named, also where it says who knows of them."""
        swapped = {one: other, other: one}
        for _, lying in self.places(position):
            for path, word in paths_of(lying):
                if path and word in swapped:
                    put(lying, path, swapped[word])
        return position

    def loaded(self, position: Position) -> State | None:
        """The state of a position, or None if it cannot occur."""
        try:
            return self.game.load(position, 0, self.cards)
        except Refused:
            return None


def paths_of(value: object, path: tuple[Any, ...] = ()) -> list[tuple[tuple[Any, ...], str]]:
    """Where each word in a part of a position stands, by indexes and keys."""
    if isinstance(value, str):
        return [(path, value)]
    if isinstance(value, dict):
        return [found for key, part in value.items() for found in paths_of(part, (*path, key))]
    if isinstance(value, list):
        return [found for at, part in enumerate(value) for found in paths_of(part, (*path, at))]
    return []


def put(value: Any, path: tuple[Any, ...], word: str) -> None:
    """Put another word where that path leads."""
    for step in path[:-1]:
        value = value[step]
    value[path[-1]] = word


def seat_keys(game: Game, cards: Cards) -> frozenset[str]:
    """The parts of a position that have an entry for each seat, whatever the number of players."""
    found: set[str] | None = None
    for players in range(game.min_players, game.max_players + 1):
        position = game.dump(game.new(players, 0, None, cards))
        here = {
            key
            for key, value in position.items()
            if isinstance(value, list) and len(value) == players and all([isinstance(it, (list, dict)) for it in value])
        }
        found = here if found is None else found & here
    return frozenset(found or set())


def house_tables(game: Game) -> Mapping[str, Any]:
    """The parsed tables of the house deck."""
    return {} if game.deck is None else game.deck.tables()


def kinds_of(tables: Mapping[str, Any]) -> dict[str, list[str]]:
    """By the name of each card the lists of the deck file that have it."""
    kinds: dict[str, list[str]] = {}
    for path, entries in lists_of(tables):
        for entry in entries:
            for name in names_of(entry):
                kinds.setdefault(name, []).append(path)
    return kinds


def lists_of(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, list[Any]]]:
    """Every list of entries in a deck file, with its path."""
    for key, value in table.items():
        here = f"{path}.{key}" if path else key
        if isinstance(value, Mapping):
            yield from lists_of(value, here)
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            yield here, value


def name_of(entry: object) -> str:
    """The name of a card: its own, or everything that is on it."""
    if not isinstance(entry, Mapping):
        return ""
    if isinstance(entry.get("name"), str):
        return str(entry["name"])
    return ", ".join([value for value in entry.values() if isinstance(value, str)])


def names_of(entry: object) -> list[str]:
    """What a card may be called in a position: one without a name by all that is on it, in any order."""
    name = name_of(entry)
    if not isinstance(entry, Mapping) or "name" in entry or not name:
        return [name] if name else []
    return [", ".join(order) for order in permutations([value for value in entry.values() if isinstance(value, str)])]


@cache
def holdings_of(game: str, digest: str) -> Holdings:
    """The places of a game with a deck that `remember` was told."""
    return Holdings(maitred.game(game), KNOWN[digest])


KNOWN: dict[str, Cards] = {}


def remembered(game: Game, source: CardSource) -> Holdings:
    """The places of a game, found once for each deck."""
    cards = game.read_cards(source)
    KNOWN[cards.digest] = cards
    return holdings_of(game.id, cards.digest)

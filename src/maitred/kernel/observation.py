"""What a seat may know, as bytes for programs that learn: one vector of fixed size, with a named layout.

A game writes its own in `observation.py`; any other game gets one that is made from its views. Numbers are bytes,
written eight at a time as one word, the first byte lowest: that is what makes an observation cheap.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadSetup
from maitred.kernel.state import Cards, State

if TYPE_CHECKING:
    from maitred.kernel.game import Game

BYTES: Final = 8
"""How many bytes a word has."""
MOST: Final = 127
"""The highest number in an observation; higher ones are cut to it."""
MIDDLE: Final = 64
"""What is added to numbers that may be negative."""
FEATURES_MOST: Final = 4096
EVERYBODY: Final = -1
"""All seats, as bits."""


class Field:
    """A part of an observation: so many bytes from `at` on."""

    def __init__(self, name: str, at: int, size: int, meaning: str) -> None:
        self.name: str = name
        self.at: int = at
        self.size: int = size
        self.meaning: str = meaning

    def __repr__(self) -> str:
        return f"Field({self.name!r}, {self.at}, {self.size}, {self.meaning!r})"


class Layout:
    """The fields of an observation, one after another."""

    def __init__(self) -> None:
        self.fields: list[Field] = []
        self.bytes: int = 0

    def add(self, name: str, size: int, meaning: str) -> None:
        """Add a field."""
        self.fields.append(Field(name, self.bytes, size, meaning))
        self.bytes += size

    def read(self, text: str) -> None:
        """Add a field for each line of a text: its name, size and meaning.

        A name with a colon stands before all names that follow, and a dash starts a new word.
        """
        of = ""
        for line in text.strip().splitlines():
            words = line.split(None, 2)
            if len(words) == 3:
                self.add(of + words[0], int(words[1]), words[2])
            elif words[0] == "-":
                self.start_word()
            else:
                of = words[0].removesuffix(":") + "."

    def start_word(self) -> int:
        """Go on at the next whole word, and return which it is; bytes that are left out stay 0."""
        self.bytes = -(-self.bytes // BYTES) * BYTES
        return self.bytes // BYTES


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer(ABC):
    """Writes what the seats of one game may know, as the game goes on.

    It may remember what it has already counted of this game, so each game has its own, or tells it to `forget`. Whoever
    tells it of every action by `acted` sets `told`; then it need not look again at what no action has touched.
    """

    def __init__(self, layout: Layout) -> None:
        self.fields: list[Field] = layout.fields
        self.words: int = layout.start_word()
        """How many words an observation has; it has eight times as many bytes."""
        self.one: i64 = 1
        """To be shifted to a byte: where it is compiled a constant 1 that is shifted has 32 bits only."""
        self.told: bool = False
        """Whether `acted` is called after every action."""

    def acted(self, state: State, seat: i64, action: i64) -> None:  # noqa: B027  most remember nothing
        """A seat has taken an action, with which the game has come to this state."""

    @abstractmethod
    def forget(self) -> None:
        """Another game begins: whatever is remembered of the last one no longer holds."""

    @abstractmethod
    def write(self, state: State, seat: i64, out: vec[i64], at: i64) -> None:
        """Write what a seat may know into the words from `at` on, all of them, whatever they held before."""


class SeatsObserver(Observer):
    """Keeps what lies before each seat in words, and looks again at the seats that an action has touched."""

    def __init__(self, layout: Layout, players: int, words: int) -> None:
        """`words`: how many a seat has."""
        super().__init__(layout)
        self.players: i64 = players
        self.of_seat: i64 = words
        self.seats: vec[i64] = no_words(words * players)
        """The words of each seat, as far as they are the same for all observers."""
        self.touched: i64 = EVERYBODY
        """The seats, as bits, that may look different now."""

    def forget(self) -> None:
        self.touched = EVERYBODY

    @abstractmethod
    def look_at_seat(self, state: State, seat: i64) -> None:
        """Write the words of a seat."""

    def look_at_touched(self, state: State) -> None:
        """Look again at seats that may look different now."""
        if self.touched != 0:
            for seat in range(self.players):
                if self.touched >> seat & 1:
                    self.look_at_seat(state, seat)
            if self.told:
                self.touched = 0

    def write_seats(self, seat: i64, out: vec[i64], at: i64) -> None:
        """Write what is kept of the seats, the observer first, then clockwise."""
        from_seat = self.of_seat * (self.players - seat)
        copy(self.seats, self.of_seat * seat, out, at, from_seat)
        copy(self.seats, 0, out, at + from_seat, self.of_seat * seat)


def clipped(number: int) -> int:
    """A number that fits into a byte of an observation."""
    return MOST if number > MOST else max(0, number)


def count(cards: list[int], out: vec[i64], at: i64, one: i64) -> None:
    """Add one for each card in the byte of its kind."""
    for card in cards:
        kind: i64 = card
        out[at + (kind >> 3)] += one << ((kind & 7) << 3)


def copy(source: vec[i64], first: i64, out: vec[i64], at: i64, words: i64) -> None:
    """Copy some words; four in a turn, as the loop itself costs as much as a word."""
    end = first + words
    while first + 4 <= end:
        out[at] = source[first]
        out[at + 1] = source[first + 1]
        out[at + 2] = source[first + 2]
        out[at + 3] = source[first + 3]
        first += 4
        at += 4
    while first < end:
        out[at] = source[first]
        first += 1
        at += 1


def no_words(words: int) -> vec[i64]:
    """So many words, all 0."""
    return vec[i64]([0] * words)


def counted(cards: list[list[int]], words: int) -> vec[i64]:
    """So many words for each list of cards, with a byte for each kind: how many of it are in the list."""
    counts = no_words(words * len(cards))
    for each, kinds in enumerate(cards):
        for kind in kinds:
            counts[words * each + kind // BYTES] += 1 << BYTES * (kind % BYTES)
    return counts


def observed(observer: Observer, state: State, seat: int) -> bytes:
    """One observation."""
    words = no_words(observer.words)
    observer.write(state, seat, words, 0)
    return b"".join([int(number).to_bytes(BYTES, "little") for number in words])


# Games without an observation of their own


@mypyc_attr(allow_interpreted_subclasses=True)
class ViewObserver(Observer):
    """An observation made from views: numbers and truths as they are, lists of cards as counts by face.

    Its layout is that of the first view of a game, so entries that only later views have are not in it, and neither
    are words. A game that wants more writes an observer of its own.
    """

    def __init__(self, game: Game, players: int, cards: Cards) -> None:
        self.game: Game = game
        self.faces: int = len(game.faces(cards))
        layout = Layout()
        first = game.deal(players, Stream(0), game.check_options({}, players), cards)
        self.places: dict[str, tuple[int, int]] = {}
        for seat in range(players):
            layout.add(f"seat{seat}.acts", 1, "1 if this seat may act; seat0 is the observer, the others clockwise")
            layout.add(f"seat{seat}.score", 1, f"the score + {MIDDLE}")
        for path, size in shape_of("", game.view(first, 0), self.faces):
            self.places[path] = (layout.bytes, size)
            layout.add(path, size, "how many of each face" if size > 1 else f"the number + {MIDDLE}, or 1 if true")
        if layout.bytes > FEATURES_MOST:
            raise BadSetup(f"{game.title} has no observation of its own, and its views are too large to make one.")
        super().__init__(layout)

    def forget(self) -> None:
        return  # nothing is remembered

    def write(self, state: State, seat: i64, out: vec[i64], at: i64) -> None:
        data = bytearray(self.words * BYTES)
        actors = state.actors()
        scores = state.scores()
        for other in range(state.players):
            step = (other - int(seat)) % state.players
            data[2 * step] = 1 if other in actors else 0
            data[2 * step + 1] = clipped(scores[other] + MIDDLE)
        view: Any = self.game.view(state, int(seat))
        self.note("", view, data, int(seat))
        for word in range(self.words):
            out[at + word] = int.from_bytes(data[word * BYTES : (word + 1) * BYTES], "little")

    def note(self, path: str, value: Any, data: bytearray, seat: int) -> None:
        """Write a part of a view to where the layout has it."""
        if isinstance(value, Mapping):
            for key, part in value.items():
                self.note(f"{path}.{key}" if path else str(key), part, data, seat)
        elif isinstance(value, list) and (not value or not isinstance(value[0], (int, bool))):
            turned = value[seat:] + value[:seat] if is_by_seat(path) else value
            for at, part in enumerate(turned):
                self.note(f"{path}{at}", part, data, seat)
        elif path in self.places:
            start, size = self.places[path]
            if isinstance(value, list):
                for face in value:
                    if 0 <= face < size and data[start + face] < MOST:
                        data[start + face] += 1
            elif isinstance(value, bool):
                data[start] = 1 if value else 0
            elif isinstance(value, int) and path != "seat":
                data[start] = clipped(value + MIDDLE)


def is_by_seat(path: str) -> bool:
    """Whether a list of a view has one entry for each seat."""
    return path in ("seats", "hands")


def shape_of(path: str, value: Any, faces: int) -> list[tuple[str, int]]:
    """The numbers and lists of cards in a view, each with its path and how many bytes it takes."""
    found: list[tuple[str, int]] = []
    if isinstance(value, Mapping):
        for key, part in value.items():
            found += shape_of(f"{path}.{key}" if path else str(key), part, faces)
    elif isinstance(value, list):
        if value and not isinstance(value[0], (int, bool)):
            for at, part in enumerate(value):
                found += shape_of(f"{path}{at}", part, faces)
        elif faces:
            found.append((path, faces))
    elif isinstance(value, (bool, int)):
        found.append((path, 1))
    return found

"""A game being played: nothing but ints and lists of ints, so that it compiles well and copies fast."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import mypyc_attr

from maitred.kernel.chance import Stream
from maitred.kernel.drawing import in_html, lines_of
from maitred.kernel.errors import BadSetup
from maitred.kernel.words import by_seat, counted, listed

if TYPE_CHECKING:
    from maitred.kernel.game import Game

Event = tuple[int, ...]
MARK_DIGITS: Final = 7
MARK_MOST: Final = 16**MARK_DIGITS - 1
NOBODY: Final = -1
UNSAID: Final = -(1 << 48)
"""Stands for a number that an event does not have."""

GAME_OF: Final[dict[type, Any]] = {}
"""The game of each class of states: a state finds its game here, so that a copy need not carry it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Cards:
    """The card tables of one deck; each game adds its own int tables."""

    def __init__(self, digest: str, own: Mapping[str, Any] | None) -> None:
        self.digest: str = digest
        """SHA-256 of the parsed tables, by which a record names its deck."""
        self.own: Mapping[str, Any] | None = own
        """What was parsed, if it is not the house deck; a record contains it."""
        self.mark: int = int(digest[:MARK_DIGITS], 16)
        """The start of the digest as an int, by which a packed state names its deck."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State(metaclass=ABCMeta):
    """A game being played. Everything is public to the engine; what a seat may know, `Game.view` says."""

    def __init__(self, players: int, chance: Stream, cards: Cards) -> None:
        self.events: list[Event] | None = None
        """What happened, if someone listens; None in simulations."""
        self.chance: Stream = chance
        """Every die and shuffle comes from here."""
        self.players: int = players
        self.cards: Cards = cards
        self.reveals: int = 0
        """Rises with every die, draw or reveal; undo stops at the last one."""
        self.asked: int = 0
        """Rises with every new question; those who choose together share one."""
        self.old_rules: int = 0
        """0 for the current rules, or the earlier version that a record is replayed by. Not packed: no game is
        continued by old rules."""
        self.hiding: State | None = None
        """The last hidden copy, which the next one takes the place of: to make one anew costs more than to fill it."""

    def copy_into(self, twin: State) -> None:
        """Copy the fields that all states have; nobody listens to the copy."""
        twin.players, twin.cards, twin.reveals, twin.asked = self.players, self.cards, self.reveals, self.asked
        twin.old_rules, twin.chance, twin.events, twin.hiding = self.old_rules, self.chance.clone(), None, None

    # What happened, for those who listen

    def listened(self) -> bool:
        """Whether someone listens: to be asked before computing what only listeners need."""
        return self.events is not None

    def tell(self, event: int, a: int = UNSAID, b: int = UNSAID, c: int = UNSAID, d: int = UNSAID) -> None:
        """Note an event and its numbers, if someone listens. Separate numbers, as a tuple would be built even if
        nobody does."""
        if self.events is not None:
            self.events.append((event, *[number for number in [a, b, c, d] if number != UNSAID]))

    def tell_list(
        self, event: int, items: list[int], a: int = UNSAID, b: int = UNSAID, c: int = UNSAID, d: int = UNSAID
    ) -> None:
        """Note an event with its numbers and, after them, a list."""
        if self.events is not None:
            self.events.append((event, *[number for number in [a, b, c, d] if number != UNSAID], *items))

    @abstractmethod
    def actors(self) -> list[int]:
        """The seats that may act now, ascending; [] when the game is over."""

    def first_actor(self) -> int:
        """The first of the seats that may act now, or NOBODY; a game in which there is only one says so without a
        list."""
        actors = self.actors()
        return actors[0] if actors else NOBODY

    def random_actor(self, chance: Stream) -> int:
        """One of the seats that may act now, each equally likely, or NOBODY; nothing is drawn where there is only
        one."""
        actors = self.actors()
        if len(actors) > 1:
            return chance.choice(actors)
        return actors[0] if actors else NOBODY

    @abstractmethod
    def legal(self, seat: int) -> list[int]:
        """The actions this seat may take, ascending; [] if it may not act."""

    @abstractmethod
    def apply(self, seat: int, action: int) -> None:
        """Take a legal action. Trusts its caller: `Record.play` is the checked way."""

    @abstractmethod
    def clone(self) -> State:
        """A copy that shares nothing mutable; nobody listens to it."""

    @abstractmethod
    def determinize(self, seat: int, chance: Stream) -> State:
        """A copy in which everything the seat cannot know, the future included, is sorted and dealt anew from
        `chance`."""

    def hidden_copy(self, seat: int, chance: Stream) -> State:
        """A copy to look at, without anything that the seat cannot know: blank, or dealt anew from `chance`.

        It may share lists with this state, so apply actions to a clone of it only; and it is good until the next
        one is asked for, which may be the same object.
        """
        return self.determinize(seat, chance)

    def to_come(self) -> list[int]:
        """Cards that nobody has seen, the next one last: a decision turns over no more than one of them, and until it
        does nothing reads what is printed on it, neither the rules nor the sense. [] where that cannot be said: to
        know the deck is a part of playing most games well."""
        return []

    def stamp(self, seat: int, action: int) -> int:
        """A number that changes when what this action means to this seat has changed."""
        return self.asked

    def may_wait(self, seat: int) -> bool:
        """Whether this seat, which may act, may also let time pass: only in real time."""
        return False

    def silent(self, seat: int, action: int) -> bool:
        """Whether nobody else may notice this legal action: a step of a simultaneous choice that is not complete
        yet."""
        return False

    @abstractmethod
    def scores(self) -> list[int]:
        """The score of each seat at any time, from public facts only; final once over."""

    @abstractmethod
    def ranking(self) -> list[list[int]]:
        """The seats, best first, ties together, by the rulebook's tie-breaks."""

    @abstractmethod
    def pack(self) -> list[int]:
        """The whole state as ints, chance included: equal states give equal lists."""

    @abstractmethod
    def inventory(self) -> list[int]:
        """Every card that exists, wherever it lies: each exactly once, always."""

    # What Python asks of any object

    @property
    def game(self) -> Game:
        """The game that this is a state of."""
        known: Game | None = GAME_OF.get(type(self))
        if known is None:
            raise BadSetup(f"No game has dealt a {type(self).__name__} yet.")
        return known

    def heading(self) -> str:
        """The game, how many play, whose move it is and how far the game is, in one line."""
        known = GAME_OF.get(type(self))
        title: str = type(self).__name__ if known is None else known.title
        actors = self.actors()
        if actors:
            now = f"{listed([f'seat {seat + 1}' for seat in actors])} to act, question {self.asked + 1}"
        else:
            now = f"over after {counted(self.asked, 'question')}, scores {listed([str(it) for it in self.scores()])}"
        return f"{title}, {counted(self.players, 'player')}: {now}"

    def __repr__(self) -> str:
        return f"<{self.heading()}>"

    def __str__(self) -> str:
        """The whole position in words, including what is hidden."""
        game = self.game
        return "\n".join([self.heading(), by_seat(game.prompt(self, None)), "", *lines_of("", game.dump(self))])

    def _repr_html_(self) -> str:
        """What a spectator sees, for a notebook."""
        game = self.game
        return in_html(self.heading(), game.prompt(self, None), game.zones(game.view(self, None), self.cards))

    def __eq__(self, other: object) -> bool:
        """Whether this is the same position, including the chance to come, with the same rules and the same deck."""
        return (
            isinstance(other, State)
            and type(self) is type(other)
            and self.old_rules == other.old_rules
            and self.cards.digest == other.cards.digest
            and self.pack() == other.pack()
        )

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.game, self.pack(), self.cards.own, self.old_rules)


NEEDED: Final = ("actors", "legal", "apply", "clone", "determinize", "scores", "ranking", "pack", "inventory")


def check_whole(kind: type[State]) -> None:
    """Refuse a class of states that lacks a method. Python sees to that only where the kernel is not compiled: a
    compiled class has no metaclass, nor has it the base `ABC`, with which every call of a state would take longer."""
    for name in NEEDED:
        if getattr(kind, name) is getattr(State, name):
            raise TypeError(f"{kind.__name__} does not define {name!r}.")


def best_first(standings: list[list[int]]) -> list[list[int]]:
    """The seats grouped by their standings, the highest first; equal ones together. The first numbers count most."""
    groups: list[list[int]] = []
    last: list[int] = []
    for standing in sorted(standings, reverse=True):
        if not groups or standing != last:
            groups.append([seat for seat in range(len(standings)) if standings[seat] == standing])
            last = standing
    return groups


def restored(game: Game, ints: list[int], own: Mapping[str, Any] | None, old_rules: int) -> State:
    """The state that was pickled."""
    return game.unpack_old(ints, own, old_rules) if old_rules else game.unpack(ints, own)

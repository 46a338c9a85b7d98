"""A game being played: nothing but ints and lists of ints, so that it compiles well and copies fast."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import mypyc_attr

from maitred.kernel.chance import Stream

Event = tuple[int, ...]
MARK_DIGITS: Final = 7
MARK_MOST: Final = 16**MARK_DIGITS - 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Cards:
    """The card tables of one deck; each game adds its own int tables."""

    def __init__(self, digest: str, own: Mapping[str, Any] | None) -> None:
        self.digest: str = digest
        """SHA-256 of the parsed tables: records name their deck by it."""
        self.own: Mapping[str, Any] | None = own
        """What was parsed, if it is not the house deck: records carry it."""
        self.mark: int = int(digest[:MARK_DIGITS], 16)
        """The start of the digest as an int: packed states name their deck by it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """A game being played. Everything is public to the engine; what a seat may know, `Game.view` says."""

    def __init__(self, players: int, chance: Stream, cards: Cards) -> None:
        self.players: int = players
        self.chance: Stream = chance
        """Every die and shuffle comes from here."""
        self.cards: Cards = cards
        self.reveals: int = 0
        """Rises with every die, draw or reveal: undo goes back no further than the last."""
        self.asked: int = 0
        """Rises with every new question; those who choose together share one."""
        self.events: list[Event] | None = None
        """What happened, if someone listens; None in simulations."""
        self.old_rules: int = 0
        """0 for the rules of now, or the version of them by which a record from before is replayed. Not packed: nobody
        plays on by old rules."""

    @abstractmethod
    def actors(self) -> list[int]:
        """The seats that may act now, ascending; [] when the game is over."""

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
        """A copy in which all that the seat cannot know is sorted and dealt anew from `chance`, the future included."""

    def stamp(self, seat: int, action: int) -> int:
        """A number that changes when what this action means to this seat has changed."""
        return self.asked

    def may_wait(self, seat: int) -> bool:
        """Whether this seat, which may act, may also let time pass: only in real time."""
        return False

    def silent(self, seat: int, action: int) -> bool:
        """Whether nobody else may notice this legal action: a step of a choice that is made together and goes on."""
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

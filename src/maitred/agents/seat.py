"""What an agent does at a seat, wherever the table is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from maitred.agents.sight import Sight


class Hinted(Protocol):
    """An action that a bot would consider, and why."""

    @property
    def action(self) -> int:
        """The action."""

    @property
    def label(self) -> str:
        """The action in words."""

    @property
    def chance(self) -> float:
        """The estimated chance to win, from 0 to 1."""

    @property
    def reason(self) -> str:
        """Why."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an action."""

    done: bool
    said: str


DONE = Outcome(True, "Done.")
DONE_BEFORE = Outcome(True, "This was already done before: it counts once.")


class Seat(ABC):
    """One seat at one table. Calls may come from several threads, and block."""

    @abstractmethod
    def look(self) -> Sight:
        """The table as it is now."""

    @abstractmethod
    def wait(self, seconds: float) -> Sight:
        """The table once the seat is asked or the game is over, or when that time has passed."""

    @abstractmethod
    def act(self, mark: str, stamp: int, action: int) -> Outcome:
        """Take an action that was offered; a repeat of the same call counts once."""

    @abstractmethod
    def hints(self) -> Sequence[Hinted]:
        """The best actions and the reasons, where the table allows it."""

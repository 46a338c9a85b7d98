"""What a good player knows of a game: bots ask it, and hints quote it."""

from __future__ import annotations

from abc import ABC, abstractmethod

from mypy_extensions import mypyc_attr

from maitred.kernel.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Sense(ABC):
    """Judgement for one game, given states in which nothing is known that the seat could not know."""

    @abstractmethod
    def value(self, state: State, seat: int) -> float:
        """How well this seat stands; higher is better, comparable within one game."""

    def worth(self, state: State, seat: int, action: int) -> float:
        """The value expected after an action. A game with dice overrides this with the exact odds."""
        after = state.clone()
        after.apply(seat, action)
        return self.value(after, seat)

    def worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """The worth of each of some actions. A game whose actions have much in common overrides this."""
        return [self.worth(state, seat, action) for action in actions]

    def patience(self, state: State, seat: int) -> float:
        """The value of waiting until somebody else acts, where `State.may_wait` allows it."""
        return self.value(state, seat)

    @abstractmethod
    def reason(self, state: State, seat: int, action: int) -> str:
        """Why a good player would take this action, in one sentence."""

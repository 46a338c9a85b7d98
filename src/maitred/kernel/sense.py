"""What a good player knows of a game: bots ask it, and hints quote it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import exp

from mypy_extensions import mypyc_attr

from maitred.kernel.chance import Stream
from maitred.kernel.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Sense(ABC):
    """Judgement for one game, given states in which nothing is known that the seat could not know."""

    def __init__(self) -> None:
        self.thoughts: int = 1_500
        """How many iterations a hard bot takes for a move: at most half a second on one core."""
        self.width: int = 8
        """How many actions a search compares, the most promising by worth."""
        self.branches: int = 4
        """How many actions of a seat it looks at further on; 1: everybody plays by worth from there, without a tree."""
        self.curiosity: float = 0.3
        """How much it tries what it has tried little."""
        self.sharpness: float = 10.0
        """How soon an action is out of the question that is worth less than another."""
        self.faith: float = 10.0
        """How many tries the worth of an action weighs as much as, if `trust` says nothing else."""
        self.ahead: int = 1
        """How many pauses (see `beat`) it looks ahead before it judges, if `horizon` says nothing else."""

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

    # What search asks besides

    def imagine(self, known: State, seat: int, chance: Stream) -> State:
        """A world that this seat may be in; where others' play tells something of their cards, one that fits it."""
        return known.determinize(seat, chance)

    def deeper(self, state: State) -> Sense:
        """The judgement that a search from here goes by: this one, unless there is a better one for searches alone."""
        return self

    def spread(self, state: State) -> float:
        """How far apart in value two seats are if one is some 73 % (e : 1) sure to end before the other."""
        return 1.0

    def guesses(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """The worth of each of some actions for a player in a hurry: a search asks for it very often."""
        return self.worths(state, seat, actions)

    def outlook(self, state: State) -> list[float]:
        """The chance of each seat to come first, by how well all stand; ties are shared."""
        players = state.players
        if not state.actors():
            winners = state.ranking()[0]
            return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(players)]
        spread = self.spread(state)
        values = [self.value(state, seat) / spread for seat in range(players)]
        most = max(values)
        chances = [exp(value - most) for value in values]
        total = sum(chances)
        return [chance / total for chance in chances]

    def obvious(self, state: State, seat: int, actions: list[int]) -> int:
        """What nobody would think about here, among some actions; -1 if it takes thought."""
        return -1

    def trust(self, state: State) -> float:
        """How many tries the worth of an action weighs as much as here: more where much is left to luck."""
        return self.faith

    def care(self, state: State) -> float:
        """How many times the usual iterations a decision here is worth."""
        return 1.0

    def horizon(self, state: State) -> int:
        """How many pauses to look ahead from here."""
        return self.ahead

    def beat(self, state: State) -> int:
        """A number that changes with every natural pause, when a state can be judged; by default any decision."""
        return state.asked


class ScoreSense(Sense):
    """The judgement of whoever knows nothing of a game but the score."""

    def value(self, state: State, seat: int) -> float:
        return float(state.scores()[seat])

    def reason(self, state: State, seat: int, action: int) -> str:
        return "It promises the best score."

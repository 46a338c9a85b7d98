"""What a good player knows of a game: bots play by it, and hints quote it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import exp

from mypy_extensions import mypyc_attr

from maitred.kernel.chance import Stream
from maitred.kernel.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Sense(ABC):
    """Judgement for one game, given states that hold nothing the seat could not know."""

    def __init__(self) -> None:
        self.iterations: int = 1_500
        """How many iterations a hard bot spends on a move: at most half a second on one core."""
        self.root_width: int = 8
        """How many actions a search compares at the root, the best by worth."""
        self.tree_width: int = 4
        """How many actions of a seat it considers further down; 1: no tree, everybody follows the rollout policy."""
        self.exploration: float = 0.3
        """The exploration constant of PUCT."""
        self.prior_temperature: float = 0.1
        """The temperature of the softmax that makes PUCT priors out of worths, in units of `value_scale`."""

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

    def relative_worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """The worths, less anything that all of them have in common: enough to choose the best by."""
        return self.worths(state, seat, actions)

    def wait_worth(self, state: State, seat: int) -> float:
        """The value of waiting until somebody else acts, where `State.may_wait` allows it."""
        return self.value(state, seat)

    @abstractmethod
    def reason(self, state: State, seat: int, action: int) -> str:
        """Why a good player would take this action, in one sentence."""

    # What only a search asks for

    def sample_world(self, known: State, seat: int, chance: Stream) -> State:
        """A determinization; where the others' play says something about their cards, one that agrees with it."""
        return known.determinize(seat, chance)

    def for_search(self, state: State, seat: int) -> Sense:
        """The judgement that a search from here uses, if it is a better one than medium bots play by."""
        return self

    def value_scale(self, state: State) -> float:
        """How far apart in value two seats are if one is about 73 % (e : 1) sure to finish ahead of the other."""
        return 1.0

    def rollout_worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """What the rollout policy goes by: the worths, or something faster to compute."""
        return self.worths(state, seat, actions)

    def win_chances(self, state: State) -> list[float]:
        """The chance of each seat to come first, by how well all stand; ties are shared."""
        players = state.players
        if not state.actors():
            winners = state.ranking()[0]
            return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(players)]
        scale = self.value_scale(state)
        return softmax([self.value(state, seat) / scale for seat in range(players)])

    def obvious(self, state: State, seat: int, actions: list[int]) -> int:
        """The one of some actions that nobody would think twice about here; -1 if there is none."""
        return -1

    def prior_visits(self, state: State) -> float:
        """How many visits the worth of an action counts as when the search ranks its candidates: more where luck
        decides much."""
        return 10.0

    def budget_factor(self, state: State) -> float:
        """What the usual number of iterations is multiplied by for a decision here."""
        return 1.0

    def rollout_horizon(self, state: State) -> int:
        """After how many stages (see `stage`) a rollout from here stops and is evaluated."""
        return 1

    def stage(self, state: State) -> int:
        """A number that changes wherever a state can well be evaluated; by default with every decision."""
        return state.asked


@mypyc_attr(allow_interpreted_subclasses=True)
class ScoreSense(Sense):
    """The judgement of whoever knows nothing of a game but the score."""

    def value(self, state: State, seat: int) -> float:
        return float(state.scores()[seat])

    def reason(self, state: State, seat: int, action: int) -> str:
        return "It promises the best score."


def softmax(values: list[float]) -> list[float]:
    """Shares that add up to 1, in the ratio of e to the power of each value."""
    most = max(values)
    powers = [exp(value - most) for value in values]
    total = sum(powers)
    return [power / total for power in powers]

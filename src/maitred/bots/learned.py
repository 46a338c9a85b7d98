"""A judgement learned from play: how likely each seat is to win, by a network beside the game's own rules of thumb.

The game's judgement still says what is obvious, which worlds are likely and which actions deserve a look. At the end of
a line of play the network corrects the odds that the game's judgement gives. It is shown what the seat that searches
would know there, in a world that agrees with what that seat knows now, and nothing else.
"""

from __future__ import annotations

from math import log
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from maitred.bots.network import STEPS, Inclination, Network
from maitred.kernel.chance import Stream
from maitred.kernel.observation import Observer, no_words
from maitred.kernel.sense import Sense
from maitred.kernel.state import State

LEAST_CHANCE: Final = 1e-4


class Learned(Sense):
    """A game's judgement with a network beside it, for use in a search."""

    def __init__(
        self,
        game: Sense,
        network: Network | None,
        inclination: Inclination | None,
        observer: Observer,
        judged: float,
        trusted: float,
        horizon: int,
        visits: float,
    ) -> None:
        """`judged` and `trusted`: how much the game's own odds and worths count; `horizon` and `visits`: after how many
        stages rollouts are evaluated, and how many visits a prior counts as (below 0: as many as the game says).

        Without a network the game's own odds hold; without an inclination its worths do.
        """
        super().__init__()
        self.game: Sense = game
        self.network: Network | None = network
        self.inclination: Inclination | None = inclination
        self.observer: Observer = observer
        self.words: vec[i64] = no_words(observer.words)
        self.base: vec[i64] = no_words(observer.words)
        """What the seat that searches knows now …"""
        self.biases: vec[i64] = self.base
        """… and the sums of the network's first layer for it, to which it adds what a line of play changes."""
        self.judged: float = judged
        self.trusted: float = trusted
        self.horizon: int = horizon
        self.visits: float = visits
        self.iterations = game.iterations
        self.price: float = 0.0
        """What a whole budget of iterations costs, in chances to win; 0: every decision gets its whole budget …"""
        self.budget: float = 1.0
        """… and by how much that budget is larger than the one that is set, since most decisions leave some of it."""
        self.seat: int = 0
        """The seat that searches."""
        self.root_width = game.root_width
        self.tree_width = game.tree_width
        self.exploration = game.exploration
        self.prior_temperature = game.prior_temperature

    def for_search(self, state: State, seat: int) -> Sense:
        """The same network beside the judgement that the game uses in a search, for the seat that searches."""
        game = self.game.for_search(state, seat)
        seated = Learned(
            game,
            self.network,
            self.inclination,
            self.observer,
            self.judged,
            self.trusted,
            self.horizon,
            self.visits,
        )
        seated.take_settings(self)
        seated.seat = seat
        if self.network is not None or self.inclination is not None:
            self.observer.forget()
            self.observer.write(state, seat, seated.base, 0)
        if self.network is not None:
            seated.biases = self.network.begin(seated.base)
        return seated

    def take_settings(self, other: Learned) -> None:
        """Search as another judgement does."""
        self.root_width = other.root_width
        self.tree_width = other.tree_width
        self.exploration = other.exploration
        self.prior_temperature = other.prior_temperature
        self.price = other.price
        self.budget = other.budget

    def win_chances(self, state: State) -> list[float]:
        network = self.network
        if network is None or not state.actors():
            return self.game.win_chances(state)
        steps: list[int] = []
        if self.judged > 0.0:
            scale = self.judged * STEPS
            odds = self.game.win_chances(state)
            steps = [int(scale * log(max(chance, LEAST_CHANCE)) - 0.5) for chance in odds]
        self.observer.forget()
        self.observer.write(state, self.seat, self.words, 0)
        return network.chances(self.words, self.base, self.biases, self.seat, steps)

    def rollout_horizon(self, state: State) -> int:
        return self.horizon if self.horizon >= 0 else self.game.rollout_horizon(state)

    def prior_visits(self, state: State) -> float:
        return self.visits if self.visits >= 0.0 else self.game.prior_visits(state)

    def worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """As the game judges, corrected by what long searches were found to choose; only the root is judged so."""
        worths = self.game.worths(state, seat, actions)
        if self.inclination is None:
            return worths
        step = self.game.value_scale(state) / STEPS
        steps = self.inclination.steps(self.base, actions)
        return [self.trusted * worths[at] + step * steps[at] for at in range(len(actions))]

    def wait_worth(self, state: State, seat: int) -> float:
        worth = self.game.wait_worth(state, seat)
        return worth if self.inclination is None else self.trusted * worth

    # Everything else is as the game judges it

    def value(self, state: State, seat: int) -> float:
        return self.game.value(state, seat)

    def worth(self, state: State, seat: int, action: int) -> float:
        return self.game.worth(state, seat, action)

    def relative_worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        return self.game.relative_worths(state, seat, actions)

    def rollout_worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        return self.game.rollout_worths(state, seat, actions)

    def value_scale(self, state: State) -> float:
        return self.game.value_scale(state)

    def reason(self, state: State, seat: int, action: int) -> str:
        return self.game.reason(state, seat, action)

    def sample_world(self, known: State, seat: int, chance: Stream) -> State:
        return self.game.sample_world(known, seat, chance)

    def obvious(self, state: State, seat: int, actions: list[int]) -> int:
        return self.game.obvious(state, seat, actions)

    def budget_factor(self, state: State) -> float:
        return self.budget * self.game.budget_factor(state)

    def stage(self, state: State) -> int:
        return self.game.stage(state)

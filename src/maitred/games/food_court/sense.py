"""What a good player of Food Court knows."""

from __future__ import annotations

from maitred.games.food_court.rules import FoodCourt
from maitred.kernel.sense import Sense
from maitred.kernel.state import State


class FoodCourtSense(Sense):
    """Judgement for Food Court."""

    def value(self, state: State, seat: int) -> float:
        assert isinstance(state, FoodCourt)
        return float(state.scores()[seat])

    def worth(self, state: State, seat: int, action: int) -> float:
        return 0.0

    def reason(self, state: State, seat: int, action: int) -> str:
        return "It helps."

"""What a good player of Ovens knows."""

from __future__ import annotations

from maitred.games.ovens.rules import Ovens
from maitred.kernel.sense import Sense
from maitred.kernel.state import State


class OvensSense(Sense):
    """Judgement for Ovens."""

    def value(self, state: State, seat: int) -> float:
        assert isinstance(state, Ovens)
        return float(state.scores()[seat])

    def reason(self, state: State, seat: int, action: int) -> str:
        return "It is as good as any."

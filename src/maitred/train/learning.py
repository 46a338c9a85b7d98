"""A network that learns to predict who wins, and its weights in whole numbers. Here alone PyTorch is imported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from maitred.bots.experts import Weights
from maitred.bots.network import ONE, STEPS

BATCH: Final = 1024
RATE: Final = 2e-3
WARM_UP: Final = 100
LEAST_SPREAD: Final = 0.05
LARGEST_SCALE: Final = 3.0
LEAST_CHANCE: Final = 1e-4
FIRST_SHIFT: Final = 9
SHIFT: Final = 10
TESTED: Final = 0.05
MOST_TESTED: Final = 50_000
FIRST_JUDGED: Final = 0.8


class Model(nn.Module):
    """The network in floating point, as it learns."""

    def __init__(self, inputs: int, hidden: tuple[int, int], players: int, alone: bool) -> None:
        """`alone`: without the odds by the game's own judgement."""
        super().__init__()
        self.alone = alone
        self.first = nn.Linear(inputs, hidden[0])
        self.second = nn.Linear(hidden[0], hidden[1])
        self.seats = nn.Linear(hidden[1], players)
        self.judged = nn.Parameter(torch.tensor(0.0 if alone else FIRST_JUDGED), requires_grad=not alone)
        self.scale: Tensor
        self.register_buffer("scale", torch.ones(inputs))

    def measure(self, observations: NDArray[np.uint8]) -> None:
        """Scale the inputs by how much they vary, and begin with neurons that are half on."""
        seen = torch.as_tensor(observations).float()
        spread = seen.std(0)
        scale = (1 / spread.clamp(min=LEAST_SPREAD)).clamp(max=LARGEST_SCALE)
        self.scale.copy_(torch.where(spread == 0, torch.zeros_like(scale), scale))
        with torch.no_grad():
            self.first.weight.mul_(0.3)
            self.first.bias.copy_(0.5 - self.first.weight @ (seen.mean(0) * self.scale))

    def forward(self, observations: Tensor, judged: Tensor) -> Tensor:
        """The logarithms of the odds of all seats."""
        on = self.first(observations.float() * self.scale).clamp(0, 1)
        told: Tensor = self.seats(self.second(on).clamp(0, 1))
        return told if self.alone else told + self.judged * judged

    def layers(self) -> list[Weights]:
        """The three layers in whole numbers."""
        with torch.no_grad():
            unit = ONE << FIRST_SHIFT
            first = self.first.weight * self.scale
            seats = STEPS << SHIFT
            return [
                Weights(rounded(first.T, unit), rounded(self.first.bias, unit), FIRST_SHIFT),
                Weights(rounded(self.second.weight.T, 1 << SHIFT), rounded(self.second.bias, ONE << SHIFT), SHIFT),
                Weights(rounded(self.seats.weight.T, seats / ONE), rounded(self.seats.bias, seats), SHIFT),
            ]


def rounded(weights: Tensor, unit: float) -> Any:
    """Whole numbers."""
    return (weights * unit).round().long().tolist()


def odds(judged: NDArray[np.float32]) -> Tensor:
    """What the game's own judgement gives, as logarithms."""
    return torch.as_tensor(np.log(judged.clip(LEAST_CHANCE)))


def loss_of(model: Model, observations: Tensor, judged: Tensor, shares: Tensor) -> Tensor:
    """How surprised the network is by who won."""
    return -(torch.log_softmax(model(observations, judged), -1) * shares).sum(-1)


def learn(
    model: Model,
    observations: NDArray[np.uint8],
    judged: NDArray[np.float32],
    shares: NDArray[np.float32],
    epochs: float,
    told: Callable[[float, float], None],
) -> tuple[float, float]:
    """Learn from positions. Returns how surprised the network is in the end by positions that it did not learn from,
    and how surprised the game's own judgement is by them."""
    rows = len(observations)
    kept = rows - min(MOST_TESTED, int(rows * TESTED))
    seen, expected, won = torch.as_tensor(observations), odds(judged), torch.as_tensor(shares)
    optimizer = torch.optim.Adam(model.parameters(), lr=RATE)
    steps = max(1, int(epochs * kept / BATCH))

    def tested() -> float:
        with torch.no_grad():
            parts = [
                loss_of(model, seen[at : at + 8 * BATCH], expected[at : at + 8 * BATCH], won[at : at + 8 * BATCH])
                for at in range(kept, rows, 8 * BATCH)
            ]
            return float(torch.cat(parts).mean())

    order = torch.randperm(kept)
    at = 0
    for step in range(steps):
        if at + BATCH > kept:
            order, at = torch.randperm(kept), 0
        some = order[at : at + BATCH]
        at += BATCH
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / WARM_UP) * max(0.02, 1 - step / steps)
        loss = loss_of(model, seen[some], expected[some], won[some]).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % max(1, steps // 10) == 0:
            told(step / steps, tested())
    judged_alone = float(-(torch.log_softmax(expected[kept:], -1) * won[kept:]).sum(-1).mean())
    return tested(), judged_alone

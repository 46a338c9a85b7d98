"""A network that learns to predict who wins, and its weights in whole numbers. Only this module imports PyTorch."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from maitred.bots.experts import Weights
from maitred.bots.network import ONE, STEPS
from maitred.train.choices import Choice
from maitred.train.positions import Positions

HIDDEN: Final = (16, 8)
BATCH: Final = 1024
RATE: Final = 2e-3
DECAY: Final = 0.1  # of the weights, against overfitting to chance results
SLOWEST: Final = 0.05  # of the rate, at the end
WARM_UP: Final = 100
MEASURED: Final = 50_000
LEAST_SPREAD: Final = 0.05
LARGEST_SCALE: Final = 3.0
LEAST_CHANCE: Final = 1e-4
FIRST_SHIFT: Final = 9
SHIFT: Final = 10
FIRST_JUDGED: Final = 0.5
LEANING: Final = 24  # neurons
LEANING_BATCH: Final = 512
LEANING_RATE: Final = 3e-3
LEANING_DECAY: Final = 0.05
LEAST_SLOPE: Final = 0.01


class Model(nn.Module):
    """The network in floating point: what it adds to the odds by the game's own judgement, and how much these count."""

    def __init__(self, inputs: int, players: int) -> None:
        super().__init__()
        self.first = nn.Linear(inputs, HIDDEN[0])
        self.second = nn.Linear(HIDDEN[0], HIDDEN[1])
        self.seats = nn.Linear(HIDDEN[1], players)
        self.judged = nn.Parameter(torch.tensor(FIRST_JUDGED))
        self.scale: Tensor
        self.register_buffer("scale", torch.ones(inputs))

    def measure(self, observations: NDArray[np.uint8]) -> None:
        """Scale the inputs by how much they vary; start with neurons that are half on and outputs of 0."""
        seen = torch.as_tensor(observations).float()
        spread = seen.std(0)
        scale = (1 / spread.clamp(min=LEAST_SPREAD)).clamp(max=LARGEST_SCALE)
        self.scale.copy_(torch.where(spread == 0, torch.zeros_like(scale), scale))
        with torch.no_grad():
            self.first.weight.mul_(0.3)
            self.first.bias.copy_(0.5 - self.first.weight @ (seen.mean(0) * self.scale))
            self.seats.weight.zero_()
            self.seats.bias.zero_()

    def forward(self, observations: Tensor, judged: Tensor) -> Tensor:
        """The logarithms of the odds of all seats."""
        on = self.first(observations.float() * self.scale).clamp(0, 1)
        added: Tensor = self.seats(self.second(on).clamp(0, 1))
        return added + self.judged * judged


class Learner:
    """A network and its training."""

    def __init__(self, inputs: int, players: int, seed: int) -> None:
        torch.set_num_threads(1)
        torch.manual_seed(seed)
        self.model = Model(inputs, players)
        self.measured = False

    def learn(self, positions: Positions, steps: int) -> None:
        """Learn from positions, in so many steps of a falling rate."""
        seen, expected, won = tensors(positions)
        if not self.measured:
            self.model.measure(positions.observations[:MEASURED])
            self.measured = True
        judged = self.model.judged
        weights = [each for each in self.model.parameters() if each is not judged]
        groups = [{"params": weights, "weight_decay": DECAY}, {"params": [judged], "weight_decay": 0.0}]
        optimizer = torch.optim.AdamW(groups, lr=RATE)
        for step in range(steps):
            some = torch.randint(len(won), (BATCH,))
            for group in optimizer.param_groups:
                group["lr"] = RATE * min(1, (step + 1) / WARM_UP) * max(SLOWEST, 1 - step / steps)
            loss = surprise(self.model(seen[some], expected[some]), won[some])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

    def tested(self, positions: Positions) -> tuple[float, float]:
        """The mean logarithmic loss of the network on these positions, and that of the game's own judgement."""
        seen, expected, won = tensors(positions)
        with torch.no_grad():
            return float(surprise(self.model(seen, expected), won)), float(surprise(expected, won))

    def judged(self) -> float:
        """How much the game's own judgement counts."""
        return float(self.model.judged.detach().clamp(min=0))

    def layers(self) -> list[Weights]:
        """The three layers in whole numbers."""
        model = self.model
        with torch.no_grad():
            unit = ONE << FIRST_SHIFT
            first = model.first.weight * model.scale
            seats = STEPS << SHIFT
            return [
                Weights(rounded(first.T, unit), rounded(model.first.bias, unit), FIRST_SHIFT),
                Weights(rounded(model.second.weight.T, 1 << SHIFT), rounded(model.second.bias, ONE << SHIFT), SHIFT),
                Weights(rounded(model.seats.weight.T, seats / ONE), rounded(model.seats.bias, seats), SHIFT),
            ]

    def save(self, file: Path) -> None:
        """Write what is needed to go on."""
        torch.save(self.model.state_dict(), file)

    def load(self, file: Path) -> None:
        """Go on from what was saved."""
        self.model.load_state_dict(torch.load(file, weights_only=True))
        self.measured = True


class Leaning(nn.Module):
    """How much better actions are than their worths say, and how much the worths count."""

    def __init__(self, observations: Tensor, actions: int) -> None:
        super().__init__()
        inputs = observations.shape[1]
        seen = observations[:MEASURED].float()
        spread = seen.std(0)
        scale = (1 / spread.clamp(min=LEAST_SPREAD)).clamp(max=LARGEST_SCALE)
        self.first = nn.Linear(inputs, LEANING)
        self.actions = nn.Linear(LEANING, actions)
        self.trusted = nn.Parameter(torch.tensor(1.0))
        self.scale: Tensor
        self.register_buffer("scale", torch.where(spread == 0, torch.zeros_like(scale), scale))
        with torch.no_grad():
            self.first.weight.mul_(0.3)
            self.first.bias.copy_(0.5 - self.first.weight @ (seen.mean(0) * self.scale))
            self.actions.weight.zero_()
            self.actions.bias.zero_()

    def forward(self, observations: Tensor, taken: Tensor, worths: Tensor) -> Tensor:
        """The odds of some actions, up to what all of them have in common."""
        on = self.first(observations.float() * self.scale).clamp(0, 1)
        odds: Tensor = self.trusted * worths + self.actions(on).gather(1, taken)
        return odds


def lean(decided: list[Choice], actions: int, seed: int, rounds: int) -> tuple[list[Weights], float]:
    """Learn from the values of candidates by how much each is better than its worth; and how much worths count.

    Only differences within one decision are learned from: what is good for all actions is of no use for choosing one.
    """
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    width = max(len(choice.values) for choice in decided)
    numbers = np.zeros((4, len(decided), width), np.float32)
    for at, choice in enumerate(decided):
        for place, (action, value) in enumerate(choice.values.items()):
            numbers[:, at, place] = (max(action, 0), value, choice.worths[action], action >= 0)
    seen = torch.as_tensor(np.array([np.frombuffer(choice.observation, np.uint8) for choice in decided]))
    taken, values, worths, known = (torch.as_tensor(part) for part in numbers)
    model = Leaning(seen, actions)
    weights = [each for each in model.parameters() if each is not model.trusted]
    groups = [{"params": weights, "weight_decay": LEANING_DECAY}, {"params": [model.trusted], "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=RATE)
    steps = max(1, rounds * len(decided) // LEANING_BATCH)
    for step in range(steps):
        some = torch.randint(len(decided), (LEANING_BATCH,))
        for group in optimizer.param_groups:
            group["lr"] = LEANING_RATE * min(1, (step + 1) / WARM_UP) * max(SLOWEST, 1 - step / steps)
        on = known[some]
        count = on.sum(1, keepdim=True).clamp(min=1)
        mean = (values[some] * on).sum(1, keepdim=True) / count
        odds = model(seen[some], taken[some].long(), worths[some])
        odds = odds - (odds * on).sum(1, keepdim=True) / count
        slope = (mean * (1 - mean)).clamp(min=LEAST_SLOPE)
        loss = ((values[some] - mean - slope * odds) * on).square().sum() / on.sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        first = Weights(
            rounded((model.first.weight * model.scale).T, ONE << FIRST_SHIFT),
            rounded(model.first.bias, ONE << FIRST_SHIFT),
            FIRST_SHIFT,
        )
        unit = STEPS << SHIFT
        last = Weights(rounded(model.actions.weight.T, unit / ONE), rounded(model.actions.bias, unit), SHIFT)
    return [first, last], round(float(model.trusted.detach().clamp(min=0)), 3)


def tensors(positions: Positions) -> tuple[Tensor, Tensor, Tensor]:
    """Observations, the logarithms of the odds by the game's judgement, and each seat's share of the first place."""
    expected = np.log(positions.judged.clip(LEAST_CHANCE))
    return torch.as_tensor(positions.observations), torch.as_tensor(expected), torch.as_tensor(positions.shares)


def surprise(told: Tensor, won: Tensor) -> Tensor:
    """The mean logarithmic loss."""
    return -(torch.log_softmax(told, -1) * won).sum(-1).mean()


def rounded(weights: Tensor, unit: float) -> Any:
    """The weights in this unit, rounded to whole numbers."""
    return (weights * unit).round().long().tolist()

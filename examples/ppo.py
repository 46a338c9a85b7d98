"""Proximal policy optimization in one file: learn a game by playing against oneself, one's past, and bots.

It begins with lessons: a bot says what it would do in the positions that the network gets into, and the network
imitates that, less and less, while it learns from its results more and more. `--lessons 0` does without them.

    python examples/ppo.py delectable --minutes 60 --out net.onnx
    maitred sim delectable --bots net.onnx,easy --games 1000
    maitred play delectable --bots net.onnx

Needs PyTorch (a build for the processor will do), onnx and maitred[gym]. What is learned is written as an ONNX file,
and the learning curve as a CSV file and a picture beside it.
"""

from __future__ import annotations

import argparse
import copy
import csv
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from maitred import gym
from maitred.gym.batch import Vector

Array = Any
FAR = -1e9
"""The logit of an action that is not legal."""


class Network(nn.Module):
    """A shared trunk, a head for the policy and one for the value. Inputs are brought to mean 0 and deviation 1."""

    def __init__(self, inputs: int, actions: int, width: int) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(inputs))
        self.register_buffer("scale", torch.ones(inputs))
        self.trunk = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        for layer, gain in [(self.trunk[0], 1.4), (self.trunk[2], 1.4), (self.policy, 0.01), (self.value, 1.0)]:
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)

    def look(self, observations: Tensor) -> Tensor:
        """Inputs of the trunk."""
        return ((observations.float() - self.mean) * self.scale).clamp(-5, 5)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of legal actions, and values."""
        inner = self.trunk(self.look(observations))
        return torch.where(masks.bool(), self.policy(inner), FAR), self.value(inner).squeeze(-1)

    def measure(self, observations: Array, rounds: int) -> None:
        """Take mean and deviation of the inputs from what was seen in this round and in all before."""
        seen = torch.as_tensor(observations).float()
        squares = 1 / self.scale.square() + self.mean.square()
        self.mean += (seen.mean(0) - self.mean) / rounds
        squares += (seen.square().mean(0) - squares) / rounds
        self.scale.copy_(1 / (squares - self.mean.square()).clamp(min=0.04).sqrt())


@torch.no_grad()
def drawn(network: Network, observations: Array, masks: Array) -> tuple[Tensor, Tensor, Tensor]:
    """Actions drawn from a policy, their logarithmic probabilities, and values."""
    logits, values = network(torch.as_tensor(observations), torch.as_tensor(masks))
    chances = torch.log_softmax(logits, -1)
    noise = -torch.log(-torch.log(torch.rand_like(chances).clamp(1e-9, 1 - 1e-7)))
    actions = (logits + noise).argmax(-1)
    return actions, chances.gather(1, actions[:, None]).squeeze(1), values


def player_of(network: Network) -> Callable[[Array, Array], Array]:
    """A network as a policy that plays in a frozen seat."""
    return lambda observations, masks: drawn(network, observations, masks)[0].numpy()


class Batch:
    """What was seen and done in some games over some steps."""

    def __init__(self, envs: Vector, steps: int) -> None:
        rows, self.players = envs.num_envs, envs.rewards.shape[1]
        self.observations = np.zeros((steps, *envs.observations.shape), np.uint8)
        self.masks = np.zeros((steps, *envs.masks.shape), np.int8)
        self.actions = np.zeros((steps, rows), np.int64)
        self.chances, self.values, self.advantages = (np.zeros((steps, rows), np.float32) for _ in range(3))
        self.who = np.zeros((steps, rows), np.int64)
        self.advice = np.zeros((steps, rows), np.int64)
        self.rewards = np.zeros((steps, rows, self.players), np.float32)
        self.ends = np.zeros((steps, rows), bool)

    def play(self, envs: Vector, network: Network, teacher: str | None) -> None:
        """Let the network play all seats that are learned, and note what a teacher would do there."""
        for step in range(len(self.actions)):
            self.observations[step], self.masks[step], self.who[step] = envs.observations, envs.masks, envs.players
            actions, chances, values = drawn(network, self.observations[step], self.masks[step])
            self.actions[step], self.chances[step], self.values[step] = actions, chances, values
            if teacher:
                self.advice[step] = envs.advice(teacher)
            envs.step(self.actions[step])
            self.rewards[step], self.ends[step] = envs.rewards, envs.ends != 0

    def judge(self, envs: Vector, network: Network, discount: float, decay: float) -> None:
        """Generalized advantages, for every player from one decision of theirs to the next."""
        rows = np.arange(self.actions.shape[1])
        _, _, last = drawn(network, envs.observations.copy(), envs.masks.copy())
        value = np.repeat(-last.numpy()[:, None] / (self.players - 1), self.players, 1)  # what one gains others lose
        value[rows, envs.players] = last
        advantage, reward = np.zeros_like(value), np.zeros_like(value)
        goes_on = np.ones_like(value)
        for step in reversed(range(len(self.actions))):
            ended = self.ends[step]
            reward[ended], goes_on[ended], advantage[ended] = self.rewards[step][ended], 0, 0
            at = (rows, self.who[step])
            error = reward[at] + discount * goes_on[at] * value[at] - self.values[step]
            self.advantages[step] = error + discount * decay * goes_on[at] * advantage[at]
            value[at], advantage[at], reward[at], goes_on[at] = self.values[step], self.advantages[step], 0, 1


def learn(
    network: Network, optimizer: torch.optim.Optimizer, batches: Sequence[Batch], entropy: float, imitation: float
) -> tuple[float, float]:
    """Improve the network by what was played, and by so much imitation of a teacher (0 to 1).

    Returns how uncertain its choices are, and how often the teacher's was the likeliest.
    """

    def joined(name: str) -> Tensor:
        return torch.as_tensor(
            np.concatenate([(part := getattr(batch, name)).reshape(-1, *part.shape[2:]) for batch in batches])
        )

    observations, masks, actions, advice = [joined(name) for name in ("observations", "masks", "actions", "advice")]
    chances, advantages = joined("chances"), joined("advantages")
    returns = advantages + joined("values")
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
    uncertain = agreed = 0.0
    for _ in range(EPOCHS):
        for some in torch.randperm(len(actions)).split(MINIBATCH):
            logits, values = network(observations[some], masks[some])
            logs = torch.log_softmax(logits, -1)
            chosen = logs.gather(1, actions[some][:, None]).squeeze(1)
            ratio = (chosen - chances[some]).exp()
            gain = advantages[some]
            policy_loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            spread = -(logs.exp() * torch.where(masks[some].bool(), logs, 0)).sum(-1).mean()
            loss = policy_loss - entropy * spread
            if imitation:
                loss = (1 - imitation) * loss - imitation * logs.gather(1, advice[some][:, None]).mean()
                agreed = float((logs.argmax(1) == advice[some]).float().mean())
            loss = loss + 0.5 * (values - returns[some]).square().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
            uncertain = float(spread.detach())
    return uncertain, agreed


EPOCHS, MINIBATCH, CLIP = 3, 2048, 0.2
MEASURED = 50
"""For how many rounds the scale of the inputs is measured."""


def written(network: Network, file: Path) -> None:
    """Write the policy as an ONNX file: observations in, a number for every action out."""
    arrays = {
        "mean": network.mean, "scale": network.scale, "low": torch.tensor(-5.0), "high": torch.tensor(5.0),
        **{f"w{at}": layer.weight.T for at, layer in enumerate(layers(network))},
        **{f"b{at}": layer.bias for at, layer in enumerate(layers(network))},
    }  # fmt: skip
    nodes = [
        helper.make_node("Cast", ["observation"], ["cast"], to=TensorProto.FLOAT),
        helper.make_node("Sub", ["cast", "mean"], ["moved"]),
        helper.make_node("Mul", ["moved", "scale"], ["scaled"]),
        helper.make_node("Clip", ["scaled", "low", "high"], ["x0"]),
    ]
    for at in range(2):
        nodes += [
            helper.make_node("Gemm", [f"x{at}", f"w{at}", f"b{at}"], [f"y{at}"]),
            helper.make_node("Relu", [f"y{at}"], [f"x{at + 1}"]),
        ]
    nodes.append(helper.make_node("Gemm", ["x2", "w2", "b2"], ["logits"]))
    inputs, actions = len(network.mean), network.policy.out_features
    graph = helper.make_graph(
        nodes,
        "policy",
        [helper.make_tensor_value_info("observation", TensorProto.UINT8, ["n", inputs])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", actions])],
        [
            numpy_helper.from_array(np.ascontiguousarray(part.detach().numpy(), np.float32), name)
            for name, part in arrays.items()
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=10)
    onnx.checker.check_model(model)
    onnx.save(model, str(file))


def layers(network: Network) -> list[nn.Linear]:
    """The layers between observations and logits."""
    return [network.trunk[0], network.trunk[2], network.policy]  # type: ignore[list-item]


def noted(curve: Sequence[tuple[float, int, float]], out: Path, title: str) -> None:
    """Write the learning curve, as numbers and as a picture, beside the network."""
    with out.with_suffix(".csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("minutes", "decisions", "share"), *curve])
    pictured([(minutes, share) for minutes, _, share in curve], title, out.with_suffix(".svg"))


def pictured(points: Sequence[tuple[float, float]], title: str, file: Path) -> None:
    """Draw a learning curve as an SVG file."""
    width, height, left, below = 640, 320, 56, 40
    longest = max([minutes for minutes, _ in points], default=1.0) or 1.0

    def at(minutes: float, share: float) -> str:
        return f"{left + (width - left - 16) * minutes / longest:.1f},{16 + (height - below - 16) * (1 - share):.1f}"

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
        f'font-size="12"><rect width="100%" height="100%" fill="white"/>'
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        start, end = at(0, share).split(","), at(longest, share).split(",")
        lines.append(f'<line x1="{start[0]}" y1="{start[1]}" x2="{end[0]}" y2="{end[1]}" stroke="#ddd"/>')
        lines.append(f'<text x="{left - 8}" y="{float(start[1]) + 4}" text-anchor="end">{share:.0%}</text>')
    path = " ".join([at(minutes, share) for minutes, share in points])
    lines.append(f'<polyline points="{path}" fill="none" stroke="#c8553d" stroke-width="2"/>')
    lines.append(f'<text x="{left}" y="{height - 12}">{title}; {longest:.1f} minutes</text></svg>')
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def tried(network: Network, game: str, players: int, level: str, games: int, seed: int) -> float:
    """How often the network, at its best, comes first against bots of a level, over at least so many games."""
    rows = min(games, 64)
    against = ["learned", *[level] * (players - 1)]
    envs = gym.vector(game, rows, players, seats=against, reward="win", seed=seed)
    envs.reset()
    firsts, ended = 0.0, 0
    left = np.full(rows, -(-games // rows))
    while left.any():
        with torch.no_grad():
            logits, _ = network(torch.as_tensor(envs.observations.copy()), torch.as_tensor(envs.masks.copy()))
        _, reward, over, _, _ = envs.step(logits.argmax(-1).numpy())
        counts = over & (left > 0)
        firsts += float(reward[counts].sum())
        ended += int(counts.sum())
        left[counts] -= 1
    envs.close()
    return firsts / ended


def main() -> None:
    """Learn for some minutes, and write what was learned."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=60, help="of processor time, on one core")
    parser.add_argument("--out", type=Path, default=Path("net.onnx"))
    parser.add_argument("--against", default="easy", help="the level of bots in the league, and of the trials")
    parser.add_argument("--teacher", default="medium", help="the level of bots that is imitated at first")
    parser.add_argument("--lessons", type=float, default=0.5, help="for how much of the time (0 to 1)")
    parser.add_argument("--games", type=int, default=192, help="games played at once")
    parser.add_argument("--steps", type=int, default=64, help="steps between improvements")
    parser.add_argument("--width", type=int, default=256, help="width of the network")
    parser.add_argument("--trials", type=int, default=128, help="games of each trial")
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()

    torch.manual_seed(chosen.seed)
    torch.set_num_threads(1)
    others = chosen.players - 1
    past: list[Network] = []
    third = chosen.games // 3
    with_self = gym.vector(chosen.game, third, chosen.players, seed=chosen.seed)
    network = Network(with_self.observations.shape[1], with_self.setting.n_actions, chosen.width)
    with_bots = gym.vector(
        chosen.game, third, chosen.players, seats=["learned", *[chosen.against] * others], seed=chosen.seed + 1
    )
    with_past = gym.vector(
        chosen.game, third, chosen.players, seats=["learned", *[player_of(network)] * others], seed=chosen.seed + 2
    )
    league = [with_self, with_bots, with_past]
    optimizer = torch.optim.Adam(network.parameters(), lr=chosen.rate, eps=1e-5)
    batches = [Batch(envs, chosen.steps) for envs in league]
    for envs in league:
        envs.reset()

    begun = time.process_time()
    played = rounds = 0
    curve = [(0.0, 0, tried(network, chosen.game, chosen.players, chosen.against, chosen.trials, 10_000))]
    title = f"{chosen.game}, first places against {chosen.against}"
    last_trial = begun
    best = -1.0
    while (minutes := (time.process_time() - begun) / 60) < chosen.minutes:
        for group in optimizer.param_groups:
            group["lr"] = chosen.rate * max(0.05, 1 - minutes / chosen.minutes)
        imitation = max(0.0, 1 - minutes / (chosen.lessons * chosen.minutes)) if chosen.lessons else 0.0
        for envs, batch in zip(league, batches, strict=True):
            batch.play(envs, network, chosen.teacher if imitation else None)
            batch.judge(envs, network, discount=0.999, decay=0.95)
        uncertain, agreed = learn(network, optimizer, batches, chosen.entropy, imitation)
        played += chosen.steps * 3 * third
        rounds += 1
        if rounds <= MEASURED:
            seen = np.concatenate([batch.observations.reshape(-1, len(network.mean)) for batch in batches])
            network.measure(seen, rounds)
        if rounds % 20 == 1:
            past = [*past[-9:], copy.deepcopy(network).eval()]
        for other in range(others):
            with_past.freeze(1 + other, player_of(past[int(torch.randint(len(past), ()))]))
        if time.process_time() - last_trial > 60 * chosen.minutes / 20:
            last_trial = time.process_time()
            share = tried(network, chosen.game, chosen.players, chosen.against, chosen.trials, 10_000)
            curve.append((minutes, played, share))
            print(
                f"{minutes:5.1f} minutes, {played:>10,} decisions: first in {share:.1%} of {chosen.trials} games "
                f"against {chosen.against}; entropy {uncertain:.2f}, agreement {agreed:.1%}",
                flush=True,
            )
            noted(curve, chosen.out, title)
            if share >= best:
                best = share
                written(network, chosen.out)
    share = tried(network, chosen.game, chosen.players, chosen.against, chosen.trials, 10_000)
    curve.append(((time.process_time() - begun) / 60, played, share))
    if share >= best:
        written(network, chosen.out)
    noted(curve, chosen.out, title)
    for envs in league:
        envs.close()
    print(f"{chosen.out} after {played:,} decisions: first in {share:.1%} of {chosen.trials} games.")


if __name__ == "__main__":
    main()

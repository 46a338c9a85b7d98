"""What needs PyTorch, run by `make train-test`: learning, its weights in whole numbers, and the command."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch

import maitred
from maitred.bots.experts import Head, layout_of, read, written
from maitred.bots.levels import bot
from maitred.cli import main
from maitred.kernel.observation import BYTES, no_words
from maitred.train.choices import choices
from maitred.train.learning import Learner, lean, tensors
from maitred.train.pacing import file_of
from maitred.train.positions import Positions, positions

OVENS = maitred.game("ovens")


@pytest.fixture(scope="module")
def learned() -> tuple[Learner, Positions]:
    """A network that has learned from some games, and positions of others."""
    medium = [bot("medium", OVENS)]
    learner = Learner(OVENS.observer(2).words * BYTES, 2, seed=1)
    learner.learn(positions(OVENS, 2, 1_000, 400, medium), 150)
    return learner, positions(OVENS, 2, 1, 60, medium)


def test_it_learns_more_than_chance(learned: tuple[Learner, Positions]) -> None:
    surprise, _ = learned[0].tested(learned[1])
    assert surprise < np.log(2) - 0.05


def test_whole_numbers_say_what_the_network_says(learned: tuple[Learner, Positions]) -> None:
    learner, seen = learned
    head = Head(2, layout_of(OVENS, 2), OVENS.read_cards(None).digest, {}, 0.0)
    [found] = read(written(OVENS, {}, [(head, learner.layers())]), OVENS, "it")
    words, _, _ = tensors(seen)
    with torch.no_grad():
        expected = torch.softmax(learner.model(words, torch.zeros(len(words), 2)), -1).numpy()
    network = found.network
    assert network is not None
    for row, odds in list(zip(seen.observations, expected, strict=True))[:200]:
        nothing = OVENS.observer(2)
        base = type(network.first.biases)([0] * nothing.words)
        told = type(base)([int(number) for number in row.view(np.int64)])
        assert network.chances(told, base, network.first.biases, 0, []) == pytest.approx(odds, abs=0.03)


def test_what_is_saved_goes_on(learned: tuple[Learner, Positions], tmp_path: Path) -> None:
    learner, seen = learned
    learner.save(tmp_path / "it")
    again = Learner(OVENS.observer(2).words * BYTES, 2, seed=9)
    again.load(tmp_path / "it")
    assert again.tested(seen) == learner.tested(seen)
    assert again.layers() == learner.layers()


def test_an_inclination_learns_what_worths_do_not_say() -> None:
    decided = choices(OVENS, 2, 5, 120, 2, 8, again=False)
    better = next(iter(decided[0].values))
    told = [
        choice._replace(
            values={action: 0.7 if action == better else 0.4 for action in choice.values},
            worths=dict.fromkeys(choice.values, 0.0),
        )
        for choice in decided
    ]
    layers, trusted = lean(told, OVENS.n_actions, 1, 40)
    [found] = read(file_of(OVENS, 2, (layers, trusted), {}, {}), OVENS, "it")
    assert found.inclination is not None
    either = [choice for choice in told if better in choice.values and len(choice.values) > 1]
    preferred = 0
    for choice in either:
        words = no_words(len(choice.observation) // BYTES)
        seen = type(words)([int(number) for number in np.frombuffer(choice.observation, np.int64)])
        actions = [action for action in choice.values if action >= 0]
        steps = found.inclination.steps(seen, actions)
        preferred += max(steps) == steps[actions.index(better)]
    assert preferred > 0.9 * len(either) > 0


def test_the_command_learns_how_to_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from maitred.train import pacing

    small = pacing.Pace(learned=30, short=8, playing=1, rounds=1, positions=4, iterations=4, long=16, deals=1)
    monkeypatch.setattr(pacing, "Pace", lambda: small)
    file = tmp_path / "net.expert"
    assert main(["train", "ovens", "--only-search", "--out", str(file), "--seed", "3"]) == 0
    assert "against hard bots that think as long" in capsys.readouterr().out
    assert main(["train", "ovens", "--only-search", "--out", str(file), "--resume"]) == 2
    assert "begin it again without --resume" in capsys.readouterr().err


def test_the_command_trains_resumes_and_its_file_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from maitred.train import training

    small = training.Size(first=60, games=60, searched=2, iterations=2, steps=5, unseen=5, deals=2)
    monkeypatch.setattr(training, "Size", lambda: small)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    file = tmp_path / "net.expert"
    assert main(["train", "ovens", "--minutes", "0.02", "--out", str(file), "--seed", "3"]) == 0
    assert f"{file} has generation" in capsys.readouterr().out
    before = len(json.loads(file.with_suffix(".json").read_text())["curve"])
    assert main(["train", "ovens", "--minutes", "0.2", "--out", str(file), "--seed", "3", "--resume"]) == 0
    assert len(json.loads(file.with_suffix(".json").read_text())["curve"]) > before
    line = ["ladder", "ovens", "--deals", "1", "--jobs", "1", "--budget", "2", "--levels", f"easy,{file}"]
    assert main(line) == 0
    assert main(["train", "delectable", "--out", str(file), "--resume"]) == 2

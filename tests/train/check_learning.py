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
from maitred.kernel.observation import BYTES
from maitred.train.learning import Learner, tensors
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

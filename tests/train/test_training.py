"""Training as far as it needs no PyTorch: positions, generations, what is kept and written, and what is refused."""

from __future__ import annotations

import json
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest

import maitred
from maitred.bots.experts import Weights, read
from maitred.bots.levels import bot
from maitred.cli import main
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.observation import BYTES
from maitred.starter.game import TastingGame
from maitred.train.positions import MOST_ROWS, Positions, positions
from maitred.train.training import Size, Training
from tests.bots import networks

OVENS = maitred.game("ovens")
TASTING = TastingGame()
SMALL = Size(first=3, games=3, searched=1, iterations=1, steps=1, unseen=1, deals=1)


class Drawn:
    """A network that is drawn by lot anew whenever it learns."""

    def __init__(self) -> None:
        self.learned = 0
        self.seen: list[int] = []

    def learn(self, positions: Positions, steps: int) -> None:
        self.learned += 1
        self.seen.append(len(positions.shares))

    def tested(self, positions: Positions) -> tuple[float, float]:
        return 0.5, 0.6

    def judged(self) -> float:
        return 0.5

    def layers(self) -> list[Weights]:
        return networks.layers(TASTING.observer(2).words * BYTES, 2, self.learned)

    def save(self, file: Path) -> None:
        file.write_text(str(self.learned))

    def load(self, file: Path) -> None:
        self.learned = int(file.read_text())


def training(file: Path, learner: Drawn, seed: int = 1) -> Training:
    return Training(TASTING, 2, seed, file, learner, SMALL)


def grown(file: Path, generations: int, learner: Drawn | None = None) -> Training:
    """A training of so many generations."""
    begun = training(file, learner or Drawn())
    for _ in range(generations):
        begun.write(begun.generation(lambda what: None))
    return begun


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
def test_positions_are_what_seats_know_and_who_won(game: Game) -> None:
    players = game.min_players
    found = positions(game, players, 5, 3, [bot("medium", game)])
    rows = len(found.shares)
    assert 3 <= rows <= 3 * MOST_ROWS
    assert found.observations.shape == (rows, game.observer(players).words * BYTES)
    assert len({row.tobytes() for row in found.observations}) > rows // 2
    assert np.allclose(found.judged.sum(1), 1, atol=1e-4)
    assert np.allclose(found.shares.sum(1), 1)
    again = positions(game, players, 5, 3, [bot("medium", game)])
    assert [part.tobytes() for part in found] == [part.tobytes() for part in again]


def test_the_judgement_of_positions_tells_who_wins() -> None:
    found = positions(OVENS, 2, 5, 60, [bot("medium", OVENS)])
    assert (found.judged.argmax(1) == found.shares.argmax(1)).mean() > 0.6


def test_a_generation_is_kept_only_if_it_beats_the_one_before(tmp_path: Path) -> None:
    begun = grown(tmp_path / "net.expert", 4)
    for each in begun.curve:
        assert each["kept"] == (each["kept_before"] is None or each["kept_before"]["share"] > 0.5)
    kept = [each["generation"] for each in begun.curve if each["kept"]]
    assert kept[0] == 1
    assert len(kept) < 4, "a network drawn by lot is not always better than another"
    line = (tmp_path / "net.expert").read_bytes().partition(b"\n")[0]
    assert json.loads(line)["made"]["generation"] == kept[-1]


def test_an_interrupted_training_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    grown(tmp_path / "one.expert", 1)
    again = training(tmp_path / "one.expert", Drawn())
    again.resume()
    assert [each["generation"] for each in again.curve] == [1]
    again.write(again.generation(lambda what: None))
    assert [each["generation"] for each in again.curve] == [1, 2]
    whole = grown(tmp_path / "whole.expert", 2)
    assert (again.dealt, again.learner.learned) == (whole.dealt, whole.learner.learned)  # type: ignore[attr-defined]
    assert read((tmp_path / "one.expert").read_bytes(), TASTING, "it")


def test_nobody_learns_from_deals_that_are_held_out(tmp_path: Path) -> None:
    begun = training(tmp_path / "net.expert", Drawn(), seed=3)
    after = training(tmp_path / "net.expert", Drawn(), seed=4)
    many = Size().games * 100_000
    assert begun.dealt + many < begun.held_out - Size().unseen < begun.held_out < after.dealt + 1


def test_old_positions_are_forgotten(tmp_path: Path) -> None:
    learner = Drawn()
    begun = Training(TASTING, 2, 1, tmp_path / "net.expert", learner, SMALL._replace(remembered=2 * MOST_ROWS))
    for _ in range(3):
        begun.generation(lambda what: None)
    assert max(learner.seen) <= 3 * MOST_ROWS


def test_the_curve_is_a_picture_and_data(tmp_path: Path) -> None:
    grown(tmp_path / "net.expert", 2)
    told = json.loads((tmp_path / "net.json").read_text(encoding="utf-8"))
    assert (told["game"], told["players"], told["seed"], len(told["curve"])) == ("tasting", 2, 1, 2)
    drawn = ElementTree.fromstring((tmp_path / "net.svg").read_text(encoding="utf-8"))
    assert len(drawn.findall("{http://www.w3.org/2000/svg}circle")) == 2


@pytest.mark.parametrize("lost", ["net.json", "net.progress", "net.expert"])
def test_a_training_without_its_files_cannot_go_on(tmp_path: Path, lost: str) -> None:
    grown(tmp_path / "net.expert", 1)
    (tmp_path / lost).unlink()
    with pytest.raises(BadSetup, match="begin one without --resume"):
        training(tmp_path / "net.expert", Drawn()).resume()


def test_a_training_goes_on_with_its_own_seed_only(tmp_path: Path) -> None:
    grown(tmp_path / "net.expert", 1)
    with pytest.raises(BadSetup, match="another game, number of players or seed"):
        training(tmp_path / "net.expert", Drawn(), seed=2).resume()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("train chess", "chess"),
        ("train ovens --players 9", "9"),
        ("train ovens --minutes 0", "number above 0"),
        ("train ovens --out net.onnx", "written as FILE.expert, not 'net.onnx'"),
        ("train ovens --out no/such/net.expert", "no folder no/such"),
        ("train ovens --out there.expert", "there.expert is there already: go on with --resume"),
        (f"train ovens --seed {1 << 30}", "at most 1073741823"),
    ],
)
def test_what_cannot_be_trained_is_refused_in_one_sentence(
    line: str, sentence: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.expert").touch()
    try:
        code = main(line.split())
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    told = capsys.readouterr().err
    assert code == 2
    assert sentence in told
    assert len(told.splitlines()) == 1


def test_without_pytorch_it_says_how_to_install_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "torch", None)  # as if it were not installed
    monkeypatch.delitem(sys.modules, "maitred.train.learning", raising=False)
    assert main(["train", "ovens"]) == 2
    told = "maitred: Training is an extra: install it with `pip install maitred[train]`.\n"
    assert capsys.readouterr().err == told
    assert list(tmp_path.iterdir()) == []

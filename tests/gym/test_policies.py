"""A bot can be a function or a network in a file: it gets observations and masks, and never a State."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import maitred
from maitred.bots import policies
from maitred.bots.levels import ADMITTED, bot, level_names
from maitred.cli import main
from maitred.gym.policy import policy_bot
from maitred.kernel.errors import BadSetup

NAME = f"{__name__}:last_legal"
SEEN: list[tuple[Any, Any]] = []


def last_legal(observations: Any, masks: Any) -> Any:
    """A policy that notes what it was given."""
    SEEN.append((observations, masks))
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)


def preferring(observations: Any, masks: Any) -> Any:
    """A policy that gives every action a number, the highest to one that is not legal."""
    return np.where(masks == 1, np.arange(masks.shape[1]), 1e6)


def illegal(observations: Any, masks: Any) -> Any:
    """A policy that does what is not allowed."""
    return masks.argmin(1)


def network(file: Path, inputs: int, actions: int) -> Path:
    """A file with a network that prefers later actions."""
    bias = numpy_helper.from_array(np.arange(actions, dtype=np.float32), "bias")
    weight = numpy_helper.from_array(np.zeros((inputs, actions), np.float32), "weight")
    nodes = [
        helper.make_node("Cast", ["observation"], ["cast"], to=TensorProto.FLOAT),
        helper.make_node("Gemm", ["cast", "weight", "bias"], ["logits"]),
    ]
    seen = helper.make_tensor_value_info("observation", TensorProto.UINT8, ["n", inputs])
    told = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", actions])
    graph = helper.make_graph(nodes, "policy", [seen], [told], [weight, bias])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=10)
    onnx.save(model, str(file))
    return file


@pytest.fixture
def admitted() -> Iterator[None]:
    """Whatever is admitted here is not afterwards."""
    yield
    ADMITTED.clear()


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
def test_a_policy_sees_only_what_its_seat_may_know(game: maitred.Game) -> None:
    state = game.new(game.min_players, 3)
    player = policy_bot(NAME, game)
    for seat in state.actors():
        SEEN.clear()
        action = player.decide(state, seat, maitred.Stream(1))
        other = state.determinize(seat, maitred.Stream(2))
        assert player.decide(other, seat, maitred.Stream(1)) == action == state.legal(seat)[-1]
        (observation, mask), (again, _) = SEEN
        assert observation.tobytes() == again.tobytes() == game.observe(state, seat)
        assert np.flatnonzero(mask[0]).tolist() == state.legal(seat)
        assert type(observation) is type(mask) is np.ndarray


def test_numbers_for_actions_count_where_they_are_legal() -> None:
    game = maitred.game("delectable")
    state = game.new(2, 1)
    seat = state.actors()[0]
    player = policy_bot(f"{__name__}:preferring", game)
    assert player.decide(state, seat, maitred.Stream(1)) == state.legal(seat)[-1]


def test_a_network_plays_like_the_function_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = maitred.game("delectable")
    file = network(tmp_path / "net.onnx", game.observer(2).words * 8, game.n_actions)
    told = []
    for name in (str(file), NAME):
        arguments = ["sim", "delectable", "--players", "2", "--games", "4", "--jobs", "1", "--json"]
        assert main([*arguments, "--bots", f"{name},random"]) == 0
        told.append(json.loads(capsys.readouterr().out)["share"])
    assert list(told[0].values()) == list(told[1].values())


def test_a_ladder_takes_policies(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder", "ovens", "--levels", f"random,{NAME}", "--deals", "2", "--jobs", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pairs"][0]["challenger"] == NAME


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nowhere.onnx", "There is no file nowhere.onnx"),
        ("nowhere:function", "There is no policy 'nowhere:function'"),
        (f"{__name__}:nothing", "There is no policy"),
        (f"{__name__}:SEEN", "is no function"),
    ],
)
def test_what_cannot_play_is_refused_with_a_sentence(
    name: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sim", "delectable", "--games", "2", "--bots", f"{name},easy"]) == 2
    assert sentence in capsys.readouterr().err


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "text.onnx"
    file.write_text("no network", encoding="utf-8")
    with pytest.raises(BadSetup, match="is no network"):
        policy_bot(str(file), maitred.game("delectable"))


def test_a_network_for_something_else_is_refused(tmp_path: Path) -> None:
    game = maitred.game("delectable")
    state = game.new(2, 1)
    player = policy_bot(str(network(tmp_path / "small.onnx", 5, game.n_actions)), game)
    with pytest.raises(BadSetup, match="takes 5 numbers"):
        player.decide(state, state.actors()[0], maitred.Stream(1))


def test_an_illegal_answer_is_refused() -> None:
    game = maitred.game("delectable")
    state = game.new(2, 1)
    with pytest.raises(BadSetup, match="not legal"):
        policy_bot(f"{__name__}:illegal", game).decide(state, state.actors()[0], maitred.Stream(1))


@pytest.mark.usefixtures("admitted")
def test_a_live_table_has_only_what_the_host_admits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(policies.SETTING, "{}")
    game = maitred.game("delectable")
    for name in (NAME, "os:system", "net.onnx"):
        with pytest.raises(BadSetup, match="There is no level"):
            bot(name, game)
    policies.admit([f"champion={NAME}"])
    state = game.new(2, 1)
    seat = state.actors()[0]
    assert bot("champion", game).decide(state, seat, maitred.Stream(1)) == state.legal(seat)[-1]
    assert "champion" in level_names()
    ADMITTED.clear()
    policies.recall()  # as a worker process does, which inherits the setting
    assert "champion" in ADMITTED


@pytest.mark.parametrize(
    "wrong", ["champion", "champion=net", "easy=net.onnx", "a b=net.onnx", "=x:y", f"{'a' * 13}=x:y"]
)
def test_a_bot_of_the_host_is_named_properly(wrong: str) -> None:
    with pytest.raises(BadSetup, match="A bot"):
        policies.admit([wrong])

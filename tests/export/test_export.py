"""`maitred export`: what is written is what was played, the same every time, and nothing half done is left."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import maitred
from maitred.cli import main
from maitred.cli.terminal.interrupts import STOPPED
from maitred.gym.setting import set_table
from maitred.kernel.chance import Stream
from maitred.kernel.observation import observed

GAMES = [game.id for game in maitred.all_games()]


def run(*words: str) -> int:
    """Run the command."""
    return main(["export", *words])


@pytest.mark.parametrize("game", GAMES)
def test_the_decisions_replay_to_the_results(game: str, tmp_path: Path) -> None:
    file = tmp_path / "decisions.npz"
    assert run(game, str(file), "--games", "2", "--bots", "random", "--seed", "5") == 0
    data = np.load(file)
    setting = set_table(game)
    observer = setting.observer()
    rows = 0
    for number in range(2):
        observer.forget()
        state = setting.deal(Stream(5 + number))
        at = np.flatnonzero(data["game"] == number)
        for row in at:
            seat, action = int(data["seat"][row]), int(data["action"][row])
            assert data["observation"][row].tobytes() == observed(observer, state, seat)
            assert np.flatnonzero(data["mask"][row]).tolist() == state.legal(seat)
            state.apply(seat, action)
        assert state.actors() == []
        seats = data["seat"][at]
        assert data["score"][at].tolist() == [state.scores()[seat] for seat in seats]
        assert data["result"][at] == pytest.approx([setting.results(state)[seat] for seat in seats])
        rows += len(at)
    assert rows == len(data["action"])
    assert ((data["outlook"] >= 0) & (data["outlook"] <= 1)).all()


def columns(file: Path) -> dict[str, list[Any]]:
    """The columns of a Parquet file."""
    table = pq.read_table(file)
    return {name: table[name].to_pylist() for name in table.column_names}


def test_parquet_has_the_same_as_npz(tmp_path: Path) -> None:
    words = ["--games", "2", "--bots", "easy,random"]
    assert run("ovens", str(tmp_path / "a.npz"), *words) == 0
    assert run("ovens", str(tmp_path / "a.parquet"), *words) == 0
    data, table = np.load(tmp_path / "a.npz"), columns(tmp_path / "a.parquet")
    assert all(data[name].tolist() == table[name] for name in table)
    assert pq.read_schema(tmp_path / "a.parquet").metadata[b"game"] == b"ovens"
    levels = {(game, seat, bot) for game, seat, bot in zip(data["game"], data["seat"], data["bot"], strict=True)}
    assert levels == {(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)}


def test_what_is_finished_is_written_when_it_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from maitred.export import decisions

    real, calls = decisions.played, []

    def stopped(*words: Any) -> decisions.FinishedGame:
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(*words)

    monkeypatch.setattr(decisions, "played", stopped)
    assert run("ovens", str(tmp_path / "a.npz"), "--bots", "random") == STOPPED
    assert set(np.load(tmp_path / "a.npz")["game"]) == {0}
    assert "of 1 games" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ovens", "a.csv"], "FILE.npz or FILE.parquet"),
        (["ovens", "none/a.npz"], "There is no folder none"),
        (["chess", "a.npz"], "chess"),
        (["ovens", "a.npz", "--bots", "genius"], "There is no level 'genius'"),
        (["ovens", "a.npz", "--bots", "easy,easy,easy"], "3 levels for 2 seats"),
        (["ovens", "a.npz", "--players", "9"], "2 to 5"),
    ],
)
def test_bad_input_is_answered_with_a_sentence(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*words) == 2
    assert said in capsys.readouterr().err

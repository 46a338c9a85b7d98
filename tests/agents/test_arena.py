"""`maitred arena`: mirrored deals, ratings, resumption, and agents that give up."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from maitred.agents import arena as arenas
from maitred.agents.ratings import Played, share, standings
from maitred.cli import main
from tests.packaging.clean import ROOT

AGENT = f"mcp:{sys.executable} {ROOT / 'examples' / 'agent.py'}"


def test_an_agent_and_a_level_play_every_deal_from_both_seats(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "report.html"
    words = ["arena", "ovens", "--seat", AGENT, "--seat", "medium", "--out", str(out)]
    assert main([*words, "--deals", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    agent, level = told["standings"]
    assert agent["name"] == "agent.py"
    assert agent["games"] == level["games"] == 2
    assert agent["decisions"] > 10
    assert agent["tokens"] > 10
    assert level["median_seconds"] is None
    assert agent["wins"]["mean"] + level["wins"]["mean"] == pytest.approx(1)
    page = out.read_text(encoding="utf-8")
    assert "<svg" in page
    assert "prefers-color-scheme: dark" in page
    assert "http" not in page.replace("http-equiv", "")
    assert json.loads(out.with_suffix(".json").read_text(encoding="utf-8")) == told
    # Going on plays nothing again.
    assert main([*words, "--deals", "1", "--json", "--resume"]) == 0
    assert json.loads(capsys.readouterr().out) == told


def test_levels_alone_are_reproducible_and_the_better_one_is_rated_higher(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["arena", "delectable", "--seat", "random", "--seat", "medium", "--deals", "4", "--json", "--out"]
    assert main([*words, str(tmp_path / "a.html")]) == 0
    first = json.loads(capsys.readouterr().out)
    assert main([*words, str(tmp_path / "b.html")]) == 0
    assert json.loads(capsys.readouterr().out) == first
    low, high = first["standings"]
    assert high["rating"]["mean"] > low["rating"]["mean"]
    assert high["rating"]["low"] < high["rating"]["mean"] < high["rating"]["high"]


def test_ctrl_c_leaves_a_report_and_resume_finishes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        "arena",
        "ovens",
        "--seat",
        "random",
        "--seat",
        "random",
        "--deals",
        "2",
        "--out",
        str(tmp_path / "a.html"),
    ]
    real = arenas.Arena.play

    def stopped(self: arenas.Arena, place: arenas.ArenaPlace, url: str, deal: int, rotation: int) -> Played:
        if deal == 1:
            raise KeyboardInterrupt
        return real(self, place, url, deal, rotation)

    monkeypatch.setattr(arenas.Arena, "play", stopped)
    assert main(words) == 130
    assert "2, then stopped" in (tmp_path / "a.html").read_text(encoding="utf-8")
    monkeypatch.setattr(arenas.Arena, "play", real)
    assert main([*words, "--resume"]) == 0
    assert "4, every deal" in (tmp_path / "a.html").read_text(encoding="utf-8")
    capsys.readouterr()
    assert main([*words, "--resume", "--seed", "9"]) == 2
    assert "other arguments" in capsys.readouterr().err


def test_an_agent_that_ends_early_gives_the_game_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seats = ["--seat", f"mcp:{sys.executable} -c pass", "--seat", "random"]
    words = ["arena", "ovens", *seats, "--deals", "1", "--json", "--out", str(tmp_path / "a.html")]
    assert main(words) == 0
    agent, level = json.loads(capsys.readouterr().out)["standings"]
    assert agent["forfeits"] == 2
    assert level["wins"]["mean"] == 1


def test_an_agent_that_thinks_too_long_gives_the_game_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seats = ["--seat", f"mcp:{sys.executable} -c 'import time; time.sleep(60)'", "--seat", "random", "--patience", "1"]
    assert main(["arena", "ovens", *seats, "--deals", "1", "--json", "--out", str(tmp_path / "a.html")]) == 0
    assert json.loads(capsys.readouterr().out)["standings"][0]["forfeits"] == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], "chess"),
        (["ovens", "--seat", "easy"], "2 to 5"),
        (["ovens", "--seat", "genius", "--seat", "easy"], "There is no level 'genius'"),
        (["ovens", "--seat", "mcp:", "--seat", "easy"], "An agent is written mcp:COMMAND"),
        (["ovens", "--seat", "mcp:'", "--seat", "easy"], "cannot be read"),
        (["ovens", "--seat", "mcp:/no/such/agent", "--seat", "easy"], "cannot be started"),
        (["ovens", "--seat", "easy", "--seat", "easy", "--out", "none/a.html"], "There is no folder none"),
        (["ovens", "--seat", "easy", "--seat", "easy", "--resume"], "nothing to go on with"),
    ],
)
def test_bad_input_is_answered_with_a_sentence(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["arena", *words]) == 2
    assert said in capsys.readouterr().err


def test_the_interval_of_a_share_is_honest_where_all_games_end_alike() -> None:
    found = share([1.0] * 4)
    assert found.mean == 1
    assert found.low is not None
    assert found.low < 0.9
    assert share([1.0]).low is None


def test_a_shared_win_counts_in_part() -> None:
    game = Played(0, 0, [[0, 1]], [3, 3], [[], []], [None, None])
    assert [each.wins.mean for each in standings([game], ["a", "b"])] == [0.5, 0.5]

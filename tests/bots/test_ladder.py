"""Ladders: every seat for every challenger, the same result however the work is shared or interrupted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import maitred
from maitred.bots.ladder import Progress, budget_of, entrant, ladder_summary, pairs, play_deal, play_ladder, set_ladder
from maitred.bots.levels import Oracle, Searcher
from maitred.cli import main
from maitred.cli.ladder import climb, progress_file
from maitred.kernel.errors import BadSetup

DELECTABLE = maitred.game("delectable")


def small(levels: tuple[str, ...] = ("random", "easy"), deals: int = 3, players: int = 2) -> Any:
    return set_ladder(DELECTABLE, players, deals, levels, "2", 0, {}, None)


def timeless(told: dict[str, Any]) -> dict[str, Any]:
    """A summary without how long it took."""
    return {name: part for name, part in told.items() if name != "ms"}


def test_every_pair_meets_and_the_later_level_is_the_challenger() -> None:
    assert pairs(small(("random", "easy", "medium"))) == [("easy", "random"), ("medium", "random"), ("medium", "easy")]


def test_the_challenger_sits_on_every_seat_of_a_deal() -> None:
    played = play_deal(small(players=3), ("easy", "random"), 1)
    assert played.games == 3
    assert 0 <= played.share <= 3
    assert play_deal(small(players=3), ("easy", "random"), 1)[:5] == played[:5]


def test_the_result_does_not_depend_on_the_jobs() -> None:
    ladder = small()
    alone = ladder_summary(ladder, list(play_ladder(ladder, 1)))
    shared = ladder_summary(ladder, list(play_ladder(ladder, 2)))
    assert timeless(alone) == timeless(shared)


def test_an_interrupted_ladder_goes_on_where_it_was(tmp_path: Path) -> None:
    ladder = small()
    whole = climb(ladder, 1, Progress(tmp_path / "whole"))
    progress = Progress(tmp_path / "folder" / "progress")
    progress.write([])
    played = play_ladder(ladder, 1)
    for _ in range(2):
        progress.add(next(played))
    with progress.file.open("a") as file:
        file.write('[["easy","rand')
    before = progress.deals()
    assert len(before) == 2
    assert [deal.deal for deal in play_ladder(ladder, 1, before)] == [2]
    assert timeless(climb(ladder, 1, progress)) == timeless(whole)
    assert not progress.file.exists()


def test_more_deals_go_on_with_the_same_file_and_other_settings_do_not() -> None:
    assert progress_file(small(deals=3)) == progress_file(small(deals=30))
    assert progress_file(small()) != progress_file(small(players=3))


def test_a_summary_has_an_interval_if_there_are_deals_enough() -> None:
    few, enough = small(("random", "easy"), deals=19), small(("random", "easy"), deals=20)
    (part,) = ladder_summary(few, list(play_ladder(few, 1)))["pairs"]
    assert (part["low"], part["high"]) == (None, None)
    (part,) = ladder_summary(enough, list(play_ladder(enough, 1)))["pairs"]
    assert part["low"] <= part["share"] <= part["high"]


def test_a_summary_has_a_share_and_the_time_of_a_move() -> None:
    ladder = small(("medium", "hard:1", "oracle:1"), deals=1)
    told = json.loads(json.dumps(ladder_summary(ladder, list(play_ladder(ladder, 1)))))
    assert [(part["challenger"], part["against"]) for part in told["pairs"]] == pairs(ladder)
    for part in told["pairs"]:
        assert 0 <= part["share"] <= 1
        assert part["games"] == 2 * part["deals"] == 2
    assert set(told["ms"]) == set(ladder.levels)
    for ms in told["ms"].values():
        assert 0 < ms["median"] <= ms["p99"]
    assert told["fair"] == 0.5
    assert set(told["way"]) <= {"hard:1"}


def test_budgets() -> None:
    assert budget_of("400") == (400, 0)
    assert budget_of("50ms") == (0, 50)
    for wrong in ("", "0", "much", "-3", "0ms"):
        with pytest.raises(BadSetup, match="number of iterations"):
            budget_of(wrong)
    own = entrant("hard:8", DELECTABLE, "400")
    assert isinstance(own, Searcher)
    assert own.iterations == 8
    assert isinstance(entrant("oracle", DELECTABLE, "400"), Oracle)


@pytest.mark.parametrize(
    ("levels", "sentence"),
    [
        (("medium",), "at least two levels"),
        (("medium", "medium"), "each of them once"),
        (("medium", "clever"), "no level 'clever'"),
        (("easy", "medium:8"), "take a budget, not 'medium'"),
    ],
)
def test_bad_ladders_are_refused(levels: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        small(levels)


def test_the_command_tells_people_and_programs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    line = ["ladder", "delectable", "--deals", "2", "--levels", "random,easy", "--jobs", "1"]
    assert main(line) == 0
    assert "easy" in capsys.readouterr().out
    assert main([*line, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pairs"][0]["challenger"] == "easy"
    assert main(["ladder", "delectable", "--levels", "random,oracle,clever"]) == 2

"""Puzzles: the pool that comes with each game, the day's by its date, and what the finder lets pass."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest

import maitred
from maitred.cli import main
from maitred.coach import finding, puzzles
from maitred.coach.finding import find, lead
from maitred.coach.judging import judge
from maitred.coach.puzzles import FIRST_DAY, STARS, Puzzle, day_of, packed_move, pool, puzzle_of, read, solution
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadPosition, BadSetup, Refused
from maitred.kernel.game import Game
from tests.coach.games import GAMES
from tests.packaging.clean import ROOT

TWO_RECIPES = {
    "moment": "play",
    "stations": [
        {"deck": "italy", "hand": ["Marinara", "Spaghetti Carbonara"], "prepared": ["Penne", "Gnocchi"]},
        {"deck": "china"},
    ],
}
with_puzzles = pytest.mark.parametrize("game", [game for game in GAMES if pool(game)], ids=lambda game: game.id)


@with_puzzles
def test_every_puzzle_of_the_pool_is_legal_missed_by_medium_and_told_in_words(game: Game) -> None:
    found = pool(game)
    assert len({(puzzle.seed, len(puzzle.moves)) for puzzle in found}) == len(found), "no puzzle is there twice"
    for puzzle in found:
        known = puzzle.known(game)
        assert puzzle.seat in known.actors()
        words = [game.sense.reason(known, puzzle.seat, each) for each in (puzzle.best, puzzle.second, puzzle.medium)]
        assert words[0] not in words[1:], "the solution says what could not be said of a rival"
        assert puzzle.sure >= finding.GAP
        assert puzzle.gap >= puzzle.sure
        assert puzzle.solved["medium"] == 0
        assert puzzle.difficulty() in STARS
    puzzle = found[0]
    told = solution(game, puzzle, puzzle.medium)
    assert (told["right"], told["best"]["action"]) == (False, puzzle.best)
    assert solution(game, puzzle, puzzle.best)["right"]
    assert told["best"]["reason"]
    with pytest.raises(Refused):
        solution(game, puzzle, game.n_actions)


@with_puzzles
def test_a_puzzle_of_the_pool_holds_in_fresh_worlds(game: Game) -> None:
    puzzle = pool(game)[-1]
    known = puzzle.known(game)
    found = judge(game, known, puzzle.seat, puzzle.best, 40, ("again", game.id), [puzzle.second, puzzle.medium])
    assert lead(found, 0.0) > 0
    assert maitred.bot("medium", game).choose(known, puzzle.seat, Stream(9)) != puzzle.best


@with_puzzles
def test_the_dish_of_the_day_is_the_same_for_all_and_each_comes_once_before_any_comes_again(game: Game) -> None:
    count = len(pool(game))
    day = FIRST_DAY + datetime.timedelta(days=3 * count)
    lap = [puzzle_of(game, day + datetime.timedelta(days=at))[0] for at in range(count)]
    assert sorted(lap) == list(range(count))
    assert puzzle_of(game, day)[0] == lap[0]
    with pytest.raises(BadSetup, match="first dish of the day"):
        puzzle_of(game, FIRST_DAY - datetime.timedelta(days=1))


def test_the_documents_say_how_many_puzzles_there_are() -> None:
    table = ["| | puzzles | easy | tricky | hard |", "|---|--:|--:|--:|--:|"]
    for game in GAMES:
        levels = [puzzle.difficulty() for puzzle in pool(game)]
        counts = " | ".join([str(levels.count(star)) for star in STARS])
        table.append(f"| {game.title} | {len(levels)} | {counts} |")
    text = (ROOT / "docs" / "coach.md").read_text(encoding="utf-8")
    assert "\n".join(table) in text


def test_days_and_files_of_something_else_are_refused() -> None:
    with pytest.raises(BadSetup, match="2026-12-31"):
        day_of("yesterday")
    game = maitred.game("ovens")
    other = {**puzzles.heading(game), "rules_version": 99}
    assert read(game, json.dumps(other)) == []
    assert read(game, "") == []


def test_a_puzzle_of_other_rules_is_not_laid_out() -> None:
    game = maitred.game("delectable")
    some = Puzzle(1, 2, 0, [packed_move(1, 3)], 0, 0.5, 1, 0.1, 0.05, 1, 0.1, {})
    with pytest.raises(BadPosition, match="other rules"):
        some.state(game)
    with pytest.raises(BadPosition, match="solution is not legal"):
        some._replace(moves=[], best=game.n_actions - 1).state(game)


def test_the_finder_lets_pass_only_what_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    game = maitred.game("delectable")
    monkeypatch.setattr(finding, "SCREENING", 6)
    monkeypatch.setattr(finding, "CHECKING", (12, 12))
    monkeypatch.setattr(finding, "LONG", 12)
    monkeypatch.setattr(finding, "MISSES", 2)
    monkeypatch.setattr(finding, "ENDINGS", 30)
    monkeypatch.setattr(finding, "TRIES", 2)
    monkeypatch.setattr(game.sense, "iterations", 16)
    found = list(find(game, 6, 2))
    assert found == list(find(game, 6, 2)), "the same seed gives the same puzzles"
    for puzzle in found:
        assert puzzle.sure >= finding.GAP
        assert puzzle.best != puzzle.medium
    monkeypatch.setattr(finding, "GAP", 0.9)
    assert not list(find(game, 6, 2))


def test_what_can_be_followed_by_the_best_move_at_no_cost_is_no_rival() -> None:
    """Cooking the small recipe first only looks worse: the other one can still be cooked after it."""
    game = maitred.game("food_court")
    state = game.load(TWO_RECIPES, 1)
    actions = {game.describe(state, 0, action)["label"]: action for action in state.legal(0)}
    small, other = actions["Cook Marinara (easy)"], actions["Cook Spaghetti Carbonara (normal)"]
    assert finding.can_follow(game, state, 0, small, other)
    assert not finding.can_follow(game, state, 0, actions["End the turn without scoring"], other)
    after = state.clone()
    after.apply(0, small)
    assert finding.reach(game, after, 0, other)
    assert other in after.legal(0)
    assert {finding.played_out(game, state, 0, path, ("test",)) for path in ([small, other], [other, small])} <= {0, 1}


def test_what_the_same_words_explain_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    game = maitred.game("delectable")
    monkeypatch.setattr(finding, "GAP", -1.0)
    monkeypatch.setattr(finding, "ENDING_DOUBT", -100.0)
    for name in ("SCREENING", "ENDINGS", "TRIES"):
        monkeypatch.setattr(finding, name, 2)
    monkeypatch.setattr(finding, "CHECKING", (2,))
    monkeypatch.setattr(finding, "LONG", 2)
    monkeypatch.setattr(game.sense, "iterations", 16)
    assert list(find(game, 6, 2))
    monkeypatch.setattr(type(game.sense), "reason", lambda *_: "It is the best.")
    assert not list(find(game, 6, 2))


def test_the_command_lists_and_finds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["puzzles", "ovens"]) == 0
    assert "Ovens: " in capsys.readouterr().out
    some = Puzzle(7, 2, 0, [], 0, 0.5, 1, 0.1, 0.05, 1, 0.1, {"hard in haste": 1.0, "hard": 1.0})
    monkeypatch.setattr(finding, "find", lambda game, seed, players: iter([some._replace(seed=seed)]))
    out = tmp_path / "more.jsonl"
    for wanted in ("2", "3"):
        assert main(["puzzles", "ovens", "--find", wanted, "--seed", "5", "--out", str(out)]) == 0
    assert [puzzle.seed for puzzle in read(maitred.game("ovens"), out.read_text(encoding="utf-8"))] == [5, 6, 7]
    assert main(["puzzles", "ovens", "--find", "1", "--out", str(tmp_path / "none" / "file")]) == 2
    assert "cannot be written" in capsys.readouterr().err

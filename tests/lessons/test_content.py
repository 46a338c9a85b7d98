"""Lesson files: what ours must have, and how a wrong one is refused."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import maitred
from maitred.coach.judging import MISTAKE, Tried, judge
from maitred.kernel.chance import Stream
from maitred.kernel.errors import Refused
from maitred.kernel.game import Game
from maitred.kernel.record import PREPARED, Record
from maitred.lessons.content import FILE, course_of, fitting, read
from maitred.lessons.teaching import pupil
from maitred.starter.game import GAME as STARTER
from tests.packaging.clean import ROOT

GAMES = maitred.all_games()
WORLDS = 32
DECISIONS = (7, 16)
"""How many decisions a first game asks for: some ten."""

by_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


@by_game
def test_a_game_has_a_first_game_and_three_short_lessons(game: Game) -> None:
    first, *short = course_of(game).lessons
    assert first.whole
    asked = [step for step in first.steps if step.ask]
    assert DECISIONS[0] <= len(asked) <= DECISIONS[1], len(asked)
    assert any(step.mistakes for step in first.steps)
    assert [lesson.whole for lesson in short] == [False] * 3
    for lesson in short:
        assert lesson.end, lesson.id
        assert any(step.mistakes for step in lesson.steps), lesson.id


@by_game
def test_what_a_short_lesson_calls_a_mistake_is_not_the_better_move(game: Game) -> None:
    for lesson in course_of(game).lessons[1:]:
        chance = {"kind": PREPARED, "position": lesson.position, "seed": lesson.seed}
        record = Record(game, game.load(lesson.position, lesson.seed).players, chance, lesson.options)
        while (step := (learner := pupil(lesson, record)).step()) is not None:
            known = record.state.determinize(lesson.seat, Stream(1))
            asked = learner.asked(step, known)
            called = [each for wrong in step.mistakes for each in fitting(game, known, lesson.seat, wrong.does)]
            mistakes = list(dict.fromkeys([each for each in called if each not in asked]))
            if mistakes:
                judged = judge(game, known, lesson.seat, asked[0], WORLDS, (lesson.id, step.id), mistakes)
                worst = max(judged.others, key=Tried.difference)
                assert worst.difference() < MISTAKE, (lesson.id, step.id, worst)
            record.play(lesson.seat, asked[0])


@by_game
def test_clauses_are_those_of_the_rulings(game: Game) -> None:
    rulings = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    known = set(re.findall(r"^### (\w+)$", rulings, re.MULTILINE))
    rules = course_of(game).rules
    assert len(rules) >= 8
    assert set(rules) <= known


@by_game
def test_the_page_knows_every_place(game: Game) -> None:
    text = (ROOT / "web" / "src" / "games" / game.id / "places.ts").read_text(encoding="utf-8")
    around = {"prompt", "seats", "tools", "board"}
    known = set(re.findall(r'^  (\w+): "', text, re.MULTILINE)) | around
    course = course_of(game)
    used = {step.at for lesson in course.lessons for step in lesson.steps}
    used |= {place for lesson in course.lessons for step in lesson.steps for place, _ in step.say}
    assert set(course.places) <= known
    assert used - {""} <= set(course.places)


def delectable(change: Callable[[str], str]) -> str:
    """The refusal of Delectable's lessons after a change."""
    game = maitred.game("delectable")
    folder = game.files()
    assert folder is not None
    text = folder.joinpath(FILE).read_text(encoding="utf-8")
    changed = change(text)
    assert changed != text
    with pytest.raises(Refused) as refusal:
        read(changed.encode(), game)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('at = "market"', 'at = "cellar"', "lesson 'first', step 'roll': 'cellar' is not among the `places`"),
        (
            '"Honest Hank", "Ribs',
            '"Hasty Hank", "Ribs',
            "lesson 'first': In the position 'restaurants' names 'Hasty",
        ),
        ('covers = ["D9"]', 'covers = ["none"]', "step 'again': it covers 'none'"),
        ('covers = ["D9"]', "covers = []", "lesson 'first' does not cover D9"),
        ('ask = "Steal from {1}."', "", "step 'steal': what is asked for needs both"),
        ('cost = "score"', 'cost = "percent"', "step 'roll': the cost 'percent' needs a `label`"),
        ('id = "weakest"', 'id = "first"', "two lessons have the same id"),
        ('id = "discard"', 'id = "roll"', "lesson 'first': two steps have the same id"),
        ('title = "Let a card go"', f'title = "{"Let a card go " * 9}"', "step 'discard': a text has 126 characters"),
        ("whole = true", "whole = 1", "Expected `bool`, got `int`"),
        ("minutes = 6", "hours = 6", "unknown field `hours`"),
        ("seed = 26", "seed = = 26", "lessons.toml"),
        ("turn = 0", "turn = 1", "lesson 'first': it does not begin with a decision of the learner's seat 0"),
    ],
)
def test_a_wrong_file_is_refused_by_lesson_step_and_reason(old: str, new: str, told: str) -> None:
    refusal = delectable(lambda text: text.replace(old, new, 1))
    assert told in refusal
    assert "lessons.toml" in refusal


def test_a_game_without_lessons_has_none() -> None:
    assert course_of(STARTER).lessons == []

"""After a mistake, a lesson asks for what is still right, and not for what would have followed without it."""

from __future__ import annotations

import pytest

import maitred
from maitred.kernel.record import PREPARED, Record
from maitred.lessons.content import course_of, fitting
from maitred.lessons.teaching import COST, MEANS, Pupil, pupil, scripted


def learner_after(game_id: str, at: str, detour: str) -> Pupil:
    """Somebody who does what the first game asks for, up to a step in which they do something else."""
    game = maitred.game(game_id)
    lesson = course_of(game).lessons[0]
    players = game.load(lesson.position, lesson.seed).players
    record = Record(game, players, {"kind": PREPARED, "position": lesson.position, "seed": lesson.seed}, lesson.options)
    while True:
        seat = record.state.actors()[0]
        if seat != lesson.seat:
            move = scripted(lesson, record, seat)
            record.play(seat, record.state.legal(seat)[0] if move is None else move)
            continue
        learner = pupil(lesson, record)
        step = learner.step()
        assert step is not None, at
        if step.id == at:
            record.play(seat, fitting(game, record.state, seat, [detour])[0])
            return pupil(lesson, record)
        record.play(seat, learner.asked(step, record.state)[0])


@pytest.mark.parametrize(
    ("game", "at", "detour", "asked"),
    [
        ("ovens", "radioactive", "prepare: Tomato", "late"),
        ("ovens", "radioactive", "prepare: Pickles", "tomato"),
        ("food_court", "cook", "cook: Spaghetti Carbonara", "primary"),
        ("diner", "seat", "seat: Dad's Weekend", "serve"),
    ],
)
def test_a_lesson_asks_for_what_is_still_right(game: str, at: str, detour: str, asked: str) -> None:
    step = learner_after(game, at, detour).step()
    assert step is not None
    assert step.id == asked


@pytest.mark.parametrize(
    ("game", "at", "detour", "untrue"),
    [
        ("food_court", "cook", "cook: Marinara", ("primary", "optional", "serve")),
        ("diner", "seat", "seat: Touring Rock Stars", ("serve", "draw")),
    ],
)
def test_nothing_is_said_that_is_not_so_after_a_detour(
    game: str, at: str, detour: str, untrue: tuple[str, ...]
) -> None:
    step = learner_after(game, at, detour).step()
    assert step is None or step.id not in untrue, step


def test_where_nothing_is_lost_no_numbers_are_held_against_the_learner() -> None:
    told = learner_after("chefs_choice", "menu", "play: Play Soup, Steak and Cake").facts().notes[0]
    assert (told.kind, told.title, told.rows) == ("cost", MEANS, [])
    told = learner_after("ovens", "done", "go on").facts().notes[0]
    assert (told.kind, told.title) == ("cost", COST)
    assert int(told.rows[0][1]) < int(told.rows[0][2])


def test_what_never_came_up_is_a_rule_and_makes_sense_without_the_move() -> None:
    game = maitred.game("ovens")
    lesson = course_of(game).lessons[0]
    told = Pupil(lesson, game, game.load(lesson.position, lesson.seed)).last_words(True)[1:]
    rules = [step for step in lesson.steps if step.covers and step.say and not step.heard]
    assert [note.text for note in told] == [f"{step.title}. {step.say[0][1]}" for step in rules]
    assert not [note for note in told if "It has worked" in note.text]

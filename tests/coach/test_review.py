"""Reviews: judged by what the seat knew, the same for the same budget, and honest about what is in doubt."""

from __future__ import annotations

import json
from typing import Any

import pytest

import maitred
from maitred.coach import judging
from maitred.coach.course import Course, Moment, course_of
from maitred.coach.judging import (
    FIRST,
    GRADES,
    INACCURACY,
    LONG,
    SCREENED,
    Judged,
    Round,
    Tried,
    judge,
    rounds,
)
from maitred.coach.page import page
from maitred.coach.review import Review, perform
from maitred.coach.telling import verdict
from maitred.coach.working import review_round
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadRecord, BadSetup
from maitred.kernel.game import Game
from tests.coach.games import GAMES, finished
from tests.packaging.clean import ROOT

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
FEW = 4
FEW_WORLDS = 192


def reviewed(course: Course, seat: int, budget: int = FEW, open_cards: bool = False) -> dict[str, Any]:
    """A review in one process."""
    review = Review(course, seat, budget=budget, open_cards=open_cards)
    while not review.is_done():
        assert list(review_round([review], 1))
    return review.told()


def shortened(course: Course, moves: int) -> Course:
    """The same game, of which only the last moves are gone through: it is quicker."""
    return course._replace(moments=course.moments[-moves:])


@games
def test_a_review_with_everything_hidden_dealt_anew_is_the_same_to_the_byte(game: Game) -> None:
    players = max(3, game.min_players)
    course = shortened(course_of(finished(game, players, ["easy"] * players, 3)), 14)
    told = reviewed(course, 1)
    other = [
        Moment(state.determinize(1, Stream(77, at)), seat, action)
        for at, (state, seat, action) in enumerate(course.moments)
    ]
    assert any(new.state.pack() != old.state.pack() for new, old in zip(other, course.moments, strict=True))
    assert json.dumps(reviewed(course._replace(moments=other), 1)) == json.dumps(told)


@games
def test_a_review_tells_every_decision_and_the_chances_from_the_deal_to_the_result(game: Game) -> None:
    players = game.min_players
    course = shortened(course_of(finished(game, players, ["easy"] * players, 8)), 12)
    told = reviewed(course, 0)
    assert [each["move"] for each in told["decisions"]] == course.decisions(0)
    assert all(each["grade"] in GRADES and each["words"] and each["prompt"] for each in told["decisions"])
    assert all(abs(sum(point["chances"]) - 1) < 0.01 for point in told["outlook"])
    winners = course.end.ranking()[0]
    assert told["outlook"][-1]["chances"] == [1 / len(winners) if at in winners else 0 for at in range(players)]
    luck = told["luck"]
    assert luck["fair"] + luck["deal"] + luck["own_moves"] + luck["others"] - luck["cost"][0] == pytest.approx(
        luck["result"], abs=0.002
    )
    assert all(name in page([told]) for name in told["names"])
    assert told["open_cards"] is False
    opened = reviewed(course, 0, open_cards=True)
    assert opened["open_cards"] is True
    assert opened["decisions"] == told["decisions"], "decisions are judged by what the seat knew, whoever looks on"
    assert [point["move"] for point in opened["outlook"]] == [point["move"] for point in told["outlook"]]


def test_the_same_budget_gives_the_same_review_whoever_does_the_work() -> None:
    course = shortened(course_of(finished(maitred.game("ovens"), 2, ["easy", "easy"], 2)), 12)
    alone = Review(course, 0, budget=2 * FIRST)
    shared = Review(course, 0, budget=2 * FIRST)
    assert list(review_round([alone], 1))
    jobs = shared.jobs()
    shared.take(list(reversed([(job, perform(job)) for job in jobs])))
    assert shared.told() == alone.told()
    assert alone.told()["rounds"] == [1, 2]


def test_jobs_hold_nothing_that_the_seat_could_not_know() -> None:
    course = course_of(finished(maitred.game("ovens"), 3, ["easy"] * 3, 2))
    for job in Review(course, 2, budget=FEW).jobs():
        state = job.place.state()
        assert state == course.known(job.move, 2)
        again = state.determinize(2, Stream(5))
        assert again == course.moments[job.move].state.determinize(2, Stream(5))


def test_a_running_game_is_never_reviewed() -> None:
    record = finished(maitred.game("ovens"), 2, ["medium", "medium"], 1)
    record.trail.clear()
    running = maitred.Record(record.game, 2, 1)
    for seat, action, ms in record.moves[:-1]:
        running.play(seat, action, ms)
    with pytest.raises(BadRecord, match="never reviewed"):
        course_of(running)
    with pytest.raises(BadRecord, match="Nobody has decided"):
        course_of(emptied(record))


def emptied(record: maitred.Record) -> maitred.Record:
    """A record of a finished game whose moves are gone."""
    record.moves.clear()
    return record


def test_a_wrong_seat_or_budget_is_refused_with_a_sentence() -> None:
    course = course_of(finished(maitred.game("ovens"), 2, ["medium", "medium"], 1))
    with pytest.raises(BadSetup, match="no seat 3 in this game of 2"):
        Review(course, 2)
    with pytest.raises(BadSetup, match="from 1 to"):
        Review(course, 0, budget=0)


def tried(action: int, mean: float, spread: float, worlds: int = 400, searches: int = 0) -> Tried:
    """An action that was better by so much, with so much spread, as so many long searches agree."""
    squared = worlds * mean * mean
    spread = worlds * spread * spread
    return Tried(action, worlds, worlds * (0.3 + mean), worlds * mean, squared + spread, searches, squared)


@pytest.mark.parametrize(
    ("mean", "spread", "grade"),
    [
        (0.10, 0.2, "mistake"),
        (0.045, 0.15, "mistake"),
        (0.04, 0.15, "inaccuracy"),
        (0.10, 1.0, "good"),
        (0.02, 0.05, "inaccuracy"),
        (0.02, 0.5, "good"),
        (0.001, 0.01, "best"),
        (-0.05, 0.1, "best"),
    ],
)
def test_a_grade_is_given_only_beyond_doubt(mean: float, spread: float, grade: str) -> None:
    judged = Judged(tried(1, 0.0, 0.0), (tried(2, mean, spread, searches=2),))
    assert judged.grade() == grade
    alone = judged._replace(others=(tried(2, mean, spread, searches=1),))
    assert alone.grade() == ("inaccuracy" if grade == "mistake" else grade), "one long search is not enough"
    loss, low, high = judged.loss()
    assert 0 <= low <= loss <= high
    assert (low >= INACCURACY) == (grade in ("inaccuracy", "mistake"))


def test_more_alternatives_make_wider_intervals_and_few_worlds_prove_nothing() -> None:
    better = tried(2, 0.04, 0.2, searches=2)
    one = Judged(tried(1, 0.0, 0.0), (better,))
    many = Judged(tried(1, 0.0, 0.0), (better, *[tried(at, -0.2, 0.15, searches=2) for at in range(3, 9)]))
    assert one.grade() == "inaccuracy"
    assert many.grade() == "good"
    assert many.to_try() == [2]
    assert Judged(tried(1, 0, 0, 4), (tried(2, 0.06, 0.0, 4),)).grade() == "good", "four worlds alike are no proof"


@pytest.mark.parametrize(
    ("mean", "spread", "searches", "settled"),
    [(0.10, 0.2, 2, True), (0.10, 0.2, 1, False), (0.02, 0.05, 0, True), (0.02, 0.5, 2, False), (-0.05, 0.1, 0, True)],
)
def test_worlds_go_only_to_what_may_or_may_not_be_a_mistake(
    mean: float, spread: float, searches: int, settled: bool
) -> None:
    judged = Judged(tried(1, 0.0, 0.0), (tried(2, mean, spread, searches=searches),), searches > 0).narrowed()
    assert judged.settled == settled
    assert judged.to_try() == ([2] if mean > 0.02 or not settled else [])


def test_short_rounds_double_and_the_rest_of_a_budget_is_long() -> None:
    assert rounds(SCREENED) == [Round(32, False), Round(32, False), Round(64, False)]
    assert rounds(SCREENED + 4 * LONG)[3:] == [Round(512, True), Round(512, True), Round(1024, True)]
    assert rounds(40) == [Round(32, False), Round(8, False)]
    assert rounds(3) == [Round(3, False)]


@pytest.mark.parametrize(("seen_at_length", "grade"), [(0.10, "mistake"), (-0.10, "best")])
def test_what_short_searches_think_wrong_is_a_mistake_only_if_long_ones_agree(
    seen_at_length: float, grade: str
) -> None:
    course = shortened(course_of(finished(maitred.game("ovens"), 2, ["easy", "easy"], 2)), 12)
    review = Review(course, 0)
    while not review.is_done():
        done: list[tuple[Any, Any]] = []
        for job in review.jobs():
            mean = seen_at_length if job.long else 0.10
            searches = job.worlds // LONG if job.long else 0
            other = tried(2, mean, 0.15, job.worlds, searches)
            judged = Judged(tried(1, 0.0, 0.0, job.worlds), (other,), job.long)
            done.append((job, perform(job) if job.played is None else judged.narrowed()))
            assert job.long == (review.round >= len(rounds(SCREENED)))
        review.take(done)
        grades = {judged.grade() for judged in review.judged.values()}
        assert grades == {grade if review.round > len(rounds(SCREENED)) + (grade == "mistake") else "inaccuracy"}
    assert review.judged


def test_long_searches_that_differ_are_no_proof() -> None:
    alike, apart = (
        tried(2, first, 0.1, 512, 1).plus(tried(2, 0.09, 0.1, 512, 1)).plus(tried(2, last, 0.1, 512, 1))
        for first, last in ((0.09, 0.09), (0.0, 0.18))
    )
    assert alike.difference() == pytest.approx(apart.difference())
    assert Judged(tried(1, 0.0, 0.0, 3 * 512), (alike,)).grade() == "mistake"
    assert Judged(tried(1, 0.0, 0.0, 3 * 512), (apart,)).grade() == "good"


def test_long_searches_try_only_the_likeliest() -> None:
    others = tuple([tried(at, 0.001 * at, 0.5) for at in range(2, 10)])
    judged = Judged(tried(1, 0.0, 0.0), others)
    assert len(judged.to_try()) == 8
    assert judged.to_try(long=True) == [9, 8, 7, 6]


def test_leaving_a_dish_unfinished_is_a_mistake_and_finishing_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "LONG", FEW_WORLDS)
    game = maitred.game("ovens")
    course = course_of(finished(game, 4, ["easy", "medium", "medium", "medium"], 5))
    wrong: list[str] = []
    for move in course.decisions(0):
        known, action = course.known(move, 0), course.moments[move].action
        reasons = {each: game.sense.reason(known, 0, each) for each in known.legal(0)}
        finishing = [each for each, reason in reasons.items() if "finishes" in reason]
        if finishing and action not in finishing:
            wrong.append(judge(game, known, 0, action, 2 * FEW_WORLDS, ("test", move), finishing, long=True).grade())
            assert judge(game, known, 0, finishing[0], FEW_WORLDS, ("test", move), [action], long=True).grade() in (
                "best",
                "good",
            )
    assert wrong == ["mistake"]


def test_turning_points_are_changes_beyond_doubt_the_largest_first() -> None:
    course = shortened(course_of(finished(maitred.game("ovens"), 2, ["easy", "easy"], 2)), 12)
    chances = [(0.5, 0.05), (0.6, 0.05), (0.9, 0.01), (0.86, 0.01), (0.3, 0.01), (0.37, 0.01)]
    outlook = [
        {"move": 2 * at, "chances": [1 - chance, chance], "error": error} for at, (chance, error) in enumerate(chances)
    ]
    told = Review(course, 1).turning_points(outlook)
    assert [(point["move"], point["until"], point["change"]) for point in told] == [
        (6, 8, -0.56),
        (2, 4, 0.3),
        (8, 10, 0.07),
    ]
    assert [point["seat"] for point in told] == [course.moments[point["move"]].seat for point in told]


def test_who_played_better_than_they_scored_has_earned_it() -> None:
    luck = {"fair": 0.25, "deal": 0.0, "own_moves": -0.2, "others": -0.1, "result": 0.0}
    counts = {"best": 20, "good": 2, "inaccuracy": 0, "mistake": 0}
    praise = "You played better than you scored"
    assert verdict({**luck, "luck": [-0.25, -0.3, -0.2], "cost": [0.0, 0.0, 0.0]}, counts)[0].startswith(praise)
    for unearned in (
        {"luck": [-0.1, -0.3, 0.1], "cost": [0.0, 0.0, 0.0]},
        {"luck": [-0.25, -0.3, -0.2], "cost": [0.3, 0.2, 0.4]},
        {"luck": [-0.25, -0.3, -0.2], "cost": [0.0, 0.0, 0.0], "result": 1.0},
    ):
        assert not verdict({**luck, **unearned}, counts)[0].startswith(praise)
    lucky = verdict({**luck, "result": 1.0, "luck": [0.9, 0.8, 1.0], "cost": [0.2, 0.15, 0.3]}, counts)
    assert lucky[0].startswith("You scored better than you played")


def test_a_game_by_earlier_rules_is_reviewed_by_those() -> None:
    text = (ROOT / "tests" / "games" / "ovens" / "records" / "rules_1_medium.json").read_text(encoding="utf-8")
    course = course_of(maitred.read_record(text))
    assert course.end.old_rules == 1
    review = Review(shortened(course, 8), course.moments[-1].seat, budget=1)
    assert all(job.place.state().old_rules == 1 for job in review.jobs())
    assert list(review_round([review], 1))
    assert review.told()["decisions"]

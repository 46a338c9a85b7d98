"""Intervals hold what they promise, on deals whose truth is known exactly."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import pytest

from maitred.lab.statistics import (
    FEWEST_DEALS,
    Tally,
    additive,
    anytime,
    anytime_unbounded,
    benjamini_hochberg,
    deals_needed,
    ever_excluded,
    fixed,
    holm,
    p_of_interval,
    p_value,
    student,
)

RUNS = 1000


class Deals(NamedTuple):
    """A kind of deal: what it can come to, and how likely each is."""

    values: list[float]
    weights: list[float]

    def truth(self) -> float:
        return sum(value * weight for value, weight in zip(self.values, self.weights, strict=True))

    def tally(self, counts: list[int]) -> Tally:
        tally = Tally(min(0.0, *self.values), 1.0)
        tally.counts = {value: count for value, count in zip(self.values, counts, strict=True) if count}
        return tally


TWO = Deals([0.0, 0.5, 1.0], [0.35, 0.1, 0.55])
FOUR = Deals([0.0, 0.25, 0.5, 0.75, 1.0], [0.3, 0.45, 0.2, 0.04, 0.01])
NO_CHANGE = Deals([-1.0, -0.5, 0.0, 0.5, 1.0], [0.05, 0.1, 0.7, 0.1, 0.05])
KINDS = {"two players": TWO, "four players": FOUR, "a paired difference": NO_CHANGE}
kinds = pytest.mark.parametrize("deals", KINDS.values(), ids=KINDS)


@kinds
@pytest.mark.parametrize("count", [100, 1000])
def test_intervals_of_fixed_size_hold_the_truth_as_often_as_they_say(deals: Deals, count: int) -> None:
    drawn = np.random.default_rng(count).choice(deals.values, p=deals.weights, size=(RUNS, count))
    intervals = [fixed(values) for values in drawn]
    assert 0.93 * RUNS <= sum(not each.excludes(deals.truth()) for each in intervals) <= 0.97 * RUNS


@kinds
def test_anytime_intervals_hold_the_truth_whenever_one_looks_and_are_at_most_twice_as_wide(deals: Deals) -> None:
    generator = np.random.default_rng(11)
    chunks, chunk = 20, 48
    missed = 0
    wider = []
    for run in range(RUNS):
        counts = np.cumsum(generator.multinomial(chunk, deals.weights, size=chunks), axis=0)
        missed += any(ever_excluded(deals.tally(list(map(int, row))), deals.truth()) for row in counts)
        if run % 20 == 0:
            last = np.repeat(deals.values, counts[-1])
            wider.append(anytime(deals.tally(list(map(int, counts[-1])))).half_width() / fixed(last).half_width())
    assert missed <= 0.05 * RUNS
    assert max(wider) <= 2


def test_a_difference_that_is_there_is_found() -> None:
    tally = Tally(-1.0, 1.0)
    tally.counts = {-1.0: 30, 0.0: 880, 1.0: 90}
    for mean, far in ((0.0, True), (0.06, False)):
        assert anytime(tally).excludes(mean) is far
        assert ever_excluded(tally, mean) is far


def test_there_is_no_interval_with_too_few_deals() -> None:
    tally = Tally(0.0, 1.0)
    tally.add([0.0, 1.0] * (FEWEST_DEALS // 2 - 1))
    for interval in (anytime(tally), fixed([0.0, 1.0] * (FEWEST_DEALS // 2 - 1))):
        assert interval.mean == 0.5
        assert interval.low is interval.high is None
        assert interval.half_width() == math.inf
        assert not interval.excludes(7.0)
        assert not interval.within(-9.0, 9.0)


def test_a_value_outside_its_bounds_is_an_error() -> None:
    with pytest.raises(ValueError, match="between"):
        Tally(0.0, 1.0).add([1.5])


def test_all_deals_alike_leave_an_interval_that_is_not_a_point() -> None:
    tally = Tally(0.0, 1.0)
    tally.add([1.0] * 100)
    interval = anytime(tally)
    assert interval.high == 1.0
    assert interval.low is not None
    assert 0.85 < interval.low < 0.97, "100 wins in a row do not prove that nobody else ever wins"


def test_quantiles_of_student() -> None:
    assert student(0.975, 19) == pytest.approx(2.0930, abs=0.001)
    assert student(0.975, 1000) == pytest.approx(1.9623, abs=0.001)


def test_deals_needed_give_the_width_that_was_asked_for() -> None:
    for confidence in (0.95, 0.99):
        count = deals_needed(0.5, 0.02, confidence)
        tally = Tally(0.0, 1.0)
        tally.counts = {0.0: count // 2, 1.0: count // 2}
        assert anytime(tally, confidence).half_width() == pytest.approx(0.02, rel=0.15)
    assert deals_needed(0.0, 0.01) == FEWEST_DEALS


def test_many_comparisons_alarm_for_nothing_no_more_often_than_one() -> None:
    drawn = np.random.default_rng(5).choice(NO_CHANGE.values, p=NO_CHANGE.weights, size=(RUNS // 2, 12, 200))
    alarms = [min(holm([p_value(values) for values in run])) < 0.05 for run in drawn]
    assert sum(alarms) <= 0.075 * RUNS / 2


def test_false_alarms_are_few_among_all_alarms() -> None:
    assert benjamini_hochberg([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.04, 0.04])
    assert benjamini_hochberg([]) == []
    generator = np.random.default_rng(8)
    drawn = generator.choice(NO_CHANGE.values, p=NO_CHANGE.weights, size=(200, 30, 200))
    alarms = [min(benjamini_hochberg([p_value(values) for values in run])) < 0.05 for run in drawn]
    assert sum(alarms) <= 0.085 * len(drawn)


def test_lengths_hold_the_truth_whenever_one_looks() -> None:
    generator = np.random.default_rng(21)
    missed = 0
    for _ in range(RUNS // 2):
        values = generator.exponential(30.0, size=960)
        missed += any(anytime_unbounded(values[:look]).excludes(30.0) for look in range(96, 961, 96))
    assert missed <= 0.05 * RUNS / 2


def test_factors_are_told_apart_where_they_come_together() -> None:
    """A deck that mostly sits on the first seat owes nothing to it."""
    generator = np.random.default_rng(3)
    design, values = [], []
    for _ in range(3000):
        good_first = generator.random() < 0.8
        chance = 0.5 + 0.1 + (0.2 if good_first else -0.2)
        won = float(generator.random() < chance)
        design.append(
            [[1.0, 0.0, float(good_first), float(not good_first)], [0.0, 1.0, float(not good_first), float(good_first)]]
        )
        values.append([won, 1 - won])
    first, second, good, bad = additive(design, values, [range(2), range(2, 4)])
    assert first.mean == pytest.approx(0.1, abs=0.03)
    assert good.mean == pytest.approx(0.2, abs=0.03)
    assert not first.excludes(0.1)
    assert not bad.excludes(-0.2)
    assert second.mean == pytest.approx(-first.mean)


def test_holm_multiplies_by_what_is_left() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == []


def test_p_values_of_deals_that_are_all_alike() -> None:
    assert p_value([0.0] * 50) == 1.0
    assert 0 < p_value([0.5] * 50) < 1e-6
    assert p_value([0.5] * 5) == 1.0, "too few to say"


def test_p_values_agree_with_intervals_of_fixed_size() -> None:
    """Below 5 % exactly where the interval excludes the null, with few deals and with many."""
    generator = np.random.default_rng(2)
    for count in (20, 400):
        for values in generator.normal(0.3, 1.0, size=(200, count)):
            interval = fixed(values)
            p = p_value(values)
            assert p_of_interval(interval) == pytest.approx(p, abs=2e-3)
            if abs(p - 0.05) > 0.002:
                assert (p < 0.05) is interval.excludes(0.0)

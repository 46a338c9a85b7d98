"""Intervals that hold what they promise: of fixed size, and for looking as often as one likes.

What is counted is deals, each with all its rotations, never single games: games of one deal resemble each other. Every
function here is given one value for each deal.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

CONFIDENCE: Final = 0.95
SIGNIFICANT: Final = 0.05
FEWEST_DEALS: Final = 20
"""Below this there is no interval: with fewer deals it would hold the truth less often than it says."""
BETS: Final[Floats] = np.exp2(np.arange(2.0, -7.0, -1.0))
"""The stakes of the gamblers in `anytime`, for standard deviations and numbers of deals of every size."""
LARGEST_BET: Final = 0.75
"""No gambler stakes more than this part of what could be lost at once."""
BISECTIONS: Final = 26


class Interval(NamedTuple):
    """A mean with the bounds that hold the truth in 95 of 100 cases; None where there are too few deals for bounds."""

    mean: float
    low: float | None
    high: float | None
    deals: int

    def excludes(self, value: float) -> bool:
        """Whether the value lies outside."""
        return self.low is not None and self.high is not None and not self.low <= value <= self.high

    def within(self, low: float, high: float) -> bool:
        """Whether the whole interval lies between two values."""
        return self.low is not None and self.high is not None and low <= self.low and self.high <= high

    def half_width(self) -> float:
        """How far the truth may be off, to the wider side."""
        if self.low is None or self.high is None:
            return math.inf
        return max(self.high - self.mean, self.mean - self.low)


def fixed(values: Sequence[float] | Floats, confidence: float = CONFIDENCE) -> Interval:
    """The mean of a number of deals that was settled beforehand, with Student's interval."""
    deals = len(values)
    each = np.asarray(values, dtype=np.float64)
    mean = float(each.mean())
    if deals < FEWEST_DEALS:
        return Interval(mean, None, None, deals)
    error = float(each.std(ddof=1)) / math.sqrt(deals) * student(1 - (1 - confidence) / 2, deals - 1)
    return Interval(mean, mean - error, mean + error, deals)


def student(part: float, freedom: int) -> float:
    """The quantile of Student's distribution, by the Cornish-Fisher expansion: exact to 0.001 from 19 degrees on."""
    z = NormalDist().inv_cdf(part)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


class Tally:
    """Values between two bounds, counted: there are few different ones, for a deal has few possible outcomes."""

    def __init__(self, low: float, high: float) -> None:
        self.low = low
        self.high = high
        self.counts: dict[float, int] = {}

    def add(self, values: Iterable[float]) -> None:
        """Count some more."""
        for value in values:
            if not self.low <= value <= self.high:
                raise ValueError(f"{value} is not between {self.low} and {self.high}")
            self.counts[value] = self.counts.get(value, 0) + 1

    def deals(self) -> int:
        """How many values were counted."""
        return sum(self.counts.values())

    def mean(self) -> float:
        """Their mean."""
        return sum([value * count for value, count in self.counts.items()]) / self.deals()

    def scaled(self) -> tuple[Floats, Floats]:
        """The different values, from 0 for the lower bound to 1 for the upper one, and how often each was counted."""
        values = np.fromiter(self.counts.keys(), np.float64)
        return (values - self.low) / (self.high - self.low), np.fromiter(self.counts.values(), np.float64)

    def deviation(self) -> float:
        """Their standard deviation."""
        mean = self.mean()
        return math.sqrt(sum([count * (value - mean) ** 2 for value, count in self.counts.items()]) / self.deals())


def anytime(tally: Tally, confidence: float = CONFIDENCE) -> Interval:
    """The mean, with an interval that holds the truth however often one looks, and whenever one stops.

    Gamblers bet on every deal against the hypothesis that the mean is m, at odds that are fair if it is; each always
    stakes the same part. Whatever m would have made them, together, more than 20 times as rich is excluded: if m were
    true, the chance of ever coming to that is at most 1 in 20 (Ville's inequality). See Waudby-Smith and Ramdas,
    "Estimating means of bounded random variables by betting".
    """
    deals = tally.deals()
    mean = tally.mean()
    if deals < FEWEST_DEALS:
        return Interval(mean, None, None, deals)
    span = tally.high - tally.low
    values, counts = tally.scaled()
    most = -math.log(1 - confidence)
    centre = (mean - tally.low) / span
    low = bound(values, counts, centre, 0.0, most)
    high = bound(values, counts, centre, 1.0, most)
    return Interval(mean, tally.low + span * low, tally.low + span * high, deals)


def anytime_unbounded(values: Sequence[float] | Floats, confidence: float = CONFIDENCE) -> Interval:
    """The same for values without bounds, such as the length of a game: right in the limit of many deals.

    See Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence
    sequences"; narrowest around `NARROWEST_AT` deals.
    """
    deals = len(values)
    each = np.asarray(values, dtype=np.float64)
    mean = float(each.mean())
    if deals < FEWEST_DEALS:
        return Interval(mean, None, None, deals)
    risk = 1 - confidence
    tuned = (-2 * math.log(risk) + math.log(1 - 2 * math.log(risk))) / NARROWEST_AT
    grown = deals * tuned + 1
    width = math.sqrt(2 * grown / (deals**2 * tuned) * math.log(math.sqrt(grown) / risk))
    error = float(each.std(ddof=1)) * width
    return Interval(mean, mean - error, mean + error, deals)


NARROWEST_AT: Final = 2000


def ever_excluded(tally: Tally, mean: float, confidence: float = CONFIDENCE) -> bool:
    """Whether the `anytime` interval excludes that mean: quicker to tell than where the interval ends."""
    if tally.deals() < FEWEST_DEALS:
        return False
    values, counts = tally.scaled()
    return fortune(values, counts, (mean - tally.low) / (tally.high - tally.low)) >= -math.log(1 - confidence)


def bound(values: Floats, counts: Floats, inside: float, outside: float, most: float) -> float:
    """Where, between a mean that is not excluded and the end of the range, the excluded ones begin."""
    if fortune(values, counts, outside) < most:
        return outside
    for _ in range(BISECTIONS):
        middle = (inside + outside) / 2
        if fortune(values, counts, middle) < most:
            inside = middle
        else:
            outside = middle
    return outside


def fortune(values: Floats, counts: Floats, mean: float) -> float:
    """The logarithm of how many times richer all gamblers together are, if they bet against this mean."""
    above = np.minimum(BETS, LARGEST_BET / max(mean, 1e-12))
    below = np.minimum(BETS, LARGEST_BET / max(1 - mean, 1e-12))
    stakes = np.concatenate([above, -below])
    grown = np.log1p(np.outer(stakes, values - mean)) @ counts
    top = float(grown.max())
    return top + math.log(float(np.exp(grown - top).mean()))


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values adjusted for many comparisons by Holm's method: the chance that any of them alarms for nothing."""
    order = sorted(range(len(p_values)), key=lambda at: p_values[at])
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for rank, at in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[at]))
        adjusted[at] = highest
    return adjusted


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """P-values adjusted by the method of Benjamini and Hochberg: the part of false ones among all up to each."""
    order = sorted(range(len(p_values)), key=lambda at: -p_values[at])
    adjusted = [1.0] * len(p_values)
    lowest = 1.0
    for rank, at in enumerate(order):
        lowest = min(lowest, p_values[at] * len(p_values) / (len(p_values) - rank))
        adjusted[at] = lowest
    return adjusted


def additive(
    design: Sequence[Sequence[Sequence[float]]], values: Sequence[Sequence[float]], groups: Sequence[Sequence[int]]
) -> list[Interval]:
    """Effects of several factors at once, by least squares, each compared with the mean of its group.

    `design` has, for every deal and every seat in it, the columns; the seats of a deal count as one observation
    (clustered errors).
    """
    columns = np.asarray(design, dtype=np.float64)
    outcome = np.asarray(values, dtype=np.float64)
    deals, seats, width = columns.shape
    flat = np.hstack([np.ones((deals * seats, 1)), columns.reshape(deals * seats, width)])
    inverse = np.linalg.pinv(flat.T @ flat)
    effects = inverse @ flat.T @ outcome.reshape(-1)
    rest = outcome.reshape(-1) - flat @ effects
    scores = (flat * rest[:, None]).reshape(deals, seats, width + 1).sum(axis=1)
    spread = inverse @ (scores.T @ scores) @ inverse
    centring = np.zeros((width, width + 1))
    for group in groups:
        for at in group:
            centring[at, at + 1] = 1
            for other in group:
                centring[at, other + 1] -= 1 / len(group)
    means = centring @ effects
    errors = np.sqrt(np.diag(centring @ spread @ centring.T)) * student(1 - (1 - CONFIDENCE) / 2, max(19, deals - 1))
    return [
        Interval(float(mean), float(mean - error), float(mean + error), deals)
        for mean, error in zip(means, errors, strict=True)
    ]


def p_value(values: Sequence[float] | Floats, null: float = 0.0) -> float:
    """How likely a mean at least as far from `null` would be if that were the truth; 1 with too few deals to say."""
    deals = len(values)
    if deals < FEWEST_DEALS:
        return 1.0
    each = np.asarray(values, dtype=np.float64)
    error = float(each.std(ddof=1)) / math.sqrt(deals)
    distance = abs(float(each.mean()) - null)
    if error == 0:
        return (1 - min(1.0, distance) / 2) ** deals  # all alike: the truth may still be another one
    return p_of(distance / error, deals - 1)


def p_of(errors: float, freedom: int) -> float:
    """How likely a mean is so many standard errors off or more, by Student's distribution (its usual approximation)."""
    return 2 * NormalDist().cdf(-errors * (1 - 1 / (4 * freedom)) / math.sqrt(1 + errors**2 / (2 * freedom)))


def p_of_interval(interval: Interval, null: float = 0.0) -> float:
    """The same for an interval of fixed size that is as wide to both sides."""
    freedom = max(FEWEST_DEALS, interval.deals) - 1
    error = interval.half_width() / student(1 - (1 - CONFIDENCE) / 2, freedom)
    return p_of(abs(interval.mean - null) / error, freedom) if error > 0 else 1.0


def deals_needed(deviation: float, half_width: float, confidence: float = CONFIDENCE) -> int:
    """About how many deals give an `anytime` interval of that half width."""
    errors = 2 * (ANYTIME_EXTRA - math.log(1 - confidence))
    return max(FEWEST_DEALS, math.ceil(errors * (deviation / half_width) ** 2))


ANYTIME_EXTRA: Final = 2.8
"""What looking often costs: half the width of an `anytime` interval is the root of twice (this plus the logarithm of
one in how many cases it may miss) in standard errors, from some hundred deals to some hundred thousand."""

"""Who plays better, from many games: shares of wins over mirrored deals, and ratings, with intervals."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from msgspec import Struct

NORMAL: Final = 1.96
"""A normal variable is within so many standard deviations of its mean 95 times in 100."""
DIGITS: Final = 4


class Played(Struct):
    """One game of an arena."""

    deal: int
    rotation: int
    ranking: list[list[int]]
    """The contestants, best first, ties together."""
    scores: list[int]
    """By contestant."""
    seconds: list[list[float]]
    """How long each decision of each contestant took; none for our own levels."""
    tokens: list[int | None]
    """What each agent reported that it used; None if it did not."""
    forfeits: dict[int, str] = {}
    """The contestants who gave up the game, and how."""


class Estimate(NamedTuple):
    """A number with its 95 % interval; without one there are too few games."""

    mean: float
    low: float | None
    high: float | None

    def told(self) -> dict[str, float | None]:
        """The numbers for JSON."""
        return {name: None if number is None else round(number, DIGITS) for name, number in self._asdict().items()}


class Standing(NamedTuple):
    """What is known about one contestant."""

    name: str
    games: int
    wins: Estimate
    """The share of games won; a shared win counts in part. Games over the same deal are one observation."""
    rating: Estimate
    """By the Plackett–Luce model: 25 is average, and the interval is twice the model's own uncertainty."""
    decisions: int
    median_seconds: float | None
    slowest_seconds: float | None
    tokens: int | None
    forfeits: int

    def told(self) -> dict[str, Any]:
        """The standing for JSON."""
        return {**self._asdict(), "wins": self.wins.told(), "rating": self.rating.told()}


def share_of_win(played: Played, contestant: int) -> float:
    """What a contestant has won of a game."""
    best = played.ranking[0]
    return 1 / len(best) if contestant in best else 0.0


def share(values: Sequence[float]) -> Estimate:
    """A share with its interval, of values that are independent of one another.

    One more win and one more loss are counted for the interval, so that it is honest where all games end alike.
    """
    mean = statistics.fmean(values)
    if len(values) < 2:
        return Estimate(mean, None, None)
    padded = [*values, 0.0, 1.0]
    middle = statistics.fmean(padded)
    reach = NORMAL * statistics.stdev(padded) / math.sqrt(len(padded))
    return Estimate(mean, max(0.0, min(mean, middle - reach)), min(1.0, max(mean, middle + reach)))


def ratings(games: Sequence[Played], contestants: int) -> list[Estimate]:
    """A rating for each contestant, from all games in order."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    now = [model.rating() for _ in range(contestants)]
    for game in games:
        ranks = [float(next(at for at, tied in enumerate(game.ranking) if each in tied)) for each in range(contestants)]
        now = [team[0] for team in model.rate([[rating] for rating in now], ranks=ranks)]
    return [Estimate(each.mu, each.mu - NORMAL * each.sigma, each.mu + NORMAL * each.sigma) for each in now]


def standings(games: Sequence[Played], names: Sequence[str]) -> list[Standing]:
    """The standing of each contestant, in their order."""
    found: list[Standing] = []
    rated = ratings(games, len(names))
    for at, name in enumerate(names):
        by_deal: dict[int, list[float]] = {}
        for game in games:
            by_deal.setdefault(game.deal, []).append(share_of_win(game, at))
        wins = share([statistics.fmean(shares) for shares in by_deal.values()])
        seconds = [second for game in games for second in game.seconds[at]]
        reported = [game.tokens[at] for game in games if game.tokens[at] is not None]
        found.append(
            Standing(
                name=name,
                games=len(games),
                wins=wins,
                rating=rated[at],
                decisions=len(seconds),
                median_seconds=round(statistics.median(seconds), DIGITS) if seconds else None,
                slowest_seconds=round(max(seconds), DIGITS) if seconds else None,
                tokens=sum([each or 0 for each in reported]) if reported else None,
                forfeits=sum([at in game.forfeits for game in games]),
            )
        )
    return found

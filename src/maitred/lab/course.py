"""How a game goes: what is told of its course, in reports of one version and in comparisons of two."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from maitred.lab.playing import Played
from maitred.lab.watching import TOGETHER, Watched

BEHIND: Final = 0.5
"""Somebody has come from behind whose chance to win, halfway, was below this part of a fair share."""

DECISIONS: Final = "Decisions in a game"
"""What is known of every game, also of those that were not watched."""


class Measure(NamedTuple):
    """A number of each game that was watched closely."""

    label: str
    value: Callable[[Played, Watched], float]
    share: bool = False
    """Whether it is shown in per cent."""
    note: str = ""
    of_the_winner: bool = False
    """Whether it is about the winner, and so left out where a first place is shared."""


def rounds(game: Played, seen: Watched) -> float:
    """How many turns each player had."""
    return seen.turns / len(game.firsts)


def minutes(game: Played, seen: Watched) -> float:
    """How long people would take."""
    return TOGETHER * (TOGETHER * game.ms if game.ms else seen.thought_ms) / 60_000


MINUTES: Final = Measure(
    "Minutes with people", minutes, note="estimated: 3 to 9 seconds a decision, and as long for talk"
)
FORCED: Final = Measure("Decisions with one answer only", lambda game, seen: seen.forced / game.decisions, share=True)
LEADS: Final = Measure("Changes of the lead", lambda game, seen: seen.leads)
CLEAR_AFTER: Final = Measure(
    "Part of the game until the winner is clear",
    lambda game, seen: seen.clear,
    share=True,
    note="from when on the chance to win of who then wins stays above 80 %",
    of_the_winner=True,
)
RUNAWAY: Final = Measure(
    "Runaway wins",
    lambda game, seen: float(seen.clear < 0.5),
    share=True,
    note="clear before half of the game was over",
    of_the_winner=True,
)
FROM_BEHIND: Final = Measure(
    "Wins from behind",
    lambda game, seen: float(seen.course[len(seen.course) // 2] < BEHIND / len(game.firsts)),
    share=True,
    note="with less than half of a fair chance when half of the game was over",
    of_the_winner=True,
)
MEASURES: Final = (
    Measure("Rounds: turns of one player", rounds),
    MINUTES,
    Measure("Actions to choose from", lambda game, seen: seen.choices / game.decisions),
    FORCED,
    Measure("Turns without any choice", lambda game, seen: seen.idle / seen.turns, share=True),
    LEADS,
    Measure(
        "Drama",
        lambda game, seen: seen.swings,
        note="how far the winner's chance went up and down beyond the way to the win; 1 is from 0 to 100 %",
        of_the_winner=True,
    ),
    CLEAR_AFTER,
    RUNAWAY,
    FROM_BEHIND,
)
"""In the order of a report; before them comes the number of decisions."""

"""How a game goes: what is told of its course, in reports of one version and in comparisons of two."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from maitred.lab.playing import Played
from maitred.lab.watching import TOGETHER, Watched

BEHIND: Final = 0.5
"""Somebody has come from behind whose chance to win, halfway, was below this part of a fair share."""

DECISIONS: Final = "Decisions in a game"
MINUTES: Final = "Minutes with people"
FORCED: Final = "Decisions with one answer only"
LEADS: Final = "Changes of the lead"
CLEAR_AFTER: Final = "Part of the game until the winner is clear"
RUNAWAY: Final = "Runaway wins"
FROM_BEHIND: Final = "Wins from behind"


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


MEASURES: Final = (
    Measure("Rounds: turns of one player", rounds),
    Measure(MINUTES, minutes, note="estimated: 3 to 9 seconds a decision, and as long for talk"),
    Measure("Actions to choose from", lambda game, seen: seen.choices / game.decisions),
    Measure(FORCED, lambda game, seen: seen.forced / game.decisions, share=True),
    Measure("Turns without any choice", lambda game, seen: seen.idle / seen.turns, share=True),
    Measure(LEADS, lambda game, seen: seen.leads),
    Measure(
        "Drama",
        lambda game, seen: seen.swings,
        note="how far the winner's chance went up and down beyond the way to the win; 1 is from 0 to 100 %",
        of_the_winner=True,
    ),
    Measure(
        CLEAR_AFTER,
        lambda game, seen: seen.clear,
        share=True,
        note="from when on the chance to win of who then wins stays above 80 %",
        of_the_winner=True,
    ),
    Measure(
        RUNAWAY,
        lambda game, seen: float(seen.clear < 0.5),
        share=True,
        note="clear before half of the game was over",
        of_the_winner=True,
    ),
    Measure(
        FROM_BEHIND,
        lambda game, seen: float(seen.course[len(seen.course) // 2] < BEHIND / len(game.firsts)),
        share=True,
        note="with less than half of a fair chance when half of the game was over",
        of_the_winner=True,
    ),
)
"""In the order of a report; before them comes the number of decisions, which is known of every game."""

"""The numbers of a report: each with its interval, and how they are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NotRequired, TypedDict

from maitred.kernel.game import Game
from maitred.kernel.options import FirstSeat
from maitred.lab.statistics import SIGNIFICANT, Interval, fixed, p_value

TOO_FEW: Final = "too few deals for an interval"
RULE_OF_THREE: Final = 3.0
"""What was not seen in n deals happens in at most 3 / n of them, with 95 % confidence."""
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
OTHER_WAY: Final = "the other way round"
NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


class Row(TypedDict):
    """One number with its interval."""

    label: str
    mean: float
    low: float | None
    high: float | None
    deals: int
    fair: float | None
    """What it would be if nobody had an advantage, or nothing had changed."""
    share: bool
    """Whether it is shown in per cent."""
    p: float | None
    """How likely it would be at least as far from `fair` if that were the truth, where that was asked."""
    settled: bool
    """Whether it differs from `fair` beyond doubt; also if all numbers are looked at that it was corrected with."""
    note: str


class Part(TypedDict):
    """Numbers that belong together, under a heading."""

    title: str
    rows: list[Row]
    counts: NotRequired[Sequence[Mapping[str, str]]]
    """Lines of a table that has columns of its own."""
    curve: NotRequired[list[float]]
    """A share over the course of a game."""
    curve_fair: NotRequired[float]
    folded: NotRequired[bool]
    """Whether it is shown only if somebody wants to see it."""
    tabled: NotRequired[bool]
    """Whether there is no picture of it, for its numbers have no scale in common."""


class Section(TypedDict):
    """A section of a report."""

    title: str
    text: str
    parts: list[Part]


class Findings(TypedDict):
    """What is written of a report or a comparison, as JSON and as a page."""

    title: str
    facts: dict[str, str]
    """What was played, by whom, how often, and the command that gives the same again."""
    words: list[str]
    sections: list[Section]


def row(label: str, values: Sequence[float], *, share: bool, fair: float | None = None, note: str = "") -> Row:
    """A number with its interval, from one value for each deal."""
    interval = fixed(values)
    p = None if fair is None else p_value(values, fair)
    if share and interval.low == interval.high is not None:
        unseen = RULE_OF_THREE / len(values)
        interval = interval._replace(low=interval.mean - unseen, high=interval.mean + unseen)
    if share and min(values) >= 0 and interval.low is not None and interval.high is not None:
        interval = interval._replace(low=max(0.0, interval.low), high=min(1.0, interval.high))
    return as_row(label, interval, share=share, fair=fair, p=p, note=note)


def as_row(
    label: str,
    interval: Interval,
    *,
    share: bool,
    fair: float | None = None,
    p: float | None = None,
    note: str = "",
) -> Row:
    """A number that has its interval already."""
    mean, low, high, deals = interval
    return {
        "label": label,
        "mean": short(mean),
        "low": None if low is None else short(low),
        "high": None if high is None else short(high),
        "deals": deals,
        "fair": fair,
        "share": share,
        "p": None if p is None else float(f"{p:.2g}"),
        "settled": fair is not None and interval.excludes(fair),
        "note": note,
    }


def short(value: float) -> float:
    """A number rounded to the digits that matter."""
    return float(f"{value:.6g}")


def corrected(rows: Sequence[Row], method: Callable[[Sequence[float]], list[float]]) -> None:
    """Mark as settled only what is so if all these numbers are looked at together."""
    tested = [row for row in rows if row["p"] is not None]
    for row, adjusted in zip(tested, method([row["p"] or 0.0 for row in tested]), strict=True):
        row["settled"] = adjusted < SIGNIFICANT


def settle(
    rows: Sequence[Row],
    pairs: Sequence[tuple[Row, Row]],
    level: str,
    method: Callable[[Sequence[float]], list[float]],
) -> None:
    """Correct the numbers of a section, and note with those that weaker bots were asked for what these make of them."""
    corrected(rows, method)
    corrected([other for _, other in pairs], method)
    for each, other in pairs:
        each.update(at_both_strengths(each, other, level))


def percent(value: float) -> str:
    """A share in per cent, with a digit after the point where it is small."""
    return f"{100 * value:.0f} %" if abs(value) >= 0.1 else f"{100 * value:.1f} %"


def between(row: Row) -> str:
    """The interval of a share in per cent, or that there is none."""
    if row["low"] is None or row["high"] is None:
        return TOO_FEW
    return f"{100 * row['low']:.1f} to {100 * row['high']:.1f}"


def points(difference: float) -> str:
    """A difference of two shares, without its sign."""
    number = round(100 * abs(difference), 1)
    return f"{number:g} point{'' if number == 1 else 's'}"


def at_both_strengths(each: Row, other: Row, level: str) -> Row:
    """A row with what weaker bots make of it, marked if they see it the other way round."""
    fair = each["fair"]
    assert fair is not None
    seen = f"{level} bots: {told(other, other['mean'])}{unit(other)}"
    if (each["mean"] - fair) * (other["mean"] - fair) < 0:
        seen += f", {OTHER_WAY}" if each["settled"] and other["settled"] else ", the sign differs, not settled"
    return {**each, "note": f"{each['note']}; {seen}" if each["note"] else seen}


def told(row: Row, value: float, digits: int = 1) -> str:
    """A value of a row without its unit: a difference always with its sign."""
    number = round((100 if row["share"] else 1) * value, digits) + 0.0  # never -0.0
    return f"{number:{'+' if row['fair'] == 0 else ''}.{digits}f}"


def unit(row: Row) -> str:
    """What the values of a row are told in: the difference of two shares is points."""
    if not row["share"]:
        return ""
    return " points" if row["fair"] == 0 else " %"


def shown(row: Row) -> str:
    """A number as it stands beside its picture."""
    mean = f"{told(row, row['mean'])}{unit(row)}"
    if row["low"] is None or row["high"] is None:
        return f"{mean} ({row['deals']} deals: too few)"
    return f"{mean} ({told(row, row['low'])} to {told(row, row['high'])})"


def place(game: Game, options: Mapping[str, object], seat: int) -> str:
    """A seat by when it goes (`Going first`), by how far it is from the dealer, or by its number, where the options say
    who begins."""
    begins = [option.name for option in game.options if isinstance(option, FirstSeat)]
    if not begins or not in_order(game, options):
        return f"Seat {seat + 1}"
    if begins[0] == "first":
        return f"Going {ORDINALS[seat]}"
    return f"The {begins[0]}" if seat == 0 else f"{ORDINALS[seat - 1].capitalize()} after the {begins[0]}"


def in_order(game: Game, options: Mapping[str, object]) -> bool:
    """Whether seats are numbered in the order of play, as they are unless the options say who begins."""
    begins = [option.name for option in game.options if isinstance(option, FirstSeat)]
    return all([options.get(name, "1") == "1" for name in begins])


def tables_of(players: int) -> str:
    """`two-player games`."""
    return f"{NUMBERS[players]}-player games"

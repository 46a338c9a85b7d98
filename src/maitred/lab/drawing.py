"""Numbers as pictures: a mark for the mean, a bar for where the truth may lie, a line for what would be fair.

Labels and values are text of the page, so that they keep their size on a phone; only what lies between is SVG.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from maitred.lab.numbers import Row, shown, unit

WIDTH: Final = 100
HEIGHT: Final = 20
TICKS: Final = 4
CURVE_WIDTH: Final = 300
CURVE_HEIGHT: Final = 120


def picture(title: str, rows: Sequence[Row]) -> str:
    """Rows of one kind, which share an axis."""
    low, high = span(rows)
    step = tick(low, high)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step

    def x(value: float) -> float:
        return round((value - low) / (high - low) * WIDTH, 2)

    marks = [low + at * step for at in range(round((high - low) / step) + 1)]
    grid = "".join([line("grid", x(mark), x(mark), 0, HEIGHT) for mark in marks])
    fair = rows[0]["fair"]
    if fair is not None and low <= fair <= high:
        grid += line("fair", x(fair), x(fair), 0, HEIGHT)
    lines = "".join([drawn(row, grid, x) for row in rows])
    labels = "".join([f'<span style="left:{x(mark)}%">{axis_label(mark, step, rows[0])}</span>' for mark in marks])
    return (
        f'<div class="plot" role="img" aria-label="{escape(title)}">{lines}'
        f'<div class="row"><div></div><div class="axis">{labels}</div><div></div></div></div>'
    )


def line(kind: str, x1: float, x2: float, y1: float, y2: float) -> str:
    """A line whose width does not grow with the picture."""
    return f'<line class="{kind}" x1="{x1}" x2="{x2}" y1="{y1}" y2="{y2}"/>'


def drawn(row: Row, grid: str, x: Callable[[float], float]) -> str:
    """One row of a picture: label, bar, value."""
    middle = HEIGHT / 2
    bar = ""
    if row["low"] is not None and row["high"] is not None:
        bar = line("bar", x(row["low"]), x(row["high"]), middle, middle)
    mark = line("mean", x(row["mean"]), x(row["mean"]), 4, HEIGHT - 4)
    kind = "sure" if row["settled"] else "open"
    return (
        f'<div class="row"><div class="label">{escape(row["label"])}</div>'
        f'<svg class="{kind}" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" aria-hidden="true">'
        f'{grid}{bar}{mark}</svg><div class="value">{escape(shown(row))}</div></div>'
    )


def axis_label(value: float, step: float, row: Row) -> str:
    """A number under the axis, in the unit of the row."""
    factor = 100 if row["share"] else 1
    number = f"{factor * value + 0.0:.{digits(factor * step)}f}"
    return f"{number}&#8239;%" if unit(row) == " %" else number


def span(rows: Sequence[Row]) -> tuple[float, float]:
    """From the lowest to the highest number that is drawn."""
    numbers = [
        number for row in rows for number in (row["mean"], row["low"], row["high"], row["fair"]) if number is not None
    ]
    low, high = min(numbers), max(numbers)
    room = (high - low) * 0.05 or abs(high) * 0.1 or 1.0
    if unit(rows[0]) == " %":
        return max(0.0, low - room), min(1.0, high + room)
    return low - room, high + room


def tick(low: float, high: float) -> float:
    """A round distance between the marks of an axis."""
    wanted = (high - low) / TICKS
    power = 10.0 ** math.floor(math.log10(wanted))
    return min([factor * power for factor in (1, 2, 5, 10)], key=lambda step: abs(math.log(step / wanted)))


def digits(step: float) -> int:
    """How many digits after the point a mark needs."""
    return max(0, -math.floor(math.log10(step) + 1e-9))


def curve(title: str, shares: Sequence[float], fair: float) -> str:
    """A share over the course of a game, from its beginning to its end."""
    last = len(shares) - 1

    def y(share: float) -> float:
        return round(CURVE_HEIGHT * (1 - share), 1)

    points = " ".join([f"{CURVE_WIDTH * at / last:.1f},{y(share)}" for at, share in enumerate(shares)])
    grid = "".join([line("grid", 0, CURVE_WIDTH, y(share), y(share)) for share in (0, 0.25, 0.5, 0.75, 1)])
    words = "".join([label("end", -5, y(share) + 3, f"{100 * share:.0f} %") for share in (0, 0.5, 1)])
    for kind, part, moment in (("start", 0.0, "deal"), ("middle", 0.5, "halfway"), ("end", 1.0, "end")):
        words += label(kind, part * CURVE_WIDTH, CURVE_HEIGHT + 13, moment)
    return (
        f'<figure class="curve"><svg viewBox="-32 -6 {CURVE_WIDTH + 36} {CURVE_HEIGHT + 22}" role="img" '
        f'aria-label="{escape(title)}">{grid}{line("fair", 0, CURVE_WIDTH, y(fair), y(fair))}'
        f'<polyline class="course" points="{points}"/>{words}</svg>'
        f"<figcaption>{escape(title)}: from {100 * shares[0]:.0f} % at the deal over {100 * shares[last // 2]:.0f} % "
        f"halfway to {100 * shares[last]:.0f} % before the last decision</figcaption></figure>"
    )


def label(anchor: str, x: float, y: float, words: str) -> str:
    """Words beside a curve."""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{words}</text>'

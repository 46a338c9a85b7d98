"""Intervals as a picture: a dot for the mean, a bar for where the truth may lie, a line for what would be fair."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from maitred.lab.numbers import Row, shown

LABEL_WIDTH: Final = 270
PLOT_WIDTH: Final = 360
VALUE_WIDTH: Final = 200
ROW_HEIGHT: Final = 26
AXIS_HEIGHT: Final = 26
WIDTH: Final = LABEL_WIDTH + PLOT_WIDTH + VALUE_WIDTH
TICKS: Final = 4
LONGEST_LABEL: Final = 38
"""Characters of a label that fit; a longer one is set closer."""


def picture(title: str, rows: Sequence[Row]) -> str:
    """Rows of one kind, which share an axis, as SVG."""
    low, high = span(rows)
    step = tick(low, high)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step

    def x(value: float) -> float:
        return round(LABEL_WIDTH + (value - low) / (high - low) * PLOT_WIDTH, 1)

    height = ROW_HEIGHT * len(rows) + AXIS_HEIGHT
    parts = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">']
    bottom = ROW_HEIGHT * len(rows) + 4
    for at in range(round((high - low) / step) + 1):
        value = low + at * step
        parts.append(f'<line class="grid" x1="{x(value)}" x2="{x(value)}" y1="0" y2="{bottom}"/>')
        label = f"{100 * value:.{digits(100 * step)}f} %" if rows[0]["share"] else f"{value:.{digits(step)}f}"
        parts.append(f'<text class="tick" x="{x(value)}" y="{bottom + 15}">{label}</text>')
    fair = rows[0]["fair"]
    if fair is not None and low <= fair <= high:
        parts.append(f'<line class="fair" x1="{x(fair)}" x2="{x(fair)}" y1="0" y2="{bottom}"/>')
    for at, row in enumerate(rows):
        parts += drawn(row, ROW_HEIGHT * at + ROW_HEIGHT // 2, x)
    return "".join([*parts, "</svg>"])


def drawn(row: Row, y: int, x: Callable[[float], float]) -> list[str]:
    """One row of a picture."""
    fitting = f' textLength="{LABEL_WIDTH - 16}"' if len(row["label"]) > LONGEST_LABEL else ""
    parts = [f'<text class="label" x="{LABEL_WIDTH - 12}" y="{y + 4}"{fitting}>{escape(row["label"])}</text>']
    if row["low"] is not None and row["high"] is not None:
        parts.append(f'<line class="bar" x1="{x(row["low"])}" x2="{x(row["high"])}" y1="{y}" y2="{y}"/>')
    parts.append(f'<circle cx="{x(row["mean"])}" cy="{y}" r="4.5"/>')
    parts.append(f'<text class="value" x="{LABEL_WIDTH + PLOT_WIDTH + 12}" y="{y + 4}">{escape(shown(row))}</text>')
    return parts


def span(rows: Sequence[Row]) -> tuple[float, float]:
    """From the lowest to the highest number that is drawn."""
    numbers = [
        number for row in rows for number in (row["mean"], row["low"], row["high"], row["fair"]) if number is not None
    ]
    low, high = min(numbers), max(numbers)
    room = (high - low) * 0.05 or abs(high) * 0.1 or 1.0
    return low - room, high + room


def tick(low: float, high: float) -> float:
    """A round distance between the marks of an axis."""
    wanted = (high - low) / TICKS
    power = 10.0 ** math.floor(math.log10(wanted))
    return min([factor * power for factor in (1, 2, 5, 10)], key=lambda step: abs(math.log(step / wanted)))


def digits(step: float) -> int:
    """How many digits after the point a mark needs."""
    return max(0, -math.floor(math.log10(step) + 1e-9))

"""The learning curve as a picture: how often each generation came first against hard bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from maitred.lab.drawing import label, line

WIDTH: Final = 480
HEIGHT: Final = 200
STYLE: Final = (
    "svg{background:#fff;font:12px sans-serif}.grid{stroke:#ddd}.fair{stroke:#888;stroke-dasharray:4}"
    ".bar{stroke:#9bb}.course{fill:none;stroke:#264;stroke-width:2}.kept{fill:#264}.dropped{fill:#fff;stroke:#264}"
)


def picture(title: str, curve: Sequence[Mapping[str, Any]], fair: float) -> str:
    """Shares of first places over the minutes, with their intervals; filled dots are generations that were kept."""
    last = max([each["minutes"] for each in curve], default=0) or 1

    def x(minutes: float) -> float:
        return round(WIDTH * minutes / last, 1)

    def y(share: float) -> float:
        return round(HEIGHT * (1 - share), 1)

    drawn = [line("grid", 0, WIDTH, y(share), y(share)) for share in (0, 0.25, 0.5, 0.75, 1)]
    drawn.append(line("fair", 0, WIDTH, y(fair), y(fair)))
    drawn += [label("end", -6, y(share) + 4, f"{100 * share:.0f} %") for share in (0, 0.5, 1)]
    drawn += [
        line("bar", x(each["minutes"]), x(each["minutes"]), y(each["hard"]["low"]), y(each["hard"]["high"]))
        for each in curve
        if each["hard"]["low"] is not None
    ]
    points = [(x(each["minutes"]), y(each["hard"]["share"]), each["kept"]) for each in curve]
    drawn.append(f'<polyline class="course" points="{" ".join([f"{at},{share}" for at, share, _ in points])}"/>')
    drawn += [
        f'<circle class="{"kept" if kept else "dropped"}" cx="{at}" cy="{share}" r="4"/>' for at, share, kept in points
    ]
    drawn.append(label("start", 0, HEIGHT + 20, f"{escape(title)}: first places against hard bots in {last:g} minutes"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-48 -16 {WIDTH + 64} {HEIGHT + 48}" role="img" '
        f'aria-label="{escape(title)}"><style>{STYLE}</style>{"".join(drawn)}</svg>\n'
    )

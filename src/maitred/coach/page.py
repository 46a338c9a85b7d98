"""Reviews as one HTML file that needs nothing from elsewhere: words first, then the graph, then every decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any, Final

from maitred.coach.telling import points

WIDTH: Final = 720
HEIGHT: Final = 240
DASHES: Final = ("", "8 4", "2 4", "10 3 2 3", "1 2", "14 4", "6 2 2 2", "4 8")
"""Each seat's line has a pattern of its own, besides its colour."""


def page(reviews: Sequence[Mapping[str, Any]]) -> str:
    """The whole file: one section for each reviewed seat."""
    style = " ".join(files("maitred.coach").joinpath("review.css").read_text(encoding="utf-8").split())
    title = f"Review of a game of {reviews[0]['title']}"
    return (
        "<!doctype html>\n"
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{style}</style></head><body><h1>{escape(title)}</h1>"
        f"{''.join(map(section, reviews))}</body></html>\n"
    )


def section(review: Mapping[str, Any]) -> str:
    """The review of one seat."""
    words = "".join([f"<li>{escape(sentence)}</li>" for sentence in review["words"]])
    rows = "".join([row(decision) for decision in review["decisions"]])
    done, of = review["rounds"]
    budget = f"Judged in {review['worlds']} worlds a decision where that was needed, round {done} of {of}."
    return (
        f"<section><h2>{escape(review['names'][review['seat']])}</h2><ul>{words}</ul>{graph(review)}"
        "<table><thead><tr><th>move</th><th>played</th><th>judgement</th><th>cost (interval)</th><th>why</th></tr>"
        f"</thead><tbody>{rows}</tbody></table><p>{escape(budget)}</p></section>"
    )


def row(decision: Mapping[str, Any]) -> str:
    """One decision."""
    loss, low, high = decision["loss"]
    cost = f"{points(loss)} ({100 * low:.1f} to {100 * high:.1f})" if decision["worlds"] else ""
    return (
        f'<tr class="{decision["grade"]}"><td>{decision["move"] + 1}</td><td>{escape(decision["played"]["label"])}</td>'
        f"<td>{decision['grade']}</td><td>{cost}</td><td>{escape(decision['words'])}</td></tr>"
    )


def graph(review: Mapping[str, Any]) -> str:
    """The chance of every seat over time."""
    last = max(1, review["moves"])
    grid = "".join(
        [
            f'<line class="grid" x1="0" x2="{WIDTH}" y1="{y(share)}" y2="{y(share)}"/>'
            for share in (0, 0.25, 0.5, 0.75, 1)
        ]
    )
    lines, keys = "", ""
    for seat, name in enumerate(review["names"]):
        course = " ".join(
            [f"{WIDTH * point['move'] / last:.1f},{y(point['chances'][seat])}" for point in review["outlook"]]
        )
        own = " own" if seat == review["seat"] else ""
        dash = DASHES[seat % len(DASHES)]
        lines += f'<polyline class="seat{seat % len(DASHES)}{own}" stroke-dasharray="{dash}" points="{course}"/>'
        keys += (
            f'<span><svg viewBox="0 0 32 8" aria-hidden="true"><line class="seat{seat % len(DASHES)}{own}" x1="0" '
            f'x2="32" y1="4" y2="4" stroke-dasharray="{dash}"/></svg> {escape(name)}</span> '
        )
    whose = "with all cards open" if review["open_cards"] else "from what this seat could know"
    first, final = review["outlook"][0], review["outlook"][-1]
    seat = review["seat"]
    told = (
        f"The chance to win over {review['moves']} moves, {whose}: "
        f"from {100 * first['chances'][seat]:.0f} % after the deal to {100 * final['chances'][seat]:.0f} % at the end."
    )
    return (
        f'<figure><svg class="graph" viewBox="0 -4 {WIDTH} {HEIGHT + 8}" role="img" aria-label="{escape(told)}">'
        f"{grid}{lines}</svg><figcaption>{escape(told)}<br>{keys}</figcaption></figure>"
    )


def y(share: float) -> float:
    """How far down a share is drawn."""
    return round(HEIGHT * (1 - share), 1)

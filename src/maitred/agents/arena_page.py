"""The report of an arena as one HTML file that needs nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from maitred.agents.ratings import Estimate, Standing

STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d1b18; --paper: #fbf9f5; --faint: #8a847a; --line: #ddd6ca; --mark: #a3471c }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece7de; --paper: #1b1917; --faint: #9a9388; --line: #3a3631; --mark: #f0975f }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 56rem;
  margin: 2rem auto; padding: 0 1rem }
figure { margin: 1rem 0; overflow-x: auto }
svg { width: 100%; min-width: 34rem; height: auto }
svg text { font: 13px system-ui, sans-serif; fill: var(--ink) }
svg .faint { fill: var(--faint); stroke: none }
svg line { stroke: var(--line) }
svg .bar { stroke: var(--mark); stroke-width: 3 }
svg circle { fill: var(--mark) }
div.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { text-align: right; padding: .3rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap }
th:first-child, td:first-child { text-align: left }
dt { color: var(--faint) } dd { margin: 0 0 .5rem }
"""
LABEL: Final = 200
PLOT: Final = 380
VALUE: Final = 190
ROW: Final = 28


def between(found: Estimate, factor: float = 1, unit: str = "", digits: int = 1) -> str:
    """A number with its interval in words."""
    mean = f"{factor * found.mean:.{digits}f}{unit}"
    if found.low is None or found.high is None:
        return f"{mean} (too few deals)"
    return f"{mean} ({factor * found.low:.{digits}f} to {factor * found.high:.{digits}f})"


def picture(title: str, rows: Sequence[tuple[str, Estimate, str]], low: float, high: float, even: float) -> str:
    """Intervals that share an axis, with a line where all are equal."""

    def x(value: float) -> float:
        return round(LABEL + (min(max(value, low), high) - low) / (high - low) * PLOT, 1)

    height = ROW * len(rows)
    parts = [f'<svg viewBox="0 0 {LABEL + PLOT + VALUE} {height + 4}" role="img" aria-label="{escape(title)}">']
    parts.append(f'<line x1="{x(even)}" x2="{x(even)}" y1="0" y2="{height}" stroke-dasharray="4 3"/>')
    for at, (name, found, told) in enumerate(rows):
        y = ROW * at + ROW // 2
        parts.append(f'<text x="{LABEL - 12}" y="{y + 4}" text-anchor="end">{escape(name[:28])}</text>')
        if found.low is not None and found.high is not None:
            parts.append(f'<line class="bar" x1="{x(found.low)}" x2="{x(found.high)}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle cx="{x(found.mean)}" cy="{y}" r="4.5"/>')
        parts.append(f'<text class="faint" x="{LABEL + PLOT + 12}" y="{y + 4}">{escape(told)}</text>')
    return f"<figure>{''.join(parts)}</svg></figure>"


def words(standings: Sequence[Standing]) -> list[str]:
    """What came out, in sentences."""
    told: list[str] = []
    for each in sorted(standings, key=lambda standing: -standing.wins.mean):
        line = f"{each.name} won {between(each.wins, 100, ' %')} of the games; rating {between(each.rating)}."
        if each.median_seconds is not None:
            line += f" Its median decision took {each.median_seconds:.2f} s."
        if each.tokens is not None:
            line += f" It reported {each.tokens} tokens."
        if each.forfeits:
            line += f" It gave up {each.forfeits} of {each.games} games."
        told.append(line)
    return told


def page(title: str, facts: Mapping[str, str], standings: Sequence[Standing]) -> str:
    """The whole file."""
    best_first = sorted(standings, key=lambda standing: -standing.rating.mean)
    shares = [(each.name, each.wins, between(each.wins, 100, " %")) for each in best_first]
    rated = [(each.name, each.rating, between(each.rating)) for each in best_first]
    ends = [end for each in best_first for end in (each.rating.low, each.rating.high) if end is not None]
    lines = "".join([f"<li>{escape(line)}</li>" for line in words(standings)])
    numbers = "".join([line_of(each) for each in best_first])
    told = "".join([f"<dt>{escape(name)}</dt><dd>{escape(fact)}</dd>" for name, fact in facts.items()])
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head><body>'
        f"<h1>{escape(title)}</h1><ul>{lines}</ul>"
        f"<h2>Games won</h2>{picture('Games won', shares, 0.0, 1.0, 1 / len(standings))}"
        f"<h2>Ratings</h2>{picture('Ratings', rated, min(ends), max(ends), 25.0)}"
        f'<h2>In numbers</h2><div class="wide"><table>{HEAD}{numbers}</table></div>'
        f"<h2>How this was made</h2><dl>{told}</dl></body></html>\n"
    )


HEAD: Final = (
    "<tr><th></th><th>games</th><th>won</th><th>rating</th><th>decisions</th><th>median s</th><th>slowest s</th>"
    "<th>tokens</th><th>given up</th></tr>"
)


def line_of(each: Standing) -> str:
    """A contestant as a line of the table."""
    cells = [
        escape(each.name),
        str(each.games),
        between(each.wins, 100, " %"),
        between(each.rating),
        str(each.decisions) if each.decisions else "",
        "" if each.median_seconds is None else f"{each.median_seconds:.2f}",
        "" if each.slowest_seconds is None else f"{each.slowest_seconds:.2f}",
        "" if each.tokens is None else str(each.tokens),
        str(each.forfeits),
    ]
    return f"<tr>{''.join([f'<td>{cell}</td>' for cell in cells])}</tr>"

"""Positions for people who look at them in Python: as lines of text, and as HTML for a notebook."""

from __future__ import annotations

from html import escape
from textwrap import wrap
from typing import Final

from maitred.kernel.shapes import Item, Zone
from maitred.kernel.words import by_seat

WIDTH: Final = 120


def lines_of(name: str, value: object) -> list[str]:
    """A value of a position in words as lines of text, each with the path that leads to it."""
    if isinstance(value, dict):
        return [line for key, inner in value.items() for line in lines_of(f"{name}.{key}" if name else str(key), inner)]
    if isinstance(value, list) and any([isinstance(item, (dict, list)) for item in value]):
        return [line for at, item in enumerate(value) for line in lines_of(f"{name}[{at}]", item)]
    line = f"{name}: {plain(value)}"
    return wrap(line, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def plain(value: object) -> str:
    """A word, a number or a list of them."""
    if isinstance(value, list):
        return "; ".join([plain(item) for item in value]) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None or value == "" else str(value)


def in_html(heading: str, prompt: str, zones: list[Zone]) -> str:
    """The zones of a view as HTML, with all text escaped."""
    drawn = [f"<strong>{shown(heading)}</strong>", f"<p>{shown(prompt)}</p>"]
    for zone in zones:
        note = f" <small>{shown(zone['note'])}</small>" if zone["note"] else ""
        drawn.append(f"<div><em>{shown(zone['title'])}</em>{note}</div>")
        if zone["items"]:
            drawn.append(f"<ul>{''.join([item_in_html(item) for item in zone['items']])}</ul>")
    return f'<div class="maitred">{"".join(drawn)}</div>'


def item_in_html(item: Item) -> str:
    """One item of a zone: its title, its tag and what is written on it."""
    tag = f" [{shown(item['tag'])}]" if item["tag"] else ""
    lines = "; ".join([shown(line) for line in item["lines"] if line])
    return f"<li>{shown(item['title'])}{tag}{f' <small>{lines}</small>' if lines else ''}</li>"


def shown(text: object) -> str:
    """A text of a zone as escaped HTML, with seats by number."""
    return escape(by_seat(str(text)))

"""A report as one HTML file that needs nothing from elsewhere: words first, then pictures, then tables."""

from __future__ import annotations

from html import escape
from importlib.resources import files

from maitred.lab.drawing import picture
from maitred.lab.numbers import Findings, Part, Row, Section, settled


def page(findings: Findings) -> str:
    """The whole file."""
    style = files("maitred.lab").joinpath("report.css").read_text(encoding="utf-8")
    words = "".join([f"<li>{escape(sentence)}</li>" for sentence in findings["words"]])
    facts = "".join([f"<dt>{escape(name)}</dt><dd>{escape(told)}</dd>" for name, told in findings["facts"].items()])
    return (
        "<!doctype html>\n"
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(findings["title"])}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{style}</style></head><body>"
        f"<h1>{escape(findings['title'])}</h1>"
        f'<ul class="words">{words}</ul>'
        f"{''.join(map(section, findings['sections']))}"
        f'<h2>How this was made</h2><dl class="facts">{facts}</dl>'
        "</body></html>\n"
    )


def section(each: Section) -> str:
    """A section: what it is about, pictures, and the same as tables."""
    parts = "".join(map(part, each["parts"]))
    return f"<section><h2>{escape(each['title'])}</h2><p>{escape(each['text'])}</p>{parts}</section>"


def part(each: Part) -> str:
    """Numbers that belong together. Those with a fair value to hold against are drawn; all are in a table."""
    compared = [row for row in each["rows"] if row["fair"] is not None]
    if not compared:
        return f"<h3>{escape(each['title'])}</h3>{table(each)}"
    return (
        f"<h3>{escape(each['title'])}</h3><figure>{picture(each['title'], compared)}</figure>"
        f"<details><summary>as a table</summary>{table(each)}</details>"
    )


def table(each: Part) -> str:
    """The numbers in full."""
    head = "<tr><th></th><th>mean</th><th>95 % interval</th><th>even</th><th>deals</th><th></th></tr>"
    return f"<table>{head}{''.join(map(line, each['rows']))}</table>"


def line(row: Row) -> str:
    """A line of a table."""
    factor, unit = (100, " %") if row["share"] else (1, "")

    def number(value: float | None) -> str:
        return "" if value is None else f"{factor * value:.2f}{unit}"

    interval = "too few deals" if row["low"] is None else f"{number(row['low'])} to {number(row['high'])}"
    mark = row["note"] or ("not even" if settled(row) else "")
    cells = [escape(row["label"]), number(row["mean"]), interval, number(row["fair"]), str(row["deals"]), escape(mark)]
    return f"<tr>{''.join([f'<td>{cell}</td>' for cell in cells])}</tr>"

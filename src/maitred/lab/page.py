"""A report as one HTML file that needs nothing from elsewhere: words first, then pictures, then tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files

from maitred.lab.drawing import curve, picture
from maitred.lab.numbers import Findings, Part, Row, Section, told, unit


def page(findings: Findings) -> str:
    """The whole file."""
    style = " ".join(files("maitred.lab").joinpath("report.css").read_text(encoding="utf-8").split())
    words = "".join([f"<li>{text(sentence)}</li>" for sentence in findings["words"]])
    facts = "".join([f"<dt>{escape(name)}</dt><dd>{fact(name, told)}</dd>" for name, told in findings["facts"].items()])
    links = "".join(
        [f'<a href="#{anchor(each["title"])}">{escape(each["title"])}</a>' for each in findings["sections"]]
    )
    return (
        "<!doctype html>\n"
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(findings["title"])}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{style}</style></head><body>"
        f"<h1>{escape(findings['title'])}</h1>"
        f'<ul class="words">{words}</ul><nav>{links}</nav>'
        f"{''.join(map(section, findings['sections']))}"
        f'<h2>How this was made</h2><dl class="facts">{facts}</dl>'
        "</body></html>\n"
    )


def fact(name: str, told: str) -> str:
    """A fact about the report; a command is set as one."""
    return f"<code>{escape(told)}</code>" if name == "the same again" else escape(told)


def anchor(title: str) -> str:
    """The name of a section within the page."""
    return title.lower().replace(" ", "-")


def section(each: Section) -> str:
    """A section: what it is about, pictures, and the same as tables."""
    parts = "".join(map(part, each["parts"]))
    return (
        f'<section id="{anchor(each["title"])}"><h2>{escape(each["title"])}</h2><p>{text(each["text"])}</p>'
        f"{parts}</section>"
    )


def part(each: Part) -> str:
    """Numbers that belong together. Those with a fair value to hold against are drawn; all are in a table."""
    title = escape(each["title"])
    if each.get("folded"):
        return f"<details><summary>{title}</summary>{tables(each)}</details>"
    told = f"<h3>{title}</h3>"
    if "curve" in each:
        told += curve("The chance of who then wins", each["curve"], each["curve_fair"])
    compared = [row for row in each["rows"] if row["fair"] is not None]
    if not compared or each.get("tabled"):
        return told + tables(each)
    return (
        f"{told}<figure>{picture(each['title'], compared)}</figure>"
        f"<details><summary>as a table</summary>{tables(each)}</details>"
    )


def tables(each: Part) -> str:
    """The numbers in full."""
    told = ""
    if each["rows"]:
        even = any([row["fair"] for row in each["rows"]])
        titles = ["", "mean", "95&#8239;% interval", *(["even"] if even else []), "deals", ""]
        head = f"<tr>{''.join([f'<th>{title}</th>' for title in titles])}</tr>"
        body = "".join([line(row, even) for row in each["rows"]])
        told += f'<div class="wide"><table>{head}{body}</table></div>'
    if each.get("counts"):
        told += f'<div class="wide">{columns(each["counts"])}</div>'
    return told or "<p>Nothing was played for this yet.</p>"


def columns(lines: Sequence[Mapping[str, str]]) -> str:
    """A table with columns of its own."""
    head = "".join([f"<th>{escape(name)}</th>" for name in lines[0]])
    body = "".join([f"<tr>{''.join([f'<td>{escape(cell)}</td>' for cell in each.values()])}</tr>" for each in lines])
    return f"<table><tr>{head}</tr>{body}</table>"


def line(row: Row, even: bool) -> str:
    """A line of a table."""

    def number(value: float | None) -> str:
        return "" if value is None else f"{told(row, value, 2)}{unit(row)}"

    interval = "too few deals"
    if row["low"] is not None and row["high"] is not None:
        interval = f"{told(row, row['low'], 2)} to {number(row['high'])}"
    marks = [*(["settled"] if row["settled"] else []), *([row["note"]] if row["note"] else [])]
    cells = [row["label"], number(row["mean"]), interval, *([number(row["fair"])] if even else [])]
    cells += [f"{row['deals']:,}", "; ".join(marks)]
    return f"<tr>{''.join([f'<td>{text(cell)}</td>' for cell in cells])}</tr>"


def text(words: str) -> str:
    """Escaped text in which no number is parted from its unit."""
    return escape(words).replace(" %", "&nbsp;%").replace(" points", "&nbsp;points")

"""`maitred review RECORD`: what a finished game says about how it was played."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console

from maitred.cli.arguments import JOBS, JSON, above_zero, progress
from maitred.cli.verb import Argument, verb
from maitred.cli.verify import open_record
from maitred.kernel.errors import BadSetup
from maitred.kernel.record import Record


@verb(
    "review a finished game: chances over time, and every decision judged",
    Argument("record", type=Path, metavar="RECORD", help="the file of a finished game"),
    Argument("--seat", type=above_zero, metavar="N", help="whose decisions are judged (default: everybody's)"),
    Argument("--html", type=Path, metavar="FILE", help="write the review as one page that needs nothing else"),
    Argument("--budget", type=above_zero, metavar="W", help="worlds that a decision is judged in (default 4224)"),
    Argument("--seconds", type=above_zero, metavar="S", help="stop refining after so long; what is begun is finished"),
    Argument("--open", action="store_true", help="chances over time with all cards open, not by what the seat knew"),
    Argument("--rounds", action="store_true", help="with --json: a line for every round, the roughest first"),
    JOBS,
    JSON,
)
def review(chosen: argparse.Namespace) -> int:
    """Review a finished game by what each seat could know: the chance to win over time, turning points, each decision
    with what it cost and why, luck and skill apart. Rough at first, then finer; the same for the same budget."""
    from maitred.coach.course import course_of
    from maitred.coach.page import page
    from maitred.coach.review import BUDGET, Review
    from maitred.coach.working import review_round

    record = open_record(chosen.record)
    course = course_of(record)
    seats = range(course.end.players) if chosen.seat is None else [chosen.seat - 1]
    reviews = [Review(course, seat, names_of(record), chosen.budget or BUDGET, chosen.open) for seat in seats]
    until = time.monotonic() + chosen.seconds if chosen.seconds else None
    workers = chosen.jobs or os.cpu_count() or 1
    with progress() as bar:
        while not reviews[0].is_done() and (until is None or reviews[0].round == 0 or time.monotonic() < until):
            task = bar.add_task(f"Round {reviews[0].round + 1} of {len(reviews[0].rounds)}", total=None)
            for done, of in review_round(reviews, workers):
                bar.update(task, completed=done, total=of)
            bar.remove_task(task)
            if chosen.rounds and chosen.json:
                print(json.dumps([each.told() for each in reviews], ensure_ascii=False), flush=True)
    told = [each.told() for each in reviews]
    if chosen.html is not None:
        write_page(chosen.html, page(told))
    if chosen.json and not chosen.rounds:
        print(json.dumps(told, ensure_ascii=False))
    elif not chosen.json:
        show(told)
    return 0


def names_of(record: Record) -> list[str]:
    """Who sat where, as far as the record says."""
    names = record.notes.get("players")
    if isinstance(names, list) and len(names) == record.state.players and all(isinstance(name, str) for name in names):
        return names
    return [f"Seat {seat + 1}" for seat in range(record.state.players)]


def write_page(file: Path, text: str) -> None:
    """Write a page, or say why not."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise BadSetup(f"{file} cannot be written: {problem.strerror or problem}.") from problem
    print(f"The page is in {file}.", file=sys.stderr)


def show(told: list[dict[str, Any]]) -> None:
    """The reviews for people: what matters most of each seat."""
    console = Console(highlight=False)
    for each in told:
        name = each["names"][each["seat"]]
        console.print(f"\n{each['title']}: {name}", style="bold", markup=False)
        for sentence in each["words"]:
            console.print(f"- {sentence}", markup=False)
        for point in each["turning_points"]:
            who = each["names"][point["seat"]]
            whose = "your own move" if point["seat"] == each["seat"] else f"the move of {who}"
            change = f"{100 * point['change']:+.0f} points"
            console.print(f"- Turning point at move {point['move'] + 1}: {change} with {whose}.", markup=False)
        worst = sorted(each["decisions"], key=lambda decision: -decision["loss"][1])
        for decision in [one for one in worst if one["grade"] in ("inaccuracy", "mistake")]:
            grade = decision["grade"].capitalize()
            console.print(
                f"  Move {decision['move'] + 1}, {decision['played']['label']}. {grade}: {decision['words']}",
                markup=False,
            )

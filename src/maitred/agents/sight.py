"""What an agent is told: the table as its seat may see it, in few words, with everything it may do."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final, Literal, NamedTuple

from maitred.kernel.errors import BadSetup
from maitred.kernel.shapes import Sheet
from maitred.kernel.words import counted, named
from maitred.table.log import LogLine
from maitred.table.text import visible

MOST_NEWS: Final = 24
"""How many lines of news an answer has at most."""
STAMP: Final = re.compile(r"(\d{1,10}(?:\.\d{1,10})?)\.(\d{1,16})")

Phase = Literal["seating", "your_turn", "waiting", "over", "closed"]


class Offered(NamedTuple):
    """A legal action as it is offered."""

    action: int
    stamp: int
    label: str


@dataclass
class Sight:
    """A table as one seat sees it."""

    game: str
    names: list[str]
    seat: int
    phase: Phase
    prompt: str
    mark: str
    """How far the table is: numbers with a dot between them, the first half of every stamp."""
    zones: Sequence[Mapping[str, Any]] = ()
    choices: list[Offered] = field(default_factory=list)
    news: Sequence[LogLine] = ()
    sheet: Sheet | None = None
    notes: list[str] = field(default_factory=list)
    """What the house, or the check of the shuffle, has to say besides."""
    link: str = ""

    def say(self, text: object) -> str:
        """A text of the game with the players' names in it, told to this seat."""
        return visible(named(str(text), self.names, self.seat))


def read_stamp(told: str) -> tuple[str, int]:
    """How far the table was, and the stamp of the action; a refusal if it is no stamp."""
    found = STAMP.fullmatch(told)
    if found is None:
        raise BadSetup(f'{told[:40]!r} is not a stamp: copy the stamp from the last answer, such as "12.30.4".')
    return found[1], int(found[2])


def answer(sight: Sight, handle: str, whole: bool, said: str = "") -> str:
    """The answer to a call as JSON: brief while it is somebody else's move, unless all is asked for.

    `actions` are pairs of number and label. Where every action has a stamp of its own (in real time), it is the third.
    """
    told: dict[str, object] = {"seat": handle, "state": sight.phase}
    if said:
        told["said"] = said
    told["prompt"] = sight.say(sight.prompt)
    if sight.notes:
        told["notes"] = [sight.say(note) for note in sight.notes]
    news = news_lines(sight)
    if news:
        told["news"] = news
    if whole or sight.phase in ("your_turn", "over"):
        told["players"] = [f"{name} (you)" if at == sight.seat else name for at, name in enumerate(sight.names)]
        if sight.link and sight.phase == "seating":
            told["link"] = sight.link
        if sight.sheet is not None:
            told["score_sheet"] = sheet_lines(sight, sight.sheet)
        elif sight.zones:
            told["table"] = [line for zone in sight.zones for line in zone_lines(sight, zone)]
    stamps = {choice.stamp for choice in sight.choices}
    if len(stamps) == 1:
        told["stamp"] = f"{sight.mark}.{stamps.pop()}"
        told["actions"] = [[choice.action, sight.say(choice.label)] for choice in sight.choices]
    else:
        told["actions"] = [
            [choice.action, sight.say(choice.label), f"{sight.mark}.{choice.stamp}"] for choice in sight.choices
        ]
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def news_lines(sight: Sight) -> list[str]:
    """What has happened since the seat's own last move, a line for each move."""
    told: list[str] = []
    for (_, kind), run in groupby(sight.news, lambda line: (line.seq, line.kind)):
        for_all = list(run)
        if kind == "chat":
            # What people say is shown as they wrote it, and marked as theirs.
            told += [f"{speaker(sight, line)} says: {visible(line.text)}" for line in for_all]
        else:
            told.append(" ".join([sight.say(line.text) for line in for_all]))
    left_out = len(told) - MOST_NEWS
    return [f"({counted(left_out, 'earlier line')} left out)", *told[-MOST_NEWS:]] if left_out > 0 else told


def speaker(sight: Sight, line: LogLine) -> str:
    """Who said something."""
    return "Somebody" if line.seat is None else sight.names[line.seat]


def zone_lines(sight: Sight, zone: Mapping[str, Any]) -> list[str]:
    """A part of the table: its heading, and its cards behind one another, equal ones once with their number."""
    heading = sight.say(zone["title"])
    if zone["note"]:
        heading += f" ({sight.say(zone['note'])})"
    cards: list[str] = []
    for item, run in groupby(zone["items"]):
        many = len(list(run))
        facts = [sight.say(fact) for fact in [*item["lines"], item["tag"]] if fact and fact != item["kind"]]
        card = sight.say(item["title"])
        card += f" ×{many}" if many > 1 else ""
        cards.append(f"{card} [{'; '.join(facts)}]" if facts else card)
    return [f"{heading}: {' | '.join(cards) if cards else '-'}"]


def sheet_lines(sight: Sight, sheet: Sheet) -> list[str]:
    """The score sheet: the verdict, then line by line with the values of all seats."""
    lines = [sight.say(sheet["verdict"])]
    total: list[int | str] = [*sheet["total"]["values"]]
    for label, values in [
        *[(line["label"], line["values"]) for line in sheet["lines"]],
        (sheet["total"]["label"], total),
    ]:
        lines.append(f"{sight.say(label)}: {', '.join([sight.say(value) for value in values])}")
    return lines

"""What guests were told, beside the lines that are stored: one order for everybody, and nothing that is not there."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

import maitred
from maitred.server.showing import MOST_LOG_LINES
from maitred.table import lines
from maitred.table.log import LogLine
from maitred.table.table import Table
from tests.server.guest import Guest, Message

Stored = Sequence[tuple[int, bytes]]


def check_told(stored: Stored, guests: Sequence[Guest]) -> None:
    """Every sentence that these guests of a table heard, and every position that they saw, is that of its lines.

    Whoever was told something by a server that no longer had the table would know of a line that is not there, or of
    another one under its number.
    """
    for eyes in {guest.seat for guest in guests}:
        log, positions = retold(stored, eyes)
        for guest in guests:
            if guest.seat == eyes:
                check_one(guest, log, positions)


def check_one(guest: Guest, log: list[Message], positions: dict[int, Message]) -> None:
    """The same of one socket, from its welcome to its end; a table that was read again welcomes once more."""
    heard: list[Message] = []
    for text in guest.received:
        message = json.loads(text)
        told = [line for line in message.get("log", []) if is_of_the_lines(line)]
        expected = [line for line in log if line["seq"] <= message["seq"]] if told else []
        if message["t"] == "welcome":
            cut_off = len(message["log"]) == MOST_LOG_LINES
            heard = [*(expected[: len(expected) - len(told)] if cut_off else []), *told]
        else:
            heard += told
        if told:
            assert heard == expected
        seen = message.get("position")
        if seen is not None:
            assert {"moves": seen["moves"], "view": seen["view"]} == positions[message["seq"]]


def retold(stored: Stored, eyes: int | None) -> tuple[list[Message], dict[int, Message]]:
    """What a seat should have heard, and the positions by the number of the line."""
    first, *others = lines.read(stored)
    assert isinstance(first, lines.WasSet)
    table = Table(first, maitred.game)
    log: list[Message] = []
    positions: dict[int, Message] = {}
    for line in others:
        log += [plain(told) for told in table.hear(table.take(line), eyes)]
        if table.record is not None:
            view = table.game.view(table.state, eyes)
            positions[table.seq] = {"moves": table.moves_noticed(eyes), "view": plain(view)}
    return [line for line in log if is_of_the_lines(line)], positions


def is_of_the_lines(line: Message) -> bool:
    """Whether a sentence comes from a line that was written alone, and not from who is there."""
    return line["kind"] != "house" or line["about"] is not None


def plain(told: LogLine | Mapping[str, Any]) -> Message:
    """Something as it arrives at a guest."""
    arrived: Message = json.loads(msgspec.json.encode(told))
    return arrived

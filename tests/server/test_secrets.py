"""Every byte that leaves a table, checked against what its reader may know.

What a seat may know does not depend on what is hidden from it. So each message to a seat is built a second time from a
table where everything hidden from that seat was dealt anew (as bots see it), and both must be the same bytes.
"""

from __future__ import annotations

import json
import random
import re
from collections import deque
from collections.abc import Mapping
from typing import Any

import pytest

import maitred
from maitred.kernel.chance import Stream
from maitred.kernel.state import State
from maitred.kernel.words import addressed
from maitred.server import showing
from maitred.server.broadcast import MOVES
from maitred.server.house import Keys
from maitred.server.messages import Position, Update
from maitred.server.socket import ENCODER
from maitred.table import lines
from maitred.table.lines import Line
from maitred.table.log import LogLine
from maitred.table.table import Table, from_lines, hashed
from tests.server.event_loop import in_event_loop
from tests.server.guest import Message
from tests.server.in_process import InProcessHouse, Window, in_process_house
from tests.table.scripted import promised

Eyes = int | None


def seen_anew(table: Table, eyes: Eyes, chance: random.Random, by_all: bool) -> Position:
    """What somebody sees of the table as it might be for all they know; a spectator knows no more than any seat.

    `by_all`: as it is told to all at the table together.
    """
    record = table.record
    assert record is not None
    state = record.state
    if state.actors():
        seat = chance.randrange(len(table.seats)) if eyes is None else eyes
        record.state = state.determinize(seat, Stream(chance.getrandbits(60)))
    shared = showing.Shared(table, table.ms, showing.LastingPart()) if by_all else None
    seen = showing.position(table, eyes, table.ms, True, shared)
    record.state = state
    return seen


Told = list[Mapping[str, Any]]


def heard_anew(table: Table, before: State, line: lines.Played, eyes: Eyes, chance: random.Random) -> Told | None:
    """What others hear of a move made in another world that looks the same before and after; None if it does not.

    Dice fall as they fell: they are heard of even where the view does not show them.
    """
    seat = chance.randrange(len(table.seats)) if eyes is None else eyes
    other = before.determinize(seat, Stream(chance.getrandbits(60)))
    other.chance = before.chance.clone()
    if line.action not in other.legal(line.seat):
        return None
    other.events = []
    other.apply(line.seat, line.action)
    game = table.game
    if json.dumps(game.view(other, eyes)) != json.dumps(game.view(table.state, eyes)):
        return None
    return [told for told in [game.hear(other, event, eyes) for event in other.events] if told is not None]


def in_any_order(told: object) -> object:
    """What was told, whatever the order in it: cards that all see are laid down in an order that a view forgets."""
    if isinstance(told, dict):
        return {key: in_any_order(value) for key, value in told.items()}
    if isinstance(told, list):
        return sorted([in_any_order(each) for each in told], key=repr)
    return sorted(re.findall(r"\w+", told)) if isinstance(told, str) else told


class Inspector:
    """Goes through the lines of an evening and everything that was told of them."""

    def __init__(
        self, history: list[Line], sealed: list[str], tokens: list[str], windows: list[Window], seed: int
    ) -> None:
        """`sealed`: what is told only after the end; `tokens`: what is told never."""
        self.history = history
        self.sealed = sealed
        self.tokens = tokens
        self.windows = windows
        self.chance = random.Random(seed)
        self.logs: dict[Eyes, list[LogLine]] = {window.seat: [] for window in windows}
        self.positions = 0
        self.hearings = 0

    def inspect(self) -> None:
        """Check every message of every window."""
        told: dict[Window, deque[tuple[str, Message]]] = {window: deque() for window in self.windows}
        for window in self.windows:
            for text in window.received:
                message = json.loads(text)
                if message["t"] in ("welcome", "update"):
                    told[window].append((text, message))
                else:
                    assert message["t"] in ("table", "done", "refused"), message
                over = message.get("position") is not None and message["position"]["sheet"] is not None
                for secret in self.tokens if over else [*self.tokens, *self.sealed]:
                    assert secret not in text, f"{secret} was told to {window.seat}"
        first = self.history[0]
        assert isinstance(first, lines.WasSet)
        table = Table(first, maitred.game)
        for line in self.history[1:]:
            before = table.record.state if table.record is not None else None
            only = line.seat if isinstance(line, (lines.Played, lines.Undone)) and table.is_silent(line) else None
            news = table.take(line)
            heard = {eyes: table.hear(news, eyes) for eyes in self.logs}
            looked = any(window.opened_at <= table.lines for window in self.windows)
            for eyes, log in heard.items():
                self.logs[eyes] += log
                if isinstance(line, lines.Played) and looked and eyes != line.seat:
                    assert before is not None
                    self.check_hearing(table, before, line, eyes, log)
            for window, waiting in told.items():
                noticed = isinstance(line, MOVES) and only in (None, window.seat) and window.opened_at < table.lines
                if noticed or window.opened_at == table.lines:
                    text, message = waiting.popleft()
                    assert message["seq"] == table.seq
                    self.check(table, window, text, message, heard[window.seat])
        assert not any(told.values()), "something was told that no line tells of"

    def check(self, table: Table, window: Window, text: str, message: Message, heard: list[LogLine]) -> None:
        """Check one message with a position."""
        seen = seen_anew(table, window.seat, self.chance, by_all=message["t"] == "update")
        self.positions += 1
        if message["t"] == "update":
            assert text.encode() == ENCODER.encode(Update(table.seq, heard, seen))
        else:
            assert ENCODER.encode(seen).decode() in text
            log = self.logs[window.seat][-showing.MOST_LOG_LINES :]
            assert ENCODER.encode(message["log"]) == ENCODER.encode(json.loads(ENCODER.encode(log)))

    def check_hearing(self, table: Table, before: State, line: lines.Played, eyes: Eyes, log: list[LogLine]) -> None:
        """Check what was heard of a move."""
        anew = heard_anew(table, before, line, eyes, self.chance)
        if anew is not None:
            self.hearings += 1
            anew = [{**each, "text": addressed(each["text"], eyes)} for each in anew]
            assert in_any_order(anew) == in_any_order([{**(each.about or {}), "text": each.text} for each in log])


async def history_of(house: InProcessHouse, table: str) -> list[Line]:
    """The lines of a table as they are stored."""
    return await house.house.history(table)


async def begun(house: InProcessHouse, keys: Keys, moves: int, chance: random.Random) -> None:
    """Let a game begin, shuffled by the test's own seed, and so many moves be made before anybody looks."""
    was_set = (await history_of(house, keys.table))[0]
    assert isinstance(was_set, lines.WasSet)
    was_set.key = chance.randbytes(32).hex()
    house.store.lines[keys.table] = [lines.ENCODER.encode(was_set)]
    table = from_lines([was_set], maitred.game)
    told: list[Line] = []

    def take(line: Line) -> None:
        told.append(line)
        table.take(line)

    promised(table, take, lambda: chance.randbytes(32).hex())
    for _ in range(moves):
        seat = chance.choice(table.actors())
        was = table.record.state.clone() if table.record is not None else table.state
        action = chance.choice(table.state.legal(seat))
        was.apply(seat, action)
        if not was.actors():
            break
        take(lines.Played(seat, action, 0, None))
    await house.store.append(keys.table, 1, [lines.ENCODER.encode(line) for line in told])


async def look_on(seed: int, game: str, seats: str, options: dict[str, str], skipped: int, looked: int) -> Inspector:
    """An evening of which one stretch is played under everybody's eyes, and then inspected."""
    chance = random.Random(seed)
    async with in_process_house() as house:
        keys = await house.set_table(game, seats, options=options)
        await begun(house, keys, skipped, chance)
        windows = {seat: await house.open(keys.table, seat) for seat in keys.seats}
        watcher = await house.open(keys.table, None)
        live = await house.wake(keys.table)
        for _ in range(looked):
            await house.idle(live)
            actors = [seat for seat in live.table.actors() if seat in windows]
            if not actors:
                break
            window = windows[chance.choice(actors)]
            offer = chance.choice(window.position["offers"])
            answer = await window.do("move", action=offer["action"], stamp=offer["stamp"])
            assert answer["t"] == "done", answer
            if chance.random() < 0.1:
                await windows[chance.choice(list(windows))].do("undo")
        await house.idle(live)
        tokens = [keys.host, *keys.seats.values()]
        hidden = [*tokens, *[hashed(token) for token in tokens]]
        sealed = [live.table.attempt.key]
        inspector = Inspector(await history_of(house, keys.table), sealed, hidden, [*windows.values(), watcher], seed)
        inspector.inspect()
    return inspector


LENGTHS = {"chefs_choice": 60, "delectable": 140, "diner": 45, "food_court": 200, "ovens": 90}
TABLES: list[tuple[str, str, dict[str, str]]] = [
    ("chefs_choice", "mmmm", {}),
    ("chefs_choice", "mmmmmmmm", {"tiles": "hidden"}),
    ("chefs_choice", "mrmr", {}),
    ("delectable", "mm", {}),
    ("delectable", "mrmr", {}),
    ("diner", "mm", {}),
    ("diner", "mmmm", {"calls": "players", "relief": "on"}),
    ("diner", "mrmr", {"pace": "calm"}),
    ("food_court", "mm", {}),
    ("food_court", "mrm", {}),
    ("ovens", "mm", {}),
    ("ovens", "mrmrm", {}),
]
EVENINGS = 17
LOOKED = 8


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
@in_event_loop
async def test_nobody_is_told_what_they_cannot_know(game: str, seats: str, options: dict[str, str]) -> None:
    positions = hearings = 0
    for seed in range(EVENINGS):
        skipped = random.Random(seed).randrange(LENGTHS[game])
        inspector = await look_on(seed, game, seats, options, skipped, LOOKED)
        positions += inspector.positions
        hearings += inspector.hearings
    assert positions > EVENINGS * 2 * len(seats)
    assert hearings > 0

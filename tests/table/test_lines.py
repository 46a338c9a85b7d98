"""A table is its lines: whatever people do, the same lines tell the same table, and a refusal changes nothing."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from maitred.kernel.errors import Refused
from maitred.table import lines, permissions
from maitred.table.lines import Line
from maitred.table.permissions import Denied
from maitred.table.promise import commitment_to
from maitred.table.table import Table
from tests.table.scripted import ScriptedTable, portrait

CLOCK = lines.ClockSet(1, 2)
STEPS = 60


class Guests:
    """People who do anything that people can do, in any order."""

    def __init__(self, seed: int, game: str, seats: str, options: dict[str, str] | None) -> None:
        self.chance = random.Random(seed)
        self.scripted = ScriptedTable(game, seats, options, CLOCK if seed % 2 else None, key=f"{seed:064x}")
        self.ms = 0
        self.number = 0

    @property
    def table(self) -> Table:
        """The table as it is."""
        return self.scripted.table

    def seat(self) -> int:
        """Any seat, now and then one that the table does not have."""
        return self.chance.randrange(len(self.table.seats) + (self.chance.random() < 0.05))

    def person(self) -> int:
        """A seat that a person holds if there is one, for what only a person can ask."""
        return self.chance.choice(self.table.people() or [0])

    def id(self) -> str:
        """A name for a message, all different."""
        self.number += 1
        return f"id{self.number}"

    def moves(self) -> lines.Played:
        """A move of somebody who may act, mostly a legal one."""
        actors = self.table.actors()
        seat = self.chance.choice(actors) if actors else self.person()
        legal = self.table.state.legal(seat) if actors else []
        action = self.chance.choice(legal) if legal and self.chance.random() < 0.9 else self.chance.randrange(-2, 300)
        fresh = actors and 0 <= action < self.table.game.n_actions and self.chance.random() < 0.9
        stamp = self.table.state.stamp(seat, action) if fresh else self.chance.randrange(50)
        id = self.id() if self.table.seats[seat].kind == "person" else None
        return permissions.move(self.table, seat, action, stamp, self.ms, id)

    def wish(self) -> Line | None:
        """Something that somebody wants to do; None if it needs no line."""
        table, chance = self.table, self.chance
        self.ms += chance.randrange(2_000)
        ways: list[Callable[[], Line | None]] = [
            lambda: permissions.sit(
                table, chance.choice([None, self.seat()]), chance.choice(["Ida", "Basil"]), self.id()
            ),
            lambda: self.promises(),
            lambda: permissions.deal(table),
            lambda: permissions.mute(table, self.seat(), chance.random() < 0.5),
            lambda: permissions.lend(table, self.person(), "code", self.ms + 5_000),
            lambda: permissions.take_along(table, chance.choice(["code", "other"]), self.id(), self.ms),
            lambda: permissions.say(table, self.person(), "hello", self.id()),
            lambda: permissions.undo(table, self.person(), self.ms, self.id()),
            lambda: permissions.want_pause(table, self.person(), chance.random() < 0.5, table.people()),
            lambda: self.out_of_time(),
            lambda: lines.Again("other table") if table.phase == "over" and table.rematch is None else None,
        ]
        changes: list[Callable[[], Line | None]] = [
            lambda: permissions.ready(table, self.person(), chance.random() < 0.8),
            lambda: permissions.arrange(table, self.seat(), chance.choice([None, "easy", "nobody"])),
            lambda: permissions.remove(table, self.seat()) if chance.random() < 0.1 else None,
            lambda: permissions.leave(table, self.seat()) if chance.random() < 0.1 else None,
        ]
        if table.attempt.terms is None or table.record is not None:
            ways += changes
        elif chance.random() < 0.1:
            return permissions.void(table, "arranged", self.seat(), f"{chance.getrandbits(256):064x}")[0]
        return self.moves() if table.record is not None and chance.random() < 0.6 else chance.choice(ways)()

    def promises(self) -> Line | None:
        """A step on the way to the deal, mostly a right one."""
        table, seat = self.table, self.person()
        number = table.attempt.number if self.chance.random() < 0.9 else 7
        nonce = f"{seat:064x}" if self.chance.random() < 0.9 else "ab" * 32
        committed = commitment_to(table.was_set.table, number, seat, nonce)
        steps: list[Callable[[], Line | None]] = [
            lambda: permissions.commit(table, seat, number, committed),
            lambda: permissions.agree(table, seat, number, table.attempt.digest or "cd" * 32),
            lambda: permissions.reveal(table, seat, number, nonce),
        ]
        return self.chance.choice(steps)()

    def out_of_time(self) -> Line | None:
        """The clock of somebody who is asked runs out."""
        table = self.table
        out = table.clocks.first_out(table.ticking()) if table.clocks is not None else None
        return lines.OutOfTime(out[0], self.ms) if out is not None and out[1] <= self.ms else None

    def act(self) -> bool:
        """Do one thing; whether it was refused."""
        before = portrait(self.table)
        try:
            line = self.wish()
        except Denied:
            assert portrait(self.table) == before
            return True
        if line is not None:
            known, seq, silent = self.table.lines, self.table.seq, self.table.is_silent(line)
            before = portrait(self.table)
            try:
                later, _ = self.table.after(line)
                assert portrait(self.table) == before, "a line that is only tried changes nothing"
                self.scripted.take(line)
            except Refused as refusal:
                raise AssertionError(f"a line was allowed that cannot be true: {line}") from refusal
            assert portrait(later) == portrait(self.table)
            assert self.table.lines == known + 1
            assert self.table.seq == seq + (not silent)
        return False


TABLES: list[tuple[str, str, dict[str, str] | None]] = [
    ("tasting", "poob", None),
    ("marking", "poob", None),
    ("delectable", "ppo", None),
    ("chefs_choice", "ppob", None),
    ("diner", "ppp", {"calls": "players", "relief": "on"}),
    ("diner", "pob", {"pace": "calm"}),
    ("ovens", "ppb", None),
    ("food_court", "pp", None),
]


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_the_lines_of_any_evening_tell_the_same_table(game: str, seats: str, options: dict[str, str] | None) -> None:
    phases, refusals = set(), 0
    for seed in range(12):
        guests = Guests(seed, game, seats, options)
        for _ in range(STEPS):
            refusals += guests.act()
        if guests.table.phase == "seating":
            for void in permissions.void(guests.table, "arranged", None, "ee" * 32):
                guests.scripted.take(void)
            for seat in range(len(seats)):
                if guests.table.seats[seat].kind == "open":
                    guests.scripted.take(permissions.arrange(guests.table, seat, "easy"))
            guests.scripted.deal()
        for _ in range(STEPS):
            refusals += guests.act()
        phases.add(guests.table.phase)
        assert portrait(guests.scripted.retold()) == portrait(guests.table)
    assert "playing" in phases
    assert refusals, "nothing was ever refused"


def test_every_kind_of_line_is_read_as_it_was_written() -> None:
    told: list[Line] = [
        ScriptedTable("delectable", "po", clock=CLOCK).lines[0],
        lines.Sat(1, "Ida", "hash"),
        lines.Lent(1, "hash", 12),
        lines.Took(1, "hash"),
        lines.Readied(0, on=True),
        lines.Committed(0, 1, "cc" * 32),
        lines.Agreed(0, 1, "dd" * 32),
        lines.Revealed(0, 1, "ee" * 32),
        lines.Voided(1, "no_reveal", 0, "ff" * 32),
        lines.Arranged(1, "easy"),
        lines.Left(1, removed=True),
        lines.Dealt(["aa", ""]),
        ScriptedTable("delectable", "pb").deal().lines[-1],
        lines.Played(0, 3, 7, "id"),
        lines.Undone(0, 2, [(1, 4)], 8, "id"),
        lines.OutOfTime(0, 9),
        lines.Paused(0, on=True),
        lines.Said(0, "<b>{1}</b> \u00e9", "id"),
        lines.Muted(0, muted=True),
        lines.Again("table"),
    ]
    assert [lines.DECODER.decode(lines.ENCODER.encode(line)) for line in told] == told

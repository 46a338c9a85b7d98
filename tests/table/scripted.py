"""Tables for the tests, set without a network: time is whatever the test says it is."""

from __future__ import annotations

import random
from collections.abc import Callable

import maitred
from maitred.kernel.game import Game
from maitred.starter.game import TastingGame
from maitred.table import lines, permissions
from maitred.table.lines import Line
from maitred.table.promise import commitment_to
from maitred.table.table import Table, from_lines, hashed
from tests.table.marking import MarkingGame

TASTING = TastingGame()
TOYS: dict[str, Game] = {TASTING.id: TASTING, "marking": MarkingGame()}
NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hedy"]


def find_game(id: str) -> Game:
    """A game of the house, or a toy."""
    return TOYS.get(id) or maitred.game(id)


class ScriptedTable:
    """A table and the lines that made it what it is."""

    def __init__(
        self,
        game: str,
        seats: str,
        options: dict[str, str] | None = None,
        clock: lines.ClockSet | None = None,
        key: str = "5a" * 32,
    ) -> None:
        """`seats`: one letter each, p for a person, o for an open seat, b and d for bots (random, medium)."""
        found = find_game(game)
        chosen = found.check_options(options or {}, len(seats))
        people = {
            "p": lambda at: lines.SeatSet(name=NAMES[at], token=hashed(f"token {at}")),
            "o": lambda at: lines.SeatSet(),
            "b": lambda at: lines.SeatSet(level="random"),
            "d": lambda at: lines.SeatSet(level="medium"),
        }
        was_set = lines.WasSet(
            table="t",
            game=game,
            rules_version=found.rules_version,
            deck=found.read_cards(None).digest,
            options=chosen,
            seats=[people[letter](at) for at, letter in enumerate(seats)],
            public=False,
            spectators=True,
            hints=True,
            clock=clock,
            pace="usual",
            key=key,
            host=hashed("host"),
        )
        self.table = Table(was_set, find_game)
        self.lines: list[Line] = [was_set]

    def take(self, line: Line) -> None:
        """Apply a line to the table, and keep it."""
        self.lines.append(line)
        self.table.take(line)

    def deal(self, nonce: str = "00" * 32) -> ScriptedTable:
        """Let everybody be ready, commit, agree and reveal, and deal."""
        promised(self.table, self.take, lambda: nonce)
        return self

    def move(self, seat: int, action: int | None = None, ms: int = 0, id: str | None = None) -> int:
        """Make a move, the first legal one unless another is named; its action."""
        state = self.table.state
        chosen = state.legal(seat)[0] if action is None else action
        self.take(permissions.move(self.table, seat, chosen, state.stamp(seat, chosen), ms, id))
        return chosen

    def play(self, moves: int, chance: random.Random, ms: int = 0) -> None:
        """Play so many random moves, or to the end."""
        for _ in range(moves):
            actors = self.table.actors()
            if not actors:
                return
            seat = chance.choice(actors)
            self.move(seat, chance.choice(self.table.state.legal(seat)), ms)

    def retold(self) -> Table:
        """The same table, rebuilt from its lines as they are stored."""
        return from_lines([lines.DECODER.decode(lines.ENCODER.encode(line)) for line in self.lines], find_game)


def promised(table: Table, take: Callable[[Line], None], nonce: Callable[[], str]) -> list[str]:
    """Let everybody be ready, commit, agree and reveal, and deal; the nonces of the people."""

    def said(line: Line | None) -> None:
        if line is not None:
            take(line)

    people, attempt = table.people(), table.attempt.number
    nonces = {seat: nonce() for seat in people}
    for seat in people:
        said(permissions.ready(table, seat, on=True))
    for seat in people:
        said(permissions.commit(table, seat, attempt, commitment_to(table.was_set.table, attempt, seat, nonces[seat])))
    for seat in people:
        said(permissions.agree(table, seat, attempt, table.attempt.digest or ""))
    for seat in people:
        said(permissions.reveal(table, seat, attempt, nonces[seat]))
    dealt = permissions.deal(table)
    assert dealt is not None
    take(dealt)
    return list(nonces.values())


def portrait(table: Table) -> object:
    """Everything about a table that its lines decide."""
    record = table.record
    return (
        table.lines,
        table.seq,
        table.hushed,
        table.phase,
        [
            (seat.level, seat.name, seat.token, seat.ready, seat.muted, seat.out_of_time, list(seat.ids.items()))
            for seat in table.seats
        ],
        table.ms,
        table.paused,
        {seat: (lent.code, lent.until) for seat, lent in table.lent.items()},
        table.rematch,
        (
            vars(table.attempt),
            table.voided,
            table.transcript,
            table.fingerprint,
            table.signature,
            table.undone,
            table.counts,
        ),
        None if table.clocks is None else (table.clocks.left, table.clocks.at, table.clocks.bonus),
        None if record is None else (record.to_json(), record.state.pack(), [state.pack() for state in record.trail]),
        [(mover, state.pack()) for mover, state in table.grabs],
    )

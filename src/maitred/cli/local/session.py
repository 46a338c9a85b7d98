"""A game in this terminal: a table whose people share the keyboard, and whose bots think in this process."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

from maitred.bots.hints import Hint, hints
from maitred.bots.policies import any_bot
from maitred.cli.local.seating import Player, to_notes
from maitred.kernel.chance import Stream
from maitred.kernel.game import MAX_PLAYERS, Game
from maitred.kernel.record import Record
from maitred.kernel.state import State
from maitred.table import permissions
from maitred.table.keyboard import KeyboardOrder
from maitred.table.lines import DealtFrom, Line, SeatSet, WasSet
from maitred.table.log import LogLine, news_since
from maitred.table.permissions import NOTHING_YET, Denied
from maitred.table.table import Table

THINKING_MS = 400  # the longest a bot thinks about one move
NO_KEY = "00" * 32
"""The key of a table without a promise: its people are shown the seed."""


def local_table(record: Record, players: Sequence[Player], with_hints: bool) -> WasSet:
    """The first line of a table for a record's game."""
    return WasSet(
        seats=[SeatSet(player.level, player.name, None if player.level else "") for player in players],
        game=record.game.id,
        rules_version=record.game.rules_version,
        deck=record.facts["cards"]["digest"],
        options=record.facts["options"],
        hints=with_hints,
        pace="none",
        clock=None,
        table="",
        host="",
        key=NO_KEY,
        public=False,
        spectators=False,
    )


class Session:
    """A table and the players at it, from the deal or from where a saved game stopped."""

    def __init__(
        self,
        told: Record,
        players: Sequence[Player],
        deferred: Callable[[], AbstractContextManager[None]] = nullcontext,
        clock: Callable[[], float] = time.monotonic,
        with_hints: bool = True,
    ) -> None:
        """Continue a record; `deferred` protects what must not be interrupted."""
        self.game: Game = told.game
        self.players = list(players)
        self.names = [player.name for player in players]
        self.people = [seat for seat, player in enumerate(players) if player.level is None]
        self.bots = {
            seat: any_bot(player.level, self.game, THINKING_MS)
            for seat, player in enumerate(players)
            if player.level is not None
        }
        self.deferred = deferred
        self.clock = clock
        self.table = Table(local_table(told, players, with_hints), lambda _: self.game)
        self.logs: dict[int | None, list[LogLine]] = {listener: [] for listener in (None, *self.people)}
        """What each person, and a spectator (None), has heard."""
        facts = told.facts
        self.write(DealtFrom(facts["chance"], facts["cards"]["own"], facts["rules_version"]))
        self.order = KeyboardOrder(self.table, [self.own_chance(seat) for seat in range(self.state.players)])
        for seat, action, ms in told.moves:
            self.play_at(seat, action, ms)
        self.began = clock() - self.table.ms / 1000
        self.record.notes = {**told.notes, **to_notes(players)}

    @property
    def record(self) -> Record:
        """The record of the game so far."""
        assert self.table.record is not None
        return self.table.record

    @property
    def state(self) -> State:
        """The current state."""
        return self.table.state

    def write(self, line: Line) -> None:
        """Apply a line to the table, and let everybody hear what they may."""
        with self.deferred():
            later, news = self.table.after(line)
            heard = {listener: later.hear(news, listener) for listener in self.logs}
            self.table.become(later)
            for listener, log in self.logs.items():
                log += heard[listener]

    # Moves

    def next_seat(self) -> int | None:
        """Who acts now; None when the game is over."""
        return self.order.next_seat(self.table)

    def may_wait(self, seat: int) -> bool:
        """Whether this person may let time pass until somebody else acts."""
        return self.order.may_wait(self.table, seat)

    def wait(self, seat: int) -> None:
        """This seat does not act before somebody else has."""
        self.order.waits(seat)

    def now(self) -> int:
        """Game time in milliseconds, which never goes back."""
        return max(self.table.ms, int(1000 * (self.clock() - self.began)))

    def play(self, seat: int, action: int) -> None:
        """Make a move."""
        self.play_at(seat, action, self.now())

    def play_at(self, seat: int, action: int, ms: int) -> None:
        """Make a move at a time since the deal."""
        stamp = self.state.stamp(seat, action)
        self.write(permissions.move(self.table, seat, action, stamp, ms, None))
        self.order.acted(seat)

    def undo(self) -> None:
        """Take back the last move that a person made."""
        movers = [seat for seat, _, _ in self.record.moves if seat in self.people]
        if not movers:
            raise Denied("illegal", NOTHING_YET)
        self.write(permissions.undo(self.table, movers[-1], self.now(), ""))

    # Thinking

    def own_chance(self, seat: int) -> Stream:
        """A stream for a bot's thinking: the same whenever this point of the game is reached, and never the game's
        own."""
        branch = 1 + len(self.record.moves) * MAX_PLAYERS + seat
        return Stream(int(self.record.chain()[0][:15], 16), branch)

    def bot_move(self, seat: int) -> int:
        """What the bot in that seat does, or WAIT if it may and prefers to see what the others do."""
        bot, chance = self.bots[seat], self.own_chance(seat)
        if self.order.bots.must_act(seat):
            return bot.decide(self.state, seat, chance)
        return bot.decide_or_wait(self.state, seat, chance)

    def hints(self, seat: int) -> list[Hint]:
        """The best actions for a seat and the reasons, from what the seat knows."""
        if not self.table.was_set.hints:
            raise Denied("not_allowed", "There are no hints at this table.")
        may_wait = self.may_wait(seat)
        return hints(self.game, self.state, seat, self.own_chance(seat), ms=THINKING_MS, may_wait=may_wait)

    # The log

    def news(self, seat: int) -> list[LogLine]:
        """What a person has heard since, and including, their own last move."""
        log = self.logs[seat]
        return log[news_since(log, [seat]) :]

    def public_news(self) -> list[LogLine]:
        """What everybody has heard since the last move of a person."""
        log = self.logs[None]
        return log[news_since(log, self.people) :]

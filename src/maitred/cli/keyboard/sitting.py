"""A game at one keyboard: who acts next, what everybody has heard, and what can be taken back."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

from maitred.bots.hints import Hint, hints
from maitred.bots.levels import bot
from maitred.cli.keyboard.live import LiveTime
from maitred.cli.keyboard.seating import Guest, to_notes
from maitred.kernel.chance import Stream
from maitred.kernel.errors import IllegalMove
from maitred.kernel.game import MAX_PLAYERS, Game, Words
from maitred.kernel.record import Record
from maitred.kernel.state import Event, State

THINKING_MS = 400  # the longest a bot thinks about one move


class Sitting:
    """A record with guests at its table."""

    def __init__(
        self,
        record: Record,
        guests: Sequence[Guest],
        unbroken: Callable[[], AbstractContextManager[None]] = nullcontext,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Sit down to a new record; `unbroken` guards what must not be interrupted."""
        self.record = record
        self.game: Game = record.game
        self.guests = list(guests)
        self.names = [guest.name for guest in guests]
        self.people = [seat for seat, guest in enumerate(guests) if guest.level is None]
        self.bots = {
            seat: bot(guest.level, self.game, ms=THINKING_MS)
            for seat, guest in enumerate(guests)
            if guest.level is not None
        }
        self.hints_allowed = True
        self.unbroken = unbroken
        self.clock = clock
        self.began = clock()
        self.heard: dict[int | None, list[list[Words]]] = {ear: [] for ear in (None, *self.people)}
        """For each person, and for a spectator (None): what they heard of each move …"""
        self.opening = {ear: self.told(self.game.opening(self.state), ear) for ear in self.heard}
        """… and when the cards were dealt."""
        self.live = self.new_time()
        record.notes = {**record.notes, **to_notes(guests)}

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.record.state

    def new_time(self) -> LiveTime:
        """A clock that begins now, for a game in real time."""
        return LiveTime(self.bots, [self.own_chance(seat) for seat in range(self.state.players)])

    def next_seat(self) -> int | None:
        """Who acts now: of several, the next one clockwise from whoever acted last, unless that one has not yet made a
        choice that is made together; None when the game is over."""
        actors = self.state.actors()
        if not actors:
            return None
        last, action, _ = self.record.moves[-1] if self.record.moves else (-1, -1, 0)
        if self.state.may_wait(actors[0]):
            return self.live.next_seat(self.state, last)
        if self.record.trail and self.record.trail[-1].silent(last, action):
            return last
        return min(actors, key=lambda seat: (seat - last - 1) % self.state.players)

    def may_wait(self, seat: int) -> bool:
        """Whether a person who may act may also let time pass until somebody else does: only in real time."""
        return self.live.may_wait(self.state, seat)

    def wait(self, seat: int) -> None:
        """This seat does not act before somebody else has."""
        self.live.waits(seat)

    def own_chance(self, seat: int) -> Stream:
        """A stream for a seat's thoughts: the same whenever this point of the game is reached, never the game's own."""
        branch = 1 + len(self.record.moves) * MAX_PLAYERS + seat
        return Stream(int(self.record.chain()[0][:15], 16), branch)

    def bot_move(self, seat: int) -> int:
        """What the bot in that seat does, or WAIT where it may and would rather see what the others do."""
        bot, chance = self.bots[seat], self.own_chance(seat)
        if self.live.clock.pressed == seat:
            return bot.decide(self.state, seat, chance)
        return bot.decide_or_wait(self.state, seat, chance)

    def hints(self, seat: int) -> list[Hint]:
        """The best actions for a seat and the reasons, from what the seat knows."""
        if not self.hints_allowed:
            raise IllegalMove("There are no hints at this table.")
        may_wait = self.may_wait(seat)
        return hints(self.game, self.state, seat, self.own_chance(seat), ms=THINKING_MS, may_wait=may_wait)

    def play(self, seat: int, action: int) -> None:
        """Make a move, and let everybody hear what they may."""
        before = self.record.moves[-1][2] if self.record.moves else 0
        self.play_at(seat, action, max(before, int(1000 * (self.clock() - self.began))))

    def play_at(self, seat: int, action: int, ms: int) -> None:
        """Make a move at a time since the deal."""
        with self.unbroken():
            events = self.record.play(seat, action, ms)
            self.live.acted(seat)
            for ear, log in self.heard.items():
                log.append(self.told(events, ear))

    def told(self, events: list[Event], ear: int | None) -> list[Words]:
        """What a person, or a spectator, hears of some events."""
        told = [self.game.hear(self.state, event, ear) for event in events]
        return [words for words in told if words is not None]

    def undo(self) -> None:
        """Go back to the last decision of a person, with what bots did since; refused if anything came to light."""
        moves = self.record.moves
        at = len(moves) - 1
        while at >= 0 and moves[at][0] not in self.people:
            at -= 1
        if at < 0:
            raise IllegalMove("There is nothing to take back yet.")
        if at < len(moves) - len(self.record.trail):
            raise IllegalMove("That cannot be taken back: something new has come to light since.")
        with self.unbroken():
            while len(self.record.moves) > at:
                self.record.undo()
                for log in self.heard.values():
                    log.pop()
            self.live = self.new_time()

    def news(self, seat: int) -> list[list[Words]]:
        """What a person has heard since, and of, their own last move, move by move; before their first, all of it."""
        moves = self.record.moves
        at = len(moves) - 1
        while at >= 0 and moves[at][0] != seat:
            at -= 1
        return self.heard[seat][at:] if at >= 0 else self.log(seat)

    def log(self, ear: int | None) -> list[list[Words]]:
        """What a person, or a spectator, has heard from the deal on, move by move."""
        return [self.opening[ear], *self.heard[ear]]


def sit_again(
    told: Record,
    guests: Sequence[Guest],
    unbroken: Callable[[], AbstractContextManager[None]] = nullcontext,
    clock: Callable[[], float] = time.monotonic,
) -> Sitting:
    """Play a saved game again up to where it stopped, so that everybody has heard it."""
    facts = told.facts
    own, version = facts["cards"]["own"], facts["rules_version"]
    record = Record(told.game, facts["players"], facts["chance"], facts["options"], own, version)
    record.notes = dict(told.notes)
    sitting = Sitting(record, guests, unbroken, clock)
    for seat, action, ms in told.moves:
        sitting.play_at(seat, action, ms)
    if told.moves:
        sitting.began -= told.moves[-1][2] / 1000
    return sitting

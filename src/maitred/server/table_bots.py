"""The bots of a table that is awake: they think in worker processes, and their decisions go through its queue."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING

from maitred.bots.clock import WAIT
from maitred.bots.worker import Question, question
from maitred.kernel.chance import SEED_LIMIT, Stream
from maitred.kernel.words import addressed, player
from maitred.server import lessons
from maitred.server.fair_queue import Payer
from maitred.server.messages import AskForHint, HintFacts, Hints, Refusal
from maitred.server.socket import Socket
from maitred.server.store import StoreFailed
from maitred.server.workers import WorkerFailed
from maitred.table import lines, permissions
from maitred.table.pace import BotPace
from maitred.table.permissions import Denied
from maitred.table.table import STAND_IN_LEVEL, News

if TYPE_CHECKING:
    from maitred.server.live import LiveTable

HINT_LEVEL = "hard"
THOUGHT_MS = 500
"""The longest that a bot thinks about a move; on a slow machine it gets less far in that time."""
LONGEST_HOLD_MS = 180_000
TOO_MANY_HINTS = "You have asked for many hints: wait a minute."
NO_HINT = "No hint could be found this time. Ask again."

log = logging.getLogger(__name__)


class TableBots:
    """What the bots of one table are thinking about, and when they move."""

    def __init__(self, live: LiveTable) -> None:
        self.awake: LiveTable | None = live
        self.pace: BotPace | None = None
        self.thought: asyncio.Task[None] | None = None
        """The bot that is thinking now."""
        self.decided: dict[int, tuple[int, int]] = {}
        """Decisions made before it is time to act, by seat: the action and its stamp."""
        self.stumbled = False
        """Whether it is a bot's move and the rules fail on every action it has."""
        self.held_until: int | None = None
        """Until when the bots wait for somebody who is learning the game."""

    @property
    def live(self) -> LiveTable:
        """The table, as long as it is awake."""
        assert self.awake is not None
        return self.awake

    def forget(self) -> None:
        """Drop decisions that are no longer of use."""
        self.thought = None
        self.decided.clear()

    def start_anew(self) -> None:
        """The table was read again."""
        self.forget()
        self.stumbled = False
        self.pace = None

    def close(self) -> None:
        """Stop thinking and drop the reference to the table: cycles are collected rarely (serve.py), so there must
        be none."""
        if self.thought is not None:
            self.thought.cancel()
        self.awake = None

    def hold(self, on: bool) -> None:
        """Let the bots wait, or go on."""
        self.held_until = self.live.now() + LONGEST_HOLD_MS if on else None

    def held(self) -> bool:
        """Whether the bots wait."""
        return self.held_until is not None and self.live.now() < self.held_until

    def hurry(self) -> None:
        """Let the bots move at once until a person is asked."""
        self.held_until = None
        if self.pace is not None:
            self.pace.hurry()

    def acted(self, seat: int) -> None:
        """Somebody, bot or person, has acted."""
        if self.pace is not None:
            self.pace.acted(seat)

    def levels(self) -> list[str | None]:
        """The level of the bot that plays each seat now; None for people."""
        kept = self.live.presence.kept
        return [
            STAND_IN_LEVEL if seat.level is None and (kept[at] or seat.out_of_time) else seat.level
            for at, seat in enumerate(self.live.table.seats)
        ]

    def next_bot(self, ms: int) -> tuple[int, int] | None:
        """The bot that moves next, and when, unless one is thinking.

        Silent steps of a choice are taken at once, and only the last one waits for its time: otherwise the time a bot
        takes would tell how many there were.
        """
        if self.thought is not None or self.stumbled or self.held():
            return None
        table = self.live.table
        if self.pace is None or self.pace.pace != table.pace:
            self.pace = BotPace(table.game, len(table.seats), table.pace, table.real_time)
        found = self.pace.next_bot(table.state, self.levels(), table.last_mover(), ms)
        if found is not None and found[0] not in self.decided and self.steps_silently(found[0]):
            return found[0], ms
        return found

    def steps_silently(self, seat: int) -> bool:
        """Whether this seat has a silent action."""
        state = self.live.table.state
        return any(state.silent(seat, action) for action in state.legal(seat))

    def is_heard(self, seat: int, action: int) -> bool:
        """Whether this is a legal action that everybody will notice."""
        state = self.live.table.state
        return action in state.legal(seat) and not state.silent(seat, action)

    async def move(self, seat: int) -> None:
        """It is time for a bot to move: it starts to think, if it has not."""
        decided = self.decided.pop(seat, None)
        if decided is None:
            self.thought = asyncio.create_task(self.think(seat))
        else:
            await self.has_decided(seat, *decided)

    async def think(self, seat: int) -> None:
        """Let a bot think in a worker process, and add its decision to the queue."""
        me, pace, live = asyncio.current_task(), self.pace, self.live
        state = live.table.state
        assert pace is not None
        level = self.levels()[seat]
        assert level is not None
        stamps = {action: state.stamp(seat, action) for action in state.legal(seat)}
        chance = Stream(secrets.randbelow(SEED_LIMIT))
        may_wait = not pace.must_act(seat)
        try:
            planned = lessons.next_move(live.table, seat)
            if planned is None:
                asked = question(live.table.game, state, seat, chance, level, ms=THOUGHT_MS, may_wait=may_wait)
                planned = await live.house.workers.decide(asked, self.payer())
            action = planned
        except Exception:  # no worker, or a bug in the rules: the game continues anyway
            log.exception("a bot could not think, so it plays its first legal move", extra={"table": live.id[:4]})
            action = next(iter(stamps))

        async def decided() -> None:
            if self.thought is me:
                self.thought = None
                if self.steps_silently(seat) and self.is_heard(seat, action):
                    self.decided[seat] = action, stamps.get(action, -1)
                else:
                    await self.has_decided(seat, action, stamps.get(action, -1))

        live.queue.soon(decided)

    def payer(self) -> Payer:
        """On whose account bots think here: whoever has had the table open for longest."""
        sockets = self.live.sockets
        return Payer(sockets[0].address if sockets else "", self.live.id)

    async def has_decided(self, seat: int, action: int, stamp: int) -> None:
        """A bot moves, waits, or turns out to be too late."""
        pace, live = self.pace, self.live
        if pace is None or self.levels()[seat] is None:
            return
        if self.held():
            pace.too_late(seat)
            return
        if action == WAIT:
            pace.waits(seat)
            return
        try:
            line = permissions.move(live.table, seat, action, stamp, live.ms(), None)
        except Denied:
            pace.too_late(seat)
            return
        try:
            if not await self.moved_somehow(line):
                self.stumbled = True
                told = f"{player(seat)} cannot move, because the game's rules fail here. Take a move back."
                live.tell([News("house", seat, told)])
        except StoreFailed as failure:
            log.error("a bot's move could not be stored", extra={"table": live.id[:4], "problem": str(failure)})
            pace.too_late(seat)
            await asyncio.sleep(1)

    async def moved_somehow(self, line: lines.Played) -> bool:
        """Make a bot's move, or any other one if the rules fail on it."""
        others = [action for action in self.live.table.state.legal(line.seat) if action != line.action]
        for action in [line.action, *others]:
            try:
                await self.live.moved(lines.Played(line.seat, action, line.ms, None))
            except Denied:
                continue  # the rules have failed, and the log says so
            return True
        return False

    # Hints

    def hint(self, socket: Socket, seat: int, message: AskForHint) -> None:
        """Let a worker look for good moves; the table continues meanwhile."""
        live = self.live
        table, work = live.table, live.house.work
        permissions.must_play(table)
        if not table.was_set.hints:
            raise Denied("not_allowed", "There are no hints at this table.")
        if not table.state.legal(seat):
            raise Denied("not_now", "It is not your move.")
        if socket.hint is not None and not socket.hint.done():
            raise Denied("not_now", "You have just asked for a hint: it is on its way.")
        if not work.allows(socket.address):
            raise Denied("too_many", TOO_MANY_HINTS)
        work.charge(socket.address, THOUGHT_MS / 1000)
        chance = Stream(secrets.randbelow(SEED_LIMIT))
        asked = question(table.game, table.state, seat, chance, HINT_LEVEL, ms=THOUGHT_MS, may_wait=True)
        socket.hint = asyncio.create_task(self.tell_hints(live, socket, message.id, asked))

    async def tell_hints(self, live: LiveTable, socket: Socket, id: str, asked: Question) -> None:
        """Send one socket the moves that a good bot would consider."""
        state, moves = live.table.state, live.table.moves_noticed(asked.seat)
        labels = {
            action: addressed(str(live.table.game.describe(state, asked.seat, action)["label"]), asked.seat)
            for action in state.legal(asked.seat)
        }
        try:
            found = await live.house.workers.hints(asked, Payer(socket.address, live.id))
        except WorkerFailed:
            log.exception("no hints", extra={"table": live.id[:4]})
            socket.tell(Refusal(id, "not_now", NO_HINT))
            return
        told = [
            HintFacts(hint.action, labels.get(hint.action, "Wait"), hint.chance, addressed(hint.reason, asked.seat))
            for hint in found
        ]
        socket.tell(Hints(id, moves, told))

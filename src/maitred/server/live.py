"""A table that is awake: one queue, in which alone the rules are called.

Every change is written to disk before anybody is told of it. The parts of a table are the queue (job_queue.py), what is
sent to whom (broadcast.py), what is due when (schedule.py) and the bots (table_bots.py). This module does what clients
ask for.
"""

from __future__ import annotations

import logging
import secrets
import time
from functools import partial
from typing import TYPE_CHECKING

from maitred.kernel.chance import KEY_BYTES
from maitred.server import lessons, showing
from maitred.server.broadcast import Broadcast, Messages, all_are, some_are
from maitred.server.job_queue import JobQueue
from maitred.server.messages import (
    Agree,
    Arrange,
    AskForHint,
    Back,
    Bye,
    Commit,
    Done,
    FromSocket,
    Hold,
    Leave,
    Move,
    Mute,
    Pause,
    Ready,
    Refusal,
    Remove,
    Reveal,
    Say,
    SetPace,
    Shut,
    Skip,
    Undo,
    Welcome,
)
from maitred.server.quota import Quota
from maitred.server.schedule import GameTime, Schedule
from maitred.server.snapshots import EVERY
from maitred.server.socket import Socket
from maitred.server.store import OutcomeUnknown, Overtaken, StoreFailed
from maitred.server.table_bots import TableBots
from maitred.table import lines, permissions
from maitred.table.lines import Line
from maitred.table.permissions import Denied
from maitred.table.presence import Presence
from maitred.table.promise import Why, fingerprint_of
from maitred.table.table import News, Table, from_lines
from maitred.table.text import cleaned

if TYPE_CHECKING:
    from maitred.server.house import House

UNLISTED = (
    lines.Played,
    lines.Undone,
    lines.OutOfTime,
    lines.Paused,
    lines.Paced,
    lines.Said,
    lines.Lent,
    lines.Readied,
    lines.Committed,
    lines.Agreed,
    lines.Revealed,
    lines.Voided,
)
"""Lines that change nothing in the lists of tables, except for the last move of a game."""

TALK = (lines.Said, lines.Lent, lines.Muted)
"""Lines that a game can do without."""

ASLEEP = "This table has fallen asleep; one moment."
BROKEN = "The rules of the game failed on that move, so nothing was changed. Choose something else."

log = logging.getLogger(__name__)


class LiveTable:
    """A table with its sockets, its bots and its clocks."""

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.table = table
        self.id = table.was_set.table
        self.presence = Presence(len(table.seats))
        self.broadcast = Broadcast(self.presence, table.phase)
        self.sockets = self.broadcast.sockets
        self.arriving: set[Socket] = set()
        """Sockets that wait for their turn to join."""
        self.quiet_since = self.now()
        """When the last socket was closed."""
        self.quota = house.quotas.pop(self.id, Quota(house.limits))
        self.bots = TableBots(self)
        self.schedule = Schedule(self)
        self.queue = JobQueue(self.id, self.schedule.plan, self.reload)

    def now(self) -> int:
        """The time of the house's clock."""
        return self.house.now()

    def ms(self) -> int:
        """Game time in milliseconds."""
        return self.schedule.time.ms(self.now())

    async def reload(self) -> None:
        """Read the table again from disk in place of what is in memory; if that fails, close it."""
        self.bots.start_anew()
        try:
            await self.house.store.acquire(self.id)
            self.table = from_lines(await self.house.history(self.id), self.house.find_game)
            self.schedule.time = GameTime(self.table.ms)
            for socket in self.sockets:
                socket.last = None
                await self.welcome(socket)
        except StoreFailed as failure:
            log.error("the table cannot be read", extra={"table": self.id[:4], "problem": str(failure)})
            self.house.fall_asleep(self, Bye("restart", "This table cannot be read right now; try again in a moment."))
        except Exception as problem:
            self.house.fall_asleep(self, Bye("damaged", str(self.house.found_damaged(self.id, problem))))
        self.schedule.plan()

    def close(self, bye: Bye | None = None) -> None:
        """End the table's task; its sockets are told, if there are any."""
        self.bots.close()
        self.schedule.close()
        self.broadcast.close(bye)
        for socket in self.arriving:
            socket.tell(bye or Bye("restart", ASLEEP))
        self.queue.close()

    # Writing

    async def write(self, *written: Line) -> Messages:
        """Write lines to disk before they take effect, and return the messages about them.

        Everything that can fail happens on a copy first: a bug in the rules leaves nothing on disk, and a full disk
        leaves nothing in memory.
        """
        table = self.table
        for line in written:
            enough = self.quota.refuses(line)
            if enough is not None:
                raise Denied("too_many", enough)
        a_move = len(written) == 1 and isinstance(written[0], lines.Played)  # the usual case
        self.house.check_room(moves=a_move or (table.record is not None and not some_are(written, TALK)))
        try:
            later, news = table, list[News]()
            for line in written:
                later, more = later.after(line)
                news += more
            ms = self.ms()
            if a_move:
                messages = self.broadcast.news_of_move(later, news, True, ms)
            else:
                messages = self.broadcast.news_of(written, later, news, ms)
        except Exception as problem:
            log.exception(
                "the rules failed, and nothing was changed", extra={"table": self.id[:4], "line": table.lines + 1}
            )
            raise Denied("broken", BROKEN) from problem
        await self.house.store.append(self.id, table.lines, [lines.ENCODER.encode(line) for line in written])
        noticed = later.seq > table.seq
        due = later.lines // EVERY > table.lines // EVERY
        table.become(later)
        if due:
            self.house.keep_snapshot(table)
        if noticed:
            self.broadcast.changed = False
        self.broadcast.phase = table.phase
        self.bots.stumbled = False
        if not a_move and not all_are(written, UNLISTED):
            await self.post_summary()
        return messages

    async def post_summary(self) -> None:
        """Update the table's entry in the lists; if that fails, the next change will."""
        changed = time.time_ns() // 1_000_000
        try:
            await self.house.store.append(self.id, self.table.lines, [], showing.summary(self.table, changed))
        except StoreFailed as failure:
            log.warning("the lists are behind", extra={"table": self.id[:4], "problem": str(failure)})

    # Telling

    def send(self, messages: Messages) -> None:
        """Send messages to the sockets they are for."""
        self.broadcast.send(messages)

    def tell(self, news: list[News]) -> None:
        """Tell every socket of something that is not in the lines, and the current state of the table."""
        self.broadcast.tell(self.table, news, self.ms())

    async def welcome(self, socket: Socket) -> None:
        """Send a socket everything, and what it missed; the log is left out for an address that has had enough work."""
        table, ms = self.table, self.ms()
        heard = []
        if (socket.last is None or socket.last < table.seq) and self.house.work.allows(socket.address):
            history = await self.house.history(self.id)
            heard = await self.house.apart(
                socket.address, showing.log_since, history, socket.last or 0, socket.eyes, self.house.find_game
            )
        socket.last = table.seq
        socket.tell(
            Welcome(
                version=self.house.version,
                table=showing.facts(table, self.presence, ms),
                seat=socket.eyes,
                host=socket.host,
                seq=table.seq,
                position=showing.position(table, socket.eyes, ms, socket.zones) if table.record is not None else None,
                log=heard,
            )
        )

    # Coming and going

    def arrive(self, socket: Socket) -> None:
        """A socket is accepted: it joins in its turn, unless the table falls asleep before that."""
        if self.queue.closed:
            socket.tell(Bye("restart", ASLEEP))
            return
        self.arriving.add(socket)
        self.queue.soon(partial(self.join, socket))

    async def join(self, socket: Socket) -> None:
        """A socket opens, unless its seat was given to somebody else in the meantime."""
        self.arriving.discard(socket)
        if not self.holds(socket):
            socket.tell(Bye("moved", "This seat is no longer yours."))
            return
        kept = socket.eyes is not None and self.presence.kept[socket.eyes]
        self.presence.came(socket.eyes, self.now())
        self.tell_presence(socket.eyes, " [is|are] back." if kept else "")
        self.sockets.append(socket)
        await self.welcome(socket)
        await self.deal_if_ready()  # a table of bots deals as soon as somebody watches

    async def part(self, socket: Socket) -> None:
        """A socket has closed."""
        if socket in self.sockets:
            self.sockets.remove(socket)
            self.presence.went(socket.eyes, self.now())
            self.quiet_since = self.now()
            self.tell_presence(socket.eyes, "")
            await self.one_fewer()

    def tell_presence(self, seat: int | None, what: str) -> None:
        """Tell the others that somebody came or went."""
        self.broadcast.changed = True
        news = [News("house", seat, f"{{{seat}}}{what}")] if what else []
        self.tell(news)

    def holds(self, socket: Socket) -> bool:
        """Whether a socket still holds its seat; spectators hold none."""
        return socket.eyes is None or self.table.seats[socket.eyes].token == socket.token

    # What people do

    async def obey(self, socket: Socket, message: FromSocket, arrived: float = 0.0) -> None:
        """Do what a socket asks, or say why not; a socket that has lost its seat gets no answer.

        `arrived`: when the message came, by time.perf_counter().
        """
        if not self.holds(socket):
            return
        socket.hold()  # the news and the answer go out together
        try:
            seq = await self.do(socket, message)
        except Denied as refusal:
            self.house.metrics.refused(refusal.reason)
            socket.tell(Refusal(message.id, refusal.reason, str(refusal)))
        except StoreFailed as failure:
            self.house.metrics.refused("no_store")
            log.error("could not be stored", extra={"table": self.id[:4], "problem": str(failure)})
            socket.tell(Refusal(message.id, "no_store", f"{failure.told} Nothing was changed; try again."))
        except (Overtaken, OutcomeUnknown):
            raise
        except Exception:
            # Whatever fails does so before anything is written; the client must not send the same again.
            socket.tell(Refusal(message.id, "broken", BROKEN))
            raise
        else:
            if not isinstance(message, AskForHint):
                socket.tell(Done(message.id, seq))
        finally:
            socket.let_go()
        if isinstance(message, Move) and arrived:
            self.house.metrics.moved(time.perf_counter() - arrived)
        if self.broadcast.changed:
            self.tell([])

    async def do(self, socket: Socket, message: FromSocket) -> int:
        """Do what a socket asks, and return the number of the line that resulted."""
        if isinstance(message, (Arrange, Remove, Mute, Shut)):
            if not socket.host:
                raise Denied("not_allowed", "Only the host of this table can do that.")
            return await self.do_as_host(message)
        seat = socket.eyes
        if seat is None:
            raise Denied("not_allowed", "You are watching: sit down to do that.")
        table = self.table
        if self.presence.kept[seat] or not isinstance(message, (Move, Undo)):
            self.stir(seat)
        known = table.seats[seat].ids.get(message.id)
        if known is not None:
            return known
        match message:
            case Move():
                line = permissions.move(table, seat, message.action, message.stamp, self.ms(), message.id)
                if not table.is_silent(line):
                    self.stir(seat)
                await self.moved(line)
            case Undo():
                undone = permissions.undo(table, seat, self.ms(), message.id)
                if not table.is_silent(undone):
                    self.stir(seat)
                self.broadcast.changed |= table.counts and table.looks_back(undone)
                messages = await self.write(undone)
                self.bots.forget()
                self.send(messages)
            case Ready():
                readied = permissions.ready(table, seat, message.on)
                if readied is not None:
                    void = [] if message.on else self.void("not_ready", seat)
                    self.send(await self.write(*void, readied))
            case Commit() | Agree() | Reveal():
                await self.promise(seat, message)
            case Say():
                text = cleaned(message.text)
                if not text:
                    raise Denied("not_allowed", "That message is empty.")
                self.send(await self.write(permissions.say(table, seat, text, message.id)))
            case Skip():
                self.bots.hurry()
            case Pause():
                await self.pause(seat, message.on)
            case Hold():
                permissions.hold(table, seat)
                self.bots.hold(message.on)
            case SetPace():
                self.send(await self.write(permissions.set_pace(table, seat, message.pace, socket.host)))
            case AskForHint():
                self.bots.hint(socket, seat, message)
            case Back():
                pass  # to have said anything is enough (see `stir`)
            case Leave():
                left = permissions.leave(table, seat)
                messages = await self.write(*self.void("left", seat), left)
                self.broadcast.dismiss(seat, Bye("left", "You have left this table."))
                self.send(messages)
                await self.one_fewer()
        return self.table.seq

    async def do_as_host(self, message: Arrange | Remove | Mute | Shut) -> int:
        """Do what the host asks."""
        match message:
            case Arrange():
                arranged = permissions.arrange(self.table, message.seat, message.level)
                messages = await self.write(*self.void("arranged", message.seat), arranged)
                self.send(messages)
                await self.deal_if_ready()
            case Remove():
                removed = permissions.remove(self.table, message.seat)
                messages = await self.write(*self.void("removed", message.seat), removed)
                self.broadcast.dismiss(message.seat, Bye("removed", "The host has removed you from this seat."))
                self.send(messages)
                await self.one_fewer()
            case Shut():
                self.send(await self.write(permissions.shut(self.table, message.on)))
            case Mute():
                messages = await self.write(permissions.mute(self.table, message.seat, message.muted))
                self.send(messages)
        return self.table.seq

    def stir(self, seat: int) -> None:
        """The person at this seat did something that others may notice: a bot that played for them hands the seat
        back."""
        if self.presence.kept[seat]:
            self.broadcast.changed = True
        self.presence.stirred(seat, self.now())

    async def moved(self, line: lines.Played) -> None:
        """Make a move. A silent one does not affect when bots move."""
        silent = self.table.is_silent(line)
        messages = await self.write(line)
        if not silent:
            self.bots.acted(line.seat)
        if self.table.was_set.lesson is not None and line.id is not None:
            self.bots.hold(lessons.has_to_read(self.table, line.seat))
        self.send(messages)
        if self.broadcast.phase == "over":
            await self.post_summary()

    async def promise(self, seat: int, message: Commit | Agree | Reveal) -> None:
        """A seat takes a step towards the deal."""
        table = self.table
        line: Line | None
        match message:
            case Commit():
                line = permissions.commit(table, seat, message.attempt, message.commitment)
            case Agree():
                line = permissions.agree(table, seat, message.attempt, message.digest)
            case Reveal():
                line = permissions.reveal(table, seat, message.attempt, message.nonce)
        if line is not None:
            self.send(await self.write(line))
        await self.deal_if_ready()

    def void(self, why: Why, seat: int) -> list[lines.Voided]:
        """The lines to write before the terms of an attempt change."""
        return permissions.void(self.table, why, seat, secrets.token_hex(KEY_BYTES))

    async def deal_if_ready(self) -> None:
        """Deal once all have revealed their numbers, and sign the transcript."""
        dealt = permissions.deal(self.table)
        if dealt is not None:
            assert dealt.transcript is not None
            dealt.signature = self.house.signer.sign_transcript(fingerprint_of(dealt.transcript))
            self.send(await self.write(dealt))

    async def pause(self, seat: int, on: bool) -> None:
        """Pause or resume."""
        paused = permissions.want_pause(self.table, seat, on, self.present())
        self.broadcast.changed = True
        if paused is None:
            self.tell([])
        else:
            await self.begin_pause(paused)

    async def begin_pause(self, paused: lines.Paused) -> None:
        """Stop game time, or let it run again."""
        self.schedule.time.run(False, self.now())
        self.send(await self.write(paused))

    async def one_fewer(self) -> None:
        """Somebody has gone: perhaps everybody who is left wants a pause."""
        agreed = permissions.agreed_pause(self.table, self.present())
        if agreed is not None:
            await self.begin_pause(agreed)

    def present(self) -> list[int]:
        """The people who are present and play themselves."""
        return [at for at in self.table.people() if self.presence.windows[at] and not self.presence.kept[at]]

    # Over HTTP

    async def sit(self, wish: int | None, name: str, token: str, back: bool = False) -> int:
        """A person sits down; returns the seat. `back`: at the one kept for them."""
        sat = permissions.sit(self.table, wish, name, token, back)
        self.send(await self.write(sat))
        return sat.seat

    async def decline(self, seats: list[int]) -> None:
        """A person gives up the seats that are kept for them."""
        declined = permissions.decline(self.table, seats)
        if declined:
            self.send(await self.write(*declined))

    async def lend(self, seat: int, code: str, until: int) -> None:
        """Make a private link for a seat."""
        await self.write(permissions.lend(self.table, seat, code, until))

    async def take_along(self, code: str, token: str, attempt: int | None) -> int:
        """A seat moves to another device; returns the seat. `attempt`: the one whose nonce that device has."""
        took = permissions.take_along(self.table, code, token, time.time_ns() // 1_000_000)
        now = self.table.attempt
        lost = now.commitments[took.seat] is not None and attempt != now.number
        messages = await self.write(*(self.void("moved", took.seat) if lost else []), took)
        self.broadcast.dismiss(took.seat, Bye("moved", "Your seat has moved to another device."))
        self.send(messages)
        return took.seat

    async def again(self, table: str) -> str:
        """Record where these people play again; returns the table that was named first."""
        if self.table.rematch is None:
            self.send(await self.write(lines.Again(table)))
        assert self.table.rematch is not None
        return self.table.rematch

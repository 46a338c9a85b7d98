"""A table that is awake: one task and one queue, and the rules are called there and nowhere else.

Whatever changes the table is written first, on disk, and told afterwards.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from maitred.bots.clock import WAIT
from maitred.bots.worker import Question, question
from maitred.kernel.chance import KEY_BYTES, SEED_LIMIT, Stream
from maitred.kernel.words import addressed, player
from maitred.server import showing
from maitred.server.fair_queue import Payer
from maitred.server.messages import (
    Agree,
    Arrange,
    AskForHint,
    Back,
    Bye,
    Commit,
    Done,
    FromSocket,
    HintFacts,
    Hints,
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
    TableChanged,
    Undo,
    Update,
    Welcome,
)
from maitred.server.quota import Quota
from maitred.server.socket import ENCODER, Socket
from maitred.server.store import Overtaken, StoreFailed
from maitred.server.text import cleaned
from maitred.server.workers import WorkerFailed
from maitred.table import lines, permissions
from maitred.table.lines import Line
from maitred.table.pace import BotPace
from maitred.table.permissions import Denied
from maitred.table.presence import AT_TURNS, IN_REAL_TIME, Presence
from maitred.table.promise import Step, Why, fingerprint_of
from maitred.table.table import KEEPER, News, Table, from_lines

if TYPE_CHECKING:
    from maitred.server.house import House

T = TypeVar("T")
Job = Callable[[], Coroutine[Any, Any, None]]
Kinds = type[Line] | tuple[type[Line], ...]

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
"""Lines that change nothing that the lists of tables show, but for the last move of a game."""

TALK = (lines.Said, lines.Lent, lines.Muted)
"""Lines without which a game goes on all the same."""
TOO_MANY_HINTS = "You have asked for many hints: wait a minute."
UNREADABLE = "This table cannot be read just now."
MOVES = (lines.Dealt, lines.Played, lines.Undone, lines.OutOfTime, lines.Paused)
"""Lines that change what the game is like, or what can be done in it."""
SAME_FACTS = (lines.Played, lines.Undone, lines.Said, lines.Lent)
"""Lines that change nothing about the table itself, but for the last move of a game."""

BROKEN = "The rules fail at that, so nothing was changed. Choose something else."
HINT_LEVEL = "hard"
THOUGHT_MS = 500
"""The longest that a bot thinks about a move: on a slow machine it thinks less, and not longer."""

log = logging.getLogger(__name__)


def all_are(written: Sequence[Line], kinds: Kinds) -> bool:
    """Whether all lines are of these kinds."""
    return all([isinstance(line, kinds) for line in written])


def some_are(written: Sequence[Line], kinds: Kinds) -> bool:
    """Whether any line is of these kinds."""
    return any([isinstance(line, kinds) for line in written])


class GameTime:
    """The time of a game: it stands still in a pause and while nobody is there."""

    def __init__(self, ms: int) -> None:
        self.before = ms
        self.since: int | None = None

    def ms(self, now: int) -> int:
        """What time it is in the game."""
        return self.before if self.since is None else self.before + now - self.since

    def run(self, on: bool, now: int) -> None:
        """Let it run, or stand still."""
        if on == (self.since is None):
            self.before = self.ms(now)
            self.since = now if on else None


class LiveTable:
    """A table with its windows, its bots and its clocks."""

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.table = table
        self.id = table.was_set.table
        self.sockets: list[Socket] = []
        self.presence = Presence(len(table.seats))
        self.time = GameTime(table.ms)
        self.bots: BotPace | None = None
        self.thought: asyncio.Task[None] | None = None
        """What a bot is thinking."""
        self.decided: dict[int, tuple[int, int]] = {}
        """What bots have decided before it is time, by seat: the action and its stamp."""
        self.stumbled = False
        """Whether a bot is to move and the rules fail at whatever it could do."""
        self.asked: list[int] = []
        self.phase = table.phase
        self.changed = False
        """Whether the facts of the table have changed since they were last told."""
        self.inbox: deque[Job] = deque()
        self.waiting: asyncio.Future[None] | None = None
        """What ends when there is something to do."""
        self.timer: asyncio.TimerHandle | None = None
        self.alarm: int | None = None
        """When the timer rings."""
        self.quiet_since = self.now()
        self.step: tuple[int, Step] = (0, "seating")
        """The attempt to deal and how far it had come when that was last looked at."""
        self.step_since = self.now()
        self.quota = house.quotas.pop(self.id, Quota(house.limits))
        self.closed = False
        self.task = asyncio.create_task(self.serve())

    def now(self) -> int:
        """What the clock of the house shows."""
        return self.house.now()

    def ms(self) -> int:
        """The time of the game."""
        return self.time.ms(self.now())

    # The queue

    async def serve(self) -> None:
        """Do one thing after another."""
        while not self.closed:
            if not self.inbox:
                self.waiting = asyncio.get_running_loop().create_future()
                await self.waiting
                self.waiting = None
            job = self.inbox.popleft()
            try:
                await job()
                self.plan()
            except Exception:
                log.exception("the table is read again", extra={"table": self.id[:4]})
                await self.reload()

    def soon(self, job: Job) -> None:
        """Put something to do into the queue."""
        self.inbox.append(job)
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    async def ask(self, question: Callable[[], Awaitable[T]]) -> T:
        """Have something done in the queue and wait for its answer or its refusal."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def job() -> None:
            try:
                told = await question()
            except (Denied, StoreFailed) as refusal:
                if not answer.done():
                    answer.set_exception(refusal)
            except BaseException:
                answer.cancel()
                raise
            else:
                if not answer.done():
                    answer.set_result(told)

        self.soon(job)
        either: list[asyncio.Future[Any]] = [answer, self.task]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done() or answer.cancelled():
            raise StoreFailed(UNREADABLE, UNREADABLE)
        return answer.result()

    async def reload(self) -> None:
        """Forget what is in memory and read the table again, so that it is what is on disk; or close it."""
        self.thought = None
        self.decided.clear()
        self.stumbled = False
        try:
            self.table = from_lines(await self.house.history(self.id), self.house.find_game)
            self.time = GameTime(self.table.ms)
            self.bots = None
            for socket in self.sockets:
                socket.last = None
                await self.welcome(socket)
        except StoreFailed as failure:
            log.error("the table cannot be read", extra={"table": self.id[:4], "problem": str(failure)})
            self.house.fall_asleep(self, Bye("restart", "This table cannot be read just now; try again in a moment."))
        except Exception as problem:
            self.house.fall_asleep(self, Bye("damaged", str(self.house.found_damaged(self.id, problem))))
        self.plan()

    # Writing

    async def write(self, *written: Line) -> list[tuple[Socket, bytes]]:
        """Write lines to disk, and only then let them be true; the messages that tell of them.

        Whatever can fail is done to a copy before: a fault in the rules leaves nothing on disk, and a full disk
        nothing in memory.
        """
        table = self.table
        for line in written:
            enough = self.quota.refuses(line)
            if enough is not None:
                raise Denied("too_many", enough)
        a_move = len(written) == 1 and isinstance(written[0], lines.Played)  # as nearly always
        self.house.check_room(moves=a_move or (table.record is not None and not some_are(written, TALK)))
        try:
            later, news = table, list[News]()
            for line in written:
                later, more = later.after(line)
                news += more
            messages = self.news_of_move(later, news, True) if a_move else self.news_of(written, later, news)
        except Exception as problem:
            log.exception(
                "the rules failed, and nothing was changed", extra={"table": self.id[:4], "line": table.lines + 1}
            )
            raise Denied("broken", BROKEN) from problem
        await self.house.store.append(self.id, table.lines, [lines.ENCODER.encode(line) for line in written])
        noticed = later.seq > table.seq
        table.become(later)
        if noticed:
            self.changed = False
        self.phase = table.phase
        self.stumbled = False
        if not a_move and not all_are(written, UNLISTED):
            await self.post_summary()
        return messages

    async def post_summary(self) -> None:
        """Show in the lists what the table has become; if that fails, the next change will."""
        changed = time.time_ns() // 1_000_000
        try:
            await self.house.store.append(self.id, self.table.lines, [], showing.summary(self.table, changed))
        except StoreFailed as failure:
            log.warning("the lists are behind", extra={"table": self.id[:4], "problem": str(failure)})

    # Telling

    def news_of(self, written: Sequence[Line], table: Table, news: list[News]) -> list[tuple[Socket, bytes]]:
        """What is to be told of lines that made the table what it is, and to whom."""
        if all_are(written, lines.Lent):
            return []
        if not some_are(written, MOVES):
            return self.messages(table, news, self.sockets, moved=False)
        return self.news_of_move(table, news, all_are(written, SAME_FACTS))

    def news_of_move(self, table: Table, news: list[News], same_facts: bool) -> list[tuple[Socket, bytes]]:
        """What is to be told when the game has gone on; a step that nobody may notice is told to its own seat."""
        only = [piece.only for piece in news if piece.only is not None]
        if only:
            own = [socket for socket in self.sockets if socket.eyes in only]
            return self.messages(table, news, own, moved=True)
        told = self.messages(table, news, self.sockets, moved=True)
        if not same_facts or self.changed or table.phase != self.phase:
            return self.messages(table, [], self.sockets, moved=False) + told
        return told

    def messages(
        self, table: Table, news: list[News], sockets: list[Socket], moved: bool
    ) -> list[tuple[Socket, bytes]]:
        """What happened, as each of these windows may know it: with the position if the game has gone on."""
        ms = self.ms()
        told = None if moved else showing.facts(table, self.presence, ms)
        encoded: dict[tuple[int | None, bool], bytes] = {}
        by_all = table.game.hears_alike() and all([piece.only is None for piece in news])
        same = table.hear(news, None) if by_all else None
        alike = showing.Alike(table.game.view(table.state, None)) if moved and table.game.sees_alike() else None
        messages: list[tuple[Socket, bytes]] = []
        for socket in sockets:
            key = (socket.eyes, socket.zones and moved)
            message = encoded.get(key)
            if message is None:
                pieces = table.hear(news, socket.eyes) if same is None else same
                heard = showing.log_lines(table, pieces, socket.eyes)
                if told is None:
                    seen = showing.position(table, socket.eyes, ms, socket.zones, alike)
                    message = ENCODER.encode(Update(table.seq, heard, seen))
                else:
                    message = ENCODER.encode(TableChanged(table.seq, heard, told))
                encoded[key] = message
            messages.append((socket, message))
        return messages

    def send(self, messages: list[tuple[Socket, bytes]]) -> None:
        """Send messages to the windows they are for."""
        for socket, message in messages:
            socket.put(message)

    def tell(self, news: list[News]) -> None:
        """Tell every window of something that no line tells of, and what the table is like now."""
        self.changed = False
        self.send(self.messages(self.table, news, self.sockets, moved=False))

    async def welcome(self, socket: Socket) -> None:
        """Tell a window everything anew, and what it missed."""
        table, ms = self.table, self.ms()
        heard = []
        if socket.last is None or socket.last < table.seq:
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

    async def join(self, socket: Socket) -> None:
        """A window opens, if its seat has not been given to another while it was on its way."""
        if not self.holds(socket):
            socket.tell(Bye("moved", "This seat is not yours any more."))
            return
        kept = socket.eyes is not None and self.presence.kept[socket.eyes]
        self.presence.came(socket.eyes, self.now())
        self.tell_presence(socket.eyes, " is back." if kept else "")
        self.sockets.append(socket)
        await self.welcome(socket)
        await self.deal_if_ready()  # bots among themselves wait for nobody but a spectator

    async def part(self, socket: Socket) -> None:
        """A window has closed."""
        if socket in self.sockets:
            self.sockets.remove(socket)
            self.presence.went(socket.eyes, self.now())
            self.quiet_since = self.now()
            self.tell_presence(socket.eyes, "")
            await self.one_fewer()

    def tell_presence(self, seat: int | None, what: str) -> None:
        """Tell the others that somebody came or went."""
        self.changed = True
        news = [News("house", seat, f"{{{seat}}}{what}")] if what else []
        self.tell(news)

    def holds(self, socket: Socket) -> bool:
        """Whether a window still holds its seat; those who watch hold none."""
        return socket.eyes is None or self.table.seats[socket.eyes].token == socket.token

    def dismiss(self, seat: int, bye: Bye) -> None:
        """Close all windows of a seat."""
        for socket in self.sockets:
            if socket.eyes == seat:
                socket.tell(bye)

    # What people do

    async def obey(self, socket: Socket, message: FromSocket) -> None:
        """Do what a window asks, or say why not; a window that has lost its seat meanwhile asks nothing."""
        if not self.holds(socket):
            return
        socket.hold()  # what happens and the answer go out together
        try:
            seq = await self.do(socket, message)
        except Denied as refusal:
            socket.tell(Refusal(message.id, refusal.reason, str(refusal)))
        except StoreFailed as failure:
            log.error("could not be stored", extra={"table": self.id[:4], "problem": str(failure)})
            socket.tell(Refusal(message.id, "no_store", f"{failure.told} Nothing was changed; try again."))
        except Overtaken:
            raise
        except Exception:
            # Whatever fails does so before anything is written: who asked must not ask the same again.
            socket.tell(Refusal(message.id, "broken", BROKEN))
            raise
        else:
            if not isinstance(message, AskForHint):
                socket.tell(Done(message.id, seq))
        finally:
            socket.let_go()
        if self.changed:
            self.tell([])

    async def do(self, socket: Socket, message: FromSocket) -> int:
        """Do what a window asks; the number of the line that says so."""
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
                messages = await self.write(undone)
                self.thought = None
                self.decided.clear()
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
                    raise Denied("not_allowed", "There is nothing to read in that.")
                self.send(await self.write(permissions.say(table, seat, text, message.id)))
            case Skip():
                if self.bots is not None:
                    self.bots.hurry()
            case Pause():
                await self.pause(seat, message.on)
            case SetPace():
                self.send(await self.write(permissions.set_pace(table, seat, message.pace, socket.host)))
            case AskForHint():
                self.hint(socket, seat, message)
            case Back():
                self.tell([])
            case Leave():
                left = permissions.leave(table, seat)
                messages = await self.write(*self.void("left", seat), left)
                self.dismiss(seat, Bye("left", "You have left this table."))
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
                self.dismiss(message.seat, Bye("removed", "The host has taken this seat away from you."))
                self.send(messages)
                await self.one_fewer()
            case Shut():
                self.send(await self.write(permissions.shut(self.table, message.on)))
            case Mute():
                messages = await self.write(permissions.mute(self.table, message.seat, message.muted))
                self.send(messages)
        return self.table.seq

    def stir(self, seat: int) -> None:
        """The person of this seat has done something that others may notice: a bot that kept it gives it back."""
        if self.presence.kept[seat]:
            self.changed = True
        self.presence.stirred(seat, self.now())

    async def moved(self, line: lines.Played) -> None:
        """Make a move. One that nobody may notice changes nothing in how long bots take."""
        silent = self.table.is_silent(line)
        messages = await self.write(line)
        if self.bots is not None and not silent:
            self.bots.acted(line.seat)
        self.send(messages)
        if self.phase == "over":
            await self.post_summary()

    async def promise(self, seat: int, message: Commit | Agree | Reveal) -> None:
        """A seat goes a step on the way to the deal."""
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
        """What must be written before a change of what is frozen."""
        return permissions.void(self.table, why, seat, secrets.token_hex(KEY_BYTES))

    async def deal_if_ready(self) -> None:
        """Deal, once all have revealed their numbers, and sign how it came about."""
        dealt = permissions.deal(self.table)
        if dealt is not None:
            assert dealt.transcript is not None
            dealt.signature = self.house.signer.sign_transcript(fingerprint_of(dealt.transcript))
            self.send(await self.write(dealt))

    async def pause(self, seat: int, on: bool) -> None:
        """Pause, or go on."""
        paused = permissions.want_pause(self.table, seat, on, self.present())
        self.changed = True
        if paused is None:
            self.tell([])
        else:
            await self.begin_pause(paused)

    async def begin_pause(self, paused: lines.Paused) -> None:
        """Let the time of the game stand still, or run again."""
        self.time.run(False, self.now())
        self.send(await self.write(paused))

    async def one_fewer(self) -> None:
        """Somebody is gone: perhaps all who are left want a pause."""
        agreed = permissions.agreed_pause(self.table, self.present())
        if agreed is not None:
            await self.begin_pause(agreed)

    def present(self) -> list[int]:
        """The people who are there and play themselves."""
        return [at for at in self.table.people() if self.presence.windows[at] and not self.presence.kept[at]]

    def hint(self, socket: Socket, seat: int, message: AskForHint) -> None:
        """Have a worker look for good moves; the table goes on meanwhile."""
        table = self.table
        permissions.must_play(table)
        if not table.was_set.hints:
            raise Denied("not_allowed", "There are no hints at this table.")
        if not table.state.legal(seat):
            raise Denied("not_now", "It is not your move.")
        if socket.hint is not None and not socket.hint.done():
            raise Denied("not_now", "You have just asked for a hint: it is on its way.")
        if not self.house.work.allows(socket.address):
            raise Denied("too_many", TOO_MANY_HINTS)
        self.house.work.charge(socket.address, THOUGHT_MS / 1000)
        chance = Stream(secrets.randbelow(SEED_LIMIT))
        asked = question(table.game, table.state, seat, chance, HINT_LEVEL, ms=THOUGHT_MS, may_wait=True)
        socket.hint = asyncio.create_task(self.tell_hints(socket, message.id, asked))

    async def tell_hints(self, socket: Socket, id: str, asked: Question) -> None:
        """Tell one window what a good bot would think of."""
        state, moves = self.table.state, self.table.moves_noticed(asked.seat)
        labels = {
            action: addressed(str(self.table.game.describe(state, asked.seat, action)["label"]), asked.seat)
            for action in state.legal(asked.seat)
        }
        try:
            found = await self.house.workers.hints(asked, Payer(socket.address, self.id))
        except WorkerFailed:
            log.exception("no hints", extra={"table": self.id[:4]})
            socket.tell(Refusal(id, "not_now", "The bots could not find a hint this time. Ask again."))
            return
        told = [
            HintFacts(hint.action, labels.get(hint.action, "Wait"), hint.chance, addressed(hint.reason, asked.seat))
            for hint in found
        ]
        socket.tell(Hints(id, moves, told))

    # Over HTTP

    async def sit(self, wish: int | None, name: str, token: str, back: bool = False) -> int:
        """A person sits down; the seat. `back`: at the one that is kept for them."""
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
        """A seat goes to another device; the seat. `attempt`: the one whose nonce that device has."""
        took = permissions.take_along(self.table, code, token, time.time_ns() // 1_000_000)
        now = self.table.attempt
        lost = now.commitments[took.seat] is not None and attempt != now.number
        messages = await self.write(*(self.void("moved", took.seat) if lost else []), took)
        self.dismiss(took.seat, Bye("moved", "Your seat has moved to another device."))
        self.send(messages)
        return took.seat

    async def again(self, table: str) -> str:
        """Remember where these people play again; the table that was named first."""
        if self.table.rematch is None:
            self.send(await self.write(lines.Again(table)))
        assert self.table.rematch is not None
        return self.table.rematch

    # Time

    def attended(self) -> bool:
        """Whether somebody is there whom the game is played for."""
        people = self.table.people()
        if not people:
            return self.presence.anyone()
        return any(self.presence.windows[seat] for seat in people)

    def levels(self) -> list[str | None]:
        """The level of the bot that plays each seat now; None for people."""
        kept = self.presence.kept
        return [
            KEEPER if seat.level is None and (kept[at] or seat.out_of_time) else seat.level
            for at, seat in enumerate(self.table.seats)
        ]

    def plan(self) -> None:
        """See what will be due next, and set the alarm. One that rings too early does no harm: it is set again."""
        if self.closed:
            return
        now, table = self.now(), self.table
        goes_on = table.phase == "playing" and not table.paused and self.attended()
        self.time.run(goes_on, now)
        for seat in table.actors():
            if seat not in self.asked:
                self.presence.asked(seat, now)
        self.asked = table.actors()
        due = [self.quiet_since + self.house.doze] if not self.sockets else []
        late = self.late_at(now)
        if late is not None:
            due.append(late)
        if goes_on:
            due += [when for _, when in self.to_keep()]
            ms = self.time.ms(now)
            if table.clocks is not None:
                out = table.clocks.first_out(table.ticking())
                if out is not None:
                    due.append(now + out[1] - ms)
            bot = self.next_bot(ms)
            if bot is not None:
                due.append(now + bot[1] - ms)
        if due and (self.alarm is None or min(due) < self.alarm):
            if self.timer is not None:
                self.timer.cancel()
            self.alarm = min(due)
            self.timer = asyncio.get_running_loop().call_later(max(0, self.alarm - now) / 1000, self.ring)

    def late_at(self, now: int) -> int | None:
        """When an attempt to deal is given up, if nobody goes on with it."""
        if self.table.record is not None:
            return None
        step = (self.table.attempt.number, self.table.attempt.step)
        if step != self.step:
            self.step, self.step_since = step, now
        waits = self.table.phase == "seating" and step[1] in ("agreeing", "revealing")
        return self.step_since + self.house.answer_ms if waits else None

    def ring(self) -> None:
        """The alarm rings."""
        self.alarm = self.timer = None
        self.soon(self.tick)

    def to_keep(self) -> list[tuple[int, int]]:
        """The people whose seats a bot should keep, and when: only while another person waits."""
        table, presence = self.table, self.presence
        patience = self.house.patience or (IN_REAL_TIME if table.real_time else AT_TURNS)
        people = table.people()
        here = [seat for seat in people if presence.windows[seat] and not presence.kept[seat]]
        found: list[tuple[int, int]] = []
        for seat in people:
            others = len(here) > (seat in here)
            if others and not presence.kept[seat] and not table.seats[seat].out_of_time:
                when = presence.due(seat, seat in self.asked, patience)
                if when is not None:
                    found.append((seat, when))
        return found

    def next_bot(self, ms: int) -> tuple[int, int] | None:
        """The bot that moves next and when, unless one is thinking.

        Where a choice has steps that nobody may notice, a bot takes them at once and is heard when it is time:
        otherwise the time it takes would tell how many there were.
        """
        if self.thought is not None or self.stumbled:
            return None
        table = self.table
        if self.bots is None or self.bots.pace != table.pace:
            self.bots = BotPace(table.game, len(table.seats), table.pace, table.real_time)
        found = self.bots.next_bot(table.state, self.levels(), table.last_mover(), ms)
        if found is not None and found[0] not in self.decided and self.steps_silently(found[0]):
            return found[0], ms
        return found

    def steps_silently(self, seat: int) -> bool:
        """Whether this seat can do something that nobody else may notice."""
        state = self.table.state
        return any(state.silent(seat, action) for action in state.legal(seat))

    def is_heard(self, seat: int, action: int) -> bool:
        """Whether this is a legal action that everybody will notice."""
        state = self.table.state
        return action in state.legal(seat) and not state.silent(seat, action)

    async def tick(self) -> None:
        """Something is due."""
        now, table = self.now(), self.table
        if not self.sockets and now >= self.quiet_since + self.house.doze and not self.inbox:
            self.house.fall_asleep(self)
            return
        late = self.late_at(now)
        if late is not None and late <= now:
            self.send(await self.write(*permissions.give_up(table, secrets.token_hex(KEY_BYTES))))
        if table.phase != "playing" or table.paused or not self.attended():
            return
        kept = [seat for seat, when in self.to_keep() if when <= now]
        for seat in kept:
            self.presence.kept[seat] = True
            self.changed = True
        if kept:
            self.tell([News("house", seat, f"A bot plays for {{{seat}}}.") for seat in kept])
        ms = self.time.ms(now)
        out = table.clocks.first_out(table.ticking()) if table.clocks is not None else None
        if out is not None and out[1] <= ms:
            self.send(await self.write(lines.OutOfTime(out[0], ms)))
        bot = self.next_bot(ms)
        if bot is not None and bot[1] <= ms:
            decided = self.decided.pop(bot[0], None)
            if decided is None:
                self.thought = asyncio.create_task(self.think(bot[0]))
            else:
                await self.bot_decided(bot[0], *decided)

    # Bots

    async def think(self, seat: int) -> None:
        """Let a bot think in a worker process, and put what it decided into the queue."""
        me, bots, state = asyncio.current_task(), self.bots, self.table.state
        assert bots is not None
        level = self.levels()[seat]
        assert level is not None
        stamps = {action: state.stamp(seat, action) for action in state.legal(seat)}
        chance = Stream(secrets.randbelow(SEED_LIMIT))
        may_wait = not bots.must_act(seat)
        try:
            asked = question(self.table.game, state, seat, chance, level, ms=THOUGHT_MS, may_wait=may_wait)
            action = await self.house.workers.decide(asked, self.payer())
        except Exception:  # no worker, or a fault in the rules: the game goes on all the same
            log.exception("a bot could not think: its first move will do", extra={"table": self.id[:4]})
            action = next(iter(stamps))

        async def serve() -> None:
            if self.thought is me:
                self.thought = None
                if self.steps_silently(seat) and self.is_heard(seat, action):
                    self.decided[seat] = action, stamps.get(action, -1)
                else:
                    await self.bot_decided(seat, action, stamps.get(action, -1))

        self.soon(serve)

    def payer(self) -> Payer:
        """For whom bots think here: whoever has had the table open for longest."""
        return Payer(self.sockets[0].address if self.sockets else "", self.id)

    async def bot_decided(self, seat: int, action: int, stamp: int) -> None:
        """A bot moves, waits, or finds that it was too late."""
        bots = self.bots
        if bots is None or self.levels()[seat] is None:
            return
        if action == WAIT:
            bots.waits(seat)
            return
        try:
            line = permissions.move(self.table, seat, action, stamp, self.ms(), None)
        except Denied:
            bots.too_late(seat)
            return
        try:
            if not await self.moved_somehow(line):
                self.stumbled = True
                self.tell([News("house", seat, f"{player(seat)} cannot move: the rules fail here. Take a move back.")])
        except StoreFailed as failure:
            log.error("a bot's move could not be stored", extra={"table": self.id[:4], "problem": str(failure)})
            bots.too_late(seat)
            await asyncio.sleep(1)

    async def moved_somehow(self, line: lines.Played) -> bool:
        """Make a bot's move, or any other one if the rules fail at it."""
        others = [action for action in self.table.state.legal(line.seat) if action != line.action]
        for action in [line.action, *others]:
            try:
                await self.moved(lines.Played(line.seat, action, line.ms, None))
            except Denied:
                continue  # the rules have failed, and the log says so
            return True
        return False

    def close(self, bye: Bye | None = None) -> None:
        """End the table's task; its windows are told, if there are any."""
        self.closed = True
        if self.thought is not None:
            self.thought.cancel()
        if self.timer is not None:
            self.timer.cancel()
        for socket in self.sockets:
            if bye is not None:
                socket.tell(bye)
        self.task.cancel()

"""The house: all tables, awake or asleep."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

import maitred
from maitred.bots.experts import stranger
from maitred.bots.levels import bot
from maitred.kernel.cardfile import CardText
from maitred.kernel.chance import KEY_BYTES
from maitred.kernel.errors import BadSetup, Refused
from maitred.kernel.game import Game
from maitred.kernel.record import PREPARED, Record
from maitred.server import showing, snapshots
from maitred.server.http_messages import NewTable, Published
from maitred.server.identity import new_token, token_at
from maitred.server.limits import Limits, Meter
from maitred.server.live import LiveTable
from maitred.server.mending import hosts, mend
from maitred.server.messages import Bye
from maitred.server.metrics import Metrics
from maitred.server.publishing import RUNNING, UNKNOWN, published_from
from maitred.server.quota import Quota
from maitred.server.reviews import Reviews
from maitred.server.signing import Signer
from maitred.server.store import EventStore, StoreFailed
from maitred.server.studies import Studies
from maitred.server.workers import WorkerPool
from maitred.table import lines
from maitred.table.lines import Damaged, Line, WasSet
from maitred.table.permissions import Denied
from maitred.table.presence import Patience, Presence
from maitred.table.table import BOT_NAMES, Table, hashed
from maitred.table.text import cleaned

TABLE_BYTES = 9
DAY_MS = 86_400_000
DOZE_MS = 60_000
ANSWER_MS = 20_000
MOST_LOOKED_AT = 32
"""How many sleeping tables are kept in memory after somebody looked at them."""
MOST_QUOTAS = 1_000
"""How many sleeping tables have their quotas remembered."""
CLOSING = "The house is closing for a moment; your table is kept."
TOO_MUCH_WORK = "You have asked for a lot in a short time: wait a minute."

T = TypeVar("T")
log = logging.getLogger(__name__)


def milliseconds() -> int:
    """The time of a monotonic clock."""
    return time.monotonic_ns() // 1_000_000


def still_there(game: Game, options: dict[str, str], players: int) -> dict[str, str]:
    """The options of a table that the game still accepts; the others have their defaults."""
    kept: dict[str, str] = {}
    for name, value in options.items():
        with contextlib.suppress(BadSetup):
            game.check_options({name: value}, players)
            kept[name] = value
    return game.check_options(kept, players)


class TooManyTables(BadSetup):
    """More tables than this house has room for."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The tokens of whoever set a table: the host's, and one for each of their seats."""

    table: str
    host: str
    """Empty for anyone but the host."""
    seats: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Prepared:
    """The position that a game starts from instead of a deal."""

    position: Mapping[str, Any]
    """In words, as `Game.dump` writes it."""
    seed: int
    """The seed of what chance decides from there on."""
    lesson: str | None = None
    """The lesson that is taught with it."""


@dataclass(frozen=True, slots=True)
class SeenTable:
    """What can be seen of a table, awake or asleep."""

    table: Table
    presence: Presence
    ms: int


class House:
    """Sets tables, wakes them when somebody comes, and lets them sleep when nobody is there."""

    def __init__(
        self,
        store: EventStore,
        workers: WorkerPool,
        limits: Limits,
        version: str,
        doze: int = DOZE_MS,
        patience: Patience | None = None,
        signer: Signer | None = None,
        answer_ms: int = ANSWER_MS,
    ) -> None:
        """`doze`: after how many milliseconds a table that nobody has open falls asleep; `answer_ms`: how many
        milliseconds clients have to agree and to reveal before an attempt to deal is void."""
        self.store = store
        self.workers = workers
        self.limits = limits
        self.version = version
        self.doze = doze
        self.patience = patience
        self.signer = signer or Signer()
        self.answer_ms = answer_ms
        self.find_game: Callable[[str], Game] = maitred.game
        self.now: Callable[[], int] = milliseconds
        self.tables: dict[str, LiveTable] = {}
        self.waking: dict[str, asyncio.Task[LiveTable | None]] = {}
        self.quotas: OrderedDict[str, Quota] = OrderedDict()
        """What sleeping tables have written today, if it is a lot."""
        self.looked_at: OrderedDict[str, Table] = OrderedDict()
        """Sleeping tables that somebody has looked at: only a table that is awake can change."""
        self.work = Meter(limits.work_per_second, limits.work_at_once)
        """The work done for each address."""
        self.metrics = Metrics()
        self.studies = Studies()
        """The laboratory; whom it is open to, serve.py says."""
        self.reviews = Reviews()
        """The coach; how long it may think, serve.py says."""
        self.snapshots: set[asyncio.Task[None]] = set()
        """Snapshots that are being made."""
        self.draining = False
        """Whether the house is closing: no table is woken any more."""
        self.damaged: dict[str, Damaged] = {}
        """Damaged tables: they are not read again until they are mended."""

    async def set_table(self, wish: NewTable, address: str = "", prepared: Prepared | None = None) -> Keys:
        """Set a table, or refuse with a sentence; reading own cards is on the account of an address.

        `prepared`: the position it starts from, at once and without a promise, instead of a deal.
        """
        game = self.find_game(wish.game)
        players = len(wish.seats)
        game.check_players(players)
        options = game.check_options(wish.options, players)
        keys = Keys(secrets.token_urlsafe(TABLE_BYTES), new_token())
        seats: list[lines.SeatSet] = []
        names = {BOT_NAMES[at].casefold() for at, seat in enumerate(wish.seats) if seat.kind == "bot"}
        for at, seat in enumerate(wish.seats):
            if seat.kind == "bot":
                level = seat.level if isinstance(seat.level, str) else "medium"
                bot(level, game)
                seats.append(lines.SeatSet(level=level))
            elif seat.kind == "open":
                seats.append(lines.SeatSet())
            else:
                name = cleaned(seat.name if isinstance(seat.name, str) else wish.name)
                if not name:
                    raise BadSetup("A name needs at least one visible character.")
                told, number = name, 2
                while told.casefold() in names:
                    told, number = f"{name} {number}", number + 1
                names.add(told.casefold())
                keys.seats[at] = new_token()
                seats.append(lines.SeatSet(name=told, token=hashed(keys.seats[at])))
        own = None if wish.cards is None else await self.apart(address, game.read_cards, CardText(wish.cards))
        # A trial deal: options that only the deal can check are refused now, not when all are seated.
        chance: dict[str, Any] = {"kind": "stream", "seed": secrets.randbelow(1 << 62)}
        if prepared is not None:
            if any(seat.kind == "open" for seat in wish.seats):
                raise BadSetup("A prepared game begins at once: it has no open seats.")
            chance = {"kind": PREPARED, "position": prepared.position, "seed": prepared.seed}
        state = Record(game, players, chance, options, own).state
        cards = state.cards
        for taken in seats:
            unknown = stranger(taken.level or "", game, state)
            if unknown:
                raise BadSetup(f"{unknown}: choose another level.")
        was_set = WasSet(
            table=keys.table,
            game=game.id,
            rules_version=game.rules_version,
            deck=cards.digest,
            options=options,
            seats=seats,
            public=wish.public,
            spectators=wish.spectators,
            hints=wish.hints,
            clock=lines.ClockSet(wish.clock.minutes, wish.clock.bonus_seconds) if wish.clock is not None else None,
            pace=wish.pace,
            key=secrets.token_hex(KEY_BYTES),
            host=hashed(keys.host),
            cards=cards.own,
            lesson=None if prepared is None else prepared.lesson,
        )
        begun = [] if prepared is None else [lines.DealtFrom(chance, cards.own, game.rules_version)]
        await self.write_first_lines(was_set, *begun)
        return keys

    async def write_first_lines(self, was_set: WasSet, *begun: Line) -> None:
        """Write the first line of a table, and the deal if it is prepared."""
        self.check_room()
        table = Table(was_set, self.find_game)
        for line in begun:
            table.take(line)
        summary = showing.summary(table, time.time_ns() // 1_000_000)
        await self.store.append(was_set.table, 0, [lines.ENCODER.encode(line) for line in (was_set, *begun)], summary)

    async def rematch(self, live: LiveTable, tokens: dict[int, str], host: str) -> Keys:
        """Set the same table again, unless somebody has, and sit down at one's seats there.

        Seats are kept for those who had them until they decline or the host gives the seats away.
        """
        old = live.table
        if old.prepared:
            raise Denied("not_allowed", "This game was prepared: begin it again where you found it.")
        if old.rematch is None:
            game = old.game
            again = msgspec.structs.replace(
                old.was_set,
                table=secrets.token_urlsafe(TABLE_BYTES),
                rules_version=game.rules_version,
                deck=game.read_cards(old.was_set.cards).digest,
                options=still_there(game, old.was_set.options, len(old.seats)),
                seats=[
                    lines.SeatSet(level=seat.level)
                    if seat.kind != "person"
                    else lines.SeatSet(name=seat.name, held=True)
                    for seat in old.seats
                ],
                key=secrets.token_hex(KEY_BYTES),
            )
            await self.write_first_lines(again)
            first = await live.queue.ask(lambda: live.again(again.table))
            if first != again.table:
                await self.store.forget(again.table)
        return await self.come_back(old, tokens, host)

    async def come_back(self, old: Table, tokens: dict[int, str], host: str) -> Keys:
        """Sit down at one's seats at the table that was set again; asking twice gives the same seats."""
        assert old.rematch is not None
        keys = Keys(old.rematch, host)
        table = await self.wake(keys.table)
        assert table is not None
        for seat, held in tokens.items():
            token = token_at(keys.table, held)
            if table.table.seat_of(token) != seat:
                try:
                    await table.queue.ask(functools.partial(table.sit, seat, old.seats[seat].name, token, back=True))
                except Denied:
                    continue  # it was given away
            keys.seats[seat] = token
        return keys

    async def published(self, table: str, address: str = "") -> Published:
        """What is published of a table's key once the game is over, cannot be continued, or was deleted; reading its
        lines is on the account of an address."""
        kept = await self.store.published(table)
        if kept is not None:
            return msgspec.json.decode(kept, type=Published)
        try:
            sight = await self.look(table, address)
        except Damaged:
            return RUNNING  # what is damaged can be mended
        except Refused as refusal:
            if isinstance(refusal, StoreFailed):
                raise
            sight = None  # set with newer rules: it cannot be continued here
        if sight is not None and sight.table.phase in ("seating", "playing") and not sight.table.abandoned:
            return RUNNING
        stored = [line for _, line in await self.store.read(table)]
        if not stored:
            return UNKNOWN
        return await self.apart(address, published_from, stored) or RUNNING

    async def history(self, table: str) -> list[Line]:
        """All lines of a table."""
        return lines.read(await self.store.read(table))

    async def apart(self, address: str, work: Callable[..., T], *facts: Any) -> T:
        """Compute something in another thread, on the account of an address."""

        def timed() -> T:
            begun = time.thread_time()
            try:
                return work(*facts)
            finally:
                spent.append(time.thread_time() - begun)

        spent: list[float] = []
        try:
            return await asyncio.to_thread(timed)
        finally:
            self.work.charge(address, sum(spent))

    async def look(self, table: str, address: str = "") -> SeenTable | None:
        """The table as it is, without waking it; None if there is none. A damaged table is refused."""
        live = self.tables.get(table)
        if live is not None:
            return SeenTable(live.table, live.presence, live.ms())
        found = self.looked_at.get(table)
        if found is None:
            found = await self.read_lines(table, address)
            if found is None:
                return None
            if table in self.tables:
                return await self.look(table, address)
            if self.store.shared:
                return SeenTable(found, Presence(len(found.seats)), found.ms)
            self.looked_at[table] = found
            if len(self.looked_at) > MOST_LOOKED_AT:
                self.looked_at.popitem(last=False)
        self.looked_at.move_to_end(table)
        return SeenTable(found, Presence(len(found.seats)), found.ms)

    async def wake(self, table: str, address: str = "") -> LiveTable | None:
        """The table, awake, on the account of an address; None if there is none. A damaged table is refused."""
        live = self.tables.get(table)
        if live is not None:
            return live
        waking = self.waking.get(table)
        if waking is None:
            waking = self.waking[table] = asyncio.create_task(self.read(table, address))
            waking.add_done_callback(lambda _: self.waking.pop(table, None))
        return await asyncio.shield(waking)

    async def read_lines(self, table: str, address: str) -> Table | None:
        """A sleeping table from its lines; None if there are none."""
        damage = self.damaged.get(table)
        if damage is not None:
            raise Damaged(damage.line, damage.what)
        try:
            stored = await self.store.read(table)
            if not stored:
                return None
            kept = await self.store.snapshot(table)
            return await self.apart(address, snapshots.table_from, stored, kept, self.find_game)
        except Damaged as found:
            raise self.found_damaged(table, found) from None

    async def read(self, table: str, address: str) -> LiveTable | None:
        """Wake a table by reading its lines, once no other server can write any."""
        if self.draining:
            raise StoreFailed("This server is closing.", CLOSING)
        await self.store.acquire(table)
        try:
            found = await self.read_lines(table, address)
        except Refused:
            self.store.release(table)
            raise
        if found is None:
            self.store.release(table)
            return None
        summary = await self.store.summary(table)
        self.make_room()
        self.looked_at.pop(table, None)
        live = self.tables[table] = LiveTable(self, found)
        if summary is not None and (
            # The house was killed after the last move was written but before its summary was.
            summary.phase != found.phase
            # Tables that nobody opens are deleted after a while: a new summary shows that this one was opened.
            or (found.phase in ("seating", "playing") and summary.changed < time.time_ns() // 1_000_000 - DAY_MS)
        ):
            live.queue.soon(live.post_summary)
        live.schedule.plan()
        return live

    def make_room(self) -> None:
        """At the limit of tables that are awake, put the one to sleep that has been without a window for longest."""
        if len(self.tables) < self.limits.live_tables:
            return
        unwatched = [live for live in self.tables.values() if not live.sockets and not live.queue.jobs]
        if not unwatched:
            raise TooManyTables("This house has no room for another table right now; try again in a minute.")
        self.fall_asleep(min(unwatched, key=lambda live: live.quiet_since))

    def found_damaged(self, table: str, problem: Exception) -> Refused:
        """Remember that a table is damaged and log it; returns the sentence for people.

        The log names the line and what is wrong with it, but nothing that the line says.
        """
        if isinstance(problem, Refused) and not isinstance(problem, Damaged):
            return problem
        if not isinstance(problem, Damaged):
            known = self.tables[table].table
            problem = Damaged(known.lines, f"its result cannot be shown ({type(problem).__name__})")
        self.damaged[table] = problem
        told = {"table": table[:4], "line": problem.line, "problem": problem.what}
        log.error("a table is damaged and closed (maitred mend restores it)", extra=told)
        return problem

    async def mend(self, table: str, host: str) -> bool:
        """Take a damaged table back to its last good line, if its host asks for it; False for anybody else."""
        stored = await self.store.read(table)
        if not hosts(stored, host):
            return False
        if table in self.damaged:
            await mend(self.store, table, self.find_game)
            self.damaged.pop(table, None)
        return True

    async def hosts_damaged(self, table: str, host: str) -> bool:
        """Whether this is the host of a damaged table, who may mend it."""
        return table in self.damaged and hosts(await self.store.read(table), host)

    def fall_asleep(self, live: LiveTable, bye: Bye | None = None) -> None:
        """Remove a table from memory."""
        self.tables.pop(live.id, None)
        if live.quota.is_worth_keeping():
            self.quotas[live.id] = live.quota
            if len(self.quotas) > MOST_QUOTAS:
                self.quotas.popitem(last=False)
        live.close(bye)
        self.store.release(live.id)

    def keep_snapshot(self, table: Table) -> None:
        """Keep a snapshot of a table that others may have to wake, in the background."""
        if self.store.shared:
            task = asyncio.create_task(snapshots.keep(self.store, table))
            self.snapshots.add(task)
            task.add_done_callback(self.snapshots.discard)

    def check_room(self, *, moves: bool = False) -> None:
        """Refuse to write when the tables fill all the space they may; the moves of games that have begun have a
        reserve."""
        most = self.limits.disk_bytes if moves else self.limits.disk_bytes_for_more
        if self.store.used() >= most:
            raise StoreFailed(
                f"The tables use {most >> 20} MB, which is all that --disk-mb allows.",
                "The house is full." if moves else "The house is full: only games that have begun can continue.",
            )

    def sockets(self) -> int:
        """How many windows are open."""
        return sum(len(live.sockets) for live in self.tables.values())

    async def close(self) -> None:
        """Close all tables; they continue when the house opens again."""
        for live in list(self.tables.values()):
            self.fall_asleep(live, Bye("restart", CLOSING))
        await self.studies.close()
        await self.reviews.close()
        await self.workers.close()
        await self.store.close()

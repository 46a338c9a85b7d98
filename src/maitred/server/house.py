"""The house: all tables, awake or asleep."""

from __future__ import annotations

import asyncio
import functools
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

import maitred
from maitred.bots.levels import bot
from maitred.kernel.chance import KEY_BYTES
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.server import showing
from maitred.server.brigade import Brigade
from maitred.server.identity import new_token, token_at
from maitred.server.limits import Limits, Meter
from maitred.server.live import LiveTable
from maitred.server.messages import Bye, NewTable
from maitred.server.store import EventStore
from maitred.server.text import cleaned
from maitred.table import lines
from maitred.table.lines import Line, WasSet
from maitred.table.manners import NotSo
from maitred.table.presence import Patience, Presence
from maitred.table.table import BOT_NAMES, Table, from_lines, hashed

TABLE_BYTES = 9
DOZE_MS = 60_000
MOST_LOOKED_AT = 32
TOO_MUCH_WORK = "That was a lot of work at once: wait a minute."

T = TypeVar("T")


def milliseconds() -> int:
    """The time of a clock that never goes back."""
    return time.monotonic_ns() // 1_000_000


class TooManyTables(BadSetup):
    """More tables than this house has room for."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The tokens of whoever set a table: the host's, and one for each of their seats."""

    table: str
    host: str
    """Empty for somebody who is not the host."""
    seats: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sight:
    """What can be seen of a table, awake or asleep."""

    table: Table
    presence: Presence
    ms: int


class House:
    """Sets tables, wakes them when somebody comes, and lets them sleep when nobody is there."""

    def __init__(
        self,
        store: EventStore,
        brigade: Brigade,
        limits: Limits,
        version: str,
        doze: int = DOZE_MS,
        patience: Patience | None = None,
    ) -> None:
        """`doze`: the milliseconds after which a table that nobody has open falls asleep."""
        self.store = store
        self.brigade = brigade
        self.limits = limits
        self.version = version
        self.doze = doze
        self.patience = patience
        self.find_game: Callable[[str], Game] = maitred.game
        self.now: Callable[[], int] = milliseconds
        self.tables: dict[str, LiveTable] = {}
        self.waking: dict[str, asyncio.Task[LiveTable | None]] = {}
        self.looked_at: OrderedDict[str, Table] = OrderedDict()
        """Tables that are asleep and were looked at: nobody but a table that is awake changes them."""
        self.work = Meter(limits.work_per_second, limits.work_at_once)
        """What was done for each address."""

    async def set_table(self, wish: NewTable) -> Keys:
        """Set a table as somebody wishes; refused with a sentence if it cannot be."""
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
                    raise BadSetup("A name needs at least one letter that can be seen.")
                told, number = name, 2
                while told.casefold() in names:
                    told, number = f"{name} {number}", number + 1
                names.add(told.casefold())
                keys.seats[at] = new_token()
                seats.append(lines.SeatSet(name=told, token=hashed(keys.seats[at])))
        # Dealt once for nothing: options that only the deal can judge are refused now and not when all are seated.
        cards = game.new(players, secrets.randbelow(1 << 62), options).cards
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
        )
        await self.lay(was_set)
        return keys

    async def lay(self, was_set: WasSet) -> None:
        """Write the first line of a table."""
        placard = showing.placard(Table(was_set, self.find_game), time.time_ns() // 1_000_000)
        await self.store.append(was_set.table, 0, [lines.ENCODER.encode(was_set)], placard)

    async def rematch(self, live: LiveTable, tokens: dict[int, str], host: str) -> Keys:
        """Set the same table again, unless somebody has, and sit down there at one's seats that are still open.

        Who asks again, because the answer was lost, is told the same.
        """
        old = live.table
        if old.rematch is None:
            seats = [lines.SeatSet(level=seat.level) for seat in old.seats]
            again = msgspec.structs.replace(
                old.was_set,
                table=secrets.token_urlsafe(TABLE_BYTES),
                seats=seats,
                key=secrets.token_hex(KEY_BYTES),
            )
            await self.lay(again)
            first = await live.ask(lambda: live.again(again.table))
            if first != again.table:
                await self.store.forget(again.table)
        assert old.rematch is not None
        keys = Keys(old.rematch, host)
        table = await self.wake(keys.table)
        assert table is not None
        for seat, held in tokens.items():
            token = token_at(keys.table, held)
            if table.table.seat_of(token) != seat:
                try:
                    await table.ask(functools.partial(table.sit, seat, old.seats[seat].name, token))
                except NotSo:
                    continue  # somebody was faster
            keys.seats[seat] = token
        return keys

    async def history(self, table: str) -> list[Line]:
        """All lines of a table."""
        return [lines.DECODER.decode(line) for _, line in await self.store.read(table)]

    async def apart(self, address: str, work: Callable[..., T], *facts: Any) -> T:
        """Have something worked out in another thread, at the expense of an address."""

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

    async def look(self, table: str, address: str = "") -> Sight | None:
        """The table as it is, without waking it; None if there is no such table."""
        live = self.tables.get(table)
        if live is not None:
            return Sight(live.table, live.presence, live.ms())
        found = self.looked_at.get(table)
        if found is None:
            history = await self.history(table)
            if not history:
                return None
            found = await self.apart(address, from_lines, history, self.find_game)
            if table in self.tables:
                return await self.look(table, address)
            self.looked_at[table] = found
            if len(self.looked_at) > MOST_LOOKED_AT:
                self.looked_at.popitem(last=False)
        self.looked_at.move_to_end(table)
        return Sight(found, Presence(len(found.seats)), found.ms)

    async def wake(self, table: str, address: str = "") -> LiveTable | None:
        """The table, awake, at the expense of an address; None if there is no such table."""
        live = self.tables.get(table)
        if live is not None:
            return live
        waking = self.waking.get(table)
        if waking is None:
            waking = self.waking[table] = asyncio.create_task(self.read(table, address))
            waking.add_done_callback(lambda _: self.waking.pop(table, None))
        return await asyncio.shield(waking)

    async def read(self, table: str, address: str) -> LiveTable | None:
        """Wake a table by reading its lines."""
        history = await self.history(table)
        if not history:
            return None
        found = await self.apart(address, from_lines, history, self.find_game)
        placard = await self.store.placard(table)
        self.make_room()
        self.looked_at.pop(table, None)
        live = self.tables[table] = LiveTable(self, found)
        if placard is not None and placard.phase != found.phase:
            # The house was killed between the last move and its placard.
            live.soon(live.post_placard)
        live.plan()
        return live

    def make_room(self) -> None:
        """At the limit of tables awake, let the one fall asleep that nobody has had open for longest."""
        if len(self.tables) < self.limits.live_tables:
            return
        unwatched = [live for live in self.tables.values() if not live.sockets and not live.inbox]
        if not unwatched:
            raise TooManyTables("All tables of this house are taken just now; try again in a minute.")
        self.fall_asleep(min(unwatched, key=lambda live: live.quiet_since))

    def fall_asleep(self, live: LiveTable, bye: Bye | None = None) -> None:
        """Keep nothing of a table in memory."""
        self.tables.pop(live.id, None)
        live.close(bye)

    def sockets(self) -> int:
        """How many windows are open."""
        return sum(len(live.sockets) for live in self.tables.values())

    async def close(self) -> None:
        """Close all tables; they go on when the house opens again."""
        for live in list(self.tables.values()):
            self.fall_asleep(live, Bye("restart", "The house is closing for a moment; your table is kept."))
        await self.brigade.close()
        await self.store.close()

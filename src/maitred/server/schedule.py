"""What is due at a table, and when: moves of bots, clocks that run out, bots that take over, sleep."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

from maitred.kernel.chance import KEY_BYTES
from maitred.table import lines, permissions
from maitred.table.presence import AT_TURNS, IN_REAL_TIME
from maitred.table.promise import Step
from maitred.table.table import News

if TYPE_CHECKING:
    from maitred.server.live import LiveTable


class GameTime:
    """Game time: it stands still during a pause and while nobody is there."""

    def __init__(self, ms: int) -> None:
        self.before = ms
        self.since: int | None = None

    def ms(self, now: int) -> int:
        """The game time now."""
        return self.before if self.since is None else self.before + now - self.since

    def run(self, on: bool, now: int) -> None:
        """Let it run, or stand still."""
        if on == (self.since is None):
            self.before = self.ms(now)
            self.since = now if on else None


class Schedule:
    """One timer for whatever is due next at a table."""

    def __init__(self, live: LiveTable) -> None:
        self.awake: LiveTable | None = live
        self.time = GameTime(live.table.ms)
        self.asked: list[int] = []
        """The seats that could act at the last look."""
        self.timer: asyncio.TimerHandle | None = None
        self.due_at: int | None = None
        """When the timer fires."""
        self.step: tuple[int, Step] = (0, "seating")
        """The attempt to deal and its step at the last look."""
        self.step_since = live.now()

    @property
    def live(self) -> LiveTable:
        """The table, as long as it is awake."""
        assert self.awake is not None
        return self.awake

    def close(self) -> None:
        """Cancel the timer and drop the reference to the table."""
        if self.timer is not None:
            self.timer.cancel()
        self.awake = None

    def attended(self) -> bool:
        """Whether a player is there, or at a table of bots a spectator: otherwise the game waits."""
        live = self.live
        people = live.table.people()
        if not people:
            return live.presence.anyone()
        return any(live.presence.windows[seat] for seat in people)

    def plan(self) -> None:
        """Find what is due next and set the timer. Firing too early does no harm: the timer is set again."""
        live = self.awake
        if live is None:
            return
        now, table = live.now(), live.table
        goes_on = table.phase == "playing" and not table.paused and self.attended()
        self.time.run(goes_on, now)
        actors = table.actors()
        for seat in actors:
            if seat not in self.asked:
                live.presence.asked(seat, now)
        self.asked = actors
        due = [live.quiet_since + live.house.doze] if not live.sockets else []
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
            bot = live.bots.next_bot(ms)
            if bot is not None:
                due.append(now + bot[1] - ms)
            if live.bots.held() and live.bots.held_until is not None:
                due.append(live.bots.held_until)
        if due and (self.due_at is None or min(due) < self.due_at):
            if self.timer is not None:
                self.timer.cancel()
            self.due_at = min(due)
            self.timer = asyncio.get_running_loop().call_later(max(0, self.due_at - now) / 1000, self.fire)

    def late_at(self, now: int) -> int | None:
        """When an attempt to deal is given up if nobody answers."""
        table = self.live.table
        if table.record is not None:
            return None
        step = (table.attempt.number, table.attempt.step)
        if step != self.step:
            self.step, self.step_since = step, now
        waits = table.phase == "seating" and step[1] in ("agreeing", "revealing")
        return self.step_since + self.live.house.answer_ms if waits else None

    def fire(self) -> None:
        """The timer has fired."""
        self.due_at = self.timer = None
        self.live.queue.soon(self.tick)

    def to_keep(self) -> list[tuple[int, int]]:
        """The people for whom a bot should play, and from when: only while another person waits."""
        table, presence = self.live.table, self.live.presence
        patience = self.live.house.patience or (IN_REAL_TIME if table.real_time else AT_TURNS)
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

    async def tick(self) -> None:
        """Do what is due."""
        live = self.live
        now, table = live.now(), live.table
        if not live.sockets and now >= live.quiet_since + live.house.doze and not live.queue.jobs:
            live.house.fall_asleep(live)
            return
        late = self.late_at(now)
        if late is not None and late <= now:
            live.send(await live.write(*permissions.give_up(table, secrets.token_hex(KEY_BYTES))))
        if table.phase != "playing" or table.paused or not self.attended():
            return
        kept = [seat for seat, when in self.to_keep() if when <= now]
        for seat in kept:
            live.presence.kept[seat] = True
        if kept:
            live.tell([News("house", seat, f"A bot plays for {{{seat}}}.") for seat in kept])
        ms = self.time.ms(now)
        out = table.clocks.first_out(table.ticking()) if table.clocks is not None else None
        if out is not None and out[1] <= ms:
            live.send(await live.write(lines.OutOfTime(out[0], ms)))
        bot = live.bots.next_bot(ms)
        if bot is not None and bot[1] <= ms:
            await live.bots.move(bot[0])

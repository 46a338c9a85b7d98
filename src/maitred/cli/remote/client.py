"""A person's client at a live table: it listens to the table, shows it, and sends what they type."""

from __future__ import annotations

import queue
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from rich.text import Text

from maitred.cli.remote import credentials
from maitred.cli.remote.claiming import claim_seat, new_credentials, verdict_on
from maitred.cli.remote.connection import Closed, Connection, News, new_id
from maitred.cli.remote.credentials import SeatCredentials
from maitred.cli.remote.fairness import Fairness, for_watchers
from maitred.cli.remote.keyboard import Keyboard
from maitred.cli.remote.prompt import RemotePrompt
from maitred.cli.remote.table_api import TableApi
from maitred.cli.terminal.commands import command, commands_of
from maitred.cli.terminal.terminal import Quit, Terminal
from maitred.kernel.errors import Refused
from maitred.server.messages import (
    FromSocket,
    Hints,
    Leave,
    Pause,
    Position,
    Ready,
    Refusal,
    Say,
    Skip,
    TableChanged,
    TableFacts,
    Update,
    Welcome,
)
from maitred.table.promise import NOT_TO_YOU, to_fragment
from maitred.table.text import visible


@dataclass(frozen=True, slots=True)
class Typed:
    """A line that was typed; None at the end of input."""

    line: str | None


class Client:
    """One seat, or a spectator, from sitting down to leaving."""

    def __init__(self, terminal: Terminal, keyboard: Callable[[Callable[[str | None], None]], Keyboard]) -> None:
        """`keyboard` creates the keyboard that passes on what is typed."""
        self.terminal = terminal
        terminal.read = self.read
        self.queue: queue.Queue[News | Closed | Typed] = queue.Queue()
        self.keyboard = keyboard(lambda line: self.queue.put(Typed(line)))
        self.asking = False
        """Whether a line is being read."""
        self.connection: Connection | None = None

    def sit(self, api: TableApi, own: SeatCredentials | None) -> None:
        """Start at a table: at a seat, or as a spectator."""
        self.api = api
        self.own = own
        table = api.look(self.cookie()).table
        seat = None if own is None else own.seat
        self.prompt = RemotePrompt(self.terminal, seat, api, table, self.send, commands_of(self))
        self.fairness = None if own is None else Fairness(api, own)
        self.seq = 0
        self.printed = 0
        """How many lines of the log have been printed, where there is no screen."""
        self.waiting: str | None = None
        """The id of a message that has not been answered yet."""
        self.lost: Closed | None = None
        """Why there is no connection to the table right now."""
        # Messages that still come from an old connection must not be taken for news of this table.
        heard = self.queue = queue.Queue()
        self.keyboard.hear = lambda line: heard.put(Typed(line))
        if self.connection is not None:
            self.connection.close()
        self.connection = Connection(api, own, heard.put)

    def stay(self) -> NoReturn:
        """Listen, show and answer until there is a reason to leave: `Quit`, or a refusal."""
        while True:
            self.take(self.queue.get())
            while not self.queue.empty():
                self.take(self.queue.get())
            self.show()

    def close(self) -> None:
        """Close the connection; the seat is kept."""
        if self.connection is not None:
            self.connection.close()
        self.keyboard.close()

    def cookie(self) -> str:
        """The cookie that proves whose seat this is."""
        return "" if self.own is None else credentials.cookie([self.own])

    def way_back(self) -> str:
        """How to come back."""
        watch = "" if self.own is not None else " --watch"
        kept = "Your seat is kept; come" if self.own is not None else "Come"
        return f"{kept} back with: maitred join {self.api.link}{watch}"

    # Hearing

    def take(self, heard: News | Closed | Typed) -> None:
        """Handle one event."""
        match heard:
            case Typed():
                self.asking = False
                self.typed(heard.line)
            case Closed():
                self.closed(heard)
            case Welcome():
                self.welcomed(heard)
            case Update():
                self.prompt.heard += heard.log
                self.seq = heard.seq
                self.see(heard.position)
            case TableChanged():
                self.prompt.heard += heard.log
                self.seq = heard.seq
                self.know(heard.table)
                self.be_ready(heard.table, came=False)
            case Hints():
                self.answered(heard.id)
                self.prompt.show_hints(heard)
            case Refusal():
                self.answered(heard.id)
                if self.fairness is None or not self.fairness.refused(heard.id):
                    self.prompt.note = heard.text
            case _:
                self.answered(heard.id)

    def welcomed(self, heard: Welcome) -> None:
        """The connection is open, perhaps again: the table has sent everything."""
        self.prompt.heard += [line for line in heard.log if line.seq > self.seq]
        self.seq = max(self.seq, heard.seq)
        self.prompt.note, self.lost = "", None
        if self.fairness is not None:
            self.fairness.house_version = heard.version
            self.fairness.keeper.again()
        self.know(heard.table)
        self.see(heard.position)
        self.be_ready(heard.table, came=True)
        if heard.table.closed is not None:
            self.prompt.note = "\n".join(verdict_on(self.api, [self.own] if self.own is not None else [], gone=True))

    def know(self, table: TableFacts) -> None:
        """Store the current facts of the table, and do what the promise asks for."""
        self.prompt.know(table)
        if self.fairness is not None:
            assert self.connection is not None
            for message in self.fairness.keep(table):
                self.connection.send(message)

    def see(self, position: Position | None) -> None:
        """Store the current position."""
        was_over = self.prompt.over
        self.prompt.game = position
        if position is None:
            return
        if self.fairness is not None:
            self.fairness.see(position)
        if self.prompt.over and not was_over:
            self.prompt.opened = ""
            watched = [Text(for_watchers(self.prompt.table), "dim")]
            self.prompt.ending = watched if self.fairness is None else self.fairness.end(self.prompt.table, position)

    def closed(self, closed: Closed) -> None:
        """The connection has closed, for good or for now."""
        if not closed.for_good:
            if closed != self.lost or self.terminal.screen:
                self.prompt.note = closed.sentence
            self.lost = closed
            return
        if self.own is not None and closed.seat_lost:
            credentials.forget(self.own)
            raise Quit(closed.sentence)
        raise Refused(f"{closed.sentence} {self.way_back()}" if closed.seat_kept else closed.sentence)

    def be_ready(self, table: TableFacts, came: bool) -> None:
        """Be ready for the deal; once the house has blamed this seat for a void one, only when `ready` is typed."""
        if self.fairness is not None and self.fairness.should_be_ready(table, came):
            self.send(Ready(new_id(), on=True))

    def answered(self, id: str | None) -> None:
        """A message was answered."""
        if self.waiting == id:
            self.waiting = None

    # Showing

    def show(self) -> None:
        """Show what has changed, and ask if there is something to ask."""
        warnings = self.fairness.warnings() if self.fairness is not None else []
        self.prompt.note = "\n".join([self.prompt.note, *warnings]).strip()
        if self.terminal.screen:
            self.prompt.show()
            self.terminal.print(self.prompt.question(), "dim")
            self.terminal.console.print(Text(self.keyboard.typed()), end="")
            self.terminal.console.file.flush()
        else:
            self.print_news()

    def print_news(self) -> None:
        """Without a screen: print what is new, and the table whenever there is something to answer."""
        prompt = self.prompt
        new = prompt.heard[self.printed :]
        self.printed = len(prompt.heard)
        watching = self.own is None
        for text in (
            prompt.renderer.log_for_watchers(new, self.terminal.console)
            if watching
            else prompt.renderer.log(new, quiet=True)
        ):
            self.terminal.draw(text)
        asked = prompt.ended or (not watching and (bool(prompt.offers) or prompt.table.paused))
        if asked and self.waiting is None and not self.asking:
            prompt.show()
            if watching:
                raise Quit("")
            self.asking = True
            self.terminal.print(prompt.question())
            self.keyboard.ask()
        else:
            prompt.print_note()
        prompt.note = ""

    # Answering

    def read(self, question: str) -> str:
        """Read the next line that is typed, while the table continues."""
        self.terminal.console.print(Text(question))
        while True:
            heard = self.queue.get()
            if isinstance(heard, Typed):
                if heard.line is None:
                    raise EOFError
                return heard.line
            self.take(heard)

    def typed(self, line: str | None) -> None:
        """Do what was typed."""
        if line is None:
            if self.own is None and not self.keyboard.eager:
                return
            raise Quit(self.way_back())
        if self.terminal.echo:
            self.terminal.print(f"> {visible(line)}")
        self.prompt.answer(line)

    def send(self, message: FromSocket) -> None:
        """Send a message to the table."""
        assert self.connection is not None
        self.waiting = message.id
        self.connection.send(message)

    # Commands

    @command("say", takes_text=True)
    def say(self, text: str) -> None:
        """Say something to the table: say good luck."""
        self.send(Say(new_id(), text))

    @command("skip")
    def skip(self) -> None:
        """Let the bots move at once until a person is asked."""
        self.send(Skip(new_id()))

    @command("pause")
    def pause(self) -> None:
        """In real time: ask for a pause, which begins when all want it."""
        self.send(Pause(new_id(), on=True))

    @command("go")
    def go_on(self) -> None:
        """Resume after a pause."""
        self.send(Pause(new_id(), on=False))

    @command("ready")
    def toggle_ready(self) -> None:
        """Before the deal: say that you are ready, or no longer ready."""
        table = self.prompt.table
        if table.phase != "seating" or self.own is None:
            self.prompt.note = "The cards have already been dealt."
            return
        self.send(Ready(new_id(), on=not table.seats[self.own.seat].ready))

    @command("promise")
    def show_promise(self) -> None:
        """What was promised about the shuffle, and what to compare with the others."""
        told = [Text(NOT_TO_YOU)] if self.fairness is None else self.fairness.told()
        self.prompt.note = "\n".join(text.plain for text in told)

    @command("link")
    def make_link(self) -> None:
        """A private link that moves your seat to another device."""
        if self.own is None:
            self.prompt.note = "You are watching: there is no seat to move."
            return
        link = f"{self.api.lend(self.own.seat, self.cookie()).link}&promise={to_fragment(self.own.promise)}"
        self.prompt.note = f"It works once, within ten minutes: maitred join '{link}'"

    @command("rematch")
    def rematch(self) -> None:
        """Once the game is over, or the table is closed: play again with the same people."""
        old = self.own
        seated, tokens = self.api.rematch(self.cookie())
        assert old is not None
        api = TableApi(self.api.origin, seated.table)
        if old.seat in tokens:
            own = new_credentials(api, api.look("").table, old.seat, tokens[old.seat], old.name)
        else:
            own = claim_seat(api, old.name, None)
        self.sit(api, own)

    @command("decline")
    def decline(self) -> None:
        """When others play again: you do not, and your seat there is open to anybody."""
        self.api.decline(self.cookie())
        self.prompt.note = "Your seat at the next game is open to anybody."

    @command("leave")
    def leave(self) -> None:
        """Give your seat up for good; a bot plays it to the end."""
        self.send(Leave(new_id()))

    @command("quit", "q")
    def quit(self) -> None:
        """Leave for now: your seat is kept."""
        raise Quit(self.way_back())

"""A guest's place at a live table: what they see and hear there, and what becomes of what they type."""

from __future__ import annotations

import queue
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NoReturn

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from maitred.cli.folder import house_folder
from maitred.cli.guest import purse
from maitred.cli.guest.arriving import new_ticket, sit_down, with_names
from maitred.cli.guest.door import Door
from maitred.cli.guest.keys import Keyboard
from maitred.cli.guest.purse import Ticket
from maitred.cli.guest.window import News, Shut, Window
from maitred.cli.keyboard import saves
from maitred.cli.keyboard.drawing import Heading, Painter, clean
from maitred.cli.keyboard.pad import Pad, all_numbers, numbered, under
from maitred.cli.keyboard.terminal import Left, Terminal
from maitred.cli.keyboard.tray import Tray
from maitred.kernel.chance import commitment
from maitred.kernel.errors import Refused as KernelRefused
from maitred.kernel.game import Words
from maitred.kernel.words import counted, player
from maitred.server.messages import (
    FromSocket,
    Hint,
    Hints,
    Leave,
    LogLine,
    Move,
    Pause,
    Position,
    Proof,
    Ready,
    Refused,
    Say,
    SeatFacts,
    Skip,
    Table,
    TableFacts,
    Undo,
    Update,
    Welcome,
)

COMMANDS = {
    "help": ("?", "this page"),
    "undo": ("u", "take your last move back, if nothing new has come to light since"),
    "hint": ("h", "what a good player would do, and why"),
    "table": ("t", "the whole table, every card in full"),
    "log": ("l", "everything that has happened so far"),
    "rules": ("r", "how to play"),
    "say": ("", "say something to the table: say good luck"),
    "skip": ("", "let the bots move at once until a person is asked"),
    "pause": ("", "in real time: ask for a pause, which begins when all want it"),
    "go": ("", "go on after a pause"),
    "link": ("", "a private link that moves your seat to another device"),
    "rematch": ("", "once the game is over: play again with the same people"),
    "leave": ("", "give your seat up for good; a bot plays it to the end"),
    "quit": ("q", "go away for now: your seat is kept"),
}
NEWS_KEPT = 30


@dataclass(frozen=True, slots=True)
class Typed:
    """A line that was typed; None: there will be no more."""

    line: str | None


class Place:
    """One seat, or a spectator's place, from sitting down to going away."""

    def __init__(self, terminal: Terminal, keyboard: Callable[[Callable[[str | None], None]], Keyboard]) -> None:
        """`keyboard` makes the keyboard that hands on what is typed."""
        self.terminal = terminal
        terminal.read = self.read
        self.painter = Painter([], [])
        self.tray = Tray(self.painter, terminal)
        self.queue: queue.Queue[News | Shut | Typed] = queue.Queue()
        self.keyboard = keyboard(lambda line: self.queue.put(Typed(line)))
        self.asking = False
        """Whether a line is being read."""

    def sit(self, door: Door, ticket: Ticket | None) -> None:
        """Begin at a table: at a seat, or to watch."""
        self.door = door
        self.ticket = ticket
        self.title = ""
        self.table: TableFacts | None = None
        self.position: Position | None = None
        self.seq = 0
        self.log: list[LogLine] = []
        self.told = 0
        """How many lines of the log have been printed, where there is no screen."""
        self.waiting: str | None = None
        """The id of a message that has not been answered yet."""
        self.note = ""
        self.away: Shut | None = None
        """Why the table cannot be heard just now."""
        self.opened = ""
        self.drawn: tuple[Any, ...] = ()
        self.ending: list[Text] = []
        self.pad = Pad([letter for letter, _ in COMMANDS.values() if letter])
        # What an old window still says must not be taken for news of this table.
        self.queue = queue.Queue()
        heard = self.queue
        self.keyboard.hear = lambda line: heard.put(Typed(line))
        self.window = Window(door, ticket, heard.put)

    @property
    def seat(self) -> int | None:
        """The seat that is played here."""
        return None if self.ticket is None else self.ticket.seat

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.position is not None and self.position.sheet is not None

    def stay(self) -> NoReturn:
        """Hear, show and answer until there is a reason to go: `Left`, or a refusal."""
        while True:
            self.take(self.queue.get())
            while not self.queue.empty():
                self.take(self.queue.get())
            self.show()

    def close(self) -> None:
        """Go away; the seat is kept."""
        self.window.close()
        self.keyboard.close()

    # Hearing

    def take(self, heard: News | Shut | Typed) -> None:
        """Take in one thing that happened."""
        match heard:
            case Typed():
                self.asking = False
                self.answer(heard.line)
            case Shut():
                self.shut(heard)
            case Welcome():
                self.log += [line for line in heard.log if line.seq > self.seq]
                self.seq = max(self.seq, heard.seq)
                self.note, self.away = "", None
                self.know(heard.table)
                self.see(heard.position)
                if heard.table.phase == "seating" and self.ticket is not None:
                    self.be_ready(heard.table.seats[self.ticket.seat])
            case Update():
                self.log += heard.log
                self.seq = heard.seq
                self.see(heard.position)
            case Table():
                self.log += heard.log
                self.seq = heard.seq
                self.know(heard.table)
            case Hints():
                self.answered(heard.id)
                self.note = " ".join(f"{hint.label}: {hint.reason}" for hint in heard.hints[:1])
            case Refused():
                self.answered(heard.id)
                self.note = heard.text
            case _:
                self.answered(heard.id)

    def know(self, table: TableFacts) -> None:
        """What the table is like now."""
        if self.table is None:
            self.title = self.door.title(table.game)
        self.table = table
        self.painter.names = [clean(seat.name) or f"Seat {at + 1}" for at, seat in enumerate(table.seats)]

    def see(self, position: Position | None) -> None:
        """What the game is like now."""
        was_over = self.over
        self.position = position
        if self.over and not was_over:
            self.opened = ""
            self.ending = self.last_words()

    def shut(self, shut: Shut) -> None:
        """The window has closed."""
        if not shut.for_good:
            if shut != self.away or self.terminal.screen:
                self.note = shut.sentence
            self.away = shut
            return
        if self.ticket is not None and shut.seat_lost:
            purse.forget(self.ticket)
            raise Left(shut.sentence)
        raise KernelRefused(f"{shut.sentence} {self.way_back()}" if shut.seat_kept else shut.sentence)

    def be_ready(self, seat: SeatFacts) -> None:
        """Be ready for the deal, with a number for the shuffle that was drawn here."""
        assert self.ticket is not None
        if not seat.ready and self.ticket.nonce:
            self.window.send(Ready(self.window.new_id(), self.ticket.nonce))

    def answered(self, id: str | None) -> None:
        """A message was answered."""
        if self.waiting == id:
            self.waiting = None

    def way_back(self) -> str:
        """How to come back."""
        watch = "" if self.ticket is not None else " --watch"
        kept = "Your seat is kept; come" if self.ticket is not None else "Come"
        return f"{kept} back with: maitred join {self.door.link}{watch}"

    # Showing

    def show(self) -> None:
        """Show what has changed, and ask if there is something to ask."""
        if self.table is None:
            if self.note:
                self.terminal.tell(self.note)
                self.note = ""
        elif self.terminal.screen:
            self.draw()
            self.terminal.tell(self.question(), "dim")
            self.terminal.console.print(Text(self.keyboard.typed()), end="")
            self.terminal.console.file.flush()
        else:
            self.print_on()

    def print_on(self) -> None:
        """Without a screen: print what is new, and the table whenever there is something to answer."""
        for text in self.paragraphs(self.log[self.told :]):
            self.terminal.say(text)
        self.told = len(self.log)
        # What stands on the table says by itself whether it is the one that was drawn last.
        offers = self.position.offers if self.position is not None else []
        now = (self.position.moves, [offer.action for offer in offers], self.opened) if self.position else ()
        paused = self.table is not None and self.table.paused
        asked = self.over or (self.ticket is not None and (bool(offers) or paused))
        if asked and self.waiting is None and not self.asking:
            if now != self.drawn:
                self.drawn = now
                self.draw()
            elif self.note:
                self.terminal.tell(self.painter.text(self.note).plain)
            self.note = ""
            if self.ticket is None:
                raise Left("")
            self.asking = True
            self.terminal.tell(self.question())
            self.keyboard.ask()
        elif self.note:
            self.terminal.tell(self.painter.text(self.note).plain)
            self.note = ""

    def draw(self) -> None:
        """The table as it stands."""
        assert self.table is not None
        news = self.paragraphs(self.log[self.since() :]) if self.terminal.screen else []
        if self.over:
            self.draw_end(news)
            return
        zones = self.seats_zone() if self.position is None else [*(self.position.zones or [])]
        self.tray.draw(
            self.seat, self.heading(), zones, news, self.prompt(), self.note, self.headings(), self.opened, below=1
        )

    def draw_end(self, news: list[Text]) -> None:
        """The end: what happened last, the score sheet, who won."""
        assert self.position is not None
        assert self.position.sheet is not None
        self.terminal.fresh()
        self.terminal.say(self.painter.news(news, 6, self.terminal.console))
        self.terminal.say(Rule(Text(f"{self.title}: the score sheet"), style="dim"))
        self.terminal.say(self.painter.sheet(self.position.sheet, over=True))
        for text in [*self.ending, *([self.painter.text(self.note, "bold yellow")] if self.note else [])]:
            self.terminal.tell(text.plain, str(text.style))

    def heading(self) -> Text:
        """The game and who is at the table."""
        assert self.table is not None
        title = Text(self.title, "bold", no_wrap=True, overflow="ellipsis")
        clocks = self.position.clocks if self.position is not None else []
        for at, seat in enumerate(self.table.seats):
            told = [*([seat.level] if seat.level is not None else []), *(["you"] if at == self.seat else [])]
            if seat.kind == "person" and not seat.present:
                told.append("away")
            if seat.kept:
                told.append("a bot plays")
            left = clocks[at] if at < len(clocks) else None
            if left is not None:
                told.append(f"{left // 60_000}:{left // 1000 % 60:02}")
            title.append(" · ", "dim")
            about = f" ({', '.join(told)})" if told else ""
            title.append(f"{self.painter.names[at]}{about}", "dim")
        if self.table.watching:
            title.append(f" · {self.table.watching} watching", "dim")
        return title

    def seats_zone(self) -> list[Words]:
        """Before the deal: who sits where."""
        assert self.table is not None
        items: list[Words] = []
        for at, seat in enumerate(self.table.seats):
            state = {"open": "open", "bot": f"bot, {seat.level}", "person": "ready" if seat.ready else "not ready yet"}
            tag = "you" if at == self.seat else ""
            items.append({"title": player(at), "kind": seat.kind, "lines": [state[seat.kind]], "tag": tag})
        return [{"title": "Seats", "seat": None, "note": self.door.link, "items": items}]

    def prompt(self) -> str:
        """One line that says what is happening."""
        assert self.table is not None
        if self.table.paused:
            return "The game is paused: go goes on."
        if self.position is not None:
            return self.position.prompt
        missing = [seat.kind for seat in self.table.seats].count("open")
        if missing:
            return f"{counted(missing, 'seat')} still open: send the link to whom you want to play with."
        return "All are seated; the cards are dealt when all are ready."

    def question(self) -> str:
        """What can be typed now."""
        if self.over:
            again = "" if self.ticket is None else "rematch plays again, "
            return f"The game is over: {again}Enter goes home (? for help):"
        headings = self.headings()
        if headings:
            assert self.seat is not None
            return f"{self.painter.names[self.seat]}, {all_numbers(headings)} or a letter (? for help):"
        return "say something, or ? for help:"

    def headings(self) -> list[Heading]:
        """The moves on offer by verb, numbered from 1."""
        offers = self.position.offers if self.position is not None else []
        return self.pad.headings([(offer.verb, offer.action, offer.label) for offer in offers])

    def paragraphs(self, lines: list[LogLine]) -> list[Text]:
        """The log, one paragraph a move."""
        told: list[Text] = []
        for (_, kind), group in groupby(lines, lambda line: (line.seq, line.kind)):
            heard = list(group)
            if kind == "chat":
                told += [self.quote(line) for line in heard]
            else:
                words = [{"event": (line.about or {}).get("event", ""), "text": line.text} for line in heard]
                told.append(self.painter.paragraph(words, quiet=True))
        return [text for text in told if text]

    def quote(self, line: LogLine) -> Text:
        """What somebody said, as they said it: no names are put into it."""
        name = "" if line.seat is None else self.painter.names[line.seat]
        return Text.assemble((f"{name}: ", "bold"), (clean(line.text), "italic"))

    def since(self) -> int:
        """Where the news begin: at one's own last move, or not too far back."""
        for at in range(len(self.log) - 1, max(0, len(self.log) - NEWS_KEPT) - 1, -1):
            if self.log[at].kind == "game" and self.seat is not None and self.log[at].seat == self.seat:
                seq = self.log[at].seq
                return next(first for first, line in enumerate(self.log) if line.seq == seq and line.kind == "game")
        return max(0, len(self.log) - NEWS_KEPT)

    # The end

    def last_words(self) -> list[Text]:
        """Whether the shuffle was what was promised, and where the record is."""
        assert self.table is not None
        assert self.position is not None
        if self.ticket is None or self.position.proof is None:
            return []
        words = [self.fairness(self.ticket, self.position.proof)]
        file = house_folder() / "saves" / f"{self.table.game}-{self.door.table}.json"
        try:
            saves.write_text(file, self.door.record())
        except KernelRefused as refusal:
            words.append(Text(str(refusal)))
        else:
            words.append(Text(f"The whole game is saved; check it with: maitred verify {file}", "dim"))
        return words

    @staticmethod
    def fairness(ticket: Ticket, proof: Proof) -> Text:
        """Whether the cards were shuffled with the key that was promised, and with this seat's number."""
        if commitment(bytes.fromhex(proof.key)) != ticket.commitment:
            return Text("The shuffle is NOT the one that was promised when you sat down.", "bold red")
        if ticket.nonce and proof.nonces[ticket.seat] != ticket.nonce:
            return Text("The shuffle does NOT have the number in it that you gave.", "bold red")
        return Text("The shuffle was sealed before you sat down, as promised, and your number is in it.", "dim")

    # Answering

    def read(self, question: str) -> str:
        """The next line that is typed, while pages are read and the table goes on."""
        self.terminal.console.print(Text(question))
        while True:
            heard = self.queue.get()
            if isinstance(heard, Typed):
                if heard.line is None:
                    raise EOFError
                return heard.line
            self.take(heard)

    def answer(self, line: str | None) -> None:
        """Do what was typed."""
        if line is None:
            if self.ticket is None and not self.keyboard.eager:
                return
            raise Left(self.way_back())
        self.note = ""
        if self.terminal.echo:
            self.terminal.tell(f"> {clean(line)}")
        said = line.strip()
        answer = said.lower()
        if self.chosen(answer):
            return
        word, _, rest = said.partition(" ")
        command = next((name for name, (letter, _) in COMMANDS.items() if word.lower() in (name, letter)), "")
        if command == "say" or (command and not rest):
            try:
                self.obey(command, rest.strip())
            except KernelRefused as refusal:
                assert self.table is not None
                self.note = with_names(str(refusal), self.table)
        elif self.over:
            raise Left("")
        elif answer:
            self.note = f"{clean(answer)[:20]!r} is no answer here: ? lists what is."

    def chosen(self, answer: str) -> bool:
        """Make a move, or open or close a list of moves, if that was answered."""
        headings = self.headings()
        action = numbered(answer, headings)
        heading = under(answer, headings)
        if action is None and heading is not None and len(heading.actions) == 1:
            action = heading.actions[0]
        if action is not None:
            assert self.position is not None
            self.opened = ""
            stamp = next(offer.stamp for offer in self.position.offers if offer.action == action)
            self.send(Move(self.window.new_id(), action, stamp))
            return True
        if heading is not None or (answer == "" and self.opened):
            self.opened = heading.verb if heading is not None else ""
            return True
        return False

    def send(self, message: FromSocket) -> None:
        """Send a message to the table."""
        self.waiting = message.id
        self.window.send(message)

    def obey(self, command: str, rest: str) -> None:
        """Do what a command says."""
        id = self.window.new_id()
        match command:
            case "quit":
                raise Left(self.way_back())
            case "help":
                self.terminal.pages(self.help())
            case "table" if self.position is not None:
                self.terminal.pages(self.tray.whole(self.position.zones or [], self.seat))
            case "log":
                told = self.paragraphs(self.log)
                self.terminal.pages(Group(*told) if told else Text("Nothing has happened yet."), last=True)
            case "rules":
                assert self.table is not None
                self.terminal.pages(Markdown(self.door.rules(self.table.game)))
            case "say":
                self.send(Say(id, rest))
            case "undo":
                self.send(Undo(id))
            case "hint":
                self.send(Hint(id))
            case "skip":
                self.send(Skip(id))
            case "pause" | "go":
                self.send(Pause(id, on=command == "pause"))
            case "leave":
                self.send(Leave(id))
            case "link":
                self.lend()
            case "rematch":
                self.rematch()
            case _:
                self.note = "The cards are not dealt yet."

    def lend(self) -> None:
        """Show a private link for this seat."""
        if self.ticket is None:
            self.note = "You are watching: there is no seat to move."
            return
        lent = self.door.lend(self.ticket.seat, purse.cookie([self.ticket]))
        self.note = f"Good once, for ten minutes: maitred join '{lent.link}'"

    def rematch(self) -> None:
        """Play again at a new table, in the same seat if it is free there."""
        old = self.ticket
        seated, tokens = self.door.rematch("" if old is None else purse.cookie([old]))
        assert old is not None
        door = Door(self.door.origin, seated.table)
        if old.seat in tokens:
            here = door.see("")
            ticket = new_ticket(door, here.table, old.seat, tokens[old.seat], old.name)
        else:
            ticket = sit_down(door, old.name, None)
        self.window.close()
        self.sit(door, ticket)

    def help(self) -> RenderableType:
        """What can be typed."""
        table = Grid.grid(padding=(0, 2))
        table.add_row(Text("1, 2, …", "bold"), Text("make the move with that number"))
        for heading in self.headings():
            table.add_row(Text(heading.letter, "bold cyan"), self.painter.text(f"{heading.verb} ({heading.numbers})"))
        for word, (letter, sentence) in COMMANDS.items():
            table.add_row(Text(letter or word, "bold"), Text(f"{word}: {sentence}" if letter else sentence))
        return Group(Text("What you can type", "bold"), Text(), table)

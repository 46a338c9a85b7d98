"""A guest's place at a live table: what they see and hear there, and what becomes of what they type."""

from __future__ import annotations

import queue
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, NoReturn

import msgspec
from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table as Grid
from rich.text import Text

import maitred
from maitred.cli.folder import house_folder
from maitred.cli.guest import purse
from maitred.cli.guest.arriving import last_words, new_ticket, sit_down, with_names
from maitred.cli.guest.door import Door
from maitred.cli.guest.keys import Keyboard
from maitred.cli.guest.purse import Ticket
from maitred.cli.guest.scene import Scene
from maitred.cli.guest.window import News, Shut, Window, new_id
from maitred.cli.keyboard import saves
from maitred.cli.keyboard.drawing import clean
from maitred.cli.keyboard.pad import hint_line, numbered, under
from maitred.cli.keyboard.terminal import Left, Terminal
from maitred.kernel.errors import Refused
from maitred.kernel.record import read_record
from maitred.server.messages import (
    AskForHint,
    FromSocket,
    Hints,
    Leave,
    Move,
    Pause,
    Position,
    Ready,
    Refusal,
    Say,
    Skip,
    TableChanged,
    TableFacts,
    Undo,
    Update,
    Welcome,
)
from maitred.server.signing import both_signed, transcript_signed
from maitred.table.promise import NOBODY, NOT_TO_YOU, Keeper, fingerprint_of, nobody, spoken, to_fragment
from maitred.table.proof import judge, shown_otherwise, view_bytes

COMMANDS = {
    "help": ("?", "this page"),
    "undo": ("u", "take your last move back, if nothing new has come to light since"),
    "hint": ("h", "the three best moves, how likely each is to win, and why"),
    "table": ("t", "the whole table, every card in full"),
    "log": ("l", "everything that has happened so far"),
    "rules": ("r", "how to play"),
    "say": ("", "say something to the table: say good luck"),
    "skip": ("", "let the bots move at once until a person is asked"),
    "pause": ("", "in real time: ask for a pause, which begins when all want it"),
    "go": ("", "go on after a pause"),
    "ready": ("", "before the deal: be ready again, or not any more"),
    "promise": ("", "what was promised about the shuffle, and what to compare with the others"),
    "link": ("", "a private link that moves your seat to another device"),
    "rematch": ("", "once the game is over, or the table is closed: play again with the same people"),
    "decline": ("", "when others play again: you do not, and your seat there is open to anybody"),
    "leave": ("", "give your seat up for good; a bot plays it to the end"),
    "quit": ("q", "go away for now: your seat is kept"),
}
NAMES = {word: [word, letter] if letter else [word] for word, (letter, _) in COMMANDS.items()}


@dataclass(frozen=True, slots=True)
class Typed:
    """A line that was typed; None: there will be no more."""

    line: str | None


def only_bots(table: TableFacts) -> bool:
    """Whether nobody could have checked the deal."""
    listed = table.promise.listed
    return listed is not None and nobody(listed)


class Place:
    """One seat, or a spectator's place, from sitting down to going away."""

    def __init__(self, terminal: Terminal, keyboard: Callable[[Callable[[str | None], None]], Keyboard]) -> None:
        """`keyboard` makes the keyboard that hands on what is typed."""
        self.terminal = terminal
        terminal.read = self.read
        self.queue: queue.Queue[News | Shut | Typed] = queue.Queue()
        self.keyboard = keyboard(lambda line: self.queue.put(Typed(line)))
        self.asking = False
        """Whether a line is being read."""
        self.window: Window | None = None

    def sit(self, door: Door, ticket: Ticket | None) -> None:
        """Begin at a table: at a seat, or to watch."""
        seat = None if ticket is None else ticket.seat
        table = door.see("" if ticket is None else purse.cookie([ticket])).table
        letters = [letter for letter, _ in COMMANDS.values() if letter]
        self.scene = Scene(self.terminal, seat, door.link, door.title(table.game), table, letters)
        self.door = door
        self.ticket = ticket
        self.keeper = None if ticket is None else Keeper(ticket.promise, transcript_signed)
        self.shown: dict[int, bytes] = {}
        """What this place was shown of the game, by the number of moves: the record must tell the same in the end."""
        self.house_version = ""
        self.warned = 0
        """How many findings about the promise have been shown."""
        self.seq = 0
        self.told = 0
        """How many lines of the log have been printed, where there is no screen."""
        self.drawn: tuple[Any, ...] = ()
        """What was drawn last, where there is no screen."""
        self.waiting: str | None = None
        """The id of a message that has not been answered yet."""
        self.note = ""
        self.promising: set[str] = set()
        """The ids of messages that were sent for the promise, and not by the person."""
        self.away: Shut | None = None
        """Why the table cannot be heard just now."""
        # What an old window still says must not be taken for news of this table.
        heard = self.queue = queue.Queue()
        self.keyboard.hear = lambda line: heard.put(Typed(line))
        if self.window is not None:
            self.window.close()
        self.window = Window(door, ticket, heard.put)

    def stay(self) -> NoReturn:
        """Hear, show and answer until there is a reason to go: `Left`, or a refusal."""
        while True:
            self.take(self.queue.get())
            while not self.queue.empty():
                self.take(self.queue.get())
            self.show()

    def close(self) -> None:
        """Go away; the seat is kept."""
        if self.window is not None:
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
                self.scene.log += [line for line in heard.log if line.seq > self.seq]
                self.seq = max(self.seq, heard.seq)
                self.note, self.away = "", None
                self.house_version = heard.version
                self.scene.know(heard.table)
                if self.keeper is not None:
                    self.keeper.again()
                self.keep_promise(heard.table)
                self.see(heard.position)
                self.be_ready(heard.table, came=True)
                if heard.table.closed is not None:
                    self.note = "\n".join(last_words(self.door, [self.ticket] if self.ticket is not None else []))
            case Update():
                self.scene.log += heard.log
                self.seq = heard.seq
                self.see(heard.position)
            case TableChanged():
                self.scene.log += heard.log
                self.seq = heard.seq
                self.scene.know(heard.table)
                self.keep_promise(heard.table)
                self.be_ready(heard.table, came=False)
            case Hints():
                self.answered(heard.id)
                headings = self.scene.headings()
                lines = [hint_line(headings, hint.action, hint.label, hint.chance, hint.reason) for hint in heard.hints]
                self.note = "\n".join(lines)
            case Refusal():
                self.answered(heard.id)
                if heard.id in self.promising:
                    assert self.keeper is not None
                    self.keeper.again()  # the table had changed: what it shows next says what to do
                else:
                    self.note = heard.text
            case _:
                self.answered(heard.id)

    def see(self, position: Position | None) -> None:
        """What the game is like now."""
        was_over = self.scene.over
        self.scene.position = position
        if position is not None:
            self.shown = {made: seen for made, seen in self.shown.items() if made < position.moves}
            self.shown[position.moves] = view_bytes(position.view)
        if self.scene.over and not was_over:
            self.scene.opened = ""
            self.scene.ending = self.last_words()

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
        raise Refused(f"{shut.sentence} {self.way_back()}" if shut.seat_kept else shut.sentence)

    def be_ready(self, table: TableFacts, came: bool) -> None:
        """Be ready for the deal; once the house has found this seat wanting, only when `ready` is typed."""
        if self.ticket is None or self.keeper is None or table.phase != "seating":
            return
        told = table.promise.transcript
        voided = told.attempts[-1].voided if told is not None else None
        blamed = voided is not None and voided.seat == self.ticket.seat
        if not table.seats[self.ticket.seat].ready and not self.keeper.findings and (came or not blamed):
            self.send(Ready(new_id(), on=True))

    def look_into_purse(self, attempt: int) -> None:
        """Another window of this seat may have committed to a number: there is only one for each attempt."""
        assert self.keeper is not None
        assert self.ticket is not None
        for other in purse.tickets(self.door):
            if other.token == self.ticket.token and any(
                each.attempt == attempt and each.terms is not None for each in other.promise.attempts
            ):
                self.ticket.kept = self.keeper.kept = other.promise

    def keep_promise(self, table: TableFacts) -> None:
        """Keep what the house promises, before anything is said to it, and say what comes next."""
        if self.keeper is None or self.ticket is None:
            return
        assert self.window is not None
        if table.phase == "seating":
            self.look_into_purse(table.promise.attempt)
        before = msgspec.json.encode(self.ticket.promise)
        says = self.keeper.see(table)
        if msgspec.json.encode(self.ticket.promise) != before:
            purse.keep(self.ticket)
        for said in says:
            message: FromSocket = msgspec.convert({"id": new_id(), **said}, FromSocket)
            self.promising.add(message.id)
            self.window.send(message)

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
        warnings = self.keeper.findings[self.warned :] if self.keeper is not None else []
        if warnings:
            self.warned += len(warnings)
            self.note = "\n".join([self.note, *warnings]).strip()
        if self.terminal.screen:
            self.scene.draw(self.note)
            self.terminal.tell(self.scene.question(), "dim")
            self.terminal.console.print(Text(self.keyboard.typed()), end="")
            self.terminal.console.file.flush()
        else:
            self.print_on()

    def print_on(self) -> None:
        """Without a screen: print what is new, and the table whenever there is something to answer."""
        scene = self.scene
        for text in scene.paragraphs(scene.log[self.told :]):
            self.terminal.say(text)
        self.told = len(scene.log)
        offers = scene.position.offers if scene.position is not None else []
        ended = scene.over or scene.table.closed is not None
        asked = ended or (self.ticket is not None and (bool(offers) or scene.table.paused))
        if asked and self.waiting is None and not self.asking:
            self.ask([offer.action for offer in offers])
        elif self.note:
            self.tell_note()
            self.note = ""

    def tell_note(self) -> None:
        """Without a screen: print the note, each of its sentences on a line of its own."""
        for line in self.scene.painter.lines(self.note):
            self.terminal.tell(line.plain)

    def ask(self, actions: list[int]) -> None:
        """Without a screen: draw the table, unless it is the one that was drawn last, and let a line be read."""
        scene = self.scene
        now = (scene.position and scene.position.moves, actions, scene.opened, scene.table.paused)
        if now != self.drawn:
            self.drawn = now
            scene.draw(self.note)
        else:
            self.tell_note()
        self.note = ""
        if self.ticket is None:
            raise Left("")
        self.asking = True
        self.terminal.tell(scene.question())
        self.keyboard.ask()

    # The end

    def last_words(self) -> list[Text]:
        """Whether the shuffle was what was promised, and where the record is."""
        position = self.scene.position
        if position is None or position.sheet is None:
            return []
        if self.keeper is None or self.ticket is None:
            return [Text(NOBODY if only_bots(self.scene.table) else NOT_TO_YOU, "dim")]
        proof = position.proof
        self.keeper.end(proof.key if proof is not None else None, proof.nonces if proof is not None else None)
        words: list[Text] = []
        file = house_folder() / "saves" / f"{self.scene.table.game}-{self.door.table}.json"
        try:
            record = self.door.record()
            saves.write_text(file, record)
            self.check_record(record)
        except Refused as refusal:
            words.append(Text(str(refusal)))
        else:
            words.append(Text(f"The whole game is saved; check it with: maitred verify {file}", "dim"))
        purse.keep(self.ticket)
        return [*self.fairness(), *words]

    def check_record(self, text: str) -> None:
        """Check that the record tells of the game that was promised and shown here, by this place's own rules."""
        assert self.keeper is not None
        record = read_record(text, {game.id: game for game in maitred.all_games()})
        found = judge(record, both_signed)
        if found.wrong:
            for why in found.why:
                self.keeper.find(why)
        kept = self.keeper.kept.transcript
        if kept is not None and found.fingerprint != fingerprint_of(kept):
            self.keeper.find("The record tells another story of the deal than you were told.")
        # Another version may show a game in another way.
        shown = [self.shown[made] for made in sorted(self.shown)]
        if self.house_version == version("maitred") and shown_otherwise(record, self.scene.seat, shown):
            self.keeper.find("The house has shown you another game than its record tells of.")

    def fairness(self) -> list[Text]:
        """What can be said about the shuffle."""
        assert self.keeper is not None
        bad = bool(self.keeper.findings)
        told = [Text(self.keeper.verdict(), "bold red" if bad else "dim")]
        told += [Text(finding, "red") for finding in self.keeper.findings]
        kept = self.keeper.kept.transcript
        if kept is not None:
            told.append(Text(f"Compare this with the others: {spoken(fingerprint_of(kept))}", "dim"))
            signature = self.keeper.kept.signature
            if signature is not None:
                told.append(Text(f"Signed by the house's key: {signature.key}", "dim"))
        return told

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
        command = next((name for name, names in NAMES.items() if word.lower() in names), "")
        if command == "say" or (command and not rest):
            try:
                self.obey(command, rest.strip())
            except Refused as refusal:
                self.note = with_names(str(refusal), self.scene.table)
        elif self.scene.over or self.scene.table.closed is not None:
            raise Left("")
        elif answer:
            self.note = f"{clean(answer)[:20]!r} is no answer here: ? lists what is."

    def chosen(self, answer: str) -> bool:
        """Make a move, or open or close a list of moves, if that was answered."""
        headings = self.scene.headings()
        action = numbered(answer, headings)
        heading = under(answer, headings)
        if action is None and heading is not None and len(heading.actions) == 1:
            action = heading.actions[0]
        if action is not None:
            assert self.scene.position is not None
            self.scene.opened = ""
            stamp = next(offer.stamp for offer in self.scene.position.offers if offer.action == action)
            self.send(Move(new_id(), action, stamp))
            return True
        if heading is not None or (answer == "" and self.scene.opened):
            again = heading is not None and self.scene.opened == heading.verb
            self.scene.tray.turn(on=again or len(headings) == 1)
            self.scene.opened = heading.verb if heading is not None else ""
            return True
        return False

    def send(self, message: FromSocket) -> None:
        """Send a message to the table."""
        assert self.window is not None
        self.waiting = message.id
        self.window.send(message)

    def obey(self, command: str, rest: str) -> None:
        """Do what a command says."""
        id, scene = new_id(), self.scene
        match command:
            case "quit":
                raise Left(self.way_back())
            case "help":
                self.terminal.pages(self.help())
            case "table" if scene.position is not None:
                self.terminal.pages(scene.tray.whole(scene.position.zones or [], scene.seat))
            case "log":
                told = scene.paragraphs(scene.log)
                self.terminal.pages(Group(*told) if told else Text("Nothing has happened yet."), last=True)
            case "rules":
                self.terminal.pages(Markdown(self.door.rules(scene.table.game)))
            case "say":
                self.send(Say(id, rest))
            case "undo":
                self.send(Undo(id))
            case "hint":
                self.send(AskForHint(id))
            case "skip":
                self.send(Skip(id))
            case "pause" | "go":
                self.send(Pause(id, on=command == "pause"))
            case "leave":
                self.send(Leave(id))
            case "ready" if scene.table.phase == "seating" and self.ticket is not None:
                self.send(Ready(id, on=not scene.table.seats[self.ticket.seat].ready))
            case "promise":
                self.note = "\n".join(text.plain for text in self.fairness()) if self.keeper is not None else NOT_TO_YOU
            case "ready":
                self.note = "The cards are dealt already."
            case "link":
                self.lend()
            case "rematch":
                self.rematch()
            case "decline":
                self.door.decline("" if self.ticket is None else purse.cookie([self.ticket]))
                self.note = "Your seat at the next game is open to anybody."
            case _:
                self.note = "The cards are not dealt yet."

    def lend(self) -> None:
        """Show a private link for this seat."""
        if self.ticket is None:
            self.note = "You are watching: there is no seat to move."
            return
        lent = self.door.lend(self.ticket.seat, purse.cookie([self.ticket]))
        self.note = f"Good once, for ten minutes: maitred join '{lent.link}&promise={to_fragment(self.ticket.promise)}'"

    def rematch(self) -> None:
        """Play again at a new table, in the same seat if it is free there."""
        old = self.ticket
        seated, tokens = self.door.rematch("" if old is None else purse.cookie([old]))
        assert old is not None
        door = Door(self.door.origin, seated.table)
        if old.seat in tokens:
            ticket = new_ticket(door, door.see("").table, old.seat, tokens[old.seat], old.name)
        else:
            ticket = sit_down(door, old.name, None)
        self.sit(door, ticket)

    def help(self) -> RenderableType:
        """What can be typed."""
        table = Grid.grid(padding=(0, 2))
        table.add_row(Text("1, 2, …", "bold"), Text("make the move with that number"))
        for heading in self.scene.headings():
            table.add_row(
                Text(heading.letter, "bold cyan"), self.scene.painter.text(f"{heading.verb} ({heading.numbers})")
            )
        for word, (letter, sentence) in COMMANDS.items():
            table.add_row(Text(letter or word, "bold"), Text(f"{word}: {sentence}" if letter else sentence))
        known = [game.legend() for game in maitred.all_games() if game.id == self.scene.table.game]
        legend = self.scene.painter.legend(known[0] if known else [])
        return Group(Text("What you can type", "bold"), Text(), table, legend)

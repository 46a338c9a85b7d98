"""The waiter: shows a person the table, takes their order, and brings whatever else they ask for."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from maitred.bots.clock import WAIT
from maitred.cli.keyboard.drawing import Heading, Painter
from maitred.cli.keyboard.pad import Pad, all_numbers, hint_line, numbered, under
from maitred.cli.keyboard.sitting import Sitting
from maitred.cli.keyboard.terminal import Left, Terminal
from maitred.cli.keyboard.tray import Tray
from maitred.kernel.errors import Refused
from maitred.kernel.game import Words

COMMANDS = {
    "?": ("help", "this page"),
    "u": ("undo", "take your last move back, if nothing new has come to light since"),
    "h": ("hint", "the three best moves, how likely each is to win, and why"),
    "t": ("table", "the whole table, every card in full"),
    "s": ("sheet", "the score sheet as it stands"),
    "l": ("log", "everything that has happened so far"),
    "r": ("rules", "how to play"),
    "w": ("write", "save the game and go on"),
    "q": ("quit", "save the game and leave"),
}
TO_WAIT = ("wait", WAIT, "Wait until somebody else acts")


class Waiter:
    """Serves the people at a sitting."""

    def __init__(self, sitting: Sitting, terminal: Terminal, save: Callable[[], str]) -> None:
        """`save` saves the game and says where."""
        self.sitting = sitting
        self.terminal = terminal
        self.save = save
        kinds = [str(face["kind"]) for face in sitting.game.faces(sitting.state.cards) if face.get("kind")]
        self.painter = Painter(sitting.names, kinds, sitting.people[0] if len(sitting.people) == 1 else None)
        self.tray = Tray(self.painter, terminal)
        self.pad = Pad(COMMANDS)
        self.served: int | None = sitting.people[0] if len(sitting.people) == 1 else None
        """Who sits at the keyboard."""

    # Asking for a move

    def order(self, seat: int) -> int | None:
        """The action this person picks, or WAIT; None if they took something back instead."""
        if self.served != seat:
            self.hand_over(seat)
        opened = ""
        note = ""
        redraw = True
        while True:
            headings = self.headings(seat)
            if redraw or self.terminal.screen:
                self.draw(seat, headings, opened, note)
            else:
                for line in self.painter.lines(note):
                    self.terminal.say(line)
            note, redraw = "", False
            numbers = all_numbers(headings)
            whom = f"{self.sitting.names[seat]}, " if len(self.sitting.people) > 1 else ""
            answer = self.terminal.ask(f"{whom}{numbers} or a letter (? for help): ").lower()
            if answer.isascii() and answer.isdigit():
                action = numbered(answer, headings)
                if action is not None:
                    return action
                note = f"There is no move {answer[:9]} here: type {numbers}, a letter, or ? for help."
                continue
            named = under(answer, headings)
            if named is not None and len(named.actions) == 1:
                return named.actions[0]
            if named is not None:
                self.tray.turn(on=opened == named.verb or len(headings) == 1)
                opened = named.verb
                redraw = True
                continue
            command = self.command(answer)
            if answer == "":
                redraw = bool(opened)
                note = "" if opened else f"Type the number of a move: {numbers}."
                opened = ""
            elif command == "u":
                try:
                    self.sitting.undo()
                except Refused as refusal:
                    note = str(refusal)
                else:
                    return None
            elif command == "h":
                note = self.hint(seat, headings)
            elif command == "w":
                note = self.saved()
            elif command == "q":
                raise Left
            elif command:
                self.bring(command, seat, headings)
            else:
                note = f"{answer[:20]!r} is no answer here: type {numbers}, a letter, or ? for help."

    def headings(self, seat: int) -> list[Heading]:
        """The legal moves by verb, numbered from 1; in real time the last is to wait."""
        game, state = self.sitting.game, self.sitting.state
        words = [(action, game.describe(state, seat, action)) for action in state.legal(seat)]
        moves = [(str(told["verb"]), action, str(told["label"])) for action, told in words]
        return self.pad.headings([*moves, *([TO_WAIT] if self.sitting.may_wait(seat) else [])])

    def command(self, answer: str) -> str:
        """The command that was answered, by its letter or in full; empty if none."""
        for letter, (word, _) in COMMANDS.items():
            if answer in (letter, word):
                return letter
        return ""

    # Drawing the table

    def draw(self, seat: int, headings: list[Heading], opened: str, note: str) -> None:
        """Everything the person may see, in sizes that fit the screen."""
        news = [self.painter.paragraph(move, quiet=True) for move in self.sitting.news(seat)]
        prompt = self.sitting.game.prompt(self.sitting.state, seat)
        self.tray.draw(seat, self.title(), self.zones(seat), news, prompt, note, headings, opened)

    def zones(self, seat: int) -> list[Words]:
        """The table as that person sees it."""
        game, state = self.sitting.game, self.sitting.state
        return game.zones(game.view(state, seat), state.cards)

    def title(self) -> Text:
        """The game, who plays it, and the seed."""
        title = Text().append(self.sitting.game.title, "bold")
        seed = self.sitting.record.facts["chance"].get("seed")
        if seed is not None:
            title.append(f" · seed {seed}", "dim")
        for guest in self.sitting.guests:
            title.append(" · ", "dim")
            about = [guest.level] if guest.level is not None else ["you"] if len(self.sitting.people) == 1 else []
            title.append(f"{guest.name} ({about[0]})" if about else guest.name, "dim")
        title.no_wrap = True
        title.overflow = "ellipsis"
        return title

    # Everything else a person may ask for

    def hand_over(self, seat: int) -> None:
        """Cover the table until the next person sits at the keyboard."""
        if len(self.sitting.people) > 1:
            since = len(self.sitting.record.moves)
            while since > 0 and self.sitting.record.moves[since - 1][0] not in self.sitting.people:
                since -= 1
            public = self.sitting.heard[None][max(0, since - 1) :]
            told = [self.painter.paragraph(move, quiet=True) for move in public]
            news = self.painter.news(told, self.terminal.rows - 2, self.terminal.console)
            self.terminal.cover(news, f"Pass the keyboard to {self.sitting.names[seat]}, then press Enter. ")
        self.served = seat

    def hint(self, seat: int, headings: list[Heading]) -> str:
        """The best moves with their numbers in the list, how likely each is to win, and why."""
        try:
            told = self.sitting.hints(seat)
        except Refused as refusal:
            return str(refusal)
        labels = {action: label for each in headings for action, label in zip(each.actions, each.labels, strict=True)}
        lines = [hint_line(headings, hint.action, labels[hint.action], hint.chance, hint.reason) for hint in told]
        return "\n".join(lines)

    def saved(self) -> str:
        """Save and go on, and say what came of it."""
        try:
            return self.save()
        except Refused as refusal:
            return str(refusal)

    def bring(self, command: str, seat: int, headings: list[Heading]) -> None:
        """A page to read."""
        if command == "?":
            self.terminal.pages(self.help(headings))
        elif command == "t":
            self.terminal.pages(self.tray.whole(self.zones(seat), seat))
        elif command == "s":
            self.terminal.pages(self.painter.sheet(self.sitting.game.sheet(self.sitting.state), over=False))
        elif command == "l":
            told = [text for move in self.sitting.log(seat) if (text := self.painter.paragraph(move, quiet=False))]
            self.terminal.pages(Group(*told) if told else Text("Nothing has happened yet."), last=True)
        elif command == "r":
            self.terminal.pages(Markdown(self.sitting.game.rules()))

    def help(self, headings: list[Heading]) -> RenderableType:
        """What can be typed."""
        table = Table.grid(padding=(0, 2))
        table.add_row(Text("1, 2, …", "bold"), Text("make the move with that number"))
        for heading in headings:
            table.add_row(Text(heading.letter, "bold cyan"), self.painter.text(f"{heading.verb} ({heading.numbers})"))
        table.add_row(Text("Enter", "bold"), Text("close a list that a letter has opened"))
        for letter, (word, sentence) in COMMANDS.items():
            table.add_row(Text(letter, "bold"), Text(f"{word}: {sentence}"))
        closing = Text("\nCtrl-C saves the game and leaves, at any moment.", "dim")
        legend = self.painter.legend(self.sitting.game.legend())
        return Group(Text("What you can type", "bold"), Text(), table, closing, legend)

"""The prompt that `play` and `join` share: it shows a person the table, and carries out what they type."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from maitred.cli.terminal.commands import Command, command, commands_of
from maitred.cli.terminal.drawing import Renderer
from maitred.cli.terminal.layout import Layout, Shown
from maitred.cli.terminal.menu import Heading, Menu, all_numbers, numbered, under
from maitred.cli.terminal.terminal import Terminal
from maitred.kernel.errors import Refused
from maitred.kernel.game import Words
from maitred.table.log import LogLine
from maitred.table.text import visible

OWN_CARDS = "These are not the house's cards. They change of it:"
NOT_THE_HOUSES = " · not the house's cards (type: cards)"


class Prompt(ABC):
    """Shows one person a table, and reads their answers."""

    def __init__(self, terminal: Terminal, renderer: Renderer, seat: int | None, more: Sequence[Command] = ()) -> None:
        """`seat`: whose view is shown; None for a spectator. `more`: commands that another object carries out."""
        self.terminal = terminal
        self.seat = seat
        self.renderer = renderer
        self.layout = Layout(renderer, terminal)
        self.commands = [*commands_of(self), *more]
        self.menu = Menu([command.letter for command in self.commands])
        self.opened = ""
        """The verb whose moves are listed alone."""
        self.note = ""
        """What the last answer led to, if it was not a move."""
        self.drawn: Hashable = None
        """What was drawn last, where there is no screen."""

    # What there is to show and to do

    @abstractmethod
    def moves(self) -> Sequence[tuple[str, int, str]]:
        """The moves on offer: verb, action, label."""

    @abstractmethod
    def shown(self, headings: list[Heading]) -> Shown:
        """What the screen shows now."""

    @abstractmethod
    def position(self) -> Hashable:
        """A value that changes whenever the table has to be drawn again."""

    @abstractmethod
    def zones(self) -> Sequence[Words]:
        """The table as this person sees it."""

    @abstractmethod
    def log(self) -> Sequence[LogLine]:
        """What this person has heard."""

    @abstractmethod
    def rules(self) -> str:
        """How to play, in Markdown."""

    @abstractmethod
    def legend(self) -> Sequence[tuple[str, str]]:
        """The abbreviations on this game's table."""

    @abstractmethod
    def leaving(self) -> str:
        """What Ctrl-C does."""

    @abstractmethod
    def choose(self, action: int) -> None:
        """Make a move."""

    # Showing

    def headings(self) -> list[Heading]:
        """The moves on offer by verb, numbered from 1."""
        return self.menu.headings(self.moves())

    def show(self) -> None:
        """Draw the table; without a screen only if it has changed, otherwise just the note."""
        now = (self.position(), self.opened, self.layout.page)
        if self.terminal.screen or now != self.drawn:
            self.draw()
        else:
            self.print_note()
        self.drawn = now

    def draw(self) -> None:
        """Draw everything the person may see, in sizes that fit the screen."""
        self.layout.draw(self.shown(self.headings()))

    def draw_end(self, title: str, news: list[Text], rows: int | None, sheet: Words) -> None:
        """Draw the end of a game: what happened last, the score sheet, who won."""
        self.terminal.clear()
        self.terminal.draw(self.renderer.news(news, rows, self.terminal.console))
        self.draw_sheet(title, sheet)

    def draw_sheet(self, title: str, sheet: Words) -> None:
        """Draw the score sheet of a finished game."""
        self.terminal.draw(Rule(Text(f"{title}: the score sheet"), style="dim"))
        self.terminal.draw(self.renderer.sheet(sheet, over=True))

    def print_note(self) -> None:
        """Print the note, each of its sentences on a line of its own."""
        for line in self.renderer.lines(self.note):
            self.terminal.print(line.plain)

    # Answering

    def answer(self, line: str) -> None:
        """Do what was typed, or leave a note that says why not."""
        self.note = ""
        typed = line.strip()
        if self.pick(typed.lower()):
            return
        word, _, text = typed.partition(" ")
        named = (each for each in self.commands if word and word.lower() in (each.word, each.letter))
        chosen = next(named, None)
        if chosen is None or (text and not chosen.takes_text):
            self.not_understood(typed.lower())
            return
        try:
            chosen.run(*([text.strip()] if chosen.takes_text else []))
        except Refused as refusal:
            self.note = str(refusal)

    def pick(self, answer: str) -> bool:
        """Make a move, or open or close a list of moves, if the answer says so."""
        headings = self.headings()
        action = numbered(answer, headings)
        heading = under(answer, headings)
        if action is None and heading is not None and len(heading.actions) == 1:
            action = heading.actions[0]
        if action is not None:
            self.opened = ""
            self.choose(action)
        elif heading is not None:
            self.layout.turn(on=self.opened == heading.verb or len(headings) == 1)
            self.opened = heading.verb
        elif answer == "" and self.opened:
            self.opened = ""
        else:
            return False
        return True

    def not_understood(self, answer: str) -> None:
        """Say what can be typed instead."""
        headings = self.headings()
        instead = (
            f"type {all_numbers(headings)}, a letter, or ? for help." if headings else "? lists what you can type."
        )
        if answer == "":
            self.note = f"Type the number of a move: {all_numbers(headings)}." if headings else ""
        elif answer.isascii() and answer.isdigit() and headings:
            self.note = f"There is no move {answer[:9]} here: {instead}"
        else:
            self.note = f"{visible(answer)[:20]!r} is not an answer here: {instead}"

    def question(self) -> str:
        """What can be typed, where there are moves to choose from."""
        return f"{all_numbers(self.headings())} or a letter (? for help):"

    # Commands

    @command("help", "?")
    def show_help(self) -> None:
        """This page."""
        table = Table.grid(padding=(0, 2))
        table.add_row(Text("1, 2, …", "bold"), Text("make the move with that number"))
        for heading in self.headings():
            table.add_row(Text(heading.letter, "bold cyan"), self.renderer.text(f"{heading.verb} ({heading.numbers})"))
        table.add_row(Text("Enter", "bold"), Text("close a list that was opened by a letter"))
        for each in self.commands:
            meaning = f"{each.word}: {each.meaning}" if each.letter else each.meaning
            table.add_row(Text(each.letter or each.word, "bold"), Text(meaning))
        leaving = Text(f"\n{self.leaving()}", "dim")
        parts: list[RenderableType] = [Text("What you can type", "bold"), Text(), table, leaving]
        self.terminal.show_pages(Group(*parts, self.renderer.legend(self.legend())))

    @abstractmethod
    @command("undo", "u")
    def undo(self) -> None:
        """Take your last move back, if nothing new has come to light since."""

    @abstractmethod
    @command("hint", "h")
    def hint(self) -> None:
        """The three best moves, how likely each is to win, and why."""

    @command("table", "t")
    def show_table(self) -> None:
        """The whole table, every card in full."""
        self.terminal.show_pages(self.layout.whole(self.zones(), self.seat))

    @command("log", "l")
    def show_log(self) -> None:
        """Everything that has happened so far."""
        told = self.renderer.log(self.log(), quiet=False)
        self.terminal.show_pages(Group(*told) if told else Text("Nothing has happened yet."), last=True)

    @command("rules", "r")
    def show_rules(self) -> None:
        """How to play."""
        self.terminal.show_pages(Markdown(self.rules()))

    @abstractmethod
    def changes(self) -> list[str]:
        """What the cards of this table change of the house's."""

    @command("cards")
    def show_cards(self) -> None:
        """Which cards this table plays with, and what they change of the house's."""
        told = self.changes()
        lines = [OWN_CARDS, *[f"  {visible(line)}" for line in told]] if told else ["These are the house's cards."]
        self.terminal.show_pages(Text("\n".join(lines)))

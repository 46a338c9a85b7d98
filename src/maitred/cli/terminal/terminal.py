"""The terminal: what is drawn, asked and read there, on a screen or through pipes."""

from __future__ import annotations

import sys
from collections.abc import Callable

from rich.console import Console, Group, RenderableType
from rich.segment import Segment, SegmentLines
from rich.text import Text


class Quit(Exception):
    """The player leaves: there is nothing more to read, or they said so."""


class Terminal:
    """A console to draw on and somebody who answers."""

    def __init__(self, console: Console, read: Callable[[str], str], screen: bool, echo: bool = False) -> None:
        """`screen`: the screen can be cleared; `echo`: answers have to be printed, as they are not visible."""
        self.console = console
        self.read = read
        self.screen = screen
        self.echo = echo

    @property
    def rows(self) -> int:
        """How many rows there are above the input line."""
        return self.console.height - 1

    def ask(self, question: str) -> str:
        """Read one line from the player, without the spaces around it."""
        try:
            answer = self.read(question).strip()
        except EOFError as end:
            self.console.print()
            raise Quit from end
        except UnicodeDecodeError:
            answer = "\N{REPLACEMENT CHARACTER}"
        if self.echo:
            self.console.print(Text(answer))
        return answer

    def clear(self) -> None:
        """Clear the screen, or print an empty line where there is none."""
        if self.screen:
            self.console.clear()
        else:
            self.console.print()

    def draw(self, drawn: RenderableType) -> None:
        """Print something as it is drawn; plain text would be wrapped and joined."""
        self.console.print(Group(drawn))

    def draw_rows(self, lines: list[list[Segment]]) -> None:
        """Print rows that are already drawn."""
        self.console.print(SegmentLines(lines, new_lines=True), end="")

    def print(self, sentence: str, style: str = "") -> None:
        """Print a sentence that may be copied: a long path in it is not broken."""
        self.console.print(Text(sentence, style), soft_wrap=True)

    def hide(self, news: RenderableType, sentence: str) -> None:
        """Clear the screen and the scrollback, and wait for the next player."""
        if self.screen:
            self.console.file.write("\x1b[3J")
        else:
            self.console.print("\n" * self.console.height)
        self.clear()
        self.console.print(Group(news, Text()))
        self.ask(sentence)

    def show_pages(self, drawn: RenderableType, last: bool = False) -> None:
        """Show something long, a screen at a time, from its beginning or from its last page."""
        if not self.screen:
            self.console.print(drawn)
            return
        lines = self.console.render_lines(drawn, pad=False)
        rows = max(1, self.rows)
        pages = [lines[start : start + rows] for start in range(0, len(lines), rows)] or [[]]
        at = len(pages) - 1 if last else 0
        while True:
            self.console.clear()
            self.draw_rows(pages[at])
            further = at + 1 < len(pages)
            keys = ["Enter: next page" if further else "Enter: back to the table"]
            keys += ["b: previous page"] if at else []
            keys += ["q: back to the table"] if further else []
            answer = self.ask(f"({at + 1}/{len(pages)}) {', '.join(keys)} > ").lower()
            if answer == "b" and at:
                at -= 1
            elif answer == "" and further:
                at += 1
            elif answer != "b":
                return


def this_terminal() -> Terminal:
    """The terminal that the command was typed in."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    console = Console(highlight=False)
    screen = console.is_terminal and not console.is_dumb_terminal and sys.stdin.isatty()
    return Terminal(console, input, screen, echo=not sys.stdin.isatty())

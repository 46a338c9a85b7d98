"""The tray that a table is carried on: everything a person may see, in sizes that fit the screen."""

from __future__ import annotations

from functools import partial

from rich.console import Group
from rich.text import Text

from maitred.cli.keyboard.drawing import CARDS, FLOW, LINE, ROWS, Heading, Painter, Part, fit, menu
from maitred.cli.keyboard.terminal import Terminal
from maitred.kernel.game import Words

NEWS_ROWS = (12, 10, 9, 8, 7, 6, 5, 4)


class Tray:
    """Draws a table for the person at a terminal."""

    def __init__(self, painter: Painter, terminal: Terminal) -> None:
        self.painter = painter
        self.terminal = terminal

    def draw(
        self,
        seat: int | None,
        title: Text,
        zones: list[Words],
        news: list[Text],
        prompt: str,
        note: str,
        headings: list[Heading],
        opened: str,
        below: int = 0,
    ) -> None:
        """The table through the eyes of a seat; `below`: rows that something else will need under it."""
        console = self.terminal.console
        screen = self.terminal.screen
        drawn = [(zone["seat"], self.zone_part(zone, seat)) for zone in zones]
        others = [part for owner, part in drawn if owner is not None and owner != seat]
        common = [part for owner, part in drawn if owner is None]
        own_parts = [part for owner, part in drawn if owner is not None and owner == seat]
        news_part = Part(console, [partial(self.painter.news, news, rows, console) for rows in (None, *NEWS_ROWS)])
        moves_part = self.moves_part(headings, opened)
        title_part = Part(console, [lambda: title, Group] if screen else [Group])
        gap = Part(console, [Text, Group])
        question = self.painter.text(prompt, "bold reverse")
        question.pad(1)
        asked = Group(question, *([self.painter.text(note, "bold yellow")] if note else []))
        question_part = Part(console, [lambda: asked])

        parts = [title_part, *others, *common, *own_parts, gap, news_part, question_part, moves_part]
        if screen:
            laid, held = own_parts[:-1], own_parts[-1:]
            steps = [(part, size) for size in (FLOW, LINE) for part in others]
            steps += [(part, ROWS) for part in laid + held]
            steps += [(news_part, size) for size in (1, 2)]
            steps += [(part, FLOW) for part in laid]
            steps += [(part, ROWS) for part in common]
            steps += [(part, LINE) for part in laid]
            steps += [(gap, 1), *[(news_part, size) for size in (3, 4, 5)]]
            steps += [(moves_part, size) for size in range(1, len(moves_part.sizes))]
            steps += [(title_part, 1), *[(news_part, size) for size in (6, 7, 8)]]
            steps += [(part, FLOW) for part in held + common]
            steps += [(part, LINE) for part in held + common]
            fit(parts, steps, self.terminal.rows - below)
        self.terminal.fresh()
        self.terminal.lay([line for part in parts for line in part.lines])

    def zone_part(self, zone: Words, seat: int | None) -> Part:
        """A zone as this person sees it: their own and the common ones begin large, all a little smaller off screen."""
        console = self.terminal.console
        own = zone["seat"] is not None and zone["seat"] == seat
        sizes = [partial(self.painter.zone, zone, size, console, own) for size in (CARDS, ROWS, FLOW, LINE)]
        largest = CARDS if own or zone["seat"] is None else ROWS
        return Part(console, sizes, largest if self.terminal.screen else largest + 1)

    def moves_part(self, headings: list[Heading], opened: str) -> Part:
        """The moves: all of them, or the longest lists closed one after another; only one list if that was opened."""
        closed = {heading.verb for heading in headings if opened and heading.verb != opened}
        sizes = [partial(menu, self.painter, headings, closed)]
        if self.terminal.screen and not opened and len(headings) > 1:
            for heading in sorted(headings, key=lambda heading: -len(heading.actions)):
                if len(heading.actions) > 1:
                    closed = closed | {heading.verb}
                    sizes.append(partial(menu, self.painter, headings, closed))
        return Part(self.terminal.console, sizes)

    def whole(self, zones: list[Words], seat: int | None) -> Group:
        """The whole table, every card in full."""
        console = self.terminal.console
        drawn = [self.painter.zone(zone, ROWS, console, zone["seat"] == seat) for zone in zones]
        return Group(*[part for zone in drawn for part in (zone, Text())])

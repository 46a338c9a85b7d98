"""The layout of the screen: everything a person may see of a table, in sizes that fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from rich.console import Console, Group, RenderableType
from rich.segment import Segment
from rich.text import Text

from maitred.cli.terminal.drawing import BRIEF, CARDS, FLOW, GONE, LINE, ROWS, Renderer
from maitred.cli.terminal.menu import Heading, across, draw_menu
from maitred.cli.terminal.relevance import COMMON, NAMED, NEEDED, OTHERS, OWN, weigh
from maitred.cli.terminal.terminal import Terminal
from maitred.kernel.game import Words
from maitred.kernel.words import listed

NEWS_ROWS = (12, 10, 8, 6, 5, 4, 3, 0)
MOST_COLUMNS = 3
LONG_LIST = 9  # moves of one verb that are folded before the table is made smaller
TABLE_ROWS = 14  # rows left to the table and the question even by a long list of moves


class Part:
    """A part of the screen in several sizes, the fullest first; each is drawn only when needed."""

    def __init__(self, console: Console, sizes: Sequence[Callable[[], RenderableType]], size: int = 0) -> None:
        self.console = console
        self.sizes = sizes
        self.size = size
        self.drawn: dict[int, list[list[Segment]]] = {}

    @property
    def lines(self) -> list[list[Segment]]:
        """The part in its current size, row by row."""
        if self.size not in self.drawn:
            part = self.sizes[self.size]()
            nothing = isinstance(part, Group) and not part.renderables
            self.drawn[self.size] = [] if nothing else self.console.render_lines(part, pad=False)
        return self.drawn[self.size]

    @property
    def height(self) -> int:
        """How many rows it takes in its current size."""
        return len(self.lines)


def fit(parts: Sequence[Part], steps: Sequence[tuple[Part, int]], rows: int) -> None:
    """Make parts smaller step by step until they fit; then undo what turned out not to be needed."""
    taken: list[tuple[Part, int]] = []
    for part, size in steps:
        if sum(each.height for each in parts) <= rows:
            break
        size = min(size, len(part.sizes) - 1)
        if size > part.size:
            taken.append((part, part.size))
            part.size = size
    for part, before in reversed(taken):
        now = part.size
        if before < now:
            part.size = before
            if sum(each.height for each in parts) > rows:
                part.size = now


class ZonePart(Part):
    """A zone on the screen, with how much it matters."""

    def __init__(self, layout: Layout, zone: Words, weight: int, own: bool) -> None:
        console = layout.terminal.console
        sizes = [partial(layout.renderer.zone, zone, size, console, own) for size in range(GONE + 1)]
        largest = ROWS if weight in (OTHERS, NAMED) else CARDS
        super().__init__(console, sizes, largest if layout.terminal.screen else largest + 1)
        self.zone = zone
        self.weight = weight


class AbsentPart(Part):
    """Which zones do not fit, and how to see them."""

    def __init__(self, layout: Layout, zones: Sequence[ZonePart]) -> None:
        super().__init__(layout.terminal.console, [Group])
        self.renderer = layout.renderer
        self.zones = zones

    @property
    def lines(self) -> list[list[Segment]]:
        """One line, or none if all zones fit."""
        titles = [str(part.zone["title"]) for part in self.zones if part.size == GONE]
        if not titles:
            return []
        text = self.renderer.text(f"t shows the whole table, with {listed(titles)}", "dim")
        text.no_wrap = True
        text.overflow = "ellipsis"
        return self.console.render_lines(text, pad=False)


@dataclass
class Shown:
    """Everything the screen shows of a table to a seat or a spectator."""

    seat: int | None
    title: Text
    zones: Sequence[Words]
    news: list[Text]
    prompt: str
    note: str
    headings: list[Heading]
    opened: str
    """The verb whose moves are listed alone."""
    below: int = 0
    """How many rows something else will need under it."""


class Layout:
    """Draws a table for the person at a terminal."""

    def __init__(self, renderer: Renderer, terminal: Terminal) -> None:
        self.renderer = renderer
        self.terminal = terminal
        self.page = 0
        """Which part of a long list of moves is shown."""

    def draw(self, shown: Shown) -> None:
        """Draw a table."""
        parts = self.parts(shown)
        self.terminal.clear()
        self.terminal.draw_rows([line for part in parts for line in part.lines])

    def parts(self, shown: Shown) -> list[Part]:
        """The parts of the screen from top to bottom, in sizes that fit.

        What the moves and the question mention is made smaller last, and nothing is drawn larger than what matters
        more.
        """
        console = self.terminal.console
        labels = [label for heading in shown.headings for label in heading.labels]
        weights = weigh(shown.zones, shown.seat, [shown.prompt, *labels])
        drawn = [
            ZonePart(self, zone, weight, shown.seat is not None and zone["seat"] == shown.seat)
            for zone, weight in zip(shown.zones, weights, strict=True)
        ]
        news_part = Part(
            console, [partial(self.renderer.news, shown.news, rows, console) for rows in (None, *NEWS_ROWS)]
        )
        moves_part = self.moves_part(shown.headings, shown.opened)
        title_part = Part(console, [lambda: shown.title, Group] if self.terminal.screen else [Group])
        gap = Part(console, [Text, Group])
        question = self.renderer.text(shown.prompt, "bold reverse")
        question.pad(1)
        asked = Group(question, *self.renderer.lines(shown.note, "bold yellow"))
        question_part = Part(console, [lambda: asked])

        others = [part for part in drawn if part.zone["seat"] not in (None, shown.seat)]
        common = [part for part in drawn if part.zone["seat"] is None]
        own = [part for part in drawn if part not in others and part not in common]
        tail = [AbsentPart(self, drawn), gap, news_part, question_part, moves_part]
        parts = [title_part, *others, *common, *own, *tail]
        if self.terminal.screen:
            fit(parts, self.steps(drawn, title_part, gap, news_part, moves_part), self.terminal.rows - shown.below)
            for part in drawn:
                weightier = [more.size for more in drawn if more.weight > part.weight and more.zone["items"]]
                part.size = max([part.size, *weightier])
        return parts

    def steps(self, drawn: list[ZonePart], title: Part, gap: Part, news: Part, moves: Part) -> list[tuple[Part, int]]:
        """What is made smaller, in order, until everything fits."""
        by_weight: dict[int, list[ZonePart]] = {weight: [] for weight in (OTHERS, COMMON, OWN, NAMED, NEEDED)}
        for part in drawn:
            by_weight[part.weight].append(part)

        def smaller(weight: int, size: int) -> list[tuple[Part, int]]:
            return [(part, size) for part in by_weight[weight]]

        steps = [*smaller(OTHERS, FLOW), *smaller(OTHERS, BRIEF), *smaller(OTHERS, LINE), (news, 1), (news, 2)]
        steps += [step for weight in (COMMON, OWN, NAMED, NEEDED) for step in smaller(weight, ROWS)]
        steps += [*smaller(COMMON, FLOW), (news, 3), *smaller(COMMON, BRIEF), *smaller(COMMON, LINE)]
        steps += [*smaller(OWN, FLOW), (gap, 1), (news, 4), (moves, 1), *smaller(OWN, BRIEF), *smaller(NAMED, FLOW)]
        long = sum(len(heading.actions) > LONG_LIST for heading in self.folding)
        steps += [(moves, 1 + at) for at in range(1, long + 1)]
        steps += [*smaller(NEEDED, FLOW), (news, 5), (title, 1), (news, 6), *smaller(OTHERS, GONE)]
        steps += [
            *smaller(NAMED, BRIEF),
            *smaller(OWN, LINE),
            (news, 7),
            *smaller(NEEDED, BRIEF),
            *smaller(COMMON, GONE),
        ]
        steps += [(moves, size) for size in range(2 + long, len(moves.sizes))]
        steps += [
            *smaller(NAMED, LINE),
            *smaller(OWN, GONE),
            *smaller(NAMED, GONE),
            (news, 8),
            *smaller(NEEDED, LINE),
            *smaller(NEEDED, GONE),
        ]
        return steps

    def turn(self, on: bool) -> None:
        """Show the next part of a long list of moves, or the first again."""
        self.page = self.page + 1 if on else 0

    def moves_part(self, headings: list[Heading], opened: str) -> Part:
        """The moves: all of them, or in columns, or with lists closed, the longest first; or only the list opened."""
        width = self.terminal.console.width
        closed = {heading.verb for heading in headings if opened and heading.verb != opened}
        self.folding: list[Heading] = []
        if not self.terminal.screen:
            return Part(self.terminal.console, [partial(draw_menu, self.renderer, headings, closed, width)])
        more = ""
        if len(headings) - len(closed) == 1:
            headings, more = self.one_page(headings, closed)
        sizes = [partial(draw_menu, self.renderer, headings, closed, width, most, more) for most in (1, MOST_COLUMNS)]
        if not opened and len(headings) > 1:
            ordered = sorted(headings, key=lambda heading: -len(heading.actions))
            self.folding = [heading for heading in ordered if len(heading.actions) > 1]
            for heading in self.folding:
                closed = closed | {heading.verb}
                sizes.append(partial(draw_menu, self.renderer, headings, closed, width, MOST_COLUMNS))
        return Part(self.terminal.console, sizes)

    def one_page(self, headings: list[Heading], closed: set[str]) -> tuple[list[Heading], str]:
        """The headings with as much of the only open list as leaves room for the table, and how to see the rest."""
        (heading,) = [each for each in headings if each.verb not in closed]
        labels = [self.renderer.text(label) for label in heading.labels]
        rows = max(LONG_LIST, self.terminal.rows - TABLE_ROWS)
        many = rows * across(labels, self.terminal.console.width, MOST_COLUMNS)
        if len(labels) <= many:
            return headings, ""
        start = self.page % -(-len(labels) // many) * many
        shown = heading.part(start, many)
        more = f"{heading.letter} again: more of {heading.numbers}"
        return [shown if each is heading else each for each in headings], more

    def whole(self, zones: Sequence[Words], seat: int | None) -> Group:
        """The whole table, every card in full."""
        console = self.terminal.console
        drawn = [self.renderer.zone(zone, ROWS, console, zone["seat"] == seat) for zone in zones]
        return Group(*[part for zone in drawn for part in (zone, Text())])

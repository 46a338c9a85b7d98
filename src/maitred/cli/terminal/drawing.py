"""Zones, the log and the score sheet as blocks of text, a zone in several sizes.

Nothing here knows a game: it draws what `Game.zones`, `describe`, `hear` and `sheet` say, and never reads it as markup.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from maitred.kernel.game import Words
from maitred.kernel.words import counted, listed, named
from maitred.table.log import LogLine
from maitred.table.text import visible

PALETTE = ("cyan", "yellow", "green", "magenta", "bright_blue", "bright_red", "bright_green", "bright_magenta")
CARD_CELLS = 23
WIDEST_CARD = 30
TITLE_LEAST = 18
INDENT = 2
SAID_BY_PROMPT = ("turn",)  # events that the line with the question says anyway
HEADINGS = ("round", "turn", "step", "break", "over")  # events that begin a part of the log

SHORT_FORMS = (
    ("Meat ×3", "three such cards"),
    ("food×2", "two cards of that kind: there is no room for their names, and t shows them"),
)

# The sizes of a zone, from the most telling to the shortest: in the first four every card has its name
CARDS, ROWS, FLOW, BRIEF, LINE, GONE = range(6)


def indented(text: Text, console: Console) -> list[Text]:
    """A paragraph moved to the right, line by line."""
    lines = [Text(" " * INDENT).append_text(line) for line in text.wrap(console, console.width - INDENT)]
    for line in lines:
        line.rstrip()
    return lines


def alike(items: Sequence[Words]) -> list[tuple[Words, int]]:
    """The cards of a zone, equal ones that lie side by side once with their number."""
    return [(item, len(list(run))) for item, run in groupby(items)]


def event_of(line: LogLine) -> str:
    """The kind of event that a line of the log tells of; empty if it is none of the game."""
    return str((line.about or {}).get("event", ""))


def moves_of(lines: Sequence[LogLine]) -> Iterator[tuple[bool, list[LogLine]]]:
    """The log move by move: whether it is something that was said, and its lines."""
    for (_, said), run in groupby(lines, lambda line: (line.seq, line.kind == "chat")):
        yield said, list(run)


class Renderer:
    """Draws what a game says, with the players' names and a colour for every kind of card."""

    def __init__(self, names: Sequence[str], kinds: Sequence[str], you: int | None = None) -> None:
        """`you`: the seat that texts are told to, where only one person reads them."""
        self.names = list(names)
        self.you = you
        self.kinds = list(dict.fromkeys(kinds))

    def text(self, words: object, style: str = "") -> Text:
        """A text of the game with the players' names in it."""
        return Text(visible(named(str(words), self.names, self.you)), style)

    def colour(self, kind: str) -> str:
        """The colour of a kind of card, the same all game long."""
        if not kind:
            return ""
        if kind not in self.kinds:
            self.kinds.append(kind)
        return PALETTE[self.kinds.index(kind) % len(PALETTE)]

    def lines(self, sentences: str, style: str = "") -> list[Text]:
        """Sentences that stand on lines of their own, with the players' names in them."""
        return [self.text(line, style) for line in sentences.split("\n") if line]

    # A zone in its sizes

    def zone(self, zone: Words, size: int, console: Console, own: bool) -> RenderableType:
        """A zone of the table in one of its sizes."""
        if size == GONE:
            return Group()
        heading = Text().append_text(self.text(zone["title"], "bold underline" if own else "bold"))
        items: Sequence[Words] = zone["items"]
        if zone["note"]:
            heading.append("  ")
            heading.append_text(self.text(zone["note"], "" if own else "dim"))
        if size == LINE:
            heading.append_text(self.tally(items))
            heading.no_wrap = True
            heading.overflow = "ellipsis"
        if size == LINE:
            return heading
        if not items:
            return self.hanging(heading, console)
        if size == CARDS:
            return Group(self.hanging(heading, console), *self.cards(items, console))
        if size == ROWS:
            return Group(self.hanging(heading, console), *self.rows(items, console.width))
        return self.flow(heading, items, console, brief=size == BRIEF)

    def tally(self, items: Sequence[Words]) -> Text:
        """The kinds of a zone's cards in order, as `chef×2 food chef`."""
        tally = Text(" " if items else "")
        for kind, run in groupby(items, lambda item: str(item["kind"])):
            many = len(list(run))
            tally.append(" ")
            tally.append(visible(kind or "card"), self.colour(kind))
            if many > 1:
                tally.append(f"×{many}")
        return tally

    def title(self, item: Words, many: int) -> Text:
        """The name of a card, and how many of it there are."""
        title = self.text(item["title"], self.colour(item["kind"]))
        return title.append(f" ×{many}") if many > 1 else title

    def flow(self, heading: Text, items: Sequence[Words], console: Console, brief: bool) -> RenderableType:
        """The cards one after another behind the heading, each with what is printed on it, or the first thing of it."""
        flow = heading.copy()
        flow.append("  ")
        for at, (item, many) in enumerate(alike(items)):
            flow.append("; " if at else "")
            flow.append_text(self.title(item, many))
            printed = [line for line in item["lines"] if line and line.casefold() != item["title"].casefold()]
            told = [*(printed[:1] if brief else printed), *([item["tag"]] if item["tag"] else [])]
            if told:
                flow.append_text(self.text(f" ({'; '.join(told)})", "dim"))
        return self.hanging(flow, console)

    def hanging(self, text: Text, console: Console) -> RenderableType:
        """A paragraph whose further lines are indented."""
        first = text.wrap(console, console.width)[0]
        first.rstrip()
        rest = text[len(first.plain) + 1 :]
        return Group(first, *indented(rest, console)) if rest else first

    def rows(self, items: Sequence[Words], width: int) -> list[Text]:
        """One row a card, in columns; what is printed last on a card is left out first if the screen is narrow."""
        runs = alike(items)
        most = max(len(item["lines"]) for item, _ in runs)
        columns = [[self.title(item, many) for item, many in runs]]
        for at in range(most):
            columns.append([self.text(item["lines"][at] if at < len(item["lines"]) else "") for item, _ in runs])
        tags = [self.text(item["tag"], "bold") for item, _ in runs]
        widths = [max(cell.cell_len for cell in column) for column in columns]
        tag_width = max(tag.cell_len for tag in tags)

        def over(gap: int) -> int:
            return INDENT + sum(widths) + gap * (len(widths) - (0 if tag_width else 1)) + tag_width - width

        while len(widths) > 1 and over(1) > max(0, widths[0] - TITLE_LEAST):
            widths.pop()
        widths[0] = max(TITLE_LEAST, widths[0] - max(0, over(1)))
        gap = 2 if over(2) <= 0 else 1
        rows: list[Text] = []
        for at, tag in enumerate(tags):
            row = Text(" " * INDENT, no_wrap=True, overflow="ellipsis")
            for column, cells in zip(columns, widths, strict=False):
                cell = column[at].copy()
                cell.truncate(cells, overflow="ellipsis", pad=True)
                row.append_text(cell)
                row.append(" " * gap)
            row.append_text(tag)
            row.rstrip()
            rows.append(row)
        return rows

    def cards(self, items: Sequence[Words], console: Console) -> list[RenderableType]:
        """The cards as cards, side by side."""
        fit = max(1, console.width // CARD_CELLS)
        lines = -(-len(items) // fit)
        across = -(-len(items) // lines)
        cells = min(WIDEST_CARD, console.width // across)
        drawn: list[RenderableType] = []
        for start in range(0, len(items), across):
            faces = [self.face(item) for item in items[start : start + across]]
            heights = [sum(len(part.wrap(console, cells - 4)) for part in face) for face in faces]
            grid = Table.grid()
            panels: list[RenderableType] = []
            for item, face in zip(items[start : start + across], faces, strict=True):
                frame = self.colour(item["kind"]) or "none"
                panels.append(
                    Panel(Group(*face), box=box.ROUNDED, border_style=frame, width=cells, height=max(heights) + 2)
                )
            grid.add_row(*panels)
            drawn.append(grid)
        return drawn

    def face(self, item: Words) -> list[Text]:
        """What is on a card."""
        face = [self.text(item["title"], f"bold {self.colour(item['kind'])}".strip())]
        face += [self.text(line) for line in item["lines"]]
        if item["tag"]:
            face.append(self.text(item["tag"], "bold"))
        return face

    # The log

    def log(self, lines: Sequence[LogLine], quiet: bool) -> list[Text]:
        """The log, one paragraph a move; `quiet` leaves out what the question says anyway."""
        drawn: list[Text] = []
        for said, run in moves_of(lines):
            drawn += [self.quote(line) for line in run] if said else [self.paragraph(run, quiet)]
        return [text for text in drawn if text]

    def log_for_watchers(self, lines: Sequence[LogLine], console: Console) -> list[Text]:
        """The log for whoever only watches: rounds and turns as headings, the rest below them."""
        drawn: list[Text] = []
        for said, run in moves_of(lines):
            drawn += [self.quote(line) for line in run] if said else self.watched(run, console)
        return drawn

    def quote(self, line: LogLine) -> Text:
        """What somebody said, as they said it: no names are put into it."""
        name = "" if line.seat is None else self.names[line.seat]
        return Text.assemble((f"{name}: ", "bold"), (visible(line.text), "italic"))

    def paragraph(self, move: Sequence[LogLine], quiet: bool) -> Text:
        """What was heard of one move, as one paragraph."""
        text = self.text(" ".join(line.text for line in move if not (quiet and event_of(line) in SAID_BY_PROMPT)))
        text.highlight_words(self.names, "bold")
        return text

    def watched(self, move: Sequence[LogLine], console: Console) -> list[Text]:
        """What was heard of one move, for whoever only watches: rounds and turns as headings, the rest below them."""
        told: list[Text] = []
        for heading, run in groupby(move, lambda line: event_of(line) in HEADINGS):
            if heading:
                told += [self.text(line.text, "bold") for line in run]
            else:
                told += indented(self.paragraph(list(run), quiet=False), console)
        return [text for text in told if text.plain.strip()]

    def news(self, paragraphs: list[Text], rows: int | None, console: Console) -> RenderableType:
        """What happened, within some rows: the first move, which is one's own, and the latest; None: all of it."""
        told = [text for text in paragraphs if text]
        if not told or rows == 0:
            return Group()
        rest = told[1:]
        if rows is not None:
            width = console.width - INDENT
            room = rows - len(told[0].wrap(console, width)) - 1
            latest = len(rest)
            while latest > 0 and len(rest[latest - 1].wrap(console, width)) <= room:
                latest -= 1
                room -= len(rest[latest].wrap(console, width))
            if latest > 0:
                left_out = Text(f"{counted(latest, 'more move')}: l shows the whole log", "dim")
                rest = [left_out, *rest[latest:]]
        news = Table.grid(padding=(0, 1, 0, 0))
        for text in [told[0], *rest]:
            news.add_row(Text("›", "cyan"), text)
        return news

    # What is short on the table

    def legend(self, legend: Sequence[tuple[str, str]]) -> RenderableType:
        """What the short forms on the table mean: those of the game, and those that are the same in all games."""
        table = Table.grid(padding=(0, 2))
        for short, meaning in [*legend, *SHORT_FORMS]:
            table.add_row(self.text(short, "bold"), self.text(meaning))
        return Group(Text(), Text("What the abbreviations mean", "bold"), Text(), table)

    # The score sheet

    def sheet(self, sheet: Words, over: bool) -> RenderableType:
        """The score sheet as a table; once the game is over, with the verdict and the ranking."""
        table = Table(box=box.SIMPLE, show_edge=False, pad_edge=False, show_footer=True)
        total = sheet["total"]
        table.add_column("", footer=self.text(total["label"], "bold"))
        for seat, name in enumerate(self.names):
            table.add_column(Text(name), footer=self.text(total["values"][seat], "bold"))
        for line in sheet["lines"]:
            cells = [self.text(line["label"])]
            notes = line.get("notes") or [""] * len(self.names)
            for value, note in zip(line["values"], notes, strict=True):
                cell = self.text(value)
                if note:
                    cell.append_text(Text("\n")).append_text(self.text(note, "dim"))
                cells.append(cell)
            table.add_row(*cells)
        parts: list[RenderableType] = [table]
        if over:
            parts.append(self.text(sheet["verdict"], "bold green"))
            place = 1
            for tied in sheet["ranking"]:
                names = listed([self.names[seat] for seat in tied])
                parts.append(self.text(f"{place}. {names}: {total['values'][tied[0]]}"))
                place += len(tied)
        return Group(*parts)

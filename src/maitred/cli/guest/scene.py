"""What a guest sees of a live table: drawn from the last thing the table told, and nothing remembered but the log."""

from __future__ import annotations

from itertools import groupby

from rich.rule import Rule
from rich.text import Text

from maitred.cli.keyboard.drawing import Heading, Painter, clean
from maitred.cli.keyboard.pad import Pad, all_numbers
from maitred.cli.keyboard.terminal import Terminal
from maitred.cli.keyboard.tray import Tray
from maitred.kernel.game import Words
from maitred.kernel.words import counted, player
from maitred.server.messages import LogLine, Position, TableFacts

NEWS_KEPT = 30


class Scene:
    """A table before one's eyes, with what can be done there."""

    def __init__(
        self, terminal: Terminal, seat: int | None, link: str, title: str, table: TableFacts, letters: list[str]
    ) -> None:
        """`seat`: whose eyes; None for a spectator's. `letters`: those that are commands, not moves."""
        self.terminal = terminal
        self.seat = seat
        self.link = link
        self.title = title
        self.painter = Painter([], [])
        self.tray = Tray(self.painter, terminal)
        self.pad = Pad(letters)
        self.position: Position | None = None
        self.log: list[LogLine] = []
        self.opened = ""
        """The verb whose moves are listed alone."""
        self.ending: list[Text] = []
        self.know(table)

    def know(self, table: TableFacts) -> None:
        """What the table is like now."""
        self.table = table
        self.painter.names = [clean(seat.name) or f"Seat {at + 1}" for at, seat in enumerate(table.seats)]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.position is not None and self.position.sheet is not None

    def draw(self, note: str) -> None:
        """The table as it stands, and a note to its guest."""
        news = self.paragraphs(self.log[self.since() :]) if self.terminal.screen else []
        if self.over:
            self.draw_end(news, note)
            return
        zones = self.seats_zone() if self.position is None else [*(self.position.zones or [])]
        self.tray.draw(
            self.seat, self.heading(), zones, news, self.prompt(), note, self.headings(), self.opened, below=1
        )

    def draw_end(self, news: list[Text], note: str) -> None:
        """The end: what happened last, the score sheet, who won."""
        assert self.position is not None
        assert self.position.sheet is not None
        self.terminal.fresh()
        self.terminal.say(self.painter.news(news, 6, self.terminal.console))
        self.terminal.say(Rule(Text(f"{self.title}: the score sheet"), style="dim"))
        self.terminal.say(self.painter.sheet(self.position.sheet, over=True))
        for text in [*self.ending, *self.painter.lines(note, "bold yellow")]:
            self.terminal.tell(text.plain, str(text.style))

    def heading(self) -> Text:
        """The game and who is at the table."""
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
        items: list[Words] = []
        for at, seat in enumerate(self.table.seats):
            state = {"open": "open", "bot": f"bot, {seat.level}", "person": "ready" if seat.ready else "not ready yet"}
            tag = "you" if at == self.seat else ""
            items.append({"title": player(at), "kind": seat.kind, "lines": [state[seat.kind]], "tag": tag})
        return [{"title": "Seats", "seat": None, "note": self.link, "items": items}]

    def prompt(self) -> str:
        """One line that says what is happening."""
        if self.table.closed is not None:
            return self.table.closed
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
        if self.table.closed is not None:
            again = "" if self.seat is None else "rematch sets it anew, "
            return f"This table is closed: {again}Enter goes home (? for help):"
        if self.over:
            again = "" if self.seat is None else "rematch plays again, "
            again += "decline does not, " if again and self.table.rematch is not None else ""
            return f"The game is over: {again}Enter goes home (? for help):"
        headings = self.headings()
        if headings:
            return f"{all_numbers(headings)} or a letter (? for help):"
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
                if self.seat is None and not self.terminal.screen:
                    told += self.painter.watched(words, self.terminal.console)
                else:
                    told.append(self.painter.paragraph(words, quiet=self.seat is not None))
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

"""The prompt of `maitred join`: a live table as it was last received, and what can be typed there."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from rich.text import Text

import maitred
from maitred.cli.remote.connection import new_id
from maitred.cli.remote.table_api import TableApi
from maitred.cli.terminal.commands import Command
from maitred.cli.terminal.drawing import Renderer
from maitred.cli.terminal.layout import Shown
from maitred.cli.terminal.menu import Heading, hint_line
from maitred.cli.terminal.prompt import NOT_THE_HOUSES, Prompt
from maitred.cli.terminal.terminal import Quit, Terminal
from maitred.kernel.cardfile import digest
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Words
from maitred.kernel.words import counted, player
from maitred.server.messages import AskForHint, FromSocket, Hints, Move, Offer, Position, TableFacts, Undo
from maitred.table.log import LogLine, news_since
from maitred.table.text import visible

LAST_NEWS = 6  # rows


class RemotePrompt(Prompt):
    """Shows one seat of a live table, or what a spectator sees of it."""

    def __init__(
        self,
        terminal: Terminal,
        seat: int | None,
        api: TableApi,
        table: TableFacts,
        send: Callable[[FromSocket], None],
        commands: list[Command],
    ) -> None:
        """`send` sends a message to the table; `commands`: what its client carries out."""
        super().__init__(terminal, Renderer([], []), seat, commands)
        self.api = api
        self.game_title = api.title(table.game)
        self.send = send
        self.game: Position | None = None
        """The last position received; None before the deal."""
        self.heard: list[LogLine] = []
        self.ending: list[Text] = []
        self.know(table)

    def know(self, table: TableFacts) -> None:
        """Store the current facts of the table."""
        self.table = table
        self.renderer.names = [visible(seat.name) or f"Seat {at + 1}" for at, seat in enumerate(table.seats)]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.game is not None and self.game.sheet is not None

    @property
    def ended(self) -> bool:
        """Whether the game is over or the table closed."""
        return self.over or self.table.closed is not None

    @property
    def offers(self) -> list[Offer]:
        """The moves on offer, as the table sent them."""
        return self.game.offers if self.game is not None else []

    # Showing

    def draw(self) -> None:
        """Draw the table, or how the game ended."""
        if self.game is None or self.game.sheet is None:
            super().draw()
            return
        self.draw_end(self.game_title, self.news(), LAST_NEWS, self.game.sheet)
        for text in [*self.ending, *self.renderer.lines(self.note, "bold yellow")]:
            self.terminal.print(text.plain, str(text.style))

    def news(self) -> list[Text]:
        """What has happened since the player's own last move; without a screen it is printed as it happens."""
        if not self.terminal.screen:
            return []
        seats = [] if self.seat is None else [self.seat]
        return self.renderer.log(self.heard[news_since(self.heard, seats) :], quiet=self.seat is not None)

    def shown(self, headings: list[Heading]) -> Shown:
        """What the screen shows now; the row below is for the question."""
        return Shown(
            self.seat,
            self.title(),
            self.zones(),
            self.news(),
            self.happening(),
            self.note,
            headings,
            self.opened,
            below=1,
        )

    def position(self) -> Hashable:
        """How far the game has come, and what is offered."""
        moves = self.game.moves if self.game is not None else None
        return moves, tuple(offer.action for offer in self.offers), self.table.paused, self.ended

    def zones(self) -> Sequence[Words]:
        """The table as this seat sees it; before the deal, who sits where."""
        if self.game is not None:
            return [*(self.game.zones or [])]
        items: list[Words] = []
        for at, seat in enumerate(self.table.seats):
            state = {"open": "open", "bot": f"bot, {seat.level}", "person": "ready" if seat.ready else "not ready yet"}
            tag = "you" if at == self.seat else ""
            items.append({"title": player(at), "kind": seat.kind, "lines": [state[seat.kind]], "tag": tag})
        return [{"title": "Seats", "seat": None, "note": self.api.link, "items": items}]

    def log(self) -> Sequence[LogLine]:
        """What this seat has heard."""
        return self.heard

    def changes(self) -> list[str]:
        """What the cards of this table change of the house's, if they are those that were promised."""
        if not self.table.own_cards:
            return []
        deck = self.api.cards()
        if deck.own is None or digest(deck.own) != self.table.deck:
            raise BadSetup("The house shows other cards than those it has promised for this table.")
        return deck.changes

    def rules(self) -> str:
        """How to play, in Markdown."""
        return self.api.rules(self.table.game)

    def legend(self) -> Sequence[tuple[str, str]]:
        """The abbreviations, if this terminal knows the game."""
        return next((game.legend() for game in maitred.all_games() if game.id == self.table.game), [])

    def leaving(self) -> str:
        """What Ctrl-C does."""
        return "Ctrl-C leaves for now." if self.seat is None else "Ctrl-C leaves for now: your seat is kept."

    def title(self) -> Text:
        """The game and who is at the table."""
        title = Text(no_wrap=True, overflow="ellipsis").append(self.game_title, "bold")
        if self.table.own_cards:
            title.append(NOT_THE_HOUSES, "bold yellow")
        clocks = self.game.clocks if self.game is not None else []
        for at, seat in enumerate(self.table.seats):
            about = [*([seat.level] if seat.level is not None else []), *(["you"] if at == self.seat else [])]
            if seat.kind == "person" and not seat.present:
                about.append("away")
            if seat.kept:
                about.append("a bot plays")
            left = clocks[at] if at < len(clocks) else None
            if left is not None:
                about.append(f"{left // 60_000}:{left // 1000 % 60:02}")
            more = f" ({', '.join(about)})" if about else ""
            title.append(" · ", "dim")
            title.append(f"{self.renderer.names[at]}{more}", "dim")
        if self.table.watching:
            title.append(f" · {self.table.watching} watching", "dim")
        return title

    def happening(self) -> str:
        """One line that says what is happening."""
        if self.table.closed is not None:
            return self.table.closed
        if self.table.paused:
            return "The game is paused: type go to resume."
        if self.game is not None:
            return self.game.prompt
        missing = [seat.kind for seat in self.table.seats].count("open")
        if missing:
            return f"{counted(missing, 'seat')} still open: send the link to the people you want to play with."
        return "All are seated; the cards are dealt when all are ready."

    def question(self) -> str:
        """What can be typed now."""
        if self.table.closed is not None:
            again = "" if self.seat is None else "rematch sets it again, "
            return f"This table is closed: {again}Enter leaves (? for help):"
        if self.over:
            again = "" if self.seat is None else "rematch plays again, "
            again += "decline does not, " if again and self.table.rematch is not None else ""
            return f"The game is over: {again}Enter leaves (? for help):"
        return super().question() if self.offers else "say something, or ? for help:"

    # Answering

    def moves(self) -> Sequence[tuple[str, int, str]]:
        """The moves on offer: verb, action, label."""
        return [(offer.verb, offer.action, offer.label) for offer in self.offers]

    def choose(self, action: int) -> None:
        """Send a move, with the stamp it had when it was offered."""
        stamp = next(offer.stamp for offer in self.offers if offer.action == action)
        self.send(Move(new_id(), action, stamp))

    def undo(self) -> None:
        """Ask to take the last move back."""
        self.send(Undo(new_id()))

    def hint(self) -> None:
        """Ask for the best moves."""
        self.send(AskForHint(new_id()))

    def show_hints(self, hints: Hints) -> None:
        """Show the best moves that were received."""
        headings = self.headings()
        lines = [hint_line(headings, hint.action, hint.label, hint.chance, hint.reason) for hint in hints.hints]
        self.note = "\n".join(lines)

    def not_understood(self, answer: str) -> None:
        """Leave if the game is over, or say what can be typed."""
        if self.ended:
            raise Quit("")
        super().not_understood(answer)

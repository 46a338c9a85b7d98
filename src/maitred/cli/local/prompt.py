"""The prompt of `maitred play`: asks whoever is to move, at a keyboard that may be passed on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from rich.text import Text

from maitred.bots.clock import WAIT
from maitred.cli.local.session import Session
from maitred.cli.terminal.commands import command
from maitred.cli.terminal.drawing import Renderer
from maitred.cli.terminal.layout import Shown
from maitred.cli.terminal.menu import Heading, hint_line
from maitred.cli.terminal.prompt import NOT_THE_HOUSES, Prompt
from maitred.cli.terminal.terminal import Quit, Terminal
from maitred.kernel.game import Words
from maitred.table.log import LogLine

TO_WAIT = ("wait", WAIT, "Wait until somebody else acts")


class LocalPrompt(Prompt):
    """Asks the people of a session for their moves."""

    def __init__(self, session: Session, terminal: Terminal, save: Callable[[], str]) -> None:
        """`save` saves the game and says where."""
        self.session = session
        self.save = save
        kinds = [str(face["kind"]) for face in session.game.faces(session.state.cards) if face.get("kind")]
        only = session.people[0] if len(session.people) == 1 else None
        super().__init__(terminal, Renderer(session.names, kinds, only), only)
        self.action: int | None = None
        self.answered = False
        self.said = ""
        """What is said before somebody is asked: it stays until they have answered."""

    def ask(self, seat: int) -> int | None:
        """The action this person picks, or WAIT; None if they took something back instead."""
        if self.seat != seat:
            self.hand_over(seat)
        self.opened, self.note, self.said = "", "", self.greeting()
        self.drawn = None
        self.action, self.answered = None, False
        while not self.answered:
            self.show()
            whom = f"{self.session.names[seat]}, " if len(self.session.people) > 1 else ""
            self.answer(self.terminal.ask(f"{whom}{self.question()} "))
        return self.action

    def greeting(self) -> str:
        """What is said before somebody is asked."""
        return ""

    def print_note(self) -> None:
        """Print what is said before somebody is asked once more, and the note."""
        for line in self.renderer.lines(self.said):
            self.terminal.draw(line)
        super().print_note()

    def hand_over(self, seat: int) -> None:
        """Hide the table until the next person sits at the keyboard."""
        if len(self.session.people) > 1:
            told = self.renderer.log(self.session.public_news(), quiet=True)
            news = self.renderer.news(told, self.terminal.rows - 2, self.terminal.console)
            self.terminal.hide(news, f"Pass the keyboard to {self.session.names[seat]}, then press Enter. ")
        self.seat = seat

    # What there is to show

    @property
    def asked(self) -> int:
        """The seat that is asked."""
        assert self.seat is not None
        return self.seat

    def moves(self) -> Sequence[tuple[str, int, str]]:
        """The legal moves; in real time the last is to wait."""
        game, state = self.session.game, self.session.state
        words = [(action, game.describe(state, self.asked, action)) for action in state.legal(self.asked)]
        moves = [(str(told["verb"]), action, str(told["label"])) for action, told in words]
        return [*moves, *([TO_WAIT] if self.session.may_wait(self.asked) else [])]

    def shown(self, headings: list[Heading]) -> Shown:
        """What the screen shows now."""
        news = self.renderer.log(self.session.news(self.asked), quiet=True)
        prompt = self.session.game.prompt(self.session.state, self.asked)
        said = f"{self.said}\n{self.note}"
        return Shown(self.seat, self.title(), self.zones(), news, prompt, said, headings, self.opened)

    def position(self) -> Hashable:
        """How far the game has come."""
        return len(self.session.logs[self.seat])

    def zones(self) -> Sequence[Words]:
        """The table as this person sees it."""
        game, state = self.session.game, self.session.state
        return game.zones(game.view(state, self.seat), state.cards)

    def log(self) -> Sequence[LogLine]:
        """What this person has heard."""
        return self.session.logs[self.seat]

    def rules(self) -> str:
        """How to play, in Markdown."""
        return self.session.game.rules()

    def legend(self) -> Sequence[tuple[str, str]]:
        """The abbreviations on this game's table."""
        return self.session.game.legend()

    def leaving(self) -> str:
        """What Ctrl-C does."""
        return "Ctrl-C saves the game and leaves, at any moment."

    def title(self) -> Text:
        """The game, who plays it, and the seed."""
        title = Text(no_wrap=True, overflow="ellipsis").append(self.session.game.title, "bold")
        if self.session.state.cards.own is not None:
            title.append(NOT_THE_HOUSES, "bold yellow")
        seed = self.session.record.facts["chance"].get("seed")
        if seed is not None:
            title.append(f" · seed {seed}", "dim")
        for player in self.session.players:
            title.append(" · ", "dim")
            about = [player.level] if player.level is not None else ["you"] if len(self.session.people) == 1 else []
            title.append(f"{player.name} ({about[0]})" if about else player.name, "dim")
        return title

    # What there is to do

    def choose(self, action: int) -> None:
        """Make a move."""
        self.action, self.answered = action, True

    def undo(self) -> None:
        """Take the last move back: the next question may be for somebody else."""
        self.session.undo()
        self.answered = True

    def hint(self) -> None:
        """Show the best moves with their numbers in the list, how likely each is to win, and why."""
        headings = self.headings()
        labels = {action: label for each in headings for action, label in zip(each.actions, each.labels, strict=True)}
        found = self.session.hints(self.asked)
        lines = [hint_line(headings, hint.action, labels[hint.action], hint.chance, hint.reason) for hint in found]
        self.note = "\n".join(lines)

    def changes(self) -> list[str]:
        """What the cards of this table change of the house's."""
        return self.session.game.own_changes(self.session.state.cards)

    @command("sheet", "s")
    def show_sheet(self) -> None:
        """The score sheet as it stands."""
        self.terminal.show_pages(self.renderer.sheet(self.session.game.sheet(self.session.state), over=False))

    @command("write", "w")
    def write(self) -> None:
        """Save the game and continue."""
        self.note = self.save()

    @command("quit", "q")
    def quit(self) -> None:
        """Save the game and leave."""
        raise Quit

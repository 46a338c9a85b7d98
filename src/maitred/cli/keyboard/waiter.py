"""The waiter: shows a person the table, takes their order, and brings whatever else they ask for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from maitred.cli.keyboard.drawing import CARDS, FLOW, LINE, ROWS, Heading, Painter, Part, fit, menu
from maitred.cli.keyboard.sitting import Sitting
from maitred.cli.keyboard.terminal import Left, Terminal
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
NEWS_ROWS = (12, 10, 9, 8, 7, 6, 5, 4)


class Waiter:
    """Serves the people at a sitting."""

    def __init__(self, sitting: Sitting, terminal: Terminal, save: Callable[[], str]) -> None:
        """`save` saves the game and says where."""
        self.sitting = sitting
        self.terminal = terminal
        self.save = save
        kinds = [str(face["kind"]) for face in sitting.game.faces(sitting.state.cards) if face.get("kind")]
        self.painter = Painter(sitting.names, kinds)
        self.letters: dict[str, str] = {}
        self.served: int | None = sitting.people[0] if len(sitting.people) == 1 else None
        """Who sits at the keyboard."""

    # Asking for a move

    def order(self, seat: int) -> int | None:
        """The action this person picks; None if they took something back instead."""
        if self.served != seat:
            self.hand_over(seat)
        opened = ""
        note = ""
        redraw = True
        while True:
            headings = self.headings(seat)
            last = headings[-1].first + len(headings[-1].actions) - 1
            if redraw or self.terminal.screen:
                self.draw(seat, headings, opened, note)
            elif note:
                self.terminal.say(Text(note))
            note, redraw = "", False
            numbers = f"1–{last}" if last > 1 else "1"
            answer = self.terminal.ask(f"{self.sitting.names[seat]}, {numbers} or a letter (? for help): ").lower()
            if answer.isascii() and answer.isdigit():
                for heading in headings:
                    if heading.first <= int(answer) < heading.first + len(heading.actions):
                        return heading.actions[int(answer) - heading.first]
                note = f"There is no move {answer[:9]} here: type {numbers}, a letter, or ? for help."
                continue
            named = self.found(answer, headings)
            if named is not None and len(named.actions) == 1:
                return named.actions[0]
            if named is not None:
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
        """The legal moves by verb, numbered from 1."""
        sitting = self.sitting
        by_verb: dict[str, list[tuple[int, str]]] = {}
        for action in sitting.state.legal(seat):
            words = sitting.game.describe(sitting.state, seat, action)
            by_verb.setdefault(str(words["verb"]), []).append((action, str(words["label"])))
        headings: list[Heading] = []
        first = 1
        for verb, moves in by_verb.items():
            actions, labels = [action for action, _ in moves], [label for _, label in moves]
            headings.append(Heading(verb, self.letter(verb), first, actions, labels))
            first += len(moves)
        return headings

    def letter(self, verb: str) -> str:
        """A letter for a verb, the same all game long: one of its own if possible."""
        if verb not in self.letters:
            taken = {*COMMANDS, *self.letters.values()}
            free = [letter for letter in verb.lower() + "abcdefghijklmnopqrstuvwxyz" if letter not in taken]
            letters = [letter for letter in free if letter.isascii() and letter.isalpha()]
            self.letters[verb] = letters[0] if letters else ""
        return self.letters[verb]

    def found(self, answer: str, headings: list[Heading]) -> Heading | None:
        """The verb that was answered, by its letter or in full."""
        for heading in headings:
            if answer and answer in (heading.letter, heading.verb.lower()):
                return heading
        return None

    def command(self, answer: str) -> str:
        """The command that was answered, by its letter or in full; empty if none."""
        for letter, (word, _) in COMMANDS.items():
            if answer in (letter, word):
                return letter
        return ""

    # Drawing the table

    def draw(self, seat: int, headings: list[Heading], opened: str, note: str) -> None:
        """Everything the person may see, in sizes that fit the screen."""
        console = self.terminal.console
        screen = self.terminal.screen
        sitting = self.sitting

        zones = [(zone["seat"], self.zone_part(zone, seat)) for zone in self.zones(seat)]
        others = [part for owner, part in zones if owner not in (None, seat)]
        common = [part for owner, part in zones if owner is None]
        own_parts = [part for owner, part in zones if owner == seat]
        news = sitting.news(seat)
        news_part = Part(console, [partial(self.painter.news, news, rows, console) for rows in (None, *NEWS_ROWS)])
        moves_part = self.moves_part(headings, opened)
        title = Part(console, [self.title, Group] if screen else [Group])
        gap = Part(console, [Text, Group])
        question = self.painter.text(sitting.game.prompt(sitting.state, seat), "bold reverse")
        question.pad(1)
        asked = Group(question, *([self.painter.text(note, "bold yellow")] if note else []))
        question_part = Part(console, [lambda: asked])

        parts = [title, *others, *common, *own_parts, gap, news_part, question_part, moves_part]
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
            steps += [(title, 1), *[(news_part, size) for size in (6, 7, 8)]]
            steps += [(part, FLOW) for part in held + common]
            steps += [(part, LINE) for part in held + common]
            fit(parts, steps, self.terminal.rows)
        self.terminal.fresh()
        self.terminal.lay([line for part in parts for line in part.lines])

    def zone_part(self, zone: Words, seat: int) -> Part:
        """A zone as this person sees it: their own and the common ones begin large, all a little smaller off screen."""
        console = self.terminal.console
        own = zone["seat"] == seat
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
            title.append(guest.name if guest.level is None else f"{guest.name} ({guest.level})", "dim")
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
            news = self.painter.news(public, self.terminal.rows - 2, self.terminal.console)
            self.terminal.cover(news, f"Pass the keyboard to {self.sitting.names[seat]}, then press Enter. ")
        self.served = seat

    def hint(self, seat: int, headings: list[Heading]) -> str:
        """The best moves with their numbers in the list, how likely each is to win, and why."""
        numbers = {
            action: (heading.first + at, heading.labels[at])
            for heading in headings
            for at, action in enumerate(heading.actions)
        }
        try:
            told = self.sitting.hints(seat)
        except Refused as refusal:
            return str(refusal)
        lines: list[str] = []
        for hint in told:
            number, label = numbers[hint.action]
            lines.append(f"Hint: {number}, {label} ({100 * hint.chance:.0f} % to win). {hint.reason}")
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
            console = self.terminal.console
            drawn = [self.painter.zone(zone, ROWS, console, zone["seat"] == seat) for zone in self.zones(seat)]
            self.terminal.pages(Group(*[part for zone in drawn for part in (zone, Text())]))
        elif command == "s":
            self.terminal.pages(self.painter.sheet(self.sitting.game.sheet(self.sitting.state), over=False))
        elif command == "l":
            told = [self.painter.paragraph(move, quiet=False) for move in self.sitting.heard[seat]]
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
        return Group(Text("What you can type", "bold"), Text(), table, closing)

"""The moves on offer, by verb: each has a number, each verb a letter."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from maitred.cli.terminal.drawing import Renderer
from maitred.table.text import visible

NUMBER_CELLS = 8  # the letter and the number before a move, and the space around them


@dataclass
class Heading:
    """The moves of one verb."""

    verb: str
    letter: str
    first: int
    """The number people see at its first move."""
    actions: list[int] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)

    @property
    def numbers(self) -> str:
        """`4` or `4–9`."""
        last = self.first + len(self.actions) - 1
        return str(self.first) if last == self.first else f"{self.first}–{last}"

    def part(self, start: int, many: int) -> Heading:
        """Some of the moves from one on, with the numbers they have."""
        end = start + many
        return Heading(self.verb, self.letter, self.first + start, self.actions[start:end], self.labels[start:end])


class Menu:
    """Numbers moves from 1, and gives every verb a letter that stays the same throughout the game."""

    def __init__(self, commands: Collection[str]) -> None:
        """`commands`: letters that are already in use."""
        self.commands = commands
        self.letters: dict[str, str] = {}

    def headings(self, moves: Iterable[tuple[str, int, str]]) -> list[Heading]:
        """Moves, each a verb, an action and a label, by verb."""
        by_verb: dict[str, list[tuple[int, str]]] = {}
        for verb, action, label in moves:
            by_verb.setdefault(verb, []).append((action, label))
        headings: list[Heading] = []
        first = 1
        for verb, those in by_verb.items():
            actions, labels = [action for action, _ in those], [label for _, label in those]
            headings.append(Heading(verb, self.letter(verb), first, actions, labels))
            first += len(those)
        return headings

    def letter(self, verb: str) -> str:
        """A letter for a verb: one of its own letters if possible."""
        if verb not in self.letters:
            taken = {*self.commands, *self.letters.values()}
            free = [letter for letter in verb.lower() + "abcdefghijklmnopqrstuvwxyz" if letter not in taken]
            letters = [letter for letter in free if letter.isascii() and letter.isalpha()]
            self.letters[verb] = letters[0] if letters else ""
        return self.letters[verb]


def all_numbers(headings: list[Heading]) -> str:
    """`1` or `1–9`: the numbers of all moves."""
    last = headings[-1].first + len(headings[-1].actions) - 1
    return f"1–{last}" if last > 1 else "1"


def numbered(answer: str, headings: list[Heading]) -> int | None:
    """The action of that number."""
    if answer.isascii() and answer.isdigit():
        for heading in headings:
            if heading.first <= int(answer) < heading.first + len(heading.actions):
                return heading.actions[int(answer) - heading.first]
    return None


def under(answer: str, headings: list[Heading]) -> Heading | None:
    """The verb that was answered, by its letter or in full."""
    for heading in headings:
        if answer and answer in (heading.letter, heading.verb.lower()):
            return heading
    return None


def hint_line(headings: list[Heading], action: int, label: str, chance: float, reason: str) -> str:
    """A hint on a line of its own: the move with its number, if it has one, how likely it is to win, and why."""
    number = "".join(
        f"{heading.first + heading.actions.index(action)}, " for heading in headings if action in heading.actions
    )
    return f"Hint: {number}{label} ({100 * chance:.0f} % to win). {reason}"


# Drawing


def draw_menu(
    renderer: Renderer, headings: list[Heading], closed: set[str], width: int, most: int = 1, more: str = ""
) -> RenderableType:
    """Draw the moves with their numbers, in up to this many columns; those of closed verbs as letter and range only."""
    cells: list[tuple[Text, Text, Text]] = []
    folded = Text()
    for heading in headings:
        if heading.verb in closed:
            folded.append("   " if folded else "")
            folded.append(f"{heading.letter or heading.verb}", "bold cyan")
            folded.append(f" {visible(heading.verb)} ({heading.numbers})")
            continue
        for at, label in enumerate(heading.labels):
            letter = Text(heading.letter if at == 0 else "", "bold cyan")
            cells.append((letter, Text(str(heading.first + at), "bold"), renderer.text(label)))
    parts: list[RenderableType] = [columns(cells, width, most)] if cells else []
    if more:
        parts.append(Text(more, "dim"))
    if folded:
        parts.append(Text("Or ") + folded if cells else folded)
    return Group(*parts)


def across(labels: Sequence[Text], width: int, most: int) -> int:
    """In how many columns labels can be laid out without breaking one."""
    widest = max(label.cell_len for label in labels) + NUMBER_CELLS
    return max(1, min(most, len(labels), width // widest))


def columns(cells: list[tuple[Text, Text, Text]], width: int, most: int) -> RenderableType:
    """Letters, numbers and labels in as many columns as there is room for."""
    down = -(-len(cells) // across([label for _, _, label in cells], width, most))
    grid = Table.grid(padding=(0, 1))
    for at in range(-(-len(cells) // down)):
        grid.add_column(no_wrap=True, min_width=2 if at else 1, justify="right")
        grid.add_column(justify="right", no_wrap=True)
        grid.add_column(overflow="fold")
    for row in range(down):
        grid.add_row(*[part for cell in cells[row::down] for part in cell])
    return grid

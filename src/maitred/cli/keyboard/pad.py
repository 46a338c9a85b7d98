"""The pad that orders are taken on: moves by verb, each with a number, each verb with a letter."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from maitred.cli.keyboard.drawing import Heading


class Pad:
    """Numbers moves from 1, and gives every verb a letter that stays the same all game long."""

    def __init__(self, commands: Collection[str]) -> None:
        """`commands`: letters that mean something else."""
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
        """A letter for a verb: one of its own if possible."""
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

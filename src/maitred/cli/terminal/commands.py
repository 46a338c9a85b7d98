"""How a typed command is declared: a method, with its docstring as help."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

Method = TypeVar("Method", bound=Callable[..., None])

MARK = "command"


@dataclass(frozen=True, slots=True)
class Command:
    """Something that can be typed besides moves."""

    word: str
    letter: str
    """Its abbreviation; empty if it is typed in full."""
    takes_text: bool
    """Whether the rest of the line belongs to it."""
    meaning: str
    run: Callable[..., None]


def command(word: str, letter: str = "", takes_text: bool = False) -> Callable[[Method], Method]:
    """Make a method a command with that word or letter."""

    def mark(method: Method) -> Method:
        method.__dict__[MARK] = (word, letter, takes_text)
        return method

    return mark


def commands_of(owner: object) -> list[Command]:
    """The commands that an object has, its own after those of its base classes."""
    found: list[Command] = []
    for kind in reversed(type(owner).__mro__):
        for name, method in vars(kind).items():
            marked: Any = getattr(method, "__dict__", {}).get(MARK)
            if marked is not None:
                word, letter, takes_text = marked
                meaning = (method.__doc__ or "").removesuffix(".")
                meaning = f"{meaning[:1].lower()}{meaning[1:]}"
                found.append(Command(word, letter, takes_text, meaning, getattr(owner, name)))
    return found

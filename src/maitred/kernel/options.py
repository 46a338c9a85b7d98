"""What a table may choose before a game: every value is a word, and is checked by name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from mypy_extensions import mypyc_attr

from maitred.kernel.cardfile import safe
from maitred.kernel.errors import BadSetup


def in_text(value: object) -> str:
    """An option's value as the word it is stored as: on/off for booleans, commas between the items of a list."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (list, tuple)):
        return ",".join([in_text(item) for item in value])
    return str(value).strip()


@mypyc_attr(allow_interpreted_subclasses=True)
class Option(ABC):
    """One choice a table has: its name, what it means in one sentence, and its default."""

    def __init__(self, name: str, sentence: str, default: str) -> None:
        self.name: str = name
        self.sentence: str = sentence
        self.default: str = default

    @abstractmethod
    def values(self, players: int) -> list[str]:
        """The words this option accepts at a table of that size, or [] if there are too many to list."""

    @abstractmethod
    def takes(self) -> str:
        """What it accepts, in words."""

    def check(self, value: object, players: int) -> str:
        """The value as it is stored, or a refusal."""
        word = in_text(value)
        if word not in self.values(players):
            raise BadSetup(f"Option {self.name} takes {self.takes()}, not {safe(repr(word))} (with {players} players).")
        return word


class Choice(Option):
    """An option with a short list of words."""

    def __init__(self, name: str, sentence: str, default: str, words: list[str]) -> None:
        super().__init__(name, sentence, default)
        self.words: list[str] = words

    def values(self, players: int) -> list[str]:
        return list(self.words)

    def takes(self) -> str:
        return " or ".join(self.words)


class Whole(Option):
    """An option that is a whole number between two bounds."""

    def __init__(self, name: str, sentence: str, default: int, low: int, high: int) -> None:
        super().__init__(name, sentence, str(default))
        self.low: int = low
        self.high: int = high

    def values(self, players: int) -> list[str]:
        return [str(number) for number in range(self.low, self.high + 1)]

    def takes(self) -> str:
        return f"a whole number from {self.low} to {self.high}"


class FirstSeat(Option):
    """Who goes first, or deals (G1): a seat the table fixes, counted from 1, or one drawn from the seed."""

    def __init__(self, name: str = "first", what: str = "Who goes first") -> None:
        super().__init__(name, f"{what}: drawn from the seed, or a seat counted from 1.", "drawn")

    def values(self, players: int) -> list[str]:
        return ["drawn", *[str(seat + 1) for seat in range(players)]]

    def takes(self) -> str:
        return "drawn or the number of a seat"


class PerSeat(Option):
    """A different word for each seat, separated by commas; `drawn`, for all or for one, leaves it to the seed."""

    def __init__(self, name: str, sentence: str, words: list[str]) -> None:
        super().__init__(name, sentence, "drawn")
        self.words: list[str] = words
        """The words of the house deck; another deck may have others, so `deal` has the last word."""

    def values(self, players: int) -> list[str]:
        return []

    def takes(self) -> str:
        return f"drawn, or a different one for each seat separated by commas ({', '.join(self.words)} or drawn)"

    def check(self, value: object, players: int) -> str:
        word = in_text(value)
        if word == "drawn":
            return word
        words = [part.strip() for part in word.split(",")]
        named = [part for part in words if part != "drawn"]
        if len(words) != players or len(set(named)) != len(named) or "" in words:
            raise BadSetup(f"Option {self.name} takes {self.takes()}, not {safe(repr(word))} (with {players} players).")
        return ",".join(words) if named else "drawn"


class Switch(Option):
    """An option that is on or off, and can only be on at a table of enough players."""

    def __init__(self, name: str, sentence: str, least: int) -> None:
        super().__init__(name, sentence, "off")
        self.least: int = least

    def values(self, players: int) -> list[str]:
        return ["off", "on"] if players >= self.least else ["off"]

    def takes(self) -> str:
        return f"off, or on with {self.least} or more players"


def check_options(known: list[Option], given: Mapping[Any, object], players: int) -> dict[str, str]:
    """Every option of a game with its value: what was given, checked, and the defaults for the rest."""
    names = [option.name for option in known]
    for name in given:
        if name not in names:
            listed = ", ".join(names) if names else "none"
            raise BadSetup(f"There is no option {safe(repr(name))} here; the options are: {listed}.")
    return {option.name: option.check(given.get(option.name, option.default), players) for option in known}

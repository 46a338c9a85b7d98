"""The small language in which `maitred lab tune` is told what to vary and what to aim at.

--vary "vp of Umami=0..3"        one number of one card, from 0 to 3
--vary "vp of *"                 that number of every card that has it, each by itself, up to 2 more or less
--toward "japan 20..30"          a deck's, or a seat's (`going first`), share of first places in per cent
--toward "every deck 20..30"     all decks, or with `every seat` all seats
--toward "decisions <= 120"      also: rounds, minutes, score, lead, shared (first places, in per cent)
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, Final, NamedTuple

from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.words import listed
from maitred.lab.decks import Number, accepted, changed, numbers_of
from maitred.lab.numbers import place

AIM: Final = re.compile(
    r"\s*(?P<name>.+?)\s*(?:(?P<low>[\d.]+?)\s*\.\.\s*(?P<high>[\d.]+)|(?P<sign><=|>=)\s*(?P<end>[\d.]+))\s*"
)
VARY: Final = re.compile(r"\s*(?P<title>[^=]+?)\s*(?:=\s*(?P<low>-?\d+)\s*\.\.\s*(?P<high>-?\d+))?\s*")
EVERY_DECK: Final = "every deck"
EVERY_SEAT: Final = "every seat"
SHARED: Final = "shared"
MEASURES: Final = ("decisions", "rounds", "minutes", "score", "lead")
USUAL_STEP: Final = 2
MOST_VARIED: Final = 24


class Aim(NamedTuple):
    """What a number should be: between two bounds."""

    name: str
    low: float
    high: float
    share: bool
    """Whether it is shown in per cent."""

    def miss(self, value: float) -> float:
        """How far a value is from the aim: shares in points, other numbers in per cent of the bound."""
        off = max(self.low - value, value - self.high, 0.0)
        if self.share or off == 0:
            return off
        bound = self.low if value < self.low else self.high
        return 100 * off / max(abs(bound), 1e-9)

    def text(self) -> str:
        """The aim as it is written."""
        if math.isinf(self.low):
            return f"{self.name} <= {self.high:g}"
        return f"{self.name} >= {self.low:g}" if math.isinf(self.high) else f"{self.name} {self.low:g}..{self.high:g}"


class Varied(NamedTuple):
    """A number that may be changed, and between which bounds."""

    number: Number
    low: int
    high: int


# Aims


def read_aims(
    texts: Sequence[str], game: Game, players: int, decks: Sequence[str], options: Mapping[str, str]
) -> list[Aim]:
    """The aims, each name once, or a refusal of what cannot be understood or contradicts itself."""
    found: dict[str, Aim] = {}
    for text in texts:
        for aim in read_aim(text, seat_names(game, players, options), decks):
            known = found.get(aim.name)
            low, high = (aim.low, aim.high) if known is None else (max(aim.low, known.low), min(aim.high, known.high))
            if low > high:
                before = aim.text() if known is None else f"{known.text()} and {aim.text()}"
                raise BadSetup(f"These aims contradict each other: {before}.")
            found[aim.name] = aim._replace(low=low, high=high)
    if not found:
        raise BadSetup("Say what to aim at with --toward, such as --toward 'decisions <= 120'.")
    seats = [found[name] for name in seat_names(game, players, options) if name in found]
    check_sum(seats, players, 100.0)
    held = [found[name] for name in decks if name in found]
    if len(held) == len(decks) > 0:
        check_sum(held, len(decks), 100.0 * len(decks) / players)
    return list(found.values())


def check_sum(aims: Sequence[Aim], count: int, total: float) -> None:
    """Refuse shares that cannot add up."""
    low = sum([aim.low if math.isfinite(aim.low) else 0.0 for aim in aims])
    high = sum([aim.high if math.isfinite(aim.high) else 100.0 for aim in aims]) + 100.0 * (count - len(aims))
    if low > total + 1e-9 or high < total - 1e-9:
        told = listed([aim.text() for aim in aims])
        raise BadSetup(f"These aims contradict each other: {told}, for the shares of all add up to {total:g} %.")


def read_aim(text: str, seats: Sequence[str], decks: Sequence[str]) -> list[Aim]:
    """The aim of one text: one, or one for each deck or seat."""
    match = AIM.fullmatch(text)
    if match is None:
        raise BadSetup(f"An aim is written NAME LOW..HIGH, NAME <= MOST or NAME >= LEAST, not {text!r}.")
    try:
        low, high = bounds(match)
    except ValueError:
        raise BadSetup(f"The bounds of the aim {text!r} are not numbers.") from None
    if low > high:
        raise BadSetup(f"The aim {text!r} contradicts itself: {low:g} is more than {high:g}.")
    name = match["name"].casefold()
    shares = [*seats, *decks, SHARED]
    if name == EVERY_DECK and decks:
        names = list(decks)
    elif name == EVERY_SEAT:
        names = list(seats)
    elif name in shares or name in MEASURES:
        names = [name]
    else:
        every = [EVERY_SEAT, *([EVERY_DECK] if decks else []), *shares, *MEASURES]
        raise BadSetup(f"There is nothing called {match['name']!r} to aim at here; there are: {', '.join(every)}.")
    share = names[0] in shares
    if share and (low > 100 or (high < 0)):
        raise BadSetup(f"The aim {text!r} cannot be reached: a share is from 0 to 100 per cent.")
    return [Aim(each, low, high, share) for each in names]


def bounds(match: re.Match[str]) -> tuple[float, float]:
    """The bounds that an aim names."""
    if match["sign"] == "<=":
        return -math.inf, float(match["end"])
    if match["sign"] == ">=":
        return float(match["end"]), math.inf
    return float(match["low"]), float(match["high"])


def seat_names(game: Game, players: int, options: Mapping[str, str]) -> list[str]:
    """How seats are called in an aim."""
    return [place(game, options, seat).casefold() for seat in range(players)]


# What to vary


def read_varied(texts: Sequence[str], game: Game, tables: Mapping[str, Any]) -> list[Varied]:
    """The numbers that may be changed, or a refusal."""
    if not texts:
        raise BadSetup("Say what may be changed with --vary, such as --vary 'points of *'.")
    numbers = numbers_of(tables)
    found: dict[Any, Varied] = {}
    for text in texts:
        match = VARY.fullmatch(text)
        if match is None:
            raise BadSetup(f"What to vary is written 'KEY of CARD' or 'KEY of CARD=LOW..HIGH', not {text!r}.")
        pattern = match["title"].casefold()
        fitting = [number for number in numbers if fnmatchcase(number.title().casefold(), pattern)]
        if not fitting:
            some = listed([f"{number.title()!r}" for number in numbers[:3]])
            raise BadSetup(f"The deck has no number called {match['title']!r}; it has, for instance, {some}.")
        if len(fitting) > 4 * MOST_VARIED:
            raise BadSetup(f"{text!r} names {len(fitting)} numbers; at most {MOST_VARIED} can be varied together.")
        for number in fitting:
            low = int(match["low"]) if match["low"] else number.value - USUAL_STEP
            high = int(match["high"]) if match["high"] else number.value + USUAL_STEP
            if low > high:
                raise BadSetup(f"{text!r} contradicts itself: {low} is more than {high}.")
            fits = [value for value in range(low, high + 1) if is_possible(game, tables, number, value)]
            if len(fits) > 1:
                found[number.path] = Varied(number, min(fits), max(fits))
    if not found:
        raise BadSetup("None of these numbers can have another value by itself in this deck.")
    if len(found) > MOST_VARIED:
        raise BadSetup(f"That would vary {len(found)} numbers; at most {MOST_VARIED} can be varied together.")
    return list(found.values())


def is_possible(game: Game, tables: Mapping[str, Any], number: Number, value: int) -> bool:
    """Whether the deck can be played with another value."""
    return value == number.value or accepted(game, changed(tables, number.path, value)) is not None

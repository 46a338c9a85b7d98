"""Putting sentences together."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from typing import Final

SEAT: Final = re.compile(r"\{(\d)\}")
ENDS: Final = (". ", "! ", "? ")
PLAYERS: Final = [f"{{{seat}}}" for seat in range(10)]
WHOSE: Final = [f"[{seat}:" for seat in range(10)]
SENTENCES_KEPT: Final = 4_096
LONGEST_KEPT: Final = 60
"""How many characters of a sentence are read for names again and again: more are seldom the same."""


def player(seat: int) -> str:
    """The placeholder for the name of a seat's player in a text.

    A verb whose subject is a player is marked: `{0} roll[s]`, `{0} [has|have] chosen`. It belongs to the player named
    last before it, or to the seat given in it: `{0} raid[s] {1} and look[0:s] at a card`.
    """
    return f"{{{seat}}}"


def addressed(text: str, you: int | None) -> str:
    """The text as it is told to that seat, who is `you` in it; placeholders for the other names stay."""
    if "{" not in text:
        return text
    whom = you if mentions(text, you) else None  # all who are not mentioned are told the same
    end = max(text.rfind("}"), text.rfind("]")) + 1
    if text.startswith("'s", end):
        end += 2
    marked = text[:end]  # the rest is told as it is
    told = told_to(marked, whom) if end > LONGEST_KEPT else often_told_to(marked, whom)
    return told + text[end:]


def mentions(text: str, seat: int | None) -> bool:
    """Whether a text with placeholders speaks of that seat; of spectators none does."""
    return seat is not None and (PLAYERS[seat] in text or WHOSE[seat] in text)


@functools.lru_cache(SENTENCES_KEPT)
def often_told_to(text: str, you: int | None) -> str:
    """The same as `told_to`, for a short text: several are told it at a table, and at every table."""
    return told_to(text, you)


def told_to(text: str, you: int | None) -> str:
    """The text as `addressed` gives it.

    The marks are `{0}`, `{0}'s`, `[s]`, `[has|have]` and `[0:s]`. They are found by splitting the text, for a pattern
    takes much longer, and this is done for every player at every move.
    """
    told: list[str] = []
    subject = -1
    for at, part in enumerate(text.split("[")):
        pieces = part.split("{")
        before = pieces[0]
        if at:
            forms, closed, rest = before.partition("]")
            whose = subject
            if forms[1:2] == ":" and forms[0].isdigit():
                whose, forms = int(forms[0]), forms[2:]
            other, either, second = forms.partition("|")
            if subject >= 0 and closed and is_word(other) and (not either or is_word(second)):
                told.append(second if whose == you else other)
                before = rest
            else:
                before = f"[{before}"
        told.append(before)
        for piece in pieces[1:]:
            if piece[1:2] != "}" or not piece[0].isdigit():
                before = f"{{{piece}"
                told.append(before)
                continue
            subject = int(piece[0])
            possessive = piece.startswith("'s", 2)
            rest = piece[4:] if possessive else piece[2:]
            if subject != you:
                told.append(f"{{{piece}")
            else:
                put = "your" if possessive else "you"
                begins = before[-2:] in ENDS or (len(told) == 1 and not before)
                told += (put.capitalize() if begins else put, rest)
            before = rest
    return "".join(told)


def is_word(form: str) -> bool:
    """Whether that may be a form of a word: small letters."""
    return form.isalpha() and form.islower() and form.isascii()


def named(text: str, names: Sequence[str], you: int | None = None) -> str:
    """The text with the players' names in place, addressed to `you` if given."""
    known = len(names)
    told = addressed(text, you)
    return SEAT.sub(lambda match: names[int(match[1])] if int(match[1]) < known else match[0], told)


def by_seat(text: str) -> str:
    """The text with `seat 1` (`Seat 1` at its start) and so on in place of names."""
    told = addressed(text, None)
    return SEAT.sub(lambda match: f"{'seat' if match.start() else 'Seat'} {int(match[1]) + 1}", told)


def counted(number: int, one: str) -> str:
    """`1 card`, `3 cards`."""
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


def listed(items: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def verdict_of(best: list[int], scores: list[int], score: Callable[[int], str], tied: Callable[[int], str]) -> str:
    """Who won: together at a score, alone after a tie, in words of the game's own, or alone with a score."""
    most = scores[best[0]]
    if len(best) > 1:
        return shared_win(best, f"at {score(most)}")
    if scores.count(most) > 1:
        return tied(best[0])
    return f"{player(best[0])} win[s] with {score(most)}."


def shared_win(seats: list[int], score: str) -> str:
    """Who share the win, and at or with which score."""
    return f"{listed([player(seat) for seat in seats])} share the win {score}."

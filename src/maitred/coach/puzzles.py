"""Puzzles: moments of games with one clearly best action. A pool of them comes with each game; one is the day's."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from maitred.coach.playouts import stream_of
from maitred.coach.telling import points
from maitred.kernel.errors import BadPosition, BadSetup, Refused
from maitred.kernel.game import Game
from maitred.kernel.state import State

FORMAT: Final = 1
FIRST_DAY: Final = datetime.date(2026, 1, 1)
SEATS: Final = 16
"""A move is packed as its action times this, plus its seat."""
STARS: Final = ("easy", "tricky", "hard")
MOSTLY: Final = 0.75


class Puzzle(NamedTuple):
    """A moment of the game of a seed, after some moves, with what was found of it."""

    seed: int
    players: int
    seat: int
    moves: list[int]
    """What was played until then: see `packed_move`."""
    best: int
    chance: float
    """The chance to win by the best action."""
    second: int
    """The best of the others …"""
    gap: float
    """… how much worse it is …"""
    sure: float
    """… and how much at least, beyond doubt, as every other action."""
    medium: int
    """What medium bots play …"""
    cost: float
    """… and what that costs."""
    solved: dict[str, float]
    """How often bots of each level find the best action."""

    def difficulty(self) -> str:
        """How hard it is, by which levels solve it."""
        if self.solved["hard in haste"] >= MOSTLY:
            return STARS[0]
        return STARS[1] if self.solved["hard"] >= MOSTLY else STARS[2]

    def state(self, game: Game) -> State:
        """The moment itself."""
        state = game.new(self.players, self.seed)
        for move in self.moves:
            action, seat = divmod(move, SEATS)
            if action not in state.legal(seat):
                raise BadPosition("This puzzle is of other rules: a move of it is not legal.")
            state.apply(seat, action)
        if len({self.best, self.second, self.medium} - {*state.legal(self.seat)}):
            raise BadPosition("This puzzle is of other rules: its solution is not legal.")
        return state

    def known(self, game: Game) -> State:
        """What the seat knows there, with all the rest dealt anew."""
        return self.state(game).determinize(self.seat, stream_of("puzzle", game.id, self.seed, len(self.moves)))

    def line(self) -> str:
        """As a line of a file."""
        return json.dumps(self._asdict(), separators=(",", ":"))


def packed_move(seat: int, action: int) -> int:
    """A move as one number."""
    return action * SEATS + seat


def heading(game: Game) -> dict[str, Any]:
    """The first line of a file of puzzles: what they are puzzles of."""
    deck = game.read_cards(None).digest
    return {"format": FORMAT, "game": game.id, "rules_version": game.rules_version, "deck": deck}


def read(game: Game, text: str) -> list[Puzzle]:
    """The puzzles of a file, if they are of these rules and cards; otherwise none, for they may be wrong by now."""
    lines = [json.loads(line) for line in text.splitlines() if line]
    if not lines or lines[0] != heading(game):
        return []
    return [Puzzle(**told) for told in lines[1:]]


@cache
def pool(game: Game) -> Sequence[Puzzle]:
    """The puzzles that come with a game."""
    file = files("maitred.coach").joinpath("pool", f"{game.id}.jsonl")
    return read(game, file.read_text(encoding="utf-8")) if file.is_file() else []


def day_of(text: str) -> datetime.date:
    """A day as it is written, 2026-12-31."""
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise BadSetup("A day is written as 2026-12-31.") from None


def puzzle_of(game: Game, day: datetime.date) -> tuple[int, Puzzle]:
    """The puzzle of a day in UTC, with its number in the pool: each comes once before any comes again."""
    puzzles = pool(game)
    if not puzzles:
        raise BadSetup(f"There are no puzzles of {game.title} here.")
    past = (day - FIRST_DAY).days
    if past < 0:
        raise BadSetup(f"The first dish of the day was that of {FIRST_DAY.isoformat()}.")
    lap, at = divmod(past, len(puzzles))
    order = list(range(len(puzzles)))
    stream_of("dish of the day", game.id, lap).shuffle(order)
    return order[at], puzzles[order[at]]


def solution(game: Game, puzzle: Puzzle, action: int) -> dict[str, Any]:
    """Whether an action is the right one, and why, in words."""
    known = puzzle.known(game)
    if action not in known.legal(puzzle.seat):
        raise Refused(game.why_not(known, puzzle.seat, action))

    def told(which: int) -> Mapping[str, Any]:
        label = game.describe(known, puzzle.seat, which)["label"]
        return {"action": which, "label": label, "reason": game.sense.reason(known, puzzle.seat, which)}

    words = [
        f"The best second choice is worth {points(puzzle.gap)} of the chance to win less, and whatever else one does "
        f"at least {points(puzzle.sure)}, beyond doubt.",
    ]
    return {
        "right": action == puzzle.best,
        "best": told(puzzle.best),
        "second": told(puzzle.second),
        "medium": told(puzzle.medium),
        "cost": puzzle.cost,
        "chance": puzzle.chance,
        "gap": puzzle.gap,
        "sure": puzzle.sure,
        "words": words,
    }

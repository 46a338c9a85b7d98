"""Every table that can be set: each game, each player count, each option.

An option value is tried at one player count; with MAITRED_HYPOTHESIS=soak at all of them, and ten times as many seeds;
with brief, a third as many.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.state import State

Test = TypeVar("Test", bound=Callable[..., Any])

VALUES_TRIED = 4
LONGEST_GAME = 20_000
STATES_LOOKED_AT = 60
EFFORT = os.environ.get("MAITRED_HYPOTHESIS")
SOAK = EFFORT == "soak"
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
EXAMPLES = (
    settings(UNHURRIED, max_examples=60)
    if SOAK
    else settings(UNHURRIED, max_examples=2 if EFFORT == "brief" else 6, derandomize=True, database=None)
)
"""How long Hypothesis looks."""
seeds = st.integers(0, 2**63 - 1)


def any_seed(test: Callable[..., None]) -> Any:
    """Have a test run with some seeds."""
    return EXAMPLES(given(seed=seeds)(test))


def plain_tables(test: Test) -> Test:
    """Have a test run at the table of every player count only, without trying the options."""
    test.plain = True  # type: ignore[attr-defined]
    return test


def wants_plain(test: Callable[..., Any]) -> bool:
    """Whether a test was marked with `plain_tables`."""
    return getattr(test, "plain", False)


class Setting(NamedTuple):
    """A table that can be set."""

    game: Game
    players: int
    options: dict[str, object]

    def new(self, seed: int) -> State:
        return self.game.new(self.players, seed, self.options)

    def __str__(self) -> str:
        chosen = "".join(f"-{name}={value}" for name, value in self.options.items())
        return f"{self.game.id}-{self.players}{chosen}"


def spread(values: list[str]) -> list[str]:
    """A few of many values, the first and the last among them."""
    if len(values) <= VALUES_TRIED:
        return values
    return [values[at * (len(values) - 1) // (VALUES_TRIED - 1)] for at in range(VALUES_TRIED)]


def plain_settings(games: Iterable[Game]) -> Iterator[Setting]:
    """The table of every player count, all options at their defaults."""
    for game in games:
        for players in range(game.min_players, game.max_players + 1):
            yield Setting(game, players, {})


def option_settings(games: Iterable[Game]) -> Iterator[Setting]:
    """Each value of each option on its own, at every player count."""
    for game, players, _ in plain_settings(games):
        for option in game.options:
            for value in spread(option.values(players)):
                if value != option.default:
                    yield Setting(game, players, {option.name: value})


def once_each(settings: list[Setting]) -> list[Setting]:
    """Every value of every option at one player count only, a different one from value to value."""
    tables: dict[tuple[str, str], list[Setting]] = {}
    for setting in settings:
        tables.setdefault((setting.game.id, str(setting.options)), []).append(setting)
    return [same[at % len(same)] for at, same in enumerate(tables.values())]


def every_setting(games: list[Game]) -> list[Setting]:
    """The plain tables, and those with options."""
    with_options = list(option_settings(games))
    return [*plain_settings(games), *(with_options if SOAK else once_each(with_options))]


def walk(table: Setting, seed: int) -> Iterator[State]:
    """The states of a random game, from the deal to the end; the same object, played on."""
    state = table.new(seed)
    pick = random.Random(seed)
    for _ in range(LONGEST_GAME):
        yield state
        actors = state.actors()
        if not actors:
            return
        seat = pick.choice(actors)
        state.apply(seat, pick.choice(state.legal(seat)))
    raise AssertionError(f"{table} with seed {seed} did not end within {LONGEST_GAME} moves")


def looked_at(table: Setting, seed: int) -> set[int]:
    """Which states of a random game to look at closely: all of a short game, some of a long one, evenly spread."""
    length = sum(1 for _ in walk(table, seed))
    stride = 1 + length // STATES_LOOKED_AT
    return set(range(seed % stride, length, stride))


def moment(table: Setting, seed: int) -> State:
    """A state from anywhere in a random game, drawn evenly over the games that `seed` leads to."""
    length = sum(1 for _ in walk(table, seed))
    stop = Stream(seed, branch=1).below(length)
    for at, state in enumerate(walk(table, seed)):
        if at == stop:
            return state
    raise AssertionError("the same seed gave a shorter game")

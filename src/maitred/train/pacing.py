"""How to search: which actions deserve it, and what an iteration must promise, by what long searches say of positions.

From many positions that are searched for a short time a small network learns how much better each action is than its
worth says. In a few that are searched for long the price of an iteration is found at which the choices of a search, no
longer on average than that of a hard bot, are best.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from maitred.bots.experts import Expert, Head, Weights, layout_of, read, table_of, written
from maitred.bots.levels import Searcher
from maitred.kernel.game import Game
from maitred.train.choices import Choice, choices, regret
from maitred.train.training import SEEDS, ladder, replace

PRICES: Final = (0.005, 0.01, 0.02, 0.03, 0.05)
ROUNDS: Final = 3
"""How often a budget is set anew until searches take as long as those of hard bots on average."""


class Pace(NamedTuple):
    """From how many positions what is learned, with which iterations, and how many deals are played with it.

    What actions are worth is learned in `rounds` rounds from `learned` decisions, each searched with `short`
    iterations, in games of bots that search with `playing`; the price from `positions` of them, searched with `long`
    iterations, and with `iterations` as at a table.
    """

    learned: int = 60_000
    short: int = 40
    playing: int = 8
    rounds: int = 5
    positions: int = 500
    iterations: int = 20
    long: int = 600
    deals: int = 60


Leaning = tuple[list[Weights], float]
"""The layers of an inclination, and how much worths count beside it."""
Lean = Callable[[list[Choice], int, int, int], Leaning]
"""What learns it: see `maitred.train.learning`; in tests it is something simpler."""


def file_of(game: Game, players: int, leaning: Leaning, search: dict[str, float], made: dict[str, object]) -> bytes:
    """The file of an expert that has learned how to search, and nothing about who wins."""
    layers, trusted = leaning
    deck, table = game.read_cards(None).digest, table_of(game, players)
    head = Head(players, layout_of(game, players), deck, table, 1.0, trusted=trusted, search=search)
    return written(game, made, [(head, layers)])


def tried(
    game: Game, players: int, leaning: Leaning, decided: list[Choice], size: Pace, price: float
) -> dict[str, float]:
    """The regret at a price, with the budget that makes searches as long as those of hard bots."""
    budget = 1.0
    told: dict[str, float] = {}
    for _ in range(ROUNDS):
        search = {"price": price, "budget": round(budget, 3)}
        [found] = read(file_of(game, players, leaning, search, {}), game, "the search")
        lost, taken = regret(game, found.sense(game), decided, size.iterations)
        told = {**search, "regret": round(lost, 5), "iterations": round(taken, 2)}
        budget *= size.iterations / taken
    return told


def pace(
    game: Game, players: int, seed: int, file: Path, size: Pace, lean: Lean, told: Callable[[str], None]
) -> dict[str, Any]:
    """Learn how an expert should search, play with it, and write its file; beside it, what was found."""
    begun = time.perf_counter()
    told("positions are searched for a short time")
    many = choices(game, players, seed * SEEDS, size.learned, size.playing, size.short, again=False)
    told("it learns what deserves a search")
    leaning = lean(many, game.n_actions, seed, size.rounds)
    told("positions are searched for long")
    decided = choices(game, players, seed * SEEDS + SEEDS // 2, size.positions, size.iterations, size.long)
    usual, taken = regret(game, game.sense, decided, size.iterations)
    told("prices are tried")
    curve = [tried(game, players, leaning, decided, size, price) for price in PRICES]
    best = min(curve, key=lambda each: each["regret"])
    search = {name: best[name] for name in ("price", "budget")}
    made: dict[str, object] = {"seed": seed, "positions": len(many), "what": "search"}
    data = file_of(game, players, leaning, search, made)
    told("it is tested")
    thinker = Expert(game, read(data, game, "the search"), size.iterations)
    hard = ladder(game, players, seed, size.deals, thinker, Searcher(game.sense, size.iterations))
    summary = {
        "game": game.id,
        "players": players,
        "seed": seed,
        "rules": game.rules_version,
        "seconds": round(time.perf_counter() - begun, 1),
        "size": size._asdict(),
        "hard_regret": round(usual, 5),
        "hard_iterations": round(taken, 2),
        "prices": curve,
        "hard": hard,
    }
    replace(file, data)
    replace(file.with_suffix(".json"), (json.dumps(summary, indent=1) + "\n").encode())
    return summary

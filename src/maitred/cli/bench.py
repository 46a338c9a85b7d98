"""`maitred bench`: how fast the rules run, random play on one core."""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table

import maitred
from maitred.cli.arguments import JSON, progress
from maitred.cli.verb import Argument, verb
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.play import play_out
from maitred.kernel.state import NOBODY, State

PLAYERS = 4
ROUNDS = 5
ROUND_SECONDS = 0.4
CHECKED_GAMES = 1000
STEPS = 5


@verb(
    "measure the speed of the rules",
    Argument("games", nargs="*", metavar="GAME", help="which games (default: all)"),
    JSON,
)
def bench(chosen: argparse.Namespace) -> int:
    """Random play on one core. inside: decisions a second in a loop that is compiled with the rules; driven: from an
    interpreted loop; both without the deal, in CPU time, the best of five rounds. The checksum is of a thousand seeded
    games and the same on every build.
    """
    games = [maitred.game(id) for id in chosen.games] or list(maitred.all_games())
    results = []
    with progress() as bar:
        task = bar.add_task("measuring", total=STEPS * len(games))
        for game in games:
            results.append(measure(game, lambda: bar.advance(task)))
    if chosen.json:
        print(json.dumps(results))
        return 0
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("")
    for result in results:
        table.add_column(result["game"], justify="right", overflow="fold")
    for name in list(results[0])[1:]:
        row = [result[name] for result in results]
        table.add_row(name, *[f"{value:,}" if isinstance(value, (int, float)) else value for value in row])
    Console().print(table)
    return 0


def measure(game: Game, step: Callable[[], None]) -> dict[str, Any]:
    """The numbers of one game."""
    players = min(game.max_players, max(game.min_players, PLAYERS))
    inside, games = best_rate(game, players, play_out)
    step()
    driven, _ = best_rate(game, players, drive)
    step()
    state = middle(game, players)
    clone = time_of(lambda: state.clone())
    step()
    view = time_of(lambda: game.view(state, 0))
    step()
    checked = checksum(game, players)
    step()
    return {
        "game": game.id,
        "players": players,
        "build": maitred.build(),
        "inside_per_s": round(inside),
        "driven_per_s": round(driven),
        "games_per_s": round(games),
        "clone_us": round(clone, 2),
        "view_us": round(view, 1),
        "checksum": checked,
    }


def drive(state: State, chance: Stream) -> int:
    """`play_out` in an interpreted loop: the speed that a program which imports maitred gets."""
    decisions = 0
    while (seat := state.random_actor(chance)) != NOBODY:
        state.apply(seat, chance.choice(state.legal(seat)))
        decisions += 1
    return decisions


def best_rate(game: Game, players: int, play: Callable[[State, Stream], int]) -> tuple[float, float]:
    """Decisions a second without the deal, and games a second with it: the best of some rounds."""
    clock = time.process_time
    chance = Stream(1)
    seed = 0
    best = games_best = 0.0
    for _ in range(ROUNDS):
        decisions = games = 0
        playing = 0.0
        begun = clock()
        while clock() - begun < ROUND_SECONDS:
            state = game.new(players, seed)
            seed += 1
            at = clock()
            decisions += play(state, chance)
            playing += clock() - at
            games += 1
        best = max(best, decisions / playing)
        games_best = max(games_best, games / (clock() - begun))
    return best, games_best


def middle(game: Game, players: int) -> State:
    """A state from the middle of a game."""
    chance = Stream(2)
    length = drive(game.new(players, 2), chance.clone())
    state = game.new(players, 2)
    for _ in range(length // 2):
        seat = state.random_actor(chance)
        state.apply(seat, chance.choice(state.legal(seat)))
    return state


def time_of(call: Callable[[], object]) -> float:
    """Microseconds of one call: the best of some rounds."""
    times = 1000
    best = float("inf")
    for _ in range(ROUNDS):
        begun = time.process_time()
        for _ in range(times):
            call()
        best = min(best, (time.process_time() - begun) / times)
    return 1e6 * best


def checksum(game: Game, players: int) -> str:
    """A hash over the last states of a thousand seeded games."""
    total = hashlib.sha256()
    for seed in range(CHECKED_GAMES):
        state = game.new(players, seed)
        play_out(state, Stream(seed, branch=1))
        total.update(",".join(map(str, state.pack())).encode())
    return total.hexdigest()[:16]

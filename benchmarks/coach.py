"""How honest reviews are: do they agree with sixteen times the budget, what do they miss, whom do they find fault with?

    python benchmarks/coach.py GAME --seconds 90 --seed 1000 [--players 2]

For each game: decisions of easy, medium and hard bots, and of a bot that plays what a search of the review's own size
chooses, are judged with the default budget. What it calls mistakes is judged again in fresh worlds, sixteen times as
many; so is a sample of all decisions, to see what was missed. Prints one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import maitred
from maitred.bots.levels import Bot, Searcher, bot, play_game
from maitred.coach.judging import Judged, judge, rounds
from maitred.coach.playouts import stream_of
from maitred.coach.review import BUDGET
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.state import State

MORE = 16
LEVELS = ("easy", "medium", "hard", "search")
OWN_CANDIDATES = 8
SCREENED = 256
"""Worlds after which the large budget leaves out what is far behind."""


class Decision(NamedTuple):
    """Something that a bot decided."""

    known: State
    seat: int
    action: int
    name: tuple[object, ...]


def player(level: str, game: Game) -> Bot:
    """A bot of a level; `search` plays what a search with as many play-outs as a review has chooses."""
    if level == "search":
        return Searcher(game.sense, BUDGET * OWN_CANDIDATES)
    return bot(level, game)


def decisions(game: Game, level: str, players: int, seed: int) -> Iterator[Decision]:
    """What the bot at the first seat decides in a game among medium bots, where there was something to decide."""
    state = game.new(players, seed)
    bots = [player(level, game), *[bot("medium", game) for _ in range(players - 1)]]
    found: list[Decision] = []
    last = state.clone()

    def told(seat: int, action: int) -> None:
        nonlocal last
        legal = last.legal(seat)
        if seat == 0 and len(legal) > 1:
            name = (game.id, level, seed, len(found))
            known = last.determinize(seat, stream_of("benchmark", *name))
            if game.sense.obvious(known, seat, legal) != action:
                found.append(Decision(known, seat, action, name))
        last = state.clone()

    play_game(state, bots, [Stream(seed, 1 + seat) for seat in range(players)], told)
    yield from found


def reviewed(game: Game, decision: Decision) -> Judged:
    """Judged as a review does, with the default budget."""
    judged: Judged | None = None
    for number, worlds in enumerate(rounds(BUDGET)):
        others = judged.to_try() if judged is not None else []
        if judged is not None and (judged.settled or not others):
            break
        name = ("review", *decision.name, number)
        more = judge(game, decision.known, decision.seat, decision.action, worlds, name, others)
        judged = more if judged is None else judged.merged(more)
    assert judged is not None
    return judged


def thoroughly(game: Game, decision: Decision) -> Judged:
    """Judged in fresh worlds, sixteen times as many, whatever they show on the way."""
    name = ("thorough", *decision.name)
    judged = judge(game, decision.known, decision.seat, decision.action, SCREENED, (*name, 0))
    others = judged.to_try()
    if not others:
        return judged
    worlds = MORE * BUDGET - SCREENED
    more = judge(game, decision.known, decision.seat, decision.action, worlds, (*name, 1), others)
    return judged.merged(more)


def wilson(right: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if of == 0:
        return 0.0, 1.0
    z, share = 1.96, right / of
    middle = share + z * z / (2 * of)
    spread = z * (share * (1 - share) / of + z * z / (4 * of * of)) ** 0.5
    return (middle - spread) / (1 + z * z / of), (middle + spread) / (1 + z * z / of)


def measure(game: Game, players: int, seed: int, seconds: float) -> dict[str, Any]:
    """Everything about one game, within some seconds."""
    share = seconds / 3
    judged = dict.fromkeys(LEVELS, 0)
    wrong = dict.fromkeys(LEVELS, 0)
    mistakes: list[Decision] = []
    sample: list[tuple[Decision, bool]] = []
    until = time.monotonic() + share
    while time.monotonic() < until:
        for level in LEVELS:
            for decision in decisions(game, level, players, seed):
                is_wrong = reviewed(game, decision).grade() == "mistake"
                judged[level] += 1
                wrong[level] += is_wrong
                if is_wrong:
                    mistakes.append(decision)
                if level == "easy":
                    sample.append((decision, is_wrong))
        seed += 1
    agreed = checked = 0
    until = time.monotonic() + share
    for decision in mistakes[:100]:
        if time.monotonic() >= until:
            break
        checked += 1
        agreed += thoroughly(game, decision).grade() == "mistake"
    found = there = looked_at = 0
    until = time.monotonic() + share
    for decision, is_wrong in sample:
        if time.monotonic() >= until:
            break
        looked_at += 1
        if thoroughly(game, decision).grade() == "mistake":
            there += 1
            found += is_wrong
    return {
        "game": game.id,
        "players": players,
        "budget": BUDGET,
        "judged": judged,
        "mistakes": wrong,
        "agreement": {"of": checked, "agreed": agreed, "interval": [round(x, 3) for x in wilson(agreed, checked)]},
        "recall": {"of": looked_at, "mistakes": there, "found": found},
    }


def main() -> None:
    """Measure the games that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--seconds", type=float, default=90, help="time for each game")
    parser.add_argument("--seed", type=int, default=1_000)
    parser.add_argument("--players", type=int)
    chosen = parser.parse_args()
    for id in chosen.games:
        game = maitred.game(id)
        players = chosen.players or game.min_players
        print(json.dumps(measure(game, players, chosen.seed, chosen.seconds)), flush=True)


if __name__ == "__main__":
    main()

"""How honest reviews are: do they agree with sixteen times the budget, what do they miss, whom do they find fault with?

    python benchmarks/coach.py GAME … --seconds 600 --out FILE [--seed 1000] [--players 2]

Decisions of easy, medium and hard bots, and of a bot that plays what a search of the review's own size chooses, are
judged with the default budget. What that calls a mistake is judged again in fresh worlds, up to sixteen times as many,
and so is every decision of the easy bot, to see what was missed. The file has a line for each seed, and more seconds
add to it; what is printed is one line of JSON a game about all that is in it.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import maitred
from maitred.bots.levels import Bot, Searcher, bot, play_game
from maitred.coach.judging import LONG, MISTAKE, MOST_RIVALS, SCREENED, Judged, Tried, judge, rounds
from maitred.coach.playouts import stream_of
from maitred.coach.review import BUDGET
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.state import State

MORE = 16
LEVELS = ("easy", "medium", "hard", "search")
CLEAR = 4.5
"""Sixteen times the budget need not be used up where all is clear by so many standard errors."""
FEWEST = 3
"""How many long searches there are at least before that is asked."""
BEHIND = 0.03
"""An alternative that short searches think worse by so much, clearly, is not tried by long ones."""


class Decision(NamedTuple):
    """Something that a bot decided."""

    known: State
    seat: int
    action: int
    name: tuple[object, ...]


def player(level: str, game: Game) -> Bot:
    """A bot of a level; `search` plays what a search with as many play-outs as a review has chooses."""
    if level == "search":
        return Searcher(game.sense, BUDGET * MOST_RIVALS)
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
    for number, (worlds, long) in enumerate(rounds(BUDGET)):
        others = judged.to_try(long) if judged is not None else []
        if judged is not None and (judged.settled or not others):
            break
        name = ("review", *decision.name, number)
        more = judge(game, decision.known, decision.seat, decision.action, worlds, name, others, long)
        judged = more if judged is None else judged.merged(more)
    assert judged is not None
    return judged


def thoroughly(game: Game, decision: Decision) -> Judged:
    """Judged in fresh worlds, sixteen times as many where that is not clear before."""
    name = ("thorough", *decision.name)
    screened = judge(game, decision.known, decision.seat, decision.action, 2 * SCREENED, name)
    rivals = [other.action for other in screened.others if within(other, -CLEAR) > -BEHIND]
    judged: Judged | None = None
    for number in range(MORE * BUDGET // LONG):
        if not rivals:
            break
        more = judge(game, decision.known, decision.seat, decision.action, LONG, (*name, number), rivals, True)
        judged = more if judged is None else judged.merged(more)
        if number >= FEWEST:
            if max([within(other, CLEAR) for other in judged.others]) > MISTAKE:
                break
            rivals = [other.action for other in judged.rivals() if within(other, -CLEAR) > MISTAKE]
    return judged if judged is not None else screened


def within(other: Tried, doubt: float) -> float:
    """How much better than what was played, less so many standard errors."""
    return other.difference() - doubt * other.error()


def wilson(right: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if of == 0:
        return 0.0, 1.0
    z, share = 1.96, right / of
    middle = share + z * z / (2 * of)
    spread = z * (share * (1 - share) / of + z * z / (4 * of * of)) ** 0.5
    low, high = (middle - spread) / (1 + z * z / of), (middle + spread) / (1 + z * z / of)
    return max(0.0, low), min(1.0, high)


def measure(game: Game, players: int, seed: int) -> dict[str, Any]:
    """A game of each level with the cards of a seed: every decision, and whether it was a mistake."""
    told: dict[str, Any] = {"game": game.id, "players": players, "seed": seed, "budget": BUDGET}
    for level in LEVELS:
        found = []
        for decision in decisions(game, level, players, seed):
            wrong = reviewed(game, decision).grade() == "mistake"
            truly = thoroughly(game, decision).grade() == "mistake" if wrong or level == "easy" else None
            found.append([wrong, truly])
        told[level] = found
    return told


def summary(lines: list[dict[str, Any]]) -> dict[str, Any]:
    """What some lines come to."""
    every = {level: [each for line in lines for each in line[level]] for level in LEVELS}
    called = [truly for level in LEVELS for wrong, truly in every[level] if wrong]
    there = [wrong for wrong, truly in every["easy"] if truly]
    return {
        "game": lines[0]["game"],
        "players": lines[0]["players"],
        "budget": lines[0]["budget"],
        "seeds": len(lines),
        "mistakes": {level: share([wrong for wrong, _ in every[level]]) for level in LEVELS},
        "agreement": share(called),
        "recall": share(there),
    }


def share(true: list[bool]) -> dict[str, Any]:
    """How many of some are true, with an interval."""
    return {"true": sum(true), "of": len(true), "interval": [round(end, 3) for end in wilson(sum(true), len(true))]}


def main() -> None:
    """Measure the games that the command line names, in turn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--seconds", type=float, default=90, help="time in all; seeds that are begun are finished")
    parser.add_argument("--seed", type=int, default=1_000)
    parser.add_argument("--players", type=int)
    parser.add_argument("--out", type=Path, required=True, help="a line for each seed; those of earlier runs count")
    chosen = parser.parse_args()
    lines = [json.loads(line) for line in chosen.out.read_text().splitlines()] if chosen.out.exists() else []
    until = time.monotonic() + chosen.seconds
    seed = max([chosen.seed, *[line["seed"] + 1 for line in lines]])
    while time.monotonic() < until:
        for id in chosen.games:
            game = maitred.game(id)
            lines.append(measure(game, chosen.players or game.min_players, seed))
            with chosen.out.open("a") as out:
                out.write(f"{json.dumps(lines[-1])}\n")
        seed += 1
    for id in chosen.games:
        print(json.dumps(summary([line for line in lines if line["game"] == id])))


if __name__ == "__main__":
    main()

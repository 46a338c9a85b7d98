"""How honest reviews are: do they agree with sixteen times the budget, what do they miss, whom do they find fault with?

    python benchmarks/coach.py GAME … --out FILE [--seconds 600] [--seed 5000] [--players 2] [--parts easy hard …]

Decisions of bots at the first seat are judged as a review does, with the default budget:

- `easy`: those of easy bots. What is called a mistake is judged again in fresh worlds, up to sixteen times as many.
- `missed`: what was not called one in the first of these games is judged so as well, to see what was missed.
- `hard`: those of hard bots.
- `search`: those of a bot that plays what a search of the review's own size chooses.

Each part goes on until it has enough; time goes to the one that lacks most. The file has a line for each game that was
played or gone through again, more seconds add to it, and what is printed is one line of JSON a game about all of it.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import maitred
from maitred.bots.levels import Bot, Searcher, bot, play_game
from maitred.coach.judging import LONG, MISTAKE, Judged, Tried, judge, rounds
from maitred.coach.playouts import stream_of
from maitred.coach.review import BUDGET
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.state import State

MORE: Final = 16
ENOUGH: Final = {"easy": 100, "missed": 250, "hard": 300, "search": 300}
"""How many of easy's decisions have to be called mistakes, and how many decisions the other parts need."""
CLEAR: Final = 4.0
"""Sixteen times the budget need not be used up where all is clear by so many standard errors."""
FEWEST: Final = 3
"""How many long searches there are at least before something is taken to be a mistake."""
SEARCHED: Final = 16 * LONG
"""How many play-outs the bot spends on a decision that plays what the search chooses."""

Line = dict[str, Any]


class Decision(NamedTuple):
    """Something that a bot decided."""

    known: State
    seat: int
    action: int
    name: tuple[object, ...]


def player(level: str, game: Game) -> Bot:
    """A bot of a level; `search` plays what a search as long as a review chooses."""
    if level == "search":
        return Searcher(game.sense, SEARCHED)
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


def thoroughly(game: Game, decision: Decision, rivals: list[int], what: str) -> bool:
    """Whether sixteen times the budget calls it a mistake, in fresh worlds, as many of them as that takes.

    `rivals`: what it is compared with; if there are none, all that is worth it. An alternative is done with once it is
    clearly not better by enough; a single search, which cannot tell how much searches differ, must see it behind.
    """
    judged: Judged | None = None
    for number in range(MORE * BUDGET // LONG):
        name = ("thorough", what, *decision.name, number)
        more = judge(game, decision.known, decision.seat, decision.action, LONG, name, rivals, True)
        judged = more if judged is None else judged.merged(more)
        if number + 1 >= FEWEST and any([within(other, CLEAR) > MISTAKE for other in judged.rivals()]):
            return True
        least = MISTAKE if number else 0.0
        rivals = [other.action for other in judged.rivals() if within(other, -CLEAR) > least]
        if not rivals:
            return False
    assert judged is not None
    return judged.grade() == "mistake"


def within(other: Tried, doubt: float) -> float:
    """How much better than what was played, less so many standard errors."""
    return other.difference() - doubt * other.error()


def agrees(game: Game, decision: Decision, judged: Judged) -> bool:
    """Whether sixteen times the budget calls something a mistake, too: compared with what was thought to be the best
    alternative, and only if that does not do it with the others as well."""
    best = judged.best().action
    others = [other.action for other in judged.others if other.action != best]
    return thoroughly(game, decision, [best], "best") or (bool(others) and thoroughly(game, decision, others, "others"))


def measure(game: Game, part: str, players: int, seed: int, lines: list[Line]) -> Line:
    """One more game of a part."""
    begun = time.process_time()
    found: list[Any] = []
    if part == "missed":
        first = next(line for line in lines if line["part"] == "easy" and line["seed"] == seed)
        for decision, (grade, *_, agreed) in zip(decisions(game, "easy", players, seed), first["found"], strict=True):
            found.append(bool(agreed) if grade == "mistake" else thoroughly(game, decision, [], "all"))
    else:
        for decision in decisions(game, part, players, seed):
            judged = reviewed(game, decision)
            loss, low, _ = judged.loss()
            agreed = agrees(game, decision, judged) if part == "easy" and judged.grade() == "mistake" else None
            found.append([judged.grade(), round(loss, 4), round(low, 4), judged.played.worlds, agreed])
    seconds = round(time.process_time() - begun, 1)
    return {"game": game.id, "part": part, "players": players, "seed": seed, "seconds": seconds, "found": found}


def progress(part: str, lines: list[Line]) -> float:
    """How much of what a part needs is there."""
    found = [each for line in lines if line["part"] == part for each in line["found"]]
    return (sum([each[0] == "mistake" for each in found]) if part == "easy" else len(found)) / ENOUGH[part]


def next_game(parts: list[str], lines: list[Line], first: int) -> tuple[str, int] | None:
    """The part that lacks most, with its next seed; nothing if there is enough of all."""
    lacking = [part for part in parts if progress(part, lines) < 1]
    for part in sorted(lacking, key=lambda part: progress(part, lines)):
        seed = max([first, *[line["seed"] + 1 for line in lines if line["part"] == part]])
        if part != "missed" or any(line["part"] == "easy" and line["seed"] == seed for line in lines):
            return part, seed
    return None


def wilson(right: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if of == 0:
        return 0.0, 1.0
    z, share = 1.96, right / of
    middle = share + z * z / (2 * of)
    spread = z * (share * (1 - share) / of + z * z / (4 * of * of)) ** 0.5
    low, high = (middle - spread) / (1 + z * z / of), (middle + spread) / (1 + z * z / of)
    return max(0.0, low), min(1.0, high)


def summary(lines: list[Line]) -> Line:
    """What some lines of one game come to."""
    told: Line = {"game": lines[0]["game"], "players": lines[0]["players"], "budget": BUDGET}
    for part in ("easy", "hard", "search"):
        found = [each for line in lines if line["part"] == part for each in line["found"]]
        told[part] = share([grade == "mistake" for grade, *_ in found])
        if part == "easy":
            told["agreement"] = share([each[-1] for each in found if each[0] == "mistake"])
    missed = {line["seed"]: line["found"] for line in lines if line["part"] == "missed"}
    there = [
        grade == "mistake"
        for line in lines
        if line["part"] == "easy" and line["seed"] in missed
        for (grade, *_), truly in zip(line["found"], missed[line["seed"]], strict=True)
        if truly
    ]
    told["found"] = share(there)
    told["seconds"] = {part: round(sum([line["seconds"] for line in lines if line["part"] == part])) for part in ENOUGH}
    return told


def share(true: list[bool]) -> Line:
    """How many of some are true, with an interval."""
    return {"true": sum(true), "of": len(true), "interval": [round(end, 3) for end in wilson(sum(true), len(true))]}


def main() -> None:
    """Measure the games that the command line names, in turn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--seconds", type=float, default=0, help="time in all; a game that is begun is finished")
    parser.add_argument("--seed", type=int, default=5_000)
    parser.add_argument("--players", type=int)
    parser.add_argument("--parts", nargs="+", choices=[*ENOUGH], default=[*ENOUGH])
    parser.add_argument("--out", type=Path, required=True, help="a line a game; those of earlier runs count")
    chosen = parser.parse_args()
    lines = [json.loads(line) for line in chosen.out.read_text().splitlines()] if chosen.out.exists() else []
    begun = time.monotonic()
    for id in chosen.games:
        game = maitred.game(id)
        mine = [line for line in lines if line["game"] == id]
        players = chosen.players or game.min_players
        while (todo := next_game(chosen.parts, mine, chosen.seed)) is not None:
            if chosen.seconds and time.monotonic() - begun > chosen.seconds:
                break
            mine.append(measure(game, todo[0], players, todo[1], mine))
            with chosen.out.open("a") as out:
                out.write(f"{json.dumps(mine[-1])}\n")
        if mine:
            print(json.dumps(summary(mine)), flush=True)


if __name__ == "__main__":
    main()

"""Whether the laboratory's comparisons are right, and how quickly they find what was planted.

    python benchmarks/lab.py pool       play pairs of games and keep them (build/lab-pairs, as many as time allows)
    python benchmarks/lab.py coverage   make 1,000 runs of 500 of the kept pairs: how often do intervals hold the truth?
    python benchmarks/lab.py null       1,000 comparisons of a game with itself over other deals: how many alarms?
    python benchmarks/lab.py planted    an effect of 3 points, 20 tries a game: how many are found within 60 seconds?
    python benchmarks/lab.py pairing    how many games a comparison needs with and without pairing

A planted effect is a medium bot on the last seat that makes so many of 100 moves at random that it loses about 3 points
of first places: every game is touched by it, as a changed card would. How many that are is found first, over other
deals (`calibrate`). Time is CPU time divided by two, as if two cores had nothing else to do.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

import maitred
from maitred.lab.playing import Setting, play, set_up
from maitred.lab.statistics import Floats, Tally, anytime, ever_excluded, fixed
from maitred.lab.work import CHUNK_DEALS

FOLDER: Final = Path("build/lab-pairs")
BATCH: Final = 500
FAR: Final = 1 << 40
"""Deals that have nothing to do with those from 0 on."""
GAMES: Final = ("chefs_choice", "delectable", "diner", "food_court", "ovens")
SLIPS: Final = {"chefs_choice": 4.4, "delectable": 2.2, "diner": 1.2, "food_court": 1.3, "ovens": 1.4}
PLANTED: Final = 0.03
TRIES: Final = 20
SECONDS: Final = 60.0
CORES: Final = 2
RUNS: Final = 1000
RUN_PAIRS: Final = 500


class Pairs(NamedTuple):
    """Pairs of games of two settings: the share of first places of one seat in each."""

    name: str
    old: Setting
    new: Setting
    shift: int
    """How far apart the deals of a pair are: 0 for the same deal."""


def setting(game: str, slips: float = 0) -> Setting:
    """Medium bots, the last of whom may slip."""
    known = maitred.game(game)
    plain = set_up(known, known.min_players, {}, None, ("medium",), 0)
    levels = (*plain.levels[:-1], f"medium~{slips}") if slips else plain.levels
    return plain._replace(levels=levels)


def planted(game: str, slips: float = 0) -> Pairs:
    """The same deals, with slips on the last seat of one side."""
    return Pairs(f"{game}-planted", setting(game), setting(game, slips or SLIPS[game]), 0)


def null(game: str) -> Pairs:
    """The same setting over other deals."""
    return Pairs(f"{game}-null", setting(game), setting(game), FAR)


POOLS: Final = (planted("ovens"), planted("chefs_choice"), null("ovens"), null("chefs_choice"))


def play_batch(work: tuple[Pairs, int]) -> tuple[list[list[float]], float]:
    """The shares of the last seat in a batch of pairs, and the CPU seconds that took."""
    pairs, batch = work
    begun = time.process_time()
    told = []
    for deal in range(batch * BATCH, (batch + 1) * BATCH):
        old, new = play(pairs.old, deal), play(pairs.new, deal + pairs.shift)
        told.append([old.firsts[-1], new.firsts[-1]])
    return told, time.process_time() - begun


# Pools of pairs


def pool(minutes: float, most: int, jobs: int) -> None:
    """Play pairs for one pool after the other, and go on from what there is."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + 60 * minutes
    with ProcessPoolExecutor(jobs) as workers:
        for pairs in POOLS:
            while time.monotonic() < deadline and (first := kept_batches(pairs)) < most // BATCH:
                work = [(pairs, batch) for batch in range(first, first + 2 * jobs)]
                with (FOLDER / f"{pairs.name}.jsonl").open("a", encoding="utf-8") as file:
                    file.writelines([json.dumps(told) + "\n" for told, _ in workers.map(play_batch, work)])
            print(f"{pairs.name}: {BATCH * kept_batches(pairs):,} pairs", flush=True)


def kept_batches(pairs: Pairs) -> int:
    """How many batches are kept."""
    file = FOLDER / f"{pairs.name}.jsonl"
    if not file.exists():
        return 0
    with file.open(encoding="utf-8") as lines:
        return sum(1 for _ in lines)


def kept(pairs: Pairs) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """The kept pairs: a row each, old and new."""
    with (FOLDER / f"{pairs.name}.jsonl").open(encoding="utf-8") as lines:
        return np.array([pair for line in lines for pair in json.loads(line)])


def counted(values: Sequence[float]) -> Tally:
    """Paired differences, counted."""
    tally = Tally(-1.0, 1.0)
    tally.add(values)
    return tally


def cut(every: Floats) -> list[Floats]:
    """The pool as 1,000 runs of 500 pairs: cut apart if there are enough, else drawn from it with replacement."""
    if len(every) >= RUNS * RUN_PAIRS:
        return [every[run * RUN_PAIRS : (run + 1) * RUN_PAIRS] for run in range(RUNS)]
    generator = np.random.default_rng(1)
    return [every[generator.integers(0, len(every), RUN_PAIRS)] for _ in range(RUNS)]


def how(every: Floats) -> str:
    """How runs are made of a pool of that size."""
    return "cut from it" if len(every) >= RUNS * RUN_PAIRS else "drawn from it with replacement"


def coverage() -> None:
    """How often intervals over the kept pairs hold the mean of them all."""
    for pairs in POOLS[:2]:
        rows = kept(pairs)
        every = rows[:, 1] - rows[:, 0]
        truth = float(every.mean())
        runs = cut(every)
        size = len(runs[0])
        held = {"fixed": 0, "anytime": 0, "anytime at every look": 0}
        wider = []
        for values in runs:
            plain, safe = fixed(values), anytime(counted(values.tolist()))
            held["fixed"] += not plain.excludes(truth)
            held["anytime"] += not safe.excludes(truth)
            looks = range(CHUNK_DEALS, size + 1, CHUNK_DEALS)
            held["anytime at every look"] += not any(
                [ever_excluded(counted(values[:look].tolist()), truth) for look in looks]
            )
            wider.append(safe.half_width() / plain.half_width())
        print(f"{pairs.name}: {len(every):,} pairs, mean difference {100 * truth:.2f} points")
        print(f"   {RUNS} runs of {size}, {how(every)}")
        print("   held the truth:", ", ".join([f"{name} {count / RUNS:.1%}" for name, count in held.items()]))
        print(f"   anytime as wide as fixed: {np.mean(wider):.2f} times on average, at most {max(wider):.2f}")


def null_alarms() -> None:
    """How many comparisons of a game with itself alarm, looked at after every chunk."""
    for pairs in POOLS[2:]:
        rows = kept(pairs)
        every = rows[:, 1] - rows[:, 0]
        runs = cut(every)
        size = len(runs[0])
        alarms = 0
        for values in runs:
            looks = range(CHUNK_DEALS, size + 1, CHUNK_DEALS)
            alarms += any([ever_excluded(counted(values[:look].tolist()), 0.0) for look in looks])
        same = float((every == 0).mean())
        print(f"{pairs.name}: {len(every):,} pairs, {same:.0%} of them alike; {RUNS} runs of {size}, {how(every)}")
        print(f"   {alarms} alarms")


# Planted effects


def calibrate(game: str, batches: int = 8) -> None:
    """What so many slips cost, over deals that are used for nothing else."""
    for slips in (1, 1.2, 1.4, 1.6, 2, 2.4, 3):
        pairs = planted(game, slips)
        values = [new - old for batch in range(FAR, FAR + batches) for old, new in play_batch((pairs, batch))[0]]
        told = fixed(values)
        print(
            f"{game}: {slips} slips of 100: {100 * told.mean:.2f} points (±{100 * told.half_width():.2f})", flush=True
        )


def find(game: str, attempt: int) -> tuple[bool, int, float]:
    """One try: whether the effect was found in time, after how many deals, and after how many seconds of two cores."""
    pairs = planted(game)
    tally = Tally(-1.0, 1.0)
    deal = (1 + attempt) << 32
    deals = 0
    begun = time.process_time()
    while True:
        for _ in range(CHUNK_DEALS):
            tally.add([play(pairs.new, deal).firsts[-1] - play(pairs.old, deal).firsts[-1]])
            deal += 1
        deals += CHUNK_DEALS
        took = (time.process_time() - begun) / CORES
        if ever_excluded(tally, 0.0):
            return tally.mean() < 0 and took <= SECONDS, deals, took
        if took > SECONDS:
            return False, deals, took


def planted_effects(games: Sequence[str]) -> None:
    """How many planted effects are found, and how fast."""
    for game in games:
        with ProcessPoolExecutor(CORES) as workers:
            tries = list(workers.map(find, [game] * TRIES, range(TRIES)))
        found = [one for one in tries if one[0]]
        middle = sorted([took for _, _, took in tries])[TRIES // 2]
        deals = sorted([deals for _, deals, _ in tries])[TRIES // 2]
        print(
            f"{game}: {len(found)} of {TRIES} found within {SECONDS:.0f} s; in the middle after {middle:.0f} s "
            f"and {deals:,} deals, at most {max([took for _, _, took in tries]):.0f} s",
            flush=True,
        )


def pairing(games: Sequence[str], batches: int) -> None:
    """The variance of a difference with and without the same deals: in that ratio stand the games that are needed."""
    for game in games:
        pairs = planted(game)
        rows = np.array([pair for batch in range(batches) for pair in play_batch((pairs, batch))[0]])
        apart = float(rows[:, 0].var() + rows[:, 1].var())
        together = float((rows[:, 1] - rows[:, 0]).var())
        effect = 100 * float((rows[:, 1] - rows[:, 0]).mean())
        error = 100 * math.sqrt(together / len(rows))
        print(
            f"{game}: {apart / together:.2f} times as many games without pairing ({len(rows):,} pairs, "
            f"the slips cost {-effect:.2f} ± {1.96 * error:.2f} points)",
            flush=True,
        )


def main() -> None:
    """Carry out one of the measurements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["pool", "coverage", "null", "calibrate", "planted", "pairing"])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--most", type=int, default=500_000)
    parser.add_argument("--jobs", type=int, default=CORES)
    parser.add_argument("--games", nargs="*", default=list(GAMES))
    parser.add_argument("--batches", type=int, default=8)
    chosen = parser.parse_args()
    if chosen.what == "pool":
        pool(chosen.minutes, chosen.most, chosen.jobs)
    elif chosen.what == "coverage":
        coverage()
    elif chosen.what == "null":
        null_alarms()
    elif chosen.what == "calibrate":
        for game in chosen.games:
            calibrate(game, chosen.batches)
    elif chosen.what == "planted":
        planted_effects(chosen.games)
    else:
        pairing(chosen.games, chosen.batches)


if __name__ == "__main__":
    main()

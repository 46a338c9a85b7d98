"""Whether the laboratory's comparisons are right, and how quickly they find what was planted.

    python benchmarks/lab.py pool       play pairs of games until there are 500,000 of each pool, and keep them
    python benchmarks/lab.py coverage   cut a pool into 1,000 runs: how often do intervals hold the truth?
    python benchmarks/lab.py null       1,000 comparisons of a game with itself over other deals: how many alarms?
    python benchmarks/lab.py planted    an effect of 3 points, 20 tries a game: how many are found within 60 seconds?
    python benchmarks/lab.py card       the same for one changed number of a cuisine of Food Court
    python benchmarks/lab.py apart      the same from the pools, as if nothing of two games stayed alike
    python benchmarks/lab.py pairing    how many games a comparison needs with and without pairing

A planted effect is a medium bot on the last seat that makes so many of 100 moves at random that it loses about 3 points
of first places; in the pool of Ovens, a random player who makes 2 of 100 moves as a medium bot does, worth 2 points.
How many that are is found first, over other deals (`calibrate`). Time is CPU time divided by two, as if two cores had
nothing else to do.

Two pools are kept in `benchmarks/pairs`, so that `coverage`, `null` and `apart` take seconds and give the same numbers
everywhere; `pool --folder` plays others, and goes on where it was ended.
"""

from __future__ import annotations

import argparse
import lzma
import math
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

import maitred
from maitred.kernel.chance import Stream
from maitred.lab.decks import changed, numbers_of, tables_of
from maitred.lab.diff import Comparison, Version, differences, headlines, set_comparison, tasks_of
from maitred.lab.players import Slipping, bot_of
from maitred.lab.playing import Setting, begun, play, set_up
from maitred.lab.statistics import Floats, Tally, anytime, ever_excluded, fixed
from maitred.lab.work import CHUNK_DEALS, Limit, Rounds, play_rounds, processes

KEPT: Final = Path(__file__).parent / "pairs"
FOLDER: Final = Path("build/lab-pairs")
BATCH: Final = 500
FAR: Final = 1 << 40
"""Deals that have nothing to do with those from 0 on."""
GAMES: Final = ("chefs_choice", "delectable", "diner", "food_court", "ovens")
POOLS: Final = {"chefs_choice": ("medium", "medium~4.4"), "ovens": ("random", "medium~98")}
"""The games of the pools: who sits on all seats, and who on the last one of the new side."""
TRIES: Final = 20
SECONDS: Final = 60.0
CORES: Final = 2
SLIPS: Final = {"chefs_choice": 4.4, "delectable": 2.2, "diner": 1.2, "food_court": 1.3, "ovens": 1.4}
RUNS: Final = 1000
RUN_PAIRS: Final = 500
CODE: Final = 16
"""A pair is one byte: what the first place is divided by (0 for none of it) on the old side times this, and the new."""


class Pairs(NamedTuple):
    """Pairs of games of two settings."""

    old: Setting
    new: Setting


def planted(game: str, level: str = "medium", last: str = "") -> Pairs:
    """Bots of a level at the smallest table; on the new side the last of them slips, or is another one."""
    known = maitred.game(game)
    plain = set_up(known, known.min_players, {}, None, (level,), 0)
    return Pairs(plain, plain._replace(levels=(*plain.levels[:-1], last or f"medium~{SLIPS[game]}")))


class Witness(Slipping):
    """A bot that never slips, and remembers whether it would have."""

    would = False

    def slips_now(self, chance: Stream) -> bool:
        self.would = super().slips_now(chance) or self.would
        return False


def play_pair(pairs: Pairs, deal: int) -> tuple[float, float]:
    """The shares of the last seat on both sides. Without a slip they are the same game, which is played once."""
    running, _ = begun(pairs.old, deal)
    slipping = bot_of(pairs.new.levels[-1], running.state.game)
    assert isinstance(slipping, Slipping)
    if not pairs.new.levels[-1].startswith(pairs.old.levels[-1]):
        return play(pairs.old, deal).firsts[-1], play(pairs.new, deal).firsts[-1]
    witness = Witness(slipping.plain, slipping.slips)
    running.bots[-1] = witness
    running.finish()
    old = running.firsts()[-1]
    return old, play(pairs.new, deal).firsts[-1] if witness.would else old


def play_batch(work: tuple[Pairs, int]) -> list[tuple[float, float]]:
    """The shares of the last seat in a batch of pairs."""
    pairs, batch = work
    return [play_pair(pairs, deal) for deal in range(batch * BATCH, (batch + 1) * BATCH)]


# Pools of pairs


def pool(folder: Path, minutes: float, most: int, jobs: int) -> None:
    """Play pairs for one pool after the other, and go on from what there is; a pool that is full is packed."""
    folder.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + 60 * minutes
    with ProcessPoolExecutor(jobs) as workers:
        for game, levels in POOLS.items():
            pairs = planted(game, *levels)
            file = folder / f"{game}.pairs"
            file.touch()
            while time.monotonic() < deadline and (first := file.stat().st_size // BATCH) < most // BATCH:
                work = [(pairs, batch) for batch in range(first, min(first + 4 * jobs, most // BATCH))]
                with file.open("ab") as out:
                    for told in workers.map(play_batch, work):
                        out.write(bytes([CODE * code(old) + code(new) for old, new in told]))
            kept = file.read_bytes()
            print(f"{game}: {len(kept):,} pairs", flush=True)
            if len(kept) >= most:
                file.with_suffix(".xz").write_bytes(lzma.compress(kept, preset=9 | lzma.PRESET_EXTREME))


def code(share: float) -> int:
    """A share of the first place as a number below 16."""
    return round(1 / share) if share else 0


def kept(game: str) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """The kept pairs of a game: a row each, old and new."""
    codes = np.frombuffer(lzma.decompress((KEPT / f"{game}.xz").read_bytes()), np.uint8)
    shares = np.array([0.0] + [1 / number for number in range(1, CODE)])
    return np.stack([shares[codes // CODE], shares[codes % CODE]], axis=1)


def counted(values: Floats) -> Tally:
    """Paired differences, counted."""
    tally = Tally(-1.0, 1.0)
    different, counts = np.unique(values, return_counts=True)
    tally.counts = dict(zip(different.tolist(), counts.tolist(), strict=True))
    return tally


def ever_seen(values: Floats, mean: float) -> bool:
    """Whether somebody who looks after every chunk would ever exclude that mean."""
    looks = range(CHUNK_DEALS, len(values) + 1, CHUNK_DEALS)
    return any([ever_excluded(counted(values[:look]), mean) for look in looks])


def coverage() -> None:
    """How often intervals over a part of the kept pairs hold the mean of them all."""
    for game in POOLS:
        rows = kept(game)
        every = rows[:, 1] - rows[:, 0]
        truth = float(every.mean())
        size = len(every) // RUNS
        runs = every[: RUNS * size].reshape(RUNS, size)
        plain = [fixed(values) for values in runs]
        safe = [anytime(counted(values)) for values in runs]
        wider = [one.half_width() / other.half_width() for one, other in zip(safe, plain, strict=True)]
        seen = sum([ever_seen(values, truth) for values in runs])
        held = [sum([not each.excludes(truth) for each in intervals]) for intervals in (plain, safe)]
        print(f"{game}: {len(every):,} pairs, mean difference {100 * truth:.2f} points, {RUNS} runs of {size}")
        print(f"   fixed {held[0] / RUNS:.1%}, anytime {held[1] / RUNS:.1%}; at every look {1 - seen / RUNS:.1%}")
        print(f"   anytime as wide as fixed: {np.mean(wider):.2f} times on average, at most {max(wider):.2f}")


def null_alarms() -> None:
    """How many comparisons of a game with itself, over other deals, alarm when looked at after every chunk."""
    total = 0
    for game in POOLS:
        plays = kept(game)[:, 0]
        size = len(plays) // RUNS
        sides = plays[: RUNS * size].reshape(RUNS // 2, 2, size)
        alarms = sum([ever_seen(new - old, 0.0) for old, new in sides])
        total += alarms
        differ = float((sides[:, 0] != sides[:, 1]).mean())
        print(f"{game}: {alarms} alarms in {len(sides)} comparisons of {size} pairs, {differ:.0%} of them unlike")
    print(f"{total} alarms in {RUNS}", flush=True)


# Planted effects


def calibrate(game: str, batches: int) -> None:
    """What so many slips cost, over deals that are used for nothing else."""
    for slips in (1, 1.2, 1.4, 1.6, 2, 2.4, 3, 4, 5):
        tried = planted(game, last=f"medium~{slips}")
        played = [pair for batch in range(FAR, FAR + batches) for pair in play_batch((tried, batch))]
        told = fixed([new - old for old, new in played])
        print(f"{game}: {slips} of 100: {100 * told.mean:.2f} points (±{100 * told.half_width():.2f})", flush=True)


class Found(NamedTuple):
    """One try: whether the effect was found in time, after how many deals, and how many seconds of two cores."""

    in_time: bool
    deals: int
    seconds: float


def find(work: tuple[str, int]) -> Found:
    """Look for the planted effect in deals that no other try has; both sides of every deal are played."""
    game, attempt = work
    old, new = planted(game)
    tally = Tally(-1.0, 1.0)
    deal = (1 + attempt) << 32
    begun = time.process_time()
    while True:
        for _ in range(CHUNK_DEALS):
            tally.add([play(new, deal).firsts[-1] - play(old, deal).firsts[-1]])
            deal += 1
        took = (time.process_time() - begun) / CORES
        if ever_excluded(tally, 0.0) or took > SECONDS:
            return Found(took <= SECONDS and tally.mean() < 0, tally.deals(), took)


CARD: Final = ("food_court", "japan", "vp of Umami", 1)
"""A game, a cuisine of it, a number of the cuisine's deck, and what is added to it."""


def changed_card() -> Comparison:
    """A comparison as a designer would ask for it: one number of a cuisine, and the share of that cuisine."""
    name, deck, title, more = CARD
    game = maitred.game(name)
    tables = tables_of(game, game.read_cards(None))
    number = next(number for number in numbers_of(tables) if number.title() == title)
    options = {"decks": f"{deck},drawn"}
    new = Version(changed(tables, number.path, number.value + more), options)
    return set_comparison(game, game.min_players, Version(None, options), new, ("medium",), 0, 0.01, deck)


def find_card(attempt: int) -> Found:
    """Look for what a changed card did, as `maitred lab diff --about` does."""
    asked = changed_card()
    seed = (1 + attempt) << 32
    comparison = asked._replace(old=asked.old._replace(seed=seed), new=asked.new._replace(seed=seed))
    begun = time.process_time()

    def seconds() -> float:
        return (time.process_time() - begun) / CORES

    def tally_of(rows: Rounds) -> Tally:
        return differences(next(each for each in headlines(comparison, *rows[:2]) if each.name == comparison.about))

    def enough(done: int, rows: Rounds) -> bool:
        return seconds() > SECONDS or ever_excluded(tally_of(rows), 0.0)

    _, rows = play_rounds(tasks_of(comparison), Limit(None, math.inf), processes(1), enough)
    took = seconds()
    return Found(took <= SECONDS and ever_excluded(tally_of(rows), 0.0), len(rows[0]), took)


def tell(name: str, tries: Sequence[Found]) -> None:
    """How many tries found what was planted, and how fast."""
    middle = sorted([each.seconds for each in tries])[len(tries) // 2]
    deals = sorted([each.deals for each in tries])[len(tries) // 2]
    print(
        f"{name}: {sum([each.in_time for each in tries])} of {len(tries)} found within {SECONDS:.0f} s; median "
        f"after {deals:,} deals and {middle:.1f} s, at most {max([each.seconds for each in tries]):.1f} s",
        flush=True,
    )


def planted_effects(games: Sequence[str], tries: int, jobs: int) -> None:
    """How many planted effects are found, and how fast."""
    with ProcessPoolExecutor(jobs) as workers:
        for game in games:
            tell(game, list(workers.map(find, [(game, attempt) for attempt in range(tries)])))


def card_effects(tries: int, jobs: int) -> None:
    """How many tries find what a changed card did."""
    with ProcessPoolExecutor(jobs) as workers:
        tell(f"{CARD[0]}, {CARD[2]} {CARD[3]:+d}", list(workers.map(find_card, range(tries))))


def apart() -> None:
    """How many deals planted effects take if the two sides of a comparison have other deals."""
    for game in POOLS:
        rows = kept(game)
        part = len(rows) // TRIES
        needed = []
        for attempt in range(TRIES):
            old, new = rows[attempt * part : (attempt + 1) * part].T
            values = np.roll(new, part // 2) - old
            looks = range(CHUNK_DEALS, part + 1, CHUNK_DEALS)
            needed.append(next((look for look in looks if ever_excluded(counted(values[:look]), 0.0)), part + 1))
        begun = time.process_time()
        old_side, new_side = planted(game, *POOLS[game])
        for deal in range(BATCH):
            play(old_side, deal), play(new_side, deal)
        each = (time.process_time() - begun) / CORES / BATCH
        tell(f"{game}, nothing alike", [Found(count * each <= SECONDS, count, count * each) for count in needed])


def pairing(games: Sequence[str], batches: int) -> None:
    """The variance of a difference with and without the same deals: in that ratio stand the games that are needed."""
    for game in games:
        rows = np.array([pair for batch in range(batches) for pair in play_batch((planted(game), batch))])
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
    measured = ["pool", "coverage", "null", "calibrate", "planted", "card", "apart", "pairing"]
    parser.add_argument("what", choices=measured)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--most", type=int, default=RUNS * RUN_PAIRS)
    parser.add_argument("--jobs", type=int, default=CORES)
    parser.add_argument("--games", nargs="*", default=list(GAMES))
    parser.add_argument("--tries", type=int, default=TRIES)
    parser.add_argument("--batches", type=int, default=8)
    chosen = parser.parse_args()
    if chosen.what == "pool":
        pool(chosen.folder, chosen.minutes, chosen.most, chosen.jobs)
    elif chosen.what == "coverage":
        coverage()
    elif chosen.what == "null":
        null_alarms()
    elif chosen.what == "calibrate":
        for game in chosen.games:
            calibrate(game, chosen.batches)
    elif chosen.what == "planted":
        planted_effects(chosen.games, chosen.tries, chosen.jobs)
    elif chosen.what == "card":
        card_effects(chosen.tries, chosen.jobs)
    elif chosen.what == "apart":
        apart()
    else:
        pairing(chosen.games, chosen.batches)


if __name__ == "__main__":
    main()

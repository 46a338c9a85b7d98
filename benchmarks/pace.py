"""How long a person waits for three bots between two decisions, and how many minutes a game takes.

`python benchmarks/pace.py` plays whole games without a browser on a clock of its own. Medium bots move when the table's
pace lets them (maitred.table.pace), what happened is shown as the page's scenes show it (scenes.svelte.ts); these go
on while bots move and are hurried so that never more than a few seconds of them wait. Lunch, dinner and the other big
scenes come on top. In real time nobody waits for a turn, so Diner has no such figure.

The minutes add what a person thinks: THINKS_MS for every decision and PER_OFFER_MS for everything there is to choose
from, up to MOST_MS; nothing where the page takes the only answer by itself. These are assumptions, not measured
with people. With bots the minutes are one person's decisions and the bots' time at a relaxed pace. With people they are
everybody's decisions, where those who choose together think at the same time, and everything takes TOGETHER times as
long, since people watch and talk. In real time people are taken to be that much slower than medium bots, too.
"""

from __future__ import annotations

import statistics
import sys
from dataclasses import dataclass, field

import maitred
from maitred.bots.clock import Clock
from maitred.bots.levels import bot, next_move
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.state import State
from maitred.table.lines import Pace
from maitred.table.pace import BotPace

ME = 0
SCENES_MS: dict[Pace, int] = {"usual": 5000, "fast": 1600}
"""How much of its scenes the page lets wait at most, as PACES in scenes.svelte.ts says."""
LINE_MS: dict[Pace, int] = {"usual": 500, "fast": 250}
"""How long the page shows a line of the log."""
THINKS_MS, PER_OFFER_MS, MOST_MS = 3000, 400, 9000
TOGETHER = 2


@dataclass
class Played:
    """One game as a person has waited for it."""

    waits: list[int] = field(default_factory=list)
    """From each decision of one's own until the next was asked, scenes included, where bots moved in between."""
    own_ms: int = 0
    """How long the person thought."""
    all_ms: int = 0
    """How long all would have thought, had they been people."""


def thinks(state: State, seat: int) -> int:
    """How long a person thinks about a decision."""
    offers = len(state.legal(seat))
    return 0 if offers == 1 else min(MOST_MS, THINKS_MS + PER_OFFER_MS * offers)


def play(game: Game, seed: int, pace: Pace, players: int, level: str = "medium") -> Played:
    """Play a game of turns to its end: a bot decides for the person, too."""
    state = game.new(players, seed)
    mind = [bot(level, game) for _ in range(players)]
    levels: list[str | None] = [None if seat == ME else level for seat in range(players)]
    own = [Stream(seed, branch=1 + seat) for seat in range(players)]
    bots = BotPace(game, players, pace, real_time=False, chances=own)
    told = Played()
    now = shown = last_decision = 0
    mover: int | None = None
    thought = -1
    while actors := state.actors():
        if ME in actors and (len(actors) == 1 or thought != state.asked):
            if mover not in (None, ME):
                told.waits.append(max(now, shown) - last_decision)
            now = shown = max(now, shown)
            seat, thought = ME, state.asked
            told.own_ms += thinks(state, seat)
            last_decision = now
        else:
            due = bots.next_bot(state, levels, mover, now)
            if due is None:
                seat = ME
            else:
                seat, now = due
        if seat == actors[0] or len(actors) == 1:
            told.all_ms += thinks(state, seat)
        after = state.clone()
        after.events = []
        after.apply(seat, mind[seat].decide(state, seat, own[seat]))
        lines = sum(game.hear(after, event, ME) is not None for event in after.events)
        shown = min(max(shown, now) + LINE_MS[pace] * max(1, lines), now + SCENES_MS[pace])
        after.events = None
        state = after
        mover = seat
        bots.acted(seat)
    return told


def in_real_time(game: Game, seed: int, players: int) -> int:
    """How many milliseconds a game in real time lasts if all react as medium bots do."""
    state = game.new(players, seed)
    minds = [bot("medium", game) for _ in range(players)]
    own = [Stream(seed, branch=1 + seat) for seat in range(players)]
    clock = Clock([mind.pace for mind in minds], own)
    while state.actors():
        seat, action = next_move(state, minds, own, clock)
        state.apply(seat, action)
    return clock.now


def minutes(game: Game, games: int) -> tuple[float, float]:
    """The median length of a game of four: with three bots, and with people."""
    if game.new(4, 0).may_wait(0):
        lasts = statistics.median(in_real_time(game, seed, 4) for seed in range(games)) / 60_000
        return lasts * TOGETHER, lasts * TOGETHER * TOGETHER
    played = [play(game, seed, "usual", 4) for seed in range(games)]
    with_bots = statistics.median(sum(one.waits) + one.own_ms for one in played) / 60_000
    return with_bots, TOGETHER * statistics.median(one.all_ms for one in played) / 60_000


def main() -> None:
    """Print a line for every game."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    print(f"Four players, {games} games each: median wait at brisk, minutes with bots and with people")
    for game in maitred.all_games():
        with_bots, with_people = minutes(game, games)
        brisk = "real time"
        if not game.new(4, 0).may_wait(0):
            waits = [wait for seed in range(games) for wait in play(game, seed, "fast", 4).waits]
            middle, most = statistics.median(waits), statistics.quantiles(waits, n=4)[2]
            brisk = f"{middle / 1000:.1f} s, three quarters within {most / 1000:.1f} s"
        print(f"{game.title:14} {brisk:36} {with_bots:5.1f} min with bots {with_people:6.1f} min with people")


if __name__ == "__main__":
    main()

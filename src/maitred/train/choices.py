"""What long searches make of positions, to learn from how a short one should spend its time.

In each position all candidates have been played in the same worlds, far more often than a search at a table can
afford. How much worse than the best of them is what a short search picks? This regret shows in a minute what games
between bots show in hours.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from maitred.bots.levels import Bot, Greedy, Searcher
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.sense import Sense
from maitred.kernel.state import NOBODY
from maitred.train.positions import Table

STRAYS: Final = 25
"""One decision in so many is made at random."""
TAKEN: Final = 6
"""One decision in so many is taken, where they are to be searched again: then each should be of another kind."""
FOREVER: Final = 1e18


class Choice(NamedTuple):
    """A decision, as ints that can be unpacked, and the value of each candidate."""

    known: list[int]
    """Empty if it is only to be learned from, since there are many of these."""
    seat: int
    may_wait: bool
    values: dict[int, float]
    worths: dict[int, float]
    """The worths of the candidates, in units in which a seat that is 1 ahead is 73 % sure to finish ahead."""
    observation: bytes


def choices(
    game: Game, players: int, seed: int, count: int, iterations: int, long: int, again: bool = True
) -> list[Choice]:
    """Decisions from games between bots, hard ones with `iterations` and medium ones; searched with `long`.

    `again`: they are to be searched again, not only to be learned from.
    """
    bots: list[Bot] = [Searcher(game.sense, iterations), Searcher(game.sense, iterations), Greedy(game.sense, 0)]
    found: list[Choice] = []
    dealt = seed
    while len(found) < count:
        table = Table(game, players, dealt, bots)
        state, lots = table.state, table.lots
        while (actor := state.first_actor()) != NOBODY and len(found) < count:
            actor, action = table.decision(actor)
            legal = state.legal(actor)
            if not again or lots.below(TAKEN) == 0:
                may_wait = table.clock is not None and state.may_wait(actor)
                known = state.determinize(actor, lots)
                if may_wait or (len(legal) > 1 and game.sense.obvious(known, actor, legal) < 0):
                    search = Searcher(game.sense, long).new_search(known, actor, lots.fork(), may_wait)
                    if search.is_needed():
                        search.run_round(int(long * game.sense.budget_factor(known)), FOREVER)
                        values = {each.action: each.mean() for each in search.remaining if each.visits > 0}
                        worths = {each.action: each.worth / search.value_scale for each in search.remaining}
                        packed = known.pack() if again else []
                        seen = game.observe(state, actor)
                        found.append(Choice(packed, actor, may_wait, values, worths, seen))
            state.apply(actor, lots.choice(legal) if lots.below(STRAYS) == 0 else action)
        dealt += 1
    return found


def regret(game: Game, sense: Sense, decided: list[Choice], iterations: int) -> tuple[float, float]:
    """How much worse than the best candidates those are that a search picks, and how many iterations it took."""
    total, taken = 0.0, 0
    thinker = Searcher(sense, iterations)
    for at, choice in enumerate(decided):
        known = game.unpack(choice.known)
        search = thinker.new_search(known, choice.seat, Stream(at), choice.may_wait)
        search.run(max(1, round(iterations * sense.budget_factor(known))))
        taken += search.iterations
        total += (
            max(choice.values.values())
            - choice.values[next(each.action for each in search.ranked() if each.action in choice.values)]
        )
    return total / len(decided), taken / len(decided)

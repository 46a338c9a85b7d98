"""Tokens keep flowing at a live table: bots do not hold what a person waits for."""

from __future__ import annotations

import pytest

from maitred.bots.clock import WAIT
from maitred.bots.levels import bot
from maitred.games.diner import GAME
from maitred.games.diner.rules import Diner
from maitred.kernel.chance import Stream
from maitred.table.pace import BotPace

PLAYERS = 4
PERSON = 0
REACTION_MS = 800
LONGEST_WAIT_MS = 4_000


def evening(seed: int, level: str) -> tuple[int, int]:
    """A seat that acts by script among three bots, on the clock of a live table: how long it took in milliseconds, and
    how many tokens came to that seat."""
    state = GAME.new(PLAYERS, seed)
    assert isinstance(state, Diner)
    chances = [Stream(seed, seat) for seat in range(PLAYERS)]
    pace = BotPace(GAME, PLAYERS, "usual", real_time=True, chances=chances)
    levels = [None if seat == PERSON else level for seat in range(PLAYERS)]
    script, other = bot("medium", GAME), bot(level, GAME)
    ms = came = 0
    ready: int | None = None
    while actors := state.actors():
        if PERSON not in actors:
            ready = None
        elif ready is None:
            ready = ms + REACTION_MS
        found = pace.next_bot(state, levels, None, ms)
        if ready is not None and (found is None or ready <= found[1]):
            seat, ms, ready = PERSON, ready, None
            action = script.decide(state, seat, chances[seat])
        else:
            assert found is not None
            seat, ms = found
            decide = other.decide if pace.must_act(seat) else other.decide_or_wait
            action = decide(state, seat, chances[seat])
            if action == WAIT:
                pace.waits(seat)
                continue
        had = state.tokens[PERSON]
        state.apply(seat, action)
        pace.acted(seat)
        came += seat != PERSON and state.tokens[PERSON] > had
    return ms, came


@pytest.mark.strength
def test_a_person_among_three_bots_gets_a_token_every_four_seconds_over_a_hundred_games() -> None:
    for level in ("easy", "medium"):
        played = [evening(seed, level) for seed in range(50)]
        tokens = sum(came for _, came in played)
        assert sum(ms for ms, _ in played) <= LONGEST_WAIT_MS * tokens, level

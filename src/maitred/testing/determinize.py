"""`determinize` is a function of what the seat knows and of the given stream, nothing else."""

from __future__ import annotations

from maitred.bots.clock import WAIT
from maitred.bots.experts import offers
from maitred.bots.levels import EXPERT, LEVELS, Bot, bot
from maitred.kernel.chance import Stream
from maitred.kernel.play import play_out
from maitred.kernel.state import State
from maitred.testing.tables import Setting, any_seed, moment

THOUGHTS = 6  # of a hard bot: enough to see every kind of decision


@any_seed
def test_determinizing_twice_is_determinizing_once(table: Setting, seed: int) -> None:
    state = moment(table, seed)
    before = state.pack()
    for seat in range(table.players):
        once = state.determinize(seat, Stream(seed, branch=2))
        twice = state.determinize(seat, Stream(seed, branch=1)).determinize(seat, Stream(seed, branch=2))
        assert twice.pack() == once.pack()
    assert state.pack() == before, "determinize changed the state it was asked of"


@any_seed
def test_a_determinized_state_is_a_state_like_any_other(table: Setting, seed: int) -> None:
    state = moment(table, seed)
    for seat in range(table.players):
        known = state.determinize(seat, Stream(seed))
        assert known.legal(seat) == state.legal(seat)
        assert known.actors() == state.actors()
        assert sorted(known.inventory()) == sorted(state.inventory())
        assert table.game.unpack(known.pack()).pack() == known.pack()
        play_out(known, Stream(seed))
        assert known.actors() == []


@any_seed
def test_no_bot_can_tell_apart_what_its_seat_cannot(table: Setting, seed: int) -> None:
    state = moment(table, seed)
    for seat in state.actors():
        other = state.determinize(seat, Stream(seed, branch=3))
        for level in (*LEVELS, EXPERT) if table.players in offers(table.game) else LEVELS:
            player = bot(level, table.game, iterations=THOUGHTS)
            decide_alike(player, state, other, seat, seed)


def decide_alike(player: Bot, state: State, other: State, seat: int, seed: int) -> None:
    """Check that a bot decides the same in two states that its seat cannot tell apart, and as the rules allow."""
    choice = player.decide(state, seat, Stream(seed))
    assert choice in state.legal(seat)
    assert player.decide(other, seat, Stream(seed)) == choice
    if state.may_wait(seat):
        eager = player.decide_or_wait(state, seat, Stream(seed))
        assert eager in (WAIT, *state.legal(seat))
        assert player.decide_or_wait(other, seat, Stream(seed)) == eager

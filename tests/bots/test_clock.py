"""The virtual clock: who acts next where several may, and that waiting never stops a game."""

from __future__ import annotations

import pytest

import maitred
from maitred.bots.clock import IDLE, NOBODY, PERSON, WAIT, WAITING, Clock
from maitred.bots.levels import Bot, Random, bot, next_move, play_game
from maitred.kernel.chance import Stream
from maitred.kernel.state import State

DINER = maitred.game("diner")


class Patient(Bot):
    """Waits whenever it may."""

    def choose(self, known: State, seat: int, chance: Stream) -> int:
        return known.legal(seat)[0]

    def decide_or_wait(self, state: State, seat: int, chance: Stream) -> int:
        assert state.may_wait(seat)
        return WAIT


def streams(players: int, seed: int = 1) -> list[Stream]:
    """A stream of chance for each seat."""
    return [Stream(seed, branch=1 + seat) for seat in range(players)]


def test_the_first_to_be_ready_acts_and_times_spread_around_the_pace() -> None:
    state = DINER.new(4, 1)
    times: list[int] = []
    for seed in range(400):
        clock = Clock([1000] * 4, streams(4, seed))
        seat = clock.next_seat(state)
        assert clock.due[seat] == min(clock.due)
        times += clock.due
    times.sort()
    assert times[0] >= 450
    assert times[-1] <= 2300
    assert 970 < times[len(times) // 2] < 1030
    assert len(set(times)) > 500


def test_asking_again_changes_nothing_until_somebody_acts() -> None:
    state = DINER.new(3, 1)
    clock = Clock([1000] * 3, streams(3))
    seat = clock.next_seat(state)
    due = list(clock.due)
    assert clock.next_seat(state) == seat
    assert clock.due == due
    clock.now = clock.due[seat]
    state.apply(seat, state.legal(seat)[0])
    clock.acted(seat)
    clock.next_seat(state)
    assert [clock.due[other] for other in range(3) if other != seat] == [due[o] for o in range(3) if o != seat]


def test_seats_that_may_not_act_take_no_time() -> None:
    state = DINER.load({"players": 3, "tokens": [0, 4, 0]})
    clock = Clock([1000] * 3, streams(3))
    assert clock.next_seat(state) == 1
    assert [clock.due[0], clock.due[2]] == [IDLE, IDLE]


def test_who_waits_looks_again_when_somebody_has_acted() -> None:
    state = DINER.load({"players": 2, "tokens": [2, 1]})
    clock = Clock([1000] * 2, streams(2))
    seat = clock.next_seat(state)
    clock.waits(seat)
    assert clock.due[seat] == WAITING
    other = clock.next_seat(state)
    assert other == 1 - seat
    clock.now = clock.due[other]
    clock.acted(other)
    clock.next_seat(state)
    assert clock.due[seat] >= clock.now


def test_if_all_wait_the_first_must_act() -> None:
    state = DINER.load({"players": 3, "tokens": [2, 1, 1]})
    clock = Clock([1000] * 3, streams(3))
    order = []
    for _ in range(3):
        order.append(clock.next_seat(state))
        clock.now = clock.due[order[-1]]
        clock.waits(order[-1])
        assert clock.pressed == NOBODY
    assert sorted(order) == [0, 1, 2]
    assert clock.next_seat(state) == order[0]
    assert clock.pressed == order[0]
    assert clock.due[order[0]] > clock.now


def test_bots_that_wait_leave_it_to_people_and_people_are_never_timed() -> None:
    state = DINER.load({"players": 2, "tokens": [2, 1]})
    clock = Clock([1000, PERSON], streams(2))
    assert clock.next_seat(state) == 0
    clock.waits(0)
    assert clock.next_seat(state) == NOBODY
    alone = DINER.load({"players": 2, "tokens": [3, 0]})
    assert clock.next_seat(alone) == 0, "nobody but the bot can act"


def test_the_quicker_bot_acts_more_often_where_tokens_can_be_taken() -> None:
    state = DINER.new(2, 3, {"relief": "on"})
    bots: list[Bot] = [Random(500), Random(3000)]
    chances = streams(2)
    clock = Clock([500, 3000], chances)
    moves = [0, 0]
    while state.actors():
        before = clock.now
        seat, action = next_move(state, bots, chances, clock)
        assert clock.now >= before
        moves[seat] += 1
        state.apply(seat, action)
    assert moves[0] > moves[1]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("calls", ["auto", "players"])
def test_a_table_full_of_waiting_bots_comes_to_an_end(players: int, calls: str) -> None:
    state = DINER.new(players, 2, {"calls": calls})
    play_game(state, [Patient() for _ in range(players)], streams(players))
    assert state.actors() == []


@pytest.mark.parametrize("pace", ["live", "calm"])
def test_the_same_streams_give_the_same_game(pace: str) -> None:
    ends = []
    for _ in range(2):
        state = DINER.new(3, 5, {"pace": pace})
        play_game(state, [bot(level, DINER) for level in ("medium", "easy", "random")], streams(3))
        ends.append(state.pack())
    assert ends[0] == ends[1]


def test_turn_games_and_games_of_choosing_together_are_the_simple_case() -> None:
    for game in maitred.all_games():
        players = game.min_players
        state = game.new(players, 1)
        play_game(state, [bot("random", game) for _ in range(players)], streams(players))
        assert state.actors() == []


def test_easy_bots_are_slower() -> None:
    assert bot("easy", DINER).pace > bot("medium", DINER).pace == bot("random", DINER).pace

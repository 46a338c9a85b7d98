"""What a good player of Ovens knows: it plays well, and its reasons give nothing away."""

from __future__ import annotations

import pytest

from maitred.bots.levels import Bot, Greedy, bot, play_game
from maitred.games.ovens.rules import ACTION, GO_ON, KEEP, SABOTAGE_WITH
from maitred.kernel.chance import Stream
from maitred.kernel.sense import Sense
from maitred.kernel.state import State
from tests.games.ovens.positions import GAME, do, fresh, hand, kind, moves, position, stacked


class Gentle(Sense):
    """The same judgement, but it never sabotages."""

    def value(self, state: State, seat: int) -> float:
        return GAME.sense.value(state, seat)

    def worth(self, state: State, seat: int, action: int) -> float:
        return -1e9 if SABOTAGE_WITH <= action < GO_ON else GAME.sense.worth(state, seat, action)

    def reason(self, state: State, seat: int, action: int) -> str:
        return GAME.sense.reason(state, seat, action)


def first_places(one: Bot, other: Bot, deals: int) -> float:
    """How many of two games a deal the first bot wins, seats mirrored; a shared win is half of one."""
    won = 0.0
    for seed in range(deals):
        for seat in range(2):
            state = fresh(2, seed)
            play_game(state, [one, other] if seat == 0 else [other, one], [Stream(seed, 1), Stream(seed, 2)])
            best = state.ranking()[0]
            won += 1 / len(best) if seat in best else 0
    return won


def best_move(state: State, seat: int) -> str:
    """What a medium bot does, in words."""
    action = bot("medium", GAME).decide(state, seat, Stream(3))
    return str(GAME.describe(state, seat, action)["label"])


def test_it_finishes_a_dish_when_it_can() -> None:
    for round_ in (1, 6):
        oven = ["Dough", "Tomato", "Meat"]
        state = position(2, round=round_, moment="prepare", hands=[["Egg", "Rat"], ["Fly"]], ovens=[oven, []])
        assert best_move(state, 0) == "Put Egg into your oven"


def test_it_takes_what_its_dish_lacks() -> None:
    state = stacked(position(2, hands=[["Dough", "Tomato", "Meat"], []]), "Egg")
    assert best_move(state, 0) == "Take Egg from the pile"
    assert GAME.sense.reason(state, 0, moves(state, "take")[0]["action"]) == "Your dish has a use for Egg."


def test_it_sabotages_with_what_hurts_most() -> None:
    state = position(2, moment="sabotage", hands=[["Fly", "Snail"], []], ovens=[[], ["Dough", "Onion"]])
    assert best_move(state, 0) == "Slip Snail into {1}'s oven"


def test_looking_ahead_changes_nothing() -> None:
    state = fresh(3, 5)
    chance = Stream(9)
    while state.actors():
        seat = state.actors()[0]
        before = state.pack()
        for action in state.legal(seat):
            GAME.sense.worth(state, seat, action)
            GAME.sense.reason(state, seat, action)
        GAME.sense.worths(state, seat, state.legal(seat))
        GAME.sense.rollout_worths(state, seat, state.legal(seat))
        assert state.pack() == before
        legal = state.legal(seat)
        state.apply(seat, legal[chance.below(len(legal))])


@pytest.mark.parametrize("players", [2, 4])
def test_in_a_hurry_it_thinks_much_the_same(players: int) -> None:
    decisions = agreed = 0
    off: list[float] = []
    for seed in range(16 // players):
        state = fresh(players, seed)
        chance = Stream(seed, 1)
        while state.actors():
            seat = state.actors()[0]
            legal = state.legal(seat)
            worths = GAME.sense.worths(state, seat, legal)
            guesses = GAME.sense.rollout_worths(state, seat, legal)
            assert worths == [GAME.sense.worth(state, seat, action) for action in legal]
            if state.moment in (ACTION, KEEP):
                decisions += 1
                agreed += worths.index(max(worths)) == guesses.index(max(guesses))
                off += [abs(guess - worth) for guess, worth in zip(guesses, worths, strict=True)]
            else:
                assert guesses == worths
            best = legal[worths.index(max(worths))]
            state.apply(seat, best if chance.below(4) else legal[chance.below(len(legal))])
    assert decisions > 100
    assert agreed > 0.9 * decisions
    assert sum(off) / len(off) < 0.2


def test_even_in_a_hurry_nobody_pays_for_a_card_of_less_use() -> None:
    state = position(2, round=3, moment="action", hands=[["Tomato", "Meat"], ["Fly", "Shrimp"]])
    do(state, "raid")
    legal = state.legal(0)
    guesses = GAME.sense.rollout_worths(state, 0, legal)
    assert [GAME.describe(state, 0, action)["verb"] for action in legal] == ["keep", "keep", "return"]
    assert guesses.index(max(guesses)) == 2


def test_among_five_fewer_worlds_are_looked_at_for_they_are_slow_to_find() -> None:
    assert [GAME.sense.budget_factor(fresh(players)) == 1 for players in (2, 3, 4, 5)] == [True, True, True, False]
    assert 0 < GAME.sense.budget_factor(fresh(5)) < 1


def test_reasons_tell_nothing_that_the_seat_does_not_know() -> None:
    for seed in range(4):
        state = fresh(3, seed)
        chance = Stream(seed, branch=8)
        while state.actors():
            seat = state.actors()[0]
            other = state.determinize(seat, chance)
            for action in state.legal(seat):
                assert GAME.sense.reason(state, seat, action) == GAME.sense.reason(other, seat, action)
            legal = state.legal(seat)
            state.apply(seat, legal[chance.below(len(legal))])


def test_a_card_known_in_a_hand_is_a_reason_to_raid() -> None:
    state = position(2, moment="action", hands=[["Rat"], ["Egg", "Fly"]], memory=[["Egg", ["hand", 1], [0]]])
    assert "Egg" in hand(state, 1)
    raid = moves(state, "raid")[0]["action"]
    assert GAME.sense.reason(state, 0, raid) == "That hand holds Egg, which you can use."
    assert kind("Egg") in state.known_in_hand(1, 0)


def test_the_reason_to_give_a_card_is_what_either_dish_has_of_it() -> None:
    dishes = ["WcBurguer", "Monsieur Soup"]
    state = position(2, moment="action", dishes=dishes, hands=[["Dough", "Onion", "Rat"], ["Fly", "Cheese"]])
    do(state, "raid")
    do(state, "keep", "Fly")
    reasons = {move["label"].split()[1]: GAME.sense.reason(state, 0, move["action"]) for move in moves(state, "give")}
    assert reasons == {
        "Dough": "You can find Dough again, and their dish has no use for it.",
        "Onion": "Your dish has no use for Onion, though theirs has.",
        "Rat": "Your dish has no use for Rat, and neither has theirs.",
    }


@pytest.mark.soak
def test_medium_beats_random() -> None:
    assert first_places(bot("medium", GAME), bot("random", GAME), 50) >= 95


@pytest.mark.soak
def test_who_never_sabotages_does_worse() -> None:
    assert first_places(Greedy(Gentle(), 0), bot("medium", GAME), 100) < 80


def test_the_outlook_is_better_with_a_turn_to_come_a_card_on_the_pile_and_a_clean_oven() -> None:
    plain = stacked(position(2, round=3, hands=[["Fly"], ["Fly"]], ovens=[[], []]), "Fly")
    wanted = stacked(position(2, round=3, hands=[["Fly"], ["Fly"]], ovens=[[], []]), "Egg")
    dirty = stacked(position(2, round=3, hands=[["Fly"], ["Fly"]], ovens=[[["Rat", 1]], []]), "Fly")
    assert GAME.sense.win_chances(plain)[0] > 0.5
    assert GAME.sense.win_chances(wanted)[0] > GAME.sense.win_chances(plain)[0] > GAME.sense.win_chances(dirty)[0]


def test_the_outlook_of_a_dish_is_better_the_nearer_it_is() -> None:
    chances = []
    for held in ([], ["Dough"], ["Dough", "Tomato"], ["Dough", "Tomato", "Meat"], ["Dough", "Tomato", "Meat", "Egg"]):
        chances.append(GAME.sense.win_chances(stacked(position(4, round=4, hands=[held, [], [], []]), "Fly"))[0])
    assert chances == sorted(chances)


def test_of_all_ovens_only_that_of_the_cook_who_is_ahead_is_called_so() -> None:
    done = [[], [["Tidal Yakitori", 0, 0]], []]
    state = position(3, moment="sabotage", hands=[["Rat"], [], []], finished=done)
    reasons = [GAME.sense.reason(state, 0, move["action"]) for move in moves(state, "sabotage")]
    ahead = "of the others that cook is the furthest ahead"
    assert [ahead in reason for reason in reasons] == [True, False]
    assert all("worth 4 less with it, once it is done" in reason for reason in reasons)

"""What a good player of Delectable knows of reviews: when they build, when they guard, when they hurt."""

from __future__ import annotations

from typing import Any

import pytest

from maitred.bots.levels import Greedy, bot, play_game
from maitred.games.delectable.rules import COMMIT, MAX_PLAYERS, NAME, REVIEW, STEAL_FROM, Delectable, run_at
from maitred.kernel.chance import Stream
from maitred.kernel.sense import Sense
from maitred.kernel.state import State
from tests.games.delectable.positions import GAME, card, cards, position

TWO_STARS = [*cards("server", 2, 2), *cards("chef", 2, 2), *cards("food", 2, 2), *cards("equipment", 2, 2)]
FEW_STARS = cards("server", 3, 3, 3) + cards("chef", 3, 3, 3) + cards("food", 3, 3, 3) + cards("equipment", 3, 3, 3)


class Uncritical(Sense):
    """The same judgement by somebody who never rolls for a review and never gives one."""

    def value(self, state: State, seat: int) -> float:
        return GAME.sense.value(state, seat)

    def worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        assert isinstance(state, Delectable)
        seen = state.clone()
        seen.market[REVIEW] = []
        worths = GAME.sense.worths(seen, seat, [action for action in actions if action != NAME + REVIEW])
        if NAME + REVIEW in actions:
            worths.insert(actions.index(NAME + REVIEW), -1e9)
        return [-1e9 if action < COMMIT else worth for action, worth in zip(actions, worths, strict=True)]

    def worth(self, state: State, seat: int, action: int) -> float:
        return self.worths(state, seat, [action])[0]

    def reason(self, state: State, seat: int, action: int) -> str:
        return GAME.sense.reason(state, seat, action)


def reviewed(state: Delectable) -> int | None:
    """The seat that a medium bot reviews, if it does."""
    action = bot("medium", GAME).decide(state, 0, Stream(1))
    return action % MAX_PLAYERS if action < COMMIT else None


def with_deck(size: int, **words: Any) -> Delectable:
    """A position with so many cards to come, the rest discarded."""
    state = position(**words)
    state.discard += state.deck[size:]
    del state.deck[size:]
    return state


def test_a_review_of_ones_own_restaurant_is_given_early() -> None:
    assert reviewed(position(hands=[[card("review", 3)], []])) == 0


def test_the_first_review_of_a_rival_is_kept_until_nothing_can_be_made_of_it() -> None:
    words: dict[str, Any] = {"hands": [[card("review", 5)], []], "restaurants": [FEW_STARS, TWO_STARS]}
    assert reviewed(with_deck(50, **words)) != 1
    assert reviewed(with_deck(3, **words)) == 1


def test_a_second_review_guards_what_one_from_a_rival_would_take() -> None:
    stars = [card("review", 3), *FEW_STARS]
    words: dict[str, Any] = {"hands": [[card("review", 3, 1)], [card("review", 2)]], "restaurants": [stars, []]}
    assert reviewed(with_deck(8, **words)) == 0


def test_stealing_from_who_has_no_such_card_is_worth_nothing() -> None:
    state = position(players=3, hands=[cards("food", 3, 3, 3), cards("chef", 4), cards("food", 4)])
    state.apply(0, COMMIT + run_at(0, 2))
    in_vain, gain = GAME.sense.worths(state, 0, [STEAL_FROM + 1, STEAL_FROM + 2])
    assert in_vain == GAME.sense.value(state, 0) < gain
    assert GAME.sense.worth(state, 0, STEAL_FROM + 2) == gain


@pytest.mark.strength
def test_between_two_reviews_are_worth_a_good_part_of_the_games() -> None:
    medium = bot("medium", GAME)
    uncritical = Greedy(Uncritical(), 0)
    won = 0.0
    for seed in range(30):
        for seat in range(2):
            state = GAME.new(2, seed)
            bots = [medium, uncritical] if seat == 0 else [uncritical, medium]
            play_game(state, bots, [Stream(seed, 1), Stream(seed, 2)])
            best = state.ranking()[0]
            won += 1 / len(best) if seat in best else 0
    assert won >= 33

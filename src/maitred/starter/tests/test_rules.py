"""The rules, clause by clause."""

from __future__ import annotations

from maitred.starter.game import GAME, ROUNDS, Tasting


def table(hands: list[list[int]], round: int = 0, spit: int = 0, deck: list[int] | None = None) -> Tasting:
    """A game in which everybody holds these bottles."""
    state = GAME.new(len(hands), seed=1)
    assert isinstance(state, Tasting)
    state.hands, state.round, state.spit, state.deck = hands, round, spit, deck or []
    return state


def test_T1_the_highest_bottle_takes_the_point() -> None:
    state = table([[3, 9], [5]])
    state.apply(0, 3)
    assert state.points == [0, 0]
    assert state.actors() == [1]
    state.apply(1, 5)
    assert state.points == [0, 1]


def test_T1_or_the_lowest_if_the_table_wants_it() -> None:
    state = table([[3], [5]], spit=1)
    state.apply(0, 3)
    state.apply(1, 5)
    assert state.points == [1, 0]


def test_T2_whoever_took_the_point_draws_unless_the_game_is_over() -> None:
    for round, drawn in ((0, [7]), (ROUNDS - 1, [])):
        state = table([[3], [5]], round, deck=[7])
        state.apply(0, 3)
        state.apply(1, 5)
        assert state.hands == [[], drawn]


def test_T3_after_three_rounds_the_game_is_over() -> None:
    assert table([[3], [5]], ROUNDS - 1).actors() == [0, 1]
    assert table([[3], [5]], ROUNDS).actors() == []

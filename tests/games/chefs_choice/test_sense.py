"""What a good player of Chef's Choice knows: the tally to be expected, the menus to keep, and that it wins."""

from __future__ import annotations

from typing import Any

import pytest

from maitred.bots.levels import bot, play_game
from maitred.games.chefs_choice.forecast import THIRDS, foreseen, to_come
from maitred.games.chefs_choice.rules import CLEAN_UP, DISCARD, KEEP, LUNCH, ChefsChoice
from maitred.games.chefs_choice.sense import ChefsChoiceSense
from maitred.kernel.chance import Stream
from tests.games.chefs_choice.positions import (
    DOUBLE,
    GAME,
    SINGLE,
    TRIPLE,
    UNDERRATED,
    announcing,
    card,
    dish,
    fresh,
    give,
    menu,
    move,
    on_board,
    position,
    schedule,
)

SENSE = ChefsChoiceSense()


def choice(state: ChefsChoice, seat: int = 0) -> int:
    """What a medium bot does."""
    return bot("medium", GAME).decide(state, seat, Stream(1))


def test_without_more_to_come_the_best_menu_is_served() -> None:
    hand = [menu("Soup", "Steak", "Torte"), menu("Clams", "Lamb", "Cake")]
    state = position(4, step=LUNCH, hands=[hand, [], [], []], tally=on_board(4, Soup=3, Steak=2, Lamb=1, Cake=1))
    assert choice(state) == card("Soup", "Steak", "Torte")


def test_what_is_expected_of_a_dish_is_between_nothing_and_the_most_and_grows_with_its_samples() -> None:
    for step, most in ((2, 5), (8, 7)):
        state = position(4, step=step, tally=on_board(4, Soup=4, Clams=2, Mushrooms=1))
        draws = SENSE.model.draws(state, foreseen(state, 0))
        assert all(0 <= customers <= most for category in draws for customers in category)
        caesar, mushrooms, soup, clams, _ = draws[0]
        assert soup > clams > mushrooms > caesar


def test_the_cards_of_those_yet_to_speak_are_foreseen() -> None:
    table = [menu("Soup", "Steak", "Torte"), menu("Clams", "Lamb", "Cake"), menu("Clams", "Lamb", "Torte"), ""]
    state = announcing(TRIPLE, table[:3])
    tally = foreseen(state, 0)
    assert tally[dish("Clams")] >= 2 * THIRDS
    assert tally[dish("Steak")] <= THIRDS
    assert sum(tally) == 9 * THIRDS


def test_samples_to_come_are_those_of_the_rounds_before_the_next_meal() -> None:
    tiles = [TRIPLE, DOUBLE, SINGLE, "Hi Neighbor", UNDERRATED]
    expected = {2: 6, 3: 3, 4: 1, 5: 0, 6: 4.5, 8: 4.5, 9: 2.5, 10: 1, 11: 0}
    for step, samples in expected.items():
        assert to_come(position(4, step=step, schedule=tiles)) == pytest.approx(4 * samples)
    hidden = position(4, step=3, schedule=tiles, tiles="hidden")
    assert to_come(hidden) == pytest.approx(4 * (2 + 1.5))


def test_samples_go_to_the_menu_that_is_kept() -> None:
    hand = [menu("Soup", "Lamb", "Cake"), menu("Mushrooms", "Lamb", "Cake")]
    state = announcing(
        SINGLE,
        [menu("Soup", "Steak", "Torte")],
        schedule=schedule(SINGLE, 2),
        step=4,
        first=2,
        hands=[hand, [], [], []],
        tally=on_board(4, Soup=3, Clams=3, Steak=3, Torte=3, Lamb=1, Cake=1),
    )
    assert choice(state) == give(0)


def test_a_marker_is_moved_to_where_it_helps() -> None:
    words: dict[str, Any] = {"schedule": schedule(UNDERRATED, 2), "step": 4, "first": 2, "moment": "and then"}
    board = {"Torte": [0, 2, 2, 0, 0], "Soup": [0, 2, 0, 0, 0], "Clams": [0, 0, 1, 0, 0], "Steak": [1, 1, 1, 0, 0]}
    hand = [menu("Clams", "Lamb", "Cake"), menu("Clams", "Lamb", "Torte")]
    state = announcing(UNDERRATED, [], hands=[hand, [], [], []], tally=board, **words)
    assert choice(state) == move("Steak", "Lamb"), "second in its category, where Clams could but tie"


def test_a_good_last_card_is_kept_and_a_poor_one_is_not() -> None:
    board = on_board(4, Soup=5, Steak=5, Torte=5)
    for name, expected in ((menu("Soup", "Steak", "Torte"), KEEP), (menu("Clams", "Lamb", "Cake"), DISCARD)):
        state = position(4, step=CLEAN_UP, hands=[[name], [], [], []], tally=board)
        assert choice(state) == expected


def test_the_value_of_a_position_follows_the_customers() -> None:
    rich = position(4, step=8, lunch_customers=[[5, 5, 5], [0, 0, 0], [0, 0, 0], [0, 0, 0]])
    poor = position(4, step=8, lunch_customers=[[0, 0, 0], [5, 5, 5], [0, 0, 0], [0, 0, 0]])
    assert SENSE.value(rich, 0) == pytest.approx(SENSE.value(poor, 0) + 15)
    over = position(4, step=12, lunch_customers=[[5, 5, 5], [0, 0, 0], [0, 0, 0], [0, 0, 0]])
    assert SENSE.value(over, 0) > SENSE.value(over, 1)


def test_every_action_has_a_worth_and_a_reason_and_nothing_is_changed() -> None:
    for seed in range(4):
        state = fresh(5, seed, tiles="hidden" if seed % 2 else "shown")
        pick = Stream(seed)
        while actors := state.actors():
            before = state.pack()
            for seat in actors:
                for action in state.legal(seat):
                    assert isinstance(SENSE.worth(state, seat, action), float)
                    reason = SENSE.reason(state, seat, action)
                    assert reason[0].isupper()
                    assert reason.endswith(".")
            assert state.pack() == before
            actions = state.legal(actors[0])
            state.apply(actors[0], actions[pick.below(len(actions))])


def test_medium_beats_three_randoms_far_more_often_than_not() -> None:
    medium, other = bot("medium", GAME), bot("random", GAME)
    games = 80
    won = 0.0
    for seed in range(games):
        state = fresh(4, seed)
        me = seed % 4
        play_game(state, [medium if seat == me else other for seat in range(4)], [Stream(seed, at) for at in range(4)])
        best = state.ranking()[0]
        won += (me in best) / len(best)
    assert won >= 0.75 * games


def test_the_worth_of_a_card_does_not_depend_on_what_else_is_asked_for() -> None:
    for tile in (SINGLE, DOUBLE, TRIPLE):
        state = fresh(4, 3, schedule=", ".join(schedule(tile)))
        hand = state.legal(0)
        worths = SENSE.worths(state, 0, hand)
        assert len(set(worths)) > 1
        assert [SENSE.worths(state, 0, [card])[0] for card in hand] == worths
        assert SENSE.worths(state, 0, hand[::-1]) == worths[::-1]


def test_a_meal_is_served_without_a_thought() -> None:
    tally = on_board(4, Soup=[0, 2, 0, 0, 0], Steak=[0, 1, 0, 0, 0])
    best, other = menu("Soup", "Steak", "Torte"), menu("Clams", "Lamb", "Cake")
    state = position(4, step=LUNCH, hands=[[best, other], [], [], []], tally=tally)
    assert SENSE.obvious(state, 0, state.legal(0)) == state.printed.names.index(best)
    morning = fresh(4, 1)
    assert SENSE.obvious(morning, 0, morning.legal(0)) == -1


@pytest.mark.parametrize(("soup", "takes"), [(9, "nothing"), (4, "a little")])
def test_a_sample_that_draws_level_with_ones_own_dish_takes_something_from_it(soup: int, takes: str) -> None:
    hand = [menu("Soup", "Steak", "Torte"), menu("Soup", "Cornish", "Torte")]
    table = [menu("Clams", "Lamb", "Cake"), menu("Mushrooms", "Flounder", "Bananas")]
    tally = on_board(4, Soup=soup, Clams=3, Steak=3, Torte=3)
    state = announcing(SINGLE, table, hands=[hand, [], [], []], tally=tally)
    assert f"Clams takes {takes} from Soup, Steak and Torte" in SENSE.reason(state, 0, give(0))

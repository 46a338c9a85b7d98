"""F14: the six roles, their pairs, and how they go round."""

from __future__ import annotations

from typing import Any

import pytest

from maitred.games.food_court import GAME
from maitred.games.food_court.rules import CHOOSE, FoodCourt
from maitred.games.food_court.view import ROLE_NAMES
from tests.games.food_court.table import (
    NAMES,
    act,
    asked,
    can,
    held,
    labels,
    meal,
    moment,
    new,
    position,
    score,
    station,
)

DECKS = ["italy", "france", "usa", "china", "japan", "mexico"]
DISH = meal("Spaghetti Carbonara", "Penne", "Secondary")


def roles(*names: str, moment: str = "role", counterparts: list[int | None] | None = None, **zones: Any) -> FoodCourt:
    """A table with these roles; without counterparts they are about to be played."""
    stations = [station(DECKS[seat], **(zones if seat == 0 else {})) for seat in range(len(names))]
    facts: dict[str, Any] = {"roles": list(names), "moment": moment}
    if counterparts is not None:
        facts["counterparts"] = counterparts
    return position(*stations, **facts)


def settled(role: str, *, scores: bool = False, **zones: Any) -> list[int]:
    """The VP of all after the first player's turn, whose counterpart role the second player holds."""
    others = [name for name in ("Critic", "Dishwasher") if name != role][:2]
    state = roles(others[0], role, others[1], moment="play", counterparts=[2, 0, 1], **zones)
    return finish(state, scores)


def finish(state: FoodCourt, scores: bool) -> list[int]:
    """End the turn, scoring or not; the VP of all."""
    if scores:
        score(state)
    else:
        act(state, "End the turn")
    return [there.vp for there in state.stations]


def test_F14_roles_are_played_before_the_round_clockwise_from_the_first_player() -> None:
    state = new(4, 2, roles="on", first=3)
    order = []
    while moment(state) in ("role", "opinion", "supply"):
        if moment(state) == "role":
            order.append(state.actor)
        state.apply(state.actor, state.legal(state.actor)[0])
    assert order == [2, 3, 0, 1]
    assert asked(state) == ("Cleo", "discard")


def test_F14_everyone_is_counterpart_of_exactly_one_other() -> None:
    for players in range(3, 7):
        for seed in range(6):
            state = new(players, seed, roles="on")
            while moment(state) in ("role", "opinion", "supply"):
                legal = state.legal(state.actor)
                state.apply(state.actor, legal[(seed + len(legal)) % len(legal)])
            assert sorted(state.counterpart) == list(range(players))
            assert all(other != seat for seat, other in enumerate(state.counterpart))


def test_F14_a_choice_that_would_leave_the_last_chooser_alone_is_not_offered() -> None:
    state = roles("Chef", "Waiter", "Customer")
    act(state, "Make Ben your counterpart as Chef")
    assert labels(state) == ["Make Cleo your counterpart as Waiter"]
    assert GAME.why_not(state, 1, CHOOSE + 0) == "The last to pick would be left alone: pick that player."
    assert "yourself" in GAME.why_not(state, 1, CHOOSE + 1)
    free = roles("Chef", "Waiter", "Customer")
    act(free, "Make Cleo your counterpart")
    assert labels(free) == ["Make Ada your counterpart as Waiter"]


def test_F14_critic_counts_at_once() -> None:
    state = roles("Critic", "Waiter", "Customer")
    act(state, "Make Ben", "Praise: +1 VP for Ben, +1 for you")
    assert [there.vp for there in state.stations] == [1, 1, 0]
    state = roles("Critic", "Waiter", "Customer")
    act(state, "Make Ben", "Pan: -2 VP for Ben, -1 for you")
    assert [there.vp for there in state.stations] == [-1, -2, 0]
    assert state.stations[0].tally[6] == -1


def cook(state: FoodCourt, *recipes: tuple[str, ...]) -> FoodCourt:
    """Cook recipes with the ingredients named."""
    for recipe, *goods in recipes:
        act(state, f"Cook {recipe}")
        for good in goods:
            act(state, f"Add {good}")
        act(state, "Finish")
    return state


KITCHEN: dict[str, Any] = {
    "hand": ["Spaghetti Carbonara", "Lasagna al Forno", "Marinara", "Napoletana"],
    "prepared": ["Penne", "Penne", "Gnocchi", "Gnocchi", "Secondary", "Secondary"],
}


@pytest.mark.parametrize(
    ("role", "recipes", "gain"),
    [
        ("Chef", [("Spaghetti Carbonara", "Penne", "Secondary")], 2),
        ("Chef", [("Lasagna al Forno", "Penne", "Secondary")], 2),
        ("Chef", [("Spaghetti Carbonara", "Penne")], 0),
        ("Chef", [("Marinara", "Penne")], 0),
        ("Chef", [], 0),
        ("Customer", [("Spaghetti Carbonara", "Penne", "Secondary")], 2),
        ("Customer", [("Spaghetti Carbonara", "Penne")], -2),
        ("Customer", [("Marinara", "Penne")], -2),
        ("Customer", [], -2),
        ("Waiter", [("Marinara", "Penne"), ("Napoletana", "Penne")], 2),
        ("Waiter", [("Marinara", "Penne")], 0),
    ],
)
def test_F14_chef_waiter_and_customer_are_settled_at_the_end_of_the_counterparts_turn(
    role: str, recipes: list[tuple[str, ...]], gain: int
) -> None:
    for scores in (False, True) if recipes else (False,):
        state = roles("Critic", role, "Dishwasher", moment="play", counterparts=[2, 0, 1], **KITCHEN)
        cook(state, *recipes)
        assert [there.vp for there in state.stations] == [0, 0, 0]
        vp = finish(state, scores)
        assert vp[1:] == [gain, 0]
        assert state.stations[0].tally[6] == gain
        assert vp[0] - gain == sum(state.stations[0].tally[:6])


def test_F14_recipes_lost_since_count_and_recipes_of_earlier_turns_do_not() -> None:
    zones = {**KITCHEN, "before": [{"owner": 1, "card": "Recipes"}]}
    state = roles("Critic", "Chef", "Dishwasher", moment="play", counterparts=[2, 0, 1], **zones)
    cook(state, ("Spaghetti Carbonara", "Penne", "Secondary"))
    act(state, "Score", "Ada loses", "Penne (P) goes with it")
    assert [there.vp for there in state.stations] == [2, 2, 0]
    assert settled("Customer", meals=[{**DISH, "turn": 0}]) == [-2, -2, 0]


def test_F14_roles_cannot_be_blocked() -> None:
    zones = {**KITCHEN, "before": [{"owner": 1, "card": "Blocking"}]}
    state = roles("Critic", "Chef", "Dishwasher", moment="play", counterparts=[2, 0, 1], **zones)
    cook(state, ("Spaghetti Carbonara", "Penne", "Secondary"))
    assert finish(state, True)[1] == 2


def dishwasher(**zones: Any) -> FoodCourt:
    """The first player, asked for discards, is the Dishwasher's counterpart."""
    stations = [station("italy", **zones), station("france"), station("usa")]
    facts: dict[str, Any] = {"roles": ["Chef", "Dishwasher", "Critic"], "counterparts": [2, 0, 1]}
    return position(*stations, moment="discard", left=3, **facts)


def test_F14_dishwasher_asks_right_after_the_hand_is_filled() -> None:
    state = dishwasher(hand=["Basil"])
    act(state, "Draw 7 cards")
    assert asked(state) == ("Ada", "wash")
    old = held(state, "hand")
    act(state, "Discard your hand and fill it again: +2 VP for you")
    assert sorted(held(state, "unseen")) == sorted(old)
    assert len(state.stations[0].hand) == 8
    assert [there.vp for there in state.stations] == [2, 0, 0]
    assert asked(state) == ("Ada", "play")
    state = dishwasher()
    act(state, "Draw", "Keep your hand: +2 VP for Ben")
    assert [there.vp for there in state.stations] == [0, 2, 0]
    assert asked(state) == ("Ada", "play")


def supplied(choice: str, **zones: Any) -> FoodCourt:
    """The first player is the Supplier and has picked for the second as well."""
    stations = [
        station("italy", **zones),
        station("france", seen=["Garbure"]),
        station("usa", seen=["Mayo", "Mustard"]),
    ]
    state = position(*stations, roles=["Supplier", "Chef", "Waiter"], moment="role")
    act(state, "Make Ben your counterpart", choice, "Make Cleo", "Make Ada")
    return state


def test_F14_supplier_take_comes_before_the_discards_and_counts_towards_eight() -> None:
    state = supplied("Both take 2 cards", seen=["Basil", "Marinara", "Penne"])
    assert asked(state) == ("Ada", "take")
    act(state, "Take Basil", "Take Penne")
    assert asked(state) == ("Ada", "discard")
    assert labels(state)[-1] == "Draw 6 cards"
    act(state, "Draw 6 cards", "End the turn")
    assert asked(state) == ("Ben", "take")
    act(state, "Take Garbure")
    assert asked(state) == ("Ben", "discard")
    act(state, "Draw 7 cards", "End the turn")
    assert asked(state) == ("Cleo", "discard"), "only the Supplier and the counterpart take"


def test_F14_supplier_less_means_six() -> None:
    state = supplied("Both draw up to 6 cards only", seen=["Basil"])
    for seat, cards in ((0, 6), (1, 6), (2, 8)):
        assert state.actor == seat
        act(state, f"Draw {cards} cards")
        assert len(state.stations[seat].hand) == cards
        act(state, "End the turn")


def test_F14_the_second_fill_for_the_dishwasher_has_the_same_limit() -> None:
    stations = [station("italy"), station("france"), station("usa")]
    facts: dict[str, Any] = {"roles": ["Supplier", "Dishwasher", "Critic"], "counterparts": [2, 0, 1]}
    state = position(*stations, moment="discard", left=3, supply="less", **facts)
    act(state, "Draw 6 cards", "Discard your hand")
    assert len(state.stations[0].hand) == 6


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_F14_the_counterpart_takes_the_role_over_and_roles_not_dealt_stay_out(players: int) -> None:
    state = new(players, players, roles="on", first=1)
    dealt = sorted(state.role)
    assert len(dealt) == players
    for _ in range(4):
        role = list(state.role)
        while moment(state) in ("role", "opinion", "supply"):
            legal = state.legal(state.actor)
            state.apply(state.actor, legal[len(legal) // 2])
        counterpart = list(state.counterpart)
        for _ in range(players):
            while moment(state) == "take":
                state.apply(state.actor, state.legal(state.actor)[0])
            act(state, "Draw")
            if moment(state) == "wash":
                act(state, "Keep")
            act(state, "End the turn")
        for seat in range(players):
            assert state.role[counterpart[seat]] == role[seat], f"{NAMES[seat]} gave {ROLE_NAMES[role[seat]]} away"
        assert sorted(state.role) == dealt
        assert not can(state, "Draw")


def test_F15_what_a_role_gives_is_a_gain_of_its_own_that_a_later_loss_does_not_undo() -> None:
    state = roles("Critic", "Customer", "Waiter", tally={"recipe": 39})
    act(state, "Make Cleo", "Praise", "Make Ada", "Make Ben")
    for _ in range(3):
        act(state, "Draw", "End the turn")
    assert [there.vp for there in state.stations] == [40 - 2, -2, 1]
    assert moment(state) == "over"


def test_F15_a_loss_by_a_role_is_no_part_of_the_scoring_before_it() -> None:
    zones: dict[str, Any] = {"meals": [meal("Marinara", "Penne", turn=0)], "tally": {"recipe": 39}}
    state = roles("Critic", "Customer", "Waiter", moment="play", counterparts=[2, 0, 1], **zones)
    act(state, "Score")
    for _ in range(2):
        act(state, "Draw", "End the turn")
    assert [there.vp for there in state.stations] == [40 - 2, -2, 0]
    assert moment(state) == "over"

"""Food Court clause by clause: each test is named after the clause of the rulings that it guards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from maitred.games.food_court import GAME
from maitred.games.food_court.rules import OVER, PICK, SCORE
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadPosition, BadSetup, IllegalMove
from maitred.kernel.play import play_out
from maitred.kernel.record import Record, read_record
from tests.games.food_court.table import (
    DOWN,
    OFF,
    UP,
    act,
    asked,
    before,
    can,
    discard,
    held,
    labels,
    laid,
    lines,
    meal,
    meals,
    moment,
    new,
    points,
    position,
    score,
    station,
)

PLAYER_COUNTS = range(2, 7)
RECORDS = Path(__file__).parent / "records"

# Common house rulings


def test_G1_who_is_first_is_drawn_from_the_seed_unless_fixed_and_play_goes_clockwise() -> None:
    assert {new(4, seed).first for seed in range(40)} == {0, 1, 2, 3}
    state = new(4, 1, first=3)
    seats = []
    for _ in range(5):
        seats.append(state.turn)
        act(state, "Draw", "End the turn")
    assert seats == [2, 3, 0, 1, 2]


def test_G1_a_last_tie_is_shared() -> None:
    tied = {"tally": {"recipe": 41}, "hand": []}
    state = position(station("italy", **tied), station("france", **tied), turn=1)
    act(state, "End the turn")
    assert state.moment == OVER
    assert state.ranking() == [[0, 1]]
    assert "share the win with 41" in GAME.sheet(state)["verdict"]


@pytest.mark.parametrize(
    ("options", "players", "says"),
    [
        ({"sauce": "on"}, 3, "sauce"),
        ({"roles": "on"}, 2, "roles"),
        ({"roles": "maybe"}, 3, "roles"),
        ({"goal": 9}, 3, "goal"),
        ({"rounds": 0}, 3, "rounds"),
        ({"first": 4}, 3, "first"),
        ({"decks": "italy,france"}, 3, "decks"),
        ({"decks": "italy,italy"}, 2, "decks"),
        ({"decks": "italy,atlantis"}, 2, "atlantis"),
    ],
)
def test_G2_unknown_options_and_wrong_values_are_refused_by_name(
    options: dict[str, object], players: int, says: str
) -> None:
    with pytest.raises(BadSetup, match=says):
        GAME.new(players, 1, options)


def test_G2_every_option_is_honoured() -> None:
    state = new(3, 1, decks=["japan", "drawn", "usa"], roles=True, goal=60, rounds=7, first=2)
    assert [there.deck.id for there in state.stations][::2] == ["japan", "usa"]
    assert state.stations[1].deck.id not in ("japan", "usa")
    assert (state.goal, state.limit, state.first) == (60, 7, 1)
    assert sorted(set(state.role)) == sorted(state.role)
    assert new(3).role == [-1, -1, -1]


def test_G3_a_question_with_one_answer_is_still_asked() -> None:
    state = position(
        station("italy", meals=[meal("Marinara", "Penne")], before=[laid(0, "Ingredients")]),
        station("france"),
    )
    act(state, "Score", "Resolve")
    assert asked(state) == ("Ada", "aim")
    assert labels(state) == ["There is nothing to take"]
    empty = position(station("italy"), station("france"), moment="discard", left=3)
    assert labels(empty) == ["Draw 8 cards"]


def test_G4_a_round_limit_ends_every_game_and_the_highest_score_wins() -> None:
    state = new(2, 1, rounds=2, first=1)
    for _ in range(4):
        assert state.moment != OVER
        act(state, "Draw", "End the turn")
    assert state.moment == OVER
    assert "round 2 was the last" in GAME.sheet(state)["verdict"]


# Setup


def test_F1_everyone_has_a_different_shuffled_deck_and_a_hand_of_eight() -> None:
    for players in PLAYER_COUNTS:
        state = new(players, seed=players)
        assert len({there.deck.id for there in state.stations}) == players
        for there in state.stations:
            assert len(there.hand) == 8
            assert len(there.draw) == 45
            assert there.draw != sorted(there.draw)
    assert new(2, 1).stations[0].draw != new(2, 2).stations[0].draw


def test_F1_roles_are_in_play_only_where_wanted_with_three_or_more() -> None:
    for players in range(3, 7):
        assert moment(new(players, roles="on")) == "role"
        assert moment(new(players)) == "discard"
    with pytest.raises(BadSetup, match="roles takes off, or on with 3 or more players"):
        new(2, roles="on")


def test_F1_the_first_player_never_rotates() -> None:
    state = new(3, first=2)
    for _ in range(9):
        if (state.turns - 1) % 3 == 0:
            assert state.turn == 1
        act(state, "Draw", "End the turn")


# A turn


def test_F2_discard_up_to_three_then_draw_to_eight() -> None:
    state = new(2, seed=4, first=1)
    for left in (2, 1, 0):
        hand = state.stations[0].hand
        state.apply(0, PICK + hand[0])
        assert state.left == left
    assert labels(state) == ["Draw 3 cards"]
    assert "discarded 3 cards" in GAME.why_not(state, 0, PICK + state.stations[0].hand[0])
    act(state, "Draw 3 cards")
    assert len(state.stations[0].hand) == 8
    assert state.stations[0].discards() == 3
    assert moment(state) == "play"


def test_F2_a_larger_hand_draws_nothing_and_is_not_trimmed() -> None:
    hand = [
        "Penne",
        "Penne",
        "Ravioli",
        "Basil",
        "Gnocchi",
        "Marinara",
        "Napoletana",
        "Secondary",
        "Secondary",
        "Blocking",
    ]
    state = position(station("italy", hand=hand), station("france"), moment="discard", left=3)
    act(state, "Draw nothing")
    assert held(state, "hand") == sorted(hand, key=held(state, "hand").index)
    assert len(state.stations[0].hand) == 10


def test_F2_anything_in_any_order_and_number_then_end_or_score() -> None:
    hand = ["Basil", "Penne", "Penne", "Marinara", "Kitchenware", "Blocking", "Drawing Cards", "Capricciosa"]
    state = position(station("italy", hand=hand), station("france"))
    act(state, "Place Block Action face down before Ben", "Prepare Penne", "Cook Marinara", "Add Penne", "Finish")
    act(state, "Put Kitchenware", "Prepare Penne", "Cook Capricciosa", "Add Penne", "Finish", "Prepare Basil")
    act(state, "Place Draw Cards face down before yourself")
    assert held(state, "hand") == []
    assert before(state, 0) == [(0, "Drawing Cards")]
    assert before(state, 1) == [(0, "Blocking")]
    act(state, "End the turn")
    assert asked(state) == ("Ben", "discard")
    assert len(state.stations[0].meals) == 2


def test_F2_scoring_needs_a_cooked_recipe_scores_all_and_ends_the_turn() -> None:
    state = position(station("italy", prepared=["Penne"]), station("france"))
    assert not can(state, "Score")
    assert GAME.why_not(state, 0, SCORE) == "There is nothing to score: cook a recipe first."
    state = position(
        station("italy", meals=[meal("Marinara", "Penne"), meal("Napoletana", "Gnocchi")]), station("france")
    )
    assert score(state) == 2
    assert meals(state) == {}
    assert asked(state) == ("Ben", "discard")


def test_F2_a_replacement_is_enough_to_score() -> None:
    theirs = [meal("Spaghetti Carbonara", "Penne", "Secondary")]
    ready = {"hand": ["Shish Kebab"], "prepared": ["Primary"]}
    assert can(position(station("turkiye", **ready), station("italy", meals=theirs)), "Score")
    assert not can(position(station("turkiye", hand=["Shish Kebab"]), station("italy", meals=theirs)), "Score")
    assert not can(position(station("turkiye", prepared=["Primary"]), station("italy", meals=theirs)), "Score")
    assert not can(position(station("turkiye", **ready), station("italy", meals=[meal("Marinara", "Penne")])), "Score")
    waiting = {"meals": [meal("Shish Kebab", replaced=2)]}
    assert can(position(station("turkiye", **waiting), station("italy")), "Score")


# Recipes

HARD = "Unagi Sushi Platter"


@pytest.mark.parametrize(
    ("recipe", "goods", "vp"),
    [
        ("Marinara", ["Penne"], 1),
        ("Penne all’Arrabbiata", ["Gnocchi", "Secondary"], 2),
        ("Lasagna al Forno", ["Gnocchi", "Secondary", "Secondary"], 3),
        ("Penne all’Arrabbiata", ["Penne"], 1),
        ("Lasagna al Forno", ["Lasagna Sheets", "Secondary"], 2),
        ("Lasagna al Forno", ["Lasagna Sheets"], 1),
        ("Marinara", ["Penne", "Basil", "Parmigiano"], 3),
        ("Lasagna al Forno", ["Lasagna Sheets", "Basil"], 2),
    ],
)
def test_F3_a_recipe_scores_what_was_covered_and_one_for_each_optional(recipe: str, goods: list[str], vp: int) -> None:
    state = position(station("italy", hand=[recipe], prepared=goods), station("france"))
    act(state, f"Cook {recipe}")
    for good in goods:
        act(state, f"Add {good}")
    act(state, f"Finish {recipe}")
    assert score(state) == vp
    assert points(state, "ability") == 0


def test_F3_a_primary_is_always_needed() -> None:
    state = position(station("italy", hand=["Marinara"], prepared=["Secondary", "Basil"]), station("france"))
    assert not can(state, "Cook")
    state = position(station("italy", hand=["Marinara"], prepared=["Penne", "Basil"]), station("france"))
    act(state, "Cook Marinara")
    assert labels(state) == ["Add Penne (P) to Marinara"]


def test_F3_one_primary_and_at_most_the_required_secondaries() -> None:
    goods = ["Penne", "Ravioli", "Secondary", "Secondary", "Secondary"]
    state = position(station("italy", hand=["Lasagna al Forno", "Marinara"], prepared=goods), station("france"))
    act(state, "Cook Lasagna al Forno", "Add Penne")
    assert not can(state, "Add Ravioli")
    act(state, "Add Secondary", "Add Secondary")
    assert labels(state) == ["Finish Lasagna al Forno: hard, in full"]
    act(state, "Finish", "Cook Marinara", "Add Ravioli")
    assert labels(state) == ["Finish Marinara: easy, in full"]


def test_F3_a_cooked_recipe_is_closed_to_further_cards() -> None:
    hand = ["Penne all’Arrabbiata", "Secondary"]
    state = position(station("italy", hand=hand, prepared=["Ravioli"]), station("france"))
    act(state, "Cook Penne", "Add Ravioli", "Finish", "Prepare Secondary")
    assert labels(state) == ["End the turn without scoring", "Score: 1 VP as the table stands"]


def test_F4_one_hard_and_two_easy_recipes_score_seven() -> None:
    cooked = [meal(HARD, "Primary", "Wasabi", "Ginger"), meal("Onigiri", "Primary"), meal("Shoyu Ramen", "Primary")]
    state = position(station("japan", meals=cooked), station("france"))
    assert score(state) == 7 + (1 - 1)  # wasabi and ginger cancel out
    assert points(state, "recipe") + points(state, "hard bonus") == 7


def test_F4_two_hard_and_one_easy_recipe_score_eleven() -> None:
    cooked = [
        meal("Pain Perdu", "Primary", "Secondary", "Secondary"),
        meal("Tarte Tatin", "Primary", "Secondary", "Secondary"),
        meal("Garbure", "Primary"),
    ]
    state = position(station("france", meals=cooked), station("italy"))
    assert score(state) == 11
    assert [given for kind, _, given in lines(state) if kind == "hard bonus"] == [1, 1, 2]


def test_F4_only_recipes_cooked_in_the_same_turn_count_however_late_they_are_scored() -> None:
    hand = ["Pain Perdu", "Garbure", "Tourin"]
    goods = ["Primary", "Primary", "Primary", "Secondary", "Secondary"]
    state = position(station("france", hand=hand, prepared=goods), station("italy"))
    act(state, "Cook Garbure", "Add Primary", "Finish", "End the turn", "Draw", "End the turn", "Draw")
    act(state, "Cook Pain Perdu", "Add Primary", "Add Secondary", "Add Secondary", "Finish")
    act(state, "Cook Tourin", "Add Primary", "Finish", "End the turn", "Draw", "End the turn", "Draw")
    assert state.round == 3
    assert score(state) == 3 + 1 + 1 + 1
    assert lines(state) == [
        ("recipe", "Garbure", 1),
        ("recipe", "Pain Perdu", 3),
        ("recipe", "Tourin", 1),
        ("hard bonus", "Tourin", 1),
    ]


def test_F4_a_hard_recipe_that_is_not_full_gives_nothing_and_that_is_judged_after_the_actions() -> None:
    hard = meal("Pain Perdu", "Primary", "Secondary", "Secondary")
    assert score(position(station("france", meals=[hard, meal("Garbure", "Primary")]), station("italy"))) == 5
    less = meal("Pain Perdu", "Primary", "Secondary")
    assert score(position(station("france", meals=[less, meal("Garbure", "Primary")]), station("italy"))) == 3
    hit = station("france", meals=[hard, meal("Garbure", "Primary")], before=[laid(1, "Ingredients")])
    state = position(hit, station("italy"))
    act(state, "Score", "Discard an ingredient of Ada's Pain Perdu", "Discard Ada's Secondary")
    assert state.stations[0].vp == 2 + 1


def test_F5_utensils_give_one_for_each_recipe_with_their_symbol_while_face_up() -> None:
    cooked = [meal("Marinara", "Penne"), meal("Capricciosa", "Penne"), meal("Napoletana", "Gnocchi")]
    for utensils, vp in (([UP, OFF, OFF], 5), ([UP, UP, UP], 6), ([DOWN, OFF, UP], 4), ([OFF, UP, OFF], 3)):
        assert score(position(station("italy", meals=cooked, utensils=utensils), station("france"))) == vp


def test_F5_utensils_stay_in_play_after_scoring() -> None:
    state = position(station("italy", meals=[meal("Marinara", "Penne")], utensils=[UP, DOWN, OFF]), station("france"))
    score(state)
    assert state.stations[0].utensils == [1, 2, 0]
    assert discard(state) == ["Marinara", "Penne"]


def test_F6_a_recipe_cooked_for_less_gives_no_ability_and_nothing_to_track() -> None:
    full = [meal("Fettuccine Alfredo", "Fettuccine", "Secondary")]
    state = position(station("italy", meals=full), station("france"))
    act(state, "Score")
    assert points(state, "ability") == 1
    assert can(state, "Track Fettuccine")
    less = [meal("Fettuccine Alfredo", "Fettuccine")]
    state = position(station("italy", meals=less), station("france"))
    act(state, "Score")
    assert points(state, "ability") == 0
    assert asked(state) == ("Ben", "discard")


def test_F7_at_most_one_card_is_tracked_and_none_need_be() -> None:
    cooked = [
        meal("Fettuccine Alfredo", "Fettuccine", "Secondary"),
        meal("Spaghetti Carbonara", "Spaghetti", "Secondary"),
    ]
    state = position(station("italy", meals=cooked), station("france"))
    act(state, "Score")
    assert [label.split(" (")[0] for label in labels(state)] == ["Track Spaghetti", "Track Fettuccine", "Track nothing"]
    act(state, "Track Spaghetti")
    assert held(state, "wins") == ["Spaghetti"]
    assert asked(state) == ("Ben", "discard")
    state = position(station("italy", meals=cooked), station("france"))
    act(state, "Score", "Track nothing")
    assert held(state, "wins") == []


def test_F7_recipes_and_their_ingredients_are_discarded_and_unused_ingredients_stay() -> None:
    cooked = [meal("Fettuccine Alfredo", "Fettuccine", "Secondary", "Basil")]
    state = position(station("italy", meals=cooked, prepared=["Penne", "Secondary"]), station("france"))
    act(state, "Score", "Track Fettuccine")
    assert discard(state) == ["Basil", "Fettuccine Alfredo", "Secondary"]
    assert held(state, "prepared") == ["Penne", "Secondary"]


# Action cards


def test_F8_action_cards_lie_face_down_before_whom_they_affect_until_that_player_scores() -> None:
    state = position(
        station("italy", hand=["Recipes"], meals=[meal("Marinara", "Penne")]), station("france"), station("usa")
    )
    act(state, "Place Lose Recipe face down before Cleo")
    assert before(state, 2) == [(0, "Recipes")]
    assert score(state) == 1
    assert before(state, 2) == [(0, "Recipes")]
    for viewer in (None, 1, 2):
        told = GAME.view(state, viewer)["stations"][2]["before"]
        assert [(card["owner"], card["card"]) for card in told] == [(0, None)]
    assert GAME.view(state, 0)["stations"][2]["before"][0]["card"] is not None


def test_F8_revealed_cards_used_or_not_go_to_their_owners_discard_pile() -> None:
    row = [laid(0, "Blocking"), laid(1, "Win Condition Cards"), laid(0, "Recipe Scores")]
    state = position(station("italy", meals=[meal("Marinara", "Penne")], before=row), station("france"))
    act(state, "Score", "Block Ben's Disrupt Progress", "Resolve", "Your Marinara")
    assert discard(state, 1) == ["Win Condition Cards"]
    assert discard(state, 0) == ["Blocking", "Marinara", "Penne", "Recipe Scores"]
    assert before(state, 0) == []


def test_F8_others_see_the_size_of_a_discard_pile_and_what_they_saw_enter() -> None:
    state = position(station("italy", hand=["Penne"], seen=["Basil"]), station("france"), moment="discard", left=3)
    act(state, "Discard Penne")
    others = GAME.view(state, 1)["stations"][0]
    assert others["discard"] == 2
    assert len(others["seen"]) == 1
    assert others["unseen"] is None
    assert len(GAME.view(state, 0)["stations"][0]["unseen"]) == 1


def test_F8_what_a_seat_cannot_know_is_dealt_anew_and_face_down_cards_stay_action_cards() -> None:
    row = [laid(1, "Recipes"), laid(2, "Blocking"), laid(0, "Utensils")]
    state = position(
        station("italy", before=row),
        station("france", hand=["Wine", "Garbure", "Primary"], shown=["Wine"], seen=["Tourin"], unseen=["Butter"]),
        station("usa", hand=["Mayo"]),
    )
    kinds = set()
    for seed in range(30):
        known = state.determinize(0, Stream(seed))
        assert "Wine" in held(known, "hand", 1)
        assert held(known, "seen", 1) == ["Tourin"]
        assert len(known.stations[1].unseen) == 1
        owners = [owner for owner, _ in before(known, 0)]
        assert owners == [1, 2, 0]
        assert before(known, 0)[2] == (0, "Utensils")
        kinds.add(before(known, 0)[0][1])
        assert known.stations[0].hand == state.stations[0].hand
    assert len(kinds) > 2


def test_F9_the_owner_of_a_block_chooses_what_it_stops() -> None:
    row = [laid(0, "Blocking"), laid(1, "Recipes"), laid(1, "Recipe Scores")]
    state = position(station("italy", meals=[meal("Marinara", "Penne")], before=row), station("france"))
    act(state, "Score")
    assert asked(state) == ("Ada", "blocks")
    assert labels(state) == ["Block Ben's Lose Recipe", "Block Ben's Score Less", "Hold your Block"]
    act(state, "Block Ben's Lose Recipe", "Ada's Marinara (easy) scores 1 less")
    assert state.stations[0].vp == 0


def test_F9_opponents_choose_which_of_the_scorers_own_cards_is_stopped() -> None:
    row = [laid(0, "Recipe Scores"), laid(0, "Drawing Cards"), laid(1, "Blocking")]
    state = position(station("italy", meals=[meal("Marinara", "Penne")], before=row), station("france"))
    act(state, "Score")
    assert asked(state) == ("Ben", "blocks")
    act(state, "Block Ada's Draw Cards")
    assert labels(state) == ["Resolve your Score More next"]


def test_F9_a_chain_of_three_blocks_and_the_last_one_stands() -> None:
    row = [laid(1, "Recipes"), laid(0, "Blocking"), laid(1, "Blocking"), laid(0, "Blocking")]
    state = position(station("italy", meals=[meal("Marinara", "Penne")], before=row), station("france"))
    act(state, "Score", "Block Ben's Lose Recipe")
    assert asked(state) == ("Ben", "blocks")
    act(state, "Block Ada's Block Action (number 2 in the row, used on your Lose Recipe)")
    assert asked(state) == ("Ada", "blocks")
    act(state, "Block Ben's Block Action (number 3 in the row")
    assert state.stations[0].vp == 1
    assert meals(state) == {}
    assert discard(state, 1) == ["Blocking", "Recipes"]


def test_F9_two_in_a_chain_let_the_first_card_stand_again() -> None:
    row = [laid(1, "Recipes"), laid(0, "Blocking"), laid(1, "Blocking")]
    state = position(station("italy", meals=[meal("Marinara", "Penne")], before=row), station("france"))
    act(state, "Score", "Block Ben's Lose Recipe", "Block Ada's Block")
    assert asked(state) == ("Ben", "aim")
    assert labels(state) == ["Ada loses Marinara (easy)"]


def test_F9_an_idle_block_can_be_blocked() -> None:
    row = [laid(1, "Recipes"), laid(1, "Blocking"), laid(0, "Blocking")]
    state = position(station("italy", meals=[meal("Marinara", "Penne")], before=row), station("france"))
    act(state, "Score", "Hold", "Block Ada's Block Action")
    assert asked(state) == ("Ben", "aim")


def test_F9_any_opponent_may_answer_for_another() -> None:
    row = [laid(1, "Recipes"), laid(0, "Blocking"), laid(2, "Blocking")]
    state = position(station("italy", meals=[meal("Marinara", "Penne")], before=row), station("france"), station("usa"))
    act(state, "Score", "Block Ben's Lose Recipe")
    assert asked(state) == ("Cleo", "blocks")
    act(state, "Block Ada's Block")
    assert asked(state) == ("Ben", "aim")


def test_F9_asked_round_clockwise_from_the_scorer_until_all_have_held_in_a_row() -> None:
    row = [laid(0, "Blocking"), laid(0, "Recipe Scores"), laid(1, "Blocking"), laid(2, "Blocking")]
    state = position(
        station("usa"),
        station(
            "italy",
            meals=[meal("Marinara", "Penne")],
            before=[{**card, "owner": (card["owner"] + 1) % 3} for card in row],
        ),
        station("france"),
        turn=1,
    )
    act(state, "Score")
    order = [asked(state)[0]]
    for label in ("Hold", "Hold", "Block Ben's Score More", "Hold", "Hold"):
        act(state, label)
        order.append(asked(state)[0])
    assert order == ["Ben", "Cleo", "Ada", "Ben", "Cleo", "Cleo"]
    assert moment(state) == "discard"


def test_F9_a_card_blocked_twice_stands_only_when_both_blocks_are_gone() -> None:
    row = [laid(0, "Recipe Scores"), *[laid(1, "Blocking")] * 3, *[laid(0, "Blocking")] * 3]
    state = position(station("italy", meals=[meal("Marinara", "Penne")], before=row), station("france"))
    act(state, "Score", "Hold", "Block Ada's Score More")
    act(state, "Block Ben's Block Action (number 2", "Block Ada's Score More")
    act(state, "Hold", "Block Ada's Block Action (number 5 in the row, used on your Block Action)")
    assert state.fate[0] == 1
    act(state, "Block Ben's Block Action (number 3")
    assert state.fate[:2] == [1, 0]


def test_F9_blocks_upon_blocks_always_come_to_an_end() -> None:
    state = new(3, 1317, roles="on")
    assert play_out(state, Stream(1317, 1)) > 100
    assert state.moment == OVER


def test_F9_offence_resolves_clockwise_from_the_scorers_left_as_placed_then_defence_in_the_scorers_order() -> None:
    row = [
        laid(1, "Recipe Scores"),
        laid(0, "Recipe Scores"),
        laid(0, "Ingredients"),
        laid(3, "Redistribute Cards"),
        laid(2, "Drawing Cards"),
        laid(3, "Recipes"),
    ]
    state = position(
        station("usa"),
        station("mexico"),
        station("italy", meals=[meal("Marinara", "Penne")], before=row, seen=["Basil"]),
        station("france"),
        turn=2,
    )
    events: list[Any] = []
    state.events = events
    act(state, "Score")
    assert asked(state) == ("Dan", "aim")
    act(state, "Cleo loses Marinara", "Penne (P) goes with it")
    resolved = [GAME.hear(state, event, None) for event in events if event[0] == 20]
    assert [told["owner"] for told in resolved if told] == [3, 3, 0, 0, 1]


def test_F9_the_scorer_orders_their_own_cards() -> None:
    row = [laid(0, "Drawing Cards"), laid(0, "Recipe Scores"), laid(0, "Redistribute Cards")]
    state = position(station("italy", meals=[meal("Marinara", "Penne")], before=row), station("france"))
    act(state, "Score")
    assert len(labels(state)) == 3
    act(state, "Resolve your Restore Cards next")
    assert labels(state) == ["Resolve your Draw Cards next", "Resolve your Score More next"]


# The eight pairs of effects


def hit(card: str, **zones: Any) -> Any:
    """Italy, about to score with one opponent's card before it."""
    zones.setdefault("meals", [meal("Spaghetti Carbonara", "Penne", "Secondary")])
    return position(station("italy", before=[laid(1, card)], **zones), station("france"))


def own(card: str, **zones: Any) -> Any:
    """Italy, about to score with one card of its own before it."""
    zones.setdefault("meals", [meal("Spaghetti Carbonara", "Penne", "Secondary")])
    return position(station("italy", before=[laid(0, card)], **zones), station("france"))


def test_F10_block_alone_does_nothing() -> None:
    assert score(hit("Blocking")) == 2
    assert score(own("Blocking")) == 2


def test_F10_discard_ingredient_takes_an_unused_or_a_used_one_as_its_owner_picks() -> None:
    state = hit("Ingredients", prepared=["Gnocchi"])
    act(state, "Score")
    assert asked(state) == ("Ben", "aim")
    act(state, "Discard Ada's unused Gnocchi")
    assert discard(state) == ["Gnocchi", "Penne", "Secondary", "Spaghetti Carbonara"]
    assert state.stations[0].vp == 2
    state = hit("Ingredients")
    act(state, "Score", "Discard an ingredient of Ada's Spaghetti Carbonara", "Discard Ada's Secondary")
    assert state.stations[0].vp == 1


def test_F10_a_recipe_that_loses_its_last_primary_comes_back_to_the_hand() -> None:
    goods = ["Penne", "Secondary", "Basil"]
    state = hit("Ingredients", meals=[meal("Spaghetti Carbonara", *goods)])
    act(state, "Score", "Discard an ingredient", "Discard Ada's Penne")
    assert held(state, "hand") == ["Spaghetti Carbonara"]
    assert held(state, "prepared") == ["Secondary", "Basil"]
    assert discard(state) == ["Penne"]
    assert state.stations[0].vp == 0
    assert GAME.view(state, 1)["stations"][0]["shown"] == GAME.view(state, 0)["stations"][0]["cards"]


def test_F10_what_is_left_of_a_recipe_fills_its_requirement_first() -> None:
    goods = ["Primary", "Primary", "Secondary", "Secondary"]
    row = [laid(1, "Ingredients")]
    state = position(station("usa", meals=[meal("Juicy Lucy", *goods)], before=row), station("italy"))
    act(state, "Score", "Discard an ingredient", "Discard Ada's Primary")
    act(state, "Track nothing")
    assert lines(state) == [("recipe", "Juicy Lucy", 2)]


def test_F10_reuse_ingredient_prepares_one_from_the_discard_pile() -> None:
    state = own("Ingredients", seen=["Basil", "Marinara"], unseen=["Ravioli"])
    act(state, "Score", "Resolve")
    assert len(labels(state)) == 2
    act(state, "Prepare Ravioli")
    assert held(state, "prepared") == ["Ravioli"]
    assert discard(state) == ["Basil", "Ingredients", "Marinara"]


def test_F10_reuse_ingredient_without_one() -> None:
    state = own("Ingredients", seen=["Marinara"])
    act(state, "Score", "Resolve", "There is nothing to take")
    assert state.stations[0].vp == 2


def test_F10_lose_recipe_shuffles_the_recipe_and_one_ingredient_away_and_the_rest_stays_in_play() -> None:
    state = hit("Recipes")
    drawn = len(state.stations[0].draw)
    act(state, "Score", "Ada loses Spaghetti Carbonara")
    assert asked(state) == ("Ben", "aim again")
    act(state, "Secondary goes with it")
    assert held(state, "prepared") == ["Penne"]
    assert len(state.stations[0].draw) == drawn + 2
    assert "Spaghetti Carbonara" in held(state, "draw")
    assert state.stations[0].vp == 0
    assert discard(state) == []


def test_F10_effects_without_a_target_do_nothing() -> None:
    for card in ("Win Condition Cards", "Utensils"):
        assert score(hit(card)) == 2
    row = [laid(1, "Recipes"), laid(1, "Ingredients"), laid(1, "Recipe Scores")]
    kebab = station("turkiye", meals=[meal("Shish Kebab", replaced=2)], before=row)
    state = position(kebab, station("italy"))
    act(state, "Score")
    assert labels(state) == ["Ada loses Shish Kebab (easy, kebab)"]
    act(state, "Ada loses")
    assert state.stations[0].vp == 0
    assert asked(state) == ("Ben", "discard")


def test_F10_reuse_recipe_takes_a_recipe_and_an_ingredient_back() -> None:
    state = own("Recipes", seen=["Marinara", "Basil", "Blocking"], unseen=["Ravioli"])
    act(state, "Score", "Resolve")
    assert labels(state) == ["Take Marinara (easy) back to your hand"]
    act(state, "Take Marinara")
    assert len(labels(state)) == 2
    act(state, "Take Ravioli")
    assert held(state, "hand") == ["Ravioli", "Marinara"]


def test_F10_reuse_recipe_does_as_much_as_it_can() -> None:
    state = own("Recipes", seen=["Basil"])
    act(state, "Score", "Resolve", "There is nothing", "Take Basil", "Play no more")
    assert held(state, "hand") == ["Basil"]
    state = own("Recipes", seen=["Marinara"])
    act(state, "Score", "Resolve", "Take Marinara", "There is nothing", "Play no more")
    assert held(state, "hand") == ["Marinara"]


def test_F10_disrupt_progress_shuffles_a_win_card_away() -> None:
    state = hit("Win Condition Cards", wins=["Penne", "Ravioli"])
    act(state, "Score")
    assert asked(state) == ("Ben", "aim")
    act(state, "Shuffle Ada's win card Ravioli")
    assert held(state, "wins") == ["Penne"]
    assert held(state, "draw").count("Ravioli") == 2


def test_F10_restore_progress_takes_any_card_of_a_kind_the_deck_tracks() -> None:
    state = own("Win Condition Cards", seen=["Secondary", "Basil"], unseen=["Ravioli", "Penne", "Marinara"])
    act(state, "Score", "Resolve")
    assert len(labels(state)) == 2
    act(state, "Take Ravioli")
    assert held(state, "hand") == ["Ravioli"]
    state = own("Win Condition Cards", seen=["Secondary"])
    act(state, "Score", "Resolve", "There is nothing to take")
    assert state.stations[0].vp == 2


def test_F10_break_and_repair_utensil_flip_one() -> None:
    state = hit("Utensils", utensils=[UP, UP, DOWN])
    act(state, "Score")
    assert labels(state) == ["Break Ada's Kitchenware", "Break Ada's Cookware"]
    act(state, "Break Ada's Cookware")
    assert state.stations[0].utensils == [1, 2, 2]
    assert state.stations[0].vp == 2
    state = own("Utensils", utensils=[DOWN, DOWN, UP])
    act(state, "Score", "Resolve")
    assert labels(state) == ["Repair your Kitchenware", "Repair your Cookware"]
    act(state, "Repair your Cookware")
    assert state.stations[0].vp == 3
    state = own("Utensils", utensils=[UP, UP, UP])
    act(state, "Score", "Resolve")
    assert state.stations[0].vp == 3


def test_F10_discard_cards_lets_the_victim_pick_two_of_their_hand() -> None:
    state = hit("Drawing Cards", hand=["Basil", "Marinara", "Penne"])
    act(state, "Score")
    assert asked(state) == ("Ada", "give up")
    act(state, "Discard Basil", "Discard Penne")
    assert held(state, "hand") == ["Marinara"]
    state = hit("Drawing Cards", hand=["Basil", "Marinara"])
    act(state, "Score", "Discard Basil", "Discard Marinara")
    assert held(state, "hand") == []


def test_F10_discard_cards_against_fewer_than_two_takes_two_from_the_draw_pile() -> None:
    state = hit("Drawing Cards", hand=["Basil"], draw=None)
    top = held(state, "draw")[-2:]
    act(state, "Score")
    assert held(state, "hand") == ["Basil"]
    assert held(state, "unseen") == sorted(top, key=held(state, "unseen").index)
    assert len(state.stations[0].unseen) == 2


def test_F10_draw_cards_draws_two_past_the_limit_of_eight() -> None:
    hand = ["Basil", "Marinara", "Penne", "Ravioli", "Ravioli", "Gnocchi", "Secondary", "Secondary"]
    state = own("Drawing Cards", hand=hand)
    act(state, "Score", "Resolve", "Play no more")
    assert len(state.stations[0].hand) == 10


def test_F10_score_less_and_score_more_stack_without_a_floor() -> None:
    row = [laid(1, "Recipe Scores"), laid(2, "Recipe Scores")]
    zones: dict[str, Any] = {"meals": [meal("Marinara", "Penne")], "before": row}
    state = position(station("italy", **zones), station("france"), station("usa"))
    act(state, "Score", "Ada's Marinara (easy) scores 1 less", "Ada's Marinara (easy) scores 1 less")
    assert state.stations[0].vp == -1
    assert ("action", "Marinara", -2) in lines(state)
    state = own("Recipe Scores")
    act(state, "Score", "Resolve", "Your Spaghetti Carbonara (normal) scores 1 more")
    assert state.stations[0].vp == 3


def test_F10_extract_cards_discards_the_top_three_unseen() -> None:
    state = hit("Redistribute Cards")
    top = held(state, "draw")[-3:]
    act(state, "Score")
    assert sorted(held(state, "unseen")) == sorted(top)


def test_F10_restore_cards_puts_three_random_discards_onto_the_draw_pile() -> None:
    pile = ["Penne", "Ravioli", "Marinara", "Basil"]
    tops = set()
    for seed in range(12):
        zones = {"meals": [meal("Napoletana", "Gnocchi")], "before": [laid(0, "Redistribute Cards")]}
        words = {"stations": [station("italy", seen=pile[:2], unseen=pile[2:], **zones), station("france")]}
        state: Any = GAME.load(words, seed=seed)
        act(state, "Score", "Resolve")
        top = held(state, "draw")[-3:]
        tops.add(tuple(sorted(top)))
        left = [card for card in discard(state) if card in pile]
        assert sorted(top + left) == sorted(pile)
        assert state.stations[0].top == 3
        assert set(held(state.determinize(0, Stream(seed)), "draw")[-3:]) == set(top)
    assert len(tops) > 1
    state = position(
        station("italy", meals=[meal("Marinara", "Penne")], before=[laid(0, "Redistribute Cards")]), station("usa")
    )
    act(state, "Score", "Resolve")
    assert state.stations[0].vp == 1


# The second play


def test_F11_cards_from_own_actions_may_still_be_played_before_scoring() -> None:
    zones: dict[str, Any] = {"meals": [meal("Napoletana", "Gnocchi")], "prepared": ["Penne"]}
    zones |= {"seen": ["Marinara", "Basil"], "before": [laid(0, "Recipes")]}
    state = position(station("italy", **zones), station("france"))
    act(state, "Score", "Resolve", "Take Marinara", "Take Basil")
    assert asked(state) == ("Ada", "second play")
    act(state, "Prepare Basil", "Cook Marinara", "Add Penne", "Add Basil", "Finish", "Play no more")
    assert state.stations[0].vp == 3


def test_F11_only_those_cards() -> None:
    zones: dict[str, Any] = {"meals": [meal("Napoletana", "Gnocchi")], "prepared": ["Penne"]}
    zones |= {"hand": ["Capricciosa", "Ravioli", "Kitchenware", "Blocking"], "seen": ["Marinara"]}
    state = position(station("italy", before=[laid(0, "Recipes")], **zones), station("france"))
    act(state, "Score", "Resolve", "Take Marinara", "There is nothing")
    assert labels(state) == ["Cook Marinara (easy)", "Play no more, and go on to the score"]
    ravioli = PICK + state.stations[0].deck.names.index("Ravioli")
    assert GAME.why_not(state, 0, ravioli).startswith("In the second play only cards")


def test_F11_a_recipe_of_the_hand_needs_a_gained_ingredient() -> None:
    zones: dict[str, Any] = {"meals": [meal("Napoletana", "Gnocchi")], "hand": ["Capricciosa", "Lasagna Verde"]}
    zones |= {"prepared": ["Penne", "Penne"], "seen": ["Secondary"]}
    state = position(station("italy", before=[laid(0, "Ingredients")], **zones), station("france"))
    act(state, "Score", "Resolve", "Prepare Secondary")
    assert labels(state) == ["Cook Lasagna Verde (normal)", "Play no more, and go on to the score"]
    act(state, "Cook Lasagna Verde")
    assert labels(state) == ["Add Secondary to Lasagna Verde"]
    act(state, "Add Secondary")
    assert labels(state) == ["Add Penne (P) to Lasagna Verde"]
    act(state, "Add Penne", "Finish", "Play no more")
    assert state.stations[0].vp == 3


def test_F11_gained_actions_go_before_opponents_only() -> None:
    zones: dict[str, Any] = {"meals": [meal("Napoletana", "Gnocchi")], "draw": ["Utensils", "Tableware", "Blocking"]}
    rest = {"unseen": None, "before": [laid(0, "Drawing Cards")]}
    words = station("italy", **zones, **rest)
    everything = position(station("italy", draw=None, meals=zones["meals"], before=rest["before"]), station("france"))
    cards = list(held(everything, "draw"))
    for card in zones["draw"]:
        cards.remove(card)
    words["unseen"] = cards
    state = position(words, station("france"))
    act(state, "Score", "Resolve")
    assert held(state, "hand") == ["Blocking", "Tableware"]
    assert not any("before yourself" in label for label in labels(state))
    act(state, "Place Block Action face down before Ben", "Put Tableware", "Play no more")
    assert before(state, 1) == [(0, "Blocking")]
    assert state.stations[0].vp == 2


# Draw piles


def redeck(deck: str, draw: list[str], **zones: Any) -> dict[str, Any]:
    """A station whose draw pile is just this, all other cards being in play or out of the way in hand."""
    full = position(station(deck, draw=None, **zones), station("france" if deck != "france" else "usa"))
    cards = held(full, "draw")
    for card in draw:
        cards.remove(card)
    used = zones.get("prepared", [])
    goods = [card for card in cards if card in {"Primary", "Secondary", "Penne", "Ravioli", "Gnocchi", "Basil"}]
    for card in goods:
        cards.remove(card)
    rest = {key: value for key, value in zones.items() if key not in ("prepared", "hand")}
    return station(deck, draw=draw, prepared=[*used, *goods], hand=[*zones.get("hand", []), *cards], **rest)


def test_F12_a_draw_pile_is_made_anew_in_the_middle_of_a_draw() -> None:
    zones: dict[str, Any] = {"meals": [meal("Napoletana", "Gnocchi")], "seen": ["Marinara", "Capricciosa"]}
    words = redeck("italy", ["Parmigiano"], before=[laid(0, "Drawing Cards")], **zones)
    state = position(words, station("france"))
    events: list[Any] = []
    state.events = events
    act(state, "Score", "Resolve")
    assert "Parmigiano" in held(state, "hand")
    assert len(state.stations[0].draw) == 1
    assert discard(state) == ["Drawing Cards"]
    told = [GAME.hear(state, event, None) for event in events]
    assert "reshuffle" in [words["event"] for words in told if words]


def test_F12_it_is_made_anew_the_moment_it_is_empty_also_when_the_draw_is_complete() -> None:
    zones: dict[str, Any] = {"meals": [meal("Napoletana", "Gnocchi")], "seen": ["Marinara"]}
    words = redeck("italy", ["Parmigiano", "Capricciosa"], before=[laid(0, "Drawing Cards")], **zones)
    state = position(words, station("france"))
    act(state, "Score", "Resolve")
    assert held(state, "draw") == ["Marinara"]
    assert {"Parmigiano", "Capricciosa"} <= set(held(state, "hand"))


def test_F12_a_draw_pile_that_the_hand_has_used_up_is_made_anew_at_once() -> None:
    hand = ["Basil", "Marinara", "Penne", "Ravioli", "Gnocchi", "Secondary"]
    rest = held(position(station("italy", hand=hand), station("usa")), "draw")
    draw = [rest.pop(), rest.pop()]
    state = position(station("italy", hand=hand, draw=draw, seen=rest), station("usa"), moment="discard", left=3)
    act(state, "Draw 2 cards")
    assert sorted(held(state, "draw")) == sorted(rest)
    assert discard(state) == []


def test_F12_cards_an_effect_is_drawing_are_set_aside_until_it_ends() -> None:
    zones: dict[str, Any] = {"meals": [meal("Napoletana", "Gnocchi")], "seen": ["Marinara"]}
    words = redeck("italy", ["Parmigiano", "Capricciosa"], before=[laid(1, "Redistribute Cards")], **zones)
    state = position(words, station("france"))
    act(state, "Score")
    assert sorted(held(state, "draw")) == ["Capricciosa", "Marinara", "Parmigiano"]
    assert held(state, "unseen") == []


def test_F12_with_both_empty_less_is_drawn() -> None:
    words = redeck("italy", ["Parmigiano"], meals=[meal("Napoletana", "Gnocchi")], before=[laid(0, "Drawing Cards")])
    state = position(words, station("france"))
    cards = len(state.stations[0].hand)
    act(state, "Score", "Resolve")
    assert len(state.stations[0].hand) == cards + 1
    assert held(state, "draw") == []


def test_F12_the_new_pile_is_shuffled() -> None:
    orders = set()
    for seed in range(6):
        zones: dict[str, Any] = {
            "meals": [meal("Napoletana", "Gnocchi")],
            "seen": ["Marinara", "Capricciosa", "Parmigiano"],
        }
        words = redeck("italy", ["Balsamic Vinegar"], before=[laid(1, "Redistribute Cards")], **zones)
        state: Any = GAME.load({"stations": [words, station("france")]}, seed=seed)
        act(state, "Score")
        orders.add(tuple(held(state, "draw")))
    assert len(orders) > 1


# The end


def test_F15_the_game_ends_with_the_round_in_which_the_goal_is_reached() -> None:
    state = position(station("italy", meals=[meal("Marinara", "Penne")], tally={"recipe": 39}), station("france"))
    score(state)
    assert state.stations[0].vp == 40
    assert state.moment != OVER
    act(state, "Draw", "End the turn")
    assert state.moment == OVER
    state = position(station("italy", meals=[meal("Marinara", "Penne")], tally={"recipe": 38}), station("france"))
    score(state)
    act(state, "Draw", "End the turn")
    assert state.moment != OVER


def test_F15_the_goal_once_reached_stays_reached_and_win_cards_do_not_count_towards_it() -> None:
    wins = ["Penne", "Ravioli", "Gnocchi"]
    state = position(station("italy", tally={"recipe": 26}, wins=wins), station("france"), turn=1)
    act(state, "End the turn")
    assert state.moment != OVER
    state = position(station("italy", tally={"recipe": 39}), station("france"), turn=1, reached=1)
    act(state, "End the turn")
    assert state.moment == OVER


def test_F15_a_scoring_is_one_gain_and_a_sum_passed_on_the_way_does_not_end_the_game() -> None:
    japan = station("japan", meals=[meal("Miso Ramen", "Primary", "Ginger")], tally={"recipe": 38})
    state = position(japan, station("france"))
    assert score(state) == 1
    assert [given for _, _, given in lines(state)] == [2, -1]
    act(state, "Draw", "End the turn")
    assert state.stations[0].vp == 39
    assert state.round == 2
    zones: dict[str, Any] = {"meals": [meal("Marinara", "Penne")], "tally": {"recipe": 39}}
    state = position(station("italy", before=[laid(1, "Recipe Scores")], **zones), station("france"))
    act(state, "Score", "Ada's Marinara (easy) scores 1 less")
    assert [given for _, _, given in lines(state)] == [1, -1]
    act(state, "Draw", "End the turn")
    assert state.stations[0].vp == 39
    assert state.round == 2


def test_F15_all_lines_of_a_scoring_count_together() -> None:
    cooked = [meal("Miso Ramen", "Primary", "Ginger"), meal("Onigiri", "Primary")]
    state = position(station("japan", meals=cooked, tally={"recipe": 38}), station("france"))
    assert score(state) == 2
    act(state, "Draw", "End the turn")
    assert state.stations[0].vp == 40
    assert state.moment == OVER


def test_F15_a_game_that_version_1_ended_at_a_sum_passed_on_the_way_replays_as_it_was() -> None:
    text = (RECORDS / "rules_1_passing_sum.json").read_text(encoding="utf-8").strip()
    record = read_record(text, {GAME.id: GAME})
    assert record.to_json() == text
    ended: Any = record.state
    assert ended.moment == OVER
    assert max(there.vp for there in ended.stations) < ended.goal
    assert max(len(there.wins) for there in ended.stations) < 4
    now: Any = GAME.new(record.facts["players"], record.facts["chance"]["seed"], record.facts["options"])
    for seat, action, _ in record.moves:
        now.apply(seat, action)
    assert [there.vp for there in now.stations] == [there.vp for there in ended.stations]
    assert now.moment != OVER


def test_F15_four_win_cards_end_the_game_with_the_round() -> None:
    cooked = [meal("Fettuccine Alfredo", "Fettuccine", "Secondary")]
    state = position(station("italy", meals=cooked, wins=["Penne", "Ravioli", "Gnocchi"]), station("france"))
    act(state, "Score", "Track Fettuccine")
    assert state.moment != OVER
    act(state, "Draw", "End the turn")
    assert state.moment == OVER
    assert "having met the win condition" in GAME.sheet(state)["verdict"]


def test_F15_each_win_card_is_worth_five_and_four_are_worth_thirty() -> None:
    wins = ["Penne", "Ravioli", "Gnocchi", "Spaghetti"]
    for cards, bonus in ((0, 0), (1, 5), (2, 10), (3, 15), (4, 30)):
        state = position(station("italy", wins=wins[:cards], tally={"recipe": 3}), station("france"))
        assert state.scores() == [3 + bonus, 0]


def test_F15_the_highest_wins_not_whoever_ended_it() -> None:
    wins = ["Garbure", "Quiche Lorraine", "Ratatouille", "Pain Perdu"]
    state = position(station("italy", tally={"recipe": 40}), station("france", tally={"recipe": 11}, wins=wins), turn=1)
    act(state, "End the turn")
    assert state.ranking() == [[1], [0]]


def test_F16_the_round_limit_is_fifty_and_vp_may_go_below_zero() -> None:
    assert new(2).limit == 50
    state = position(station("italy", tally={"role": -3}), station("france"), round=50, turn=1)
    assert state.scores() == [-3, 0]
    act(state, "End the turn")
    assert state.moment == OVER
    assert moment(position(station("italy"), station("france"), round=49, turn=1)) == "play"


def test_F16_scores_include_win_cards_at_any_time() -> None:
    state = position(station("italy", wins=["Penne"], tally={"recipe": 2}), station("france"))
    assert state.scores() == [7, 0]
    assert GAME.sheet(state)["total"]["values"] == [7, 0]


# Sentences and positions


def test_refusals_are_sentences() -> None:
    state = position(station("italy", hand=["Marinara"]), station("france"))
    marinara = PICK + state.stations[0].deck.names.index("Marinara")
    assert GAME.why_not(state, 0, marinara) == "Prepare a primary ingredient before you cook Marinara (easy)."
    assert GAME.why_not(state, 1, marinara) == "It is not your move: {0} to act."
    record = Record(GAME, 2, {"kind": "stream", "seed": 1})
    with pytest.raises(IllegalMove, match="That is not what is asked now"):
        record.play(record.state.actors()[0], SCORE)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"stations": [station("italy"), station("italy")]}, "all decks are different"),
        ({"stations": [station("italy", hand=["Basil", "Basil"]), station("usa")]}, "exactly once"),
        ({"stations": [station("italy", prepared=["Marinara"]), station("usa")]}, "only ingredients are prepared"),
        ({"stations": [station("italy", meals=[meal("Marinara")]), station("usa")]}, "a meal has a primary"),
        ({"stations": [station("italy", wins=["Basil"]), station("usa")]}, "win-condition area"),
        ({"stations": [station("italy", hand=["Caviar"]), station("usa")]}, "Caviar"),
        ({"stations": [station("atlantis"), station("usa")]}, "atlantis"),
        ({"stations": [station("italy")]}, "stations"),
        ({"stations": [station("italy"), station("usa")], "moment": "lunch"}, "lunch"),
        ({"stations": [station("italy"), station("usa")], "moment": "role"}, "without roles"),
        ({"stations": [station("italy"), station("usa")], "moment": "aim"}, "revealed"),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(words: dict[str, Any], says: str) -> None:
    with pytest.raises(BadPosition, match=says):
        GAME.load(words)

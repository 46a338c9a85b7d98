"""What medium bots know of Food Court: each cuisine goes for its own win condition, and no hand is clogged."""

from __future__ import annotations

import itertools

import pytest

import maitred
from maitred.bots.levels import bot, play_game
from maitred.games.food_court.abilities import COURSES, missing_course, trackable
from maitred.games.food_court.cuisines import cuisine_of
from maitred.games.food_court.menus import (
    Larder,
    can_make,
    enrich,
    make_meal,
    make_menu,
    next_goods,
    next_recipe,
    recipe_use,
)
from maitred.games.food_court.rules import COOK, DISCARD, DONE, PLAY, TRACK, FoodCourt
from maitred.games.food_court.sense import FoodCourtSense
from maitred.games.food_court.station import NOTHING, RECIPE, SECONDARY, Meal
from maitred.kernel.chance import Stream

COURT = maitred.game("food_court")
SENSE = FoodCourtSense()


def dealt(decks: str, seed: int = 1) -> FoodCourt:
    state = COURT.new(2, seed, {"decks": decks})
    assert isinstance(state, FoodCourt)
    return state


def test_France_goes_for_the_course_that_is_next() -> None:
    state = dealt("france,italy")
    station = state.stations[0]
    deck = station.deck
    assert deck.ability == COURSES
    recipes = [kind for kind in range(deck.kinds) if deck.sort[kind] == RECIPE]
    entree, appetizer, dessert = (next(kind for kind in recipes if deck.tag[kind] == course) for course in (0, 1, 3))
    assert recipe_use(station, entree) > max(recipe_use(station, appetizer), recipe_use(station, dessert))
    station.wins = [entree]
    assert missing_course(deck, station.wins) == 1
    assert recipe_use(station, appetizer) > max(recipe_use(station, entree), recipe_use(station, dessert))


@pytest.mark.parametrize("decks", ["italy,france", "china,india", "usa,turkiye", "japan,mexico"])
def test_a_menu_that_can_bring_a_win_card_is_cooked_at_once(decks: str) -> None:
    ready = 0
    for seed in range(40):
        state = dealt(decks, seed)
        seat = state.turn
        state.apply(seat, state.legal(seat)[-1])
        menu = make_menu(state, seat)
        if menu and trackable(state.stations[seat], menu):
            ready += 1
            assert SENSE.recipe_now(state, seat) == menu[0].recipe
    assert ready > 0


@pytest.mark.parametrize("decks", ["italy,france", "china,india", "usa,turkiye", "japan,mexico"])
def test_what_is_worked_out_of_a_menu_alone_is_what_the_whole_menu_says(decks: str) -> None:
    """The next recipe, what goes into the pot, and which recipes cannot bring a win card."""
    cooked, planned, hopeless = 0, 0, 0
    for seed in range(4):
        state = dealt(decks, seed)
        player = bot("medium", COURT)
        while state.actors():
            seat = state.actors()[0]
            station = state.stations[seat]
            if state.moment == COOK:
                cooked += 1
                assert next_goods(state, seat) == make_menu(state, seat)[0].goods
            elif state.moment == PLAY:
                menu = make_menu(state, seat)
                planned += len(menu)
                assert next_recipe(state, seat) == (menu[0].recipe if menu else NOTHING)
                for recipe in Larder(station).wanted:
                    larder = Larder(station)
                    if can_make(station, recipe, larder.left) and not trackable(station, station.meals):
                        hopes = cuisine_of(station).may_track(station, recipe, larder.left)
                        meal = make_meal(state, station, recipe, [], larder.left, larder.wanted, True)
                        enrich(station, meal, larder.left, larder.paying - 1, True)
                        hopeless += not hopes
                        assert hopes or not trackable(station, [*station.meals, meal])
            state.apply(seat, player.decide(state, seat, Stream(seed)))
    assert cooked > 0
    assert planned > 0
    assert hopeless > 0 or "china" in decks


def test_recipes_beyond_the_best_are_let_go_at_the_beginning_of_a_turn() -> None:
    state = dealt("usa,italy")
    station = state.stations[state.turn]
    recipes = [kind for kind in range(station.deck.kinds) if station.deck.sort[kind] == RECIPE]
    station.hand = recipes[:8]
    assert state.moment == DISCARD
    player = bot("medium", COURT)
    for _ in range(3):
        action = player.decide(state, state.turn, Stream(1))
        assert action != DONE, "a clogged hand draws nothing"
        state.apply(state.turn, action)


def test_a_fourth_win_card_is_left_alone_while_it_would_end_the_game_behind() -> None:
    state = dealt("italy,japan")
    seat = state.turn = state.actor = 0
    station = state.stations[seat]
    deck = station.deck
    recipe = next(kind for kind in range(deck.first_recipe, deck.kinds) if deck.tag[kind] != NOTHING)
    pasta = deck.tag[recipe]
    secondary = deck.sort.index(SECONDARY)
    station.meals = [Meal(recipe, state.turns, [pasta] + [secondary] * deck.difficulty[recipe])]
    station.wins = [pasta] * 3
    state.moment = TRACK
    assert bot("medium", COURT).decide(state, seat, Stream(1)) != DONE
    state.stations[1].vp = 31
    assert bot("medium", COURT).decide(state, seat, Stream(1)) == DONE
    state.reached = 1  # it ends anyway: then it is 15 VP
    assert bot("medium", COURT).decide(state, seat, Stream(1)) != DONE


@pytest.mark.strength
def test_somebody_gets_all_win_cards_in_most_games() -> None:
    games = four = 0
    for decks in itertools.permutations(("italy", "france", "china", "india"), 2):
        for seed in range(5):
            state = dealt(",".join(decks), seed)
            play_game(state, [bot("medium", COURT)] * 2, [Stream(seed, branch=1), Stream(seed, branch=2)])
            games += 1
            four += any(len(station.wins) == 4 for station in state.stations)
    assert four >= 0.55 * games

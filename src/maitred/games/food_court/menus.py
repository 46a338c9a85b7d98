"""Plans the meals that a good player of Food Court cooks with what is at hand, given how the cuisine wins."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from maitred.games.food_court.abilities import WIN_CARDS, count, points_of, score_lines, trackable
from maitred.games.food_court.cuisines import cuisine_of, move
from maitred.games.food_court.rules import COOK, FoodCourt
from maitred.games.food_court.station import (
    EFFECTS,
    HARD,
    NORMAL,
    NOTHING,
    OPTIONAL,
    PRIMARY,
    SECONDARY,
    Kind,
    Meal,
    Seat,
    Station,
)
from maitred.kernel.zones import drop, put


@mypyc_attr(free_list_len=1)
class Larder:
    """What a player has at hand: ingredients that are left, recipes that are wanted, and cards to pay with."""

    def __init__(self, station: Station) -> None:
        deck = station.deck
        sort = deck.sort
        left = station.prepared[:]
        wanted: list[Kind] = []
        for kind in station.hand:
            if kind >= deck.first_recipe:
                wanted.append(kind)
            elif kind >= EFFECTS and sort[kind] >= PRIMARY:
                left.append(kind)
        cuisine_of(station).keep_back(station, wanted)
        self.left: list[Kind] = left
        self.wanted: list[Kind] = wanted
        self.paying: int = len(station.hand)

    def pot_meal(self, state: FoodCourt, station: Station) -> Meal:
        """What the recipe in the pot will be, with all that goes into it taken away from here."""
        tracking = len(trackable(station, station.meals)) > 0
        meal = make_meal(state, station, state.pot, state.goods[:], self.left, self.wanted, not tracking)
        self.paying -= enrich(station, meal, self.left, self.paying, not tracking)
        return meal


def is_cooking(state: FoodCourt) -> bool:
    """Whether there is a recipe in the pot."""
    return state.pot != NOTHING and state.moment == COOK


def make_menu(state: FoodCourt, seat: Seat) -> list[Meal]:
    """Full meals of what is at hand, the next one first: what brings a win card, then hard ones, then the rest."""
    station = state.stations[seat]
    deck = station.deck
    larder = Larder(station)
    left = larder.left
    wanted = larder.wanted
    menu: list[Meal] = []
    if is_cooking(state):
        menu.append(larder.pot_meal(state, station))
    paying = larder.paying
    if not trackable(station, station.meals + menu):
        for recipe in goal_recipes(state, station, left, wanted, menu):
            drop(wanted, recipe)
            meal = make_meal(state, station, recipe, [], left, wanted, True)
            menu.append(meal)
            paying -= enrich(station, meal, left, paying, True)
    planned = len(menu)
    for difficulty in (HARD, NORMAL, 0):
        for recipe in wanted:
            if deck.difficulty[recipe] == difficulty and can_make(station, recipe, left):
                menu.append(make_meal(state, station, recipe, [], left, wanted, False))
    for meal in menu[planned:]:
        paying -= enrich(station, meal, left, paying, False)
    return menu


def next_goods(state: FoodCourt, seat: Seat) -> list[Kind]:
    """All ingredients of the first meal of the menu while it is being cooked."""
    station = state.stations[seat]
    return Larder(station).pot_meal(state, station).goods


def next_recipe(state: FoodCourt, seat: Seat) -> Kind:
    """The recipe of the first meal of the menu while nothing is being cooked; NOTHING if the menu is empty."""
    station = state.stations[seat]
    larder = Larder(station)
    if not trackable(station, station.meals):
        best = goal_recipes(state, station, larder.left, larder.wanted, [])
        if best:
            return best[0]
    for difficulty in (HARD, NORMAL, 0):
        for recipe in larder.wanted:
            if station.deck.difficulty[recipe] == difficulty and can_make(station, recipe, larder.left):
                return recipe
    return NOTHING


def goal_recipes(
    state: FoodCourt, station: Station, left: list[Kind], wanted: list[Kind], menu: list[Meal]
) -> list[Kind]:
    """The recipe, or in a feast the two, with which a card can be tracked this turn, the best such; [] if none."""
    best: list[Kind] = []
    if len(station.wins) == WIN_CARDS:
        return best
    cuisine = cuisine_of(station)
    meals = station.meals + menu
    most = -1e9
    last = NOTHING
    for recipe in wanted:
        if recipe == last or not cuisine.may_track(station, recipe, left) or not can_make(station, recipe, left):
            continue
        last = recipe
        rest = left[:]
        meal = make_meal(state, station, recipe, [], rest, wanted, True)
        enrich(station, meal, rest, len(station.hand) - 1, True)
        with_it = [*meals, meal]
        if trackable(station, with_it):
            worth = points_of(score_lines(station, with_it)) - 0.5 * len(meal.goods)
            if worth > most:
                most = worth
                best = [recipe]
        elif cuisine.tracks_pairs:
            for partner in wanted:
                if partner > recipe and can_make(station, partner, rest):
                    both = [*with_it, make_meal(state, station, partner, [], rest[:], wanted, True)]
                    worth = points_of(score_lines(station, both)) - 0.5 * len(both[-1].goods)
                    if worth > most and trackable(station, both):
                        most = worth
                        best = [recipe, partner]
    return best


def recipe_use(station: Station, recipe: Kind) -> float:
    """What a recipe in hand is good for: its points, and what it may do for the win condition."""
    return 1.0 + 0.5 * station.deck.difficulty[recipe] + cuisine_of(station).recipe_use(station, recipe)


def make_meal(
    state: FoodCourt,
    station: Station,
    recipe: Kind,
    goods: list[Kind],
    left: list[Kind],
    wanted: list[Kind],
    goal: bool,
) -> Meal:
    """A meal with the ingredients that serve it best, as far as they go; `goal`: it is to bring a win card."""
    deck = station.deck
    cuisine = cuisine_of(station)
    if count(deck, goods, PRIMARY) == 0:
        best = NOTHING
        most = -1e9
        for kind in left:
            if deck.sort[kind] == PRIMARY:
                use = cuisine.primary_use(station, recipe, kind, wanted)
                if use > most:
                    most = use
                    best = kind
        move(left, goods, best)
    while count(deck, goods, SECONDARY) < deck.difficulty[recipe]:
        best = cuisine.best_secondary(station, left, goods, goal)
        if best == NOTHING:
            break
        move(left, goods, best)
    return Meal(recipe, state.turns, goods)


def enrich(station: Station, meal: Meal, left: list[Kind], paying: int, goal: bool) -> int:
    """Add what the deck's ability allows, and the optional ingredients; the cards it costs."""
    deck = station.deck
    paid = 0
    if count(deck, meal.goods, SECONDARY) >= deck.difficulty[meal.recipe]:
        paid = cuisine_of(station).enrich(station, meal, left, paying, goal)
    at = len(left) - 1
    while at >= 0:
        if deck.sort[left[at]] == OPTIONAL:
            put(meal.goods, left.pop(at))
        at -= 1
    return paid


def can_make(station: Station, recipe: Kind, left: list[Kind]) -> bool:
    """Whether there is enough for a full meal."""
    sort = station.deck.sort
    primary = False
    missing = station.deck.difficulty[recipe]
    for kind in left:
        if sort[kind] == SECONDARY:
            missing -= 1
        elif sort[kind] == PRIMARY:
            primary = True
    return primary and missing <= 0

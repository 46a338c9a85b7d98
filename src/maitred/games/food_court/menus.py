"""What a good player of Food Court cooks of what is at hand, and which recipes to hold: by the goal of each ability."""

from __future__ import annotations

from typing import Final

from maitred.games.food_court.abilities import (
    COURSES,
    DOUBLE,
    EXACT,
    EXTRA,
    FEAST,
    HEAT,
    MOST_HOT,
    REPLACE,
    SPICES,
    WIN_CARDS,
    count,
    count_tagged,
    missing_course,
    points_of,
    score_lines,
    trackable,
)
from maitred.games.food_court.rules import COOK, FoodCourt
from maitred.games.food_court.station import (
    EFFECTS,
    HARD,
    NORMAL,
    NOTHING,
    OPTIONAL,
    PRIMARY,
    RECIPE,
    SECONDARY,
    Kind,
    Meal,
    Seat,
    Station,
    drop,
)
from maitred.kernel.zones import put

TRACKS_IT: Final = 2.5  # VP that an ingredient is worth more in a meal if it can be tracked …
SAVED: Final = 1.5  # … and less in another


def make_menu(state: FoodCourt, seat: Seat) -> list[Meal]:
    """Full meals of what is at hand, the next one first: what brings a win card, then hard ones, then the rest."""
    station = state.stations[seat]
    deck = station.deck
    left = station.prepared[:]
    for kind in station.hand:
        if EFFECTS <= kind < deck.first_recipe and deck.sort[kind] >= PRIMARY:
            left.append(kind)
    wanted = [kind for kind in station.hand if kind >= deck.first_recipe]
    if deck.ability == REPLACE:
        keep_back(station, wanted)
    paying = len(station.hand)
    menu: list[Meal] = []
    if state.pot != NOTHING and state.moment == COOK:
        tracking = len(trackable(station, station.meals)) > 0
        meal = make_meal(state, station, state.pot, state.goods[:], left, wanted, not tracking)
        menu.append(meal)
        paying -= enrich(station, meal, left, paying, not tracking)
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


def goal_recipes(
    state: FoodCourt, station: Station, left: list[Kind], wanted: list[Kind], menu: list[Meal]
) -> list[Kind]:
    """The recipe, or in a feast the two, with which a card can be tracked this turn, the best such; [] if none."""
    meals = station.meals + menu
    best: list[Kind] = []
    most = -1e9
    last = NOTHING
    for recipe in wanted:
        if recipe == last or not can_make(station, recipe, left):
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
        elif station.deck.ability == FEAST:
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
    deck = station.deck
    tag = deck.tag[recipe]
    use = 1.0 + 0.5 * deck.difficulty[recipe]
    ability = deck.ability
    if ability == EXACT:
        if tag != NOTHING:
            use += 2.0 if tag in station.prepared or tag in station.hand else 0.5
    elif ability == COURSES:
        course = missing_course(deck, station.wins)
        if tag == course:
            use += 3.0
        elif tag == course + 1:
            use += 1.0
    elif ability == FEAST:
        if deck.difficulty[recipe] >= NORMAL:
            use += 1.0
        if has_other_tag(station, tag):
            use += 1.0
    elif ability == EXTRA:
        use += 1.5 if deck.difficulty[recipe] >= NORMAL else 0.0
    elif ability == DOUBLE:
        use += 1.5 if tag != NOTHING and (not station.wins or deck.tag[station.wins[0]] == tag) else 0.0
    elif ability == REPLACE:
        use += 1.0 if tag != NOTHING else 0.0
    return use


def has_other_tag(station: Station, tag: int) -> bool:
    """Whether a recipe of another tag is in hand."""
    deck = station.deck
    return any([deck.sort[kind] == RECIPE and deck.tag[kind] != tag for kind in station.hand])


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
    if count(deck, goods, PRIMARY) == 0:
        best = NOTHING
        most = -1e9
        for kind in left:
            if deck.sort[kind] == PRIMARY:
                use = pasta_use(station, recipe, kind, wanted) if deck.ability == EXACT else 0.0
                if use > most:
                    most = use
                    best = kind
        move(left, goods, best)
    while count(deck, goods, SECONDARY) < deck.difficulty[recipe]:
        best = best_secondary(station, left, goods, goal)
        if best == NOTHING:
            break
        move(left, goods, best)
    return Meal(recipe, state.turns, goods)


def pasta_use(station: Station, recipe: Kind, kind: Kind, wanted: list[Kind]) -> float:
    """How well a primary suits a recipe: its own name best, a name that other recipes want worst."""
    deck = station.deck
    if deck.tag[recipe] == kind:
        return 2.0
    for other in wanted:
        if other != recipe and deck.tag[other] == kind:
            return -1.0
    return 0.0


def best_secondary(station: Station, left: list[Kind], goods: list[Kind], goal: bool) -> Kind:
    """The secondary that adds most now: one that can be tracked if that is the goal, and otherwise rather another."""
    deck = station.deck
    best = NOTHING
    most = -1e9
    for kind in left:
        if deck.sort[kind] == SECONDARY:
            use = float(deck.vp[kind])
            if kind not in goods and still_to_track(station, kind):
                use += TRACKS_IT if goal else -SAVED
            if use > most:
                most = use
                best = kind
    return best


def still_to_track(station: Station, kind: Kind) -> bool:
    """Whether the win condition still wants a secondary."""
    deck = station.deck
    if deck.ability == SPICES:
        return deck.tracked[kind] and station.wins.count(kind) < WIN_CARDS // 2
    if deck.ability == HEAT:
        return deck.tag[kind] != NOTHING
    return deck.ability == EXTRA and kind not in station.wins


def enrich(station: Station, meal: Meal, left: list[Kind], paying: int, goal: bool) -> int:
    """Add what the deck's ability allows, and the optional ingredients; the cards it costs."""
    deck = station.deck
    required = deck.difficulty[meal.recipe]
    full = count(deck, meal.goods, SECONDARY) >= required
    paid = 0
    if deck.ability == EXTRA and full and count(deck, meal.goods, SECONDARY) == required:
        extra = best_secondary(station, left, meal.goods, goal)
        if extra != NOTHING:
            move(left, meal.goods, extra)
    elif deck.ability == HEAT and full and goal:
        while count_tagged(deck, meal.goods) < MOST_HOT and paid < paying:
            extra = NOTHING
            for kind in left:
                if deck.tag[kind] != NOTHING:
                    extra = kind
            if extra == NOTHING:
                break
            move(left, meal.goods, extra)
            paid += 1
    elif deck.ability == DOUBLE and full and len(left) > required and len(meal.goods) < 2 * (required + 1):
        while len(meal.goods) < 2 * (required + 1) and left:
            move(left, meal.goods, left[-1])
    at = len(left) - 1
    while at >= 0:
        if deck.sort[left[at]] == OPTIONAL:
            put(meal.goods, left.pop(at))
        at -= 1
    return paid


def can_make(station: Station, recipe: Kind, left: list[Kind]) -> bool:
    """Whether there is enough for a full meal."""
    deck = station.deck
    return count(deck, left, PRIMARY) > 0 and count(deck, left, SECONDARY) >= deck.difficulty[recipe]


def keep_back(station: Station, wanted: list[Kind]) -> None:
    """Hold two recipes for replacing others."""
    held = 0
    for recipe in wanted[:]:
        if station.deck.tag[recipe] != NOTHING and held < 2:
            held += 1
            drop(wanted, recipe)


def move(left: list[Kind], goods: list[Kind], kind: Kind) -> None:
    """Take one card of a kind from what is left to the goods of a meal."""
    drop(left, kind)
    put(goods, kind)

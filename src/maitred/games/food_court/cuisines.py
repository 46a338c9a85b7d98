"""What a good player of each cuisine goes for: one class for each ability, with its bonus and its win condition."""

from __future__ import annotations

from typing import Final

from maitred.games.food_court.abilities import MOST_HOT, WIN_CARDS, count, count_tagged, missing_course
from maitred.games.food_court.station import NORMAL, NOTHING, RECIPE, SECONDARY, Kind, Meal, Station
from maitred.kernel.zones import drop, put

TRACKS_IT: Final = 2.5  # VP that an ingredient is worth more in a meal if it can be tracked …
SAVED: Final = 1.5  # … and less in another


class Cuisine:
    """What most cuisines have in common; each overrides what its ability changes."""

    def __init__(self) -> None:
        self.held: int = 1
        """More recipes than that at the beginning of a turn clog a hand."""
        self.tracks_pairs: bool = False
        """Whether it takes two recipes of one turn to track a card."""

    def recipe_use(self, station: Station, recipe: Kind) -> float:
        """What a recipe in hand may do for the win condition."""
        return 0.0

    def may_track(self, station: Station, recipe: Kind, left: list[Kind]) -> bool:
        """Whether a recipe might bring a win card with what is left: a quick look, which is wrong only if it hopes."""
        return True

    def primary_use(self, station: Station, recipe: Kind, kind: Kind, wanted: list[Kind]) -> float:
        """How well a primary suits a recipe, if other recipes are wanted too."""
        return 0.0

    def is_wanted(self, station: Station, kind: Kind) -> bool:
        """Whether the win condition still wants a secondary."""
        return False

    def enrich(self, station: Station, meal: Meal, left: list[Kind], paying: int, goal: bool) -> int:
        """Add to a full meal what the ability rewards, for at most `paying` cards; how many that took."""
        return 0

    def keep_back(self, station: Station, wanted: list[Kind]) -> None:
        """Leave recipes out of the menu that serve better uncooked."""

    def track_use(self, station: Station, kind: Kind) -> float:
        """Why to track this card rather than another."""
        return 0.0

    def best_secondary(self, station: Station, left: list[Kind], goods: list[Kind], goal: bool) -> Kind:
        """The secondary that adds most now: one that can be tracked if that is the goal, else rather another."""
        deck = station.deck
        best = NOTHING
        most = -1e9
        for kind in left:
            if deck.sort[kind] == SECONDARY:
                use = float(deck.vp[kind])
                if kind not in goods and self.is_wanted(station, kind):
                    use += TRACKS_IT if goal else -SAVED
                if use > most:
                    most = use
                    best = kind
        return best


class Exact(Cuisine):
    """Italy: the very pasta that a recipe is named for."""

    def recipe_use(self, station: Station, recipe: Kind) -> float:
        pasta = station.deck.tag[recipe]
        if pasta == NOTHING:
            return 0.0
        return 2.0 if pasta in station.prepared or pasta in station.hand else 0.5

    def may_track(self, station: Station, recipe: Kind, left: list[Kind]) -> bool:
        return station.deck.tag[recipe] in left

    def primary_use(self, station: Station, recipe: Kind, kind: Kind, wanted: list[Kind]) -> float:
        """Its own pasta best, one that other recipes want worst."""
        deck = station.deck
        if deck.tag[recipe] == kind:
            return 2.0
        for other in wanted:
            if other != recipe and deck.tag[other] == kind:
                return -1.0
        return 0.0


class Courses(Cuisine):
    """France: the four courses, in their order."""

    def recipe_use(self, station: Station, recipe: Kind) -> float:
        course = station.deck.tag[recipe]
        following = missing_course(station.deck, station.wins)
        if course == following:
            return 3.0
        return 1.0 if course == following + 1 else 0.0

    def may_track(self, station: Station, recipe: Kind, left: list[Kind]) -> bool:
        return station.deck.tag[recipe] == missing_course(station.deck, station.wins)


class Feast(Cuisine):
    """China: rice and noodles in one turn, one of them normal or hard."""

    def __init__(self) -> None:
        super().__init__()
        self.tracks_pairs = True

    def recipe_use(self, station: Station, recipe: Kind) -> float:
        deck = station.deck
        use = 1.0 if deck.difficulty[recipe] >= NORMAL else 0.0
        tag = deck.tag[recipe]
        if any([deck.sort[kind] == RECIPE and deck.tag[kind] != tag for kind in station.hand]):
            use += 1.0
        return use


class Extra(Cuisine):
    """India: one secondary more, in normal or hard recipes one of a new name."""

    def recipe_use(self, station: Station, recipe: Kind) -> float:
        return 1.5 if station.deck.difficulty[recipe] >= NORMAL else 0.0

    def may_track(self, station: Station, recipe: Kind, left: list[Kind]) -> bool:
        deck = station.deck
        return deck.difficulty[recipe] >= NORMAL and count(deck, left, SECONDARY) > deck.difficulty[recipe]

    def is_wanted(self, station: Station, kind: Kind) -> bool:
        return kind not in station.wins

    def enrich(self, station: Station, meal: Meal, left: list[Kind], paying: int, goal: bool) -> int:
        deck = station.deck
        if count(deck, meal.goods, SECONDARY) == deck.difficulty[meal.recipe]:
            extra = self.best_secondary(station, left, meal.goods, goal)
            if extra != NOTHING:
                move(left, meal.goods, extra)
        return 0


class Double(Cuisine):
    """USA: twice the ingredients or none of them; burgers or steaks, whichever was tracked first."""

    def recipe_use(self, station: Station, recipe: Kind) -> float:
        deck = station.deck
        tag = deck.tag[recipe]
        return 1.5 if tag != NOTHING and (not station.wins or deck.tag[station.wins[0]] == tag) else 0.0

    def may_track(self, station: Station, recipe: Kind, left: list[Kind]) -> bool:
        return self.recipe_use(station, recipe) > 0.0

    def enrich(self, station: Station, meal: Meal, left: list[Kind], paying: int, goal: bool) -> int:
        required = station.deck.difficulty[meal.recipe]
        if len(left) > required:
            while len(meal.goods) < 2 * (required + 1) and left:
                move(left, meal.goods, left[-1])
        return 0

    def track_use(self, station: Station, kind: Kind) -> float:
        """How many cards of the type are still to be had: the first one binds all others."""
        deck = station.deck
        return 0.1 * count_tagged(deck, [other for other in station.hand if deck.tag[other] == deck.tag[kind]])


class Replace(Cuisine):
    """Türkiye: kebabs that take the place of others' recipes, and so are held rather than cooked."""

    def __init__(self) -> None:
        super().__init__()
        self.held = 3

    def recipe_use(self, station: Station, recipe: Kind) -> float:
        return 1.0 if station.deck.tag[recipe] != NOTHING else 0.0

    def may_track(self, station: Station, recipe: Kind, left: list[Kind]) -> bool:
        return False  # only a recipe that has replaced another

    def keep_back(self, station: Station, wanted: list[Kind]) -> None:
        held = 0
        for recipe in wanted[:]:
            if station.deck.tag[recipe] != NOTHING and held < 2:
                held += 1
                drop(wanted, recipe)


class Spices(Cuisine):
    """Japan: umami for its points, and both marked spices twice."""

    def is_wanted(self, station: Station, kind: Kind) -> bool:
        return station.deck.tracked[kind] and station.wins.count(kind) < WIN_CARDS // 2

    def may_track(self, station: Station, recipe: Kind, left: list[Kind]) -> bool:
        if station.deck.difficulty[recipe] >= NORMAL:
            for kind in left:
                if station.deck.tracked[kind]:
                    return True
        return False


class Heat(Cuisine):
    """Mexico: two hot secondaries in a recipe, for a card from hand where it asks for fewer."""

    def is_wanted(self, station: Station, kind: Kind) -> bool:
        return station.deck.tag[kind] != NOTHING

    def may_track(self, station: Station, recipe: Kind, left: list[Kind]) -> bool:
        return count_tagged(station.deck, left) >= MOST_HOT

    def enrich(self, station: Station, meal: Meal, left: list[Kind], paying: int, goal: bool) -> int:
        deck = station.deck
        paid = 0
        while goal and count_tagged(deck, meal.goods) < MOST_HOT and paid < paying:
            extra = NOTHING
            for kind in left:
                if deck.tag[kind] != NOTHING:
                    extra = kind
            if extra == NOTHING:
                break
            move(left, meal.goods, extra)
            paid += 1
        return paid


CUISINES: Final[list[Cuisine]] = [Exact(), Courses(), Feast(), Extra(), Double(), Replace(), Spices(), Heat()]
"""By ability, as in `abilities.ABILITIES`."""


def cuisine_of(station: Station) -> Cuisine:
    """What the player of a station goes for."""
    return CUISINES[station.deck.ability]


def move(left: list[Kind], goods: list[Kind], kind: Kind) -> None:
    """Take one card of a kind from what is left to the goods of a meal."""
    drop(left, kind)
    put(goods, kind)

"""The types of what Chef's Choice shows and tells. Menus go by their index among the faces, dishes by their line of
the tally board; the podcast's colour comes after those of the seats."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from maitred.kernel.shapes import Shapes

Category = Literal["appetizer", "entree", "dessert"]
Moment = Literal["choose", "announce", "and then"]
StopKind = Literal["podcast", "sample", "lunch", "cleanup", "hidden", "dinner"]
Meal = Literal["lunch", "dinner"]


class Face(TypedDict):
    """A menu: the names of its dishes, and their lines on the tally board."""

    name: str
    appetizer: str
    entree: str
    dessert: str
    dishes: list[int]


class Stop(TypedDict):
    """A stop of the day: what happens there, or the space of the tile that says what happens."""

    step: int
    kind: StopKind
    name: str
    text: str
    space: int | None


class CategoryFacts(TypedDict):
    """A category of dishes."""

    kind: Category
    title: str


class Constants(TypedDict):
    """Numbers and names of the rules."""

    day: list[Stop]
    categories: list[CategoryFacts]
    hand: int


class DishView(TypedDict):
    """A line of the tally board; `draws`: the customers it would bring at the next meal."""

    name: str
    category: Category
    samples: int
    markers: list[int]
    leads: bool
    draws: int


class Choice(TypedDict, total=False):
    """A choice as its chooser sees it."""

    card: int
    dish: int
    keep: bool


class SharedView(TypedDict):
    """What everybody sees."""

    players: int
    step: int
    moment: Moment
    meal: Meal
    actors: list[int]
    space: int | None
    schedule: list[str | None]
    asks: list[str | None]
    lead: int | None
    deck: int
    podcast: int | None
    held: list[int]
    decided: list[bool]
    shown: list[int | None]
    neighbours: list[int]
    played: list[list[int]]
    tally: list[DishView]
    draws: list[int]
    home: list[int]
    lunch: list[int | None]
    lunch_customers: list[list[int]]
    dinner_customers: list[list[int]]
    lunch_total: list[int]
    dinner_total: list[int]
    kept: list[bool] | None
    scores: list[int]


class OwnView(TypedDict):
    """Who looks on, with the hand and what was chosen."""

    seat: int | None
    hand: list[int] | None
    choice: Choice | None


class View(SharedView, OwnView):
    """The table; `meal` is the next one that the tally counts for, and `draws` the customers that each menu would bring
    to it as the tally stands. A total is over all dishes of a menu."""


# What may be done


class CardOffer(TypedDict):
    """Play a menu, keep it or discard it."""

    verb: Literal["play", "keep", "discard"]
    card: int
    label: str


class ServeOffer(TypedDict):
    """Serve a menu for so many customers."""

    verb: Literal["serve"]
    card: int
    customers: list[int]
    label: str


class ClipOffer(TypedDict):
    """Choose a menu in secret and clip a dish on it."""

    verb: Literal["clip"]
    card: int
    dish: int
    label: str


class GiveOffer(TypedDict):
    """Give samples of dishes; `seats` are the neighbours on whose cards they are."""

    verb: Literal["give"]
    dishes: list[int]
    markers: int
    seats: NotRequired[list[int]]
    label: str


MoveFrom = TypedDict("MoveFrom", {"from": int})


class MoveOffer(MoveFrom):
    """Move a marker."""

    verb: Literal["move"]
    to: int
    label: str


class StayOffer(TypedDict):
    """Move no marker."""

    verb: Literal["stay"]
    label: str


Offer = CardOffer | ServeOffer | ClipOffer | GiveOffer | MoveOffer | StayOffer


# What is heard


class StepHeard(TypedDict):
    """A step of the day begins."""

    event: Literal["step"]
    step: int
    tile: str | None
    text: str


class OverHeard(TypedDict):
    """The restaurants close."""

    event: Literal["over"]
    text: str


class ClearHeard(TypedDict):
    """Markers come off the most popular dish."""

    event: Literal["clear"]
    dish: int
    colours: list[int]
    text: str


class PodcastHeard(TypedDict):
    """The podcast recommends a menu."""

    event: Literal["podcast"]
    card: int
    text: str


class ChooseHeard(TypedDict):
    """Somebody has chosen; what, only that seat hears."""

    event: Literal["choose"]
    seat: int
    card: NotRequired[int]
    dish: NotRequired[int]
    keep: NotRequired[bool]
    text: str


class ShowHeard(TypedDict):
    """A menu is turned up."""

    event: Literal["show"]
    seat: int
    card: int
    text: str


class GiveHeard(TypedDict):
    """Samples are given."""

    event: Literal["give"]
    seat: int
    dishes: list[int]
    markers: int
    text: str


MovedFrom = TypedDict("MovedFrom", {"from": int})


class MoveHeard(MovedFrom):
    """A marker is moved."""

    event: Literal["move"]
    seat: int
    to: int
    text: str


class StayHeard(TypedDict):
    """No marker is moved."""

    event: Literal["stay"]
    seat: int
    text: str


class ClipHeard(TypedDict):
    """The hidden sample is turned up."""

    event: Literal["clip"]
    seat: int
    card: int
    dish: int
    markers: int
    text: str


class ServeHeard(TypedDict):
    """A menu is served; `so_far` is the running total of its customers, dish by dish."""

    event: Literal["serve"]
    seat: int
    card: int
    customers: list[int]
    so_far: list[int]
    text: str


class DecideHeard(TypedDict):
    """The last card is kept or discarded."""

    event: Literal["decide"]
    seat: int
    kept: bool
    text: str


class DealHeard(TypedDict):
    """Cards are dealt; which, only that seat hears."""

    event: Literal["deal"]
    seat: int
    count: int
    cards: NotRequired[list[int]]
    text: str


Heard = (
    StepHeard
    | OverHeard
    | ClearHeard
    | PodcastHeard
    | ChooseHeard
    | ShowHeard
    | GiveHeard
    | MoveHeard
    | StayHeard
    | ClipHeard
    | ServeHeard
    | DecideHeard
    | DealHeard
)

SHAPES = Shapes(View, Constants, Face, Offer, Heard)

"""The types of what Ovens shows and tells. Cards (by kind) and dishes go by their index among the faces."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from maitred.kernel.shapes import Shapes

Family = Literal["ingredient", "seasoning", "trash", "radioactive"]
DishType = Literal["hamburger", "pizza", "soup", "yakitori", "tacos"]
Moment = Literal["redraw", "dish", "supply", "action", "keep", "give", "replace", "prepare", "sabotage", "over"]


class CardFace(TypedDict):
    """A card as it is printed, with what it does in words."""

    name: str
    kind: Family
    copies: int
    minus: NotRequired[int]
    plus: NotRequired[int]
    home: NotRequired[DishType]
    text: str


class DishFace(TypedDict):
    """A dish as it is printed, front and back."""

    name: str
    kind: Literal["dish"]
    type: DishType
    points: int
    needs: list[int]
    back: list[int]


Face = CardFace | DishFace


class Step(TypedDict):
    """A step of a turn, and how many cards or actions it allows."""

    name: str
    most: int


class Constants(TypedDict):
    """Numbers and names of the rules."""

    spaces: int
    rounds: int
    hand_limit: int
    types: list[DishType]
    steps: list[Step]


class Deck(TypedDict):
    """The pile; its top card is seen from the first round on."""

    top: int | None
    height: int


class Heap(TypedDict):
    """A pile of dishes of one type: the back of the top one."""

    back: list[int] | None
    height: int


class Laid(TypedDict):
    """A card in an oven: None if its back is seen; `by` is who put it there face down."""

    kind: int | None
    by: int | None


class Oven(TypedDict):
    """An oven, and what its dish still lacks."""

    dish: int | None
    closed: bool
    lacks: list[int]
    cards: list[Laid]


class Finished(TypedDict):
    """A finished dish."""

    dish: int
    minus: int
    plus: int
    points: int


class Raid(TypedDict):
    """A raid under way; the cards are seen by the two players alone."""

    victim: int
    count: int
    cards: list[int] | None
    kept: int | None


class Theft(TypedDict):
    """A theft under way."""

    victim: int


class Course(TypedDict):
    """How far a game is, and whose turn it is."""

    players: int
    first: int
    turn: int
    round: int
    moment: Moment


class SharedView(Course):
    """What everybody sees."""

    step: int | None
    used: list[int]
    actors: list[int]
    deck: Deck
    discard: int
    piles: dict[DishType, Heap]
    decided: list[bool]
    held: list[int]
    finished: list[list[Finished]]
    theft: Theft | None
    scores: list[int]


class OwnView(TypedDict):
    """Who looks on, with the hand and what is known of other hands, of ovens and of a raid."""

    seat: int | None
    rejected: list[int]
    hand: list[int]
    known: list[list[int]]
    ovens: list[Oven]
    raid: Raid | None


class View(SharedView, OwnView):
    """The table. `step` is the step of the turn (None: none yet, or over), `used` how much of each step has been
    used."""


# What may be done


class KindOffer(TypedDict):
    """Something done with a card of one's hand, of the pile, or of those looked at."""

    verb: Literal["reject", "discard", "take", "keep", "prepare"]
    kind: int
    label: str


class PlainOffer(TypedDict):
    """Go on, or give the cards back."""

    verb: Literal["ready", "return", "go on"]
    label: str


class ChooseOffer(TypedDict):
    """Take the top dish of a pile."""

    verb: Literal["choose"]
    type: DishType
    back: list[int]
    label: str


class RaidOffer(TypedDict):
    """Raid a pantry."""

    verb: Literal["raid"]
    seat: int
    label: str


class StealOffer(TypedDict):
    """Steal the card in a space of an oven."""

    verb: Literal["steal"]
    seat: int
    place: int
    label: str


class CleanOffer(TypedDict):
    """Clean cards out of one's own oven."""

    verb: Literal["clean"]
    places: list[int]
    label: str


class VictimOffer(TypedDict):
    """A card for another player, or for their oven."""

    verb: Literal["give", "replace", "sabotage"]
    kind: int
    seat: int
    label: str


Offer = KindOffer | PlainOffer | ChooseOffer | RaidOffer | StealOffer | CleanOffer | VictimOffer


# What is heard; a card's kind is there for those who may know it


class TurnHeard(TypedDict):
    """A turn begins."""

    event: Literal["turn"]
    seat: int
    round: int
    text: str


class ReshuffleHeard(TypedDict):
    """The discard becomes a new pile."""

    event: Literal["reshuffle"]
    count: int
    text: str


class PileHeard(TypedDict):
    """The next card of the pile is turned up."""

    event: Literal["pile"]
    kind: int | None
    text: str


class OverHeard(TypedDict):
    """The game is over."""

    event: Literal["over"]
    text: str


class OwnHeard(TypedDict):
    """What somebody does with a card of the pantry, the pile or their own oven, or without one."""

    event: Literal["reject", "ready", "discard", "take", "prepare", "clean", "close"]
    seat: int
    kind: NotRequired[int]
    text: str


class RedrawHeard(TypedDict):
    """First cards are exchanged."""

    event: Literal["redraw"]
    seat: int
    count: int
    kinds: NotRequired[list[int]]
    text: str


class DishHeard(TypedDict):
    """A dish is taken."""

    event: Literal["dish"]
    seat: int
    dish: int
    text: str


class GoOnHeard(TypedDict):
    """Somebody goes on to the next step."""

    event: Literal["go on"]
    seat: int
    step: Moment
    text: str


class ScoreHeard(TypedDict):
    """A dish is counted, and what lay face down is turned up."""

    event: Literal["finish", "unfinished"]
    seat: int
    dish: int
    revealed: list[int]
    points: int
    text: str


class RaidHeard(TypedDict):
    """A pantry is raided."""

    event: Literal["raid"]
    seat: int
    victim: int
    kinds: NotRequired[list[int]]
    text: str


class VictimHeard(TypedDict):
    """Something between two players."""

    event: Literal["return", "replace", "steal", "keep", "give", "sabotage"]
    seat: int
    victim: int
    kind: NotRequired[int]
    text: str


Heard = (
    TurnHeard
    | ReshuffleHeard
    | PileHeard
    | OverHeard
    | OwnHeard
    | RedrawHeard
    | DishHeard
    | GoOnHeard
    | ScoreHeard
    | RaidHeard
    | VictimHeard
)

SHAPES = Shapes(View, Constants, Face, Offer, Heard)

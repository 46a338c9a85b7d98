"""The types of what Diner shows and tells. Plates and tables go by their index among the faces."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from maitred.kernel.shapes import Shapes

PlateKind = Literal["bacon", "pancakes", "burger", "salad", "steak", "blue"]
Call = Literal["break", "closing"]
Cover = Literal["held", "wild", "lacking"]


class PlateFace(TypedDict):
    """The plate side of a card."""

    side: Literal["plate"]
    name: str
    kind: PlateKind
    tip: int


class TableFace(TypedDict):
    """The table side of a card: a party, what it orders and what it pays."""

    side: Literal["table"]
    name: str
    kind: Literal["table"]
    order: list[int]
    value: int


Face = PlateFace | TableFace


class Constants(TypedDict):
    """Numbers of the rules. `wild` is the plate that stands in for any other; `shift_ends` says when there is a
    break."""

    plates: int
    wild: int
    stacks: int
    shift_ends: str


class Stack(TypedDict):
    """A stack of the Kitchen; `needed`: whether the plate on top is one that a table of the viewer's section lacks."""

    top: int | None
    height: int
    needed: bool


class Held(TypedDict):
    """A card in a hand; the plate is None where the viewer has not seen it."""

    plate: int | None
    table: int


class Covers(TypedDict):
    """How the viewer's hand covers each plate of each order, in the Lounge and in the viewer's section."""

    lounge: list[list[Cover]]
    section: list[list[Cover]]


class SharedView(TypedDict):
    """What everybody sees."""

    players: int
    pace: Literal["live", "calm"]
    actors: list[int]
    closed: bool
    breaks: int
    next_call: Call
    call: Call | None
    left: int
    tokens: list[int]
    lounge: list[int]
    sink: list[int]
    sections: list[list[int]]
    tips: list[list[int]]
    earned: list[int]
    docked: list[int]
    scores: list[int]


class OwnView(TypedDict):
    """Who looks on, and what depends on that: backs of cards, and what one's hand covers and needs."""

    seat: int | None
    kitchen: list[Stack]
    hands: list[list[Held]]
    covers: Covers | None
    waits: bool


class View(SharedView, OwnView):
    """The diner. `next_call` is what is called when enough stacks are empty, and `left` how many cards can still leave
    the Kitchen before that; `call` is what may be called now. `waits`: whether the viewer has no token to act with."""


# What may be done


class DrawOffer(TypedDict):
    """Draw the plate on top of a stack."""

    verb: Literal["draw"]
    stack: int
    plate: int
    label: str


class LoungeOffer(TypedDict):
    """Seat a party or send it to the counter, and refill the Lounge from a stack."""

    verb: Literal["seat", "counter"]
    slot: int
    table: int
    stack: int
    plate: int
    label: str


class ServeOffer(TypedDict):
    """Serve a table of one's section with these plates."""

    verb: Literal["serve"]
    table: int
    plates: list[int]
    label: str


class TakeOffer(TypedDict):
    """Take a token from somebody who holds them all."""

    verb: Literal["take"]
    seat: int
    label: str


class CallOffer(TypedDict):
    """Call a break or closing time."""

    verb: Literal["call"]
    call: Call
    label: str


class HoldOffer(TypedDict):
    """Let the next player act first."""

    verb: Literal["hold"]
    label: str


Offer = DrawOffer | LoungeOffer | ServeOffer | TakeOffer | CallOffer | HoldOffer


# What is heard; of an action also to whom the token goes


class DrawHeard(TypedDict):
    """A plate is drawn; everybody sees its back."""

    event: Literal["draw"]
    seat: int
    to: int
    stack: int
    plate: int
    table: int
    text: str


class ServeHeard(TypedDict):
    """A table is served, with these plates and what is on their backs."""

    event: Literal["serve"]
    seat: int
    to: int
    table: int
    plates: list[int]
    backs: list[int]
    value: int
    text: str


class LoungeHeard(TypedDict):
    """A party is seated or sent to the counter, and another comes into the Lounge."""

    event: Literal["seat", "counter"]
    seat: int
    to: int
    slot: int
    table: int
    back: NotRequired[int]
    stack: int
    plate: int
    refill: int
    text: str


TakeFrom = TypedDict("TakeFrom", {"from": int})


class TakeHeard(TakeFrom):
    """A token is taken from somebody who held them all."""

    event: Literal["take"]
    seat: int
    text: str


class HoldHeard(TypedDict):
    """Somebody lets the next player act first."""

    event: Literal["hold"]
    seat: int
    text: str


class BreakHeard(TypedDict):
    """A break: so many cards are shuffled into new stacks."""

    event: Literal["break"]
    seat: int | None
    cards: int
    text: str


class OverHeard(TypedDict):
    """The diner closes."""

    event: Literal["over"]
    seat: int | None
    text: str


Heard = DrawHeard | ServeHeard | LoungeHeard | TakeHeard | HoldHeard | BreakHeard | OverHeard

SHAPES = Shapes(View, Constants, Face, Offer, Heard)

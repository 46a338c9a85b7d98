"""The types of what Delectable shows and tells."""

from __future__ import annotations

from typing import Literal, TypedDict

from maitred.kernel.shapes import Shapes

Resource = Literal["server", "chef", "food", "equipment"]
Pile = Literal["server", "chef", "food", "equipment", "review"]
Moment = Literal["turn", "roll", "again", "steal", "give", "over"]
Counting = Literal["doubled", "less", "stars", "review"]


class Modifiers(TypedDict):
    """What a card in hand adds to rolls for each resource."""

    server: int
    chef: int
    food: int
    equipment: int


class Face(TypedDict):
    """A card as it is printed."""

    name: str
    kind: Pile
    stars: int
    cost: int
    to: Modifiers
    discarded: int


class Reason(TypedDict):
    """Why a card counts what it does, in a mark (may be empty) and in words."""

    mark: str
    words: str


class Constants(TypedDict):
    """Numbers and names of the rules. `rightmost`: how many cards at the right end of a hand add to rolls;
    `shortest_run`: the fewest neighbours that can be committed, and `stealing_run`: how many it takes to steal a card;
    `worth_rule`: what a card counts in a restaurant, in a sentence, and `reasons`: why one counts what it does."""

    piles: list[Pile]
    resources: list[Resource]
    most_stars: int
    die: int
    rightmost: int
    shortest_run: int
    stealing_run: int
    worth_rule: str
    reasons: dict[Counting, Reason]


class Heap(TypedDict):
    """What is seen of a stack."""

    top: int | None
    height: int


class RollSum(TypedDict):
    """What a roll for a pile adds to the die, what it must reach, and so what the die must show."""

    card: int
    cost: int
    discards: int
    hand: int
    stars: int
    needed: int
    percent: int


class IfReviewed(TypedDict):
    """What one more review of so many stars would make of a restaurant."""

    stars: int
    quality: int
    resources: dict[Resource, int]
    score: int


class SharedView(TypedDict):
    """What everybody sees."""

    players: int
    turn: int
    moment: Moment
    actors: list[int]
    deck: int
    discard: Heap
    market: dict[Pile, Heap]
    discards: int
    rolls: dict[Pile, RollSum]
    stolen: Pile | None
    hands: list[list[int]]


class LastingView(TypedDict):
    """The restaurants, which seldom change."""

    restaurants: list[list[int]]
    worth: list[list[int]]
    why: list[list[Counting]]
    quality: list[int]
    if_reviewed: list[list[IfReviewed]]
    resources: list[dict[Resource, int]]
    counting: list[list[Resource]]
    lowest: list[Resource | None]
    scores: list[int]


class OwnView(TypedDict):
    """Who looks on."""

    seat: int | None


class View(SharedView, LastingView, OwnView):
    """The table. `counting` lists the resources that count for a seat now, best first; `lowest` is the one that is
    its score. `worth` is what each card of a restaurant counts, and `why` says whether that is its stars, twice its
    stars, or one less than them; `if_reviewed` has what one more review of each quality would make of it."""


# What may be done


class ReviewOffer(TypedDict):
    """Review a restaurant with a card, and what that would make of it."""

    verb: Literal["review"]
    position: int
    card: int
    seat: int
    quality: int
    score: int
    label: str


class CommitOffer(TypedDict):
    """Commit adjacent cards."""

    verb: Literal["commit"]
    first: int
    last: int
    cards: list[int]
    label: str


class CardOffer(TypedDict):
    """Discard a card, or give it up."""

    verb: Literal["discard", "give"]
    position: int
    card: int
    label: str


class RollOffer(RollSum):
    """Name a pile and roll."""

    verb: Literal["roll"]
    pile: Pile
    label: str


class EndOffer(TypedDict):
    """End the turn."""

    verb: Literal["end"]
    label: str


class StealOffer(TypedDict):
    """Name the opponent to steal from."""

    verb: Literal["steal"]
    seat: int
    label: str


Offer = ReviewOffer | CommitOffer | CardOffer | RollOffer | EndOffer | StealOffer


# What is heard


class SeatHeard(TypedDict):
    """A turn begins, or ends without another roll."""

    event: Literal["turn", "end"]
    seat: int
    text: str


class ReviewHeard(TypedDict):
    """A restaurant is reviewed."""

    event: Literal["review"]
    seat: int
    card: int
    reviewed: int
    quality: int
    text: str


class DiscardHeard(TypedDict):
    """A card is discarded."""

    event: Literal["discard"]
    seat: int
    card: int
    text: str


class RollHeard(TypedDict):
    """A roll, with all that was added to the die, what it had to show, and how likely that was."""

    event: Literal["roll"]
    seat: int
    card: int
    needed: int
    percent: int
    die: int
    discards: int
    hand: int
    stars: int
    total: int
    cost: int
    taken: bool
    text: str


class DrawHeard(TypedDict):
    """A card comes from the deck to the market."""

    event: Literal["draw"]
    seat: int
    card: int
    again: bool
    text: str


class CommitHeard(TypedDict):
    """Cards are committed."""

    event: Literal["commit"]
    seat: int
    resource: Pile
    cards: list[int]
    text: str


class StealHeard(TypedDict):
    """Somebody is stolen from."""

    event: Literal["steal"]
    seat: int
    victim: int
    found: bool
    text: str


class GiveHeard(TypedDict):
    """A stolen card is handed over."""

    event: Literal["give"]
    seat: int
    card: int
    to: int
    text: str


class OverHeard(TypedDict):
    """The game is over."""

    event: Literal["over"]
    text: str


Heard = (
    SeatHeard | ReviewHeard | DiscardHeard | RollHeard | DrawHeard | CommitHeard | StealHeard | GiveHeard | OverHeard
)

SHAPES = Shapes(View, Constants, Face, Offer, Heard)

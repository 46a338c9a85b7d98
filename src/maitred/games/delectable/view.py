"""What a seat or a spectator may see of Delectable, and a whole position in words.

Everything is face up once drawn (D8): all see the same, and nobody the order of the deck or what lies under a top card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, final

from maitred.games.delectable import rules
from maitred.games.delectable.cards import KINDS
from maitred.games.delectable.check import checked
from maitred.games.delectable.rules import Card, Delectable, DelectableCards, Pile, Seat, Stars
from maitred.games.delectable.shapes import (
    Constants,
    Counting,
    Face,
    Heap,
    IfReviewed,
    LastingView,
    Moment,
    OwnView,
    Reason,
    Resource,
    RollSum,
    SharedView,
)
from maitred.kernel.chance import Stream
from maitred.kernel.position import PositionReader

RESOURCE_NAMES: Final[list[Resource]] = ["server", "chef", "food", "equipment"]
MOMENT_NAMES: Final[list[Moment]] = ["turn", "roll", "again", "steal", "give", "over"]
WORTH_RULE: Final = (
    "A card counts its stars: double if it has exactly as many as your restaurant, one less if it has fewer."
)
REASONS: Final[dict[Counting, Reason]] = {
    "doubled": {"mark": "×2", "words": "its stars are those of the restaurant, so they count twice"},
    "less": {"mark": "−1", "words": "it has fewer stars than the restaurant, so one is taken off"},
    "stars": {"mark": "", "words": "its stars, as it has more of them than the restaurant"},
    "review": {"mark": "", "words": ""},
}
COUNTED: Final = -1  # replaces a score that is already counted: lower than any


def percent(needed: int) -> int:
    """The chance that a d20 shows at least that much."""
    return 5 * min(rules.DIE, max(0, rules.DIE + 1 - needed))


def faces(cards: DelectableCards) -> list[Face]:
    """Every card as it is printed; views name cards by their index here."""
    return [
        {
            "name": cards.names[card],
            "kind": KINDS[cards.pile[card]],
            "stars": cards.stars[card],
            "cost": cards.cost[card],
            "to": {
                "server": cards.to[card][0],
                "chef": cards.to[card][1],
                "food": cards.to[card][2],
                "equipment": cards.to[card][3],
            },
            "discarded": cards.if_discarded[card],
        }
        for card in range(len(cards.pile))
    ]


def constants(cards: DelectableCards) -> Constants:
    """The piles, and the numbers of the rules that a board shows."""
    return {
        "piles": KINDS,
        "resources": RESOURCE_NAMES,
        "most_stars": rules.HIGHEST_STARS,
        "die": rules.DIE,
        "rightmost": rules.RIGHTMOST,
        "shortest_run": rules.SHORTEST_RUN,
        "stealing_run": rules.STEALING_RUN,
        "worth_rule": WORTH_RULE,
        "reasons": REASONS,
    }


def heap(cards: list[Card]) -> Heap:
    """What is seen of a stack: its top card and its height."""
    return {"top": cards[-1] if cards else None, "height": len(cards)}


def roll_sum(state: Delectable, pile: Pile) -> RollSum:
    """The sum a roll for a pile would make, without the die, for the player whose turn it is."""
    seat = state.turn
    top = state.market[pile][-1]
    cost = state.printed.cost[top]
    hand, stars = state.hand_modifier(seat, pile), state.star_modifier(seat, pile)
    needed = cost - state.discards - hand - stars
    return {
        "card": top,
        "cost": cost,
        "discards": state.discards,
        "hand": hand,
        "stars": stars,
        "needed": needed,
        "percent": percent(needed),
    }


def by_name(scores: list[int]) -> dict[Resource, int]:
    """The scores of the four resources."""
    return {"server": scores[0], "chef": scores[1], "food": scores[2], "equipment": scores[3]}


def why(stars: Stars, quality: Stars) -> Counting:
    """Why a card of so many stars counts what it does in a restaurant of that quality (D12)."""
    return "doubled" if stars == quality else "less" if stars < quality else "stars"


def if_reviewed(state: Delectable, seat: Seat, resources: dict[Resource, int], score: int) -> list[IfReviewed]:
    """What one more review of each quality in the deck would make of a restaurant that has these scores now."""
    lying = state.reviews_of(seat)
    lowest = rules.RESOURCES - rules.scored_resources(state.players)
    told: list[IfReviewed] = []
    scored = state.quality[seat]  # the quality with which it has these scores
    for stars in state.printed.reviews:
        lying[stars] += 1
        quality = rules.commonest(lying)
        lying[stars] -= 1
        if quality != scored:
            own = state.scores_with(seat, quality)
            resources = by_name(own)
            own.sort()
            score = own[lowest]
            scored = quality
        told.append({"stars": stars, "quality": quality, "resources": resources, "score": score})
    return told


def counting(scores: list[int], players: int) -> list[int]:
    """The resources that count, the best first: the last of them is the score."""
    left = scores[:]
    found: list[int] = []
    for _ in range(rules.scored_resources(players)):
        best = 0
        for resource in range(1, rules.RESOURCES):
            if left[resource] > left[best]:
                best = resource
        found.append(best)
        left[best] = COUNTED
    return found


@final
class Restaurant:
    """What the view says of a restaurant; parts of several views, so nobody changes it."""

    def __init__(self, state: Delectable, seat: Seat) -> None:
        self.printed: DelectableCards = state.printed
        self.players: int = state.players
        self.worth: list[int] = []
        self.why: list[Counting] = []
        quality = state.quality[seat]
        own = [0] * rules.RESOURCES
        for card in state.restaurants[seat]:
            pile = state.printed.pile[card]
            worth = 0  # a review counts nothing by itself
            reason: Counting = "review"
            if pile != rules.REVIEW:
                worth = state.card_value(card, quality)
                reason = why(state.printed.stars[card], quality)
                own[pile] += worth
            self.worth.append(worth)
            self.why.append(reason)
        counted = counting(own, state.players)
        self.score: int = own[counted[-1]]
        self.resources: dict[Resource, int] = by_name(own)
        self.counting: list[Resource] = [RESOURCE_NAMES[resource] for resource in counted]
        self.lowest: Resource | None = RESOURCE_NAMES[counted[-1]] if own[counted[0]] > 0 else None
        self.if_reviewed: list[IfReviewed] = if_reviewed(state, seat, self.resources, self.score)


RESTAURANTS: Final[dict[tuple[Card, ...], Restaurant]] = {}
"""Restaurants by their cards: most moves change none of them."""
RESTAURANTS_MOST: Final = 512


def restaurant(state: Delectable, seat: Seat) -> Restaurant:
    """What the view says of a seat's restaurant."""
    cards = tuple(state.restaurants[seat])
    told = RESTAURANTS.get(cards)
    if told is None or told.printed is not state.printed or told.players != state.players:
        if len(RESTAURANTS) >= RESTAURANTS_MOST:
            RESTAURANTS.clear()
        RESTAURANTS[cards] = told = Restaurant(state, seat)
    return told


def lasting_view(state: Delectable, before: LastingView | None) -> LastingView:
    """The restaurants, and all that follows from the cards in them."""
    if before is not None and before["restaurants"] == state.restaurants:
        return before
    restaurants = [restaurant(state, seat) for seat in range(state.players)]
    return {
        "restaurants": [list(cards) for cards in state.restaurants],
        "worth": [told.worth for told in restaurants],
        "why": [told.why for told in restaurants],
        "quality": list(state.quality),
        "if_reviewed": [told.if_reviewed for told in restaurants],
        "resources": [told.resources for told in restaurants],
        "counting": [told.counting for told in restaurants],
        "lowest": [told.lowest for told in restaurants],
        "scores": [told.score for told in restaurants],
    }


def shared_view(state: Delectable) -> SharedView:
    """Everything else on the table."""
    rolling = state.moment not in (rules.OVER, rules.STEAL, rules.GIVE)
    return {
        "players": state.players,
        "turn": state.turn,
        "moment": MOMENT_NAMES[state.moment],
        "actors": state.actors(),
        "deck": len(state.deck),
        "discard": heap(state.discard),
        "market": {KINDS[pile]: heap(state.market[pile]) for pile in range(rules.PILES)},
        "discards": state.discards,
        "rolls": {KINDS[pile]: roll_sum(state, pile) for pile in range(rules.PILES) if rolling and state.market[pile]},
        "stolen": KINDS[state.stolen] if state.moment in (rules.STEAL, rules.GIVE) else None,
        "hands": [list(hand) for hand in state.hands],
    }


def own_view(state: Delectable, seat: int | None) -> OwnView:
    """Who sees it."""
    return {"seat": seat}


def dump(state: Delectable) -> dict[str, Any]:
    """The complete position in words, without chance. Cards run from left to right and from bottom to top."""
    names = state.printed.names
    return {
        "players": state.players,
        "turn": state.turn,
        "moment": MOMENT_NAMES[state.moment],
        "discards": state.discards,
        "stolen": KINDS[state.stolen] if state.moment in (rules.STEAL, rules.GIVE) else None,
        "victim": state.victim if state.moment == rules.GIVE else None,
        "deck": [names[card] for card in state.deck],
        "discard": [names[card] for card in state.discard],
        "market": {KINDS[pile]: [names[card] for card in state.market[pile]] for pile in range(rules.PILES)},
        "hands": [[names[card] for card in hand] for hand in state.hands],
        "restaurants": [[names[card] for card in restaurant] for restaurant in state.restaurants],
        "asked": state.asked,
        "reveals": state.reveals,
    }


def load(words: Mapping[str, Any], seed: int, cards: DelectableCards) -> Delectable:
    """The state of a position in words. Only `players` and `market` are needed: what is not said is empty, and
    without a `deck` all cards not named elsewhere are shuffled into it. With the word `rest` as its `discard` they are
    in the discard pile."""
    position = PositionReader(words, cards.names)
    players = position.number("players", rules.MIN_PLAYERS, rules.MAX_PLAYERS)
    state = Delectable(players, Stream(seed), cards)
    state.turn = position.number("turn", 0, players - 1, 0)
    state.moment = position.word("moment", MOMENT_NAMES, "turn")
    state.discards = position.number("discards", -len(cards.pile) * 9, len(cards.pile) * 9, 0)
    if position.has("stolen"):
        state.stolen = position.word("stolen", KINDS[: rules.RESOURCES], "server")
    if position.has("victim"):
        state.victim = position.number("victim", 0, players - 1)
    rest = position.rest("discard")
    state.discard = [] if rest else position.cards("discard")
    market = position.inner("market")
    state.market = [market.cards(name) for name in KINDS]
    market.end()
    state.hands = position.cards_by_seat("hands", players)
    state.restaurants = position.cards_by_seat("restaurants", players)
    state.asked = position.number("asked", 0, 1 << 62, 0)
    state.reveals = position.number("reveals", 0, 1 << 62, 0)
    if position.has("deck"):
        state.deck = position.cards("deck")
        if rest:
            placed = set(state.inventory())
            state.discard = [card for card in range(len(cards.pile)) if card not in placed]
    elif state.moment != rules.OVER:
        placed = set(state.inventory())
        state.deck = [card for card in range(len(cards.pile)) if card not in placed]
        state.chance.shuffle(state.deck)
    position.end()
    return checked(state)

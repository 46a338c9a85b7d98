"""What a seat of Delectable knows, as bytes: everything but the order of the deck.

Of the deck it is known what is left in it, since all other cards lie open.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from maitred.games.delectable.rules import (
    GIVE,
    HAND_MOST,
    HIGHEST_STARS,
    LOWEST_STARS,
    OVER,
    PILES,
    RESOURCES,
    REVIEW,
    RIGHTMOST,
    STEAL,
    Delectable,
    DelectableCards,
    Seat,
)
from maitred.kernel.observation import BYTES, MIDDLE, Layout, Observer, clipped, no_words
from maitred.kernel.state import State

QUALITIES: Final = HIGHEST_STARS - LOWEST_STARS + 1
MOMENTS: Final = OVER + 1
CARD: Final = 2  # words
PILE: Final = CARD + 1
RESTAURANT: Final = 4
HANDS: Final = RESTAURANT + 1  # where in the words of a seat its hand begins
OF_SEAT: Final = HANDS + CARD * HAND_MOST
TABLE: Final = 2
SEATS: Final = TABLE + PILE * PILES

FACE: Final = (
    f"a card: 5 bytes for its pile, stars, cost, what it adds if discarded + {MIDDLE}; 1, what it adds to rolls for "
    f"each resource + {MIDDLE}, 3 times 0; all 0 if there is none"
)


@lru_cache(8)
def layout(players: int) -> Layout:
    """The fields of an observation."""
    told = Layout()
    told.read(f"""
        moment   {MOMENTS} one of: turn, roll, again, steal, give, over
        deck     1         cards in the deck
        discards 1         what this turn's discards add to rolls + {MIDDLE}
        turn     5         whose turn it is: the observer's, then clockwise
        acts     1         1 if the observer is to act
        stolen   1         1 + the resource of which a card is being stolen
        victim   1         1 + the place, clockwise from the observer, of the seat that gives a card
    """)
    for pile in ("server", "chef", "food", "equipment", "review"):
        told.read(f"""
            market.{pile}.top   {CARD * BYTES} {FACE}
            market.{pile}.stars {QUALITIES}    cards of 2, 3, 4 and 5 stars in the pile
            deck.{pile}.stars   {QUALITIES}    cards of 2, 3, 4 and 5 stars that are left in the deck
        """)
    for seat in range(players):
        told.read(f"""
            seat{seat}:
            quality    1                       quality of the restaurant; seat0 is the observer, the others clockwise
            score      1                       the score as it stands
            resources  {RESOURCES}             the four resource scores
            hand_size  1                       cards in hand
            -
            restaurant {RESOURCES * QUALITIES} cards of 2 to 5 stars, for each resource
            reviews    {QUALITIES}             reviews of 2 to 5 stars
            -
            counted    1                       how many cards in hand count for rolls
            adds       {RESOURCES}             what they add for each resource + {MIDDLE} for each of them
            -
        """)
        for position in range(HAND_MOST):
            told.add(f"seat{seat}.hand{position}", CARD * BYTES, FACE)
    return told


@lru_cache(8)
def faces_of(cards: DelectableCards) -> vec[i64]:
    """Every card in words; all who observe a deck share them, so that they stay near the processor."""
    faces = no_words(CARD * len(cards.pile))
    for card in range(len(cards.pile)):
        to = cards.to[card]
        first = [1 if cards.pile[card] == pile else 0 for pile in range(PILES)]
        first += [cards.stars[card], cards.cost[card], cards.if_discarded[card] + MIDDLE]
        second = [1, *[to[resource] + MIDDLE for resource in range(RESOURCES)], 0, 0, 0]
        faces[CARD * card] = int.from_bytes(bytes(first), "little")
        faces[CARD * card + 1] = int.from_bytes(bytes(second), "little")
    return faces


@lru_cache(8)
def quality_bytes_of(cards: DelectableCards) -> vec[i64]:
    """For each card a 1 in the byte of its stars."""
    return vec[i64]([1 << BYTES * (stars - LOWEST_STARS) for stars in cards.stars])


class DelectableObserver(Observer):
    """Counts of piles and restaurants are kept up to date, since cards only come on top or leave from there."""

    def __init__(self, players: int, cards: DelectableCards) -> None:
        super().__init__(layout(players))
        self.printed: DelectableCards = cards
        self.faces: vec[i64] = faces_of(cards)
        self.quality_bytes: vec[i64] = quality_bytes_of(cards)
        self.deck: list[int] = []
        self.left: vec[i64] = no_words(PILES)
        self.market: list[list[int]] = []
        self.piles: vec[i64] = no_words(PILES)
        self.sizes: list[int] = []
        self.restaurants: vec[i64] = no_words(RESTAURANT * players)
        self.forget()

    def forget(self) -> None:
        self.deck = []
        self.market = [[] for _ in range(PILES)]
        self.sizes = [-1] * (len(self.restaurants) // RESTAURANT)
        self.left = no_words(PILES)
        self.piles = no_words(PILES)

    def write(self, state: State, seat: i64, out: vec[i64], at: i64) -> None:
        assert isinstance(state, Delectable)
        players: i64 = state.players
        self.count_deck(state)
        moment: i64 = state.moment
        turn: i64 = state.turn
        one = self.one
        number: i64 = len(state.deck)
        word: i64 = one << BYTES * moment
        word |= (127 if number > 127 else number) << 48
        number = clipped(state.discards + MIDDLE)
        out[at] = word | (number << 56)
        turned: i64 = (turn - seat + players) % players
        word = one << BYTES * turned
        actor: i64 = turn
        if moment == GIVE:
            actor = state.victim
            word |= ((actor - seat + players) % players + 1) << 56
        if moment in (STEAL, GIVE):
            number = state.stolen + 1
            word |= number << 48
        if moment != OVER and actor == seat:
            word |= one << 40
        out[at + 1] = word
        start = at + TABLE
        for pile in range(PILES):
            cards = state.market[pile]
            self.count_pile(pile, cards)
            if cards:
                top: i64 = cards[-1]
                out[start] = self.faces[CARD * top]
                out[start + 1] = self.faces[CARD * top + 1]
            else:
                out[start] = 0
                out[start + 1] = 0
            out[start + CARD] = self.piles[pile] | (self.left[pile] << 32)
            start += PILE
        for step in range(players):
            self.write_seat(state, (seat + step) % players, out, start)
            start += OF_SEAT

    def write_seat(self, state: Delectable, seat: i64, out: vec[i64], at: i64) -> None:
        """Write a restaurant and a hand."""
        if self.sizes[seat] != len(state.restaurants[seat]):
            self.count_restaurant(state, seat)
        counted = self.restaurants
        hand = state.hands[seat]
        held: i64 = len(hand)
        first: i64 = RESTAURANT * seat
        out[at] = counted[first] | (held << 48)
        for word in range(1, RESTAURANT):
            out[at + word] = counted[first + word]
        faces = self.faces
        adds: i64 = 0
        counts: i64 = held - RIGHTMOST
        for position in range(held):
            card: i64 = hand[position]
            to = at + HANDS + CARD * position
            out[to] = faces[CARD * card]
            bonus = faces[CARD * card + 1]
            out[to + 1] = bonus
            if position >= counts:
                adds += bonus
        for word in range(HANDS + CARD * held, OF_SEAT):
            out[at + word] = 0
        out[at + RESTAURANT] = adds

    def count_deck(self, state: Delectable) -> None:
        """What is left in the deck: all of it at first, then less what was drawn."""
        kept = self.deck
        height = len(state.deck)
        if not kept and height:
            self.deck = state.deck[:]
            for card in self.deck:
                self.left[state.printed.pile[card]] += self.quality_bytes[card]
            return
        while len(kept) > height:
            card = kept.pop()
            self.left[state.printed.pile[card]] -= self.quality_bytes[card]

    def count_pile(self, pile: i64, cards: list[int]) -> None:
        """What is in a pile of the market: cards that have left it never come back."""
        kept = self.market[pile]
        while kept and (len(kept) > len(cards) or kept[-1] != cards[len(kept) - 1]):
            self.piles[pile] -= self.quality_bytes[kept.pop()]
        while len(kept) < len(cards):
            card = cards[len(kept)]
            kept.append(card)
            self.piles[pile] += self.quality_bytes[card]

    def count_restaurant(self, state: Delectable, seat: Seat) -> None:
        """What lies in a restaurant, which has changed, and what it is worth."""
        printed = state.printed
        restaurant = state.restaurants[seat]
        self.sizes[seat] = len(restaurant)
        worth = [state.quality[seat], clipped(state.counted_scores(seat)[0])]
        worth += [clipped(score) for score in state.resource_scores(seat)]
        counts = [0] * (RESOURCES * QUALITIES + BYTES)
        for card in restaurant:
            kind = RESOURCES if printed.pile[card] == REVIEW else printed.pile[card]
            counts[kind * QUALITIES + printed.stars[card] - LOWEST_STARS] += 1
        row = [*worth, 0, 0, *counts]
        for word in range(RESTAURANT):
            packed = int.from_bytes(bytes(row[word * BYTES : (word + 1) * BYTES]), "little")
            self.restaurants[RESTAURANT * seat + word] = packed


def observer(players: int, cards: DelectableCards) -> Observer:
    """What writes observations of a game."""
    return DelectableObserver(players, cards)

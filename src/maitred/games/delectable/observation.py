"""What a seat of Delectable knows, as bytes: everything but the order of the deck.

Of the deck it is known what is left in it, since all other cards lie open.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from maitred.games.delectable.rules import (
    DISCARD,
    GIVE,
    GIVE_CARD,
    HAND_MOST,
    HIGHEST_STARS,
    LOWEST_STARS,
    OVER,
    PILES,
    RESOURCES,
    RIGHTMOST,
    STEAL,
    Delectable,
    DelectableCards,
)
from maitred.kernel.observation import BYTES, MIDDLE, Layout, Observer, SeatsObserver, clipped, copy, no_words
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
NONE: Final = -1
UNSEEN: Final = -2

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


@final
class DelectableObserver(SeatsObserver):
    """The market and what lies before the seats is kept in words, and looked at again where it may have changed."""

    def __init__(self, players: int, cards: DelectableCards) -> None:
        super().__init__(layout(players), players, OF_SEAT)
        self.printed: DelectableCards = cards
        self.faces: vec[i64] = faces_of(cards)
        self.quality_bytes: vec[i64] = quality_bytes_of(cards)
        self.kept: vec[i64] = no_words(PILE * PILES)
        """The words of the market."""
        self.height: i64 = UNSEEN
        """How many cards are in the deck."""
        self.deck: list[int] = []
        self.left: vec[i64] = no_words(PILES)
        self.market: list[list[int]] = []
        self.tops: vec[i64] = no_words(PILES)
        self.piles: vec[i64] = no_words(PILES)
        self.sizes: list[int] = []
        self.worth: vec[i64] = no_words(players)
        """The first word of each seat, without the size of its hand."""
        self.restaurants: bool = True
        """Whether any restaurant may have changed."""
        self.forget()

    def forget(self) -> None:
        self.height = UNSEEN
        self.deck = []
        self.market = [[] for _ in range(PILES)]
        for pile in range(PILES):
            self.tops[pile] = UNSEEN
        self.sizes = [-1] * int(self.players)
        self.left = no_words(PILES)
        self.piles = no_words(PILES)
        self.restaurants = True
        super().forget()

    def acted(self, state: State, seat: i64, action: i64) -> None:
        self.touched |= self.one << seat
        if action < DISCARD or action >= GIVE_CARD:
            self.restaurants = True

    def write(self, state: State, seat: i64, out: vec[i64], at: i64) -> None:
        assert isinstance(state, Delectable)
        players = self.players
        height: i64 = len(state.deck)
        if self.height != height:  # the market changes with every card that is drawn, and only then
            self.height = height
            self.look_at_market(state)
        if self.restaurants:
            self.look_at_restaurants(state)
        self.look_at_touched(state)
        moment: i64 = state.moment
        turn: i64 = state.turn
        one = self.one
        number: i64 = clipped(len(state.deck))
        word: i64 = one << BYTES * moment | number << 48
        number = clipped(state.discards + MIDDLE)
        out[at] = word | number << 56
        turned = turn - seat if turn >= seat else turn - seat + players
        word = one << BYTES * turned
        if moment >= STEAL:
            actor = turn
            if moment == GIVE:
                actor = state.victim
                turned = actor - seat if actor >= seat else actor - seat + players
                word |= (turned + 1) << 56
            if moment != OVER:
                number = state.stolen + 1
                word |= number << 48
                if actor == seat:
                    word |= one << 40
        elif turn == seat:
            word |= one << 40
        out[at + 1] = word
        copy(self.kept, 0, out, at + TABLE, PILE * PILES)
        self.write_seats(seat, out, at + SEATS)

    def look_at_market(self, state: Delectable) -> None:
        """Write what lies in the market and is left in the deck."""
        self.count_deck(state)
        kept = self.kept
        faces = self.faces
        start: i64 = 0
        for pile in range(PILES):
            cards = state.market[pile]
            top: i64 = NONE
            if cards:
                top = cards[-1]
            if self.tops[pile] != top:  # what lies under a card does not change
                self.tops[pile] = top
                self.count_pile(pile, cards)
                kept[start] = 0
                kept[start + 1] = 0
                if top != NONE:
                    kept[start] = faces[CARD * top]
                    kept[start + 1] = faces[CARD * top + 1]
            kept[start + CARD] = self.piles[pile] | (self.left[pile] << 32)
            start += PILE

    def count_deck(self, state: Delectable) -> None:
        """What is left in the deck: all of it at first, then less what was drawn."""
        kept = self.deck
        height = len(state.deck)
        if not kept:
            self.deck = state.deck[:]
            for card in self.deck:
                self.left[state.printed.pile[card]] += self.quality_bytes[card]
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

    def look_at_restaurants(self, state: Delectable) -> None:
        """Write the restaurants that have changed."""
        for seat in range(self.players):
            if self.sizes[seat] != len(state.restaurants[seat]):
                self.count_restaurant(state, seat)
                self.touched |= self.one << seat
        self.restaurants = not self.told

    def look_at_seat(self, state: State, seat: i64) -> None:
        """Write a hand, and what its last cards add to rolls."""
        assert isinstance(state, Delectable)
        kept = self.seats
        faces = self.faces
        at = OF_SEAT * seat
        hand = state.hands[seat]
        held: i64 = len(hand)
        kept[at] = self.worth[seat] | (held << 48)
        adds: i64 = 0
        to = at + HANDS
        counts = to + CARD * (held - RIGHTMOST)
        for item in hand:
            card: i64 = item
            bonus = faces[CARD * card + 1]
            kept[to] = faces[CARD * card]
            kept[to + 1] = bonus
            if to >= counts:
                adds += bonus
            to += CARD
        for word in range(to, at + OF_SEAT):
            kept[word] = 0
        kept[at + RESTAURANT] = adds

    def count_restaurant(self, state: Delectable, seat: i64) -> None:
        """What lies in a restaurant, which has changed, and what it is worth."""
        printed = state.printed
        restaurant = state.restaurants[seat]
        self.sizes[seat] = len(restaurant)
        one = self.one
        worth: i64 = state.quality[seat]
        number: i64 = clipped(state.counted_scores(int(seat))[0])
        worth |= number << BYTES
        place: i64 = 2 * BYTES
        for score in state.resource_scores(int(seat)):
            number = clipped(score)
            worth |= number << place
            place += BYTES
        self.worth[seat] = worth
        kept = self.seats
        at = OF_SEAT * seat + 1
        for word in range(at, at + RESTAURANT - 1):
            kept[word] = 0
        for card in restaurant:
            kind: i64 = printed.pile[card]
            stars: i64 = printed.stars[card]
            place = kind * QUALITIES + stars - LOWEST_STARS
            kept[at + (place >> 3)] += one << ((place & 7) << 3)


def observer(players: int, cards: DelectableCards) -> Observer:
    """What writes observations of a game."""
    return DelectableObserver(players, cards)

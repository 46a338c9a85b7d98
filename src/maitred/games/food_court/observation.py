"""What a seat of Food Court knows, as bytes: its own cards except the order of its draw pile, and of the others'
what everybody has seen (F8)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from maitred.games.food_court.abilities import ABILITIES
from maitred.games.food_court.rules import (
    BLOCKS,
    CARD,
    COOK,
    DISCARD,
    MAX_PLAYERS,
    OVER,
    PAY,
    PLACE,
    PLAY,
    SECOND,
    SWAP,
    TAKE,
    TRACK,
    FoodCourt,
)
from maitred.games.food_court.station import EFFECTS, MOST_KINDS, NOTHING, SYMBOLS, FoodCourtCards, Station
from maitred.kernel.observation import BYTES, EVERYBODY, Layout, Observer, SeatsObserver, clipped, copy, count, no_words
from maitred.kernel.state import State

KINDS: Final = MOST_KINDS // BYTES  # words with a byte for each kind of card
MOMENTS: Final = 3
ROW: Final = 16  # how many of the cards before the scorer are told one by one
ROW_WORDS: Final = ROW // 2

TURN: Final = MOMENTS
ACTOR: Final = TURN + 1
NUMBERS: Final = ACTOR + 1
POT: Final = NUMBERS + 2
BROUGHT: Final = POT + KINDS
ON_TOP: Final = BROUGHT + KINDS
CARDS_BEFORE: Final = ON_TOP + KINDS
SEATS: Final = CARDS_BEFORE + ROW_WORDS

# Words of a seat

OF_STATION: Final = 0
ABILITY: Final = 2
BEFORE: Final = 3
HAND: Final = 5
DISCARDED: Final = HAND + KINDS
PREPARED: Final = DISCARDED + KINDS
MEALS: Final = PREPARED + KINDS
WINS: Final = MEALS + KINDS
OF_SEAT: Final = WINS + KINDS
OF_OWN: Final = 2 * KINDS  # words of the hand and the discard pile

ANY_STAGE: Final = -1

POINTS: Final = 16
"""What is added to points, so that a few below 0 can be told."""
BY_KIND: Final = "by kind, as the deck of the seat numbers them"


@lru_cache(8)
def layout(players: int) -> Layout:
    """The fields of an observation."""
    told = Layout()
    told.read(f"""
        moment      {OVER + 1}    one of the moments of a turn, in the order of the rules
        acts        1             1 if the observer is to act
        left        1             cards still to discard, take, pay or give up
        reached     1             1 once somebody has reached the goal
        turn        {MAX_PLAYERS} whose turn it is: the observer's, then clockwise
        round       1             the round
        rounds      1             the round after which the game ends
        actor       {MAX_PLAYERS} who is to act: the observer, then clockwise
        goal        1             the points that end the game
        supply      1             what the Supplier has picked: 1 take two, 2 two less
        second      1             1 during the second play
        revealed    1             1 while the cards before the scorer lie open
        holds       1             seats in a row that have held
        cooked      1             recipes cooked this turn
        cooked_well 1             of those, normal and hard ones with a secondary
        fresh       1             1 if a card just brought is in the pot
        first       1             1 + the place, clockwise from the observer, of the first player
        -
        recipe      1             1 + the recipe in the pot
        picked      1             1 + the recipe that was picked, where an ingredient of it is picked next
        resolving   1             1 + the place, before the scorer, of the card that is resolved
        victim      1             1 + the place, clockwise, of the seat whose recipe is replaced
        swapper     1             how many seats have had their chance to replace a recipe
        -
        pot         {MOST_KINDS}  the recipe and the ingredients in the pot, {BY_KIND}
        brought     {MOST_KINDS}  cards that own actions have brought this turn, as far as known, {BY_KIND}
        top         {MOST_KINDS}  cards that the observer knows on top of the own draw pile, {BY_KIND}
    """)
    for place in range(ROW):
        told.read(f"""
            before{place}:
            owner   1 1 + the place, clockwise, of who placed a card before the scorer
            effect  1 1 + its effect, if the observer knows it
            fate    1 once revealed: 0 stands, 1 is blocked, 2 is resolved
            used_on 1 1 + the place of the card that this Block was used on
        """)
    for seat in range(players):
        told.read(f"""
            seat{seat}:
            hand_size   1                cards in hand; seat0 is the observer, the others clockwise
            draw        1                cards in the draw pile
            discards    1                cards in the discard pile
            known_top   1                how many cards on top of the draw pile its owner knows
            vp          1                points + {POINTS}
            score       1                points with win cards + {POINTS}
            wins_size   1                win cards
            role        1                1 + the role
            counterpart 1                1 + the place, clockwise from the observer, of the role's counterpart
            utensils    {SYMBOLS}        of each utensil: 0 not in play, 1 up, 2 down
            meals_size  1                cooked recipes
            deck        1                1 + the number of the deck
            -
            ability     {len(ABILITIES)} one of: {", ".join(ABILITIES)}
            before      {EFFECTS}        action cards before this seat that the observer knows, by effect
            before_by   {MAX_PLAYERS}    action cards before this seat, by owner from the observer on
            -
            hand        {MOST_KINDS}     own hand, or what everybody saw go to the hand, {BY_KIND}
            discard     {MOST_KINDS}     the own discard pile, or what was seen going there, {BY_KIND}
            prepared    {MOST_KINDS}     ingredients on the counter, {BY_KIND}
            meals       {MOST_KINDS}     cooked recipes and their ingredients, {BY_KIND}
            wins        {MOST_KINDS}     win cards, {BY_KIND}
        """)
    return told


def stage_of(state: FoodCourt) -> i64:
    """A part of a turn in which actions change the station of whoever acts, and the cards before others, but nothing
    else; ANY_STAGE where they may."""
    turn: i64 = state.turn
    if state.moment == BLOCKS:
        return MAX_PLAYERS * 2 + turn
    if state.moment in (TAKE, DISCARD, PLAY, COOK, PAY, SECOND):
        return MAX_PLAYERS + turn if state.second else turn
    return ANY_STAGE


@final
class FoodCourtObserver(SeatsObserver):
    """Stations are kept in words, and looked at again where an action may have changed them."""

    def __init__(self, players: int, cards: FoodCourtCards) -> None:
        super().__init__(layout(players), players, OF_SEAT)
        self.own: vec[i64] = no_words(OF_OWN * players)
        """The hand and the discard pile of each station, as its owner knows them."""
        self.before: list[bool] = [False] * players
        """Whether there are action cards before a station."""
        self.stage: i64 = ANY_STAGE
        """Where the last action has left the game."""

    def forget(self) -> None:
        self.stage = ANY_STAGE
        super().forget()

    def acted(self, state: State, seat: i64, action: i64) -> None:
        assert isinstance(state, FoodCourt)
        stage = stage_of(state)
        if stage == ANY_STAGE or stage != self.stage:
            self.touched = EVERYBODY
            self.stage = stage
            return
        self.touched |= self.one << seat
        if PLACE <= action < CARD:
            self.touched |= self.one << (action - PLACE) % MAX_PLAYERS

    def write(self, state: State, seat: i64, out: vec[i64], at: i64) -> None:
        assert isinstance(state, FoodCourt)
        players = self.players
        self.look_at_touched(state)
        one = self.one
        moment: i64 = state.moment
        turn: i64 = state.turn
        actor: i64 = state.actor
        for each in range(at, at + SEATS):
            out[each] = 0
        out[at + (moment >> 3)] = one << ((moment & 7) << 3)
        number: i64 = state.left
        word = number << 48
        if moment != OVER and actor == seat:
            word |= one << 40
        if state.reached:
            word |= one << 56
        out[at + MOMENTS - 1] |= word
        number = turn - seat
        word = one << BYTES * (number if number >= 0 else number + players)
        number = clipped(state.round)
        word |= number << 48
        number = clipped(state.limit)
        out[at + TURN] = word | number << 56
        number = actor - seat
        word = one << BYTES * (number if number >= 0 else number + players)
        number = clipped(state.goal)
        word |= number << 48
        number = state.supply
        out[at + ACTOR] = word | number << 56
        self.write_numbers(state, seat, out, at + NUMBERS)
        if state.pot != NOTHING:
            where: i64 = state.pot
            out[at + POT + (where >> 3)] += one << ((where & 7) << 3)
            count(state.goods, out, at + POT, one)
        if state.regained or state.brought or state.drawn:
            count(state.regained, out, at + BROUGHT, one)
            count(state.brought, out, at + BROUGHT, one)
            if turn == seat:
                count(state.drawn, out, at + BROUGHT, one)
        own = state.stations[seat]
        if own.top > 0:
            count(own.draw[len(own.draw) - own.top :], out, at + ON_TOP, one)
        if self.before[turn]:
            self.write_row(state, seat, out, at + CARDS_BEFORE)
        start = at + SEATS
        self.write_seats(seat, out, start)
        copy(self.own, OF_OWN * seat, out, start + HAND, OF_OWN)
        for around in range(players):
            other = seat + around if seat + around < players else seat + around - players
            number = state.counterpart[other]
            if number != NOTHING:
                number -= seat
                out[start + 1] |= (number if number >= 0 else number + players) + 1
            if self.before[other]:
                self.write_before(state, state.stations[other], seat, other, out, start + BEFORE)
            start += OF_SEAT

    def write_numbers(self, state: FoodCourt, seat: i64, out: vec[i64], at: i64) -> None:
        """Write what else is known of the turn."""
        players: i64 = state.players
        number: i64 = state.holds
        word: i64 = number << 16
        if state.second:
            word |= 1
        if state.revealed:
            word |= 256
        number = state.cooked
        word |= number << 24
        number = state.cooked_well
        word |= number << 32
        number = state.fresh
        word |= number << 40
        number = state.first
        out[at] = word | (((number - seat + players) % players) + 1) << 48
        number = state.pot + 1
        word = number
        number = state.picked + 1
        word |= number << 8
        number = state.resolving + 1
        word |= number << 16
        if SWAP < state.moment < TRACK:
            number = state.victim
            word |= (((number - seat + players) % players) + 1) << 24
        number = state.swapper
        out[at + 1] = word | number << 32

    def write_row(self, state: FoodCourt, seat: i64, out: vec[i64], at: i64) -> None:
        """Write the cards before the scorer one by one."""
        players: i64 = state.players
        before = state.stations[state.turn].before
        for place in range(min(len(before), ROW)):
            code: i64 = before[place]
            owner = code // EFFECTS
            word: i64 = (owner - seat + players) % players + 1
            if owner == seat or state.revealed:
                word |= (code % EFFECTS + 1) << 8
            if state.revealed:
                number: i64 = state.fate[place]
                word |= number << 16
                number = state.aims[place] + 1
                word |= number << 24
            each: i64 = place
            out[at + (each >> 1)] |= word << ((each & 1) << 5)

    def look_at_seat(self, state: State, seat: i64) -> None:
        """Write what is known of a station, but the action cards before it."""
        assert isinstance(state, FoodCourt)
        station = state.stations[seat]
        kept = self.seats
        one = self.one
        at = OF_SEAT * seat
        for each in range(at, at + OF_SEAT):
            kept[each] = 0
        number: i64 = len(station.hand)
        word: i64 = number
        number = clipped(len(station.draw))
        word |= number << 8
        number = clipped(station.discards())
        word |= number << 16
        number = clipped(station.top)
        word |= number << 24
        number = clipped(station.vp + POINTS)
        word |= number << 32
        number = clipped(station.vp + state.win_vp(int(seat)) + POINTS)
        word |= number << 40
        number = len(station.wins)
        word |= number << 48
        number = state.role[seat] + 1
        kept[at] = word | number << 56
        word = 0
        for symbol in range(SYMBOLS):
            number = station.utensils[symbol]
            word |= number << BYTES * (symbol + 1)
        number = len(station.meals)
        word |= number << 32
        number = clipped(station.number + 1)
        kept[at + 1] = word | number << 40
        number = station.deck.ability
        kept[at + ABILITY] = one << BYTES * number
        count(station.shown, kept, at + HAND, one)
        count(station.seen, kept, at + DISCARDED, one)
        count(station.prepared, kept, at + PREPARED, one)
        for meal in station.meals:
            kind: i64 = meal.recipe
            if kind != NOTHING:
                kept[at + MEALS + (kind >> 3)] += one << ((kind & 7) << 3)
            count(meal.goods, kept, at + MEALS, one)
        count(station.wins, kept, at + WINS, one)
        own = self.own
        first = OF_OWN * seat
        for each in range(KINDS):
            own[first + each] = 0
            own[first + KINDS + each] = kept[at + DISCARDED + each]
        count(station.hand, own, first, one)
        count(station.unseen, own, first + KINDS, one)
        self.before[seat] = len(station.before) > 0

    def write_before(self, state: FoodCourt, station: Station, seat: i64, other: i64, out: vec[i64], at: i64) -> None:
        """Write how many action cards lie before a seat, by effect as far as known, and by owner."""
        players: i64 = state.players
        one = self.one
        open_ = state.revealed == 1 and other == state.turn
        for card in station.before:
            code: i64 = card
            owner = code // EFFECTS
            if open_ or owner == seat:
                out[at] += one << ((code % EFFECTS) << 3)
            out[at + 1] += one << (((owner - seat + players) % players) << 3)


def observer(players: int, cards: FoodCourtCards) -> Observer:
    """What writes observations of a game."""
    return FoodCourtObserver(players, cards)

"""What a seat of Ovens knows, as bytes: what lies open, its own cards, and what it remembers of the others'."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from maitred.games.ovens.memory import DECK, SEATS, end_of, is_oven
from maitred.games.ovens.rules import (
    ALL,
    CHOOSE_DISH,
    CLOSED,
    DISCARD,
    GIVE,
    GO_ON,
    KEEP,
    MAX_KINDS,
    NONE,
    OVER,
    PREPARE_WITH,
    REDRAW,
    REPLACE,
    SABOTAGE_WITH,
    TAKE,
    TYPES,
    Ovens,
    OvensCards,
)
from maitred.kernel.observation import (
    BYTES,
    EVERYBODY,
    MIDDLE,
    Layout,
    Observer,
    SeatsObserver,
    clipped,
    copy,
    count,
    counted,
    no_words,
)
from maitred.kernel.state import State

KINDS: Final = MAX_KINDS // BYTES  # words with a byte for each kind of card

NOW: Final = 0
WHO: Final = 2
NUMBERS: Final = 3
TOP: Final = 4
LOOKED: Final = TOP + KINDS
THROWN: Final = LOOKED + KINDS
REJECTED: Final = THROWN + KINDS
IN_DECK: Final = REJECTED + KINDS
BACKS: Final = IN_DECK + KINDS
OF_SEATS: Final = BACKS + TYPES * KINDS

# Words of a seat

OF_OVEN: Final = 0
FACE_DOWN: Final = 1
HAND: Final = 2
LACKS: Final = HAND + KINDS
UP: Final = LACKS + KINDS
DOWN: Final = UP + KINDS
OF_SEAT: Final = DOWN + KINDS

KNOWN: Final = KINDS * SEATS  # words that tell what a seat remembers

BY_KIND: Final = "by kind: ingredients, seasoning, trash, radioactive cards"


@lru_cache(8)
def layout(players: int) -> Layout:
    """The fields of an observation."""
    told = Layout()
    told.read(f"""
        moment      {OVER + 1}  one of: redraw, dish, supply, action, keep, give, replace, prepare, sabotage, over
        acts        1           1 if the observer is to act
        round       1           the round, 0 until all have a dish
        taken       1           cards taken in this supply
        prepared    1           cards put into the oven in this preparation
        deck        1           cards in the pile
        discard     1           cards discarded
        turn        {SEATS}     whose turn it is: the observer's, then clockwise
        first       1           1 + the place, clockwise from the observer, of the first player
        chooser     1           1 + the place of the seat that takes a dish
        victim      1           1 + the place of the seat that is raided or stolen from
        piles       {TYPES}     dishes left of each type
        looked_size 1           cards a raider looks at
        kept        1           1 + the kind a raider keeps, for raider and victim
        stolen      1           1 + the kind a thief has just taken
        top         {MAX_KINDS} the top of the pile, {BY_KIND}
        looked      {MAX_KINDS} cards a raider looks at, for raider and victim, {BY_KIND}
        thrown      {MAX_KINDS} discards that the observer knows, {BY_KIND}
        rejected    {MAX_KINDS} first cards that the observer will discard, {BY_KIND}
        in_deck     {MAX_KINDS} cards that the observer knows to be in the shuffled pile, {BY_KIND}
    """)
    for type_ in range(TYPES):
        told.read(f"""
            pile{type_} {MAX_KINDS} what the back of the top dish of a type shows, {BY_KIND}
        """)
    for seat in range(players):
        told.read(f"""
            seat{seat}:
            hand_size   1           cards in hand; seat0 is the observer, the others clockwise
            decided     1           1 if it is ready with its first cards
            finished    1           dishes finished
            points      1           points for them + {MIDDLE}
            dish_points 1           points of the dish in the oven
            dish_type   1           1 + the type of that dish
            closed      1           1 if the oven is closed
            oven_size   1           cards in the oven
            face_down   {SEATS}     of those, face down, by who placed them, from the observer on
            -
            hand        {MAX_KINDS} own hand, or what the observer knows to be in it at least, {BY_KIND}
            lacks       {MAX_KINDS} what the dish lacks, {BY_KIND}
            up          {MAX_KINDS} cards face up in the oven, {BY_KIND}
            down        {MAX_KINDS} cards face down in the oven that the observer knows, {BY_KIND}
        """)
    return told


def byte_of(out: vec[i64], at: i64, kind: i64) -> i64:
    """The byte of a kind."""
    return out[at + (kind >> 3)] >> ((kind & 7) << 3) & 255


@lru_cache(8)
def backs_of(cards: OvensCards) -> vec[i64]:
    """What the backs of dishes show; all who observe a deck share it, so that it stays near the processor."""
    return counted(cards.backs, KINDS)


@lru_cache(8)
def needs_of(cards: OvensCards) -> vec[i64]:
    """What the dishes need."""
    return counted(cards.needs, KINDS)


@final
class OvensObserver(SeatsObserver):
    """What lies before the seats, and what they remember, is kept in words; it is looked at again where an action may
    have changed it. Discards are counted as they come, and finished dishes too."""

    def __init__(self, players: int, cards: OvensCards) -> None:
        super().__init__(layout(players), players, OF_SEAT)
        self.backs: vec[i64] = backs_of(cards)
        self.needs: vec[i64] = needs_of(cards)
        self.pile: list[int] = []
        """The discard as it was."""
        self.thrown: vec[i64] = no_words(KINDS * (ALL + 1))
        """What each seat has discarded, and last what all have seen."""
        self.plates: list[int] = [0] * players
        self.points: list[int] = [0] * players
        self.piles: vec[i64] = no_words(1 + TYPES * KINDS)
        """How many dishes are left, and the backs of those on top."""
        self.down: list[bool] = [False] * players
        """Whether anything lies face down in an oven."""
        self.known: vec[i64] = no_words(KNOWN * players)
        """What each seat remembers of the deck, and of the hands of others."""
        self.stale: i64 = EVERYBODY
        """The seats, as bits, that may remember other things now."""
        self.dishes: bool = True
        """Whether a dish may have been taken."""

    def forget(self) -> None:
        self.pile = []
        self.thrown = no_words(KINDS * (ALL + 1))
        self.plates = [0] * int(self.players)
        self.points = [0] * int(self.players)
        self.stale = EVERYBODY
        self.dishes = True
        super().forget()

    def acted(self, state: State, seat: i64, action: i64) -> None:
        assert isinstance(state, Ovens)
        own = self.one << seat
        if action == GO_ON and state.moment != OVER:
            return
        if DISCARD <= action <= TAKE and not state.reshuffled:
            self.touched |= own
            self.stale |= EVERYBODY ^ own  # whoever takes or discards a card sees it, and notes nothing
        elif DISCARD <= action <= TAKE or PREPARE_WITH <= action < SABOTAGE_WITH:
            self.touched |= own
            self.stale = EVERYBODY
        else:
            self.touched = EVERYBODY
            self.stale = EVERYBODY
            self.dishes = True

    def write(self, state: State, seat: i64, out: vec[i64], at: i64) -> None:
        assert isinstance(state, Ovens)
        players = self.players
        one = self.one
        if self.dishes:
            self.look_at_piles(state)
        self.look_at_touched(state)
        if self.stale >> seat & 1:
            self.recall(state, seat)
        moment: i64 = state.moment
        acts = False
        if moment == REDRAW:
            acts = state.decided[seat] == 0
        elif moment == CHOOSE_DISH:
            acts = state.chooser == seat
        elif moment != OVER:
            acts = state.turn == seat
        word: i64 = 0
        if acts:
            word = one << 16
        number: i64 = state.round
        word |= number << 24
        number = state.taken
        word |= number << 32
        number = state.prepared
        word |= number << 40
        number = clipped(len(state.deck))
        word |= number << 48
        number = clipped(len(state.discard))
        word |= number << 56
        if moment < BYTES:
            out[at] = one << BYTES * moment
        else:
            out[at] = 0
            word |= one << BYTES * (moment - BYTES)
        out[at + 1] = word
        number = state.turn - seat
        word = one << BYTES * (number if number >= 0 else number + players)
        number = state.first - seat
        word |= (number if number >= 0 else number + players) + 1 << 40
        if moment == CHOOSE_DISH:
            number = state.chooser - seat
            word |= (number if number >= 0 else number + players) + 1 << 48
        elif KEEP <= moment <= REPLACE:
            number = state.victim - seat
            word |= (number if number >= 0 else number + players) + 1 << 56
        out[at + WHO] = word
        for each in range(at + TOP, at + THROWN):
            out[each] = 0
        word = self.piles[0]
        if moment in (KEEP, GIVE):
            number = len(state.looked)
            word |= number << 40
            if seat == state.turn or seat == state.victim:
                number = state.kept + 1
                word |= number << 48
                count(state.looked, out, at + LOOKED, one)
        number = state.stolen + 1
        out[at + NUMBERS] = word | number << 56
        if state.round > 0 and state.deck:
            kind: i64 = state.deck[-1]
            out[at + TOP + (kind >> 3)] = one << ((kind & 7) << 3)
        self.count_discard(state)
        thrown = self.thrown
        for each in range(KINDS):
            out[at + THROWN + each] = thrown[KINDS * seat + each] + thrown[KINDS * ALL + each]
            out[at + REJECTED + each] = 0
        if moment == REDRAW:
            count(state.rejected[seat], out, at + REJECTED, one)
        first = KNOWN * seat
        copy(self.known, first, out, at + IN_DECK, KINDS)
        copy(self.piles, 1, out, at + BACKS, TYPES * KINDS)
        self.write_seats(seat, out, at + OF_SEATS)
        start = at + OF_SEATS
        for around in range(players):
            other = seat + around if seat + around < players else seat + around - players
            if around > 0:
                first += KINDS
                copy(self.known, first, out, start + HAND, KINDS)
            if self.down[other]:
                self.write_down(state, seat, other, out, start)
            start += OF_SEAT

    def look_at_piles(self, state: Ovens) -> None:
        """Write the dishes that can be taken."""
        sizes: i64 = 0
        for type_ in range(TYPES):
            pile = state.piles[type_]
            number: i64 = len(pile)
            sizes |= number << BYTES * type_
            at: i64 = 1 + KINDS * type_
            for each in range(at, at + KINDS):
                self.piles[each] = 0
            if pile:
                copy(self.backs, KINDS * pile[-1], self.piles, at, KINDS)
        self.piles[0] = sizes
        self.dishes = not self.told

    def look_at_seat(self, state: State, seat: i64) -> None:
        """Write what lies open in an oven, and a hand, which only its owner is shown."""
        assert isinstance(state, Ovens)
        other = seat
        printed = state.printed
        one = self.one
        seats = self.seats
        at = OF_SEAT * other
        for each in range(at, at + OF_SEAT):
            seats[each] = 0
        hand = state.hands[other]
        number: i64 = len(hand)
        word: i64 = number
        number = state.decided[other]
        word |= number << 8
        number = len(state.plates[other]) // 3
        if self.plates[other] != number:
            self.count_plates(state, other)
        word |= number << 16
        number = self.points[other]
        word |= number << 24
        dish: i64 = state.dish[other]
        if dish >= 0:
            number = clipped(printed.points[dish])
            word |= number << 32
            number = printed.type_of[dish] + 1
            word |= number << 40
            for each in range(KINDS):
                seats[at + LACKS + each] = self.needs[KINDS * dish + each]
        elif dish == CLOSED:
            word |= one << 48
        oven = state.ovens[other]
        number = len(oven)
        seats[at] = word | number << 56
        down = False
        for item in oven:
            laid: i64 = item
            kind = laid >> 3
            bit = one << ((kind & 7) << 3)
            if laid & 7 == ALL:
                seats[at + UP + (kind >> 3)] += bit
                seats[at + LACKS + (kind >> 3)] &= ~bit
            else:
                down = True
        self.down[other] = down
        count(hand, seats, at + HAND, one)

    def write_down(self, state: Ovens, seat: i64, other: i64, out: vec[i64], at: i64) -> None:
        """Write who has placed what lies face down in an oven, and what the seat knows of it."""
        one = self.one
        down: i64 = 0
        for item in state.ovens[other]:
            laid: i64 = item
            knower = laid & 7
            if knower != ALL:
                number = knower - seat
                down += one << ((number if number >= 0 else number + self.players) << 3)
                if knower == seat or state.moment == OVER:
                    kind = laid >> 3
                    out[at + DOWN + (kind >> 3)] += one << ((kind & 7) << 3)
        out[at + FACE_DOWN] = down

    def recall(self, state: Ovens, seat: i64) -> None:
        """Write which cards a seat knows to be in the deck and in other hands, as `memory.least` counts them."""
        known = self.known
        first = KNOWN * seat
        for each in range(first, first + KNOWN):
            known[each] = 0
        if self.told:
            self.stale &= ~(self.one << seat)
        players = self.players
        kinds: i64 = len(state.printed.names)
        one = self.one
        bit = one << seat
        for item in state.memory:
            note: i64 = item
            if note >= 0:
                if note & bit == 0:
                    continue
                place = note >> 5 & 63
            elif ~note & bit == 0 or note == -1:
                continue
            else:
                place = ~note >> 18
            if place == DECK:
                to = first
            elif place < SEATS and place != seat:
                number = place - seat
                to = first + KINDS * (number if number >= 0 else number + players)
            else:
                continue
            if note >= 0:
                kind = note >> 11 & 31
                value = one << ((kind & 7) << 3)
                if note >> 16 == 0:
                    known[to + (kind >> 3)] += value
                elif byte_of(known, to, kind) > 0:
                    known[to + (kind >> 3)] -= value
            else:
                lowest: i64 = 0
                if is_oven(end_of(note)):
                    lowest = state.printed.seasoning + 1
                for each in range(lowest, kinds):
                    if byte_of(known, to, each) > 0:
                        known[to + (each >> 3)] -= one << ((each & 7) << 3)

    def count_discard(self, state: Ovens) -> None:
        """Count what has come to the discard, which is emptied when the deck is made anew."""
        discard = state.discard
        kept = self.pile
        size = len(kept)
        if size > len(discard) or (size > 0 and kept is not discard and kept[size - 1] != discard[size - 1]):
            self.thrown = no_words(KINDS * (ALL + 1))
            kept = self.pile = []
            size = 0
        one = self.one
        while size < len(discard):
            laid: i64 = discard[size]
            kind = laid >> 3
            self.thrown[KINDS * (laid & 7) + (kind >> 3)] += one << ((kind & 7) << 3)
            kept.append(discard[size])
            size += 1

    def count_plates(self, state: Ovens, seat: i64) -> None:
        """Count the points of the dishes that a seat has finished."""
        plates = state.plates[seat]
        points = 0
        for at in range(0, len(plates), 3):
            points += state.printed.points[plates[at]] - plates[at + 1] + plates[at + 2]
        self.plates[seat] = len(plates) // 3
        self.points[seat] = clipped(points + MIDDLE)


def observer(players: int, cards: OvensCards) -> Observer:
    """What writes observations of a game."""
    return OvensObserver(players, cards)


assert NONE == -1

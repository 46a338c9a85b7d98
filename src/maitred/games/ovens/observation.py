"""What a seat of Ovens knows, as bytes: what lies open, its own cards, and what it remembers of the others'."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from maitred.games.ovens.memory import DECK, SEATS, end_of, is_oven
from maitred.games.ovens.rules import (
    ALL,
    CHOOSE_DISH,
    CLOSED,
    GIVE,
    KEEP,
    MAX_KINDS,
    NONE,
    OVER,
    REDRAW,
    REPLACE,
    TYPES,
    Ovens,
    OvensCards,
)
from maitred.kernel.observation import BYTES, MIDDLE, Layout, Observer, clipped, count, counted, no_words
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


class OvensObserver(Observer):
    """Discards are counted as they come, and finished dishes too."""

    def __init__(self, players: int, cards: OvensCards) -> None:
        super().__init__(layout(players))
        self.players: int = players
        self.backs: vec[i64] = backs_of(cards)
        self.needs: vec[i64] = needs_of(cards)
        self.pile: list[int] = []
        """The discard as it was."""
        self.thrown: vec[i64] = no_words(KINDS * (ALL + 1))
        """What each seat has discarded, and last what all have seen."""
        self.plates: list[int] = [0] * players
        self.points: list[int] = [0] * players

    def forget(self) -> None:
        self.pile = []
        self.thrown = no_words(KINDS * (ALL + 1))
        self.plates = [0] * self.players
        self.points = [0] * self.players

    def write(self, state: State, seat: i64, out: vec[i64], at: i64) -> None:
        assert isinstance(state, Ovens)
        for each in range(at, at + self.words):
            out[each] = 0
        players: i64 = state.players
        one = self.one
        moment: i64 = state.moment
        out[at] = 0
        out[at + (moment >> 3)] = one << ((moment & 7) << 3)
        acts = False
        if moment == REDRAW:
            acts = state.decided[seat] == 0
        elif moment == CHOOSE_DISH:
            acts = state.chooser == seat
        elif moment != OVER:
            acts = state.turn == seat
        word: i64 = one << 16 if acts else 0
        number: i64 = state.round
        word |= number << 24
        number = state.taken
        word |= number << 32
        number = state.prepared
        word |= number << 40
        number = clipped(len(state.deck))
        word |= number << 48
        number = clipped(len(state.discard))
        out[at + 1] |= word | number << 56
        number = state.turn
        word = one << BYTES * ((number - seat + players) % players)
        number = state.first
        word |= ((number - seat + players) % players + 1) << 40
        if moment == CHOOSE_DISH:
            number = state.chooser
            word |= ((number - seat + players) % players + 1) << 48
        if moment in (KEEP, GIVE, REPLACE):
            number = state.victim
            word |= ((number - seat + players) % players + 1) << 56
        out[at + WHO] = word
        word = 0
        for type_ in range(TYPES):
            number = len(state.piles[type_])
            word |= number << BYTES * type_
            if number > 0:
                dish: i64 = state.piles[type_][-1]
                for each in range(KINDS):
                    out[at + BACKS + KINDS * type_ + each] = self.backs[KINDS * dish + each]
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
        for each in range(KINDS):
            out[at + THROWN + each] = self.thrown[KINDS * seat + each] + self.thrown[KINDS * ALL + each]
        if moment == REDRAW:
            count(state.rejected[seat], out, at + REJECTED, one)
        start = at + OF_SEATS
        for around in range(players):
            self.write_seat(state, seat, (seat + around) % players, out, start)
            start += OF_SEAT
        count(state.hands[seat], out, at + OF_SEATS + HAND, one)
        if state.memory:
            self.write_memory(state, seat, out, at)

    def write_seat(self, state: Ovens, seat: i64, other: i64, out: vec[i64], at: i64) -> None:
        """Write what lies in an oven, and how much is in a hand."""
        printed = state.printed
        players: i64 = state.players
        one = self.one
        number: i64 = len(state.hands[other])
        word: i64 = number
        number = state.decided[other]
        word |= number << 8
        plates = state.plates[other]
        number = len(plates) // 3
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
                out[at + LACKS + each] = self.needs[KINDS * dish + each]
        elif dish == CLOSED:
            word |= one << 48
        oven = state.ovens[other]
        number = len(oven)
        out[at] = word | number << 56
        down: i64 = 0
        for item in oven:
            laid: i64 = item
            knower = laid & 7
            kind = laid >> 3
            bit = one << ((kind & 7) << 3)
            if knower == ALL:
                out[at + UP + (kind >> 3)] += bit
                out[at + LACKS + (kind >> 3)] &= ~bit
            else:
                down += one << (((knower - seat + players) % players) << 3)
                if knower == seat or state.moment == OVER:
                    out[at + DOWN + (kind >> 3)] += bit
        out[at + FACE_DOWN] = down

    def write_memory(self, state: Ovens, seat: i64, out: vec[i64], at: i64) -> None:
        """Write which cards are in other hands and in the deck for certain, as `memory.least` counts them."""
        players: i64 = state.players
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
                to = at + IN_DECK
            elif place < SEATS and place != seat:
                to = at + OF_SEATS + OF_SEAT * ((place - seat + players) % players) + HAND
            else:
                continue
            if note >= 0:
                kind = note >> 11 & 31
                value = one << ((kind & 7) << 3)
                if note >> 16 == 0:
                    out[to + (kind >> 3)] += value
                elif byte_of(out, to, kind) > 0:
                    out[to + (kind >> 3)] -= value
            else:
                first: i64 = state.printed.seasoning + 1 if is_oven(end_of(item)) else 0
                for each in range(first, kinds):
                    if byte_of(out, to, each) > 0:
                        out[to + (each >> 3)] -= one << ((each & 7) << 3)

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

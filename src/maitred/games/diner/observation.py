"""What a seat of Diner knows, as bytes: every table side that lies open or is seen from behind in a hand, its own
plates, and the plates of others that everybody saw."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from maitred.games.diner.rules import (
    BLUE,
    COUNTER,
    MOST_CARDS,
    PLATES,
    SERVE,
    SLOTS,
    STACKS,
    TAKE,
    Diner,
    DinerCards,
)
from maitred.kernel.observation import BYTES, Layout, Observer, SeatsObserver, clipped, copy, no_words
from maitred.kernel.state import State

CARDS: Final = MOST_CARDS // BYTES  # words with a byte for each card

NOW: Final = 0
KITCHEN: Final = 2
LOUNGE: Final = KITCHEN + STACKS
OUT: Final = LOUNGE + SLOTS
PLATES_OUT: Final = OUT + CARDS
SEATS: Final = PLATES_OUT + 2

# Words of a seat

NUMBERS: Final = 0
HELD: Final = 1
HAND: Final = 2
SECTION: Final = HAND + CARDS
OF_SEAT: Final = SECTION + CARDS
OF_HAND: Final = 1 + CARDS  # words from the plates held on

SERVED: Final = 1
IN_SINK: Final = 2
UNKNOWN: Final = PLATES + 1
BY_PLATE: Final = "by plate: bacon, pancakes, burger, salad, steak, blue"


@lru_cache(8)
def layout(players: int) -> Layout:
    """The fields of an observation."""
    told = Layout()
    told.read(f"""
        acts   1         1 if the observer may act
        closed 1         1 when the diner has closed
        breaks 1         how many breaks there were
        calls  1         1 if the players call break and closing time
        relief 1         1 if a token may be taken from whoever has all
        calm   1         1 if one is asked after another
        holds  1         how many have held in a row
        -
        asked  {players} whom a calm table asks: the observer, then clockwise
        -
    """)
    for stack in range(STACKS):
        told.read(f"""
            stack{stack}:
            top    {PLATES} the plate on top, {BY_PLATE}
            height 1        cards in the stack
            -
        """)
    for slot in range(SLOTS):
        told.read(f"""
            lounge{slot}:
            order {BLUE} how many of each plate the party orders
            value 1      dollars
            back  1      1 + the plate on the back, if everybody has seen it
            there 1      1 if there is a party
        """)
    told.read(f"""
        out    {MOST_CARDS} by table: 1 served, 2 in the Sink
        sink   {PLATES}     plates in the Sink, {BY_PLATE}
        -
        served {PLATES}     plates that everybody saw on the backs of tables since served, {BY_PLATE}
        -
    """)
    for seat in range(players):
        told.read(f"""
            seat{seat}:
            tokens       1            tokens; seat0 is the observer, the others clockwise
            earned       1            dollars for tables served
            docked       1            dollars for tables not served yet
            hand_size    1            plates in hand
            section_size 1            tables in the section
            -
            plates       {PLATES}     plates in hand that the observer knows, {BY_PLATE}
            -
            hand         {MOST_CARDS} by table side: 1 + the plate in hand, 7 if the plate is not known
            section      {MOST_CARDS} by table: 1 if it is in the section
        """)
    return told


@lru_cache(8)
def tables_of(cards: DinerCards) -> vec[i64]:
    """Every table in a word; all who observe a deck share them, so that they stay near the processor."""
    tables = no_words(len(cards.names))
    for card, needs in enumerate(cards.needs):
        tables[card] = int.from_bytes(bytes([*needs[:BLUE], cards.value[card], 0, 1]), "little")
    return tables


@final
class DinerObserver(SeatsObserver):
    """What lies before the seats is kept in words, and looked at again where an action may have changed it. What is
    served, and what is in the Sink, is counted as it comes."""

    def __init__(self, players: int, cards: DinerCards) -> None:
        super().__init__(layout(players), players, OF_SEAT)
        self.tables: vec[i64] = tables_of(cards)
        self.breaks: int = 0
        self.in_sink: int = 0
        self.served: list[int] = [0] * players
        self.earned: list[int] = [0] * players
        self.out: vec[i64] = no_words(CARDS)
        self.sink: i64 = 0
        self.plates: i64 = 0
        self.hands: vec[i64] = no_words(OF_HAND * players)
        """The hand of each seat as its owner sees it."""
        self.put_away: bool = True
        """Whether anything may have come to the Sink or to the tips."""

    def forget(self) -> None:
        self.breaks = 0
        self.in_sink = 0
        self.served = [0] * int(self.players)
        self.earned = [0] * int(self.players)
        self.out = no_words(CARDS)
        self.sink = 0
        self.plates = 0
        self.put_away = True
        super().forget()

    def acted(self, state: State, seat: i64, action: i64) -> None:
        if action < COUNTER or SERVE <= action < TAKE:
            self.touched |= self.one << seat
        if action >= COUNTER:
            self.put_away = True

    def write(self, state: State, seat: i64, out: vec[i64], at: i64) -> None:
        assert isinstance(state, Diner)
        players = self.players
        one = self.one
        if self.put_away or self.breaks != state.breaks:
            self.count_out(state)
        self.look_at_touched(state)
        number: i64 = state.breaks
        word: i64 = number << 16
        if state.closed:
            word |= one << 8
        elif (state.asking == seat) if state.calm else state.may_act(int(seat)):
            word |= one
        if state.players_call:
            word |= one << 24
        if state.relief:
            word |= one << 32
        number = state.holds
        word |= number << 48
        if state.calm:
            word |= one << 40
            number = state.asking - seat
            out[at + 1] = one << BYTES * (number if number >= 0 else number + players)
        else:
            out[at + 1] = 0
        out[at] = word
        for stack in range(STACKS):
            word = 0
            cards = state.kitchen[stack]
            height: i64 = len(cards)
            if height > 0:
                plate: i64 = state.plate[cards[-1]]
                word = (one << BYTES * plate) | height << 48
            out[at + KITCHEN + stack] = word
        lounge = state.lounge
        for slot in range(SLOTS):
            word = 0
            if slot < len(lounge):
                card: i64 = lounge[slot]
                word = self.tables[card]
                if state.open[card]:
                    plate = state.plate[card]
                    word |= (plate + 1) << 48
            out[at + LOUNGE + slot] = word
        copy(self.out, 0, out, at + OUT, CARDS)
        out[at + PLATES_OUT] = self.sink
        out[at + PLATES_OUT + 1] = self.plates
        start = at + SEATS
        self.write_seats(seat, out, start)
        copy(self.hands, OF_HAND * seat, out, start + HELD, OF_HAND)
        around = players - seat if seat > 0 else seat
        for each in state.tokens:
            number = each
            out[at + SEATS + OF_SEAT * around] |= number
            around = around + 1 if around + 1 < players else around + 1 - players

    def look_at_seat(self, state: State, seat: i64) -> None:
        """Write a section, and a hand as others see it and as its owner does; but no tokens."""
        assert isinstance(state, Diner)
        seats = self.seats
        hands = self.hands
        at = OF_SEAT * seat
        own = OF_HAND * seat
        for each in range(at, at + OF_SEAT):
            seats[each] = 0
        for each in range(own, own + OF_HAND):
            hands[each] = 0
        one = self.one
        unknown: i64 = UNKNOWN
        hand = state.hands[seat]
        for item in hand:
            card: i64 = item
            plate: i64 = state.plate[card]
            byte = (card & 7) << 3
            hands[own] += one << BYTES * plate
            hands[own + 1 + (card >> 3)] += plate + 1 << byte
            if state.open[card]:
                seats[at + HELD] += one << BYTES * plate
                seats[at + HAND + (card >> 3)] += plate + 1 << byte
            else:
                seats[at + HAND + (card >> 3)] += unknown << byte
        section = state.sections[seat]
        docked = 0
        for item in section:
            card = item
            seats[at + SECTION + (card >> 3)] += one << ((card & 7) << 3)
            docked += state.printed.value[card]
        number: i64 = clipped(self.earned[seat])
        word = number << 8
        number = clipped(docked)
        word |= number << 16
        number = len(hand)
        word |= number << 24
        number = len(section)
        seats[at] = word | number << 32

    def count_out(self, state: Diner) -> None:
        """Count what has come to the Sink and to the tips; at a break the Sink is shuffled into the Kitchen."""
        if self.breaks != state.breaks:
            self.forget()
            self.breaks = state.breaks
        self.put_away = not self.told
        one = self.one
        sink = state.sink
        while self.in_sink < len(sink):
            card: i64 = sink[self.in_sink]
            plate: i64 = state.plate[card]
            self.sink += one << BYTES * plate
            self.out[card >> 3] += (one + one) << ((card & 7) << 3)
            self.in_sink += 1
        for seat in range(self.players):
            tips = state.tips[seat]
            while self.served[seat] < len(tips):
                card = tips[self.served[seat]]
                if state.open[card]:
                    plate = state.plate[card]
                    self.plates += one << BYTES * plate
                self.out[card >> 3] += one << ((card & 7) << 3)
                self.earned[seat] += state.printed.value[card]
                self.served[seat] += 1


def observer(players: int, cards: DinerCards) -> Observer:
    """What writes observations of a game."""
    return DinerObserver(players, cards)

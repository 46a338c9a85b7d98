"""What a seat of Chef's Choice knows, as bytes: the board, its own hand and choice, and every card it has seen."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from maitred.games.chefs_choice.rules import (
    AND_THEN,
    CATEGORIES,
    CHOOSE,
    CLIP,
    CLOSED,
    COPY,
    GIVE,
    KEEP,
    MOST_DISHES,
    MOST_MENUS,
    NEIGHBOUR,
    NONE,
    SPACE,
    SPACES,
    TURNED,
    UNDERRATED,
    Card,
    ChefsChoice,
    ChefsChoiceCards,
)
from maitred.kernel.observation import BYTES, MOST, Layout, Observer, clipped, copy, counted, no_words
from maitred.kernel.state import State

DISHES: Final = 2  # words with a byte for each dish
MENUS: Final = MOST_MENUS // BYTES  # words with a byte for each menu

DAY: Final = 2
NOW: Final = DAY  # the word after the steps of the day
TILES: Final = NOW + 1
HAND: Final = TILES + SPACES
SEEN: Final = HAND + MENUS
PODCAST: Final = SEEN + MENUS
TALLY: Final = PODCAST + DISHES
BY_PODCAST: Final = TALLY + DISHES
SEATS: Final = BY_PODCAST + DISHES

# Words of a seat

NUMBERS: Final = 0
SHOWN: Final = 1
PLAYED: Final = SHOWN + DISHES
LUNCH: Final = PLAYED + DISHES
MARKS: Final = LUNCH + DISHES
OF_SEAT: Final = MARKS + DISHES

HOME_BYTE: Final = 24  # where in the numbers of a seat its markers are
HOME: Final[i64] = 255 << HOME_BYTE

SEEN_NOW: Final = 1  # since the last deal
SEEN_THIS_MORNING: Final = 2
HELD_THIS_MORNING: Final = 4
BY_DISH: Final = "by dish, appetizers first, then entrées, then desserts"


@lru_cache(8)
def layout(players: int) -> Layout:
    """The fields of an observation."""
    told = Layout()
    told.read(f"""
        step   {CLOSED + 1}   one of the steps of the day, as the schedule board numbers them
        -
        moment {AND_THEN + 1} one of: choose, announce, and then
        acts   1              1 if the observer is to act
        choice 1              at clean-up, what the observer has chosen: 1 keep, 2 discard
        spoken 1              how many have spoken since the lead began
        deck   1              cards in the deck
        -
    """)
    for space in range(SPACES):
        told.read(f"""
            tile{space}:
            known       1 1 if the marketing tile lies face up
            neighbourly 1 1 if its samples come from a neighbour's card
            choices     1 how many dishes it asks for
            portion     1 markers for each of them
            then        3 one of, or none: a neighbour's dish, an underrated one, a copy
            now         1 1 if this is its round
        """)
    told.read(f"""
        hand          {MOST_MENUS} by menu: 1 if in hand, 2 if chosen, 2 + the category if a dish of it is clipped
        seen          {MOST_MENUS} by menu, as a sum: 1 seen since the deal, 2 seen in the morning, 4 held then at last
        podcast       {DISHES * BYTES} 1 if the podcast recommends it, {BY_DISH}
        tally         {DISHES * BYTES} markers of all colours, {BY_DISH}
        podcast.marks {DISHES * BYTES} the podcast's markers, {BY_DISH}
    """)
    for seat in range(players):
        told.read(f"""
            seat{seat}:
            lead       1                1 if it leads this round; seat0 is the observer, the others clockwise
            speaks     1                1 if it is to announce
            decided    1                1 if it has chosen
            home       1                markers left
            kept       1                1 if it kept its last card of the morning
            lunch      1                customers at lunch
            score      1                all customers so far
            -
            shown      {DISHES * BYTES} 1 if it is on the card before the seat, {BY_DISH}
            played     {DISHES * BYTES} on how many cards played since the deal, {BY_DISH}
            lunch_menu {DISHES * BYTES} 1 if it was on the lunch menu, {BY_DISH}
            marks      {DISHES * BYTES} its markers, {BY_DISH}
        """)
    return told


@lru_cache(8)
def menus_of(cards: ChefsChoiceCards) -> vec[i64]:
    """The dishes of every menu; all who observe a deck share them, so that they stay near the processor."""
    return counted(cards.on, DISHES)


@lru_cache(8)
def tiles_of(cards: ChefsChoiceCards) -> vec[i64]:
    """What every marketing tile asks for."""
    tiles = no_words(len(cards.then))
    for tile, then in enumerate(cards.then):
        asks = [1 if then == kind else 0 for kind in (NEIGHBOUR, UNDERRATED, COPY)]
        told = [1, cards.neighbourly[tile], cards.choices[tile], cards.portion[tile], *asks, 0]
        tiles[tile] = int.from_bytes(bytes(told), "little")
    return tiles


@final
class ChefsChoiceObserver(Observer):
    """What lies open is kept in words, and looked at again when the day has gone on or somebody has spoken."""

    def __init__(self, players: int, cards: ChefsChoiceCards) -> None:
        super().__init__(layout(players))
        self.players: i64 = players
        self.menus: vec[i64] = menus_of(cards)
        self.tiles: vec[i64] = tiles_of(cards)
        self.few: bool = cards.markers * (players + 1) <= MOST
        """Whether the markers of all colours on a dish always fit into a byte."""
        self.step: int = NONE
        self.moment: int = NONE
        self.spoken: int = 0
        self.board: vec[i64] = no_words(DISHES * (players + 1))
        """The markers of each colour."""
        self.kept: vec[i64] = no_words(SEATS + OF_SEAT * players)
        """An observation by nobody: what lies open, the seats in their order."""

    def forget(self) -> None:
        self.step = NONE

    def write(self, state: State, seat: i64, out: vec[i64], at: i64) -> None:
        assert isinstance(state, ChefsChoice)
        players = self.players
        if self.step != state.step or self.moment != state.moment or state.spoken < self.spoken:
            self.look_anew(state)
        elif self.spoken != state.spoken:
            self.follow(state)
        one = self.one
        step: i64 = state.step
        moment: i64 = state.moment
        choices = state.choices
        choice: i64 = choices[seat]
        choosing = moment == CHOOSE and step != CLOSED
        speaker: i64 = NONE
        if moment != CHOOSE:
            speaker = state.speaker()
        word = one << BYTES * moment
        if seat == speaker or (choosing and choice == NONE):
            word |= one << 24
        if choice >= KEEP:
            word |= one << 32 if choice == KEEP else one << 33
        number: i64 = state.spoken
        word |= number << 40
        number = len(state.deck)
        kept = self.kept
        out[at] = kept[0]
        out[at + 1] = kept[1]
        out[at + NOW] = word | number << 48
        copy(kept, TILES, out, at + TILES, SEATS - TILES)
        of_others = OF_SEAT * (players - seat)
        copy(kept, SEATS + OF_SEAT * seat, out, at + SEATS, of_others)
        copy(kept, SEATS, out, at + SEATS + of_others, OF_SEAT * seat)
        for card in state.hands[seat]:
            where: i64 = card
            value: i64 = 1
            if choice != NONE and choice < GIVE:
                value = self.held(choice, where)
            out[at + HAND + (where >> 3)] += value << ((where & 7) << 3)
        where = state.last[seat]
        if where != NONE:
            value = HELD_THIS_MORNING
            out[at + SEEN + (where >> 3)] += value << ((where & 7) << 3)
        if speaker != NONE:
            number = speaker - seat
            out[at + SEATS + OF_SEAT * (number if number >= 0 else number + players)] |= one << 8
        elif choosing:
            start = at + SEATS
            for around in range(players):
                other = seat + around if seat + around < players else seat + around - players
                if choices[other] != NONE:
                    out[start] |= one << 16
                start += OF_SEAT

    def held(self, choice: i64, card: i64) -> i64:
        """What is written of a card in hand, when the seat has chosen."""
        if choice < CLIP:
            return 2 if choice == card else 1
        return 2 + (choice - CLIP) % CATEGORIES if (choice - CLIP) // CATEGORIES == card else 1

    def look_anew(self, state: ChefsChoice) -> None:
        """The day has gone on: look at all that lies open."""
        self.step, self.moment, self.spoken = state.step, state.moment, state.spoken
        one = self.one
        kept = self.kept
        step: i64 = state.step
        kept[0] = 0
        kept[1] = 0
        kept[step >> 3] = one << ((step & 7) << 3)
        space: i64 = SPACE[step]
        turned: i64 = TURNED[step] if state.hidden else SPACES
        for each in range(SPACES):
            word: i64 = 0
            if each < turned:
                word = self.tiles[state.schedule[each]]
                if each == space:
                    word |= one << 56
            kept[TILES + each] = word
        podcast: i64 = state.podcast
        for each in range(DISHES):
            kept[PODCAST + each] = 0
            if podcast != NONE:
                kept[PODCAST + each] = self.menus[DISHES * podcast + each]
        for each in range(MENUS):
            kept[SEEN + each] = 0
        self.note_seen(state.morning, SEEN_THIS_MORNING)
        self.note_seen(state.shown, SEEN_NOW)
        if podcast != NONE:
            kept[SEEN + (podcast >> 3)] += one << ((podcast & 7) << 3)
        lead: i64 = state.round_lead()
        for seat in range(self.players):
            self.look_at_seat(state, seat, seat == lead)
            self.note_seen(state.played[seat], SEEN_NOW)
            self.count_marks(state, seat)
        self.count_marks(state, self.players)
        self.count_tally(state)

    def look_at_seat(self, state: ChefsChoice, seat: i64, leads: bool) -> None:
        """Write what lies open before a seat, but its markers."""
        kept = self.kept
        menus = self.menus
        first = SEATS + OF_SEAT * seat
        customers = state.customers
        lunch = 0
        for category in range(CATEGORIES):
            lunch += customers[seat * CATEGORIES + category]
        score = lunch
        if state.step == CLOSED:
            score += sum(state.dinner_customers(int(seat)))
        number: i64 = state.kept[seat]
        word = number << 32
        number = clipped(lunch)
        word |= number << 40
        number = clipped(score)
        word |= number << 48
        if leads:
            word |= 1
        kept[first] = word
        for each in range(SHOWN, MARKS):
            kept[first + each] = 0
        for card in state.played[seat]:
            where: i64 = DISHES * card
            kept[first + PLAYED] += menus[where]
            kept[first + PLAYED + 1] += menus[where + 1]
        where = DISHES * state.shown[seat]
        if where >= 0:
            kept[first + SHOWN] = menus[where]
            kept[first + SHOWN + 1] = menus[where + 1]
        where = DISHES * state.lunch[seat]
        if where >= 0:
            kept[first + LUNCH] = menus[where]
            kept[first + LUNCH + 1] = menus[where + 1]

    def note_seen(self, cards: list[Card], when: i64) -> None:
        """Some cards were seen; places without a card are passed over."""
        kept = self.kept
        for each in cards:
            card: i64 = each
            if card >= 0:
                kept[SEEN + (card >> 3)] += when << ((card & 7) << 3)

    def follow(self, state: ChefsChoice) -> None:
        """Some have announced: look at their markers."""
        lead: i64 = state.lead()
        for spoken in range(self.spoken, state.spoken):
            self.count_marks(state, (lead + spoken) % self.players)
        self.count_tally(state)
        self.spoken = state.spoken

    def count_marks(self, state: ChefsChoice, colour: i64) -> None:
        """Look at the markers of a colour."""
        marks = state.marks
        dishes: i64 = state.printed.dishes
        first = colour * dishes
        low: i64 = 0
        high: i64 = 0
        for dish in range(dishes):
            number: i64 = marks[first + dish]
            if dish < BYTES:
                low |= number << BYTES * dish
            else:
                high |= number << BYTES * (dish - BYTES)
        self.board[DISHES * colour] = low
        self.board[DISHES * colour + 1] = high
        kept = self.kept
        if colour == self.players:
            kept[BY_PODCAST] = low
            kept[BY_PODCAST + 1] = high
            return
        first = SEATS + OF_SEAT * colour
        kept[first + MARKS] = low
        kept[first + MARKS + 1] = high
        number = state.home[colour]
        kept[first] = kept[first] & ~HOME | number << HOME_BYTE

    def count_tally(self, state: ChefsChoice) -> None:
        """Look at the markers of all colours."""
        board = self.board
        low: i64 = 0
        high: i64 = 0
        if self.few:
            for colour in range(self.players + 1):
                low += board[DISHES * colour]
                high += board[DISHES * colour + 1]
        else:
            for dish in range(state.printed.dishes):
                number: i64 = clipped(state.tally[dish])
                if dish < BYTES:
                    low |= number << BYTES * dish
                else:
                    high |= number << BYTES * (dish - BYTES)
        self.kept[TALLY] = low
        self.kept[TALLY + 1] = high


def observer(players: int, cards: ChefsChoiceCards) -> Observer:
    """What writes observations of a game."""
    return ChefsChoiceObserver(players, cards)


assert MOST_DISHES <= DISHES * BYTES

"""What a seat of Chef's Choice knows, as bytes: the board, its own hand and choice, and every card it has seen."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

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
from maitred.kernel.observation import BYTES, Layout, Observer, clipped, counted, no_words
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


class ChefsChoiceObserver(Observer):
    """What lies on the board is kept, and written anew where something has changed since the last observation."""

    def __init__(self, players: int, cards: ChefsChoiceCards) -> None:
        super().__init__(layout(players))
        self.players: int = players
        self.menus: vec[i64] = menus_of(cards)
        self.tiles: vec[i64] = tiles_of(cards)
        self.step: int = NONE
        self.moment: int = NONE
        self.spoken: int = 0
        self.board: vec[i64] = no_words(DISHES * (players + 1))
        self.total: vec[i64] = no_words(DISHES)
        self.open: vec[i64] = no_words(OF_SEAT * players)
        self.seen: vec[i64] = no_words(MENUS)

    def forget(self) -> None:
        self.step = NONE

    def write(self, state: State, seat: i64, out: vec[i64], at: i64) -> None:
        assert isinstance(state, ChefsChoice)
        players: i64 = state.players
        if self.step != state.step or self.moment != state.moment or state.spoken < self.spoken:
            self.look_anew(state)
        elif self.spoken != state.spoken:
            self.follow(state)
        one = self.one
        step: i64 = state.step
        out[at] = one << BYTES * step if step < BYTES else 0
        out[at + 1] = one << BYTES * (step - BYTES) if step >= BYTES else 0
        moment: i64 = state.moment
        choice: i64 = state.choices[seat]
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
        out[at + NOW] = word | number << 48
        space: i64 = SPACE[step]
        turned: i64 = TURNED[step] if state.hidden else SPACES
        for each in range(SPACES):
            word = 0
            if each < turned:
                word = self.tiles[state.schedule[each]]
                if each == space:
                    word |= one << 56
            out[at + TILES + each] = word
        for each in range(MENUS):
            out[at + HAND + each] = 0
            out[at + SEEN + each] = self.seen[each]
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
        where = state.podcast
        for each in range(DISHES):
            out[at + PODCAST + each] = self.menus[DISHES * where + each] if where != NONE else 0
            out[at + TALLY + each] = self.total[each]
            out[at + BY_PODCAST + each] = self.board[DISHES * players + each]
        lead: i64 = state.round_lead()
        start = at + SEATS
        for around in range(players):
            other = (seat + around) % players
            first: i64 = OF_SEAT * other
            word = self.open[first]
            if other == lead:
                word |= 1
            if other == speaker:
                word |= one << 8
            if choosing and state.choices[other] != NONE:
                word |= one << 16
            number = state.home[other]
            out[start] = word | number << 24
            for each in range(SHOWN, MARKS):
                out[start + each] = self.open[first + each]
            out[start + MARKS] = self.board[DISHES * other]
            out[start + MARKS + 1] = self.board[DISHES * other + 1]
            start += OF_SEAT

    def held(self, choice: i64, card: i64) -> i64:
        """What is written of a card in hand, when the seat has chosen."""
        if choice < CLIP:
            return 2 if choice == card else 1
        return 2 + (choice - CLIP) % CATEGORIES if (choice - CLIP) // CATEGORIES == card else 1

    def look_anew(self, state: ChefsChoice) -> None:
        """The day has gone on: look at the whole board."""
        self.step, self.moment, self.spoken = state.step, state.moment, state.spoken
        for colour in range(self.players + 1):
            self.count_marks(state, colour)
        self.count_tally(state)
        for seat in range(self.players):
            first: i64 = OF_SEAT * seat
            lunch = 0
            for category in range(CATEGORIES):
                lunch += state.customers[seat * CATEGORIES + category]
            score = lunch
            if state.step == CLOSED:
                score += sum(state.dinner_customers(seat))
            number: i64 = state.kept[seat]
            word = number << 32
            number = clipped(lunch)
            word |= number << 40
            number = clipped(score)
            self.open[first] = word | number << 48
            for each in range(DISHES):
                played: i64 = 0
                for card in state.played[seat]:
                    played += self.menu(card, each)
                self.open[first + SHOWN + each] = self.menu(state.shown[seat], each)
                self.open[first + PLAYED + each] = played
                self.open[first + LUNCH + each] = self.menu(state.lunch[seat], each)
        for each in range(MENUS):
            self.seen[each] = 0
        self.note_seen(state.morning, SEEN_THIS_MORNING)
        for seat in range(self.players):
            self.note_seen(state.played[seat], SEEN_NOW)
        self.note_seen(state.shown, SEEN_NOW)
        self.note_seen([state.podcast], SEEN_NOW)

    def note_seen(self, cards: list[Card], when: i64) -> None:
        """Some cards were seen; places without a card are passed over."""
        seen = self.seen
        for each in cards:
            card: i64 = each
            if card >= 0:
                seen[card >> 3] += when << ((card & 7) << 3)

    def follow(self, state: ChefsChoice) -> None:
        """Some have announced: look at their markers."""
        for spoken in range(self.spoken, state.spoken):
            self.count_marks(state, (state.lead() + spoken) % self.players)
        self.count_tally(state)
        self.spoken = state.spoken

    def menu(self, card: Card, word: int) -> i64:
        """The dishes of a card, as a word; none for no card."""
        return self.menus[DISHES * card + word] if card != NONE else 0

    def count_marks(self, state: ChefsChoice, colour: int) -> None:
        """Look at the markers of a colour."""
        dishes = state.printed.dishes
        for word in range(DISHES):
            packed: i64 = 0
            for dish in range(min(dishes, (word + 1) * BYTES) - 1, word * BYTES - 1, -1):
                packed = (packed << 8) + state.marks[colour * dishes + dish]
            self.board[DISHES * colour + word] = packed

    def count_tally(self, state: ChefsChoice) -> None:
        """Look at the markers of all colours."""
        for word in range(DISHES):
            packed: i64 = 0
            for dish in range(min(state.printed.dishes, (word + 1) * BYTES) - 1, word * BYTES - 1, -1):
                packed = (packed << 8) + clipped(state.tally[dish])
            self.total[word] = packed


def observer(players: int, cards: ChefsChoiceCards) -> Observer:
    """What writes observations of a game."""
    return ChefsChoiceObserver(players, cards)


assert MOST_DISHES <= DISHES * BYTES

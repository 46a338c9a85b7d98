"""What the players remember of cards that they cannot see now.

A memory is one list of notes in order of time, shared by all players; each note carries the seats that have it, as
bits. It says that they saw a card come to a place or leave one, or that a card went from one place to another and they
did not see which. Notes hold nothing that those who have them could not know, whichever card it was: no memory gives a
hand away.

Only what is certain is concluded when a note is made, so that nothing is lost: `reconstruction.py` works out from all
notes together where the cards may be.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from maitred.kernel.observation import no_words

SEATS: Final = 5
VIEWERS: Final = 31  # the lowest five bits of every note
HELD: Final = 127
PLACES: Final = 63
KINDS: Final = 31

# Places

HAND: Final = 0  # + seat
OVEN: Final = HAND + SEATS  # + owner * SEATS + who placed it: face down, so only trash or a radioactive card
THROWN: Final = OVEN + SEATS * SEATS  # + seat: what it discarded
DECK: Final = THROWN + SEATS  # what all, or the viewer, knew to be in the discard before it was shuffled
BURIED: Final = DECK + 1  # what others had thrown away before that
BETWEEN: Final = BURIED + 1  # two hands that trade
LAST: Final = BETWEEN + 1

BITS: Final[list[int]] = [1 << bit for bit in range(KINDS + 3)]

RESHUFFLE: Final = -1  # the discard goes into the deck


def card_note(kind: int, place: int, viewers: int, held: int = 0) -> int:
    """The note of a card that came to a place, or left it as one of those held."""
    return ((held << 5 | kind) << 6 | place) << 5 | viewers


def kind_of(note: i64) -> i64:
    """The kind of a card that somebody saw."""
    return note >> 11 & KINDS


def place_of(note: i64) -> i64:
    """Where it came to, or left from."""
    return note >> 5 & PLACES


def slip_note(start: int, end: int, held: int, viewers: int) -> int:
    """The note of a card that went somewhere unseen, one of those held."""
    return ~(((start << 6 | end) << 7 | held) << 5 | viewers)


def start_of(note: i64) -> i64:
    """Where a card came from that went somewhere unseen."""
    return ~note >> 18


def end_of(note: i64) -> i64:
    """Where it went."""
    return ~note >> 12 & PLACES


def held_of(note: i64) -> i64:
    """How many lay there before; 0 for a card that came."""
    return note >> 16 if note >= 0 else ~note >> 5 & HELD


def viewers_of(note: i64) -> i64:
    """The seats that have a note, as bits."""
    return (note if note >= 0 else ~note) & VIEWERS


def leaves(note: i64, place: i64) -> bool:
    """Whether a note is of something that left a place."""
    if note >= 0:
        return note >> 16 > 0 and note >> 5 & PLACES == place
    return note < RESHUFFLE and ~note >> 18 == place


def left_from(note: int) -> int:
    """Where a card left from, or came to."""
    return start_of(note) if note < 0 else place_of(note)


def is_oven(place: i64) -> bool:
    """Whether a place is an oven."""
    return OVEN <= place < THROWN


def bit_of(number: i64) -> i64:
    """A bit of a 64-bit number: compiled, `1 << number` would have only 32, one less than are needed."""
    return BITS[number]


# What is noted


def remember(memory: list[int], kind: int, place: int, viewers: int) -> None:
    """These viewers see a card come to a hand or into the deck."""
    if viewers:
        memory.append(card_note(kind, place, viewers))


def slip(memory: list[int], start: int, end: int, held: int, viewers: int) -> None:
    """One of the cards held somewhere goes elsewhere, and these viewers do not see which."""
    if memory and viewers:
        memory.append(slip_note(start, end, held, viewers))


def leave(memory: list[int], kind: int, place: int, held: int, viewers: int) -> None:
    """These viewers see a card leave a place where so many were."""
    left = cross_out(memory, len(memory), kind, place, viewers)
    if left and held == 1 and is_oven(place):
        for viewer in range(SEATS):
            if left & 1 << viewer:
                left &= ~settle(memory, kind, place, 1 << viewer)
    if left and memory:
        memory.append(card_note(kind, place, left, held))
    drop_oldest(memory)


def leave_deck(memory: list[int], kind: int, cards: int, viewers: int) -> None:
    """These viewers see a card turn up in a deck of so many; whoever knew of none there, knows that it was buried."""
    left = cross_out(memory, len(memory), kind, DECK, viewers)
    for viewer in range(SEATS):
        bit = 1 << viewer
        if left & bit:
            buried = cards
            for note in memory:
                if note & bit and note >= 0 and place_of(note) == DECK:
                    buried -= 1
            memory.append(card_note(kind, BURIED, bit, buried))
    drop_oldest(memory)


def cross_out(memory: list[int], until: i64, kind: i64, place: i64, viewers: i64) -> i64:
    """Forget, for these viewers, that they saw a card of this kind come to the place that one leaves now, if nothing
    else has left since. Returns the viewers to whom that does not apply."""
    left = viewers
    card = kind << 6 | place
    at = until
    while at > 0 and left & viewers != 0:
        at -= 1
        note: i64 = memory[at]
        if leaves(note, place):
            viewers &= ~viewers_of(note)
        elif note & left & viewers != 0 and note >= 0 and note >> 5 == card:
            known = note & left & viewers
            left ^= known
            take_off(memory, at, known)
    return left


def settle(memory: list[int], kind: i64, place: i64, bit: i64) -> i64:
    """A viewer sees the last card that lay face down in a place. If only one went there since there was none, it was
    this one: the viewer, as bits, if that settles it."""
    found: i64 = -1
    at: i64 = len(memory)
    note: i64 = RESHUFFLE
    while at > 0:
        at -= 1
        note = memory[at]
        if viewers_of(note) & bit != 0 and note != RESHUFFLE:
            if leaves(note, place):
                if held_of(note) > 1:
                    return 0
                break
            if note < 0 and end_of(note) == place:
                if found >= 0:
                    return 0
                found = at
    if found < 0:
        return bit  # it went there before the viewer knew any card
    note = memory[found]
    seen = card_note(int(kind), int(start_of(note)), int(bit), int(held_of(note)))
    if viewers_of(note) == bit:
        memory[found] = seen
    else:
        memory[found] = int(note + bit)
        memory.insert(int(found), seen)
    size: i64 = len(memory)
    if cross_out(memory, found, kind, start_of(note), bit) == 0:
        del memory[found - (size - len(memory))]
    return bit


def take_off(memory: list[int], at: i64, viewers: i64) -> None:
    """Take these viewers off a note."""
    note: i64 = memory[at]
    note += -viewers if note >= 0 else viewers
    if viewers_of(note) == 0:
        del memory[at]
    else:
        memory[at] = int(note)


def drop_oldest(memory: list[int]) -> None:
    """Drop notes of cards that left before anybody knew of one: they are of no use."""
    while memory and memory[0] != RESHUFFLE and held_of(memory[0]) > 0:
        del memory[0]


# What is certain


def least(memory: list[int], place: int, viewer: int, kinds: int, seasoning: int) -> vec[i64]:
    """How many cards of each kind there are at least in a place, for all that the viewer knows."""
    counts = no_words(kinds)
    seen: list[int] = []  # each kind that was ever counted …
    ever: i64 = 0  # … and as bits
    here: i64 = place
    bit: i64 = BITS[viewer]
    one: i64 = BITS[0]  # a compiled shift of the constant 1 has 32 bits only
    all_kinds: i64 = kinds
    for each in memory:
        note: i64 = each
        if note >= 0:
            kind = kind_of(note)
            if note & bit != 0 and place_of(note) == here and kind < all_kinds:
                if held_of(note) == 0:
                    if ever & one << kind == 0:
                        ever |= one << kind
                        seen.append(int(kind))
                    counts[kind] += 1
                elif counts[kind] > 0:
                    counts[kind] -= 1
        elif ~note & bit != 0 and start_of(note) == here:
            lowest: i64 = seasoning + 1 if is_oven(end_of(note)) else 0
            for slipped in seen:
                lower: i64 = slipped
                if lower >= lowest and counts[lower] > 0:
                    counts[lower] -= 1
    return counts


def of_viewer(memory: list[int], viewer: int) -> list[int]:
    """The part of a memory that is one viewer's."""
    bit = 1 << viewer
    part: list[int] = []
    for note in memory:
        viewers = viewers_of(note)
        if note == RESHUFFLE:
            part.append(note)
        elif viewers & bit and (part or held_of(note) == 0):
            part.append(note - viewers + bit if note >= 0 else note + viewers - bit)
    return part

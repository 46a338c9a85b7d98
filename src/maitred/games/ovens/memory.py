"""What the players remember of cards they cannot see.

A memory is a list of notes in the order of time, shared by all who look on. A card that came to a place before
somebody's eyes is one note: the kind, the place, and the seats that know it as bits. A card that went from one place
to another unseen is one too: from where, to where, how many lay there before, and who missed which it was. From then on
each card that they knew there may be the one that went. Notes say nothing that those who have them could not know,
whichever card it was: no memory gives a hand away.
"""

from __future__ import annotations

from typing import Final

from maitred.kernel.chance import Stream

SEATS: Final = 5
VIEWERS: Final = 31  # the lowest five bits of every note
HELD: Final = 15
PLACES: Final = 63

# Places

HAND: Final = 0  # + seat
OVEN: Final = HAND + SEATS  # + owner * SEATS + who placed it: face down, so only trash or a radioactive card
THROWN: Final = OVEN + SEATS * SEATS  # + seat: what it discarded
DECK: Final = THROWN + SEATS
BETWEEN: Final = DECK + 1  # two hands that trade
LAST: Final = BETWEEN + 1
ANYWHERE: Final = -1

RESHUFFLE: Final = -1  # the discard goes into the deck


def card_note(kind: int, place: int, viewers: int) -> int:
    """The note of a card in a hand or in the deck."""
    return (kind << 6 | place) << 5 | viewers


def kind_of(note: int) -> int:
    """The kind of a card that somebody knows."""
    return note >> 11


def place_of(note: int) -> int:
    """Where it came to."""
    return note >> 5 & PLACES


def slip_note(start: int, end: int, held: int, viewers: int) -> int:
    """The note of a card that went somewhere, one of those held."""
    return ~(((start << 6 | end) << 4 | held) << 5 | viewers)


def start_of(note: int) -> int:
    """Where a card came from that went somewhere unseen."""
    return ~note >> 15


def end_of(note: int) -> int:
    """Where it went."""
    return ~note >> 9 & PLACES


def held_of(note: int) -> int:
    """How many lay there before."""
    return ~note >> 5 & HELD


def viewers_of(note: int) -> int:
    """The seats that have a note, as bits."""
    return (note if note >= 0 else ~note) & VIEWERS


def remember(memory: list[int], kind: int, place: int, viewers: int) -> None:
    """These viewers know that a card of this kind has come to a hand or into the deck."""
    if viewers:
        memory.append(card_note(kind, place, viewers))


def slip(memory: list[int], start: int, end: int, held: int, viewers: int) -> None:
    """One of the cards held somewhere goes elsewhere, and these viewers do not see which."""
    if memory and viewers:
        memory.append(slip_note(start, end, held, viewers))


def forget(memory: list[int], kind: int, place: int, viewers: int, seasoning: int) -> None:
    """These viewers see a card of this kind leave a place. The note of it that they were surest of is gone: what was in
    doubt, stays so. Those who had no note of it there may have lost sight of it before."""
    wanted = kind << 6 | place
    left = viewers
    came = 0  # who may have missed that something came here
    for at in range(len(memory) - 1, -1, -1):
        note = memory[at]
        if note < 0:
            if ~note >> 9 & PLACES == place:
                came |= ~note & VIEWERS
        elif note >> 5 == wanted and note & left:
            known = note & left
            left ^= known
            stayed(memory, at + 1, place, known)
            cross_out(memory, at, known)
            if left == 0:
                break
    if left & ~came:
        stayed(memory, 0, place, left & ~came)
    if left & came:
        for viewer in range(SEATS):
            if left & came & 1 << viewer:
                lose(memory, kind, place, viewer, seasoning)
    drop_oldest(memory)


def drop_oldest(memory: list[int]) -> None:
    """What went on unseen before anybody knew a card is of no use."""
    while memory and memory[0] < RESHUFFLE:
        del memory[0]


def lose(memory: list[int], kind: int, place: int, viewer: int, seasoning: int) -> None:
    """A viewer who has no note of a card there sees it leave a place. It may be one that has come there unseen: then
    nothing else did so that way."""
    bit = 1 << viewer
    at = lost_sight(memory, kind, ANYWHERE, place, bit)
    stayed(memory, came_last(memory, place, bit), place, bit)
    if at >= 0 and least(memory, place_of(memory[at]), viewer, kind + 1, seasoning)[kind] == 0:
        for way in range(len(memory) - 1, at, -1):
            note = memory[way]
            left = note < RESHUFFLE and ~note & bit and start_of(note) == place_of(memory[at])
            if left and may_reach(memory, way + 1, end_of(note), place, bit):
                narrow(memory, way, 0, bit)
                break
        cross_out(memory, at, bit)


def reveal(memory: list[int], kinds: list[int], place: int, viewers: int, is_all: bool) -> None:
    """These viewers see cards that lay face down in an oven; if that is all there is, nothing of what went there is in
    doubt any more, unless something had left again."""
    hand = HAND + (place - OVEN) % SEATS
    for viewer in range(SEATS):
        bit = 1 << viewer
        if viewers & bit:
            for kind in kinds:
                at = lost_sight(memory, kind, hand, place, bit)
                if at < 0:
                    at = lost_sight(memory, kind, ANYWHERE, place, bit)
                if at >= 0:
                    cross_out(memory, at, bit)
            since = 0
            doubting = not is_all
            for at in range(len(memory)):
                note = memory[at]
                if note < RESHUFFLE and ~note & bit and start_of(note) == place:
                    doubting = not is_all or held_of(note) > 1
                    if held_of(note) == 1:  # it was empty then
                        since = at
            for at in range(len(memory) - 1, since - 1, -1):
                note = memory[at]
                if not doubting and note < RESHUFFLE and ~note & bit and end_of(note) == place:
                    memory[at] += bit
                    if viewers_of(memory[at]) == 0:
                        del memory[at]
    drop_oldest(memory)


def stayed(memory: list[int], since: int, place: int, viewers: int) -> None:
    """A card was in a hand since then: it was none of those that left unseen, so those were one of fewer."""
    if place < OVEN:
        for at in range(len(memory) - 1, since - 1, -1):
            note = memory[at]
            if note < RESHUFFLE and ~note >> 15 == place and ~note & viewers and held_of(note) > 1:
                narrow(memory, at, held_of(note) - 1, ~note & viewers)


def narrow(memory: list[int], at: int, held: int, viewers: int) -> None:
    """Some viewers know now that what went somewhere unseen was one of fewer; with 0, that it was none they knew."""
    note = memory[at]
    memory[at] = slip_note(start_of(note), end_of(note), held, viewers)
    if viewers_of(note) != viewers:
        memory.insert(at, note + viewers)


def came_last(memory: list[int], place: int, bit: int) -> int:
    """Since when nothing has come to a place unseen."""
    for at in range(len(memory) - 1, -1, -1):
        note = memory[at]
        if note < RESHUFFLE and ~note & bit and end_of(note) == place:
            return at + 1
    return 0


def cross_out(memory: list[int], at: int, viewers: int) -> None:
    """Take these viewers off a note."""
    memory[at] -= viewers
    if memory[at] & VIEWERS == 0:
        del memory[at]


def lost_sight(memory: list[int], kind: int, start: int, place: int, bit: int) -> int:
    """The last note of a card of a kind, in one place or anywhere, that may have come to another unseen; -1 if there is
    none."""
    for at in range(len(memory) - 1, -1, -1):
        note = memory[at]
        wanted = note >= 0 and note & bit and kind_of(note) == kind and start in (ANYWHERE, place_of(note))
        if wanted and may_reach(memory, at, place_of(note), place, bit):
            return at
    return -1


def may_reach(memory: list[int], since: int, start: int, end: int, bit: int) -> bool:
    """Whether a card that was in one place then may be in another by now."""
    reached = 1 << start
    for at in range(since, len(memory)):
        note = memory[at]
        if note == RESHUFFLE:
            if reached >> THROWN & VIEWERS:
                reached |= 1 << DECK
        elif note < 0 and ~note & bit and reached >> start_of(note) & 1:
            reached |= 1 << end_of(note)
    return reached >> end & 1 == 1


def least(memory: list[int], place: int, viewer: int, kinds: int, seasoning: int) -> list[int]:
    """How many cards of each kind there are at least in a place, for all that the viewer knows."""
    counts = [0] * kinds
    bit = 1 << viewer
    for note in memory:
        if note >= 0:
            if note & bit and place_of(note) == place and kind_of(note) < kinds:
                counts[kind_of(note)] += 1
        elif ~note & bit and start_of(note) == place:
            for kind in range(seasoning + 1 if is_oven(end_of(note)) else 0, kinds):
                if counts[kind] > 0:
                    counts[kind] -= 1
    return counts


def is_oven(place: int) -> bool:
    """Whether a place is an oven."""
    return OVEN <= place < THROWN


def of_viewer(memory: list[int], viewer: int) -> list[int]:
    """The part of a memory that is one viewer's."""
    bit = 1 << viewer
    part: list[int] = []
    for note in memory:
        viewers = viewers_of(note)
        if viewers & bit:
            if note >= 0:
                part.append(note - viewers + bit)
            elif part:
                part.append(note + viewers - bit)
        elif note == RESHUFFLE:
            part.append(note)
    return part


def retell(memory: list[int], viewer: int, seasoning: int, chance: Stream) -> list[list[int]]:
    """Where the cards that a viewer has notes of may be by now: the kinds in each place."""
    bit = 1 << viewer
    places: list[list[int]] = [[] for _ in range(LAST)]
    for note in memory:
        if note >= 0:
            if note & bit:
                places[place_of(note)].append(kind_of(note))
        elif note == RESHUFFLE:
            for seat in range(SEATS):
                places[DECK].extend(places[THROWN + seat])
                places[THROWN + seat] = []
        elif ~note & bit:
            here = places[start_of(note)]
            if here:
                end = end_of(note)
                first = seasoning + 1 if is_oven(end) else 0
                able = [at for at in range(len(here)) if here[at] >= first]
                unknown = max(0, held_of(note) - len(here))
                if able and held_of(note) > 0:
                    pick = chance.below(len(able) + unknown)
                    if pick < len(able):
                        places[end].append(here.pop(able[pick]))
    return places


def fits(places: list[list[int]], room: list[int], spare: list[int], seasoning: int) -> bool:
    """Whether so many cards have room where they are told to be, are there at all, and leave enough for the ovens."""
    left = spare[:]
    ovens = 0
    for place in range(LAST):
        kinds = places[place]
        if len(kinds) > room[place]:
            return False
        for kind in kinds:
            left[kind] -= 1
            if left[kind] < 0:
                return False
        if is_oven(place):
            ovens += room[place] - len(kinds)
    return ovens <= sum(left[seasoning + 1 :])


def trimmed(
    places: list[list[int]], certain: list[list[int]], room: list[int], spare: list[int], seasoning: int
) -> list[list[int]]:
    """As much of a story as fits: all that is certain, and of the rest what has room, is there at all and leaves enough
    for the ovens."""
    left = spare[:]
    ovens = 0
    for place in range(LAST):
        for kind in certain[place]:
            left[kind] -= 1
        if is_oven(place):
            ovens += room[place]
    told = [kinds[:] for kinds in certain]
    for place in list(range(OVEN, THROWN)) + list(range(OVEN)) + list(range(THROWN, LAST)):
        known = certain[place][:]
        for kind in places[place]:
            free = kind <= seasoning or is_oven(place) or sum(left[seasoning + 1 :]) > ovens
            if kind in known:
                known.remove(kind)
            elif free and left[kind] > 0 and len(told[place]) < room[place]:
                left[kind] -= 1
                told[place].append(kind)
        if is_oven(place):
            ovens -= len(told[place])
    return told

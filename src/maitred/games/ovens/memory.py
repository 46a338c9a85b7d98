"""What the players remember of cards they cannot see: what went on before their eyes, and what they missed.

A memory is a list of notes in the order of time, shared by all who look on; each has the seats that it is a note of, as
bits. A card came to a place before their eyes, or left one; or one went from one place to another and they did not see
which. Notes say nothing that those who have them could not know, whichever card it was: no memory gives a hand away.

Nothing is concluded from the notes when they are made, but where it can be no other way: so nothing is lost by it, and
`retell` finds stories that agree with every one of them.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from maitred.kernel.chance import Stream

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

FREE: Final = 60  # how likely a card went that may have gone, against others; …
DOUBTFUL: Final = 15  # … one that was seen later beyond where it had been, …
HELD_BACK: Final = 1  # … or just there …
WANTED: Final = 600  # … or where it went

PATIENCE: Final = 2000  # how many steps of a story may be told again


def card_note(kind: int, place: int, viewers: int, held: int = 0) -> int:
    """The note of a card that came to a place, or left it as one of those held."""
    return ((held << 5 | kind) << 6 | place) << 5 | viewers


def kind_of(note: int) -> int:
    """The kind of a card that somebody saw."""
    return note >> 11 & KINDS


def place_of(note: int) -> int:
    """Where it came to, or left from."""
    return note >> 5 & PLACES


def slip_note(start: int, end: int, held: int, viewers: int) -> int:
    """The note of a card that went somewhere unseen, one of those held."""
    return ~(((start << 6 | end) << 7 | held) << 5 | viewers)


def start_of(note: int) -> int:
    """Where a card came from that went somewhere unseen."""
    return ~note >> 18


def end_of(note: int) -> int:
    """Where it went."""
    return ~note >> 12 & PLACES


def held_of(note: int) -> int:
    """How many lay there before; 0 for a card that came."""
    return note >> 16 if note >= 0 else ~note >> 5 & HELD


def viewers_of(note: int) -> int:
    """The seats that have a note, as bits."""
    return (note if note >= 0 else ~note) & VIEWERS


def leaves(note: int, place: int) -> bool:
    """Whether a note is of something that left a place."""
    if note >= 0:
        return note >> 16 > 0 and note >> 5 & PLACES == place
    return note < RESHUFFLE and ~note >> 18 == place


def left_from(note: int) -> int:
    """Where a card left from, or came to."""
    return start_of(note) if note < 0 else place_of(note)


def is_oven(place: int) -> bool:
    """Whether a place is an oven."""
    return OVEN <= place < THROWN


def bit_of(number: i64) -> i64:
    """A bit. Where it is compiled `1 << number` has no more than 32, and there are 32 kinds and one above them."""
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


def cross_out(memory: list[int], until: int, kind: int, place: int, viewers: int) -> int:
    """A card leaves a place where some of these viewers saw one like it come, and nothing else has left since: for them
    it is as if it had never been there. The viewers to whom that does not apply."""
    left = viewers
    for at in range(until - 1, -1, -1):
        note = memory[at]
        if leaves(note, place):
            viewers &= ~viewers_of(note)
        elif note & left & viewers and note >= 0 and note >> 5 == kind << 6 | place:
            known = note & left & viewers
            left ^= known
            take_off(memory, at, known)
        if left & viewers == 0:
            break
    return left


def settle(memory: list[int], kind: int, place: int, bit: int) -> int:
    """A viewer sees the last card that lay face down in a place. If only one went there since there was none, it was
    this one: the viewer, as bits, if that settles it."""
    found = -1
    for at in range(len(memory) - 1, -1, -1):
        note = memory[at]
        if viewers_of(note) & bit and note != RESHUFFLE:
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
    seen = card_note(kind, start_of(note), bit, held_of(note))
    if viewers_of(note) == bit:
        memory[found] = seen
    else:
        memory[found] = note + bit
        memory.insert(found, seen)
    size = len(memory)
    if cross_out(memory, found, kind, start_of(note), bit) == 0:
        del memory[found - (size - len(memory))]
    return bit


def take_off(memory: list[int], at: int, viewers: int) -> None:
    """Take these viewers off a note."""
    note = memory[at]
    memory[at] = note - viewers if note >= 0 else note + viewers
    if viewers_of(memory[at]) == 0:
        del memory[at]


def drop_oldest(memory: list[int]) -> None:
    """What left before anybody knew a card is of no use."""
    while memory and memory[0] != RESHUFFLE and held_of(memory[0]) > 0:
        del memory[0]


# What is certain


def least(memory: list[int], place: int, viewer: int, kinds: int, seasoning: int) -> list[int]:
    """How many cards of each kind there are at least in a place, for all that the viewer knows."""
    counts = [0] * kinds
    bit = 1 << viewer
    for note in memory:
        if note >= 0:
            if note & bit and place_of(note) == place and kind_of(note) < kinds:
                if held_of(note) == 0:
                    counts[kind_of(note)] += 1
                elif counts[kind_of(note)] > 0:
                    counts[kind_of(note)] -= 1
        elif ~note & bit and start_of(note) == place:
            for kind in range(seasoning + 1 if is_oven(end_of(note)) else 0, kinds):
                if counts[kind] > 0:
                    counts[kind] -= 1
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


# Where everything may be


class Story:
    """Where the cards may have gone that a viewer has notes of: told as often as one likes, each time another way."""

    def __init__(self, memory: list[int], viewer: int, spare: list[int], seasoning: int) -> None:
        """`spare`: the cards that the viewer does not see, by kind."""
        self.notes: list[int] = of_viewer(memory, viewer)
        size = len(self.notes)
        self.kinds: i64 = len(spare)
        self.dirt: i64 = bit_of(self.kinds + 1) - bit_of(seasoning + 1)
        """What goes into an oven unseen, as bits; the bit above all kinds is for a card that nothing is told of."""
        # What is known beforehand
        self.unseen: list[int] = spare[:]
        """By kind: how many the viewer did not see at first."""
        self.due: list[int] = [0] * (LAST * len(spare))
        """By place and kind: how many are seen to leave later that do not come before one's eyes until then."""
        self.paid: list[int] = [0] * size
        """1 for notes of a card that came and is seen to leave, and for those of it leaving."""
        self.wants: list[int] = [0] * size
        """For notes of a card that went somewhere: the kinds, as bits, that are missing there later, or beyond …"""
        self.holds: list[int] = [0] * size
        """… or where it came from, or on another way."""
        self.goals: list[int] = [0] * size
        """And where such a card went in the end."""
        self.due_later: list[list[int]] = []
        """What is due of the discard after each reshuffle, the last one first."""
        # What is told
        self.told: list[int] = []
        """By place and kind: the cards that are there …"""
        self.there: list[int] = []
        """… by place: the kinds of these, as bits …"""
        self.counts: list[int] = []
        """… and how many …"""
        self.known: list[int] = []
        """… and by kind: how many in all places."""
        self.thrown: list[list[int]] = []
        """What was told to be in the discard before each reshuffle."""
        self.owed: list[int] = []
        self.hidden: list[int] = []
        """`due` and `unseen` at this point of the story."""
        self.went: list[int] = [0] * size
        """For each note which kind came or went; one above all kinds if nothing is told of it."""
        self.tried: list[int] = [0] * size
        """The kinds, as bits, that were tried there."""
        self.find_dues()
        self.find_ways()

    def find_dues(self) -> None:
        """Work out what is due, and which cards that come are those that are seen to leave."""
        kinds = self.kinds
        due = self.due
        notes = self.notes
        safe = [0] * len(due)
        for at in range(len(notes) - 1, -1, -1):
            note: i64 = notes[at]
            if note >= 0:
                kind = note >> 11 & KINDS
                cell = (note >> 5 & PLACES) * kinds + kind
                if note >> 16 > 0:
                    self.unseen[kind] += 1
                    due[cell] += 1
                else:
                    self.unseen[kind] -= 1
                    if due[cell] > 0:
                        due[cell] -= 1
                        self.paid[at] = 1
            elif note == RESHUFFLE:
                thrown = due[THROWN * kinds : (THROWN + 1) * kinds]
                self.due_later.append(thrown)
                for kind in range(kinds):
                    due[THROWN * kinds + kind] = due[BURIED * kinds + kind]
                    due[BURIED * kinds + kind] = 0
        for at in range(len(notes)):
            note = notes[at]
            if note >= 0:
                cell = (note >> 5 & PLACES) * kinds + (note >> 11 & KINDS)
                if note >> 16 == 0:
                    safe[cell] += self.paid[at]
                elif safe[cell] > 0:
                    safe[cell] -= 1
                    self.paid[at] = 1

    def find_ways(self) -> None:
        """Work out what must have come unseen to be seen, and by which ways it may have."""
        notes = self.notes
        missing = [0] * LAST
        goal = 0
        nothing_told = bit_of(self.kinds)
        for at in range(len(notes) - 1, -1, -1):
            note: i64 = notes[at]
            if note >= 0:
                if not self.paid[at]:
                    place = note >> 5 & PLACES
                    bit = bit_of(note >> 11 & KINDS)
                    if note >> 16 > 0:
                        missing[place] |= bit
                    else:
                        missing[place] &= ~bit
            elif note == RESHUFFLE:
                for seat in range(SEATS):
                    missing[THROWN + seat] = missing[BURIED]
                missing[BURIED] = 0
            else:
                start = ~note >> 18
                end = ~note >> 12 & PLACES
                if start == BETWEEN:
                    goal = end
                self.goals[at] = goal if end == BETWEEN else end
                self.holds[at] = missing[start]
                if missing[end]:
                    self.wants[at] = missing[end] | nothing_told
                    missing[start] |= missing[end]

    def begin(self) -> None:
        """Nothing is told yet."""
        self.told = [0] * len(self.due)
        self.there = [0] * LAST
        self.counts = [0] * LAST
        self.known = [0] * self.kinds
        self.thrown = []
        self.owed = self.due[:]
        self.hidden = self.unseen[:]

    def tell(self, chance: Stream) -> bool:
        """Tell it from the first note to the last, and where it cannot go on, again from a point on where another turn
        may help; False if that takes too long, or none is found."""
        self.begin()
        patience = PATIENCE
        at = 0
        while at < len(self.notes):
            lacks = self.go_on(at, chance)
            place = left_from(self.notes[at])
            at += 1
            while lacks:
                patience -= 1
                at -= 1
                if at == 0 or patience < 0:
                    return False
                self.undo(at - 1)
                if self.notes[at - 1] < RESHUFFLE:
                    turns = self.turns(at - 1, place, lacks)
                    if turns and chance.below(4):
                        lacks = self.move(at - 1, turns, chance)
        return True

    def tell_somehow(self, chance: Stream) -> bool:
        """Tell it once, and where it cannot go on, say that something got lost; False if there is nothing to lose."""
        self.begin()
        at = 0
        while at < len(self.notes):
            lacks = self.go_on(at, chance)
            if lacks == 0:
                at += 1
            elif not self.lose(left_from(self.notes[at]), lacks, chance):
                return False
        return True

    def go_on(self, at: int, chance: Stream) -> i64:
        """Tell the next note; what is lacking, as bits, if it cannot be."""
        note = self.notes[at]
        if note >= 0:
            return self.see(at)
        if note < RESHUFFLE:
            self.tried[at] = 0
            return self.move(at, self.able(note), chance)
        self.bury()
        return 0

    def put(self, place: i64, kind: i64) -> None:
        """A card is in a place."""
        self.told[place * self.kinds + kind] += 1
        self.there[place] |= bit_of(kind)
        self.counts[place] += 1

    def take(self, place: i64, kind: i64) -> None:
        """It is not there any more."""
        cell = place * self.kinds + kind
        self.told[cell] -= 1
        if self.told[cell] == 0:
            self.there[place] &= ~bit_of(kind)
        self.counts[place] -= 1

    def see(self, at: int) -> i64:
        """A card comes or leaves before one's eyes; what is lacking there, as bits, if none can have left."""
        note: i64 = self.notes[at]
        kind = note >> 11 & KINDS
        place = note >> 5 & PLACES
        cell = place * self.kinds + kind
        self.went[at] = kind
        if note >> 16 == 0:
            self.put(place, kind)
            self.known[kind] += 1
            self.hidden[kind] += 1
            self.owed[cell] += self.paid[at]
            return 0
        bit = bit_of(kind)
        if self.told[cell] > 0:
            self.take(place, kind)
            self.known[kind] -= 1
        elif self.hidden[kind] <= self.known[kind]:
            return bit
        elif note >> 16 <= self.counts[place]:
            return bit | bit_of(self.kinds)
        else:
            self.went[at] = self.kinds
        self.hidden[kind] -= 1
        self.owed[cell] -= 1
        return 0

    def able(self, note: i64) -> i64:
        """The kinds, as bits, that may go where one went unseen."""
        start = ~note >> 18
        able: i64 = self.there[start]
        if ~note >> 5 & HELD > self.counts[start]:
            able |= bit_of(self.kinds)
        return able & self.dirt if is_oven(~note >> 12 & PLACES) else able

    def turns(self, at: int, place: int, lacks: i64) -> i64:
        """The kinds, as bits, that might have gone instead of what did, so that a place gets or keeps what it lacks."""
        able = self.able(self.notes[at]) & ~self.tried[at]
        if bit_of(self.went[at]) & lacks:
            return able & ~lacks if self.goals[at] != place else 0
        if self.goals[at] == place:
            return able & lacks
        return able & lacks & self.wants[at]

    def move(self, at: int, able: i64, chance: Stream) -> i64:
        """One of some kinds, as bits, goes where one went unseen; what is lacking there, as bits, if there is none."""
        note: i64 = self.notes[at]
        kinds = self.kinds
        start = ~note >> 18
        end = ~note >> 12 & PLACES
        if able == 0:
            return self.dirt if is_oven(end) else bit_of(kinds + 1) - 1
        wants: i64 = self.wants[at] & ~self.there[end]
        holds: i64 = self.holds[at]
        total = 0
        weights: list[int] = []
        for kind in range(kinds):
            weight = 0
            if able >> kind & 1:
                there = self.told[start * kinds + kind]
                if there <= self.owed[start * kinds + kind]:
                    weight = HELD_BACK
                elif wants >> kind & 1:
                    weight = WANTED * there
                elif holds >> kind & 1:
                    weight = DOUBTFUL * there
                else:
                    weight = FREE * there
                total += weight
            weights.append(weight)
        if able >> kinds & 1:
            total += (DOUBTFUL if is_oven(end) else FREE) * (held_of(note) - self.counts[start])
        pick = chance.below(total)
        went: i64 = 0
        while went < kinds and pick >= weights[went]:
            pick -= weights[went]
            went += 1
        self.went[at] = went
        self.tried[at] |= bit_of(went)
        if went < kinds:
            self.take(start, went)
            self.put(end, went)
        return 0

    def lose(self, place: int, lacks: i64, chance: Stream) -> bool:
        """Something is not where it was told to be, but anywhere: what a place lacks, or what is there instead; False
        if there is nothing."""
        kinds = self.there[place]
        if lacks < bit_of(self.kinds):
            for other in range(LAST):
                if self.there[other] & lacks:
                    place = other
                    kinds = self.there[other] & lacks
        able = [kind for kind in range(self.kinds) if bit_of(kind) & kinds]
        if not able:
            return False
        lost = able[chance.below(len(able))]
        self.take(place, lost)
        self.known[lost] -= 1
        return True

    def bury(self) -> None:
        """All that was thrown away goes into the deck."""
        kinds = self.kinds
        told = self.told
        self.thrown.append(told[THROWN * kinds : DECK * kinds])
        due_later = self.due_later[len(self.due_later) - len(self.thrown)]
        for kind in range(kinds):
            self.owed[BURIED * kinds + kind] = self.owed[THROWN * kinds + kind]
            self.owed[THROWN * kinds + kind] = due_later[kind]
        for place in range(THROWN, DECK):
            for kind in range(kinds):
                while told[place * kinds + kind] > 0:
                    self.take(place, kind)
                    self.put(BURIED, kind)

    def dig_out(self) -> None:
        """Undo `bury`."""
        kinds = self.kinds
        thrown = self.thrown.pop()
        for kind in range(kinds):
            self.owed[THROWN * kinds + kind] = self.owed[BURIED * kinds + kind]
            self.owed[BURIED * kinds + kind] = 0
        for cell in range(len(thrown)):
            for _ in range(thrown[cell]):
                self.take(BURIED, cell % kinds)
                self.put(THROWN + cell // kinds, cell % kinds)

    def undo(self, at: int) -> None:
        """Tell that what was told last did not happen."""
        note: i64 = self.notes[at]
        kinds = self.kinds
        went = self.went[at]
        if note == RESHUFFLE:
            self.dig_out()
        elif note < 0:
            if went < kinds:
                self.take(~note >> 12 & PLACES, went)
                self.put(~note >> 18, went)
        else:
            kind = note >> 11 & KINDS
            place = note >> 5 & PLACES
            cell = place * kinds + kind
            if note >> 16 == 0:
                self.take(place, kind)
                self.known[kind] -= 1
                self.hidden[kind] -= 1
                self.owed[cell] -= self.paid[at]
            else:
                if went < kinds:
                    self.put(place, kind)
                    self.known[kind] += 1
                self.hidden[kind] += 1
                self.owed[cell] += 1

    def places(self) -> list[list[int]]:
        """The kinds in each place, as it was told."""
        kinds = self.kinds
        places: list[list[int]] = []
        for place in range(LAST):
            found: list[int] = []
            if self.counts[place] > 0:
                for kind in range(kinds):
                    for _ in range(self.told[place * kinds + kind]):
                        found.append(kind)
            places.append(found)
        places[DECK].extend(places[BURIED])
        places[BURIED] = []
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


def holds(places: list[list[int]], certain: list[list[int]]) -> bool:
    """Whether all that is certain is there."""
    for place in range(LAST):
        for kind in certain[place]:
            if places[place].count(kind) < certain[place].count(kind):
                return False
    return True

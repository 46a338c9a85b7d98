"""Works out where the cards may be that a viewer in Ovens has notes of: a constraint problem, solved at random.

The notes are assigned in order of time. A card that moved unseen is drawn at random from those that may have moved;
after a contradiction the search backtracks to a move that another card could have made.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from maitred.games.ovens.memory import (
    BETWEEN,
    BURIED,
    DECK,
    HELD,
    KINDS,
    LAST,
    PLACES,
    RESHUFFLE,
    SEATS,
    THROWN,
    bit_of,
    held_of,
    is_oven,
    left_from,
    of_viewer,
)
from maitred.kernel.chance import Stream

FREE: Final = 60  # the weight of a card that may have moved; …
DOUBTFUL: Final = 15  # … of one that was seen later beyond where it had been, …
HELD_BACK: Final = 1  # … or just there …
WANTED: Final = 600  # … or where it went

MOST_BACKTRACKS: Final = 2000  # in one attempt
MOST_WORK: Final = 8000  # steps of all attempts together: about a millisecond; 99 worlds of 100 among five need fewer


@final
class Reconstruction:
    """A random assignment of cards to a viewer's notes; each call of `solve` finds another."""

    def __init__(self, memory: list[int], viewer: int, spare: list[int], seasoning: int) -> None:
        """`spare`: the cards that the viewer does not see, by kind."""
        self.notes: list[int] = of_viewer(memory, viewer)
        size = len(self.notes)
        self.kinds: i64 = len(spare)
        self.dirt: i64 = bit_of(self.kinds + 1) - bit_of(seasoning + 1)
        """What goes into an oven unseen, as bits; the bit above all kinds is for a card of no particular kind."""
        # What follows from the notes alone
        self.unseen: list[int] = spare[:]
        """By kind: how many the viewer did not see at first."""
        self.due: list[int] = [0] * (LAST * len(spare))
        """By place and kind: how many are seen to leave later without being seen to come before."""
        self.matched: list[int] = [0] * size
        """1 for a note of a card that came and is seen to leave, and for the note of its leaving."""
        self.wanted: list[int] = [0] * size
        """For a note of an unseen move: the kinds, as bits, that are seen later where it went, or beyond …"""
        self.kept_for_later: list[int] = [0] * size
        """… or where it came from, or elsewhere."""
        self.goals: list[int] = [0] * size
        """And where such a card ended up."""
        self.due_later: list[list[int]] = []
        """What is due of the discard after each reshuffle, the last one first."""
        # The assignment so far
        self.placed: list[int] = []
        """By place and kind: the cards that are there …"""
        self.kinds_at: list[int] = []
        """… by place: the kinds of these, as bits …"""
        self.counts: list[int] = []
        """… and how many …"""
        self.placed_of_kind: list[int] = []
        """… and by kind: how many in all places."""
        self.thrown: list[list[int]] = []
        """What was in the discard before each reshuffle."""
        self.still_due: list[int] = []
        self.still_unseen: list[int] = []
        """`due` and `unseen` at this point."""
        self.went: list[int] = [0] * size
        """For each note which kind moved; one above all kinds for no particular one."""
        self.work: i64 = 0
        """How many notes were assigned or taken back so far, in all attempts."""
        self.tried: list[int] = [0] * size
        """For each note the kinds, as bits, that were tried."""
        self.find_dues()
        self.find_ways()

    def find_dues(self) -> None:
        """Compute `due` and `matched`."""
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
                        self.matched[at] = 1
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
                    safe[cell] += self.matched[at]
                elif safe[cell] > 0:
                    safe[cell] -= 1
                    self.matched[at] = 1

    def find_ways(self) -> None:
        """Compute which cards must have moved unseen, and by which moves they may have."""
        notes = self.notes
        missing = [0] * LAST
        goal = 0
        nothing_told = bit_of(self.kinds)
        for at in range(len(notes) - 1, -1, -1):
            note: i64 = notes[at]
            if note >= 0:
                if not self.matched[at]:
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
                self.kept_for_later[at] = missing[start]
                if missing[end]:
                    self.wanted[at] = missing[end] | nothing_told
                    missing[start] |= missing[end]

    def begin(self) -> None:
        """Start with an empty assignment."""
        self.placed = [0] * len(self.due)
        self.kinds_at = [0] * LAST
        self.counts = [0] * LAST
        self.placed_of_kind = [0] * self.kinds
        self.thrown = []
        self.still_due = self.due[:]
        self.still_unseen = self.unseen[:]

    def solve(self, chance: Stream) -> bool:
        """Assign every note in order, backtracking from contradictions; False if that takes too long."""
        self.begin()
        backtracks = MOST_BACKTRACKS
        at = 0
        while at < len(self.notes):
            lacks = self.step(at, chance)
            place = left_from(self.notes[at])
            at += 1
            while lacks:
                backtracks -= 1
                at -= 1
                if at == 0 or backtracks < 0 or self.is_exhausted():
                    return False
                self.undo(at - 1)
                if self.notes[at - 1] < RESHUFFLE:
                    alternatives = self.alternatives(at - 1, place, lacks)
                    if alternatives and chance.below(4):
                        lacks = self.move(at - 1, alternatives, chance)
        return True

    def is_exhausted(self) -> bool:
        """Whether all attempts together have taken so long that no other is worth it."""
        return self.work >= MOST_WORK

    def solve_loosely(self, chance: Stream) -> bool:
        """Assign every note once, dropping a card from the assignment at each contradiction; False if there is none."""
        self.begin()
        at = 0
        while at < len(self.notes):
            lacks = self.step(at, chance)
            if lacks == 0:
                at += 1
            elif not self.drop_one(left_from(self.notes[at]), lacks, chance):
                return False
        return True

    def step(self, at: int, chance: Stream) -> i64:
        """Assign one note; the kinds that are lacking for it, as bits."""
        self.work += 1
        note = self.notes[at]
        if note >= 0:
            return self.see(at)
        if note < RESHUFFLE:
            self.tried[at] = 0
            return self.move(at, self.possible(note), chance)
        self.bury()
        return 0

    def put(self, place: i64, kind: i64) -> None:
        """Add a card to a place."""
        self.placed[place * self.kinds + kind] += 1
        self.kinds_at[place] |= bit_of(kind)
        self.counts[place] += 1

    def take(self, place: i64, kind: i64) -> None:
        """Take it away again."""
        cell = place * self.kinds + kind
        self.placed[cell] -= 1
        if self.placed[cell] == 0:
            self.kinds_at[place] &= ~bit_of(kind)
        self.counts[place] -= 1

    def see(self, at: int) -> i64:
        """A card comes or leaves in sight; the kinds that are lacking there, as bits, if none can have left."""
        note: i64 = self.notes[at]
        kind = note >> 11 & KINDS
        place = note >> 5 & PLACES
        cell = place * self.kinds + kind
        self.went[at] = kind
        if note >> 16 == 0:
            self.put(place, kind)
            self.placed_of_kind[kind] += 1
            self.still_unseen[kind] += 1
            self.still_due[cell] += self.matched[at]
            return 0
        bit = bit_of(kind)
        if self.placed[cell] > 0:
            self.take(place, kind)
            self.placed_of_kind[kind] -= 1
        elif self.still_unseen[kind] <= self.placed_of_kind[kind]:
            return bit
        elif note >> 16 <= self.counts[place]:
            return bit | bit_of(self.kinds)
        else:
            self.went[at] = self.kinds
        self.still_unseen[kind] -= 1
        self.still_due[cell] -= 1
        return 0

    def possible(self, note: i64) -> i64:
        """The kinds, as bits, that may have made an unseen move."""
        start = ~note >> 18
        able: i64 = self.kinds_at[start]
        if ~note >> 5 & HELD > self.counts[start]:
            able |= bit_of(self.kinds)
        return able & self.dirt if is_oven(~note >> 12 & PLACES) else able

    def alternatives(self, at: int, place: int, lacks: i64) -> i64:
        """The kinds, as bits, that might have moved instead, so that a place gets or keeps what it lacks."""
        able = self.possible(self.notes[at]) & ~self.tried[at]
        if bit_of(self.went[at]) & lacks:
            return able & ~lacks if self.goals[at] != place else 0
        if self.goals[at] == place:
            return able & lacks
        return able & lacks & self.wanted[at]

    def move(self, at: int, able: i64, chance: Stream) -> i64:
        """Let one of some kinds, as bits, make an unseen move; if none can, the kinds that are lacking, as bits."""
        note: i64 = self.notes[at]
        kinds = self.kinds
        start = ~note >> 18
        end = ~note >> 12 & PLACES
        if able == 0:
            return self.dirt if is_oven(end) else bit_of(kinds + 1) - 1
        wants: i64 = self.wanted[at] & ~self.kinds_at[end]
        holds: i64 = self.kept_for_later[at]
        total = 0
        weights: list[int] = []
        for kind in range(kinds):
            weight = 0
            if able >> kind & 1:
                there = self.placed[start * kinds + kind]
                if there <= self.still_due[start * kinds + kind]:
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

    def drop_one(self, place: int, lacks: i64, chance: Stream) -> bool:
        """Drop a card from the assignment: one that a place lacks, or one that is there instead; False if none is."""
        kinds = self.kinds_at[place]
        if lacks < bit_of(self.kinds):
            for other in range(LAST):
                if self.kinds_at[other] & lacks:
                    place = other
                    kinds = self.kinds_at[other] & lacks
        able = [kind for kind in range(self.kinds) if bit_of(kind) & kinds]
        if not able:
            return False
        lost = able[chance.below(len(able))]
        self.take(place, lost)
        self.placed_of_kind[lost] -= 1
        return True

    def bury(self) -> None:
        """Move the discard into the deck."""
        kinds = self.kinds
        placed = self.placed
        self.thrown.append(placed[THROWN * kinds : DECK * kinds])
        due_later = self.due_later[len(self.due_later) - len(self.thrown)]
        for kind in range(kinds):
            self.still_due[BURIED * kinds + kind] = self.still_due[THROWN * kinds + kind]
            self.still_due[THROWN * kinds + kind] = due_later[kind]
        for place in range(THROWN, DECK):
            for kind in range(kinds):
                while placed[place * kinds + kind] > 0:
                    self.take(place, kind)
                    self.put(BURIED, kind)

    def dig_out(self) -> None:
        """Undo `bury`."""
        kinds = self.kinds
        thrown = self.thrown.pop()
        for kind in range(kinds):
            self.still_due[THROWN * kinds + kind] = self.still_due[BURIED * kinds + kind]
            self.still_due[BURIED * kinds + kind] = 0
        for cell in range(len(thrown)):
            for _ in range(thrown[cell]):
                self.take(BURIED, cell % kinds)
                self.put(THROWN + cell // kinds, cell % kinds)

    def undo(self, at: int) -> None:
        """Take back the assignment of the last note."""
        self.work += 1
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
                self.placed_of_kind[kind] -= 1
                self.still_unseen[kind] -= 1
                self.still_due[cell] -= self.matched[at]
            else:
                if went < kinds:
                    self.put(place, kind)
                    self.placed_of_kind[kind] += 1
                self.still_unseen[kind] += 1
                self.still_due[cell] += 1

    def places(self) -> list[list[int]]:
        """The kinds that are assigned to each place."""
        kinds = self.kinds
        places: list[list[int]] = []
        for place in range(LAST):
            found: list[int] = []
            if self.counts[place] > 0:
                for kind in range(kinds):
                    for _ in range(self.placed[place * kinds + kind]):
                        found.append(kind)
            places.append(found)
        places[DECK].extend(places[BURIED])
        places[BURIED] = []
        return places


def fits(places: list[list[int]], room: list[int], spare: list[int], seasoning: int) -> bool:
    """Whether an assignment has room, uses no card that does not exist, and leaves enough for the ovens."""
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
    """Whether an assignment includes all that is certain."""
    for place in range(LAST):
        for kind in certain[place]:
            if places[place].count(kind) < certain[place].count(kind):
                return False
    return True

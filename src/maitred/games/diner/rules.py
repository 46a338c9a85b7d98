"""Diner: what may be done, what it does, what each seat knows. In the rulebook's order, clause ids in comments.

A card goes by its table side: `card` is the number of the table in the deck file, `plate[card]` is what is on its back
in this game. Plates of one kind are all alike, so nothing that is sent needs to tell one from another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, final

from mypy_extensions import i64, mypyc_attr

from maitred.kernel.chance import Stream, unpack_chance
from maitred.kernel.fields import Count, Derived, Flag, Shared
from maitred.kernel.packing import BOUND, Reader, write_list
from maitred.kernel.state import NOBODY, Cards, State, best_first

# The nouns of the rulebook

Seat = Annotated[int, "0 to players - 1"]
Card = Annotated[int, "0 to len(cards.names) - 1"]
Plate = Annotated[int, "0 to BLUE"]  # a kind of plate
Tokens = Annotated[int, "0 to players + 1"]
Holds = Annotated[int, "0 to players"]
Stack = int  # of the Kitchen
Slot = int  # of the Lounge
Action = int

BLUE: Final = 5  # the Blue Plate Special is wild; the plates before it are ordered, the rarer the later
PLATES: Final = 6
STACKS: Final = 3
BACKS: Final = PLATES * (STACKS + 1)  # plates, and plates on top of a stack
SLOTS: Final = 3
HAND: Final = 3


@final
class DinerCards(Cards):
    """The deck as int tables: plates at the index of their kind, tables at the index of their card."""

    def __init__(
        self,
        digest: str,
        own: Mapping[str, Any] | None,
        plates: list[str],
        quantity: list[int],
        tips: list[int],
        names: list[str],
        orders: list[list[Plate]],
        value: list[int],
    ) -> None:
        super().__init__(digest, own)
        self.plates: list[str] = plates
        self.quantity: list[int] = quantity
        self.tips: list[int] = tips
        """In cents; the Blue Plate Special has none."""
        self.names: list[str] = names
        """The parties, one for each table."""
        self.orders: list[list[Plate]] = orders
        self.value: list[int] = value
        """In dollars."""
        self.needs: list[list[int]] = [[order.count(plate) for plate in range(PLATES)] for order in orders]
        """How many of each plate a table orders: `needs[card][plate]`."""
        self.ordered: list[int] = [one_byte_each(needs) for needs in self.needs]
        """The same as one number."""
        self.refused: list[int] = [
            sum([1 << back for back in range(BACKS) if needs[back % PLATES]]) for needs in self.needs
        ]
        """The backs, as bits, that a table cannot have: see `pair`."""


# Plates as one number: how many of each kind but the Blue Plate Special, one byte each

HIGHEST_BITS: Final[i64] = 0x80_80_80_80_80
ONE_PLATE: Final[list[int]] = [1 << 8 * plate for plate in range(BLUE)]
"""One plate of each kind. A table, since a compiled shift of the constant 1 has 32 bits only."""


def one_byte_each(plates: list[int]) -> i64:
    """How many there are of each kind, as one number."""
    packed: i64 = 0
    for plate in range(BLUE - 1, -1, -1):
        packed = (packed << 8) + plates[plate]
    return packed


def shortage(ordered: i64, held: i64) -> i64:
    """Which of the ordered plates are not held, as one number; computed for all kinds at once."""
    difference = (ordered | HIGHEST_BITS) - held
    enough = difference & HIGHEST_BITS  # the highest bit of a byte stays where at least as many are ordered as held
    return difference & (enough - (enough >> 7))


def lacking(ordered: i64, held: i64) -> i64:
    """How many of the ordered plates are not held."""
    return shortage(ordered, held) % 255  # modulo 255 adds up the bytes


# Limits

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 4
FEWEST_CARDS: Final = 24
MOST_CARDS: Final = 72
BREAK_PLAYERS: Final = 3  # from this number of players on there is a break

# Actions

DRAW: Final = 0  # + stack
SEAT: Final = DRAW + STACKS  # + slot * STACKS + the stack that refills it
COUNTER: Final = SEAT + SLOTS * STACKS  # likewise
SERVE: Final = COUNTER + SLOTS * STACKS  # + card: the table that is served
TAKE: Final = SERVE + MOST_CARDS  # N7: a token from the player on the right
CALL: Final = TAKE + 1  # N6: "Break time!" or "Closing time!"
HOLD: Final = CALL + 1  # N12
N_ACTIONS: Final = HOLD + 1


def kitchen_moves(stocked: int) -> list[Action]:
    """Every Draw, Seat and Counter when the stacks with their bit in `stocked` have a card."""
    stacks = [stack for stack in range(STACKS) if stocked & (1 << stack)]
    moves = [DRAW + stack for stack in stacks]
    for kind in (SEAT, COUNTER):
        moves += [kind + slot * STACKS + stack for slot in range(SLOTS) for stack in stacks]
    return moves


KITCHEN_MOVES: Final[list[list[Action]]] = [kitchen_moves(stocked) for stocked in range(1 << STACKS)]

# Events: the first int says which, the rest is listed beside it

DREW: Final = 0  # seat, stack, plate, card
SEATED: Final = 1  # seat, slot, card, stack, plate turned over, its card
COUNTERED: Final = 2  # seat, slot, card, its plate, stack, plate turned over, its card
SERVED: Final = 3  # seat, card, then plate and card for each plate served
TOOK: Final = 4  # seat, from seat
HELD: Final = 5  # seat
BREAK: Final = 6  # the seat that called or NOBODY, cards shuffled
CLOSED: Final = 7  # the seat that called or NOBODY

NONE: Final = -1  # where a card or plate could be
VERSION_BITS: Final = 24


@final
@mypyc_attr(allow_interpreted_subclasses=True)
class Diner(State):
    """A game of Diner. Stacks and the Sink run from bottom to top, hands from the longest held."""

    def __init__(
        self, players: int, chance: Stream, cards: DinerCards, players_call: bool, relief: bool, calm: bool
    ) -> None:
        super().__init__(players, chance, cards)
        self.printed: DinerCards = cards
        self.players_call: bool = players_call  # N6
        self.relief: bool = relief  # N7
        self.calm: bool = calm  # N12
        self.closed: bool = False
        self.breaks: Flag = 0
        self.asking: Seat = 0  # N12: whom a calm table asks
        self.holds: Holds = 0  # N12: how many have held in a row
        self.tokens: list[Tokens] = [1] * players
        self.plate: Shared[list[Plate]] = []  # the back of each card
        self.open: list[Flag] = []  # N11: 1 for each card of which everybody has seen both sides
        self.stack_versions: list[Count] = [0] * STACKS  # N10: how often the top of each stack has changed
        self.slot_versions: list[Count] = [0] * SLOTS  # and each place of the Lounge
        self.sink: list[Card] = []
        self.lounge: list[Card] = []
        self.kitchen: list[list[Card]] = [[] for _ in range(STACKS)]
        self.hands: list[list[Card]] = [[] for _ in range(players)]
        self.sections: list[list[Card]] = [[] for _ in range(players)]
        self.tips: list[list[Card]] = [[] for _ in range(players)]
        self.held: Derived[list[list[int]]] = [[0] * PLATES for _ in range(players)]  # plates in each hand

    # Who may act: players do not take turns (N3)

    def empty_stacks(self) -> int:
        """How many stacks of the Kitchen have run out."""
        empty = 0
        for stack in self.kitchen:
            if not stack:
                empty += 1
        return empty

    def may_call(self) -> bool:
        """N6: whether two stacks are empty and the players may call it; this needs no token."""
        return self.players_call and not self.closed and self.empty_stacks() >= 2

    def may_take(self, seat: Seat) -> bool:
        """N7: whether the player on the right holds all tokens."""
        return self.relief and self.has_all_tokens((seat + self.players - 1) % self.players)

    def has_all_tokens(self, seat: Seat) -> bool:
        """Whether nobody else has a token."""
        return self.tokens[seat] > self.players

    def may_act(self, seat: Seat) -> bool:
        """Whether there is anything that this seat may do while the diner is open."""
        return self.tokens[seat] > 0 or self.may_call() or self.may_take(seat)

    def actors(self) -> list[Seat]:
        if self.closed:
            return []
        if self.calm:
            return [self.asking]
        seats: list[Seat] = []
        calling = self.may_call()
        for seat in range(self.players):
            if self.tokens[seat] > 0 or calling or (self.relief and self.may_take(seat)):
                seats.append(seat)
        return seats

    def random_actor(self, chance: Stream) -> Seat:
        if self.closed or self.calm or self.relief or self.may_call():
            return super().random_actor(chance)
        holders = 0
        for tokens in self.tokens:
            if tokens > 0:
                holders += 1
        skipped = chance.below(holders) if holders > 1 else 0
        for seat in range(self.players):
            if self.tokens[seat] > 0:
                if skipped == 0:
                    return seat
                skipped -= 1
        return NOBODY

    def may_wait(self, seat: Seat) -> bool:
        return not self.calm

    # What a seat may do (N3)

    def legal(self, seat: Seat) -> list[Action]:
        actions: list[Action] = []
        if self.closed or (self.calm and seat != self.asking):
            return actions
        if self.tokens[seat] > 0:
            stocked = 0
            for stack in range(STACKS):
                if self.kitchen[stack]:
                    stocked |= 1 << stack
            actions = KITCHEN_MOVES[stocked][:]
            others = len(actions)
            hand = one_byte_each(self.held[seat])
            wild: i64 = self.held[seat][BLUE]
            for card in self.sections[seat]:
                if lacking(self.printed.ordered[card], hand) <= wild:
                    actions.append(SERVE + card)
            if len(actions) > others + 1:
                actions.sort()
        if self.may_take(seat):
            actions.append(TAKE)
        if self.may_call():
            actions.append(CALL)
        if self.calm and self.may_hold(seat):
            actions.append(HOLD)
        return actions

    def missing(self, seat: Seat, card: Card) -> int:
        """How many plates of a table's order the hand lacks, Blue Plate Specials aside."""
        return lacking(self.printed.ordered[card], one_byte_each(self.held[seat]))

    def apply(self, seat: Seat, action: Action) -> None:
        self.asked += 1
        if action == HOLD:
            self.hold(seat)
            return
        if action < SEAT:
            self.draw(seat, action - DRAW)
        elif action < COUNTER:
            self.seat_party(seat, (action - SEAT) // STACKS, (action - SEAT) % STACKS)
        elif action < SERVE:
            self.counter(seat, (action - COUNTER) // STACKS, (action - COUNTER) % STACKS)
        elif action < TAKE:
            self.serve(seat, action - SERVE)
        elif action == TAKE:
            self.take(seat)
        else:
            self.two_stacks_empty(seat)
        if not self.players_call:  # N5: judged after the whole move
            while not self.closed and self.empty_stacks() >= 2:
                self.two_stacks_empty(NOBODY)
        if self.calm and not self.closed:
            self.holds = 0
            # N12: saved tokens allow several actions in a row; in the first version of the rules they did not
            if self.tokens[seat] == 0 or self.old_rules == 1:
                self.ask_after(seat)

    def pass_token(self, seat: Seat) -> None:
        """Every action ends by passing one token clockwise."""
        self.tokens[seat] -= 1
        self.tokens[(seat + 1) % self.players] += 1

    # Draw

    def draw(self, seat: Seat, stack: Stack) -> None:
        """Take the top plate of a stack: everybody has seen the plate, and the others now see its table side."""
        card = self.lift(stack)
        self.hands[seat].append(card)
        self.held[seat][self.plate[card]] += 1
        self.tell(DREW, seat, stack, self.plate[card], card)
        self.pass_token(seat)

    def lift(self, stack: Stack) -> Card:
        """Take the top card off a stack; everybody sees both of its sides, and the next plate."""
        card = self.kitchen[stack].pop()
        self.open[card] = 1
        self.stack_versions[stack] += 1
        self.reveals += 1
        return card

    # Seating and the Counter: one move, refill included (N4)

    def seat_party(self, seat: Seat, slot: Slot, stack: Stack) -> None:
        """Seat a party of the Lounge in the section."""
        card = self.lounge[slot]
        self.sections[seat].append(card)
        refill = self.refill(slot, stack)
        if self.listened():
            self.tell_list(SEATED, [seat, slot, card, stack, self.plate[refill], refill])
        self.pass_token(seat)

    def counter(self, seat: Seat, slot: Slot, stack: Stack) -> None:
        """Let a party of the Lounge eat at the counter: its card goes to the Sink, plate side up."""
        card = self.lounge[slot]
        self.sink.append(card)
        self.open[card] = 1
        refill = self.refill(slot, stack)
        if self.listened():
            self.tell_list(COUNTERED, [seat, slot, card, self.plate[card], stack, self.plate[refill], refill])
        self.pass_token(seat)

    def refill(self, slot: Slot, stack: Stack) -> Card:
        """Turn the top card of a stack over into the Lounge."""
        card = self.lift(stack)
        self.lounge[slot] = card
        self.slot_versions[slot] += 1
        return card

    # Serve

    def serve(self, seat: Seat, table: Card) -> None:
        """Serve a whole table: exact plates first, the longest held of equal ones, and wilds for the rest (N4)."""
        needs = self.printed.needs[table][:]
        needs[BLUE] = self.missing(seat, table)
        kept: list[Card] = []
        served: list[Card] = []
        for card in self.hands[seat]:
            plate = self.plate[card]
            if needs[plate] > 0:
                needs[plate] -= 1
                self.held[seat][plate] -= 1
                self.open[card] = 1
                served.append(card)
            else:
                kept.append(card)
        self.hands[seat] = kept
        self.sink += served
        self.sections[seat].remove(table)
        self.tips[seat].append(table)
        self.reveals += 1
        if self.listened():
            shown: list[int] = []
            for card in served:
                shown += [self.plate[card], card]
            self.tell_list(SERVED, shown, seat, table)
        self.pass_token(seat)

    # Relief, a variant (N7)

    def take(self, seat: Seat) -> None:
        """Take a token from the player on the right, who holds them all."""
        hoarder = (seat + self.players - 1) % self.players
        self.tokens[hoarder] -= 1
        self.tokens[seat] += 1
        self.tell(TOOK, seat, hoarder)

    # "Break time!" and "Closing time!" (N5, N6)

    def two_stacks_empty(self, caller: Seat) -> None:
        """The first time with three or four players is the break; any other time closes the diner."""
        if self.players >= BREAK_PLAYERS and self.breaks == 0:
            self.take_break(caller)
        else:
            self.closed = True
            self.tell(CLOSED, caller)

    def take_break(self, caller: Seat) -> None:
        """Shuffle the Sink and the rest of the Kitchen into three new stacks, whose backs nobody knows any more."""
        cards = self.sink
        for stack in self.kitchen:
            cards += stack
        self.chance.shuffle(cards)
        for card in cards:
            self.open[card] = 0
        self.sink = []
        self.kitchen = three_stacks(cards)
        for stack_number in range(STACKS):
            self.stack_versions[stack_number] += 1
        self.breaks += 1
        self.reveals += 1
        self.tell(BREAK, caller, len(cards))

    # The calm pace (N12)

    def may_act_count(self) -> int:
        """How many seats a calm table asks."""
        count = 0
        for seat in range(self.players):
            if self.may_act(seat):
                count += 1
        return count

    def may_hold(self, seat: Seat) -> bool:
        """Whether a seat that is asked may leave it to another with a token: not if all have held in a row."""
        if self.has_all_tokens(seat) and self.old_rules != 1:  # in the first version of the rules it could hold
            return False
        return self.holds < self.may_act_count()

    def hold(self, seat: Seat) -> None:
        """Leave it to the next seat; when all have held in a row, the first with a token must act."""
        self.holds += 1
        self.tell(HELD, seat)
        self.ask_after(seat)

    def ask_after(self, seat: Seat) -> None:
        """Ask the next seat clockwise that may act, and has a token if it must."""
        before = seat
        must = self.holds >= self.may_act_count()
        for _ in range(self.players):
            seat = (seat + 1) % self.players
            if self.tokens[seat] > 0 or (not must and self.may_act(seat)):
                break
        self.asking = seat
        # N7: whoever holds all tokens cannot wait for the seat that may take one, so that seat is asked first, once
        relief = (seat + 1) % self.players
        if self.holds == 0 and relief != before and self.may_take(relief) and self.old_rules != 1:
            self.asking = relief

    # Real time (N10)

    def stamp(self, seat: Seat, action: Action) -> int:
        """The versions of the slots an action touches: the place in the Lounge and the stack."""
        if action < SEAT:
            return self.stack_versions[action - DRAW]
        if action < SERVE:
            at = (action - SEAT) % (SLOTS * STACKS)
            return (self.slot_versions[at // STACKS] << VERSION_BITS) + self.stack_versions[at % STACKS]
        if action == CALL:
            return self.breaks
        return self.asked if action == HOLD else 0

    # Scoring (N8)

    def scores(self) -> list[int]:
        return [self.earned(seat) - self.docked(seat) for seat in range(self.players)]

    def earned(self, seat: Seat) -> int:
        """The value of the tables served."""
        value = 0
        for card in self.tips[seat]:
            value += self.printed.value[card]
        return value

    def docked(self, seat: Seat) -> int:
        """The value of the tables seated but not served."""
        value = 0
        for card in self.sections[seat]:
            value += self.printed.value[card]
        return value

    def plates_served(self, seat: Seat) -> int:
        """How many customers have been served: the tie-break."""
        plates = 0
        for card in self.tips[seat]:
            plates += len(self.printed.orders[card])
        return plates

    def ranking(self) -> list[list[Seat]]:
        scores = self.scores()
        return best_first([[scores[seat], self.plates_served(seat)] for seat in range(self.players)])

    # What each seat knows (N11)

    def knows(self, seat: Seat, card: Card) -> bool:
        """Whether a seat has seen both sides of a card, and the card was not shuffled since."""
        return self.open[card] == 1 or card in self.hands[seat]

    def determinize(self, seat: Seat, chance: Stream) -> Diner:
        """Deal anew the backs that the seat has not seen and what is buried in the Kitchen; the top plates stay."""
        known = self.clone()
        tables: list[Card] = []
        for zone in [self.lounge, *self.hands, *self.sections, *self.tips]:
            for card in zone:
                if not self.knows(seat, card):
                    tables.append(card)
        tables.sort()
        chance.shuffle(tables)
        laid_out = len(tables)
        tops: list[int] = []
        backs: list[int] = [self.plate[card] for card in tables]
        buried: list[Card] = []
        for at in range(STACKS):
            stack = self.kitchen[at]
            buried += stack
            for card in stack[:-1]:
                backs.append(self.plate[card])
            if stack:
                tops.append(self.plate[stack[-1]] + (at + 1) * PLATES)
        buried.sort()
        chance.shuffle(buried)
        tables += buried
        backs.sort()
        chance.shuffle(backs)
        backs += tops
        pair(tables, backs, laid_out, self.printed, chance)
        known.plate = self.plate[:]
        new_tops = [NONE] * STACKS
        rest: list[Card] = []
        for at in range(len(tables)):
            known.plate[tables[at]] = backs[at] % PLATES
            if backs[at] >= PLATES:
                new_tops[backs[at] // PLATES - 1] = tables[at]
            elif at >= laid_out:
                rest.append(tables[at])
        first = 0
        for at in range(STACKS):
            height = len(self.kitchen[at])
            if height > 0:
                known.kitchen[at] = rest[first : first + height - 1]
                known.kitchen[at].append(new_tops[at])
                first += height - 1
        for other in range(self.players):
            if other != seat:
                known.held[other] = known.count_plates(other)
        known.chance = chance.fork()
        return known

    def hidden_copy(self, seat: Seat, chance: Stream) -> Diner:
        """Keeps the top plates and heights of the Kitchen, and the plates in other hands that everybody has seen."""
        self.hiding = known = self.share(chance, self.hiding if isinstance(self.hiding, Diner) else None)
        known.kitchen = [[0] * len(stack) for stack in self.kitchen]
        for at in range(STACKS):
            if self.kitchen[at]:
                known.kitchen[at][-1] = self.kitchen[at][-1]
        known.held = self.held[:]
        for other in range(self.players):
            if other != seat:
                for card in self.hands[other]:
                    if self.open[card] == 0:
                        if known.held[other] is self.held[other]:
                            known.held[other] = self.held[other][:]
                        known.held[other][self.plate[card]] -= 1
        return known

    def count_plates(self, seat: Seat) -> list[int]:
        """How many of each plate a hand holds."""
        held = [0] * PLATES
        for card in self.hands[seat]:
            held[self.plate[card]] += 1
        return held

    # The whole state

    def inventory(self) -> list[Card]:
        cards = self.sink + self.lounge
        for zone in self.kitchen + self.hands + self.sections + self.tips:
            cards.extend(zone)
        return cards

    # Written by `make fields` from the fields that `__init__` declares

    def share(self, chance: Stream, over: Diner | None = None) -> Diner:
        """A copy that shares all it has with this one, in place of `over`, an older copy that is done with."""
        twin = Diner.__new__(Diner) if over is None else over
        twin.printed, twin.players_call, twin.relief = self.printed, self.players_call, self.relief
        twin.calm, twin.closed, twin.breaks, twin.asking = self.calm, self.closed, self.breaks, self.asking
        twin.holds, twin.tokens, twin.plate, twin.open = self.holds, self.tokens, self.plate, self.open
        twin.stack_versions, twin.slot_versions, twin.sink = self.stack_versions, self.slot_versions, self.sink
        twin.lounge, twin.kitchen, twin.hands, twin.sections = self.lounge, self.kitchen, self.hands, self.sections
        twin.tips, twin.held, twin.players, twin.cards = self.tips, self.held, self.players, self.cards
        twin.reveals, twin.asked, twin.old_rules, twin.chance = self.reveals, self.asked, self.old_rules, chance
        twin.events, twin.hiding = None, None
        return twin

    def clone(self) -> Diner:
        twin = self.share(self.chance.clone())
        twin.tokens, twin.open, twin.stack_versions = self.tokens[:], self.open[:], self.stack_versions[:]
        twin.slot_versions, twin.sink, twin.lounge = self.slot_versions[:], self.sink[:], self.lounge[:]
        twin.kitchen, twin.hands = [part[:] for part in self.kitchen], [part[:] for part in self.hands]
        twin.sections, twin.tips = [part[:] for part in self.sections], [part[:] for part in self.tips]
        twin.held = [part[:] for part in self.held]
        return twin

    def pack(self) -> list[int]:
        ints = [self.players, self.cards.mark, int(self.players_call), int(self.relief), int(self.calm)]
        ints += [int(self.closed), self.breaks, self.asking, self.holds, self.asked, self.reveals]
        write_list(ints, self.chance.pack())
        for part in (self.tokens, self.plate, self.open, self.stack_versions, self.slot_versions, self.sink):
            write_list(ints, part)
        write_list(ints, self.lounge)
        for part in self.kitchen + self.hands + self.sections + self.tips:
            write_list(ints, part)
        return ints

    def read(self, reader: Reader) -> None:
        """Read every field in the order in which `pack` wrote it."""
        players, cards = self.players, self.printed
        self.players_call, self.relief, self.calm = reader.one(0, 1) == 1, reader.one(0, 1) == 1, reader.one(0, 1) == 1
        self.closed, self.breaks, self.asking = reader.one(0, 1) == 1, reader.one(0, 1), reader.one(0, players - 1)
        self.holds, self.asked, self.reveals = reader.one(0, players), reader.one(0, BOUND), reader.one(0, BOUND)
        self.chance, self.tokens = unpack_chance(reader.many(0, BOUND)), reader.some(players, 0, players + 1)
        self.plate, self.open = reader.many(0, BLUE), reader.many(0, 1)
        self.stack_versions, self.slot_versions = reader.some(STACKS, 0, BOUND), reader.some(SLOTS, 0, BOUND)
        self.sink, self.lounge = reader.many(0, len(cards.names) - 1), reader.many(0, len(cards.names) - 1)
        self.kitchen = [reader.many(0, len(cards.names) - 1) for _ in range(STACKS)]
        self.hands = [reader.many(0, len(cards.names) - 1) for _ in range(players)]
        self.sections = [reader.many(0, len(cards.names) - 1) for _ in range(players)]
        self.tips = [reader.many(0, len(cards.names) - 1) for _ in range(players)]
        reader.end()

    # Up to here by `make fields`


def three_stacks(cards: list[Card]) -> list[list[Card]]:
    """N2: near-equal stacks, the larger first."""
    stacks: list[list[Card]] = []
    first = 0
    for stack in range(STACKS):
        height = (len(cards) + STACKS - 1 - stack) // STACKS
        stacks.append(cards[first : first + height])
        first += height
    return stacks


# Which plate is on the back of which table (N1, N9)


def fits(refused: i64, at: i64, back: i64, laid_out: i64) -> bool:
    """Whether a back fits the table at an index, which refuses the backs given as bits: the plate is not ordered there,
    and a top of a stack stays in the Kitchen."""
    return refused >> back & 1 == 0 and (back < PLATES or at >= laid_out)


def pair(tables: list[Card], backs: list[int], laid_out: int, printed: DinerCards, chance: Stream) -> bool:
    """Rearrange shuffled backs until each fits the table at its place; False if there is no way.

    A back is a plate, or a plate + (stack + 1) * PLATES, which belongs to one of the tables from `laid_out` on.
    """
    refused = [printed.refused[table] for table in tables]
    for at in range(len(tables)):
        if not fits(refused[at], at, backs[at], laid_out) and not trade(refused, backs, at, laid_out, chance):
            return False
    return True


def trade(refused: list[int], backs: list[int], start: i64, laid_out: i64, chance: Stream) -> bool:
    """Find the shortest cycle of tables, each taking the back of the next, that fits; False if there is none."""
    count: i64 = len(refused)
    turn: i64 = chance.below(len(refused))
    own: i64 = backs[start]
    before = [NONE] * len(refused)
    reached: list[int] = [start]
    for at in reached:
        refused_here: i64 = refused[at]
        for step in range(count):
            other = turn + step if turn + step < count else turn + step - count
            if other == start or before[other] != NONE or not fits(refused_here, at, backs[other], laid_out):
                continue
            before[other] = at
            if not fits(refused[other], other, own, laid_out):
                reached.append(int(other))
                continue
            given = int(own)
            while other != start:
                back = backs[other]
                backs[other] = given
                given = back
                other = before[other]
            backs[start] = given
            return True
    return False


def draw_backs(cards: DinerCards, chance: Stream) -> list[Plate]:
    """N9: the back of every card, drawn within N1's constraint."""
    backs: list[Plate] = []
    for plate in range(PLATES):
        backs += [plate] * cards.quantity[plate]
    return put_on_backs([NONE] * len(backs), backs, cards, chance)


def put_on_backs(plates: list[Plate], left: list[Plate], cards: DinerCards, chance: Stream) -> list[Plate]:
    """The back of every card: as in `plates` and, where that is NONE, one of those left; [] if none fit."""
    tables = [card for card in range(len(plates)) if plates[card] == NONE]
    backs = sorted(left)
    chance.shuffle(tables)
    chance.shuffle(backs)
    if not pair(tables, backs, 0, cards, chance):
        return []
    whole = plates[:]
    for at in range(len(tables)):
        whole[tables[at]] = backs[at]
    return whole


# Setup (N2)


def deal(players: int, chance: Stream, options: dict[str, str], cards: DinerCards) -> Diner:
    """Tokens, three cards each, the Lounge and the Kitchen; G1: the dealer is drawn unless the table fixes it."""
    state = Diner(
        players, chance, cards, options["calls"] == "players", options["relief"] == "on", options["pace"] == "calm"
    )
    drawn = chance.below(players)
    dealer = drawn if options["dealer"] == "drawn" else int(options["dealer"]) - 1
    left = (dealer + 1) % players
    state.tokens[left] += 1
    state.asking = left if state.calm else 0
    state.plate = draw_backs(cards, chance)
    state.open = [0] * len(cards.names)
    rest = list(range(len(cards.names)))
    chance.shuffle(rest)
    for seat in range(players):
        state.hands[seat] = [rest.pop() for _ in range(HAND)]
        state.held[seat] = state.count_plates(seat)
    state.lounge = [rest.pop() for _ in range(SLOTS)]
    state.kitchen = three_stacks(rest)
    return state

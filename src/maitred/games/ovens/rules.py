"""Ovens: what may be done, what it does, what each seat knows. In the rulebook's order, clause ids in comments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from maitred.games.ovens.memory import (
    BETWEEN,
    DECK,
    HAND,
    HELD,
    LAST,
    OVEN,
    RESHUFFLE,
    SEATS,
    THROWN,
    card_note,
    least,
    leave,
    leave_deck,
    of_viewer,
    remember,
    slip,
    slip_note,
)
from maitred.games.ovens.reconstruction import Reconstruction, fits, holds
from maitred.kernel.chance import Stream, unpack_chance
from maitred.kernel.fields import Count, Derived, Flag
from maitred.kernel.packing import BOUND, Reader, write_list
from maitred.kernel.state import NOBODY, Cards, State, best_first
from maitred.kernel.zones import blank, put

# The nouns of the rulebook

Seat = Annotated[int, "0 to players - 1"]
Kind = Annotated[int, "0 to len(cards.names) - 1"]  # what is printed on an ingredient, trash or radioactive card
Dish = Annotated[int, "0 to len(cards.dish_names) - 1"]
Type = int  # of a dish: its pile, and the radioactive card it goes well with
Laid = Annotated[int, "0 to laid_card(len(cards.names) - 1, ALL)"]  # a card in an oven or a discard: see `laid_card`
Note = Annotated[int, "LOWEST_NOTE to card_note(len(cards.names) - 1, LAST, ALL_SEATS, HELD)"]
Round = Annotated[int, "0 to ROUNDS"]
Moment = Annotated[int, "REDRAW to OVER"]
Taken = Annotated[int, "0 to TAKE_MOST"]
Prepared = Annotated[int, "0 to PREPARE_MOST"]
InOven = Annotated[int, "CLOSED to len(cards.dish_names) - 1"]  # a dish, NONE while there is none yet, or CLOSED
Action = int

NONE: Final = -1
TYPES: Final = 5
MAX_KINDS: Final = 32
ALL: Final = 7
BIT: Final[list[int]] = [1 << bit for bit in range(MAX_KINDS)]


@final
class OvensCards(Cards):
    """The cards as int tables. Kinds run: ingredients, the seasoning, trash, then a radioactive for each type."""

    def __init__(
        self,
        digest: str,
        own: Mapping[str, Any] | None,
        names: list[str],
        copies: list[int],
        seasoning: Kind,
        minus: list[int],
        plus: list[int],
        dish_names: list[str],
        type_of: list[Type],
        points: list[int],
        backs: list[list[Kind]],
        needs: list[list[Kind]],
    ) -> None:
        super().__init__(digest, own)
        self.names: list[str] = names
        self.copies: list[int] = copies
        self.size: int = sum(copies)
        """All cards together."""
        self.seasoning: i64 = seasoning
        """The kind after the last ingredient; every kind above it is trash or radioactive."""
        self.radioactive: i64 = len(names) - TYPES
        """The kind that is at home in dishes of type 0; the next one in type 1, and so on."""
        self.minus: list[int] = minus
        """What each kind takes from a dish where it is not at home."""
        self.plus: list[int] = plus
        """What the radioactive card of each type adds at home."""
        self.dish_names: list[str] = dish_names
        self.type_of: list[Type] = type_of
        self.points: list[int] = points
        self.backs: list[list[Kind]] = backs
        """The ingredients that the back of each dish shows, ascending …"""
        self.back_of: list[Dish] = [backs.index(back) for back in backs]
        """… and the first dish with the same back."""
        self.needs: list[list[Kind]] = needs
        """All ingredients of each dish, ascending."""
        self.wants: list[int] = [sum([BIT[kind] for kind in kinds]) for kinds in needs]
        dirt = sorted([(minus[kind], kind) for kind in range(seasoning + 1, len(names)) for _ in range(copies[kind])])
        self.usual_dirt: Kind = dirt[len(dirt) // 2][1] if dirt else seasoning
        """A kind that costs neither much nor little, for a card that lies face down."""
        # What judgement reads all the time, unboxed: by dish …
        self.home_of: vec[i64] = vec[i64]([len(names) - TYPES + type_ for type_ in type_of])
        """The radioactive kind that is at home in it."""
        self.wants_of: vec[i64] = vec[i64](self.wants)
        self.points_of: vec[float] = vec[float]([float(each) for each in points])
        self.plus_of: vec[float] = vec[float]([float(plus[type_]) for type_ in type_of])
        self.minus_of: vec[float] = vec[float]([float(each) for each in minus])
        """… and by kind."""


# Limits

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 5
ALL_SEATS: Final = (1 << MAX_PLAYERS) - 1
LOWEST_NOTE: Final = slip_note(LAST, LAST, HELD, ALL_SEATS)
ROUNDS: Final = 6
HAND_LIMIT: Final = 7
SPACES: Final = 7
DEALT: Final = 3
TAKE_MOST: Final = 3
PREPARE_MOST: Final = 3
LOOK_MOST: Final = 2
RIGHT_CARD: Final = 2  # O11: each right card in a dish that stays unfinished
WRONG_CARD: Final = 1

RECONSTRUCTIONS: Final = 60  # tries to find where the cards went that somebody remembers …
LOOSE_RECONSTRUCTIONS: Final = 20  # … and if that fails, where most of them went

CLOSED: Final = -2  # in place of a dish: this oven is closed

# Moments

REDRAW: Final = 0  # all at once, each seat picks what to discard of its first cards
CHOOSE_DISH: Final = 1  # a seat without a dish takes one
SUPPLY: Final = 2
ACTION: Final = 3
KEEP: Final = 4  # a raider looks at the cards
GIVE: Final = 5  # and pays for the one that is kept
REPLACE: Final = 6  # a thief puts something in for what was taken
PREPARE: Final = 7
SABOTAGE: Final = 8
OVER: Final = 9

# Actions

REJECT: Final = 0  # + kind
READY: Final = REJECT + MAX_KINDS
CHOOSE: Final = READY + 1  # + type
DISCARD: Final = CHOOSE + TYPES  # + kind
TAKE: Final = DISCARD + MAX_KINDS
RAID: Final = TAKE + 1  # + seat
STEAL: Final = RAID + MAX_PLAYERS  # + seat * SPACES + place in the oven
CLEAN: Final = STEAL + MAX_PLAYERS * SPACES  # + place in the oven
CLEAN_TWO: Final = CLEAN + SPACES  # + the pair's place among PAIR_FIRST and PAIR_SECOND
PAIRS: Final = SPACES * (SPACES - 1) // 2
KEEP_CARD: Final = CLEAN_TWO + PAIRS  # + kind
RETURN: Final = KEEP_CARD + MAX_KINDS
GIVE_CARD: Final = RETURN + 1  # + kind
REPLACE_WITH: Final = GIVE_CARD + MAX_KINDS  # + kind
PREPARE_WITH: Final = REPLACE_WITH + MAX_KINDS  # + kind
SABOTAGE_WITH: Final = PREPARE_WITH + MAX_KINDS  # + seat * MAX_KINDS + kind
GO_ON: Final = SABOTAGE_WITH + MAX_PLAYERS * MAX_KINDS
N_ACTIONS: Final = GO_ON + 1

PAIR_FIRST: Final[list[int]] = [first for first in range(SPACES) for _ in range(first + 1, SPACES)]
PAIR_SECOND: Final[list[int]] = [second for first in range(SPACES) for second in range(first + 1, SPACES)]

# Events: the first int says which, the rest is listed beside it

REJECTED: Final = 0  # seat, kind
DECIDED: Final = 1  # seat
REDREW: Final = 2  # seat, kinds drawn…
CHOSE_DISH: Final = 3  # seat, dish
TURN_BEGINS: Final = 4  # seat, round
DISCARDED: Final = 5  # seat, kind
TOOK: Final = 6  # seat, kind
TURNED_UP: Final = 7  # kind that is now on top of the pile, or NONE
RESHUFFLED: Final = 8  # how many cards
RAIDED: Final = 9  # seat, victim, kinds looked at…
RETURNED: Final = 10  # seat, victim, how many
KEPT: Final = 11  # seat, victim, kind
GAVE: Final = 12  # seat, victim, kind
STOLE: Final = 13  # seat, victim, laid card
REPLACED: Final = 14  # seat, victim, kind
CLEANED: Final = 15  # seat, laid card
PREPARED: Final = 16  # seat, kind
FINISHED: Final = 17  # seat, dish, minus, plus, kinds that lay face down…
CLOSED_OVEN: Final = 18  # seat
SABOTAGED: Final = 19  # seat, victim, kind
WENT_ON: Final = 20  # seat, the moment that was left, how many cards were taken or prepared in it
UNFINISHED: Final = 21  # seat, dish, points, kinds that lay face down…
ENDED: Final = 22


def laid_card(kind: Kind, known_to: int) -> Laid:
    """A card in an oven or a discard, with the seat that knows it; ALL for a card that all have seen."""
    return kind * 8 + known_to


def kind_laid(laid: Laid) -> Kind:
    """The kind of such a card."""
    return laid >> 3


def knower_of(laid: Laid) -> int:
    """The seat that knows such a card, or ALL."""
    return laid & 7


@final
@mypyc_attr(allow_interpreted_subclasses=True)
class Ovens(State):
    """A game of Ovens. Hands are sorted; piles run from bottom to top."""

    def __init__(self, players: int, chance: Stream, cards: OvensCards) -> None:
        super().__init__(players, chance, cards)
        self.first: Seat = 0
        self.turn: Seat = 0
        self.round: Round = 0  # 0 until all have a dish
        self.moment: Moment = REDRAW
        self.taken: Taken = 0  # cards taken in this supply
        self.prepared: Prepared = 0  # cards put into the oven in this turn's preparation
        self.chooser: Seat = 0  # who takes a dish
        self.victim: Seat = 0  # of a raid or a theft under way
        self.kept: Kind = NONE  # of the cards a raider looks at, the one that will be paid for
        self.stolen: Kind = NONE  # a face-up card just taken by a thief
        self.decided: list[Flag] = [0] * players  # 1 for seats that are ready with their first cards
        self.looked: list[Kind] = []  # the cards a raider looks at, sorted; they stay in the victim's hand until traded
        self.dish: list[InOven] = [NONE] * players  # in each oven
        self.deck: list[Kind] = []
        self.discard: list[Laid] = []
        self.memory: list[Note] = []  # what the players know of cards that they cannot see: see memory.py
        self.rejected: list[list[Kind]] = [[] for _ in range(players)]  # of those still in hand, sorted
        self.hands: list[list[Kind]] = [[] for _ in range(players)]
        self.ovens: list[list[Laid]] = [[] for _ in range(players)]
        self.plates: list[list[Count]] = [[] for _ in range(players)]  # finished: dish, minus, plus; dish, minus, …
        self.piles: list[list[Dish]] = [[] for _ in range(TYPES)]
        self.printed: OvensCards = cards
        self.everyone: Derived[int] = BIT[players] - 1  # all seats, as bits
        self.up: Derived[list[int]] = [0] * players  # the kinds that lie face up in each oven, as bits
        self.reshuffled: Derived[bool] = False  # whether the memory tells of a shuffle

    # Whose decision it is, and what it may be

    def first_actor(self) -> Seat:
        if self.moment == OVER:
            return NOBODY
        if self.moment == REDRAW:
            return self.decided.index(0)
        return self.chooser if self.moment == CHOOSE_DISH else self.turn

    def random_actor(self, chance: Stream) -> Seat:
        return super().random_actor(chance) if self.moment == REDRAW else self.first_actor()

    def actors(self) -> list[Seat]:
        if self.moment == REDRAW:  # O1: all seats at the same time
            return [seat for seat in range(self.players) if not self.decided[seat]]
        return [] if self.moment == OVER else [self.first_actor()]

    def legal(self, seat: Seat) -> list[Action]:
        moment = self.moment
        actions: list[Action] = []
        if moment == REDRAW:
            if not self.decided[seat]:
                self.add_kinds(actions, REJECT, self.undecided(seat))
                actions.append(READY)
            return actions
        if moment == OVER or seat != (self.chooser if moment == CHOOSE_DISH else self.turn):
            return actions
        hand = self.hands[seat]
        if moment == SUPPLY:  # O3: no discard after the first card is taken
            if self.taken == 0:
                self.add_kinds(actions, DISCARD, hand)
            if self.deck and len(hand) < HAND_LIMIT:
                actions.append(TAKE)
            actions.append(GO_ON)
        elif moment == ACTION:
            self.add_raids(actions, seat)
            self.add_thefts(actions, seat)
            self.add_cleans(actions, seat)
            actions.append(GO_ON)
        elif moment == KEEP:
            if hand or len(self.looked) == LOOK_MOST:  # O4: a lone card is not taken for nothing
                self.add_kinds(actions, KEEP_CARD, self.looked)
            actions.append(RETURN)
        elif moment == GIVE:
            self.add_kinds(actions, GIVE_CARD, hand)
        elif moment == REPLACE:
            self.add_fitting(actions, REPLACE_WITH, hand, self.replacements())
        elif moment == PREPARE:
            if self.dish[seat] >= 0 and len(self.ovens[seat]) < SPACES:
                welcome = self.lacks(seat) | (self.home_bit(seat) & ~self.up[seat])
                self.add_fitting(actions, PREPARE_WITH, hand, welcome)
            actions.append(GO_ON)
        elif moment == SABOTAGE:
            self.add_sabotages(actions, seat)
            actions.append(GO_ON)
        else:
            choosable = self.choosable(seat)
            for type_ in range(TYPES):
                if choosable & BIT[type_]:
                    actions.append(CHOOSE + type_)
        return actions

    def add_kinds(self, actions: list[Action], base: Action, hand: list[Kind]) -> None:
        """One action for each kind in a sorted hand."""
        last = NONE
        for kind in hand:
            if kind != last:
                actions.append(base + kind)
                last = kind

    def add_fitting(self, actions: list[Action], base: Action, hand: list[Kind], fitting: int) -> None:
        """One action for each kind in a sorted hand that is among those given as bits."""
        last = NONE
        for kind in hand:
            if kind != last and BIT[kind] & fitting:
                actions.append(base + kind)
                last = kind

    def apply(self, seat: Seat, action: Action) -> None:
        if action < CHOOSE:  # those who choose together share one question
            if action == READY:
                self.ready(seat)
            else:
                self.reject(seat, action - REJECT)
            return
        self.asked += 1
        if action == GO_ON:
            self.go_on(seat)
        elif action < DISCARD:
            self.choose(seat, action - CHOOSE)
        elif action < TAKE:
            self.throw_away(seat, action - DISCARD)
        elif action == TAKE:
            self.take(seat)
        elif action < STEAL:
            self.raid(seat, action - RAID)
        elif action < CLEAN:
            self.steal(seat, (action - STEAL) // SPACES, (action - STEAL) % SPACES)
        elif action < CLEAN_TWO:
            self.clean(seat, action - CLEAN)
            self.moment = PREPARE
        elif action < KEEP_CARD:
            self.clean(seat, PAIR_SECOND[action - CLEAN_TWO])
            self.clean(seat, PAIR_FIRST[action - CLEAN_TWO])
            self.moment = PREPARE
        elif action < RETURN:
            self.keep(seat, action - KEEP_CARD)
        elif action == RETURN:
            self.tell(RETURNED, seat, self.victim, len(self.looked))
            self.end_raid()
        elif action < REPLACE_WITH:
            self.trade(seat, self.kept, action - GIVE_CARD)
        elif action < PREPARE_WITH:
            self.replace(seat, action - REPLACE_WITH)
        elif action < SABOTAGE_WITH:
            self.prepare(seat, action - PREPARE_WITH)
        else:
            self.sabotage(seat, (action - SABOTAGE_WITH) // MAX_KINDS, (action - SABOTAGE_WITH) % MAX_KINDS)

    # Setup (O1)

    def undecided(self, seat: Seat) -> list[Kind]:
        """The first cards of a seat that it has not rejected."""
        left = self.hands[seat][:]
        for kind in self.rejected[seat]:
            left.remove(kind)
        return left

    def reject(self, seat: Seat, kind: Kind) -> None:
        """Mark a card to be discarded when all are ready; nobody sees it."""
        put(self.rejected[seat], kind)
        self.tell(REJECTED, seat, kind)

    def ready(self, seat: Seat) -> None:
        """A seat has decided; after the last one all discard what they rejected and draw as many."""
        self.decided[seat] = 1
        self.tell(DECIDED, seat)
        if sum(self.decided) < self.players:
            return
        self.asked += 1
        self.reveals += 1
        for step in range(self.players):
            other = (self.first + step) % self.players
            hand = self.hands[other]
            drawn: list[Kind] = []
            for kind in self.rejected[other]:
                hand.remove(kind)
                self.discard.append(laid_card(kind, other))
                drawn.append(self.deck.pop())
            self.rejected[other] = []
            for kind in drawn:
                put(hand, kind)
            self.tell_list(REDREW, drawn, other)
        self.ask_for_dish(self.first)

    def choosable(self, seat: Seat) -> int:
        """O8: the types, as bits, whose pile is not empty and which this seat has not prepared."""
        types: i64 = 0
        bit: i64 = 1
        for pile in self.piles:
            if pile:
                types |= bit
            bit += bit
        plates = self.plates[seat]
        if plates:
            printed = self.printed
            one: i64 = BIT[0]  # a compiled shift of the constant 1 has 32 bits only
            for at in range(0, len(plates), 3):
                types &= ~(one << (printed.home_of[plates[at]] - printed.radioactive))
        return types

    def may_choose(self, seat: Seat, type_: Type) -> bool:
        """Whether a seat may choose a dish of a type."""
        return self.choosable(seat) & BIT[type_] != 0

    def ask_for_dish(self, seat: Seat) -> None:
        """A seat is to take a dish; if there is none for it, its oven is closed."""
        self.chooser = seat
        self.moment = CHOOSE_DISH
        if not self.choosable(seat):
            self.close(seat)
            self.dish_settled()

    def choose(self, seat: Seat, type_: Type) -> None:
        """Take the top dish of a pile, face up."""
        dish = self.piles[type_].pop()
        self.dish[seat] = dish
        self.reveals += 1
        self.tell(CHOSE_DISH, seat, dish)
        self.dish_settled()

    def dish_settled(self) -> None:
        """Continue where a dish was asked for: in the setup, in a preparation, or after a theft."""
        if self.round > 0:
            self.chooser = 0
            self.moment = SABOTAGE if self.prepared == PREPARE_MOST else PREPARE
            return
        following = (self.chooser + 1) % self.players
        if following != self.first:
            self.ask_for_dish(following)
            return
        self.chooser = 0
        self.round = 1
        self.turn_up()
        self.begin_turn(self.first)

    # A turn (O2): the steps in order, each may be skipped

    def begin_turn(self, seat: Seat) -> None:
        """The first step of a turn."""
        self.turn = seat
        self.moment = SUPPLY
        self.tell(TURN_BEGINS, seat, self.round)

    def go_on(self, seat: Seat) -> None:
        """Leave a step for the next one."""
        moment = self.moment
        if self.listened():
            done = self.taken if moment == SUPPLY else self.prepared if moment == PREPARE else 0
            self.tell(WENT_ON, seat, moment, done)
        if moment == SUPPLY:
            self.moment = ACTION
        elif moment == ACTION:
            self.moment = PREPARE
        elif moment == PREPARE:
            self.moment = SABOTAGE
        else:
            self.end_turn()

    # Supply (O3)

    def throw_away(self, seat: Seat, kind: Kind) -> None:
        """Discard a card face down."""
        self.leave_unseen(seat, kind, THROWN + seat)
        self.discard.append(laid_card(kind, seat))
        self.tell(DISCARDED, seat, kind)
        if not self.deck:  # O12
            self.reveals += 1
            self.turn_up()

    def take(self, seat: Seat) -> None:
        """Take the card that lies on top of the pile."""
        kind = self.deck.pop()
        put(self.hands[seat], kind)
        remember(self.memory, kind, HAND + seat, self.everyone ^ BIT[seat])
        self.reveals += 1
        self.tell(TOOK, seat, kind)
        self.turn_up()
        self.taken += 1
        if self.taken == TAKE_MOST:
            self.moment = ACTION

    def turn_up(self) -> None:
        """All see the new top of the pile; O12: an empty one is made anew from the discard at once."""
        if not self.deck and self.discard:
            self.memory.append(RESHUFFLE)
            self.reshuffled = True
            for laid in self.discard:
                kind, known_to = kind_laid(laid), knower_of(laid)
                self.deck.append(kind)
                remember(self.memory, kind, DECK, self.everyone if known_to == ALL else BIT[known_to])
            self.discard = []
            self.chance.shuffle(self.deck)
            self.tell(RESHUFFLED, len(self.deck))
        top = NONE
        if self.deck:
            top = self.deck[-1]
            if self.reshuffled:
                leave_deck(self.memory, top, len(self.deck), self.everyone)
        self.tell(TURNED_UP, top)

    # Cards that leave a hand

    def leave_seen(self, seat: Seat, kind: Kind) -> None:
        """A card leaves a hand, and everybody sees it."""
        hand = self.hands[seat]
        leave(self.memory, kind, HAND + seat, len(hand), self.everyone ^ BIT[seat])
        hand.remove(kind)

    def leave_unseen(self, seat: Seat, kind: Kind, place: int) -> None:
        """A card leaves a hand, and nobody else sees which."""
        hand = self.hands[seat]
        slip(self.memory, HAND + seat, place, len(hand), self.everyone ^ BIT[seat])
        hand.remove(kind)

    # Pantry raid (O4)

    def add_raids(self, actions: list[Action], seat: Seat) -> None:
        """Raids on everyone who holds a card."""
        for other in range(self.players):
            if other != seat and self.hands[other]:
                actions.append(RAID + other)

    def raid(self, seat: Seat, victim: Seat) -> None:
        """Take two random cards of an opponent, or the only one, and look at them."""
        hand = self.hands[victim]
        one = self.chance.below(len(hand))
        self.looked = [hand[one]]
        if len(hand) > 1:
            other = self.chance.below(len(hand) - 1)
            put(self.looked, hand[other + 1 if other >= one else other])
        self.victim = victim
        for at in range(len(self.looked)):
            leave(self.memory, self.looked[at], HAND + victim, len(hand) - at, BIT[seat])
        for kind in self.looked:
            remember(self.memory, kind, HAND + victim, BIT[seat])
        self.reveals += 1
        self.moment = KEEP
        self.tell_list(RAIDED, self.looked, seat, victim)

    def keep(self, seat: Seat, kind: Kind) -> None:
        """Keep one of the cards; whoever has a card gives one for it."""
        self.tell(KEPT, seat, self.victim, kind)
        if self.hands[seat]:
            self.kept = kind
            self.moment = GIVE
        else:
            self.trade(seat, kind, NONE)

    def trade(self, seat: Seat, kept: Kind, given: Kind) -> None:
        """The kept card and the one given for it change hands."""
        victim = self.victim
        third = self.everyone ^ BIT[seat] ^ BIT[victim]
        guessed = self.hand_over(victim, BETWEEN, kept, BIT[seat], third)
        if given != NONE:
            knows = BIT[seat] | self.hand_over(seat, HAND + victim, given, BIT[victim], third)
            put(self.hands[victim], given)
            remember(self.memory, given, HAND + victim, knows)
            self.reveals += 1
            self.tell(GAVE, seat, victim, given)
        slip(self.memory, BETWEEN, HAND + seat, 1, third ^ guessed)
        put(self.hands[seat], kept)
        remember(self.memory, kept, HAND + seat, BIT[victim] | guessed)
        self.end_raid()

    def hand_over(self, giver: Seat, place: int, kind: Kind, taker: int, third: int) -> int:
        """A card leaves a hand, and one player sees it; returns, as bits, the other players who know that it can be
        no other."""
        hand = self.hands[giver]
        guessed = 0
        if self.memory and hand[0] == hand[-1]:
            for viewer in range(self.players):
                if third & BIT[viewer]:
                    counts = least(self.memory, HAND + giver, viewer, kind + 1, self.printed.seasoning)
                    if counts[kind] == len(hand):
                        guessed |= BIT[viewer]
        slip(self.memory, HAND + giver, place, len(hand), third ^ guessed)
        leave(self.memory, kind, HAND + giver, len(hand), guessed | taker)
        hand.remove(kind)
        return guessed

    def end_raid(self) -> None:
        """The raid is over, the next step begins."""
        self.looked = []
        self.kept = NONE
        self.victim = 0
        self.moment = PREPARE

    # Oven theft (O5)

    def lacks(self, seat: Seat) -> int:
        """The kinds, as bits, that a dish is missing: ingredients that are not in, and the seasoning likewise."""
        printed = self.printed
        return (printed.wants[self.dish[seat]] | BIT[printed.seasoning]) & ~self.up[seat]

    def replacements(self) -> int:
        """The kinds, as bits, that a thief may put in for what was taken: never the kind that was taken. A card that
        lay face down is trash or radioactive, which no dish lacks, so it needs no check."""
        lacks = self.lacks(self.victim)
        if self.stolen == NONE:
            return lacks
        if self.old_rules == 1 and self.stolen == self.printed.seasoning:
            return lacks  # in the first rules Seasoning replaced itself
        return lacks & ~BIT[self.stolen]

    def home_bit(self, seat: Seat) -> int:
        """The radioactive kind, as a bit, that is at home in this seat's dish."""
        return BIT[self.printed.radioactive + self.printed.type_of[self.dish[seat]]]

    def add_thefts(self, actions: list[Action], seat: Seat) -> None:
        """Every card in other ovens for which the seat has a replacement, except a radioactive card known to be at
        home."""
        held = 0
        for kind in self.hands[seat]:
            held |= BIT[kind]
        seasoning = self.printed.seasoning
        for other in range(self.players):
            if other == seat or not self.ovens[other]:
                continue
            able = held & self.lacks(other) != 0
            seasoned = self.old_rules == 1 and held & BIT[seasoning] != 0  # in the first rules, for the Seasoning
            if able or seasoned:
                home = laid_card(self.printed.radioactive + self.printed.type_of[self.dish[other]], ALL)
                oven = self.ovens[other]
                for place in range(len(oven)):
                    if oven[place] != home and (able or oven[place] == laid_card(seasoning, ALL)):
                        actions.append(STEAL + other * SPACES + place)

    def from_oven(self, seat: Seat, owner: Seat, place: int) -> Laid:
        """A card goes from an oven to a hand; those who saw it in the oven know that it is in the hand."""
        laid = self.ovens[owner].pop(place)
        kind = kind_laid(laid)
        known_to = knower_of(laid)
        if known_to == ALL:
            self.up[owner] ^= BIT[kind]
            remember(self.memory, kind, HAND + seat, self.everyone ^ BIT[seat])
        else:
            start = OVEN + owner * SEATS + known_to
            alike = 1
            for other in self.ovens[owner]:
                alike += knower_of(other) == known_to
            slip(self.memory, start, HAND + seat, alike, self.everyone & ~BIT[seat] & ~BIT[known_to])
            if known_to != seat:
                leave(self.memory, kind, start, alike, BIT[seat])
                remember(self.memory, kind, HAND + seat, BIT[known_to])
                self.reveals += 1
        put(self.hands[seat], kind)
        return laid

    def steal(self, seat: Seat, victim: Seat, place: int) -> None:
        """Take a card out of another oven."""
        laid = self.from_oven(seat, victim, place)
        self.victim = victim
        self.stolen = kind_laid(laid) if knower_of(laid) == ALL else NONE
        self.moment = REPLACE
        self.tell(STOLE, seat, victim, laid)

    def replace(self, seat: Seat, kind: Kind) -> None:
        """Put in something that the dish lacks; this may finish it."""
        victim = self.victim
        self.victim = 0
        self.stolen = NONE
        self.moment = PREPARE
        self.lay_open(seat, victim, kind)
        self.tell(REPLACED, seat, victim, kind)
        if self.is_done(victim, self.up[victim]):
            self.finish(victim)

    # Clean oven (O6)

    def add_cleans(self, actions: list[Action], seat: Seat) -> None:
        """Clean one card out of the seat's oven, or two if the oven is full, as far as the hand has room."""
        inside = len(self.ovens[seat])
        held = len(self.hands[seat])
        if held < HAND_LIMIT:
            for place in range(inside):
                actions.append(CLEAN + place)
        if inside == SPACES and held + 2 <= HAND_LIMIT:
            for pair in range(PAIRS):
                actions.append(CLEAN_TWO + pair)

    def clean(self, seat: Seat, place: int) -> None:
        """A card goes from the seat's oven to its hand."""
        laid = self.from_oven(seat, seat, place)
        self.tell(CLEANED, seat, laid)

    # Prepare dish (O7, O8)

    def lay_open(self, seat: Seat, owner: Seat, kind: Kind) -> None:
        """A card goes from a hand into an oven, face up."""
        self.leave_seen(seat, kind)
        self.ovens[owner].append(laid_card(kind, ALL))
        self.up[owner] |= BIT[kind]
        self.reveals += 1

    def prepare(self, seat: Seat, kind: Kind) -> None:
        """Put a card into the seat's oven; this may finish the dish."""
        self.lay_open(seat, seat, kind)
        self.prepared += 1
        if self.prepared == PREPARE_MOST:
            self.moment = SABOTAGE
        self.tell(PREPARED, seat, kind)
        if self.is_done(seat, self.up[seat]):
            self.finish(seat)

    def is_done(self, seat: Seat, up: int) -> bool:
        """O7: all ingredients are in, or all but one and the seasoning; `up`: the kinds in the oven, as bits."""
        printed = self.printed
        missing = printed.wants[self.dish[seat]] & ~up
        return missing == 0 or (missing & (missing - 1) == 0 and up & BIT[printed.seasoning] != 0)

    def finish(self, seat: Seat) -> None:
        """Score a dish, discard what is in the oven, and ask for the next dish; O11: none in the last round."""
        dish = self.dish[seat]
        minus = self.minus(seat)
        plus = self.plus(seat)
        self.plates[seat].extend([dish, minus, plus])
        if self.listened():
            self.tell_list(FINISHED, self.face_down(seat), seat, dish, minus, plus)
        for laid in self.ovens[seat]:
            self.discard.append(laid | ALL)
        self.reveal(seat)
        self.ovens[seat] = []
        self.up[seat] = 0
        self.dish[seat] = NONE
        if self.round == ROUNDS:
            self.close(seat)
        else:
            self.ask_for_dish(seat)
        if not self.deck:  # O12
            self.turn_up()

    def reveal(self, seat: Seat) -> None:
        """All see what lies face down in an oven."""
        for placed_by in range(self.players):
            kinds = [kind_laid(laid) for laid in self.ovens[seat] if knower_of(laid) == placed_by]
            for at in range(len(kinds)):
                place = OVEN + seat * SEATS + placed_by
                leave(self.memory, kinds[at], place, len(kinds) - at, self.everyone ^ BIT[placed_by])

    def face_down(self, seat: Seat) -> list[Kind]:
        """The kinds of the cards that lie face down in an oven."""
        return [kind_laid(laid) for laid in self.ovens[seat] if knower_of(laid) != ALL]

    def close(self, seat: Seat) -> None:
        """Close an oven: it gets no more dishes."""
        self.dish[seat] = CLOSED
        self.tell(CLOSED_OVEN, seat)

    # Sabotage (O10)

    def add_sabotages(self, actions: list[Action], seat: Seat) -> None:
        """Any trash or radioactive card of the hand into any other oven that has a dish and room."""
        hand = self.hands[seat]
        for other in range(self.players):
            if other == seat or self.dish[other] < 0 or len(self.ovens[other]) >= SPACES:
                continue
            last = self.printed.seasoning
            for kind in hand:
                if kind > last:
                    actions.append(SABOTAGE_WITH + other * MAX_KINDS + kind)
                    last = kind

    def sabotage(self, seat: Seat, victim: Seat, kind: Kind) -> None:
        """Put a card face down into another oven; that ends the turn."""
        self.leave_unseen(seat, kind, OVEN + victim * SEATS + seat)
        self.ovens[victim].append(laid_card(kind, seat))
        self.tell(SABOTAGED, seat, victim, kind)
        self.end_turn()

    # The end of a turn, and of the game

    def end_turn(self) -> None:
        """Pass the turn clockwise; after the last turn of the last round the game ends."""
        self.taken = 0
        self.prepared = 0
        following = (self.turn + 1) % self.players
        if following == self.first:
            if self.round == ROUNDS:
                self.end_game()
                return
            self.round += 1
        self.begin_turn(following)

    def end_game(self) -> None:
        """Turn everything in the ovens face up and count (O11)."""
        self.moment = OVER
        self.reveals += 1
        for seat in range(self.players):
            self.reveal(seat)
        if self.listened():
            for seat in range(self.players):
                if self.dish[seat] >= 0:
                    self.tell_list(UNFINISHED, self.face_down(seat), seat, self.dish[seat], self.unfinished(seat))
            self.tell(ENDED)

    # Scoring (O9, O11, O12)

    def minus(self, seat: Seat) -> int:
        """O9: what trash, and radioactive cards that are not at home, take from the dish in an oven."""
        printed = self.printed
        home = printed.radioactive + printed.type_of[self.dish[seat]]
        total = 0
        for laid in self.ovens[seat]:
            if kind_laid(laid) != home:
                total += printed.minus[kind_laid(laid)]
        return total

    def plus(self, seat: Seat) -> int:
        """O9: what the radioactive card that is at home adds, once, whoever put it there."""
        type_ = self.printed.type_of[self.dish[seat]]
        for laid in self.ovens[seat]:
            if kind_laid(laid) == self.printed.radioactive + type_:
                return self.printed.plus[type_]
        return 0

    def right_cards(self, seat: Seat) -> int:
        """O11: ingredients, seasoning and one radioactive card at home."""
        printed = self.printed
        home = printed.radioactive + printed.type_of[self.dish[seat]]
        right = 0
        at_home = 0
        for laid in self.ovens[seat]:
            if kind_laid(laid) <= printed.seasoning:
                right += 1
            elif kind_laid(laid) == home:
                at_home = 1
        return right + at_home

    def wrong_cards(self, seat: Seat) -> int:
        """O11: trash and radioactive cards that are not at home."""
        printed = self.printed
        home = printed.radioactive + printed.type_of[self.dish[seat]]
        wrong = 0
        for laid in self.ovens[seat]:
            if kind_laid(laid) > printed.seasoning and kind_laid(laid) != home:
                wrong += 1
        return wrong

    def unfinished(self, seat: Seat) -> int:
        """O11: the points for a dish that is still in the oven at the end."""
        return RIGHT_CARD * self.right_cards(seat) - WRONG_CARD * self.wrong_cards(seat)

    def earned(self, seat: Seat) -> int:
        """What the finished dishes of a seat have brought."""
        plates = self.plates[seat]
        total = 0
        if plates:
            points = self.printed.points
            for at in range(0, len(plates), 3):
                total += points[plates[at]] - plates[at + 1] + plates[at + 2]
        return total

    def scores(self) -> list[int]:
        scores = [self.earned(seat) for seat in range(self.players)]
        if self.moment == OVER:  # O12: until then face-down cards must not show
            for seat in range(self.players):
                if self.dish[seat] >= 0:
                    scores[seat] += self.unfinished(seat)
        return scores

    def ranking(self) -> list[list[Seat]]:
        return best_first([[score] for score in self.scores()])

    # What each seat knows: its hand, what lies open, what it placed or discarded itself, and what it remembers

    def known_in_hand(self, seat: Seat, viewer: Seat) -> list[Kind]:
        """The cards that a viewer knows to be in another hand, sorted."""
        counts = least(self.memory, HAND + seat, viewer, len(self.printed.names), self.printed.seasoning)
        known: list[Kind] = []
        kind: i64 = 0
        kinds: i64 = len(counts)
        while kind < kinds:
            left = counts[kind]
            while left > 0:
                known.append(int(kind))
                left -= 1
            kind += 1
        return known

    def hides(self, laid: Laid, viewer: Seat) -> bool:
        """Whether a viewer does not know this card in an oven or in the discard."""
        return knower_of(laid) != ALL and knower_of(laid) != viewer

    def silent(self, seat: Seat, action: Action) -> bool:
        return self.moment == REDRAW and action != READY  # O1: unseen until all are ready

    def determinize(self, seat: Seat, chance: Stream) -> Ovens:
        known = self.clone()
        known.deal_dishes(chance)
        known.deal_cards(seat, chance)
        for other in range(known.players):
            if other != seat:
                known.rejected[other] = []
        known.memory = of_viewer(known.memory, seat)
        if known.moment in (KEEP, GIVE) and seat != known.turn:
            known.look_anew(seat, chance)
        known.chance = chance.fork()
        return known

    def hidden_copy(self, seat: Seat, chance: Stream) -> Ovens:
        """Hidden cards become the first kind, or in an oven the usual kind of dirt; of a deck, only the top is left."""
        over = self.hiding if isinstance(self.hiding, Ovens) else None
        hands = self.hands[:] if over is None else over.hands
        ovens = self.ovens[:] if over is None else over.ovens
        top = None if over is None or over.round == 0 else over.deck
        self.hiding = known = self.share(chance, over)
        for other in range(self.players):
            hands[other] = self.hands[other] if other == seat else blank(len(self.hands[other]))
            oven = self.ovens[other]
            for laid in oven:
                if self.hides(laid, seat):
                    oven = [self.seen_as(each, seat) for each in oven]
                    break
            ovens[other] = oven
        if seat == self.turn and self.moment in (KEEP, GIVE):
            hands[self.victim] = blank(len(self.hands[self.victim]) - len(self.looked)) + self.looked
        known.hands = hands
        known.ovens = ovens
        if self.round == 0:
            known.deck = blank(len(self.deck))
        elif top and self.deck:
            top[0] = self.deck[-1]
            known.deck = top
        else:
            known.deck = self.deck[-1:]
        known.discard = blank(len(self.discard))
        if self.moment == CHOOSE_DISH:
            known.piles = [self.seen_pile(pile) for pile in self.piles]
        if self.moment != ACTION:
            known.memory = blank(0)
        return known

    def trial_copy(self, seat: Seat) -> Ovens:
        """A copy on which a seat may try what changes nothing but its own hand and oven, and its victim's; nobody
        remembers anything in it."""
        trial = self.share(self.chance)
        trial.chance = self.chance.clone()
        trial.memory = []
        trial.dish = self.dish[:]
        trial.up = self.up[:]
        trial.discard = self.discard[:]
        if not self.deck:
            trial.deck = []
        trial.hands, trial.ovens, trial.plates = self.hands[:], self.ovens[:], self.plates[:]
        for touched in (seat, self.victim):
            trial.hands[touched] = self.hands[touched][:]
            trial.ovens[touched] = self.ovens[touched][:]
            trial.plates[touched] = self.plates[touched][:]
        return trial

    def seen_as(self, laid: Laid, seat: Seat) -> Laid:
        """A card in an oven as a seat sees it."""
        return laid_card(self.printed.usual_dirt, knower_of(laid)) if self.hides(laid, seat) else laid

    def seen_pile(self, pile: list[Dish]) -> list[Dish]:
        """A pile of dishes in an order that reveals only the back of the top one."""
        if not pile:
            return pile
        backs = self.printed.back_of
        back = backs[pile[-1]]
        seen: list[Dish] = []
        for dish in pile:
            put(seen, dish)
        for at in range(len(seen)):
            if backs[seen[at]] == back:
                seen.append(seen.pop(at))
                break
        return seen

    def look_anew(self, seat: Seat, chance: Stream) -> None:
        """Give a raider other cards of the victim to look at and remember, unless the seat is the victim and sees
        them."""
        if seat != self.victim:
            hand = self.hands[self.victim][:]
            chance.shuffle(hand)
            self.looked = hand[: len(self.looked)]
            if self.kept != NONE:
                self.kept = self.looked[0]
            self.looked.sort()
        for kind in self.looked:
            remember(self.memory, kind, HAND + self.victim, BIT[self.turn])

    def deal_dishes(self, chance: Stream) -> None:
        """Deal the dishes in the piles anew: only the backs of the top ones are known."""
        backs = self.printed.back_of
        for pile in self.piles:
            if pile:
                back = backs[pile[-1]]
                pile.sort()
                alike = [dish for dish in pile if backs[dish] == back]
                top = alike[chance.below(len(alike))]
                pile.remove(top)
                chance.shuffle(pile)
                pile.append(top)

    def deal_cards(self, seat: Seat, chance: Stream) -> None:
        """Deal anew all cards that the seat cannot see: those it remembers are where they may have gone, face-down
        cards in ovens are trash or radioactive, and everything else is anywhere."""
        kinds = len(self.printed.names)
        spare = [0] * kinds
        room = [0] * LAST
        hidden = self.deck[:-1] if self.round > 0 else self.deck
        top = self.deck[-1:] if self.round > 0 else []
        room[DECK] = len(hidden)
        for kind in hidden:
            spare[kind] += 1
        for laid in self.discard:
            if self.hides(laid, seat):
                spare[kind_laid(laid)] += 1
                room[THROWN + knower_of(laid)] += 1
        for other in range(self.players):
            if other != seat:
                room[HAND + other] = len(self.hands[other])
                for kind in self.hands[other]:
                    spare[kind] += 1
            if self.moment != OVER:
                for laid in self.ovens[other]:
                    if self.hides(laid, seat):
                        spare[kind_laid(laid)] += 1
                        room[OVEN + other * SEATS + knower_of(laid)] += 1

        places = self.remembered(seat, room, spare, chance)
        for found in places:
            for kind in found:
                spare[kind] -= 1
        dirt = list(range(self.printed.seasoning + 1, kinds))
        for place in range(OVEN, THROWN):
            if room[place] > 0:
                while len(places[place]) < room[place]:
                    places[place].append(draw(spare, dirt, chance))
                chance.shuffle(places[place])
        rest = [kind for kind in range(kinds) for _ in range(spare[kind])]
        chance.shuffle(rest)
        for place in range(LAST):
            while len(places[place]) < room[place]:
                places[place].append(rest.pop())

        for other in range(self.players):
            if other != seat:
                self.hands[other] = sorted(places[HAND + other])
            oven = self.ovens[other]
            for at in range(len(oven)):
                if self.moment != OVER and self.hides(oven[at], seat):
                    placed_by = knower_of(oven[at])
                    oven[at] = laid_card(places[OVEN + other * SEATS + placed_by].pop(), placed_by)
        for at in range(len(self.discard)):
            if self.hides(self.discard[at], seat):
                thrown_by = knower_of(self.discard[at])
                self.discard[at] = laid_card(places[THROWN + thrown_by].pop(), thrown_by)
        chance.shuffle(places[DECK])
        self.deck = places[DECK] + top

    def remembered(self, seat: Seat, room: list[int], spare: list[int], chance: Stream) -> list[list[Kind]]:
        """Where the cards that the seat remembers may be: an assignment that agrees with everything it saw. In the
        rare case that none is found in time, one that agrees with what is certain and with most of the rest."""
        kinds = len(self.printed.names)
        seasoning = self.printed.seasoning
        reconstruction = Reconstruction(self.memory, seat, spare, seasoning)
        for _ in range(RECONSTRUCTIONS):
            if reconstruction.is_exhausted():
                break
            if reconstruction.solve(chance):
                places = reconstruction.places()
                self.add_replacement(seat, places, spare, chance)
                if fits(places, room, spare, seasoning):
                    return places
        certain: list[list[Kind]] = []
        for place in range(LAST):
            counts = least(self.memory, place, seat, kinds, seasoning)
            certain.append([kind for kind in range(kinds) for _ in range(counts[kind])])
        for _ in range(LOOSE_RECONSTRUCTIONS):
            if reconstruction.solve_loosely(chance):
                places = reconstruction.places()
                self.add_replacement(seat, places, spare, chance)
                if fits(places, room, spare, seasoning) and holds(places, certain):
                    return places
        self.add_replacement(seat, certain, spare, chance)
        return certain

    def add_replacement(self, seat: Seat, places: list[list[Kind]], spare: list[int], chance: Stream) -> None:
        """O5: whoever has just stolen is known to hold something that the dish lacks."""
        if self.moment != REPLACE or seat == self.turn:
            return
        hand = places[HAND + self.turn]
        fitting = self.replacements()
        for kind in hand:
            if BIT[kind] & fitting:
                return
        left = spare[:]
        for found in places:
            for kind in found:
                left[kind] -= 1
        able = [kind for kind in range(len(left)) if BIT[kind] & fitting and left[kind] > 0]
        if able:
            hand.append(draw(left, able, chance))

    # The whole state

    def inventory(self) -> list[int]:
        """Every card by kind and number within its kind, wherever it is; then the dishes."""
        printed = self.printed
        following: list[int] = []
        total = 0
        for copies in printed.copies:
            following.append(total)
            total += copies
        kinds = self.deck + [kind_laid(laid) for laid in self.discard]
        for hand in self.hands:
            kinds.extend(hand)
        for oven in self.ovens:
            kinds.extend([kind_laid(laid) for laid in oven])
        cards: list[int] = []
        for kind in kinds:
            cards.append(following[kind])
            following[kind] += 1
        for pile in self.piles:
            cards.extend([total + dish for dish in pile])
        for seat in range(self.players):
            cards.extend([total + dish for dish in self.plates[seat][::3]])
            if self.dish[seat] >= 0:
                cards.append(total + self.dish[seat])
        return cards

    # Written by `make fields` from the fields that `__init__` declares

    def share(self, chance: Stream, over: Ovens | None = None) -> Ovens:
        """A copy that shares all it has with this one, in place of `over`, an older copy that is done with."""
        twin = Ovens.__new__(Ovens) if over is None else over
        twin.first, twin.turn, twin.round, twin.moment = self.first, self.turn, self.round, self.moment
        twin.taken, twin.prepared, twin.chooser, twin.victim = self.taken, self.prepared, self.chooser, self.victim
        twin.kept, twin.stolen, twin.decided, twin.looked = self.kept, self.stolen, self.decided, self.looked
        twin.dish, twin.deck, twin.discard, twin.memory = self.dish, self.deck, self.discard, self.memory
        twin.rejected, twin.hands, twin.ovens, twin.plates = self.rejected, self.hands, self.ovens, self.plates
        twin.piles, twin.printed, twin.everyone, twin.up = self.piles, self.printed, self.everyone, self.up
        twin.reshuffled, twin.players, twin.cards = self.reshuffled, self.players, self.cards
        twin.reveals, twin.asked, twin.old_rules, twin.chance = self.reveals, self.asked, self.old_rules, chance
        twin.events, twin.hiding = None, None
        return twin

    def clone(self) -> Ovens:
        twin = self.share(self.chance.clone())
        twin.decided, twin.looked, twin.dish, twin.deck = self.decided[:], self.looked[:], self.dish[:], self.deck[:]
        twin.discard, twin.memory, twin.rejected = self.discard[:], self.memory[:], [part[:] for part in self.rejected]
        twin.hands, twin.ovens = [part[:] for part in self.hands], [part[:] for part in self.ovens]
        twin.plates, twin.piles = [part[:] for part in self.plates], [part[:] for part in self.piles]
        twin.up = self.up[:]
        return twin

    def pack(self) -> list[int]:
        ints = [self.players, self.cards.mark, self.first, self.turn, self.round, self.moment, self.taken]
        ints += [self.prepared, self.chooser, self.victim, self.kept, self.stolen, self.asked, self.reveals]
        write_list(ints, self.chance.pack())
        for part in (self.decided, self.looked, self.dish, self.deck, self.discard, self.memory):
            write_list(ints, part)
        for part in self.rejected + self.hands + self.ovens + self.plates + self.piles:
            write_list(ints, part)
        return ints

    def read(self, reader: Reader) -> None:
        """Read every field in the order in which `pack` wrote it."""
        players, cards = self.players, self.printed
        self.first, self.turn = reader.one(0, players - 1), reader.one(0, players - 1)
        self.round, self.moment, self.taken = reader.one(0, ROUNDS), reader.one(REDRAW, OVER), reader.one(0, TAKE_MOST)
        self.prepared, self.chooser = reader.one(0, PREPARE_MOST), reader.one(0, players - 1)
        self.victim, self.kept = reader.one(0, players - 1), reader.one(NONE, len(cards.names) - 1)
        self.stolen, self.asked = reader.one(NONE, len(cards.names) - 1), reader.one(0, BOUND)
        self.reveals, self.chance = reader.one(0, BOUND), unpack_chance(reader.many(0, BOUND))
        self.decided, self.looked = reader.some(players, 0, 1), reader.many(0, len(cards.names) - 1)
        self.dish = reader.some(players, CLOSED, len(cards.dish_names) - 1)
        self.deck = reader.many(0, len(cards.names) - 1)
        self.discard = reader.many(0, laid_card(len(cards.names) - 1, ALL))
        self.memory = reader.many(LOWEST_NOTE, card_note(len(cards.names) - 1, LAST, ALL_SEATS, HELD))
        self.rejected = [reader.many(0, len(cards.names) - 1) for _ in range(players)]
        self.hands = [reader.many(0, len(cards.names) - 1) for _ in range(players)]
        self.ovens = [reader.many(0, laid_card(len(cards.names) - 1, ALL)) for _ in range(players)]
        self.plates = [reader.many(0, BOUND) for _ in range(players)]
        self.piles = [reader.many(0, len(cards.dish_names) - 1) for _ in range(TYPES)]
        reader.end()

    # Up to here by `make fields`


def draw(spare: list[int], kinds: list[Kind], chance: Stream) -> Kind:
    """A random card of these kinds out of the spare ones."""
    cards = [kind for kind in kinds for _ in range(spare[kind])]
    kind = cards[chance.below(len(cards))]
    spare[kind] -= 1
    return kind


def deal(players: int, chance: Stream, options: dict[str, str], cards: OvensCards) -> Ovens:
    """O1: all cards into one pile, three to each; the dishes by type. G1: the first player is drawn unless fixed."""
    state = Ovens(players, chance, cards)
    drawn = chance.below(players)
    first = options["first"]
    state.first = drawn if first == "drawn" else int(first) - 1
    state.turn = state.first
    state.deck = [kind for kind in range(len(cards.names)) for _ in range(cards.copies[kind])]
    chance.shuffle(state.deck)
    for dish in range(len(cards.type_of)):
        state.piles[cards.type_of[dish]].append(dish)
    for pile in state.piles:
        chance.shuffle(pile)
    for hand in state.hands:
        for _ in range(DEALT):
            put(hand, state.deck.pop())
    return state

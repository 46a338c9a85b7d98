"""How a seat of Ovens stands: how soon its dish will be done, what that will bring, and what a hand is good for."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from maitred.games.ovens.rules import (
    BIT,
    CHOOSE_DISH,
    CLOSED,
    NONE,
    PREPARE,
    PREPARE_MOST,
    RIGHT_CARD,
    ROUNDS,
    SPACES,
    TYPES,
    WRONG_CARD,
    Kind,
    Laid,
    Ovens,
    OvensCards,
    Seat,
)

# How a turn goes on average
SEEN_A_TURN: Final = 4  # cards: three from the pile, one by an action
SHARE: Final = 0.09  # of the deck that one ingredient makes up
SEASONING_SHARE: Final = 0.1
SABOTAGE_A_TURN: Final = 1.5  # points that sabotage costs
MOST_NEEDED: Final = 7

FRESH: Final[list[float]] = [0.0, 3.0, 7.0, 11.0, 15.5, 20.0, 24.5]  # a new dish, by the preparations left
LATER: Final[list[float]] = [0.0, 0.2, 0.6, 0.9, 1.0, 1.0, 1.0]  # share of a stock that will be used, likewise
NOT_IN: Final = 0.3  # deducted for a right card that is still in hand
IN_HAND: Final = 0.75  # share of its worth that a card in hand counts
STOCK: Final = 0.25  # an ingredient in hand for a later dish
STOCK_AGAIN: Final = 0.1  # another one of its kind
WILD: Final = 1.5  # seasoning for a later dish
LATER_RADIOACTIVE: Final = 1.0
AMMO: Final = 0.4  # share of the points that a card to sabotage with takes from others
AMMO_AGAIN: Final = 0.7  # each further one counts so much of the one before
MATCH: Final = 2.0  # a card in hand that the back of the next dish shows


def arrivals() -> list[list[float]]:
    """For 0, 1, 2, … cards needed: the chance that the last of them comes with the first, second, … supply."""
    table: list[list[float]] = []
    for needed in range(MOST_NEEDED + 1):
        left = [0.0] * (needed + 1)
        left[needed] = 1.0
        times = [left[0]]
        for _ in range(ROUNDS):
            before = left[0]
            for _ in range(SEEN_A_TURN):
                for still in range(1, needed + 1):
                    comes = left[still] * (SHARE * still + SEASONING_SHARE)
                    left[still] -= comes
                    left[still - 1] += comes
            times.append(left[0] - before)
        table.append(times)
    return table


ARRIVES: Final[list[list[float]]] = arrivals()


MOST_SOON: Final = ROUNDS + 1  # a dish that takes longer will not be finished
LEFT: Final = MOST_NEEDED + 1


def finishing() -> tuple[list[float], list[float]]:
    """The chance that a dish is finished, and what it will have brought by then beside its points: less by sabotage,
    more by the dish that follows. At ((turns * (MOST_SOON + 1) + soonest) * 2 + supplied) * LEFT + cards needed."""
    likely: list[float] = []
    brings: list[float] = []
    for turns in range(ROUNDS + 1):
        for soonest in range(MOST_SOON + 1):
            for supplied in range(2):
                for needed in range(LEFT):
                    chance = 0.0
                    total = 0.0
                    for supplies in range(ROUNDS + 1):
                        at = max(soonest, supplies + supplied if supplies > 0 else 1)
                        if at > turns:
                            break
                        chance += ARRIVES[needed][supplies]
                        total += ARRIVES[needed][supplies] * (FRESH[turns - at] - SABOTAGE_A_TURN * (at - 1))
                    likely.append(chance)
                    brings.append(total)
    return likely, brings


FINISHES: Final = vec[float](finishing()[0])
BRINGS: Final = vec[float](finishing()[1])
UNKNOWN: Final = -1e18  # not computed yet
NOT_ASKED: Final[list[float]] = []  # for no kind
CARD_BITS: Final = 6  # of a card in a hand that is one number: there is room for ten
CARD_MASK: Final = 63


@final
@mypyc_attr(free_list_len=1, acyclic=True)  # most are made for one action and dropped again
class Outlook:
    """How a seat stands, apart from its hand: counted once for all hands that it might have."""

    def __init__(self, state: Ovens, seat: Seat, turns: int, like: Outlook | None = None) -> None:
        """`turns`: how often the seat may still prepare its dish; `like`: an outlook of the same seat, for one with
        another dish or oven, which is then looked into."""
        self.state: Ovens = state
        self.seat: Seat = seat
        self.printed: OvensCards = state.printed
        self.turns: i64 = turns
        self.later: float = LATER[turns]
        self.hand: list[Kind] = state.hands[seat]
        self.cards: i64 = hand_as_number(self.hand) if like is None else like.cards
        """The hand as one number, each kind plus one, the highest in the lowest bits."""
        self.standing: float = UNKNOWN
        """With this hand, once it is asked for …"""
        self.with_kind: list[float] = NOT_ASKED
        """… with one more card, by its kind, or UNKNOWN …"""
        self.losses: list[float] = NOT_ASKED
        """… and what each card of the hand adds to it."""
        self.dish: i64 = state.dish[seat]
        self.missing: i64 = 0
        """The ingredients that the dish lacks, as bits …"""
        self.home: i64 = 0
        """… the radioactive card that would be at home, likewise …"""
        self.home_plus: float = 0.0
        """… what it would add …"""
        self.gap: i64 = 0
        """… and how many cards finish the dish."""
        self.seasoned: bool = True
        self.finished: float = 0.0
        """What the dish would bring as it is, if finished …"""
        self.unfinished: float = 0.0
        """… and if not."""
        self.at: i64 = 0
        """Its index in FINISHES and BRINGS if no card were needed."""
        if like is None:
            shots: i64 = turns - 1 if (seat + 1) % state.players == state.first else turns
            self.shots: i64 = shots
            """How often trash may still be slipped into a dish that can be finished: never in the last turn of all."""
            self.ammo: float = AMMO / (state.players - 1)
            self.earned: float = float(state.earned(seat))
            self.types: i64 = NONE
            """The types of dishes that the seat may still choose, as bits, once they are asked for."""
            self.laid: i64 = 0
            """Cards in the oven …"""
            self.right: i64 = 0
            """… those that the dish needs, without a radioactive card at home …"""
            self.at_home: i64 = 0
            """… 1 if there is such a card …"""
            self.wrong: i64 = 0
            """… all others …"""
            self.minus: float = 0.0
            """… and the points they take."""
        else:
            self.shots = like.shots - like.turns + turns
            self.ammo = like.ammo
            self.earned = like.earned
            self.types = like.types
            self.laid = like.laid
            self.right = like.right
            self.at_home = like.at_home
            self.wrong = like.wrong
            self.minus = like.minus
        self.total: float = self.earned

    def look_into(self, dish: i64, oven: list[Laid], up: i64, without: int = NONE) -> Outlook:
        """Count what is in an oven, but for the card in one place; `up`: the kinds face up in it, as bits."""
        self.dish = dish
        if dish < 0:
            if dish == NONE:
                self.total += FRESH[self.turns]
            return self
        self.laid = 0
        self.right = 0
        self.at_home = 0
        self.wrong = 0
        self.minus = 0.0
        for at in range(len(oven)):
            if at != without:
                laid: i64 = oven[at]
                self.add(laid >> 3)  # its kind: see `laid_card`
        return self.settle(up)

    def add(self, kind: i64) -> None:
        """Count one more card in the oven."""
        printed = self.printed
        self.laid += 1
        if kind == printed.home_of[self.dish]:
            self.at_home = 1
        elif kind <= printed.seasoning:
            self.right += 1
        else:
            self.wrong += 1
            self.minus += printed.minus_of[kind]

    def settle(self, up: i64) -> Outlook:
        """Work out what the dish lacks and what it may bring, once the cards in the oven are counted."""
        printed = self.printed
        dish = self.dish
        one: i64 = BIT[0]  # a compiled shift of the constant 1 has 32 bits only
        missing = printed.wants_of[dish] & ~up
        self.missing = missing
        self.home = one << printed.home_of[dish] & ~up
        plus = printed.plus_of[dish]
        self.home_plus = plus
        seasoned = up >> printed.seasoning & 1
        self.seasoned = seasoned != 0
        gap = -seasoned
        while missing != 0:
            missing &= missing - 1  # the lowest bit goes
            gap += 1
        self.gap = gap
        self.finished = printed.points_of[dish] + (plus if self.at_home else 0.0) - self.minus
        self.unfinished = float(int(RIGHT_CARD * (self.right + self.at_home) - WRONG_CARD * self.wrong))
        full = gap + self.laid - SPACES
        soonest = (gap + PREPARE_MOST - 1) // PREPARE_MOST + (full if full > 0 else 0)
        supplied = 1 if self.state.turn == self.seat else 0  # the next supply comes with the next turn
        self.at = ((self.turns * (MOST_SOON + 1) + min(soonest, MOST_SOON)) * 2 + supplied) * LEFT
        return self

    def with_card(self, kind: i64, up: i64, turns: int) -> Outlook:
        """The outlook with one more card in the oven."""
        after = Outlook(self.state, self.seat, turns, self)
        after.add(kind)
        return after.settle(up)

    def once_finished(self) -> Outlook:
        """The outlook once the dish is finished, if it is; otherwise as it is."""
        if self.gap > 0:
            return self
        one: i64 = BIT[0]
        self.types = self.choosable() & ~(one << (self.printed.home_of[self.dish] - self.printed.radioactive))
        self.total += self.finished
        self.missing = 0
        self.home = 0
        self.gap = 0
        self.dish = CLOSED
        if self.types != 0 and self.state.round < ROUNDS:
            self.dish = NONE
            self.total += FRESH[self.turns]
        return self

    def stands(self) -> float:
        """How the seat stands with its hand."""
        if self.standing == UNKNOWN:
            self.standing = self.with_hand(NONE, NONE)
        return self.standing

    def with_hand(self, without: Kind, more: Kind) -> float:
        """The standing when the hand has lost one card and got another (NONE: no card): finished dishes, what the dish
        in the oven will bring, and what the hand is good for."""
        printed = self.printed
        hand = self.cards
        seasoning: i64 = printed.seasoning
        radioactive: i64 = printed.radioactive
        missing = self.missing
        home = self.home
        types = self.types
        finished = self.finished
        later = self.later
        ammo = self.ammo
        shots = self.shots
        covered: i64 = 0
        wilds: i64 = 0
        held: i64 = 0  # kinds, as bits
        stock = 0.0
        lost: i64 = without
        got: i64 = more
        last: i64 = NONE
        kind: i64 = NONE
        one: i64 = BIT[0]  # a compiled shift of the constant 1 has 32 bits only
        while hand != 0 or got != NONE:  # from the last kind down: those take the most points
            if hand != 0:
                kind = (hand & CARD_MASK) - 1
            if got != NONE and (hand == 0 or got >= kind):
                kind = got
                got = NONE
            else:
                hand >>= CARD_BITS
                if kind == lost:
                    lost = NONE
                    continue
            bit = one << kind
            held |= bit
            if bit & missing:
                missing ^= bit
                covered += 1
            elif bit & home:
                home = 0
                finished += IN_HAND * self.home_plus
            else:
                if kind < seasoning:
                    stock += (STOCK_AGAIN if kind == last else STOCK) * later
                elif kind == seasoning:
                    wilds += 1
                else:
                    if shots > 0:
                        stock += ammo * printed.minus_of[kind]
                        ammo *= AMMO_AGAIN
                        shots -= 1
                    if kind >= radioactive and kind != last:
                        if types == NONE:
                            types = self.choosable()
                        if types >> (kind - radioactive) & 1:
                            stock += LATER_RADIOACTIVE * later
                last = kind
        if wilds > 0 and not self.seasoned and covered < self.gap:
            wilds -= 1
            covered += 1
        stock += WILD * later * int(wilds)
        if self.gap == 0:
            return self.total + stock + (MATCH * self.best_match(held) if self.dish == NONE else 0.0)
        covered = min(covered, self.gap)
        needed = self.at + self.gap - covered
        likely = FINISHES[needed]
        unfinished = self.unfinished + RIGHT_CARD * IN_HAND * int(covered)
        brings = finished * likely + BRINGS[needed] + (1.0 - likely) * unfinished
        return self.total + stock + brings - NOT_IN * int(covered)

    def choosable(self) -> i64:
        """The types of dishes that the seat may still choose, as bits."""
        if self.types == NONE:
            self.types = self.state.choosable(self.seat)
        return self.types

    def best_match(self, held: i64) -> int:
        """How many of the kinds in hand, as bits, are shown by the back of the dish that suits them best."""
        best = 0
        types = self.choosable()
        one: i64 = BIT[0]
        for type_ in range(TYPES):
            if types >> type_ & 1:
                match = 0
                for each in self.printed.backs[self.state.piles[type_][-1]]:
                    kind: i64 = each
                    if held & one << kind:
                        match += 1
                best = max(best, match)
        return best

    def with_one(self, kind: Kind) -> float:
        """The standing with one more card in hand, computed once for each kind."""
        if not self.with_kind:
            self.with_kind = [UNKNOWN] * len(self.printed.names)
        if self.with_kind[kind] == UNKNOWN:
            self.with_kind[kind] = self.with_hand(NONE, kind)
        return self.with_kind[kind]

    def least_loss(self, kinds: int) -> float:
        """What giving away the least useful card of some kinds, given as bits, does to the standing."""
        if not self.losses:
            last = NONE
            loss = 0.0
            self.losses = []
            for kind in self.hand:
                if kind != last:
                    loss = self.with_hand(kind, NONE) - self.stands()
                    last = kind
                self.losses.append(loss)
        least = -1e9
        for at in range(len(self.hand)):
            if BIT[self.hand[at]] & kinds:
                least = max(least, self.losses[at])
        return least if least > -1e9 else 0.0


def hand_as_number(hand: list[Kind]) -> i64:
    """A sorted hand as one number."""
    cards: i64 = 0
    for each in hand:
        kind: i64 = each
        cards = cards << CARD_BITS | (kind + 1)
    return cards


def preparations(state: Ovens, seat: Seat) -> int:
    """How often a seat may still prepare its dish."""
    if state.round == 0:
        return ROUNDS
    later = ROUNDS - state.round
    place = seat - state.first if seat >= state.first else seat - state.first + state.players
    now = state.turn - state.first if state.turn >= state.first else state.turn - state.first + state.players
    if place > now:
        return later + 1
    if place == now and (state.prepared < PREPARE_MOST if state.moment == CHOOSE_DISH else state.moment <= PREPARE):
        return later + 1
    return later

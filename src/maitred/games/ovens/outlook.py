"""How a seat of Ovens stands: how soon its dish will be done, what that will bring, and what a hand is good for."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from maitred.games.ovens.rules import (
    BIT,
    CHOOSE_DISH,
    NONE,
    PREPARE,
    PREPARE_MOST,
    RIGHT_CARD,
    ROUNDS,
    SPACES,
    TYPES,
    WRONG_CARD,
    Dish,
    Kind,
    Laid,
    Ovens,
    OvensCards,
    Seat,
    kind_laid,
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


FINISHES: Final[list[float]] = finishing()[0]
BRINGS: Final[list[float]] = finishing()[1]
UNKNOWN: Final = -1e18  # not computed yet
NOT_ASKED: Final[list[float]] = []  # for no kind


class Outlook:
    """How a seat stands, apart from its hand: counted once for all hands that it might have."""

    def __init__(
        self,
        state: Ovens,
        seat: Seat,
        dish: int,
        oven: list[Laid],
        up: int,
        turns: int,
        like: Outlook | None = None,
    ) -> None:
        """`turns`: how often the seat may still prepare its dish; `up`: the kinds face up in its oven, as bits; `like`:
        the outlook of the same seat with what it has finished, but with another dish or oven."""
        printed = state.printed
        self.state: Ovens = state
        self.seat: Seat = seat
        self.printed: OvensCards = printed
        self.turns: int = turns
        last = (seat + 1) % state.players == state.first
        self.shots: int = turns - 1 if last else turns
        """How often trash may still be slipped into a dish that can be finished: never in the last turn of all."""
        self.later: float = LATER[self.turns]
        self.ammo: float = AMMO / (state.players - 1)
        self.like: Outlook | None = like
        self.earned: float = float(state.earned(seat)) if like is None else like.earned
        self.total: float = self.earned
        self.fresh: bool = dish == NONE
        self.missing: i64 = 0
        """The ingredients that the dish lacks, as bits …"""
        self.home: i64 = 0
        """… the radioactive card that would be at home, likewise …"""
        self.home_plus: int = 0
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
        self.choosable: int = NONE
        """The types of dishes that the seat may still choose, as bits; NONE until it is asked for."""
        self.hand: list[Kind] = state.hands[seat]
        self.standing: float = UNKNOWN
        """With this hand, once it is asked for …"""
        self.with_kind: list[float] = NOT_ASKED
        """… and with one more card, by its kind, or UNKNOWN …"""
        self.without_kind: list[float] = NOT_ASKED
        """… or one less."""
        if self.fresh:
            self.total += FRESH[self.turns]
        elif dish >= 0:
            self.look_into(dish, oven, up)

    def look_into(self, dish: Dish, oven: list[Laid], up: i64) -> None:
        """Count what is in the oven, and what the dish lacks."""
        printed = self.printed
        seasoning: i64 = printed.seasoning
        type_ = printed.type_of[dish]
        home: i64 = printed.radioactive + type_
        wants: i64 = printed.wants[dish]
        missing = wants & ~up
        self.missing = missing
        self.home = BIT[home] & ~up
        self.home_plus = printed.plus[type_]
        self.seasoned = up & BIT[seasoning] != 0
        gap: i64 = -1 if self.seasoned else 0
        while missing != 0:
            missing &= missing - 1  # the lowest bit goes
            gap += 1
        self.gap = gap
        right = 0
        wrong = 0
        at_home = 0
        minus = 0
        for laid in oven:
            kind: i64 = kind_laid(laid)
            if kind == home:
                at_home = 1
            else:
                minus += printed.minus[kind]
                if kind <= seasoning:
                    right += 1
                else:
                    wrong += 1
        self.finished = float(printed.points[dish] + at_home * printed.plus[type_] - minus)
        self.unfinished = float(RIGHT_CARD * (right + at_home) - WRONG_CARD * wrong)
        soonest = (gap + PREPARE_MOST - 1) // PREPARE_MOST + max(0, gap + len(oven) - SPACES)
        supplied = 1 if self.state.turn == self.seat else 0  # the next supply comes with the next turn
        self.at = ((self.turns * (MOST_SOON + 1) + min(soonest, MOST_SOON)) * 2 + supplied) * LEFT

    def stands(self) -> float:
        """How the seat stands with its hand."""
        if self.standing == UNKNOWN:
            self.standing = self.with_hand(self.hand, NONE, NONE)
        return self.standing

    def with_hand(self, hand: list[Kind], without: Kind, more: Kind) -> float:
        """The standing with a hand that has lost one card and got another (NONE: no card): finished dishes, what the
        dish in the oven will bring, and what the hand is good for."""
        printed = self.printed
        seasoning: i64 = printed.seasoning
        radioactive: i64 = printed.radioactive
        missing = self.missing
        home = self.home
        finished = self.finished
        later = self.later
        ammo = self.ammo
        shots: i64 = self.shots
        covered: i64 = 0
        wilds: i64 = 0
        held: i64 = 0  # kinds, as bits
        stock = 0.0
        lost: i64 = without
        got: i64 = more
        last: i64 = NONE
        kind: i64 = NONE
        one: i64 = BIT[0]  # a compiled shift of the constant 1 has 32 bits only
        at: i64 = len(hand) - 1
        while at >= 0 or got != NONE:  # from the last kind down: those take the most points
            if at >= 0:
                kind = hand[at]
            if got != NONE and (at < 0 or got >= kind):
                kind = got
                got = NONE
            else:
                at -= 1
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
                        stock += ammo * printed.minus[kind]
                        ammo *= AMMO_AGAIN
                        shots -= 1
                    if kind >= radioactive and kind != last and self.may_choose(int(kind - radioactive)):
                        stock += LATER_RADIOACTIVE * later
                last = kind
        if wilds > 0 and not self.seasoned and covered < self.gap:
            wilds -= 1
            covered += 1
        stock += WILD * later * int(wilds)
        if self.gap == 0:
            return self.total + stock + (MATCH * self.best_match(held) if self.fresh else 0.0)
        covered = min(covered, self.gap)
        at_table = int(self.at + self.gap - covered)
        likely = FINISHES[at_table]
        unfinished = self.unfinished + RIGHT_CARD * IN_HAND * int(covered)
        brings = finished * likely + BRINGS[at_table] + (1.0 - likely) * unfinished
        return self.total + stock + brings - NOT_IN * int(covered)

    def may_choose(self, type_: int) -> bool:
        """Whether the seat may still choose a dish of a type."""
        if self.like is not None:
            return self.like.may_choose(type_)
        if self.choosable == NONE:
            self.choosable = 0
            for each in range(TYPES):
                if self.state.may_choose(self.seat, each):
                    self.choosable |= BIT[each]
        return self.choosable & BIT[type_] != 0

    def best_match(self, held: i64) -> int:
        """How many of the kinds in hand, as bits, are shown by the back of the dish that suits them best."""
        best = 0
        for type_ in range(TYPES):
            if self.may_choose(type_):
                match = 0
                for kind in self.printed.backs[self.state.piles[type_][-1]]:
                    if held & BIT[kind]:
                        match += 1
                best = max(best, match)
        return best

    def with_one(self, kind: Kind) -> float:
        """The standing with one more card in hand."""
        if not self.with_kind:
            self.with_kind = [UNKNOWN] * len(self.printed.names)
        if self.with_kind[kind] == UNKNOWN:
            self.with_kind[kind] = self.with_hand(self.hand, NONE, kind)
        return self.with_kind[kind]

    def without_one(self, kind: Kind) -> float:
        """The standing with one card less in hand."""
        if not self.without_kind:
            self.without_kind = [UNKNOWN] * len(self.printed.names)
        if self.without_kind[kind] == UNKNOWN:
            self.without_kind[kind] = self.with_hand(self.hand, kind, NONE)
        return self.without_kind[kind]

    def least_loss(self, kinds: int) -> float:
        """What giving away the least useful card of some kinds, given as bits, does to the standing."""
        least = -1e9
        last = NONE
        for kind in self.hand:
            if kind != last and BIT[kind] & kinds:
                least = max(least, self.without_one(kind) - self.stands())
            last = kind
        return least if least > -1e9 else 0.0


def preparations(state: Ovens, seat: Seat) -> int:
    """How often a seat may still prepare its dish."""
    if state.round == 0:
        return ROUNDS
    later = ROUNDS - state.round
    place = (seat - state.first) % state.players
    now = (state.turn - state.first) % state.players
    if place > now or (place == now and state.moment <= PREPARE and state.moment != CHOOSE_DISH):
        return later + 1
    if place == now and state.moment == CHOOSE_DISH and state.prepared < PREPARE_MOST:
        return later + 1
    return later

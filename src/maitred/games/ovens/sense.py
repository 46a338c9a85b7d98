"""What a good player of Ovens knows: how soon a dish will be done, what it will bring, and what a hand is good for."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from maitred.games.ovens.reasons import reason
from maitred.games.ovens.rules import (
    ACTION,
    ALL,
    BIT,
    CHOOSE,
    CHOOSE_DISH,
    CLEAN,
    CLEAN_TWO,
    DISCARD,
    GIVE,
    GIVE_CARD,
    GO_ON,
    HAND_LIMIT,
    KEEP,
    KEEP_CARD,
    MAX_KINDS,
    MAX_PLAYERS,
    NONE,
    OVER,
    PREPARE,
    PREPARE_MOST,
    PREPARE_WITH,
    RAID,
    READY,
    REJECT,
    REPLACE,
    REPLACE_WITH,
    RETURN,
    RIGHT_CARD,
    ROUNDS,
    SABOTAGE,
    SABOTAGE_WITH,
    SPACES,
    STEAL,
    TAKE,
    TAKE_MOST,
    TYPES,
    WRONG_CARD,
    Dish,
    Kind,
    Laid,
    Ovens,
    OvensCards,
    Seat,
    kind_laid,
    knower_of,
    laid_card,
)
from maitred.kernel.chance import Stream
from maitred.kernel.sense import Sense, softmax
from maitred.kernel.state import State

# How a turn goes on average
SEEN_A_TURN: Final = 4  # cards: three from the pile, one by an action
SHARE: Final = 0.09  # of the deck, for one ingredient
SEASONING_SHARE: Final = 0.1
SABOTAGE_A_TURN: Final = 1.5  # points lost to others
MOST_NEEDED: Final = 7

FRESH: Final[list[float]] = [0.0, 3.0, 7.0, 11.0, 15.5, 20.0, 24.5]  # a new dish, by the preparations left
LATER: Final[list[float]] = [0.0, 0.2, 0.6, 0.9, 1.0, 1.0, 1.0]  # how much of a stock will be used
NOT_IN: Final = 0.3  # less for a right card in the hand
IN_HAND: Final = 0.75  # of its worth, for one in the hand
STOCK: Final = 0.25  # an ingredient in hand for a later dish
STOCK_AGAIN: Final = 0.1
WILD: Final = 1.5
LATER_RADIOACTIVE: Final = 1.0
AMMO: Final = 0.4  # of what it takes from others, for a card to sabotage with
AMMO_AGAIN: Final = 0.7
MATCH: Final = 2.0  # a card in hand that the next dish is seen to want
AVERAGE_CARD: Final = 1.0
RAIDED: Final = 0.6  # what a raid takes from the others
DIRTY: Final = 2.0  # a hand too full to clean the oven
LEADER: Final = 0.25
RIVALS: Final = 0.75
VALUE_SCALE: Final[list[float]] = [40.0, 38.0, 30.0, 20.0, 14.0, 10.0, 5.0]  # by round

# What medium bots went on to win by: least squares over the beginnings of turns in 20000 games of two players and 5000
# of four, after a turn each in which half of the moves were any moves; by the preparations a seat has left (0 to 6)
BASE: Final[list[float]] = [-13.4, -10.3, -5.1, -0.7, 4.4, 9.6, 15.5]
FINISHED: Final[list[list[float]]] = [  # of what the dish would bring, by the cards that are neither in it nor in hand
    [0.03, 0.42, 0.52, 0.45, 0.43, 0.31, 0.59],
    [0.04, 0.24, 0.40, 0.35, 0.36, 0.25, 0.50],
    [0.06, 0.16, 0.32, 0.29, 0.28, 0.25, 0.51],
    [0.09, 0.13, 0.30, 0.29, 0.26, 0.22, 0.50],
]
GAP: Final[list[float]] = [-0.57, -0.55, -1.59, -1.60, -1.42, -1.22, -2.30]  # for a card that is not in the dish
COVERED: Final[list[float]] = [0.15, 0.21, 1.38, 2.07, 2.04, 2.50, 3.19]  # but in hand
RIGHT: Final[list[float]] = [1.71, 1.84, 1.63, 2.16, 2.22, 2.46, 1.18]
WRONG: Final[list[float]] = [-0.82, -1.26, -1.17, -1.41, -1.33, -1.40, 0.23]  # beside what it takes from the dish
AT_HOME: Final[list[float]] = [0.0, 0.04, 1.61, 1.97, 2.77, 2.91, 3.00]  # a radioactive card in hand
PLENTY: Final[list[float]] = [0.0, 3.12, 6.30, 6.84, 2.45, 0.44, 0.74]  # times the deck's share of the rarest missing
SPARE_WILD: Final[list[float]] = [0.0, 0.0, 0.14, 0.42, 0.82, 1.38, 0.55]
FOR_LATER: Final[list[float]] = [0.0, 0.0, 0.07, 0.57, 0.85, 1.18, 1.65]  # a radioactive card of a type to come
SPARE: Final[list[float]] = [0.0, 0.0, 0.06, 0.33, 0.63, 1.03, 1.01]  # each other ingredient in hand
ON_TOP: Final[list[float]] = [
    0.0,
    1.68,
    2.57,
    2.81,
    2.75,
    2.21,
    1.18,
]  # whose turn it is, with a card wanted on the pile
TURN: Final = 0.95  # whose turn it is
SCALE_OF_TWO: Final[list[float]] = [7.0, 6.7, 6.3, 5.5, 4.6, 3.5, 2.1]  # by round, fitted to who won these games
SCALE_OF_MANY: Final[list[float]] = [20.0, 18.0, 14.8, 9.9, 6.7, 4.2, 2.1]


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


class Outlook:
    """How a seat stands, apart from its hand: counted once for all hands that it might have."""

    def __init__(self, state: Ovens, seat: Seat, dish: int, oven: list[Laid], up: int, turns: int) -> None:
        """`turns`: how often the seat may still prepare its dish; `up`: the kinds face up in its oven, as bits."""
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
        self.total: float = float(state.earned(seat))
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
        """Where FINISHES and BRINGS tell of it."""
        self.choosable: int = NONE
        """The types of dishes that the seat may still choose, as bits; NONE until it is asked for."""
        self.hand: list[Kind] = state.hands[seat]
        self.standing: float = UNKNOWN
        """With this hand, once it is asked for …"""
        self.with_kind: list[float] = []
        """… and with one more card, by its kind, or UNKNOWN …"""
        self.without_kind: list[float] = []
        """… or one less."""
        if self.fresh:
            self.total += FRESH[self.turns]
        elif dish >= 0:
            self.look_into(dish, oven, up)

    def look_into(self, dish: Dish, oven: list[Laid], up: i64) -> None:
        """Count what is in the oven, and what the dish lacks."""
        printed = self.printed
        seasoning = printed.seasoning
        type_ = printed.type_of[dish]
        home = printed.radioactive + type_
        self.missing = printed.wants[dish] & ~up
        self.home = BIT[home] & ~up
        self.home_plus = printed.plus[type_]
        self.seasoned = up & BIT[seasoning] != 0
        gap: i64 = -1 if self.seasoned else 0
        for kind in printed.needs[dish]:
            if self.missing & BIT[kind]:
                gap += 1
        self.gap = gap
        right = 0
        wrong = 0
        at_home = 0
        minus = 0
        for laid in oven:
            kind = kind_laid(laid)
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
        """Finished dishes, what the one in the oven will bring, and what a hand is good for that has lost a card and
        got another, if either is not NONE."""
        printed = self.printed
        seasoning = printed.seasoning
        missing = self.missing
        home = self.home
        finished = self.finished
        later = self.later
        ammo = self.ammo
        shots = self.shots
        covered: i64 = 0
        wilds: i64 = 0
        held: i64 = 0  # kinds, as bits
        stock = 0.0
        last = NONE
        at = len(hand) - 1
        while at >= 0 or more != NONE:  # the last kinds take the most
            if more != NONE and (at < 0 or more >= hand[at]):
                kind = more
                more = NONE
            else:
                kind = hand[at]
                at -= 1
                if kind == without:
                    without = NONE
                    continue
            bit: i64 = BIT[kind]
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
                    if kind >= printed.radioactive and kind != last and self.may_choose(kind - printed.radioactive):
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
        """What giving away the card one misses least does to the standing, if it is one of some kinds, as bits."""
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


class OvensSense(Sense):
    """Judgement for Ovens."""

    def __init__(self) -> None:
        super().__init__()
        self.tree_width = 1
        self.iterations = 500

    def value(self, state: State, seat: int) -> float:
        """A seat's own standing against that of the others."""
        assert isinstance(state, Ovens)
        standings = [self.outlook(state, other).stands() for other in range(state.players)]
        return standings[seat] - self.rivalry_of(standings, seat)

    def outlook(self, state: Ovens, seat: Seat) -> Outlook:
        """How a seat stands."""
        return Outlook(state, seat, state.dish[seat], state.ovens[seat], state.up[seat], preparations(state, seat))

    def rivalry_of(self, standings: list[float], seat: Seat) -> float:
        """How well the others stand, the best of them above all."""
        total = 0.0
        best = -1e9
        for other in range(len(standings)):
            if other != seat:
                standing = standings[other]
                total += standing
                best = max(best, standing)
        return LEADER * best + RIVALS * total / (len(standings) - 1)

    # Worth of actions

    def worth(self, state: State, seat: int, action: int) -> float:
        return self.worths(state, seat, [action])[0]

    def worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """The value expected after each of some actions, with what it leads to."""
        assert isinstance(state, Ovens)
        outlooks = [self.outlook(state, other) for other in range(state.players)]
        return self.worths_by(state, seat, actions, outlooks)

    def relative_worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """The same without the others, where no action can change how they stand."""
        assert isinstance(state, Ovens)
        if state.moment in (GIVE, REPLACE, SABOTAGE):
            return self.worths(state, seat, actions)
        return self.worths_by(state, seat, actions, [self.outlook(state, seat)])

    def worths_by(self, state: Ovens, seat: Seat, actions: list[int], outlooks: list[Outlook]) -> list[float]:
        """The worth of actions by the outlooks of all seats, or only by one's own."""
        standings = [outlook.stands() for outlook in outlooks]
        alone = len(outlooks) == 1
        own = outlooks[0 if alone else seat]
        rivalry = 0.0 if alone else self.rivalry_of(standings, seat)
        trade = 0.0  # what the card one misses least is worth, once a raid or theft asks for it
        if state.moment in (ACTION, KEEP):
            trade = own.least_loss(-1)
        worths: list[float] = []
        for action in actions:
            if action < READY:
                worths.append(own.without_one(action - REJECT) + AVERAGE_CARD - rivalry)
            elif action in (READY, GO_ON, RETURN):
                worths.append(own.stands() - rivalry)
            elif action < DISCARD:
                worths.append(self.dish_standing(state, seat, action - CHOOSE) - rivalry)
            elif action <= TAKE:
                worths.append(self.supply_standing(state, own, action) - rivalry)
            elif action < STEAL:
                worths.append(own.stands() + self.raid_gain(state, own, action - RAID, trade) - rivalry)
            elif action < CLEAN:
                worths.append(self.theft_standing(state, own, action - STEAL) - rivalry)
            elif action < KEEP_CARD:
                worths.append(self.clean_standing(state, own, action) - rivalry)
            elif action < RETURN:
                worths.append(own.with_one(action - KEEP_CARD) + trade - rivalry)
            elif action < REPLACE_WITH:
                given = action - GIVE_CARD
                rival = outlooks[state.victim]
                standings[state.victim] = rival.with_hand(rival.hand, state.kept, given)
                worths.append(own.with_hand(own.hand, given, state.kept) - self.rivalry_of(standings, seat))
            elif action < PREPARE_WITH:
                kind = action - REPLACE_WITH
                victim = state.victim
                standings[victim] = self.standing_laid_open(state, seat, victim, kind, outlooks[victim].turns)
                worths.append(own.without_one(kind) - self.rivalry_of(standings, seat))
            elif action < SABOTAGE_WITH:
                turns = own.turns - (1 if state.prepared + 1 == PREPARE_MOST else 0)
                worths.append(self.standing_laid_open(state, seat, seat, action - PREPARE_WITH, turns) - rivalry)
            else:
                victim, kind = divmod(action - SABOTAGE_WITH, MAX_KINDS)
                before = standings[victim]
                oven = [*state.ovens[victim], laid_card(kind, seat)]
                turns = outlooks[victim].turns
                standings[victim] = Outlook(state, victim, state.dish[victim], oven, state.up[victim], turns).stands()
                worths.append(own.without_one(kind) - self.rivalry_of(standings, seat))
                standings[victim] = before
        return worths

    def standing_laid_open(self, state: Ovens, seat: Seat, owner: Seat, kind: Kind, turns: int) -> float:
        """The standing of an oven's owner after a seat has laid a card into it, face up; this may finish the dish."""
        up = state.up[owner] | BIT[kind]
        if state.is_done(owner, up):
            after = state.trial_copy(seat)
            after.apply(seat, (PREPARE_WITH if owner == seat else REPLACE_WITH) + kind)
            return self.outlook(after, owner).stands()
        oven = [*state.ovens[owner], laid_card(kind, ALL)]
        outlook = Outlook(state, owner, state.dish[owner], oven, up, turns)
        return outlook.without_one(kind) if owner == seat else outlook.stands()

    def clean_standing(self, state: Ovens, own: Outlook, action: int) -> float:
        """The standing with a card, or two, of the own oven in hand."""
        seat = own.seat
        if action >= CLEAN_TWO or state.dish[seat] < 0:
            after = state.trial_copy(seat)
            after.apply(seat, action)
            return self.outlook(after, seat).stands()
        place = action - CLEAN
        oven = state.ovens[seat]
        kind = kind_laid(oven[place])
        up = state.up[seat] ^ (BIT[kind] if knower_of(oven[place]) == ALL else 0)
        left = oven[:place] + oven[place + 1 :]
        return Outlook(state, seat, state.dish[seat], left, up, own.turns).with_one(kind)

    def supply_standing(self, state: Ovens, own: Outlook, action: int) -> float:
        """The standing after a step of the supply, with what it will still bring to a hand of that size."""
        room = self.room(state, own.seat)
        if action == TAKE:
            room -= 1
            to_come = -DIRTY if room < 0 else AVERAGE_CARD * min(TAKE_MOST - state.taken - 1, room)
            return own.with_one(state.deck[-1]) + to_come
        room = min(TAKE_MOST, room + 1)
        if room <= 0 or not state.deck:
            return own.without_one(action - DISCARD)
        return own.with_hand(own.hand, action - DISCARD, state.deck[-1]) + AVERAGE_CARD * (room - 1)

    def room(self, state: Ovens, seat: Seat) -> int:
        """How many cards to take: up to the limit, but so that a dirty oven can still be cleaned."""
        dirty = 0
        for laid in state.ovens[seat]:
            if knower_of(laid) != ALL:
                dirty = 1
        return HAND_LIMIT - dirty - len(state.hands[seat])

    def dish_standing(self, state: Ovens, seat: Seat, type_: int) -> float:
        """The standing with a dish of that pile, as an average of all that its back may stand for."""
        pile = state.piles[type_]
        backs = state.printed.backs
        turns = preparations(state, seat)
        total = 0.0
        count = 0
        for dish in pile:
            if backs[dish] == backs[pile[-1]]:
                total += Outlook(state, seat, dish, state.ovens[seat], state.up[seat], turns).stands()
                count += 1
        return total / count

    def raid_gain(self, state: Ovens, own: Outlook, victim: Seat, trade: float) -> float:
        """What a raid brings: the better of two cards, some of which may be known, for the card one misses least."""
        cards = len(state.hands[victim])
        known = state.known_in_hand(victim, own.seat)
        if known:
            gains = [own.with_one(kind) - own.stands() + trade for kind in known]
            unseen = self.unseen_gain(state, own, trade, False)
            gain = better_of_two(gains + [unseen] * (cards - len(known)))
        else:
            gain = self.unseen_gain(state, own, trade, cards > 1)
        return gain + RAIDED / (state.players - 1) if preparations(state, victim) > 0 else gain

    def theft_standing(self, state: Ovens, own: Outlook, place: int) -> float:
        """The standing after a theft from an oven: what is put in serves the victim no less than what is taken."""
        victim = place // SPACES
        laid = state.ovens[victim][place % SPACES]
        kind = kind_laid(laid)
        fitting = state.lacks(victim)
        theft = own.with_one(kind) + own.least_loss(fitting & ~BIT[kind])
        if kind > state.printed.seasoning:
            theft -= (state.printed.minus[kind] + RIGHT_CARD) / (state.players - 1)
        return theft

    def unseen_gain(self, state: Ovens, own: Outlook, trade: float, two: bool) -> float:
        """What taking an unseen card, or the better of two, is expected to bring; nobody has to take either."""
        printed = state.printed
        seat = own.seat
        spare = max(0.0, STOCK * own.later + trade)
        if state.dish[seat] < 0:
            return spare
        cards = sum(printed.copies)
        held: i64 = 0
        for kind in own.hand:
            held |= BIT[kind]
        missing = own.missing & ~held
        home = own.home & ~held
        likely = 0.0  # that a card is of a kind which the dish lacks
        gain = 0.0
        at_home = 0.0
        for kind in range(len(printed.names)):
            if (missing | home) & BIT[kind]:
                share = printed.copies[kind] / cards
                if home & BIT[kind]:
                    at_home = share * max(0.0, own.with_one(kind) - own.stands() + trade - spare)
                else:
                    if likely == 0.0:
                        gain = max(0.0, own.with_one(kind) - own.stands() + trade - spare)
                    likely += share
        times = 2.0 - likely if two else 1.0
        return spare + times * (likely * gain + at_home)

    def sample_world(self, known: State, seat: int, chance: Stream) -> State:
        """In sampled worlds nobody has to remember anything."""
        world = known.determinize(seat, chance)
        assert isinstance(world, Ovens)
        world.memory = []
        return world

    def prior_visits(self, state: State) -> float:
        return 25.0

    def budget_factor(self, state: State) -> float:
        """Among five, worlds that agree with all that everybody saw are slow to find."""
        return 1.0 if state.players < MAX_PLAYERS else 0.4

    def value_scale(self, state: State) -> float:
        assert isinstance(state, Ovens)
        return VALUE_SCALE[state.round]

    def stage(self, state: State) -> int:
        assert isinstance(state, Ovens)
        return state.round * state.players + state.turn

    # The chances to win at the beginning of a turn, where a search evaluates

    def win_chances(self, state: State) -> list[float]:
        """The chance of each seat to come first, by weights that were fitted to the ends of many games."""
        assert isinstance(state, Ovens)
        if state.moment == OVER:
            return super().win_chances(state)
        scale = (SCALE_OF_TWO if state.players == 2 else SCALE_OF_MANY)[state.round]
        prospects = [self.prospects(state, seat) / scale for seat in range(state.players)]
        return softmax(prospects)

    def prospects(self, state: Ovens, seat: Seat) -> float:
        """About how many points a seat will have in the end, less what all have alike."""
        printed = state.printed
        turns = preparations(state, seat)
        dish = state.dish[seat]
        total = state.earned(seat) + BASE[turns]
        rest: list[Kind] = []
        wanted = 0
        at_home = NONE
        if dish < 0:
            rest = state.hands[seat]
        else:
            at_home = printed.radioactive + printed.type_of[dish]
            missing = printed.wants[dish] & ~state.up[seat]
            seasoned = state.up[seat] & BIT[printed.seasoning] != 0
            gap = -1 if seasoned else 0
            for kind in printed.needs[dish]:
                if missing & BIT[kind]:
                    gap += 1
            covered = 0
            wild = 0
            for kind in state.hands[seat]:
                if missing & BIT[kind]:
                    missing ^= BIT[kind]
                    covered += 1
                elif kind == at_home and state.plus(seat) == 0:
                    total += AT_HOME[turns]
                else:
                    rest.append(kind)
            if missing and not seasoned and printed.seasoning in rest:
                rest.remove(printed.seasoning)
                wild = 1
            covered = min(gap, covered + wild)
            left = gap - covered
            worth = printed.points[dish] + state.plus(seat) - state.minus(seat)
            total += FINISHED[min(left, len(FINISHED) - 1)][turns] * worth
            total += GAP[turns] * gap + COVERED[turns] * covered
            total += RIGHT[turns] * state.right_cards(seat) + WRONG[turns] * state.wrong_cards(seat)
            if left > 0:
                wanted = missing if seasoned or wild else missing | BIT[printed.seasoning]
                total += PLENTY[turns] * self.rarest(state, missing)
        if state.turn == seat:
            total += TURN
            if state.deck and wanted & BIT[state.deck[-1]]:
                total += ON_TOP[turns]
        last = NONE
        for kind in rest:
            if kind == printed.seasoning:
                total += SPARE_WILD[turns]
            elif kind != last and kind < printed.seasoning:
                total += SPARE[turns]
            elif kind >= printed.radioactive and kind != last and kind != at_home:
                total += FOR_LATER[turns] if state.may_choose(seat, kind - printed.radioactive) else 0.0
            last = kind
        return total

    def rarest(self, state: Ovens, kinds: int) -> float:
        """The share of the deck that the rarest of some kinds, given as bits, has."""
        if not state.deck:
            return 0.0
        copies = [0] * len(state.printed.names)
        for kind in state.deck:
            copies[kind] += 1
        least = len(state.deck)
        for kind in range(state.printed.seasoning):
            if kinds & BIT[kind]:
                least = min(least, copies[kind])
        return least / len(state.deck)

    def reason(self, state: State, seat: int, action: int) -> str:
        assert isinstance(state, Ovens)
        return reason(state, seat, action)


def better_of_two(gains: list[float]) -> float:
    """What the better of two brings on average that are drawn from some; nobody has to take either."""
    gains = sorted([max(0.0, gain) for gain in gains])
    held = len(gains)
    if held == 1:
        return gains[0]
    total = 0.0
    for at in range(held):  # the best of two is the one at `at` as often as the other is among those below it
        total += gains[at] * at
    return total * 2 / (held * (held - 1))

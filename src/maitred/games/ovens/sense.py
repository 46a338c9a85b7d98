"""What a good player of Ovens knows: how soon a dish will be done, what it will bring, and what a hand is good for."""

from __future__ import annotations

from typing import Final

from maitred.games.ovens.reasons import reason
from maitred.games.ovens.rules import (
    ACTION,
    BIT,
    CHOOSE,
    CHOOSE_DISH,
    CLEAN,
    DISCARD,
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
    RETURN,
    RIGHT_CARD,
    ROUNDS,
    SABOTAGE_WITH,
    SPACES,
    STEAL,
    TAKE,
    TAKE_MOST,
    TYPES,
    WRONG_CARD,
    Kind,
    Ovens,
    Seat,
    kind_laid,
    laid_card,
)
from maitred.kernel.chance import Stream
from maitred.kernel.sense import Sense, softmax
from maitred.kernel.state import State
from maitred.kernel.zones import put

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


class OvensSense(Sense):
    """Judgement for Ovens."""

    def __init__(self) -> None:
        super().__init__()
        self.tree_width = 1
        self.iterations = 500

    def value(self, state: State, seat: int) -> float:
        """A seat's own standing against that of the others."""
        assert isinstance(state, Ovens)
        standings = [self.standing(state, other) for other in range(state.players)]
        return standings[seat] - self.rivalry_of(standings, seat)

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

    def preparations(self, state: Ovens, seat: Seat) -> int:
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

    def standing(self, state: Ovens, seat: Seat) -> float:
        """Finished dishes, what the one in the oven will bring, and what the hand is good for."""
        turns = self.preparations(state, seat)
        total = float(state.earned(seat))
        if state.dish[seat] == NONE:
            total += FRESH[turns] + MATCH * self.best_match(state, seat)
        if state.dish[seat] < 0:
            return total + self.stock(state, seat, state.hands[seat], turns)
        rest: list[Kind] = []
        total += self.oven(state, seat, turns, rest)
        return total + self.stock(state, seat, rest, turns)

    def oven(self, state: Ovens, seat: Seat, turns: int, rest: list[Kind]) -> float:
        """What the dish in the oven will bring, by when, and what follows; what it does not want goes to `rest`."""
        printed = state.printed
        dish = state.dish[seat]
        missing = printed.wants[dish] & ~state.up[seat]
        home = state.home_bit(seat) & ~state.up[seat]
        seasoning = BIT[printed.seasoning] & ~state.up[seat]
        gap = 0 if seasoning else -1
        for kind in printed.needs[dish]:
            if missing & BIT[kind]:
                gap += 1
        covered = 0
        finished = float(printed.points[dish] + state.plus(seat) - state.minus(seat))
        for kind in state.hands[seat]:
            bit = BIT[kind]
            if bit & missing:
                missing ^= bit
                covered += 1
            elif bit & home:
                home = 0
                finished += IN_HAND * printed.plus[kind - printed.radioactive]
            else:
                rest.append(kind)
        if seasoning and covered < gap and printed.seasoning in rest:
            rest.remove(printed.seasoning)
            covered += 1
        covered = min(covered, gap)
        right = state.right_cards(seat)
        unfinished = RIGHT_CARD * (right + IN_HAND * covered) - WRONG_CARD * state.wrong_cards(seat)
        soonest = (gap + PREPARE_MOST - 1) // PREPARE_MOST + max(0, gap + len(state.ovens[seat]) - SPACES)
        supplied = 1 if state.turn == seat else 0  # the next supply comes with the next turn
        times = ARRIVES[gap - covered]
        total = -NOT_IN * covered
        likely = 0.0
        for supplies in range(ROUNDS + 1):
            at = max(soonest, supplies + supplied if supplies > 0 else 1)
            if at > turns:
                break
            likely += times[supplies]
            total += times[supplies] * (finished - SABOTAGE_A_TURN * (at - 1) + FRESH[turns - at])
        return total + (1.0 - likely) * unfinished

    def stock(self, state: Ovens, seat: Seat, rest: list[Kind], turns: int) -> float:
        """What cards in hand are good for beyond the present dish."""
        printed = state.printed
        later = LATER[turns]
        worth = 0.0
        last = NONE
        ammo = AMMO / (state.players - 1)
        shots = turns
        for at in range(len(rest) - 1, -1, -1):  # the last kinds take the most
            kind = rest[at]
            if kind < printed.seasoning:
                worth += (STOCK_AGAIN if kind == last else STOCK) * later
            elif kind == printed.seasoning:
                worth += WILD * later
            else:
                if shots > 0:
                    worth += ammo * printed.minus[kind]
                    ammo *= AMMO_AGAIN
                    shots -= 1
                if kind >= printed.radioactive and kind != last and state.may_choose(seat, kind - printed.radioactive):
                    worth += LATER_RADIOACTIVE * later
            last = kind
        return worth

    def best_match(self, state: Ovens, seat: Seat) -> int:
        """How many cards in hand are shown by the back of the dish that suits them best."""
        best = 0
        for type_ in range(TYPES):
            if state.may_choose(seat, type_):
                match = 0
                for kind in state.printed.backs[state.piles[type_][-1]]:
                    if kind in state.hands[seat]:
                        match += 1
                best = max(best, match)
        return best

    # Worth of actions

    def worth(self, state: State, seat: int, action: int) -> float:
        return self.worths(state, seat, [action])[0]

    def worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """The value expected after each of some actions, with what it leads to."""
        assert isinstance(state, Ovens)
        standings = [self.standing(state, other) for other in range(state.players)]
        own = standings[seat]
        rivalry = self.rivalry_of(standings, seat)
        trade = 0.0  # what the card one misses least is worth, once a raid or theft asks for it
        if state.moment in (ACTION, KEEP):
            trade = self.least_loss(state, seat, own, -1)
        worths: list[float] = []
        for action in actions:
            if action < READY:
                worths.append(self.standing_without(state, seat, action - REJECT) + AVERAGE_CARD - rivalry)
            elif action in (READY, GO_ON, RETURN):
                worths.append(own - rivalry)
            elif action < DISCARD:
                worths.append(self.dish_standing(state, seat, action - CHOOSE) - rivalry)
            elif action <= TAKE:
                worths.append(self.supply_standing(state, seat, action) - rivalry)
            elif action < STEAL:
                worths.append(own + self.raid_gain(state, seat, action - RAID, own, trade) - rivalry)
            elif action < CLEAN:
                worths.append(self.theft_standing(state, seat, action - STEAL, own) - rivalry)
            elif KEEP_CARD <= action < RETURN:
                worths.append(self.standing_with(state, seat, action - KEEP_CARD) + trade - rivalry)
            elif action >= SABOTAGE_WITH:
                victim, kind = divmod(action - SABOTAGE_WITH, MAX_KINDS)
                before = standings[victim]
                standings[victim] = self.standing_sabotaged(state, victim, laid_card(kind, seat))
                worths.append(self.standing_without(state, seat, kind) - self.rivalry_of(standings, seat))
                standings[victim] = before
            else:
                after = state.clone()
                after.apply(seat, action)
                if CLEAN <= action < KEEP_CARD or action >= PREPARE_WITH:
                    worths.append(self.standing(after, seat) - rivalry)
                else:
                    worths.append(self.value(after, seat))
        return worths

    def supply_standing(self, state: Ovens, seat: Seat, action: int) -> float:
        """The standing after a step of the supply, with what it will still bring to a hand of that size."""
        hand = state.hands[seat]
        state.hands[seat] = hand[:]
        if action == TAKE:
            put(state.hands[seat], state.deck[-1])
            room = self.room(state, seat)
            to_come = -DIRTY if room < 0 else AVERAGE_CARD * min(TAKE_MOST - state.taken - 1, room)
        else:
            state.hands[seat].remove(action - DISCARD)
            to_come = 0.0
            room = min(TAKE_MOST, self.room(state, seat))
            if room > 0 and state.deck:
                put(state.hands[seat], state.deck[-1])
                to_come = AVERAGE_CARD * (room - 1)
        worth = self.standing(state, seat) + to_come
        state.hands[seat] = hand
        return worth

    def room(self, state: Ovens, seat: Seat) -> int:
        """How many cards to take: up to the limit, but so that a dirty oven can still be cleaned."""
        dirty = 1 if state.face_down(seat) else 0
        return HAND_LIMIT - dirty - len(state.hands[seat])

    def dish_standing(self, state: Ovens, seat: Seat, type_: int) -> float:
        """The standing with a dish of that pile, as an average of all that its back may stand for."""
        pile = state.piles[type_]
        backs = state.printed.backs
        total = 0.0
        count = 0
        for dish in pile:
            if backs[dish] == backs[pile[-1]]:
                state.dish[seat] = dish
                total += self.standing(state, seat)
                count += 1
        state.dish[seat] = NONE
        return total / count

    def least_loss(self, state: Ovens, seat: Seat, standing: float, kinds: int) -> float:
        """What giving away the card one misses least does to the standing, if it is one of some kinds, as bits."""
        least = -1e9
        last = NONE
        for kind in state.hands[seat]:
            if kind != last and BIT[kind] & kinds:
                least = max(least, self.standing_without(state, seat, kind) - standing)
            last = kind
        return least if least > -1e9 else 0.0

    def raid_gain(self, state: Ovens, seat: Seat, victim: Seat, standing: float, trade: float) -> float:
        """What a raid brings: the better of two cards, some of which may be known, for the card one misses least."""
        cards = len(state.hands[victim])
        known = state.known_in_hand(victim, seat)
        if known:
            gains = [self.standing_with(state, seat, kind) - standing + trade for kind in known]
            unseen = self.unseen_gain(state, seat, standing, trade, False)
            gain = better_of_two(gains + [unseen] * (cards - len(known)))
        else:
            gain = self.unseen_gain(state, seat, standing, trade, cards > 1)
        return gain + RAIDED / (state.players - 1)

    def theft_standing(self, state: Ovens, seat: Seat, place: int, standing: float) -> float:
        """The standing after a theft from an oven: what is put in serves the victim no less than what is taken."""
        victim = place // SPACES
        laid = state.ovens[victim][place % SPACES]
        kind = kind_laid(laid)
        fitting = state.lacks(victim)
        theft = self.standing_with(state, seat, kind) + self.least_loss(state, seat, standing, fitting & ~BIT[kind])
        if kind > state.printed.seasoning:
            theft -= (state.printed.minus[kind] + RIGHT_CARD) / (state.players - 1)
        return theft

    def standing_sabotaged(self, state: Ovens, seat: Seat, laid: int) -> float:
        """The standing with one more card face down in the oven."""
        oven = state.ovens[seat]
        state.ovens[seat] = [*oven, laid]
        standing = self.standing(state, seat)
        state.ovens[seat] = oven
        return standing

    def unseen_gain(self, state: Ovens, seat: Seat, standing: float, trade: float, two: bool) -> float:
        """What taking an unseen card, or the better of two, is expected to bring; nobody has to take either."""
        printed = state.printed
        spare = max(0.0, STOCK * LATER[self.preparations(state, seat)] + trade)
        cards = 0
        for copies in printed.copies:
            cards += copies
        if state.dish[seat] < 0:
            return spare
        held = 0
        for kind in state.hands[seat]:
            held |= BIT[kind]
        missing = printed.wants[state.dish[seat]] & ~state.up[seat] & ~held
        home = state.home_bit(seat) & ~state.up[seat] & ~held
        likely = 0.0  # that a card is of a kind which the dish lacks
        gain = 0.0
        at_home = 0.0
        for kind in range(len(printed.names)):
            if BIT[kind] & (missing | home):
                share = printed.copies[kind] / cards
                if BIT[kind] & home:
                    at_home = share * max(0.0, self.standing_with(state, seat, kind) - standing + trade - spare)
                else:
                    if likely == 0.0:
                        gain = max(0.0, self.standing_with(state, seat, kind) - standing + trade - spare)
                    likely += share
        times = 2.0 - likely if two else 1.0
        return spare + times * (likely * gain + at_home)

    def standing_with(self, state: Ovens, seat: Seat, kind: Kind) -> float:
        """The standing with one more card in hand."""
        hand = state.hands[seat]
        state.hands[seat] = hand[:]
        put(state.hands[seat], kind)
        standing = self.standing(state, seat)
        state.hands[seat] = hand
        return standing

    def standing_without(self, state: Ovens, seat: Seat, kind: Kind) -> float:
        """The standing with one card less in hand."""
        hand = state.hands[seat]
        state.hands[seat] = hand[:]
        state.hands[seat].remove(kind)
        standing = self.standing(state, seat)
        state.hands[seat] = hand
        return standing

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
        turns = self.preparations(state, seat)
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

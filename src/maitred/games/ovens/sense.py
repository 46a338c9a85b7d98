"""Judgement for Ovens: what each action is worth to a seat, and how likely each seat is to win."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from maitred.games.ovens.outlook import STOCK, Outlook, preparations
from maitred.games.ovens.reasons import reason
from maitred.games.ovens.rules import (
    ACTION,
    ALL,
    BIT,
    CHOOSE,
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
    PREPARE_MOST,
    PREPARE_WITH,
    RAID,
    READY,
    REJECT,
    REPLACE,
    REPLACE_WITH,
    RETURN,
    RIGHT_CARD,
    SABOTAGE,
    SABOTAGE_WITH,
    SPACES,
    STEAL,
    TAKE,
    TAKE_MOST,
    Kind,
    Ovens,
    Seat,
    kind_laid,
    knower_of,
)
from maitred.kernel.chance import Stream
from maitred.kernel.sense import Sense, softmax
from maitred.kernel.state import State

AVERAGE_CARD: Final = 1.0
RAIDED: Final = 0.6  # points that a raid costs the others
DIRTY: Final = 2.0  # deducted for a hand too full to clean the oven
LEADER: Final = 0.25  # weight of the best standing among the others
RIVALS: Final = 0.75  # weight of their mean standing
VALUE_SCALE: Final[list[float]] = [40.0, 38.0, 30.0, 20.0, 14.0, 10.0, 5.0]  # by round

# Weights that predict the points at the end, by the preparations a seat has left (0 to 6): least squares over the
# beginnings of turns in 20,000 games of two medium bots and 5,000 of four, after a turn each with half the moves random
BASE: Final[list[float]] = [-13.4, -10.3, -5.1, -0.7, 4.4, 9.6, 15.5]
FINISHED: Final[list[list[float]]] = [  # share of what the dish would bring, by the cards neither in it nor in hand
    [0.03, 0.42, 0.52, 0.45, 0.43, 0.31, 0.59],
    [0.04, 0.24, 0.40, 0.35, 0.36, 0.25, 0.50],
    [0.06, 0.16, 0.32, 0.29, 0.28, 0.25, 0.51],
    [0.09, 0.13, 0.30, 0.29, 0.26, 0.22, 0.50],
]
GAP: Final[list[float]] = [-0.57, -0.55, -1.59, -1.60, -1.42, -1.22, -2.30]  # for each card that the dish lacks
COVERED: Final[list[float]] = [0.15, 0.21, 1.38, 2.07, 2.04, 2.50, 3.19]  # for each of these in hand
RIGHT: Final[list[float]] = [1.71, 1.84, 1.63, 2.16, 2.22, 2.46, 1.18]  # for a right card in the oven
WRONG: Final[list[float]] = [
    -0.82,
    -1.26,
    -1.17,
    -1.41,
    -1.33,
    -1.40,
    0.23,
]  # for a wrong one, besides the points it costs
AT_HOME: Final[list[float]] = [0.0, 0.04, 1.61, 1.97, 2.77, 2.91, 3.00]  # a radioactive card in hand
PLENTY: Final[list[float]] = [0.0, 3.12, 6.30, 6.84, 2.45, 0.44, 0.74]  # times the share of the rarest missing kind
SPARE_WILD: Final[list[float]] = [0.0, 0.0, 0.14, 0.42, 0.82, 1.38, 0.55]
FOR_LATER: Final[list[float]] = [0.0, 0.0, 0.07, 0.57, 0.85, 1.18, 1.65]  # a radioactive card of a type to come
SPARE: Final[list[float]] = [0.0, 0.0, 0.06, 0.33, 0.63, 1.03, 1.01]  # each other ingredient in hand
ON_TOP: Final[list[float]] = [0.0, 1.68, 2.57, 2.81, 2.75, 2.21, 1.18]  # on one's turn, with a wanted card on the pile
TURN: Final = 0.95  # for the player whose turn it is
SCALE_OF_TWO: Final[list[float]] = [7.0, 6.7, 6.3, 5.5, 4.6, 3.5, 2.1]  # by round, fitted to who won these games
SCALE_OF_MANY: Final[list[float]] = [20.0, 18.0, 14.8, 9.9, 6.7, 4.2, 2.1]


NOBODY: Final[list[Outlook]] = []
NO_STANDINGS: Final[list[float]] = []


@final
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
        outlook = Outlook(state, seat, preparations(state, seat))
        return outlook.look_into(state.dish[seat], state.ovens[seat], state.up[seat])

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
        return self.worths_by(state, seat, actions, outlooks[seat], outlooks)

    def relative_worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """The same without the others, where no action can change how they stand."""
        assert isinstance(state, Ovens)
        if state.moment in (GIVE, REPLACE, SABOTAGE):
            return self.worths(state, seat, actions)
        return self.worths_by(state, seat, actions, self.outlook(state, seat), NOBODY)

    def worths_by(
        self, state: Ovens, seat: Seat, actions: list[int], own: Outlook, outlooks: list[Outlook]
    ) -> list[float]:
        """The worth of actions by one's own outlook and those of all seats, if the others count at all."""
        standings = NO_STANDINGS
        rivalry = 0.0
        if outlooks:
            standings = [outlook.stands() for outlook in outlooks]
            rivalry = self.rivalry_of(standings, seat)
        trade = 0.0  # what giving the least useful card in return does to the standing
        if state.moment in (ACTION, KEEP):
            trade = own.least_loss(-1)
        room = self.room(state, seat) if DISCARD <= actions[0] <= TAKE else 0
        worths: list[float] = []
        for action in actions:
            if action < READY:
                worths.append(own.with_hand(action - REJECT, NONE) + AVERAGE_CARD - rivalry)
            elif action in (READY, GO_ON, RETURN):
                worths.append(own.stands() - rivalry)
            elif action < DISCARD:
                worths.append(self.dish_standing(state, own, action - CHOOSE) - rivalry)
            elif action <= TAKE:
                worths.append(self.supply_standing(state, own, action, room) - rivalry)
            elif action < STEAL:
                worths.append(own.stands() + self.raid_gain(state, own, action - RAID, trade) - rivalry)
            elif action < CLEAN:
                worths.append(self.theft_standing(state, own, action - STEAL) - rivalry)
            elif action < KEEP_CARD:
                worths.append(self.clean_standing(state, own, action) - rivalry)
            elif action < RETURN:
                worths.append(own.with_hand(NONE, action - KEEP_CARD) + trade - rivalry)
            elif action < REPLACE_WITH:
                given = action - GIVE_CARD
                rival = outlooks[state.victim]
                standings[state.victim] = rival.with_hand(state.kept, given)
                worths.append(own.with_hand(given, state.kept) - self.rivalry_of(standings, seat))
            elif action < PREPARE_WITH:
                kind = action - REPLACE_WITH
                victim = state.victim
                rival = outlooks[victim]
                standings[victim] = self.standing_laid_open(state, seat, rival, kind, int(rival.turns))
                worths.append(own.with_hand(kind, NONE) - self.rivalry_of(standings, seat))
            elif action < SABOTAGE_WITH:
                turns = int(own.turns) - (1 if state.prepared + 1 == PREPARE_MOST else 0)
                worths.append(self.standing_laid_open(state, seat, own, action - PREPARE_WITH, turns) - rivalry)
            else:
                victim = (action - SABOTAGE_WITH) // MAX_KINDS
                kind = (action - SABOTAGE_WITH) % MAX_KINDS
                before = standings[victim]
                rival = outlooks[victim]
                standings[victim] = rival.with_card(kind, state.up[victim], int(rival.turns)).stands()
                worths.append(own.with_hand(kind, NONE) - self.rivalry_of(standings, seat))
                standings[victim] = before
        return worths

    def standing_laid_open(self, state: Ovens, seat: Seat, before: Outlook, kind: Kind, turns: int) -> float:
        """The standing of an oven's owner after a seat has laid a card into it, face up; this may finish the dish."""
        owner = before.seat
        after = before.with_card(kind, state.up[owner] | BIT[kind], turns).once_finished()
        return after.with_hand(kind if owner == seat else NONE, NONE)

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
        cleaned = Outlook(state, seat, int(own.turns), own).look_into(state.dish[seat], oven, up, place)
        return cleaned.with_hand(NONE, kind)

    def supply_standing(self, state: Ovens, own: Outlook, action: int, room: int) -> float:
        """The standing after a step of the supply, with what it will still bring to a hand with room for so many."""
        if action == TAKE:
            room -= 1
            to_come = -DIRTY if room < 0 else AVERAGE_CARD * min(TAKE_MOST - state.taken - 1, room)
            return own.with_hand(NONE, state.deck[-1]) + to_come
        room = min(TAKE_MOST, room + 1)
        if room <= 0 or not state.deck:
            return own.with_hand(action - DISCARD, NONE)
        return own.with_hand(action - DISCARD, state.deck[-1]) + AVERAGE_CARD * (room - 1)

    def room(self, state: Ovens, seat: Seat) -> int:
        """How many cards to take: up to the limit, but so that a dirty oven can still be cleaned."""
        dirty = 0
        for laid in state.ovens[seat]:
            if knower_of(laid) != ALL:
                dirty = 1
        return HAND_LIMIT - dirty - len(state.hands[seat])

    def dish_standing(self, state: Ovens, own: Outlook, type_: int) -> float:
        """The standing with a dish of that pile, as an average of all that its back may stand for."""
        pile = state.piles[type_]
        backs = state.printed.back_of
        back = backs[pile[-1]]
        seat = own.seat
        total = 0.0
        count = 0
        likely = Outlook(state, seat, int(own.turns), own)  # of one dish after another
        for dish in pile:
            if backs[dish] == back:
                total += likely.look_into(dish, state.ovens[seat], state.up[seat]).with_hand(NONE, NONE)
                count += 1
        return total / count

    def raid_gain(self, state: Ovens, own: Outlook, victim: Seat, trade: float) -> float:
        """What a raid brings: the better of two cards, some of which may be known, for the least useful one in hand."""
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
        cards = printed.size
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
        """About how many points a seat will end with, up to a constant that is the same for all seats."""
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
        """The share of the rarest of some kinds, given as bits, in the deck."""
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
    """The expected gain of the better of two cards drawn from these; nobody has to take either."""
    gains = sorted([max(0.0, gain) for gain in gains])
    held = len(gains)
    if held == 1:
        return gains[0]
    total = 0.0
    for at in range(held):  # it is the better of two if the other is one of those below it
        total += gains[at] * at
    return total * 2 / (held * (held - 1))

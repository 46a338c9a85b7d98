"""What a good player of Diner knows: what a section and a hand promise, how long the night is, what others wait for.

Everything is counted in dollars. An action has its price, so a table promises its value less the actions that it
still takes, and a plate in hand the actions that it saves. But an action also hands a token to a rival, and what is on
the table next may be better: who waits for an action worth a token does far better than who acts at once.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from maitred.games.diner.reasons import reason
from maitred.games.diner.rules import (
    BLUE,
    BREAK_PLAYERS,
    CALL,
    COUNTER,
    DRAW,
    HOLD,
    NONE,
    ONE_PLATE,
    SEAT,
    SERVE,
    SLOTS,
    STACKS,
    TAKE,
    Card,
    Diner,
    Plate,
    Seat,
    Stack,
    one_byte_each,
    shortage,
)
from maitred.kernel.sense import Sense, softmax
from maitred.kernel.state import State

Dollars = list[float]

UNCHANGED: Final[list[float]] = [0.0] * SERVE  # for every action in Kitchen and Lounge
KEPT_MOST: Final = 3  # more of a kind than this save nothing
PRIOR_VISITS_A_CARD: Final = 1000.0  # more for every card left …
LATE: Final = 12.0  # … beyond these

ACTIONS_LEFT: Final[list[float]] = [0.0, 1.0, 2.0, 4.0, 6.0, 8.0, 10.0]
"""The numbers of actions left for which `win_chances` has weights; between them the weights are interpolated."""
WEIGHTS: Final[list[list[float]]] = [
    [0.30, 0.36, 0.30, 0.23, 0.23, 0.21, 0.18],  # what a seat promises
    [0.21, 0.25, 0.25, 0.22, 0.19, 0.15, 0.12],  # a dollar earned
    [0.13, 0.18, 0.23, 0.24, 0.22, 0.17, 0.15],  # a dollar in the section
    [0.17, 0.22, 0.12, 0.01, 0.00, 0.01, 0.03],  # and every plate for it in hand
    [-0.01, 0.04, 0.00, -0.15, -0.33, -0.33, -0.30],  # a table
    [-0.27, -0.33, -0.29, -0.13, -0.05, -0.04, -0.05],  # a draw until all are served
    [-0.16, -0.17, -0.07, 0.01, 0.05, 0.08, 0.09],  # a plate
    [-0.12, -0.10, 0.09, 0.27, 0.38, 0.49, 0.41],  # a Blue Plate Special to spare
    [0.00, 0.00, 0.49, 0.50, 0.30, 0.22, 0.17],  # a dollar that the best party in the Lounge would add
    [0.10, 0.14, 0.39, 0.19, 0.21, 0.19, 0.18],  # and the best plate in the Kitchen
    [-0.13, -0.03, 0.13, 0.26, 0.25, 0.22, 0.21],  # a token
    [0.00, -0.02, 0.09, 0.08, 0.15, 0.15, 0.11],  # a token of the player on the right, from whom tokens come
]
"""What raises the odds to come first among many: fitted to who won 12000 games of four medium bots, from positions
after some ten moves of which four in ten were any moves."""


MOST_WAITING: Final = 60  # tables of a section that are looked at
BIT: Final[list[int]] = [1 << at for at in range(MOST_WAITING)]


def first_zero(bits: i64) -> int:
    """The place of the lowest bit that is not set."""
    at = 0
    while bits & 1 != 0:
        bits >>= 1
        at += 1
    return at


def best_other(promises: Dollars, seat: Seat) -> float:
    """The best promise of another seat."""
    best = -1000.0
    for other in range(len(promises)):
        if other != seat:
            best = max(best, promises[other])
    return best


@final
class Outlook:
    """What a seat promises in a position, as far as it was asked for: whoever looks at the same shares it."""

    def __init__(self, have: i64, wild: i64) -> None:
        self.have: i64 = have
        self.wild: i64 = wild
        self.earned: int = 0
        self.promise: float = 0.0
        self.with_party: Dollars = []
        """With each party of the Lounge in the section; empty until it is asked for."""


class DinerSense(Sense):
    """Judgement for Diner, by the habits of a good player."""

    def __init__(self, among_many: Sense | None = None) -> None:
        """`among_many`: the judgement of searches with more than two players."""
        super().__init__()
        self.among_many: Sense | None = among_many
        self.price: float = 0.7
        """What an action is worth."""
        self.token: float = 1.0
        """What an action must add to be worth a token, which the next player gets."""
        self.draws: list[float] = [1.5, 1.7, 1.9, 2.2, 2.6]
        """Actions until a plate of each kind is in hand."""
        self.keep: list[float] = [0.5, 0.6, 0.8, 1.0, 1.2, 1.8]
        """Actions that a plate saves although no table waits for it …"""
        self.repeat: float = 0.0
        """… and what part of that another of its kind saves less."""
        self.serving: float = 1.0
        """The action that serves."""
        self.end_doubt: float = 0.7
        """How unsure the end of the night is, by the actions until a table is served."""
        self.table_cost: float = 0.0
        """What a table in the section costs by being there: who has many is slow to do what comes up."""
        self.docking: float = 1.0
        """How much a dollar that is docked counts beside one that is earned."""
        self.serves: float = 1.6
        """Actions for every card that leaves the Kitchen."""
        self.last_stack: float = 0.3
        """How much of the largest stack is used up before two are empty."""
        self.after_break: float = 0.75
        """How much of what a break shuffles is used up."""
        self.short: float = 4.0
        """With fewer actions left than this, plates without a table lose their worth."""
        self.deny_plate: float = 0.3
        """How much the use of a plate counts for the other who can use it best."""
        self.lose_plate: float = 0.4
        """How much of a plate's use is lost to a player who turns it over."""
        self.deny_table: float = 0.1
        """How much the gain of a party counts for the other who gains most by it."""
        self.lose_table: float = 0.4
        """How much of a party's gain is lost to a player who sends it to the counter."""
        self.serving_discount: float = 0.0
        """How much less a serving must add than another action to be worth a token."""
        self.lead: float = 0.25
        """At a calm table: how much less an action must add for whoever is asked first, who must act if all hold …"""
        self.follow: float = 0.1
        """… and how much more for whoever is asked after others have held, and can leave it to them."""
        self.saved: float = 0.1
        """How much less it must add there for every token more than one."""
        self.calm_serving_discount: float = 0.3
        """How much less a serving must add there."""
        self.win: float = 3.0
        """Closing the diner while ahead is worth more than the money."""
        self.sections: list[list[Card]] | None = None
        """The position that actions were judged in last, by what all its copies share …"""
        self.question: int = 0
        self.cards: float = 0.0
        self.outlooks: list[Outlook | None] = []
        """… and the outlook of each seat in it."""
        self.judged: Diner | None = None
        """The copy and the seat that actions were judged for last …"""
        self.judged_seat: Seat = 0
        self.asked: int = 0
        self.promised: float = 0.0
        """… and the worth of waiting there."""

    def for_search(self, state: State, seat: int) -> Sense:
        return self if self.among_many is None or state.players == 2 else self.among_many

    def value(self, state: State, seat: int) -> float:
        """A seat's own promise against the best of the others."""
        assert isinstance(state, Diner)
        if state.closed:
            return self.margin(state, seat)
        promises = self.promises(state, seat, self.cards_left(state))
        return promises[seat] - best_other(promises, seat)

    def margin(self, state: Diner, seat: Seat, docked: int = 0) -> float:
        """How far a seat is ahead if the diner closes now, and what it is worth to be ahead at all."""
        scores = state.scores()
        best = -1000
        for other in range(state.players):
            if other != seat:
                best = max(best, scores[other])
        ahead = scores[seat] - docked - best
        return ahead + (self.win if ahead > 0 else -self.win if ahead < 0 else 0.0)

    def promises(self, state: Diner, seat: Seat, cards: float) -> Dollars:
        """The promise of every seat."""
        return [self.promise_left(state, other, cards) for other in range(state.players)]

    def promise_left(self, state: Diner, seat: Seat, cards: float) -> float:
        """The promise of a seat when so many cards will still leave the Kitchen."""
        if self.is_at(state) and self.cards == cards:
            return self.outlook(state, seat).promise
        return self.promise(state, seat, cards)

    def best_rival(self, state: Diner, seat: Seat, cards: float) -> float:
        """The best promise of another seat."""
        best = -1000.0
        for other in range(state.players):
            if other != seat:
                best = max(best, self.promise_left(state, other, cards))
        return best

    def look_at(self, state: Diner, cards: float) -> None:
        """Keep outlooks of this position from here on."""
        if not self.is_at(state) or self.cards != cards:
            self.sections = state.sections
            self.question = state.asked
            self.cards = cards
            self.outlooks = [None] * state.players

    def is_at(self, state: Diner) -> bool:
        """Whether outlooks are kept of this position."""
        return self.sections is state.sections and self.question == state.asked

    def outlook(self, state: Diner, seat: Seat) -> Outlook:
        """The outlook of a seat in the position that is looked at; it depends on what is known of the seat's hand."""
        held = state.held[seat]
        have: i64 = one_byte_each(held)
        wild: i64 = held[BLUE]
        outlook = self.outlooks[seat]
        if outlook is None or outlook.have != have or outlook.wild != wild:
            outlook = Outlook(have, wild)
            outlook.earned = state.earned(seat)
            actions = self.serves * self.cards / state.players
            outlook.promise = self.promise_of(state, outlook.earned, state.sections[seat], have, wild, actions)
            self.outlooks[seat] = outlook
        return outlook

    def promises_with_parties(self, state: Diner, seat: Seat, outlook: Outlook) -> Dollars:
        """What a seat promises with each party of the Lounge in its section."""
        if not outlook.with_party:
            section = state.sections[seat]
            actions = self.serves * self.cards / state.players
            for table in state.lounge:
                waiting = [*section, table]
                outlook.with_party.append(
                    self.promise_of(state, outlook.earned, waiting, outlook.have, outlook.wild, actions)
                )
        return outlook.with_party

    def promise_with_plate(self, state: Diner, seat: Seat, outlook: Outlook, plate: Plate) -> float:
        """What a seat promises with one more plate in hand."""
        have = outlook.have
        wild = outlook.wild
        if plate == BLUE:
            wild += 1
        else:
            have += ONE_PLATE[plate]
        actions = self.serves * self.cards / state.players
        return self.promise_of(state, outlook.earned, state.sections[seat], have, wild, actions)

    def cards_left(self, state: Diner, more: int = 0) -> float:
        """About how many cards will leave the Kitchen before the diner closes, with some more in the Sink."""
        most = 0
        total = 0
        for stack in state.kitchen:
            most = max(most, len(stack))
            total += len(stack)
        left = total - most + self.last_stack * most
        if state.players >= BREAK_PLAYERS and state.breaks == 0:
            left += self.after_break * (len(state.sink) + more + (1.0 - self.last_stack) * most)
        return left

    def promise(self, state: Diner, seat: Seat, cards: float, plate: Plate = NONE, table: Card = NONE) -> float:
        """What a seat will have made when `cards` have left the Kitchen, with one more plate or table if said so."""
        have: i64 = one_byte_each(state.held[seat])
        wild: i64 = state.held[seat][BLUE]
        if plate == BLUE:
            wild += 1
        elif plate != NONE:
            have += ONE_PLATE[plate]
        section = state.sections[seat]
        waiting = section if table == NONE else [*section, table]
        actions = self.serves * cards / state.players
        return self.promise_of(state, state.earned(seat), waiting, have, wild, actions)

    def promise_of(self, state: Diner, earned: int, waiting: list[Card], have: i64, wild: i64, actions: float) -> float:
        """The same from what was earned, the tables that wait and the plates in hand, as one number and wilds."""
        printed = state.printed
        if len(waiting) > MOST_WAITING:
            waiting = waiting[:MOST_WAITING]
        promise = float(earned)
        spent = 0.0
        served: i64 = 0  # tables, a bit each
        for left in range(len(waiting), 0, -1):
            at = self.nearest(state, waiting, have, wild, served) if left > 1 else first_zero(served)
            card = waiting[at]
            served |= BIT[at]
            ordered: i64 = printed.ordered[card]
            short = shortage(ordered, have)
            cost = self.serving
            if short != 0:
                cost = self.effort(short, wild) + self.serving
                wild -= min(wild, short % 255)  # bytes add up
            have -= ordered - short
            spent += cost
            likely = 0.5 + (actions - spent) / (2.0 * self.end_doubt * spent)
            likely = min(1.0, max(0.0, likely))
            promise += printed.value[card] * (likely - self.docking * (1.0 - likely)) - self.price * cost * likely
            promise -= self.table_cost
        still = self.price * min(1.0, actions / self.short)
        for kind in range(BLUE):
            kept: i64 = have & 255
            have >>= 8
            if kept > 0:
                promise += still * self.keep[kind] * self.saves(kept)
        if wild > 0:
            promise += still * self.keep[BLUE] * self.saves(wild)
        return promise

    def saves(self, kept: i64) -> float:
        """How much so many plates of a kind save, in plates that are the only ones of their kind."""
        if kept == 1:
            return 1.0
        counted = int(min(kept, KEPT_MOST))
        return counted - self.repeat * (counted * (counted - 1) // 2)

    def nearest(self, state: Diner, waiting: list[Card], have: i64, wild: i64, served: i64) -> int:
        """The place of the table that is served next: the one that takes least, rather a valuable one."""
        printed = state.printed
        at = 0
        least = 1e9
        for place in range(len(waiting)):
            if served & BIT[place] == 0:
                card = waiting[place]
                effort = self.effort(shortage(printed.ordered[card], have), wild) - 0.1 * printed.value[card]
                if effort < least:
                    least = effort
                    at = place
        return at

    def effort(self, short: i64, wild: i64) -> float:
        """About how many draws bring the plates that an order is short of; wilds go where they save most."""
        effort = 0.0
        if short != 0:
            draws = self.draws
            for plate in range(BLUE - 1, -1, -1):
                missing = short >> (8 * plate) & 255
                if missing > 0:
                    helped = min(missing, wild)
                    wild -= helped
                    effort += int(missing - helped) * draws[plate]
        return effort

    def use(self, state: Diner, seat: Seat, plate: Plate) -> float:
        """About what a plate would be worth in a hand."""
        if plate == BLUE:
            return self.price * self.keep[BLUE]
        held = state.held[seat][plate]
        wanted = 0
        for card in state.sections[seat]:
            wanted += state.printed.needs[card][plate]
        if wanted > held:
            return self.price * self.draws[plate]
        return self.price * self.keep[plate] if held < KEPT_MOST else 0.0

    def denied(self, state: Diner, seat: Seat, plate: Plate) -> float:
        """What it is worth that the others do not get a plate."""
        best = 0.0
        for other in range(state.players):
            if other != seat:
                best = max(best, self.use(state, other, plate))
        return self.deny_plate * best

    def closes(self, state: Diner, stack: Stack) -> bool:
        """Whether taking a card from this stack closes the diner at once."""
        if state.players_call or len(state.kitchen[stack]) > 1 or state.empty_stacks() < 1:
            return False
        return state.players < BREAK_PLAYERS or state.breaks > 0

    def worth(self, state: State, seat: int, action: int) -> float:
        return self.worths(state, seat, [action])[0]

    def worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """The value expected after each action; what comes to light by it is not foreseen."""
        assert isinstance(state, Diner)
        printed = state.printed
        cards = self.cards_left(state) - 1.0
        self.look_at(state, cards)
        promises = self.promises(state, seat, cards)
        own = self.outlook(state, seat)
        rival = best_other(promises, seat)
        promise = promises[seat]
        self.judged = state
        self.judged_seat = seat
        self.asked = state.asked
        self.promised = promise - rival
        token = self.token_price(state, cards)
        discount = self.serving_discount
        if state.calm:
            token += self.follow if state.holds > 0 else -self.lead
            token -= self.saved * (state.tokens[seat] - 1)
            discount = max(discount, self.calm_serving_discount)
        # For each party in the Lounge: the promise with it in the section, and what it is worth out of others' reach
        with_party = self.promises_with_parties(state, seat, own)
        others = self.denied_tables(state, seat)
        # For each stack: the promise with its plate in hand, what it is worth denied, and what is lost if turned over
        with_plate: list[float] = []
        denied: list[float] = []
        lost: list[float] = []
        for stack in range(STACKS):
            if state.kitchen[stack]:
                plate = state.plate[state.kitchen[stack][-1]]
                with_plate.append(self.promise_with_plate(state, seat, own, plate))
                denied.append(self.denied(state, seat, plate))
                lost.append(self.lose_plate * self.use(state, seat, plate))
            else:
                with_plate.append(promise)
                denied.append(0.0)
                lost.append(0.0)
        openings = self.openings(state, seat, cards, promise, with_party, with_plate)
        worths: list[float] = []
        for action in actions:
            if action == HOLD:
                worths.append(promise - rival)
            elif action == TAKE:
                worths.append(promise - rival + self.price)
            elif action == CALL:
                after = state.clone()
                after.apply(seat, action)
                worths.append(self.value(after, seat))
            elif action >= SERVE:
                worths.append(self.value_served(state, seat, action - SERVE) - (token - discount))
            else:
                stack = action - DRAW if action < SEAT else (action - SEAT) % STACKS
                slot = 0 if action < SEAT else (action - SEAT) % (SLOTS * STACKS) // STACKS
                if self.closes(state, stack):
                    docked = printed.value[state.lounge[slot]] if SEAT <= action < COUNTER else 0
                    worths.append(self.margin(state, seat, docked))
                    continue
                worth = denied[stack] - rival - token
                if action < SEAT:
                    worth += with_plate[stack]
                elif action < COUNTER:
                    worth += with_party[slot] + others[slot] - lost[stack]
                else:
                    missed = self.lose_table * max(0.0, with_party[slot] - promise)
                    worth += promise + others[slot] - missed - lost[stack]
                worths.append(worth + openings[action])
        return worths

    def value_served(self, state: Diner, seat: Seat, table: Card) -> float:
        """The value after a table was served; what comes after does not depend on where its plates lie."""
        printed = state.printed
        held = state.held[seat]
        have: i64 = one_byte_each(held)
        ordered: i64 = printed.ordered[table]
        short = shortage(ordered, have)
        wild: i64 = held[BLUE] - int(short % 255)
        cards = self.cards_left(state, len(printed.orders[table]))
        waiting = [card for card in state.sections[seat] if card != table]
        earned = state.earned(seat) + printed.value[table]
        actions = self.serves * cards / state.players
        own = self.promise_of(state, earned, waiting, have - (ordered - short), wild, actions)
        return own - self.best_rival(state, seat, cards)

    def token_price(self, state: Diner, cards: float) -> float:
        """What an action must add when so many cards will still leave the Kitchen."""
        return self.token

    def openings(
        self, state: Diner, seat: Seat, cards: float, promise: float, seated: Dollars, drawn: Dollars
    ) -> Dollars:
        """For every action in Kitchen and Lounge: how much more it leaves to be done next than there is now.

        `seated` and `drawn` are the promises with each party of the Lounge and with each plate of the Kitchen.
        """
        return UNCHANGED

    def denied_tables(self, state: Diner, seat: Seat) -> list[float]:
        """For each party in the Lounge what it is worth that the others do not get it."""
        best = [0.0] * SLOTS
        if self.deny_table > 0.0:
            for other in range(state.players):
                if other != seat:
                    outlook = self.outlook(state, other)
                    seated = self.promises_with_parties(state, other, outlook)
                    for slot in range(SLOTS):
                        best[slot] = max(best[slot], seated[slot] - outlook.promise)
        return [self.deny_table * gain for gain in best]

    def wait_worth(self, state: State, seat: int) -> float:
        """The value if others act and this seat does not."""
        assert isinstance(state, Diner)
        if self.judged is state and self.judged_seat == seat and self.asked == state.asked:
            return self.promised
        promises = self.promises(state, seat, self.cards_left(state) - 1.0)
        return promises[seat] - best_other(promises, seat)

    def value_scale(self, state: State) -> float:
        assert isinstance(state, Diner)
        return 6.5 if state.players == 2 else 2.0 + 0.1 * self.cards_left(state)

    def prior_visits(self, state: State) -> float:
        """Among many, whoever acts more than the others early on runs out of tokens: only the end is searched."""
        assert isinstance(state, Diner)
        visits = super().prior_visits(state)
        if state.players > 2:
            visits += PRIOR_VISITS_A_CARD * max(0.0, self.cards_left(state) - LATE)
        return visits

    def win_chances(self, state: State) -> list[float]:
        """As usual between two; among many by fitted weights: tokens count, and what is on the table."""
        assert isinstance(state, Diner)
        players = state.players
        if state.closed or players == 2:
            return super().win_chances(state)
        cards = self.cards_left(state)
        weights = self.weights(self.serves * cards / players)
        odds: list[float] = []
        for seat in range(players):
            total = 0.0
            standing = self.standing(state, seat, cards)
            for at in range(len(weights)):
                total += weights[at] * standing[at]
            odds.append(total)
        return softmax(odds)

    def weights(self, actions: float) -> list[float]:
        """What everything in `standing` weighs when each seat has so many actions left."""
        last = len(ACTIONS_LEFT) - 1
        if actions >= ACTIONS_LEFT[last]:
            return [row[last] for row in WEIGHTS]
        at = 0
        while actions >= ACTIONS_LEFT[at + 1]:
            at += 1
        part = (actions - ACTIONS_LEFT[at]) / (ACTIONS_LEFT[at + 1] - ACTIONS_LEFT[at])
        return [row[at] + part * (row[at + 1] - row[at]) for row in WEIGHTS]

    def standing(self, state: Diner, seat: Seat, cards: float) -> list[float]:
        """All that tells how a seat stands, in the order of WEIGHTS."""
        printed = state.printed
        have: i64 = one_byte_each(state.held[seat])
        wild: i64 = state.held[seat][BLUE]
        waiting = state.sections[seat][:MOST_WAITING]
        served: i64 = 0
        ready = 0
        draws = 0.0
        for _ in waiting:
            at = self.nearest(state, waiting, have, wild, served)
            card = waiting[at]
            served |= BIT[at]
            ordered: i64 = printed.ordered[card]
            short = shortage(ordered, have)
            effort = self.effort(short, wild)
            wild -= min(wild, short % 255)
            have -= ordered - short
            draws += effort
            if effort == 0.0:
                ready += printed.value[card]
        promise = self.promise(state, seat, cards)
        with_party = promise
        for table in state.lounge:
            with_party = max(with_party, self.promise(state, seat, cards, NONE, table))
        with_plate = promise
        for stack in state.kitchen:
            if stack:
                with_plate = max(with_plate, self.promise(state, seat, cards, state.plate[stack[-1]]))
        return [
            promise,
            float(state.earned(seat)),
            float(state.docked(seat)),
            float(ready),
            float(len(state.sections[seat])),
            draws,
            float(len(state.hands[seat])),
            float(int(wild)),
            with_party - promise,
            with_plate - promise,
            float(state.tokens[seat]),
            float(state.tokens[(seat + state.players - 1) % state.players]),
        ]

    def reason(self, state: State, seat: int, action: int) -> str:
        assert isinstance(state, Diner)
        return reason(state, seat, action)

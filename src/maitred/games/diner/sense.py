"""What a good player of Diner knows: what a section and a hand promise, how long the night is, what others wait for.

Everything is counted in dollars. An action is worth about PRICE, so a table promises its value less the actions that it
still takes, and a plate in hand the actions that it saves. But an action also hands a token to a rival, and what is on
the table next may be better: who waits for an action worth a token does far better than who acts at once.
"""

from __future__ import annotations

from math import exp
from typing import Final

from maitred.games.diner.rules import (
    BLUE,
    BREAK_PLAYERS,
    CALL,
    COUNTER,
    DRAW,
    HOLD,
    NONE,
    PLATES,
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
)
from maitred.kernel.sense import Sense
from maitred.kernel.state import State

PRICE: Final = 0.7  # what an action is worth
TOKEN: Final = 1.0  # what an action must add to be worth a token, which the next player gets
DRAWS: Final[list[float]] = [1.5, 1.7, 1.9, 2.2, 2.6]  # actions until a plate of each kind is in hand
KEEP: Final[list[float]] = [0.5, 0.6, 0.8, 1.0, 1.2, 1.8]  # actions that a plate saves although no table waits for it
KEPT_MOST: Final = 3  # more of a kind than this save nothing
SERVING: Final = 1.0  # the action that serves
DOUBT: Final = 0.7  # how unsure the end of the night is, by the actions until a table is served
SERVES: Final = 1.6  # actions for every card that leaves the Kitchen
LAST_STACK: Final = 0.3  # how much of the largest stack is used up before two are empty
AFTER_BREAK: Final = 0.75  # how much of what a break shuffles is used up
SHORT: Final = 4.0  # with fewer actions left than this, plates without a table lose their worth
DENY_PLATE: Final = 0.3
LOSE_PLATE: Final = 0.4
DENY_TABLE: Final = 0.1
LOSE_TABLE: Final = 0.4
WIN: Final = 3.0  # closing the diner while ahead is worth more than the money
CAUTION: Final = 1000.0  # tries that the worth of an action weighs as much as, for every card left …
LATE: Final = 12.0  # … beyond these

ACTIONS_LEFT: Final[list[float]] = [0.0, 1.0, 2.0, 4.0, 6.0, 8.0, 10.0]
"""How many actions each seat has left, where the weights of `outlook` are given; they change evenly in between."""
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


class DinerSense(Sense):
    """Judgement for Diner."""

    def value(self, state: State, seat: int) -> float:
        """A seat's own promise against that of the best other."""
        assert isinstance(state, Diner)
        if state.closed:
            return self.margin(state, seat)
        cards = self.cards_left(state)
        return self.promise(state, seat, cards) - self.best_rival(state, seat, cards)

    def margin(self, state: Diner, seat: Seat, docked: int = 0) -> float:
        """How far a seat is ahead if the diner closes now, and what it is worth to be ahead at all."""
        scores = state.scores()
        best = -1000
        for other in range(state.players):
            if other != seat:
                best = max(best, scores[other])
        ahead = scores[seat] - docked - best
        return ahead + (WIN if ahead > 0 else -WIN if ahead < 0 else 0.0)

    def best_rival(self, state: Diner, seat: Seat, cards: float) -> float:
        """The promise of the best other seat."""
        best = -1000.0
        for other in range(state.players):
            if other != seat:
                best = max(best, self.promise(state, other, cards))
        return best

    def cards_left(self, state: Diner) -> float:
        """About how many cards will leave the Kitchen before the diner closes."""
        most = 0
        total = 0
        for stack in state.kitchen:
            most = max(most, len(stack))
            total += len(stack)
        left = total - most + LAST_STACK * most
        if state.players >= BREAK_PLAYERS and state.breaks == 0:
            left += AFTER_BREAK * (len(state.sink) + (1.0 - LAST_STACK) * most)
        return left

    def promise(self, state: Diner, seat: Seat, cards: float, plate: Plate = NONE, table: Card = NONE) -> float:
        """What a seat will have made when `cards` have left the Kitchen, with one more plate or table if said so."""
        deck = state.deck
        have = state.held[seat][:]
        if plate != NONE:
            have[plate] += 1
        waiting = state.sections[seat][:]
        if table != NONE:
            waiting.append(table)
        actions = SERVES * cards / state.players
        promise = float(state.earned(seat))
        spent = 0.0
        while waiting:
            card = waiting.pop(self.nearest(state, waiting, have))
            cost = self.effort(deck.needs[card], have) + SERVING
            self.set_aside(deck.needs[card], have)
            spent += cost
            likely = 0.5 + (actions - spent) / (2.0 * DOUBT * spent)
            likely = min(1.0, max(0.0, likely))
            promise += deck.value[card] * (2.0 * likely - 1.0) - PRICE * cost * likely
        still = PRICE * min(1.0, actions / SHORT)
        for kind in range(PLATES):
            promise += still * KEEP[kind] * min(have[kind], KEPT_MOST)
        return promise

    def nearest(self, state: Diner, waiting: list[Card], have: list[int]) -> int:
        """The place of the table that is served next: the one that takes least, rather a valuable one."""
        deck = state.deck
        at = 0
        least = 1e9
        for place in range(len(waiting)):
            effort = self.effort(deck.needs[waiting[place]], have) - 0.1 * deck.value[waiting[place]]
            if effort < least:
                least = effort
                at = place
        return at

    def effort(self, needs: list[int], have: list[int]) -> float:
        """About how many draws complete an order; wilds go where they save most."""
        wild = have[BLUE]
        effort = 0.0
        for plate in range(BLUE - 1, -1, -1):
            short = needs[plate] - have[plate]
            if short > 0:
                helped = min(short, wild)
                wild -= helped
                effort += (short - helped) * DRAWS[plate]
        return effort

    def set_aside(self, needs: list[int], have: list[int]) -> None:
        """Take the plates of an order out of those at hand, as far as they go."""
        for plate in range(BLUE - 1, -1, -1):
            used = min(needs[plate], have[plate])
            have[plate] -= used
            have[BLUE] -= min(needs[plate] - used, have[BLUE])

    def use(self, state: Diner, seat: Seat, plate: Plate) -> float:
        """About what a plate would be worth in a hand."""
        wanted = 0
        for card in state.sections[seat]:
            wanted += state.deck.needs[card][plate]
        if plate == BLUE or wanted > state.held[seat][plate]:
            return PRICE * (DRAWS[plate] if plate < BLUE else KEEP[BLUE])
        return PRICE * KEEP[plate] if state.held[seat][plate] < KEPT_MOST else 0.0

    def best_use(self, state: Diner, seat: Seat, plate: Plate) -> float:
        """What a plate would be worth to the other who can use it best."""
        best = 0.0
        for other in range(state.players):
            if other != seat:
                best = max(best, self.use(state, other, plate))
        return best

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
        deck = state.deck
        cards = self.cards_left(state) - 1.0
        rival = self.best_rival(state, seat, cards)
        promise = self.promise(state, seat, cards)
        seated: list[float] = []  # for each party in the Lounge: the promise with it in the section
        counter: list[float] = []  # and with it at the counter, out of the others' reach
        if actions[-1] >= SEAT:
            for table in state.lounge:
                own = self.promise(state, seat, cards, NONE, table)
                others = DENY_TABLE * self.best_gain(state, seat, table, cards)
                seated.append(own + others)
                counter.append(promise + others - LOSE_TABLE * max(0.0, own - promise))
        worths: list[float] = []
        for action in actions:
            if action == HOLD:
                worths.append(promise - rival)
            elif action == TAKE:
                worths.append(promise - rival + PRICE)
            elif action >= SERVE:
                after = state.clone()
                after.apply(seat, action)
                worths.append(self.value(after, seat) - (TOKEN if action < TAKE else 0.0))
            else:
                stack = action - DRAW if action < SEAT else (action - SEAT) % STACKS
                slot = 0 if action < SEAT else (action - SEAT) % (SLOTS * STACKS) // STACKS
                plate = state.plate[state.kitchen[stack][-1]]
                if self.closes(state, stack):
                    docked = deck.value[state.lounge[slot]] if SEAT <= action < COUNTER else 0
                    worths.append(self.margin(state, seat, docked))
                    continue
                worth = DENY_PLATE * self.best_use(state, seat, plate) - rival - TOKEN
                if action < SEAT:
                    worth += self.promise(state, seat, cards, plate)
                else:
                    worth += (seated if action < COUNTER else counter)[slot] - LOSE_PLATE * self.use(state, seat, plate)
                worths.append(worth)
        return worths

    def best_gain(self, state: Diner, seat: Seat, table: Card, cards: float) -> float:
        """What a table of the Lounge would add to the promise of the other who can use it best; never below nothing."""
        best = 0.0
        for other in range(state.players):
            if other != seat:
                gain = self.promise(state, other, cards, NONE, table) - self.promise(state, other, cards)
                best = max(best, gain)
        return best

    def patience(self, state: State, seat: int) -> float:
        """The value if others act and this seat does not."""
        assert isinstance(state, Diner)
        cards = self.cards_left(state) - 1.0
        return self.promise(state, seat, cards) - self.best_rival(state, seat, cards)

    def spread(self, state: State) -> float:
        assert isinstance(state, Diner)
        return 6.5 if state.players == 2 else 2.0 + 0.1 * self.cards_left(state)

    def trust(self, state: State) -> float:
        """Among many, who acts more than others do early in the night runs out of tokens: only the end is searched."""
        assert isinstance(state, Diner)
        return self.faith if state.players == 2 else self.faith + CAUTION * max(0.0, self.cards_left(state) - LATE)

    def outlook(self, state: State) -> list[float]:
        """As ever between two; among many by what was seen to win games: tokens count, and what is on the table."""
        assert isinstance(state, Diner)
        players = state.players
        if state.closed or players == 2:
            return super().outlook(state)
        cards = self.cards_left(state)
        weights = self.weights(SERVES * cards / players)
        odds: list[float] = []
        for seat in range(players):
            total = 0.0
            standing = self.standing(state, seat, cards)
            for at in range(len(weights)):
                total += weights[at] * standing[at]
            odds.append(total)
        most = max(odds)
        chances = [exp(total - most) for total in odds]
        total = sum(chances)
        return [chance / total for chance in chances]

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
        deck = state.deck
        have = state.held[seat][:]
        waiting = state.sections[seat][:]
        ready = 0
        draws = 0.0
        while waiting:
            card = waiting.pop(self.nearest(state, waiting, have))
            effort = self.effort(deck.needs[card], have)
            draws += effort
            if effort == 0.0:
                ready += deck.value[card]
            self.set_aside(deck.needs[card], have)
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
            float(have[BLUE]),
            with_party - promise,
            with_plate - promise,
            float(state.tokens[seat]),
            float(state.tokens[(seat + state.players - 1) % state.players]),
        ]

    def reason(self, state: State, seat: int, action: int) -> str:
        assert isinstance(state, Diner)
        deck = state.deck
        if action < SEAT:
            plate = state.plate[state.kitchen[action - DRAW][-1]]
            for card in state.sections[seat]:
                if plate == BLUE or deck.needs[card][plate] > state.held[seat][plate]:
                    return f"{deck.names[card]} is waiting for it, and ${deck.value[card]} with them."
            return f"{deck.plates[plate]} is the plate here that will most likely find a table."
        if action < COUNTER:
            card = state.lounge[(action - SEAT) // STACKS]
            missing = max(0, state.missing(seat, card) - state.held[seat][BLUE])
            if missing == 0:
                return f"You hold every plate {deck.names[card]} orders: ${deck.value[card]} as soon as you serve."
            order = len(deck.orders[card])
            return f"You lack {missing} of {order} plates for ${deck.value[card]}, and there is time to get them."
        if action < SERVE:
            return "Somebody else could serve that table, or nobody, and a new party comes in."
        if action < TAKE:
            return f"${deck.value[action - SERVE]} in your tips is safe, whenever the diner closes."
        if action == TAKE:
            return "Without a token you cannot act, and it costs you nothing."
        if action == CALL:
            return "As things stand you do better if the call comes now."
        return "Nothing here is worth a token yet: let the others show what comes next."

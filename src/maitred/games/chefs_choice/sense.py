"""What a good player of Chef's Choice knows: how the tally will look at the next meal, and which menus to hold on to."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from maitred.games.chefs_choice.rules import (
    CATEGORIES,
    CHOOSE,
    CLEAN_UP,
    CLIP,
    CLOSED,
    DINNER,
    DISCARD,
    GIVE,
    GIVE_DISH,
    GIVES,
    HIDDEN_SAMPLE,
    KEEP,
    LUNCH,
    MOST,
    MOST_DISHES,
    MOVE,
    NEIGHBOUR,
    NONE,
    NOTHING,
    OTHER,
    SECOND,
    SPACE,
    STAY,
    TURNED,
    Card,
    ChefsChoice,
    Dish,
    Seat,
    Tile,
)
from maitred.kernel.sense import Sense
from maitred.kernel.state import State
from maitred.kernel.words import listed

SPARE: Final = 0.3  # how much the second best menu in hand counts beside the best
RIVALS: Final = 0.5  # what customers drawn to everybody's dishes cost
UNSEEN_TILE: Final = 1.5  # samples each gives for a tile that lies face down
A_MOVE: Final = 0.5  # how much a marker that may be moved unsettles the tally, against a new one
LOGISTIC: Final = 1.7  # makes a logistic curve out of a normal one
CALM: Final = 0.35  # how far apart two dishes must be for a clear lead when nothing is to come
SAMPLES_OF_A_CARD: Final = 1.0 / 3.0


class ChefsChoiceSense(Sense):
    """Judgement for Chef's Choice."""

    def value(self, state: State, seat: int) -> float:
        """Customers so far, and those to be expected at the next meal, against what everybody gets."""
        assert isinstance(state, ChefsChoice)
        if state.step == CLOSED:
            scores = state.scores()
            rivals = max([scores[other] for other in range(state.players) if other != seat])
            return float(scores[seat] - rivals)
        return sum(state.lunch_customers(seat)) + self.prospect(state, seat, self.expected(state), NONE)

    # What the tally will look like

    def expected(self, state: ChefsChoice) -> list[float]:
        """The tally when this round is over: what lies there, and what those still to speak are likely to give."""
        tally = [float(samples) for samples in state.tally]
        if SPACE[state.step] >= 0 and state.moment != CHOOSE:
            book = state.book
            tile = state.tile()
            each = book.choices[tile] * book.portion[tile] * SAMPLES_OF_A_CARD
            for after in range(state.spoken, state.players):
                speaker = (state.lead() + after) % state.players
                if state.moment == 1 and state.home[speaker] > 0:
                    for dish in book.on[state.shown[speaker]]:
                        tally[dish] += each
        return tally

    def to_come(self, state: ChefsChoice) -> float:
        """How many samples all will give after this round and before the next meal."""
        step = state.step + 1
        samples = 0.0
        if state.moment == CHOOSE and SPACE[state.step] >= 0:
            samples += (state.players - 1) / state.players * self.samples_of(state, state.step)
        elif SPACE[state.step] >= 0:
            then = state.book.then[state.tile()]
            if then != NOTHING:
                samples += 1.0 if then == NEIGHBOUR else A_MOVE
        if state.step == HIDDEN_SAMPLE:
            samples += 1.0 - 1.0 / state.players
        while step < LUNCH or CLEAN_UP < step < DINNER:
            samples += self.samples_of(state, step)
            step += 1
        if state.step == CLEAN_UP:
            step = CLEAN_UP + 2
            samples = 1.0
            while step < DINNER:
                samples += self.samples_of(state, step)
                step += 1
        return samples * state.players

    def samples_of(self, state: ChefsChoice, step: int) -> float:
        """How many samples each gives in a step."""
        space = SPACE[step]
        if space < 0:
            return 1.0 if step == HIDDEN_SAMPLE else 0.0
        if state.hidden and space >= TURNED[state.step]:
            return UNSEEN_TILE
        book = state.book
        tile = state.schedule[space]
        samples = float(book.choices[tile] * book.portion[tile])
        if book.then[tile] != NOTHING:
            samples += 1.0 if book.then[tile] == NEIGHBOUR else A_MOVE
        return samples

    def draws(self, state: ChefsChoice, tally: list[float], to_come: float) -> list[float]:
        """The customers each dish may expect at the next meal, from the tally expected and the samples still to come."""
        book = state.book
        places = book.lunch if state.step <= LUNCH else book.dinner
        draws = [0.0] * book.dishes
        for category in range(CATEGORIES):
            start = book.starts[category]
            dishes = book.starts[category + 1] - start
            doubt = sqrt(CALM * CALM + 2.0 * to_come / (CATEGORIES * dishes)) / LOGISTIC
            beats = [0.0] * (dishes * dishes)
            for one in range(dishes):
                for other in range(dishes):
                    lead = tally[start + one] - tally[start + other]
                    beats[one * dishes + other] = 1.0 / (1.0 + exp(-lead / doubt))
            first = [1.0] * dishes
            total = 0.0
            for one in range(dishes):
                for other in range(dishes):
                    if other != one:
                        first[one] *= beats[one * dishes + other]
                total += first[one]
            for one in range(dishes):
                first[one] /= total
            total = 0.0
            second = [0.0] * dishes
            for one in range(dishes):
                for leader in range(dishes):
                    if leader != one:
                        ahead = first[leader]
                        for other in range(dishes):
                            if other != one and other != leader:
                                ahead *= beats[one * dishes + other]
                        second[one] += ahead
                total += second[one]
            for one in range(dishes):
                likely = second[one] / total
                likely = min(likely, 1.0 - first[one])
                any_sample = 1.0 - exp(-2.0 * (tally[start + one] + to_come / (CATEGORIES * dishes)))
                rest = (1.0 - first[one] - likely) * any_sample
                draws[start + one] = places[MOST] * first[one] + places[SECOND] * likely + places[OTHER] * rest
        return draws

    # Which menus to hold on to

    def prospect(self, state: ChefsChoice, seat: Seat, tally: list[float], without: Card) -> float:
        """What the hand, without a card, may expect at the next meal, against what any hand may."""
        draws = self.draws(state, tally, self.to_come(state))
        return self.best_menus(state, seat, draws, without) - RIVALS * self.any_menu(state, draws)

    def best_menus(self, state: ChefsChoice, seat: Seat, draws: list[float], without: Card) -> float:
        """The best menu in hand, and a little for the next best."""
        best = 0.0
        spare = 0.0
        for card in state.hands[seat]:
            if card != without:
                customers = self.menu_draws(state, draws, card)
                if customers > best:
                    spare = best
                    best = customers
                elif customers > spare:
                    spare = customers
        return (best + SPARE * spare) / (1.0 + SPARE)

    def menu_draws(self, state: ChefsChoice, draws: list[float], card: Card) -> float:
        """What a menu may expect."""
        on = state.book.on[card]
        return draws[on[0]] + draws[on[1]] + draws[on[2]]

    def any_menu(self, state: ChefsChoice, draws: list[float]) -> float:
        """What a menu may expect on average."""
        total = 0.0
        for category in range(CATEGORIES):
            start = state.book.starts[category]
            end = state.book.starts[category + 1]
            drawn = 0.0
            for dish in range(start, end):
                drawn += draws[dish]
            total += drawn / (end - start)
        return total

    # What an action is worth

    def worth(self, state: State, seat: int, action: int) -> float:
        """What the next meal may bring after an action; of what others have chosen face down nothing is known."""
        assert isinstance(state, ChefsChoice)
        if action < CLIP:
            if state.step in (LUNCH, DINNER):
                return self.served(state, action)
            return self.play_worth(state, seat, action)
        if action < GIVE:
            card = (action - CLIP) // CATEGORIES
            tally = self.expected(state)
            if state.home[seat] > 0:
                tally[state.book.on[card][(action - CLIP) % CATEGORIES]] += 1.0
            return self.prospect(state, seat, tally, card)
        if action < STAY:
            return self.board_worth(state, seat, action)
        if action == STAY:
            return self.prospect(state, seat, self.expected(state), NONE)
        draws = self.draws(state, self.expected(state), self.to_come(state))
        if action == KEEP:
            return self.menu_draws(state, draws, state.hands[seat][0])
        return self.any_menu(state, draws)

    def served(self, state: ChefsChoice, card: Card) -> float:
        """The customers a menu draws as the tally stands."""
        places = state.book.lunch if state.step == LUNCH else state.book.dinner
        customers = 0
        samples = 0
        for dish in state.book.on[card]:
            customers += state.customers_for(dish, places)
            samples += state.tally[dish]
        return customers + samples / 1000.0

    def play_worth(self, state: ChefsChoice, seat: Seat, card: Card) -> float:
        """The hand without a card, after the best samples that card can give."""
        book = state.book
        tile = state.tile()
        if book.neighbourly[tile] == 1 or state.home[seat] == 0:
            return self.prospect(state, seat, self.expected(state), card)
        best = -1e9
        for give in GIVES[book.choices[tile]]:
            tally = self.expected(state)
            for category in range(CATEGORIES):
                if (give - GIVE) >> category & 1 == 1:
                    tally[book.on[card][category]] += book.portion[tile]
            best = max(best, self.prospect(state, seat, tally, card))
        return best

    def board_worth(self, state: ChefsChoice, seat: Seat, action: int) -> float:
        """The hand after markers have been placed or moved."""
        book = state.book
        tally = self.expected(state)
        if action >= MOVE:
            tally[(action - MOVE) // MOST_DISHES] -= 1.0
            tally[(action - MOVE) % MOST_DISHES] += 1.0
        elif action >= GIVE_DISH:
            tally[action - GIVE_DISH] += 1.0
        else:
            portion = book.portion[state.tile()]
            for category in range(CATEGORIES):
                if (action - GIVE) >> category & 1 == 1:
                    tally[book.on[state.shown[seat]][category]] += portion
        return self.prospect(state, seat, tally, NONE)

    def reason(self, state: State, seat: int, action: int) -> str:
        assert isinstance(state, ChefsChoice)
        return "It is best."

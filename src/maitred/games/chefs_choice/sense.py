"""What a good player of Chef's Choice knows: how the tally will look at the next meal, and which menus to hold on to.

Nothing here looks at another's hand or choice: others may hold any menu, and give any dish on their card.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from maitred.games.chefs_choice.rules import (
    ANNOUNCE,
    CATEGORIES,
    CHOOSE,
    CLEAN_UP,
    CLIP,
    CLOSED,
    DINNER,
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
    Action,
    Card,
    ChefsChoice,
    Dish,
    Seat,
    Tile,
)
from maitred.kernel.sense import Sense, softmax
from maitred.kernel.state import State
from maitred.kernel.words import listed

Thirds = list[int]  # by dish: samples, counted in thirds of one
Draws = list[list[float]]  # by category: what each of its dishes may expect, and at the end any of them

SPARE: Final = 0.15  # how much the second best menu in hand counts beside the best
RIVALS: Final = 0.5  # what customers drawn to everybody's dishes cost
UNSEEN_TILE: Final = 1.5  # samples each gives for a tile that lies face down
A_MOVE: Final = 0.5  # how much a marker that may be moved unsettles the tally, against a new one
LOGISTIC: Final = 1.7  # makes a logistic curve out of a normal one
CALM: Final = 0.35  # how far apart two dishes must be for a clear lead when nothing is to come
VALUE_SCALE: Final[list[float]] = [9.0, 9.0, 10.8, 6.0, 4.5, 2.5, 15.0, 5.7, 5.7, 3.5, 2.8, 0.8, 1.5]  # by step
BUDGET_FACTOR: Final[list[float]] = [1.0, 1.0, 0.6, 1.0, 1.4, 1.0, 0.2, 1.0, 0.9, 1.5, 1.4, 1.0, 1.0]
"""By step: more iterations where they are quick and the decision is in doubt …"""
PRIOR_VISITS: Final[list[float]] = [25.0, 25.0, 80.0, 40.0, 12.0, 25.0, 200.0, 25.0, 45.0, 16.0, 10.0, 25.0, 25.0]
"""… and more weight for the prior where luck decides much."""
MOST_CHANGE: Final = 11  # by how many samples of a dish an action may change the tally: one less to nine more
NOT_COMPUTED: Final[list[float]] = []
THIRDS: Final = 3  # samples foreseen come in thirds, as a menu has three dishes …
HALVES: Final = 2  # … and those to come in halves
MOST_THIRDS: Final = 60 * THIRDS  # more samples of a dish count as so many …
MOST_HALVES: Final = 255  # … and so do more to come
FEW: Final = 3  # dishes of a category …
FEW_MORE: Final = 4  # … that are judged without counting round
SURELY: Final = 30.0  # odds beyond e to the power of this are certainty
NEVER: Final = -1e9  # less than anything is worth
AFTER_LUNCH: Final = 2.3  # how far apart two are after lunch if one is some 73 % sure to win …
AT_THE_END: Final = 1.5  # … and in the end, for one customer more or less is luck there too
LAST_CARD: Final = 0.17  # how much the customers of a card kept at lunch count beside those who came
TIEBREAK: Final = 0.001  # for each marker on a menu that is served


class ChefsChoiceSense(Sense):
    """Judgement for Chef's Choice."""

    def __init__(self) -> None:
        super().__init__()
        self.forecast: Forecast | None = None
        """The last one: seats that choose simultaneously share it."""
        self.cached_odds: list[list[float]] = [NOT_COMPUTED] * ((MOST_HALVES + 1) * (FEW_MORE + 1))
        """The odds that a dish is behind another by how many thirds of a sample it is ahead, from -MOST_THIRDS on; for
        each number of dishes and of samples to come …"""
        self.cached_tasted: list[list[float]] = [NOT_COMPUTED] * ((MOST_HALVES + 1) * (FEW_MORE + 1))
        """… and how likely one with so many thirds has been tasted by then."""
        self.iterations = 800
        self.root_width = 8
        self.tree_width = 1

    def value(self, state: State, seat: int) -> float:
        """Customers so far and those to be expected at the next meal, against what others get."""
        assert isinstance(state, ChefsChoice)
        if state.step == CLOSED:
            scores = state.scores()
            return scores[seat] - RIVALS * (sum(scores) - scores[seat]) / (state.players - 1)
        return sum(state.lunch_customers(seat)) + self.prospect(state, seat, self.foreseen(state, seat), NONE)

    # What the tally will look like

    def foreseen(self, state: ChefsChoice, seat: Seat) -> Thirds:
        """The tally with what the others, whose cards lie on the table, are likely to give of them in this round."""
        tally = [THIRDS * samples for samples in state.tally]
        if state.moment == ANNOUNCE:
            printed = state.printed
            tile = state.tile()
            each = printed.choices[tile] * printed.portion[tile] * THIRDS // CATEGORIES
            for turn in range(state.spoken, state.players):
                speaker = (state.lead() + turn) % state.players
                if speaker != seat and state.home[speaker] > 0:
                    for dish in printed.on[state.shown[speaker]]:
                        tally[dish] += each
        return tally

    def to_come(self, state: ChefsChoice) -> float:
        """How many samples, of which nothing is foreseen, all will give before the next meal."""
        step = state.step
        samples = 0.0
        if state.moment != CHOOSE:
            if state.moment == ANNOUNCE:
                samples = self.more_samples(state, state.tile())
            step += 1
        while step < LUNCH or CLEAN_UP <= step < DINNER:
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
        tile = state.schedule[space]
        return state.printed.choices[tile] * state.printed.portion[tile] + self.more_samples(state, tile)

    def more_samples(self, state: ChefsChoice, tile: Tile) -> float:
        """What comes "and then" by a tile, in samples of each."""
        then = state.printed.then[tile]
        if then == NOTHING:
            return 0.0
        return 1.0 if then == NEIGHBOUR else A_MOVE

    def draws(self, state: ChefsChoice, tally: Thirds) -> Draws:
        """The customers each dish may expect at the next meal, if the tally is as foreseen and more samples come."""
        halves = in_halves(self.to_come(state))
        return [self.draws_in(state, category, tally, halves) for category in range(CATEGORIES)]

    def draws_in(self, state: ChefsChoice, category: int, tally: Thirds, halves: int) -> list[float]:
        """The same for the dishes of one category: they depend on nothing outside it."""
        printed = state.printed
        places = printed.lunch if state.step <= LUNCH else printed.dinner
        first = printed.starts[category]
        dishes = printed.starts[category + 1] - first
        if FEW <= dishes <= FEW_MORE:
            return self.few_draws(places, first, dishes, tally, halves)
        counts = [min(tally[dish], MOST_THIRDS) / THIRDS for dish in range(first, first + dishes)]
        return self.expected_customers(places, counts, halves / HALVES)

    def few_draws(self, places: list[int], first: Dish, dishes: int, tally: Thirds, halves: int) -> list[float]:
        """What `expected_customers` says of three or four dishes: almost all categories have so many, and all that
        medium bots do comes down to this, so it is written out."""
        at = halves * (FEW_MORE + 1) + dishes
        if self.cached_odds[at] is NOT_COMPUTED:
            self.compute_odds(at, dishes, halves / HALVES)
        odds = self.cached_odds[at]
        tasted = self.cached_tasted[at]
        a = min(tally[first], MOST_THIRDS)
        b = min(tally[first + 1], MOST_THIRDS)
        c = min(tally[first + 2], MOST_THIRDS)
        d = min(tally[first + 3], MOST_THIRDS) if dishes == FEW_MORE else 0
        # One divided by how likely a dish is to be ahead of another
        ab = odds[MOST_THIRDS + a - b]
        ac = odds[MOST_THIRDS + a - c]
        bc = odds[MOST_THIRDS + b - c]
        ba = odds[MOST_THIRDS + b - a]
        ca = odds[MOST_THIRDS + c - a]
        cb = odds[MOST_THIRDS + c - b]
        ad = bd = cd = da = db = dc = 1.0
        ahead_d = 0.0
        if dishes == FEW_MORE:
            ad = odds[MOST_THIRDS + a - d]
            bd = odds[MOST_THIRDS + b - d]
            cd = odds[MOST_THIRDS + c - d]
            da = odds[MOST_THIRDS + d - a]
            db = odds[MOST_THIRDS + d - b]
            dc = odds[MOST_THIRDS + d - c]
            ahead_d = 1.0 / (da * db * dc)
        # How likely each is to be ahead of all others, to be first, and to be second behind any of them
        ahead_a = 1.0 / (ab * ac * ad)
        ahead_b = 1.0 / (ba * bc * bd)
        ahead_c = 1.0 / (ca * cb * cd)
        total = ahead_a + ahead_b + ahead_c + ahead_d
        first_a = ahead_a / total
        first_b = ahead_b / total
        first_c = ahead_c / total
        first_d = ahead_d / total
        behind_a = ahead_a * (first_b * ab + first_c * ac + first_d * ad)
        behind_b = ahead_b * (first_a * ba + first_c * bc + first_d * bd)
        behind_c = ahead_c * (first_a * ca + first_b * cb + first_d * cd)
        behind_d = ahead_d * (first_a * da + first_b * db + first_c * dc)
        total = behind_a + behind_b + behind_c + behind_d
        most = float(places[MOST])
        second = float(places[SECOND])
        other = float(places[OTHER])
        draws_a = drawn(most, second, other, first_a, behind_a / total, tasted[a])
        draws_b = drawn(most, second, other, first_b, behind_b / total, tasted[b])
        draws_c = drawn(most, second, other, first_c, behind_c / total, tasted[c])
        if dishes == FEW:
            return [draws_a, draws_b, draws_c, (draws_a + draws_b + draws_c) / FEW]
        draws_d = drawn(most, second, other, first_d, behind_d / total, tasted[d])
        return [draws_a, draws_b, draws_c, draws_d, (draws_a + draws_b + draws_c + draws_d) / FEW_MORE]

    def compute_odds(self, at: int, dishes: int, to_come: float) -> None:
        """Fill in `cached_odds` and `cached_tasted`."""
        share = to_come / (CATEGORIES * dishes)
        doubt = sqrt(CALM * CALM + 2.0 * share) / LOGISTIC
        self.cached_odds[at] = [
            1.0 + exp(max(-SURELY, min(SURELY, -thirds / THIRDS / doubt)))
            for thirds in range(-MOST_THIRDS, MOST_THIRDS + 1)
        ]
        self.cached_tasted[at] = [1.0 - exp(-2.0 * (thirds / THIRDS + share)) for thirds in range(MOST_THIRDS + 1)]

    def expected_customers(self, places: list[int], counts: list[float], to_come: float) -> list[float]:
        """The customers that dishes of a category may expect by their samples and those to come, and any dish of it."""
        dishes = len(counts)
        share = to_come / (CATEGORIES * dishes)
        doubt = sqrt(CALM * CALM + 2.0 * share) / LOGISTIC
        ahead = [[1.0 / (1.0 + exp((other - one) / doubt)) for other in counts] for one in counts]
        first = self.likely_first(ahead)
        second = self.likely_second(ahead, first)
        draws: list[float] = []
        for dish in range(dishes):
            tasted = 1.0 - exp(-2.0 * (counts[dish] + share))
            rest = (1.0 - first[dish] - second[dish]) * tasted
            draws.append(places[MOST] * first[dish] + places[SECOND] * second[dish] + places[OTHER] * rest)
        draws.append(sum(draws) / dishes)
        return draws

    def likely_first(self, ahead: list[list[float]]) -> list[float]:
        """How likely each dish of a category is to have the most samples, from how likely it is ahead of each other."""
        first = [1.0] * len(ahead)
        total = 0.0
        for one in range(len(ahead)):
            for other in range(len(ahead)):
                if other != one:
                    first[one] *= ahead[one][other]
            total += first[one]
        return [likely / total for likely in first]

    def likely_second(self, ahead: list[list[float]], first: list[float]) -> list[float]:
        """How likely each dish of a category is to come second."""
        second = [0.0] * len(ahead)
        total = 0.0
        for one in range(len(ahead)):
            for leader in range(len(ahead)):
                if leader != one:
                    likely = first[leader]
                    for other in range(len(ahead)):
                        if other != one and other != leader:
                            likely *= ahead[one][other]
                    second[one] += likely
            total += second[one]
        return [min(second[one] / total, 1.0 - first[one]) for one in range(len(ahead))]

    # Which menus to hold on to

    def prospect(self, state: ChefsChoice, seat: Seat, tally: Thirds, without: Card) -> float:
        """What the hand, without a card, may expect at the next meal, against what any menu may."""
        draws = self.draws(state, tally)
        return self.promise(state, seat, draws[0], draws[1], draws[2], without)

    def promise(
        self,
        state: ChefsChoice,
        seat: Seat,
        appetizers: list[float],
        entrees: list[float],
        desserts: list[float],
        without: Card,
    ) -> float:
        """The same, from what each dish may expect."""
        on = state.printed.on
        second = state.printed.starts[1]
        third = state.printed.starts[2]
        best = 0.0
        spare = 0.0
        for card in state.hands[seat]:
            if card != without:
                dishes = on[card]
                customers = appetizers[dishes[0]] + entrees[dishes[1] - second] + desserts[dishes[2] - third]
                if customers > best:
                    spare = best
                    best = customers
                elif customers > spare:
                    spare = customers
        return (best + SPARE * spare) / (1.0 + SPARE) - RIVALS * (appetizers[-1] + entrees[-1] + desserts[-1])

    def hand_worth(self, customers: list[float], hand: list[Card], without: Card) -> float:
        """The same for any hand, from what each menu may expect, and at the end of the list what any may."""
        best = 0.0
        spare = 0.0
        for card in hand:
            if card != without:
                expected = customers[card]
                if expected > best:
                    spare = best
                    best = expected
                elif expected > spare:
                    spare = expected
        return (best + SPARE * spare) / (1.0 + SPARE) - RIVALS * customers[-1]

    def menu_draws(self, state: ChefsChoice, draws: Draws, card: Card) -> float:
        """What a menu may expect."""
        on = state.printed.on[card]
        starts = state.printed.starts
        return draws[0][on[0]] + draws[1][on[1] - starts[1]] + draws[2][on[2] - starts[2]]

    def any_menu(self, draws: Draws) -> float:
        """What a menu may expect on average."""
        return draws[0][-1] + draws[1][-1] + draws[2][-1]

    # What an action is worth

    def worth(self, state: State, seat: int, action: int) -> float:
        """What the next meal may bring after an action."""
        assert isinstance(state, ChefsChoice)
        if action < CLIP:
            if state.step == LUNCH or state.step == DINNER:
                return self.served(state, action)
            give = self.best_give(state, seat, action)
            return self.prospect(state, seat, self.after_giving(state, seat, action, give), action)
        if action < KEEP:
            without = (action - CLIP) // CATEGORIES if action < GIVE else NONE
            return self.prospect(state, seat, self.after(state, seat, action), without)
        draws = self.draws(state, self.foreseen(state, seat))
        if action == KEEP:
            return self.menu_draws(state, draws, state.hands[seat][0])
        return self.any_menu(draws)

    def worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """The worth of each action: what it does to one category is worked out once for all that do it."""
        assert isinstance(state, ChefsChoice)
        if actions[0] >= KEEP or (actions[0] < CLIP and (state.step == LUNCH or state.step == DINNER)):
            return [self.worth(state, seat, action) for action in actions]
        forecast = self.forecast
        if forecast is None or not forecast.is_of(state):
            forecast = Forecast(self, state, self.foreseen(state, seat))
            self.forecast = forecast
        if actions[0] < CLIP and state.home[seat] > 0:
            tile = state.tile()
            if state.printed.neighbourly[tile] == 0 and state.printed.choices[tile] == 1:
                hand = state.hands[seat]
                worths = self.single_worths(state, hand, forecast)
                return [worths[hand.index(card)] for card in actions]
        return [self.forecast_worth(state, seat, action, forecast) for action in actions]

    def single_worths(self, state: ChefsChoice, hand: list[Card], forecast: Forecast) -> list[float]:
        """The worth of each card of a hand, if one dish of it is given: most tiles ask for that."""
        printed = state.printed
        portion = printed.portion[state.tile()]
        worths = [NEVER] * len(hand)
        for category in range(CATEGORIES):
            start = printed.starts[category]
            one = (category + 1) % CATEGORIES
            two = (category + 2) % CATEGORIES
            places: list[int] = []
            others: list[float] = []  # what each menu may expect of its other dishes
            for card in hand:
                dishes = printed.on[card]
                places.append(dishes[category] - start)
                first = forecast.usual[one][dishes[one] - printed.starts[one]]
                others.append(first + forecast.usual[two][dishes[two] - printed.starts[two]])
            any_menu = forecast.usual[one][-1] + forecast.usual[two][-1]
            for at in range(len(hand)):
                draws = forecast.draws_with(start + places[at], portion)
                best = 0.0
                spare = 0.0
                for other in range(len(hand)):
                    if other != at:
                        customers = draws[places[other]] + others[other]
                        if customers > best:
                            spare = best
                            best = customers
                        elif customers > spare:
                            spare = customers
                worth = (best + SPARE * spare) / (1.0 + SPARE) - RIVALS * (draws[-1] + any_menu)
                worths[at] = max(worths[at], worth)
        return worths

    def forecast_worth(self, state: ChefsChoice, seat: Seat, action: Action, forecast: Forecast) -> float:
        """The worth of an action that gives or moves samples."""
        printed = state.printed
        usual = forecast.usual
        if action < CLIP:
            tile = state.tile()
            if printed.neighbourly[tile] != 0 or state.home[seat] == 0:
                return self.promise(state, seat, usual[0], usual[1], usual[2], action)
            most = NEVER
            for give in GIVES[printed.choices[tile]]:
                most = max(most, self.gift_worth(state, seat, action, action, give, forecast))
            return most
        if GIVE <= action < GIVE_DISH:
            return self.gift_worth(state, seat, NONE, state.shown[seat], action, forecast)
        draws = self.draws_after(state, seat, action, forecast)
        without = (action - CLIP) // CATEGORIES if action < GIVE else NONE
        return self.promise(state, seat, draws[0], draws[1], draws[2], without)

    def draws_after(self, state: ChefsChoice, seat: Seat, action: Action, forecast: Forecast) -> Draws:
        """What each dish may expect after a sample is hidden, or markers are placed or moved."""
        printed = state.printed
        draws = forecast.usual[:]
        if action < GIVE:
            if state.home[seat] > 0:
                category = (action - CLIP) % CATEGORIES
                draws[category] = forecast.draws_with(printed.on[(action - CLIP) // CATEGORIES][category], 1)
        elif action < GIVE_DISH:
            for dish in self.given(state, state.shown[seat], action):
                draws[printed.category[dish]] = forecast.draws_with(dish, printed.portion[state.tile()])
        elif action < MOVE:
            dish = action - GIVE_DISH
            samples = printed.portion[state.tile()] if state.moment == ANNOUNCE else 1
            draws[printed.category[dish]] = forecast.draws_with(dish, samples)
        elif action < STAY:
            dish = (action - MOVE) // MOST_DISHES
            to = (action - MOVE) % MOST_DISHES
            if printed.category[dish] == printed.category[to]:
                draws[printed.category[dish]] = forecast.draws_moved(dish, to)
            else:
                draws[printed.category[dish]] = forecast.draws_with(dish, -1)
                draws[printed.category[to]] = forecast.draws_with(to, 1)
        return draws

    def gift_worth(
        self, state: ChefsChoice, seat: Seat, without: Card, card: Card, give: Action, forecast: Forecast
    ) -> float:
        """The worth of samples of a card, for a hand that is without another or the same."""
        dishes = state.printed.on[card]
        portion = state.printed.portion[state.tile()]
        bits = give - GIVE
        appetizers = forecast.draws_with(dishes[0], portion) if bits & 1 != 0 else forecast.usual[0]
        entrees = forecast.draws_with(dishes[1], portion) if bits & 2 != 0 else forecast.usual[1]
        desserts = forecast.draws_with(dishes[2], portion) if bits & 4 != 0 else forecast.usual[2]
        return self.promise(state, seat, appetizers, entrees, desserts, without)

    def served(self, state: ChefsChoice, card: Card) -> float:
        """The customers a menu draws as the tally stands, and a trifle for the markers on it."""
        places = state.printed.lunch if state.step == LUNCH else state.printed.dinner
        customers = 0.0
        for dish in state.printed.on[card]:
            customers += state.customers_for(dish, places) + TIEBREAK * state.tally[dish]
        return customers

    def best_give(self, state: ChefsChoice, seat: Seat, card: Card) -> Action:
        """The samples one would give of a card in this round, if it were played; GIVE itself where it gives none."""
        tile = state.tile()
        best = GIVE
        most = NEVER
        if state.printed.neighbourly[tile] == 0 and state.home[seat] > 0:
            for give in GIVES[state.printed.choices[tile]]:
                worth = self.prospect(state, seat, self.after_giving(state, seat, card, give), card)
                if worth > most:
                    best = give
                    most = worth
        return best

    def after_giving(self, state: ChefsChoice, seat: Seat, card: Card, give: Action) -> Thirds:
        """The tally foreseen after samples of dishes on one's own card."""
        tally = self.foreseen(state, seat)
        for dish in self.given(state, card, give):
            tally[dish] += THIRDS * state.printed.portion[state.tile()]
        return tally

    def given(self, state: ChefsChoice, card: Card, give: Action) -> list[Dish]:
        """The dishes on a card that are given samples of."""
        on = state.printed.on[card]
        return [on[category] for category in range(CATEGORIES) if (give - GIVE) >> category & 1 == 1]

    def after(self, state: ChefsChoice, seat: Seat, action: Action) -> Thirds:
        """The tally foreseen after markers were placed or moved."""
        if GIVE <= action < GIVE_DISH:
            return self.after_giving(state, seat, state.shown[seat], action)
        tally = self.foreseen(state, seat)
        if action < GIVE:
            if state.home[seat] > 0:
                card = (action - CLIP) // CATEGORIES
                tally[state.printed.on[card][(action - CLIP) % CATEGORIES]] += THIRDS
        elif action < MOVE:
            samples = state.printed.portion[state.tile()] if state.moment == ANNOUNCE else 1
            tally[action - GIVE_DISH] += THIRDS * samples
        elif action < STAY:
            tally[(action - MOVE) // MOST_DISHES] -= THIRDS
            tally[(action - MOVE) % MOST_DISHES] += THIRDS
        return tally

    def value_scale(self, state: State) -> float:
        assert isinstance(state, ChefsChoice)
        return VALUE_SCALE[state.step]

    def budget_factor(self, state: State) -> float:
        assert isinstance(state, ChefsChoice)
        return BUDGET_FACTOR[state.step]

    def prior_visits(self, state: State) -> float:
        assert isinstance(state, ChefsChoice)
        return PRIOR_VISITS[state.step]

    def obvious(self, state: State, seat: int, actions: list[int]) -> int:
        """The menu of a meal is the one that draws the most."""
        assert isinstance(state, ChefsChoice)
        if state.step != LUNCH and state.step != DINNER:
            return -1
        best = actions[0]
        most = NEVER
        for card in actions:
            served = self.served(state, card)
            if served > most:
                best = card
                most = served
        return best

    def stage(self, state: State) -> int:
        """A meal ends a stage: before it nobody can say who will win."""
        assert isinstance(state, ChefsChoice)
        return 0 if state.step <= LUNCH else 1

    def win_chances(self, state: State) -> list[float]:
        """As usual, but after lunch the customers who came count more than what the last card may draw."""
        assert isinstance(state, ChefsChoice)
        values: list[float] = []
        draws: Draws = self.draws(state, self.foreseen(state, 0)) if state.step == CLEAN_UP else []
        for seat in range(state.players):
            if state.step == CLEAN_UP:
                last = self.menu_draws(state, draws, state.hands[seat][0])
                values.append(sum(state.lunch_customers(seat)) + LAST_CARD * last)
            else:
                values.append(self.value(state, seat))
        scale = AFTER_LUNCH if state.step == CLEAN_UP else AT_THE_END
        return softmax([value / scale for value in values])

    # Why

    def reason(self, state: State, seat: int, action: int) -> str:
        assert isinstance(state, ChefsChoice)
        meal = "lunch" if state.step <= LUNCH else "dinner"
        if action >= KEEP:
            draws = self.draws(state, self.foreseen(state, seat))
            kept = self.menu_draws(state, draws, state.hands[seat][0])
            new = self.any_menu(draws)
            if action == KEEP:
                return f"It should draw about {kept:.0f} customers at {meal}, and a new menu about {new:.0f}."
            return f"A new menu should draw about {new:.0f} customers at {meal}, and this one about {kept:.0f}."
        if action < CLIP and (state.step == LUNCH or state.step == DINNER):
            best = max([int(self.served(state, card)) for card in state.hands[seat]])
            served = int(self.served(state, action))
            menu = listed([state.printed.dish_names[dish] for dish in state.printed.on[action]])
            return f"{menu} draw {served} customers as the tally stands; the best in your hand draws {best}."
        without = NONE
        if action < CLIP:
            without = action
            give = self.best_give(state, seat, action)
            tally = self.after_giving(state, seat, action, give)
            helped = self.given(state, action, give)
        else:
            if action < GIVE:
                without = (action - CLIP) // CATEGORIES
            tally = self.after(state, seat, action)
            now = self.foreseen(state, seat)
            helped = [dish for dish in range(state.printed.dishes) if tally[dish] > now[dish]]
        draws = self.draws(state, tally)
        best_card = NONE
        for card in state.hands[seat]:
            if card != without and (
                best_card == NONE or self.menu_draws(state, draws, card) > self.menu_draws(state, draws, best_card)
            ):
                best_card = card
        names = state.printed.dish_names
        on = state.printed.on[best_card]
        menu = listed([names[dish] for dish in on])
        customers = f"about {self.menu_draws(state, draws, best_card):.0f} customers at {meal}"
        shared = [names[dish] for dish in helped if dish in on]
        besides = [names[dish] for dish in helped if dish not in on]
        if shared:
            more = f", and {listed(besides)} besides" if besides else ""
            return f"It helps {listed(shared)} on {menu}, your best menu, which should draw {customers}{more}."
        if besides:
            return f"{listed(besides)} takes nothing from {menu}, your best menu, which should draw {customers}."
        return f"It leaves you {menu}, which should draw {customers}."


def drawn(most: float, second: float, other: float, first: float, behind: float, tasted: float) -> float:
    """What a dish may expect that is likely to be first, and likely to be second, and otherwise if it was tasted."""
    likely = behind if behind < 1.0 - first else 1.0 - first
    return most * first + second * likely + other * (1.0 - first - likely) * tasted


class Forecast:
    """What each dish may expect after some samples more or less; computed once and kept."""

    def __init__(self, sense: ChefsChoiceSense, state: ChefsChoice, tally: Thirds) -> None:
        self.sense: ChefsChoiceSense = sense
        self.state: ChefsChoice = state
        self.asked: int = state.asked
        self.samples: list[int] = state.tally
        """The tally it was made from: copies of one state share it."""
        self.tally: Thirds = tally
        self.halves: int = in_halves(sense.to_come(state))
        """The samples to come, in halves of one."""
        self.usual: Draws = [sense.draws_in(state, at, tally, self.halves) for at in range(CATEGORIES)]
        """What each dish may expect without any more …"""
        self.known: list[list[float]] = [NOT_COMPUTED] * (state.printed.dishes * MOST_CHANGE)
        """… and with some, at dish * MOST_CHANGE + samples + 1."""

    def is_of(self, state: ChefsChoice) -> bool:
        """Whether it was made of the same position, and for any seat, as it is while all choose."""
        return state.moment == CHOOSE and state.tally is self.samples and state.asked == self.asked

    def draws_with(self, dish: Dish, samples: int) -> list[float]:
        """What the dishes of a category may expect with some samples more, or one less, of one of them."""
        at = dish * MOST_CHANGE + samples + 1
        known = self.known[at]
        if known is NOT_COMPUTED:
            self.tally[dish] += THIRDS * samples
            known = self.sense.draws_in(self.state, self.state.printed.category[dish], self.tally, self.halves)
            self.tally[dish] -= THIRDS * samples
            self.known[at] = known
        return known

    def draws_moved(self, dish: Dish, to: Dish) -> list[float]:
        """What the dishes of a category may expect if a sample of one becomes one of another."""
        self.tally[dish] -= THIRDS
        self.tally[to] += THIRDS
        draws = self.sense.draws_in(self.state, self.state.printed.category[dish], self.tally, self.halves)
        self.tally[dish] += THIRDS
        self.tally[to] -= THIRDS
        return draws


def in_halves(samples: float) -> int:
    """So many samples, counted in halves of one."""
    return min(int(HALVES * samples + 0.5), MOST_HALVES)

"""How the tally of Chef's Choice will look at the next meal, and how many customers each dish may expect then.

Nothing here looks at another's hand or choice: others may hold any menu, and give any dish on their card.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from maitred.games.chefs_choice.rules import (
    ANNOUNCE,
    CATEGORIES,
    CHOOSE,
    CLEAN_UP,
    DINNER,
    HIDDEN_SAMPLE,
    LUNCH,
    MOST,
    NEIGHBOUR,
    NOTHING,
    OTHER,
    SECOND,
    SPACE,
    TURNED,
    ChefsChoice,
    Dish,
    Seat,
    Tile,
)

Thirds = list[int]  # by dish: samples, counted in thirds of one
Draws = list[vec[float]]  # by category: what each of its dishes may expect, and at the end any of them

UNSEEN_TILE: Final = 1.5  # samples each gives for a tile that lies face down
A_MOVE: Final = 0.5  # how much a marker that may be moved unsettles the tally, against a new one
LOGISTIC: Final = 1.7  # makes a logistic curve out of a normal one
CALM: Final = 0.35  # how far apart two dishes must be for a clear lead when nothing is to come
MOST_CHANGE: Final = 11  # by how many samples of a dish an action may change the tally: one less to nine more
THIRDS: Final = 3  # samples foreseen come in thirds, as a menu has three dishes …
HALVES: Final = 2  # … and those to come in halves
MOST_THIRDS: Final = 60 * THIRDS  # more samples of a dish count as so many …
MOST_HALVES: Final = 255  # … and so do more to come
FEW: Final = 3  # dishes of a category …
FEW_MORE: Final = 4  # … for which the computation is unrolled
SURELY: Final = 30.0  # odds beyond e to the power of this are certainty


def foreseen(state: ChefsChoice, seat: Seat) -> Thirds:
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


def to_come(state: ChefsChoice) -> float:
    """How many samples all seats together will give before the next meal, besides those foreseen."""
    step = state.step
    samples = 0.0
    if state.moment != CHOOSE:
        if state.moment == ANNOUNCE:
            samples = more_samples(state, state.tile())
        step += 1
    while step < LUNCH or CLEAN_UP <= step < DINNER:
        samples += samples_of(state, step)
        step += 1
    return samples * state.players


def samples_of(state: ChefsChoice, step: int) -> float:
    """How many samples each gives in a step."""
    space = SPACE[step]
    if space < 0:
        return 1.0 if step == HIDDEN_SAMPLE else 0.0
    if state.hidden and space >= TURNED[state.step]:
        return UNSEEN_TILE
    tile = state.schedule[space]
    return state.printed.choices[tile] * state.printed.portion[tile] + more_samples(state, tile)


def more_samples(state: ChefsChoice, tile: Tile) -> float:
    """What the "and then" of a tile is worth, in samples of each seat."""
    then = state.printed.then[tile]
    if then == NOTHING:
        return 0.0
    return 1.0 if then == NEIGHBOUR else A_MOVE


def in_halves(samples: float) -> int:
    """A number of samples in halves, rounded."""
    return min(int(HALVES * samples + 0.5), MOST_HALVES)


@final
class CustomerModel:
    """How many customers dishes may expect at the next meal. Keeps the odds that it has computed once."""

    def __init__(self) -> None:
        nothing = vec[float]([])  # not computed yet
        self.cached_odds: list[vec[float]] = [nothing] * ((MOST_HALVES + 1) * (FEW_MORE + 1))
        """One divided by the chance to be ahead of another dish, by the lead in thirds of a sample from -MOST_THIRDS
        on; for each number of dishes and of samples to come …"""
        self.cached_tasted: list[vec[float]] = [nothing] * ((MOST_HALVES + 1) * (FEW_MORE + 1))
        """… and the chance that a dish with so many thirds has been tasted by then."""

    def draws(self, state: ChefsChoice, tally: Thirds) -> Draws:
        """The customers each dish may expect at the next meal, if the tally is as foreseen and more samples come."""
        halves = in_halves(to_come(state))
        return [self.draws_in(state, category, tally, halves) for category in range(CATEGORIES)]

    def draws_in(self, state: ChefsChoice, category: int, tally: Thirds, halves: int) -> vec[float]:
        """The same for the dishes of one category: they depend on nothing outside it."""
        printed = state.printed
        places = printed.lunch if state.step <= LUNCH else printed.dinner
        first = printed.starts[category]
        dishes = printed.starts[category + 1] - first
        if FEW <= dishes <= FEW_MORE:
            return self.few_draws(places, first, dishes, tally, halves)
        counts = [min(tally[dish], MOST_THIRDS) / THIRDS for dish in range(first, first + dishes)]
        return self.expected_customers(places, counts, halves / HALVES)

    def few_draws(self, places: list[int], first: Dish, dishes: int, tally: Thirds, halves: int) -> vec[float]:
        """`expected_customers` for three or four dishes, unrolled: almost all categories have so many, and medium bots
        spend most of their time here."""
        at = halves * (FEW_MORE + 1) + dishes
        if len(self.cached_odds[at]) == 0:
            self.compute_odds(at, dishes, halves / HALVES)
        odds = self.cached_odds[at]
        tasted = self.cached_tasted[at]
        a: i64 = min(tally[first], MOST_THIRDS)
        b: i64 = min(tally[first + 1], MOST_THIRDS)
        c: i64 = min(tally[first + 2], MOST_THIRDS)
        d: i64 = min(tally[first + 3], MOST_THIRDS) if dishes == FEW_MORE else 0
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
            return vec[float]([draws_a, draws_b, draws_c, (draws_a + draws_b + draws_c) / FEW])
        draws_d = drawn(most, second, other, first_d, behind_d / total, tasted[d])
        any_dish = (draws_a + draws_b + draws_c + draws_d) / FEW_MORE
        return vec[float]([draws_a, draws_b, draws_c, draws_d, any_dish])

    def compute_odds(self, at: int, dishes: int, to_come: float) -> None:
        """Fill in `cached_odds` and `cached_tasted`."""
        share = to_come / (CATEGORIES * dishes)
        doubt = sqrt(CALM * CALM + 2.0 * share) / LOGISTIC
        odds: list[float] = []
        for lead in range(-MOST_THIRDS, MOST_THIRDS + 1):
            odds.append(1.0 + exp(max(-SURELY, min(SURELY, -lead / THIRDS / doubt))))
        self.cached_odds[at] = vec[float](odds)
        self.cached_tasted[at] = vec[float](
            [1.0 - exp(-2.0 * (thirds / THIRDS + share)) for thirds in range(MOST_THIRDS + 1)]
        )

    def expected_customers(self, places: list[int], counts: list[float], to_come: float) -> vec[float]:
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
        return vec[float](draws)

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


def drawn(most: float, second: float, other: float, first: float, behind: float, tasted: float) -> float:
    """The customers a dish may expect by its chances to be first, to be second, and otherwise to have been tasted."""
    likely = behind if behind < 1.0 - first else 1.0 - first
    return most * first + second * likely + other * (1.0 - first - likely) * tasted


@final
class Forecast:
    """What each dish may expect after some samples more or less; computed once and kept."""

    def __init__(self, model: CustomerModel, state: ChefsChoice, tally: Thirds) -> None:
        self.model: CustomerModel = model
        self.state: ChefsChoice = state
        self.asked: int = state.asked
        self.samples: list[int] = state.tally
        """The tally it was made from: copies of one state share it."""
        self.tally: Thirds = tally
        self.halves: int = in_halves(to_come(state))
        """The samples to come, in halves of one."""
        self.usual: Draws = [model.draws_in(state, at, tally, self.halves) for at in range(CATEGORIES)]
        """What each dish may expect without any more …"""
        self.known: list[vec[float] | None] = [None] * (state.printed.dishes * MOST_CHANGE)
        """… and with some, at dish * MOST_CHANGE + samples + 1."""

    def is_of(self, state: ChefsChoice) -> bool:
        """Whether it was made for this position; while all choose it is the same for every seat."""
        return state.moment == CHOOSE and state.tally is self.samples and state.asked == self.asked

    def draws_with(self, dish: Dish, samples: int) -> vec[float]:
        """What the dishes of a category may expect with some samples more, or one less, of one of them."""
        at = dish * MOST_CHANGE + samples + 1
        known = self.known[at]
        if known is None:
            self.tally[dish] += THIRDS * samples
            known = self.model.draws_in(self.state, self.state.printed.category[dish], self.tally, self.halves)
            self.tally[dish] -= THIRDS * samples
            self.known[at] = known
        return known

    def draws_moved(self, dish: Dish, to: Dish) -> vec[float]:
        """What the dishes of a category may expect if a sample of one becomes one of another."""
        self.tally[dish] -= THIRDS
        self.tally[to] += THIRDS
        draws = self.model.draws_in(self.state, self.state.printed.category[dish], self.tally, self.halves)
        self.tally[dish] += THIRDS
        self.tally[to] -= THIRDS
        return draws

"""Judgement for Chef's Choice: which menus to hold on to, and what each action does for them.

Nothing here looks at another's hand or choice: others may hold any menu, and give any dish on their card.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec

from maitred.games.chefs_choice.forecast import THIRDS, CustomerModel, Draws, Forecast, Thirds, foreseen
from maitred.games.chefs_choice.rules import (
    ANNOUNCE,
    CATEGORIES,
    CLEAN_UP,
    CLIP,
    CLOSED,
    DINNER,
    GIVE,
    GIVE_DISH,
    GIVES,
    KEEP,
    LUNCH,
    MOST_DISHES,
    MOVE,
    NONE,
    STAY,
    Action,
    Card,
    ChefsChoice,
    Dish,
    Seat,
)
from maitred.kernel.sense import Sense, softmax
from maitred.kernel.state import State
from maitred.kernel.words import listed

SPARE: Final = 0.15  # how much the second best menu in hand counts beside the best
RIVALS: Final = 0.5  # what customers drawn to everybody's dishes cost
VALUE_SCALE: Final[list[float]] = [9.0, 9.0, 10.8, 6.0, 4.5, 2.5, 15.0, 5.7, 5.7, 3.5, 2.8, 0.8, 1.5]  # by step
BUDGET_FACTOR: Final[list[float]] = [1.0, 1.0, 0.6, 1.0, 1.4, 1.0, 0.2, 1.0, 0.9, 1.5, 1.4, 1.0, 1.0]
"""By step: more iterations where they are quick and the decision is in doubt …"""
PRIOR_VISITS: Final[list[float]] = [25.0, 25.0, 80.0, 40.0, 12.0, 25.0, 200.0, 25.0, 45.0, 16.0, 10.0, 25.0, 25.0]
"""… and more weight for the prior where luck decides much."""
WORTH_TELLING: Final = 0.5  # customers more or less that a reason mentions
NEVER: Final = -1e9  # less than anything is worth
AFTER_LUNCH: Final = 2.3  # scale of the softmax after lunch, in customers: a lead of so many wins 73 % …
AT_THE_END: Final = 1.5  # … and at the end, where a customer more or less is luck, too
LAST_CARD: Final = 0.17  # how much the customers of a card kept at lunch count beside those who came
TIEBREAK: Final = 0.001  # for each marker on a menu that is served


class ChefsChoiceSense(Sense):
    """Judgement for Chef's Choice."""

    def __init__(self) -> None:
        super().__init__()
        self.model: CustomerModel = CustomerModel()
        self.forecast: Forecast | None = None
        """The last one: seats that choose simultaneously share it."""
        self.iterations = 800
        self.root_width = 8
        self.tree_width = 1

    def value(self, state: State, seat: int) -> float:
        """Customers so far and those to be expected at the next meal, against what others get."""
        assert isinstance(state, ChefsChoice)
        if state.step == CLOSED:
            scores = state.scores()
            return scores[seat] - RIVALS * (sum(scores) - scores[seat]) / (state.players - 1)
        return sum(state.lunch_customers(seat)) + self.prospect(state, seat, foreseen(state, seat), NONE)

    # Which menus to hold on to

    def prospect(self, state: ChefsChoice, seat: Seat, tally: Thirds, without: Card) -> float:
        """What the hand, without a card, may expect at the next meal, against what any menu may."""
        draws = self.model.draws(state, tally)
        return self.promise(state, seat, draws[0], draws[1], draws[2], without)

    def promise(
        self,
        state: ChefsChoice,
        seat: Seat,
        appetizers: vec[float],
        entrees: vec[float],
        desserts: vec[float],
        without: Card,
    ) -> float:
        """The same, from what each dish may expect."""
        within = state.printed.within
        best = 0.0
        spare = 0.0
        for card in state.hands[seat]:
            if card != without:
                dishes = within[card]
                customers = appetizers[dishes[0]] + entrees[dishes[1]] + desserts[dishes[2]]
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
        dishes = state.printed.within[card]
        return draws[0][dishes[0]] + draws[1][dishes[1]] + draws[2][dishes[2]]

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
        draws = self.model.draws(state, foreseen(state, seat))
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
            forecast = Forecast(self.model, state, foreseen(state, seat))
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
                dishes = printed.within[card]
                places.append(dishes[category])
                others.append(forecast.usual[one][dishes[one]] + forecast.usual[two][dishes[two]])
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
        """The worth of giving samples of a card, for a hand without the card `without`."""
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
        tally = foreseen(state, seat)
        for dish in self.given(state, card, give):
            tally[dish] += THIRDS * state.printed.portion[state.tile()]
        return tally

    def given(self, state: ChefsChoice, card: Card, give: Action) -> list[Dish]:
        """The dishes on a card of which an action gives samples."""
        on = state.printed.on[card]
        return [on[category] for category in range(CATEGORIES) if (give - GIVE) >> category & 1 == 1]

    def after(self, state: ChefsChoice, seat: Seat, action: Action) -> Thirds:
        """The tally foreseen after markers were placed or moved."""
        if GIVE <= action < GIVE_DISH:
            return self.after_giving(state, seat, state.shown[seat], action)
        tally = foreseen(state, seat)
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
        draws: Draws = self.model.draws(state, foreseen(state, 0)) if state.step == CLEAN_UP else []
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
            draws = self.model.draws(state, foreseen(state, seat))
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
        now = foreseen(state, seat)
        if action < CLIP:
            without = action
            give = self.best_give(state, seat, action)
            tally = self.after_giving(state, seat, action, give)
            helped = self.given(state, action, give)
        else:
            if action < GIVE:
                without = (action - CLIP) // CATEGORIES
            tally = self.after(state, seat, action)
            helped = [dish for dish in range(state.printed.dishes) if tally[dish] > now[dish]]
        draws = self.model.draws(state, tally)
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
            taken = self.menu_draws(state, self.model.draws(state, now), best_card) - self.menu_draws(
                state, draws, best_card
            )
            much = "nothing" if taken < WORTH_TELLING else "a little" if taken < 2 * WORTH_TELLING else "something"
            takes = f"{'takes' if len(besides) == 1 else 'take'} {much}"
            return f"{listed(besides)} {takes} from {menu}, your best menu, which should draw {customers}."
        return f"It leaves you {menu}, which should draw {customers}."

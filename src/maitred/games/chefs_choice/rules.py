"""Chef's Choice: what may be done, what it does, what each seat knows. In the rulebook's order, clauses in comments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, final

from mypy_extensions import mypyc_attr

from maitred.kernel.chance import Stream, unpack_chance
from maitred.kernel.fields import Derived, Flag
from maitred.kernel.packing import BOUND, Reader, write_list
from maitred.kernel.state import NOBODY, Cards, Event, State, best_first
from maitred.kernel.zones import add, drop

# The nouns of the rulebook

Seat = Annotated[int, "0 to players - 1"]
Colour = int  # of a sample marker: a seat, or the podcast, which comes after the last seat
Card = Annotated[int, "0 to len(cards.on) - 1"]  # a menu card

APPETIZER: Final = 0
ENTREE: Final = 1
DESSERT: Final = 2
CATEGORIES: Final = 3

Dish = int  # a choice on a menu card: appetizers are counted first, then entrées, then desserts

# The places in a category, as the scoring table has them
MOST: Final = 0
TIED: Final = 1
SECOND: Final = 2
OTHER: Final = 3
PLACES: Final = 4

Tile = Annotated[int, "0 to len(cards.then) - 1"]  # a marketing tile

# What a tile asks for when all have announced
NOTHING: Final = 0
NEIGHBOUR: Final = 1
UNDERRATED: Final = 2
COPY: Final = 3

Markers = Annotated[int, "0 to cards.markers"]
Customers = Annotated[int, "0 to max(cards.lunch)"]
Step = Annotated[int, "PODCAST to CLOSED"]
Moment = Annotated[int, "CHOOSE to AND_THEN"]
Action = Annotated[int, "0 to N_ACTIONS - 1"]
Said = Annotated[int, "0 to N_ACTIONS * (cards.markers + 1) - 1"]  # an announcement and how many markers it placed


@final
class ChefsChoiceCards(Cards):
    """The deck as int tables: everything about card, dish or tile `i` is at index `i`."""

    def __init__(
        self,
        digest: str,
        own: Mapping[str, Any] | None,
        names: list[str],
        on: list[list[Dish]],
        dish_names: list[str],
        category: list[int],
        tile_names: list[str],
        neighbourly: list[int],
        choices: list[int],
        portion: list[int],
        then: list[int],
        opens: list[int],
        markers: int,
        lunch: list[int],
        dinner: list[int],
    ) -> None:
        super().__init__(digest, own)
        self.names: list[str] = names
        self.on: list[list[Dish]] = on
        """The dishes of a menu card, by category: `on[card][ENTREE]`."""
        self.dish_names: list[str] = dish_names
        self.dishes: int = len(dish_names)
        self.category: list[int] = category
        self.starts: list[Dish] = [category.index(at) for at in range(CATEGORIES)] + [len(category)]
        """The first dish of each category, and one past the last of all."""
        self.within: list[list[int]] = [[menu[at] - self.starts[at] for at in range(CATEGORIES)] for menu in on]
        """The dishes of a menu card, each counted from the first of its category."""
        self.tile_names: list[str] = tile_names
        self.neighbourly: list[int] = neighbourly
        """1 where a tile's samples come from a neighbour's card, 0 where from one's own."""
        self.choices: list[int] = choices
        self.portion: list[int] = portion
        self.then: list[int] = then
        self.opens: list[int] = opens
        """1 where a tile may lie on the first space."""
        self.markers: int = markers
        self.lunch: list[int] = lunch
        self.dinner: list[int] = dinner


# Limits

MIN_PLAYERS: Final = 4
MAX_PLAYERS: Final = 8
HAND: Final = 5
SPACES: Final = 5
MOST_MENUS: Final = 64
MOST_DISHES: Final = 15

# The steps of the day (C3), numbered as on the schedule board; 2 3 4 8 9 are sample rounds

PODCAST: Final = 1
FIRST_ROUND: Final = 2
LUNCH: Final = 5
CLEAN_UP: Final = 6
SECOND_PODCAST: Final = 7
HIDDEN_SAMPLE: Final = 10
DINNER: Final = 11
CLOSED: Final = 12

SPACE: Final[list[int]] = [-1, -1, 0, 1, 2, -1, -1, -1, 3, 4, -1, -1, -1]  # the tile space of a step
TURNED: Final[list[int]] = [0, 0, 1, 2, 3, 3, 3, 3, 4, 5, 5, 5, 5]  # tiles that lie face up by a step
HELD: Final[list[int]] = [5, 5, 5, 4, 3, 2, 1, 1, 5, 4, 3, 2, 1]  # cards in each hand when a step begins
PLAYED: Final[list[int]] = [0, 0, 0, 1, 2, 3, 3, 3, 0, 1, 2, 3, 3]  # cards that each has given samples with by then

# Moments of a step

CHOOSE: Final = 0  # all choose, face down
ANNOUNCE: Final = 1  # from the lead on, each gives samples
AND_THEN: Final = 2  # from the lead on, each does what the tile says "and then"

# Actions

PLAY: Final = 0  # + card: for samples, or as the menu of a meal
CLIP: Final = PLAY + MOST_MENUS  # + card * CATEGORIES + category: the hidden sample
GIVE: Final = CLIP + MOST_MENUS * CATEGORIES  # + the categories on one's own card, a bit each; 0: no marker left
GIVE_DISH: Final = GIVE + (1 << CATEGORIES)  # + dish on a neighbour's card
MOVE: Final = GIVE_DISH + MOST_DISHES  # + from * MOST_DISHES + to
STAY: Final = MOVE + MOST_DISHES * MOST_DISHES
KEEP: Final = STAY + 1
DISCARD: Final = KEEP + 1
N_ACTIONS: Final = DISCARD + 1

GIVES: Final[list[list[Action]]] = [
    [GIVE + bits for bits in range(1 << CATEGORIES) if bits.bit_count() == choices] for choices in range(CATEGORIES + 1)
]

MOVES: Final[list[list[Any]]] = [
    [MOVE + dish * MOST_DISHES + to for to in range(MOST_DISHES)] for dish in range(MOST_DISHES)
]
"""Every move of a marker, by the dishes from and to; as objects, which need not be made anew."""

NONE: Final = -1  # no card, or no choice yet
NO_CARDS: Final[list[int]] = []  # in copies that are only looked at

# Events: the first int says which, the rest is listed beside it

STEP_BEGINS: Final = 0  # step, tile or NONE, lead or NONE
CHOSE: Final = 1  # seat, action
SHOWN: Final = 2  # seat, card
GAVE: Final = 3  # seat, markers, dishes…
MOVED: Final = 4  # seat, from, to
STAYED: Final = 5  # seat
CLIPPED: Final = 6  # seat, card, dish, markers
SERVED: Final = 7  # seat, card, customers for each category
CLEARED: Final = 8  # dish, colours…
DECIDED: Final = 9  # seat, 1 if the card was kept
DEALT: Final = 10  # seat, cards…
RECOMMENDED: Final = 11  # card
ENDED: Final = 12


@final
@mypyc_attr(allow_interpreted_subclasses=True)
class ChefsChoice(State):
    """A game of Chef's Choice. Hands are sorted; the next card is the last of the deck."""

    def __init__(self, players: int, chance: Stream, cards: ChefsChoiceCards) -> None:
        super().__init__(players, chance, cards)
        self.printed: ChefsChoiceCards = cards
        self.hidden: bool = False  # C2: the tiles are turned round by round
        self.first: Seat = 0  # the lead of the first sample round
        self.step: Step = FIRST_ROUND
        self.moment: Moment = CHOOSE
        self.spoken: Seat = 0  # how many seats have spoken since the lead began
        self.podcast: Card = NONE
        self.schedule: list[Tile] = [0] * SPACES
        self.deck: list[Card] = []
        self.choices: list[Action] = [NONE] * players  # what each has chosen; the card stays in hand until all have
        self.shown: list[Card] = [NONE] * players  # the card face up before each seat
        self.marks: list[Markers] = [0] * ((players + 1) * cards.dishes)  # at colour * dishes + dish
        # Public history: what was announced and moved since the last deal, in order; see `unsay`
        self.said: list[Said] = []
        # What is remembered of the morning
        self.lunch: list[Card] = [NONE] * players  # the menus that were served
        self.customers: list[Customers] = [0] * (players * CATEGORIES)  # for them, at seat * CATEGORIES + category
        self.morning: list[Card] = []  # the cards that all have seen, sorted
        self.kept: list[Flag] = [0] * players  # 1 for those who kept their last card
        self.last: list[Card] = [NONE] * players  # that card, known to its holder alone
        self.hands: list[list[Card]] = [[] for _ in range(players)]
        self.played: list[list[Card]] = [[] for _ in range(players)]  # since the last deal, without the one shown
        self.tally: Derived[list[int]] = [0] * cards.dishes  # all colours of each dish
        self.home: Derived[list[int]] = [cards.markers] * (players + 1)  # markers of each colour off the board

    # Whose decision it is, and what it may be

    def tile(self) -> Tile:
        """The marketing tile of this sample round; NONE between rounds."""
        space = SPACE[self.step]
        return self.schedule[space] if space >= 0 else NONE

    def lead(self) -> Seat:
        """C5: the lead of this sample round, one seat further clockwise with each, also across lunch."""
        return (self.first + SPACE[self.step]) % self.players

    def speaker(self) -> Seat:
        """Whose turn it is to give samples or to do what comes "and then"."""
        return (self.lead() + self.spoken) % self.players

    def first_actor(self) -> Seat:
        if self.step == CLOSED:
            return NOBODY
        return self.speaker() if self.moment != CHOOSE else self.choices.index(NONE)

    def random_actor(self, chance: Stream) -> Seat:
        if self.moment != CHOOSE or self.step == CLOSED:
            return self.first_actor()
        waiting = 0
        for choice in self.choices:
            if choice == NONE:
                waiting += 1
        skipped = chance.below(waiting) if waiting > 1 else 0
        seat = self.choices.index(NONE)
        while skipped > 0:
            seat += 1
            if self.choices[seat] == NONE:
                skipped -= 1
        return seat

    def actors(self) -> list[Seat]:
        if self.step == CLOSED:
            return []
        if self.moment != CHOOSE:
            return [self.speaker()]
        choices = self.choices
        return [seat for seat in range(self.players) if choices[seat] == NONE]

    def legal(self, seat: Seat) -> list[Action]:
        if self.step == CLOSED:
            return []
        if self.moment == CHOOSE:
            return self.may_choose(seat) if self.choices[seat] == NONE else []
        if seat != self.speaker():
            return []
        tile = self.tile()
        if self.from_neighbours():
            return self.neighbours_dishes(seat)
        if self.moment == ANNOUNCE:
            portion = self.printed.portion[tile]
            enough = (self.home[seat] + portion - 1) // portion  # C7: place as many as you have
            return GIVES[min(self.printed.choices[tile], enough)][:]
        return self.moves(seat, self.printed.then[tile])

    def may_choose(self, seat: Seat) -> list[Action]:
        """What a seat may choose face down, whether it has chosen or not."""
        hand = self.hands[seat]
        if self.step == HIDDEN_SAMPLE:
            return [CLIP + card * CATEGORIES + category for card in hand for category in range(CATEGORIES)]
        if self.step == CLEAN_UP:
            return [KEEP, DISCARD]
        return hand[:]

    def neighbours(self, seat: Seat) -> list[Seat]:
        """The seats to the right and to the left of a seat."""
        return [(seat + self.players - 1) % self.players, (seat + 1) % self.players]

    def from_neighbours(self) -> bool:
        """Whether the samples that are given now come from neighbours' cards."""
        if self.moment == ANNOUNCE:
            return self.printed.neighbourly[self.tile()] == 1
        return self.moment == AND_THEN and self.printed.then[self.tile()] == NEIGHBOUR

    def neighbours_dishes(self, seat: Seat) -> list[Action]:
        """C6: the dishes on the cards to the right and to the left, of which one sample is given."""
        if self.home[seat] == 0:  # C7
            return [GIVE]
        right, left = [self.printed.on[self.shown[other]] for other in self.neighbours(seat)]
        actions: list[Action] = []
        for category in range(CATEGORIES):
            one = left[category]
            other = right[category]
            actions.append(GIVE_DISH + min(one, other))
            if one != other:
                actions.append(GIVE_DISH + max(one, other))
        return actions

    def moves(self, seat: Seat, then: int) -> list[Action]:
        """C6: every move of a marker of the seat's colour to a dish that may take it, and moving none."""
        dishes = self.printed.dishes
        first = seat * dishes
        targets: list[Dish] = []
        if then == UNDERRATED:
            popular = self.popular()
            targets = [to for to in range(dishes) if to not in popular]
        else:
            targets = [to for to in range(dishes) if self.tally[to] > self.marks[first + to]]
        actions: list[Action] = []
        for dish in range(dishes):
            if self.marks[first + dish] > 0:
                moves = MOVES[dish]
                actions += [moves[to] for to in targets if to != dish]
        actions.append(STAY)
        return actions

    def popular(self) -> list[Dish]:
        """The dishes that lead their category, or are tied for the lead."""
        popular: list[Dish] = []
        for category in range(CATEGORIES):
            first = self.printed.starts[category]
            after = self.printed.starts[category + 1]
            most = 1
            for dish in range(first, after):
                most = max(most, self.tally[dish])
            for dish in range(first, after):
                if self.tally[dish] == most:
                    popular.append(dish)
        return popular

    def apply(self, seat: Seat, action: Action) -> None:
        if self.moment == CHOOSE:
            self.choices[seat] = action
            self.tell(CHOSE, seat, action)
            for choice in self.choices:
                if choice == NONE:
                    return
            self.asked += 1
            self.reveals += 1
            self.reveal()
            return
        self.asked += 1
        home = self.home[seat]
        if action < MOVE:
            self.give(seat, action)
        elif action < STAY:
            dish = (action - MOVE) // MOST_DISHES
            to = (action - MOVE) % MOST_DISHES
            self.place(seat, dish, -1)
            self.place(seat, to, 1)
            self.tell(MOVED, seat, dish, to)
        else:
            self.tell(STAYED, seat)
        self.said.append(action + N_ACTIONS * (home - self.home[seat]))
        self.spoken += 1
        if self.spoken == self.players:
            self.spoken = 0
            if self.moment == ANNOUNCE and self.printed.then[self.tile()] != NOTHING:  # C5: when all have announced
                self.moment = AND_THEN
            else:
                self.end_round()

    def place(self, colour: Colour, dish: Dish, markers: int) -> None:
        """Put markers of a colour on a dish, or take them off (a negative number)."""
        add(self.marks, colour * self.printed.dishes + dish, markers)
        add(self.tally, dish, markers)
        add(self.home, colour, -markers)

    # The Daily Dining Podcast (C4)

    def listen(self) -> None:
        """The podcast recommends the three dishes of the deck's top card."""
        self.podcast = self.deck.pop()
        for dish in self.printed.on[self.podcast]:
            self.place(self.players, dish, 1)
        self.tell(RECOMMENDED, self.podcast)

    # Samples (C5, C6, C7)

    def begin_step(self) -> None:
        """All are asked to choose; in a sample round the tile is turned first, if it was hidden."""
        self.moment = CHOOSE
        space = SPACE[self.step]
        if space >= 0 and self.hidden:
            self.reveals += 1
        if self.listened():
            self.tell(STEP_BEGINS, self.step, self.tile(), self.round_lead())

    def round_lead(self) -> Seat:
        """The lead of this step, if it is a sample round; else NONE."""
        return self.lead() if SPACE[self.step] >= 0 else NONE

    def opening(self) -> list[Event]:
        """What is announced of a new game: the podcast's first menu, then the first round."""
        return [(RECOMMENDED, self.podcast), (STEP_BEGINS, self.step, self.tile(), self.round_lead())]

    def reveal(self) -> None:
        """All have chosen: the cards are turned together."""
        if self.step == CLEAN_UP:
            self.refresh()
            return
        for seat in range(self.players):
            choice = self.choices[seat]
            card = (choice - CLIP) // CATEGORIES if choice >= CLIP else choice
            drop(self.hands[seat], card)
            self.shown[seat] = card
            if SPACE[self.step] >= 0:
                self.tell(SHOWN, seat, card)
        if self.step == HIDDEN_SAMPLE:
            self.count_hidden_samples()
        elif self.step == LUNCH:
            self.serve_lunch()
        elif self.step == DINNER:
            self.serve_dinner()
        else:
            self.moment = ANNOUNCE
        for seat in range(self.players):
            self.choices[seat] = NONE

    def give(self, seat: Seat, action: Action) -> None:
        """Announce samples: of dishes on one's own card, or of one on a neighbour's."""
        dishes = self.dishes_of(seat, action)
        portion = self.printed.portion[self.tile()] if self.moment == ANNOUNCE else 1
        given = 0
        for dish in dishes:
            markers = min(portion, self.home[seat])
            self.place(seat, dish, markers)
            given += markers
        self.tell_list(GAVE, dishes, seat, given)

    def dishes_of(self, seat: Seat, action: Action) -> list[Dish]:
        """The dishes that an announcement is about."""
        if action >= GIVE_DISH:
            return [action - GIVE_DISH]
        card = self.printed.on[self.shown[seat]]
        return [card[category] for category in range(CATEGORIES) if (action - GIVE) >> category & 1 == 1]

    def end_round(self) -> None:
        """The cards on the table are done with, and the day goes on."""
        for seat in range(self.players):
            self.played[seat].append(self.shown[seat])
            self.shown[seat] = NONE
        self.step += 1
        if self.step == LUNCH or self.step == DINNER:
            self.said = []
        self.begin_step()

    # What all have seen, backwards

    def unsay(self) -> Action:
        """Undo the last announcement, as far as everybody has seen it, and return it."""
        if self.spoken == 0:
            if self.moment == CHOOSE:
                self.step -= 1
                for seat in range(self.players):
                    self.shown[seat] = self.played[seat].pop()
                self.moment = ANNOUNCE if self.printed.then[self.tile()] == NOTHING else AND_THEN
            else:
                self.moment = ANNOUNCE
            self.spoken = self.players
        self.spoken -= 1
        seat = self.speaker()
        said = self.said.pop()
        action = said % N_ACTIONS
        markers = said // N_ACTIONS
        if action >= STAY:
            return action
        if action >= MOVE:
            self.place(seat, (action - MOVE) // MOST_DISHES, 1)
            self.place(seat, (action - MOVE) % MOST_DISHES, -1)
            return action
        portion = self.printed.portion[self.tile()] if self.moment == ANNOUNCE else 1
        for dish in self.dishes_of(seat, action):
            self.place(seat, dish, -min(portion, markers))
            markers -= min(portion, markers)
        return action

    def was_said(self) -> bool:
        """Whether the announcements in `said` can have led to this tally since the deal."""
        past = self.clone()
        for _ in range(len(self.said)):
            if past.moment == ANNOUNCE and past.spoken == 0:
                past.turn_back()
            said = past.said[-1]
            action = said % N_ACTIONS
            highest = self.printed.dishes
            if GIVE_DISH <= action < MOVE and action - GIVE_DISH >= highest:
                return False
            if MOVE <= action < STAY and max(divmod(action - MOVE, MOST_DISHES)) >= highest:
                return False
            past.unsay()
            seat = past.speaker()
            if min(past.marks) < 0 or action not in past.legal(seat):
                return False
            again = past.clone()
            again.apply(seat, action)
            if again.said[-1] != said:
                return False
        return True

    def announcements(self) -> int:
        """How many announcements there were since the deal, up to the meal."""
        if self.step == LUNCH or self.step >= DINNER:
            return 0
        count = self.spoken + (self.players if self.moment == AND_THEN else 0)
        step = self.step - 1
        while step > 0 and SPACE[step] >= 0:
            then = self.printed.then[self.schedule[SPACE[step]]]
            count += self.players if then == NOTHING else 2 * self.players
            step -= 1
        return count

    def turn_back(self) -> None:
        """Go back from the first announcement of a round to the choice: cards turned up are in hand again."""
        self.moment = CHOOSE
        for seat in range(self.players):
            self.hands[seat].append(self.shown[seat])
            self.shown[seat] = NONE

    # Lunch (C8)

    def customers_for(self, dish: Dish, places: list[int]) -> int:
        """How many customers a dish draws, by its place in its category."""
        samples = self.tally[dish]
        if samples == 0:
            return 0
        category = self.printed.category[dish]
        above = 0
        level = 0
        for other in range(self.printed.starts[category], self.printed.starts[category + 1]):
            if self.tally[other] > samples:
                above += 1
            elif self.tally[other] == samples:
                level += 1
        if above == 0:
            return places[MOST] if level == 1 else places[TIED]
        return places[SECOND] if above == 1 else places[OTHER]  # two above are tied, or one of them is second

    def serve_lunch(self) -> None:
        """Count the lunch customers, then clean up the board."""
        for seat in range(self.players):
            card = self.shown[seat]
            self.lunch[seat] = card
            for category in range(CATEGORIES):
                customers = self.customers_for(self.printed.on[card][category], self.printed.lunch)
                self.customers[seat * CATEGORIES + category] = customers
            self.tell_list(SERVED, self.lunch_customers(seat), seat, card)
        self.step = CLEAN_UP
        self.begin_step()
        self.clear()

    # Clean Up (C9)

    def clear(self) -> None:
        """One marker of every colour comes off the most popular dishes of each category, and goes home."""
        for dish in self.popular():
            colours: list[Colour] = []
            for colour in range(self.players + 1):
                if self.marks[colour * self.printed.dishes + dish] > 0:
                    self.place(colour, dish, -1)
                    colours.append(colour)
            self.tell_list(CLEARED, colours, dish)

    def refresh(self) -> None:
        """Played cards, and last cards that are not kept, go into the deck; everybody is dealt up to five."""
        self.morning = [self.podcast]
        for seat in range(self.players):
            self.morning += self.played[seat]
            self.morning.append(self.shown[seat])
            self.played[seat] = []
            self.shown[seat] = NONE
        self.morning.sort()
        self.deck += self.morning
        for seat in range(self.players):
            self.last[seat] = self.hands[seat][0]
            self.kept[seat] = 1 if self.choices[seat] == KEEP else 0
            if self.kept[seat] == 0:
                self.deck.append(self.hands[seat].pop())
            self.choices[seat] = NONE
            self.tell(DECIDED, seat, self.kept[seat])
        self.chance.shuffle(self.deck)
        for seat in range(self.players):
            self.deal_to(seat)
        self.tell(STEP_BEGINS, SECOND_PODCAST, NONE, NONE)
        self.listen()
        self.step = SECOND_PODCAST + 1
        self.begin_step()

    def deal_to(self, seat: Seat) -> None:
        """Deal a seat up to five cards."""
        hand = self.hands[seat]
        dealt: list[Card] = []
        while len(hand) < HAND:
            card = self.deck.pop()
            dealt.append(card)
            hand.append(card)
        hand.sort()
        if self.listened():
            self.tell_list(DEALT, sorted(dealt), seat)

    # Hidden Sample (C10)

    def count_hidden_samples(self) -> None:
        """Everyone's secret sample goes on the board, and the cards are put away."""
        for seat in range(self.players):
            card = self.shown[seat]
            dish = self.printed.on[card][(self.choices[seat] - CLIP) % CATEGORIES]
            markers = min(1, self.home[seat])  # C7
            self.place(seat, dish, markers)
            self.tell(CLIPPED, seat, card, dish, markers)
        self.end_round()

    # Dinner, and who wins (C8, C11)

    def serve_dinner(self) -> None:
        """Dinner is counted, and the day is over."""
        self.step = CLOSED
        if self.listened():
            for seat in range(self.players):
                self.tell_list(SERVED, self.dinner_customers(seat), seat, self.shown[seat])
        self.tell(ENDED)

    def dinner_customers(self, seat: Seat) -> list[int]:
        """The customers for each dish of a dinner menu; none before dinner is served."""
        if self.step != CLOSED:
            return [0] * CATEGORIES
        return [self.customers_for(dish, self.printed.dinner) for dish in self.printed.on[self.shown[seat]]]

    def lunch_customers(self, seat: Seat) -> list[int]:
        """The customers that each dish of a lunch menu drew; none before lunch is served."""
        return self.customers[seat * CATEGORIES : (seat + 1) * CATEGORIES]

    def tiebreaker(self, seat: Seat) -> int:
        """C11: all markers, of every colour, on the three dishes of a dinner menu; none before dinner is served."""
        markers = 0
        if self.step == CLOSED:
            for dish in self.printed.on[self.shown[seat]]:
                markers += self.tally[dish]
        return markers

    def scores(self) -> list[int]:
        return [sum(self.lunch_customers(seat)) + sum(self.dinner_customers(seat)) for seat in range(self.players)]

    def ranking(self) -> list[list[Seat]]:
        scores = self.scores()
        return best_first([[scores[seat], self.tiebreaker(seat)] for seat in range(self.players)])

    # What each seat knows: its own hand and choice, and all that lies face up

    def determinize(self, seat: Seat, chance: Stream) -> ChefsChoice:
        known = self.clone()
        unknown = known.deck
        for other in range(self.players):
            if other != seat:
                unknown += known.hands[other]
        unknown.sort()
        chance.shuffle(unknown)
        seen = self.seen_by(seat)
        for other in range(self.players):
            if other != seat:
                known.hands[other] = []
                known.last[other] = NONE
                if self.must_hold_a_kept_card(other, seen):
                    at = len(unknown) - 1
                    while seen[unknown[at]]:
                        at -= 1
                    known.hands[other].append(unknown.pop(at))
        for other in range(self.players):
            if other != seat:
                hand = known.hands[other]
                while len(hand) < len(self.hands[other]):
                    hand.append(unknown.pop())
                hand.sort()
                if known.choices[other] != NONE:
                    may = known.may_choose(other)
                    known.choices[other] = may[chance.below(len(may))]
        if self.hidden:
            turned = TURNED[self.step]
            face_up = self.schedule[:turned]
            tiles = [tile for tile in range(len(self.printed.then)) if tile not in face_up]
            chance.shuffle(tiles)
            known.schedule = face_up + tiles[: SPACES - turned]
        known.chance = chance.fork()
        return known

    def hidden_copy(self, seat: Seat, chance: Stream) -> ChefsChoice:
        self.hiding = known = self.share(chance, self.hiding if isinstance(self.hiding, ChefsChoice) else None)
        known.deck = NO_CARDS
        known.hands = [NO_CARDS] * self.players
        known.hands[seat] = self.hands[seat]
        known.choices = [NONE] * self.players
        known.choices[seat] = self.choices[seat]
        known.last = [NONE] * self.players
        known.last[seat] = self.last[seat]
        if self.hidden:
            turned = TURNED[self.step]
            known.schedule = self.schedule[:turned] + [0] * (SPACES - turned)
        return known

    def seen_by(self, seat: Seat) -> list[bool]:
        """For each card whether a seat saw it in the morning, so that nobody can have kept it."""
        seen = [False] * len(self.printed.on)
        for card in self.morning:
            seen[card] = True
        if self.last[seat] != NONE:
            seen[self.last[seat]] = True
        return seen

    def must_hold_a_kept_card(self, other: Seat, seen: list[bool]) -> bool:
        """Whether a seat certainly still holds the card it kept at clean-up: one not `seen` in the morning."""
        if self.kept[other] == 0:
            return False
        for card in self.played[other]:
            if not seen[card]:
                return False
        return self.shown[other] == NONE or seen[self.shown[other]]

    # The whole state

    def inventory(self) -> list[Card]:
        cards = self.deck[:]
        for zone in self.hands + self.played:
            cards += zone
        for card in self.shown:
            if card != NONE:
                cards.append(card)
        if self.podcast != NONE:
            cards.append(self.podcast)
        return cards

    # Written by `make fields` from the fields that `__init__` declares

    def share(self, chance: Stream, over: ChefsChoice | None = None) -> ChefsChoice:
        """A copy that shares all it has with this one, in place of `over`, an older copy that is done with."""
        twin = ChefsChoice.__new__(ChefsChoice) if over is None else over
        twin.printed, twin.hidden, twin.first, twin.step = self.printed, self.hidden, self.first, self.step
        twin.moment, twin.spoken, twin.podcast, twin.schedule = self.moment, self.spoken, self.podcast, self.schedule
        twin.deck, twin.choices, twin.shown, twin.marks = self.deck, self.choices, self.shown, self.marks
        twin.said, twin.lunch, twin.customers, twin.morning = self.said, self.lunch, self.customers, self.morning
        twin.kept, twin.last, twin.hands, twin.played = self.kept, self.last, self.hands, self.played
        twin.tally, twin.home, twin.players, twin.cards = self.tally, self.home, self.players, self.cards
        twin.reveals, twin.asked, twin.old_rules, twin.chance = self.reveals, self.asked, self.old_rules, chance
        twin.events, twin.hiding = None, None
        return twin

    def clone(self) -> ChefsChoice:
        twin = self.share(self.chance.clone())
        twin.schedule, twin.deck, twin.choices = self.schedule[:], self.deck[:], self.choices[:]
        twin.shown, twin.marks, twin.said, twin.lunch = self.shown[:], self.marks[:], self.said[:], self.lunch[:]
        twin.customers, twin.morning, twin.kept = self.customers[:], self.morning[:], self.kept[:]
        twin.last, twin.hands = self.last[:], [part[:] for part in self.hands]
        twin.played, twin.tally, twin.home = [part[:] for part in self.played], self.tally[:], self.home[:]
        return twin

    def pack(self) -> list[int]:
        ints = [self.players, self.cards.mark, int(self.hidden), self.first, self.step, self.moment, self.spoken]
        ints += [self.podcast, self.asked, self.reveals]
        write_list(ints, self.chance.pack())
        for part in (self.schedule, self.deck, self.choices, self.shown, self.marks, self.said, self.lunch):
            write_list(ints, part)
        for part in (self.customers, self.morning, self.kept, self.last):
            write_list(ints, part)
        for part in self.hands + self.played:
            write_list(ints, part)
        return ints

    def read(self, reader: Reader) -> None:
        """Read every field in the order in which `pack` wrote it."""
        players, cards = self.players, self.printed
        self.hidden, self.first = reader.one(0, 1) == 1, reader.one(0, players - 1)
        self.step, self.moment = reader.one(PODCAST, CLOSED), reader.one(CHOOSE, AND_THEN)
        self.spoken, self.podcast = reader.one(0, players - 1), reader.one(NONE, len(cards.on) - 1)
        self.asked, self.reveals = reader.one(0, BOUND), reader.one(0, BOUND)
        self.chance, self.schedule = unpack_chance(reader.many(0, BOUND)), reader.some(SPACES, 0, len(cards.then) - 1)
        self.deck, self.choices = reader.many(0, len(cards.on) - 1), reader.some(players, NONE, N_ACTIONS - 1)
        self.shown = reader.some(players, NONE, len(cards.on) - 1)
        self.marks = reader.some((players + 1) * cards.dishes, 0, cards.markers)
        self.said = reader.many(0, N_ACTIONS * (cards.markers + 1) - 1)
        self.lunch = reader.some(players, NONE, len(cards.on) - 1)
        self.customers = reader.some(players * CATEGORIES, 0, max(cards.lunch))
        self.morning, self.kept = reader.many(0, len(cards.on) - 1), reader.some(players, 0, 1)
        self.last = reader.some(players, NONE, len(cards.on) - 1)
        self.hands = [reader.many(0, len(cards.on) - 1) for _ in range(players)]
        self.played = [reader.many(0, len(cards.on) - 1) for _ in range(players)]
        reader.end()

    # Up to here by `make fields`

    def count(self) -> None:
        """Compute what is derived from the marks."""
        dishes = self.printed.dishes
        self.tally = [0] * dishes
        self.home = [self.printed.markers] * (self.players + 1)
        for at in range(len(self.marks)):
            add(self.tally, at % dishes, self.marks[at])
            add(self.home, at // dishes, -self.marks[at])


def deal(
    players: int, chance: Stream, first: str, hidden: bool, schedule: list[Tile], cards: ChefsChoiceCards
) -> ChefsChoice:
    """C2: tiles on the schedule (drawn, if none are given), five cards each, and the podcast's first menu."""
    state = ChefsChoice(players, chance, cards)
    state.hidden = hidden
    drawn = chance.below(players)  # G1
    state.first = drawn if first == "drawn" else int(first) - 1
    drawn_schedule = draw_schedule(chance, cards)
    state.schedule = schedule[:] if schedule else drawn_schedule
    state.deck = list(range(len(cards.on)))
    chance.shuffle(state.deck)
    for seat in range(players):
        state.deal_to(seat)
    state.listen()
    return state


def draw_schedule(chance: Stream, cards: ChefsChoiceCards) -> list[Tile]:
    """C2: a tile that may open the day on the first space, any of the others on the rest."""
    opening = [tile for tile in range(len(cards.opens)) if cards.opens[tile] == 1]
    first = opening[chance.below(len(opening))]
    others = [tile for tile in range(len(cards.opens)) if tile != first]
    chance.shuffle(others)
    return [first, *others[: SPACES - 1]]

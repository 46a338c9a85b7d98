"""Food Court: what may be done, what it does, what each seat knows. In the rulebook's order, clause ids in comments."""

from __future__ import annotations

from typing import Annotated, Final, final

from mypy_extensions import mypyc_attr

from maitred.games.food_court.abilities import (
    AS_NORMAL,
    REPLACE,
    REPLACEMENT_COST,
    WIN_CARDS,
    has_primary,
    has_room,
    level,
    may_finish,
    price,
    score_lines,
    trackable,
)
from maitred.games.food_court.station import (
    BLOCK,
    DOWN,
    DRAWING,
    EFFECTS,
    FIRST_INGREDIENT,
    FIRST_UTENSIL,
    INGREDIENT,
    MOST_ACTIONS,
    MOST_KINDS,
    NOT_IN_PLAY,
    NOTHING,
    OPTIONAL,
    PILES,
    PRIMARY,
    PROGRESS,
    RECIPE,
    RECIPES,
    ROLE_BONUS,
    SCORES,
    SYMBOLS,
    UP,
    UTENSIL,
    UTENSILS,
    Deck,
    FoodCourtCards,
    Kind,
    Meal,
    Seat,
    Station,
)
from maitred.kernel.chance import Stream, unpack_chance
from maitred.kernel.fields import Count, Flag
from maitred.kernel.packing import BOUND, Reader, write_list
from maitred.kernel.state import NOBODY, State, best_first
from maitred.kernel.zones import add, blank, drop, put

Action = int
Goal = Annotated[int, "1 to BOUND"]
Moment = Annotated[int, "ROLE to OVER"]
Role = Annotated[int, "0 to ROLES - 1"]
Supply = Annotated[int, "NO_SUPPLY to TWO_LESS"]
Cards = Annotated[int, "0 to MOST_KINDS"]  # how many
Seats = Annotated[int, "0 to players"]  # how many
Place = Annotated[int, "0 to MOST_BEFORE"]  # among the cards before the scorer
Aim = Annotated[int, "NOTHING to MOST_BEFORE"]  # such a place, if a Block was used
Fate = Annotated[int, "STANDING to RESOLVED"]

# Limits

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 6
HAND: Final = 8
SMALL_HAND: Final = 6  # F14: after a Supplier's "less"
MOST_DISCARDS: Final = 3
GOAL: Final = 40
ROUNDS: Final = 50
WIN_CARD_VP: Final = 5
ALL_WIN_CARDS_VP: Final = 30
MOST_BEFORE: Final = MAX_PLAYERS * MOST_ACTIONS

# Roles

CHEF: Final = 0
WAITER: Final = 1
DISHWASHER: Final = 2
SUPPLIER: Final = 3
CRITIC: Final = 4
CUSTOMER: Final = 5
ROLES: Final = 6
ROLES_FROM: Final = 3  # players
ROLE_VP: Final = 2

NO_SUPPLY: Final = 0  # what the Supplier has picked for this round
TAKE_TWO: Final = 1
TWO_LESS: Final = 2
SUPPLIED: Final = 2

# Moments

ROLE: Final = 0  # pick the counterpart of your role
OPINION: Final = 1  # Critic: praise or pan
SUPPLY: Final = 2  # Supplier: take two or two less
TAKE: Final = 3  # take cards from your discard pile, as the Supplier said
DISCARD: Final = 4  # discard up to three
WASH: Final = 5  # the Dishwasher asks for your new hand
PLAY: Final = 6
COOK: Final = 7  # add ingredients to the recipe in the pot
PAY: Final = 8  # put away cards from hand for hot ingredients
BLOCKS: Final = 9  # use a Block or hold it
AIM: Final = 10  # pick the target of an action card, or what it brings back
AIM_AGAIN: Final = 11  # pick the ingredient that goes with it
GIVE_UP: Final = 12  # discard cards from hand, hit by Discard Cards
ORDER: Final = 13  # pick which of your own action cards comes next
SECOND: Final = 14  # F11: play what your own actions have brought
SWAP: Final = 15  # replace a recipe with one from your hand, or do not
SWAP_WHOSE: Final = 16
SWAP_MEAL: Final = 17
SWAP_COST: Final = 18
TRACK: Final = 19
OVER: Final = 20

# Actions

PICK: Final = 0  # + kind: of the asked player's cards, or of the scorer's where their cards are aimed at
PLACE: Final = PICK + MOST_KINDS  # + effect * MAX_PLAYERS + seat
CARD: Final = PLACE + EFFECTS * MAX_PLAYERS  # + place among the cards before the scorer
CHOOSE: Final = CARD + MOST_BEFORE  # + seat
DONE: Final = CHOOSE + MAX_PLAYERS  # discard or play no more, finish the meal, hold, decline, nothing there
SCORE: Final = DONE + 1
YES: Final = SCORE + 1  # wash the hand, praise, take two
NO: Final = YES + 1  # refuse, pan, two less
N_ACTIONS: Final = NO + 1

PLACES: Final[list[list[list[int]]]] = [
    [[PLACE + effect * MAX_PLAYERS + seat for seat in range(players)] for effect in range(EFFECTS)]
    for players in range(MAX_PLAYERS + 1)
]
"""To place an effect before anybody, by how many play and the effect."""

# What has become of a card before the scorer

STANDING: Final = 0
BLOCKED: Final = 1
RESOLVED: Final = 2
UNDECIDED: Final = 3  # while Blocks upon Blocks are being judged

# Events: the first int says which, the rest is listed beside it

ROUND_BEGINS: Final = 0  # round
ROLE_PICKED: Final = 1  # seat, role, counterpart
OPINION_GIVEN: Final = 2  # seat, counterpart, 1 for praise
SUPPLY_CHOSEN: Final = 3  # seat, counterpart, TAKE_TWO or TWO_LESS
TURN_BEGINS: Final = 4  # seat
TAKEN_BACK: Final = 5  # seat, kind: from the discard pile to the hand
DISCARDED: Final = 6  # seat, kind (its owner's to know)
DREW: Final = 7  # seat, kinds… (its owner's to know)
WASHED: Final = 8  # seat, dishwasher, 1 if the hand was discarded, how many cards
PREPARED: Final = 9  # seat, kind
UTENSIL_PUT: Final = 10  # seat, kind
PLACED: Final = 11  # seat, before whom, effect (its owner's to know)
POT: Final = 12  # seat, recipe
ADDED: Final = 13  # seat, recipe, ingredient
MEAL_COOKED: Final = 14  # seat, recipe, level, 1 if full, ingredients…
PAID: Final = 15  # seat, kind (its owner's to know)
SCORING: Final = 16  # seat
REVEALED: Final = 17  # seat, owner, effect
BLOCKED_BY: Final = 18  # seat, owner of the card, effect, 1 if the Block it hits was used, place, scorer
HELD: Final = 19  # seat
RESOLVES: Final = 20  # seat (scorer), owner, effect
FIZZLES: Final = 21  # seat (scorer), owner, effect
LOST_INGREDIENT: Final = 22  # seat, kind, recipe or NOTHING
TAKEN_APART: Final = 23  # seat, recipe: back to the hand for want of a primary
LOST_RECIPE: Final = 24  # seat, recipe, ingredient or NOTHING
LOST_PROGRESS: Final = 25  # seat, kind
FLIPPED: Final = 26  # seat, symbol, UP or DOWN
EXTRACTED: Final = 27  # seat, kinds… (its owner's to know): from the draw pile to the discard pile
MORE: Final = 28  # seat, recipe, points
REUSED: Final = 29  # seat, kind: from the discard pile, prepared
RESTORED: Final = 30  # seat, kinds… (its owner's to know): from the discard pile onto the draw pile
RESHUFFLED: Final = 31  # seat, how many cards
SWAPPED: Final = 32  # seat, recipe, victim, their recipe, level
LINE: Final = 33  # seat, line, kind or NOTHING, points
TOTAL: Final = 34  # seat, points, VP now
TRACKED: Final = 35  # seat, kind, how many win cards now
NOT_TRACKED: Final = 36  # seat
TURN_ENDS: Final = 37  # seat
ROLE_SETTLED: Final = 38  # role, who plays it, counterpart, 1 if it was done
ENDED: Final = 39
NOT_SWAPPED: Final = 40  # seat
SWAP_PAID: Final = 41  # seat, kind
NOT_FOUND: Final = 42  # seat, the effect that finds nothing in the discard pile
AIMED: Final = 43  # seat, whose recipe, which (or NOTHING yet)
SECOND_ENDS: Final = 44  # seat
OPENS: Final = 45  # seat: told when the cards are dealt


@final
@mypyc_attr(allow_interpreted_subclasses=True)  # without it `__new__`, and so `clone`, would run `__init__`
class FoodCourt(State):
    """A game of Food Court."""

    def __init__(self, players: int, chance: Stream, cards: FoodCourtCards) -> None:
        super().__init__(players, chance, cards)
        self.printed: FoodCourtCards = cards
        self.goal: Goal = GOAL
        self.limit: Goal = ROUNDS
        self.first: Seat = 0
        self.round: Goal = 1
        self.turns: Count = 0  # how many turns there were in the whole game
        self.turn: Seat = 0
        self.actor: Seat = 0
        self.moment: Moment = DISCARD
        self.reached: Flag = 0  # F15: 1 once somebody has reached the goal or the fourth win card
        self.supply: Supply = NO_SUPPLY
        self.left: Cards = 0  # cards still to discard, take, pay or give up at this moment
        self.cooked: Cards = 0  # recipes cooked this turn, even if lost since
        self.cooked_well: Cards = 0  # of those, normal and hard ones with a required secondary
        self.pot: Kind = NOTHING  # the recipe being cooked
        self.fresh: Flag = 0  # 1 if a card brought by the second play is already in the pot
        self.revealed: Flag = 0  # 1 from the scoring until the cards before the scorer are put away
        self.holds: Seats = 0  # seats in a row that have held
        self.resolving: Place = NOTHING  # the card before the scorer whose effect is being worked out
        self.picked: Kind = NOTHING  # the recipe picked first, where an ingredient of it is picked next
        self.second: Flag = 0  # 1 during the second play
        self.swapper: Seats = 0  # how many seats from the scorer on have had their chance to replace a recipe
        self.victim: Seat = 0  # whose recipe is replaced
        self.role: list[Role] = [NOTHING] * players  # NOTHING everywhere: no roles in this game
        self.counterpart: list[Seat] = [NOTHING] * players
        self.goods: list[Kind] = []  # the ingredients so far of the recipe being cooked
        self.fate: list[Fate] = []  # for each card before the scorer
        self.aims: list[Aim] = []  # which card each used Block was used on
        self.drawn: list[Kind] = []  # F11: what own actions have brought to the hand unseen by others
        self.regained: list[Kind] = []  # … and seen by all
        self.brought: list[Kind] = []  # … and prepared, unused
        self.stations: list[Station] = [Station(cards.decks[0], 0) for _ in range(players)]

    # Whose decision it is, and what it may be

    def first_actor(self) -> Seat:
        return NOBODY if self.moment == OVER else self.actor

    def random_actor(self, chance: Stream) -> Seat:
        return NOBODY if self.moment == OVER else self.actor

    def actors(self) -> list[Seat]:
        return [] if self.moment == OVER else [self.actor]

    def legal(self, seat: Seat) -> list[Action]:
        actions: list[Action] = []
        moment = self.moment
        if moment == OVER or seat != self.actor:
            return actions
        station = self.stations[seat]
        if moment == PLAY:
            self.offer_play(station, actions)
        elif moment == SECOND:
            self.offer_second(station, actions)
        elif moment == COOK:
            self.offer_goods(station, actions)
        elif moment == PAY:
            offer(actions, station.hand)
        elif moment < PLAY:
            self.offer_before_play(seat, station, actions)
        elif moment < SECOND:
            self.offer_for_action_cards(seat, station, actions)
        else:
            self.offer_scoring(seat, station, actions)
        return actions

    def offer_before_play(self, seat: Seat, station: Station, actions: list[Action]) -> None:
        """What comes before a turn is played: roles (F14), and filling the hand (F2)."""
        moment = self.moment
        if moment == DISCARD:
            if self.left > 0:
                offer(actions, station.hand)
            actions.append(DONE)
        elif moment == TAKE:
            offer(actions, sorted(station.seen + station.unseen))
        elif moment == ROLE:
            self.offer_counterparts(seat, actions)
        else:  # OPINION, SUPPLY, WASH
            actions.append(YES)
            actions.append(NO)

    def offer_for_action_cards(self, seat: Seat, station: Station, actions: list[Action]) -> None:
        """Blocks, and what the action cards before the scorer ask for (F9, F10)."""
        moment = self.moment
        if moment == BLOCKS:
            self.offer_blocks(seat, actions)
            actions.append(DONE)
        elif moment == AIM:
            self.offer_aims(actions)
        elif moment == AIM_AGAIN:
            if self.effect() == RECIPES and self.owner() == self.turn:
                offer_sort(actions, station, station.seen + station.unseen, False)
            else:
                offer(actions, self.stations[self.turn].meal_of(self.picked).goods)
        elif moment == GIVE_UP:
            offer(actions, station.hand)
        else:  # ORDER
            for at in range(len(station.before)):
                if self.stands(at, seat) and not self.same_before(at):
                    actions.append(CARD + at)

    def offer_scoring(self, seat: Seat, station: Station, actions: list[Action]) -> None:
        """Replacing a recipe (F13), and tracking a card (F7)."""
        moment = self.moment
        if moment == TRACK:
            for kind in trackable(station, station.meals):
                actions.append(PICK + kind)
            actions.append(DONE)
        elif moment == SWAP:
            for kind in station.hand:
                if station.deck.sort[kind] == RECIPE and station.deck.tag[kind] != NOTHING:
                    actions.append(PICK + kind)
            actions.append(DONE)
        elif moment == SWAP_WHOSE:
            for victim in range(self.players):
                if victim != seat and self.swappable(victim, len(station.prepared)):
                    actions.append(CHOOSE + victim)
        elif moment == SWAP_MEAL:
            for kind in sorted(self.swappable(self.victim, len(station.prepared))):
                actions.append(PICK + kind)
        else:  # SWAP_COST
            offer(actions, station.prepared)

    def apply(self, seat: Seat, action: Action) -> None:
        self.asked += 1
        moment = self.moment
        if moment in (PLAY, SECOND):
            self.answer_play(seat, action)
        elif moment in (COOK, PAY):
            self.answer_cooking(seat, action)
        elif moment < PLAY:
            self.answer_before_play(seat, action)
        elif moment < SECOND:
            self.answer_action_cards(seat, action)
        else:
            self.answer_scoring(seat, action)

    def answer_before_play(self, seat: Seat, action: Action) -> None:
        """What comes before a turn is played: roles (F14), and filling the hand (F2)."""
        moment = self.moment
        if moment == DISCARD:
            if action == DONE:
                self.fill(seat)
                self.after_fill(seat)
            else:
                self.left -= 1
                self.put_away(seat, action - PICK, DISCARDED)
        elif moment == TAKE:
            self.take_back(seat, action - PICK)
            self.left -= 1
            if self.left == 0:
                self.ask_discards()
        elif moment == ROLE:
            self.pick_counterpart(seat, action - CHOOSE)
        elif moment == OPINION:
            self.give_opinion(seat, action == YES)
        elif moment == SUPPLY:
            self.choose_supply(seat, TAKE_TWO if action == YES else TWO_LESS)
        else:
            self.wash(seat, action == YES)

    def answer_play(self, seat: Seat, action: Action) -> None:
        """A card is played or placed, or the play ends (F2, F11)."""
        if action < PLACE:
            self.play_card(seat, action - PICK)
        elif action < CARD:
            self.place(seat, (action - PLACE) // MAX_PLAYERS, (action - PLACE) % MAX_PLAYERS)
        elif action == SCORE:
            self.begin_scoring()
        elif self.moment == SECOND:
            self.end_second_play()
        else:
            self.end_turn()

    def answer_cooking(self, seat: Seat, action: Action) -> None:
        """An ingredient goes into the pot, the meal is done, or a card pays for it (F3)."""
        if self.moment == PAY:
            self.put_away(seat, action - PICK, PAID)
            self.left -= 1
            if self.left == 0:
                self.moment = SECOND if self.second else PLAY
        elif action == DONE:
            self.finish_meal(seat)
        else:
            self.add_to_pot(seat, action - PICK)

    def answer_action_cards(self, seat: Seat, action: Action) -> None:
        """Blocks, and what the action cards before the scorer ask for (F9, F10)."""
        moment = self.moment
        if moment == BLOCKS:
            if action == DONE:
                self.tell(HELD, seat)
                self.holds += 1
            else:
                self.block(seat, action - CARD)
            self.actor = (seat + 1) % self.players
            self.ask_blocks()
        elif moment == AIM:
            self.aim(seat, NOTHING if action == DONE else action - PICK)
        elif moment == AIM_AGAIN:
            self.aim_again(NOTHING if action == DONE else action - PICK)
        elif moment == GIVE_UP:
            self.put_away(seat, action - PICK, DISCARDED)
            self.left -= 1
            if self.left == 0:
                self.resolve_next()
        else:
            self.begin_effect(action - CARD)

    def answer_scoring(self, seat: Seat, action: Action) -> None:
        """Replacing a recipe (F13), and tracking a card (F7)."""
        moment = self.moment
        if moment == TRACK:
            if action == DONE:
                self.tell(NOT_TRACKED, seat)
            else:
                self.track(self.stations[seat], action - PICK)
            self.clear_meals()
        elif moment == SWAP:
            self.pick_swap(seat, NOTHING if action == DONE else action - PICK)
        elif moment == SWAP_WHOSE:
            self.victim = action - CHOOSE
            self.moment = SWAP_MEAL
            self.tell(AIMED, seat, self.victim, NOTHING)
        elif moment == SWAP_MEAL:
            self.pick_victims_meal(seat, action - PICK)
        else:
            self.pay_swap(self.stations[seat], action - PICK)

    # Piles (F8, F12)

    def take_top(self, seat: Seat) -> Kind:
        """The top card of a draw pile, which is refilled as soon as it is empty; NOTHING if there is none."""
        station = self.stations[seat]
        if not station.draw:
            self.reshuffle(seat)
            if not station.draw:
                return NOTHING
        kind = station.draw.pop()
        if station.top > 0:
            station.top -= 1
        if not station.draw:
            self.reshuffle(seat)
        return kind

    def take_from_top(self, seat: Seat, number: int, event: int) -> list[Kind]:
        """Take as many cards from a draw pile as there are, to the hand or, if they are extracted, to the discard
        pile; they are set aside until all are drawn (F12)."""
        kinds: list[Kind] = []
        while len(kinds) < number:
            kind = self.take_top(seat)
            if kind == NOTHING:
                break
            kinds.append(kind)
        zone = self.stations[seat].unseen if event == EXTRACTED else self.stations[seat].hand
        for kind in kinds:
            put(zone, kind)
        self.reveals += 1
        self.tell_list(event, kinds, seat)
        return kinds

    def reshuffle(self, seat: Seat) -> None:
        """F12: make a new draw pile from the discard pile."""
        station = self.stations[seat]
        pile = station.seen + station.unseen
        if not pile:
            return
        pile.sort()
        self.chance.shuffle(pile)
        station.draw = pile
        station.top = 0
        station.seen = []
        station.unseen = []
        self.reveals += 1
        self.tell(RESHUFFLED, seat, len(pile))

    def renew(self) -> None:
        """F12: no draw pile stays empty beyond an effect or a turn if there is a discard pile to make it from."""
        for seat, station in enumerate(self.stations):
            if not station.draw:
                self.reshuffle(seat)

    def draw_cards(self, seat: Seat, number: int) -> list[Kind]:
        """Draw to the hand, as many as there are."""
        return self.take_from_top(seat, number, DREW)

    def put_away(self, seat: Seat, kind: Kind, event: int) -> None:
        """Put a card from hand on the discard pile, face down: nobody else can tell any more what is left of the
        hand."""
        station = self.stations[seat]
        drop(station.hand, kind)
        put(station.unseen, kind)
        if station.shown:
            station.shown = []
        self.tell(event, seat, kind)

    def take_back(self, seat: Seat, kind: Kind) -> None:
        """Take a card from the discard pile to the hand, for all to see."""
        station = self.stations[seat]
        take_discard(station, kind)
        put(station.hand, kind)
        put(station.shown, kind)
        self.reveals += 1
        self.tell(TAKEN_BACK, seat, kind)

    def leave_hand(self, station: Station, kind: Kind) -> None:
        """A card is played from hand, face up."""
        drop(station.hand, kind)
        drop(station.shown, kind)
        self.reveals += 1

    def shuffle_in(self, seat: Seat, kinds: list[Kind]) -> None:
        """Shuffle cards into a draw pile."""
        station = self.stations[seat]
        station.draw.extend(kinds)
        self.chance.shuffle(station.draw)
        station.top = 0
        self.reveals += 1

    def add_line(self, seat: Seat, line: int, kind: Kind, points: int) -> None:
        """F16: add a line to a player's score."""
        station = self.stations[seat]
        station.vp += points
        add(station.tally, line, points)
        station.lines.append(line)
        station.lines.append(kind)
        station.lines.append(points)
        if self.listened():
            self.tell(LINE, seat, line, kind, points)

    def check_goal(self, seat: Seat) -> None:
        """F15: note whether a player has reached the goal, after a gain that is complete."""
        if self.stations[seat].vp >= self.goal:
            self.reached = 1

    def gain(self, seat: Seat, points: int) -> None:
        """F15: what a role gives or takes is a gain of its own."""
        self.add_line(seat, ROLE_BONUS, NOTHING, points)
        self.check_goal(seat)

    # Roles (F14)

    def begin_round(self) -> None:
        """Roles are played before the turns, clockwise from the first player."""
        self.tell(ROUND_BEGINS, self.round)
        self.supply = NO_SUPPLY
        for seat in range(self.players):
            self.counterpart[seat] = NOTHING
        if self.role[0] != NOTHING:
            self.actor = self.first
            self.moment = ROLE
        else:
            self.begin_turn(self.first)

    def offer_counterparts(self, seat: Seat, actions: list[Action]) -> None:
        """Anyone else who is not yet a counterpart, unless that would leave the last chooser without one."""
        last = (self.first + self.players - 1) % self.players
        before_last = (seat + 1) % self.players == last and last not in self.counterpart
        for other in range(self.players):
            if other != seat and other not in self.counterpart and (not before_last or other == last):
                actions.append(CHOOSE + other)

    def pick_counterpart(self, seat: Seat, other: Seat) -> None:
        """Give the second card of the role to another player."""
        self.counterpart[seat] = other
        role = self.role[seat]
        self.tell(ROLE_PICKED, seat, role, other)
        if role == CRITIC:
            self.moment = OPINION
        elif role == SUPPLIER:
            self.moment = SUPPLY
        else:
            self.next_role(seat)

    def give_opinion(self, seat: Seat, praise: bool) -> None:
        """The Critic's opinion counts at once."""
        other = self.counterpart[seat]
        self.tell(OPINION_GIVEN, seat, other, 1 if praise else 0)
        self.gain(other, 1 if praise else -2)
        self.gain(seat, 1 if praise else -1)
        self.next_role(seat)

    def choose_supply(self, seat: Seat, supply: Supply) -> None:
        """What the Supplier picks for both this round."""
        self.supply = supply
        self.tell(SUPPLY_CHOSEN, seat, self.counterpart[seat], supply)
        self.next_role(seat)

    def next_role(self, seat: Seat) -> None:
        """The next player's role, or the first turn."""
        self.actor = (seat + 1) % self.players
        self.moment = ROLE
        if self.actor == self.first:
            self.begin_turn(self.first)

    def giver_of(self, seat: Seat, role: int) -> Seat:
        """Who made this seat the counterpart of that role this round; NOTHING if nobody did."""
        for other in range(self.players):
            if self.counterpart[other] == seat and self.role[other] == role:
                return other
        return NOTHING

    def supplied(self, seat: Seat) -> int:
        """What the Supplier has picked, for the Supplier and the counterpart."""
        if self.supply != NO_SUPPLY and (self.role[seat] == SUPPLIER or self.giver_of(seat, SUPPLIER) != NOTHING):
            return self.supply
        return NO_SUPPLY

    def settle(self, seat: Seat) -> None:
        """Settle the roles for the turn that ends, whether it scored or not."""
        for other in range(self.players):
            role = self.role[other]
            if self.counterpart[other] == seat and role in (CHEF, WAITER, CUSTOMER):
                done = self.cooked > 1 if role == WAITER else self.cooked_well > 0
                self.tell(ROLE_SETTLED, role, other, seat, 1 if done else 0)
                if done or role == CUSTOMER:
                    self.gain(other, ROLE_VP if done else -ROLE_VP)
                    self.gain(seat, ROLE_VP if done else -ROLE_VP)

    # The beginning of a turn (F2)

    def begin_turn(self, seat: Seat) -> None:
        """A turn begins with what the Supplier says, then up to three discards."""
        self.turn = seat
        self.actor = seat
        self.turns += 1
        self.cooked = 0
        self.cooked_well = 0
        self.stations[seat].lines = []
        self.tell(TURN_BEGINS, seat)
        self.left = min(SUPPLIED, self.stations[seat].discards())
        if self.left > 0 and self.supplied(seat) == TAKE_TWO:
            self.moment = TAKE
        else:
            self.ask_discards()

    def ask_discards(self) -> None:
        """Up to three cards may go before the hand is filled."""
        self.left = MOST_DISCARDS
        self.moment = DISCARD

    def fill(self, seat: Seat) -> None:
        """Draw to eight; a larger hand draws nothing and is not trimmed."""
        full = SMALL_HAND if self.supplied(seat) == TWO_LESS else HAND
        self.draw_cards(seat, max(0, full - len(self.stations[seat].hand)))

    def after_fill(self, seat: Seat) -> None:
        """F14: the Dishwasher asks right after the hand is filled; then the player's turn begins."""
        self.left = 0
        self.moment = WASH if self.giver_of(seat, DISHWASHER) != NOTHING else PLAY

    def wash(self, seat: Seat, agrees: bool) -> None:
        """Discard the new hand and fill it a second time, or let the Dishwasher have the points."""
        station = self.stations[seat]
        dishwasher = self.giver_of(seat, DISHWASHER)
        self.tell(WASHED, seat, dishwasher, 1 if agrees else 0, len(station.hand))
        if agrees:
            for kind in station.hand:
                put(station.unseen, kind)
            station.hand = []
            station.shown = []
            self.fill(seat)
        self.gain(seat if agrees else dishwasher, ROLE_VP)
        self.moment = PLAY

    # Prepare, cook, put utensils, place actions (F2, F3, F5, F8)

    def offer_play(self, station: Station, actions: list[Action]) -> None:
        """Everything that may be done in a turn, in any order and number."""
        deck = station.deck
        hand = station.hand
        can_cook = has_primary(deck, station.prepared)
        last = NOTHING
        for kind in hand:
            if kind >= EFFECTS and kind != last and (can_cook or kind < deck.first_recipe):
                actions.append(PICK + kind)
            last = kind
        last = NOTHING
        for kind in hand:
            if kind >= EFFECTS:
                break
            if kind != last:
                actions += PLACES[self.players][kind]
            last = kind
        actions.append(DONE)
        if station.meals or self.could_swap(station):
            actions.append(SCORE)

    def could_swap(self, station: Station) -> bool:
        """F2: whether this player could replace a recipe at once, and so has something to score."""
        deck = station.deck
        if deck.ability != REPLACE or not self.has_swap_target(self.turn):
            return False
        return any(deck.sort[kind] == RECIPE and deck.tag[kind] != NOTHING for kind in station.hand)

    def play_card(self, seat: Seat, kind: Kind) -> None:
        """Prepare an ingredient, put a utensil, or put a recipe into the pot."""
        station = self.stations[seat]
        self.leave_hand(station, kind)
        fresh = 0
        if self.second:
            fresh = 1 if drop(self.regained, kind) or drop(self.drawn, kind) else 0
        sort = station.deck.sort[kind]
        if sort == UTENSIL:
            station.utensils[kind - FIRST_UTENSIL] = UP
            self.tell(UTENSIL_PUT, seat, kind)
        elif sort == RECIPE:
            self.pot = kind
            self.fresh = 1 if fresh or not self.second else 0
            self.moment = COOK
            self.tell(POT, seat, kind)
        else:
            put(station.prepared, kind)
            if self.second:
                put(self.brought, kind)
            self.tell(PREPARED, seat, kind)

    def place(self, seat: Seat, effect: int, target: Seat) -> None:
        """F8: place an action card, face down, before the player whom it will affect."""
        station = self.stations[seat]
        drop(station.hand, effect)
        if self.second:
            drop(self.drawn, effect)
        while station.shown and station.shown[0] < EFFECTS:
            station.shown.pop(0)
        self.stations[target].before.append(seat * EFFECTS + effect)
        self.tell(PLACED, seat, target, effect)

    def offer_goods(self, station: Station, actions: list[Action]) -> None:
        """The ingredients the pot has room for: first one that makes the recipe allowed (F11), then a primary, then
        any."""
        deck = station.deck
        goods = self.goods
        hand = len(station.hand)
        any_primary = has_primary(deck, goods)
        last = NOTHING
        for kind in station.prepared:
            if kind != last and self.may_add(station, kind, any_primary, hand):
                actions.append(PICK + kind)
            last = kind
        if may_finish(deck, self.pot, goods):
            actions.append(DONE)

    def may_add(self, station: Station, kind: Kind, any_primary: bool, hand: int) -> bool:
        """Whether this prepared ingredient may be the next into the pot."""
        deck = station.deck
        sort = deck.sort[kind]
        if not self.fresh:
            return self.makes_fresh(station, self.pot, kind, hand)
        if not any_primary:
            return sort == PRIMARY
        return sort == OPTIONAL or has_room(deck, self.pot, self.goods, kind, station.prepared, hand)

    def makes_fresh(self, station: Station, recipe: Kind, kind: Kind, hand: int) -> bool:
        """F11: whether a card just brought can be the first in the pot of a recipe that was already in hand."""
        if kind not in self.brought:
            return False
        deck = station.deck
        if deck.sort[kind] == PRIMARY:
            return True
        return has_primary(deck, station.prepared) and has_room(deck, recipe, [], kind, station.prepared, hand)

    def add_to_pot(self, seat: Seat, kind: Kind) -> None:
        """One more ingredient for the recipe in the pot."""
        drop(self.stations[seat].prepared, kind)
        put(self.goods, kind)
        if self.second and drop(self.brought, kind):
            self.fresh = 1
        self.tell(ADDED, seat, self.pot, kind)

    def finish_meal(self, seat: Seat) -> None:
        """The recipe is cooked, and closed to further cards."""
        station = self.stations[seat]
        deck = station.deck
        recipe = self.pot
        meal = Meal(recipe, self.turns, self.goods)
        station.meals.append(meal)
        self.cooked += 1
        worth = level(deck, meal)
        if worth >= AS_NORMAL:
            self.cooked_well += 1
        full = 1 if worth == 1 + deck.difficulty[recipe] else 0
        self.tell_list(MEAL_COOKED, meal.goods, seat, recipe, worth, full)
        self.left = price(deck, recipe, meal.goods)
        self.pot = NOTHING
        self.goods = []
        self.fresh = 0
        self.moment = PAY if self.left > 0 else SECOND if self.second else PLAY

    # Scoring: the cards before the scorer are revealed, and blocked (F9)

    def begin_scoring(self) -> None:
        """Reveal every card before the scorer, and ask for Blocks clockwise from the scorer."""
        before = self.stations[self.turn].before
        self.tell(SCORING, self.turn)
        if self.listened():
            for code in before:
                self.tell(REVEALED, self.turn, code // EFFECTS, code % EFFECTS)
        self.revealed = 1
        if before:
            self.reveals += 1
        self.fate = [STANDING] * len(before)
        self.aims = [NOTHING] * len(before)
        self.holds = 0
        self.actor = self.turn
        self.ask_blocks()

    def owner(self) -> Seat:
        """The owner of the card whose effect is being resolved."""
        return self.stations[self.turn].before[self.resolving] // EFFECTS

    def effect(self) -> int:
        """The effect that is being resolved."""
        return self.stations[self.turn].before[self.resolving] % EFFECTS

    def idle_block(self, seat: Seat) -> int:
        """The index of a standing, unused Block of this seat; NOTHING if there is none."""
        before = self.stations[self.turn].before
        for at in range(len(before)):
            if before[at] == seat * EFFECTS + BLOCK and self.fate[at] == STANDING and self.aims[at] == NOTHING:
                return at
        return NOTHING

    def any_idle_block(self) -> bool:
        """Whether anybody has one."""
        before = self.stations[self.turn].before
        for at in range(len(before)):
            if before[at] % EFFECTS == BLOCK and self.fate[at] == STANDING and self.aims[at] == NOTHING:
                return True
        return False

    def offer_blocks(self, seat: Seat, actions: list[Action]) -> None:
        """Every standing card of the other side; identical ones once."""
        before = self.stations[self.turn].before
        for at in range(len(before)):
            other_side = (before[at] // EFFECTS == self.turn) != (seat == self.turn)
            if other_side and self.fate[at] == STANDING and not self.same_before(at):
                actions.append(CARD + at)

    def same_before(self, at: int) -> bool:
        """Whether an unused card of the same owner and kind stands earlier in the row."""
        before = self.stations[self.turn].before
        if self.aims[at] != NOTHING:
            return False
        for earlier in range(at):
            if before[earlier] == before[at] and self.fate[earlier] == STANDING and self.aims[earlier] == NOTHING:
                return True
        return False

    def ask_blocks(self) -> None:
        """Ask clockwise until all have held in a row."""
        if self.any_idle_block():
            while self.holds < self.players:
                if self.idle_block(self.actor) != NOTHING:
                    targets: list[Action] = []
                    self.offer_blocks(self.actor, targets)
                    if targets:
                        self.moment = BLOCKS
                        return
                self.holds += 1
                self.actor = (self.actor + 1) % self.players
        elif self.fate:
            self.holds = self.players
        self.resolve_next()

    def block(self, seat: Seat, target: int) -> None:
        """Use a Block on a standing card; the last one of a chain stands."""
        code = self.stations[self.turn].before[target]
        used = 0 if self.aims[target] == NOTHING else 1
        self.tell_list(BLOCKED_BY, [seat, code // EFFECTS, code % EFFECTS, used, target, self.turn])
        self.aims[self.idle_block(seat)] = target
        self.holds = 0
        self.judge()

    def judge(self) -> None:
        """Decide which cards stand: those hit by no standing Block, beginning with those that nobody blocks."""
        cards = len(self.fate)
        self.fate = [UNDECIDED] * cards
        found = True
        while found:
            found = False
            for at in range(cards):
                if self.fate[at] == UNDECIDED:
                    fate = STANDING
                    for other in range(cards):
                        if self.aims[other] == at and self.fate[other] == STANDING:
                            fate = BLOCKED
                            break
                        if self.aims[other] == at and self.fate[other] == UNDECIDED:
                            fate = UNDECIDED
                    if fate != UNDECIDED:
                        self.fate[at] = fate
                        found = True

    # Action cards do what they say (F10)

    def resolve_next(self) -> None:
        """Resolve the offence first, clockwise from the scorer's left in the order placed, then the defence in the
        scorer's order."""
        station = self.stations[self.turn]
        before = station.before
        self.resolving = NOTHING
        self.picked = NOTHING
        self.renew()
        nearest = self.players
        first = NOTHING
        own = False
        for at in range(len(before)):
            if self.fate[at] == STANDING and before[at] % EFFECTS != BLOCK:
                step = (before[at] // EFFECTS - self.turn) % self.players
                if step == 0:
                    own = True
                elif step < nearest:
                    nearest = step
                    first = at
        if first != NOTHING:
            self.begin_effect(first)
            return
        self.actor = self.turn
        if own:
            self.moment = ORDER
        else:
            self.clear_before()

    def stands(self, at: int, owner: Seat) -> bool:
        """Whether a card before the scorer belongs to this owner, has an effect and is still to be resolved."""
        code = self.stations[self.turn].before[at]
        return code // EFFECTS == owner and self.fate[at] == STANDING and code % EFFECTS != BLOCK

    def begin_effect(self, at: int) -> None:
        """Resolve one action card, asking whoever has to choose."""
        scorer = self.turn
        station = self.stations[scorer]
        self.resolving = at
        self.fate[at] = RESOLVED
        owner = self.owner()
        effect = self.effect()
        self.actor = owner
        self.tell(RESOLVES, scorer, owner, effect)
        if effect == DRAWING:
            if owner == scorer:
                for kind in self.draw_cards(scorer, 2):
                    put(self.drawn, kind)
            elif len(station.hand) >= 2:
                self.actor = scorer
                self.left = 2
                self.moment = GIVE_UP
                return
            else:
                self.extract(scorer, 2)
        elif effect == PILES:
            if owner == scorer:
                self.restore_cards(scorer)
            else:
                self.extract(scorer, 3)
        elif owner == scorer and effect in (INGREDIENT, RECIPES, PROGRESS):
            self.moment = AIM  # always asked: skipping the question would reveal what is not in the discard pile (G3)
            return
        else:
            targets: list[Action] = []
            self.offer_aims(targets)
            if targets:
                self.moment = AIM
                return
            self.tell(FIZZLES, scorer, owner, effect)
        self.resolve_next()

    def offer_aims(self, actions: list[Action]) -> None:
        """What the action card being resolved may be aimed at, or may bring back."""
        station = self.stations[self.turn]
        effect = self.effect()
        if effect == UTENSILS:
            wanted = DOWN if self.owner() == self.turn else UP
            for symbol in range(SYMBOLS):
                if station.utensils[symbol] == wanted:
                    actions.append(PICK + FIRST_UTENSIL + symbol)
        elif effect == SCORES:
            for kind in sorted([meal.recipe for meal in station.meals if meal.replaced == 0]):
                actions.append(PICK + kind)
        elif self.owner() != self.turn:
            if effect == INGREDIENT:
                offer(actions, station.prepared)
                for kind in sorted([meal.recipe for meal in station.meals if meal.goods]):
                    actions.append(PICK + kind)
            elif effect == RECIPES:
                for kind in sorted([meal.recipe for meal in station.meals]):
                    actions.append(PICK + kind)
            else:
                offer(actions, station.wins)
        elif effect == PROGRESS:
            pile = sorted(station.seen + station.unseen)
            offer(actions, [kind for kind in pile if station.deck.tracked[kind]])
            if not actions:
                actions.append(DONE)
        else:
            offer_sort(actions, station, station.seen + station.unseen, effect == RECIPES)

    def aim(self, seat: Seat, kind: Kind) -> None:
        """The owner of the card being resolved has picked its target."""
        scorer = self.turn
        station = self.stations[scorer]
        effect = self.effect()
        own = seat == scorer
        if effect == UTENSILS:
            symbol = kind - FIRST_UTENSIL
            station.utensils[symbol] = UP if own else DOWN
            self.tell(FLIPPED, scorer, symbol, station.utensils[symbol])
        elif effect == SCORES:
            points = 1 if own else -1
            station.meal_of(kind).more += points
            self.tell(MORE, scorer, kind, points)
        elif not own:
            if effect == PROGRESS:
                drop(station.wins, kind)
                self.shuffle_in(scorer, [kind])
                self.tell(LOST_PROGRESS, scorer, kind)
            elif station.deck.sort[kind] == RECIPE and station.meal_of(kind).goods:
                self.picked = kind
                self.moment = AIM_AGAIN
                self.tell(AIMED, seat, scorer, kind)
                return
            elif effect == RECIPES:
                self.lose_recipe(station.meal_of(kind), NOTHING)
            else:
                drop(station.prepared, kind)
                put(station.seen, kind)
                self.tell(LOST_INGREDIENT, scorer, kind, NOTHING)
        elif effect == RECIPES:
            if kind != NOTHING:
                self.regain(scorer, kind)
            else:
                self.find_nothing(effect)
            self.moment = AIM_AGAIN
            return
        elif kind == NOTHING:
            self.find_nothing(effect)
        elif effect == PROGRESS:
            self.regain(scorer, kind)
        else:
            take_discard(station, kind)
            put(station.prepared, kind)
            put(self.brought, kind)
            self.reveals += 1
            self.tell(REUSED, scorer, kind)
        self.resolve_next()

    def aim_again(self, kind: Kind) -> None:
        """The ingredient that goes with the recipe picked."""
        scorer = self.turn
        station = self.stations[scorer]
        if self.owner() == scorer:
            if kind != NOTHING:
                self.regain(scorer, kind)
            else:
                self.find_nothing(INGREDIENT)
        elif self.effect() == RECIPES:
            self.lose_recipe(station.meal_of(self.picked), kind)
        else:
            meal = station.meal_of(self.picked)
            drop(meal.goods, kind)
            put(station.seen, kind)
            self.tell(LOST_INGREDIENT, scorer, kind, meal.recipe)
            if not has_primary(station.deck, meal.goods):  # without a primary it is no longer a meal
                self.take_apart(station, meal)
                put(station.hand, meal.recipe)
                put(station.shown, meal.recipe)
                self.tell(TAKEN_APART, scorer, meal.recipe)
        self.resolve_next()

    def find_nothing(self, effect: int) -> None:
        """Nothing in the discard pile can be brought back, and now everybody knows it."""
        self.tell(NOT_FOUND, self.turn, effect)
        self.reveals += 1

    def regain(self, seat: Seat, kind: Kind) -> None:
        """F11: take a card back to the hand; it may still be played before scoring."""
        self.take_back(seat, kind)
        put(self.regained, kind)

    def take_apart(self, station: Station, meal: Meal) -> None:
        """Take a meal apart: its remaining ingredients are prepared and unused."""
        for kind in meal.goods:
            put(station.prepared, kind)
        station.meals.remove(meal)

    def lose_recipe(self, meal: Meal, ingredient: Kind) -> None:
        """The recipe and one of its ingredients go back into the draw pile, the rest stays in play."""
        station = self.stations[self.turn]
        lost = [meal.recipe]
        if ingredient != NOTHING:
            drop(meal.goods, ingredient)
            lost.append(ingredient)
        self.take_apart(station, meal)
        self.shuffle_in(self.turn, lost)
        self.tell(LOST_RECIPE, self.turn, meal.recipe, ingredient)

    def extract(self, seat: Seat, number: int) -> None:
        """From the top of the draw pile to the discard pile."""
        self.take_from_top(seat, number, EXTRACTED)

    def restore_cards(self, seat: Seat) -> None:
        """Put three random discards onto the draw pile: nobody else can tell any more what is left there."""
        station = self.stations[seat]
        pile = station.seen + station.unseen
        pile.sort()
        self.chance.shuffle(pile)
        number = min(3, len(pile))
        kinds = pile[:number]
        station.draw.extend(kinds)
        station.top += number
        station.seen = []
        station.unseen = pile[number:]
        station.unseen.sort()
        self.reveals += 1
        self.tell_list(RESTORED, kinds, seat)

    def clear_before(self) -> None:
        """F8: the revealed cards, used or not, go to their owners' discard piles; then comes the second play."""
        station = self.stations[self.turn]
        for code in station.before:
            put(self.stations[code // EFFECTS].seen, code % EFFECTS)
        station.before = []
        self.revealed = 0
        self.fate = []
        self.aims = []
        self.holds = 0
        self.actor = self.turn
        self.swapper = 0
        if self.drawn or self.regained or self.brought:
            self.second = 1
            self.moment = SECOND
        else:
            self.ask_swaps()

    # The second play (F11)

    def offer_second(self, station: Station, actions: list[Action]) -> None:
        """Only what the scorer's own actions have brought, and recipes that use it."""
        deck = station.deck
        hand = len(station.hand)
        primaries = has_primary(deck, station.prepared)
        last = NOTHING
        for kind in station.hand:
            if kind != last and kind >= EFFECTS:
                brought = kind in self.regained or kind in self.drawn
                if deck.sort[kind] != RECIPE:
                    if brought:
                        actions.append(PICK + kind)
                elif primaries and (brought or self.could_be_fresh(station, kind, hand - 1)):
                    actions.append(PICK + kind)
            last = kind
        last = NOTHING
        for kind in self.drawn:
            if kind < EFFECTS and kind != last and kind in station.hand:
                for seat in range(self.players):
                    if seat != self.turn:
                        actions.append(PLACE + kind * MAX_PLAYERS + seat)
            last = kind
        actions.append(DONE)

    def could_be_fresh(self, station: Station, recipe: Kind, hand: int) -> bool:
        """Whether a recipe that was already in hand can be cooked with something just brought."""
        return any(self.makes_fresh(station, recipe, kind, hand) for kind in self.brought)

    def end_second_play(self) -> None:
        """Nothing more before scoring."""
        self.tell(SECOND_ENDS, self.turn)
        self.second = 0
        self.drawn = []
        self.regained = []
        self.brought = []
        self.ask_swaps()

    # Replacing a recipe (F13)

    def swappable(self, victim: Seat, goods: int) -> list[Kind]:
        """The recipes of a player that may be replaced for this many ingredients."""
        station = self.stations[victim]
        return [meal.recipe for meal in station.meals if replaceable(station.deck, meal, goods)]

    def any_swappable(self, victim: Seat, goods: int) -> bool:
        """Whether there is one."""
        station = self.stations[victim]
        return any(replaceable(station.deck, meal, goods) for meal in station.meals)

    def has_swap_target(self, seat: Seat) -> bool:
        """Whether this seat could replace a recipe at this scoring: at its own any opponent's, else the scorer's."""
        goods = len(self.stations[seat].prepared)
        if goods == 0:
            return False
        if seat != self.turn:
            return self.any_swappable(self.turn, goods)
        return any(other != seat and self.any_swappable(other, goods) for other in range(self.players))

    def ask_swaps(self) -> None:
        """Ask whoever has that ability once per scoring, whatever they hold (G3); then count the score."""
        while self.swapper < self.players:
            seat = (self.turn + self.swapper) % self.players
            self.swapper += 1
            station = self.stations[seat]
            if station.deck.ability == REPLACE and station.hand and self.has_swap_target(seat):
                self.actor = seat
                self.moment = SWAP
                return
        self.swapper = 0
        self.score()

    def pick_swap(self, seat: Seat, recipe: Kind) -> None:
        """Offer a recipe from hand as a replacement, or decline."""
        if recipe == NOTHING:
            self.tell(NOT_SWAPPED, seat)
            self.ask_swaps()
            return
        self.leave_hand(self.stations[seat], recipe)
        self.pot = recipe
        self.tell(POT, seat, recipe)
        self.victim = self.turn
        self.moment = SWAP_WHOSE if seat == self.turn else SWAP_MEAL

    def pick_victims_meal(self, seat: Seat, recipe: Kind) -> None:
        """Name the recipe that is replaced; its level is the price."""
        self.picked = recipe
        victim = self.stations[self.victim]
        self.left = REPLACEMENT_COST[level(victim.deck, victim.meal_of(recipe))]
        self.moment = SWAP_COST
        self.tell(AIMED, seat, self.victim, recipe)

    def pay_swap(self, station: Station, kind: Kind) -> None:
        """Discard a prepared ingredient; after the last one the recipe takes the other's place."""
        drop(station.prepared, kind)
        put(station.seen, kind)
        self.tell(SWAP_PAID, self.actor, kind)
        self.left -= 1
        if self.left > 0:
            return
        victim = self.stations[self.victim]
        meal = victim.meal_of(self.picked)
        worth = level(victim.deck, meal)
        self.take_apart(victim, meal)
        put(victim.seen, meal.recipe)
        mine = Meal(self.pot, self.turns, [])
        mine.replaced = worth
        station.meals.append(mine)
        self.tell_list(SWAPPED, [self.actor, self.pot, self.victim, meal.recipe, worth])
        self.pot = NOTHING
        self.picked = NOTHING
        self.victim = 0
        self.ask_swaps()

    # Score (F4 to F7)

    def score(self) -> None:
        """Count all meals of the scorer, all lines as one gain (F15), then ask which card to track."""
        seat = self.turn
        station = self.stations[seat]
        lines = score_lines(station, station.meals)
        points = station.vp
        for at in range(0, len(lines), 3):
            self.add_line(seat, lines[at], lines[at + 1], lines[at + 2])
            if self.old_rules:  # in version 1 a total reached in between counted as the goal
                self.check_goal(seat)
        self.check_goal(seat)
        self.tell(TOTAL, seat, station.vp - points, station.vp)
        self.actor = seat
        if trackable(station, station.meals):
            self.moment = TRACK
        else:
            self.clear_meals()

    def track(self, station: Station, kind: Kind) -> None:
        """F7: one card goes to the win-condition area."""
        for meal in station.meals:
            if meal.recipe == kind:
                meal.recipe = NOTHING
                break
            if drop(meal.goods, kind):
                break
        put(station.wins, kind)
        if len(station.wins) == WIN_CARDS:
            self.reached = 1
        self.tell(TRACKED, self.turn, kind, len(station.wins))

    def clear_meals(self) -> None:
        """F7: scored recipes and their ingredients go to the discard pile; unused ingredients stay."""
        station = self.stations[self.turn]
        for meal in station.meals:
            if meal.recipe != NOTHING:
                put(station.seen, meal.recipe)
            for kind in meal.goods:
                put(station.seen, kind)
        station.meals = []
        self.end_turn()

    # The end of a turn, of a round, of the game (F15, F16)

    def end_turn(self) -> None:
        """Settle the roles and pass the turn clockwise."""
        self.tell(TURN_ENDS, self.turn)
        self.renew()
        if self.role[0] != NOTHING:
            self.settle(self.turn)
        after = (self.turn + 1) % self.players
        if after == self.first:
            self.end_round()
        else:
            self.begin_turn(after)

    def end_round(self) -> None:
        """The game ends with the round in which the goal was reached; otherwise roles go to the counterparts (F14)."""
        if self.reached or self.round == self.limit:
            self.left = 0
            self.moment = OVER
            self.tell(ENDED)
            return
        self.round += 1
        if self.role[0] != NOTHING:
            roles = [NOTHING] * self.players
            for seat in range(self.players):
                roles[self.counterpart[seat]] = self.role[seat]
            self.role = roles
        self.begin_round()

    def win_vp(self, seat: Seat) -> int:
        """F15: what the win cards add in the final count."""
        cards = len(self.stations[seat].wins)
        return ALL_WIN_CARDS_VP if cards == WIN_CARDS else WIN_CARD_VP * cards

    def scores(self) -> list[int]:
        return [self.stations[seat].vp + self.win_vp(seat) for seat in range(self.players)]

    def ranking(self) -> list[list[Seat]]:
        return best_first([[score] for score in self.scores()])

    # What each seat knows (F8)

    def determinize(self, seat: Seat, chance: Stream) -> FoodCourt:
        """The seat knows its own cards except the order of its draw pile, and of the others' what everyone has seen."""
        known = self.clone()
        station = known.stations[seat]
        if station.top > 0:
            bottom = len(station.draw) - station.top
            top = station.draw[bottom:]
            station.draw = station.draw[:bottom]
            shuffle(station.draw, chance)
            shuffle(top, chance)
            station.draw.extend(top)
        else:
            shuffle(station.draw, chance)
        for other in range(self.players):
            if other != seat:
                known.deal_anew(other, chance)
        known.chance = chance.fork()
        return known

    def hidden_copy(self, seat: Seat, chance: Stream) -> FoodCourt:
        over = self.hiding if isinstance(self.hiding, FoodCourt) else None
        blanks = over.stations if over is not None else []
        self.hiding = known = self.share(chance, over)
        if over is None:
            known.stations = [station.share() for station in self.stations]
        else:
            known.stations = blanks
            for other in range(self.players):
                self.stations[other].share(blanks[other])
        for other in range(self.players):
            station = known.stations[other]
            station.draw = blank(len(station.draw))
            if other != seat:
                station.hand = blank(len(station.hand))
                station.unseen = blank(len(station.unseen))
            if station.before and (other != self.turn or not self.revealed):
                station.before = [code if code // EFFECTS == seat else code - code % EFFECTS for code in station.before]
        if self.turn != seat and self.drawn:
            known.drawn = blank(len(self.drawn))
        return known

    def deal_anew(self, seat: Seat, chance: Stream) -> None:
        """Deal again everything that only this seat knows: draw pile, hand, unseen discards, face-down action cards."""
        station = self.stations[seat]
        pool = station.draw
        for kind in station.shown:
            drop(station.hand, kind)
        pool.extend(station.hand)
        pool.extend(station.unseen)
        drawn = len(station.draw) - len(station.hand) - len(station.unseen)
        placed = 0
        for other in range(self.players):
            if other != self.turn or not self.revealed:
                for code in self.stations[other].before:
                    if code // EFFECTS == seat:
                        pool.append(code % EFFECTS)
                        placed += 1
        shuffle(pool, chance)
        if placed > 0:
            for other in range(self.players):
                if other != self.turn or not self.revealed:
                    before = self.stations[other].before
                    for at in range(len(before)):
                        if before[at] // EFFECTS == seat:
                            before[at] = seat * EFFECTS + pop_action(pool)
        hand = pool[drawn : drawn + len(station.hand)]
        unseen = pool[drawn + len(station.hand) :]
        station.draw = pool[:drawn]
        if self.turn == seat and self.drawn:
            self.drawn = hand[: min(len(hand), len(self.drawn))]
            self.drawn.sort()
        hand.extend(station.shown)
        hand.sort()
        unseen.sort()
        station.hand = hand
        station.unseen = unseen

    # The whole state

    def inventory(self) -> list[int]:
        """Every card: its deck, its kind and its number among those of its kind."""
        cards: list[int] = []
        for seat in range(self.players):
            station = self.stations[seat]
            kinds = station.draw + station.hand + station.seen + station.unseen + station.prepared + station.wins
            for meal in station.meals:
                kinds.append(meal.recipe)
                kinds.extend(meal.goods)
            for symbol in range(SYMBOLS):
                if station.utensils[symbol] != NOT_IN_PLAY:
                    kinds.append(FIRST_UTENSIL + symbol)
            for other in self.stations:
                for code in other.before:
                    if code // EFFECTS == seat:
                        kinds.append(code % EFFECTS)
            if self.pot != NOTHING and self.actor == seat:
                kinds.append(self.pot)
                kinds.extend(self.goods)
            copies = [0] * MOST_KINDS
            for kind in kinds:
                cards.append((station.number * MOST_KINDS + kind) * 64 + copies[kind])
                copies[kind] += 1
        return cards

    # Written by `make fields` from the fields that `__init__` declares

    def share(self, chance: Stream, over: FoodCourt | None = None) -> FoodCourt:
        """A copy that shares all it has with this one, in place of `over`, an older copy that is done with."""
        twin = FoodCourt.__new__(FoodCourt) if over is None else over
        twin.printed, twin.goal, twin.limit, twin.first = self.printed, self.goal, self.limit, self.first
        twin.round, twin.turns, twin.turn, twin.actor = self.round, self.turns, self.turn, self.actor
        twin.moment, twin.reached, twin.supply, twin.left = self.moment, self.reached, self.supply, self.left
        twin.cooked, twin.cooked_well, twin.pot, twin.fresh = self.cooked, self.cooked_well, self.pot, self.fresh
        twin.revealed, twin.holds, twin.resolving, twin.picked = self.revealed, self.holds, self.resolving, self.picked
        twin.second, twin.swapper, twin.victim, twin.role = self.second, self.swapper, self.victim, self.role
        twin.counterpart, twin.goods, twin.fate, twin.aims = self.counterpart, self.goods, self.fate, self.aims
        twin.drawn, twin.regained, twin.brought, twin.stations = self.drawn, self.regained, self.brought, self.stations
        twin.players, twin.cards, twin.reveals, twin.asked = self.players, self.cards, self.reveals, self.asked
        twin.old_rules, twin.chance, twin.events, twin.hiding = self.old_rules, chance, None, None
        return twin

    def clone(self) -> FoodCourt:
        twin = self.share(self.chance.clone())
        twin.role, twin.counterpart, twin.goods = self.role[:], self.counterpart[:], self.goods[:]
        twin.fate, twin.aims, twin.drawn, twin.regained = self.fate[:], self.aims[:], self.drawn[:], self.regained[:]
        twin.brought, twin.stations = self.brought[:], [station.clone() for station in self.stations]
        return twin

    def pack(self) -> list[int]:
        ints = [self.players, self.cards.mark, self.goal, self.limit, self.first, self.round, self.turns, self.turn]
        ints += [self.actor, self.moment, self.reached, self.supply, self.left, self.cooked, self.cooked_well, self.pot]
        ints += [self.fresh, self.revealed, self.holds, self.resolving, self.picked, self.second, self.swapper]
        ints += [self.victim, self.asked, self.reveals]
        write_list(ints, self.chance.pack())
        for part in (self.role, self.counterpart, self.goods, self.fate, self.aims, self.drawn, self.regained):
            write_list(ints, part)
        write_list(ints, self.brought)
        for station in self.stations:
            station.pack_into(ints)
        return ints

    def read(self, reader: Reader) -> None:
        """Read every field in the order in which `pack` wrote it."""
        players, cards = self.players, self.printed
        self.goal, self.limit, self.first = reader.one(1, BOUND), reader.one(1, BOUND), reader.one(0, players - 1)
        self.round, self.turns, self.turn = reader.one(1, BOUND), reader.one(0, BOUND), reader.one(0, players - 1)
        self.actor, self.moment, self.reached = reader.one(0, players - 1), reader.one(ROLE, OVER), reader.one(0, 1)
        self.supply, self.left = reader.one(NO_SUPPLY, TWO_LESS), reader.one(0, MOST_KINDS)
        self.cooked, self.cooked_well = reader.one(0, MOST_KINDS), reader.one(0, MOST_KINDS)
        self.pot, self.fresh, self.revealed = reader.one(NOTHING, MOST_KINDS - 1), reader.one(0, 1), reader.one(0, 1)
        self.holds, self.resolving = reader.one(0, players), reader.one(NOTHING, MOST_BEFORE)
        self.picked, self.second = reader.one(NOTHING, MOST_KINDS - 1), reader.one(0, 1)
        self.swapper, self.victim, self.asked = reader.one(0, players), reader.one(0, players - 1), reader.one(0, BOUND)
        self.reveals, self.chance = reader.one(0, BOUND), unpack_chance(reader.many(0, BOUND))
        self.role = reader.some(players, NOTHING, ROLES - 1)
        self.counterpart, self.goods = reader.some(players, NOTHING, players - 1), reader.many(0, MOST_KINDS - 1)
        self.fate, self.aims = reader.many(STANDING, RESOLVED), reader.many(NOTHING, MOST_BEFORE)
        self.drawn, self.regained = reader.many(0, MOST_KINDS - 1), reader.many(0, MOST_KINDS - 1)
        self.brought = reader.many(0, MOST_KINDS - 1)
        for station in self.stations:
            station.read(reader, players, cards)
        reader.end()

    # Up to here by `make fields`


def replaceable(deck: Deck, meal: Meal, goods: int) -> bool:
    """Whether a recipe counts as normal or hard, and can be paid for with so many ingredients."""
    if meal.replaced > 0:
        return False
    worth = level(deck, meal)
    return worth >= AS_NORMAL and REPLACEMENT_COST[worth] <= goods


def take_discard(station: Station, kind: Kind) -> None:
    """Take a card out of a discard pile: one that everybody saw go there, if possible."""
    if not drop(station.seen, kind):
        drop(station.unseen, kind)


def offer(actions: list[Action], kinds: list[Kind]) -> None:
    """Offer every kind of a sorted list once."""
    last = NOTHING
    for kind in kinds:
        if kind != last:
            actions.append(PICK + kind)
            last = kind


def offer_sort(actions: list[Action], station: Station, pile: list[Kind], recipes: bool) -> None:
    """Offer the recipes or the ingredients of a pile, or the answer that there are none."""
    pile.sort()
    deck = station.deck
    offer(actions, [kind for kind in pile if kind >= FIRST_INGREDIENT and (deck.sort[kind] == RECIPE) == recipes])
    if not actions:
        actions.append(DONE)


def shuffle(cards: list[Kind], chance: Stream) -> None:
    """Sort, then shuffle, so that nothing of the old order is left."""
    cards.sort()
    chance.shuffle(cards)


def pop_action(pool: list[Kind]) -> Kind:
    """Take the last action card out of a pile."""
    at = len(pool) - 1
    while pool[at] >= EFFECTS:
        at -= 1
    return pool.pop(at)

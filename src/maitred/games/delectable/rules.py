"""Delectable: what may be done, what it does, what each seat knows. In the rulebook's order, clause ids in comments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, final

from mypy_extensions import mypyc_attr

from maitred.kernel.chance import Stream, unpack_chance
from maitred.kernel.fields import Derived
from maitred.kernel.packing import BOUND, Reader, write_list
from maitred.kernel.state import NOBODY, Cards, State, best_first
from maitred.kernel.zones import blank

# The nouns of the rulebook

Seat = Annotated[int, "0 to players - 1"]
Card = Annotated[int, "0 to len(cards.pile) - 1"]
Moment = Annotated[int, "TURN to OVER"]
Action = int
Pile = Annotated[int, "SERVER to REVIEW"]  # a kind of card, and the market pile where cards of that kind lie

SERVER: Final = 0
CHEF: Final = 1
FOOD: Final = 2
EQUIPMENT: Final = 3
REVIEW: Final = 4
PILES: Final = 5

Resource = Annotated[int, "SERVER to EQUIPMENT"]  # a pile that is not the reviews
RESOURCES: Final = 4

Stars = int
LOWEST_STARS: Final = 2
HIGHEST_STARS: Final = 5


@final
class DelectableCards(Cards):
    """The deck as int tables: everything about card `c` is at index `c`."""

    def __init__(
        self,
        digest: str,
        own: Mapping[str, Any] | None,
        names: list[str],
        pile: list[Pile],
        stars: list[Stars],
        cost: list[int],
        to: list[list[int]],
        if_discarded: list[int],
        called: list[str],
    ) -> None:
        super().__init__(digest, own)
        self.names: list[str] = names
        self.called: list[str] = called
        """Cards as people call them: `Shy Trainee (2★ server)`."""
        self.pile: list[Pile] = pile
        self.stars: list[Stars] = stars
        self.cost: list[int] = cost
        self.to: list[list[int]] = to
        """Modifiers by pile, REVIEW included (always 0 there): `to[c][pile]`."""
        self.if_discarded: list[int] = if_discarded
        self.reviews: list[Stars] = sorted({stars[card] for card in range(len(pile)) if pile[card] == REVIEW})
        """The qualities that reviews of this deck give, the lowest first."""


# Limits

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 5
HAND_LIMIT: Final = 7  # D6: checked before a pile is named, and only then
HAND_MOST: Final = 8
DIE: Final = 20
RIGHTMOST: Final = 3
SHORTEST_RUN: Final = 2
STEALING_RUN: Final = 3

# Moments of a turn

TURN: Final = 0  # the player picks one of the three actions
ROLL: Final = 1  # a discard has made it a Roll Action: discard more or name a pile
AGAIN: Final = 2  # an additional Roll Action was won: it may be declined
STEAL: Final = 3  # three or more were committed: the player names an opponent
GIVE: Final = 4  # that opponent picks the card to give
OVER: Final = 5

# Actions: the positions of a hand are counted from the left, from 0

REVIEW_WITH: Final = 0  # + position * MAX_PLAYERS + the seat that is reviewed
COMMIT: Final = REVIEW_WITH + HAND_MOST * MAX_PLAYERS  # + the run's place among RUN_FIRST and RUN_LAST
RUNS: Final = HAND_MOST * (HAND_MOST - 1) // 2
DISCARD: Final = COMMIT + RUNS  # + position
NAME: Final = DISCARD + HAND_MOST  # + pile
DECLINE: Final = NAME + PILES
STEAL_FROM: Final = DECLINE + 1  # + seat
GIVE_CARD: Final = STEAL_FROM + MAX_PLAYERS  # + position
N_ACTIONS: Final = GIVE_CARD + HAND_MOST

DISCARDS: Final[list[list[Action]]] = [list(range(DISCARD, DISCARD + held)) for held in range(HAND_MOST + 1)]
NAMES: Final[list[list[Action]]] = [
    [NAME + named for named in range(PILES) if stocked >> named & 1] for stocked in range(1 << PILES)
]
REVIEWS: Final[list[list[list[Action]]]] = [
    [list(range(first, first + players)) for first in range(REVIEW_WITH, COMMIT, MAX_PLAYERS)]
    for players in range(MAX_PLAYERS + 1)
]
RUN_FIRST: Final[list[int]] = [first for first in range(HAND_MOST) for _ in range(first + 1, HAND_MOST)]
RUN_LAST: Final[list[int]] = [last for first in range(HAND_MOST) for last in range(first + 1, HAND_MOST)]

# Events: the first int says which, the rest is listed beside it

TURN_BEGINS: Final = 0  # seat
REVIEWED: Final = 1  # seat, card, reviewed seat, its quality now
DISCARDED: Final = 2  # seat, card
ROLLED: Final = 3  # seat, card rolled for, die, discards, hand, stars, total, 1 if taken
DRAWN: Final = 4  # seat, card, 1 if it won another roll
DECLINED: Final = 5  # seat
COMMITTED: Final = 6  # seat, resource, cards…
STEALS: Final = 7  # seat, victim, resource, 1 if the victim has such a card
GIVEN: Final = 8  # victim, card, seat that gets it
ENDED: Final = 9


def run_at(first: int, last: int) -> int:
    """The index of a run of adjacent positions among all runs."""
    return first * (2 * HAND_MOST - 1 - first) // 2 + last - first - 1


def scored_resources(players: int) -> int:
    """D13: how many resources a player counts."""
    if players == 2:
        return 4
    return 3 if players == 3 else 2


def commonest(reviews: list[int]) -> Stars:
    """D5: the commonest quality among the reviews, the lowest of those tied, two stars without reviews."""
    quality = LOWEST_STARS
    for stars in range(LOWEST_STARS + 1, HIGHEST_STARS + 1):
        if reviews[stars] > reviews[quality]:
            quality = stars
    return quality


@final
@mypyc_attr(allow_interpreted_subclasses=True)
class Delectable(State):
    """A game of Delectable. Lists of cards run from left to right and from bottom to top."""

    def __init__(self, players: int, chance: Stream, cards: DelectableCards) -> None:
        super().__init__(players, chance, cards)
        self.printed: DelectableCards = cards
        self.turn: Seat = 0
        self.moment: Moment = TURN
        self.discards: int = 0  # D7: the sum of "if discarded" over this turn's discards
        self.stolen: Resource = SERVER  # the resource committed, while a card of it is being stolen
        self.victim: Seat = 0  # who gives it
        self.deck: list[Card] = []
        self.discard: list[Card] = []
        self.market: list[list[Card]] = [[] for _ in range(PILES)]
        self.hands: list[list[Card]] = [[] for _ in range(players)]
        self.restaurants: list[list[Card]] = [[] for _ in range(players)]
        self.quality: Derived[list[Stars]] = [LOWEST_STARS] * players  # of each restaurant

    # Whose decision it is, and what it may be

    def first_actor(self) -> Seat:
        if self.moment == OVER:
            return NOBODY
        return self.victim if self.moment == GIVE else self.turn

    def random_actor(self, chance: Stream) -> Seat:
        return self.first_actor()

    def actors(self) -> list[Seat]:
        return [] if self.moment == OVER else [self.first_actor()]

    def legal(self, seat: Seat) -> list[Action]:
        moment = self.moment
        actions: list[Action] = []
        if moment == OVER or seat != (self.victim if moment == GIVE else self.turn):
            return actions
        if moment == STEAL:  # D10: any opponent, also one without that resource
            for opponent in range(self.players):
                if opponent != seat:
                    actions.append(STEAL_FROM + opponent)
            return actions
        pile = self.printed.pile
        hand = self.hands[seat]
        held = len(hand)
        if moment == GIVE:
            for position in range(held):
                if pile[hand[position]] == self.stolen:
                    actions.append(GIVE_CARD + position)
            return actions
        if moment == TURN:  # D3: one action a turn
            piles = [pile[card] for card in hand]
            for position in range(held):  # D4
                if piles[position] == REVIEW:
                    actions += REVIEWS[self.players][position]
            for first in range(held - 1):  # D10: any run of one resource, not only the longest
                resource = piles[first]
                if resource != REVIEW:
                    last = first + 1
                    while last < held and piles[last] == resource:
                        actions.append(COMMIT + run_at(first, last))
                        last += 1
        actions += DISCARDS[held]  # D6: any number, from anywhere in the hand
        if held <= HAND_LIMIT:
            stocked = 0
            for named in range(PILES):
                if self.market[named]:
                    stocked |= 1 << named
            actions += NAMES[stocked]
        if moment == AGAIN:  # D9: the player may roll again
            actions.append(DECLINE)
        return actions

    def apply(self, seat: Seat, action: Action) -> None:
        self.asked += 1
        if action < COMMIT:
            self.review(seat, action // MAX_PLAYERS, action % MAX_PLAYERS)
        elif action < DISCARD:
            self.commit(seat, RUN_FIRST[action - COMMIT], RUN_LAST[action - COMMIT])
        elif action < NAME:
            self.throw_away(seat, action - DISCARD)
        elif action < DECLINE:
            self.roll(seat, action - NAME)
        elif action == DECLINE:
            self.tell(DECLINED, seat)
            self.end_turn()
        elif action < GIVE_CARD:
            self.steal(seat, action - STEAL_FROM)
        else:
            self.give(seat, action - GIVE_CARD)

    # Review Action (D4, D5)

    def review(self, seat: Seat, position: int, reviewed: Seat) -> None:
        """Move a Review Card from the hand to a restaurant."""
        card = self.hands[seat].pop(position)
        self.restaurants[reviewed].append(card)
        self.quality[reviewed] = self.restaurant_quality(reviewed)
        self.tell(REVIEWED, seat, card, reviewed, self.quality[reviewed])
        self.end_turn()

    def restaurant_quality(self, seat: Seat) -> Stars:
        """The quality that a restaurant's reviews give it."""
        return commonest(self.reviews_of(seat))

    def reviews_of(self, seat: Seat) -> list[int]:
        """How many reviews of each number of stars lie in a restaurant."""
        reviews = [0] * (HIGHEST_STARS + 1)
        for card in self.restaurants[seat]:
            if self.printed.pile[card] == REVIEW:
                reviews[self.printed.stars[card]] += 1
        return reviews

    # Roll Action (D6, D7, D9)

    def throw_away(self, seat: Seat, position: int) -> None:
        """Discard a card: the turn is a Roll Action from here on."""
        card = self.hands[seat].pop(position)
        self.discard.append(card)
        self.discards += self.printed.if_discarded[card]
        self.moment = ROLL
        self.tell(DISCARDED, seat, card)

    def hand_modifier(self, seat: Seat, named: Pile) -> int:
        """D7: what the three rightmost cards in hand add for a pile."""
        hand = self.hands[seat]
        modifier = 0
        for at in range(max(0, len(hand) - RIGHTMOST), len(hand)):
            modifier += self.printed.to[hand[at]][named]
        return modifier

    def star_modifier(self, seat: Seat, named: Pile) -> int:
        """D7: the lesser of the restaurant's quality and that of the pile's top card."""
        return min(self.quality[seat], self.printed.stars[self.market[named][-1]])

    def needed(self, seat: Seat, named: Pile) -> int:
        """What the die must show at least, as the hand and the discards are now; may be below 1 or above 20."""
        top = self.market[named][-1]
        helped = self.discards + self.hand_modifier(seat, named) + self.star_modifier(seat, named)
        return self.printed.cost[top] - helped

    def roll(self, seat: Seat, named: Pile) -> None:
        """Roll for the top card of the named pile, take it if the roll is good enough, and add a card to the market."""
        printed = self.printed
        market_pile = self.market[named]
        top = market_pile[-1]
        needed = self.needed(seat, named)
        die = 1 + self.chance.below(DIE)
        taken = die >= needed
        listened = self.listened()
        if listened:
            hand = self.hand_modifier(seat, named)
            stars = self.star_modifier(seat, named)
            total = die + self.discards + hand + stars
            self.tell_list(ROLLED, [seat, top, die, self.discards, hand, stars, total, 1 if taken else 0])
        if taken:  # it cannot be refused, and goes rightmost
            self.hands[seat].append(market_pile.pop())
        card = self.deck.pop()
        drawn = printed.pile[card]
        self.market[drawn].append(card)
        self.reveals += 1
        again = drawn == named and len(self.deck) > 0  # D9: a pile is its kind, even if it was empty before
        if listened:
            self.tell(DRAWN, seat, card, 1 if again else 0)
        if again:
            self.moment = AGAIN
        else:
            self.end_turn()

    # Commit Resources Action (D10)

    def commit(self, seat: Seat, first: int, last: int) -> None:
        """Move a run of adjacent cards of one resource from the hand to the restaurant."""
        hand = self.hands[seat]
        run = hand[first : last + 1]
        self.hands[seat] = hand[:first] + hand[last + 1 :]  # D8: the neighbours become adjacent
        self.restaurants[seat].extend(run)
        resource = self.printed.pile[run[0]]
        self.tell_list(COMMITTED, run, seat, resource)
        if len(run) >= STEALING_RUN:
            self.stolen = resource
            self.moment = STEAL
        else:
            self.end_turn()

    def steal(self, seat: Seat, victim: Seat) -> None:
        """Name the opponent who has to give a card of the resource just committed."""
        has_one = False
        for card in self.hands[victim]:
            if self.printed.pile[card] == self.stolen:
                has_one = True
        self.tell(STEALS, seat, victim, self.stolen, 1 if has_one else 0)
        if has_one:
            self.victim = victim
            self.moment = GIVE
        else:
            self.end_turn()

    def give(self, victim: Seat, position: int) -> None:
        """The opponent's pick goes to the restaurant of the player whose turn it is."""
        card = self.hands[victim].pop(position)
        self.restaurants[self.turn].append(card)
        self.tell(GIVEN, victim, card, self.turn)
        self.end_turn()

    # The end of a turn, and of the game (D11)

    def end_turn(self) -> None:
        """Pass the turn clockwise, or end the game if the deck has run out."""
        self.discards = 0
        self.stolen = 0
        self.victim = 0
        if not self.deck:
            self.moment = OVER
            self.tell(ENDED)
            return
        self.moment = TURN
        self.turn = (self.turn + 1) % self.players
        self.tell(TURN_BEGINS, self.turn)

    # Scoring (D12, D13)

    def card_value(self, card: Card, quality: Stars) -> int:
        """D12: what a card is worth in a restaurant of that quality."""
        stars = self.printed.stars[card]
        if stars == quality:
            return 2 * stars
        return stars - 1 if stars < quality else stars

    def resource_scores(self, seat: Seat) -> list[int]:
        """The four resource scores of a restaurant as it stands; hands count nothing."""
        return self.scores_with(seat, self.quality[seat])

    def scores_with(self, seat: Seat, quality: Stars) -> list[int]:
        """The four resource scores that a restaurant would have with that quality."""
        scores = [0] * RESOURCES
        for card in self.restaurants[seat]:
            pile = self.printed.pile[card]
            if pile != REVIEW:
                scores[pile] += self.card_value(card, quality)
        return scores

    def counted_scores(self, seat: Seat) -> list[int]:
        """D13: the resource scores that count, the lowest (which is the final score) first."""
        scores = self.resource_scores(seat)
        scores.sort()
        return scores[RESOURCES - scored_resources(self.players) :]

    def scores(self) -> list[int]:
        return [self.counted_scores(seat)[0] for seat in range(self.players)]

    def ranking(self) -> list[list[Seat]]:
        return best_first([self.counted_scores(seat) for seat in range(self.players)])

    # What each seat knows (D8): everything but the order of the deck and what comes of it

    def determinize(self, seat: Seat, chance: Stream) -> Delectable:
        known = self.clone()
        known.deck.sort()
        chance.shuffle(known.deck)
        known.chance = chance.fork()
        return known

    def hidden_copy(self, seat: Seat, chance: Stream) -> Delectable:
        self.hiding = known = self.share(chance, self.hiding if isinstance(self.hiding, Delectable) else None)
        known.deck = blank(len(self.deck))
        return known

    def to_come(self) -> list[Card]:
        return self.deck

    # The whole state

    def inventory(self) -> list[Card]:
        cards = self.deck + self.discard
        for zone in self.market + self.hands + self.restaurants:
            cards.extend(zone)
        return cards

    # Written by `make fields` from the fields that `__init__` declares

    def share(self, chance: Stream, over: Delectable | None = None) -> Delectable:
        """A copy that shares all it has with this one, in place of `over`, an older copy that is done with."""
        twin = Delectable.__new__(Delectable) if over is None else over
        twin.printed, twin.turn, twin.moment, twin.discards = self.printed, self.turn, self.moment, self.discards
        twin.stolen, twin.victim, twin.deck, twin.discard = self.stolen, self.victim, self.deck, self.discard
        twin.market, twin.hands, twin.restaurants = self.market, self.hands, self.restaurants
        twin.quality, twin.players, twin.cards, twin.reveals = self.quality, self.players, self.cards, self.reveals
        twin.asked, twin.old_rules, twin.chance, twin.events = self.asked, self.old_rules, chance, None
        twin.hiding = None
        return twin

    def clone(self) -> Delectable:
        twin = self.share(self.chance.clone())
        twin.deck, twin.discard, twin.market = self.deck[:], self.discard[:], [part[:] for part in self.market]
        twin.hands, twin.restaurants = [part[:] for part in self.hands], [part[:] for part in self.restaurants]
        twin.quality = self.quality[:]
        return twin

    def pack(self) -> list[int]:
        ints = [self.players, self.cards.mark, self.turn, self.moment, self.discards, self.stolen, self.victim]
        ints += [self.asked, self.reveals]
        write_list(ints, self.chance.pack())
        for part in (self.deck, self.discard):
            write_list(ints, part)
        for part in self.market + self.hands + self.restaurants:
            write_list(ints, part)
        return ints

    def read(self, reader: Reader) -> None:
        """Read every field in the order in which `pack` wrote it."""
        players, cards = self.players, self.printed
        self.turn, self.moment = reader.one(0, players - 1), reader.one(TURN, OVER)
        self.discards, self.stolen = reader.one(-BOUND, BOUND), reader.one(SERVER, EQUIPMENT)
        self.victim, self.asked, self.reveals = reader.one(0, players - 1), reader.one(0, BOUND), reader.one(0, BOUND)
        self.chance, self.deck = unpack_chance(reader.many(0, BOUND)), reader.many(0, len(cards.pile) - 1)
        self.discard = reader.many(0, len(cards.pile) - 1)
        self.market = [reader.many(0, len(cards.pile) - 1) for _ in range(PILES)]
        self.hands = [reader.many(0, len(cards.pile) - 1) for _ in range(players)]
        self.restaurants = [reader.many(0, len(cards.pile) - 1) for _ in range(players)]
        reader.end()

    # Up to here by `make fields`


def deal(players: int, chance: Stream, options: dict[str, str], cards: DelectableCards) -> Delectable:
    """D2: shuffle all, one card face up to the market; G1: the first player is drawn unless the table fixes it."""
    state = Delectable(players, chance, cards)
    drawn = chance.below(players)
    first = options["first"]
    state.turn = drawn if first == "drawn" else int(first) - 1
    state.deck = list(range(len(cards.pile)))
    chance.shuffle(state.deck)
    card = state.deck.pop()
    state.market[cards.pile[card]].append(card)
    return state

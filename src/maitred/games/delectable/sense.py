"""What a good player of Delectable knows: what a restaurant and a hand are worth, and the exact odds of a roll."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from maitred.games.delectable.rules import (
    COMMIT,
    DECLINE,
    DIE,
    DISCARD,
    GIVE_CARD,
    HAND_LIMIT,
    HIGHEST_STARS,
    LOWEST_STARS,
    MAX_PLAYERS,
    NAME,
    PILES,
    RESOURCES,
    REVIEW,
    RIGHTMOST,
    RUN_FIRST,
    RUN_LAST,
    STEAL_FROM,
    STEALING_RUN,
    Card,
    Delectable,
    DelectableCards,
    Pile,
    Seat,
    Stars,
    commonest,
    scored_resources,
)
from maitred.kernel.sense import Sense
from maitred.kernel.state import State

# How much a resource score counts when it is the lowest, the second lowest, …
WEIGHTS: Final[list[float]] = [1.0, 0.55, 0.35, 0.25]
UNCOUNTED: Final = 0.1  # a resource outside the best ones may still become one of them
READY: Final = 0.8  # of its worth, for a card that can be committed at once
ALONE: Final = 0.45  # for a card that still needs a neighbour
MODIFIER: Final = 0.12  # for each point on the three rightmost cards
RIVALS: Final = 0.6
TURNS_FOR_A_PAIR: Final = 5.0

# What reviews are for: to make the cards to come worth more, to keep what they are worth, to take it from a rival
PROSPECT: Final = 0.2  # for each turn to come in a restaurant of more than two stars: it doubles dearer cards
GUARDED: Final = 0.5  # of what a single review could take, for a review that prevents it …
GUARDED_FROM: Final = 40.0  # … the more the fewer turns are left to mend it
ATTACKED_FROM: Final = 8.0  # turns left: earlier a rival could make something of the stars that were meant to hurt …
ATTACKED_BY: Final = 4.0  # … and from here on hardly anything
REVIEW_HELD: Final = 0.8  # of what the best review in hand would bring …
TURNS_FOR_A_REVIEW: Final = 3.0  # … if there is still time to give it
NONE_YET: Final = -1e9
NOT_COUNTED: Final[list[int]] = []
UNKNOWN: Final = -1.0
NOWHERE: Final = -1  # no position in a hand, and no pile

RESOURCE_WORDS: Final = ["servers", "chefs", "food", "equipment", "reviews"]
STANDING: Final = ["servers stand", "chefs stand", "food stands", "equipment stands"]


def chance_of(needed: int) -> float:
    """The exact chance that a d20 shows at least that much."""
    return min(DIE, max(0, DIE + 1 - needed)) / DIE


# Numbers by resource or pile as one number, so that cards are counted by a single addition

Packed = i64
SCORE_BITS: Final = 12  # for what the cards of a resource are worth together
SCORE: Final = (1 << SCORE_BITS) - 1
MODIFIER_BITS: Final = 8  # for the modifiers of up to three cards for a pile …
MODIFIER_MASK: Final = (1 << MODIFIER_BITS) - 1
LOWEST_MODIFIER: Final = -9  # … each above the lowest that there is


@final
class DeckTables:
    """What a judgement looks up of every card of a deck."""

    def __init__(self, state: Delectable) -> None:
        printed = state.printed
        cards = range(len(printed.pile))
        self.printed: DelectableCards = printed
        self.values: list[list[int]] = [
            [state.card_value(card, quality) for card in cards] for quality in range(HIGHEST_STARS + 1)
        ]
        """What a card is worth: `values[quality][card]`."""
        self.boost: list[int] = [sum(printed.to[card]) for card in cards]
        """All its modifiers together …"""
        self.modifiers: list[int] = [packed_modifiers(printed.to[card]) for card in cards]
        """… and each for itself, as one number."""


def packed_modifiers(to: list[int]) -> int:
    """Modifiers by pile as one number."""
    packed = 0
    for pile in range(PILES):
        packed += (to[pile] - LOWEST_MODIFIER) << (MODIFIER_BITS * pile)
    return packed


def blended(committed: Packed, paired: Packed, single: Packed, ready: float, alone: float) -> float:
    """What the resource in the lowest bits is worth: what is committed, and shares of what may be."""
    return int(committed & SCORE) + ready * int(paired & SCORE) + alone * int(single & SCORE)


NO_MODIFIERS: Final[list[int]] = [packed_modifiers([0] * PILES)]


@final
class Holding:
    """What a seat has, counted so that the standing with another card in hand needs no counting."""

    def __init__(self, state: Delectable, tables: DeckTables) -> None:
        self.pile: list[Pile] = tables.printed.pile
        self.tables: DeckTables = tables
        self.values: list[int] = tables.values[0]
        turns_left = len(state.deck) / state.players
        self.turns_left: float = turns_left
        self.prospect: float = 0.0
        """What the stars of the restaurant promise for the turns to come."""
        self.ready: float = READY if turns_left >= 1.0 else 0.0
        self.fading: float = min(1.0, turns_left / TURNS_FOR_A_PAIR)
        self.alone: float = ALONE * self.fading
        uncounted = RESOURCES - scored_resources(state.players)
        self.lowest: float = WEIGHTS[0] if uncounted == 0 else UNCOUNTED
        self.second: float = WEIGHTS[1 - uncounted] if uncounted < 2 else UNCOUNTED
        self.third: float = WEIGHTS[2 - uncounted]
        self.highest: float = WEIGHTS[3 - uncounted]
        self.committed: Packed = 0
        """What the restaurant has of each resource …"""
        self.paired: Packed = 0
        """… the cards in hand that have a neighbour of their resource …"""
        self.single: Packed = 0
        """… and those that have none."""
        self.boost: i64 = 0
        """All modifiers of the three rightmost cards …"""
        self.last_boost: i64 = 0
        """… and of the last two of them, which stay if a card is added."""
        self.modifiers: Packed = 0
        """The modifiers of the three rightmost cards, by pile."""
        self.last: Pile = NOWHERE
        """The pile of the rightmost card …"""
        self.last_single: Packed = 0
        """… and what it adds to `single`."""

    def count(self, restaurant: list[Card], hand: list[Card], quality: Stars) -> None:
        """Count a seat's restaurant and hand."""
        pile = self.pile
        self.values = self.tables.values[quality]
        self.prospect = PROSPECT * self.turns_left if quality > LOWEST_STARS else 0.0
        committed: Packed = 0
        for card in restaurant:
            resource: i64 = pile[card]
            if resource != REVIEW:
                value: i64 = self.values[card]
                committed += value << (resource * SCORE_BITS)
        self.committed = committed
        self.count_hand(hand, NOWHERE, NOWHERE)

    def count_hand(self, hand: list[Card], first: int, last: int) -> None:
        """Count a hand without the cards from one position to another."""
        pile = self.pile
        values = self.values
        boosts = self.tables.boost
        packed = self.tables.modifiers
        none: Packed = NO_MODIFIERS[0]
        paired: Packed = 0
        single: Packed = 0
        boost: i64 = 0  # of the last card, the one before it and the one before that
        boost_before: i64 = 0
        boost_third: i64 = 0
        modifiers: Packed = none
        modifiers_before: Packed = none
        modifiers_third: Packed = none
        before: i64 = NOWHERE  # the pile of the card to the left
        before_single: Packed = 0
        skipped_first: i64 = first
        skipped_last: i64 = last
        at: i64 = -1
        for card in hand:
            at += 1
            if skipped_first <= at <= skipped_last:
                continue
            boost_third = boost_before
            boost_before = boost
            boost = boosts[card]
            modifiers_third = modifiers_before
            modifiers_before = modifiers
            modifiers = packed[card]
            resource: i64 = pile[card]
            if resource == REVIEW:
                before_single = 0
            else:
                value: i64 = values[card]
                worth = value << (resource * SCORE_BITS)
                if resource == before:
                    paired += worth + before_single
                    single -= before_single
                    before_single = 0
                else:
                    single += worth
                    before_single = worth
            before = resource
        self.paired = paired
        self.single = single
        self.boost = boost + boost_before + boost_third
        self.last_boost = boost + boost_before
        self.modifiers = modifiers + modifiers_before + modifiers_third
        self.last = before
        self.last_single = before_single

    def standing(self) -> float:
        """The restaurant as it would count, with what the hand may still bring to it."""
        return self.weigh(self.paired, self.single, self.boost)

    def standing_with(self, card: Card) -> float:
        """The same with one more card in hand."""
        boost: i64 = self.tables.boost[card]
        resource: i64 = self.pile[card]
        if resource == REVIEW:
            return self.weigh(self.paired, self.single, self.last_boost + boost)
        value: i64 = self.values[card]
        worth = value << (resource * SCORE_BITS)
        if resource == self.last:
            paired = self.paired + worth + self.last_single
            return self.weigh(paired, self.single - self.last_single, self.last_boost + boost)
        return self.weigh(self.paired, self.single + worth, self.last_boost + boost)

    def weigh(self, paired: Packed, single: Packed, boost: i64) -> float:
        """A standing from what was counted: the resources by their rank, and the extras."""
        committed = self.committed
        ready = self.ready
        alone = self.alone
        servers = blended(committed, paired, single, ready, alone)
        chefs = blended(committed >> SCORE_BITS, paired >> SCORE_BITS, single >> SCORE_BITS, ready, alone)
        bits: i64 = 2 * SCORE_BITS
        food = blended(committed >> bits, paired >> bits, single >> bits, ready, alone)
        bits = 3 * SCORE_BITS
        equipment = blended(committed >> bits, paired >> bits, single >> bits, ready, alone)
        low = servers if servers < chefs else chefs
        high = chefs if servers < chefs else servers
        other_low = food if food < equipment else equipment
        other_high = equipment if food < equipment else food
        lowest = low if low < other_low else other_low
        middle = other_low if low < other_low else low
        highest = other_high if high < other_high else high
        other_middle = high if high < other_high else other_high
        second = middle if middle < other_middle else other_middle
        third = other_middle if middle < other_middle else middle
        extras = self.prospect + self.fading * MODIFIER * int(boost)
        return extras + self.lowest * lowest + self.second * second + self.third * third + self.highest * highest


@final
@mypyc_attr(free_list_len=1)
class Rolls:
    """The rolls that a seat can choose from."""

    def __init__(self, state: Delectable, seat: Seat) -> None:
        printed = state.printed
        self.tops: list[Card] = []
        """The card on top of each pile, or NOWHERE …"""
        self.missing: list[int] = []
        """… and what a roll for it takes, before the hand and what was discarded help."""
        for pile in range(PILES):
            cards = state.market[pile]
            self.tops.append(cards[-1] if cards else NOWHERE)
            self.missing.append(printed.cost[cards[-1]] - state.star_modifier(seat, pile) if cards else 0)

    def gain(self, holding: Holding, reviews: Reviews, discards: int, before: float, named: Pile) -> float:
        """What rolling for a pile is expected to add; the card drawn to the market afterwards is not foreseen."""
        missing: i64 = self.missing[named]
        packed = holding.modifiers >> (named * MODIFIER_BITS) & MODIFIER_MASK
        needed = missing - discards - (packed + RIGHTMOST * LOWEST_MODIFIER)
        if needed > DIE:
            return 0.0
        top = self.tops[named]
        added = holding.standing_with(top) - before
        if named == REVIEW:
            added += reviews.another(top)
        return chance_of(int(needed)) * added

    def best_gain(self, holding: Holding, reviews: Reviews, discards: int, before: float) -> float:
        """What the best roll is expected to add."""
        best = NONE_YET
        for pile in range(PILES):
            if self.tops[pile] != NOWHERE:
                best = max(best, self.gain(holding, reviews, discards, before, pile))
        return best


@final
@mypyc_attr(free_list_len=1)
class Reviews:
    """What reviews would do for a seat: plan for cards to come, guard what is there, attack what rivals have."""

    def __init__(self, state: Delectable, seat: Seat, scratch: Holding) -> None:
        """`scratch`: counts whatever has to be counted."""
        self.state: Delectable = state
        self.seat: Seat = seat
        self.scratch: Holding = scratch
        turns_left = scratch.turns_left
        urgency = min(1.0, max(0.0, (ATTACKED_FROM - turns_left) / (ATTACKED_FROM - ATTACKED_BY)))
        self.attack: float = RIVALS * urgency / (state.players - 1)
        self.guarded: float = GUARDED * max(0.0, 1.0 - turns_left / GUARDED_FROM)
        self.time: float = REVIEW_HELD * min(1.0, turns_left / TURNS_FOR_A_REVIEW)
        self.known: list[float] = [UNKNOWN] * (HIGHEST_STARS + 1)
        """What a review of so many stars would bring where it does most."""
        self.standings: list[float] = [UNKNOWN] * ((HIGHEST_STARS + 1) * state.players)
        """How each seat would stand in a restaurant of each quality, once it is asked for …"""
        self.counts: list[list[int]] = [NOT_COUNTED] * state.players
        """… and likewise how many reviews of each number of stars it has."""
        self.worst_now: float = UNKNOWN
        """How the seat would stand after the one review that hurts it most, as its reviews are now."""
        self.held: float = self.in_hand(NOWHERE)
        """What the best review in hand is worth there."""

    def in_hand(self, without: int) -> float:
        """What the best review in hand is worth there, but for the one at a position; a second one adds nothing."""
        printed = self.state.printed
        hand = self.state.hands[self.seat]
        best = 0.0
        for position in range(len(hand)):
            if printed.pile[hand[position]] == REVIEW and position != without:
                best = max(best, self.best_gain(printed.stars[hand[position]]))
        return self.time * best

    def another(self, card: Card) -> float:
        """What one more review in hand adds."""
        return max(0.0, self.time * self.best_gain(self.state.printed.stars[card]) - self.held)

    def best_gain(self, stars: Stars) -> float:
        """What a review brings where it does most, if it does anything anywhere."""
        if self.known[stars] == UNKNOWN:
            best = max(0.0, self.gain(self.seat, stars))
            if self.attack > 0.0:
                for rival in range(self.state.players):
                    if rival != self.seat:
                        best = max(best, self.gain(rival, stars))
            self.known[stars] = best
        return self.known[stars]

    def gain(self, reviewed: Seat, stars: Stars) -> float:
        """What a review of a restaurant brings the seat."""
        if reviewed != self.seat and self.attack == 0.0:
            return 0.0
        quality = self.state.quality[reviewed]
        reviews = self.reviews_of(reviewed)
        reviews[stars] += 1
        after = commonest(reviews)
        reviews[stars] -= 1
        if after == quality:
            return self.guard(stars, reviews) if reviewed == self.seat else 0.0
        change = self.standing(reviewed, after) - self.standing(reviewed, quality)
        return change if reviewed == self.seat else -self.attack * change

    def reviews_of(self, seat: Seat) -> list[int]:
        """How many reviews of each number of stars lie in a restaurant, counted once."""
        if self.counts[seat] is NOT_COUNTED:
            self.counts[seat] = self.state.reviews_of(seat)
        return self.counts[seat]

    def guard(self, stars: Stars, reviews: list[int]) -> float:
        """What the seat saves by a review that leaves its quality as the reviews that it has make it."""
        if self.guarded == 0.0:
            return 0.0
        if self.worst_now == UNKNOWN:
            self.worst_now = self.worst(reviews)
        reviews[stars] += 1
        worst = self.worst(reviews)
        reviews[stars] -= 1
        return self.guarded * (worst - self.worst_now)

    def worst(self, reviews: list[int]) -> float:
        """How the seat would stand after the one review that hurts it most."""
        quality = self.state.quality[self.seat]
        lowest = self.standing(self.seat, quality)
        most = reviews[quality]
        for stars in range(LOWEST_STARS, HIGHEST_STARS + 1):
            more = reviews[stars] + 1
            if more > most or (more == most and stars < quality):  # D5: one more makes it the commonest
                lowest = min(lowest, self.standing(self.seat, stars))
        return lowest

    def standing(self, seat: Seat, quality: Stars) -> float:
        """How a seat would stand in a restaurant of that quality."""
        at = seat * (HIGHEST_STARS + 1) + quality
        if self.standings[at] == UNKNOWN:
            self.scratch.count(self.state.restaurants[seat], self.state.hands[seat], quality)
            self.standings[at] = self.scratch.standing()
        return self.standings[at]


@final
class DelectableSense(Sense):
    """Judgement for Delectable."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: DeckTables | None = None
        self.tree_width = 3
        self.prior_temperature = 0.05

    def new_holding(self, state: Delectable) -> Holding:
        """What `Holding` needs to know of a state, before anything is counted."""
        tables = self.tables
        if tables is None or tables.printed is not state.printed:
            tables = DeckTables(state)
            self.tables = tables
        return Holding(state, tables)

    def value(self, state: State, seat: int) -> float:
        """A seat's own standing against that of the others."""
        assert isinstance(state, Delectable)
        holding = self.new_holding(state)
        return self.value_by(state, seat, self.standings(state, seat, holding), holding)

    def value_by(self, state: Delectable, seat: Seat, standings: list[float], scratch: Holding) -> float:
        """The same from the standings of all seats; `scratch` counts whatever has to be counted."""
        held = 0.0
        for card in state.hands[seat]:
            if state.printed.pile[card] == REVIEW:
                held = Reviews(state, seat, scratch).held
                break
        return standings[seat] + held - self.rivalry(standings, seat)

    def rivalry(self, standings: list[float], seat: Seat) -> float:
        """What the standing of the others takes away."""
        rivals = 0.0
        for other in range(len(standings)):
            if other != seat:
                rivals += standings[other]
        return RIVALS * rivals / (len(standings) - 1)

    def standings(self, state: Delectable, last: Seat, holding: Holding) -> list[float]:
        """The standing of every seat; what the last one has stays counted in `holding`."""
        standings = [0.0] * state.players
        for other in range(state.players):
            if other != last:
                standings[other] = self.standing(state, other, holding)
        standings[last] = self.standing(state, last, holding)
        return standings

    def standing(self, state: Delectable, seat: Seat, holding: Holding) -> float:
        """The standing of a seat, counted in `holding`."""
        holding.count(state.restaurants[seat], state.hands[seat], state.quality[seat])
        return holding.standing()

    def worth(self, state: State, seat: int, action: int) -> float:
        return self.worths(state, seat, [action])[0]

    def worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """The expected value after each action: rolls by their odds, discards by the best roll they lead to. The others
        stand alike after all that only touches the own hand."""
        assert isinstance(state, Delectable)
        hand = state.hands[seat]
        holding = self.new_holding(state)
        standings = self.standings(state, seat, holding)
        before = standings[seat]
        rivalry = self.rivalry(standings, seat)
        reviews = Reviews(state, seat, self.new_holding(state))
        others = reviews.held - rivalry  # what most actions leave as it is
        left = self.new_holding(state)  # without what an action takes from the hand
        left.committed = holding.committed
        left.values = holding.values
        left.prospect = holding.prospect
        rolls = Rolls(state, seat)
        worths: list[float] = []
        for action in actions:
            if NAME <= action < DECLINE:
                worths.append(before + others + rolls.gain(holding, reviews, state.discards, before, action - NAME))
            elif action == DECLINE:
                worths.append(before + others)
            elif DISCARD <= action < NAME:
                position = action - DISCARD
                left.count_hand(hand, position, position)
                after = left.standing()
                worth = after + others
                if state.printed.pile[hand[position]] == REVIEW:
                    worth += reviews.in_hand(position) - reviews.held
                if len(hand) - 1 <= HAND_LIMIT:
                    discards = state.discards + state.printed.if_discarded[hand[position]]
                    worth += rolls.best_gain(left, reviews, discards, after)
                worths.append(worth)
            elif COMMIT <= action < DISCARD:
                worths.append(self.standing_committed(hand, action, holding, left) + others)
            elif action < COMMIT:
                position, reviewed = divmod(action, MAX_PLAYERS)
                left.count_hand(hand, position, position)
                gain = reviews.gain(reviewed, state.printed.stars[hand[position]])
                worths.append(left.standing() + reviews.in_hand(position) - rivalry + gain)
            elif action < GIVE_CARD:
                worths.append(self.worth_of_theft(state, seat, action - STEAL_FROM, standings))
            else:
                worths.append(self.values_given(state, seat, action - GIVE_CARD, standings)[0])
        return worths

    def standing_committed(self, hand: list[Card], action: int, holding: Holding, left: Holding) -> float:
        """The standing after a run of cards is committed, before anything is stolen."""
        first = RUN_FIRST[action - COMMIT]
        last = RUN_LAST[action - COMMIT]
        for position in range(first, last + 1):
            value: i64 = left.values[hand[position]]
            resource: i64 = left.pile[hand[position]]
            left.committed += value << (resource * SCORE_BITS)
        left.count_hand(hand, first, last)
        standing = left.standing()
        left.committed = holding.committed
        return standing

    def worth_of_theft(self, state: Delectable, thief: Seat, victim: Seat, standings: list[float]) -> float:
        """The value for a thief when the victim gives what hurts the victim least."""
        kept = NONE_YET
        value = NONE_YET
        for position in range(len(state.hands[victim])):
            if state.printed.pile[state.hands[victim][position]] == state.stolen:
                left, got = self.values_given(state, victim, position, standings)
                if left > kept:
                    kept = left
                    value = got
        return value if value > NONE_YET else self.value_by(state, thief, standings, self.new_holding(state))

    def values_given(
        self, state: Delectable, victim: Seat, position: int, standings: list[float]
    ) -> tuple[float, float]:
        """The values for the victim of a theft and for the thief, whose turn it is, after a card is given."""
        thief = state.turn
        hand = state.hands[victim]
        after = state.share(state.chance)
        after.hands = state.hands[:]
        after.hands[victim] = hand[:position] + hand[position + 1 :]
        after.restaurants = state.restaurants[:]
        after.restaurants[thief] = [*state.restaurants[thief], hand[position]]
        scratch = self.new_holding(state)
        now = standings[:]
        now[victim] = self.standing(after, victim, scratch)
        now[thief] = self.standing(after, thief, scratch)
        return self.value_by(after, victim, now, scratch), self.value_by(after, thief, now, scratch)

    def value_scale(self, state: State) -> float:
        assert isinstance(state, Delectable)
        left = len(state.deck) / len(state.printed.pile)
        return 5.0 + 4.0 * left if state.players == 2 else 3.0 + 6.0 * left

    def stage(self, state: State) -> int:
        assert isinstance(state, Delectable)
        return state.turn

    def reason(self, state: State, seat: int, action: int) -> str:
        assert isinstance(state, Delectable)
        printed = state.printed
        hand = state.hands[seat]
        if action < COMMIT:
            reviewed = action % MAX_PLAYERS
            after = state.clone()
            after.apply(seat, action)
            if after.quality[reviewed] == state.quality[reviewed]:
                return f"It keeps that restaurant at {state.quality[reviewed]}★ when other reviews come."
            whose = "your cards" if reviewed == seat else "their cards"
            return f"It makes that restaurant {after.quality[reviewed]}★, which changes what {whose} count."
        if action < DISCARD:
            run = action - COMMIT
            resource = printed.pile[hand[RUN_FIRST[run]]]
            stands = f"Your {STANDING[resource]} at {state.resource_scores(seat)[resource]}"
            if RUN_LAST[run] - RUN_FIRST[run] + 1 >= STEALING_RUN:
                for other in range(state.players):
                    if other != seat and any([printed.pile[card] == resource for card in state.hands[other]]):
                        return f"{stands}, a hand counts nothing at the end, and three at once steal one more."
            return f"{stands}, and a hand counts nothing at the end."
        if action < NAME:
            card = hand[action - DISCARD]
            bonus = printed.if_discarded[card]
            if bonus <= 0:
                return f"{printed.names[card]} does nothing for you in your hand."
            return f"{printed.names[card]} does more as {bonus:+d} to this turn's rolls than in your hand."
        if action < DECLINE:
            pile = action - NAME
            percent = int(100 * chance_of(state.needed(seat, pile)) + 0.5)
            stars = printed.stars[state.market[pile][-1]]
            got = f"At {percent} % you get a {stars}★ card of {RESOURCE_WORDS[pile]}"
            if pile == REVIEW:
                return f"{got} for any restaurant."
            verb = STANDING[pile].split()[1]
            return f"{got}, which {verb} at {state.resource_scores(seat)[pile]} in your restaurant."
        if action == DECLINE:
            return "No roll is worth the cards it could cost you."
        if action < GIVE_CARD:
            return "That player's cards help you most and them least."
        return "You miss this card least."

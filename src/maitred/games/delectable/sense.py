"""What a good player of Delectable knows: what a restaurant and a hand are worth, and the exact odds of a roll."""

from __future__ import annotations

from typing import Final

from maitred.games.delectable.rules import (
    COMMIT,
    DECLINE,
    DIE,
    DISCARD,
    GIVE_CARD,
    HAND_LIMIT,
    MAX_PLAYERS,
    NAME,
    PILES,
    RESOURCES,
    REVIEW,
    RIGHTMOST,
    RUN_FIRST,
    STEAL_FROM,
    Delectable,
    Pile,
    Seat,
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
REVIEW_IN_HAND: Final = 0.5
RIVALS: Final = 0.4
TURNS_FOR_A_PAIR: Final = 5.0
NONE_YET: Final = -1e9
NO_CARD: Final = -1

RESOURCE_WORDS: Final = ["servers", "chefs", "food", "equipment", "reviews"]


def chance_of(needed: int) -> float:
    """The exact chance that a d20 shows at least that much."""
    return min(DIE, max(0, DIE + 1 - needed)) / DIE


class DelectableSense(Sense):
    """Judgement for Delectable."""

    def __init__(self) -> None:
        super().__init__()
        self.tree_width = 3
        self.prior_temperature = 0.05

    def value(self, state: State, seat: int) -> float:
        """A seat's own standing against that of the others."""
        assert isinstance(state, Delectable)
        return self.standing(state, seat) - self.rivalry(state, seat)

    def rivalry(self, state: Delectable, seat: Seat) -> float:
        """What the standing of the others takes away."""
        rivals = 0.0
        for other in range(state.players):
            if other != seat:
                rivals += self.standing(state, other)
        return RIVALS * rivals / (state.players - 1)

    def standing(self, state: Delectable, seat: Seat) -> float:
        """The restaurant as it would count, with what the hand may still bring to it."""
        return self.standing_of(state, seat, self.restaurant_scores(state, seat), NO_CARD)

    def restaurant_scores(self, state: Delectable, seat: Seat) -> list[float]:
        """What the restaurant has of each resource."""
        pile = state.printed.pile
        quality = state.quality[seat]
        scores = [0.0] * RESOURCES
        for card in state.restaurants[seat]:
            resource = pile[card]
            if resource != REVIEW:
                scores[resource] += state.card_value(card, quality)
        return scores

    def standing_of(self, state: Delectable, seat: Seat, scores: list[float], taken: int) -> float:
        """The same from the resources of the restaurant, with one more card in hand unless it is NO_CARD."""
        printed = state.printed
        pile = printed.pile
        quality = state.quality[seat]
        hand = state.hands[seat]
        held = len(hand) + (1 if taken != NO_CARD else 0)
        turns_left = len(state.deck) / state.players
        ready = READY if turns_left >= 1.0 else 0.0
        fading = min(1.0, turns_left / TURNS_FOR_A_PAIR)
        alone = ALONE * fading
        servers = scores[0]
        chefs = scores[1]
        food = scores[2]
        equipment = scores[3]
        extras = 0.0
        before = NO_CARD  # the pile of the card to the left
        card = NO_CARD if held == 0 else hand[0] if hand else taken
        resource = NO_CARD if card == NO_CARD else pile[card]
        for at in range(held):
            following = NO_CARD if at + 1 == held else hand[at + 1] if at + 1 < len(hand) else taken
            after = NO_CARD if following == NO_CARD else pile[following]
            if resource == REVIEW:
                extras += REVIEW_IN_HAND * fading
            else:
                gain = state.card_value(card, quality) * (ready if resource in (before, after) else alone)
                if resource == 0:
                    servers += gain
                elif resource == 1:
                    chefs += gain
                elif resource == 2:
                    food += gain
                else:
                    equipment += gain
            if at >= held - RIGHTMOST:
                for bonus in printed.to[card]:
                    extras += MODIFIER * bonus * fading
            before = resource
            card = following
            resource = after
        ordered = sorted([servers, chefs, food, equipment])
        counts = scored_resources(state.players)
        standing = extras
        for at in range(RESOURCES):
            place = at - (RESOURCES - counts)
            standing += ordered[at] * (WEIGHTS[place] if place >= 0 else UNCOUNTED)
        return standing

    def worth(self, state: State, seat: int, action: int) -> float:
        return self.worths(state, seat, [action])[0]

    def worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """The expected value after each action: rolls by their odds, discards by the best roll they lead to. The others
        stand alike after all that only touches the own hand."""
        assert isinstance(state, Delectable)
        scores = self.restaurant_scores(state, seat)
        before = self.standing_of(state, seat, scores, NO_CARD)
        rivalry = self.rivalry(state, seat)
        worths: list[float] = []
        for action in actions:
            if NAME <= action < DECLINE:
                worths.append(before - rivalry + self.roll_gain(state, seat, action - NAME, scores, before))
            elif DISCARD <= action < NAME:
                hand = state.hands[seat]
                card = hand.pop(action - DISCARD)
                state.discards += state.printed.if_discarded[card]
                after = self.standing_of(state, seat, scores, NO_CARD)
                worths.append(after - rivalry + self.best_roll_gain(state, seat, scores, after))
                state.discards -= state.printed.if_discarded[card]
                hand.insert(action - DISCARD, card)
            else:
                worths.append(self.worth_applied(state, seat, action))
        return worths

    def worth_applied(self, state: Delectable, seat: Seat, action: int) -> float:
        """The value after an action that is tried out."""
        after = state.clone()
        after.apply(seat, action)
        if STEAL_FROM <= action < GIVE_CARD and after.actors() == [action - STEAL_FROM]:
            return self.worst_gift(after, action - STEAL_FROM, seat)
        return self.value(after, seat)

    def roll_gain(self, state: Delectable, seat: Seat, named: Pile, scores: list[float], before: float) -> float:
        """What rolling for a pile is expected to add; the card drawn to the market afterwards is not foreseen."""
        likely = chance_of(state.needed(seat, named))
        if likely == 0.0:
            return 0.0
        return likely * (self.standing_of(state, seat, scores, state.market[named][-1]) - before)

    def best_roll_gain(self, state: Delectable, seat: Seat, scores: list[float], before: float) -> float:
        """What the best roll from here is expected to add; nothing while there are too many cards in hand."""
        if len(state.hands[seat]) > HAND_LIMIT:
            return 0.0
        best = NONE_YET
        for pile in range(PILES):
            if state.market[pile]:
                best = max(best, self.roll_gain(state, seat, pile, scores, before))
        return best

    def worst_gift(self, state: Delectable, victim: Seat, thief: Seat) -> float:
        """The value for the thief when the victim gives what hurts the victim least."""
        kept = NONE_YET
        value = 0.0
        for gift in state.legal(victim):
            after = state.clone()
            after.apply(victim, gift)
            left = self.value(after, victim)
            if left > kept:
                kept = left
                value = self.value(after, thief)
        return value

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
            resource = printed.pile[hand[RUN_FIRST[action - COMMIT]]]
            scores = state.resource_scores(seat)
            return f"Your {RESOURCE_WORDS[resource]} stand at {scores[resource]}, and a hand counts nothing at the end."
        if action < NAME:
            card = hand[action - DISCARD]
            bonus = printed.if_discarded[card]
            return f"{printed.names[card]} does more as {bonus:+d} to this turn's rolls than in your hand."
        if action < DECLINE:
            pile = action - NAME
            percent = int(100 * chance_of(state.needed(seat, pile)) + 0.5)
            stars = printed.stars[state.market[pile][-1]]
            return f"A {stars}★ card of {RESOURCE_WORDS[pile]} at {percent} % is the best you can expect here."
        if action == DECLINE:
            return "No roll is worth the cards it could cost you."
        if action < GIVE_CARD:
            return "That player's cards help you most and them least."
        return "You miss this card least."

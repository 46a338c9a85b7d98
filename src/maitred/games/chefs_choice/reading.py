"""Reading the others in Chef's Choice: what they played and gave says something about what they hold.

Whoever plays a card and gives samples of it probably holds other cards that these samples help. So worlds are not dealt
at random but sampled from the posterior over deals, by Metropolis–Hastings: a step proposes to swap two unknown cards,
and is accepted by the likelihood of everything that was played since the deal.
"""

from __future__ import annotations

from math import exp, log
from typing import Final, final

from maitred.games.chefs_choice.forecast import Draws, Forecast, foreseen
from maitred.games.chefs_choice.rules import (
    ANNOUNCE,
    CATEGORIES,
    CHOOSE,
    GIVE,
    GIVES,
    NONE,
    Action,
    Card,
    ChefsChoice,
    Seat,
)
from maitred.games.chefs_choice.sense import ChefsChoiceSense
from maitred.kernel.chance import Stream
from maitred.kernel.state import State

TEMPERATURE: Final = 0.1  # in customers: of the softmax policy that the others are assumed to follow
MOST_LOG_ODDS: Final = 50.0  # differences beyond this are cut off
BURN_IN: Final = 600  # steps until the first world
THINNING: Final = 24  # steps from one world to the next
UNIFORM_STEPS: Final = 1 << 20  # how finely a uniform number is drawn

Customers = list[float]  # expected at the next meal, by menu card; the last entry is for any menu


@final
class Situation:
    """A past public position, and what each menu could expect after each action possible in it."""

    def __init__(self, sense: ChefsChoiceSense, state: ChefsChoice, seat: Seat) -> None:
        self.sense: ChefsChoiceSense = sense
        self.state: ChefsChoice = state
        self.seat: Seat = seat
        self.forecast: Forecast = Forecast(sense.model, state, foreseen(state, seat))
        self.actions: list[Action] = [] if state.moment == CHOOSE else state.legal(seat)
        self.after_action: list[Customers] = []
        """For each of the actions, after the reveal …"""
        self.after_card: dict[Card, list[Customers]] = {}
        """… and before it for each card, by what may be given of it."""
        self.after_gift: dict[int, Customers] = {}
        for action in self.actions:
            self.after_action.append(self.customers(sense.draws_after(state, seat, action, self.forecast)))

    def customers(self, draws: Draws) -> Customers:
        """What each menu may expect, given what each dish may expect."""
        customers = [self.sense.menu_draws(self.state, draws, card) for card in range(len(self.state.printed.on))]
        customers.append(self.sense.any_menu(draws))
        return customers

    def gifts(self, card: Card) -> list[Customers]:
        """What each menu may expect after each gift that a card can be played for."""
        gifts = self.after_card.get(card)
        if gifts is None:
            printed = self.state.printed
            tile = self.state.tile()
            gifts = []
            if printed.neighbourly[tile] != 0 or self.state.home[self.seat] == 0:
                gifts.append(self.gift(card, GIVE))
            else:
                for give in GIVES[printed.choices[tile]]:
                    gifts.append(self.gift(card, give))
            self.after_card[card] = gifts
        return gifts

    def gift(self, card: Card, give: Action) -> Customers:
        """What each menu may expect after one gift."""
        key = 0
        for dish in self.sense.given(self.state, card, give):
            key |= 1 << dish
        customers = self.after_gift.get(key)
        if customers is None:
            draws = self.forecast.usual[:]
            for category in range(CATEGORIES):
                if (give - GIVE) >> category & 1 == 1:
                    portion = self.state.printed.portion[self.state.tile()]
                    draws[category] = self.forecast.draws_with(self.state.printed.on[card][category], portion)
            customers = self.customers(draws)
            self.after_gift[key] = customers
        return customers


@final
class Observation:
    """What a seat did in a situation."""

    def __init__(self, situation: Situation, action: Action, later: list[Card]) -> None:
        self.situation: Situation = situation
        self.action: Action = action
        self.later: list[Card] = later
        """The cards it held then and has played since."""
        self.at: int = situation.actions.index(action) if situation.actions else NONE

    def cost(self) -> int:
        """About how long its likelihood takes to compute."""
        return len(self.situation.actions) or CATEGORIES * len(self.later) * len(self.later)


@final
class HandSampler:
    """A Metropolis–Hastings chain over the deals that a seat may be in."""

    def __init__(self, sense: ChefsChoiceSense, known: ChefsChoice, seat: Seat, chance: Stream) -> None:
        self.sense: ChefsChoiceSense = sense
        self.known: ChefsChoice = known
        self.asked: int = known.asked
        self.seat: Seat = seat
        self.chance: Stream = chance
        self.world: ChefsChoice = known.determinize(seat, chance)
        self.observations: list[list[Observation]] = [[] for _ in range(known.players)]
        self.observe()
        for observations in self.observations:
            observations.sort(key=Observation.cost)
        self.seen: list[bool] = known.seen_by(seat)
        self.must: list[bool] = [known.must_hold_a_kept_card(other, self.seen) for other in range(known.players)]
        self.others: list[Seat] = [other for other in range(known.players) if self.observations[other]]
        self.likelihoods: list[float] = [
            self.log_likelihood(other, self.world.hands[other], -MOST_LOG_ODDS * MOST_LOG_ODDS)
            for other in range(known.players)
        ]
        """The log-likelihood of what each seat did, given its hand."""
        self.run(BURN_IN, chance)

    def is_of(self, known: ChefsChoice, seat: Seat, chance: Stream) -> bool:
        """Whether it was started by the same search, with nothing played since."""
        same = self.known is known and self.asked == known.asked
        return same and self.seat == seat and self.chance is chance

    def observe(self) -> None:
        """Collect what the others have done since the deal, going backwards."""
        past = self.known.clone()
        later: list[list[Card]] = [[] for _ in range(past.players)]
        while past.said or past.moment == ANNOUNCE:
            if past.moment == ANNOUNCE and past.spoken == 0:
                past.turn_back()
                situations: dict[bool, Situation] = {}  # one for seats with markers, one for those without
                for other in range(past.players):
                    played = past.hands[other][-1]
                    later[other].append(played)
                    if other != self.seat:
                        spent = past.home[other] == 0
                        if spent not in situations:
                            situations[spent] = Situation(self.sense, past.clone(), other)
                        self.observations[other].append(Observation(situations[spent], played, later[other][:]))
            else:
                action = past.unsay()
                speaker = past.speaker()
                if speaker != self.seat:
                    situation = Situation(self.sense, past.clone(), speaker)
                    self.observations[speaker].append(Observation(situation, action, later[speaker][:]))

    def log_likelihood(self, other: Seat, hand: list[Card], least: float) -> float:
        """The log-likelihood of all that a seat did, if this is its hand; any number below `least` stands for less."""
        total = 0.0
        for observation in self.observations[other]:
            total += self.log_likelihood_of(observation, hand, least - total)
            if total < least:
                break
        return total

    def log_likelihood_of(self, observation: Observation, hand: list[Card], least: float) -> float:
        """The log-likelihood of one observation, if this is the hand; any number below `least` stands for less."""
        situation = observation.situation
        held = hand + observation.later
        limit = exp(min(-least, MOST_LOG_ODDS))
        total = 1.0
        if observation.at == NONE:
            chosen = self.best_of(situation.gifts(observation.action), held, observation.action)
            for card in held:
                if card != observation.action:
                    total += exp(
                        min((self.best_of(situation.gifts(card), held, card) - chosen) / TEMPERATURE, MOST_LOG_ODDS)
                    )
                    if total > limit:
                        break
            return -log(total)
        chosen = self.sense.hand_worth(situation.after_action[observation.at], held, NONE)
        for at in range(len(situation.actions)):
            if at != observation.at:
                better = self.sense.hand_worth(situation.after_action[at], held, NONE) - chosen
                total += exp(min(better / TEMPERATURE, MOST_LOG_ODDS))
                if total > limit:
                    break
        return -log(total)

    def best_of(self, gifts: list[Customers], held: list[Card], card: Card) -> float:
        """The worth of playing a card with its best gift."""
        most = -MOST_LOG_ODDS
        for customers in gifts:
            most = max(most, self.sense.hand_worth(customers, held, card))
        return most

    def run(self, steps: int, chance: Stream) -> None:
        """Run some steps: propose to swap two cards, and accept it by the ratio of the likelihoods."""
        if len(self.others) == 0:
            return
        hands = self.world.hands
        for _ in range(steps):
            one = self.others[chance.below(len(self.others))]
            other = self.others[chance.below(len(self.others))]
            hand = hands[one]
            pile = self.world.deck if other == one else hands[other]
            at = chance.below(len(hand))
            to = chance.below(len(pile))
            card = hand[at]
            hand[at] = pile[to]
            pile[to] = card
            before = self.likelihoods[one] + (self.likelihoods[other] if other != one else 0.0)
            least = before + log((chance.below(UNIFORM_STEPS) + 1) / UNIFORM_STEPS)
            proposed = -MOST_LOG_ODDS * MOST_LOG_ODDS
            others_proposed = 0.0
            if self.is_possible(one) and self.is_possible(other):
                proposed = self.log_likelihood(one, hand, least)
                if other != one and proposed >= least:
                    others_proposed = self.log_likelihood(other, pile, least - proposed)
            if proposed + others_proposed >= least:
                self.likelihoods[one] = proposed
                if other != one:
                    self.likelihoods[other] = others_proposed
            else:
                pile[to] = hand[at]
                hand[at] = card

    def is_possible(self, other: Seat) -> bool:
        """Whether a hand has a card that was kept at clean-up, if it must."""
        if not self.must[other]:
            return True
        return not min([self.seen[card] for card in self.world.hands[other]])

    def next_world(self, chance: Stream) -> ChefsChoice:
        """The next sample; face-down choices are open again."""
        world = self.known.determinize(self.seat, chance)
        if len(self.others) > 0:
            self.run(THINNING, chance)
            world.deck = self.world.deck[:]
            for other in self.others:
                world.hands[other] = sorted(self.world.hands[other])
        for other in range(world.players):
            if other != self.seat:
                world.choices[other] = NONE
        return world


@final
class ReadingSense(ChefsChoiceSense):
    """Judgement for Chef's Choice whose searches infer what the others hold."""

    def __init__(self) -> None:
        super().__init__()
        self.sampler: HandSampler | None = None

    def sample_world(self, known: State, seat: int, chance: Stream) -> State:
        """A world, sampled by how likely the others' play is in it."""
        assert isinstance(known, ChefsChoice)
        sampler = self.sampler
        if sampler is None or not sampler.is_of(known, seat, chance):
            sampler = HandSampler(self, known, seat, chance)
            self.sampler = sampler
        return sampler.next_world(chance)

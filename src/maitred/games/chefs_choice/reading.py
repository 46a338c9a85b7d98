"""Reading the others in Chef's Choice: what they played and gave tells what they hold.

Whoever plays a card and gives samples of it holds others that this helps more than anything else in that hand would
have. So worlds are not dealt but found: cards change places, one pair after another, and change back where the hands
that come of it would hardly have been played so. What is found in this way comes up as often as it is likely.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

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
from maitred.games.chefs_choice.sense import ChefsChoiceSense, Draws, Forecast
from maitred.kernel.chance import Stream
from maitred.kernel.state import State

SLIP: Final = 0.1  # customers: how much worse than the best a choice may well be
HARDLY: Final = 50.0  # nothing is less likely than this, as a logarithm
FIRST_TRADES: Final = 600  # until the first world is found
TRADES: Final = 24  # until the next
LOTS: Final = 1 << 20  # how finely chances are drawn

Customers = list[float]  # by menu card: what it may expect at the next meal, and at the end what any menu may


class Scene:
    """A moment that all have seen, and what each menu could expect after each thing that might have been done in it."""

    def __init__(self, sense: ChefsChoiceSense, state: ChefsChoice, seat: Seat) -> None:
        self.sense: ChefsChoiceSense = sense
        self.state: ChefsChoice = state
        self.seat: Seat = seat
        self.forecast: Forecast = Forecast(sense, state, sense.foreseen(state, seat))
        self.actions: list[Action] = [] if state.moment == CHOOSE else state.legal(seat)
        self.after_action: list[Customers] = []
        """For each of the actions, after the reveal …"""
        self.after_card: dict[Card, list[Customers]] = {}
        """… and before it for each card, by what may be given of it."""
        self.after_gift: dict[int, Customers] = {}
        for action in self.actions:
            self.after_action.append(self.customers(sense.draws_after(state, seat, action, self.forecast)))

    def customers(self, draws: Draws) -> Customers:
        """What each menu may expect, from what each dish may."""
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


class Deed:
    """What a seat chose, said or moved in a scene."""

    def __init__(self, scene: Scene, action: Action, later: list[Card]) -> None:
        self.scene: Scene = scene
        self.action: Action = action
        self.later: list[Card] = later
        """What it had in hand then and has played since."""
        self.at: int = scene.actions.index(action) if scene.actions else NONE

    def trouble(self) -> int:
        """How long it takes to tell how likely it was."""
        return len(self.scene.actions) or CATEGORIES * len(self.later) * len(self.later)


class Reading:
    """A world that a seat may be in, and others like it."""

    def __init__(self, sense: ChefsChoiceSense, known: ChefsChoice, seat: Seat, chance: Stream) -> None:
        self.sense: ChefsChoiceSense = sense
        self.known: ChefsChoice = known
        self.asked: int = known.asked
        self.seat: Seat = seat
        self.chance: Stream = chance
        self.world: ChefsChoice = known.determinize(seat, chance)
        self.deeds: list[list[Deed]] = [[] for _ in range(known.players)]
        self.recall()
        for deeds in self.deeds:
            deeds.sort(key=Deed.trouble)
        self.seen: list[bool] = known.seen_by(seat)
        self.must: list[bool] = [known.must_hold_a_kept_card(other, self.seen) for other in range(known.players)]
        self.others: list[Seat] = [other for other in range(known.players) if self.deeds[other]]
        self.told: list[float] = [
            self.tells(other, self.world.hands[other], -HARDLY * HARDLY) for other in range(known.players)
        ]
        """How well each hand goes with what its holder did: a logarithm."""
        self.trade(FIRST_TRADES, chance)

    def is_of(self, known: ChefsChoice, seat: Seat, chance: Stream) -> bool:
        """Whether it began in the same search, and nothing has happened since."""
        same = self.known is known and self.asked == known.asked
        return same and self.seat == seat and self.chance is chance

    def recall(self) -> None:
        """Go back over what the others have done since the deal."""
        past = self.known.clone()
        later: list[list[Card]] = [[] for _ in range(past.players)]
        while past.said or past.moment == ANNOUNCE:
            if past.moment == ANNOUNCE and past.spoken == 0:
                past.turn_back()
                scenes: dict[bool, Scene] = {}  # one for all who have markers, one for those who have none
                for other in range(past.players):
                    played = past.hands[other][-1]
                    later[other].append(played)
                    if other != self.seat:
                        spent = past.home[other] == 0
                        if spent not in scenes:
                            scenes[spent] = Scene(self.sense, past.clone(), other)
                        self.deeds[other].append(Deed(scenes[spent], played, later[other][:]))
            else:
                action = past.unsay()
                speaker = past.speaker()
                if speaker != self.seat:
                    scene = Scene(self.sense, past.clone(), speaker)
                    self.deeds[speaker].append(Deed(scene, action, later[speaker][:]))

    def tells(self, other: Seat, hand: list[Card], least: float) -> float:
        """How well a hand goes with what its holder did; anything below `least` will do if it is less."""
        total = 0.0
        for deed in self.deeds[other]:
            total += self.tells_of(deed, hand, least - total)
            if total < least:
                break
        return total

    def tells_of(self, deed: Deed, hand: list[Card], least: float) -> float:
        """How likely a holder of that hand did this, as a logarithm; anything below `least` will do if it is less."""
        scene = deed.scene
        held = hand + deed.later
        enough = exp(min(-least, HARDLY))
        total = 1.0
        if deed.at == NONE:
            chosen = self.best_of(scene.gifts(deed.action), held, deed.action)
            for card in held:
                if card != deed.action:
                    total += exp(min((self.best_of(scene.gifts(card), held, card) - chosen) / SLIP, HARDLY))
                    if total > enough:
                        break
            return -log(total)
        chosen = self.sense.hand_worth(scene.after_action[deed.at], held, NONE)
        for at in range(len(scene.actions)):
            if at != deed.at:
                better = self.sense.hand_worth(scene.after_action[at], held, NONE) - chosen
                total += exp(min(better / SLIP, HARDLY))
                if total > enough:
                    break
        return -log(total)

    def best_of(self, gifts: list[Customers], held: list[Card], card: Card) -> float:
        """What playing a card is worth, with the best of its gifts."""
        most = -HARDLY
        for customers in gifts:
            most = max(most, self.sense.hand_worth(customers, held, card))
        return most

    def trade(self, times: int, chance: Stream) -> None:
        """Let cards change places, unless the hands that come of it would hardly have been played so."""
        if len(self.others) == 0:
            return
        hands = self.world.hands
        for _ in range(times):
            one = self.others[chance.below(len(self.others))]
            other = self.others[chance.below(len(self.others))]
            hand = hands[one]
            pile = self.world.deck if other == one else hands[other]
            at = chance.below(len(hand))
            to = chance.below(len(pile))
            card = hand[at]
            hand[at] = pile[to]
            pile[to] = card
            before = self.told[one] + (self.told[other] if other != one else 0.0)
            least = before + log((chance.below(LOTS) + 1) / LOTS)
            told = -HARDLY * HARDLY
            others = 0.0
            if self.is_possible(one) and self.is_possible(other):
                told = self.tells(one, hand, least)
                if other != one and told >= least:
                    others = self.tells(other, pile, least - told)
            if told + others >= least:
                self.told[one] = told
                if other != one:
                    self.told[other] = others
            else:
                pile[to] = hand[at]
                hand[at] = card

    def is_possible(self, other: Seat) -> bool:
        """Whether a hand has a card that was kept at clean-up, if it must."""
        if not self.must[other]:
            return True
        return not min([self.seen[card] for card in self.world.hands[other]])

    def next_world(self, chance: Stream) -> ChefsChoice:
        """Another world; whoever has chosen face down will choose anew."""
        world = self.known.determinize(self.seat, chance)
        if len(self.others) > 0:
            self.trade(TRADES, chance)
            world.deck = self.world.deck[:]
            for other in self.others:
                world.hands[other] = sorted(self.world.hands[other])
        for other in range(world.players):
            if other != self.seat:
                world.choices[other] = NONE
        return world


class ReadingSense(ChefsChoiceSense):
    """Judgement for Chef's Choice that reads the others."""

    def __init__(self) -> None:
        super().__init__()
        self.reading: Reading | None = None

    def imagine(self, known: State, seat: int, chance: Stream) -> State:
        """A world in which the others would have played as they did."""
        assert isinstance(known, ChefsChoice)
        reading = self.reading
        if reading is None or not reading.is_of(known, seat, chance):
            reading = Reading(self, known, seat, chance)
            self.reading = reading
        return reading.next_world(chance)

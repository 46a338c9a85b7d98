"""Everyone holds three bottles and picks one in secret. All are unwrapped at once, and the highest takes a point (T1).
Whoever took it draws another bottle, if one is left and the game goes on (T2). After three rounds it is over (T3).
"""

from __future__ import annotations

from maitred.kernel.chance import Stream
from maitred.kernel.game import Game, Words
from maitred.kernel.options import Choice
from maitred.kernel.sense import ScoreSense
from maitred.kernel.small import SmallState
from maitred.kernel.state import Cards, Event, State
from maitred.kernel.words import player

BOTTLES, HAND, ROUNDS = 12, 3, 3
NAMES = [f"bottle {number}" for number in range(BOTTLES)]
UNDECIDED = -1
CHOSE, REVEALED, DREW = range(3)  # what happens: a seat | the bottles of all seats | a seat and its bottle


class Tasting(SmallState):
    """A game being played: what is declared here is copied, packed and written in words."""

    spit: int  # the option: 1 if the lowest bottle takes the point
    round: int
    deck: list[int]
    drunk: list[int]
    hands: list[list[int]]  # sorted, so that their order reveals nothing
    choices: list[int]
    points: list[int]

    def actors(self) -> list[int]:
        return [seat for seat in range(self.players) if self.choices[seat] == UNDECIDED and self.round < ROUNDS]

    def legal(self, seat: int) -> list[int]:
        return list(self.hands[seat]) if seat in self.actors() else []

    def apply(self, seat: int, action: int) -> None:
        """Choose a bottle; after the last choice all are revealed."""
        self.hands[seat].remove(action)
        self.choices[seat] = action
        self.tell(CHOSE, seat)
        if UNDECIDED not in self.choices:
            self.reveal()

    def reveal(self) -> None:
        """T1: the best bottle takes the point."""
        self.reveals, self.asked = self.reveals + 1, self.asked + 1
        self.tell_list(REVEALED, self.choices)
        winner = self.choices.index(min(self.choices) if self.spit else max(self.choices))
        self.points[winner] += 1
        self.drunk += self.choices
        self.choices = [UNDECIDED] * self.players
        self.round += 1
        if self.deck and self.round < ROUNDS:  # T2
            bottle = self.deck.pop()
            self.hands[winner] = sorted([*self.hands[winner], bottle])
            self.tell(DREW, winner, bottle)

    def determinize(self, seat: int, chance: Stream) -> State:
        """Deal anew what the seat cannot know: the deck, the other hands, what others have chosen."""
        known = self.clone()
        assert isinstance(known, Tasting)
        others = [other for other in range(self.players) if other != seat]
        unknown = known.deck + [bottle for other in others for bottle in known.hands[other]]
        unknown += [known.choices[other] for other in others if known.choices[other] != UNDECIDED]
        unknown.sort()
        chance.shuffle(unknown)
        for other in others:
            if known.choices[other] != UNDECIDED:
                known.choices[other] = unknown.pop()
            known.hands[other] = sorted(unknown.pop() for _ in known.hands[other])
        known.deck = unknown
        known.chance = chance.fork()
        return known

    def scores(self) -> list[int]:
        return list(self.points)

    def inventory(self) -> list[int]:
        lying = [*self.hands, self.deck, self.drunk, self.choices]
        return [bottle for bottles in lying for bottle in bottles if bottle != UNDECIDED]

    def flaw(self) -> str:
        if {len(self.hands), len(self.choices), len(self.points)} != {self.players}:
            return "every seat has a hand, a choice and points"
        return "" if 0 <= self.round <= ROUNDS else f"there are {ROUNDS} rounds"


class TastingSense(ScoreSense):
    """What bots know: points count, and so do high bottles in hand."""

    def value(self, state: State, seat: int) -> float:
        assert isinstance(state, Tasting)
        return state.points[seat] + sum(state.hands[seat]) / 100


class TastingGame(Game):
    """The facts of the game, and what is seen and said of it."""

    def __init__(self) -> None:
        super().__init__(
            "tasting",
            "Blind Tasting",
            pitch="Pick a bottle, and hope that nobody picks a better one.",
            min_players=2,
            max_players=4,
            n_actions=BOTTLES,
            options=[Choice("spit", "The lowest bottle takes the point instead.", "off", ["on", "off"])],
            sense=TastingSense(),
            state=Tasting,
            names=NAMES,
        )

    def deal(self, players: int, chance: Stream, options: dict[str, str], cards: Cards) -> State:
        state = Tasting(players, chance, cards)
        state.deck = list(range(BOTTLES))
        chance.shuffle(state.deck)
        state.hands = [sorted(state.deck.pop() for _ in range(HAND)) for _ in range(players)]
        state.spit, state.round, state.drunk = int(options["spit"] == "on"), 0, []
        state.choices, state.points = [UNDECIDED] * players, [0] * players
        return state

    def view(self, state: State, seat: int | None) -> Words:
        """One's own hand and choice; of the others, how many bottles they hold and whether they have chosen."""
        assert isinstance(state, Tasting)
        view: dict[str, object] = {"seat": seat, "round": state.round, "left": len(state.deck), "drunk": state.drunk[:]}
        view["seats"] = [
            {"points": state.points[other], "bottles": len(state.hands[other]), "has chosen": choice != UNDECIDED}
            for other, choice in enumerate(state.choices)
        ]
        if seat is not None:
            chosen = [bottle for bottle in [state.choices[seat]] if bottle != UNDECIDED]
            view["mine"] = {"hand": list(state.hands[seat]), "choice": chosen}
        return view

    def hear(self, state: State, event: Event, seat: int | None) -> Words | None:
        """Everybody hears everything except which bottle was drawn."""
        if event[0] == CHOSE:
            return {"event": "chose", "text": f"{player(event[1])} [has|have] chosen."}
        if event[0] == REVEALED:
            return {"event": "revealed", "cards": list(event[1:]), "text": "The bottles are unwrapped."}
        seen = {"card": event[2]} if event[1] == seat else {}
        return {"event": "drew", **seen, "text": f"{player(event[1])} draw[s]."}


GAME = TastingGame()

"""Blind Tasting, a toy for the suite: hidden hands and a choice made together, interpreted subclasses of the kernel.

Everyone holds three of the cards 0 to 11 and picks one in secret; all are revealed at once, and the highest takes a
point. The winner of a round draws a card from the deck if there is one. Three rounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from maitred.kernel.cardfile import CardSource
from maitred.kernel.chance import Stream, unpack_chance
from maitred.kernel.errors import BadPosition
from maitred.kernel.game import Game, Words
from maitred.kernel.options import Choice
from maitred.kernel.packing import BOUND, Reader, write_list
from maitred.kernel.position import Position
from maitred.kernel.sense import Sense
from maitred.kernel.shapes import Item, Sheet, SheetTotal, Zone
from maitred.kernel.state import Cards, Event, State
from maitred.kernel.words import player

CARDS = 12
HAND = 3
ROUNDS = 3
NAMES = [f"bottle {card}" for card in range(CARDS)]
UNDECIDED = -1
CHOSE, REVEALED, DREW = range(3)  # seat | cards by seat | seat, card


class Tasting(State):
    def __init__(self, players: int, chance: Stream, cards: Cards, spit: bool) -> None:
        super().__init__(players, chance, cards)
        self.spit = spit  # the option: the lowest card takes the point instead
        self.round = 0
        self.deck: list[int] = []
        self.drunk: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.choices = [UNDECIDED] * players
        self.points = [0] * players

    def clone(self) -> Tasting:
        twin = Tasting(self.players, self.chance.clone(), self.cards, self.spit)
        twin.reveals, twin.asked, twin.round = self.reveals, self.asked, self.round
        twin.deck, twin.drunk = list(self.deck), list(self.drunk)
        twin.hands = [list(hand) for hand in self.hands]
        twin.choices, twin.points = list(self.choices), list(self.points)
        return twin

    def actors(self) -> list[int]:
        if self.round == ROUNDS:
            return []
        return [seat for seat in range(self.players) if self.choices[seat] == UNDECIDED]

    def legal(self, seat: int) -> list[int]:
        return list(self.hands[seat]) if seat in self.actors() else []

    def apply(self, seat: int, action: int) -> None:
        self.hands[seat].remove(action)
        self.choices[seat] = action
        self.tell(CHOSE, seat)
        if UNDECIDED not in self.choices:
            self.reveal()

    def reveal(self) -> None:
        self.reveals += 1
        self.asked += 1
        self.tell_list(REVEALED, self.choices)
        best = min(self.choices) if self.spit else max(self.choices)
        winner = self.choices.index(best)
        self.points[winner] += 1
        self.drunk += self.choices
        self.choices = [UNDECIDED] * self.players
        self.round += 1
        if self.deck and self.round < ROUNDS:
            card = self.deck.pop()
            self.hands[winner] = sorted([*self.hands[winner], card])
            self.tell(DREW, winner, card)

    def determinize(self, seat: int, chance: Stream) -> Tasting:
        known = self.clone()
        others = [other for other in range(self.players) if other != seat]
        unknown = list(known.deck)
        for other in others:
            unknown += known.hands[other]
            if known.choices[other] != UNDECIDED:
                unknown.append(known.choices[other])
        unknown.sort()
        chance.shuffle(unknown)
        for other in others:
            if known.choices[other] != UNDECIDED:
                known.choices[other] = unknown.pop()
            known.hands[other] = sorted(unknown.pop() for _ in range(len(known.hands[other])))
        known.deck = unknown
        known.chance = chance.fork()
        return known

    def scores(self) -> list[int]:
        return list(self.points)

    def ranking(self) -> list[list[int]]:
        levels = sorted(set(self.points), reverse=True)
        return [[seat for seat in range(self.players) if self.points[seat] == level] for level in levels]

    def inventory(self) -> list[int]:
        chosen = [card for card in self.choices if card != UNDECIDED]
        return self.deck + self.drunk + chosen + [card for hand in self.hands for card in hand]

    def pack(self) -> list[int]:
        ints = [self.players, int(self.spit), self.asked, self.reveals, self.round]
        for part in (self.chance.pack(), self.deck, self.drunk, *self.hands, self.choices, self.points):
            write_list(ints, part)
        return ints


class TastingSense(Sense):
    def value(self, state: State, seat: int) -> float:
        assert isinstance(state, Tasting)
        return state.points[seat] + sum(state.hands[seat]) / 100

    def reason(self, state: State, seat: int, action: int) -> str:
        return "High bottles win."


class TastingGame(Game):
    def __init__(self) -> None:
        super().__init__(
            "tasting",
            "Blind Tasting",
            designers="nobody",
            pitch="Pick a bottle.",
            minutes=1,
            min_players=2,
            max_players=4,
            n_actions=CARDS,
            rules_version=1,
            options=[Choice("spit", "The lowest bottle wins instead.", "off", ["on", "off"])],
            sense=TastingSense(),
            state=Tasting,
        )

    def rules(self) -> str:
        return "# Blind Tasting\n\nPick a bottle."

    def read_cards(self, source: CardSource) -> Cards:
        return Cards("0" * 64, None)

    def deal(self, players: int, chance: Stream, options: dict[str, str], cards: Cards) -> State:
        state = Tasting(players, chance, cards, options["spit"] == "on")
        state.deck = list(range(CARDS))
        chance.shuffle(state.deck)
        for seat in range(players):
            state.hands[seat] = sorted(state.deck.pop() for _ in range(HAND))
        return state

    def unpack(self, ints: list[int], cards: CardSource = None) -> State:
        reader = Reader(ints)
        players, spit = reader.one(2, 4), reader.one(0, 1)
        state = Tasting(players, Stream(0), self.read_cards(cards), bool(spit))
        state.asked, state.reveals, state.round = reader.one(0, BOUND), reader.one(0, BOUND), reader.one(0, ROUNDS)
        state.chance = unpack_chance(reader.many(0, BOUND))
        state.deck, state.drunk = reader.many(0, CARDS), reader.many(0, CARDS)
        state.hands = [reader.many(0, CARDS) for _ in range(players)]
        state.choices, state.points = reader.many(UNDECIDED, CARDS), reader.many(0, ROUNDS)
        reader.end()
        return state

    def dump(self, state: State) -> dict[str, Any]:
        assert isinstance(state, Tasting)
        return {
            "players": state.players,
            "spit": int(state.spit),
            "round": state.round,
            "deck": [NAMES[card] for card in state.deck],
            "drunk": [NAMES[card] for card in state.drunk],
            "hands": [[NAMES[card] for card in hand] for hand in state.hands],
            "choices": [[NAMES[card]] if card != UNDECIDED else [] for card in state.choices],
            "points": {str(seat): points for seat, points in enumerate(state.points)},
            "asked": state.asked,
            "reveals": state.reveals,
        }

    def load(self, position: Mapping[str, Any], seed: int = 0, cards: CardSource = None) -> State:
        words = Position(position, NAMES)
        players = words.number("players", 2, 4)
        state = Tasting(players, Stream(seed), self.read_cards(cards), bool(words.number("spit", 0, 1)))
        state.round = words.number("round", 0, ROUNDS)
        state.deck, state.drunk = words.cards("deck"), words.cards("drunk")
        state.hands = words.cards_by_seat("hands", players)
        state.choices = [zone[0] if zone else UNDECIDED for zone in words.cards_by_seat("choices", players)]
        points = words.inner("points")
        state.points = [points.number(str(seat), 0, ROUNDS) for seat in range(players)]
        state.asked, state.reveals = words.number("asked", 0, BOUND), words.number("reveals", 0, BOUND)
        words.end()
        if sorted(state.inventory()) != list(range(CARDS)):
            raise BadPosition("This position cannot occur: every bottle must be there exactly once.")
        return state

    def faces(self, cards: Cards) -> list[Words]:
        return [{"name": name} for name in NAMES]

    def view(self, state: State, seat: int | None) -> Words:
        assert isinstance(state, Tasting)
        return {
            "round": state.round,
            "deck": len(state.deck),
            "drunk": sorted(state.drunk),
            "hand": state.hands[seat] if seat is not None else [],
            "held": [len(hand) for hand in state.hands],
            "choice": state.choices[seat] if seat is not None else UNDECIDED,
            "decided": [choice != UNDECIDED for choice in state.choices],
            "points": state.points,
        }

    def zones(self, view: Words, cards: Cards) -> list[Zone]:
        items: list[Item] = [{"title": NAMES[card], "kind": "bottle", "lines": [], "tag": ""} for card in view["hand"]]
        return [{"title": "Hand", "seat": None, "note": "", "items": items}]

    def hear(self, state: State, event: Event, seat: int | None) -> Words | None:
        if event[0] == CHOSE:
            return {"event": "chose", "text": f"{player(event[1])} [has|have] chosen."}
        if event[0] == REVEALED:
            return {"event": "revealed", "cards": list(event[1:]), "text": "The bottles are unwrapped."}
        seen = {"card": event[2]} if event[1] == seat else {}
        return {"event": "drew", **seen, "text": f"{player(event[1])} draw[s]."}

    def describe(self, state: State, seat: int, action: int) -> Words:
        return {"verb": "taste", "card": action, "label": NAMES[action]}

    def prompt(self, state: State, seat: int | None) -> str:
        return "Pick a bottle."

    def forbid(self, state: State, seat: int, action: int) -> str:
        return f"You do not hold {NAMES[action]}."

    def sheet(self, state: State) -> Sheet:
        total: SheetTotal = {"label": "Points", "values": state.scores()}
        return {"lines": [], "total": total, "ranking": state.ranking(), "verdict": ""}


GAME = TastingGame()

"""What single cards and actions are worth, by branching games: the same up to a point, and one thing else from there.

A *twin* is the game from the moment on when a card came to a seat, but the card has been swapped with a random other
one of its kind that nobody knew of: the deck stays what it is. *Restricted play* is the game from the moment on when a
seat would have used a verb that it may not use.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from maitred.bots.levels import Greedy
from maitred.kernel.chance import Stream
from maitred.kernel.state import State
from maitred.lab.holdings import Holdings, Place, Position, remembered
from maitred.lab.players import Running, restricted

TWINS: Final = 16
"""Of all cards that came to somebody in a game, so many are swapped, each in a game of its own."""
SWAPS: Final = 0x7F << 24
"""The branch of a deal's seed from which swaps are drawn."""


class Arrival(NamedTuple):
    """A card that came to a seat."""

    label: str
    name: str
    place: Place
    gained: dict[Place, Counter[str]]
    after: Running


class Studied(NamedTuple):
    """The results of the branches of one game."""

    lost: dict[str, list[float]]
    """By verb, what each seat loses of the first place if it never uses it; no verb that nobody would have used."""
    twins: list[tuple[str, int, float]]
    """A card, the seat it came to, and what that seat loses of the first place with another card in its stead."""
    failed: int
    """Cards that could not be swapped."""
    cards: dict[str, list[int]]
    """By card: whether it was seen, how often it came to somebody, was used, and was thrown away."""


def study(running: Running, levels: tuple[str, ...], decks: list[str], seed: int) -> tuple[Studied, int]:
    """Play a game to its end and, from it, its branches; what they came to, and the decisions of the game itself."""
    state = running.state
    holdings = remembered(state.game, state.cards)
    ledger = Ledger(holdings)
    first_use: dict[tuple[int, str], Running] = {}
    arrivals: list[Arrival] = []
    before = state.game.dump(state)
    ledger.begin(before)
    decisions = 0
    while True:
        point = running.branch()
        decided = running.next()
        if decided is None:
            break
        seat, action = decided
        verb = state.game.describe(state, seat, action)["verb"]
        if (
            (seat, verb) not in first_use
            and isinstance(running.bots[seat], Greedy)
            and has_other_verb(state, seat, verb)
        ):
            first_use[seat, verb] = point
        running.carry_out(seat, action)
        decisions += 1
        after = state.game.dump(state)
        arrivals += ledger.note(before, after, running)
        before = after
    firsts = running.firsts()
    lost: dict[str, list[float]] = {}
    for (seat, verb), point in first_use.items():
        game = state.game
        point.bots = [
            restricted(bot, game, (verb,), levels[at]) if at == seat else bot for at, bot in enumerate(point.bots)
        ]
        point.finish()
        lost.setdefault(verb, [0.0] * state.players)[seat] = firsts[seat] - point.firsts()[seat]
    twins, failed = play_twins(holdings, arrivals, decks, firsts, Stream(seed, SWAPS))
    return Studied(lost, twins, failed, ledger.counts), decisions


def has_other_verb(state: State, seat: int, verb: str) -> bool:
    """Whether the seat could have done something else."""
    return any([state.game.describe(state, seat, each)["verb"] != verb for each in state.legal(seat)])


def play_twins(
    holdings: Holdings, arrivals: list[Arrival], decks: list[str], firsts: list[float], chance: Stream
) -> tuple[list[tuple[str, int, float]], int]:
    """Swap some of the cards that came, each in a game of its own; what each was worth, and how many could not be."""
    order = list(range(len(arrivals)))
    chance.shuffle(order)
    told: list[tuple[str, int, float]] = []
    failed = 0
    for at in order[:TWINS]:
        came = arrivals[at]
        seat = came.place.seat
        assert seat is not None
        deck = decks[seat] if decks else ""
        swapped = holdings.swapped(came.after.state, came.place, came.name, deck, chance, came.gained)
        if swapped is None:
            failed += 1
            continue
        came.after.state = swapped
        came.after.finish()
        told.append((came.label, seat, round(firsts[seat] - came.after.firsts()[seat], 6)))
    return told, failed


class Ledger:
    """Where cards were seen, came to somebody, were used and thrown away."""

    def __init__(self, holdings: Holdings) -> None:
        self.holdings = holdings
        self.counts: dict[str, list[int]] = {}

    def begin(self, position: Position) -> None:
        """Note what is seen from the beginning."""
        for place, counts in self.holdings.changes({key: [] for key in position}, position).items():
            if place.key not in self.holdings.piles:
                for name in counts:
                    self.of(self.holdings.label(position, place, name))[0] = 1

    def of(self, label: str) -> list[int]:
        """The numbers of one card."""
        return self.counts.setdefault(label, [0, 0, 0, 0])

    def note(self, before: Position, after: Position, running: Running) -> list[Arrival]:
        """Note what one decision has moved; the cards that came to somebody."""
        holdings = self.holdings
        changes = holdings.changes(before, after)
        arrivals: list[Arrival] = []
        for place, counts in changes.items():
            if place.key in holdings.piles:
                continue
            for name, count in counts.items():
                label = holdings.label(after, place, name)
                numbers = self.of(label)
                if count > 0:
                    numbers[0] = 1
                    if place.seat is not None and self.has_come(changes, place.seat, name):
                        numbers[1] += 1
                        if not any([came.name == name and came.place.seat == place.seat for came in arrivals]):
                            arrivals.append(Arrival(label, name, place, changes, running))
                elif place.seat is not None:
                    moved = any([more[name] > 0 and to.seat is not None for to, more in changes.items()])
                    numbers[2 if moved else 3] -= count
        if not arrivals:
            return []
        return [came._replace(after=running.branch()) for came in arrivals]

    def has_come(self, changes: dict[Place, Counter[str]], seat: int, name: str) -> bool:
        """Whether a card of that name has come to the seat from elsewhere."""
        mine = elsewhere = 0
        for place, counts in changes.items():
            if place.seat == seat and place.key not in self.holdings.piles:
                mine += counts[name]
            else:
                elsewhere += counts[name]
        return mine > 0 > elsewhere

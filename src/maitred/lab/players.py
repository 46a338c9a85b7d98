"""The bots of the laboratory: bounded by iterations, never by time, with a stream of chance for each decision."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from maitred.bots.clock import WAIT, Clock
from maitred.bots.experts import is_trained
from maitred.bots.ladder import ORACLE, entrant
from maitred.bots.levels import EXPERT, LEVELS, Bot, Greedy, Policy
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.state import State
from maitred.kernel.words import listed

BUDGET: Final = "100"
"""Iterations of a searching bot whose level does not say how many."""
SLIPS: Final = "~"
"""`medium~2.5` is a medium bot that makes 2.5 of 100 moves at random."""

PER_CENT: Final = re.compile(r"\d{1,3}(\.\d)?", re.ASCII)


def bot_of(level: str, game: Game) -> Bot:
    """The bot of a level, or a refusal."""
    name, mark, slips = level.partition(SLIPS)
    if "ms" in name.partition(":")[2]:
        raise BadSetup(f"Bots of the laboratory are bounded by iterations, never by time as {level!r} would be.")
    plain = entrant(name, game, BUDGET)
    if not mark:
        return plain
    if not PER_CENT.fullmatch(slips) or not 0 < float(slips) <= 100:
        raise BadSetup(f"Slips are written medium{SLIPS}2.5 (2.5 of 100 moves at random), not {level!r}.")
    return Slipping(plain, round(10 * float(slips)))


def never_saw(levels: Sequence[str], *decks: object) -> list[str]:
    """A sentence about players that have learned, where somebody's own deck is played."""
    names = {level.partition(SLIPS)[0] for level in levels}
    strangers = sorted([name for name in names if name.partition(":")[0] not in (*LEVELS, ORACLE)])
    experts = [name for name in strangers if name.partition(":")[0] == EXPERT or is_trained(name.partition(":")[0])]
    learned = [name for name in strangers if name not in experts]
    told: list[str] = []
    if experts and any(decks):
        told.append(f"Where {listed(experts)} never saw the deck, hard plays in its place.")
    if learned and any(decks):
        told.append(
            f"{listed(learned)} learned from other decks, as far as anybody knows: what a player does with cards that "
            "it never saw says little about the cards."
        )
    return told


class Slipping(Bot):
    """A bot that makes some of 1,000 moves at random."""

    def __init__(self, plain: Bot, slips: int) -> None:
        super().__init__(plain.pace)
        self.plain = plain
        self.slips = slips

    def choose(self, known: State, seat: int, chance: Stream) -> int:
        return self.slip(known, seat, chance) if self.slips_now(chance) else self.plain.choose(known, seat, chance)

    def decide(self, state: State, seat: int, chance: Stream) -> int:
        return self.slip(state, seat, chance) if self.slips_now(chance) else self.plain.decide(state, seat, chance)

    def decide_or_wait(self, state: State, seat: int, chance: Stream) -> int:
        if self.slips_now(chance):
            return self.slip(state, seat, chance)
        return self.plain.decide_or_wait(state, seat, chance)

    def slips_now(self, chance: Stream) -> bool:
        """Whether this is one of the random moves; drawn from a stream of its own, so that the others stay alike."""
        return chance.clone().fork().chance_of(self.slips, 1000)

    def slip(self, state: State, seat: int, chance: Stream) -> int:
        """Any legal move."""
        actions = state.legal(seat)
        return actions[chance.below(len(actions))]


class Restricted(Policy):
    """A greedy bot that never does some things as long as there is something else to do.

    It decides as it always would, and thinks again only if that is one of those things: up to there, its games are the
    same as without the restriction.
    """

    def __init__(self, plain: Greedy, game: Game, never: tuple[str, ...]) -> None:
        super().__init__(plain.pace)
        self.plain = plain
        self.game = game
        self.never = frozenset(never)

    def act(self, state: State, seat: int, chance: Stream, may_wait: bool) -> int:
        """The plain choice; if it is not allowed the best of what is left, or WAIT if nothing is worth as much."""
        before = chance.clone()
        action = self.plain.act(state, seat, chance, may_wait)
        if action == WAIT or self.game.describe(state, seat, action)["verb"] not in self.never:
            return action
        actions = state.legal(seat)
        left = [each for each in actions if self.game.describe(state, seat, each)["verb"] not in self.never]
        if not left:
            return WAIT if may_wait else action
        if self.plain.epsilon > 0 and before.chance_of(self.plain.epsilon, 100):
            return left[chance.below(len(left))]  # a random move stays one
        sense = self.plain.sense
        known = state.hidden_copy(seat, chance)
        worths = sense.worths(known, seat, left)
        most = max(worths)
        if may_wait and sense.wait_worth(known, seat) > most:
            return WAIT
        best = [each for each, worth in zip(left, worths, strict=True) if worth == most]
        return best[chance.below(len(best))]


def restricted(plain: Bot, game: Game, never: tuple[str, ...], level: str) -> Bot:
    """The bot without some of its verbs, or a refusal where that is not possible."""
    if not never:
        return plain
    if not isinstance(plain, Greedy):
        raise BadSetup(f"Only easy and medium bots can be kept from doing something, not {level}.")
    return Restricted(plain, game, never)


class Chances(list[Stream]):
    """The streams of chance of the bots, each begun anew for every decision: one more tie in one of two versions of a
    game does not shift all that its bots decide later."""

    def __init__(self, seed: int, players: int) -> None:
        super().__init__([Stream(seed, branch=branch_of(seat, 0)) for seat in range(players)])
        self.seed = seed
        self.taken = [0] * players

    def decided(self, seat: int) -> None:
        """Begin the stream of this seat's next decision."""
        self.taken[seat] += 1
        self[seat] = Stream(self.seed, branch=branch_of(seat, self.taken[seat]))

    def copy(self) -> Chances:
        """The same streams, going their own way from here."""
        twin = Chances.__new__(Chances)
        twin.extend([stream.clone() for stream in self])
        twin.seed, twin.taken = self.seed, self.taken[:]
        return twin


def branch_of(seat: int, decision: int) -> int:
    """The branch of a seed that a decision of a bot draws from; the deal and the dice have the branches below these."""
    return (1 + seat) << 19 | decision & 0x7FFFF


class Running:
    """A game between bots that is going on, and that can be branched before or after any decision."""

    def __init__(self, state: State, bots: list[Bot], chances: Chances) -> None:
        self.state = state
        self.bots = bots
        self.chances = chances
        self.clock: Clock | None = None

    def next(self) -> tuple[int, int] | None:
        """The next decision, not yet carried out: a seat and its action. None once the game is over."""
        state = self.state
        actors = state.actors()
        if not actors:
            return None
        if self.clock is None and len(actors) > 1 and state.may_wait(actors[0]):
            self.clock = Clock([bot.pace for bot in self.bots], self.chances)
        if self.clock is None:
            seat = actors[0]
            return seat, self.bots[seat].decide(state, seat, self.chances[seat])
        return self.next_in_real_time(self.clock)

    def next_in_real_time(self, clock: Clock) -> tuple[int, int]:
        """Advance virtual time until a bot acts."""
        state = self.state
        while True:
            seat = clock.next_seat(state)
            clock.now = clock.due[seat]
            bot = self.bots[seat]
            decide = bot.decide if clock.pressed == seat else bot.decide_or_wait
            action = decide(state, seat, self.chances[seat])
            if action != WAIT:
                clock.acted(seat)
                return seat, action
            clock.waits(seat)

    def carry_out(self, seat: int, action: int) -> None:
        """Carry out the decision."""
        self.state.apply(seat, action)
        self.chances.decided(seat)

    def finish(self) -> None:
        """Play to the end."""
        while (decided := self.next()) is not None:
            self.carry_out(*decided)

    def branch(self) -> Running:
        """A copy that goes its own way from here."""
        twin = Running(self.state.clone(), self.bots, self.chances.copy())
        if self.clock is not None:
            twin.clock = Clock(self.clock.paces, twin.chances)
            twin.clock.now = self.clock.now
            twin.clock.due = self.clock.due[:]
            twin.clock.waiting = self.clock.waiting[:]
            twin.clock.pressed = self.clock.pressed
        return twin

    def elapsed_ms(self) -> int:
        """How many milliseconds have passed on the virtual clock."""
        return self.clock.now if self.clock is not None else 0

    def firsts(self) -> list[float]:
        """By seat the share of the first place, once the game is over."""
        winners = self.state.ranking()[0]
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.state.players)]

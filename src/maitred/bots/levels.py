"""The opponents, from random to expert. No bot can peek: it is given nothing that its seat does not know."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final, final

from mypy_extensions import mypyc_attr

from maitred.bots.clock import WAIT, Clock
from maitred.bots.search import Search
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.sense import Sense
from maitred.kernel.state import NOBODY, State

LEVELS: Final = ("random", "easy", "medium", "hard")
EXPERT: Final = "expert"
"""The level above these, for the games and numbers of players that it has learned: see `maitred.bots.experts`."""
ADMITTED: Final[dict[str, Callable[[Game], Bot]]] = {}
"""Other players that the host of a server admits, by name: see `policies.admit`."""
EASY_EPSILON: Final = 30  # percent of its moves that an easy bot makes at random
EASY_PACE: Final = 3_000
USUAL_PACE: Final = 2_000


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """A player that is a program."""

    def __init__(self, pace: int = USUAL_PACE) -> None:
        """`pace`: its usual reaction time in milliseconds, in real time."""
        self.pace: int = pace

    @abstractmethod
    def choose(self, known: State, seat: int, chance: Stream) -> int:
        """A legal action, from what the seat knows and the bot's own stream of chance."""

    def decide(self, state: State, seat: int, chance: Stream) -> int:
        """A legal action in a live game: the bot is shown only what the seat knows."""
        return self.choose(state.determinize(seat, chance), seat, chance)

    def decide_or_wait(self, state: State, seat: int, chance: Stream) -> int:
        """The same, or WAIT where `State.may_wait` allows it and the bot would rather see what the others do."""
        return self.decide(state, seat, chance)


@final
class Random(Bot):
    """Any legal move."""

    def choose(self, known: State, seat: int, chance: Stream) -> int:
        return chance.choice(known.legal(seat))

    def decide(self, state: State, seat: int, chance: Stream) -> int:
        """Legal moves reveal nothing that the seat does not know, so no world needs to be sampled."""
        return self.choose(state, seat, chance)


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy(Bot):
    """A bot that looks at the live state itself and sees to it that it uses nothing which the seat does not know."""

    def choose(self, known: State, seat: int, chance: Stream) -> int:
        return self.act(known, seat, chance, False)

    def decide(self, state: State, seat: int, chance: Stream) -> int:
        return self.act(state, seat, chance, False)

    def decide_or_wait(self, state: State, seat: int, chance: Stream) -> int:
        return self.act(state, seat, chance, state.may_wait(seat))

    @abstractmethod
    def act(self, state: State, seat: int, chance: Stream, may_wait: bool) -> int:
        """A legal action, or WAIT if the bot may wait."""


class Greedy(Policy):
    """An epsilon-greedy policy: the action of the highest worth, or a random one `epsilon` times in a hundred."""

    def __init__(self, sense: Sense, epsilon: int, pace: int = USUAL_PACE) -> None:
        super().__init__(pace)
        self.sense: Sense = sense
        self.epsilon: int = epsilon

    def act(self, state: State, seat: int, chance: Stream, may_wait: bool) -> int:
        """The best action, or WAIT if the bot may wait and nothing is worth as much.

        Legal actions reveal nothing that the seat does not know; everything else is judged on a hidden copy.
        """
        actions = state.legal(seat)
        if len(actions) == 1 and not may_wait:
            return actions[0]
        if self.epsilon > 0 and chance.chance_of(self.epsilon, 100):
            return chance.choice(actions)
        known = state.hidden_copy(seat, chance)
        if not may_wait:
            obvious = self.sense.obvious(known, seat, actions)
            if obvious >= 0:
                return obvious
        best = 0
        ties = 0
        most = 0.0
        sense = self.sense
        worths = sense.worths(known, seat, actions) if may_wait else sense.relative_worths(known, seat, actions)
        for at in range(len(actions)):
            worth = worths[at]
            if ties == 0 or worth > most:
                best = at
                ties = 1
                most = worth
            elif worth == most:
                ties += 1
        if may_wait and self.sense.wait_worth(known, seat) > most:
            return WAIT
        for _ in range(chance.below(ties)):
            best += 1
            while worths[best] != most:
                best += 1
        return actions[best]


class Searcher(Bot):
    """The best action that a search finds within a budget."""

    def __init__(self, sense: Sense, iterations: int, ms: int = 0, pace: int = USUAL_PACE) -> None:
        """`iterations`: reproducible; `ms`: for live tables (0: no such limit); whichever is used up first."""
        super().__init__(pace)
        self.sense: Sense = sense
        self.iterations: int = iterations
        self.ms: int = ms

    def choose(self, known: State, seat: int, chance: Stream) -> int:
        return self.search_action(known, seat, chance, False)

    def decide_or_wait(self, state: State, seat: int, chance: Stream) -> int:
        return self.search_action(state.determinize(seat, chance), seat, chance, state.may_wait(seat))

    def search_action(self, known: State, seat: int, chance: Stream, may_wait: bool) -> int:
        """The best action, or WAIT if the bot may wait and nothing is better."""
        actions = known.legal(seat)
        if not may_wait:
            obvious = actions[0] if len(actions) == 1 else self.sense.obvious(known, seat, actions)
            if obvious >= 0:
                return obvious
        search = self.new_search(known, seat, chance, may_wait)
        if search.is_needed():
            iterations = int(self.iterations * self.sense.budget_factor(known) + 0.5)
            search.run(max(1, iterations) if self.iterations > 0 else 0, self.ms)
        return search.best()

    def new_search(self, known: State, seat: int, chance: Stream, may_wait: bool) -> Search:
        """The search of one decision."""
        return Search(self.sense, known, seat, chance, may_wait)


@final
class Oracle(Searcher):
    """A search that sees every card and die to come: never an opponent, only the ceiling to measure others against."""

    def decide(self, state: State, seat: int, chance: Stream) -> int:
        return self.search_action(state.clone(), seat, chance, False)

    def decide_or_wait(self, state: State, seat: int, chance: Stream) -> int:
        return self.search_action(state.clone(), seat, chance, state.may_wait(seat))

    def new_search(self, known: State, seat: int, chance: Stream, may_wait: bool) -> Search:
        return Search(self.sense, known, seat, chance, may_wait, True)


def bot(level: str, game: Game, iterations: int = 0, ms: int = 0) -> Bot:
    """A bot of that level for a game, or a refusal that lists the levels.

    A hard bot or an expert searches for `iterations` (by default `Sense.iterations`) and at most `ms` milliseconds (0:
    no limit).
    """
    if level == "random":
        return Random()
    if level == "easy":
        return Greedy(game.sense, EASY_EPSILON, EASY_PACE)
    if level == "medium":
        return Greedy(game.sense, 0)
    if level == "hard":
        return Searcher(game.sense, iterations or game.sense.iterations, ms)
    if level == EXPERT:
        from maitred.bots.experts import expert  # which is made of what is in this module

        return expert(game, iterations or game.sense.iterations, ms)
    if level in ADMITTED:
        return ADMITTED[level](game)
    raise BadSetup(f"There is no level {level!r}; the levels are: {', '.join(level_names())}.")


def level_names() -> list[str]:
    """Every level that a table may have."""
    return [*LEVELS, *ADMITTED]


def play_game(
    state: State, bots: list[Bot], chances: list[Stream], told: Callable[[int, int], None] | None = None
) -> int:
    """Let the bots play a game to its end, each seat with its own stream of chance; how many decisions there were.

    `told`, if given, is called with the seat and the action after each.
    """
    decisions = 0
    clock: Clock | None = None
    while (seat := state.first_actor()) != NOBODY:
        if clock is None and state.may_wait(seat) and len(state.actors()) > 1:
            clock = Clock([bot.pace for bot in bots], chances)
        if clock is None:
            action = bots[seat].decide(state, seat, chances[seat])
        else:
            seat, action = next_move(state, bots, chances, clock)
        state.apply(seat, action)
        if told is not None:
            told(seat, action)
        decisions += 1
    return decisions


def next_move(state: State, bots: list[Bot], chances: list[Stream], clock: Clock) -> tuple[int, int]:
    """Advance virtual time until a bot acts: its seat and its action."""
    while True:
        seat = clock.next_seat(state)
        clock.now = clock.due[seat]
        if clock.pressed == seat:
            action = bots[seat].decide(state, seat, chances[seat])
        else:
            action = bots[seat].decide_or_wait(state, seat, chances[seat])
        if action != WAIT:
            clock.acted(seat)
            return seat, action
        clock.waits(seat)

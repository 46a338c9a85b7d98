"""Looking ahead: a tree search over what a seat cannot know, written once for every game.

Single-observer information-set search. Each iteration takes a *world*, in which all that the seat cannot know is dealt
anew, and plays it: at first along a tree that all worlds share, then by the judgement of `Sense` to the next natural
pause, where the outlook of every seat is judged. Every seat seeks its own chance to win.

- The candidates at the root are halved in rounds. All that are left are tried in the same worlds, dice included, so
  that they differ by what they do and not by their luck.
- Those who choose together choose apart: nobody's statistics know what another chose in the same moment.
- In real time a virtual clock says who acts next, and WAIT is one of the actions.
- What `Sense.obvious` knows is played without a thought: many small steps make one.
"""

from __future__ import annotations

import time
from math import exp, sqrt
from typing import Final

from maitred.bots.clock import WAIT, Clock
from maitred.kernel.chance import Stream
from maitred.kernel.sense import Sense
from maitred.kernel.state import State

MOST_WORLDS: Final = 1 << 12
PACE: Final = 1_000  # everybody's time to react, in the search's own time
NO_LIMIT: Final = 1 << 60
BEYOND_DOUBT: Final = 3_000.0  # tries; where worths weigh more than so many, no search changes a decision


class Edge:
    """An action of a seat at a node: how often it was tried, and what came of it for that seat."""

    def __init__(self, seat: int, action: int, prior: float) -> None:
        self.seat: int = seat
        self.action: int = action
        self.prior: float = prior
        """How promising it looks beside the others; 0 if it is never tried."""
        self.visits: int = 0
        self.total: float = 0.0
        self.child: Node | None = None


class Node:
    """A point in the game, as far as the observer can tell it from others: the actions tried there, by seat."""

    def __init__(self) -> None:
        self.edges: dict[int, Edge] = {}
        self.unseen: Node | None = None
        """What follows when others have chosen together and the observer had no part in it."""


class Candidate:
    """An action at the root with what the search found out about it."""

    def __init__(self, action: int, worth: float, child: Node | None) -> None:
        self.action: int = action
        self.worth: float = worth
        self.visits: int = 0
        self.total: float = 0.0
        self.mark: float = worth
        """What it is ranked by: its worth before the search, a chance to win after."""
        self.child: Node | None = child
        """What follows, if there is a tree."""

    def chance(self) -> float:
        """The chance to win that the search gives it."""
        return min(1.0, max(0.0, self.mark)) if self.visits > 0 else 0.0

    def mean(self) -> float:
        """What came of it on average."""
        return self.total / self.visits if self.visits > 0 else 0.0


class Search:
    """One search from one decision of one seat. It is given what the seat knows, and a stream of its own."""

    def __init__(
        self, sense: Sense, known: State, seat: int, chance: Stream, may_wait: bool, sees_all: bool = False
    ) -> None:
        """`sees_all`: take `known` for the truth instead of dealing worlds; only an oracle does."""
        sense = sense.deeper(known)
        self.sense: Sense = sense
        self.known: State = known
        self.seat: int = seat
        self.chance: Stream = chance
        self.sees_all: bool = sees_all
        self.iterations: int = 0
        self.worlds: list[State] = []
        self.times: list[Stream] = []
        self.root: Node | None = self.grow()
        self.others: list[list[int]] = []
        """In each world, what those choose who choose together with the seat at the root …"""
        self.others_paths: list[list[Edge]] = []
        """… and the edges by which they do."""
        self.path: list[Edge] = []
        self.follows: Node | None = None
        self.together: list[int] = []
        self.ahead: int = sense.horizon(known)
        self.spread: float = sense.spread(known)
        self.trust: float = sense.trust(known)
        actions = known.legal(seat)
        worths = sense.worths(known, seat, actions)
        self.candidates: list[Candidate] = [
            Candidate(actions[at], worths[at], self.grow()) for at in range(len(actions))
        ]
        if may_wait:
            self.candidates.append(Candidate(WAIT, sense.patience(known, seat), self.grow()))
        best_first(self.candidates)
        self.left: list[Candidate] = self.candidates[: sense.width]
        self.out: list[Candidate] = []
        """The candidates that were given up, the last of them first."""

    def grow(self) -> Node | None:
        """The beginning of a tree, where others' actions are compared at all."""
        return Node() if self.sense.branches > 1 else None

    # The root: candidates are halved, in as many rounds as it takes

    def run(self, iterations: int, ms: int = 0) -> None:
        """Search for some iterations or some milliseconds (0: no such limit), whatever is used up first."""
        begun = time.perf_counter()
        rounds = 1
        while 1 << rounds < len(self.left):
            rounds += 1
        for round_ in range(rounds):
            until = iterations * (round_ + 1) // rounds if iterations > 0 else NO_LIMIT
            deadline = begun + ms * (round_ + 1) / (1000.0 * rounds) if ms > 0 else 1e18
            self.run_round(until, deadline)
            self.judge()
            best_first(self.left)
            if round_ + 1 < rounds:
                half = (len(self.left) + 1) // 2
                self.out = self.left[half:] + self.out
                self.left = self.left[:half]

    def run_round(self, until: int, deadline: float) -> None:
        """Try all candidates that are left in the same worlds, again and again."""
        while True:
            for candidate in self.left:
                if self.iterations >= until:
                    return
                self.iterate(candidate)
                self.iterations += 1
                if time.perf_counter() > deadline:
                    return

    def judge(self) -> None:
        """Set what was found out about the candidates that are left against what their worth promised."""
        faith = self.trust
        first = self.left[0]
        likely = first.mean()
        slope = likely * (1.0 - likely) / self.spread
        for candidate in self.left:
            promised = likely + slope * (candidate.worth - first.worth)
            candidate.mark = (candidate.total + faith * promised) / (candidate.visits + faith)

    def is_needed(self) -> bool:
        """Whether anything that is found out could weigh more than what worths promise."""
        return self.trust < BEYOND_DOUBT

    def best(self) -> int:
        """The action to take."""
        return self.left[0].action

    def ranked(self) -> list[Candidate]:
        """All candidates that were tried, the best first."""
        return self.left + self.out

    def world(self, number: int) -> State:
        """A world: always the same by its number, whoever asks first."""
        while number >= len(self.worlds):
            self.worlds.append(self.known if self.sees_all else self.sense.imagine(self.known, self.seat, self.chance))
            self.times.append(self.chance.fork())
        return self.worlds[number]

    # One iteration

    def iterate(self, candidate: Candidate) -> None:
        """Play a candidate in the next of its worlds, and remember what came of it."""
        sense = self.sense
        number = candidate.visits % MOST_WORLDS
        state = self.world(number).clone()
        clock = Clock([PACE] * state.players, [self.times[number].clone()] * state.players)
        self.path = []
        beat = sense.beat(state)
        self.begin(candidate.action, number, state, clock)
        node = candidate.child
        pauses = 0
        while True:
            now = sense.beat(state)
            if now != beat:
                pauses += 1
                beat = now
            actors = state.actors()
            if not actors or (node is None and pauses >= self.ahead):
                break
            node = self.step(node, state, actors, clock)
        outlook = sense.outlook(state)
        candidate.visits += 1
        candidate.total += outlook[self.seat]
        for edge in self.path:
            edge.visits += 1
            edge.total += outlook[edge.seat]

    def begin(self, action: int, number: int, state: State, clock: Clock) -> None:
        """Take a candidate; those who choose together with it choose once for each world, whatever the candidate."""
        if state.may_wait(self.seat):
            if action == WAIT:
                clock.waits(self.seat)
            else:
                state.apply(self.seat, action)
                clock.acted(self.seat)
            return
        others = state.actors()
        others.remove(self.seat)
        if len(others) > 0:
            if number == len(self.others):
                self.choose_together(self.root, state, others)
                self.others.append(self.together)
                self.others_paths.append(self.path)
            self.together = self.others[number]
            self.path = self.others_paths[number][:]
        state.apply(self.seat, action)
        for at in range(len(others)):
            state.apply(others[at], self.together[at])

    def step(self, node: Node | None, state: State, actors: list[int], clock: Clock) -> Node | None:
        """Go on by one decision, or by all that are made together; the node that follows, None below the tree."""
        seat = actors[0]
        if state.may_wait(seat):
            seat = clock.next_seat(state)
            clock.now = clock.due[seat]
            action = self.choose(node, state, seat, clock.pressed != seat)
            if action == WAIT:
                clock.waits(seat)
            else:
                state.apply(seat, action)
                clock.acted(seat)
            return self.follows
        if len(actors) == 1:
            state.apply(seat, self.choose(node, state, seat, False))
            return self.follows
        follows = self.choose_together(node, state, actors)
        for at in range(len(actors)):
            state.apply(actors[at], self.together[at])
        return follows

    def choose_together(self, node: Node | None, state: State, actors: list[int]) -> Node | None:
        """Let some seats choose before any of them acts, into `together`; the node that follows."""
        self.together = []
        follows: Node | None = None
        for seat in actors:
            self.together.append(self.choose(node, state, seat, False))
            if seat == self.seat:
                follows = self.follows
        if node is None or self.seat in actors:
            return follows
        if node.unseen is None:
            node.unseen = Node()
        return node.unseen

    def choose(self, node: Node | None, state: State, seat: int, may_wait: bool) -> int:
        """What a seat does (it may be WAIT), by the tree or by judgement; `follows` is the node that it leads to."""
        self.follows = node
        actions = state.legal(seat)
        if not may_wait:
            obvious = actions[0] if len(actions) == 1 else self.sense.obvious(state, seat, actions)
            if obvious >= 0:
                return obvious
        if node is None:
            return self.judged_best(state, seat, actions, may_wait)
        if may_wait:
            actions.append(WAIT)
        edge = self.pick(node, state, seat, actions)
        self.path.append(edge)
        if edge.visits > 0 and edge.child is None:
            edge.child = Node()
        self.follows = edge.child
        return edge.action

    def judged_best(self, state: State, seat: int, actions: list[int], may_wait: bool) -> int:
        """The action of the best worth, as far as that can be guessed."""
        worths = self.sense.guesses(state, seat, actions)
        at = 0
        for other in range(1, len(actions)):
            if worths[other] > worths[at]:
                at = other
        if may_wait and self.sense.patience(state, seat) > worths[at]:
            return WAIT
        return actions[at]

    # The tree

    def pick(self, node: Node, state: State, seat: int, actions: list[int]) -> Edge:
        """The action to try next at a node: what did well, and what looks promising and was tried little."""
        base = seat << 16
        edges: list[Edge] = []
        missing = False
        for action in actions:
            edge = node.edges.get(base + action)
            if edge is None:
                missing = True
                break
            edges.append(edge)
        if missing:
            edges = self.expand(node, state, seat, actions)
        visits = 0
        total = 0.0
        priors = 0.0
        for edge in edges:
            visits += edge.visits
            total += edge.total
            priors += edge.prior
        untried = total / visits if visits > 0 else 0.5
        curious = self.sense.curiosity * sqrt(float(visits + 1)) / priors if priors > 0.0 else 0.0
        best = edges[0]
        most = -1.0
        for edge in edges:
            if edge.prior > 0.0 or priors == 0.0:
                mean = edge.total / edge.visits if edge.visits > 0 else untried
                score = mean + curious * edge.prior / (1 + edge.visits)
                if score > most:
                    most = score
                    best = edge
        return best

    def expand(self, node: Node, state: State, seat: int, actions: list[int]) -> list[Edge]:
        """The edges of some actions, made where there are none yet: only the most promising are ever tried."""
        waits = actions[len(actions) - 1] == WAIT
        worths = self.sense.guesses(state, seat, actions[:-1] if waits else actions)
        if waits:
            worths.append(self.sense.patience(state, seat))
        ranked = sorted(worths)
        most = ranked[len(ranked) - 1]
        least = ranked[max(0, len(ranked) - self.sense.branches)]
        edges: list[Edge] = []
        base = seat << 16
        for at in range(len(actions)):
            edge = node.edges.get(base + actions[at])
            if edge is None:
                prior = exp(self.sense.sharpness * (worths[at] - most) / self.spread) if worths[at] >= least else 0.0
                edge = Edge(seat, actions[at], prior)
                node.edges[base + actions[at]] = edge
            edges.append(edge)
        return edges


def best_first(candidates: list[Candidate]) -> None:
    """Sort by their marks; equals stay in order."""
    for at in range(1, len(candidates)):
        candidate = candidates[at]
        to = at
        while to > 0 and candidates[to - 1].mark < candidate.mark:
            candidates[to] = candidates[to - 1]
            to -= 1
        candidates[to] = candidate

"""Single-observer information-set tree search, written once for every game.

Each iteration takes a *world*, a determinization of what the seat knows, and plays it: first along a tree that all
worlds share (PUCT), then by the rollout policy up to the horizon, where `Sense.win_chances` evaluates every seat. Every
seat maximizes its own chance to win.

- The root is searched by sequential halving. All remaining candidates are played in the same worlds, dice included, so
  that they differ by what they do and not by their luck.
- Seats that choose simultaneously have separate statistics: none depends on what another chose at the same time.
- In real time a virtual clock says who acts next, and WAIT is one of the actions.
- `Sense.obvious` actions are played at once, so that many small steps make one decision.
- With a price on iterations (`Learned.price`) candidates race instead: each is dropped when finding out whether it is
  the best promises less than it costs, so that most of the time goes to the decisions that deserve it.
"""

from __future__ import annotations

import time
from math import exp, sqrt
from typing import Final, final

from maitred.bots.clock import WAIT, Clock
from maitred.bots.learned import Learned
from maitred.kernel.chance import Stream
from maitred.kernel.sense import Sense
from maitred.kernel.state import State

MOST_WORLDS: Final = 1 << 12
PACE: Final = 1_000  # everybody's reaction time, in the search's own time
NO_LIMIT: Final = 1 << 60
OVERDRAWN: Final = 4  # times the budget that a race may take for one decision
USUAL_BUDGET: Final = 20.0  # iterations, for which a price is told: errors shrink with the root of the budget
FEWEST_VISITS: Final = 2  # of every candidate in a race, before any is dropped
MOST_PRIOR_VISITS: Final = 3_000.0  # where the prior counts as more visits, no search changes a decision


@final
class Edge:
    """An action of a seat at a node: its visits, and the total value for that seat."""

    def __init__(self, seat: int, action: int, prior: float) -> None:
        self.seat: int = seat
        self.action: int = action
        self.prior: float = prior
        """Its PUCT prior before normalization; 0 if it is pruned."""
        self.visits: int = 0
        self.total: float = 0.0
        self.child: Node | None = None


@final
class Node:
    """An information set of the observer: the edges of each seat that acts there."""

    def __init__(self) -> None:
        self.edges: dict[int, Edge] = {}
        self.after_others: Node | None = None
        """What follows a simultaneous choice in which the observer had no part."""


@final
class Candidate:
    """An action at the root with its statistics."""

    def __init__(self, action: int, worth: float, child: Node | None) -> None:
        self.action: int = action
        self.worth: float = worth
        self.visits: int = 0
        self.total: float = 0.0
        self.score: float = worth
        """What it is ranked by: its worth before the search, a chance to win after."""
        self.child: Node | None = child
        """The node below, if there is a tree."""

    def chance(self) -> float:
        """The chance to win that the search gives it."""
        return min(1.0, max(0.0, self.score)) if self.visits > 0 else 0.0

    def mean(self) -> float:
        """Its mean value over all visits."""
        return self.total / self.visits if self.visits > 0 else 0.0


@final
class Search:
    """One search for one decision of one seat, given what the seat knows and a stream of chance."""

    def __init__(
        self, sense: Sense, known: State, seat: int, chance: Stream, may_wait: bool, sees_all: bool = False
    ) -> None:
        """`sees_all`: search `known` itself instead of sampled worlds; only an oracle does."""
        sense = sense.for_search(known, seat)
        self.sense: Sense = sense
        self.price: float = sense.price if isinstance(sense, Learned) else 0.0
        self.known: State = known
        self.seat: int = seat
        self.chance: Stream = chance
        self.sees_all: bool = sees_all
        self.iterations: int = 0
        self.worlds: list[State] = []
        self.clock_streams: list[Stream] = []
        self.root: Node | None = self.new_tree()
        self.others: list[list[int]] = []
        """In each world, the simultaneous choices of the others at the root …"""
        self.others_paths: list[list[Edge]] = []
        """… and the edges these came from."""
        self.path: list[Edge] = []
        self.next_node: Node | None = None
        self.choices: list[int] = []
        self.horizon: int = sense.rollout_horizon(known)
        self.value_scale: float = sense.value_scale(known)
        self.prior_visits: float = sense.prior_visits(known)
        actions = known.legal(seat)
        worths = sense.worths(known, seat, actions)
        self.candidates: list[Candidate] = [
            Candidate(actions[at], worths[at], self.new_tree()) for at in range(len(actions))
        ]
        if may_wait:
            self.candidates.append(Candidate(WAIT, sense.wait_worth(known, seat), self.new_tree()))
        best_first(self.candidates)
        self.remaining: list[Candidate] = self.candidates[: sense.root_width]
        self.eliminated: list[Candidate] = []
        """The candidates that were dropped, the last of them first."""
        self.spread: float = 0.0
        """In a race, how far the values of candidates in the same world were from their mean, squared and added up …"""
        self.freedom: int = 0
        """… over so many values that were free to differ."""

    def new_tree(self) -> Node | None:
        """The root of a tree, if this game is searched with one."""
        return Node() if self.sense.tree_width > 1 else None

    # The root: sequential halving

    def run(self, iterations: int, ms: int = 0) -> None:
        """Search until the iterations or the milliseconds are used up (0: no such limit), whichever comes first."""
        begun = time.perf_counter()
        if self.price > 0.0:
            self.race(iterations, begun, ms)
            return
        rounds = 1
        while 1 << rounds < len(self.remaining):
            rounds += 1
        for round_ in range(rounds):
            until = iterations * (round_ + 1) // rounds if iterations > 0 else NO_LIMIT
            deadline = begun + ms * (round_ + 1) / (1000.0 * rounds) if ms > 0 else 1e18
            self.run_round(until, deadline)
            self.score_candidates()
            best_first(self.remaining)
            if round_ + 1 < rounds:
                half = (len(self.remaining) + 1) // 2
                self.eliminated = self.remaining[half:] + self.eliminated
                self.remaining = self.remaining[:half]

    def run_round(self, until: int, deadline: float) -> None:
        """Play all remaining candidates in the same worlds, over and over."""
        while True:
            for candidate in self.remaining:
                if self.iterations >= until:
                    return
                self.iterate(candidate)
                self.iterations += 1
                if time.perf_counter() > deadline:
                    return

    def race(self, iterations: int, begun: float, ms: int) -> None:
        """Play all remaining candidates in the same worlds, and drop those that are not worth more of the budget.

        A decision takes up to `OVERDRAWN` times its iterations if it is hard, and few if it is easy.
        """
        most = OVERDRAWN * iterations if iterations > 0 else NO_LIMIT
        while len(self.remaining) > 1 and self.iterations + len(self.remaining) <= most:
            total = 0.0
            squares = 0.0
            for candidate in self.remaining:
                before = candidate.total
                self.iterate(candidate)
                value = candidate.total - before
                total += value
                squares += value * value
            count = len(self.remaining)
            self.iterations += count
            self.spread += squares - total * total / count
            self.freedom += count - 1
            used = self.iterations / iterations if iterations > 0 else 0.0
            if ms > 0:
                elapsed = 1000.0 * (time.perf_counter() - begun) / ms
                if elapsed >= 1.0:
                    break
                used = max(used, elapsed)
            self.score_candidates()
            best_first(self.remaining)
            if self.remaining[0].visits >= FEWEST_VISITS:
                self.drop(self.price * used * sqrt(USUAL_BUDGET * used / self.iterations))
        self.score_candidates()
        best_first(self.remaining)

    def drop(self, price: float) -> None:
        """Drop the candidates whose chance to be the best after all is worth less than this."""
        first = self.remaining[0]
        error = 2.0 * self.spread / (self.freedom * (first.visits + self.prior_visits))
        kept = 1
        while kept < len(self.remaining):
            gap = first.score - self.remaining[kept].score
            if error <= 0.0 or sqrt(error) * exp(-0.5 * gap * gap / error) < price:
                break
            kept += 1
        self.eliminated = self.remaining[kept:] + self.eliminated
        self.remaining = self.remaining[:kept]

    def score_candidates(self) -> None:
        """Blend the mean of each remaining candidate with its prior, which counts as `prior_visits` visits."""
        weight = self.prior_visits
        first = self.remaining[0]
        likely = first.mean()
        slope = likely * (1.0 - likely) / self.value_scale
        for candidate in self.remaining:
            prior = likely + slope * (candidate.worth - first.worth)
            candidate.score = (candidate.total + weight * prior) / (candidate.visits + weight)

    def is_needed(self) -> bool:
        """Whether a search could outweigh the priors at all."""
        return self.prior_visits < MOST_PRIOR_VISITS

    def best(self) -> int:
        """The action to take."""
        return self.remaining[0].action

    def ranked(self) -> list[Candidate]:
        """All candidates that were visited, the best first."""
        return self.remaining + self.eliminated

    def world(self, number: int) -> State:
        """The world of that number: the same for every candidate."""
        while number >= len(self.worlds):
            self.worlds.append(
                self.known if self.sees_all else self.sense.sample_world(self.known, self.seat, self.chance)
            )
            self.clock_streams.append(self.chance.fork())
        return self.worlds[number]

    # One iteration

    def iterate(self, candidate: Candidate) -> None:
        """Play a candidate in its next world, and back up the result."""
        sense = self.sense
        number = candidate.visits % MOST_WORLDS
        state = self.world(number).clone()
        clock = Clock([PACE] * state.players, [self.clock_streams[number].clone()] * state.players)
        self.path = []
        stage = sense.stage(state)
        self.begin(candidate.action, number, state, clock)
        self.play_on(candidate.child, state, clock, stage)
        chances = sense.win_chances(state)
        candidate.visits += 1
        candidate.total += chances[self.seat]
        for edge in self.path:
            edge.visits += 1
            edge.total += chances[edge.seat]

    def play_on(self, node: Node | None, state: State, clock: Clock, stage: int) -> None:
        """Play along the tree below a node, then by the rollout policy, up to the horizon or the end of the game."""
        stages = 0
        while True:
            now = self.sense.stage(state)
            if now != stage:
                stages += 1
                stage = now
            actors = state.actors()
            if not actors or (node is None and stages >= self.horizon):
                return
            node = self.step(node, state, actors, clock)

    def begin(self, action: int, number: int, state: State, clock: Clock) -> None:
        """Take a candidate; seats that choose at the same time choose once for each world, whatever the candidate."""
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
                self.others.append(self.choices)
                self.others_paths.append(self.path)
            self.choices = self.others[number]
            self.path = self.others_paths[number][:]
        state.apply(self.seat, action)
        for at in range(len(others)):
            state.apply(others[at], self.choices[at])

    def step(self, node: Node | None, state: State, actors: list[int], clock: Clock) -> Node | None:
        """Make one decision, or all simultaneous ones; the node that follows, None below the tree."""
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
            return self.next_node
        if len(actors) == 1:
            state.apply(seat, self.choose(node, state, seat, False))
            return self.next_node
        follows = self.choose_together(node, state, actors)
        for at in range(len(actors)):
            state.apply(actors[at], self.choices[at])
        return follows

    def choose_together(self, node: Node | None, state: State, actors: list[int]) -> Node | None:
        """Let some seats choose before any of them acts, into `choices`; the node that follows."""
        self.choices = []
        follows: Node | None = None
        for seat in actors:
            self.choices.append(self.choose(node, state, seat, False))
            if seat == self.seat:
                follows = self.next_node
        if node is None or self.seat in actors:
            return follows
        if node.after_others is None:
            node.after_others = Node()
        return node.after_others

    def choose(self, node: Node | None, state: State, seat: int, may_wait: bool) -> int:
        """The action of a seat (or WAIT), by the tree or the rollout policy; `next_node` is the node it leads to."""
        self.next_node = node
        actions = state.legal(seat)
        if not may_wait:
            obvious = actions[0] if len(actions) == 1 else self.sense.obvious(state, seat, actions)
            if obvious >= 0:
                return obvious
        if node is None:
            return self.rollout_action(state, seat, actions, may_wait)
        if may_wait:
            actions.append(WAIT)
        edge = self.select(node, state, seat, actions)
        self.path.append(edge)
        if edge.visits > 0 and edge.child is None:
            edge.child = Node()
        self.next_node = edge.child
        return edge.action

    def rollout_action(self, state: State, seat: int, actions: list[int], may_wait: bool) -> int:
        """The rollout policy: the action of the highest worth."""
        worths = self.sense.rollout_worths(state, seat, actions)
        at = 0
        for other in range(1, len(actions)):
            if worths[other] > worths[at]:
                at = other
        if may_wait and self.sense.wait_worth(state, seat) > worths[at]:
            return WAIT
        return actions[at]

    # The tree

    def select(self, node: Node, state: State, seat: int, actions: list[int]) -> Edge:
        """The edge of the highest PUCT score."""
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
        unvisited = total / visits if visits > 0 else 0.5
        exploration = self.sense.exploration * sqrt(float(visits + 1)) / priors if priors > 0.0 else 0.0
        best = edges[0]
        most = -1.0
        for edge in edges:
            if edge.prior > 0.0 or priors == 0.0:
                mean = edge.total / edge.visits if edge.visits > 0 else unvisited
                score = mean + exploration * edge.prior / (1 + edge.visits)
                if score > most:
                    most = score
                    best = edge
        return best

    def expand(self, node: Node, state: State, seat: int, actions: list[int]) -> list[Edge]:
        """The edges of some actions, created where missing; only the best few by worth get a prior."""
        waits = actions[len(actions) - 1] == WAIT
        worths = self.sense.rollout_worths(state, seat, actions[:-1] if waits else actions)
        if waits:
            worths.append(self.sense.wait_worth(state, seat))
        ranked = sorted(worths)
        most = ranked[len(ranked) - 1]
        least = ranked[max(0, len(ranked) - self.sense.tree_width)]
        edges: list[Edge] = []
        base = seat << 16
        temperature = self.sense.prior_temperature * self.value_scale
        for at in range(len(actions)):
            edge = node.edges.get(base + actions[at])
            if edge is None:
                prior = exp((worths[at] - most) / temperature) if worths[at] >= least else 0.0
                edge = Edge(seat, actions[at], prior)
                node.edges[base + actions[at]] = edge
            edges.append(edge)
        return edges


def best_first(candidates: list[Candidate]) -> None:
    """Sort by score; equals stay in order."""
    for at in range(1, len(candidates)):
        candidate = candidates[at]
        to = at
        while to > 0 and candidates[to - 1].score < candidate.score:
            candidates[to] = candidates[to - 1]
            to -= 1
        candidates[to] = candidate

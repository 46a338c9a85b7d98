"""The search on games small enough to know what is right."""

from __future__ import annotations

import pytest

import maitred
from maitred.bots.clock import WAIT
from maitred.bots.levels import Oracle, Searcher
from maitred.bots.search import Search
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.sense import Sense
from maitred.kernel.state import Cards, State

HOUSE = Cards("0" * 64, None)


class Toy(State):
    """Two seats; who has more points in the end wins. Subclasses say how they come by them."""

    def __init__(self, chance: Stream) -> None:
        super().__init__(2, chance, HOUSE)
        self.chosen: list[list[int]] = [[], []]
        self.hidden = 0
        self.points = [0, 0]

    def clone(self) -> Toy:
        twin = type(self)(self.chance.clone())
        twin.asked, twin.hidden = self.asked, self.hidden
        twin.chosen, twin.points = [list(moves) for moves in self.chosen], list(self.points)
        return twin

    def determinize(self, seat: int, chance: Stream) -> Toy:
        known = self.clone()
        known.chance = chance.fork()
        return known

    def scores(self) -> list[int]:
        return list(self.points)

    def ranking(self) -> list[list[int]]:
        if self.points[0] == self.points[1]:
            return [[0, 1]]
        return [[0], [1]] if self.points[0] > self.points[1] else [[1], [0]]

    def pack(self) -> list[int]:
        return [*self.chance.pack(), self.asked, self.hidden, *self.points, *self.chosen[0], -1, *self.chosen[1]]

    def inventory(self) -> list[int]:
        return []


class Points(Sense):
    """Counts points, and nothing else."""

    def value(self, state: State, seat: int) -> float:
        return float(state.scores()[seat] - state.scores()[1 - seat])

    def reason(self, state: State, seat: int, action: int) -> str:
        return "Points."


class Pennies(Toy):
    """Both choose 0 or 1 in secret: the first seat wins if they match."""

    def actors(self) -> list[int]:
        return [seat for seat in range(2) if not self.chosen[seat]]

    def legal(self, seat: int) -> list[int]:
        return [] if self.chosen[seat] else [0, 1]

    def apply(self, seat: int, action: int) -> None:
        self.chosen[seat].append(action)
        if self.chosen[0] and self.chosen[1]:
            self.asked += 1
            self.points[0 if self.chosen[0] == self.chosen[1] else 1] = 1


class Saving(Toy):
    """The first seat moves three times: 0 spends for a point at once, 1 saves; all saved is worth ten in the end."""

    def actors(self) -> list[int]:
        return [0] if len(self.chosen[0]) < 3 else []

    def legal(self, seat: int) -> list[int]:
        return [0, 1] if seat in self.actors() else []

    def apply(self, seat: int, action: int) -> None:
        self.asked += 1
        self.chosen[0].append(action)
        self.points[0] += 1 - action
        if self.chosen[0] == [1, 1, 1]:
            self.points[0] = 10
        elif len(self.chosen[0]) == 3:
            self.points[1] = 5


class Thimbles(Toy):
    """The second seat hides a pea under one of three thimbles; the first seat points at one."""

    def actors(self) -> list[int]:
        return [] if self.chosen[0] else [0]

    def legal(self, seat: int) -> list[int]:
        return [0, 1, 2] if seat in self.actors() else []

    def apply(self, seat: int, action: int) -> None:
        self.asked += 1
        self.chosen[0].append(action)
        self.points[0 if action == self.hidden else 1] = 1

    def determinize(self, seat: int, chance: Stream) -> Toy:
        known = super().determinize(seat, chance)
        known.hidden = chance.below(3)
        return known


class Steps(Toy):
    """The first seat takes nine steps, to the left or to the right."""

    def actors(self) -> list[int]:
        return [0] if self.asked < 9 else []

    def legal(self, seat: int) -> list[int]:
        return [0, 1] if seat in self.actors() else []

    def apply(self, seat: int, action: int) -> None:
        self.asked += 1
        self.points[0] += action


class Farsighted(Points):
    """Looks three steps ahead."""

    def rollout_horizon(self, state: State) -> int:
        return 3


class InThrees(Points):
    """Every third step ends a stage; remembers where it evaluated."""

    def __init__(self) -> None:
        super().__init__()
        self.evaluated: set[int] = set()

    def stage(self, state: State) -> int:
        return state.asked // 3

    def win_chances(self, state: State) -> list[float]:
        self.evaluated.add(state.asked)
        return super().win_chances(state)


def searched(state: State, iterations: int, sense: Sense | None = None, seed: int = 1) -> Search:
    """A search by the first seat, run."""
    search = Search(sense or Points(), state, 0, Stream(seed), False)
    search.run(iterations)
    return search


def test_those_who_choose_together_do_not_know_what_the_others_chose() -> None:
    for candidate in searched(Pennies(Stream(1)), 400).ranked():
        assert 0.35 < candidate.mean() < 0.65


def test_it_finds_a_plan_that_pays_later() -> None:
    state = Saving(Stream(1))
    assert Points().worths(state, 0, [0, 1]) == [1.0, 0.0], "greed spends"
    farsighted = Farsighted()
    farsighted.prior_temperature = 1.0
    search = searched(state, 200, farsighted)
    assert search.best() == 1
    assert search.ranked()[0].mean() > 0.9


def test_without_a_tree_only_the_ends_of_stages_are_evaluated() -> None:
    tree, no_tree = InThrees(), InThrees()
    no_tree.tree_width = 1
    for sense in (tree, no_tree):
        searched(Steps(Stream(1)), 200, sense)
    assert tree.evaluated >= {3, 4, 5}, "a tree may end between two of them"
    assert no_tree.evaluated == {3}


def test_it_knows_no_more_than_its_seat_and_an_oracle_knows_all() -> None:
    hits = 0
    for seed in range(60):
        state = Thimbles(Stream(seed))
        state.hidden = seed % 3
        assert Oracle(Points(), 12).decide(state, 0, Stream(seed)) == state.hidden
        hits += Searcher(Points(), 12).decide(state, 0, Stream(seed)) == state.hidden
    assert 8 <= hits <= 34, "one in three, as anybody would guess"


class Suspicious(Points):
    """Believes that the pea is under the last thimble, eight times in nine."""

    def sample_world(self, known: State, seat: int, chance: Stream) -> State:
        world = known.determinize(seat, chance)
        assert isinstance(world, Thimbles)
        if world.hidden < 2 and chance.chance_of(5, 6):
            world.hidden = 2
        return world


def test_worlds_are_those_that_the_game_samples() -> None:
    plain = [world.hidden for world in searched(Thimbles(Stream(1)), 300).worlds if isinstance(world, Toy)]
    assert plain.count(2) < 0.5 * len(plain)
    search = searched(Thimbles(Stream(1)), 300, Suspicious())
    sampled = [world.hidden for world in search.worlds if isinstance(world, Toy)]
    assert 0.8 * len(sampled) < sampled.count(2) < 0.97 * len(sampled)
    assert search.best() == 2


def test_with_one_branch_there_is_no_tree() -> None:
    state = Saving(Stream(1))
    greedy = Farsighted()
    greedy.tree_width = 1
    search = searched(state, 200, greedy)
    assert all(candidate.child is None for candidate in search.ranked())
    assert search.best() == 0, "saving pays nothing to one who spends later on"


class Careful(Points):
    """Takes three times as many iterations as usual, and counts how often it evaluates."""

    def __init__(self) -> None:
        super().__init__()
        self.evaluated = 0

    def budget_factor(self, state: State) -> float:
        return 3.0

    def win_chances(self, state: State) -> list[float]:
        self.evaluated += 1
        return super().win_chances(state)


def test_the_budget_factor_multiplies_the_iterations_of_a_decision() -> None:
    careful = Careful()
    Searcher(careful, 20).decide(Thimbles(Stream(1)), 0, Stream(1))
    assert careful.evaluated == 60


def test_candidates_meet_the_same_worlds() -> None:
    search = searched(Thimbles(Stream(1)), 96)
    tried = search.ranked()
    assert len(search.worlds) == max(candidate.visits for candidate in tried)
    assert sum(candidate.visits for candidate in tried) == 96


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
@pytest.mark.parametrize("iterations", [1, 7, 40])
def test_a_budget_of_iterations_is_kept_and_gives_the_same_search_again(game: Game, iterations: int) -> None:
    state = game.new(game.min_players, 4)
    seat = state.actors()[0]
    before = state.pack()
    found = []
    for _ in range(2):
        search = Search(game.sense, state, seat, Stream(8), False)
        search.run(iterations)
        assert search.iterations == iterations
        assert sum(candidate.visits for candidate in search.ranked()) == iterations
        found.append([(candidate.action, candidate.visits, candidate.total) for candidate in search.ranked()])
    assert found[0] == found[1]
    assert state.pack() == before, "the search changed the state it was given"


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
def test_a_budget_of_time_ends_the_search(game: Game) -> None:
    state = game.new(game.min_players, 4)
    seat = state.actors()[0]
    search = Search(game.sense, state, seat, Stream(8), False)
    search.run(0, 5)
    assert search.iterations > 0
    assert search.best() in state.legal(seat)


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
def test_chances_to_win_add_up_and_the_end_is_certain(game: Game) -> None:
    state = game.new(game.min_players, 4)
    chance = Stream(1)
    while actors := state.actors():
        assert sum(game.sense.win_chances(state)) == pytest.approx(1)
        assert game.sense.value_scale(state) > 0
        seat = actors[chance.below(len(actors))]
        actions = state.legal(seat)
        assert game.sense.obvious(state, seat, actions) in (-1, *actions)
        state.apply(seat, actions[chance.below(len(actions))])
    outlook = game.sense.win_chances(state)
    assert sum(outlook) == pytest.approx(1)
    best = state.ranking()[0]
    assert all(outlook[seat] <= outlook[best[0]] for seat in range(state.players))


def test_waiting_is_one_of_the_candidates_in_real_time() -> None:
    diner = maitred.game("diner")
    state = diner.new(2, 1)
    seat = state.actors()[0]
    search = Search(diner.sense, state, seat, Stream(1), True)
    assert WAIT in [candidate.action for candidate in search.candidates]
    search.run(30)
    assert search.best() in (WAIT, *state.legal(seat))


def test_small_steps_that_are_obvious_are_taken_without_a_thought() -> None:
    court = maitred.game("food_court")
    state = court.new(2, 3)
    chance = Stream(3)
    taken = 0
    while taken < 3:
        seat = state.actors()[0]
        actions = state.legal(seat)
        obvious = court.sense.obvious(state, seat, actions)
        if obvious >= 0 and len(actions) > 1:
            twin = chance.clone()
            assert Searcher(court.sense, 10**9).choose(state, seat, twin) == obvious
            assert twin.pack() == chance.pack(), "not even a world was dealt"
            taken += 1
        state.apply(seat, obvious if obvious >= 0 else actions[chance.below(len(actions))])

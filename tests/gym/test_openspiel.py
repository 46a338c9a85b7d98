"""Our games in OpenSpiel: its own tests on them, its own algorithms, and nothing that a search there could peek at."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr

import maitred
from maitred.gym import openspiel
from maitred.kernel.chance import Stream

GAMES = [game.id for game in maitred.all_games()]
API_TEST = """
import unittest
import maitred.gym.openspiel
from absl import flags
from open_spiel.integration_tests import api_test
flags.FLAGS(["api_test", "--test_only_games=maitred_.*"])
suite = api_test.load_tests(unittest.defaultTestLoader, unittest.TestSuite(), None)
result = unittest.TextTestRunner().run(suite)
raise SystemExit(not result.wasSuccessful())
"""


def loaded(game: str, **parameters: Any) -> Any:
    """A game of ours as OpenSpiel loads it."""
    return pyspiel.load_game(f"{openspiel.PREFIX}{game}", parameters)


def play_on(state: Any, chance: np.random.RandomState, decisions: int) -> None:
    """Let chance and random players go on until so many decisions are made and a seat is asked, or it is over."""
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[chance.randint(len(outcomes))][0])
        elif decisions == 0:
            return
        else:
            actions = state.legal_actions()
            state.apply_action(actions[chance.randint(len(actions))])
            decisions -= 1


def test_the_api_test_of_openspiel_on_all_five() -> None:
    """In a process of its own: the test looks at the games that are registered when it is imported."""
    told = subprocess.run(
        [sys.executable, "-c", API_TEST],
        capture_output=True,
        text=True,
        check=False,
        env=dict(os.environ),
        timeout=400,
    )
    assert told.returncode == 0, told.stderr
    found = re.search(r"Ran (\d+) tests", told.stderr)
    assert found is not None
    assert int(found[1]) == 5 * len(GAMES)


@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize("game", GAMES)
def test_random_simulations_with_serialisation(game: str, more: int) -> None:
    parameters = {"players": maitred.game(game).min_players + more} if more else {}
    pyspiel.random_sim_test(loaded(game, **parameters), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", GAMES)
def test_more_players(game: str) -> None:
    most = maitred.game(game).max_players
    state = loaded(game, players=most).new_initial_state()
    play_on(state, np.random.RandomState(1), 10_000)
    assert state.num_players() == most
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_resampled_state_tells_the_seat_the_same_and_holds_nothing_else(game: str) -> None:
    chance = np.random.RandomState(3)
    state = loaded(game).new_initial_state()
    play_on(state, chance, 5)
    seat = state.current_player()
    twin = state.resample_from_infostate(seat, chance.random_sample)
    assert twin.information_state_string(seat) == state.information_state_string(seat)
    assert twin.information_state_tensor(seat) == state.information_state_tensor(seat)
    assert twin.legal_actions() == state.legal_actions()
    # It is a function of what the seat knows: a state resampled before gives the same again.
    numbers = chance.random_sample(2)
    once = state.resample_from_infostate(seat, lambda: numbers[0])
    again = twin.resample_from_infostate(seat, lambda: numbers[0])
    assert once.known == again.known
    restored = state.get_game().deserialize_state(once.serialize())
    assert restored.known == once.known
    assert restored.history() == once.history()


@pytest.mark.parametrize("game", GAMES)
def test_a_state_holds_nothing_of_the_chance_to_come(game: str) -> None:
    """Whatever was decided by chance before, the stream in a state is always the same."""
    for seed in (1, 2):
        state = loaded(game).new_initial_state()
        play_on(state, np.random.RandomState(seed), 3)
        assert state.known.chance.pack() == Stream(0).pack()


def test_a_die_is_a_chance_node_with_its_true_probabilities() -> None:
    for seed in range(20):
        state = loaded("delectable").new_initial_state()
        play_on(state, np.random.RandomState(seed), 0)
        labels = {action: state.action_to_string(action) for action in state.legal_actions()}
        rolls = {action: re.search(r"needs .*, (\d+) %", label) for action, label in labels.items()}
        possible = {action: int(found[1]) for action, found in rolls.items() if found is not None}
        if possible:
            break
    seat = state.current_player()
    action, percent = next(iter(possible.items()))
    before = str(state)
    state.apply_action(action)
    assert state.chance_outcomes() == [(face, 1 / 20) for face in range(20)]
    assert f"hands[{seat}]: none" in before
    rolled = [state.child(face) for face, _ in state.chance_outcomes()]
    won = [child.is_chance_node() or f"hands[{seat}]: none" not in str(child) for child in rolled]
    assert sum(won) == 20 * percent // 100


@pytest.mark.parametrize("game", GAMES)
def test_information_set_search_runs(game: str) -> None:
    chance = np.random.RandomState(5)
    spiel = loaded(game)
    state = spiel.new_initial_state()
    play_on(state, chance, 0)
    searcher = ismcts.ISMCTSBot(spiel, mcts.RandomRolloutEvaluator(1, chance), 2.0, 3, random_state=chance)
    assert searcher.step(state) in state.legal_actions()


def test_counterfactual_regret_on_a_small_deck(tmp_path: Path) -> None:
    house = (files("maitred.games.ovens") / "cards.toml").read_text(encoding="utf-8")
    small = tmp_path / "small.toml"
    small.write_text(re.sub(r"copies = +(10|6)", "copies = 3", house), encoding="utf-8")
    spiel = loaded("ovens", cards=str(small))
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(spiel)
    for _ in range(2):
        solver.iteration()
    policy = solver.average_policy()
    state = spiel.new_initial_state()
    play_on(state, np.random.RandomState(1), 0)
    shares = policy.action_probabilities(state)
    assert set(shares) <= set(state.legal_actions())
    assert sum(shares.values()) == pytest.approx(1)


def test_bad_parameters_are_refused_with_a_sentence() -> None:
    with pytest.raises(Exception, match="NAME=VALUE"):
        openspiel.options_of("goal")
    assert openspiel.options_of("goal=20;roles=on") == {"goal": "20", "roles": "on"}

"""The tests of PettingZoo and Gymnasium themselves, unmodified, over all five games and several numbers of players."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)

import maitred
from maitred import gym
from maitred.gym.registration import name_of

TABLES = [(game.id, players) for game in maitred.all_games() for players in (game.min_players, game.max_players)]
CYCLES = 30
table = pytest.mark.parametrize(("game", "players"), TABLES, ids=lambda value: str(value))
smallest = pytest.mark.parametrize(
    ("game", "players"), [(game.id, game.min_players) for game in maitred.all_games()], ids=lambda value: str(value)
)


@pytest.fixture(autouse=True)
def no_warning() -> Iterator[None]:
    """What these tests only warn of is a failure too, but for masks, which need more than a Box to be in."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings(
            "ignore", message="Observation (space for each agent probably should be|is not a NumPy array)"
        )
        yield


def maker(make: Callable[..., Any], game: str, players: int) -> Callable[..., Any]:
    """What makes environments of one kind."""
    return lambda **arguments: make(game, players, **arguments)


@table
def test_api(game: str, players: int) -> None:
    api_test(gym.aec(game, players), num_cycles=CYCLES)


@table
def test_seed(game: str, players: int) -> None:
    seed_test(maker(gym.aec, game, players), num_cycles=CYCLES)


@table
def test_render(game: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(maker(gym.aec, game, players))
    assert capsys.readouterr().out, "with 'human' the table is printed"


@table
def test_state(game: str, players: int) -> None:
    state_test(gym.aec(game, players), gym.parallel(game, players), num_cycles=CYCLES)


@table
def test_parallel_api(game: str, players: int) -> None:
    parallel_api_test(gym.parallel(game, players), num_cycles=10 * CYCLES)


@table
def test_parallel_seed(game: str, players: int) -> None:
    parallel_seed_test(maker(gym.parallel, game, players), num_cycles=CYCLES)


@table
def test_gymnasium(game: str, players: int) -> None:
    env = gymnasium.make(name_of(maitred.game(game)), players=players, opponents="random")
    check_env(env.unwrapped)


@smallest
def test_gymnasium_renders(game: str, players: int) -> None:
    env = gym.single(game, players, opponents="random", render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert isinstance(picture, np.ndarray)
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 3
    assert len(np.unique(picture[::4, ::4, 0])) > 20, "a table is drawn"


@smallest
def test_gymnasium_makes_vectors(game: str, players: int) -> None:
    envs = gymnasium.make_vec(name_of(maitred.game(game)), num_envs=3, players=players, opponents="random")
    assert envs.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    seen, _ = envs.reset(seed=4)
    assert envs.observation_space.contains(seen)
    seen, reward, ended, cut, _ = envs.step(seen["action_mask"].argmax(1))
    assert envs.observation_space.contains(seen)
    assert [part.shape for part in (reward, ended, cut)] == [(3,)] * 3
    envs.close()

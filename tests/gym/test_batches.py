"""Many games at once are the games that the rules play, whoever sits where and in how many processes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import maitred
from maitred import gym
from maitred.gym.batch import Player, Vector
from maitred.gym.core import REWARDS
from maitred.kernel.errors import BadSetup, IllegalMove

GAMES = maitred.all_games()
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
STEPS = 150


def first_legal(observations: Any, masks: Any) -> Any:
    """A policy: the first legal action."""
    return masks.argmax(1)


def drawn(masks: Any, chance: np.random.Generator) -> Any:
    """A random legal action in every row."""
    return (chance.random(masks.shape) * masks).argmax(1)


def rows(envs: Vector, steps: int, seed: int) -> list[bytes]:
    """All that some random steps show."""
    told: list[bytes] = []
    chance = np.random.default_rng(seed)
    envs.reset(seed=seed)
    for _ in range(steps):
        envs.step(drawn(envs.masks, chance))
        shown = [envs.observations, envs.masks, envs.seats, envs.players, envs.rewards, envs.ends, envs.lengths]
        told.append(b"".join(np.ascontiguousarray(part).tobytes() for part in shown))
    return told


def check_what_is_shown(game: maitred.Game, envs: Vector, steps: int) -> None:
    """What a table keeps of a game that it follows is what somebody sees who looks at it for the first time."""
    envs.reset()
    chance = np.random.default_rng(5)
    tables = envs.inner.tables.episodes  # type: ignore[union-attr]
    for _ in range(steps):
        for row, table in enumerate(tables):
            state, seat = table.state, int(envs.seats[row])
            assert seat in state.actors()
            assert state.first_actor() == state.actors()[0]
            assert envs.observations[row].tobytes() == game.observe(state, seat)
            legal = np.flatnonzero(envs.masks[row]).tolist()
            assert [action for action in legal if action < game.n_actions] == state.legal(seat)
        envs.step(drawn(envs.masks, chance))


@every_game
def test_what_is_shown_is_what_the_seat_may_know_and_do(game: maitred.Game) -> None:
    check_what_is_shown(game, gym.vector(game, 3, game.min_players, seed=5), STEPS)


@every_game
def test_what_is_shown_when_bots_play_in_between(game: maitred.Game) -> None:
    seats: list[Player] = ["learned", "learned", *["random"] * (game.max_players - 2)]
    check_what_is_shown(game, gym.vector(game, 3, game.max_players, seats=seats, seed=5), STEPS // 3)


@every_game
def test_what_is_shown_when_all_answer_at_once(game: maitred.Game) -> None:
    env = gym.parallel(game)
    seen, _ = env.reset(seed=5)
    chance = np.random.default_rng(5)
    for _ in range(STEPS // 3):
        state = env.inner.episode.state
        for seat, agent in enumerate(env.agents):
            assert seen[agent]["observation"].tobytes() == game.observe(state, seat)
        masks = {agent: seen[agent]["action_mask"] for agent in env.agents}
        seen, _, _, _, _ = env.step({agent: int(drawn(mask[None], chance)[0]) for agent, mask in masks.items()})


@every_game
def test_games_end_are_dealt_anew_and_pay_what_they_are_worth(game: maitred.Game) -> None:
    players = game.min_players
    envs = gym.vector(game, 20, players, seed=2)
    envs.reset()
    chance = np.random.default_rng(2)
    seen = 0
    while seen < 10:
        _, rewards, ended, cut, infos = envs.step(drawn(envs.masks, chance))
        assert not cut.any()
        assert not rewards[~ended].any()
        for row in np.flatnonzero(ended):
            seen += 1
            assert sum(rewards[row]) == pytest.approx(0)
            assert max(rewards[row]) > 0 or not rewards[row].any()
            assert infos["length"][row] > 0
            assert infos["final_obs"][row].any()
        assert envs.masks.any(axis=1).all(), "somebody is asked in every game"


@every_game
def test_a_seed_gives_the_same_games_in_any_number_of_processes(game: maitred.Game) -> None:
    here = gym.vector(game, 5, game.min_players)
    told = rows(here, 40, seed=11)
    assert told == rows(gym.vector(game, 5, game.min_players, seed=3), 40, seed=11)
    assert told != rows(here, 40, seed=12)


def test_other_processes_play_the_same_games() -> None:
    told = rows(gym.vector("ovens", 5, 2, seats=["learned", first_legal]), 40, seed=11)
    envs = gym.vector("ovens", 5, 2, seats=["learned", first_legal], processes=2)
    assert rows(envs, 40, seed=11) == told
    assert envs.masks[np.arange(5), envs.advice("medium")].all()
    envs.close()


@every_game
def test_bots_and_frozen_players_take_their_own_turns(game: maitred.Game) -> None:
    players = game.min_players
    seats: list[Player] = ["learned", "random", first_legal, "easy", *["random"] * players]
    envs = gym.vector(game, 6, players, seats=seats[:players], seed=8)
    seen, _ = envs.reset()
    chance = np.random.default_rng(8)
    asked = set()
    for _ in range(STEPS):
        assert not envs.players.any(), "only the learner is asked"
        asked |= set(envs.seats.tolist())
        _, reward, ended, _, _ = envs.step(drawn(seen["action_mask"], chance))
        assert reward.shape == (6,)
        assert not reward[~ended].any()
    assert asked == set(range(players)), "players move round the table"


def test_players_stay_where_they_are_if_they_are_told_to() -> None:
    envs = gym.vector("delectable", 4, 3, seats=["random", "learned", "random"], rotate=False)
    envs.reset(seed=1)
    chance = np.random.default_rng(1)
    for _ in range(STEPS):
        assert set(envs.seats.tolist()) == {1}
        envs.step(drawn(envs.masks, chance))


def test_an_illegal_action_loses_or_raises() -> None:
    envs = gym.vector("delectable", 2, 3, rotate=False)
    envs.reset(seed=1)
    loser = int(envs.players[1])
    actions = envs.masks.argmax(1)
    actions[1] = int(np.flatnonzero(envs.masks[1] == 0)[0])
    _, rewards, ended, _, infos = envs.step(actions)
    assert ended.tolist() == [False, True]
    assert infos["illegal"].tolist() == [False, True]
    assert rewards[1, loser] == -1
    assert sum(rewards[1]) == 0
    for wrong in (-1, envs.setting.n_actions, 10**9):
        assert envs.step(np.array([wrong, wrong]))[2].all()
    strict = gym.vector("delectable", 2, 3, illegal="raises")
    strict.reset(seed=1)
    with pytest.raises(IllegalMove, match="not legal in game 0"):
        strict.step(np.array([-1, 0]))


@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_follow_the_ranking(reward: str) -> None:
    envs = gym.vector("delectable", 1, 3, rotate=False, reward=reward)
    setting = envs.setting
    state = setting.game.new(3, 1)
    chance = maitred.Stream(1)
    while actors := state.actors():
        actions = state.legal(actors[0])
        state.apply(actors[0], actions[chance.below(len(actions))])
    results = setting.results(state)
    ranking = state.ranking()
    assert [results[group[0]] for group in ranking] == sorted({*results}, reverse=True)
    assert sum(results) == pytest.approx(1 if reward == "win" else 0)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"seats": ["easy", "easy"]}, "At least one seat"),
        ({"seats": ["learned"]}, "There are 2 players, not 1"),
        ({"seats": ["learned", "genius"]}, "no level 'genius'"),
        ({"reward": "fame"}, "A reward is one of"),
        ({"illegal": "cheats"}, "An illegal action"),
        ({"processes": 9}, "no more processes than games"),
        ({"options": {"first": "9"}}, "first"),
    ],
)
def test_wrong_arguments_are_refused_with_a_sentence(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        gym.vector("delectable", 2, 2, **arguments)


def test_options_and_decks_are_arguments() -> None:
    own = maitred.game("delectable").read_cards(None)
    envs = gym.vector("diner", 2, 3, options={"pace": "calm", "relief": "on"})
    assert envs.setting.n_actions == envs.setting.game.n_actions, "a calm table does not wait"
    assert gym.vector("diner", 2, 3).setting.n_actions == envs.setting.n_actions + 1
    assert gym.vector("delectable", 2, cards=own).setting.cards.digest == own.digest


@every_game
def test_advice_is_what_a_bot_would_do_and_changes_nothing(game: maitred.Game) -> None:
    players = game.min_players
    advised, alone = [gym.vector(game, 3, players, seed=5) for _ in range(2)]
    for envs in (advised, alone):
        envs.reset()
    for _ in range(STEPS // 3):
        advice = advised.advice("medium")
        assert advised.masks[np.arange(3), advice].all(), "it is legal"
        assert advised.observations.tobytes() == alone.observations.tobytes()
        for envs in (advised, alone):
            envs.step(advice)


@every_game
def test_who_follows_good_advice_beats_random_bots(game: maitred.Game) -> None:
    players = game.min_players
    envs = gym.vector(game, 10, players, seats=["learned", *["random"] * (players - 1)], reward="win", seed=1)
    envs.reset()
    won = ended = 0.0
    while ended < 10:
        _, reward, over, _, _ = envs.step(envs.advice("medium"))
        won += float(reward.sum())
        ended += int(over.sum())
    assert won > 0.7 * ended

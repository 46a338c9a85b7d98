"""The opponents: as strong as promised, reproducible, and fair to their seats."""

from __future__ import annotations

import pytest

import maitred
from maitred.bots.ladder import ladder_summary, play_ladder, set_ladder
from maitred.bots.levels import LEVELS, bot, play_game
from maitred.bots.series import FEWEST_DEALS, bootstrap, play_series, set_series, summary
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.starter.game import TastingGame

DELECTABLE = maitred.game("delectable")


def firsts(game: Game, players: int, games: int, levels: list[str], jobs: int = 1) -> dict[str, float]:
    """The share of first places of each level."""
    series = set_series(game, players, games, levels, 5, {}, None)
    told = summary(series, list(play_series(series, jobs)))
    return {level: part["share"] for level, part in told["share"].items()}


@pytest.mark.strength
def test_medium_beats_random_at_delectable() -> None:
    assert firsts(DELECTABLE, 2, 100, ["medium", "random"])["medium"] >= 0.95


@pytest.mark.strength
def test_easy_stands_between_random_and_medium_at_delectable() -> None:
    assert firsts(DELECTABLE, 2, 30, ["easy", "random"])["easy"] > 0.8
    assert firsts(DELECTABLE, 2, 30, ["medium", "easy"])["medium"] > 0.65


@pytest.mark.strength
def test_hard_beats_medium_at_food_court() -> None:
    court = maitred.game("food_court")
    ladder = set_ladder(court, 2, 20, ["medium", "hard"], "60", 5, {}, None)
    assert ladder_summary(ladder, list(play_ladder(ladder, 1)))["pairs"][0]["share"] > 0.6


def test_an_unknown_level_is_refused_by_name() -> None:
    with pytest.raises(BadSetup, match=f"'grandmaster'; the levels are: {', '.join(LEVELS)}"):
        bot("grandmaster", DELECTABLE)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_chance_makes_the_same_game(level: str) -> None:
    for game in (DELECTABLE, TastingGame()):
        ends = []
        for _ in range(2):
            state = game.new(2, 3)
            play_game(state, [bot(level, game, iterations=4)] * 2, [Stream(1), Stream(2)])
            ends.append(state.pack())
        assert ends[0] == ends[1]


def test_every_level_sits_on_every_seat_of_every_deal() -> None:
    series = set_series(DELECTABLE, 3, 9, ["random", "easy", "random"], 5, {}, None)
    outcomes = list(play_series(series, 1))
    for deal in range(3):
        sittings = [outcome.sitting for outcome in outcomes if outcome.deal == deal]
        assert sorted(sittings) == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]


def test_shares_add_up_and_ties_are_split() -> None:
    shares = firsts(TastingGame(), 3, 30, ["medium", "random", "random"])
    assert sum(shares.values()) == pytest.approx(1, abs=0.001)
    assert firsts(DELECTABLE, 2, 4, ["random"]) == {"random": 1.0}


def test_the_result_does_not_depend_on_the_jobs() -> None:
    series = set_series(DELECTABLE, 2, 120, ["random", "random"], 5, {}, None)
    assert list(play_series(series, 1)) == list(play_series(series, 2))


def interval(deals: int) -> tuple[float, float]:
    """The interval of a mean of a quarter over so many deals."""
    mean, low, high = bootstrap([(1.0, 2), (0.0, 2)] * (deals // 2), 1)
    assert mean == 0.25
    assert low is not None
    assert high is not None
    assert low <= mean <= high
    return low, high


def test_the_bootstrap_interval_holds_the_mean_and_narrows() -> None:
    few, many = interval(20), interval(2000)
    assert many[1] - many[0] < few[1] - few[0]
    assert many[1] - many[0] == pytest.approx(2 * 1.96 * 0.25 / 2000**0.5, rel=0.2), "as the normal law has it"
    assert bootstrap([(0.5, 1)] * 40, 1) == (0.5, 0.5, 0.5)


def test_fewer_deals_than_an_interval_needs_have_none() -> None:
    assert bootstrap([(1.0, 2)] * (FEWEST_DEALS - 1), 1) == (0.5, None, None)
    assert bootstrap([(1.0, 2)] * FEWEST_DEALS, 1) == (0.5, 0.5, 0.5)


@pytest.mark.parametrize(
    ("players", "levels", "games", "seed", "sentence"),
    [
        (9, ["medium"], 10, 0, "2 to 5 players, not 9"),
        (4, ["medium", "random"], 10, 0, "one for each of the 4 seats"),
        (2, ["clever"], 10, 0, "no level 'clever'"),
        (2, ["medium"], 0, 0, "at least one game"),
        (2, ["medium"], 10, 2**63 - 5, "A seed is"),
    ],
)
def test_bad_series_are_refused(players: int, levels: list[str], games: int, seed: int, sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        set_series(DELECTABLE, players, games, levels, seed, {}, None)

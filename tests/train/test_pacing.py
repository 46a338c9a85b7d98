"""How a search should spend its time: what long searches say of positions, and the price that is found from it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy  # noqa: F401  without it nothing is trained

import maitred
from maitred.bots.experts import Weights, read
from maitred.bots.levels import Searcher
from maitred.kernel.chance import Stream
from maitred.train.choices import Choice, choices, regret
from maitred.train.pacing import PRICES, Pace, pace
from maitred.train.training import SEEDS, held_out

DELECTABLE = maitred.game("delectable")
DINER = maitred.game("diner")
SMALL = Pace(learned=4, short=16, playing=2, positions=5, iterations=8, long=24, deals=1)


def nothing(decided: list[Choice], actions: int, seed: int, rounds: int) -> tuple[list[Weights], float]:
    """Learns nothing."""
    assert len(decided) == SMALL.learned
    assert not any(choice.known for choice in decided)
    inputs = len(decided[0].observation)
    return [Weights([[0] * 2] * inputs, [0] * 2, 9), Weights([[0] * actions] * 2, [0] * actions, 9)], 1.0


def test_choices_are_decisions_with_the_value_of_every_candidate() -> None:
    for game in (DELECTABLE, DINER):
        found = choices(game, 2, 3, 4, 4, 16)
        assert len(found) == 4
        assert found == choices(game, 2, 3, 4, 4, 16)
        for choice in found:
            known = game.unpack(choice.known)
            assert {action for action in choice.values if action >= 0} <= set(known.legal(choice.seat))
            assert len(choice.values) > 1
            assert all(0 <= value <= 1 for value in choice.values.values())
            assert set(choice.worths) == set(choice.values)
            assert len(choice.observation) == game.observer(2).words * 8


def test_regret_is_what_a_choice_costs() -> None:
    [choice] = choices(DELECTABLE, 2, 3, 1, 4, 16)
    known = DELECTABLE.unpack(choice.known)
    search = Searcher(DELECTABLE.sense, 4).new_search(known, choice.seat, Stream(0), False)
    search.run(4)
    picked = search.best()
    as_good = dict.fromkeys(choice.values, 0.25)
    for best, expected in ((0.25, 0.0), (0.75, 0.5)):
        values = {action: 0.25 if action == picked else best for action in as_good}
        told = regret(DELECTABLE, DELECTABLE.sense, [choice._replace(values=values)], 4)
        assert told == (expected, 4.0)


def test_the_price_of_the_least_regret_is_written_with_what_was_tried(tmp_path: Path) -> None:
    file = tmp_path / "own.expert"
    told = pace(DELECTABLE, 2, 5, file, SMALL, nothing, lambda what: None)
    [found] = read(file.read_bytes(), DELECTABLE, "it")
    assert found.network is None
    assert found.inclination is not None
    best = min(told["prices"], key=lambda each: each["regret"])
    assert found.head.search == {"price": best["price"], "budget": best["budget"]}
    assert [each["price"] for each in told["prices"]] == list(PRICES)
    assert json.loads(file.with_suffix(".json").read_text(encoding="utf-8")) == told
    again = pace(DELECTABLE, 2, 5, tmp_path / "again.expert", SMALL, nothing, lambda what: None)
    assert again | {"seconds": 0} == told | {"seconds": 0}
    assert file.read_bytes() == (tmp_path / "again.expert").read_bytes()


def test_positions_are_of_other_deals_than_the_ladder() -> None:
    seed = 7
    many = seed * SEEDS + SEEDS // 2
    assert seed * SEEDS + Pace().learned < many < many + Pace().positions < held_out(seed) - Pace().deals

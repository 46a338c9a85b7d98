"""The network in integers: what it computes, two neurons in a word, and told only what has changed."""

from __future__ import annotations

import math

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from maitred.bots.experts import Weights
from maitred.bots.network import BYTE, ONE, STEPS, Layer, Network, soft_shares
from maitred.kernel.chance import Stream
from tests.bots.networks import layers

WORDS = 5
PLAYERS = 3


def network(told: list[Weights]) -> Network:
    first, second, seats = [Layer([list(row) for row in w], list(biases), shift) for w, biases, shift in told]
    return Network(first, second, seats)


def words(numbers: list[int]) -> vec[i64]:
    data = bytes(numbers)
    return vec[i64]([int.from_bytes(data[at : at + 8], "little", signed=True) for at in range(0, len(data), 8)])


def drawn(seed: int) -> list[int]:
    """An observation of which most bytes are 0."""
    chance = Stream(seed)
    return [chance.below(256) if chance.below(3) == 0 else 0 for _ in range(8 * WORDS)]


def by_the_book(told: list[Weights], numbers: list[int]) -> list[int]:
    """What the last layer says, computed as it is defined."""
    for at, (rows, biases, shift) in enumerate(told):
        sums = [
            bias + sum([number * row[neuron] for number, row in zip(numbers, rows, strict=True)])
            for neuron, bias in enumerate(biases)
        ]
        numbers = [number >> shift if at == 2 else min(ONE, max(0, number >> shift)) for number in sums]
    return numbers


@pytest.mark.parametrize("seed", range(20))
def test_it_computes_what_its_layers_say(seed: int) -> None:
    told = layers(8 * WORDS, PLAYERS, seed)
    net = network(told)
    nothing = words([0] * 8 * WORDS)
    seen = drawn(seed)
    expected = by_the_book(told, seen)
    found = net.chances(words(seen), nothing, net.first.biases, 0, [])
    assert found == soft_shares(expected)
    assert len(set(expected)) > 1


@pytest.mark.parametrize("seed", range(20))
def test_only_what_has_changed_need_be_told(seed: int) -> None:
    net = network(layers(8 * WORDS, PLAYERS, seed))
    before, after = words(drawn(seed)), words(drawn(seed + 1))
    nothing = words([0] * 8 * WORDS)
    alone = net.chances(after, nothing, net.first.biases, 0, [])
    assert net.chances(after, before, net.begin(before), 0, []) == alone


def test_seats_are_turned_to_the_observer_and_steps_are_added_to_them() -> None:
    net = network(layers(8 * WORDS, PLAYERS))
    nothing = words([0] * 8 * WORDS)
    seen = words(drawn(4))
    mine, left, right = net.chances(seen, nothing, net.first.biases, 0, [])
    assert net.chances(seen, nothing, net.first.biases, 2, []) == [left, right, mine]
    surer = net.chances(seen, nothing, net.first.biases, 0, [STEPS, 0, 0])
    assert surer[0] / surer[1] == pytest.approx(math.e * mine / left, rel=1e-3)


def test_shares_add_up_however_far_apart_seats_are() -> None:
    assert soft_shares([7, 7]) == [0.5, 0.5]
    assert sum(soft_shares([0, 1 << 40, -(1 << 40)])) == pytest.approx(1)


def test_weights_that_would_run_into_the_other_half_of_a_word_are_refused() -> None:
    most = ((1 << 31) - 1) // (2 * BYTE)
    Layer([[most, -most], [-most, most]], [0, 0], 9)
    with pytest.raises(ValueError, match="too large"):
        Layer([[most, 0], [-most, 0]], [2 * BYTE, 0], 9)

"""A small network in integers, which evaluates an observation in the same way on every machine.

The inputs are bytes; two hidden layers of clipped rectifiers follow, and then the chance of each seat to win. Weights
are whole numbers, two of them packed in a word so that one multiplication serves both: no sum in one half of a word can
overflow into the other, which is checked when a network is made.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from maitred.kernel.observation import BYTES, no_words

HALF: Final = 32  # bits of a word that belong to one neuron
HALF_MASK: Final = (1 << 32) - 1
HALF_MOST: Final = (1 << 31) - 1
ONE: Final = 127  # a neuron that is fully on
BYTE: Final = 255  # the highest number in an observation
REST: Final = (1 << 56) - 1  # of a word, after its lowest byte is shifted out
BLOCK: Final = 8  # neurons that are summed together
STEPS: Final = 64  # in which the table of powers of e is written
POWERS_MOST: Final = 16 * STEPS
POWER_BITS: Final = 24


class Layer:
    """A layer of neurons: a bias for each, and a weight for each input."""

    def __init__(self, weights: list[list[int]], biases: list[int], shift: int) -> None:
        """`weights[input][neuron]`; a sum is divided by 2 to the power of `shift`."""
        self.inputs: int = len(weights)
        self.neurons: int = len(biases)
        self.padded: i64 = -(-len(biases) // BLOCK) * BLOCK
        self.shift: i64 = shift
        for neuron in range(len(biases)):
            if abs(biases[neuron]) + BYTE * sum([abs(row[neuron]) for row in weights]) > HALF_MOST:
                raise ValueError("the weights of a neuron are too large to be summed in half a word")
        packed: list[int] = []
        for row in weights:
            packed += in_pairs(row, int(self.padded))
        self.weights: vec[i64] = vec[i64](packed)
        self.biases: vec[i64] = vec[i64](in_pairs(biases, int(self.padded)))
        self.sums: vec[i64] = no_words(int(self.padded))

    def sum(self, biases: vec[i64], places: vec[i64], numbers: vec[i64], count: i64) -> None:
        """Into `sums`, add up the biases and what `count` inputs contribute, given their places and their numbers."""
        weights = self.weights
        width = self.padded >> 1
        at: i64 = 0
        neuron: i64 = 0
        while at < width:
            first = biases[at]
            second = biases[at + 1]
            third = biases[at + 2]
            fourth = biases[at + 3]
            item: i64 = 0
            while item < count:
                of = places[item] * width + at
                number = numbers[item]
                first += number * weights[of]
                second += number * weights[of + 1]
                third += number * weights[of + 2]
                fourth += number * weights[of + 3]
                item += 1
            self.split(first, neuron)
            self.split(second, neuron + 2)
            self.split(third, neuron + 4)
            self.split(fourth, neuron + 6)
            at += 4
            neuron += BLOCK

    def split(self, both: i64, neuron: i64) -> None:
        """Unpack the sums of two neurons from their word."""
        low = both & HALF_MASK
        if low > HALF_MOST:
            low -= HALF_MASK + 1
        self.sums[neuron] = low
        self.sums[neuron + 1] = (both - low) >> HALF

    def with_inputs(self, places: vec[i64], numbers: vec[i64], count: i64) -> vec[i64]:
        """The biases plus what some inputs contribute, two in a word."""
        width = self.padded >> 1
        biases = no_words(int(width))
        for at in range(width):
            both = self.biases[at]
            for item in range(count):
                both += numbers[item] * self.weights[places[item] * width + at]
            biases[at] = both
        return biases

    def fire(self, places: vec[i64], numbers: vec[i64]) -> i64:
        """Note the neurons that are on, by their sums: which they are and how far on; returns how many."""
        sums = self.sums
        shift = self.shift
        count: i64 = 0
        for neuron in range(i64(self.neurons)):
            number = sums[neuron] >> shift
            if number > 0:
                places[count] = neuron
                numbers[count] = number if number < ONE else ONE
                count += 1
        return count


class Inclination:
    """What a seat is inclined to do, by what it knows: a correction for the worth of each action."""

    def __init__(self, first: Layer, actions: Layer) -> None:
        self.first: Layer = first
        self.actions: Layer = actions
        """One neuron for each action."""
        most = max(first.inputs, first.neurons)
        self.places: vec[i64] = no_words(most)
        self.numbers: vec[i64] = no_words(most)
        self.nothing: vec[i64] = no_words(first.inputs // BYTES)

    def steps(self, words: vec[i64], actions: list[int]) -> list[int]:
        """How much better each of some actions is than its worth says, in parts of the logarithm of the odds."""
        count = look(words, self.nothing, i64(self.first.inputs // BYTES), self.places, self.numbers)
        self.first.sum(self.first.biases, self.places, self.numbers, count)
        count = self.first.fire(self.places, self.numbers)
        layer = self.actions
        layer.sum(layer.biases, self.places, self.numbers, count)
        return [int(layer.sums[action]) >> int(layer.shift) for action in actions]


class Network:
    """Evaluates observations."""

    def __init__(self, first: Layer, second: Layer, seats: Layer) -> None:
        self.first: Layer = first
        self.second: Layer = second
        self.seats: Layer = seats
        """One neuron for each seat, counted from the observer."""
        most = max(first.inputs, first.neurons, second.neurons)
        self.places: vec[i64] = no_words(most)
        self.numbers: vec[i64] = no_words(most)
        self.words: i64 = first.inputs // BYTES
        """How many words an observation has."""

    def begin(self, words: vec[i64]) -> vec[i64]:
        """The first layer's biases for observations that are given as differences from this one."""
        count = look(words, no_words(int(self.words)), self.words, self.places, self.numbers)
        return self.first.with_inputs(self.places, self.numbers, count)

    def chances(self, words: vec[i64], base: vec[i64], biases: vec[i64], seat: int, steps: list[int]) -> list[float]:
        """The chance of each seat to win, by what this seat knows.

        `base` is an observation in the same game from which only few bytes differ, and `biases` is what `begin`
        returned for it; `steps`, if there are any, are added to the outputs of the network.
        """
        places = self.places
        numbers = self.numbers
        count = look(words, base, self.words, places, numbers)
        self.first.sum(biases, places, numbers, count)
        count = self.first.fire(places, numbers)
        self.second.sum(self.second.biases, places, numbers, count)
        count = self.second.fire(places, numbers)
        layer = self.seats
        layer.sum(layer.biases, places, numbers, count)
        players = layer.neurons
        sums: list[int] = [int(layer.sums[at]) >> int(layer.shift) for at in range(players)]
        sums = sums[players - seat :] + sums[: players - seat]
        if steps:
            sums = [sums[at] + steps[at] for at in range(players)]
        return soft_shares(sums)


def look(words: vec[i64], base: vec[i64], width: i64, places: vec[i64], numbers: vec[i64]) -> i64:
    """Note the bytes of an observation that differ from another one: where, and by how much; returns how many."""
    count: i64 = 0
    for at in range(width):
        word = words[at]
        before = base[at]
        changes = word ^ before
        place = at << 3
        while changes != 0:
            if changes & BYTE != 0:
                places[count] = place
                numbers[count] = (word & BYTE) - (before & BYTE)
                count += 1
            changes = changes >> 8 & REST
            word >>= 8
            before >>= 8
            place += 1
    return count


def in_pairs(row: list[int], padded: int) -> list[int]:
    """Numbers packed two in a word."""
    whole = row + [0] * (padded - len(row))
    return [whole[at] + (whole[at + 1] << HALF) for at in range(0, padded, 2)]


POWERS: Final[list[int]] = [round(exp(-at / STEPS) * (1 << POWER_BITS)) for at in range(POWERS_MOST)]


def soft_shares(steps: list[int]) -> list[float]:
    """Shares that add up to 1, in the ratio of e to the power of each number of steps."""
    most = max(steps)
    powers = [POWERS[min(most - step, POWERS_MOST - 1)] for step in steps]
    total = sum(powers)
    return [power / total for power in powers]

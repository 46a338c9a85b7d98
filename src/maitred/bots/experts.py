"""The expert: a search that evaluates by what a network has learned, with one file of weights for each game.

A file has a line of JSON, which says what was trained and how, and then the weights, compressed. It is data and nothing
else: whatever is wrong with it is refused with a sentence. Where no network has learned with this deck, these options
and this number of players, a hard bot plays instead, and `stranger` says why.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from maitred.bots.learned import Learned
from maitred.bots.levels import EXPERT, Bot, Searcher, level_names
from maitred.bots.network import Inclination, Layer, Network
from maitred.kernel.cardfile import safe
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.observation import BYTES
from maitred.kernel.options import FirstSeat
from maitred.kernel.sense import Sense
from maitred.kernel.state import NOBODY, State

SUFFIX: Final = ".expert"
FILE: Final = f"weights{SUFFIX}"
"""The name of a game's own file, in the folder of the game."""
FORMAT: Final = 1
LARGEST: Final = 2_000_000
LARGEST_UNPACKED: Final = 16_000_000
WIDEST: Final = 4_096
LAYERS: Final = 3
INCLINED: Final = 2  # layers of an inclination, which come after those of a network, or without one
NUMBER: Final = 4  # bytes of a weight, before they are compressed
MOST: Final = 1_000
AS_THE_GAME: Final = -1
"""In place of a number of the network's own: the number of the game's judgement is used."""


class Head(NamedTuple):
    """What a file says about one network."""

    players: int
    layout: str
    """The fingerprint of the observations that it was trained on."""
    deck: str
    """The digest of the deck that it was trained with."""
    table: Mapping[str, int]
    """The options that it was trained with, as fields of the observation and their values: see `table_of`."""
    judged: float
    """How much the odds by the game's own judgement count beside the network."""
    horizon: int = AS_THE_GAME
    """After how many stages rollouts are evaluated."""
    prior_visits: float = AS_THE_GAME
    """As how many visits the worth of an action counts."""
    trusted: float = 1.0
    """How much the worths by the game's own judgement count beside what the search was found to choose."""
    search: Mapping[str, float] = {}
    """Settings of the search that were found by play, each in place of the game's: see `SETTINGS`."""


WIDTHS: Final = ("root_width", "tree_width")
SETTINGS: Final = (*WIDTHS, "exploration", "prior_temperature", "price", "budget")


class Weights(NamedTuple):
    """One layer: a weight for each input and neuron, a bias for each neuron, and by how many bits sums are shifted."""

    weights: Sequence[Sequence[int]]
    biases: Sequence[int]
    shift: int


class Trained:
    """A network read from a file."""

    def __init__(self, head: Head, network: Network | None, inclination: Inclination | None) -> None:
        self.head = head
        self.network = network
        self.inclination = inclination
        self.judgement: Sense | None = None
        self.places: list[tuple[int, int]] | None = None
        """Where the options are in an observation, and the values it was trained with; None until they are needed."""

    def knows(self, game: Game, state: State) -> bool:
        """Whether it has learned from games like this one."""
        head = self.head
        if (head.players, head.deck) != (state.players, state.cards.digest):
            return False
        if head.layout != layout_of(game, head.players):
            return False
        if self.places is None:
            fields = game.observer(head.players).fields
            self.places = [(field.at, head.table[field.name]) for field in fields if field.name in head.table]
        seen = game.observe(state, 0) if self.places else b""
        return all([seen[at] == value for at, value in self.places])

    def sense(self, game: Game) -> Sense:
        """The judgement that a search uses."""
        if self.judgement is None:
            head = self.head
            observer = game.observer(head.players)
            self.judgement = Learned(
                game.sense,
                self.network,
                self.inclination,
                observer,
                head.judged,
                head.trusted,
                head.horizon,
                head.prior_visits,
            )
            for name, number in head.search.items():
                setattr(self.judgement, name, int(number) if name in WIDTHS else number)
        return self.judgement


@cache
def layout_of(game: Game, players: int) -> str:
    """The fingerprint of a game's observations: what is where."""
    told = [[field.name, field.at, field.size] for field in game.observer(players).fields]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


@cache
def table_of(game: Game, players: int) -> dict[str, int]:
    """The fields of observations that depend only on the options of the table, with their values by default."""
    observer = game.observer(players)
    usual = game.observe(game.new(players, 0), 0)
    told: set[int] = set()
    for option in game.options:
        for value in [] if isinstance(option, FirstSeat) else option.values(players):
            other = game.observe(game.new(players, 0, {option.name: value}), 0)
            told |= {at for at in range(len(usual)) if other[at] != usual[at]}
    state, chance = game.new(players, 0), Stream(0)
    while (seat := state.random_actor(chance)) != NOBODY:
        state.apply(seat, chance.choice(state.legal(seat)))
        told -= {at for at, byte in enumerate(game.observe(state, 0)) if byte != usual[at]}
    return {field.name: usual[field.at] for field in observer.fields if field.size == 1 and field.at in told}


# Files


def written(game: Game, made: Mapping[str, object], networks: Sequence[tuple[Head, Sequence[Weights]]]) -> bytes:
    """The contents of a file of networks; `made` says how they were trained."""
    told: list[dict[str, object]] = []
    packed = bytearray()
    for head, layers in networks:
        shapes = [[len(layer.weights), len(layer.biases), layer.shift] for layer in layers]
        told.append({**head._asdict(), "layers": shapes})
        for layer in layers:
            for row in (*layer.weights, layer.biases):
                for number in row:
                    packed += number.to_bytes(NUMBER, "little", signed=True)
    line = {"format": FORMAT, "game": game.id, "rules": game.rules_version, "made": dict(made), "networks": told}
    return json.dumps(line).encode() + b"\n" + zlib.compress(bytes(packed), 9)


def read(data: bytes, game: Game, name: str) -> list[Trained]:
    """The networks in a file for a game; refused with a sentence if they cannot be read."""
    if len(data) > LARGEST:
        raise BadSetup(f"{name} is larger than {LARGEST // 1000:,} kB, more than the weights of a game may be.")
    line, _, packed = data.partition(b"\n")
    try:
        told = json.loads(line)
        if told["format"] != FORMAT:
            raise BadSetup(f"{name} is of format {safe(repr(told['format']))}; this version reads format {FORMAT}.")
        if told["game"] != game.id:
            raise BadSetup(f"{name} was trained for {safe(repr(told['game']))}, not for {game.title}.")
        if told["rules"] != game.rules_version:
            raise BadSetup(
                f"{name} was trained with version {safe(repr(told['rules']))} of {game.title}'s rules; here they have "
                f"version {game.rules_version}."
            )
        opened = zlib.decompressobj()
        numbers = Numbers(opened.decompress(packed, LARGEST_UNPACKED))
        if not opened.eof or opened.unused_data:
            raise ValueError("its weights are cut short or too many")
        found = [trained(each, game, numbers) for each in told["networks"]]
        if numbers.at != len(numbers.packed):
            raise ValueError("it has more weights than neurons")
        return found
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError, zlib.error) as error:
        raise BadSetup(f"{name} holds no weights that can be read: {safe(str(error))}.") from None


class Numbers:
    """The weights of a file, one after another."""

    def __init__(self, packed: bytes) -> None:
        self.packed = packed
        self.at = 0

    def next(self, count: int) -> list[int]:
        """The next `count` numbers."""
        end = self.at + NUMBER * count
        if end > len(self.packed):
            raise ValueError("it has fewer weights than neurons")
        part, self.at = self.packed[self.at : end], end
        return [int.from_bytes(part[at : at + NUMBER], "little", signed=True) for at in range(0, len(part), NUMBER)]


def trained(told: Mapping[str, Any], game: Game, numbers: Numbers) -> Trained:
    """A network, from what a file says about it and from its weights."""
    head = Head(
        players=int(told["players"]),
        layout=str(told["layout"]),
        deck=str(told["deck"]),
        table={str(name): int(value) for name, value in told["table"].items()},
        judged=float(told["judged"]),
        horizon=int(told["horizon"]),
        prior_visits=float(told["prior_visits"]),
        trusted=float(told.get("trusted", 1.0)),
        search={str(name): float(value) for name, value in told.get("search", {}).items()},
    )
    numbers_of_its_own = (head.horizon, head.prior_visits, *head.search.values())
    if not (0 <= head.judged <= MOST and 0 <= head.trusted <= MOST):
        raise ValueError("nothing may count for less than 0, or for more than a thousand")
    if not all([AS_THE_GAME <= number <= MOST for number in numbers_of_its_own]):
        raise ValueError("nothing may count for less than 0, or for more than a thousand")
    if unknown := set(head.search) - set(SETTINGS):
        raise ValueError(f"{min(unknown)!r} is no setting of a search")
    known = head.layout == layout_of(game, head.players)
    sizes = [(int(inputs), int(neurons), int(shift)) for inputs, neurons, shift in told["layers"]]
    inputs = game.observer(head.players).words * BYTES if known or not sizes else sizes[0][0]
    network = inclination = None
    if len(sizes) in (LAYERS, LAYERS + INCLINED):
        network = Network(*layers_of(sizes[:LAYERS], inputs, head.players, numbers))
        sizes = sizes[LAYERS:]
    if len(sizes) == INCLINED:
        inclination = Inclination(*layers_of(sizes, inputs, game.n_actions, numbers))
    elif sizes:
        raise ValueError(f"a network has {LAYERS} layers, and an inclination {INCLINED}")
    return Trained(head, network, inclination)


def layers_of(sizes: Sequence[tuple[int, int, int]], inputs: int, outputs: int, numbers: Numbers) -> list[Layer]:
    """Some layers that follow each other, from the numbers that come next."""
    layers: list[Layer] = []
    fed = inputs
    for inputs, neurons, shift in sizes:
        if inputs != fed or not (0 < inputs <= WIDEST and 0 < neurons <= WIDEST and 0 <= shift < 32):
            raise ValueError("its layers do not fit together")
        layers.append(Layer([numbers.next(neurons) for _ in range(inputs)], numbers.next(neurons), shift))
        fed = neurons
    if fed != outputs:
        raise ValueError("the last layer has a neuron for each seat or action")
    return layers


@cache
def shipped(game: Game) -> list[Trained]:
    """The networks that come with a game; none if it has none."""
    folder = game.files()
    file = folder.joinpath(FILE) if folder is not None else None
    return read(file.read_bytes(), game, f"{game.title}'s {FILE}") if file is not None and file.is_file() else []


@cache
def from_file(file: Path, game: Game) -> list[Trained]:
    """The networks in a file that somebody has trained."""
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST + 1)
    except OSError as error:
        raise BadSetup(f"{file} cannot be read: {error.strerror}.") from None
    return read(data, game, str(file))


# Who knows what


def learned_by(name: str, game: Game) -> list[Trained]:
    """The networks of the level `expert`, or in a file; refused if the game comes with none."""
    if name != EXPERT:
        return from_file(Path(name), game)
    found = shipped(game)
    if not found:
        raise BadSetup(f"There is no expert for {game.title} yet; the levels are: {', '.join(level_names())}.")
    return found


def experienced(networks: Sequence[Trained], game: Game, state: State) -> Trained | None:
    """The network that has learned from games like this one."""
    return next((each for each in networks if each.knows(game, state)), None)


def offers(game: Game) -> list[int]:
    """The numbers of players for which a game offers the expert, because it comes with a network."""
    return [each.head.players for each in shipped(game)]


def stranger(name: str, game: Game, state: State) -> str:
    """Why a bot of this name, if it has learned, has not learned from games like this one; empty if it has."""
    if name != EXPERT and not is_trained(name):
        return ""
    networks = shipped(game) if name == EXPERT else from_file(Path(name), game)
    if experienced(networks, game, state) is not None:
        return ""
    who = "The expert" if name == EXPERT else name
    if all(each.head.players != state.players for each in networks):
        return f"{who} has not learned {game.title} with {state.players} players"
    if all(each.head.deck != state.cards.digest for each in networks):
        return f"{who} has never seen this deck of {game.title}"
    return f"{who} has never played {game.title} with these options"


# Playing


class Expert(Bot):
    """A hard bot that evaluates with a network, wherever one has learned the game that is played."""

    def __init__(self, game: Game, networks: Sequence[Trained], iterations: int, ms: int = 0) -> None:
        """The budget is that of a `Searcher`."""
        super().__init__()
        self.game = game
        self.networks = networks
        self.iterations = iterations
        self.ms = ms
        self.searchers: dict[Trained | None, Searcher] = {}

    def searcher(self, state: State) -> Searcher:
        """The searcher for games like this one."""
        known = experienced(self.networks, self.game, state)
        if known not in self.searchers:
            sense = self.game.sense if known is None else known.sense(self.game)
            self.searchers[known] = Searcher(sense, self.iterations, self.ms)
        return self.searchers[known]

    def choose(self, known: State, seat: int, chance: Stream) -> int:
        return self.searcher(known).choose(known, seat, chance)

    def decide_or_wait(self, state: State, seat: int, chance: Stream) -> int:
        return self.searcher(state).decide_or_wait(state, seat, chance)


def expert(game: Game, iterations: int, ms: int) -> Bot:
    """The expert of a game."""
    return Expert(game, learned_by(EXPERT, game), iterations, ms)


def is_trained(name: str) -> bool:
    """Whether a name is that of a file of trained weights."""
    return name.endswith(SUFFIX)

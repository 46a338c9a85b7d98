"""Where learned judgement comes from: files of weights, one for each game, shipped with it or trained at home.

A file has a line of JSON, which says what it was trained on and how, and then the weights, compressed. It is data and
nothing else: whatever is wrong with it is refused with a sentence. What a network has never seen, be it a number of
players, a deck or the options of a table, it does not judge: then the game's own judgement does, and `stranger` says why.
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
from maitred.bots.levels import Bot, Searcher
from maitred.bots.network import Gate, Layer, Network
from maitred.kernel.cardfile import safe
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.sense import Sense
from maitred.kernel.state import State

SUFFIX: Final = ".expert"
FILE: Final = f"weights{SUFFIX}"
"""The name of a game's own file, in the folder of the game."""
FORMAT: Final = 1
LARGEST: Final = 2_000_000
LARGEST_UNPACKED: Final = 16_000_000
WIDEST: Final = 16_384
NUMBER: Final = 4  # bytes of a weight, before they are compressed


class Trained(NamedTuple):
    """One network of a file: for a number of players, with what a search needs besides."""

    players: int
    layout: str
    """The fingerprint of the observations that it was trained on."""
    deck: str
    """The digest of the deck, and …"""
    options: Mapping[str, str]
    """… the options of the table that it was trained at; any may be set that does not change what is learned."""
    judged: float
    """How much the game's own judgement counts beside the network."""
    horizon: int
    """After how many stages rollouts are evaluated; less than 0: as the game has it."""
    prior_visits: float
    """For how many visits the worth of an action counts; less than 0: as the game has it."""
    offered: bool
    """Whether it is known to beat hard bots with so many players, in the same time."""
    gates: Sequence[tuple[int, int, int, int]]
    """Inputs that have weights of their own for each kind of deck: see `maitred.bots.network.Gate`."""
    shapes: Sequence[tuple[int, int, int]]
    """Of each layer: inputs, neurons, shift."""
    layers: Sequence[tuple[Sequence[Sequence[int]], Sequence[int]]]
    """Weights by input, and biases."""


def layout_of(game: Game, players: int) -> str:
    """The fingerprint of a game's observations: what is where."""
    fields = game.observer(players).fields
    told = [[field.name, field.at, field.size] for field in fields]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


# Files


def written(game: Game, made: Mapping[str, object], networks: Sequence[Trained]) -> bytes:
    """The file of some networks; `made` says how they came about."""
    told = [{**trained._asdict(), "layers": None, "options": dict(trained.options)} for trained in networks]
    for entry in told:
        del entry["layers"]
    head = {"format": FORMAT, "game": game.id, "rules": game.rules_version, "made": dict(made), "networks": told}
    numbers: list[int] = []
    for trained in networks:
        for weights, biases in trained.layers:
            for row in weights:
                numbers += row
            numbers += biases
    packed = b"".join([number.to_bytes(NUMBER, "little", signed=True) for number in numbers])
    return json.dumps(head).encode() + b"\n" + zlib.compress(packed, 9)


def read(data: bytes, game: Game, name: str) -> list[Trained]:
    """The networks of a file for a game, or a refusal."""
    if len(data) > LARGEST:
        raise BadSetup(f"{name} is larger than {LARGEST // 1000:,} kB, more than the weights of a game may be.")
    line, _, packed = data.partition(b"\n")
    try:
        head = json.loads(line)
        opened = zlib.decompressobj()
        numbers = opened.decompress(packed, LARGEST_UNPACKED)
        if not opened.eof:
            raise ValueError("cut short, or too large")
        if head["format"] != FORMAT:
            raise BadSetup(f"{name} is of format {safe(repr(head['format']))}; this version reads format {FORMAT}.")
        if head["game"] != game.id:
            raise BadSetup(f"{name} was trained for {safe(str(head['game']))}, not for {game.title}.")
        if head["rules"] != game.rules_version:
            raise BadSetup(
                f"{name} was trained by version {safe(repr(head['rules']))} of {game.title}'s rules; "
                f"here it is played by version {game.rules_version}."
            )
        return unpacked(head["networks"], numbers)
    except (ValueError, TypeError, KeyError, zlib.error) as error:
        raise BadSetup(f"{name} holds no weights that can be read: {safe(str(error))}.") from None


def unpacked(told: Sequence[Mapping[str, Any]], numbers: bytes) -> list[Trained]:
    """The networks out of what a file says of them and the numbers that follow."""
    found: list[Trained] = []
    at = 0

    def row(length: int) -> list[int]:
        nonlocal at
        part = numbers[at : at + NUMBER * length]
        if len(part) < NUMBER * length:
            raise ValueError("there are too few weights")
        at += NUMBER * length
        return [int.from_bytes(part[of : of + NUMBER], "little", signed=True) for of in range(0, len(part), NUMBER)]

    for each in told:
        shapes = [(int(inputs), int(neurons), int(shift)) for inputs, neurons, shift in each["shapes"]]
        if len(shapes) != 3 or any([not (0 < i <= WIDEST and 0 < n <= WIDEST and 0 <= s < 32) for i, n, s in shapes]):
            raise ValueError("a network has three layers of sensible size")
        gates = [(int(kind), int(first), int(last), int(kinds)) for kind, first, last, kinds in each["gates"]]
        if any([not (0 <= k < WIDEST and 0 <= a < b <= WIDEST and 0 < n <= WIDEST) for k, a, b, n in gates]):
            raise ValueError("a gate leads nowhere")
        if shapes[0][1] != shapes[1][0] or shapes[1][1] != shapes[2][0] or shapes[2][1] != int(each["players"]):
            raise ValueError("the layers of a network do not fit together")
        layers = [([row(neurons) for _ in range(inputs)], row(neurons)) for inputs, neurons, _ in shapes]
        found.append(
            Trained(
                int(each["players"]),
                str(each["layout"]),
                str(each["deck"]),
                {str(key): str(value) for key, value in each["options"].items()},
                float(each["judged"]),
                int(each["horizon"]),
                float(each["prior_visits"]),
                bool(each["offered"]),
                gates,
                shapes,
                layers,
            )
        )
    if at != len(numbers):
        raise ValueError("there are more weights than neurons")
    return found


@cache
def shipped(game: Game) -> list[Trained]:
    """The networks that come with a game; none if it has none."""
    folder = game.files()
    file = folder.joinpath(FILE) if folder is not None else None
    if file is None or not file.is_file():
        return []
    return read(file.read_bytes(), game, f"{game.title}'s {FILE}")


@cache
def at_home(file: Path, game: Game) -> list[Trained]:
    """The networks of a file that somebody has trained."""
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST + 1)
    except OSError as error:
        raise BadSetup(f"{file} cannot be read: {error.strerror}.") from None
    return read(data, game, str(file))


def offered(game: Game) -> list[int]:
    """With how many players a game has an expert that is known to be stronger than hard bots."""
    return [trained.players for trained in shipped(game) if trained.offered]


# Playing


class Expert(Bot):
    """A search that evaluates by what was learned; where nothing was learned, it is what a hard bot does."""

    def __init__(self, game: Game, networks: Sequence[Trained], iterations: int, ms: int = 0) -> None:
        super().__init__()
        self.game = game
        self.networks = networks
        self.iterations = iterations or game.sense.iterations
        self.ms = ms
        self.searchers: dict[tuple[int, str], Searcher] = {}

    def searcher(self, state: State) -> Searcher:
        """Who searches at a table like this."""
        key = (state.players, state.cards.digest)
        found = self.searchers.get(key)
        if found is None:
            sense = judgement(self.game, self.networks, state)
            found = self.searchers[key] = Searcher(sense, self.iterations, self.ms)
        return found

    def choose(self, known: State, seat: int, chance: Stream) -> int:
        return self.searcher(known).choose(known, seat, chance)

    def decide_or_wait(self, state: State, seat: int, chance: Stream) -> int:
        return self.searcher(state).decide_or_wait(state, seat, chance)


def judgement(game: Game, networks: Sequence[Trained], state: State) -> Sense:
    """What was learned for a table like this; the game's own judgement if nothing was."""
    for trained in networks:
        if trained.players == state.players and not stranger(trained, game, state):
            gates = [Gate(*gate) for gate in trained.gates]
            layers = [
                Layer([list(row) for row in weights], list(biases), shape[2], gates if at == 0 else [])
                for at, ((weights, biases), shape) in enumerate(zip(trained.layers, trained.shapes, strict=True))
            ]
            network = Network(layers[0], layers[1], layers[2], gates)
            observer = game.observer(state.players, state.cards)
            return Learned(game.sense, network, observer, trained.judged, trained.horizon, trained.prior_visits)
    return game.sense


def stranger(trained: Trained, game: Game, state: State) -> str:
    """Why a network has never seen a game like this one; empty if it has."""
    if trained.deck != state.cards.digest:
        return f"The expert has never seen this deck of {game.title}: hard plays in its place."
    if trained.layout != layout_of(game, state.players):
        return f"The expert was trained on other observations of {game.title}: hard plays in its place."
    return ""

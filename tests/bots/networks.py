"""Small networks made by hand, for tests."""

from __future__ import annotations

from maitred.bots.experts import Head, Weights, layout_of, table_of, written
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.observation import BYTES

HIDDEN = 3


def weights(inputs: int, neurons: int, most: int, shift: int, chance: Stream) -> Weights:
    """A layer with weights drawn by lot."""
    rows = [[chance.below(2 * most + 1) - most for _ in range(neurons)] for _ in range(inputs + 1)]
    return Weights(rows[:-1], [50 * number for number in rows[-1]], shift)


def layers(inputs: int, players: int, seed: int = 1) -> list[Weights]:
    """Three layers drawn by lot."""
    chance = Stream(seed)
    return [
        weights(inputs, HIDDEN, 400, 7, chance),
        weights(HIDDEN, HIDDEN, 1_000, 8, chance),
        weights(HIDDEN, players, 2_000, 10, chance),
    ]


def head(game: Game, players: int, judged: float = 0.5) -> Head:
    """What the file of such a network says."""
    return Head(players, layout_of(game, players), game.read_cards(None).digest, table_of(game, players), judged)


def file(game: Game, players: int, seed: int = 1, judged: float = 0.5) -> bytes:
    """The file of such a network."""
    inputs = game.observer(players).words * BYTES
    return written(game, {}, [(head(game, players, judged), layers(inputs, players, seed))])


def inclined(game: Game, players: int, trusted: float = 1.0, toward: int = -1, **search: float) -> bytes:
    """The file of one who has learned no odds, only what to do: one action, or nothing that its worth does not say."""
    inputs = game.observer(players).words * BYTES
    says = [10_000 * (action == toward) for action in range(game.n_actions)]
    actions = Weights([[0] * game.n_actions] * HIDDEN, says, 0)
    told = head(game, players, 1.0)._replace(trusted=trusted, search=search)
    return written(game, {}, [(told, [Weights([[0] * HIDDEN] * inputs, [0] * HIDDEN, 7), actions])])


def leaning(game: Game, players: int, **search: float) -> bytes:
    """The file of one whose inclination is drawn by lot."""
    inputs, chance = game.observer(players).words * BYTES, Stream(1)
    drawn = [weights(inputs, HIDDEN, 400, 7, chance), weights(HIDDEN, game.n_actions, 40, 4, chance)]
    return written(game, {}, [(head(game, players)._replace(search=search), drawn)])

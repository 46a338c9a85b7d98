"""Generations of a network: each plays, learns from the results, and is kept if it beats the last one that was.

The first learns from medium bots; from then on hard bots and the generations that were kept, frozen, play some of the
games as well. Whether a generation is kept is decided on deals that were not learned from. The same seed gives the same
generations: the clock only decides how many there will be.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from maitred.bots.experts import Expert, Head, Trained, Weights, layout_of, read, table_of, written
from maitred.bots.ladder import play_mirrored
from maitred.bots.levels import Bot, Greedy, Searcher
from maitred.bots.series import with_interval
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.train.drawing import picture
from maitred.train.positions import Positions, positions

OFTEN_WRONG: Final = 5  # percent of its moves that one medium bot of four makes at random


class Size(NamedTuple):
    """How much a generation does.

    The first one learns from `first` games between medium bots, each later one from `games` of these and from
    `searched` games between bots that search. The latter, and the bots in the ladder, search with `iterations`. A
    generation learns in `steps` steps from the last `remembered` positions, and is tested on `unseen` games of medium
    bots that are never learned from. The ladder plays `deals` deals against the last generation that was kept, and as
    many against hard bots. Of the generations that were kept, the last `frozen` go on playing.
    """

    first: int = 100_000
    games: int = 20_000
    searched: int = 150
    iterations: int = 60
    steps: int = 1_500
    unseen: int = 2_000
    deals: int = 60
    frozen: int = 3
    remembered: int = 1_500_000


class Learner(Protocol):
    """What is trained: see `maitred.train.learning`; in tests it is something simpler."""

    def learn(self, positions: Positions, steps: int) -> None: ...
    def tested(self, positions: Positions) -> tuple[float, float]: ...
    def judged(self) -> float: ...
    def layers(self) -> list[Weights]: ...
    def save(self, file: Path) -> None: ...
    def load(self, file: Path) -> None: ...


SEEDS: Final = 1 << 32
"""How many seeds for deals belong to each seed of a training; its tests use the last of them, which are not learned
from."""


class Training:
    """A training run, and the files that it writes."""

    def __init__(self, game: Game, players: int, seed: int, file: Path, learner: Learner, size: Size) -> None:
        self.game, self.players = game, players
        self.seed, self.size = seed, size
        self.file = file
        self.learner = learner
        self.dealt = seed * SEEDS
        self.held_out = held_out(seed)
        self.seconds = 0.0
        self.curve: list[dict[str, Any]] = []
        self.kept: list[Trained] = []
        self.memory: list[Positions] = []

    # Files

    def beside(self, suffix: str) -> Path:
        """A file beside that of the weights."""
        return self.file.with_suffix(suffix)

    def resume(self) -> None:
        """Go on where an interrupted training stopped."""
        try:
            told = json.loads(self.beside(".json").read_text(encoding="utf-8"))
            self.seconds, self.curve, self.dealt = float(told["seconds"]), list(told["curve"]), int(told["dealt"])
            same = (told["game"], told["players"], told["seed"]) == (self.game.id, self.players, self.seed)
            self.learner.load(self.beside(".progress"))
            self.kept = read(self.file.read_bytes(), self.game, str(self.file))
        except (OSError, ValueError, KeyError, TypeError, RuntimeError):
            raise BadSetup(f"No training at {self.file} can go on: begin one without --resume.") from None
        if not same:
            raise BadSetup(f"{self.file} is trained with another game, number of players or seed.")

    def write(self, candidate: bytes | None) -> None:
        """Write everything: the weights if they are to be kept, what is needed to go on, and the learning curve."""
        if candidate is not None:
            replace(self.file, candidate)
        self.learner.save(self.beside(".new"))
        self.beside(".new").replace(self.beside(".progress"))
        told = {
            "game": self.game.id,
            "players": self.players,
            "seed": self.seed,
            "rules": self.game.rules_version,
            "seconds": round(self.seconds, 1),
            "dealt": self.dealt,
            "size": self.size._asdict(),
            "curve": self.curve,
        }
        replace(self.beside(".json"), (json.dumps(told, indent=1) + "\n").encode())
        title = f"{self.game.title}, {self.players} players, seed {self.seed}"
        replace(self.beside(".svg"), picture(title, self.curve, 1 / self.players).encode())

    # One generation

    def generation(self, told: Callable[[str], None]) -> bytes | None:
        """Play, learn and be tested; returns the file of weights if they beat those that were kept last."""
        begun = time.perf_counter()
        number = len(self.curve) + 1
        game, size = self.game, self.size
        told(f"generation {number} plays")
        medium: list[Bot] = [Greedy(game.sense, 0)] * 3
        self.play(size.games if self.curve else size.first, [*medium, Greedy(game.sense, OFTEN_WRONG)])
        if self.kept:
            frozen = [Expert(game, [each], size.iterations) for each in self.kept[-size.frozen :]]
            self.play(size.searched, [Searcher(game.sense, size.iterations), *frozen])
        told(f"generation {number} learns")
        learned_from = Positions(*(np.concatenate(parts) for parts in zip(*self.memory, strict=True)))
        self.learner.learn(learned_from, size.steps)
        unseen = positions(game, self.players, self.held_out - size.unseen, size.unseen, medium)
        surprise, judged = self.learner.tested(unseen)
        told(f"generation {number} is tested")
        head = Head(
            self.players,
            layout_of(game, self.players),
            game.read_cards(None).digest,
            table_of(game, self.players),
            round(self.learner.judged(), 3),
        )
        made = {"seed": self.seed, "generation": number, "positions": len(learned_from.shares)}
        candidate = written(game, made, [(head, self.learner.layers())])
        trained = read(candidate, game, "the network")[0]
        thinker = Expert(game, [trained], size.iterations)
        against_hard = self.ladder(thinker, Searcher(game.sense, size.iterations))
        against_kept = self.ladder(thinker, Expert(game, self.kept[-1:], size.iterations)) if self.kept else None
        kept = against_kept is None or against_kept["share"] > 1 / self.players
        if kept:
            self.kept.append(trained)
        self.seconds += time.perf_counter() - begun
        self.curve.append(
            {
                "generation": number,
                "minutes": round(self.seconds / 60, 2),
                "positions": len(learned_from.shares),
                "surprise": round(surprise, 4),
                "judged_surprise": round(judged, 4),
                "hard": against_hard,
                "kept_before": against_kept,
                "kept": kept,
            }
        )
        return candidate if kept else None

    def play(self, games: int, bots: list[Bot]) -> None:
        """Play some games and remember positions from them."""
        self.memory.append(positions(self.game, self.players, self.dealt, games, bots))
        self.dealt += games
        while len(self.memory) > 1 and sum([len(part.shares) for part in self.memory]) > self.size.remembered:
            del self.memory[0]

    def ladder(self, thinker: Bot, other: Bot) -> dict[str, Any]:
        """How often the network comes first against a bot with the same iterations."""
        return ladder(self.game, self.players, self.seed, self.size.deals, thinker, other)


def ladder(game: Game, players: int, seed: int, deals: int, challenger: Bot, other: Bot) -> dict[str, Any]:
    """How often a bot comes first against another, on deals of this seed that nothing is learned from."""
    shares: list[tuple[float, int]] = []
    for deal in range(deals):
        share, _ = play_mirrored(game, players, held_out(seed) - deal, challenger, other)
        shares.append((share, players))
    return with_interval("share", shares, seed)


def held_out(seed: int) -> int:
    """The last deal that belongs to a seed of training; the tests begin with it and go backwards."""
    return (seed + 1) * SEEDS - 1


def replace(file: Path, data: bytes) -> None:
    """Replace a file in one step, so that it is never half written."""
    new = file.with_name(f"{file.name}.new")
    new.write_bytes(data)
    new.replace(file)

"""`maitred train GAME`: found by its entry point; imports the libraries of training only when it runs."""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path

import maitred
from maitred.bots.experts import SUFFIX
from maitred.cli.arguments import GAME, PLAYERS, number, progress, whole
from maitred.cli.terminal.interrupts import STOPPED, Interrupts
from maitred.cli.verb import Argument, Verb, verb
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game

NEEDED = ("numpy", "torch")
MOST_SEED = (1 << 30) - 1


def check_file(file: Path, resume: bool) -> None:
    """Refuse a file that cannot be written here, or whose contents would be lost."""
    if file.suffix != SUFFIX:
        raise BadSetup(f"What is learned is written as FILE{SUFFIX}, not {file.name!r}.")
    if not file.absolute().parent.is_dir():
        raise BadSetup(f"There is no folder {file.parent} to write {file.name} into.")
    if file.exists() and not resume:
        raise BadSetup(f"{file} is there already: go on with --resume, or name another file with --out.")


def need_extra() -> None:
    """Refuse to go on without the libraries of training."""
    if any(find_spec(name) is None for name in NEEDED):
        raise BadSetup("Training is an extra: install it with `pip install maitred[train]`.")


@verb(
    "train an expert for a game",
    GAME,
    PLAYERS,
    Argument(
        "--minutes",
        type=number,
        default=60.0,
        metavar="M",
        help="how long to train, in all (default 60); a generation that has begun is finished",
    ),
    Argument("--seed", type=whole, default=0, metavar="S", help="seed of the deals and of the network (default 0)"),
    Argument("--out", type=Path, metavar="FILE", help="the file for the weights (default: GAME.expert)"),
    Argument(
        "--only-search",
        action="store_true",
        help="learn only how to search, not who wins, which takes some minutes and heeds no --minutes",
    ),
    Argument("--resume", action="store_true", help="go on with a training that was interrupted, or that was too short"),
)
def train(chosen: argparse.Namespace) -> int:
    """Let a network learn to predict who wins, from games between bots and then from its own, in generations. A
    generation is kept if it beats the last one that was. Writes the weights, and beside them the learning curve, as
    measured against hard bots, as a picture and as JSON. Play with what was learned by `--bots FILE.expert`.
    """
    game = maitred.game(chosen.game)
    players = chosen.players or game.min_players
    game.check_players(players)
    if chosen.seed > MOST_SEED:
        raise BadSetup(f"The seed of a training is at most {MOST_SEED}.")
    file = chosen.out or Path(f"{game.id}{SUFFIX}")
    check_file(file, chosen.resume)
    if chosen.only_search and chosen.resume:
        raise BadSetup("A training of the search alone takes only minutes: begin it again without --resume.")
    words = game.observer(players).words
    need_extra()
    if chosen.only_search:
        return train_search(game, players, chosen.seed, file)
    from maitred.kernel.observation import BYTES
    from maitred.train.learning import Learner
    from maitred.train.training import Size, Training

    training = Training(game, players, chosen.seed, file, Learner(words * BYTES, players, chosen.seed), Size())
    if chosen.resume:
        training.resume()
    limit = 60 * chosen.minutes
    with Interrupts() as interrupts, progress() as bar:
        shown = bar.add_task(f"{game.title}, {players} players", total=limit, completed=int(training.seconds))
        try:
            while training.seconds < limit:
                candidate = training.generation(lambda what: bar.update(shown, description=f"{game.title}, {what}"))
                with interrupts.deferred():
                    training.write(candidate)
                bar.update(shown, completed=min(limit, int(training.seconds)))
        except KeyboardInterrupt:
            print("Stopped; what is finished is written.", file=sys.stderr)
            return STOPPED
    kept = [each for each in training.curve if each["kept"]][-1]
    print(
        f"{file} has generation {kept['generation']} of {len(training.curve)}, which came first in "
        f"{100 * kept['hard']['share']:.0f} % of games against hard bots with as many iterations."
    )
    return 0


def train_search(game: Game, players: int, seed: int, file: Path) -> int:
    """Learn how to search, and nothing else."""
    from maitred.train.learning import lean
    from maitred.train.pacing import Pace, pace

    with progress() as bar:
        shown = bar.add_task(game.title, total=None)
        told = pace(game, players, seed, file, Pace(), lean, lambda what: bar.update(shown, description=what))
    print(f"{file} came first in {100 * told['hard']['share']:.0f} % of games against hard bots that think as long.")
    return 0


TRAIN: Verb = train
"""The verb, for the entry point."""

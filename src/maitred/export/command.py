"""`maitred export GAME FILE`: found by its entry point; imports what it needs when it runs."""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path

import maitred
from maitred.bots.levels import EXPERT, LEVELS
from maitred.cli.arguments import CARDS, GAME, OPTION, PLAYERS, bots_and_games, options_of, progress, say_strangers
from maitred.cli.terminal.interrupts import STOPPED, Interrupts
from maitred.cli.verb import Argument, Verb, verb
from maitred.kernel.errors import BadSetup

NPZ, PARQUET = ".npz", ".parquet"


def check_file(file: Path) -> None:
    """Refuse a file that cannot be written here."""
    if file.suffix not in (NPZ, PARQUET):
        raise BadSetup(f"Decisions are written as FILE{NPZ} or FILE{PARQUET}, not {file.name!r}.")
    if not file.absolute().parent.is_dir():
        raise BadSetup(f"There is no folder {file.parent} to write {file.name} into.")
    if find_spec("numpy") is None:
        raise BadSetup("Exporting is an extra: install it with `pip install maitred[gym]`.")
    if file.suffix == PARQUET and find_spec("pyarrow") is None:
        raise BadSetup("Parquet is an extra: install it with `pip install maitred[parquet]`, or write .npz.")


@verb(
    "write the decisions of bots as data, for programs that learn",
    GAME,
    Argument("file", type=Path, metavar="FILE", help="FILE.npz (NumPy) or FILE.parquet"),
    PLAYERS,
    OPTION,
    CARDS,
    *bots_and_games(f", which then rotate: {', '.join((*LEVELS, EXPERT))}", 100, "game g has seed S + g"),
)
def export(chosen: argparse.Namespace) -> int:
    """Let bots play and write every decision: what the seat could know, what it might do, what it did, how it stood,
    and what came of it. The same command gives the same data. Ctrl-C ends it early with the games that are finished.
    """
    check_file(chosen.file)
    from maitred.export.decisions import played
    from maitred.export.writing import Writer
    from maitred.gym.setting import set_table

    game = maitred.game(chosen.game)
    setting = set_table(game, chosen.players, options_of(chosen.option), chosen.cards)
    levels = [level.strip() for level in chosen.bots.split(",")]
    if len(levels) not in (1, setting.players):
        raise BadSetup(f"{len(levels)} levels for {setting.players} seats: give one for all or one each.")
    levels = levels * (setting.players // len(levels))
    say_strangers(levels, game, game.new(setting.players, chosen.seed, setting.options, setting.cards))
    done = 0
    with Interrupts() as interrupts, Writer(chosen.file, setting, levels) as writer, progress() as bar:
        shown = bar.add_task(f"{game.title}, {setting.players} players", total=chosen.games)
        try:
            for at in range(chosen.games):
                game_played = played(setting, levels, chosen.seed + at, at)
                with interrupts.deferred():
                    writer.add(at, game_played)
                done = at + 1
                bar.update(shown, completed=done)
        except KeyboardInterrupt:
            print("Stopped; what is finished is written.", file=sys.stderr)
    print(f"{writer.rows} decisions of {done} games are in {chosen.file}.")
    return 0 if done == chosen.games else STOPPED


EXPORT: Verb = export
"""The verb, for the entry point."""

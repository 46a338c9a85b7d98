"""Finished games to review."""

from __future__ import annotations

import maitred
from maitred.bots.levels import bot, play_game
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.record import Record

GAMES = maitred.all_games()


def finished(game: Game, players: int, levels: list[str], seed: int) -> Record:
    """The record of a game between bots."""
    record = Record(game, players, seed)
    bots = [bot(level, game) for level in levels]
    chances = [Stream(seed, 1 + seat) for seat in range(players)]
    play_game(record.state.clone(), bots, chances, record.play)  # type: ignore[arg-type]
    return record

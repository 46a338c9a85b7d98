"""`maitred games`: the games and their options."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from rich.console import Console

import maitred
from maitred.cli.arguments import JSON
from maitred.cli.verb import verb

if TYPE_CHECKING:
    from maitred.kernel.game import Game


def facts(game: Game) -> dict[str, Any]:
    """The facts of a game, for programs."""
    return {
        "id": game.id,
        "title": game.title,
        "designers": game.designers,
        "pitch": game.pitch,
        "minutes": game.minutes,
        "min_players": game.min_players,
        "max_players": game.max_players,
        "n_actions": game.n_actions,
        "rules_version": game.rules_version,
        "options": [
            {
                "name": option.name,
                "sentence": option.sentence,
                "default": option.default,
                "takes": option.takes(),
                "values": option.values(game.max_players),
            }
            for option in game.options
        ],
    }


@verb("list the games", JSON)
def games(chosen: argparse.Namespace) -> int:
    """List the games and their options."""
    if chosen.json:
        print(json.dumps([facts(game) for game in maitred.all_games()], ensure_ascii=False))
        return 0
    console = Console(highlight=False)
    for game in maitred.all_games():
        facts_line = f"{game.min_players}-{game.max_players} players, {game.minutes} minutes, by {game.designers}"
        console.print(f"[bold]{game.id}[/]  {game.title}: {facts_line}")
        console.print(f"  {game.pitch}")
        for option in game.options:
            console.print(
                f"  --option {option.name}=…  {option.sentence} Takes {option.takes()}; default {option.default}."
            )
    console.print("\nmaitred rules GAME teaches one, maitred play GAME plays it.", style="dim")
    return 0

"""Tables for agents in this process, without a network or a disk: for tests that make many calls."""

from __future__ import annotations

import json
from typing import Any

import maitred
from maitred.agents.local import LocalPlace, LocalSeat, LocalTable
from maitred.agents.places import Sit, bots_wanted, new_handle
from maitred.agents.tools import Tools
from maitred.cli.local.seating import Player
from maitred.cli.local.session import Session
from maitred.kernel.errors import BadSetup
from maitred.kernel.record import Record


class Memory(LocalPlace):
    """A new table for everybody who sits down."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self.seed = seed

    def sit(self, wish: Sit) -> str:
        if wish.game is None or wish.open_seats:
            raise BadSetup("Say which game to play, without open seats.")
        game = maitred.game(wish.game)
        levels = bots_wanted(game, wish)
        players = [Player("Agent", None), *[Player(f"Bot {at}", level) for at, level in enumerate(levels)]]
        options = {**game.at_keyboard(), **wish.options}
        self.seed += 1
        record = Record(game, len(players), {"kind": "stream", "seed": self.seed}, options)
        handle = new_handle()
        self.seats[handle] = LocalSeat(LocalTable(Session(record, players, with_hints=wish.hints)), 0)
        return handle


def call(tools: Tools, tool: str, /, **arguments: Any) -> dict[str, Any]:
    """The answer of a tool that must not refuse."""
    told, refused = tools.call(tool, arguments)
    assert not refused, told
    answer: dict[str, Any] = json.loads(told)
    return answer


def act_of(answer: dict[str, Any], chosen: int) -> dict[str, Any]:
    """The arguments of `act` for one of the actions of an answer."""
    action = answer["actions"][chosen % len(answer["actions"])]
    return {
        "seat": answer["seat"],
        "stamp": action[2] if len(action) > 2 else answer["stamp"],
        "action": action[0],
    }

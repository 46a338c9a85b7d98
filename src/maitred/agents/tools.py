"""The tools that agents call: what each takes, and what it answers. Everything wrong is answered with a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

import maitred
from maitred.agents.places import Place, Sit
from maitred.agents.sight import answer, read_stamp
from maitred.bots.levels import LEVELS
from maitred.kernel.errors import Refused
from maitred.kernel.words import by_seat

LONGEST_WAIT: Final = 50
"""The seconds that wait_turn waits at most: less than clients wait for an answer."""
USUAL_WAIT: Final = 20
NEXT_TURN_SECONDS: Final = 1.0
"""How long act waits for the next question, which saves a call where bots answer at once."""

Handle = Annotated[str, Meta(description="the handle of your seat, from sit", max_length=40)]


class Games(Struct, forbid_unknown_fields=True):
    """Takes nothing."""


class Look(Struct, forbid_unknown_fields=True):
    """Which seat."""

    seat: Handle


class WaitTurn(Struct, forbid_unknown_fields=True):
    """Which seat, and how long."""

    seat: Handle
    seconds: Annotated[int, Meta(description="how long to wait at most", ge=0, le=LONGEST_WAIT)] = USUAL_WAIT


class Act(Struct, forbid_unknown_fields=True):
    """Which action, and as it was offered when."""

    seat: Handle
    stamp: Annotated[
        str, Meta(description="the stamp of the answer that offered the action (or the action's own)", max_length=60)
    ]
    action: Annotated[int, Meta(description="the number of a legal action", ge=-1, lt=1 << 31)]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as it is listed."""

    name: str
    title: str
    description: str
    takes: type[Struct]
    call: Callable[[Any], str]
    read_only: bool

    def schema(self) -> dict[str, Any]:
        """What it takes, as JSON Schema."""
        _, found = msgspec.json.schema_components([self.takes])
        [schema] = found.values()
        schema.pop("title", None)
        schema.pop("description", None)
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


class NotDone(Refused):
    """An action that was not carried out; the answer says why, and what can be done instead."""


class Tools:
    """The tools of one place."""

    def __init__(self, place: Place, next_turn_seconds: float = NEXT_TURN_SECONDS) -> None:
        self.place = place
        self.next_turn_seconds = next_turn_seconds
        listed = (
            Tool(
                "games",
                "List the games",
                "The games that can be played, with their numbers of players and options, and the levels of bots. "
                "The rules of each are a resource: maitred://rules/{game}.",
                Games,
                self.games,
                True,
            ),
            Tool(
                "sit",
                "Sit down",
                "Sit down at a new table with bots (give game), or at a live table (give link). The answer has the "
                "handle of your seat, which every other tool takes: keep it, it is good after restarts as well.",
                Sit,
                self.sit,
                False,
            ),
            Tool(
                "look",
                "Look at the table",
                "Everything that your seat may see now: what happened since your last move, the table, and the legal "
                "actions as pairs of number and label.",
                Look,
                self.look,
                True,
            ),
            Tool(
                "wait_turn",
                "Wait for your turn",
                "Wait until it is your move or the game is over, and look; after the time given the answer says that "
                "you are still waiting, and you call it again.",
                WaitTurn,
                self.wait_turn,
                True,
            ),
            Tool(
                "act",
                "Make a move",
                "Take one of the legal actions by its number, with the stamp it was offered with (the third item of "
                "the action if it has one, otherwise the stamp of the answer). If an answer is lost, repeat the call: "
                "it counts once. The answer shows what is asked next.",
                Act,
                self.act,
                False,
            ),
            Tool(
                "hint",
                "Ask for a hint",
                "The best actions in the opinion of a bot that knows what your seat knows, where the table allows it.",
                Look,
                self.hint,
                True,
            ),
        )
        self.listed = {tool.name: tool for tool in listed}

    def call(self, name: str, arguments: dict[str, Any] | None) -> tuple[str, bool]:
        """The answer of a tool, and whether it is a refusal."""
        tool = self.listed.get(name)
        if tool is None:
            return f"There is no tool {name[:40]!r}; the tools are: {', '.join(self.listed)}.", True
        try:
            wish = msgspec.convert(arguments or {}, tool.takes)
        except msgspec.ValidationError as problem:
            return f"These arguments of {name} cannot be used: {problem}.", True
        try:
            return tool.call(wish), False
        except Refused as refusal:
            return by_seat(str(refusal)), True

    # The tools

    def games(self, wish: Games) -> str:
        """All games in brief."""
        told = [
            {
                "game": game.id,
                "title": game.title,
                "about": game.pitch,
                "players": [game.min_players, game.max_players],
                "options": {
                    option.name: f"{option.sentence} ({option.takes()}; default {option.default})"
                    for option in game.options
                },
                "rules": f"maitred://rules/{game.id}",
            }
            for game in maitred.all_games()
        ]
        return json.dumps({"games": told, "levels": LEVELS}, ensure_ascii=False, separators=(",", ":"))

    def sit(self, wish: Sit) -> str:
        """A new seat, and what it sees once the cards are dealt or others are awaited."""
        handle = self.place.sit(wish)
        return answer(self.place.seat(handle).wait(self.next_turn_seconds), handle, True, "You have sat down.")

    def look(self, wish: Look) -> str:
        """Everything that the seat sees."""
        return answer(self.place.seat(wish.seat).look(), wish.seat, True)

    def wait_turn(self, wish: WaitTurn) -> str:
        """The same when it is the seat's move."""
        return answer(self.place.seat(wish.seat).wait(wish.seconds), wish.seat, False)

    def act(self, wish: Act) -> str:
        """A move, and what is asked next."""
        mark, stamp = read_stamp(wish.stamp)
        seat = self.place.seat(wish.seat)
        outcome = seat.act(mark, stamp, wish.action)
        sight = seat.wait(self.next_turn_seconds) if outcome.done else seat.look()
        told = answer(sight, wish.seat, False, sight.say(outcome.said))
        if not outcome.done:
            raise NotDone(told)
        return told

    def hint(self, wish: Look) -> str:
        """What a bot would do."""
        seat = self.place.seat(wish.seat)
        sight = seat.look()
        hints = [
            {
                "action": hint.action,
                "label": sight.say(hint.label),
                "chance_to_win": round(hint.chance, 3),
                "reason": sight.say(hint.reason),
            }
            for hint in seat.hints()
        ]
        told = {"hints": hints, **json.loads(answer(sight, wish.seat, False))}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))

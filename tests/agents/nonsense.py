"""Calls that make no sense, or nearly do."""

from __future__ import annotations

import random
from typing import Any

import maitred

WORDS = [
    "",
    "x",
    "seat-AAAAAAAAAAAAAAAAAAAAAA",
    "../../etc/passwd",
    "{0}",
    "\u202e\x00",
    "1.2.3",
    "0.0.0",
    "9" * 30,
    "é" * 50,
]
NUMBERS = [-(1 << 70), -2, -1, 0, 1, 3, 50, 1 << 31, 1 << 63, 1 << 80]
TOOLS = ["games", "sit", "look", "wait_turn", "act", "hint", "", "none"]
NAMES = [
    "game",
    "link",
    "name",
    "players",
    "bots",
    "open_seats",
    "options",
    "hints",
    "seat",
    "stamp",
    "action",
    "seconds",
    "z",
]


def value(chance: random.Random, answers: list[dict[str, Any]]) -> Any:
    """Anything that can stand in a call."""
    answer = chance.choice(answers) if answers else {}
    return chance.choice(
        [
            chance.choice(WORDS),
            chance.choice(NUMBERS),
            None,
            True,
            0.5,
            [],
            ["easy", 3],
            {},
            {"a": "b"},
            chance.choice(maitred.all_games()).id,
            chance.choice(["random", "easy"]),
            answer.get("seat", ""),
            answer.get("stamp", ""),
            answer["actions"][0][0] if answer.get("actions") else 0,
        ]
    )


def nonsense(chance: random.Random, answers: list[dict[str, Any]]) -> tuple[str, dict[str, Any]]:
    """A call: half of them of the right shape with something wrong in it, some right, the others anything."""
    answer = chance.choice(answers) if answers else {}
    tool = chance.choice(TOOLS)
    arguments: dict[str, Any] = {}
    if chance.random() < 0.7 and answer:
        if tool in ("look", "wait_turn", "act", "hint"):
            arguments["seat"] = answer["seat"]
        if tool == "act":
            action = chance.choice(answer["actions"] or [[0, ""]])
            arguments |= {"stamp": action[2] if len(action) > 2 else answer.get("stamp", ""), "action": action[0]}
        if tool == "wait_turn":
            arguments["seconds"] = 0
    if chance.random() < 0.5:
        for _ in range(chance.randrange(3)):
            arguments[chance.choice(NAMES)] = value(chance, answers)
    if tool == "wait_turn" and isinstance(arguments.get("seconds", 20), int):
        arguments["seconds"] = chance.choice([0, -1, 51])
    if tool == "hint" and chance.random() < 0.95:
        tool = "look"  # a hint takes as long as a hundred looks
    return tool, arguments

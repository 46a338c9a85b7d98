"""What the marketing tiles ask for, in words."""

from __future__ import annotations

from typing import Final

from maitred.games.chefs_choice.rules import CATEGORIES, COPY, NEIGHBOUR, UNDERRATED, ChefsChoiceCards, Tile

NUMBERS: Final = ["no", "one", "two", "three"]


def number(count: int) -> str:
    """A small number as a word."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def samples(count: int) -> str:
    """`a sample`, `two samples`."""
    return "a sample" if count == 1 else f"{number(count)} samples"


def tile_rule(printed: ChefsChoiceCards, tile: Tile, your: str = "your", you_may: str = "you may") -> str:
    """What a tile asks for, of one player or (`their`, `all may`) of everybody."""
    choices, portion = printed.choices[tile], printed.portion[tile]
    if printed.neighbourly[tile]:
        rule = f"{samples(portion)} of a dish on a neighbour's card"
    elif choices == 1:
        rule = f"{samples(portion)} of one dish on {your} card"
    elif choices < CATEGORIES:
        rule = f"{samples(portion)} each of {number(choices)} different dishes on {your} card"
    else:
        rule = f"{samples(portion)} of every dish on {your} card"
    then = printed.then[tile]
    if then == NEIGHBOUR:
        return f"{rule}, and then one of a dish on a neighbour's card"
    if then == UNDERRATED:
        return f"{rule}, and then {you_may} move one of {your} markers to a dish that does not lead"
    if then == COPY:
        return f"{rule}, and then {you_may} move one of {your} markers to a dish where someone else has one"
    return rule

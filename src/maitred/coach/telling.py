"""The sentences of a review. None claims more than its numbers support."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from maitred.kernel import words

TURNING: Final = 0.06
"""A change of the chance to win that makes a turning point."""
MOST_TURNING: Final = 5
NOTABLE: Final = 0.10
"""Luck that is worth a sentence of its own."""
UNBRACED: Final = str.maketrans({"{": "(", "}": ")"})


def named(text: str, names: Sequence[str], you: int | None) -> str:
    """A text with names, which cannot be taken for placeholders themselves."""
    return words.named(text, [name.translate(UNBRACED) for name in names], you)


def bare(share: float) -> str:
    """A share of the chance to win, as a number out of a hundred."""
    return f"{100 * share:.1f}".removesuffix(".0")


def points(share: float) -> str:
    """A share of the chance to win, as points out of a hundred."""
    number = bare(share)
    return f"{number} point" if number in ("1", "-1") else f"{number} points"


def verdict(luck: Mapping[str, Any], counts: Mapping[str, int]) -> list[str]:
    """What to say about the whole game, the most important first."""
    told: list[str] = []
    low, high = luck["luck"][1], luck["luck"][2]
    cost, cost_low, cost_high = luck["cost"]
    if luck["result"] < luck["fair"] and high <= -NOTABLE and cost_high < -high:
        told.append("You played better than you scored: luck took more from you than your decisions did.")
    elif luck["result"] > luck["fair"] and low >= NOTABLE and cost_low >= NOTABLE:
        told.append("You scored better than you played: luck made up for what your decisions cost.")
    decided = sum(counts.values())
    wrong = counts["mistake"]
    if decided:
        mistakes = words.counted(wrong, "mistake") if wrong else "No mistake"
        unsound = counts["inaccuracy"]
        besides = f" and {unsound} {'inaccuracy' if unsound == 1 else 'inaccuracies'}" if unsound else ""
        told.append(f"{mistakes}{besides} beyond doubt, in {words.counted(decided, 'decision')}.")
    if cost > 0:
        told.append(
            f"They cost {points(cost)} of your chance to win, one after another "
            f"({bare(cost_low)} to {bare(cost_high)})."
        )
    told.append(swing("The deal and the seat", luck["deal"]))
    told.append(swing("Cards and dice at your own moves", luck["own_moves"]))
    told.append(swing("What the others did and drew", luck["others"]))
    return told


def swing(what: str, change: float) -> str:
    """What something gave or took."""
    if abs(change) < 0.005:
        return f"{what} changed next to nothing."
    return f"{what} {'gave you' if change > 0 else 'took'} {points(abs(change))}{'' if change > 0 else ' from you'}."


def judgement(decision: Mapping[str, Any]) -> str:
    """A decision in one sentence or two."""
    loss, low, high = decision["loss"]
    best = decision["best"]
    if decision["grade"] == "best":
        return str(best["reason"])
    doubt = f"{points(loss)} of the chance to win ({bare(low)} to {bare(high)})"
    if decision["grade"] == "good":
        return f"“{best['label']}” may be better, by {doubt}: {best['reason']}"
    return f"“{best['label']}” was worth {doubt} more: {best['reason']}"

"""The section of a report about single cards: how often they come, and what each is worth by twins and by ablation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from maitred.kernel.words import counted, listed
from maitred.lab.holdings import remembered
from maitred.lab.numbers import OTHER_WAY, Part, Row, Section, corrected, points, row, settle
from maitred.lab.plan import WEAKER, WITHOUT, Plan
from maitred.lab.playing import Played
from maitred.lab.statistics import FEWEST_DEALS, benjamini_hochberg

MOST_DRAWN: Final = 10
"""So many of the best and of the worst cards are drawn; all are in the table."""
DOMINATING: Final = 0.05
"""A card that is worth so many points more than others of its kind stands out."""
DEAD: Final = 0.1
"""A card that is used in less than this part of the cases in which it came to somebody, or taken when it was seen, is
dead."""
FEW_TO_NAME: Final = 5


class GamesByTask(Protocol):
    """The games of a report."""

    def of(self, name: str) -> list[list[Played]]:
        """The games of the tasks of that name."""

    def base(self) -> dict[int, Played]:
        """By deal, the games to compare with."""


def cards_section(
    plan: Plan, studied: Sequence[Played], weaker: Sequence[Sequence[Played]], table: GamesByTask
) -> Section:
    """What each card is worth, and how often it is seen, taken and used."""
    rows = card_rows(studied, weaker[0] if weaker else [], WEAKER[plan.asked.bots])
    drawn = best_and_worst(rows)
    parts: list[Part] = []
    if rows:
        title = (
            "Worth, by twins"
            if len(drawn) == len(rows)
            else f"Worth, by twins: the {MOST_DRAWN} best and the {MOST_DRAWN} worst"
        )
        parts.append({"title": title, "rows": drawn})
        if len(drawn) < len(rows):
            parts.append({"title": "Worth, by twins: all cards", "rows": rows, "folded": True})
    parts += ablated(plan, table)
    parts.append({"title": "How often", "rows": [], "counts": how_often(plan, studied, weaker), "folded": True})
    rare = len(worths(studied)) - len(rows)
    text = (
        "What a card is worth is measured by twins: when it comes to somebody, the game is branched, and in "
        "one branch the card is swapped with a random other one of its kind from the pile (of any kind, if "
        "there is no other), so that the deck stays what it is. The difference in winning chance is its "
        "worth, compared with others of its kind. Coloured, and settled, is what differs from nothing, with no "
        "more than 5 % false ones among all that are so marked (Benjamini and Hochberg); the same holds for "
        "ablation. Never is this a “win rate when played”: who is ahead can afford more."
    )
    if weaker:
        text += (
            f" The tables also say what a card is worth to {WEAKER[plan.asked.bots]} bots, where it came often enough."
        )
    if rare:
        text += f" {counted(rare, 'card')} came too seldom to say anything."
    return {"title": "What cards are worth", "text": text, "parts": parts}


def card_rows(studied: Sequence[Played], weaker: Sequence[Played] = (), level: str = "") -> list[Row]:
    """What every card is worth that came often enough, the best first; also to weaker bots, if it came to them."""
    here, there = (
        {
            card: row(card, told, share=True, fair=0.0)
            for card, told in worths(games).items()
            if len(told) >= FEWEST_DEALS
        }
        for games in (studied, weaker)
    )
    rows = list(here.values())
    settle(rows, [(here[card], there[card]) for card in here if card in there], level, benjamini_hochberg)
    return sorted(rows, key=lambda each: -each["mean"])


def best_and_worst(rows: list[Row]) -> list[Row]:
    """Those of them that are drawn."""
    return rows if len(rows) <= 2 * MOST_DRAWN else rows[:MOST_DRAWN] + rows[-MOST_DRAWN:]


def worths(studied: Sequence[Played]) -> dict[str, list[float]]:
    """By card, what it was worth in each deal in which it was swapped."""
    values: dict[str, list[float]] = {}
    for game in studied:
        if game.studied is None:
            continue
        here: dict[str, list[float]] = {}
        for card, _, gain in game.studied.twins:
            here.setdefault(card, []).append(gain)
        for card, gains in here.items():
            values.setdefault(card, []).append(sum(gains) / len(gains))
    return values


def ablated(plan: Plan, table: GamesByTask) -> list[Part]:
    """What happens without some of the cards, over the same deals."""
    base = table.base()
    shares: list[Row] = []
    scores: list[Row] = []
    for title, card in plan.ablated.items():
        games = [game for played in table.of(WITHOUT + title) for game in played if game.deal in base]
        pairs = [(base[game.deal], game) for game in games]
        if card.deck:
            held = [(old, new, old.decks.index(card.deck)) for old, new in pairs if card.deck in old.decks]
            if held:
                gains = [old.firsts[at] - new.firsts[at] for old, new, at in held]
                shares.append(row(title, gains, share=True, fair=0.0, note=card.instead))
        elif pairs:
            less = [(sum(old.scores) - sum(new.scores)) / plan.focus for old, new in pairs]
            scores.append(row(title, less, share=False, fair=0.0, note=card.instead))
    parts: list[Part] = []
    corrected(shares + scores, benjamini_hochberg)
    if shares:
        parts.append({"title": "Lost by its deck without the card (ablation)", "rows": shares})
    if scores:
        parts.append({"title": "Points of score that the card brings a player (ablation)", "rows": scores})
    return parts


def how_often(plan: Plan, studied: Sequence[Played], weaker: Sequence[Sequence[Played]]) -> list[Mapping[str, str]]:
    """For every card in how many games it was seen, and how often it was taken, used and thrown away, by whom."""
    here = totals(studied)
    there = totals(weaker[0]) if weaker else {}
    level, other = plan.asked.bots, WEAKER[plan.asked.bots]
    kinds = remembered(plan.asked.game, plan.base().own).kinds
    taken_kinds = {path for card, numbers in here.items() if numbers[1] for path in kinds.get(card, [])}
    lines: list[Mapping[str, str]] = []
    for card, (seen, taken, used, thrown) in sorted(here.items(), key=lambda each: (-each[1][1], each[0])):
        line = {
            "card": card,
            "seen": f"{100 * seen / len(studied):.0f} %",
            f"taken by {level}": f"{taken / len(studied):.2f}",
            "used": f"{used / len(studied):.2f}",
            "thrown away": f"{thrown / len(studied):.2f}",
        }
        if there:
            line[f"taken by {other}"] = f"{there.get(card, [0] * 4)[1] / len(weaker[0]):.2f}"
        ever = any([path in taken_kinds for path in kinds.get(card, [])])
        line["remark"] = remark(len(studied), seen, taken, used, thrown) if ever else ""
        lines.append(line)
    return lines


def totals(studied: Sequence[Played]) -> dict[str, list[int]]:
    """By card the sums over all games."""
    summed: dict[str, list[int]] = {}
    for game in studied:
        if game.studied is not None:
            for card, numbers in game.studied.cards.items():
                old = summed.setdefault(card, [0] * 4)
                summed[card] = [one + more for one, more in zip(old, numbers, strict=True)]
    return summed


def remark(games: int, seen: int, taken: int, used: int, thrown: int) -> str:
    """Whether a card is dead: seen and left, or taken and never used although others are."""
    if min(games, seen) < FEWEST_DEALS:
        return ""
    if taken < DEAD * seen:
        return "hardly ever taken"
    return "hardly ever used" if used < DEAD * taken and thrown >= FEWEST_DEALS and used + thrown > taken / 2 else ""


def named(each: Row) -> str:
    """A card that stands out, with what it is worth."""
    turned = f", but with weaker bots {OTHER_WAY}" if OTHER_WAY in each["note"] else ""
    return f"“{each['label']}” ({points(each['mean'])}{turned})"


def cards_words(section: Section) -> list[str]:
    """The cards that stand out, in sentences."""
    rows = [each for part in section["parts"] if part["title"].startswith("Worth") for each in part["rows"]]
    sure = {each["label"]: each for each in rows if each["settled"]}
    words: list[str] = []
    best = [each for each in sure.values() if each["mean"] >= DOMINATING]
    if best:
        told = [named(each) for each in best[:FEW_TO_NAME]]
        words.append(f"Dominating cards, worth more than a random other one of their kind: {listed(told)}.")
    worst = [each for each in sure.values() if each["mean"] <= -DOMINATING]
    if worst:
        told = [named(each) for each in sorted(worst, key=lambda each: each["mean"])]
        words.append(
            f"Cards that nobody is glad to get, worth less than another of their kind: {listed(told[:FEW_TO_NAME])}."
        )
    if rows and not sure:
        widest = max([(each["high"] or 0) - (each["low"] or 0) for each in rows]) / 2
        words.append(
            f"No single card could be shown to be worth more or less than others (each within {points(widest)})."
        )
    lines = [line for part in section["parts"] for line in part.get("counts", [])]
    dead = [line["card"] for line in lines if line["remark"]]
    if dead:
        more = f" and {len(dead) - FEW_TO_NAME} more" if len(dead) > FEW_TO_NAME else ""
        names = ", ".join([f"“{card}”" for card in dead[:FEW_TO_NAME]]) + more
        words.append(f"Dead cards, hardly ever taken when they are seen or used when they are held: {names}.")
    return words

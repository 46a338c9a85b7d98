"""`maitred lab diff`: what a changed card file or option did, as paired differences over the same deals.

Both versions are played with the same deals and dice by the same bots. One may look at the differences as often as one
likes: their intervals allow for that, so that the comparison stops by itself when everything is settled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.words import counted, listed
from maitred.lab.numbers import Findings, Part, Row, Section, as_row, between, points, row
from maitred.lab.playing import Played, Setting, set_up
from maitred.lab.report import NUMBERS, place
from maitred.lab.statistics import Tally, anytime, deals_needed, ever_excluded
from maitred.lab.work import CHUNK_DEALS, Rounds, Task

SHARED: Final = "Shared first place"


class Version(NamedTuple):
    """One side of a comparison."""

    cards: Any
    options: Mapping[str, object]


class Comparison(NamedTuple):
    """What is compared, and when it is settled."""

    game: Game
    old: Setting
    new: Setting
    margin: float
    """A difference that is smaller than this is none."""


def set_comparison(
    game: Game, players: int, old: Version, new: Version, levels: tuple[str, ...], seed: int, margin: float
) -> Comparison:
    """A checked comparison, or a refusal."""
    if not 0 < margin < 1:
        raise BadSetup("The margin is a number of points between 0 and 100.")
    before, after = (set_up(game, players, version.options, version.cards, levels, seed) for version in (old, new))
    if before == after:
        raise BadSetup("Both sides are the same: there is nothing to compare.")
    return Comparison(game, before, after, margin)


def tasks_of(comparison: Comparison) -> list[Task]:
    """What has to be played."""
    return [Task("old", comparison.old, CHUNK_DEALS, True), Task("new", comparison.new, CHUNK_DEALS, True)]


class Headline(NamedTuple):
    """A share of which the difference is wanted: its name, and its value in one game."""

    name: str
    before: list[float]
    after: list[float]


def headlines(comparison: Comparison, old: Sequence[Played], new: Sequence[Played]) -> list[Headline]:
    """The shares that a comparison is about: first places by seat and by deck, and shared ones."""
    told = [
        Headline(place(comparison.game, seat), [game.firsts[seat] for game in old], [game.firsts[seat] for game in new])
        for seat in range(comparison.old.players)
    ]
    decks = sorted({deck for game in old for deck in game.decks} & {deck for game in new for deck in game.decks})
    for deck in decks:
        pairs = [(one, other) for one, other in zip(old, new, strict=True) if one.decks == other.decks]
        held = [(one, other, one.decks.index(deck)) for one, other in pairs if deck in one.decks]
        told.append(
            Headline(deck, [one.firsts[at] for one, _, at in held], [other.firsts[at] for _, other, at in held])
        )
    shared = [[float(max(game.firsts) < 1) for game in games] for games in (old, new)]
    told.append(Headline(SHARED, shared[0], shared[1]))
    return told


def differences(headline: Headline) -> Tally:
    """The paired differences, new less old."""
    tally = Tally(-1.0, 1.0)
    tally.add([after - before for before, after in zip(headline.before, headline.after, strict=True)])
    return tally


def is_settled(comparison: Comparison, rows: Rounds) -> bool:
    """Whether every difference is either shown, or shown to be smaller than the margin."""
    margin = comparison.margin
    tallies = [differences(headline) for headline in headlines(comparison, rows[0], rows[1])]
    return all(
        [
            ever_excluded(tally, 0.0) or (ever_excluded(tally, -margin) and ever_excluded(tally, margin))
            for tally in tallies
        ]
    )


def compare(comparison: Comparison, rounds: int, rows: Rounds, repeat: str) -> Findings:
    """What the comparison came to."""
    old, new = rows
    told = headlines(comparison, old, new)
    changes: list[Row] = []
    open_ones: list[tuple[str, int]] = []
    for headline in told:
        tally = differences(headline)
        interval = anytime(tally)
        note = "differs" if interval.excludes(0.0) else ""
        if interval.within(-comparison.margin, comparison.margin):
            note = note or f"less than {points(comparison.margin)}"
        if not note:
            open_ones.append((headline.name, deals_needed(tally.deviation(), comparison.margin)))
        changes.append(as_row(headline.name, interval, share=True, fair=0.0, note=note or "not settled"))
    before = [row(headline.name, headline.before, share=True) for headline in told]
    after = [row(headline.name, headline.after, share=True) for headline in told]
    lengths = [float(other.decisions - one.decisions) for one, other in zip(old, new, strict=True)]
    same = sum(
        [one.scores == other.scores and one.decisions == other.decisions for one, other in zip(old, new, strict=True)]
    )
    parts: list[Part] = [
        {"title": "New less old", "rows": changes},
        {"title": "Old", "rows": before},
        {"title": "New", "rows": after},
    ]
    shares: Section = {
        "title": "Who wins",
        "text": (
            "Differences of shares of first places over the same deals. Their intervals hold however often one looks; "
            "those of the two sides below are of fixed size."
        ),
        "parts": parts,
    }
    length: Section = {
        "title": "How long it takes",
        "text": "How many decisions more a game has, over the same deals.",
        "parts": [{"title": "New less old", "rows": [row("Decisions in a game", lengths, share=False, fair=0.0)]}],
    }
    return {
        "title": f"{comparison.game.title}: what the change did",
        "facts": {
            "players": str(comparison.old.players),
            "bots": ", ".join(comparison.old.levels),
            "deals": f"{len(old)}, each played by both sides; {same} came out the same",
            "the same again": f"{repeat} --games {rounds * CHUNK_DEALS}",
        },
        "words": in_words(comparison, changes, open_ones, len(old)),
        "sections": [shares, length],
    }


def in_words(
    comparison: Comparison, rows: Sequence[Row], open_ones: Sequence[tuple[str, int]], deals: int
) -> list[str]:
    """The comparison in sentences."""
    words: list[str] = []
    table = f"{NUMBERS[comparison.old.players]}-player games"
    for each in rows:
        if each["note"] == "differs":
            more = "more" if each["mean"] > 0 else "less"
            words.append(
                f"{each['label']}: {points(each['mean'])} {more} of {table} than before ({between(each)} points)."
            )
    small = [each["label"] for each in rows if each["note"].startswith("less than")]
    if small:
        words.append(f"Changed by less than {points(comparison.margin)}: {listed(small)}.")
    if open_ones:
        most = max([needed for _, needed in open_ones])
        names = listed([name for name, _ in open_ones])
        words.append(
            f"Not settled after {counted(deals, 'deal')}: {names}. "
            f"To tell whether it changed by {points(comparison.margin)}, about {most:,} deals are needed."
        )
    return words

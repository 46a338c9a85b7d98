"""`maitred lab diff`: what a changed card file or option did, as paired differences over the same deals.

Both versions are played with the same deals and dice by the same bots. One may look at the differences as often as one
likes: their intervals allow for that, so that the comparison stops by itself when everything is settled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.words import listed
from maitred.lab.course import DECISIONS, MEASURES
from maitred.lab.numbers import (
    NUMBERS,
    OTHER_WAY,
    Findings,
    Part,
    Row,
    Section,
    as_row,
    at_both_strengths,
    between,
    in_order,
    place,
    points,
    row,
    told,
    unit,
)
from maitred.lab.plan import WEAKER, at_level
from maitred.lab.players import never_saw
from maitred.lab.playing import GLANCED_AT, PLAIN, WATCH_EVERY, Played, Setting, set_up
from maitred.lab.statistics import CONFIDENCE, Tally, anytime, anytime_unbounded, deals_needed, ever_excluded
from maitred.lab.work import CHUNK_DEALS, Rounds, Task

SHARED: Final = "Shared first place"
WEAKER_EVERY: Final = 4
"""In one round of so many, weaker bots play too."""


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
    about: str = ""
    """The one share that is asked about; empty: all of them."""


def set_comparison(
    game: Game,
    players: int,
    old: Version,
    new: Version,
    levels: tuple[str, ...],
    seed: int,
    margin: float,
    about: str = "",
) -> Comparison:
    """A checked comparison, or a refusal."""
    if not 0 < margin < 1:
        raise BadSetup("The margin is a number of points between 0 and 100.")
    before, after = (set_up(game, players, version.options, version.cards, levels, seed) for version in (old, new))
    if before == after:
        raise BadSetup("Both sides are the same: there is nothing to compare.")
    known = [*seats_of(game, before, after), *decks_in(game, before, after), SHARED]
    named = next((name for name in known if name.casefold() == about.casefold()), "")
    if about and not named:
        raise BadSetup(f"There is no share called {about!r} here; there are: {', '.join(known)}.")
    return Comparison(game, before, after, margin, named)


def seats_of(game: Game, old: Setting, new: Setting) -> list[str]:
    """How seats are called, where they mean the same on both sides."""
    options = old.options if in_order(game, new.options) else new.options
    return [place(game, options, seat) for seat in range(old.players)]


def decks_in(game: Game, *settings: Setting) -> list[str]:
    """The decks that both sides have, where each seat has one of its own."""
    both = [[deck.id for deck in getattr(game.read_cards(setting.own), "decks", [])] for setting in settings]
    return [deck for deck in both[0] if deck in both[1]]


def tasks_of(comparison: Comparison) -> list[Task]:
    """What has to be played: the new side beside the old one, as far as it is another game. Weaker bots play a part of
    them too."""
    tasks = [
        Task("old", comparison.old, CHUNK_DEALS, GLANCED_AT),
        Task("new", comparison.new, CHUNK_DEALS, GLANCED_AT, beside=0),
    ]
    weaker = weaker_than(comparison)
    if weaker:
        old, new = (at_level(setting, weaker) for setting in (comparison.old, comparison.new))
        tasks += [
            Task(f"old, {weaker}", old, CHUNK_DEALS, PLAIN, WEAKER_EVERY),
            Task(f"new, {weaker}", new, CHUNK_DEALS, PLAIN, WEAKER_EVERY, beside=2),
        ]
    return tasks


def weaker_than(comparison: Comparison) -> str:
    """The level of bots that is asked too, if all seats have one level and there is a weaker one."""
    levels = set(comparison.old.levels)
    return WEAKER.get(levels.pop(), "") if len(levels) == 1 else ""


class Headline(NamedTuple):
    """A share of which the difference is wanted: its name, and its value in one game."""

    name: str
    before: list[float]
    after: list[float]


def headlines(comparison: Comparison, old: Sequence[Played], new: Sequence[Played]) -> list[Headline]:
    """The shares that a comparison is about: first places by seat and by deck, and shared ones."""
    told = [
        Headline(seat, [game.firsts[at] for game in old], [game.firsts[at] for game in new])
        for at, seat in enumerate(seats_of(comparison.game, comparison.old, comparison.new))
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


EVERY_GAME: Final[tuple[tuple[str, Callable[[Played], float]], ...]] = (
    (DECISIONS, lambda game: float(game.decisions)),
    ("Score of a player", lambda game: sum(game.scores) / len(game.scores)),
    ("Lead of the highest score", lambda game: float(max(game.scores) - sorted(game.scores)[-2])),
)
"""What every game has, besides a winner."""


def course(old: Sequence[Played], new: Sequence[Played]) -> list[Row]:
    """How games go, as differences that hold together however often one looks."""
    pairs = list(zip(old, new, strict=True))
    watched = [
        (one, one.watched, other, other.watched)
        for one, other in pairs
        if one.watched is not None and other.watched is not None
    ]
    alone = [pair for pair in watched if max(pair[0].firsts) == max(pair[2].firsts) == 1]
    sure = 1 - (1 - CONFIDENCE) / (len(EVERY_GAME) + len(MEASURES))
    rows: list[Row] = []
    for label, value in EVERY_GAME:
        interval = anytime_unbounded([value(other) - value(one) for one, other in pairs], sure)
        rows.append(as_row(label, interval, share=False, fair=0.0))
    for each in MEASURES:
        changes = [
            each.value(other, seen_there) - each.value(one, seen)
            for one, seen, other, seen_there in (alone if each.of_the_winner else watched)
        ]
        if changes:
            interval = anytime_unbounded(changes, sure)
            rows.append(as_row(each.label, interval, share=each.share, fair=0.0, note=each.note))
    return rows


def differences(headline: Headline) -> Tally:
    """The paired differences, new less old."""
    tally = Tally(-1.0, 1.0)
    tally.add([after - before for before, after in zip(headline.before, headline.after, strict=True)])
    return tally


def confidence(comparison: Comparison, told: Sequence[Headline]) -> float:
    """How sure each interval is, so that all that are asked about hold together in 95 of 100 comparisons."""
    alike = 1 if comparison.old.players == 2 else 0  # what one of two seats wins more, the other wins less
    return CONFIDENCE if comparison.about else 1 - (1 - CONFIDENCE) / (len(told) - alike)


def asked_about(comparison: Comparison, told: Sequence[Headline]) -> list[Headline]:
    """The shares that the comparison is about."""
    return [headline for headline in told if not comparison.about or headline.name == comparison.about]


def is_settled(comparison: Comparison, rows: Rounds) -> bool:
    """Whether every difference is either shown, or shown to be smaller than the margin."""
    margin = comparison.margin
    told = headlines(comparison, rows[0], rows[1])
    sure = confidence(comparison, told)
    tallies = [differences(headline) for headline in asked_about(comparison, told)]
    return all(
        [
            ever_excluded(tally, 0.0, sure)
            or (ever_excluded(tally, -margin, sure) and ever_excluded(tally, margin, sure))
            for tally in tallies
        ]
    )


def compare(comparison: Comparison, rounds: int, rows: Rounds, repeat: str) -> Findings:
    """The findings of the comparison."""
    old, new = rows[:2]
    told = headlines(comparison, old, new)
    others = {each.name: each for each in headlines(comparison, *rows[2:])} if len(rows) > 2 else {}
    changes: list[Row] = []
    open_ones: list[tuple[str, int]] = []
    asked = asked_about(comparison, told)
    together = confidence(comparison._replace(about=""), told)
    for headline in told:
        if not headline.before:
            continue
        tally = differences(headline)
        sure = confidence(comparison, told) if headline in asked else together
        interval = anytime(tally, sure)
        note = "differs" if interval.excludes(0.0) else ""
        if interval.within(-comparison.margin, comparison.margin):
            note = note or f"less than {points(comparison.margin)}"
        if not note and headline in asked:
            open_ones.append((headline.name, deals_needed(tally.deviation(), comparison.margin, sure)))
        change = as_row(headline.name, interval, share=True, fair=0.0, note=note or "not settled")
        if headline.name in others and others[headline.name].before:
            other = anytime(differences(others[headline.name]), sure)
            change = at_both_strengths(
                change, as_row(headline.name, other, share=True, fair=0.0), weaker_than(comparison)
            )
        changes.append(change)
    before = [row(headline.name, headline.before, share=True) for headline in told]
    after = [row(headline.name, headline.after, share=True) for headline in told]
    pairs = list(zip(old, new, strict=True))
    going = course(old, new)
    levels = comparison.old.levels
    same = sum([one.scores == other.scores and one.decisions == other.decisions for one, other in pairs])
    parts: list[Part] = [
        {"title": "New less old", "rows": changes},
        {"title": "Old", "rows": before},
        {"title": "New", "rows": after},
    ]
    shares: Section = {
        "title": "Who wins",
        "text": (
            "Differences of shares of first places over the same deals. Their intervals hold however often one looks, "
            "and all of them together; those of the two sides below are of fixed size."
            + (f" The table also says what {weaker_than(comparison)} bots make of it." if others else "")
        ),
        "parts": parts,
    }
    length: Section = {
        "title": "How it goes",
        "text": (
            "What else differs, over the same deals. All but decisions and scores is looked at in one deal of "
            f"{WATCH_EVERY[GLANCED_AT]}, and what is about the winner where both games have only one. These intervals, "
            "too, hold however often one looks, and all of them together."
        ),
        "parts": [
            {"title": "New less old", "rows": [each for each in going if not each["share"]], "tabled": True},
            {"title": "New less old, in points", "rows": [each for each in going if each["share"]]},
        ],
    }
    return {
        "title": f"{comparison.game.title}: what the change did",
        "facts": {
            "players": str(comparison.old.players),
            "bots": ", ".join(levels if len(set(levels)) > 1 else levels[:1])
            + (f", and for comparison {weaker_than(comparison)}" if others else ""),
            "deals": f"{len(old)}, each played by both sides; {same} came out the same",
            "the same again": f"{repeat} --games {rounds * CHUNK_DEALS}",
        },
        "words": in_words(comparison, changes, going, open_ones, len(old)),
        "sections": [shares, length],
    }


def in_words(
    comparison: Comparison,
    rows: Sequence[Row],
    course: Sequence[Row],
    open_ones: Sequence[tuple[str, int]],
    deals: int,
) -> list[str]:
    """The comparison in sentences."""
    words: list[str] = []
    table = f"{NUMBERS[comparison.old.players]}-player games"
    for each in rows:
        if each["note"].startswith("differs"):
            more = "more" if each["mean"] > 0 else "less"
            turned = OTHER_WAY if OTHER_WAY in each["note"] else ""
            but = f"; with {weaker_than(comparison)} bots it is {turned}" if turned else ""
            words.append(
                f"{each['label']}: {points(each['mean'])} {more} of {table} than before ({between(each)} points){but}."
            )
    for each in course:
        if each["settled"]:
            more = "more" if each["mean"] > 0 else "less"
            digits = 1 if each["share"] or abs(each["mean"]) >= 1 else 2
            bounds = " to ".join([told(each, each[end] or 0.0, digits) for end in ("low", "high")])
            much = points(each["mean"]) if each["share"] else f"{abs(each['mean']):.{digits}f}"
            words.append(f"{each['label']}: {much} {more} than before ({bounds}{unit(each)}).")
    small = [each["label"] for each in rows if each["note"].startswith("less than")]
    if small:
        words.append(f"Changed by less than {points(comparison.margin)}: {listed(small)}.")
    if open_ones:
        most = max([needed for _, needed in open_ones])
        names = listed([name for name, _ in open_ones])
        words.append(
            f"Not settled after {deals:,} deals: {names}. "
            f"To tell whether it changed by {points(comparison.margin)}, about {most:,} deals are needed."
        )
    return words + never_saw(comparison.old.levels, comparison.old.own, comparison.new.own)

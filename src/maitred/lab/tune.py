"""`maitred lab tune`: which numbers of a deck to change so that it comes nearer to what its designer aims at.

Candidates come from Bayesian optimisation (Optuna's tree-structured Parzen estimator) and are played in rungs: all on a
few deals, the better half on more, and so on (successive halving), always the same deals as the deck as it is. The best
one is then played on fresh deals, which had no part in choosing it: it is proposed only if it is nearer to the aims
there beyond doubt.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from maitred.kernel.cardfile import TomlTable
from maitred.kernel.errors import BadSetup
from maitred.kernel.words import counted, listed
from maitred.lab.aims import SHARED, Aim, Varied, seat_names
from maitred.lab.course import minutes, rounds
from maitred.lab.decks import Number, accepted, changed
from maitred.lab.keeping import GO_ON, Journal, played_from
from maitred.lab.numbers import Findings, Section
from maitred.lab.plan import WEAKER, at_level
from maitred.lab.players import never_saw
from maitred.lab.playing import PLAIN, WATCHED, Played, Setting
from maitred.lab.statistics import CONFIDENCE, Floats
from maitred.lab.work import CHUNK_DEALS, Limit, Task, Workers, play_rounds

RUNGS: Final = (2, 4, 8)
"""After so many chunks of deals the worse half of the candidates is left behind."""
BATCH: Final = 8
"""Candidates that are played together, before the next ones are drawn."""
FRESH: Final = 1 << 34
"""Deals that had no part in choosing a candidate."""
WEAKER_FRESH: Final = 1 << 35
"""The same for weaker bots, who are asked what they make of the best one."""
RESAMPLES: Final = 2000


class Tuning(NamedTuple):
    """What is tuned, and toward what."""

    base: Setting
    tables: Mapping[str, Any]
    varied: list[Varied]
    aims: list[Aim]
    read: Callable[[Mapping[str, Any]], Mapping[str, Any] | None]
    """What a changed deck is called in a setting, or None if it cannot be played."""
    names: dict[str, int]
    """By name the seats whose share can be aimed at."""


class Candidate(NamedTuple):
    """Other values for the numbers that are varied, and how far that is from each aim."""

    values: tuple[int, ...]
    misses: tuple[float, ...]
    deals: int

    def total(self) -> float:
        """How far it is off, all aims together."""
        return sum(self.misses)


class Tuned(NamedTuple):
    """The result of a search."""

    old: Candidate
    candidates: list[Candidate]
    best: Candidate | None
    """The candidate that was confirmed on fresh deals, if any."""
    gain: tuple[float, float, float]
    """How much nearer the best is on fresh deals, with its interval."""
    fresh: tuple[list[float], list[float]]
    """What every aim comes to on fresh deals: as the deck is, and with the best."""
    deals: int
    weaker: tuple[float, float, float] | None = None
    """The gain when weaker bots play, if there are any."""
    finished: bool = True
    """False if it was interrupted."""


def set_tuning(game: Any, base: Setting, tables: Mapping[str, Any], varied: list[Varied], aims: list[Aim]) -> Tuning:
    """What is tuned, ready to be played."""

    def read(other: Mapping[str, Any]) -> Mapping[str, Any] | None:
        cards = accepted(game, other)
        return None if cards is None else cards.own or {}

    names = {name: seat for seat, name in enumerate(seat_names(game, base.players, base.options))}
    return Tuning(base, tables, varied, aims, read, names)


def with_values(tuning: Tuning, values: Sequence[int]) -> TomlTable:
    """The deck with other values."""
    tables: Mapping[str, Any] = tuning.tables
    for varied, value in zip(tuning.varied, values, strict=True):
        if value != varied.number.value:
            tables = changed(tables, varied.number.path, value)
    return dict(tables)


# Measuring


def measure(name: str, seats: Mapping[str, int]) -> Callable[[Played], float | None]:
    """What an aim is about, in one game; None where it does not apply."""
    if name in seats:
        return lambda game: 100 * game.firsts[seats[name]]
    if name == SHARED:
        return lambda game: 100 * float(max(game.firsts) < 1)
    if name == "decisions":
        return lambda game: float(game.decisions)
    if name == "score":
        return lambda game: sum(game.scores) / len(game.scores)
    if name == "lead":
        return lambda game: float(max(game.scores) - sorted(game.scores)[-2])
    if name == "rounds":
        return lambda game: None if game.watched is None else rounds(game, game.watched)
    if name == "minutes":
        return lambda game: None if game.watched is None else minutes(game, game.watched)
    return lambda game: 100 * game.firsts[game.decks.index(name)] if name in game.decks else None


def observed(tuning: Tuning, games: Sequence[Played]) -> Floats:
    """By game and aim, what is aimed at; not a number where it does not apply."""
    columns = [measure(aim.name, tuning.names) for aim in tuning.aims]
    rows = [[np.nan if (value := column(game)) is None else value for column in columns] for game in games]
    return np.array(rows, dtype=np.float64)


def misses(tuning: Tuning, values: Floats) -> list[float]:
    """How far the means are from the aims."""
    means = np.nanmean(values, axis=0)
    return [aim.miss(float(mean)) for aim, mean in zip(tuning.aims, means, strict=True)]


Key = tuple[tuple[int, ...], int]
"""The values of a candidate, and the first of its deals."""


class Evaluator:
    """Plays candidates on the same deals, and remembers what it played."""

    def __init__(self, tuning: Tuning, workers: Workers, told: Callable[[int], None], journal: Journal | None) -> None:
        self.tuning = tuning
        self.workers = workers
        self.told = told
        self.journal = journal
        watched = any([aim.name in ("rounds", "minutes") for aim in tuning.aims])
        self.how = WATCHED if watched else PLAIN
        self.games: dict[Key, list[Played]] = {}
        self.before: dict[Key, list[Played]] = {}
        """What an interrupted search had played; it counts only when this one comes to it."""
        for values, first_deal, games in journal.lines() if journal is not None else []:
            self.before.setdefault((tuple(values), first_deal), []).extend([played_from(each) for each in games])

    def play(self, candidates: Sequence[tuple[int, ...]], chunks: int, first_deal: int = 0) -> None:
        """Play every candidate until it has so many chunks of deals."""
        for values in candidates:
            key = (values, first_deal)
            there = max(self.games.get(key, []), self.before.get(key, []), key=len)
            self.games[key] = there[: chunks * CHUNK_DEALS]
        wanted = [values for values in candidates if len(self.of(values, first_deal)) < chunks * CHUNK_DEALS]
        if not wanted:
            return
        begin = min([len(self.of(values, first_deal)) // CHUNK_DEALS for values in wanted])
        tasks = [Task("", self.setting(values, first_deal), CHUNK_DEALS, self.how) for values in wanted]

        def progress(done: int, rows: list[list[Played]]) -> bool:
            self.told(len(wanted) * CHUNK_DEALS)
            if self.journal is not None:
                for values, games in zip(wanted, rows, strict=True):
                    if len(games) > len(self.of(values, first_deal)):
                        self.journal.append([values, first_deal, games[-CHUNK_DEALS:]])
            return False

        before = [self.of(values, first_deal)[: begin * CHUNK_DEALS] for values in wanted]
        done, rows = play_rounds(tasks, Limit(chunks, None), self.workers, progress, begin, before)
        for values, games in zip(wanted, rows, strict=True):
            self.games[values, first_deal] = games
        if done < chunks:
            raise KeyboardInterrupt

    def setting(self, values: tuple[int, ...], first_deal: int) -> Setting:
        """The setting of a candidate."""
        tuning = self.tuning
        own = tuning.read(with_values(tuning, values))
        assert own is not None
        setting = tuning.base._replace(own=own or None, seed=tuning.base.seed + first_deal)
        return at_level(setting, weaker_than(tuning)) if first_deal == WEAKER_FRESH else setting

    def of(self, values: tuple[int, ...], first_deal: int = 0) -> list[Played]:
        """The games of a candidate so far."""
        return self.games.get((values, first_deal), [])

    def candidate(self, values: tuple[int, ...]) -> Candidate:
        """A candidate as it stands."""
        games = self.of(values)
        return Candidate(values, tuple(misses(self.tuning, observed(self.tuning, games))), len(games))


# Searching


def tune(
    tuning: Tuning,
    trials: int,
    confirm: int,
    workers: Workers,
    told: Callable[[int], None] = lambda deals: None,
    journal: Journal | None = None,
) -> Tuned:
    """Search for better values, and confirm the best on `confirm` fresh deals. Ctrl-C ends it without a proposal.

    What is played is added to the journal, and what stands there is not played again: candidates depend on nothing but
    the games before them, so that a search that goes on comes to what it would have come to.
    """
    evaluator = Evaluator(tuning, workers, told, journal)
    now = tuple(varied.number.value for varied in tuning.varied)
    evaluator.play([now], RUNGS[-1])
    old = evaluator.candidate(now)
    candidates: list[Candidate] = []
    nothing = (0.0, 0.0, 0.0)
    if old.total() == 0:
        return Tuned(old, candidates, None, nothing, ([], []), 0)
    try:
        candidates = search(tuning, evaluator, trials, now)
        better = [candidate for candidate in candidates if candidate.total() < old.total()]
        best = min(better, key=lambda each: (each.total(), changes_of(tuning, each.values)), default=None)
        if best is None:
            return Tuned(old, candidates, None, nothing, ([], []), 0)
        chunks = -(-confirm // CHUNK_DEALS)
        evaluator.play([now, best.values], chunks, FRESH)
        before, after = (observed(tuning, evaluator.of(values, FRESH)) for values in (now, best.values))
        gain = confirmed_gain(tuning, before, after)
        weaker = None
        if gain[1] > 0 and weaker_than(tuning):
            evaluator.play([now, best.values], chunks, WEAKER_FRESH)
            weaker = confirmed_gain(
                tuning, *(observed(tuning, evaluator.of(values, WEAKER_FRESH)) for values in (now, best.values))
            )
    except KeyboardInterrupt:
        return Tuned(old, candidates, None, nothing, ([], []), 0, finished=False)
    means = (
        [float(value) for value in np.nanmean(before, axis=0)],
        [float(value) for value in np.nanmean(after, axis=0)],
    )
    return Tuned(old, candidates, best if gain[1] > 0 else None, gain, means, chunks * CHUNK_DEALS, weaker)


def weaker_than(tuning: Tuning) -> str:
    """The level of bots that is asked too; empty if there is none."""
    return WEAKER.get(tuning.base.levels[0], "")


def search(tuning: Tuning, evaluator: Evaluator, trials: int, now: tuple[int, ...]) -> list[Candidate]:
    """The candidates that were played, each as far as it got."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    seed = (tuning.base.seed ^ tuning.base.seed >> 32) & 0xFFFFFFFF
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        sampler = optuna.samplers.TPESampler(seed=seed, n_startup_trials=BATCH, multivariate=True)
    study = optuna.create_study(sampler=sampler)
    seen: dict[tuple[int, ...], Candidate] = {}
    asked = 0
    while asked < trials:
        batch: list[tuple[Any, tuple[int, ...]]] = []
        for _ in range(min(BATCH, trials - asked)):
            trial = study.ask()
            asked += 1
            values = tuple(
                trial.suggest_int(str(at), varied.low, varied.high) for at, varied in enumerate(tuning.varied)
            )
            if tuning.read(with_values(tuning, values)) is None:
                study.tell(trial, state=optuna.trial.TrialState.FAIL)
            else:
                batch.append((trial, values))
        alive = sorted({values for _, values in batch if values != now and values not in seen})
        for rung in RUNGS:
            evaluator.play(alive, rung)
            ranked = sorted(alive, key=lambda values: evaluator.candidate(values).total())
            seen.update({values: evaluator.candidate(values) for values in alive})
            alive = ranked[: max(1, len(ranked) // 2)]
        for trial, values in batch:
            study.tell(trial, (seen[values] if values in seen else evaluator.candidate(now)).total())
    return sorted(seen.values(), key=lambda each: each.total())


def expected_deals(trials: int, confirm: int) -> int:
    """About how many games a search takes at most, for the progress bar."""
    chunks = RUNGS[-1] + trials * (RUNGS[0] + (RUNGS[1] - RUNGS[0]) / 2 + (RUNGS[2] - RUNGS[1]) / 4)
    return round(chunks * CHUNK_DEALS) + 4 * confirm


def changes_of(tuning: Tuning, values: Sequence[int]) -> int:
    """How many numbers a candidate changes."""
    return sum([value != varied.number.value for varied, value in zip(tuning.varied, values, strict=True)])


def confirmed_gain(tuning: Tuning, before: Floats, after: Floats) -> tuple[float, float, float]:
    """How much nearer the aims are, with an interval by resampling deals (the same ones of both sides)."""
    generator = np.random.default_rng(tuning.base.seed)
    deals = len(before)
    gain = sum(misses(tuning, before)) - sum(misses(tuning, after))
    drawn = []
    for _ in range(RESAMPLES):
        at = generator.integers(0, deals, deals)
        drawn.append(sum(misses(tuning, before[at])) - sum(misses(tuning, after[at])))
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return gain, float(low), float(high)


def front(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates that no other one beats in every aim."""
    return [
        each
        for each in candidates
        if not any(
            [
                all([mine >= theirs for mine, theirs in zip(each.misses, other.misses, strict=True)])
                and other.misses != each.misses
                for other in candidates
            ]
        )
    ]


# What is written


def told_changes(tuning: Tuning, values: Sequence[int]) -> list[str]:
    """What a candidate changes, in words."""
    return [
        f"{varied.number.title()} {varied.number.value} → {value}"
        for varied, value in zip(tuning.varied, values, strict=True)
        if value != varied.number.value
    ]


def findings(tuning: Tuning, tuned: Tuned, title: str, repeat: str) -> Findings:
    """The search as a report."""
    sections: list[Section] = []
    if tuned.fresh[0]:
        rows = [
            {
                "aim": aim.text(),
                "as it is": f"{before:.1f}",
                "best candidate": f"{after:.1f}",
                "off by": f"{aim.miss(before):.1f} → {aim.miss(after):.1f}",
            }
            for aim, before, after in zip(tuning.aims, *tuned.fresh, strict=True)
        ]
        sections.append(
            {
                "title": "On fresh deals",
                "text": f"The best candidate and the deck as it is, on {tuned.deals:,} deals of their own.",
                "parts": [{"title": "Aims", "rows": [], "counts": rows}],
            }
        )
    shown = front([tuned.old, *tuned.candidates])
    lines = [
        {
            "changes": listed(told_changes(tuning, each.values)) or "as it is",
            **{aim.text(): f"{miss:.1f}" for aim, miss in zip(tuning.aims, each.misses, strict=True)},
            "together": f"{each.total():.1f}",
            "deals": str(each.deals),
        }
        for each in sorted(shown, key=lambda each: each.total())
    ]
    sections.append(
        {
            "title": "The front between aims",
            "text": (
                "Candidates of which no other one is nearer to every aim: what one aim costs in the others. How far "
                "each is off, shares in points and other numbers in per cent of the bound, on the deals of the "
                "search; those that look best there owe a part of that to luck."
            ),
            "parts": [{"title": "Off by", "rows": [], "counts": lines}],
        }
    )
    return {
        "title": f"{title}: a search for better numbers",
        "facts": {
            "players": str(tuning.base.players),
            "bots": ", ".join(tuning.base.levels),
            "varied": listed([f"{each.number.title()} ({each.low} to {each.high})" for each in tuning.varied]),
            "aims": listed([aim.text() for aim in tuning.aims]),
            "candidates": str(len(tuned.candidates)),
            "the same again": repeat,
        },
        "words": in_words(tuning, tuned) + never_saw(tuning.base.levels, True),
        "sections": sections,
    }


def in_words(tuning: Tuning, tuned: Tuned) -> list[str]:
    """What came of the search, in sentences."""
    if tuned.old.total() == 0:
        return ["The deck is within all aims as it is: nothing is proposed."]
    off = f"As it is, the deck is off by {tuned.old.total():.1f} (shares in points, other numbers in per cent)."
    gain, low, high = tuned.gain
    if not tuned.finished:
        return [off, f"The search was interrupted, so nothing is proposed yet: {GO_ON}."]
    if tuned.best is None and not tuned.fresh[0]:
        return [off, f"None of {counted(len(tuned.candidates), 'candidate')} came nearer: nothing is proposed."]
    if tuned.best is None:
        return [
            off,
            f"The best of {counted(len(tuned.candidates), 'candidate')} could not be confirmed: on "
            f"{tuned.deals:,} fresh deals it is {gain:.1f} nearer ({low:.1f} to {high:.1f}). Nothing is proposed.",
        ]
    return [
        off,
        f"Proposed: {listed(told_changes(tuning, tuned.best.values))}.",
        f"On {tuned.deals:,} fresh deals that is {gain:.1f} nearer to the aims ({low:.1f} to {high:.1f}).",
        *([as_weaker_bots_play_it(weaker_than(tuning), tuned.weaker)] if tuned.weaker is not None else []),
    ]


def as_weaker_bots_play_it(level: str, gain: tuple[float, float, float]) -> str:
    """Whether the proposal is one for weaker bots too."""
    mean, low, high = gain
    if low > 0:
        return f"As {level} bots play it, too, it is nearer: {mean:.1f} ({low:.1f} to {high:.1f})."
    if high < 0:
        return (
            f"But as {level} bots play it, it is further off: {-mean:.1f} ({-high:.1f} to {-low:.1f}). It may suit "
            "these bots rather than the game."
        )
    return f"As {level} bots play it, that could not be shown: {mean:+.1f} ({low:+.1f} to {high:+.1f})."


def changed_text(text: str, changes: Sequence[tuple[Number, int]], parse: Callable[[str], TomlTable]) -> str:
    """The text of a deck file with other numbers, everything else as its author wrote it."""
    wanted: Mapping[str, Any] = parse(text)
    lines = text.split("\n")
    for number, value in changes:
        wanted = changed(wanted, number.path, value)
        for at in places_of(lines, number):
            tried = lines[:]
            pattern = rf"(?<![\w-])({re.escape(number.key)}\s*=\s*?)(\s?)-?\d+"
            tried[at] = re.sub(pattern, partial(aligned, value), tried[at], count=1)
            if tried[at] != lines[at] and parse("\n".join(tried)) == wanted:
                lines = tried
                break
        else:
            raise BadSetup(f"{number.title()} cannot be found in the text of the deck file, so it is not written.")
    return "\n".join(lines)


def aligned(value: int, found: re.Match[str]) -> str:
    """The new number where the old one stood; it may take the place of one blank."""
    old = len(found[0]) - len(found[1])
    return f"{found[1]}{value:>{old}}"


def places_of(lines: Sequence[str], number: Number) -> list[int]:
    """The lines in which a number may stand: those with its key, the ones with its card first."""
    fitting = [at for at, line in enumerate(lines) if re.search(rf"(?<![\w-]){re.escape(number.key)}\s*=", line)]
    return sorted(fitting, key=lambda at: number.card not in lines[at])


def as_comment(tuning: Tuning, tuned: Tuned, repeat: str) -> str:
    """What the proposed file says of itself at its beginning."""
    told = ["Proposed by a search, not by the author of the deck.", *in_words(tuning, tuned)]
    told += [f"Aims: {listed([aim.text() for aim in tuning.aims])}.", f"Made by: {repeat}"]
    return "".join([f"# {line}\n" for line in told])

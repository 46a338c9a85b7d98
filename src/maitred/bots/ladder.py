"""Ladders: which level beats which, how surely, and how long each takes.

A round robin of pairs. Each deal is played once for every seat of the challenger, who sits alone among `players - 1` of
the other level; between equals it would come first in one of `players` games. Both sides get the same
cards and dice, so intervals are computed over deals, not over games.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import maitred
from maitred.bots.experts import Expert, is_trained, learned_by
from maitred.bots.levels import EXPERT, LEVELS, Bot, Oracle, Searcher, bot, play_game
from maitred.bots.policies import any_bot, is_policy
from maitred.bots.series import with_interval
from maitred.kernel.cardfile import CardSource
from maitred.kernel.chance import SEED_LIMIT, Stream
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.state import State
from maitred.kernel.words import listed

ORACLE = "oracle"
SEARCHING = ("hard", EXPERT, ORACLE)
BIN_RATIO = 1.05  # the histogram of decision times has bins that are 5 % wide
FASTEST_MS = 0.001


class Ladder(NamedTuple):
    """What is played; plain data that can be sent to other processes."""

    game: str
    players: int
    deals: int
    levels: tuple[str, ...]
    budget: str
    seed: int
    options: Mapping[str, object]
    own: Mapping[str, Any] | None


class Deal(NamedTuple):
    """All games of one deal between a challenger and the others: the results, and the decision times of each side."""

    pair: tuple[str, str]
    deal: int
    share: float
    games: int
    margin: float
    times: tuple[dict[int, int], dict[int, int]]
    """For both levels the histogram of decision times."""

    def line(self) -> str:
        """The deal as a line of text."""
        return json.dumps(self)

    @staticmethod
    def read(line: str) -> Deal:
        """The deal of a line of text."""
        pair, deal, share, games, margin, histograms = json.loads(line)
        mine, theirs = ({int(at): count for at, count in times.items()} for times in histograms)
        return Deal((pair[0], pair[1]), deal, share, games, margin, (mine, theirs))


# Who plays


def budget_of(text: str) -> tuple[int, int]:
    """A budget, such as `400` (iterations a move) or `50ms`, as iterations and milliseconds."""
    number = text.removesuffix("ms")
    if not number.isascii() or not number.isdigit() or int(number) == 0:
        raise BadSetup(f"A budget is a number of iterations, or of milliseconds such as 50ms, not {text!r}.")
    return (0, int(number)) if text.endswith("ms") else (int(number), 0)


def entrant(name: str, game: Game, budget: str) -> Bot:
    """The bot of a level; `hard:800` has its own budget, and `oracle` sees everything."""
    level, colon, own = name.partition(":")
    if level not in (*LEVELS, EXPERT, ORACLE) and not is_trained(level) and is_policy(name):
        return any_bot(name, game)
    if colon and level not in SEARCHING and not is_trained(level):
        raise BadSetup(f"Only {listed(SEARCHING)} take a budget, not {level!r}.")
    iterations, ms = budget_of(own or budget)
    if level == EXPERT or is_trained(level):
        return Expert(game, learned_by(level, game), iterations, ms)
    if level == "hard":
        return Searcher(game.sense, iterations, ms)
    if level == ORACLE:
        return Oracle(game.sense, iterations, ms)
    if level in LEVELS:
        return bot(level, game)
    raise BadSetup(f"There is no level {level!r}; a ladder has: {', '.join((*LEVELS, EXPERT, ORACLE))}.")


class Timed(Bot):
    """A bot whose decisions are timed, in CPU time, so that other work on the machine does not count."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot.pace)
        self.bot = bot
        self.times: dict[int, int] = {}

    def choose(self, known: State, seat: int, chance: Stream) -> int:
        return self.bot.choose(known, seat, chance)

    def decide(self, state: State, seat: int, chance: Stream) -> int:
        begun = time.process_time()
        action = self.bot.decide(state, seat, chance)
        self.note(time.process_time() - begun)
        return action

    def decide_or_wait(self, state: State, seat: int, chance: Stream) -> int:
        begun = time.process_time()
        action = self.bot.decide_or_wait(state, seat, chance)
        self.note(time.process_time() - begun)
        return action

    def note(self, seconds: float) -> None:
        """Count a decision."""
        at = round(math.log(max(1000 * seconds, FASTEST_MS)) / math.log(BIN_RATIO))
        self.times[at] = self.times.get(at, 0) + 1


# Playing


def set_ladder(
    game: Game,
    players: int,
    deals: int,
    levels: Sequence[str],
    budget: str,
    seed: int,
    options: Mapping[str, object],
    cards: Any,
) -> Ladder:
    """A ladder whose every argument has been checked; without a budget hard bots take what they usually do."""
    budget = budget or str(game.sense.iterations)
    game.check_players(players)
    game.check_options(options, players)
    for level in levels:
        entrant(level, game, budget)
    if len(set(levels)) != len(levels) or len(levels) < 2:
        raise BadSetup("A ladder has at least two levels, each of them once.")
    if deals < 1:
        raise BadSetup("A ladder has at least one deal.")
    if not 0 <= seed < SEED_LIMIT - deals:
        raise BadSetup("A seed is a whole number from 0 to 2^63 - 1, with room for the deals that follow it.")
    own = game.read_cards(cards).own
    return Ladder(game.id, players, deals, tuple(levels), budget, seed, dict(options), own)


def pairs(ladder: Ladder) -> list[tuple[str, str]]:
    """Every pair of levels: the later one is the challenger."""
    return [(higher, lower) for lower, higher in combinations(ladder.levels, 2)]


def play_mirrored(
    game: Game,
    players: int,
    seed: int,
    challenger: Bot,
    other: Bot,
    options: Mapping[str, object] | None = None,
    own: CardSource = None,
) -> tuple[float, float]:
    """One deal with the challenger on every seat in turn: how many first places, and by how much it was ahead."""
    share = 0.0
    margin = 0.0
    for at in range(players):
        state = game.new(players, seed, options, own)
        bots = [challenger if seat == at else other for seat in range(players)]
        play_game(state, bots, [Stream(seed, branch=1 + (seat - at) % players) for seat in range(players)])
        winners = state.ranking()[0]
        share += 1 / len(winners) if at in winners else 0.0
        scores = state.scores()
        margin += scores[at] - (sum(scores) - scores[at]) / (players - 1)
    return share, margin


def play_deal(ladder: Ladder, pair: tuple[str, str], deal: int) -> Deal:
    """One deal with the challenger on every seat in turn."""
    game = maitred.game(ladder.game)
    players = ladder.players
    challenger, other = [Timed(entrant(level, game, ladder.budget)) for level in pair]
    seed = ladder.seed + deal
    share, margin = play_mirrored(game, players, seed, challenger, other, ladder.options, ladder.own)
    return Deal(pair, deal, share, players, margin, (challenger.times, other.times))


def play_ladder(ladder: Ladder, jobs: int, done: Iterable[Deal] = ()) -> Iterator[Deal]:
    """All deals that are not done yet, as they are finished."""
    known = {(deal.pair, deal.deal) for deal in done}
    work = [(pair, deal) for deal in range(ladder.deals) for pair in pairs(ladder) if (pair, deal) not in known]
    if jobs == 1:
        for pair, deal in work:
            yield play_deal(ladder, pair, deal)
        return
    with ProcessPoolExecutor(jobs) as pool:
        try:
            for played in as_completed([pool.submit(play_deal, ladder, pair, deal) for pair, deal in work]):
                yield played.result()
        finally:
            pool.shutdown(cancel_futures=True)


class Progress:
    """The deals played so far, kept in a file, so that an interrupted ladder goes on where it was."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def deals(self) -> list[Deal]:
        """What was played before; a last line that was cut short is dropped."""
        if not self.file.exists():
            return []
        whole = self.file.read_text(encoding="utf-8").rpartition("\n")[0]
        return [Deal.read(line) for line in whole.splitlines()]

    def write(self, deals: Iterable[Deal]) -> None:
        """Begin the file with some deals."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text("".join([f"{deal.line()}\n" for deal in deals]), encoding="utf-8")

    def add(self, deal: Deal) -> None:
        """Keep one more."""
        with self.file.open("a", encoding="utf-8") as file:
            file.write(f"{deal.line()}\n")

    def close(self) -> None:
        """Forget the deals: the ladder is finished."""
        self.file.unlink(missing_ok=True)


# Results


def percentile(times: Mapping[int, int], part: float) -> float:
    """The milliseconds within which that part of the decisions was made."""
    wanted = part * sum(times.values())
    seen = 0
    for at in sorted(times):
        seen += times[at]
        if seen >= wanted:
            return float(BIN_RATIO**at)
    return 0.0


def rounded(ms: float) -> float:
    """Milliseconds with three significant digits."""
    return float(f"{ms:.3g}")


def ladder_summary(ladder: Ladder, deals: Sequence[Deal]) -> dict[str, Any]:
    """For every pair the challenger's share of first places with its interval, and the decision times of each level."""
    matches: list[dict[str, Any]] = []
    histograms: dict[str, dict[int, int]] = {level: {} for level in ladder.levels}
    ordered = sorted(deals, key=lambda deal: deal.deal)
    for pair in pairs(ladder):
        played = [deal for deal in ordered if deal.pair == pair]
        margin = sum(deal.margin for deal in played) / sum(deal.games for deal in played)
        matches.append(
            {
                "challenger": pair[0],
                "against": pair[1],
                "deals": len(played),
                "games": sum(deal.games for deal in played),
                **with_interval("share", [(deal.share, deal.games) for deal in played], ladder.seed),
                "margin": round(margin, 3),
            }
        )
        for deal in played:
            for level, times in zip(pair, deal.times, strict=True):
                for at, count in times.items():
                    histograms[level][at] = histograms[level].get(at, 0) + count
    return {
        "game": ladder.game,
        "players": ladder.players,
        "deals": ladder.deals,
        "budget": ladder.budget,
        "seed": ladder.seed,
        "options": dict(ladder.options),
        "build": maitred.build(),
        "fair": round(1 / ladder.players, 4),
        "pairs": matches,
        "way": way_to_oracle(matches, 1 / ladder.players),
        "ms": {
            level: {
                "decisions": sum(times.values()),
                "median": rounded(percentile(times, 0.5)),
                "p99": rounded(percentile(times, 0.99)),
                "mean": rounded(
                    sum(BIN_RATIO**at * count for at, count in times.items()) / max(1, sum(times.values()))
                ),
            }
            for level, times in histograms.items()
        },
    }


def way_to_oracle(matches: Sequence[Mapping[str, Any]], fair: float) -> dict[str, float]:
    """How much of the way from medium to the oracle each level covers, where both have played medium."""
    met = {part["challenger"]: part["share"] - fair for part in matches if part["against"] == "medium"}
    top = max([gain for level, gain in met.items() if level.startswith(ORACLE)], default=0.0)
    if top <= 0:
        return {}
    return {level: round(gain / top, 3) for level, gain in met.items() if not level.startswith(ORACLE)}

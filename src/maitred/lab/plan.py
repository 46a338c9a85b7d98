"""What is played for a report, and how the time is shared between its sections.

The deals of a round are set by what a game of each kind costs, counted in decisions and not in seconds, so that the
same rounds are played on every machine.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.options import FirstSeat, PerSeat
from maitred.lab.decks import tables_of, without
from maitred.lab.playing import PLAIN, STUDIED, WATCHED, Setting, play, set_up
from maitred.lab.work import CHUNK_DEALS, Task

MAIN: Final = "main"
WEAKER_MAIN: Final = "weaker"
STUDY: Final = "study"
WEAKER_STUDY: Final = "weaker study"
RUNG: Final = "rung "
OPTION: Final = "option "
WITHOUT: Final = "without "

WEAKER: Final = {"easy": "random", "medium": "easy", "hard": "medium"}
RUNGS: Final = {
    "easy": ("random", "medium", "hard:8", "hard:32", "oracle:32"),
    "medium": ("random", "easy", "hard:8", "hard:32", "oracle:32"),
    "hard": ("easy", "medium", "hard:400", "oracle"),
}
"""Who sits down alone among bots of the level of the report, to see how much skill there is."""

SHARES: Final = {WEAKER_MAIN: 0.5, STUDY: 2.0, WEAKER_STUDY: 0.5, RUNG: 1.5, OPTION: 0.4, WITHOUT: 0.8}
"""How much is spent on each part of a report, the games of `main` being 1."""
STUDY_COST: Final = 25
"""What a game with all its branches costs, in games."""
SEARCH_COST: Final = 6
"""What an iteration of a search costs, in decisions of a medium bot."""
LEVEL_COST: Final = {"random": 0.3, "easy": 1.0, "medium": 1.0}
SCOUTED: Final = 16
"""Deals that are played beforehand to see which cards to leave out; they count for nothing else."""
SCOUTED_FROM: Final = 1 << 31
MOST_ABLATED: Final = 12
MOST_OPTIONS: Final = 6


class Asked(NamedTuple):
    """What a report is asked to cover."""

    game: Game
    players: Sequence[int]
    options: Mapping[str, object]
    cards: Any
    bots: str
    seed: int


class Ablated(NamedTuple):
    """A card that a deck goes without in some games."""

    card: str
    deck: str
    """Whose card it is, where each seat has a deck of its own."""
    instead: str


class Plan(NamedTuple):
    """The tasks of a report, and what they are for."""

    asked: Asked
    focus: int
    """The number of players at which skill, cards and actions are looked at."""
    main: list[Setting]
    tasks: list[Task]
    rungs: list[str]
    options: list[str]
    ablated: dict[str, Ablated]

    def base(self) -> Setting:
        """The setting at the number of players that is looked at most closely."""
        return next(setting for setting in self.main if setting.players == self.focus)


def set_plan(asked: Asked) -> Plan:
    """What has to be played, or a refusal."""
    if asked.bots not in WEAKER:
        raise BadSetup(f"A report is played by bots of one level: {', '.join(WEAKER)}, not {asked.bots!r}.")
    main = [
        set_up(asked.game, players, asked.options, asked.cards, (asked.bots,), asked.seed) for players in asked.players
    ]
    base = min(main, key=lambda setting: (abs(setting.players - 3), -setting.players))
    weaker = WEAKER[asked.bots]
    tasks = [Task(MAIN, setting, CHUNK_DEALS, WATCHED) for setting in main]
    unit = CHUNK_DEALS * len(main) * game_cost(base)

    def share(name: str, settings: Sequence[tuple[str, Setting]], how: str) -> None:
        """Add tasks that together take their share: dearer ones more of it, for all intervals are to be narrow."""
        costs = [game_cost(setting) * (STUDY_COST if how == STUDIED else 1) for _, setting in settings]
        whole = sum([math.sqrt(cost) for cost in costs])
        for (title, setting), cost in zip(settings, costs, strict=True):
            deals = SHARES[name] * unit / whole / math.sqrt(cost)
            every = 1 if deals >= 1 else min(50, round(1 / deals))
            tasks.append(Task(title, setting, max(1, min(CHUNK_DEALS, round(deals))), how, every))

    share(WEAKER_MAIN, [(WEAKER_MAIN, at_level(setting, weaker)) for setting in main], PLAIN)
    if asked.bots != "hard":
        share(STUDY, [(STUDY, base)], STUDIED)
        share(WEAKER_STUDY, [(WEAKER_STUDY, at_level(base, weaker))] if weaker != "random" else [], STUDIED)
    rungs = list(RUNGS[asked.bots])
    share(RUNG, [(RUNG + rung, alone(base, rung, seat)) for rung in rungs for seat in range(base.players)], PLAIN)
    options = other_options(asked.game, base)
    share(OPTION, [(OPTION + title, setting) for title, setting in options], PLAIN)
    ablated = ablations(asked.game, base) if asked.bots != "hard" else {}
    share(WITHOUT, [(WITHOUT + title, setting) for title, (_, setting) in ablated.items()], PLAIN)
    return Plan(
        asked,
        base.players,
        main,
        tasks,
        rungs,
        [title for title, _ in options],
        {title: card for title, (card, _) in ablated.items()},
    )


def game_cost(setting: Setting) -> float:
    """What a game costs, in decisions of a medium bot, as if all had as many decisions."""
    costs = [LEVEL_COST.get(level) or 1 + SEARCH_COST * iterations(level) for level in setting.levels]
    return sum(costs) / len(costs)


def iterations(level: str) -> int:
    """The iterations of a searching bot."""
    _, _, own = level.partition(":")
    return int(own) if own else 100


def at_level(setting: Setting, level: str) -> Setting:
    """The same with other bots."""
    return setting._replace(levels=(level,) * setting.players)


def alone(setting: Setting, level: str, seat: int) -> Setting:
    """The same with another bot on one seat."""
    return setting._replace(levels=tuple(level if at == seat else own for at, own in enumerate(setting.levels)))


def other_options(game: Game, base: Setting) -> list[tuple[str, Setting]]:
    """Every other value of an option that has a few, one at a time, and all that are off or otherwise together."""
    told: list[tuple[str, Setting]] = []
    together: dict[str, str] = {}
    for option in game.options:
        if isinstance(option, (FirstSeat, PerSeat)):
            continue
        now = base.options[option.name]
        others = [value for value in option.values(base.players) if value != now]
        if 0 < len(others) <= 3:
            together[option.name] = others[0]
            told += [(f"{option.name} {value}", changed(base, {option.name: value})) for value in others]
    told = told[:MOST_OPTIONS]
    if len(together) > 1:
        told.append((" + ".join([f"{name} {value}" for name, value in together.items()]), changed(base, together)))
    return told


def changed(base: Setting, options: Mapping[str, str]) -> Setting:
    """The same with other options."""
    return base._replace(options={**base.options, **options})


def ablations(game: Game, base: Setting) -> dict[str, tuple[Ablated, Setting]]:
    """Decks without the cards that seem to matter most and least, and without those that nobody takes."""
    tables = tables_of(game, game.read_cards(base.own))
    gains: dict[tuple[str, str], float] = {}
    taken: Counter[tuple[str, str]] = Counter()
    for deal in range(SCOUTED_FROM, SCOUTED_FROM + SCOUTED):
        game_played = play(base, deal, STUDIED)
        assert game_played.studied is not None
        decks = game_played.decks
        for card, seat, gain in game_played.studied.twins:
            whose = (card, decks[seat] if decks else "")
            gains[whose] = gains.get(whose, 0.0) + gain
            taken[whose] += 1
    order = sorted(taken, key=lambda card: (-abs(gains[card]), -taken[card], card))
    found: dict[str, tuple[Ablated, Setting]] = {}
    for card, deck in order:
        kind = "" if not deck else f"decks.{deck}"
        less = without(game, tables, card, kind)
        if less is None:
            continue
        title = f"{card} ({deck})" if deck else card
        own = game.read_cards(less.tables).own
        found[title] = (Ablated(card, deck, less.instead), base._replace(own=own))
        if len(found) == MOST_ABLATED:
            break
    return found

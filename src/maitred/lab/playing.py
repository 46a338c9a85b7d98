"""Games of the laboratory: the same deal and the same dice for every version of a game, watched closely or not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import maitred
from maitred.bots.levels import Bot
from maitred.kernel.chance import SEED_LIMIT, Paired, Stream
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.options import FirstSeat, PerSeat
from maitred.kernel.state import Cards, State
from maitred.lab.players import Chances, Running, bot_of, restricted
from maitred.lab.studying import Studied, study
from maitred.lab.watching import Watched, Watcher

PLAIN: Final = "plain"
WATCHED: Final = "watched"
STUDIED: Final = "studied"
GLANCED_AT: Final = "glanced at"
WATCH_EVERY: Final = {WATCHED: 4, GLANCED_AT: 12}
"""One deal in so many is watched closely, which takes up to three times as long."""


class Setting(NamedTuple):
    """What is played, as plain data that other processes understand."""

    game: str
    players: int
    options: Mapping[str, str]
    own: Mapping[str, Any] | None
    """The deck file as it was parsed, if it is not the house's."""
    levels: tuple[str, ...]
    """The level of the bot at each seat."""
    never: tuple[tuple[str, ...], ...]
    """By seat the verbs that its bot never uses while it has another choice."""
    seed: int


class Played(NamedTuple):
    """One game: by seat the share of the first place, the score and the deck."""

    deal: int
    firsts: list[float]
    scores: list[int]
    decks: list[str]
    decisions: int
    ms: int
    """How long it took on the virtual clock, of games in real time."""
    watched: Watched | None
    studied: Studied | None = None


def check(setting: Setting) -> None:
    """Refuse a setting that cannot be played, with a sentence."""
    game = maitred.game(setting.game)
    game.check_players(setting.players)
    game.check_options(setting.options, setting.players)
    cards = game.read_cards(setting.own)
    if len(setting.levels) != setting.players:
        raise BadSetup(f"Name one level of bot, or one for each of the {setting.players} seats.")
    for level in setting.levels:
        bot_of(level, game)
    if not 0 <= setting.seed < SEED_LIMIT - 2**32:
        raise BadSetup("A seed is a whole number from 0 to 2^62, so that there is room for the deals that follow it.")
    dealt(game, setting, cards, 0)


def set_up(
    game: Game,
    players: int,
    options: Mapping[str, object],
    cards: Any,
    levels: tuple[str, ...],
    seed: int,
) -> Setting:
    """A checked setting. Seats are numbered in the order of play, unless somebody says who goes first."""
    given = dict(options)
    for option in game.options:
        if isinstance(option, FirstSeat) and option.name not in given:
            given[option.name] = "1"
    chosen = game.check_options(given, players)
    everyone = levels * players if len(levels) == 1 else levels
    own = game.read_cards(cards).own
    setting = Setting(game.id, players, chosen, own, everyone, ((),) * players, seed)
    check(setting)
    return setting


# Decks


def decks_of(game: Game, setting: Setting, cards: Cards, deal: int) -> tuple[str, list[str]]:
    """The option that gives each seat a deck and, by seat, its decks in this deal: drawn for it where that is open."""
    for option in game.options:
        if isinstance(option, PerSeat):
            chosen = setting.options[option.name]
            if chosen != "drawn" and "drawn" not in chosen.split(","):
                return option.name, chosen.split(",")
            known = [deck.id for deck in getattr(cards, "decks", [])] or list(option.words)
            # In the order of the house, whatever that of the file: the same deal has the same decks in both versions.
            words = [word for word in option.words if word in known]
            words += sorted([word for word in known if word not in words])
            drawn = list(range(len(words)))
            Stream(setting.seed + deal, branch=1 << 23).shuffle(drawn)
            words = [words[at] for at in drawn]
            if chosen == "drawn":
                return option.name, words[: setting.players]
            fixed = chosen.split(",")
            rest = iter([word for word in words if word not in fixed])
            return option.name, [next(rest) if word == "drawn" else word for word in fixed]
    return "", []


def cards_of(game: Game, setting: Setting) -> Cards:
    """The cards of a setting, read once for many deals."""
    known = next((cards for own, cards in RECENT if own is setting.own), None)
    if known is None:
        known = game.read_cards(setting.own)
        if setting.own is not None:
            RECENT.insert(0, (setting.own, known))
            del RECENT[MOST_RECENT:]
    return known


RECENT: list[tuple[Mapping[str, Any], Cards]] = []
MOST_RECENT: Final = 8


def dealt(game: Game, setting: Setting, cards: Cards, deal: int) -> tuple[State, list[str]]:
    """Deal number `deal`, and the decks of the seats."""
    name, decks = decks_of(game, setting, cards, deal)
    options = {**setting.options, name: ",".join(decks)} if decks else dict(setting.options)
    return game.new(setting.players, Paired(setting.seed + deal), options, cards), decks


# A game


def seated(setting: Setting, game: Game) -> list[Bot]:
    """The bots of all seats."""
    return [
        restricted(bot_of(level, game), game, never, level)
        for level, never in zip(setting.levels, setting.never, strict=True)
    ]


def begun(setting: Setting, deal: int) -> tuple[Running, list[str]]:
    """A game that is about to begin, and the decks of the seats."""
    game = maitred.game(setting.game)
    state, decks = dealt(game, setting, cards_of(game, setting), deal)
    return Running(state, seated(setting, game), Chances(setting.seed + deal, setting.players)), decks


def play(setting: Setting, deal: int, how: str = PLAIN) -> Played:
    """Play one deal to its end."""
    running, decks = begun(setting, deal)
    if how == STUDIED:
        studied, decisions = study(running, setting.levels, decks, setting.seed + deal)
        return outcome(running, deal, decks, decisions, None, studied)
    return finished(running, deal, decks, watcher=watcher_of(running, deal, how))


def watcher_of(running: Running, deal: int, how: str) -> Watcher | None:
    """Who watches this deal closely, if anybody does."""
    every = WATCH_EVERY.get(how)
    return Watcher(running.state.game) if every is not None and deal % every == 0 else None


def finished(
    running: Running, deal: int, decks: list[str], decisions: int = 0, watcher: Watcher | None = None
) -> Played:
    """Play on to the end, after so many decisions."""
    while (decided := running.next()) is not None:
        if watcher is not None:
            watcher.see(running.state, *decided)
        running.carry_out(*decided)
        decisions += 1
    watched = None if watcher is None else watcher.sum_up(running.state.ranking()[0])
    return outcome(running, deal, decks, decisions, watched, None)


def outcome(
    running: Running, deal: int, decks: list[str], decisions: int, watched: Watched | None, studied: Studied | None
) -> Played:
    """What is kept of a game that is over."""
    scores = running.state.scores()
    return Played(deal, running.firsts(), scores, decks, decisions, running.elapsed_ms(), watched, studied)

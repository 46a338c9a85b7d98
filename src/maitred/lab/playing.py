"""Games of the laboratory: the same deal and the same dice for every version of a game, watched closely or not.

Every decision of a bot has a stream of chance of its own, so that one more tie in one of two versions does not shift
all that its bots decide later.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NamedTuple

import maitred
from maitred.bots.clock import WAIT, Clock
from maitred.bots.ladder import entrant
from maitred.bots.levels import Bot, Greedy
from maitred.kernel.chance import SEED_LIMIT, Paired, Stream
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.options import FirstSeat, PerSeat
from maitred.kernel.state import Cards, State

BUDGET = "100"
"""Iterations of a searching bot whose level does not say how many: in the laboratory bots are never bound by time."""
WATCH_EVERY = 4
"""One deal in so many is watched closely, which takes longer."""
CLEAR = 0.8
"""Somebody is the clear winner from when on their chance to win stays above this."""


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

    def title(self) -> str:
        """The game's title."""
        return maitred.game(self.game).title


class Watched(NamedTuple):
    """What was seen of a game that was watched closely."""

    turns: int
    """How often somebody else was to act."""
    choices: int
    """How many actions there were to choose from, over all decisions."""
    forced: int
    """Decisions with one action only."""
    verbs: dict[str, list[int]]
    """How often each seat did what."""
    chosen: list[str]
    """What was done where something else could have been."""
    leads: int
    """How often somebody else had the best chance to win."""
    clear: float
    """After which part of the game it was clear who would win."""
    winner_midway: float
    """The chance to win, when half of the game was over, of who then won."""


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


def check(setting: Setting) -> None:
    """Refuse a setting that cannot be played, with a sentence."""
    game = maitred.game(setting.game)
    game.check_players(setting.players)
    game.check_options(setting.options, setting.players)
    cards = game.read_cards(setting.own)
    if len(setting.levels) != setting.players:
        raise BadSetup(f"Name one level of bot, or one for each of the {setting.players} seats.")
    for level in setting.levels:
        entrant(level, game, BUDGET)
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
            words = [deck.id for deck in getattr(cards, "decks", [])] or list(option.words)
            drawn = list(range(len(words)))
            Stream(setting.seed + deal, branch=1 << 23).shuffle(drawn)
            words = [words[at] for at in drawn]
            if chosen == "drawn":
                return option.name, words[: setting.players]
            fixed = chosen.split(",")
            rest = iter([word for word in words if word not in fixed])
            return option.name, [next(rest) if word == "drawn" else word for word in fixed]
    return "", []


def dealt(game: Game, setting: Setting, cards: Cards, deal: int) -> tuple[State, list[str]]:
    """Deal number `deal`, and the decks of the seats."""
    name, decks = decks_of(game, setting, cards, deal)
    options = {**setting.options, name: ",".join(decks)} if decks else dict(setting.options)
    return game.new(setting.players, Paired(setting.seed + deal), options, cards), decks


# Bots


class Restricted(Bot):
    """A greedy bot that never does some things as long as there is something else to do."""

    def __init__(self, plain: Greedy, game: Game, never: tuple[str, ...]) -> None:
        super().__init__(plain.pace)
        self.plain = plain
        self.game = game
        self.never = frozenset(never)

    def choose(self, known: State, seat: int, chance: Stream) -> int:
        return self.act(known, seat, chance, False)

    def decide(self, state: State, seat: int, chance: Stream) -> int:
        return self.act(state, seat, chance, False)

    def decide_or_wait(self, state: State, seat: int, chance: Stream) -> int:
        return self.act(state, seat, chance, state.may_wait(seat))

    def act(self, state: State, seat: int, chance: Stream, may_wait: bool) -> int:
        """The best of the actions that are left, or WAIT if the bot may wait and nothing is worth as much."""
        actions = state.legal(seat)
        left = [action for action in actions if self.game.describe(state, seat, action)["verb"] not in self.never]
        if not left and may_wait:
            return WAIT
        if not left or len(left) == len(actions):
            return self.plain.act(state, seat, chance, may_wait)
        if self.plain.epsilon > 0 and chance.chance_of(self.plain.epsilon, 100):
            return left[chance.below(len(left))]
        sense = self.plain.sense
        known = state.hidden_copy(seat, chance)
        worths = sense.worths(known, seat, left)
        most = max(worths)
        if may_wait and sense.wait_worth(known, seat) > most:
            return WAIT
        best = [action for action, worth in zip(left, worths, strict=True) if worth == most]
        return best[chance.below(len(best))]


def seated(setting: Setting, game: Game) -> list[Bot]:
    """The bots of all seats."""
    bots: list[Bot] = []
    for level, never in zip(setting.levels, setting.never, strict=True):
        plain = entrant(level, game, BUDGET)
        if never and not isinstance(plain, Greedy):
            raise BadSetup(f"Only easy and medium bots can be kept from doing something, not {level}.")
        bots.append(Restricted(plain, game, never) if never and isinstance(plain, Greedy) else plain)
    return bots


class Chances(list[Stream]):
    """The streams of chance of the bots, each begun anew for every decision."""

    def __init__(self, seed: int, players: int) -> None:
        super().__init__([Stream(seed, branch=(1 + seat) << 19) for seat in range(players)])
        self.seed = seed
        self.taken = [0] * players

    def decided(self, seat: int) -> None:
        """Begin the stream of this seat's next decision."""
        self.taken[seat] += 1
        self[seat] = Stream(self.seed, branch=(1 + seat) << 19 | self.taken[seat] & 0x7FFFF)


# A game


def play(setting: Setting, deal: int, watch: bool) -> Played:
    """Play one deal to its end."""
    game = maitred.game(setting.game)
    cards = game.read_cards(setting.own)
    state, decks = dealt(game, setting, cards, deal)
    bots = seated(setting, game)
    chances = Chances(setting.seed + deal, setting.players)
    watcher = Watcher(game, setting.players) if watch else None
    clock: Clock | None = None
    decisions = 0
    while True:
        actors = state.actors()
        if not actors:
            break
        if clock is None and len(actors) > 1 and state.may_wait(actors[0]):
            clock = Clock([bot.pace for bot in bots], chances)
        if clock is None:
            seat = actors[0]
            action = bots[seat].decide(state, seat, chances[seat])
        else:
            seat, action = next_in_real_time(state, bots, chances, clock)
        if watcher is not None:
            watcher.see(state, seat, action)
        state.apply(seat, action)
        chances.decided(seat)
        decisions += 1
    winners = state.ranking()[0]
    firsts = [1 / len(winners) if seat in winners else 0.0 for seat in range(setting.players)]
    seen = watcher.sum_up(winners) if watcher is not None else None
    return Played(deal, firsts, state.scores(), decks, decisions, clock.now if clock is not None else 0, seen)


def next_in_real_time(state: State, bots: list[Bot], chances: Chances, clock: Clock) -> tuple[int, int]:
    """Advance virtual time until a bot acts: its seat and its action."""
    while True:
        seat = clock.next_seat(state)
        clock.now = clock.due[seat]
        must = clock.pressed == seat
        decide = bots[seat].decide if must else bots[seat].decide_or_wait
        action = decide(state, seat, chances[seat])
        if action != WAIT:
            clock.acted(seat)
            return seat, action
        clock.waits(seat)


class Watcher:
    """Looks at every decision of a game."""

    def __init__(self, game: Game, players: int) -> None:
        self.game = game
        self.players = players
        self.last = -1
        self.turns = 0
        self.choices = 0
        self.forced = 0
        self.verbs: dict[str, list[int]] = {}
        self.chosen: dict[str, None] = {}
        self.outlook: list[list[float]] = []

    def see(self, state: State, seat: int, action: int) -> None:
        """Note a decision, before it is carried out."""
        if seat != self.last:
            self.turns += 1
            self.last = seat
        actions = state.legal(seat)
        self.choices += len(actions)
        self.forced += len(actions) == 1
        verb = self.game.describe(state, seat, action)["verb"]
        self.verbs.setdefault(verb, [0] * self.players)[seat] += 1
        if verb not in self.chosen and len({self.game.describe(state, seat, each)["verb"] for each in actions}) > 1:
            self.chosen[verb] = None
        self.outlook.append(self.game.sense.win_chances(state))

    def sum_up(self, winners: list[int]) -> Watched:
        """What was seen, once it is known who won."""
        chances = [sum([outlook[seat] for seat in winners]) for outlook in self.outlook]
        best = [max(range(self.players), key=outlook.__getitem__) for outlook in self.outlook]
        leads = sum([one != other for one, other in pairwise(best)])
        unclear = [at for at, chance in enumerate(chances) if chance < CLEAR]
        clear = (unclear[-1] + 1) / len(chances) if unclear else 0.0
        midway = chances[len(chances) // 2]
        return Watched(self.turns, self.choices, self.forced, self.verbs, list(self.chosen), leads, clear, midway)

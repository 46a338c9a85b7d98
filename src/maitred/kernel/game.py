"""The contract: `State` is a game being played, `Game` knows its facts and says everything in words.

Seats, cards and actions are ints from 0. People see seats counted from 1; texts name a seat as `{0}` and whoever
shows them puts a name there (`maitred.kernel.words.named`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from secrets import randbelow
from typing import Any, Final

from mypy_extensions import mypyc_attr

from maitred.kernel.cardfile import safe
from maitred.kernel.chance import SEED_LIMIT, Stream
from maitred.kernel.errors import BadSetup
from maitred.kernel.options import Option, check_options
from maitred.kernel.sense import Sense
from maitred.kernel.shapes import Shapes, Sheet, Zone
from maitred.kernel.state import GAME_OF, Cards, Event, State
from maitred.kernel.words import listed, player

CardSource = str | Path | Mapping[str, Any] | Cards | None
Words = Mapping[str, Any]
MAX_PLAYERS: Final = 8


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC):
    """One object per game: its facts, its options, and everything in words."""

    def __init__(
        self,
        id: str,
        title: str,
        designers: str,
        pitch: str,
        minutes: int,
        min_players: int,
        max_players: int,
        n_actions: int,
        rules_version: int,
        options: list[Option],
        sense: Sense,
        state: type[State] | None = None,
    ) -> None:
        """Say the facts of a game; `state` is the class of its states (if it is not said, the first deal tells)."""
        self.id: str = id
        self.title: str = title
        self.designers: str = designers
        self.pitch: str = pitch
        self.minutes: int = minutes
        self.min_players: int = min_players
        self.max_players: int = max_players
        self.n_actions: int = n_actions
        self.rules_version: int = rules_version
        self.options: list[Option] = options
        self.sense: Sense = sense
        if state is not None:
            GAME_OF.setdefault(state, self)

    # Setting a table

    def new(
        self,
        players: object = None,
        seed: object = None,
        options: object = None,
        cards: CardSource = None,
        rules_version: object = None,
    ) -> State:
        """A new game, dealt, or a refusal that says which argument is wrong.

        `players` is how many play (if nothing is said, as few as can), `seed` a whole number or a `Stream` (a new one
        every time), `options` their values by name, `cards` another deck file than the house's, and `rules_version` an
        earlier version of the rules, to replay what was played by it.
        """
        count = self.players_for(players)
        chosen = self.options_for(options, count)
        version = self.version_for(rules_version)
        old = version != self.rules_version
        tables = self.read_old_cards(cards, version) if old else self.read_cards(cards)
        state = self.deal(count, stream_for(seed), chosen, tables)
        state.old_rules = version if old else 0
        GAME_OF.setdefault(type(state), self)
        return state

    def players_for(self, given: object) -> int:
        """How many play: what was given, checked, or as few as can."""
        if given is None:
            return self.min_players
        if not isinstance(given, int) or isinstance(given, bool):
            raise BadSetup(f"The number of players is a whole number, not {safe(repr(given))}.")
        self.check_players(given)
        return given

    def options_for(self, given: object, players: int) -> dict[str, str]:
        """Every option with its value: what was given, checked, and the defaults for the rest."""
        if given is None:
            return self.check_options({}, players)
        if not isinstance(given, Mapping):
            raise BadSetup(f"Options are a dict of values by name, not {safe(repr(given))}.")
        return self.check_options(given, players)

    def version_for(self, given: object) -> int:
        """The version of the rules that was asked for, or the newest."""
        if given is None:
            return self.rules_version
        if not isinstance(given, int) or isinstance(given, bool) or not 1 <= given <= self.rules_version:
            raise BadSetup(
                f"There is no version {safe(repr(given))} of {self.title}'s rules here; "
                f"the newest is {self.rules_version}."
            )
        return given

    def check_players(self, players: int) -> None:
        """Refuse a number of players that the rulebook does not know."""
        if not self.min_players <= players <= self.max_players:
            raise BadSetup(f"{self.title} is for {self.min_players} to {self.max_players} players, not {players}.")

    def check_options(self, given: Mapping[str, object], players: int) -> dict[str, str]:
        """Every option with its value, or a refusal by name."""
        return check_options(self.options, given, players)

    def at_keyboard(self) -> dict[str, str]:
        """The options that people who share one keyboard play with unless they say otherwise."""
        return {}

    def rules(self) -> str:
        """How to play, in Markdown."""
        return files(f"maitred.games.{self.id}").joinpath("rules.md").read_text(encoding="utf-8")

    def legend(self) -> list[tuple[str, str]]:
        """What is short on a drawn table, each as it is written there and what it means."""
        return []

    @abstractmethod
    def read_cards(self, source: CardSource) -> Cards:
        """The card tables of a file, of what was parsed from one, or (None) of the house; a wrong file is refused."""

    def read_old_cards(self, source: CardSource, rules_version: int) -> Cards:
        """The same by an earlier version of the rules, for a game that took other decks then."""
        return self.read_cards(source)

    @abstractmethod
    def deal(self, players: int, chance: Stream, options: dict[str, str], cards: Cards) -> State:
        """A new game from arguments that have been checked."""

    # Positions

    @abstractmethod
    def unpack(self, ints: list[int], cards: CardSource = None) -> State:
        """The state that `State.pack` wrote; a game with its own deck needs that deck again."""

    def unpack_old(self, ints: list[int], cards: CardSource, rules_version: int) -> State:
        """The same of a game that is replayed by an earlier version of the rules; `pack` does not write which."""
        state = self.unpack(ints, self.read_old_cards(cards, rules_version))
        state.old_rules = rules_version
        return state

    @abstractmethod
    def dump(self, state: State) -> dict[str, Any]:
        """The complete position in words, without chance."""

    @abstractmethod
    def load(self, position: Mapping[str, Any], seed: int = 0, cards: CardSource = None) -> State:
        """The state of a position in words; one that cannot occur is refused with the reason."""

    # What is seen and said

    def shapes(self) -> Shapes | None:
        """The types of what is said below, for boards that know the game; None: any dict."""
        return None

    @abstractmethod
    def faces(self, cards: Cards) -> Sequence[Words]:
        """The static card table: views name cards by their index in it."""

    def constants(self, cards: Cards) -> Words:
        """What the rules say once and for all and a board shows: limits, spaces, the names of steps."""
        return {}

    @abstractmethod
    def view(self, state: State, seat: int | None) -> Words:
        """What that seat, or a spectator (None), may see."""

    @abstractmethod
    def zones(self, view: Words, cards: Cards) -> list[Zone]:
        """A view laid out for whoever draws a table without knowing the game, made of the view and nothing else.

        Each zone has a `title`, the `seat` it belongs to (or None), a `note` (may be empty) and `items`: each with a
        `title`, a `kind` (to colour it by), short `lines` of text, and a `tag` (a height or a chance; may be empty).
        A zone may say whether it is `needed` for what the viewer is asked now; if it does not, those are that hold a
        card which the labels of their actions name.
        """

    def opening(self, state: State) -> list[Event]:
        """What is announced when the cards are dealt, as events for `hear`."""
        return []

    @abstractmethod
    def hear(self, state: State, event: Event, seat: int | None) -> Words | None:
        """What that seat, or a spectator (None), may hear of an event; None: nothing."""

    def hears_alike(self) -> bool:
        """Whether `hear` tells everybody the same, so that it needs to be asked only once."""
        return False

    def sees_alike(self) -> bool:
        """Whether `view` shows everybody the same but for the `seat` it is made for, so that one is enough."""
        return False

    @abstractmethod
    def describe(self, state: State, seat: int, action: int) -> Words:
        """A legal action in words: `verb`, its arguments, and a `label` for people."""

    @abstractmethod
    def prompt(self, state: State, seat: int | None) -> str:
        """One line that says what is happening and what is asked of that seat."""

    def section(self, state: State) -> str:
        """The heading of `rules` under which what is asked now is explained, word for word; empty: the beginning."""
        return ""

    @abstractmethod
    def forbid(self, state: State, seat: int, action: int) -> str:
        """Why the rules forbid this seat, which may act, this action."""

    @abstractmethod
    def sheet(self, state: State) -> Sheet:
        """The score sheet as the rulebook counts: `lines` of `label`, `values` and `notes` by seat; then the `total`
        (`label` and `values`), the `ranking`, and a `verdict` that says who won and why once the game is over."""

    def why_not(self, state: State, seat: int, action: int) -> str:
        """The sentence of a refusal."""
        if not 0 <= seat < state.players:
            return f"There is no seat {seat + 1} at this table of {state.players}."
        if not 0 <= action < self.n_actions:
            return f"There is no action {action} in {self.title}; they go from 0 to {self.n_actions - 1}."
        actors = state.actors()
        if not actors:
            return "The game is over."
        if seat not in actors:
            return f"It is not your move: {listed([player(actor) for actor in actors])} to act."
        return self.forbid(state, seat, action)

    # What Python asks of any object

    def __repr__(self) -> str:
        return f"<{self.title}, {self.min_players} to {self.max_players} players, rules version {self.rules_version}>"

    def __reduce__(self) -> str:
        """Copied and pickled by its name: there is one object per game, the `GAME` of its module."""
        return "GAME"


def stream_for(seed: object) -> Stream:
    """The stream of a seed, checked; a stream as it is; a new one if nothing is said."""
    return seed if isinstance(seed, Stream) else Stream(seed_for(seed))


def seed_for(given: object) -> int:
    """A seed: what was given, checked, or a new one."""
    if given is None:
        return randbelow(SEED_LIMIT)
    if not isinstance(given, int) or isinstance(given, bool):
        raise BadSetup(f"A seed is a whole number from 0 to 2^63 - 1, not {safe(repr(given))}.")
    return given

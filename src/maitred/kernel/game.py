"""The contract: `State` is a game being played, `Game` knows its facts and says everything in words.

Seats, cards and actions are ints from 0. People see seats counted from 1; texts name a seat as `{0}` and whoever
shows them puts a name there (`maitred.kernel.words.named`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from mypy_extensions import mypyc_attr

from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadSetup
from maitred.kernel.options import Option, check_options
from maitred.kernel.sense import Sense
from maitred.kernel.state import Cards, Event, State
from maitred.kernel.words import listed, player

CardSource = str | Path | Mapping[str, Any] | Cards | None
Words = dict[str, Any]
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
    ) -> None:
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

    # Setting a table

    def new(
        self,
        players: int,
        seed: int | Stream,
        options: Mapping[str, object] | None = None,
        cards: CardSource = None,
        rules_version: int | None = None,
    ) -> State:
        """A new game, dealt: `seed` is a number or a stream, `cards` another deck file than the house's, and
        `rules_version` an earlier version of the rules, to replay what was played by it."""
        self.check_players(players)
        chosen = self.check_options(options or {}, players)
        tables = self.read_cards(cards)
        version = self.rules_version if rules_version is None else rules_version
        if not 1 <= version <= self.rules_version:
            raise BadSetup(
                f"There is no version {version} of {self.title}'s rules here; the newest is {self.rules_version}."
            )
        state = self.deal(players, seed if isinstance(seed, Stream) else Stream(seed), chosen, tables)
        state.old_rules = 0 if version == self.rules_version else version
        return state

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

    @abstractmethod
    def deal(self, players: int, chance: Stream, options: dict[str, str], cards: Cards) -> State:
        """A new game from arguments that have been checked."""

    # Positions

    @abstractmethod
    def unpack(self, ints: list[int], cards: CardSource = None) -> State:
        """The state that `State.pack` wrote; a game with its own deck needs that deck again."""

    @abstractmethod
    def dump(self, state: State) -> Words:
        """The complete position in words, without chance."""

    @abstractmethod
    def load(self, position: Mapping[str, Any], seed: int = 0, cards: CardSource = None) -> State:
        """The state of a position in words; one that cannot occur is refused with the reason."""

    # What is seen and said

    @abstractmethod
    def faces(self, cards: Cards) -> list[Words]:
        """The static card table: views name cards by their index in it."""

    @abstractmethod
    def view(self, state: State, seat: int | None) -> Words:
        """What that seat, or a spectator (None), may see."""

    @abstractmethod
    def zones(self, view: Words, cards: Cards) -> list[Words]:
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

    @abstractmethod
    def forbid(self, state: State, seat: int, action: int) -> str:
        """Why the rules forbid this seat, which may act, this action."""

    @abstractmethod
    def sheet(self, state: State) -> Words:
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

"""The contract: `State` is a game being played, `Game` knows its facts and says everything in words.

Seats, cards and actions are ints from 0. People see seats counted from 1; texts name a seat as `{0}` and whoever
shows them puts a name there (`maitred.kernel.words.named`).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from inspect import cleandoc
from operator import index
from pkgutil import resolve_name
from secrets import randbelow
from types import ModuleType
from typing import Any, Final, SupportsIndex

from mypy_extensions import mypyc_attr

from maitred.kernel.cardfile import CardSource, DeckFile, digest, safe
from maitred.kernel.chance import SEED_LIMIT, Stream
from maitred.kernel.deck_text import changes
from maitred.kernel.errors import BadCards, BadPosition, BadSetup
from maitred.kernel.observation import Observer, ViewObserver, observed
from maitred.kernel.options import Option, check_options
from maitred.kernel.sense import ScoreSense, Sense
from maitred.kernel.shapes import Shapes, Sheet, Zone
from maitred.kernel.small import SmallState, from_words, in_words, unpacked, zones_of
from maitred.kernel.state import GAME_OF, Cards, Event, State, check_whole
from maitred.kernel.words import listed, player

Words = Mapping[str, Any]
MAX_PLAYERS: Final = 8

NO_DECK: Final = Cards(digest({}), None)
"""The card tables of a game without a deck file."""

PARTS: Final = (
    *("deal", "unpack", "dump", "load"),
    *("SHAPES", "faces", "constants", "view", "lasting_view", "shared_view", "own_view", "zones", "LEGEND"),
    *("opening", "hear", "describe", "prompt", "section", "forbid", "sheet"),
    *("MIN_PLAYERS", "MAX_PLAYERS", "N_ACTIONS", "observer"),
)
"""What a game of several modules may define in one of them: functions and, in capitals, constants."""
NEEDED: Final = ("deal", "view")
"""The parts that every game needs, `own_view` instead of `view` if it likes; the others have defaults."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """One object per game: its facts, its options, and everything in words.

    A game in a single file overrides the methods below. A game of several modules lists these as its `parts`: a method
    that it does not override calls the function of that name in the first part that has one.
    """

    def __init__(
        self,
        id: str,
        title: str,
        *,
        pitch: str = "",
        designers: str = "",
        minutes: int = 10,
        bot_minutes: int = 5,
        min_players: int | None = None,
        max_players: int | None = None,
        n_actions: int | None = None,
        rules_version: int = 1,
        options: Sequence[Option] = (),
        sense: Sense | None = None,
        state: type[State] | None = None,
        names: Sequence[str] = (),
        deck: DeckFile[Any] | None = None,
        parts: Sequence[ModuleType] = (),
        package: str = "",
        open_verbs: Sequence[str] = (),
    ) -> None:
        """The facts of a game; by default MIN_PLAYERS, MAX_PLAYERS and N_ACTIONS come from its parts.

        `state` is the class of its states (by default known from the first deal), `names` are the names of its cards,
        or `deck` is its deck file if it has one, and `package` is the package that holds the game and its files, if its
        class is elsewhere. `open_verbs` are the verbs whose options everybody can see: if one of them is the only
        action, everybody knows that it is.
        """
        self.parts: dict[str, Any] = parts_of(parts)
        self.id: str = id
        self.title: str = title
        self.designers: str = designers
        self.pitch: str = pitch
        self.minutes: int = minutes
        """How long a game of four people takes …"""
        self.bot_minutes: int = bot_minutes
        """… and one with three bots."""
        self.min_players: int = self.fact("MIN_PLAYERS", min_players)
        self.max_players: int = self.fact("MAX_PLAYERS", max_players)
        self.n_actions: int = self.fact("N_ACTIONS", n_actions)
        self.rules_version: int = rules_version
        self.options: list[Option] = list(options)
        self.sense: Sense = ScoreSense() if sense is None else sense
        self.state: type[State] | None = state
        self.names: list[str] = list(names)
        self.deck: DeckFile[Any] | None = deck
        self.package: str = package or type(self).__module__
        self.open_verbs: frozenset[str] = frozenset(open_verbs)
        for needed in NEEDED:
            made = needed in self.parts or (needed == "view" and "own_view" in self.parts)
            if not made and getattr(type(self), needed) is getattr(Game, needed):
                raise TypeError(f"{title} does not define its {needed!r}.")
        self.view_parts: list[Any] = [self.called_for(name) for name in ("lasting_view", "shared_view", "own_view")]
        if state is not None:
            check_whole(state)
            GAME_OF.setdefault(state, self)

    def called_for(self, method: str) -> Any:
        """What a method that games define comes to: the function of a part, unless the class overrides the method; None
        if neither is there. `view` is called so often that looking this up each time would be felt."""
        overridden = getattr(type(self), method) is not getattr(Game, method)
        return getattr(self, method) if overridden else self.parts.get(method)

    def fact(self, name: str, said: int | None) -> int:
        """A number that was given, or that is defined in one of the parts."""
        if said is None:
            said = self.parts.get(name)
        if not isinstance(said, int):
            raise TypeError(f"{self.title} does not define its {name.lower()!r}.")
        return said

    def files(self) -> Traversable | None:
        """The folder of the game's own files, if it is in a package."""
        spec = sys.modules[self.package].__spec__
        return files(spec.parent) if spec is not None and spec.parent else None

    # Setting a table

    def new(
        self,
        players: SupportsIndex | None = None,
        seed: SupportsIndex | Stream | None = None,
        options: Mapping[str, object] | None = None,
        cards: CardSource = None,
        rules_version: SupportsIndex | None = None,
    ) -> State:
        """Deal a new game, or refuse with a sentence that says which argument is wrong.

        `players` is how many play (by default the fewest), `seed` is a whole number or a `Stream` (by default a new one
        every time), `options` are values by name, `cards` is a deck other than the house deck, and `rules_version` is
        an earlier version of the rules, to replay what was played by it.
        """
        count = self.players_for(players)
        chosen = self.options_for(options, count)
        version = self.version_for(rules_version)
        old = version != self.rules_version
        tables = self.read_old_cards(cards, version) if old else self.read_cards(cards)
        state = self.deal(count, stream_for(seed), chosen, tables)
        state.old_rules = version if old else 0
        if type(state) not in GAME_OF:
            check_whole(type(state))
            GAME_OF[type(state)] = self
        return state

    def players_for(self, given: object) -> int:
        """How many play: what was given, checked, or the fewest who can."""
        if given is None:
            return self.min_players
        players = whole(given)
        if players is None:
            raise BadSetup(f"The number of players is a whole number, not {safe(repr(given))}.")
        self.check_players(players)
        return players

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
        version = whole(given)
        if version is None or not 1 <= version <= self.rules_version:
            raise BadSetup(
                f"There is no version {safe(repr(given))} of {self.title}'s rules here; "
                f"the newest is {self.rules_version}."
            )
        return version

    def check_players(self, players: int) -> None:
        """Refuse a number of players that the rulebook does not provide for."""
        if not self.min_players <= players <= self.max_players:
            raise BadSetup(f"{self.title} is for {self.min_players} to {self.max_players} players, not {players}.")

    def check_options(self, given: Mapping[str, object], players: int) -> dict[str, str]:
        """Every option with its value; an unknown name or a wrong value is refused."""
        return check_options(self.options, given, players)

    def at_keyboard(self) -> dict[str, str]:
        """The options for people who share one keyboard, unless they choose others."""
        return {}

    def rules(self) -> str:
        """How to play, in Markdown: the game's `rules.md`, or the docstring of its module."""
        folder = self.files()
        file = folder.joinpath("rules.md") if folder is not None else None
        if file is not None and file.is_file():
            return file.read_text(encoding="utf-8")
        return f"# {self.title}\n\n{cleandoc(sys.modules[self.package].__doc__ or self.pitch)}\n"

    def legend(self) -> list[tuple[str, str]]:
        """The abbreviations on a drawn table, each with its meaning."""
        told: list[tuple[str, str]] = self.parts.get("LEGEND", [])
        return told

    def read_cards(self, source: CardSource) -> Cards:
        """The card tables of a deck file or of what was parsed from one; None is the house deck. A wrong deck is
        refused."""
        if self.deck is not None:
            cards: Cards = self.deck.read(source)
            return cards
        if source is not None and source is not NO_DECK:
            raise BadCards(f"{self.title} has no deck file, so it is not played with other cards.")
        return NO_DECK

    def own_changes(self, cards: Cards) -> list[str]:
        """What a deck changes of the house deck, card by card; nothing for the house deck."""
        return changes(self.deck.tables(), cards.own) if self.deck is not None and cards.own is not None else []

    def read_old_cards(self, source: CardSource, rules_version: int) -> Cards:
        """The same for an earlier version of the rules, for a game that accepted other decks then."""
        return self.read_cards(source)

    def deal(self, players: int, chance: Stream, options: dict[str, str], cards: Cards) -> State:
        """A new game from arguments that have been checked."""
        state: State = self.parts["deal"](players, chance, options, cards)
        return state

    # What programs that learn are shown

    def observer(self, players: int, cards: CardSource = None) -> Observer:
        """What writes observations of one game: all that a seat may know, as bytes with a named layout."""
        self.check_players(players)
        tables = self.read_cards(cards)
        if "observer" not in self.parts:
            return ViewObserver(self, players, tables)
        observer: Observer = self.parts["observer"](players, tables)
        return observer

    def observe(self, state: State, seat: int) -> bytes:
        """What a seat may know of a state, as `observer` writes it."""
        return observed(self.observer(state.players, state.cards), state, seat)

    # Positions

    def unpack(self, ints: list[int], cards: CardSource = None) -> State:
        """The state that `State.pack` wrote; if it was played with another deck, that deck is needed again."""
        if "unpack" not in self.parts:
            players = (self.min_players, self.max_players)
            return self.checked(unpacked(self.small_state(), ints, players, self.read_cards(cards)))
        state: State = self.parts["unpack"](ints, self.read_cards(cards))
        return state

    def unpack_old(self, ints: list[int], cards: CardSource, rules_version: int) -> State:
        """The same for a game that is replayed by an earlier version of the rules, which `pack` does not write."""
        state = self.unpack(ints, self.read_old_cards(cards, rules_version))
        state.old_rules = rules_version
        return state

    def dump(self, state: State) -> dict[str, Any]:
        """The complete position in words, without chance."""
        if "dump" not in self.parts:
            assert isinstance(state, SmallState)
            return in_words(state)
        words: dict[str, Any] = self.parts["dump"](state)
        return words

    def load(self, position: Mapping[str, Any], seed: int = 0, cards: CardSource = None) -> State:
        """The state of a position in words; one that cannot occur is refused with the reason."""
        if "load" not in self.parts:
            players = (self.min_players, self.max_players)
            return self.checked(from_words(self.small_state(), position, players, seed, self.read_cards(cards)))
        state: State = self.parts["load"](position, seed, self.read_cards(cards))
        return state

    def small_state(self) -> type[SmallState]:
        """The class of the game's states, if it is a SmallState."""
        if self.state is None or not issubclass(self.state, SmallState):
            raise TypeError(
                f"{self.title} must define `dump`, `load` and `unpack`, or have a SmallState as its `state`."
            )
        return self.state

    def checked(self, state: SmallState) -> State:
        """A state from outside; refused if it has a flaw, or other cards than a deal of this game."""
        flaw = state.flaw()
        if flaw:
            raise BadPosition(f"This position cannot occur: {flaw}.")
        if sorted(state.inventory()) != sorted(self.new(state.players, 0, None, state.cards).inventory()):
            raise BadPosition("This position cannot occur: each card must be there exactly once.")
        return state

    # What is seen and said

    def shapes(self) -> Shapes | None:
        """The types of what the methods below return, for boards made for this game; None: any dict."""
        shapes: Shapes | None = self.parts.get("SHAPES")
        return shapes

    def faces(self, cards: Cards) -> Sequence[Words]:
        """The static card table: views name cards by their index in it."""
        if "faces" not in self.parts:
            return [{"name": name} for name in self.names]
        faces: Sequence[Words] = self.parts["faces"](cards)
        return faces

    def constants(self, cards: Cards) -> Words:
        """Facts of the rules that a board shows: limits, spaces, the names of steps."""
        constants: Words = self.parts["constants"](cards) if "constants" in self.parts else {}
        return constants

    def view(self, state: State, seat: int | None) -> Words:
        """What that seat, or a spectator (None), may see. Parts of it may be parts of other views, so nobody changes
        it."""
        whole = self.parts.get("view")
        if whole is not None:
            told: Words = whole(state, seat)
            return told
        lasting, shared, own = self.view_parts
        view: dict[str, Any] = {}
        if lasting is not None:
            view.update(lasting(state, None))
        if shared is not None:
            view.update(shared(state))
        view.update(own(state, seat))
        return view

    def lasting_view(self, state: State, before: Words | None = None) -> Words:
        """The entries of a view that are the same for everybody and seldom change; by default none.

        `before`, if given, is what this returned for an earlier state of the same game. It is returned itself if
        nothing has changed, and parts of it may be used again, so neither is ever changed by anybody.
        """
        view: Words = self.parts["lasting_view"](state, before) if "lasting_view" in self.parts else {}
        return view

    def shared_view(self, state: State) -> Words:
        """The other entries of a view that are the same for everybody, made once however many look on; by default
        none."""
        view: Words = self.parts["shared_view"](state) if "shared_view" in self.parts else {}
        return view

    def own_view(self, state: State, seat: int | None) -> Words:
        """The other entries of a view; by default all of it."""
        if "own_view" not in self.parts:
            return self.view(state, seat)
        view: Words = self.parts["own_view"](state, seat)
        return view

    def zones(self, view: Words, cards: Cards) -> list[Zone]:
        """A view laid out for a client that draws any game; made from the view and nothing else.

        Each zone has a `title`, the `seat` it belongs to (or None), a `note` (may be empty) and `items`: each with a
        `title`, a `kind` (to colour it by), short `lines` of text, and a `tag` (a height or a chance; may be empty). A
        zone may say whether it is `needed` for what the viewer is asked now; otherwise it is needed if it holds a card
        that is named in the label of an offered action.
        """
        if "zones" not in self.parts:
            return zones_of(view, self.faces(cards))
        zones: list[Zone] = self.parts["zones"](view, cards)
        return zones

    def opening(self, state: State) -> list[Event]:
        """What is announced when the cards are dealt, as events for `hear`."""
        if "opening" not in self.parts:
            return []
        events: list[Event] = self.parts["opening"](state)
        return events

    def hear(self, state: State, event: Event, seat: int | None) -> Words | None:
        """What that seat, or a spectator (None), may hear of an event; None: nothing.

        By default everybody hears that something happened, and who is to act now.
        """
        if "hear" not in self.parts:
            return {"event": "happened", "text": self.prompt(state, None)}
        heard: Words | None = self.parts["hear"](state, event, seat)
        return heard

    def hears_alike(self) -> bool:
        """Whether `hear` tells everybody the same, so that one call is enough."""
        return False

    def describes_alike(self, action: int) -> bool:
        """Whether `describe` and `State.stamp` say the same of that action to every seat that may take it."""
        return False

    def describe(self, state: State, seat: int, action: int) -> Words:
        """A legal action in words: `verb`, its arguments, and a `label` for people; by default, choosing that card."""
        if "describe" not in self.parts:
            return {"verb": "choose", "card": action, "label": self.faces(state.cards)[action]["name"]}
        words: Words = self.parts["describe"](state, seat, action)
        return words

    def prompt(self, state: State, seat: int | None) -> str:
        """One line that says what is happening and what is asked of that seat."""
        if "prompt" not in self.parts:
            actors = state.actors()
            if not actors:
                return "The game is over."
            return "Your choice." if seat in actors else f"{listed([player(actor) for actor in actors])} to act."
        line: str = self.parts["prompt"](state, seat)
        return line

    def section(self, state: State) -> str:
        """The exact heading in `rules` of the section that explains what is asked now; empty: the beginning."""
        if "section" not in self.parts:
            return ""
        heading: str = self.parts["section"](state)
        return heading

    def forbid(self, state: State, seat: int, action: int) -> str:
        """Why an action is not legal for a seat that may act."""
        if "forbid" not in self.parts:
            return "That is not possible now."
        reason: str = self.parts["forbid"](state, seat, action)
        return reason

    def sheet(self, state: State) -> Sheet:
        """The score sheet as the rulebook counts: `lines` of `label`, `values` and `notes` by seat, the `total`
        (`label` and `values`), the `ranking`, and a `verdict` that says who won and why once the game is over."""
        if "sheet" not in self.parts:
            return plain_sheet(state)
        sheet: Sheet = self.parts["sheet"](state)
        return sheet

    def why_not(self, state: State, seat: int, action: int) -> str:
        """Why an action is refused, in one sentence."""
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

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled by name: there is one object per game, the `GAME` of its package."""
        return resolve_name, (f"{self.package}:GAME",)


def plain_sheet(state: State) -> Sheet:
    """A score sheet with the scores only."""
    ranking = state.ranking()
    verdict = ""
    if not state.actors():
        won = "win[s]" if len(ranking[0]) == 1 else "share the win"
        verdict = f"{listed([player(seat) for seat in ranking[0]])} {won}."
    return {"lines": [], "total": {"label": "Points", "values": state.scores()}, "ranking": ranking, "verdict": verdict}


def parts_of(modules: Sequence[ModuleType]) -> dict[str, Any]:
    """The functions and constants that the modules of a game define for it; the first module with a name counts."""
    parts: dict[str, Any] = {}
    for module in modules:
        for name in PARTS:
            if name not in parts and hasattr(module, name):
                parts[name] = getattr(module, name)
    return parts


def stream_for(seed: object) -> Stream:
    """The stream of a seed, which is checked; a stream is returned as it is, and None gives a new one."""
    return seed if isinstance(seed, Stream) else Stream(seed_for(seed))


def seed_for(given: object) -> int:
    """The seed that was given, checked, or a new one."""
    if given is None:
        return randbelow(SEED_LIMIT)
    seed = whole(given)
    if seed is None:
        raise BadSetup(f"A seed is a whole number from 0 to 2^63 - 1, not {safe(repr(given))}.")
    return seed


def whole(given: object) -> int | None:
    """A whole number of any type as an int; None for anything else.

    Arguments from outside are annotated `SupportsIndex`: a compiled function that takes an `int` raises a TypeError
    before it can refuse with a sentence.
    """
    if isinstance(given, bool):
        return None
    if isinstance(given, int):
        return given  # first, because isinstance with a protocol takes as long as a deal
    return index(given) if isinstance(given, SupportsIndex) else None

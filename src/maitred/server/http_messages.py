"""The types of HTTP requests and answers; those of socket messages are in messages.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from maitred.kernel.cardfile import MOST_TEXT_BYTES
from maitred.kernel.game import MAX_PLAYERS
from maitred.server.identity import Reach
from maitred.server.messages import (
    AttemptNumber,
    ClockRule,
    Level,
    Name,
    Pace,
    Phase,
    Position,
    Seat,
    TableFacts,
    Word,
)
from maitred.server.studies import MOST_MINUTES
from maitred.table.log import LogLine
from maitred.table.promise import Signature, Transcript

# The text of a card file; kernel/cardfile.py says how many bytes it may have.
CardFile = Annotated[str, Meta(max_length=MOST_TEXT_BYTES)]


class OptionFacts(Struct):
    """An option of a game."""

    name: str
    sentence: str
    default: str
    takes: str
    values: list[list[str]]
    """The words it accepts at a table of the fewest players, of one more, and so on; [] if there are too many."""
    each: list[str]
    """Where it takes a different word for each seat, or `drawn`: those words; [] for other options."""


class GameFacts(Struct):
    """A game of the house."""

    id: str
    title: str
    designers: str
    pitch: str
    minutes: int
    """How long a game of four people takes."""
    bot_minutes: int
    """How long one takes with three bots."""
    min_players: int
    max_players: int
    options: list[OptionFacts]
    own_cards: bool = False
    """Whether it can be played with other cards than the house's."""
    lessons: int = 0
    """How many lessons it has."""
    expert: list[int] = []
    """With how many players there are bots of the level `expert`, with the house's cards."""


class HouseFacts(Struct):
    """What this house has."""

    version: str
    page: str
    """An identifier of the page, which changes when a new one is served."""
    games: list[GameFacts]
    levels: list[str]


class Deck(Struct):
    """The static card table of a game: views name cards by their index in it."""

    digest: str
    faces: Sequence[Mapping[str, Any]]
    constants: Mapping[str, Any]
    """Facts of the rules that a board shows."""


class TableDeck(Deck):
    """The card table that a table plays with."""

    own: Mapping[str, Any] | None
    """What its card file says, if it is not the house deck: `digest` is the SHA-256 of this as canonical JSON."""
    changes: list[str]
    """What an own deck changes of the house deck, card by card."""


class CardCheck(Struct, forbid_unknown_fields=True):
    """A card file to be checked."""

    cards: CardFile


class CardsChecked(Struct):
    """A card file that is good."""

    digest: str
    faces: int
    """How many different cards it has."""
    own: bool
    """False if it is the house deck after all."""
    changes: list[str]
    """What it changes of the house deck, card by card."""


class Rules(Struct):
    """How to play."""

    game: str
    markdown: str


class LessonCard(Struct):
    """A lesson, as it is offered."""

    id: str
    title: str
    about: str
    minutes: int
    whole: bool
    """Whether it goes on to the end of the game."""


class Lessons(Struct):
    """What one can learn of a game by playing, the first game first; [] if it has no lessons."""

    game: str
    lessons: list[LessonCard]


class LessonWish(Struct, forbid_unknown_fields=True):
    """Begin a lesson."""

    name: Name = "Guest"


class SeatWish(Struct, forbid_unknown_fields=True):
    """A seat as the host wants it."""

    kind: Literal["me", "open", "bot"]
    level: Level | UnsetType = UNSET
    """The level of a bot."""
    name: Name | UnsetType = UNSET
    """The name of the person at this seat, if several people share a browser."""


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to be set."""

    game: Word
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=MAX_PLAYERS)]
    name: Name = "Guest"
    options: Annotated[dict[Word, Annotated[str, Meta(max_length=200)]], Meta(max_length=20)] = {}
    public: bool = False
    spectators: bool = True
    hints: bool = True
    clock: ClockRule | None = None
    pace: Pace = "usual"
    cards: CardFile | None = None
    """The text of a card file, to play with other cards than the house's: see cards.md."""


class Seated(Struct):
    """The answer to whoever set a table, sat down or moved a seat here: the cookies come with it."""

    table: str
    link: str
    seats: list[int]
    """The seats of this browser."""
    host: bool


class Claim(Struct, forbid_unknown_fields=True):
    """Sit down: at that seat, or at the first open one."""

    name: Name
    seat: Seat | None = None


class SeatLink(Struct):
    """A private link that moves a seat to another device: it works once, within ten minutes."""

    link: str
    code: str


class Take(Struct, forbid_unknown_fields=True):
    """Move a seat to this device by the code of its private link."""

    code: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}$")]
    attempt: AttemptNumber | None = None
    """The attempt whose nonce this device has; without it an attempt that the seat has committed to becomes void."""


class Published(Struct):
    """What the house has published of a table's key, even if the table no longer exists."""

    state: Literal["running", "published", "unknown"]
    """`running`: secret until the game is over; `published`: however it ended; `unknown`: there was no such table."""
    key: str | None
    nonces: list[str]
    transcript: Transcript | None
    """None before the deal, and in the old protocol."""
    fingerprint: str | None
    signature: Signature | None


class HouseKey(Struct):
    """A key that the house signs transcripts and records with (Ed25519)."""

    key: str
    """The public key in hexadecimal digits."""
    since: str
    """The day it was made, as 2026-11-17."""
    until: str | None
    """The day it was replaced; None for the current key."""


class HouseKeys(Struct):
    """The keys of the house, the newest first."""

    keys: list[HouseKey]


class TableCard(Struct):
    """A table as lists show it."""

    table: str
    game: str
    phase: Phase
    public: bool
    changed: int
    """Milliseconds since 1970."""
    names: list[str]
    """Who sits there; empty for an open seat."""
    bots: list[bool]
    open_seats: int
    spectators: bool
    scores: list[int] | None
    """Once the game is over."""
    winners: list[int] | None
    rules_version: int = 1
    counts: bool = True
    """False once somebody, alone with bots, took back what had brought hidden cards to light, and for a prepared
    game."""
    own_cards: bool = False
    """Whether it is played with other cards than the house's."""


class TableList(Struct):
    """Public tables, the newest first."""

    tables: list[TableCard]


class TableHere(Struct):
    """A table, and what this browser holds there."""

    table: TableFacts
    seats: list[int]
    host: bool
    link: str
    reach: Reach
    """Who can open the link."""
    winners: list[int] | None
    """Who came first, once the game is over."""


class Reel(Struct):
    """A finished game, ready to be replayed."""

    table: TableFacts
    players: list[str]
    moves: list[tuple[int, int]]
    """Seat and milliseconds since the deal, of each move."""
    turns: list[int]
    """The moves at which another seat begins to act."""


class Frame(Struct):
    """The game after a number of moves, as a seat or a spectator sees it."""

    log: list[LogLine]
    position: Position


class Frames(Struct):
    """Some frames of a replay, in order."""

    first: int
    frames: list[Frame]


class Health(Struct):
    """The health of the house."""

    status: Literal["ok"]
    version: str
    tables: int
    sockets: int


class LabFacts(Struct):
    """Whether one can study games here."""

    allowed: bool
    """Whether this browser may: at the house's own machine, or where the host allows it."""
    missing: str
    """Why there is no laboratory, and how to install it; empty if there is one."""
    most_minutes: int
    running: bool
    waiting: int
    """How many studies wait for their turn."""


StudyOptions = Annotated[dict[Word, Annotated[str, Meta(max_length=200)]], Meta(max_length=20)]


class StudyWish(Struct, forbid_unknown_fields=True):
    """A study: a report of a game, or what a changed card file or option does to it."""

    kind: Literal["report", "diff"]
    game: Word
    minutes: Annotated[int, Meta(ge=1, le=MOST_MINUTES)] = 2
    players: Annotated[int, Meta(ge=1, le=MAX_PLAYERS)] | None = None
    """How many play; None: every number in turn for a report, the fewest for a diff."""
    bots: Literal["easy", "medium"] = "medium"
    options: StudyOptions = {}
    """The options, or those of the new side of a diff."""
    old_options: StudyOptions | None = None
    """The options of the old side of a diff; None: those of the new one."""
    cards: CardFile | None = None
    """The card file that is studied, or the new one of a diff; None: the house's."""
    old: CardFile | None = None
    """The old card file of a diff; None: the house's."""


class StudyFacts(Struct):
    """How far a study has come. Whoever knows its id can see, stop and read it."""

    id: str
    kind: Literal["report", "diff"]
    game: str
    state: Literal["waiting", "running", "done", "stopped", "failed"]
    ahead: int
    """How many studies come before it."""
    seconds: int
    minutes: int
    words: list[str]
    """What came out, in sentences; or why nothing did."""
    page: bool
    """Whether there is a page to look at."""


class ReviewWish(Struct, forbid_unknown_fields=True):
    """A review of a finished game."""

    seat: Seat
    """The seat whose decisions are judged, by what it could know."""
    open_cards: bool = False
    """Whether the chances over time are those of somebody who sees all cards."""


class ReviewFacts(Struct):
    """How far a review has come."""

    state: Literal["none", "waiting", "running", "done", "failed"]
    seat: int
    open_cards: bool
    offered: bool
    """Whether this house makes reviews."""
    ahead: int
    """How many reviews come first."""
    review: Any
    """What has been found so far, as coach.md describes it; None before the first round."""


class PlayOn(Struct, forbid_unknown_fields=True):
    """A finished game that somebody wants to play on from a moment, against bots."""

    move: Annotated[int, Meta(ge=0, le=1_000_000)]
    """How many moves had been made."""
    seat: Seat
    """The seat to play, from what it knew."""
    level: Level = "hard"
    name: Name = "Guest"


class PuzzlesOfGame(Struct):
    """The puzzles of a game."""

    game: str
    count: int
    difficulty: str
    """That of today's."""


class PuzzleList(Struct):
    """The dish of the day of each game."""

    day: str
    first_day: str
    games: list[PuzzlesOfGame]


class PuzzleFacts(Struct):
    """A puzzle: find the best action."""

    game: str
    day: str
    number: int
    count: int
    difficulty: str
    """By which levels of bots solve it: easy, tricky or hard."""
    seat: int
    names: list[str]
    table: TableFacts
    position: Position


class PuzzleHint(Struct):
    """What speaks for the best action."""

    text: str


class PuzzleTry(Struct, forbid_unknown_fields=True):
    """An answer to a puzzle."""

    day: Annotated[str, Meta(max_length=10)]
    action: Annotated[int, Meta(ge=0, le=1 << 20)]


class PuzzleAction(Struct):
    """An action of a puzzle, in words."""

    action: int
    label: str
    reason: str


class PuzzleSolution(Struct):
    """Whether an answer is right, and the solution."""

    right: bool
    best: PuzzleAction
    second: PuzzleAction
    medium: PuzzleAction
    """What medium bots play …"""
    cost: float
    """… and what that costs of the chance to win."""
    chance: float
    gap: float
    sure: float
    words: list[str]


class Problem(Struct, omit_defaults=True):
    """Why something could not be done."""

    reason: str
    text: str
    mend: bool = False
    """Whether the client may take a damaged table back to its last good move."""

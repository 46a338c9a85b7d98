"""The types of everything on the wire: the JSON Schema of the protocol and the page's types are made from them.

Texts name a seat as `{0}`, counted from 0; clients put the player's name there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from maitred.bots.policies import LONGEST_NAME
from maitred.kernel.game import MAX_PLAYERS
from maitred.kernel.shapes import Sheet, Zone
from maitred.lessons.teaching import LessonFacts, Note
from maitred.table.log import LogLine
from maitred.table.promise import (
    Attempt,
    Commitments,
    Kept,
    KeptAttempt,
    Promise,
    SeatTerms,
    Signature,
    Terms,
    Transcript,
    Voiding,
)

PROTOCOL = "3"
"""Rises when clients written for the previous version would fail."""

LESSON = (LessonFacts, Note)
"""Types of what a learner is told."""

PROMISE = (Promise, Terms, SeatTerms, Commitments, Attempt, Voiding, Transcript, Signature, Kept, KeptAttempt)
"""Types of the promise, which clients keep and hash: they belong to the protocol."""

# What people type, and how long it may be; table/text.py removes control characters.
Name = Annotated[str, Meta(min_length=1, max_length=24)]
ChatText = Annotated[str, Meta(min_length=1, max_length=300)]
# The client's own id of a message, so that a repeat counts once.
MessageId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
# A nonce, a commitment, a digest: 32 bytes in hexadecimal digits.
Digits = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
AttemptNumber = Annotated[int, Meta(ge=1, lt=1 << 31)]
Word = Annotated[str, Meta(max_length=40)]
Seat = Annotated[int, Meta(ge=0, lt=MAX_PLAYERS)]
Level = Annotated[str, Meta(max_length=LONGEST_NAME)]
Phase = Literal["seating", "playing", "over", "closed"]
Pace = Literal["slow", "usual", "fast", "none"]


class ClockRule(Struct, forbid_unknown_fields=True):
    """Each player's time for the whole game, and what every move adds."""

    minutes: Annotated[int, Meta(ge=1, le=180)]
    bonus_seconds: Annotated[int, Meta(ge=0, le=60)] = 0


# What a table looks like


class SeatFacts(Struct):
    """One seat as everybody at the table may see it."""

    kind: Literal["open", "person", "bot"]
    name: str
    """The player's name; empty for an open seat."""
    level: str | None
    """The level of a bot."""
    present: bool
    """Whether the person has the table open somewhere."""
    ready: bool
    kept: bool
    """Whether a bot plays for the person until they are back."""
    muted: bool
    clock: int | None
    """Milliseconds left when this was sent, if there is a clock."""
    wants_pause: bool
    held_for: str = ""
    """Who had this open seat at the previous table and may take it until they decline; empty if nobody."""


class TableFacts(Struct):
    """What everybody at a table may know about it, besides the game."""

    table: str
    game: str
    rules_version: int
    phase: Phase
    options: dict[str, str]
    public: bool
    spectators: bool
    """Whether people without a seat may watch."""
    hints: bool
    clock: ClockRule | None
    pace: Pace
    """How fast bots move; not in real time."""
    real_time: bool
    paused: bool
    seats: list[SeatFacts]
    watching: int
    promise: Promise
    """How the cards will be, or were, shuffled: see Fairness in protocol.md."""
    deck: str
    """The digest of the card tables: see `/api/games/{game}/cards`, or `/api/tables/{table}/cards` if they are own."""
    rematch: str | None
    """The table where these people play again."""
    closed: str | None = None
    """Why the table is closed, if the phase is `closed`."""
    shut: bool = False
    """Whether the host has closed the table to newcomers."""
    counts: bool = True
    """False once somebody, alone with bots, has taken back a move that had revealed hidden cards, and for a prepared
    game."""
    own_cards: bool = False
    """Whether it is played with other cards than the house's: the host brought them."""
    prepared: bool = False
    """Whether the game started from a prepared position and not from a deal: nothing was promised, and it counts for
    nothing."""
    lesson: str | None = None
    """The lesson of the game that is taught here."""


class Offer(Struct):
    """A legal action, as it is offered to the seat that may take it."""

    action: int
    stamp: int
    """Sent back with the action: it changes when the meaning of the action changes."""
    verb: str
    label: str
    about: dict[str, Any]
    """The arguments of the verb, which a board understands."""


class Proof(Struct):
    """What is needed to check the shuffle, once the game is over."""

    key: str
    nonces: list[str]
    transcript: Transcript | None
    """None in the old protocol."""
    fingerprint: str | None
    """Of the transcript."""
    signature: Signature | None
    """Of the fingerprint."""


class Position(Struct):
    """The game as one seat, or a spectator, may see it now."""

    moves: int
    """How many moves have been made, as far as this seat may notice them."""
    view: Mapping[str, Any]
    """What is on the table: `views/<game>.schema.json` describes it."""
    prompt: str
    """One line that says what is happening and what is asked of you."""
    section: str
    """The heading of the rules section that explains what is asked now; empty: the beginning."""
    actors: list[int]
    offers: list[Offer]
    clocks: list[int | None]
    can_undo: bool
    zones: list[Zone] | None
    """The view laid out for a board that does not know the game, on request."""
    sheet: Sheet | None
    """The score sheet, once the game is over."""
    proof: Proof | None
    why_not_undo: str = ""
    """Why this seat cannot take its last move back; empty if it can."""
    undo_looks_back: bool = False
    """Whether taking the last move back goes past something that was revealed: the game then counts for nothing."""
    forced: bool = False
    """Whether there is only one offer, and taking it tells nobody anything: a client may do so by itself."""
    lesson: LessonFacts | None = None
    """What the learner is told, at a table where a lesson is taught."""


# From the server to a socket


class Welcome(Struct, tag_field="t", tag="welcome"):
    """The first message: everything."""

    version: str
    table: TableFacts
    seat: int | None
    """The seat this socket plays; None for a spectator."""
    host: bool
    """Whether this socket may remove and mute people and change seats before the deal."""
    seq: int
    position: Position | None
    """None until the cards are dealt."""
    log: list[LogLine]
    """What happened since the `last` line that the client named, or everything."""


class Update(Struct, tag_field="t", tag="update"):
    """The game has moved on."""

    seq: int
    log: list[LogLine]
    position: Position


class TableChanged(Struct, tag_field="t", tag="table"):
    """Something about the table or its people has changed."""

    seq: int
    log: list[LogLine]
    table: TableFacts


class Done(Struct, tag_field="t", tag="done"):
    """The message with that id was carried out, and is on disk if it has to be."""

    id: str
    seq: int


class Refusal(Struct, tag_field="t", tag="refused"):
    """The message with that id changed nothing."""

    id: str | None
    reason: Literal[
        "broken",
        "gone",
        "illegal",
        "no_store",
        "not_allowed",
        "not_now",
        "paused",
        "stale",
        "too_many",
        "too_long",
        "unreadable",
    ]
    text: str


class HintFacts(Struct):
    """An action that a bot would consider, and why."""

    action: int
    label: str
    chance: float
    """The estimated chance to win, from 0 to 1."""
    reason: str


class Hints(Struct, tag_field="t", tag="hints"):
    """The answer to a request for hints."""

    id: str
    moves: int
    """The position that the hints are for."""
    hints: list[HintFacts]


class Bye(Struct, tag_field="t", tag="bye"):
    """The last message, before the server closes the socket."""

    reason: Literal["moved", "removed", "left", "restart", "slow", "too_many", "damaged"]
    text: str


ToSocket = Welcome | Update | TableChanged | Done | Refusal | Hints | Bye


# From a socket to the server


class SocketRequest(Struct, tag_field="t", forbid_unknown_fields=True):
    """What a socket may send; the answer repeats the id."""

    id: MessageId


class Move(SocketRequest, tag="move"):
    """Take an action that was offered."""

    action: Annotated[int, Meta(ge=0, lt=1 << 31)]
    stamp: Annotated[int, Meta(ge=0, lt=1 << 53)]


class Undo(SocketRequest, tag="undo"):
    """Take one's last move back: among people unless it revealed something new, alone with bots always."""


class Ready(SocketRequest, tag="ready"):
    """Say whether one is ready; no longer being ready voids an attempt to deal."""

    on: bool


class Commit(SocketRequest, tag="commit"):
    """Commit to a nonce, once all are seated and one is ready. The first commitment freezes the terms."""

    attempt: AttemptNumber
    commitment: Digits


class Agree(SocketRequest, tag="agree"):
    """Agree to the whole list of commitments, by its digest."""

    attempt: AttemptNumber
    digest: Digits


class Reveal(SocketRequest, tag="reveal"):
    """Reveal the nonce, once all have agreed."""

    attempt: AttemptNumber
    nonce: Digits


class Say(SocketRequest, tag="say"):
    """Say something to the table."""

    text: ChatText


class Skip(SocketRequest, tag="skip"):
    """Let the bots move at once until a person is asked."""


class Pause(SocketRequest, tag="pause"):
    """Ask for a pause in real time, which begins when everybody wants it; or resume, for which one person is enough."""

    on: bool


class Hold(SocketRequest, tag="hold"):
    """Let the bots wait while one learns the game alone with them, for three minutes at most; or let them go on."""

    on: bool


class SetPace(SocketRequest, tag="pace"):
    """Change how fast bots move: anybody who plays with bots only, otherwise the host."""

    pace: Pace


class AskForHint(SocketRequest, tag="hint"):
    """Ask for the best moves."""


class Back(SocketRequest, tag="back"):
    """Take the seat back from the bot that played for one."""


class Leave(SocketRequest, tag="leave"):
    """Give the seat up; during a game a bot plays it to the end."""


class Arrange(SocketRequest, tag="arrange"):
    """Host: give a seat to a bot, or open it; before the deal."""

    seat: Seat
    level: Level | None
    """The bot's level, or None for an open seat."""


class Remove(SocketRequest, tag="remove"):
    """Host: remove a person."""

    seat: Seat


class Mute(SocketRequest, tag="mute"):
    """Host: mute a person, or let them speak again."""

    seat: Seat
    muted: bool


class Shut(SocketRequest, tag="shut"):
    """Host: close the table to newcomers, or open it again; before the deal."""

    on: bool


FromSocket = (
    Move
    | Undo
    | Ready
    | Commit
    | Agree
    | Reveal
    | Say
    | Skip
    | Pause
    | Hold
    | SetPace
    | AskForHint
    | Back
    | Leave
    | Arrange
    | Remove
    | Mute
    | Shut
)

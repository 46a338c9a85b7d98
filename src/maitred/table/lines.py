"""What a table remembers: one line for everything that ever changed it. A table is its lines, read in order.

Tokens and codes are stored as hashes. The lines contain the keys of the shuffle and everybody's numbers, so they never
leave the house.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import DecodeError, Struct, ValidationError
from msgspec.json import Decoder, Encoder

from maitred.kernel.errors import Refused
from maitred.table.promise import Signature, Transcript, Why

Pace = Literal["slow", "usual", "fast", "none"]


class ClockSet(Struct):
    """Each player's time for the whole game, and what every move adds."""

    minutes: int
    bonus_seconds: int


class SeatSet(Struct):
    """A seat as the table was set: a bot's, a person's, or open."""

    level: str | None = None
    name: str = ""
    token: str | None = None
    held: bool = False
    """Whether an open seat is kept for the person of that name, who had it at the previous table."""


class WasSet(Struct, tag="set"):
    """The table was set."""

    table: str
    game: str
    rules_version: int
    deck: str
    options: dict[str, str]
    seats: list[SeatSet]
    public: bool
    spectators: bool
    hints: bool
    clock: ClockSet | None
    pace: Pace
    key: str
    """The key of the first attempt to deal."""
    host: str
    """The hash of the host's token."""
    cards: Mapping[str, Any] | None = None
    """The tables of a deck other than the house deck; `deck` is its digest."""
    lesson: str | None = None
    """The lesson of the game that is taught here."""


class Sat(Struct, tag="sat"):
    """A person sat down."""

    seat: int
    name: str
    token: str


class Lent(Struct, tag="lent"):
    """A private link was made for a seat."""

    seat: int
    code: str
    until: int
    """Milliseconds since 1970."""


class Took(Struct, tag="took"):
    """A person continued on another device."""

    seat: int
    token: str


class Readied(Struct, tag="ready"):
    """A person is ready, or no longer is."""

    seat: int
    on: bool = False
    nonce: str | None = None
    """In the old protocol, instead of `on`: whoever was ready gave a nonce at once."""


class Committed(Struct, tag="committed"):
    """A person's client committed to a nonce; the first who does freezes the terms of the attempt."""

    seat: int
    attempt: int
    commitment: str


class Agreed(Struct, tag="agreed"):
    """A person's client agreed to the whole list of commitments."""

    seat: int
    attempt: int
    digest: str


class Revealed(Struct, tag="revealed"):
    """A person's client revealed its nonce."""

    seat: int
    attempt: int
    nonce: str


class Voided(Struct, tag="voided"):
    """An attempt to deal came to nothing; the next one begins with another key."""

    attempt: int
    why: Why
    seat: int | None
    """The seat that changed something or did not answer: it is no longer ready."""
    key: str
    """The key of the next attempt."""


class Arranged(Struct, tag="arranged"):
    """The host gave a seat to a bot, or opened it."""

    seat: int
    level: str | None


class Left(Struct, tag="left"):
    """A person gave a seat up, or the host removed them."""

    seat: int
    removed: bool


class Dealt(Struct, tag="dealt"):
    """The cards were dealt, with a nonce from each seat (a bot's is empty)."""

    nonces: list[str]
    transcript: Transcript | None = None
    """None in the old protocol, in which a nonce was shown before all had committed to theirs."""
    signature: Signature | None = None
    """The house's signature on the transcript."""


class DealtFrom(Struct, tag="dealt_from"):
    """The cards were dealt where nothing has to be promised: at a table in the terminal, whose people know the seed,
    or as somebody has prepared them."""

    chance: dict[str, Any]
    """The chance as a record has it."""
    cards: Mapping[str, Any] | None
    """The tables of a deck other than the house deck."""
    rules_version: int


class Played(Struct, tag="played"):
    """A move: by a person with the id of their message, by a bot without."""

    seat: int
    action: int
    ms: int
    id: str | None


class Undone(Struct, tag="undone"):
    """The last moves were taken back, and those in `again` made once more."""

    seat: int
    back: int
    again: list[tuple[int, int]]
    ms: int
    id: str


class OutOfTime(Struct, tag="out_of_time"):
    """A player's time was up."""

    seat: int
    ms: int


class Paused(Struct, tag="paused"):
    """A pause began or ended."""

    seat: int
    on: bool


class Paced(Struct, tag="paced"):
    """A person changed how fast bots move."""

    seat: int
    pace: Pace


class Said(Struct, tag="said"):
    """A person said something."""

    seat: int
    text: str
    id: str


class Muted(Struct, tag="muted"):
    """The host muted a person, or no longer does."""

    seat: int
    muted: bool


class Shut(Struct, tag="shut"):
    """The host closed the table to newcomers, or opened it again."""

    on: bool


class Declined(Struct, tag="declined"):
    """A person for whom a seat was kept will not play again."""

    seat: int


class Again(Struct, tag="again"):
    """These people play again at another table."""

    table: str


Line = (
    WasSet
    | Sat
    | Lent
    | Took
    | Readied
    | Committed
    | Agreed
    | Revealed
    | Voided
    | Arranged
    | Left
    | Dealt
    | DealtFrom
    | Played
    | Undone
    | OutOfTime
    | Paused
    | Paced
    | Said
    | Muted
    | Shut
    | Declined
    | Again
)

DECODER: Decoder[Line] = Decoder(Line)
ENCODER = Encoder()


class Damaged(Refused):
    """A table whose lines make no sense from some line on."""

    def __init__(self, line: int, what: str) -> None:
        """`line`: the first wrong line, counted from 1; `what`: what is wrong with it, without anything hidden."""
        super().__init__("This table is damaged, so it is closed: it can be taken back to its last good move.")
        self.line = line
        self.what = what


def read(stored: Sequence[tuple[int, bytes]]) -> list[Line]:
    """The lines and their numbers, as a store has them; raises Damaged at the first that cannot be read."""
    history: list[Line] = []
    for number, line in stored:
        at = len(history) + 1
        if number != at:
            raise Damaged(at, "it is missing")
        try:
            history.append(DECODER.decode(line))
        except ValidationError as problem:
            raise Damaged(at, "this version does not know what it says") from problem
        except (DecodeError, UnicodeDecodeError) as problem:
            raise Damaged(at, "it is not JSON") from problem
    return history

"""The promise of a live table: key and nonces are committed to before they are revealed, and alone determine the deal.

This module knows no network and serves both sides: what is hashed and how, whether a transcript is consistent, and the
`Keeper`, which decides for one seat what to send next and notices when the house breaks its word.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, Protocol

import msgspec
from msgspec import Struct, field

from maitred.kernel import record
from maitred.kernel.chance import KEY_BYTES, tagged
from maitred.kernel.errors import BadSetup

NONCE_BYTES: Final = 32
MOST_VOIDED: Final = 1
"""A house can pretend that somebody was late, so a deal after more voided attempts than this is not proven."""

Step = Literal["seating", "committing", "agreeing", "revealing", "dealt"]
Why = Literal["arranged", "left", "removed", "moved", "not_ready", "no_agreement", "no_reveal"]


# What is agreed on


class SeatTerms(Struct):
    """A seat as it was when the first commitment was made."""

    kind: Literal["person", "bot"]
    name: str
    level: str | None
    """The level of a bot."""


class Terms(Struct):
    """The terms of an attempt, which the first commitment freezes."""

    table: str
    attempt: int
    game: str
    rules_version: int
    deck: str
    """The digest of the card tables."""
    options: dict[str, str]
    seats: list[SeatTerms]
    key: str
    """The commitment to the key: its SHA-256 in hexadecimal digits."""


class Commitments(Struct):
    """The terms, and what each seat has committed to (empty for a bot)."""

    terms: Terms
    commitments: list[str]


class Voiding(Struct):
    """Why an attempt is void, and its key, which is then published."""

    why: Why
    seat: int | None
    """The seat that changed something, or did not answer."""
    key: str


class Attempt(Struct):
    """One attempt to deal, as the transcript keeps it."""

    attempt: int
    key: str
    """The commitment to the key of this attempt."""
    listed: Commitments | None = field(name="list")
    """None if the attempt was voided before all had committed."""
    nonces: list[str | None]
    """By seat: the nonce revealed; empty for a bot."""
    voided: Voiding | None


class Transcript(Struct):
    """All attempts of a table to deal, in order; the last is the one that dealt the cards."""

    table: str
    attempts: list[Attempt]


class Signature(Struct):
    """The house's signature (Ed25519), both in hexadecimal digits."""

    key: str
    """The public key it is checked with."""
    signature: str


class Promise(Struct):
    """How far the table has come with its promise; public."""

    attempt: int
    key: str
    """The commitment to the key of this attempt: its SHA-256 in hexadecimal digits."""
    step: Step
    committed: list[bool]
    """By seat; a bot commits to nothing."""
    listed: Commitments | None = field(name="list")
    """Once all have committed."""
    digest: str | None
    """Of the list."""
    agreed: list[bool]
    revealed: list[bool]
    voided: int
    """How many attempts before this one were voided."""
    transcript: Transcript | None
    """The voided attempts, and from the deal on all attempts. None if there are none, and in the old protocol."""
    fingerprint: str | None
    """Of the transcript, from the deal on: to be compared among players."""
    signature: Signature | None
    """Of the fingerprint, from the deal on."""


# What is hashed, and how


def canonical(value: object) -> bytes:
    """JSON that is the same for equal values: sorted keys, no spaces, ASCII."""
    return record.canonical(msgspec.to_builtins(value))


def commitment_to(table: str, attempt: int, seat: int, nonce: str) -> str:
    """The commitment of a seat to its nonce."""
    parts = [table.encode(), str(attempt).encode(), str(seat).encode(), bytes.fromhex(nonce)]
    return tagged("maitred/2 nonce", parts).hex()


def digest_of(listed: Commitments) -> str:
    """The digest of a list of commitments, which every client agrees to."""
    return tagged("maitred/2 list", [canonical(listed)]).hex()


def fingerprint_of(transcript: Transcript) -> str:
    """The hash of a transcript, which players compare."""
    return tagged("maitred/2 transcript", [canonical(transcript)]).hex()


def spoken(fingerprint: str) -> str:
    """The part of a fingerprint that people compare: 16 digits in groups of four."""
    return " ".join(fingerprint[at : at + 4] for at in range(0, 16, 4))


def key_fits(key: str, commitment: str) -> bool:
    """Whether a key is the one that was committed to."""
    try:
        raw = bytes.fromhex(key)
    except ValueError:
        return False
    return len(raw) == KEY_BYTES and hashlib.sha256(raw).hexdigest() == commitment


def nonce_fits(table: str, attempt: int, seat: int, nonce: str, commitment: str) -> bool:
    """Whether a nonce is the one that a seat committed to; a bot has neither."""
    if not commitment or not nonce:
        return commitment == nonce == ""
    try:
        return len(bytes.fromhex(nonce)) == NONCE_BYTES and commitment_to(table, attempt, seat, nonce) == commitment
    except ValueError:
        return False


def new_nonce() -> str:
    """32 random bytes in hexadecimal digits."""
    return secrets.token_hex(NONCE_BYTES)


def nobody(listed: Commitments) -> bool:
    """Whether only bots sit at the table, so that nobody has checked anything."""
    return all(seat.kind == "bot" for seat in listed.terms.seats)


def faults_in(transcript: Transcript) -> list[str]:
    """What is inconsistent in the transcript of a deal, as sentences; [] if nothing is."""
    faults: list[str] = []
    attempts = transcript.attempts
    if [each.attempt for each in attempts] != list(range(1, len(attempts) + 1)) or not attempts:
        faults.append("The attempts in the transcript are not numbered from 1.")
    for each in attempts:
        faults += attempt_faults(transcript.table, each)
        if each.voided is not None and not key_fits(each.voided.key, each.key):
            faults.append(f"The key published for attempt {each.attempt} is not the one that was committed to.")
    if any(each.voided is None for each in attempts[:-1]):
        faults.append("An attempt that was not voided is followed by another.")
    last = attempts[-1] if attempts else None
    if last is not None and (last.voided is not None or last.listed is None or None in last.nonces):
        faults.append("The last attempt is not complete: the cards were dealt without somebody's number.")
    return faults


def attempt_faults(table: str, each: Attempt) -> list[str]:
    """What is inconsistent in one attempt."""
    if each.listed is None:
        return [] if not any(each.nonces) else [f"Attempt {each.attempt} has numbers but no list of commitments."]
    terms, seats = each.listed.terms, len(each.listed.terms.seats)
    if (terms.table, terms.attempt, terms.key) != (table, each.attempt, each.key):
        return [f"The list of attempt {each.attempt} belongs to another table, attempt or key."]
    if len(each.listed.commitments) != seats or len(each.nonces) != seats:
        return [f"Attempt {each.attempt} does not have one commitment and one number for each seat."]
    faults: list[str] = []
    for at, (commitment, nonce) in enumerate(zip(each.listed.commitments, each.nonces, strict=True)):
        if (commitment == "") != (terms.seats[at].kind == "bot"):
            faults.append(
                f"Seat {at + 1} of attempt {each.attempt} is a person without a commitment, or a bot with one."
            )
        elif nonce is not None and not nonce_fits(table, each.attempt, at, nonce, commitment):
            faults.append(f"The number of seat {at + 1} in attempt {each.attempt} is not the one it committed to.")
    return faults


# What a client keeps


class KeptAttempt(Struct):
    """What one seat keeps of an attempt from the moment it first sees it."""

    attempt: int
    key: str
    """The commitment to the house's key as it was first seen."""
    nonce: str | None = None
    """This seat's nonce; None until it commits, and on a device that joined later."""
    late: bool = False
    """Whether this seat may have committed, from elsewhere, before this device first saw the table."""
    terms: Terms | None = None
    """What the table was like when this seat committed."""
    digest: str | None = None
    """The digest of the list that this seat agreed to."""
    revealed: bool = False
    """Whether the house has confirmed this seat's number."""


class Kept(Struct):
    """What one seat keeps of a table's promise, and checks against."""

    table: str
    seat: int
    attempts: list[KeptAttempt] = []
    transcript: Transcript | None = None
    signature: Signature | None = None
    findings: list[str] = []
    """What the house was caught doing, as sentences."""


def first_seen(promise: Promise, seat: int) -> KeptAttempt:
    """What a seat keeps of an attempt when it first sees it."""
    late = promise.step == "dealt" or any(promise.committed[seat:][:1])
    return KeptAttempt(promise.attempt, promise.key, late=late)


def to_fragment(kept: Kept) -> str:
    """What is kept, for the fragment of a link that moves the seat: `#take=CODE&promise=…`."""
    return base64.urlsafe_b64encode(canonical(kept)).decode().rstrip("=")


def from_fragment(text: str) -> Kept:
    """What the fragment of such a link says."""
    try:
        return msgspec.json.decode(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), type=Kept)
    except (msgspec.DecodeError, binascii.Error, UnicodeError) as problem:
        raise BadSetup("The promise in this link cannot be read: make a new link.") from problem


class SeatSeen(Protocol):
    """A seat as the house shows it."""

    @property
    def kind(self) -> Literal["open", "person", "bot"]: ...
    @property
    def name(self) -> str: ...
    @property
    def level(self) -> str | None: ...
    @property
    def ready(self) -> bool: ...


class TableSeen(Protocol):
    """A table as the house shows it: `TableFacts` of the protocol."""

    @property
    def table(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def rules_version(self) -> int: ...
    @property
    def deck(self) -> str: ...
    @property
    def options(self) -> dict[str, str]: ...
    @property
    def seats(self) -> Sequence[SeatSeen]: ...
    @property
    def promise(self) -> Promise: ...


def terms_seen(table: TableSeen) -> Terms:
    """The terms that a commitment made now would freeze; no seat is open."""
    seats = [SeatTerms("bot" if seat.kind == "bot" else "person", seat.name, seat.level) for seat in table.seats]
    promise = table.promise
    return Terms(
        table.table,
        promise.attempt,
        table.game,
        table.rules_version,
        table.deck,
        dict(table.options),
        seats,
        promise.key,
    )


NOT_TO_YOU: Final = "This promise was not made to you: you came after the numbers were committed to."
NOBODY: Final = "Nobody checked this shuffle: only bots sat at the table."
OLD_SEAL: Final = (
    "Sealed by the old protocol: whoever was ready last could have chosen the cards together with the house."
)
NO_KEY: Final = "The promise was broken: the game is over and the house has not published its key."


def not_proven(voided: int) -> str:
    """The sentence for when more attempts were voided than chance explains."""
    return f"Not proven: {voided} attempts were voided before the deal, and the house may have chosen among them."


Checks = Callable[[Signature, str], bool]


class Keeper:
    """Watches over a table's promise for one seat: what to send next, and what was found.

    It does no I/O: its user saves `kept` whenever `see` or `end` returns, before sending anything.
    """

    def __init__(self, kept: Kept, signed: Checks | None = None) -> None:
        """`signed`: checks a signature on a fingerprint, if there is a key to check it with."""
        self.kept = kept
        self.signed = signed
        self.said: set[tuple[int, str]] = set()
        """What was sent since the connection was last opened, by attempt."""
        self.seen: Promise | None = None

    @property
    def findings(self) -> list[str]:
        """What the house was caught doing."""
        return self.kept.findings

    def find(self, sentence: str) -> None:
        """Add a finding, once."""
        if sentence not in self.kept.findings:
            self.kept.findings.append(sentence)

    def mine(self, attempt: int) -> KeptAttempt | None:
        """What was kept of an attempt."""
        return next((each for each in self.kept.attempts if each.attempt == attempt), None)

    def again(self) -> None:
        """The connection is open again, or something was refused: what was sent before may have to be sent again."""
        self.said.clear()

    def see(self, table: TableSeen) -> list[dict[str, Any]]:
        """Check what the house shows, and return what to send (messages without their ids)."""
        promise = self.seen = table.promise
        if table.table != self.kept.table:
            self.find("The house shows a different table from the one you sat down at.")
            return []
        if {len(told) for told in (promise.committed, promise.agreed, promise.revealed)} != {len(table.seats)}:
            self.find("The house does not say how far each seat has come.")
            return []
        self.look_back(promise)
        if any(each.attempt > promise.attempt for each in self.kept.attempts):
            self.find(f"The house has gone back to attempt {promise.attempt}, which was voided.")
            return []
        mine = self.mine(promise.attempt)
        if mine is None:
            mine = first_seen(promise, self.kept.seat)
            mine.late = mine.late and not self.kept.attempts  # a device that saw an earlier attempt was there in time
            self.kept.attempts.append(mine)
        if mine.key != promise.key:
            self.find(f"The house has changed the key that it had committed to in attempt {promise.attempt}.")
            return self.refuse(table, mine)
        match promise.step:
            case "seating" | "committing":
                return self.commit(table, mine)
            case "agreeing":
                return self.agree(table, mine)
            case "revealing":
                return self.reveal(table, mine)
            case "dealt":
                self.dealt(promise, mine)
        return []

    def say(self, attempt: int, kind: str, /, **more: object) -> list[dict[str, Any]]:
        """A message, unless it was already sent."""
        if (attempt, kind) in self.said:
            return []
        self.said.add((attempt, kind))
        return [{"t": kind, **more}]

    def refuse(self, table: TableSeen, mine: KeptAttempt) -> list[dict[str, Any]]:
        """Abandon this attempt: no longer being ready voids it."""
        ready = table.seats[self.kept.seat].ready and table.promise.step != "dealt"
        return self.say(mine.attempt, "ready", on=False) if ready else []

    # Step by step

    def commit(self, table: TableSeen, mine: KeptAttempt) -> list[dict[str, Any]]:
        """Commit to a nonce once all are seated and ready; the terms are what the table is like now."""
        seat = self.kept.seat
        if mine.digest is not None:
            # A nonce that may have been revealed is not committed to again: others would know it already.
            self.find(f"The house has started attempt {mine.attempt} over after you agreed to its list.")
            return self.refuse(table, mine)
        if table.promise.committed[seat]:
            if mine.nonce is None and not mine.late:
                self.find("Somebody else has committed to a number for your seat.")
                return self.refuse(table, mine)
            return []
        if any(each.kind == "open" or (each.kind == "person" and not each.ready) for each in table.seats):
            return []
        if mine.nonce is None or mine.terms is None:
            mine.nonce = new_nonce()  # a new one even if the old protocol left one: the house knows that
        commitment = commitment_to(table.table, mine.attempt, seat, mine.nonce)
        said = self.say(mine.attempt, "commit", attempt=mine.attempt, commitment=commitment)
        if said:
            mine.terms, mine.late = terms_seen(table), False
        return said

    def agree(self, table: TableSeen, mine: KeptAttempt) -> list[dict[str, Any]]:
        """Agree to the list if it matches what was seen."""
        if not self.list_fits(table.promise, mine):
            return self.refuse(table, mine) if mine.nonce is not None else []
        assert table.promise.listed is not None
        mine.digest = digest_of(table.promise.listed)
        if table.promise.agreed[self.kept.seat]:
            return []
        return self.say(mine.attempt, "agree", attempt=mine.attempt, digest=mine.digest)

    def reveal(self, table: TableSeen, mine: KeptAttempt) -> list[dict[str, Any]]:
        """Reveal the nonce once all have agreed to the same list."""
        if not self.list_fits(table.promise, mine):
            return self.refuse(table, mine) if mine.nonce is not None else []
        if mine.digest is None:
            self.find("The house says that you agreed to a list of commitments, but you did not.")
            return self.refuse(table, mine)
        if table.promise.revealed[self.kept.seat]:
            mine.revealed = True
            return []
        return self.say(mine.attempt, "reveal", attempt=mine.attempt, nonce=mine.nonce)

    def list_fits(self, promise: Promise, mine: KeptAttempt) -> bool:
        """Whether the list is complete, has this seat's own commitment and terms, and is the one kept."""
        if mine.nonce is None:
            return False
        listed = promise.listed
        if listed is None or digest_of(listed) != promise.digest:
            self.find("The house shows a list of commitments that does not have the digest it names.")
            return False
        at, seat = mine.attempt, self.kept.seat
        own = commitment_to(self.kept.table, at, seat, mine.nonce)
        if len(listed.commitments) <= seat or listed.commitments[seat] != own:
            self.find(f"Your commitment is not in the list of attempt {at}.")
            return False
        if mine.terms is not None and listed.terms != mine.terms:
            changed = [
                name for name in Terms.__struct_fields__ if getattr(listed.terms, name) != getattr(mine.terms, name)
            ]
            what = ", ".join(changed)
            self.find(f"The list of attempt {at} is for a different table from the one you saw: {what} changed.")
            return False
        if mine.digest is not None and promise.digest != mine.digest:
            self.find(f"The house has changed the list of attempt {at} after you agreed to it.")
            return False
        return True

    def look_back(self, promise: Promise) -> None:
        """Check what the house says of voided attempts against what was kept of them."""
        voided = [each for each in promise.transcript.attempts if each.voided] if promise.transcript is not None else []
        if len(voided) != promise.voided or promise.attempt != promise.voided + 1:
            self.find("The house leaves out an attempt that was voided.")
        for each in voided:
            assert each.voided is not None
            if not key_fits(each.voided.key, each.key):
                self.find(f"The key published for attempt {each.attempt} is not the one that was committed to.")
            mine = self.mine(each.attempt)
            if mine is None:
                continue
            if mine.key != each.key:
                self.find(f"The house shows a key for attempt {each.attempt} that is not the one it committed to.")
            if mine.digest is not None and (each.listed is None or digest_of(each.listed) != mine.digest):
                self.find(f"The house shows a list for attempt {each.attempt} that is not the one you agreed to.")
            blamed = each.voided.why in ("no_agreement", "no_reveal") and each.voided.seat == self.kept.seat
            if blamed and mine.revealed:
                self.find(f"The house says that you were late in attempt {each.attempt}, but it had your number.")
        for mine in self.kept.attempts:
            if mine.attempt < promise.attempt and all(each.attempt != mine.attempt for each in voided):
                self.find(f"The house leaves out attempt {mine.attempt}, which you saw.")

    def dealt(self, promise: Promise, mine: KeptAttempt) -> None:
        """Check the transcript of the deal and keep it."""
        told = promise.transcript
        if told is None:
            if not mine.late or promise.listed is not None:
                self.find("The cards were dealt and the house shows no transcript.")
            return
        before = self.kept.transcript
        if before is not None:
            if fingerprint_of(before) != fingerprint_of(told):
                self.find("The house's account of the deal differs from the one it gave you before.")
            return
        fingerprint = fingerprint_of(told)
        for fault in faults_in(told):
            self.find(fault)
        last = told.attempts[-1] if told.attempts else None
        if told.table != self.kept.table or last is None or last.attempt != promise.attempt or last.key != mine.key:
            self.find("The transcript of the deal is of another table, attempt or key.")
        elif mine.nonce is None:
            if not mine.late and last.listed is not None and any(last.listed.commitments[self.kept.seat :][:1]):
                self.find("Somebody else has committed to a number for your seat.")
        else:
            if mine.digest is None or last.listed is None or digest_of(last.listed) != mine.digest:
                self.find("The cards were dealt from a different list of commitments from the one you agreed to.")
            if len(last.nonces) <= self.kept.seat or last.nonces[self.kept.seat] != mine.nonce:
                self.find("The cards were dealt without your number.")
        if promise.fingerprint != fingerprint:
            self.find("The transcript does not have the fingerprint that the house names.")
        if promise.signature is None:
            self.find("The house has not signed the transcript of the deal.")
        elif self.signed is not None and not self.signed(promise.signature, fingerprint):
            self.find("The house's signature on the transcript is not valid.")
        if last is not None:
            self.kept.transcript, self.kept.signature = told, promise.signature

    # The end

    def end(self, key: str | None, nonces: list[str] | None = None) -> None:
        """The game is over, however it ended: check the key that the house has published, if it has."""
        told = self.kept.transcript
        if key is None:
            self.find(NO_KEY)
        elif told is not None:
            last = told.attempts[-1]
            mine = self.mine(last.attempt)
            if not key_fits(key, mine.key if mine is not None else last.key):
                self.find("The key that the house has published is not the one that it had committed to.")
            if nonces is not None and nonces != last.nonces:
                self.find("The numbers that the house has published are not those of the deal.")
        elif self.kept.attempts:  # the old protocol
            mine = self.kept.attempts[-1]
            if not key_fits(key, mine.key):
                self.find("The key that the house has published is not the one that it had committed to.")
            if nonces is not None and mine.nonce is not None and nonces[self.kept.seat] != mine.nonce:
                self.find("The cards were dealt without your number.")

    def verdict(self) -> str:
        """One sentence about the deal, as far as this seat can tell; if it is bad news, `findings` say why."""
        if self.findings:
            return "The house has broken its promise."
        told = self.kept.transcript
        if told is None:
            return OLD_SEAL if self.seen is not None and self.seen.step == "dealt" else "The cards are not dealt yet."
        last = told.attempts[-1]
        if last.listed is not None and nobody(last.listed):
            return NOBODY
        mine = self.mine(last.attempt)
        if mine is None or mine.nonce is None:
            return NOT_TO_YOU
        voided = len(told.attempts) - 1
        if voided > MOST_VOIDED:
            return not_proven(voided)
        return "The shuffle is the one that was promised to you, and your number is in it."

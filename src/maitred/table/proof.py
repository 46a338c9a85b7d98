"""What the record of a game proves: that it replays, that its deal follows from a promise, and which one that was."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import msgspec

from maitred.kernel.errors import IllegalMove
from maitred.kernel.record import MOST_MOVES, Record
from maitred.table.log import SEEN
from maitred.table.promise import (
    MOST_VOIDED,
    NOBODY,
    OLD_SEAL,
    Signature,
    Transcript,
    canonical,
    faults_in,
    fingerprint_of,
    key_fits,
    nobody,
    not_proven,
)

Answer = Literal["yes", "no", "not checked"]
UNPROVEN: Final = "Nothing proves who shuffled: the record has no promise."
PREPARED: Final = "This is a prepared deal: somebody chose the position it starts from, so it counts for nothing."
Move = tuple[int, int, int]


@dataclass(slots=True)
class Answers:
    """What was found out about a record that replays; each answer is independent of the others."""

    deal: Answer = "not checked"
    """Whether the deal follows from the promise."""
    kept: Answer = "not checked"
    """Whether the promise is the one that somebody kept."""
    signed: Answer = "not checked"
    """Whether it is signed by the house that somebody trusts; no, if a signature is not valid."""
    signed_by: str | None = None
    """The public key of a good signature."""
    voided: int | None = None
    """How many attempts to deal came to nothing before."""
    undone: int = 0
    """How many moves were taken back."""
    counts: bool = True
    """Whether none of these had brought hidden cards to light."""
    fingerprint: str | None = None
    why: list[str] = field(default_factory=list)
    """Sentences about everything that is not in order."""

    @property
    def wrong(self) -> bool:
        """Whether anything is wrong."""
        return "no" in (self.deal, self.kept, self.signed)

    @property
    def proven(self) -> bool:
        """Whether the house could not have chosen the deal, as far as the record can tell."""
        return self.deal == "yes" and not self.wrong and (self.voided or 0) <= MOST_VOIDED and NOBODY not in self.why


def judge(
    record: Record,
    signed: Callable[[dict[str, Any], Signature, str], bool],
    commitment: str | None = None,
    nonce: str | None = None,
    key: str | None = None,
) -> Answers:
    """Judge a record that was found to replay.

    `signed` checks the signature on the record and the one on its transcript (given both, and the fingerprint). The
    other arguments are what somebody kept: the commitment to a key, a nonce, the house's public key.
    """
    found = Answers()
    transcript = judge_deal(record, found)
    judge_kept(record, transcript, found, commitment, nonce)
    judge_signature(record, transcript, found, signed, key)
    return found


def judge_deal(record: Record, found: Answers) -> Transcript | None:
    """Whether key, numbers, list and transcript agree; returns the transcript."""
    chance, proof = record.facts["chance"], record.proof
    if record.prepared:
        found.counts = False
        found.why.append(PREPARED)
        return None
    if chance["kind"] != "promised":
        found.why.append(OLD_SEAL if chance["kind"] == "sealed" else UNPROVEN)
        return None
    try:
        transcript = msgspec.convert((proof or {}).get("transcript"), Transcript)
    except msgspec.ValidationError:
        found.deal = "no"
        found.why.append("The record has no readable transcript of its promise.")
        return None
    faults = [*faults_in(transcript), *deal_faults(record, transcript), *undone_faults(record, found)]
    found.deal = "no" if faults else "yes"
    found.why += faults
    found.voided = len(transcript.attempts) - 1
    found.fingerprint = fingerprint_of(transcript)
    last = transcript.attempts[-1].listed if transcript.attempts else None
    if last is not None and nobody(last):
        found.why.append(NOBODY)
    if found.voided > MOST_VOIDED:
        found.why.append(not_proven(found.voided))
    return transcript


def deal_faults(record: Record, transcript: Transcript) -> list[str]:
    """What in the deal does not follow from the last attempt."""
    if not transcript.attempts:
        return []
    facts, last = record.facts, transcript.attempts[-1]
    chance = facts["chance"]
    faults: list[str] = []
    if not key_fits(chance["key"], last.key):
        faults.append("The key of the deal is not the one that was committed to.")
    if chance["nonces"] != last.nonces:
        faults.append("The numbers of the deal are not those of the last attempt.")
    if last.listed is None or canonical(chance["list"]) != canonical(last.listed):
        faults.append("The list of commitments in the deal is not the one of the last attempt.")
        return faults
    terms = last.listed.terms
    agreed = (terms.game, terms.rules_version, terms.options, terms.deck, len(terms.seats))
    played = (facts["game"], facts["rules_version"], facts["options"], facts["cards"]["digest"], facts["players"])
    for what, one, other in zip(("game", "rules", "options", "cards", "number of seats"), agreed, played, strict=True):
        if one != other:
            faults.append(f"The {what} of the game were not those that were agreed on.")
    return faults


def undone_faults(record: Record, found: Answers) -> list[str]:
    """Whether the moves that were taken back could have been made where the record says they were."""
    try:
        undone = msgspec.convert((record.proof or {}).get("undone"), list[tuple[int, list[Move]]])
    except msgspec.ValidationError:
        return ["The moves that were undone cannot be read."]
    found.undone = sum(len(gone) for _, gone in undone)
    trunk: list[Move] = list(record.moves)
    if (len(trunk) + found.undone) * len(undone) > MOST_MOVES:
        return ["More moves were undone than in any game."]
    for stood, gone in reversed(undone):
        if not 0 <= stood <= len(trunk):
            return ["A move was undone where none stood."]
        trunk = [*trunk[:stood], *gone]
        branch = again(record)
        try:
            for at, (seat, action, _) in enumerate(trunk):
                reveals = branch.state.reveals
                branch.play(seat, action)
                found.counts &= at < stood or branch.state.reveals == reveals
        except IllegalMove:
            return ["A move that was undone could not have been made."]
    if not found.counts:
        found.why.append(SEEN)
    return []


def again(record: Record) -> Record:
    """The same deal, before the first move."""
    facts = record.facts
    return Record(
        record.game,
        facts["players"],
        facts["chance"],
        facts["options"],
        facts["cards"]["own"],
        facts["rules_version"],
    )


def judge_kept(
    record: Record, transcript: Transcript | None, found: Answers, commitment: str | None, nonce: str | None
) -> None:
    """Whether the promise is the one that somebody kept."""
    chance = record.facts["chance"]
    if commitment is None and nonce is None:
        return
    found.kept = "yes"
    if chance["kind"] == "stream" or record.prepared:
        found.kept = "no"
        how = "started from a prepared position" if record.prepared else "was dealt by a seed"
        found.why.append(f"There was no promise: the game {how}.")
        return
    if commitment is not None and not key_fits(chance["key"], commitment):
        voided = [each.attempt for each in transcript.attempts if each.key == commitment] if transcript else []
        # A house could say of the attempt that it has dealt that it was voided, and deal by a key of its choice.
        found.kept = "not checked" if voided else "no"
        found.why.append(
            f"The commitment that you kept is that of attempt {voided[0]}, which was voided: name the one of the deal."
            if voided
            else "The commitment that you kept is not the one that the game was dealt by."
        )
    if nonce is not None and nonce not in chance["nonces"]:
        found.kept = "no"
        found.why.append("The number that you kept is not in the deal.")


def judge_signature(
    record: Record,
    transcript: Transcript | None,
    found: Answers,
    signed: Callable[[dict[str, Any], Signature, str], bool],
    key: str | None,
) -> None:
    """Who signed the record and its transcript."""
    told = (record.proof or {}).get("signature")
    if told is None:
        if key is not None:
            found.signed = "no"
            found.why.append("Nobody has signed the record.")
        return
    good = transcript is not None and isinstance(told, Mapping) and set(told) == {"key", "transcript", "record"}
    good = good and all(isinstance(each, str) for each in told.values())
    fingerprint = found.fingerprint or ""
    if not good or not signed(record.told(), Signature(told["key"], told["transcript"]), fingerprint):
        found.signed = "no"
        found.why.append("The signature is not valid.")
        return
    found.signed_by = told["key"]
    if key is not None:
        found.signed = "yes" if key == told["key"] else "no"
        if key != told["key"]:
            found.why.append("It is signed with a different key from the one you named.")


def shown_otherwise(record: Record, seat: int | None, shown: Iterable[bytes]) -> bool:
    """Whether somebody was shown a game other than the one in the record.

    `shown`: views of one seat or of a spectator as canonical JSON, in order. Not every position is shown to everybody,
    but all that were shown must be in the record, in this order.
    """
    replayed = again(record)
    moves = iter(record.moves)
    now = view_bytes(record.game.view(replayed.state, seat))
    for told in shown:
        while told != now:
            move = next(moves, None)
            if move is None:
                return True
            replayed.play(move[0], move[1])
            now = view_bytes(record.game.view(replayed.state, seat))
    return False


def view_bytes(view: object) -> bytes:
    """A view as canonical JSON, as it is after travelling over the wire."""
    return canonical(json.loads(msgspec.json.encode(view)))

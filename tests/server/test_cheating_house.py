"""A house that cheats, in every way that docs/protocol.md lists as detectable, and the clients that find it out.

The house is played here by its own code with single steps replaced: it takes whatever lines suit it, and shows each
guest what it likes. The guests are honest, and keep what they see.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import maitred
from maitred.cli import main
from maitred.kernel.errors import BadRecord
from maitred.kernel.record import Record, read_record
from maitred.server import showing
from maitred.server.api import signed_record
from maitred.server.messages import TableFacts
from maitred.server.signing import Signer, both_signed, transcript_signed
from maitred.table import lines, permissions, promise
from maitred.table.permissions import Denied
from maitred.table.presence import Presence
from maitred.table.promise import Keeper, Kept, commitment_to, digest_of, fingerprint_of, key_fits
from maitred.table.proof import Answers, judge, shown_otherwise, view_bytes
from tests.table.scripted import ScriptedTable

Shown = Callable[[int, dict[str, Any]], None]
BROKEN = "The house has broken its promise."
HONEST = "The shuffle is the one that was promised to you, and your number is in it."


class House:
    """A table of two honest people, an accomplice of the house in the last seat, and whatever the house does."""

    def __init__(self, seats: str = "ppp") -> None:
        self.scripted = ScriptedTable("delectable", seats)
        self.table = self.scripted.table
        self.signer = Signer()
        self.keepers = {seat: Keeper(Kept("t", seat), transcript_signed) for seat in self.table.people()}
        self.shows: Shown = lambda seat, facts: None
        """What the house changes in what it shows to a seat."""
        self.said: list[tuple[int, str]] = []
        for seat in self.table.people():
            self.scripted.take(lines.Readied(seat, on=True))

    def show(self, seat: int) -> TableFacts:
        """The table as a seat is shown it."""
        facts = json.loads(msgspec.json.encode(showing.facts(self.table, Presence(len(self.table.seats)), 0)))
        self.shows(seat, facts)
        return msgspec.convert(facts, TableFacts)

    def look(self, *seats: int) -> list[str]:
        """Let some look, or all, and do what they say; what that was."""
        said: list[str] = []
        for seat in seats or self.keepers:
            for message in self.keepers[seat].see(self.show(seat)):
                said.append(message["t"])
                self.obey(seat, dict(message))
        return said

    def obey(self, seat: int, message: dict[str, Any]) -> None:
        """Do what an honest house does."""
        kind = message.pop("t")
        self.said.append((seat, kind))
        if kind == "ready":
            for void in permissions.void(self.table, "not_ready", seat, "01" * 32):
                self.scripted.take(void)
            self.scripted.take(lines.Readied(seat, on=False))
            return
        line = getattr(permissions, kind)(self.table, seat, **message)
        if line is not None:
            self.scripted.take(line)

    def until(self, step: str) -> None:
        """Go on until the attempt has come so far."""
        for seat in [*self.keepers] * 3:
            if self.table.attempt.step != step:
                self.look(seat)
        assert self.table.attempt.step == step, self.said

    def void(self, why: promise.Why, seat: int | None, ready: bool = True) -> None:
        """Void the attempt, and let all be ready again."""
        key = hashlib.sha256(f"key {self.table.attempt.number}".encode()).hexdigest()
        self.scripted.take(lines.Voided(self.table.attempt.number, why, seat, key))
        if ready and seat is not None:
            self.scripted.take(lines.Readied(seat, on=True))

    def deal(self) -> None:
        """Deal, sign, and let all look."""
        for _ in range(4):
            self.look()
            self.deal_if_complete()
        assert self.table.record is not None, self.said

    def deal_if_complete(self) -> None:
        """Deal once all have revealed."""
        dealt = permissions.deal(self.table)
        if dealt is not None:
            assert dealt.transcript is not None
            dealt.signature = self.signer.sign_transcript(fingerprint_of(dealt.transcript))
            self.scripted.take(dealt)

    def finish(self) -> None:
        """Play to the end."""
        self.scripted.play(10_000, random.Random(1))
        assert self.table.phase == "over"

    def record(self) -> dict[str, Any]:
        """The finished record, signed, as it is handed out."""
        told: dict[str, Any] = json.loads(signed_record(self.signer, self.table))
        return told

    def signed_anew(self, told: dict[str, Any]) -> str:
        """A record that the house has changed, with its chain and signatures made to fit again."""
        record = Record(
            self.table.game, told["players"], told["chance"], told["options"], rules_version=told["rules_version"]
        )
        for seat, action, ms, _ in told["moves"]:
            record.play(seat, action, ms)
        record.notes, record.proof = told["notes"], {**told["proof"]}
        record.proof.pop("signature", None)
        transcript = msgspec.convert(record.proof["transcript"], promise.Transcript)
        signed = self.signer.sign_transcript(fingerprint_of(transcript))
        whole = self.signer.sign_record(record.told())
        record.proof["signature"] = {"key": signed.key, "transcript": signed.signature, "record": whole}
        return record.to_json()

    def end(self) -> None:
        """Everybody is shown the proof."""
        proof = showing.proof(self.table, self.table.record)  # type: ignore[arg-type]
        for keeper in self.keepers.values():
            keeper.end(proof.key, proof.nonces)

    def found(self, seat: int = 0) -> str:
        """What a guest has found, in one text."""
        return " ".join(self.keepers[seat].findings)


def judged(text: str, **more: Any) -> Answers:
    """What `maitred verify` finds about a record."""
    return judge(read_record(text, {game.id: game for game in maitred.all_games()}), both_signed, **more)


def verify(folder: Path, capsys: pytest.CaptureFixture[str], text: str, *more: str) -> tuple[int, dict[str, Any]]:
    """The exit code of `maitred verify`, and what it tells."""
    file = folder / "record.json"
    file.write_text(text)
    code = main(["verify", str(file), "--json", *more])
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return code, told


def test_an_honest_house_is_found_honest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = House()
    house.deal()
    house.finish()
    house.end()
    text = json.dumps(house.record())
    for seat, keeper in house.keepers.items():
        mine = keeper.kept.attempts[0]
        assert (keeper.findings, keeper.verdict()) == ([], HONEST)
        options = ["--commitment", mine.key, "--nonce", str(mine.nonce), "--key", house.signer.public]
        code, told = verify(tmp_path, capsys, text, *options)
        assert (code, told["replays"], told["deal"], told["kept"], told["signed"]) == (0, "yes", "yes", "yes", "yes")
        assert (told["voided"], told["proven"], told["why"]) == (0, True, []), seat
    assert len({fingerprint_of(keeper.kept.transcript) for keeper in house.keepers.values()}) == 1  # type: ignore[arg-type]


def test_verify_gives_its_four_answers_separately(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each option settles its own answer and no other, right or wrong."""
    house = House()
    house.deal()
    house.finish()
    mine = house.keepers[0].kept.attempts[0]
    kept = ("--commitment", mine.key, "--nonce", str(mine.nonce))
    other = "ab" * 32
    expected: dict[tuple[str, ...], tuple[int, str, str, str, str]] = {
        (): (0, "yes", "yes", "not checked", "not checked"),
        kept[:2]: (0, "yes", "yes", "yes", "not checked"),
        kept[2:]: (0, "yes", "yes", "yes", "not checked"),
        ("--commitment", other): (2, "yes", "yes", "no", "not checked"),
        ("--nonce", other): (2, "yes", "yes", "no", "not checked"),
        (*kept[:2], "--nonce", other): (2, "yes", "yes", "no", "not checked"),
        ("--key", house.signer.public): (0, "yes", "yes", "not checked", "yes"),
        ("--key", other): (2, "yes", "yes", "not checked", "no"),
        (*kept, "--key", house.signer.public): (0, "yes", "yes", "yes", "yes"),
        ("--nonce", other, "--key", house.signer.public): (2, "yes", "yes", "no", "yes"),
        (*kept, "--key", other): (2, "yes", "yes", "yes", "no"),
    }
    text = json.dumps(house.record())
    for options, answers in expected.items():
        code, told = verify(tmp_path, capsys, text, *options)
        assert (code, told["replays"], told["deal"], told["kept"], told["signed"]) == answers, options
    bare = json.loads(text)
    del bare["proof"]
    code, told = verify(tmp_path, capsys, json.dumps(bare))
    assert (code, told["deal"], told["proven"], told["signed_by"]) == (2, "no", False, None), "never just true"


# Grinding


def test_an_accomplice_who_speaks_last_cannot_choose(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The house knows its key and all other numbers, and its accomplice looks for a number that suits them."""
    house = House()
    house.until("revealing")
    house.look(0, 1)
    ground = hashlib.sha256(b"the best of a million").hexdigest()
    with pytest.raises(Denied, match="not the number that this seat committed to"):
        permissions.reveal(house.table, 2, 1, ground)
    house.scripted.take(lines.Revealed(2, 1, ground))  # a house that does not check
    house.deal()
    assert "The number of seat 3 in attempt 1 is not the one it committed to." in house.found(0)
    assert house.keepers[1].verdict() == BROKEN
    house.finish()
    code, told = verify(tmp_path, capsys, json.dumps(house.record()))
    assert (code, told["deal"]) == (2, "no")


def test_an_accomplice_cannot_commit_once_the_numbers_are_known() -> None:
    """Every commitment stands in the list that the honest agree to before they reveal."""
    house = House()
    house.until("revealing")
    house.look(0, 1)
    listed = house.table.attempt.listed
    assert listed is not None
    ground = hashlib.sha256(b"the best of a million").hexdigest()
    listed.commitments[2] = commitment_to("t", 1, 2, ground)
    house.table.attempt.digest = digest_of(listed)
    house.scripted.take(lines.Revealed(2, 1, ground))
    house.deal_if_complete()
    house.look()
    assert "The cards were dealt from a different list of commitments from the one you agreed to." in house.found()


def test_the_list_cannot_change_between_agreeing_and_revealing() -> None:
    house = House()
    house.until("agreeing")
    house.look(0, 1, 2)
    assert house.table.attempt.step == "revealing"
    listed = house.table.attempt.listed
    assert listed is not None
    listed.commitments[2] = commitment_to("t", 1, 2, "ab" * 32)
    house.table.attempt.digest = digest_of(listed)
    assert house.look(0) == ["ready"], "nothing is revealed, and not to be ready any more voids the attempt"
    assert "changed the list of attempt 1 after you agreed to it" in house.found()


def test_one_guest_is_asked_to_reveal_before_all_have_agreed() -> None:
    house = House()
    house.until("agreeing")
    house.shows = lambda seat, facts: facts["promise"].update(step="revealing")
    assert house.look(0) == ["ready"]
    assert "says that you agreed to a list of commitments, but you did not" in house.found()


# The key


def test_the_key_cannot_be_swapped_before_the_deal() -> None:
    house = House()
    house.look(0)

    def swap(seat: int, facts: dict[str, Any]) -> None:
        facts["promise"]["key"] = "ab" * 32

    house.shows = swap
    assert house.look(0) == ["ready"]
    assert "has changed the key that it had committed to in attempt 1" in house.found()


def test_the_key_cannot_be_swapped_at_the_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The house looks for a key that suits it once it knows all numbers."""
    house = House()
    house.until("revealing")
    for seat in house.keepers:
        house.look(seat)
    house.table.attempt.key = hashlib.sha256(b"the best of a million").hexdigest()
    house.deal()
    house.finish()
    house.end()
    assert "The key that the house has published is not the one that it had committed to." in house.found()
    code, told = verify(tmp_path, capsys, json.dumps(house.record()))
    assert (code, told["deal"]) == (2, "no")
    assert "The key of the deal is not the one that was committed to." in told["why"]


def test_another_commitment_to_the_key_in_the_end_is_found_by_what_was_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Key, commitments and transcript all fit each other, but are not what was promised: only who kept it can tell."""
    kept = House()
    kept.deal()
    forged = House()
    forged.table.attempt.__init__(1, "77" * 32, 3)  # type: ignore[misc]
    forged.deal()
    forged.finish()
    mine = kept.keepers[0].kept.attempts[0]
    text = json.dumps(forged.record())
    code, told = verify(tmp_path, capsys, text)
    assert (code, told["deal"], told["kept"]) == (0, "yes", "not checked")
    code, told = verify(tmp_path, capsys, text, "--commitment", mine.key, "--nonce", str(mine.nonce))
    assert (code, told["deal"], told["kept"]) == (2, "yes", "no")
    assert "The commitment that you kept is not the one that the game was dealt by." in told["why"]
    assert "The number that you kept is not in the deal." in told["why"]
    proof = showing.proof(forged.table, forged.table.record)  # type: ignore[arg-type]
    kept.keepers[0].end(proof.key, proof.nonces)
    assert "is not the one that it had committed to" in kept.found()


def test_an_attempt_that_was_dealt_cannot_be_called_voided_in_a_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The house knows all numbers, chooses a key that suits them for a second attempt, and says that the first one,
    whose key somebody kept, was voided."""
    kept = House()
    kept.deal()
    mine = kept.keepers[0].kept.attempts[0]
    forged = House()
    forged.void("no_reveal", 2)
    with monkeypatch.context() as patched:
        patched.setattr(promise, "new_nonce", lambda: mine.nonce)
        forged.deal()
    forged.finish()
    text = json.dumps(forged.record())
    code, told = verify(tmp_path, capsys, text, "--commitment", mine.key, "--nonce", str(mine.nonce))
    assert (code, told["deal"], told["kept"], told["voided"]) == (0, "yes", "not checked", 1)
    assert "that of attempt 1, which was voided: name the one of the deal" in " ".join(told["why"])
    now = forged.keepers[0].kept.attempts[-1]
    code, told = verify(tmp_path, capsys, text, "--commitment", now.key, "--nonce", str(now.nonce))
    assert (code, told["kept"]) == (0, "yes")
    code, told = verify(tmp_path, capsys, text, "--commitment", mine.key, "--nonce", "ab" * 32)
    assert (code, told["kept"]) == (2, "no")


def test_a_key_that_is_not_published_is_a_broken_promise() -> None:
    house = House()
    house.deal()
    house.keepers[0].end(None)
    assert house.keepers[0].findings == [promise.NO_KEY]
    assert house.keepers[0].verdict() == BROKEN


# Other numbers than mine


def test_the_house_cannot_commit_for_a_guest() -> None:
    house = House()
    house.look(1, 2)
    house.keepers[0].see(house.show(0))
    fresh = Keeper(Kept("t", 0), transcript_signed)
    house.shows = lambda seat, facts: facts["seats"][2].update(ready=False)
    assert fresh.see(house.show(0)) == []
    house.shows = lambda seat, facts: None
    house.scripted.take(lines.Committed(0, 1, "ab" * 32))
    assert [said["t"] for said in fresh.see(house.show(0))] == []
    assert fresh.kept.attempts[0].nonce is None
    house = House()
    watched = house.keepers[0]
    house.shows = lambda seat, facts: facts["seats"][2].update(ready=False)
    assert house.look(0) == []
    house.shows = lambda seat, facts: None
    house.scripted.take(lines.Committed(0, 1, "ab" * 32))
    assert [said["t"] for said in watched.see(house.show(0))] == ["ready"]
    assert watched.findings == ["Somebody else has committed to a number for your seat."]


def test_the_house_cannot_put_another_commitment_in_a_guests_place() -> None:
    house = House()
    house.until("agreeing")

    def replace(seat: int, facts: dict[str, Any]) -> None:
        facts["promise"]["list"]["commitments"][0] = "ab" * 32
        facts["promise"]["digest"] = digest_of(msgspec.convert(facts["promise"]["list"], promise.Commitments))

    house.shows = replace
    assert house.look(0) == ["ready"]
    assert "Your commitment is not in the list of attempt 1." in house.found()


def test_nothing_is_dealt_without_a_guests_number() -> None:
    house = House()
    house.until("revealing")
    house.look(1, 2)
    house.scripted.take(lines.Revealed(0, 1, "ab" * 32))
    house.deal_if_complete()
    house.look()
    assert "The cards were dealt without your number." in house.found()
    assert "The number of seat 1 in attempt 1 is not the one it committed to." in house.found(1)


def test_nothing_is_dealt_without_a_list_that_was_agreed_to() -> None:
    house = House()
    house.until("agreeing")
    for seat in house.keepers:
        nonce = house.keepers[seat].kept.attempts[0].nonce
        house.scripted.take(lines.Agreed(seat, 1, "ab" * 32))
        house.scripted.take(lines.Revealed(seat, 1, str(nonce)))
    house.deal_if_complete()
    house.look(0)
    assert "The cards were dealt from a different list of commitments from the one you agreed to." in house.found()


# Other terms than were seen


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("options", lambda facts: facts["options"].update(first="2")),
        ("deck", lambda facts: facts.update(deck="ab" * 32)),
        ("rules_version", lambda facts: facts.update(rules_version=99)),
        ("game", lambda facts: facts.update(game="ovens")),
        ("seats", lambda facts: facts["seats"][2].update(name="Somebody else")),
        ("seats", lambda facts: facts["seats"][2].update(kind="bot", level="hard")),
    ],
)
def test_terms_that_changed_after_the_commitment_are_not_agreed_to(
    field: str, change: Callable[[dict[str, Any]], object]
) -> None:
    """What the guest saw when it committed, and what the house has it agree to, are two things."""
    house = House()

    def honest_at_first(seat: int, facts: dict[str, Any]) -> None:
        if facts["promise"]["step"] in ("seating", "committing"):
            change(facts)

    house.shows = honest_at_first
    house.until("agreeing")
    assert house.look(0) == ["ready"]
    assert f"is for a different table from the one you saw: {field} changed" in house.found()


def test_a_list_must_have_the_digest_that_is_named() -> None:
    house = House()
    house.until("agreeing")
    house.shows = lambda seat, facts: facts["promise"].update(digest="ab" * 32)
    assert house.look(0) == ["ready"]
    assert "does not have the digest it names" in house.found()


def test_facts_that_are_cut_short_are_found_and_break_no_client() -> None:
    house = House()
    house.shows = lambda seat, facts: facts["promise"].update(committed=[])
    assert house.look(0) == []
    assert "does not say how far each seat has come" in house.found()
    house = House()
    house.deal()
    keeper = Keeper(Kept("t", 0), transcript_signed)
    house.shows = lambda seat, facts: facts["promise"]["transcript"].update(attempts=[])
    keeper.see(house.show(0))
    assert keeper.verdict() == BROKEN


# Aborting, and pretending that somebody was late


def test_a_guest_who_was_not_late_knows_it() -> None:
    """The house has seen all numbers, does not like the deal, and says that somebody was late."""
    house = House()
    house.until("revealing")
    house.look()
    assert house.keepers[0].see(house.show(0)) == []
    house.void("no_reveal", 0)
    house.look(0)
    assert "says that you were late in attempt 1, but it had your number" in house.found()


@pytest.mark.parametrize("times", [1, 2, 3])
def test_voiding_until_the_deal_suits_the_house_proves_nothing(
    times: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The accomplice is late again and again: that can be, so it is counted."""
    house = House()
    for _ in range(times):
        house.until("revealing")
        house.look(0, 1)
        house.void("no_reveal", 2)
    house.deal()
    house.finish()
    house.end()
    keeper = house.keepers[0]
    assert keeper.findings == []
    code, told = verify(tmp_path, capsys, json.dumps(house.record()))
    assert (told["deal"], told["voided"]) == ("yes", times)
    if times == 1:
        assert (keeper.verdict(), code, told["proven"]) == (HONEST, 0, True)
    else:
        assert keeper.verdict().startswith(f"Not proven: {times} attempts were voided")
        assert (code, told["proven"], told["why"]) == (1, False, [keeper.verdict()])


def test_a_voided_attempt_cannot_be_hidden() -> None:
    house = House()
    house.until("revealing")
    house.look(0, 1)
    house.void("no_reveal", 2)

    def hide(seat: int, facts: dict[str, Any]) -> None:
        facts["promise"].update(voided=0, transcript=None)

    house.shows = hide
    house.look(0)
    assert "The house leaves out an attempt that was voided." in house.found()
    assert "The house leaves out attempt 1, which you saw." in house.found()
    house.shows = lambda seat, facts: facts["promise"].update(voided=0, transcript=None, attempt=1)
    house.look(1)
    assert "has changed the key that it had committed to in attempt 1" in house.found(1)


def test_a_voided_attempt_cannot_come_back() -> None:
    house = House()
    house.until("revealing")
    fresh = Keeper(Kept("t", 1), transcript_signed)
    old = house.show(1)
    house.void("no_reveal", 2)
    fresh.see(house.show(1))
    fresh.see(old)
    assert "The house has gone back to attempt 1, which was voided." in fresh.findings
    knows = house.keepers[0]
    house.look(0)
    house.shows = lambda seat, facts: facts.update(json.loads(msgspec.json.encode(old)))
    assert house.look(0) == []
    assert "The house has gone back to attempt 1, which was voided." in knows.findings


def test_an_attempt_cannot_begin_anew_under_the_same_key() -> None:
    """A number that was revealed once would be known to those who commit after it."""
    house = House()
    house.until("agreeing")
    house.look()
    house.look(0)
    assert (0, "reveal") in house.said
    house.keepers[0].again()

    def begin_anew(seat: int, facts: dict[str, Any]) -> None:
        nobody = [False] * 3
        facts["promise"].update(step="seating", list=None, digest=None)
        facts["promise"].update(committed=nobody, agreed=nobody, revealed=nobody)

    house.shows = begin_anew
    assert house.look(0) == ["ready"], "nothing is committed to again"
    assert "The house has started attempt 1 over after you agreed to its list." in house.found()


def test_the_house_cannot_commit_for_a_guest_in_the_next_attempt() -> None:
    house = House()
    house.until("revealing")
    house.void("no_reveal", 2)
    house.scripted.take(lines.Committed(0, 2, "ab" * 32))
    assert house.look(0) == ["ready"]
    assert house.found() == "Somebody else has committed to a number for your seat."


def test_a_table_that_was_seen_before_the_deal_is_not_dealt_under_the_old_seal() -> None:
    house = House()
    house.shows = lambda seat, facts: facts["seats"][2].update(ready=False)
    house.look(0)
    house.shows = lambda seat, facts: None
    house.scripted.take(lines.Dealt(["aa" * 16] * 3))
    house.look(0)
    assert house.found() == "The cards were dealt and the house shows no transcript."


def test_the_key_of_a_voided_attempt_is_the_one_that_was_promised() -> None:
    house = House()
    house.until("revealing")
    house.void("no_reveal", 2)

    def lie(seat: int, facts: dict[str, Any]) -> None:
        facts["promise"]["transcript"]["attempts"][0]["voided"]["key"] = "ab" * 32

    house.shows = lie
    house.look(0)
    assert "The key published for attempt 1 is not the one that was committed to." in house.found()

    def lie_twice(seat: int, facts: dict[str, Any]) -> None:
        lie(seat, facts)
        facts["promise"]["transcript"]["attempts"][0]["key"] = hashlib.sha256(bytes.fromhex("ab" * 32)).hexdigest()

    house.shows = lie_twice
    house.look(1)
    assert "The house shows a key for attempt 1 that is not the one it committed to." in house.found(1)


def test_the_list_of_a_voided_attempt_is_the_one_that_was_agreed_to() -> None:
    house = House()
    house.until("revealing")
    house.void("no_reveal", 2)
    house.shows = lambda seat, facts: facts["promise"]["transcript"]["attempts"][0].update(list=None)
    house.look(0)
    assert "The house shows a list for attempt 1 that is not the one you agreed to." in house.found()


# Two stories


def two_stories() -> tuple[House, Keeper, Keeper]:
    """A house that tells two guests of different voided attempts, and signs both stories."""
    house = House()
    house.until("revealing")
    house.look(0, 1)
    house.void("no_reveal", 2)
    house.deal()
    keeper = Keeper(Kept("t", 1, house.keepers[1].kept.attempts), transcript_signed)

    def another(seat: int, facts: dict[str, Any]) -> None:
        told = facts["promise"]
        told["transcript"]["attempts"][0]["voided"].update(why="not_ready")
        story = msgspec.convert(told["transcript"], promise.Transcript)
        told["fingerprint"] = fingerprint_of(story)
        told["signature"] = msgspec.to_builtins(house.signer.sign_transcript(told["fingerprint"]))

    house.shows = another
    keeper.see(house.show(1))
    return house, house.keepers[0], keeper


def test_two_stories_have_two_fingerprints_and_two_signatures_of_one_key() -> None:
    house, one, other = two_stories()
    assert one.findings == other.findings == [], "nobody can tell alone"
    assert one.kept.transcript is not None
    assert other.kept.transcript is not None
    prints = [fingerprint_of(keeper.kept.transcript) for keeper in (one, other)]  # type: ignore[arg-type]
    assert promise.spoken(prints[0]) != promise.spoken(prints[1]), "whoever compares them knows"
    for keeper, fingerprint in zip((one, other), prints, strict=True):
        assert keeper.kept.signature is not None
        assert keeper.kept.signature.key == house.signer.public, "and can show it to everybody"
        assert transcript_signed(keeper.kept.signature, fingerprint)


def test_the_other_story_is_found_when_it_is_told_to_the_same_guest() -> None:
    house, _, other = two_stories()
    house.shows = lambda seat, facts: None
    other.see(house.show(1))
    assert other.findings == ["The house's account of the deal differs from the one it gave you before."]


def test_a_deal_that_is_not_signed_or_falsely_signed_is_found() -> None:
    for change, finding in (
        (lambda told: told.update(signature=None), "has not signed the transcript"),
        (lambda told: told["signature"].update(signature="ab" * 64), "signature on the transcript is not valid"),
        (lambda told: told["signature"].update(key="zz"), "signature on the transcript is not valid"),
        (lambda told: told.update(fingerprint="ab" * 32), "does not have the fingerprint that the house names"),
        (lambda told: told.update(transcript=None), "the house shows no transcript"),
    ):
        house = House()
        house.deal()
        keeper = Keeper(Kept("t", 0, house.keepers[0].kept.attempts), transcript_signed)
        house.shows = lambda seat, facts, change=change: change(facts["promise"])  # type: ignore[misc]
        keeper.see(house.show(0))
        assert finding in " ".join(keeper.findings)


# False records


def deal_of(told: dict[str, Any]) -> dict[str, Any]:
    """The last attempt in the transcript of a record."""
    last: dict[str, Any] = told["proof"]["transcript"]["attempts"][-1]
    return last


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda told: deal_of(told)["list"]["commitments"].__setitem__(0, "ab" * 32), "number of seat 1 in attempt 1"),
        (lambda told: deal_of(told)["nonces"].__setitem__(0, "ab" * 32), "numbers of the deal are not those"),
        (lambda told: deal_of(told).update(key="ab" * 32), "key of the deal is not the one"),
        (lambda told: deal_of(told)["list"]["terms"]["options"].update(first="9"), "list of commitments in the deal"),
        (lambda told: told["proof"].pop("transcript"), "no readable transcript"),
        (lambda told: told["proof"].update(transcript={"table": "t", "attempts": []}), "not numbered from 1"),
        (lambda told: told["proof"].pop("undone"), "moves that were undone cannot be read"),
        (lambda told: told["proof"].update(undone=[[0, [[0, 9999, 0]]]]), "could not have been made"),
        (lambda told: told["proof"].update(undone=[[100_000, [[0, 1, 0]]]]), "undone where none stood"),
    ],
)
def test_a_false_proof_in_a_record_is_found(
    change: Callable[[dict[str, Any]], object], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = House()
    house.deal()
    house.finish()
    told = house.record()
    change(told)
    code, found = verify(tmp_path, capsys, json.dumps(told))
    assert (code, found["replays"], found["deal"]) == (2, "yes", "no")
    assert why in " ".join(found["why"])
    assert "The signature is not valid." in found["why"], "what the house has signed cannot be changed by others"


def test_a_false_commitment_that_the_house_itself_signs_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The house's own seat commits to a hash of nothing, to choose its number later; everything else fits."""
    house = House()
    del house.keepers[2]
    house.look()
    house.scripted.take(lines.Committed(2, 1, "ab" * 32))
    house.look()
    house.scripted.take(lines.Agreed(2, 1, house.table.attempt.digest or ""))
    house.look()
    house.scripted.take(lines.Revealed(2, 1, "cd" * 32))
    house.deal()
    house.finish()
    code, found = verify(tmp_path, capsys, json.dumps(house.record()), "--key", house.signer.public)
    assert (code, found["replays"], found["deal"], found["signed"]) == (2, "yes", "no", "yes")
    assert found["why"] == ["The number of seat 3 in attempt 1 is not the one it committed to."]
    assert found["why"][0] in house.found()


def test_a_record_of_another_deal_under_the_same_promise_does_not_replay() -> None:
    """The house deals cards of its choice and claims that they follow."""
    house = House()
    house.deal()
    house.finish()
    told = house.record()
    told["chance"]["nonces"][2] = "ab" * 32
    with pytest.raises(BadRecord):
        read_record(json.dumps(told), {game.id: game for game in maitred.all_games()})


def test_a_record_is_signed_by_the_house_one_knows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = House()
    house.deal()
    house.finish()
    told = house.record()
    code, found = verify(tmp_path, capsys, json.dumps(told))
    assert (code, found["signed"], found["signed_by"]) == (0, "not checked", house.signer.public)
    code, found = verify(tmp_path, capsys, json.dumps(told), "--key", Signer().public)
    assert (code, found["signed"]) == (2, "no")
    told["notes"]["players"][0] = "Nobody"
    code, found = verify(tmp_path, capsys, json.dumps(told), "--key", house.signer.public)
    assert (code, found["signed"], found["why"]) == (2, "no", ["The signature is not valid."])
    del told["proof"]["signature"]
    code, found = verify(tmp_path, capsys, json.dumps(told), "--key", house.signer.public)
    assert (code, found["signed"], found["why"]) == (2, "no", ["Nobody has signed the record."])


def test_two_signed_records_of_one_game_convict_the_house() -> None:
    house = House()
    house.deal()
    house.scripted.move(house.table.actors()[0])
    house.finish()
    one = json.dumps(house.record())
    told = json.loads(one)
    told["notes"]["players"] = ["Other", "people", "played"]
    other = house.signed_anew(told)
    assert judged(one).signed_by == judged(other).signed_by == house.signer.public
    assert json.loads(one) != json.loads(other)


def test_cards_that_were_shown_and_are_not_in_the_record_are_found() -> None:
    """The house shows other cards in the game than the ones it can prove afterwards."""
    house = House()
    house.deal()
    table = house.table
    assert table.record is not None
    shown: list[bytes] = []
    for _ in range(5):
        shown.append(view_bytes(table.game.view(table.state, 0)))
        house.scripted.move(table.actors()[0])
    house.finish()
    assert not shown_otherwise(table.record, 0, shown)
    assert not shown_otherwise(table.record, 0, shown[::2]), "not every position is shown to everybody"
    assert shown_otherwise(table.record, 0, shown[::-1])
    other = House("ppp")
    other.table.attempt.__init__(1, "77" * 32, 3)  # type: ignore[misc]
    other.deal()
    shown[3] = view_bytes(other.table.game.view(other.table.state, 0))
    assert shown_otherwise(table.record, 0, shown)


def test_commitments_hide_what_they_commit_to() -> None:
    """Nobody can copy a commitment of another seat, table or attempt and reveal the same number."""
    nonce = "ab" * 32
    told = {commitment_to(*where, nonce) for where in (("t", 1, 0), ("t", 1, 1), ("t", 2, 0), ("u", 1, 0))}
    assert len(told) == 4
    house = House()
    house.look(0)
    first = house.table.attempt.commitments[0]
    assert first is not None
    house.scripted.take(lines.Committed(1, 1, first))
    house.keepers[2].see(house.show(2))
    with pytest.raises(Denied):
        permissions.reveal(house.table, 1, 1, str(house.keepers[0].kept.attempts[0].nonce))
    assert not key_fits("", "")


# The page about it

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
FOUND: dict[str, list[Callable[..., None]]] = {
    "let its own seat wait and look for a nonce that suits it": [
        test_an_accomplice_who_speaks_last_cannot_choose,
        test_an_accomplice_cannot_commit_once_the_numbers_are_known,
    ],
    "change the list, or one's own commitment in it": [
        test_the_list_cannot_change_between_agreeing_and_revealing,
        test_the_house_cannot_put_another_commitment_in_a_guests_place,
        test_a_list_must_have_the_digest_that_is_named,
    ],
    "commit to a nonce for somebody else's seat": [
        test_the_house_cannot_commit_for_a_guest,
        test_the_house_cannot_commit_for_a_guest_in_the_next_attempt,
    ],
    "deal under the old seal what was set under the new one": [
        test_a_table_that_was_seen_before_the_deal_is_not_dealt_under_the_old_seal
    ],
    "change the game, options, deck, rules, seats or names after a commitment": [
        test_terms_that_changed_after_the_commitment_are_not_agreed_to
    ],
    "ask for a nonce before all have agreed": [test_one_guest_is_asked_to_reveal_before_all_have_agreed],
    "deal without somebody's nonce, or with another": [
        test_nothing_is_dealt_without_a_guests_number,
        test_nothing_is_dealt_without_a_list_that_was_agreed_to,
    ],
    "choose another key: before the deal, at the deal, in the end": [
        test_the_key_cannot_be_swapped_before_the_deal,
        test_the_key_cannot_be_swapped_at_the_deal,
        test_another_commitment_to_the_key_in_the_end_is_found_by_what_was_kept,
    ],
    "deal other cards than key and nonces give": [test_a_record_of_another_deal_under_the_same_promise_does_not_replay],
    "show other cards in the game than the record has": [
        test_cards_that_were_shown_and_are_not_in_the_record_are_found
    ],
    "void an attempt because it does not like the deal": [test_voiding_until_the_deal_suits_the_house_proves_nothing],
    "say that somebody was late who was not": [test_a_guest_who_was_not_late_knows_it],
    "hide a voided attempt, go back to one, begin one anew, or publish a wrong key for it": [
        test_a_voided_attempt_cannot_be_hidden,
        test_a_voided_attempt_cannot_come_back,
        test_an_attempt_cannot_begin_anew_under_the_same_key,
        test_the_key_of_a_voided_attempt_is_the_one_that_was_promised,
        test_the_list_of_a_voided_attempt_is_the_one_that_was_agreed_to,
    ],
    "never publish the key": [test_a_key_that_is_not_published_is_a_broken_promise],
    "tell one guest two stories, one after the other": [
        test_the_other_story_is_found_when_it_is_told_to_the_same_guest
    ],
    "tell two guests two stories": [test_two_stories_have_two_fingerprints_and_two_signatures_of_one_key],
    "put a false commitment, key, nonce, list or transcript into a record": [
        test_a_false_proof_in_a_record_is_found,
        test_a_false_commitment_that_the_house_itself_signs_is_found,
        test_an_attempt_that_was_dealt_cannot_be_called_voided_in_a_record,
    ],
    "change a record that was signed, or sign two of one game": [
        test_a_record_is_signed_by_the_house_one_knows,
        test_two_signed_records_of_one_game_convict_the_house,
    ],
}


def test_every_cheat_that_the_page_lists_as_detectable_is_played() -> None:
    table = PAGE.partition("### What is proven")[2].partition("\n\n`maitred verify")[0]
    rows = [line.split("|")[1].strip() for line in table.splitlines() if line.startswith("|")][2:]
    assert rows == list(FOUND)
    assert all(FOUND.values())

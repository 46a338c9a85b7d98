"""The hashes of the promise against numbers worked out by hand, and the keeper of one seat against every cheat."""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from maitred.kernel.chance import commitment, tagged
from maitred.kernel.errors import BadSetup
from maitred.kernel.record import chance_from
from maitred.table import promise
from maitred.table.promise import Commitments, Kept, Transcript

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "server" / "promise_vectors.json").read_text())


def by_hand(tag: str, *parts: bytes) -> bytes:
    """The hash as protocol.md describes it, written down a second time."""
    told = b""
    for part in (tag.encode(), *parts):
        told += len(part).to_bytes(4, "big") + part
    return hashlib.sha256(told).digest()


def plainly(value: object) -> bytes:
    """Canonical JSON, written down a second time."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode("ascii")


def test_tags_and_parts_are_hashed_behind_their_lengths() -> None:
    for each in VECTORS["tagged"]:
        parts = [bytes.fromhex(part) for part in each["parts"]]
        assert tagged(each["tag"], parts).hex() == by_hand(each["tag"], *parts).hex() == each["digest"]
    assert tagged("a", [b"bc", b"d"]) != tagged("a", [b"b", b"cd"]) != tagged("ab", [b"c", b"d"])


def test_canonical_json_is_sorted_and_ascii() -> None:
    for each in VECTORS["canonical"]:
        assert promise.canonical(each["value"]) == plainly(each["value"]) == each["text"].encode()


def test_a_commitment_is_bound_to_table_attempt_and_seat() -> None:
    for each in VECTORS["commitments"]:
        table, attempt, seat, nonce = each["table"], each["attempt"], each["seat"], each["nonce"]
        parts = [table.encode(), str(attempt).encode(), str(seat).encode(), bytes.fromhex(nonce)]
        by_code = promise.commitment_to(table, attempt, seat, nonce)
        assert by_code == by_hand("maitred/2 nonce", *parts).hex() == each["commitment"]
        assert promise.nonce_fits(table, attempt, seat, nonce, each["commitment"])
        for elsewhere in ((f"{table}x", attempt, seat), (table, attempt + 1, seat), (table, attempt, seat + 1)):
            other, number, at = elsewhere
            assert not promise.nonce_fits(other, number, at, nonce, each["commitment"])
        assert not promise.nonce_fits(table, attempt, seat, nonce[:-2], each["commitment"])
        assert not promise.nonce_fits(table, attempt, seat, "", each["commitment"])
    for each in VECTORS["keys"]:
        assert commitment(bytes.fromhex(each["key"])) == each["commitment"]
        assert promise.key_fits(each["key"], each["commitment"])
        assert not promise.key_fits("zz" * 32, each["commitment"])


def test_lists_and_transcripts_have_their_digests() -> None:
    for each in VECTORS["lists"]:
        listed = msgspec.convert(each["list"], Commitments)
        assert promise.digest_of(listed) == by_hand("maitred/2 list", plainly(each["list"])).hex() == each["digest"]
    transcript = msgspec.convert(VECTORS["transcript"], Transcript)
    by_code = promise.fingerprint_of(transcript)
    assert by_code == by_hand("maitred/2 transcript", plainly(VECTORS["transcript"])).hex() == VECTORS["fingerprint"]
    assert promise.spoken(by_code) == VECTORS["spoken"]
    assert promise.faults_in(transcript) == []


def test_key_list_and_nonces_make_the_deal_and_nothing_else() -> None:
    deal = VECTORS["deal"]
    chance = deal["chance"]
    agreed = by_hand("maitred/2 deal", plainly(chance["list"]), *[bytes.fromhex(nonce) for nonce in chance["nonces"]])
    assert agreed.hex() == deal["agreed"]
    key = hmac.digest(bytes.fromhex(chance["key"]), agreed, "sha256")
    assert key.hex() == deal["stream_key"]
    stream = chance_from(chance)
    blocks = b"".join(hmac.digest(key, count.to_bytes(8, "big"), "sha256") for count in range(2))
    words = [int.from_bytes(blocks[4 * at : 4 * at + 4], "big") for at in range(12)]
    assert [stream.word() for _ in range(12)] == words == deal["words"]


def test_what_is_kept_goes_along_in_a_link() -> None:
    kept = msgspec.convert(VECTORS["kept"], Kept)
    assert promise.to_fragment(kept) == VECTORS["fragment"]
    assert promise.from_fragment(VECTORS["fragment"]) == kept
    for broken in ("", "!!", VECTORS["fragment"][:-9], "e30"):
        with pytest.raises(BadSetup, match="make a new link"):
            promise.from_fragment(broken)


def changed(**more: Any) -> Transcript:
    """The transcript of the vectors with something changed, by path."""
    told = json.loads(json.dumps(VECTORS["transcript"]))
    for path, value in more.items():
        at: Any = told
        *way, last = [int(step) if step.isdigit() else step for step in path.split("__")]
        for step in way:
            at = at[step]
        at[last] = value
    return msgspec.convert(told, Transcript)


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ({"attempts__0__attempt": 2}, "not numbered from 1"),
        ({"attempts__0__voided__key": "00" * 32}, "key published for attempt 1"),
        ({"attempts__0__voided": None}, "followed by another"),
        ({"attempts__1__nonces__0": "00" * 32}, "number of seat 1 in attempt 2"),
        ({"attempts__1__nonces__1": "00" * 32}, "number of seat 2 in attempt 2"),
        ({"attempts__1__nonces__2": None}, "without somebody's number"),
        ({"attempts__1__list": None}, "no list of commitments"),
        ({"attempts__1__list__commitments__1": "00" * 32}, "a bot with one"),
        ({"attempts__1__list__commitments__2": ""}, "without a commitment"),
        ({"attempts__1__list__terms__attempt": 1}, "belongs to another"),
        ({"attempts__1__list__terms__table": "another"}, "belongs to another"),
        ({"attempts__1__list__terms__key": "00" * 32}, "belongs to another"),
        ({"attempts__1__key": "00" * 32}, "belongs to another"),
        ({"attempts__1__nonces": []}, "for each seat"),
        ({"attempts": []}, "not numbered from 1"),
    ],
)
def test_a_false_transcript_is_found_out(change: dict[str, Any], finding: str) -> None:
    assert finding in " ".join(promise.faults_in(changed(**change)))

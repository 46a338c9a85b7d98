"""The promise at a table that is awake: what freezes and voids it, what is told when, what is published in the end."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import maitred
from maitred.cli import main
from maitred.kernel.chance import commitment
from maitred.kernel.record import read_record
from maitred.server.api import signed_record
from maitred.server.http_messages import Published
from maitred.server.messages import Leave
from maitred.server.publishing import published_from
from maitred.server.signing import both_signed, transcript_signed
from maitred.server.sqlite import SqliteStore
from maitred.table import lines, promise
from maitred.table.permissions import MOST_ATTEMPTS
from maitred.table.promise import Keeper, Kept
from maitred.table.proof import judge
from tests.server.event_loop import in_event_loop
from tests.server.in_process import InProcessHouse, Window, deal, in_process_house

HONEST = "The shuffle is the one that was promised to you, and your number is in it."


class Watch:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.ms = 1_000_000

    def now(self) -> int:
        return self.ms


async def two(house: InProcessHouse, seats: str = "mm", **more: object) -> tuple[Window, Window]:
    """Two people at a table, both ready."""
    keys = await house.set_table("delectable", seats, **more)
    one, other = [await house.open(keys.table, seat, host=seat == 0) for seat in sorted(keys.seats)[:2]]
    for window in (one, other):
        assert (await window.do("ready", on=True))["t"] == "done"
    return one, other


async def until_step(step: str, *windows: Window) -> None:
    """Go on until the attempt has come so far."""
    while windows[0].live.table.attempt.step != step:
        for window in windows:
            await window.settled()
            if windows[0].live.table.attempt.step != step:
                await window.promise()


async def play_out(house: InProcessHouse, *windows: Window, most: int = 10_000) -> None:
    """Let people move at random, to the end if nobody stops them."""
    chance = random.Random(3)
    live = windows[0].live
    for _ in range(most):
        await house.idle(live)
        able = [window for window in windows if window.seat in live.table.actors()]
        if not able:
            return
        offer = chance.choice(able[0].position["offers"])
        assert (await able[0].do("move", action=offer["action"], stamp=offer["stamp"]))["t"] == "done"


# The course of an attempt


@in_event_loop
async def test_commit_agree_reveal_deal() -> None:
    async with in_process_house() as house:
        one, other = await two(house, "mmr")
        table = one.live.table
        first = one.table.promise
        assert (first.attempt, first.step, first.key) == (1, "seating", commitment(bytes.fromhex(table.was_set.key)))
        assert await one.promise() == 1
        seen = other.table.promise
        assert (seen.step, seen.committed, seen.listed) == ("committing", [True, False, True], None)
        assert await other.promise() == 1
        seen = one.table.promise
        assert seen.listed is not None
        assert (seen.step, seen.digest) == ("agreeing", promise.digest_of(seen.listed))
        assert seen.listed.commitments[2] == "", "a bot commits to nothing"
        assert [seat.level for seat in seen.listed.terms.seats] == [None, None, "random"]
        nonce = one.keeper.kept.attempts[0].nonce  # type: ignore[union-attr]
        refused = await one.do("reveal", attempt=1, nonce=nonce)
        assert (refused["reason"], refused["text"]) == (
            "not_now",
            "Not all have agreed to the list of commitments yet.",
        ), "nobody reveals before all have acknowledged the whole list"
        assert await one.promise() == await other.promise() == 1
        assert one.table.promise.step == "revealing"
        assert await one.promise() == 1
        assert (one.table.promise.revealed, table.record) == ([True, False, True], None)
        assert await other.promise() == 1
        for window in (one, other):
            await window.settled()
            assert window.table.promise.step == "dealt"
            assert await window.promise() == 0
            assert window.keeper is not None
            assert window.keeper.findings == []
            assert window.keeper.verdict() == HONEST
        told = one.table.promise
        assert told.transcript is not None
        assert told.signature is not None
        assert told.fingerprint == promise.fingerprint_of(told.transcript)
        assert transcript_signed(told.signature, told.fingerprint)


@in_event_loop
async def test_what_is_refused_on_the_way() -> None:
    async with in_process_house() as house:
        one, other = await two(house)
        digits = "ab" * 32
        for kind, more, reason in (
            ("commit", {"attempt": 2, "commitment": digits}, "stale"),
            ("agree", {"attempt": 1, "digest": digits}, "not_now"),
            ("reveal", {"attempt": 1, "nonce": digits}, "not_now"),
        ):
            assert (await one.do(kind, **more))["reason"] == reason
        await one.promise()
        assert (await one.do("commit", attempt=1, commitment=digits))["reason"] == "not_now", "the first one counts"
        await other.promise()
        assert (await one.do("agree", attempt=1, digest=digits))["reason"] == "stale"
        await until_step("revealing", one, other)
        assert (await one.do("reveal", attempt=1, nonce=digits))["reason"] == "not_allowed", "not what was committed to"
        assert one.live.table.record is None
        assert (await other.do("reveal", attempt=1, nonce=one.keeper.kept.attempts[0].nonce))["t"] == "refused"  # type: ignore[union-attr]


@in_event_loop
async def test_nothing_that_is_secret_is_told_before_its_time() -> None:
    async with in_process_house() as house:
        one, other = await two(house)
        watcher = await house.open(one.live.id, None)
        await until_step("revealing", one, other)
        await one.promise()
        nonces = [str(window.keeper.kept.attempts[0].nonce) for window in (one, other)]  # type: ignore[union-attr]
        for window in (one, other, watcher):
            await window.settled()
            heard = "".join(window.received)
            for secret in (*nonces, one.live.table.attempt.key):
                assert secret not in heard
        await other.promise()
        await play_out(house, one, other, most=3)
        for window in (one, other, watcher):
            await window.settled()
            heard = "".join(window.received)
            assert all(nonce in heard for nonce in nonces), "from the deal on all numbers are known"
            assert one.live.table.attempt.key not in heard, "the key is not before the end"


# What voids an attempt


async def arranges(one: Window, other: Window) -> None:
    assert (await one.do("arrange", seat=2, level="easy"))["t"] == "done"


async def removes(one: Window, other: Window) -> None:
    assert (await one.do("remove", seat=1))["t"] == "done"


async def leaves(one: Window, other: Window) -> None:
    await other.live.queue.ask(lambda: other.live.obey(other.socket, Leave("l")))


async def is_not_ready(one: Window, other: Window) -> None:
    assert (await other.do("ready", on=False))["t"] == "done"


async def moves_away(one: Window, other: Window) -> None:
    live = other.live
    await live.queue.ask(lambda: live.lend(1, "code", 1 << 60))
    await live.queue.ask(lambda: live.take_along("code", "token", None))


WAYS: dict[str, tuple[Callable[..., object], int]] = {
    "arranged": (arranges, 2),
    "removed": (removes, 1),
    "left": (leaves, 1),
    "not_ready": (is_not_ready, 1),
    "moved": (moves_away, 1),
}


@pytest.mark.parametrize("step", ["committing", "agreeing", "revealing"])
@pytest.mark.parametrize("why", WAYS)
@in_event_loop
async def test_any_change_of_what_is_frozen_voids_the_attempt(why: str, step: str) -> None:
    change, seat = WAYS[why]
    async with in_process_house() as house:
        one, other = await two(house, "mmr")
        if step == "committing":
            await other.promise()
        else:
            await until_step(step, one, other)
        if step == "revealing":
            await other.promise()
        old = one.live.table.attempt
        await change(one, other)  # type: ignore[misc]
        await one.settled()
        now = one.table.promise
        assert (now.attempt, now.step, now.voided, now.listed) == (2, "seating", 1, None)
        assert now.key != old.commitment
        assert now.transcript is not None
        (told,) = now.transcript.attempts
        assert told.voided == promise.Voiding(why, seat, old.key)  # type: ignore[arg-type]
        assert promise.key_fits(told.voided.key, told.key), "the old key is published"
        assert not one.table.seats[seat].ready
        assert one.table.seats[0].ready
        assert any(
            "Attempt 1 to deal is void" in line["text"] for each in one.messages() for line in each.get("log", [])
        )
        one.keeper.see(one.table)  # type: ignore[union-attr]
        assert one.keeper.findings == []  # type: ignore[union-attr]
        assert one.live.table.record is None


@pytest.mark.parametrize("why", WAYS)
@in_event_loop
async def test_a_change_before_the_first_commitment_voids_nothing(why: str) -> None:
    async with in_process_house() as house:
        one, other = await two(house, "mmr")
        await WAYS[why][0](one, other)  # type: ignore[misc]
        assert (one.live.table.attempt.number, one.live.table.voided) == (1, [])


@in_event_loop
async def test_a_seat_that_moves_with_its_nonce_goes_on_with_the_attempt() -> None:
    async with in_process_house() as house:
        one, other = await two(house)
        await until_step("agreeing", one, other)
        live = other.live
        assert other.keeper is not None
        carried = promise.from_fragment(promise.to_fragment(other.keeper.kept))
        await live.queue.ask(lambda: live.lend(1, "code", 1 << 60))
        await live.queue.ask(lambda: live.take_along("code", "token", 1))
        assert live.table.attempt.number == 1
        phone = await house.open(live.id, 1)
        phone.keeper = Keeper(carried, transcript_signed)
        while live.table.record is None:
            assert await one.promise() + await phone.promise()
        await phone.settled()
        await phone.promise()
        assert phone.keeper.verdict() == HONEST


@in_event_loop
async def test_a_device_that_comes_later_is_told_that_nothing_was_promised_to_it() -> None:
    async with in_process_house() as house:
        one, other = await two(house)
        await deal(one, other)
        later = await house.open(one.live.id, 0)
        assert later.keeper is not None
        await later.promise()
        assert later.keeper.verdict() == promise.NOT_TO_YOU
        assert later.keeper.findings == []


@pytest.mark.parametrize("step", ["agreeing", "revealing"])
@in_event_loop
async def test_who_is_silent_too_long_voids_the_attempt(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch()
    monkeypatch.setattr("maitred.server.house.milliseconds", watch.now)
    async with in_process_house() as house:
        one, other = await two(house, "mmm")
        third = await house.open(one.live.id, 2)
        await third.do("ready", on=True)
        live = one.live
        await until_step(step, one, other, third)
        await one.promise()
        live.schedule.plan()
        watch.ms += 19_999
        await live.queue.ask(live.schedule.tick)
        assert live.table.attempt.number == 1
        watch.ms += 1
        await live.queue.ask(live.schedule.tick)
        await one.settled()
        assert live.table.record is None, "never a deal without it"
        now = one.table
        assert now.promise.transcript is not None
        voided = now.promise.transcript.attempts[0].voided
        assert voided is not None
        assert (voided.why, voided.seat) == ("no_agreement" if step == "agreeing" else "no_reveal", 1)
        assert [seat.ready for seat in now.seats] == [True, False, False]
        for window in (other, third):
            await window.do("ready", on=True)
        while live.table.record is None:
            for window in (one, other, third):
                await window.promise()
        assert len(live.table.transcript.attempts) == 2
        assert one.keeper is not None
        one.keeper.see(one.table)
        assert (one.keeper.findings, one.keeper.verdict()) == ([], HONEST)


@pytest.mark.parametrize("way", ["not_ready", "arranged"])
@in_event_loop
async def test_a_table_does_not_try_to_deal_without_end(way: str) -> None:
    """Everybody is told of every attempt: one guest alone could make what is told of a table as long as they like."""
    async with in_process_house() as house:
        keys = await house.set_table("delectable", "mr")
        window = await house.open(keys.table, 0, host=True)
        for _ in range(MOST_ATTEMPTS):
            assert (await window.do("ready", on=True))["t"] == "done"
            assert await window.promise() == 1
            change = ("ready", {"on": False}) if way == "not_ready" else ("arrange", {"seat": 1, "level": "easy"})
            assert (await window.do(change[0], **change[1]))["t"] == "done"
        last = {"attempt": MOST_ATTEMPTS + 1, "commitment": "ab" * 32}
        refused = await window.do("ready", on=True) if way == "not_ready" else await window.do("commit", **last)
        assert (refused["reason"], refused["text"]) == (
            "not_now",
            "This table has tried to deal 20 times in vain: set another one.",
        )
        assert len(window.live.table.voided) == MOST_ATTEMPTS
        assert len(max(window.received, key=len)) < 1 << 16


@in_event_loop
async def test_an_attempt_goes_on_when_the_house_was_closed_in_between() -> None:
    async with in_process_house() as house:
        one, other = await two(house)
        await until_step("revealing", one, other)
        await one.promise()
        before = one.live
        house.house.fall_asleep(before)
        again = [await house.open(before.id, seat) for seat in (0, 1)]
        for old, new in zip((one, other), again, strict=True):
            new.keeper = old.keeper
            assert new.keeper is not None
            new.keeper.again()
        assert again[0].live is not before
        while again[0].live.table.record is None:
            assert await again[0].promise() + await again[1].promise()
        assert again[0].live.table.attempt.number == 1


# The end


@in_event_loop
async def test_the_key_is_published_when_the_game_is_over_and_the_record_is_signed() -> None:
    async with in_process_house() as house:
        one, other = await two(house)
        await deal(one, other)
        live = one.live
        assert (await house.house.published(live.id)).state == "running"
        asked = one if one.seat in live.table.actors() else other
        undone = 0
        while not undone:  # moves that reveal nothing can be taken back
            await play_out(house, one, other, most=1)
            asked = one if one.position["can_undo"] else other
            if asked.position["can_undo"]:
                assert (await asked.do("undo"))["t"] == "done"
                undone = 1
        await play_out(house, one, other)
        proof = one.position["proof"]
        assert one.keeper is not None
        one.keeper.end(proof["key"], proof["nonces"])
        assert one.keeper.findings == []
        told = await house.house.published(live.id)
        assert (told.state, told.key) == ("published", proof["key"])
        text = signed_record(house.house.signer, live.table)
        assert signed_record(house.house.signer, live.table) == text, "the same story every time"
        record = read_record(text, {game.id: game for game in maitred.all_games()})
        mine = one.keeper.kept.attempts[0]
        found = judge(record, both_signed, mine.key, mine.nonce, house.house.signer.public)
        assert (found.deal, found.kept, found.signed, found.voided, found.why) == ("yes", "yes", "yes", 0, [])
        assert found.proven
        assert found.undone >= 1, "moves that were taken back are in the record too"


@in_event_loop
async def test_bots_among_themselves_are_checked_by_nobody() -> None:
    async with in_process_house() as house:
        keys = await house.set_table("delectable", "rr")
        watcher = await house.open(keys.table, None)
        live = watcher.live
        while live.table.phase != "over":
            await house.idle(live)
        record = read_record(signed_record(house.house.signer, live.table), {g.id: g for g in maitred.all_games()})
        found = judge(record, both_signed)
        assert (found.deal, found.wrong, found.proven, found.why) == ("yes", False, False, [promise.NOBODY])


@in_event_loop
async def test_a_rematch_is_a_new_key_and_new_commitments() -> None:
    async with in_process_house() as house:
        one, other = await two(house)
        await deal(one, other)
        await play_out(house, one, other)
        live = one.live
        keys = await house.house.rematch(live, {}, "")
        again = await house.wake(keys.table)
        assert again.table.attempt.commitment != live.table.attempt.commitment
        assert (again.table.attempt.number, again.table.attempt.terms, again.table.voided) == (1, None, [])


# However it ended


async def stored_game(store: SqliteStore, over: bool) -> tuple[str, str]:
    """A table whose cards are dealt, in a file; its name and its key."""
    async with in_process_house(store=store) as house:
        one, other = await two(house)
        await deal(one, other)
        live = one.live
        if over:
            await play_out(house, one, other)
        return live.id, live.table.attempt.key


@pytest.mark.parametrize("way", ["pruned", "forgotten"])
@in_event_loop
async def test_the_key_stays_published_when_the_lines_are_gone(tmp_path: Path, way: str) -> None:
    store = await SqliteStore.open(tmp_path / "tables.db")
    table, key = await stored_game(store, over=way == "pruned")
    store = await SqliteStore.open(tmp_path / "tables.db")
    async with in_process_house(store=store) as house:
        if way == "pruned":
            assert await store.prune(1 << 60) == 1
        else:
            await store.forget(table)
        assert await store.read(table) == []
        told = await house.house.published(table)
        assert (told.state, told.key) == ("published", key)
        assert told.transcript is not None
        assert told.fingerprint == promise.fingerprint_of(told.transcript)
        assert (await house.house.published("nobody")).state == "unknown"


@in_event_loop
async def test_the_key_of_a_table_that_was_never_dealt_is_not_published(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "tables.db")
    async with in_process_house(store=store) as house:
        one, _ = await two(house)
        await one.promise()
        assert (await house.house.published(one.live.id)).state == "running"
        house.house.fall_asleep(one.live)
        await store.forget(one.live.id)
        assert (await house.house.published(one.live.id)).state == "unknown"


@pytest.mark.parametrize("way", ["other rules", "a false line", "a broken line"])
@in_event_loop
async def test_the_key_of_a_game_that_cannot_go_on_is_published_but_not_of_one_that_can_be_mended(way: str) -> None:
    async with in_process_house() as house:
        one, other = await two(house)
        await deal(one, other)
        table, key = one.live.id, one.live.table.attempt.key
        house.house.fall_asleep(one.live)
        told = house.store.lines[table]
        if way == "a false line":
            told.append(lines.ENCODER.encode(lines.Played(0, 999, 0, None)))
        elif way == "a broken line":
            told.append(b"{")
        else:
            first = json.loads(told[0])
            first["rules_version"] += 99
            told[0] = json.dumps(first).encode()
        published = await house.house.published(table)
        mendable = way != "other rules"
        assert (published.state, published.key) == (("running", None) if mendable else ("published", key))


@in_event_loop
async def test_the_key_of_a_game_that_all_have_left_is_published() -> None:
    async with in_process_house() as house:
        windows = await two(house)
        await deal(*windows)
        one, other = windows
        live = one.live
        await live.queue.ask(lambda: live.obey(one.socket, Leave("l")))
        assert (await house.house.published(live.id)).state == "running"
        await live.queue.ask(lambda: live.obey(other.socket, Leave("l")))
        told = await house.house.published(live.id)
        assert (told.state, told.key) == ("published", live.table.attempt.key)


def test_lines_that_cannot_be_read_do_not_hide_the_key() -> None:
    told = [
        lines.ENCODER.encode(line)
        for line in (lines.Voided(1, "no_reveal", 0, "ab" * 32), lines.Dealt(["cd" * 32], None))
    ]
    found = published_from([b"{", *told, b"\xff"])
    assert found == Published("published", "ab" * 32, ["cd" * 32], None, None, None)
    assert published_from(told[:1]) is None


# The old seal


def old_lines(house: InProcessHouse, table: str, dealt: bool) -> list[bytes]:
    """The lines of a table as protocol 1 wrote them."""
    first = house.store.lines[table][0]
    nonces = ["aa" * 16, "bb" * 16]
    told = [f'{{"type":"ready","seat":{at},"nonce":"{nonce}"}}'.encode() for at, nonce in enumerate(nonces)]
    return [first, *told, *([b'{"type":"dealt","nonces":["%s","%s"]}' % (b"aa" * 16, b"bb" * 16)] if dealt else [])]


@in_event_loop
async def test_a_table_seated_under_the_old_seal_is_dealt_by_the_promise() -> None:
    async with in_process_house() as house:
        keys = await house.set_table("delectable", "mm")
        house.store.lines[keys.table] = old_lines(house, keys.table, dealt=False)
        one, other = [await house.open(keys.table, seat) for seat in (0, 1)]
        assert [seat.ready for seat in one.table.seats] == [True, True]
        assert one.keeper is not None
        key = commitment(bytes.fromhex(one.live.table.was_set.key))
        # What join had kept of protocol 1: the commitment is still good, the number is not used again.
        one.keeper.kept.attempts.append(promise.KeptAttempt(1, key, "aa" * 16, late=True))
        while one.live.table.record is None:
            assert await one.promise() + await other.promise()
        await one.settled()
        await one.promise()
        assert one.keeper.verdict() == HONEST
        assert one.live.table.record.facts["chance"]["kind"] == "promised"


@in_event_loop
async def test_a_game_running_under_the_old_seal_is_played_to_its_end_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with in_process_house() as house:
        keys = await house.set_table("delectable", "mm")
        house.store.lines[keys.table] = old_lines(house, keys.table, dealt=True)
        one, other = [await house.open(keys.table, seat) for seat in (0, 1)]
        live = one.live
        assert (one.table.promise.step, one.table.promise.transcript) == ("dealt", None)
        key = commitment(bytes.fromhex(live.table.was_set.key))
        keeper = Keeper(Kept(live.id, 0, [promise.KeptAttempt(1, key, "aa" * 16, late=True)]))
        assert keeper.see(one.table) == []
        await play_out(house, one, other)
        proof = one.position["proof"]
        keeper.end(proof["key"], proof["nonces"])
        assert (keeper.findings, keeper.verdict()) == ([], promise.OLD_SEAL)
        assert proof["transcript"] is None
        text = signed_record(house.house.signer, live.table)
        record = read_record(text, {game.id: game for game in maitred.all_games()})
        found = judge(record, both_signed, commitment=key, nonce="aa" * 16)
        assert (found.deal, found.kept, found.why) == ("not checked", "yes", [promise.OLD_SEAL])
        assert not found.proven
        (tmp_path / "old.json").write_text(text)
        assert main(["verify", str(tmp_path / "old.json")]) == 0
        told = capsys.readouterr().out
        assert told.startswith("The record replays: ")
        assert "The deal follows from the promise: not checked." in told
        assert "Sealed by the old protocol:" in told
        assert (await house.house.published(live.id)).key == proof["key"]
        wrong = Keeper(Kept(live.id, 0, [promise.KeptAttempt(1, key, "cc" * 16)]))
        wrong.end(proof["key"], proof["nonces"])
        assert wrong.findings == ["The cards were dealt without your number."]

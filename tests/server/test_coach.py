"""The coach over HTTP: reviews of finished games only, and playing on from what a seat knew."""

from __future__ import annotations

import asyncio
import json

import msgspec
import pytest

import maitred
from maitred.kernel.errors import BadSetup
from maitred.server import reviews
from maitred.server.reviews import MOST_OF_ONE, MOST_WAITING, OFF, Key, Reviews
from tests.server.attacks import HOME, HOSTILE
from tests.server.event_loop import in_event_loop
from tests.server.guest import Browser, RunningHouse, at_new_table, at_table, deal, play_on

KEY = Key("table", 0, False)
TOY = "import os, sys, time; os.nice({nice}); words = ' '.join(sys.argv[1:]); "


@in_event_loop
async def test_a_running_game_is_never_reviewed_nor_played_on(house: RunningHouse) -> None:
    browser = Browser(house.port)
    async with at_new_table(browser, "delectable", "mr") as (guest,):
        await deal(guest)
        here = f"/api/tables/{guest.table['table']}"
        for path, wish in (("review", {"seat": 0}), ("play-on", {"seat": 0, "move": 0})):
            refused = browser.ask("POST", f"{here}/{path}", wish)
            assert (refused.status, refused.json["reason"]) == (409, "not_now")
        assert browser.ask("GET", f"{here}/review?seat=0").status == 409


@in_event_loop
async def test_a_finished_game_is_reviewed_in_the_background_and_played_on(house: RunningHouse) -> None:
    browser = Browser(house.port)
    async with at_new_table(browser, "chefs_choice", "mrrr", pace="none") as (guest,):
        await deal(guest)
        await play_on(guest, lambda offers: offers[0], 1000)
        table = guest.table["table"]
    here = f"/api/tables/{table}"
    assert browser.ask("POST", f"{here}/review", {"seat": 4}).status == 422
    assert browser.ask("POST", f"{here}/review", {"seat": 0, "seconds": 9}).status == 422
    assert browser.ask("GET", f"{here}/review?seat=0").json["state"] == "none"
    told = browser.ask("POST", f"{here}/review", {"seat": 0}).json
    assert told["state"] in ("waiting", "running")
    for _ in range(600):
        told = browser.ask("GET", f"{here}/review?seat=0").json
        if told["review"] is not None:
            break
        await asyncio.sleep(0.2)
    assert told["review"]["rounds"][0] >= 1, "the first round is shown as soon as it is there"
    assert told["review"]["decisions"]
    record = json.loads(browser.ask("GET", f"{here}/record").body)
    move = next(at for at, each in enumerate(record["moves"]) if at > 8 and each[0] == 0)
    assert browser.ask("POST", f"{here}/play-on", {"seat": 0, "move": 10_000}).status == 422
    seated = browser.ask("POST", f"{here}/play-on", {"seat": 0, "move": move, "level": "easy"})
    assert seated.status == 201
    async with at_table(browser, seated.json["table"], 0) as again:
        frames = browser.ask("GET", f"{here}/replay/frames?first={move}&count=1&eyes=0").json["frames"]
        assert again.position is not None
        assert again.position["view"]["hand"] == frames[0]["position"]["view"]["hand"]
        assert again.table["prepared"]
        await again.play(again.offers[0])


def toys(monkeypatch: pytest.MonkeyPatch, code: str, seconds: int = 5) -> Reviews:
    """A queue whose reviews run a line of Python."""
    monkeypatch.setattr(reviews, "RUN", TOY + code)
    return Reviews(seconds)


@in_event_loop
async def test_reviews_come_round_by_round_are_kept_and_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = toys(monkeypatch, "print('[[1]]', flush=True); print('[[2, \"' + words + '\"]]')")
    added = queue.add(KEY, "{}")
    assert queue.add(KEY, "{}") is added
    assert queue.working is not None
    await queue.working
    assert added.state == "done"
    assert added.told is not None
    number, words = msgspec.json.decode(added.told)
    assert number == 2
    assert "--seat 1 --seconds 5" in words
    assert queue.find(KEY) is added
    assert added.record == "", "the record is not needed any more"
    await queue.close()


@in_event_loop
async def test_reviews_that_fail_are_said_to_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = toys(monkeypatch, "sys.exit(3)")
    failed = queue.add(KEY, "{}")
    assert queue.working is not None
    await queue.working
    assert failed.state == "failed"
    assert queue.add(KEY, "{}") is not failed
    await queue.close()


@in_event_loop
async def test_the_queue_is_bounded_and_closing_ends_what_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = toys(monkeypatch, "time.sleep(60)")
    for seat in range(MOST_WAITING):
        queue.add(KEY._replace(seat=seat), "{}", f"127.0.0.{seat}")
    with pytest.raises(BadSetup, match="try again"):
        queue.add(KEY._replace(table="another"), "{}")
    while queue.process is None:
        await asyncio.sleep(0.01)
    await queue.close()
    assert not queue.waiting()


@in_event_loop
async def test_one_address_does_not_fill_the_queue_and_others_get_their_reviews(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queue = toys(monkeypatch, "time.sleep(60)")
    for seat in range(MOST_OF_ONE):
        queue.add(KEY._replace(seat=seat), "{}", HOSTILE)
    with pytest.raises(BadSetup, match="3 reviews that you asked for are waiting already"):
        queue.add(KEY._replace(table="another"), "{}", HOSTILE)
    queue.add(KEY._replace(table="another"), "{}", HOME)
    while queue.process is None:
        await asyncio.sleep(0.01)
    queue.add(KEY._replace(table="a third"), "{}", HOSTILE)
    await queue.close()


@in_event_loop
async def test_what_was_not_used_for_longest_is_forgotten_and_none_are_made_where_the_host_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reviews, "MOST_BYTES", 100)
    queue = toys(monkeypatch, "print('[\"' + 'x' * 60 + '\"]')")
    for table in ("one", "two"):
        queue.add(KEY._replace(table=table), "{}")
        assert queue.working is not None
        await queue.working
    assert [key.table for key in queue.kept] == ["two"]
    await queue.close()
    with pytest.raises(BadSetup) as refusal:
        Reviews(0).add(KEY, "{}")
    assert str(refusal.value) == OFF


def test_puzzles_come_as_their_seat_sees_them_and_without_their_solution(house: RunningHouse) -> None:
    browser = Browser(house.port)
    told = browser.ask("GET", "/api/puzzles").json
    assert told["games"]
    for each in told["games"]:
        game = maitred.game(each["game"])
        path = f"/api/puzzles/{game.id}"
        puzzle = browser.ask("GET", f"{path}?day={told['day']}").json
        position = puzzle["position"]
        assert puzzle["seat"] in position["actors"]
        assert {"best", "second", "medium", "seed", "moves"}.isdisjoint(puzzle)
        answers = [
            browser.ask("POST", path, {"day": told["day"], "action": offer["action"]}).json
            for offer in position["offers"]
        ]
        assert sum(answer["right"] for answer in answers) == 1
        assert browser.ask("GET", f"{path}/hint").json["text"]
        assert browser.ask("POST", path, {"day": told["day"], "action": game.n_actions}).status == 422
        assert browser.ask("GET", f"{path}?day=2999-01-01").status == 422
        assert browser.ask("GET", f"{path}?day=soon").status == 422
